"""Which version a document is, which of two is older, and what another document of the snapshot replaces."""

import pytest

from ragtriage.corpus.versions import Titled, is_older, superseded, version_of


@pytest.mark.parametrize(
    ("one", "other", "older"),
    [
        ("2.9", "2.10", True),
        ("2.10", "2.9", False),
        ("v3", "3", None),
        ("V2", "v3", True),
        ("2026-03", "2026-11", True),
        ("2", "2.1", True),
        ("2026-11-02", "2026-11-01", False),
        ("draft", "final", None),
        ("1.0", "next", None),
        ("4.18", "4.18", None),
        ("release 7", "Release 12", True),
    ],
)
def test_versions_are_held_against_each_other_by_their_numbers(one: str, other: str, older: bool | None) -> None:
    assert is_older(one, other) is older


def test_a_document_says_one_version_or_none() -> None:
    assert version_of({"version": "3"}) == version_of({"version": ("3",)}) == "3"
    assert version_of({}) == version_of({"version": ("3", "4")}) == ""


def found(*documents: Titled) -> dict[str, str]:
    return superseded(documents)


def test_ids_that_differ_by_their_version_alone_are_versions_of_one() -> None:
    for old, new in (
        ("kb/fees@1", "kb/fees@2"),
        ("kb/fees-v1", "kb/fees-v2"),
        ("v1/fees", "v2/fees"),
        ("fees", "fees@2"),
    ):
        assert found(Titled(old, "", {"version": "1"}), Titled(new, "", {"version": "2"})) == {old: new}


def test_of_several_newer_ones_the_newest_is_named() -> None:
    several = [Titled(f"fees@{n}", "", {"version": f"{n}"}) for n in ("9", "10", "2")]
    assert found(*several) == {"fees@9": "fees@10", "fees@2": "fees@10"}


def test_one_title_with_all_else_the_same_is_one_document_and_another_region_is_another() -> None:
    old = Titled("a7f", "Refund policy", {"version": "3", "region": "eu", "updated": "2025"})
    new = Titled("b2c", "Refund policy", {"version": "4", "region": "eu", "updated": "2026"})
    other = Titled("c9d", "Refund policy", {"version": "5", "region": "us"})
    assert found(old, new, other) == {"a7f": "b2c"}


def test_what_says_so_itself_is_believed_and_a_family_is_a_family() -> None:
    assert found(Titled("a", "A", {"superseded_by": "b"}), Titled("b", "B", {})) == {"a": "b"}
    family = [Titled(name, name, {"document_id": "d1", "version": n}) for name, n in (("x", "1"), ("y", "2"))]
    assert found(*family) == {"x": "y"}


def test_chapters_products_and_documents_without_a_version_supersede_nothing() -> None:
    chapters = [Titled(f"guide/chapter-{n}", f"Chapter {n}", {"version": "2.0"}) for n in (1, 2)]
    apis = [Titled(f"api-v{n}", f"API v{n}", {"version": f"1.{n}"}) for n in (1, 2)]
    untold = [Titled("fees@1", "Fees", {}), Titled("fees@2", "Fees", {})]
    assert found(*chapters, *apis, *untold) == {}
