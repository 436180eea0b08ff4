"""Words in common: near-miss passages, and questions that ask the same.

Both compare sets of content words. Stop words say nothing about what a text is about.
"""

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

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


def near_duplicates(
    questions: Iterable[tuple[str, str]], of: Collection[str] | None = None
) -> list[tuple[str, str, float]]:
    """Pairs of ids whose questions share at least SAME_QUESTION_FROM of their content words, with the similarity.

    Takes (id, question); `of`: only pairs with one of these ids. Only questions that share two of their rarest words
    are compared (prefix filtering: Chaudhuri, Ganti and Kaushik 2006; by two words: Wang, Li and Feng 2012), which
    finds every such pair in far less than all-pairs time.
    """
    words = {id_: content_words(question) for id_, question in questions}
    frequency: dict[str, int] = defaultdict(int)
    for some in words.values():
        for word in some:
            frequency[word] += 1
    order = {word: at for at, word in enumerate(sorted(frequency, key=lambda word: (frequency[word], word)))}
    index: dict[int, list[str]] = defaultdict(list)
    pairs = []
    wanted = words.keys() if of is None else words.keys() & set(of)
    for id_ in sorted(words, key=lambda id_: id_ not in wanted):  # those asked for meet each other, then all others
        some, asked = words[id_], id_ in wanted
        keys = _keys(sorted(order[word] for word in some), len(order))
        for other in {other for key in keys for other in index.get(key, ())}:
            shared = len(some & words[other])
            similarity = shared / (len(some) + len(words[other]) - shared)
            if similarity >= SAME_QUESTION_FROM:
                pairs.append((other, id_, similarity) if asked else (id_, other, similarity))
        for key in keys if asked else ():
            index[key].append(id_)
    return sorted(pairs)


def _keys(rarest_first: list[int], words: int) -> list[int]:
    """Pairs of words, each as one number, of which two near-duplicates share one; of a single word, that word.

    Of n words at least SAME_QUESTION_FROM · n are shared, so the two rarest of those are among the others and two more.
    """
    count = len(rarest_first)
    if count < 2:  # its like can only be itself
        return [-1 - word for word in rarest_first]
    kept = rarest_first[: count - math.ceil(SAME_QUESTION_FROM * count) + 2]
    return [one * words + other for one, other in combinations(kept, 2)]
