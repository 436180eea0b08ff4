"""Retrieval metrics: worked examples, edges, and what must hold for any list."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cases.model import Evidence, Quote
from ragtriage.metrics.matching import EvidenceMatch, Ranked, match_all
from ragtriage.metrics.model import Score, Scored, Unscored, mean
from ragtriage.metrics.registry import METRICS, JudgedOutput
from ragtriage.metrics.retrieval import (
    all_evidence,
    context_precision,
    context_precision_ranked,
    context_tokens,
    evidence_recall,
    first_gold_rank,
    hit_rate,
    mrr,
    ndcg,
    precision,
    precision_strict,
    split_evidence,
)
from ragtriage.metrics.rules import DocIdRules, MatchSettings
from ragtriage.runs.model import Citation, Output, Passage


def ranked(gold: Mapping[str, int] | Sequence[str], returned: Sequence[str]) -> Ranked:
    grades = gold if isinstance(gold, Mapping) else dict.fromkeys(gold, 2)
    evidence = [Evidence((Quote(name, f"text of {name}", grade=grade),)) for name, grade in grades.items()]
    passages = tuple(Passage(name, f"text of {name}", chunk_id=name) for name in returned)
    return Ranked(passages, match_all(evidence, passages, MatchSettings(), DocIdRules(), lambda doc_id: None))


def number(score: Score) -> float:
    assert isinstance(score, Scored), score
    return score.value


def reason(score: Score) -> str:
    assert isinstance(score, Unscored), score
    return score.reason


GOLDEN = [
    ranked(["c7"], ["c7", "c1", "c3"]),
    ranked(["c2"], ["c1", "m2", "c2"]),
    ranked(["c9"], ["c3", "c8", "c1"]),
    ranked(["c4", "c5"], ["c4", "c6", "c1"]),
]


def test_the_worked_example_of_four_questions() -> None:
    assert mean([evidence_recall(case, 1) for case in GOLDEN]).value == 0.375
    assert mean([evidence_recall(case, 3) for case in GOLDEN]).value == 0.625
    assert mean([mrr(case) for case in GOLDEN]).value == pytest.approx(0.58333333333, abs=1e-9)


def test_the_worked_example_of_five_passages() -> None:
    one = ranked(["p1", "gone"], ["p1", "p2", "p3", "p4", "p5"])
    assert (number(context_precision(one)), number(context_precision_ranked(one))) == (0.2, 1.0)
    assert number(evidence_recall(one)) == 0.5
    two = ranked(["p1", "p2"], ["p1", "p2", "p3", "p4", "p5"])
    assert (number(context_precision(two)), number(context_precision_ranked(two))) == (0.4, 1.0)
    assert number(evidence_recall(two)) == 1.0


def test_the_worked_example_of_three_relevant() -> None:
    case = ranked({"R1": 2, "R2": 2, "R3": 2}, ["x", "R1", "y", "R2", "z"])
    assert number(hit_rate(case, 5)) == 1.0
    assert number(evidence_recall(case, 5)) == pytest.approx(2 / 3)
    assert number(mrr(case)) == 0.5
    assert number(context_precision_ranked(case)) == 0.5
    assert number(ndcg(case, 5)) == pytest.approx(1.0616063 / 2.1309298, abs=1e-6)


def test_first_hits_at_two_one_and_never() -> None:
    cases = [ranked(["a"], ["x", "a"]), ranked(["a"], ["a"]), ranked(["a"], ["x"])]
    assert mean([mrr(case) for case in cases]).value == 0.5


def test_what_it_rests_on_is_said_in_words() -> None:
    score = evidence_recall(ranked(["a", "b", "c"], ["a", "x", "b"]), 2)
    assert score == Scored(1 / 3, "1 of 3; 2 came at rank 3; 3 never came")


def test_background_counts_in_ndcg_and_precision_and_not_in_recall() -> None:
    case = ranked({"answer": 2, "background": 1}, ["background", "x"])
    assert number(evidence_recall(case)) == 0.0
    assert number(all_evidence(case)) == 0.0
    assert number(precision(case)) == 0.5
    assert number(ndcg(case)) == pytest.approx(1 / (2 + 1 / math.log2(3)))
    assert number(all_evidence(ranked({"answer": 2, "background": 1}, ["answer"]))) == 1.0
    assert reason(evidence_recall(ranked({"background": 1}, ["background"]))).startswith("the case names no evidence")


def test_precision_divides_by_what_was_returned_and_strict_precision_by_k() -> None:
    case = ranked(["a"], ["a", "x"])
    assert number(precision(case, 5)) == 0.5
    assert number(precision_strict(case, 5)) == 0.2


def test_a_cut_off_of_mrr_is_a_metric_of_its_own() -> None:
    late = ranked(["a"], ["x"] * 10 + ["a"])
    assert number(mrr(late)) == 1 / 11
    assert number(mrr(late, 10)) == 0.0


def test_split_evidence_is_counted_where_no_passage_holds_it_whole() -> None:
    passages = tuple(Passage("d", "") for _ in range(3))
    split = EvidenceMatch(2, split=True, whole_rank=3, holding=(1, 2, 3))
    case = Ranked(passages, (split, EvidenceMatch(1, whole_rank=1, holding=(1,))))
    assert number(split_evidence(case, 2)) == 1.0
    assert number(split_evidence(case)) == 0.0
    assert number(evidence_recall(case, 1)) == 0.5


def test_tokens_are_about_a_quarter_of_the_characters_and_one_an_ideograph() -> None:
    assert number(context_tokens([Passage("d", "abcd" * 10), Passage("d", "a")])) == 11
    assert number(context_tokens([Passage("d", "价格是多少ab")])) == 6
    assert number(context_tokens([])) == 0
    assert reason(context_tokens(None))


# What users of other tools reported (numbers of peer_faults.md).


def test_1_and_2_an_unscored_case_is_counted_and_never_averaged_in() -> None:
    result = mean([Scored(1.0), Unscored("the run failed"), Unscored("no answer")])
    assert (result.value, result.n, result.unscored) == (1.0, 1, 2)
    assert mean([Unscored("x")]).value is None
    assert mean([]).value is None


WITHOUT = (evidence_recall, all_evidence, hit_rate, precision, mrr, ndcg, context_precision, context_precision_ranked,
           first_gold_rank, split_evidence, lambda r: precision_strict(r, 5))  # fmt: skip


@pytest.mark.parametrize("metric", WITHOUT)
def test_12_missing_passages_and_missing_evidence_are_unscored_with_a_reason(
    metric: Callable[[Ranked | None], Score],
) -> None:
    assert reason(metric(None)) == "the run gave no passages"
    assert reason(metric(ranked([], ["x"]))) == "the case names no evidence"


def test_12_an_empty_list_found_nothing_and_has_no_precision() -> None:
    empty = ranked(["a"], [])
    assert [number(metric(empty)) for metric in (evidence_recall, all_evidence, hit_rate, mrr, ndcg)] == [0.0] * 5
    for metric in (precision, context_precision, context_precision_ranked):
        assert reason(metric(empty)) == "no passage was returned"
    assert reason(first_gold_rank(empty)) == "no evidence among 0 passages"


def test_13_a_context_of_one_empty_passage_holds_nothing() -> None:
    evidence = [Evidence((Quote("d", "the quote"),))]
    passages = (Passage("d", ""),)
    case = Ranked(passages, match_all(evidence, passages, MatchSettings(), DocIdRules(), lambda doc_id: "the quote"))
    assert number(evidence_recall(case)) == 0.0
    assert number(context_precision(case)) == 0.0


class TestPassagesOfADocumentAlone:
    """They stand for all of it; where the snapshot has no such document, nobody can say what they hold."""

    DOCUMENTS: ClassVar[Mapping[str, str]] = {
        "faq": "Long before. The quote stands here, amid much else. Long after.",
        "other": "Nothing.",
    }

    def ranked(self, *doc_ids: str) -> Ranked:
        evidence = [Evidence((Quote("faq", "The quote stands here"),))]
        passages = tuple(Passage(doc_id, "", textless=True) for doc_id in doc_ids)
        matches = match_all(evidence, passages, MatchSettings(), DocIdRules(), self.DOCUMENTS.get)
        unknown = tuple(rank for rank, doc_id in enumerate(doc_ids, 1) if doc_id not in self.DOCUMENTS)
        return Ranked(passages, matches, unknown)

    def test_evidence_in_them_is_found_by_document(self) -> None:
        found = self.ranked("other", "faq")
        assert (found.matches[0].rank, found.matches[0].by) == (2, "document")
        assert number(evidence_recall(found)) == 1.0
        assert number(mrr(found)) == 0.5
        assert number(context_precision(found)) == 0.5
        assert reason(context_tokens(found.passages)) == "2 of 2 passages give no text"

    def test_a_document_that_lost_the_quote_does_not_hold_it(self) -> None:
        found = match_all(
            [Evidence((Quote("faq", "Words that went"),))], [Passage("faq", "", textless=True)],
            MatchSettings(), DocIdRules(), self.DOCUMENTS.get,
        )  # fmt: skip
        assert found[0].rank is None

    def test_of_documents_that_the_snapshot_lacks_nothing_is_scored_that_rests_on_them(self) -> None:
        lost = self.ranked("gone", "other", "gone-too")
        why = "passage 1 gives no text, and the snapshot has no document `gone`, nor those of 1 more passages"
        for metric in (evidence_recall, all_evidence, hit_rate, precision, mrr, ndcg, first_gold_rank):
            assert reason(metric(lost)) == why
        after = self.ranked("faq", "gone")
        for metric in (evidence_recall, all_evidence, hit_rate, mrr, first_gold_rank):
            assert number(metric(after)) == 1.0
        assert reason(precision(after)) == "passage 2 gives no text, and the snapshot has no document `gone`"
        assert number(precision(after, 1)) == 1.0
        before = self.ranked("gone", "faq")
        assert number(evidence_recall(before)) == 1.0
        assert reason(mrr(before)).startswith("passage 1 gives no text")


def test_37_and_38_duplicates_of_a_passage_gain_once() -> None:
    case = ranked(["a", "b"], ["a", "a", "a", "b"])
    assert number(evidence_recall(case)) == 1.0
    assert number(ndcg(case)) == pytest.approx((1 + 1 / math.log2(5)) / (1 + 1 / math.log2(3)))
    assert number(precision(case)) == 1.0
    only = ranked(["a"], ["a", "a"])
    assert number(ndcg(only)) == 1.0


def test_37_a_list_with_duplicates_never_beats_the_one_without() -> None:
    assert number(ndcg(ranked(["a", "b"], ["a", "a", "b"]))) < number(ndcg(ranked(["a", "b"], ["a", "b"])))


def test_39_the_ideal_is_made_of_all_known_grades_and_cut_at_k() -> None:
    assert number(ndcg(ranked({"a": 2, "b": 2, "c": 1}, ["a", "b"]), 2)) == 1.0
    assert number(ndcg(ranked({"a": 2, "b": 1}, ["b", "a"]), 2)) < 1.0
    assert number(ndcg(ranked({"a": 2, "b": 1}, ["b"]))) < 0.5


def test_39_one_passage_with_several_pieces_is_no_better_than_ideal() -> None:
    text = "first fact. second fact."
    evidence = [Evidence((Quote("d", "first fact"),)), Evidence((Quote("d", "second fact"),))]
    passages = (Passage("d", text), Passage("d", "other"))
    case = Ranked(passages, match_all(evidence, passages, MatchSettings(), DocIdRules(), lambda doc_id: None))
    assert number(ndcg(case)) == 1.0
    assert number(ndcg(case, 1)) == 1.0


def test_40_ids_that_look_like_renamed_duplicates_stay_ids_of_their_own() -> None:
    case = ranked(["c1", "c1_2"], ["c1", "c1", "c1_2"])
    assert number(evidence_recall(case, 2)) == 0.5
    assert number(evidence_recall(case, 3)) == 1.0


def test_41_gold_evidence_never_stands_in_for_a_context_the_run_did_not_give() -> None:
    output = Output("case", answer="x", citations=(Citation(id="gold"),))
    judged = JudgedOutput(output, candidates=None, context=None, k=5)
    scores = {metric.name: metric.compute(judged) for metric in METRICS}
    assert {name for name, score in scores.items() if isinstance(score, Scored)} == {"refusal"}


def test_every_metric_is_declared_once_with_words_and_computes() -> None:
    names = [metric.name for metric in METRICS]
    assert len(names) == len(set(names))
    case = ranked(["a"], ["x", "a"])
    output = Output("case", candidates=case.passages, answer="Because of a.", citations=(Citation(chunk_id="a"),))
    judged = JudgedOutput(output, candidates=case, context=case, k=1)
    for metric in METRICS:
        assert metric.words
        assert metric.needs
        assert isinstance(metric.compute(judged), Scored), metric.name
    scores = {metric.name: number(metric.compute(judged)) for metric in METRICS}
    assert (scores["evidence_recall@k"], scores["evidence_recall@depth"]) == (0.0, 1.0)


IDS = st.sampled_from("abcdefgh")
GRADES = st.dictionaries(IDS, st.integers(1, 3), min_size=1)
LISTS = st.lists(IDS, max_size=10)
CUTS = st.one_of(st.none(), st.integers(1, 12))
RATES = (evidence_recall, all_evidence, hit_rate, precision, mrr, ndcg, context_precision_ranked)


@given(GRADES, LISTS, CUTS)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_every_rate_is_between_0_and_1(grades: dict[str, int], returned: list[str], k: int | None) -> None:
    case = ranked(grades, returned)
    for metric in RATES:
        score = metric(case, k)
        assert isinstance(score, Unscored) or 0.0 <= score.value <= 1.0


@given(GRADES, LISTS, st.integers(1, 12))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_an_irrelevant_passage_at_the_end_raises_nothing(grades: dict[str, int], returned: list[str], k: int) -> None:
    before, after = ranked(grades, returned), ranked(grades, [*returned, "irrelevant"])
    for metric in (evidence_recall, all_evidence, hit_rate, mrr, ndcg):
        assert metric(after, k) == metric(before, k)
    if returned:
        assert number(precision(after, k)) <= number(precision(before, k))
        assert number(context_precision(after)) <= number(context_precision(before))


@given(GRADES, LISTS, st.integers(1, 11))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_looking_further_down_never_lowers_recall(grades: dict[str, int], returned: list[str], k: int) -> None:
    case = ranked(dict.fromkeys(grades, 2), returned)
    assert number(evidence_recall(case, k)) <= number(evidence_recall(case, k + 1))
    assert number(hit_rate(case, k)) <= number(hit_rate(case, k + 1))


@given(GRADES)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_the_ideal_order_has_an_ndcg_of_exactly_1(grades: dict[str, int]) -> None:
    best = sorted(grades, key=lambda name: -grades[name])
    assert number(ndcg(ranked(grades, best))) == 1.0


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 3)), min_size=1, max_size=8), CUTS)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_several_pieces_in_one_passage_never_lift_ndcg_above_1(found: list[tuple[int, int]], k: int | None) -> None:
    matches = tuple(EvidenceMatch(rank, grade=grade) for rank, grade in found)
    assert number(ndcg(Ranked(tuple(Passage("d", "") for _ in range(6)), matches), k)) <= 1.0 + 1e-12


# --- judged, and irrelevant


def test_where_every_label_is_irrelevant_precision_is_0_and_what_asks_for_gold_is_unscored() -> None:
    case = ranked({"a": 0, "b": 0}, ["a", "x", "b"])
    for score in (precision(case, 2), precision_strict(case, 2), context_precision(case)):
        assert number(score) == 0.0
    assert number(context_precision_ranked(case)) == number(split_evidence(case)) == 0.0
    for score in (evidence_recall(case), all_evidence(case, 2), hit_rate(case, 1), ndcg(case, 3), mrr(case)):
        assert "judged irrelevant (grade 0)" in reason(score)
    assert "judged irrelevant" in reason(first_gold_rank(case))


@given(GRADES, LISTS, st.integers(1, 12), st.sets(IDS))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_what_was_judged_irrelevant_changes_no_metric(
    grades: dict[str, int], returned: list[str], k: int, irrelevant: set[str]
) -> None:
    more = {name: 0 for name in irrelevant if name not in grades}
    for metric in (*RATES, precision_strict):
        assert metric(ranked(grades | more, returned), k) == metric(ranked(grades, returned), k)
