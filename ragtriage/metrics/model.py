"""What a metric is, and what it returns: a value, or the reason why there is none."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scored:
    """A value, and what it rests on."""

    value: float
    """In [0, 1] for rates; ranks and counts for metrics that say so. Yes and no are 1.0 and 0.0."""
    rests_on: str = ""
    """In words, for the screen: "2 of 3, the third came at rank 9"."""


@dataclass(frozen=True, slots=True)
class Unscored:
    """There is no value. Never 0, never 1, and never part of a mean."""

    reason: str


Score = Scored | Unscored


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of the scored values, and how many it rests on."""

    value: float | None
    """None when nothing was scored."""
    n: int
    unscored: int


def mean(scores: Sequence[Score]) -> Mean:
    """The mean over the scored; the unscored are counted, never averaged in."""
    values = [score.value for score in scores if isinstance(score, Scored)]
    return Mean(sum(values) / len(values) if values else None, len(values), len(scores) - len(values))
