"""Scores that tools keep beside a trace, each under a name: what one says is told from all scores of that name."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ragtriage.intake.model import Rating
from ragtriage.intake.ratings import SCALE_WORDS, RatingColumn, Scale, is_empty


class ToolScore(NamedTuple):
    """One score as an export has it."""

    name: str
    values: tuple[object, ...]
    """What it says, the surest first: a label, then a number."""


class ScoreScales:
    """The scales of all scores of an import, by name."""

    def __init__(self) -> None:
        self._columns: dict[str, RatingColumn] = {}
        self._scales: dict[str, Scale] = {}

    def see(self, scores: Sequence[ToolScore]) -> None:
        """Take scores into account."""
        for score in scores:
            for value in score.values:
                if not is_empty(value):
                    self._columns.setdefault(score.name, RatingColumn()).see(value)

    def worst(self, scores: Sequence[ToolScore]) -> Rating:
        """What the scores of a trace say together: one that is down outweighs all."""
        ratings = Counter(filter(None, map(self._rating, scores)))
        return "down" if ratings["down"] else "up" if ratings["up"] else "none"

    def _rating(self, score: ToolScore) -> Rating | None:
        if score.name not in self._scales:
            self._scales[score.name] = self._columns.get(score.name, RatingColumn()).scale(score.name)
        found = (self._scales[score.name].read(value) for value in score.values if not is_empty(value))
        return next((rating for rating in found if rating), None)

    def told(self) -> Iterator[str]:
        """What the numbers were taken for, and which ones tell nothing."""
        for name, column in self._columns.items():
            scale = column.scale(name)
            if column.values and not column.read:
                yield f"no value of the score `{name}` is a rating that is known"
            elif scale.name:
                yield f"the score `{name}` is read as {SCALE_WORDS[scale.name]} ({scale.why})"
            elif column.numbers:
                yield f"the numbers of the score `{name}` are no rating yet: {scale.why}"
