"""What became of the documents between two snapshots, at sizes where a careless comparison would never end."""

from ragtriage.corpus.changes import document_changes
from ragtriage.corpus.document import Document


class Counting(str):
    """An id that counts how often it is looked up."""

    hashed = 0

    def __hash__(self) -> int:
        Counting.hashed += 1
        return super().__hash__()


def documents(texts: dict[str, str]) -> list[Document]:
    return [Document(doc_id, doc_id, text) for doc_id, text in texts.items()]


def lookups(count: int) -> int:
    """How often ids are looked up where half of the documents were edited and half have another id."""
    old = {Counting(f"{n:04}"): f"What document {n} says about itself." for n in range(count)}
    new = {Counting(f"{n:04}" if n % 2 else f"new/{n:04}"): text + f"\nAnd {n}." for n, text in enumerate(old.values())}
    Counting.hashed = 0
    document_changes(documents(old), documents(new))
    return Counting.hashed


def test_twice_the_documents_are_twice_the_work() -> None:
    assert lookups(800) < 3 * lookups(400)


def test_copies_of_one_page_in_a_renamed_folder_are_all_renamed() -> None:
    old = {f"en/moved-{n:02}": "This page has moved." for n in range(40)}
    new = {doc_id.replace("en/", "de/"): text for doc_id, text in old.items()}
    found = document_changes(documents(old), documents(new))
    assert [(one.old, one.new, one.likeness) for one in found.renamed] == [*zip(old, new, [1.0] * 40, strict=True)]
    assert not found.removed and not found.added


def test_lines_that_all_documents_have_count_but_tell_nothing() -> None:
    licence = "\n".join(f"Paragraph {n} of the licence, which stands at the foot of every page." for n in range(4))
    old = {f"a{n}": f"{licence}\nPage {n} alone says this of the {n}th lighthouse." for n in range(30)}
    new = {f"b{n}": f"{licence}\nPage {n} alone says this of the {n}th lighthouse." + "!" * (n % 2) for n in range(30)}
    found = document_changes(documents(old), documents(new))
    assert {(one.old, one.new) for one in found.renamed} == {(f"a{n}", f"b{n}") for n in range(0, 30, 2)}
    assert len(found.removed) == len(found.added) == 15


def test_blank_documents_are_nobodys_new_name() -> None:
    found = document_changes(documents({"old": " \n"}), documents({"new": " \n"}))
    assert not found.renamed and (found.removed, found.added) == (("old",), ("new",))
