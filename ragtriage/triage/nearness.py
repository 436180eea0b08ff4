"""Words in common: passages that look like the evidence and are not."""

from collections.abc import Sequence
from dataclasses import dataclass

from ragtriage.cases.model import Case
from ragtriage.corpus.terms import content_words
from ragtriage.runs.model import Passage

ALIKE_FROM = 0.6
"""Share of a quote's words that a passage without the quote must hold to be called a near miss."""
ALIKE_WORDS = 3
"""Content words that a quote must have: fewer stand in any passage."""


@dataclass(frozen=True, slots=True)
class LookAlike:
    """A passage that has most of a quote's words without having the quote."""

    place: int
    """1-based, in the context."""
    doc_id: str
    evidence: int
    """1-based number of the piece of evidence that it resembles."""
    shared: int
    words: int
    """`shared` of so many content words of the quote."""


def look_alikes(case: Case, passages: Sequence[Passage], relevant: Sequence[bool]) -> list[LookAlike]:
    """Passages that hold no evidence and at least ALIKE_FROM of the words of some quote, in their order."""
    quotes = [
        (number, words)
        for number, evidence in enumerate(case.evidence, 1)
        for quote in evidence.any_of
        if quote.grade and len(words := content_words(quote.quote)) >= ALIKE_WORDS
    ]
    found = []
    for place, (passage, holds) in enumerate(zip(passages, relevant, strict=True), 1):
        if holds:
            continue
        words = content_words(passage.text)
        best = max(
            ((len(quote & words) / len(quote), number, quote) for number, quote in quotes),
            key=lambda item: item[0],
            default=None,
        )
        if best is not None and best[0] >= ALIKE_FROM:
            found.append(LookAlike(place, passage.doc_id, best[1], len(best[2] & words), len(best[2])))
    return found
