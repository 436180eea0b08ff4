"""Bounds of a rate: Clopper–Pearson, from the beta distribution.

Written out, as the one function that it needs would bring in all of SciPy. Counts may be fractional: an effective
number of labels, where labels have weights.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

CONFIDENCE = 0.95
_STEPS = 300
_SMALLEST = 1e-300
_CLOSE = 1e-15


@dataclass(frozen=True, slots=True)
class RateBounds:
    """A rate with what it may be, as far as its labels tell."""

    rate: float | None
    """None without labels."""
    low: float
    high: float
    n: float
    """Labels that it rests on; effective ones, where they have weights."""


@lru_cache(maxsize=4096)
def rate_bounds(successes: float, n: float, confidence: float = CONFIDENCE) -> RateBounds:
    """The exact two-sided interval of a binomial rate; [0, 1] without labels.

    Source: Clopper and Pearson 1934: low is the alpha/2 quantile of Beta(x, n - x + 1), high the 1 - alpha/2 quantile
    of Beta(x + 1, n - x). Raises ValueError for more successes than labels, or fewer than none.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}")
    if not n:
        return RateBounds(None, 0.0, 1.0, 0.0)
    tail = (1.0 - confidence) / 2
    failures = n - successes
    low = beta_quantile(tail, successes, failures + 1) if successes > 0 else 0.0
    high = beta_quantile(1.0 - tail, successes + 1, failures) if failures > 0 else 1.0
    return RateBounds(successes / n, low, high, n)


def beta_quantile(share: float, a: float, b: float) -> float:
    """Where the distribution function of Beta(a, b) reaches `share`, by bisection to the last bit."""
    low, high = 0.0, 1.0
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if beta_below(middle, a, b) < share:
            low = middle
        else:
            high = middle


def beta_below(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function: the share of Beta(a, b) below x.

    Source: the continued fraction of Abramowitz and Stegun 26.5.8, evaluated by Lentz's method.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # it converges fast only below the mean
        return 1.0 - beta_below(1.0 - x, b, a)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(log_front) * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    value, c, d = 1.0, 1.0, _inverse(1.0 - (a + b) * x / (a + 1))
    value = d
    for step in range(1, _STEPS):
        for term in _terms(step, x, a, b):
            d = _inverse(1.0 + term * d)
            c = 1.0 + term / c
            c = c if abs(c) > _SMALLEST else _SMALLEST
            value *= c * d
        if abs(c * d - 1.0) < _CLOSE:
            break
    return value


def _terms(step: int, x: float, a: float, b: float) -> tuple[float, float]:
    twice = a + 2 * step
    return (
        step * (b - step) * x / ((twice - 1) * twice),
        -(a + step) * (a + b + step) * x / (twice * (twice + 1)),
    )


def _inverse(value: float) -> float:
    return 1.0 / (value if abs(value) > _SMALLEST else _SMALLEST)
