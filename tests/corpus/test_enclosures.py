"""What encloses a place and takes back or sets apart what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.corpus.enclosures import enclosing


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<s>HERE</s>", {"<s>"}),
        ("<del>First. HERE</del>", {"<del>"}),
        ("<del>First.</del> HERE", set()),
        ("~~First. HERE~~", {"deleted"}),
        ("~~First.~~ HERE", set()),
        ("<!-- HERE -->", {"comment"}),
        ("<!-- first --> HERE", set()),
        ("<!--\nfirst\n\nHERE\n-->\n", {"comment"}),
        ("////\nHERE\n////\n", {"comment"}),
        ("////\nfirst\n////\nHERE\n", set()),
        (".. HERE\n", {"comment"}),
        (".. note:: HERE\n", set()),
        ("{% comment %}HERE{% endcomment %}", {"comment"}),
        ("name: x\n# limit: HERE\n", {"comment"}),
        ("# A title HERE\n", set()),
        ("// HERE();\n", {"comment"}),
        ("> HERE\n", {"quotation"}),
        ("> [!WARNING]\n> HERE\n", {"quotation", "warning"}),
        ("[WARNING]\n====\nHERE\n====\n", {"warning"}),
        (":::danger\nHERE\n:::\n", {"danger"}),
        ("/// warning\n\nfirst\n\n////\n\nHERE\n", set()),
        ("They say: “HERE”", {"quotation marks"}),
        ("They say: “no”. HERE", set()),
        ("```\nHERE\n```\n", {"code"}),
        ("```\nfirst\n```\nHERE\n", set()),
    ],
)
def test_enclosures(text: str, expected: set[str]) -> None:
    assert enclosing(text.replace("HERE", "here"), text.index("HERE")) == expected


@given(st.text(alphabet='ab<>!-/~`:[]=*#{}%\n "“”', max_size=300), st.integers(0, 300))
def test_any_text_can_be_asked(text: str, at: int) -> None:
    assert all(enclosing(text, min(at, len(text))))
