"""What a place stands under, in the markup and plain text that documents come in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.corpus.outline import Level, outline

CUT = "HERE"


def under(text: str) -> list[tuple[str, str]]:
    return [(level.kind, level.text) for level in outline(text.replace(CUT, "here"), text.index(CUT))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Guide\n\n## Bikes\n\nHERE\n", [("heading", "Guide"), ("heading", "Bikes")]),
        ("## Bikes\n\ntext\n\n## Cars\n\nHERE\n", [("heading", "Cars")]),
        ("Guide\n=====\n\nBikes\n-----\n\nHERE\n", [("heading", "Guide"), ("heading", "Bikes")]),
        ("=====\nGuide\n=====\n\nBikes\n~~~~~\n\nHERE\n", [("heading", "Guide"), ("heading", "Bikes")]),
        ("= Guide\n\n== Bikes\n\nHERE\n", [("heading", "Guide"), ("heading", "Bikes")]),
        ("<h1>Guide</h1>\n<h2>Bikes</h2>\n<p>HERE</p>\n", [("heading", "Guide"), ("heading", "Bikes")]),
        ("3.1 Bikes\nHERE\n", [("heading", "Bikes")]),
        ("BIKES\n\nHERE\n", [("heading", "BIKES")]),
        ("## [Bikes](x.md) {#bikes}\n\nHERE\n", [("heading", "Bikes")]),
        ("## Bikes { #bikes }\n\nHERE\n", [("heading", "Bikes")]),
        ("## Bikes\n\n```sh\n# a remark\nHERE\n```\n", [("heading", "Bikes")]),
    ],
)
def test_headings(text: str, expected: list[tuple[str, str]]) -> None:
    assert [pair for pair in under(text) if pair[0] == "heading"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Free of charge:\n\n- a lock\n- HERE\n", [("list", "Free of charge:")]),
        ("Free of charge:\n- a lock\n- HERE\n", [("list", "Free of charge:")]),
        (
            "We rent bikes. The following is free\n\n* a lock\n  (of steel)\n* HERE\n",
            [("list", "The following is free")],
        ),
        ("Free:\n\n1. a lock\n\nSome words.\n2. HERE\n", [("list", "Free:")]),
        ("Free:\n\n- bikes\n  - a lock\n  - HERE\n", [("list", "Free:"), ("entry", "- bikes")]),
        ("<p>Free:</p>\n<ul><li>a lock</li><li>HERE</li></ul>", [("entry", "Free:")]),
        ("lock::\n  Of steel. HERE\n", [("entry", "lock::")]),
        ("lock\n: HERE\n", [("entry", "lock")]),
        ("<dl><dt>lock</dt><dd>HERE</dd></dl>", [("entry", "lock")]),
        ("shop:\n  bikes:\n    HERE: 3\n", [("entry", "shop:"), ("entry", "bikes:")]),
        ("[shop]\nname = x\nHERE = 3\n", [("entry", "shop")]),
        (".. warning::\n\n   HERE\n", [("entry", "warning::")]),
        ("Q: Is a lock free?\nA: HERE\n", [("question", "Is a lock free?")]),
        ("Frage: Kostet das Schloss?\nAntwort: HERE\n", [("question", "Kostet das Schloss?")]),
        ("Never do this:\n\n```\nHERE\n```\n", [("list", "Never do this:")]),
        ("A paragraph.\n\nAnother. HERE\n", []),
    ],
)
def test_lists_entries_and_keys(text: str, expected: list[tuple[str, str]]) -> None:
    assert [pair for pair in under(text) if pair[0] != "heading"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| Bike | Fee |\n| --- | --- |\n| red | 3 |\n| blue | HERE |\n", {("row", "blue"), ("column", "Fee")}),
        ("+---+---+\n| Bike | Fee |\n+===+===+\n| blue | HERE |\n+---+---+\n", {("row", "blue"), ("column", "Fee")}),
        ("|===\n|Bike |Fee\n\n|blue\n|HERE\n|===\n", {("row", "blue"), ("column", "Fee")}),
        ("Bike\tFee\nred\t3\nblue\tHERE\n", {("row", "blue"), ("column", "Fee")}),
        (
            "<table><tr><th>Bike</th><th>Fee</th></tr><tr><td>blue</td><td>HERE</td></tr></table>",
            {("row", "blue"), ("column", "Fee")},
        ),
    ],
)
def test_cells(text: str, expected: set[tuple[str, str]]) -> None:
    assert expected <= set(under(text))


@given(st.text(alphabet="ab:-*|#=\n\t >.1[]<>`", max_size=300), st.integers(0, 300))
def test_any_text_has_an_outline_and_every_level_says_something(text: str, at: int) -> None:
    levels = outline(text, min(at, len(text)))
    assert all(isinstance(level, Level) and level.text for level in levels)


@given(st.text(alphabet="ab:-*|#=\n >.1", max_size=200), st.text(alphabet="xy\n-#", max_size=50))
def test_what_comes_later_changes_nothing(text: str, later: str) -> None:
    text += "\n\nplace\n"
    at = len(text) - len("place\n")
    assert outline(text, at) == outline(f"{text}\n{later}", at)
