"""How far to believe a grader: its marks held against people's labels, and the mean that this comes to.

A raw mean is of what the grader says; what people would say is estimated from labels drawn by the grader's verdict,
each stratum in its share of the run. That needs no error rates to be carried over from elsewhere, and stays between 0
and 1 where a correction by (p + TNR - 1) / (TPR + TNR - 1) does not.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ragtriage.grading.agreement import (
    Agreement,
    Confusion,
    LabelledUnit,
    cohens_kappa,
    confusion,
    kappa_interval,
)
from ragtriage.grading.bounds import RateBounds, rate_bounds
from ragtriage.grading.model import Trust
from ragtriage.metrics.model import Unscored

ENOUGH = 0.8
"""The lower bound that TPR and TNR need."""
FEWEST = 20
"""Labels below which nothing is said."""
_Z = 1.959963984540054
_MOST = 100_000
"""Labels of a class beyond which nobody goes on."""


@dataclass(frozen=True, slots=True)
class LabelStratum:
    """Units of a run that were labelled as one group: those of one verdict, in one slice."""

    units: int
    """In the run."""
    labels: int
    passes: int
    """Labels that say yes."""


@dataclass(frozen=True, slots=True)
class CorrectedMean:
    """What people would say of the whole run, as far as their labels tell."""

    rate: float
    variance: float
    low: float
    """Of the 95 % interval, within [0, 1]."""
    high: float


def rate_from_strata(strata: Sequence[LabelStratum]) -> CorrectedMean | Unscored:
    """The share of yes over all units, from labels of each stratum.

    θ = Σ W·ȳ, Var = Σ W²·ỹ(1-ỹ)/(m+2)·(1-m/N), ỹ = (passes+1)/(m+2); W a stratum's share of the units. Unscored where
    a stratum has units and no labels: nothing says what they are. Raises ValueError for more labels than units.
    """
    filled = [one for one in strata if one.units]
    if not filled:
        return Unscored("there is nothing to estimate")
    if any(one.labels > one.units or one.passes > one.labels for one in filled):
        raise ValueError("a stratum has more labels than units, or more passes than labels")
    if empty := [one for one in filled if not one.labels]:
        return Unscored(f"{len(empty)} of {len(filled)} strata have no labels")
    total = sum(one.units for one in filled)
    rate = sum(one.units / total * one.passes / one.labels for one in filled)
    variance = sum((one.units / total) ** 2 * _variance(one) for one in filled)
    reach = _Z * math.sqrt(variance)
    return CorrectedMean(rate, variance, max(0.0, rate - reach), min(1.0, rate + reach))


def _variance(stratum: LabelStratum) -> float:
    adjusted = (stratum.passes + 1) / (stratum.labels + 2)
    return adjusted * (1 - adjusted) / (stratum.labels + 2) * (1 - stratum.labels / stratum.units)


def label_weights(units: Mapping[str, int], labels: Mapping[str, int]) -> dict[str, float]:
    """What a label of each stratum stands for: the stratum's share of all units / labels in it. They sum to 1 over all
    labels where every stratum has some."""
    total = sum(units.values())
    return {name: units[name] / total / count for name, count in labels.items() if count and units.get(name)}


def part_of_case(case_id: str) -> Literal["tune", "test"]:
    """Whether a case's labels are for trying prompts on, or for judging the last one: half of all cases each, by the
    hash of the id, so that no edit moves one."""
    return "test" if hashlib.sha256(case_id.encode()).digest()[0] % 2 else "tune"


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """A grader against people, for one metric."""

    labels: int
    table: Confusion
    agreement: Agreement
    kappa_interval: tuple[float, float] | None
    tpr: RateBounds
    """Of what people say yes to, the share that the grader does."""
    tnr: RateBounds
    constant: float
    """The agreement of a grader that always says the same."""
    trust: Trust
    missing: Mapping[str, int | None]
    """How many more labels of `yes` and of `no` until it is calibrated, should it go on as well; None: at this rate
    never."""

    @property
    def needed(self) -> str:
        """In words: “12 more of class no until calibrated”; empty where none is."""
        never = [name for name, count in self.missing.items() if count is None]
        if never:
            return f"no number of labels calibrates it: too many of class {' and '.join(never)} are taken for the other"
        more = [f"{count} more of class {name}" for name, count in self.missing.items() if count]
        return f"{' and '.join(more)} until calibrated" if more else ""


def calibration_report(units: Sequence[LabelledUnit], seed: int = 0) -> CalibrationReport:
    """Everything that is shown of a grader, from people's labels. Raises ValueError without any.

    Rates are weighted; their bounds rest on the effective number of labels, (Σw)² / Σw², of each class.
    """
    table = confusion(units)
    grader, person = [one.grader for one in units], [one.person for one in units]
    agreement = cohens_kappa(grader, person, [one.weight for one in units])
    yes = [one for one in units if one.person]
    no = [one for one in units if not one.person]
    tpr, tnr = _bounds(table.tpr, yes), _bounds(table.tnr, no)
    return CalibrationReport(
        labels=len(units),
        table=table,
        agreement=agreement,
        kappa_interval=kappa_interval(units, seed),
        tpr=tpr,
        tnr=tnr,
        constant=table.constant or 0.0,
        trust=_trust(len(units), tpr, tnr),
        missing={"yes": _more(tpr, len(yes)), "no": _more(tnr, len(no))},
    )


def _bounds(rate: float | None, units: Sequence[LabelledUnit]) -> RateBounds:
    if rate is None:
        return rate_bounds(0, 0)
    weights = [one.weight for one in units]
    effective = sum(weights) ** 2 / sum(weight * weight for weight in weights)
    return rate_bounds(min(rate, 1.0) * effective, effective)


def _trust(labels: int, tpr: RateBounds, tnr: RateBounds) -> Trust:
    if labels < FEWEST:
        return "uncalibrated"
    return "calibrated" if min(tpr.low, tnr.low) >= ENOUGH else "provisional"


def _more(bounds: RateBounds, labels: int) -> int | None:
    """Labels of a class that are missing, at its observed rate; without any, at the rate of a grader that is never
    wrong: the fewest that can do."""
    rate = 1.0 if bounds.rate is None else bounds.rate
    if bounds.n and bounds.low >= ENOUGH:
        return 0
    if rate <= ENOUGH:
        return None
    per_label = bounds.n / labels if labels else 1.0
    low, high = labels, max(2 * labels, FEWEST)
    while not _would_do(rate, high * per_label):
        low, high = high, 2 * high
        if high > _MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _would_do(rate, middle * per_label) else (middle, high)
    return high - labels


def _would_do(rate: float, n: float) -> bool:
    return rate_bounds(rate * n, n).low >= ENOUGH
