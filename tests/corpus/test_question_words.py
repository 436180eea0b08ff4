"""Pairs of questions as people word them: those who ask agree about all of them, and a doubt is a difference."""

from pathlib import Path

import pytest

from ragtriage.corpus.near_duplicates import Questions, near_duplicates
from ragtriage.intake.grouping import grouped
from ragtriage.intake.model import Complaint

LINES = (Path(__file__).parent / "question_pairs.txt").read_text("utf-8").splitlines()
SAME = [line[2:] for line in LINES if line.startswith("=")]
OTHER = [line[2:] for line in LINES if line.startswith("!")]


def called_the_same(one: str, other: str) -> set[bool]:
    """What each of those who ask says: the list of duplicates, the editor either way, the inbox."""
    asked = [("a", one), ("b", other)]
    inbox = grouped([Complaint(id="a", question=one), Complaint(id="b", question=other)], [])
    return {
        bool(near_duplicates(asked)),
        Questions(asked[:1]).nearest(other) is not None,
        Questions(asked[1:]).nearest(one) is not None,
        len(inbox) == 1,
    }


@pytest.mark.parametrize("pair", SAME)
def test_courtesy_order_endings_hyphens_and_slips_make_no_other_question(pair: str) -> None:
    assert called_the_same(*pair.split(" | ")) == {True}


@pytest.mark.parametrize("pair", OTHER)
def test_another_thing_or_the_other_way_round_makes_another_question(pair: str) -> None:
    assert called_the_same(*pair.split(" | ")) == {False}
