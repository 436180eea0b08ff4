"""A run in metrics: the mean of each over the run's cases, how many it rests on, and why the others have no value.

The unit is the case: repeats are averaged first, so that a case that was asked five times weighs as one. Quarantined
cases are in no mean; what the mean would be with them is said beside it. Refusals are told as the pair of rates, as one
without the other rewards declining everything, or nothing.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ragtriage.grading.families import Family
from ragtriage.grading.run_grader import GradedValues
from ragtriage.metrics.model import Mean, Score, Scored, Unscored, mean
from ragtriage.metrics.registry import METRICS
from ragtriage.triage.outcomes import ScoredOutput

Unit = Literal["share", "rank", "count"]


@dataclass(frozen=True, slots=True)
class CaseScores:
    """What was scored of one case of a run, over its repeats."""

    case_id: str
    answerable: bool
    quarantined: bool
    values: Mapping[str, Score]
    """By metric name."""


@dataclass(frozen=True, slots=True)
class MetricMean:
    """One metric over the cases of a run, or of a group of them."""

    metric: str
    """With the numbers put in for k and depth: `evidence_recall@5`."""
    words: str
    """What it says, in a sentence."""
    unit: Unit
    mean: Mean
    """Without the quarantined cases."""
    with_quarantined: Mean
    reasons: Mapping[str, int] = field(default_factory=dict)
    """Why cases outside the quarantine are unscored, and how many: the most frequent first."""
    group: str = ""
    """The value that these cases share, where they are told apart by a key; empty: they lack one, or are all there
    are."""
    cases: int = 0
    """Cases of the group outside the quarantine that the metric is about."""
    grader: str = ""
    """Who decided it, and whether it is calibrated; empty: code."""


NOT_GRADED = "not graded, or changed since"
"""Why a case has no value of a grader's metric where nobody asked for one."""
_RATES = (
    ("false_refusal_rate", "the share of answerable cases that were declined", True),
    ("false_answer_rate", "the share of should-decline cases that were answered", False),
)
_REFUSAL = "refusal"


def case_scores(
    outputs: Iterable[ScoredOutput], active: Collection[str], graded: Iterable[GradedValues] = ()
) -> list[CaseScores]:
    """The scores of each active case, its repeats averaged; a case is quarantined where any of its outputs is.

    `graded`: what a grader said of its outputs.
    """
    grades: dict[str, list[dict[str, float | str]]] = {}
    for grade in graded:
        grades.setdefault(grade.case_id, []).append(grade.values)
    by_case: dict[str, list[ScoredOutput]] = {}
    for one in outputs:
        if one.case_id in active:
            by_case.setdefault(one.case_id, []).append(one)
    return [_of_case(repeats, grades.get(case_id, [])) for case_id, repeats in by_case.items()]


def _of_case(repeats: Sequence[ScoredOutput], grades: Sequence[dict[str, float | str]]) -> CaseScores:
    values = [*(json.loads(one.values) for one in repeats), *grades]
    names = dict.fromkeys(name for each in values for name in each)
    return CaseScores(
        repeats[0].case_id,
        repeats[0].answerable,
        any(one.state == "quarantined" for one in repeats),
        {name: averaged([each[name] for each in values if name in each]) for name in names},
    )


def averaged(repeats: Sequence[float | str]) -> Score:
    """One score for several repeats: the mean of the numbers, or the first reason where there is none."""
    numbers = [value for value in repeats if not isinstance(value, str)]
    if not numbers:
        return Unscored(str(repeats[0]))
    return Scored(sum(numbers) / len(numbers))


def metric_means(cases: Sequence[CaseScores], k: int, depth: int) -> list[MetricMean]:
    """Every metric that code decides over these cases, in the order in which they are shown."""
    found = []
    for metric in METRICS:
        if metric.name != _REFUSAL:
            shown = shown_name(metric.name, k, depth)
            found.append(_over(cases, metric.name, shown, metric.words, metric.unit))
    return [*found, *_refusal_rates(cases)]


def graded_means(cases: Sequence[CaseScores], families: Iterable[Family], grader: str) -> list[MetricMean]:
    """Every metric that a grader decided of any of these cases; `grader`: who, and how far that was calibrated.

    Cases that it did not grade are unscored.
    """
    found = []
    for metric in (metric for family in families for metric in family.metrics):
        if any(metric.name in one.values for one in cases):
            every = [replace(one, values={metric.name: Unscored(NOT_GRADED)} | {**one.values}) for one in cases]
            found.append(replace(_over(every, metric.name, metric.name, metric.words, metric.unit), grader=grader))
    return found


def shown_name(name: str, k: int, depth: int) -> str:
    """A metric's name with the numbers: `evidence_recall@5`."""
    return name.replace("@k", f"@{k}").replace("@depth", f"@{depth}")


def _refusal_rates(cases: Sequence[CaseScores]) -> list[MetricMean]:
    rates = []
    for name, words, answerable in _RATES:
        asked = [one for one in cases if one.answerable == answerable]
        found = _over(asked, _REFUSAL, name, words, "share")
        rates.append(found if answerable else _complement(found))
    return rates


def _complement(rate: MetricMean) -> MetricMean:
    return replace(rate, mean=_one_minus(rate.mean), with_quarantined=_one_minus(rate.with_quarantined))


def _one_minus(one: Mean) -> Mean:
    return one if one.value is None else Mean(1.0 - one.value, one.n, one.unscored)


def _over(cases: Sequence[CaseScores], name: str, shown: str, words: str, unit: Unit) -> MetricMean:
    every = [(one.quarantined, one.values[name]) for one in cases if name in one.values]
    trusted = [score for quarantined, score in every if not quarantined]
    reasons = Counter(score.reason for score in trusted if isinstance(score, Unscored))
    return MetricMean(
        shown,
        words,
        unit,
        mean(trusted),
        mean([score for _, score in every]),
        dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        cases=len(trusted),
    )


def cases_by_group(cases: Sequence[CaseScores], groups: Mapping[str, Collection[str]]) -> dict[str, list[CaseScores]]:
    """The cases by what `groups` says of each; a case of several values stands under each, one of none under ""."""
    found: dict[str, list[CaseScores]] = {}
    for one in cases:
        for name in groups.get(one.case_id) or ("",):
            found.setdefault(name, []).append(one)
    return dict(sorted(found.items(), key=lambda item: _order(item[0])))


def _order(name: str) -> tuple[bool, int, str]:
    """Numbers by size, names by name, what has none last."""
    return not name, int(name) if name.isdecimal() else 0, name
