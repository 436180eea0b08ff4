"""How far to believe a grader: rates with bounds, agreement beyond chance, and the corrected mean."""

import json
import os
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.grading.agreement import LabelledUnit, cohens_kappa, confusion, kappa_interval
from ragtriage.grading.bounds import beta_below, rate_bounds
from ragtriage.grading.calibration import (
    CorrectedMean,
    LabelStratum,
    calibration_report,
    label_weights,
    part_of_case,
    rate_from_strata,
)
from ragtriage.metrics.model import Scored, Unscored

NAMED = os.environ.get("RAGTRIAGE_STATISTICS_VECTORS")
PATH = Path(NAMED) if NAMED else Path(__file__).parents[2].parent / "shared" / "vectors" / "statistics_vectors.json"
Values = Mapping[str, Any]


def of_bounds(given: Values) -> Values:
    found = rate_bounds(given["successes"], given["n"])
    return {"rate": found.rate, "low": found.low, "high": found.high}


def of_strata(given: Values) -> Values:
    found = rate_from_strata([LabelStratum(**one) for one in given["strata"]])
    assert isinstance(found, CorrectedMean)
    return {"rate": found.rate, "variance": found.variance, "low": found.low, "high": found.high}


def of_weighted_kappa(given: Values) -> Values:
    rows = zip(given["grader"], given["person"], given["weight"], strict=True)
    table = confusion([LabelledUnit("c", bool(grader), bool(person), weight) for grader, person, weight in rows])
    found = cohens_kappa(given["grader"], given["person"], given["weight"])
    assert isinstance(found.kappa, Scored)
    return {
        "kappa": found.kappa.value,
        "raw_agreement": found.raw,
        "tpr": table.tpr,
        "tnr": table.tnr,
        "prevalence": table.prevalence,
    }


KINDS: dict[str, Callable[[Values], Values]] = {
    "rate_bounds": of_bounds,
    "rate_from_strata": of_strata,
    "kappa_weighted": of_weighted_kappa,
}


def vectors() -> list[Any]:
    if not PATH.exists():
        reason = f"the reference values are not here: {PATH.name} (RAGTRIAGE_STATISTICS_VECTORS names another file)"
        return [pytest.param(None, marks=pytest.mark.skip(reason=reason), id="absent")]
    known = [one for one in json.loads(PATH.read_text("utf-8"))["vectors"] if one["kind"] in KINDS]
    return [pytest.param(one, id=one["id"]) for one in known]


@pytest.mark.parametrize("vector", vectors())
def test_a_reference_value_is_reproduced(vector: Values) -> None:
    got = KINDS[vector["kind"]](vector["input"])
    assert got == pytest.approx(vector["expected"], abs=vector.get("tolerance", 1e-9))


# --- bounds


def binomial_tail(successes: int, n: int, rate: float) -> float:
    """Chance of at least so many successes."""
    from math import comb

    return sum(comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(successes, n + 1))


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_bounds_are_where_so_many_successes_become_unlikely(drawn: tuple[int, int]) -> None:
    successes, n = drawn
    found = rate_bounds(successes, n)
    assert found.rate is not None and found.low <= found.rate <= found.high
    if successes:
        assert binomial_tail(successes, n, found.low) == pytest.approx(0.025, abs=1e-9)
    if successes < n:
        assert 1 - binomial_tail(successes + 1, n, found.high) == pytest.approx(0.025, abs=1e-9)


@pytest.mark.parametrize(("x", "a", "b", "below"), [(0.3, 1, 1, 0.3), (0.5, 7.5, 7.5, 0.5), (0.2, 1, 3, 1 - 0.8**3)])
def test_the_beta_distribution_in_closed_form(x: float, a: float, b: float, below: float) -> None:
    assert beta_below(x, a, b) == pytest.approx(below, abs=1e-12)


def test_bounds_at_the_edges() -> None:
    assert (rate_bounds(0, 0).rate, rate_bounds(0, 0).low, rate_bounds(0, 0).high) == (None, 0.0, 1.0)
    assert rate_bounds(10, 10).high == 1.0
    assert rate_bounds(0, 10).low == 0.0
    with pytest.raises(ValueError, match="11 successes of 10"):
        rate_bounds(11, 10)


# --- agreement


def test_agreement_of_constant_labels_is_undefined_beyond_chance() -> None:
    found = cohens_kappa([1, 1, 1], [1, 1, 1])
    assert (found.raw, found.kappa) == (1.0, Unscored("undefined: no variation"))
    with pytest.raises(ValueError, match="0 and 0 labels"):
        cohens_kappa([], [])
    with pytest.raises(ValueError, match="2 and 1 labels"):
        cohens_kappa([1, 0], [1])


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30), st.integers(2, 4))
def test_a_weight_is_so_many_labels(pairs: list[tuple[bool, bool]], times: int) -> None:
    weighted = [LabelledUnit("c", *pair, weight=times if n == 0 else 1.0) for n, pair in enumerate(pairs)]
    repeated = [LabelledUnit("c", *pair) for pair in [pairs[0]] * times + pairs[1:]]
    assert confusion(weighted) == confusion(repeated)
    one, other = (
        cohens_kappa([u.grader for u in units], [u.person for u in units], [u.weight for u in units])
        for units in (weighted, repeated)
    )
    assert one.raw == pytest.approx(other.raw)


def units(true_yes: int, false_yes: int, false_no: int, true_no: int, weight: float = 1.0) -> list[LabelledUnit]:
    """As many of each, two to a case."""
    counts = {(True, True): true_yes, (True, False): false_yes, (False, True): false_no, (False, False): true_no}
    kinds = [kind for kind, count in counts.items() for _ in range(count)]
    return [LabelledUnit(f"c{n // 2}", grader, person, weight) for n, (grader, person) in enumerate(kinds)]


def test_kappa_s_interval_is_seeded_and_around_it() -> None:
    labelled = units(40, 5, 4, 30)
    low, high = kappa_interval(labelled, seed=7) or (0, 0)
    kappa = cohens_kappa([one.grader for one in labelled], [one.person for one in labelled]).kappa
    assert isinstance(kappa, Scored)
    assert low < kappa.value < high < 1
    assert kappa_interval(labelled, seed=7) == (low, high)
    assert kappa_interval(units(10, 0, 0, 0)) is None
    assert kappa_interval([]) is None


def test_labels_of_few_cases_say_less_than_their_number() -> None:
    many = [LabelledUnit(f"c{n}", one.grader, one.person) for n, one in enumerate(units(40, 5, 4, 30))]
    few = [LabelledUnit(f"c{n // 13}", one.grader, one.person) for n, one in enumerate(many)]

    def width(labelled: list[LabelledUnit]) -> float:
        low, high = kappa_interval(labelled) or (0.0, 0.0)
        return high - low

    assert width(few) > width(many) > 0


# --- the corrected mean


def test_the_mean_of_a_grader_that_passes_too_much_is_corrected_down() -> None:
    found = rate_from_strata([LabelStratum(units=240, labels=50, passes=46), LabelStratum(60, 50, 8)])
    assert isinstance(found, CorrectedMean)
    assert found.rate == pytest.approx(0.768)
    assert found.low < 0.768 < found.high < 240 / 300 + 0.05


def test_a_stratum_without_labels_says_nothing_and_all_labels_say_all() -> None:
    assert rate_from_strata([LabelStratum(10, 5, 5), LabelStratum(5, 0, 0)]) == Unscored("1 of 2 strata have no labels")
    assert isinstance(rate_from_strata([LabelStratum(0, 0, 0)]), Unscored)
    everything = rate_from_strata([LabelStratum(10, 10, 7)])
    assert isinstance(everything, CorrectedMean)
    assert (everything.low, everything.high) == pytest.approx((0.7, 0.7))
    with pytest.raises(ValueError, match="more labels than units"):
        rate_from_strata([LabelStratum(5, 6, 5)])


@pytest.mark.parametrize(("truth", "tpr", "tnr"), [(0.7, 0.85, 0.8), (0.9, 0.95, 0.6), (0.4, 0.7, 0.9)])
def test_its_interval_holds_the_truth_as_often_as_it_says(truth: float, tpr: float, tnr: float) -> None:
    chance = random.Random(5)
    held, rounds = 0, 1500
    for _ in range(rounds):
        people = [chance.random() < truth for _ in range(500)]
        verdicts = [chance.random() < (tpr if person else 1 - tnr) for person in people]
        found = rate_from_strata([drawn(people, verdicts, verdict, chance) for verdict in (True, False)])
        assert isinstance(found, CorrectedMean)
        held += found.low <= sum(people) / len(people) <= found.high
    assert held / rounds >= 0.93


def drawn(people: Sequence[bool], verdicts: Sequence[bool], verdict: bool, chance: random.Random) -> LabelStratum:
    group = [person for person, said in zip(people, verdicts, strict=True) if said == verdict]
    labels = chance.sample(group, min(40, len(group)))
    return LabelStratum(len(group), len(labels), sum(labels))


def test_weights_give_each_stratum_its_share_of_the_run() -> None:
    weights = label_weights({"yes": 90, "no": 10}, {"yes": 30, "no": 10})
    assert weights == pytest.approx({"yes": 0.03, "no": 0.01})
    assert 30 * weights["yes"] + 10 * weights["no"] == pytest.approx(1.0)
    assert label_weights({"yes": 5, "no": 5}, {"yes": 5, "no": 0}) == {"yes": 0.1}


def test_half_of_the_cases_are_for_the_last_test_and_stay_there() -> None:
    parts = [part_of_case(f"billing/{n}") for n in range(1000)]
    assert 450 < parts.count("test") < 550
    assert parts == [part_of_case(f"billing/{n}") for n in range(1000)]


# --- the report


def test_a_calibrated_grader() -> None:
    found = calibration_report(units(90, 5, 6, 95))
    assert (found.trust, found.needed) == ("calibrated", "")
    assert found.tpr.low >= 0.8 and found.tnr.low >= 0.8
    assert found.constant == pytest.approx(100 / 196)


def test_how_many_labels_are_missing_is_told_by_class() -> None:
    found = calibration_report(units(90, 5, 6, 45))
    assert found.trust == "provisional"
    assert found.missing["yes"] == 0
    more = found.missing["no"]
    assert more is not None and found.needed == f"{more} more of class no until calibrated"
    total = 50 + more
    assert rate_bounds(0.9 * total, total).low >= 0.8 > rate_bounds(0.9 * (total - 1), total - 1).low


def test_about_65_labels_of_each_class_are_needed_at_90_percent() -> None:
    missing = calibration_report(units(18, 2, 2, 18)).missing
    assert missing["yes"] == missing["no"]
    assert 58 <= 20 + (missing["yes"] or 0) <= 70


def test_below_20_labels_it_is_uncalibrated_however_well_it_does() -> None:
    assert calibration_report(units(9, 0, 0, 9)).trust == "uncalibrated"
    assert calibration_report(units(10, 0, 0, 10)).trust == "provisional"


def test_a_grader_that_is_too_often_wrong_is_never_calibrated_by_more_labels() -> None:
    found = calibration_report(units(90, 30, 2, 70))
    assert found.missing["no"] is None
    assert found.needed.startswith("no number of labels calibrates it: too many of class no")


def test_a_class_that_nobody_labelled_needs_the_fewest_that_can_do() -> None:
    found = calibration_report(units(90, 0, 6, 0))
    assert (found.tnr.rate, found.trust) == (None, "provisional")
    fewest = found.missing["no"]
    assert fewest is not None and rate_bounds(fewest, fewest).low >= 0.8 > rate_bounds(fewest - 1, fewest - 1).low


def test_the_constant_grader_agrees_often_and_tells_nothing() -> None:
    found = calibration_report(units(95, 5, 0, 0))
    assert found.agreement.raw == found.constant == pytest.approx(0.95)
    assert found.agreement.kappa == Scored(0.0)
    assert (found.tpr.rate, found.tnr.rate) == (1.0, 0.0)


def test_the_scale_of_the_weights_is_nothing_to_it_but_their_spread_is() -> None:
    plain, scaled = calibration_report(units(40, 5, 4, 30)), calibration_report(units(40, 5, 4, 30, weight=0.01))
    assert scaled.tpr.low == pytest.approx(plain.tpr.low)
    assert scaled.missing == plain.missing
    labelled = units(40, 5, 4, 30)
    spread = [LabelledUnit(u.case_id, u.grader, u.person, 9.0 if n % 2 else 1.0) for n, u in enumerate(labelled)]
    assert calibration_report(spread).tpr.n < plain.tpr.n


def test_without_labels_there_is_nothing_to_report() -> None:
    with pytest.raises(ValueError, match="0 and 0 labels"):
        calibration_report([])
