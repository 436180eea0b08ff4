"""One quote before a reviewer: the places it may stand at, which of them is looked at, and where exactly it ends.

Nothing here is kept: a decision is, once `triage.moving` writes it.
"""

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Literal

from ragtriage.drift.anchoring import Item
from ragtriage.drift.moving import ChosenPlace, spot_of

Edge = Literal["start", "end"]

_AS_GOOD = 0.03
"""A score this near to the best is as good: the engine calls such places ambiguous."""
_FAR = 600
"""Characters in which the next word is looked for."""


@dataclass(slots=True)
class QuoteChoice:
    """What a reviewer has chosen for one quote so far."""

    item: Item
    places: list[ChosenPlace] = field(default_factory=list)
    """Best first."""
    scores: list[float] = field(default_factory=list)
    """Of each place, as the engine gave it."""
    at: int | None = None
    """Which of them is looked at; None: none, the quote is taken for lost."""
    rejected: set[int] = field(default_factory=set)
    touched: bool = False
    """Whether the reviewer chose another place than the machine, or other edges."""

    @classmethod
    def of(cls, item: Item, near: Collection[str] = ()) -> "QuoteChoice":
        """The machine's own choice; of places as good as each other, first those in the documents `near`.

        These are the documents that the case's other quotes stand in: what is told together stands together.
        """
        own = spot_of(item.anchor)
        places = [(own, item.anchor.score)] if own else []
        places += [(ChosenPlace(one.doc_id, one.start, one.end), one.score) for one in item.anchor.alternatives]
        if item.anchor.state == "ambiguous":
            best = max((score for _, score in places), default=0.0)
            places.sort(key=lambda place: (place[1] < best - _AS_GOOD, place[0].doc_id not in near))
        return cls(item, [spot for spot, _ in places], [score for _, score in places], 0 if own else None)

    @property
    def spot(self) -> ChosenPlace | None:
        """The place looked at; None when the quote is taken for lost."""
        return None if self.at is None else self.places[self.at]

    @property
    def left(self) -> list[int]:
        """The places that were not rejected."""
        return [at for at in range(len(self.places)) if at not in self.rejected]

    def go(self, step: int) -> bool:
        """To the next place (1) or the one before (-1), round the end; whether there is another."""
        left = self.left
        if not left or left == [self.at]:
            return False
        if self.at is None:
            self.at = left[0 if step > 0 else -1]
        else:
            self.at = left[(left.index(self.at) + step) % len(left)]
        self.touched = True
        return True

    def reject(self) -> bool:
        """Not here: on to the next place; whether there is one. Without any the quote is taken for lost."""
        if self.at is None:
            return False
        self.rejected.add(self.at)
        self.touched = True
        after = [at for at in self.left if at > self.at]
        self.at = next(iter(after or self.left), None)
        return self.at is not None

    def take_back(self, at: int) -> None:
        """The place that was rejected last is looked at again."""
        self.rejected.discard(at)
        self.at = at

    def move_edge(self, text: str, edge: Edge, step: int) -> bool:
        """Move one edge by a word (1: on in the text, -1: back); whether it could be. Never leaves less than a word.

        `text` is the document of the place looked at. Lines that stood inside and are not the quote's stay left out.
        """
        if self.at is None:
            return False
        spot = self.places[self.at]
        moved = _moved(text, spot, edge, step)
        if moved is None:
            return False
        gaps = tuple(gap for gap in moved.gaps if moved.start < gap[0] and gap[1] < moved.end)
        self.places[self.at] = replace(moved, gaps=gaps)
        self.touched = True
        return True


def _moved(text: str, spot: ChosenPlace, edge: Edge, step: int) -> ChosenPlace | None:
    from ragtriage.anchors.guard import tokens

    inside = tokens(text, spot.start, spot.end)
    if edge == "end" and step > 0:
        beyond = tokens(text, spot.end, min(len(text), spot.end + _FAR))
        return replace(spot, end=_whole(text, beyond[0].end)) if beyond else None
    if edge == "start" and step < 0:
        beyond = tokens(text, max(0, spot.start - _FAR), spot.start)
        return replace(spot, start=beyond[-1].start) if beyond else None
    if len(inside) < 2:
        return None
    if edge == "end":
        return replace(spot, end=_whole(text, inside[-2].end))
    return replace(spot, start=inside[1].start)


def _whole(text: str, end: int) -> int:
    """`end`, past the marks that belong to the letter before it."""
    while end < len(text) and (unicodedata.combining(text[end]) or text[end] in "\u200d\ufe0e\ufe0f"):
        end += 1
    return end
