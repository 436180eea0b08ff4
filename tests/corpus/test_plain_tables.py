"""Another column head or title is seen, in tables that are not drawn, and prose is none."""

import pytest

from ragtriage.anchors.reanchor import reanchor
from ragtriage.cases.model import Quote
from ragtriage.corpus.block_titles import block_title
from ragtriage.corpus.tables import table_heads

CSV = "shed,fee,deposit\nnorth,5,20\nsouth,7,30\nwest,9,40\n"
ALIGNED = "Shed    Fee   Deposit\n-----   ---   -------\nnorth   5     20\nsouth   7     30\nwest    9     40\n"
_RULE = "=====  ====  =======\n"
SIMPLE = f"{_RULE}Shed   Fee   Deposit\n{_RULE}north  5     20\nsouth  7     30\n{_RULE}"
ASCIIDOC = "== Sheds\n\n.Fees of members\n[cols=2]\n|===\n|Shed |Fee\n\n|north |5\n\n|south |7\n|===\n\nMore.\n"


@pytest.mark.parametrize(
    ("text", "cell", "heads"),
    [
        (CSV, "30", ("south", "deposit")),
        (CSV.replace(",", ";"), "30", ("south", "deposit")),
        (CSV.replace("south", '"south, old"'), "30", ("south, old", "deposit")),
        (CSV, "south", ("", "shed, fee, deposit")),
        (ALIGNED, "30", ("south", "Deposit")),
        (ALIGNED, "7", ("south", "Fee")),
        (SIMPLE, "30", ("south", "Deposit")),
    ],
)
def test_heads_of_a_cell(text: str, cell: str, heads: tuple[str, str]) -> None:
    assert table_heads(f"Intro.\n\n{text}", len("Intro.\n\n") + text.index(cell)) == heads


@pytest.mark.parametrize(
    "text",
    [
        "We keep oars, ropes, sails\nand lamps, keys and locks\nin the shed, the mill, the yard.\n",
        "It rains.  We stay in the shed.\nThe sun shines.  We ride.\nAll is well.  We sing.\n",
        "one, two, three\n",
        "if x:\n    ride()\n    stay()\n",
    ],
)
def test_prose_is_no_table(text: str) -> None:
    for at in range(len(text)):
        assert table_heads(text, at) is None


@pytest.mark.parametrize(
    ("old", "quote", "was", "now"),
    [
        (CSV, "south,7,30", "deposit", "refund"),
        (CSV.replace(",", ";"), "south;7;30", "fee", "prize"),
        (CSV.replace(",", "\t"), "south\t7\t30", "fee", "prize"),
        (ALIGNED, "south   7     30", "Fee", "Due"),
        (SIMPLE, "south  7     30", "Deposit", "Damages"),
        ("| Shed | Fee |\n|---|---|\n| north | 5 |\n| south | 7 |\n", "| south | 7 |", "Fee", "Prize"),
        (ASCIIDOC, "|south |7", "Fees of members", "Fees of guests"),
        ("== Sheds\n\n.Who may enter\n* riders of it\n* guests of it\n", "guests of it", "Who may", "Who may not"),
        ("== Sheds\n\n.Old rules\nThe shed is shut at night.\n\nMore.\n", "The shed is shut at night.", "Old", "New"),
    ],
)  # fmt: skip
def test_another_head_or_title_holds_the_quote(old: str, quote: str, was: str, now: str) -> None:
    assert reanchor(Quote("d", quote), old, old).accepted_unseen
    assert reanchor(Quote("d", quote), f"{old}\n\nAnd one more line of words.\n", old).accepted_unseen
    anchor = reanchor(Quote("d", quote), old.replace(was, now), old)
    assert not anchor.accepted_unseen and anchor.state in ("context_changed", "meaning_changed")


def test_a_title_of_another_block_is_not_taken() -> None:
    text = ASCIIDOC + "\nThe shed is shut.\n"
    assert block_title(text, text.index("The shed is shut")) is None
    assert block_title(text, text.index("|south")) == "Fees of members"
