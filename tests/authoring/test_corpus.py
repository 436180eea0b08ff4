"""What a search shows and a paste finds, in the editor's corpus."""

import pytest

from ragtriage.authoring.corpus import Corpus
from ragtriage.corpus.document import Document
from ragtriage.corpus.search import Searcher
from ragtriage.errors import SnapshotError, UsageError
from ragtriage.workspace import Workspace
from tests.authoring.conftest import RENEWAL, TEXTS


def test_a_search_shows_the_sentence_that_fits_best(corpus: Corpus) -> None:
    first, *_ = corpus.find("are annual plans prorated?")
    assert first.quote == "Annual plans are not prorated when they are downgraded, e.g. to the Basic plan."
    assert TEXTS[first.doc_id][first.start : first.end] == first.quote
    assert first.hit_start <= first.start and first.coverage == 1.0
    assert first.terms == ("annual", "plans", "prorated") and first.title == "Kb/Plans"
    assert corpus.find("?") == [] and corpus.covered("?") == 0.0
    assert corpus.find("annual", filters={"region": "EU"}) == []


def test_a_place_becomes_a_quote_with_what_tells_it_from_its_likes(corpus: Corpus) -> None:
    text = TEXTS["kb/refunds"]
    words = "Refunds are paid within 14 days."
    second = text.rindex(words)
    quote = corpus.quote("kb/refunds", second - 1, second + len(words) + 1, grade=1)
    assert (quote.quote, quote.grade) == (words, 1)
    assert quote.prefix.endswith("Exceptions\n\n") and quote.suffix == ""
    assert corpus.quote("kb/plans", text.index("# R"), 9).prefix == ""
    with pytest.raises(SnapshotError):
        corpus.quote("kb/none", 0, 5)


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        (RENEWAL, [("kb/plans", "exact")]),
        (f'  "{RENEWAL.upper()}"\n'.replace(" ", "  ").replace('"', ""), [("kb/plans", "normalized")]),
        ("Refunds are paid within 14 days.", [("kb/plans", "exact"), ("kb/refunds", "exact"), ("kb/refunds", "exact")]),
        ("20 calendars", [("kb/plans", "exact")]),
        ("owner", [("kb/rooms", "exact")]),
        (RENEWAL.replace("annual", "yearly"), [("kb/plans", "meaning_changed")]),
        ("The moon is red because of an eclipse that lasts for a long while.", []),
        ("zebra", []),
        ("", []),
        (" ... ", []),
        ("x" * 19_999, []),
    ],
)
def test_a_pasted_passage_is_placed(corpus: Corpus, passage: str, expected: list[tuple[str, str]]) -> None:
    places = corpus.places(passage)
    assert [(one.doc_id, one.state) for one in places] == expected
    for one in places:
        assert 0 <= one.start < one.end <= len(TEXTS[one.doc_id])
        assert bool(one.reason) == (one.state not in ("exact", "normalized"))


def test_a_pasted_book_is_refused(corpus: Corpus) -> None:
    with pytest.raises(UsageError):
        corpus.places("word " * 5_000)


def test_evidence_names_the_version_that_it_was_read_in_where_the_document_says_one(workspace: Workspace) -> None:
    documents = [
        Document("a", "A", "# A\n\nFees apply.", {"version": "3.1"}),
        Document("b", "B", "Fees may apply."),
    ]
    workspace.snapshots.add("two", documents, source="tests", extractor="none")
    (workspace.root / "ragtriage.yaml").write_text("snapshot: two\n")
    workspace.reread_settings()
    assert workspace.corpus is not None
    assert workspace.corpus.quote("a", 5, 16).doc_version == "3.1"
    assert workspace.corpus.quote("b", 0, 4).doc_version == ""
    assert workspace.corpus.confirmed("a:Fees apply.").doc_version == "3.1"


def test_a_hit_names_the_section_that_it_stands_in(workspace: Workspace) -> None:
    text = "# Boats\n\nAll of them.\n\n## Yachts\n\n### Deposits\n\nA caution of forty thalers is due.\n"
    workspace.snapshots.add("boats", [Document("boats", "Boats", text)], source="t", extractor="t")
    workspace.snapshots.ensure("boats")
    corpus = Corpus(workspace.snapshots, Searcher(workspace.db, "boats"), "boats")
    assert corpus.find("caution thalers")[0].section == ("Yachts", "Deposits")
