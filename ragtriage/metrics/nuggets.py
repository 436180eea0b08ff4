"""Nuggets: which facts of a good answer the answer states. Pure functions over marks."""

from collections.abc import Sequence
from typing import Literal

from ragtriage.metrics.model import Score, Scored, Unscored

NuggetMark = Literal["YES", "PARTIAL", "NO"]
"""Whether the answer states a nugget: all of it, a part, or none."""

_WORTH = {"YES": 1.0, "PARTIAL": 0.5, "NO": 0.0}
NO_NUGGETS = Unscored("the case names no nuggets")
NO_VITAL = Unscored("the case names no vital nugget")


def nugget_recall_all(vital: Sequence[bool], marks: Sequence[NuggetMark]) -> Score:
    """The mean worth of all nuggets: YES 1, PARTIAL 0.5, NO 0. Raises ValueError for too few or too many marks."""
    _refuse_uneven(vital, marks)
    return _recall(marks) if marks else NO_NUGGETS


def nugget_recall_vital(vital: Sequence[bool], marks: Sequence[NuggetMark]) -> Score:
    """The same over the vital ones. Unscored where there is none: nothing was asked."""
    asked = _vital(vital, marks)
    return _recall(asked) if asked else NO_VITAL


def all_vital(vital: Sequence[bool], marks: Sequence[NuggetMark]) -> Score:
    """1 when every vital nugget is YES."""
    asked = _vital(vital, marks)
    if not asked:
        return NO_VITAL
    return Scored(float(all(mark == "YES" for mark in asked)), _told(asked))


def _vital(vital: Sequence[bool], marks: Sequence[NuggetMark]) -> list[NuggetMark]:
    _refuse_uneven(vital, marks)
    return [mark for is_vital, mark in zip(vital, marks, strict=True) if is_vital]


def _refuse_uneven(vital: Sequence[bool], marks: Sequence[NuggetMark]) -> None:
    """Marks that do not go with the nuggets one by one are an error, never cut short to fit."""
    if len(vital) != len(marks):
        raise ValueError(f"{len(marks)} marks for {len(vital)} nuggets")


def _recall(marks: Sequence[NuggetMark]) -> Score:
    return Scored(sum(_WORTH[mark] for mark in marks) / len(marks), _told(marks))


def _told(marks: Sequence[NuggetMark]) -> str:
    part = f", {marks.count('PARTIAL')} in part" if "PARTIAL" in marks else ""
    return f"{marks.count('YES')} of {len(marks)}{part}"
