"""How far two who judge the same agree, and how much of that is chance.

Labels have weights where they were drawn from strata: a label stands for so many units of the run.
"""

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ragtriage.metrics.model import Score, Scored, Unscored


@dataclass(frozen=True, slots=True)
class LabelledUnit:
    """One thing that grader and person both decided: is the claim supported, the nugget there?"""

    case_id: str
    """Units of one case go together."""
    grader: bool
    person: bool
    weight: float = 1.0
    """What it stands for: its stratum's share of the run / labels in it."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Raw agreement, and Cohen's kappa."""

    raw: float
    kappa: Score
    """Unscored where nobody ever said anything else: then there is no chance to agree by."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """What the grader said against what people did, in weights; people are the truth."""

    true_yes: float
    """Both say yes."""
    false_yes: float
    """The grader says yes, the person no."""
    false_no: float
    """The grader says no, the person yes."""
    true_no: float
    """Both say no."""

    @property
    def total(self) -> float:
        return self.true_yes + self.false_yes + self.false_no + self.true_no

    @property
    def tpr(self) -> float | None:
        """Of what people say yes to, the share that the grader does; None without any."""
        return _share(self.true_yes, self.false_no)

    @property
    def tnr(self) -> float | None:
        """Of what people say no to, the share that the grader does."""
        return _share(self.true_no, self.false_yes)

    @property
    def prevalence(self) -> float | None:
        """The share that people say yes to."""
        return _share(self.true_yes + self.false_no, self.false_yes + self.true_no)

    @property
    def raw(self) -> float | None:
        return _share(self.true_yes + self.true_no, self.false_yes + self.false_no)

    @property
    def constant(self) -> float | None:
        """The agreement of a grader that always says what people say more often."""
        prevalence = self.prevalence
        return None if prevalence is None else max(prevalence, 1.0 - prevalence)


def _share(some: float, others: float) -> float | None:
    return some / (some + others) if some + others else None


def confusion(units: Sequence[LabelledUnit]) -> Confusion:
    """The four weights of a set of labels."""

    def weight(grader: bool, person: bool) -> float:
        return sum(one.weight for one in units if one.grader == grader and one.person == person)

    return Confusion(weight(True, True), weight(True, False), weight(False, True), weight(False, False))


def cohens_kappa(
    one: Sequence[Hashable], other: Sequence[Hashable], weights: Sequence[float] | None = None
) -> Agreement:
    """Raw agreement and kappa = (agreed - expected) / (1 - expected), over any number of categories.

    Equals scikit-learn's cohen_kappa_score with sample weights. Raises ValueError for unlike lengths or no labels.
    Source: Cohen 1960.
    """
    weights = [1.0] * len(one) if weights is None else weights
    total = sum(weights)
    if not len(one) == len(other) == len(weights) or not total:
        raise ValueError(f"{len(one)} and {len(other)} labels with {len(weights)} weights")
    agreed = sum(weight for a, b, weight in zip(one, other, weights, strict=True) if a == b) / total
    expected = sum(
        _weight_of(category, one, weights) * _weight_of(category, other, weights) for category in {*one, *other}
    ) / (total * total)
    if 1.0 - expected < _NO_VARIATION:
        return Agreement(agreed, Unscored("undefined: no variation"))
    return Agreement(agreed, Scored((agreed - expected) / (1.0 - expected)))


_NO_VARIATION = 1e-12


def _weight_of(category: Hashable, labels: Sequence[Hashable], weights: Sequence[float]) -> float:
    return sum(weight for label, weight in zip(labels, weights, strict=True) if label == category)


_DRAWS = 2000


def kappa_interval(units: Sequence[LabelledUnit], seed: int = 0, draws: int = _DRAWS) -> tuple[float, float] | None:
    """The 95 % percentile interval of kappa, cases resampled with all of their units; None where it is undefined.

    Draws in which it is undefined are left out; it is None where those are more than half.
    """
    by_case: dict[str, list[LabelledUnit]] = {}
    for unit in units:
        by_case.setdefault(unit.case_id, []).append(unit)
    tables = [confusion(group) for group in by_case.values()]
    chance = random.Random(seed)
    found = []
    for _ in range(draws if tables else 0):
        kappa = _kappa_of([tables[chance.randrange(len(tables))] for _ in tables])
        if kappa is not None:
            found.append(kappa)
    if 2 * len(found) <= draws:
        return None
    found.sort()
    return found[int(0.025 * len(found))], found[min(len(found) - 1, int(0.975 * len(found)))]


def _kappa_of(tables: Sequence[Confusion]) -> float | None:
    yes_yes = sum(table.true_yes for table in tables)
    yes_no = sum(table.false_yes for table in tables)
    no_yes = sum(table.false_no for table in tables)
    no_no = sum(table.true_no for table in tables)
    total = yes_yes + yes_no + no_yes + no_no
    if not total:
        return None
    expected = ((yes_yes + yes_no) * (yes_yes + no_yes) + (no_yes + no_no) * (yes_no + no_no)) / (total * total)
    if 1.0 - expected < _NO_VARIATION:
        return None
    return ((yes_yes + no_no) / total - expected) / (1.0 - expected)
