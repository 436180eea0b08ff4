"""What marks amount to: shares over what was asked, undecided ones counted neither way, nothing made of nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.metrics.citations import CitedSentence, citation_precision, citation_recall
from ragtriage.metrics.generation import (
    Mark,
    claims_per_100_words,
    context_recall,
    contradicted_claims,
    correctness,
    faithfulness,
)
from ragtriage.metrics.model import Score, Scored, Unscored
from ragtriage.metrics.nuggets import NuggetMark, all_vital, nugget_recall_all, nugget_recall_vital

MARKS: list[Mark] = ["supported", "contradicted", "not_found", "undecided"]
NUGGETS: list[NuggetMark] = ["YES", "PARTIAL", "NO"]


def number(score: Score) -> float | None:
    return score.value if isinstance(score, Scored) else None


def test_two_of_three_claims_supported() -> None:
    found = faithfulness(["supported", "supported", "not_found"])
    assert isinstance(found, Scored)
    assert (round(found.value, 3), found.rests_on) == (0.667, "2 of 3 supported")


def test_what_is_undecided_counts_neither_way_and_is_said() -> None:
    found = faithfulness(["supported", "contradicted", "undecided"])
    assert found == Scored(0.5, "1 of 2 supported, 1 contradicted, 1 more undecided")
    assert faithfulness(["undecided"] * 3) == Unscored("none of 3 could be decided")


def test_contradicted_claims_are_a_number_of_their_own() -> None:
    assert number(contradicted_claims(["supported", "contradicted", "contradicted", "not_found"])) == 2.0
    assert number(contradicted_claims(["not_found"])) == 0.0


@pytest.mark.parametrize("measure", [faithfulness, contradicted_claims, context_recall])
def test_without_claims_there_is_no_value(measure: object) -> None:
    assert isinstance(measure([]), Unscored)  # type: ignore[operator]


@given(st.lists(st.sampled_from(MARKS), min_size=1))
def test_a_share_is_never_over_fewer_claims_than_were_decided(marks: list[Mark]) -> None:
    decided = [mark for mark in marks if mark != "undecided"]
    found = faithfulness(marks)
    if not decided:
        assert isinstance(found, Unscored)
    else:
        assert number(found) == pytest.approx(decided.count("supported") / len(decided))


@pytest.mark.parametrize(
    ("both", "answer_only", "reference_only", "f1"),
    [(2, 1, 1, 2 / 3), (0, 3, 2, 0.0), (3, 0, 0, 1.0), (0, 0, 1, 0.0), (1, 0, 3, 0.4)],
)
def test_correctness_is_f1_over_claims(both: int, answer_only: int, reference_only: int, f1: float) -> None:
    assert number(correctness(both, answer_only, reference_only).f1) == pytest.approx(f1)


def test_correctness_of_nothing_is_unscored() -> None:
    found = correctness(0, 0, 0)
    assert {type(one) for one in (found.f1, found.precision, found.recall)} == {Unscored}


def test_fineness_is_claims_per_100_words() -> None:
    assert number(claims_per_100_words(3, 60)) == 5.0
    assert isinstance(claims_per_100_words(0, 0), Unscored)


def test_vital_nuggets_apart_from_all() -> None:
    vital, marks = [True, True, False], list(NUGGETS)
    assert number(nugget_recall_vital(vital, marks)) == 0.75
    assert number(nugget_recall_all(vital, marks)) == 0.5
    assert number(all_vital(vital, marks)) == 0.0
    assert number(all_vital([True, False], ["YES", "NO"])) == 1.0


def test_without_vital_nuggets_nothing_was_asked() -> None:
    assert isinstance(nugget_recall_vital([False], ["YES"]), Unscored)
    assert isinstance(all_vital([False], ["YES"]), Unscored)
    assert number(nugget_recall_all([False], ["PARTIAL"])) == 0.5
    assert isinstance(nugget_recall_all([], []), Unscored)


@pytest.mark.parametrize("marks", [["YES"], ["YES", "NO", "NO"], []])
def test_marks_that_do_not_go_with_the_nuggets_are_an_error(marks: list[NuggetMark]) -> None:
    for measure in (nugget_recall_all, nugget_recall_vital, all_vital):
        with pytest.raises(ValueError, match=f"{len(marks)} marks for 2 nuggets"):
            measure([True, False], marks)


def test_citations_that_support_and_sentences_that_cite() -> None:
    sentences = [
        CitedSentence(True, (True, False), True),
        CitedSentence(True, (None,), False),
        CitedSentence(True),
        CitedSentence(False),
    ]
    assert number(citation_precision(sentences)) == 0.5
    assert number(citation_recall(sentences)) == pytest.approx(1 / 3)


def test_where_nothing_is_cited_or_claimed_citations_have_no_value() -> None:
    assert citation_precision([CitedSentence(True)]) == Unscored("nothing is cited")
    assert citation_precision([CitedSentence(True, (None,))]) == Unscored("no citation could be judged")
    assert isinstance(citation_recall([CitedSentence(False)]), Unscored)
