"""The section of a place, as rows name it: without the title that names the document already."""

import pytest

from ragtriage.anchors.under import path_at, section_of

TEXT = "# Boats\n\nAll of them.\n\n## Yachts\n\n- Deposit: 40 euros.\n\n### Big ones\n\nMore.\n"


@pytest.mark.parametrize(
    ("title", "words", "section"),
    [
        ("Boats", "More.", ("Yachts", "Big ones")),
        ("Our boats, at a glance", "More.", ("Boats", "Yachts", "Big ones")),
        ("Boats", "Deposit", ("Yachts",)),
        ("Boats", "All of", ()),
        ("", "All of", ("Boats",)),
    ],
)
def test_headings_below_the_title_are_told(title: str, words: str, section: tuple[str, ...]) -> None:
    assert section_of(title, TEXT, TEXT.index(words)) == section


def test_headings_are_the_path_without_what_else_a_place_stands_under() -> None:
    at = TEXT.index("40 euros")
    assert path_at(TEXT, at, whole=False) == ("Boats", "Yachts") == path_at(TEXT, at)[:2]


def test_a_very_long_document_is_not_read_in_passing() -> None:
    assert section_of("", TEXT + "Words. " * 60_000, TEXT.index("More.")) == ()
