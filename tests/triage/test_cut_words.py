"""A quote with an edge inside of a word stands where it was cut; it is remarked on, and no more."""

import pytest

from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.triage.cut_words import cut_words
from ragtriage.triage.model import REMARKS

TEXT = "First lines.\\n\\nHowever, plans can be moved in May. The canals and cans of a can. 会員は毎月変更できます。"


def remarks(quote: str) -> list[str]:
    case = Case("c", "q", True, evidence=(Evidence((Quote("d", quote),)),))
    found = list(cut_words(case, {"d": TEXT}.get))
    assert all(one.id in REMARKS for one in found)
    return [one.reason for one in found]


@pytest.mark.parametrize(
    ("quote", "where"),
    [
        ("lans can be moved in M", "begins inside of “plans” and ends inside of “May”"),
        ("However, plans can", "begins inside of “nHowever”"),
        ("First lines.\\", ""),
        ("plans can be mov", "ends inside of “moved”"),
        ("can", ""),
        ("cana", "ends inside of “canals”"),
        ("毎月変更", ""),
        ("words that are nowhere", ""),
        ("", ""),
    ],
)
def test_the_word_that_is_cut_is_named(quote: str, where: str) -> None:
    told = [f"Evidence 1 {where}: a program cut it; widen it to whole words."] if where else []
    assert remarks(quote) == told


def test_a_document_that_is_not_there_says_nothing() -> None:
    case = Case("c", "q", True, evidence=(Evidence((Quote("gone", "lans"),)),))
    assert list(cut_words(case, {"d": TEXT}.get)) == []
