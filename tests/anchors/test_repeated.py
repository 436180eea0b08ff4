"""A quote that stands several times: any place will do while all of them say what one of them said."""

import pytest

from ragtriage.anchors.reanchor import reanchor
from ragtriage.cases.model import Quote

RULE = "Visitors leave the quay before the gate is locked at ten."
OLD = f"# Summer\n\nFrom May on, all is open.\n\n{RULE}\n\n# Winter\n\nIt is dark early.\n\n{RULE}\n"


@pytest.mark.parametrize(
    ("new", "will_do"),
    [
        (f"# News\n\nThe café is shut.\n\n{OLD}", True),
        (OLD.replace("# Winter", "# Winters"), True),
        (OLD.replace("# Winter", "# The yacht club"), False),
        (OLD.replace(RULE, f"~~{RULE}~~", 1), False),
        (OLD.replace(RULE, f"~~{RULE}~~"), False),
        (OLD.replace(f"early.\n\n{RULE}", f"early.\n\n{RULE} This was withdrawn."), False),
        (OLD + f"\n# Annex\n\nNobody is held to this:\n\n{RULE}\n", False),
        (OLD + f"\n{OLD}", True),
    ],
)
def test_each_place_says_what_one_said_before(new: str, will_do: bool) -> None:
    anchor = reanchor(Quote("quay.md", RULE), new, OLD)
    assert anchor.state == "ambiguous"
    assert anchor.any_place_will_do is will_do
    assert ("one of them is otherwise now" in anchor.reason) is not will_do


def test_many_copies_are_compared_with_their_own_first() -> None:
    old = "".join(f"## Berth {n}\n\nMoor here.\n\n{RULE}\n\n" for n in range(60))
    assert reanchor(Quote("quay.md", RULE), f"Preface.\n\n{old}", old).any_place_will_do
    assert not reanchor(Quote("quay.md", RULE), old.replace("Berth 47\n", "Not a berth\n"), old).any_place_will_do
