"""A run in metrics: means over cases, what they rest on, and what is in none of them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.metrics.model import Mean, Scored, Unscored
from ragtriage.metrics.registry import METRICS
from ragtriage.triage.outcomes import ScoredOutput
from ragtriage.triage.run_scores import MetricMean, averaged, case_scores, cases_by_group, metric_means

NAMES = [metric.name for metric in METRICS]


def output(case_id: str, value: float | str, state: Any = "passed", answerable: bool = True) -> ScoredOutput:
    """An output of which every metric says the same."""
    return ScoredOutput(case_id, answerable, state, json.dumps(dict.fromkeys(NAMES, value)))


def means(*outputs: ScoredOutput, active: set[str] | None = None) -> dict[str, MetricMean]:
    ids = {one.case_id for one in outputs} if active is None else active
    return {one.metric: one for one in metric_means(case_scores(outputs, ids), 5, 50)}


def test_a_name_says_how_many_passages_were_looked_at_and_refusals_are_a_pair() -> None:
    shown = list(means(output("a", 1.0)))
    assert {"evidence_recall@5", "evidence_recall@50", "ndcg@5"} <= set(shown)
    assert shown[-2:] == ["false_refusal_rate", "false_answer_rate"]
    assert "refusal" not in shown
    assert len(shown) == len(METRICS) + 1


def test_what_has_no_value_is_counted_with_its_reason_and_in_no_mean() -> None:
    found = means(output("a", 1.0), output("b", 0.5), output("c", "no list"), output("d", "no list"), output("e", "x"))
    assert found["mrr"].mean == Mean(0.75, 2, 3)
    assert found["mrr"].reasons == {"no list": 2, "x": 1}


def test_repeats_are_averaged_before_cases_are() -> None:
    found = means(*[output("often", 0.0)] * 9, output("once", 1.0))
    assert found["mrr"].mean == Mean(0.5, 2, 0)


@pytest.mark.parametrize(
    ("repeats", "score"),
    [
        ([1.0, 0.0], Scored(0.5)),
        ([1.0, "it broke"], Scored(1.0)),
        (["it broke", "it hung"], Unscored("it broke")),
        ([0.0], Scored(0.0)),
    ],
)
def test_a_case_is_unscored_only_where_every_repeat_is(repeats: list[float | str], score: object) -> None:
    assert averaged(repeats) == score


def test_quarantined_cases_are_in_no_mean_and_what_it_would_be_with_them_is_said() -> None:
    found = means(output("a", 1.0), output("out", 0.0, "quarantined"))
    assert (found["mrr"].mean, found["mrr"].with_quarantined) == (Mean(1.0, 1, 0), Mean(0.5, 2, 0))
    assert (found["false_refusal_rate"].mean.n, found["false_refusal_rate"].with_quarantined.n) == (1, 2)


def test_one_quarantined_repeat_is_enough() -> None:
    found = means(output("a", 1.0, "quarantined"), output("a", 1.0), output("b", 0.0))
    assert found["mrr"].mean == Mean(0.0, 1, 0)


def test_each_rate_of_refusals_looks_at_its_own_cases() -> None:
    declined, answered = output("d", 1.0, answerable=False), output("f", 0.0, answerable=False)
    found = means(output("a", 1.0), output("b", 0.0), output("c", 0.0), declined, answered, output("x", "unknown"))
    assert found["false_refusal_rate"].mean == Mean(1 / 3, 3, 1)
    assert found["false_answer_rate"].mean == Mean(0.5, 2, 0)


def test_only_active_cases_count() -> None:
    assert means(output("a", 1.0), output("draft", 0.0), active={"a"})["mrr"].mean == Mean(1.0, 1, 0)


def test_without_any_case_there_is_no_mean() -> None:
    assert {one.mean for one in means().values()} == {Mean(None, 0, 0)}


def test_groups_stand_in_the_order_of_their_numbers_and_a_case_in_each_of_its_own() -> None:
    cases = case_scores([output(name, 1.0) for name in "abcd"], set("abcd"))
    found = cases_by_group(cases, {"a": ["10"], "b": ["2"], "c": ["2", "10"]})
    assert {name: [one.case_id for one in group] for name, group in found.items()} == {
        "2": ["b", "c"],
        "10": ["a", "c"],
        "": ["d"],
    }


@given(st.lists(st.one_of(st.floats(0, 1), st.just("none")), min_size=1, max_size=30))
def test_every_case_is_either_scored_or_counted_with_a_reason(values: list[float | str]) -> None:
    one = means(*(output(str(number), value) for number, value in enumerate(values)))["mrr"]
    assert one.mean.n + one.mean.unscored == len(values) == one.cases
    assert sum(one.reasons.values()) == one.mean.unscored
    assert one.mean.value is None or 0 <= one.mean.value <= 1
