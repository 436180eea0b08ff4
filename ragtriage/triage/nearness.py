"""Words in common: near-miss passages, and questions that ask the same.

Both compare sets of content words. Stop words say nothing about what a text is about.
"""

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ragtriage.cases.model import Case
from ragtriage.corpus.terms import STOP_WORDS, spaced
from ragtriage.runs.model import Passage

ALIKE_FROM = 0.6
"""Share of a quote's words that a passage without the quote must hold to be called a near miss."""
ALIKE_WORDS = 3
"""Content words that a quote must have: fewer stand in any passage."""
SAME_QUESTION_FROM = 0.75
"""Jaccard similarity of the content words from which two questions are called near-duplicates."""

_WORD = re.compile(r"\w[\w.+#-]*\w|[^\W_]", re.UNICODE)


def content_words(text: str) -> frozenset[str]:
    """The words of a text that say what it is about: case-folded, without stop words and plural endings."""
    return frozenset(
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in _WORD.findall(spaced(text.casefold()))
        if word not in STOP_WORDS
    )


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
        if len(words := content_words(quote.quote)) >= ALIKE_WORDS
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


def near_duplicates(
    questions: Iterable[tuple[str, str]], of: Collection[str] | None = None
) -> list[tuple[str, str, float]]:
    """Pairs of ids whose questions share at least SAME_QUESTION_FROM of their content words, with the similarity.

    Takes (id, question); `of`: only pairs with one of these ids. Only questions that share one of their rarest words
    are compared (prefix filtering: Chaudhuri, Ganti and Kaushik 2006), which finds every such pair in far less than
    all-pairs time.
    """
    words = {id_: content_words(question) for id_, question in questions}
    frequency: dict[str, int] = defaultdict(int)
    for some in words.values():
        for word in some:
            frequency[word] += 1
    index: dict[str, list[str]] = defaultdict(list)
    pairs = []
    wanted = words.keys() if of is None else words.keys() & set(of)
    for id_ in sorted(words, key=wanted.__contains__):  # those asked for meet all others, and each other once
        some = words[id_]
        rarest = sorted(some, key=lambda word: (frequency[word], word))
        prefix = rarest[: len(rarest) - math.ceil(SAME_QUESTION_FROM * len(rarest)) + 1]
        for other in {other for word in prefix for other in index[word]} if id_ in wanted else ():
            similarity = len(some & words[other]) / len(some | words[other])
            if similarity >= SAME_QUESTION_FROM:
                pairs.append((other, id_, similarity))
        for word in prefix:
            index[word].append(id_)
    return sorted(pairs)
