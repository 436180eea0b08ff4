"""Which item of a list became which: by what it says, not by where it stands.

An item put in front of others is one item more and not a change of all, and two that changed places are told as moved.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

ALIKE_FROM = 0.5
"""Likeness (0 to 1) from which two items that are not the same are one that was changed."""
_COMPARED = 40_000
"""Pairs of items compared for likeness at most; beyond, only what is equal is paired."""
_LETTERS = 2_000
"""Letters of a text that likeness looks at."""


@dataclass(frozen=True, slots=True)
class Pair:
    """An item of the one list, and of the other; None where it came or went."""

    before: int | None
    after: int | None
    moved: bool = False
    """It stands before or after others than it did, whatever came or went between."""


def paired(
    before: Sequence[T],
    after: Sequence[T],
    keys: Sequence[Callable[[T], Hashable]],
    likeness: Callable[[T, T], float],
) -> list[Pair]:
    """Every item of both lists, once: kept ones and new ones in the order of `after`, then those that went.

    Items with the same first key are paired first, then the same second key, and so on; what is left by likeness.
    """
    partner: dict[int, int] = {}
    for key in keys:
        _pair_equal(before, after, key, partner)
    _pair_alike(before, after, likeness, partner)
    moved = _moved(partner)
    origin = {a: b for b, a in partner.items()}
    out = [Pair(origin.get(a), a, a in moved) for a in range(len(after))]
    return out + [Pair(b, None) for b in range(len(before)) if b not in partner]


def _pair_equal(before: Sequence[T], after: Sequence[T], key: Callable[[T], Hashable], partner: dict[int, int]) -> None:
    taken = set(partner.values())
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for a, item in enumerate(after):
        if a not in taken:
            waiting[key(item)].append(a)
    for b, item in enumerate(before):
        if b not in partner and (found := waiting.get(key(item))):
            partner[b] = found.pop(0)


def _pair_alike(
    before: Sequence[T], after: Sequence[T], likeness: Callable[[T, T], float], partner: dict[int, int]
) -> None:
    taken = set(partner.values())
    left = [b for b in range(len(before)) if b not in partner]
    free = [a for a in range(len(after)) if a not in taken]
    if len(left) * len(free) > _COMPARED:
        return
    found = [(-likeness(before[b], after[a]), abs(a - b), b, a) for b in left for a in free]
    for unlike, _, b, a in sorted(found):
        if -unlike >= ALIKE_FROM and b not in partner and a not in taken:
            partner[b] = a
            taken.add(a)


def _moved(partner: dict[int, int]) -> set[int]:
    """The fewest items (places in the later list) that must be taken out for the rest to be in the old order."""
    import bisect

    order = [partner[b] for b in sorted(partner)]
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for at, value in enumerate(order):
        place = bisect.bisect_left(tails, value)
        previous.append(ends[place - 1] if place else -1)
        tails[place : place + 1] = [value]
        ends[place : place + 1] = [at]
    kept: set[int] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        kept.add(order[at])
        at = previous[at]
    return set(order) - kept


def text_similarity(a: str, b: str) -> float:
    """How much of two texts is the same, 0 to 1: rapidfuzz's normalised indel similarity of their beginnings."""
    from rapidfuzz import fuzz

    return float(fuzz.ratio(a[:_LETTERS], b[:_LETTERS])) / 100
