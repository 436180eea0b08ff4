"""A text with all of its sentences read, and which of them a claim may be about: read once, however many claims ask.

Only the sentences that share most with a claim are held against it, so that a long answer over long passages takes time
that grows as both, not as their product.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache

from ragtriage.corpus.sentences import sentence_spans
from ragtriage.grading.reading import Reading, both, joined_sentences, reading_of

LOOKED_AT = 16
"""Sentences of a text that are held against one claim, those that share most with it."""


class ReadText:
    """The sentences of a text, in order."""

    def __init__(self, text: str) -> None:
        self.sentences = tuple(reading_of(text, start, end) for start, end in sentence_spans(text))
        self._with: dict[str, list[int]] = {}
        for number, sentence in enumerate(self.sentences):
            for stem in sentence.by_stem:
                self._with.setdefault(stem, []).append(number)
        self._pairs: dict[int, Reading] = {}

    def names(self, stem: str) -> bool:
        """Whether any of its sentences has a word of this stem."""
        return stem in self._with

    @cached_property
    def whole(self) -> Reading:
        """All of it as one sentence."""
        return joined_sentences(self.sentences)

    def likely(self, claim: Reading) -> list[int]:
        """The sentences that share most with a claim, by their numbers, in order; at most LOOKED_AT."""
        if not claim.words:
            return [number for number, sentence in enumerate(self.sentences) if sentence.amounts][:LOOKED_AT]
        shared: dict[int, float] = {}
        weights = {word.stem: word.weight for word in claim.words}
        for stem, weight in weights.items():
            for number in self._with.get(stem, ()):
                shared[number] = shared.get(number, 0.0) + weight
        best = sorted(shared, key=lambda number: (-shared[number], number))[:LOOKED_AT]
        return sorted(best)

    def pairs(self, numbers: Iterable[int]) -> list[Reading]:
        """Each two sentences that follow each other of which one is among `numbers`, as one."""
        firsts = sorted({first for number in numbers for first in (number - 1, number)})
        return [self._pair(first) for first in firsts if 0 <= first < len(self.sentences) - 1]

    def _pair(self, first: int) -> Reading:
        if first not in self._pairs:
            self._pairs[first] = both(self.sentences[first], self.sentences[first + 1])
        return self._pairs[first]


@lru_cache(maxsize=256)
def read_text(text: str) -> ReadText:
    """A text, read; the same one is not read again."""
    return ReadText(text)
