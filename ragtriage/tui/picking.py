"""Which words of a document are selected while somebody looks for a quote: by sentence, by word, by its edges.

A selection is two offsets into the text. `space` holds it: what moves then stretches it from there, as a finger that
stays on the first word while the other one reads on.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator
from typing import Literal

from ragtriage.corpus.sentences import sentence_spans, word_spans

Edge = Literal["start", "end"]
Spot = tuple[int, int]

_FAR = 2_000
"""Characters in which the next word is looked for."""


class Picking:
    """The selection in one document's text. Moves return whether anything moved."""

    def __init__(self, text: str, start: int = 0, end: int = 0, words: Collection[str] = ()) -> None:
        """`words`: the terms that were searched for, as `Found.terms` gives them."""
        self.text = text
        plain = {word.strip('"').casefold() for word in words} - {""}
        self._short = frozenset(word for word in plain if len(word) < 5)
        self._stems = tuple(sorted(word[: max(4, len(word) - 3)] for word in plain if len(word) >= 5))
        self.sentences: list[Spot] = sentence_spans(text)
        self._starts = [start for start, _ in self.sentences]
        self._ends = [end for _, end in self.sentences]
        self.start, self.end = start, end
        self.held: Spot | None = None
        """What was selected when `space` was pressed; None: the selection moves as a whole."""
        if end <= start and self.sentences:
            self.start, self.end = self.sentences[max(0, bisect_right(self._starts, start) - 1)]

    @property
    def spot(self) -> Spot:
        """Start and end, code points."""
        return self.start, self.end

    @property
    def count(self) -> int:
        """How many words are selected."""
        return len(word_spans(self.text, self.start, self.end))

    def select(self, start: int, end: int) -> bool:
        """Select these words, and hold nothing."""
        moved = (start, end) != self.spot
        self.held = None
        self.start, self.end = start, end
        return moved

    def hold(self) -> bool:
        """Hold the selection, or let go; whether it is held now."""
        self.held = None if self.held else self.spot
        return self.held is not None

    # -- moving

    def sentence(self, step: int) -> bool:
        """To the next sentence (1) or the one before (-1); held, as far as its end or its start."""
        if self.held is not None:
            return self._stretch_by_sentence(step)
        at = bisect_left(self._starts, self.end) if step > 0 else bisect_left(self._starts, self.start) - 1
        return 0 <= at < len(self.sentences) and self.select(*self.sentences[at])

    def to_sentence(self, at: int) -> bool:
        """To the sentence of this number; -1: the last."""
        return bool(self.sentences) and self._go(*self.sentences[at])

    def at_or_after(self, offset: int) -> bool:
        """To the sentence at `offset`, or the first one after it."""
        at = min(bisect_right(self._ends, offset), len(self.sentences) - 1)
        return at >= 0 and self._go(*self.sentences[at])

    def _go(self, start: int, end: int) -> bool:
        if self.held is None:
            return self.select(start, end)
        return self._span(end if start >= self.held[0] else start)

    def word(self, step: int) -> bool:
        """To the next word or the one before; held, a word more or less. From several words: to the first or last."""
        if self.held is not None:
            return self._stretch_by_word(step)
        inside = word_spans(self.text, self.start, self.end)
        if len(inside) > 1:
            return self.select(*inside[0 if step > 0 else -1])
        found = self._after(self.end) if step > 0 else self._before(self.start)
        return found is not None and self.select(*found)

    def edge(self, edge: Edge, step: int) -> bool:
        """Move one edge by a word, on (1) or back (-1); a word at least stays."""
        inside = word_spans(self.text, self.start, self.end)
        start, end = self.spot
        if edge == "end":
            found = self._after(end) if step > 0 else (inside[-2] if len(inside) > 1 else None)
            end = found[1] if found else end
        else:
            found = self._before(start) if step < 0 else (inside[1] if len(inside) > 1 else None)
            start = found[0] if found else start
        return found is not None and self.select(start, end)

    def sentence_with_words(self, step: int) -> bool:
        """To the next sentence, or the one before, that holds a word searched for."""
        ahead = bisect_left(self._starts, self.end)
        before = bisect_left(self._starts, self.start) - 1
        order = range(ahead, len(self.sentences)) if step > 0 else range(before, -1, -1)
        at = next((at for at in order if next(self.hits(*self.sentences[at]), None)), None)
        return at is not None and self._go(*self.sentences[at])

    def hits(self, start: int, end: int) -> Iterator[Spot]:
        """Where between `start` and `end` words stand that were searched for, in any of their forms.

        By how they begin: near enough to mark them, nothing is decided by it.
        """
        if self._stems or self._short:
            for word in word_spans(self.text, start, end):
                plain = self.text[slice(*word)].casefold()
                if plain in self._short or plain.startswith(self._stems):
                    yield word

    # -- stretching

    def _span(self, point: int) -> bool:
        """Select from what is held as far as `point`."""
        assert self.held is not None
        before = self.spot
        self.start, self.end = min(self.held[0], point), max(self.held[1], point)
        return self.spot != before

    def _point(self, step: int) -> int:
        """The edge that moves."""
        assert self.held is not None
        if self.end > self.held[1]:
            return self.end
        if self.start < self.held[0]:
            return self.start
        return self.end if step > 0 else self.start

    def _stretch_by_sentence(self, step: int) -> bool:
        assert self.held is not None
        point = self._point(step)
        forth = point > self.held[1] or (point == self.held[1] and step > 0)
        borders = self._ends if forth else self._starts
        at = bisect_right(borders, point) if step > 0 else bisect_left(borders, point) - 1
        if not 0 <= at < len(borders):
            return self._span(self._within(self.held[1] if forth else self.held[0], point))
        return self._span(self._within(borders[at], point))

    def _within(self, to: int, point: int) -> int:
        """What comes back towards the held words stops at them."""
        assert self.held is not None
        start, end = self.held
        if point > end:
            return max(to, end)
        return min(to, start) if point < start else to

    def _stretch_by_word(self, step: int) -> bool:
        assert self.held is not None
        point = self._point(step)
        inside = word_spans(self.text, self.start, self.end)
        if step > 0:
            shrinks = point < self.held[0]
            found = inside[1] if shrinks and len(inside) > 1 else self._after(point)
            to = (found[0] if shrinks else found[1]) if found else point
        else:
            shrinks = point > self.held[1]
            found = inside[-2] if shrinks and len(inside) > 1 else self._before(point)
            to = (found[1] if shrinks else found[0]) if found else point
        return self._span(self._within(to, point) if shrinks else to)

    def _after(self, offset: int) -> Spot | None:
        return next(iter(word_spans(self.text, offset, min(len(self.text), offset + _FAR))), None)

    def _before(self, offset: int) -> Spot | None:
        return next(reversed(word_spans(self.text, max(0, offset - _FAR), offset)), None)


def pieces(text: str, words: Collection[str]) -> Iterator[tuple[str, bool]]:
    """`text` in pieces, each with whether it is a word that was searched for."""
    at = 0
    for start, end in Picking(text, words=words).hits(0, len(text)):
        if start > at:
            yield text[at:start], False
        yield text[start:end], True
        at = end
    yield text[at:], False
