"""Which of many questions ask the same? For lint, check, the list of duplicates and the editor.

What makes two questions the same is in `question_words`; here is how the pairs are found among thousands.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from ragtriage.corpus.question_words import SAME_QUESTION_FROM, QuestionWords, deletions, sameness, words_likeness

CANDIDATE_FROM = 62
"""rapidfuzz's ratio of their sorted words from which two questions are looked at closely."""
_LOOKED_AT = 50
"""Questions looked at closely for one: the most alike as text."""


def likeness(one: str, other: str) -> float:
    """Share of content words in common, 0 to 1, misspelt ones too; 0 where numbers differ or words are opposites."""
    return words_likeness(QuestionWords(one), QuestionWords(other))


class Questions:
    """Many questions, of which is asked again and again which one asks the same. Taking 10,000 apart takes a moment.

    Of each only its words in order are held, as one text: sets of them would be ten times as large.
    """

    def __init__(self, questions: Sequence[tuple[str, str]]) -> None:
        self._questions = questions
        self._texts = [QuestionWords(question).text for _, question in questions]

    def nearest(self, question: str, but: str = "") -> tuple[str, float] | None:
        """The id of the question most alike, with the likeness; None when none asks the same. `but`: not this one."""
        from rapidfuzz import fuzz, process

        asked = QuestionWords(question)
        if not asked.text or not self._texts:
            return None
        best: tuple[str, float] | None = None
        rough = process.extract(
            asked.text, self._texts, scorer=fuzz.ratio, processor=None, score_cutoff=CANDIDATE_FROM, limit=_LOOKED_AT
        )
        for _, _, at in rough:
            id_, other = self._questions[at]
            found = None if id_ == but else sameness(asked, QuestionWords(other))
            if found is not None and (best is None or found > best[1]):
                best = id_, found
        return best


def near_duplicates(
    questions: Iterable[tuple[str, str]], of: Collection[str] | None = None
) -> list[tuple[str, str, float]]:
    """Pairs of ids whose questions count as one (`sameness`), with their likeness.

    Takes (id, question); `of`: only pairs with one of these ids. Only questions that share two of their rarest words
    are compared (prefix filtering: Chaudhuri, Ganti and Kaushik 2006; by two words: Wang, Li and Feng 2012), which
    finds every such pair in far less than all-pairs time.
    """
    taken = {id_: QuestionWords(question) for id_, question in questions}
    wanted = taken.keys() if of is None else taken.keys() & set(of)
    alike = ((one, other, sameness(taken[one], taken[other])) for one, other in _alike_in_words(taken, wanted))
    return sorted((one, other, same) for one, other, same in alike if same is not None)


def _word_sets(taken: Mapping[str, QuestionWords]) -> dict[str, frozenset[str]]:
    """Each question's words and numbers, those that are spelt in two ways by one of them."""
    known = {word for words in taken.values() for word in words.all}
    return _spelt_alike({id_: words.adjoined(known) | words.numbers for id_, words in taken.items()})


def _alike_in_words(taken: Mapping[str, QuestionWords], wanted: Collection[str]) -> Iterator[tuple[str, str]]:
    """Pairs that share enough words to be looked at, the one that is `wanted` first; of two such, the earlier."""
    sets = _word_sets(taken)
    frequency = Counter(word for some in sets.values() for word in some)
    order = {word: at for at, word in enumerate(sorted(frequency, key=lambda word: (frequency[word], word)))}
    index: dict[int, list[str]] = defaultdict(list)
    for id_ in sorted(taken, key=lambda id_: id_ not in wanted):  # those asked for meet each other, then all others
        keys = _keys(sorted(order[word] for word in sets[id_]), len(order))
        for other in {other for key in keys for other in index.get(key, ())}:
            if _overlap(sets[id_], sets[other]) >= SAME_QUESTION_FROM:
                yield (other, id_) if id_ in wanted else (id_, other)
        for key in keys if id_ in wanted else ():
            index[key].append(id_)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)


def _spelt_alike(sets: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """The same sets of words, each word as the most frequent one that is spelt as it is but for one edit."""
    frequency = Counter(word for some in sets.values() for word in some)
    spelling: dict[str, str] = {}
    by_deletion: dict[str, str] = {}
    for word in sorted(frequency, key=lambda word: (-frequency[word], word)):
        edits = deletions(word)
        known = next((by_deletion[each] for each in edits if each in by_deletion), None)
        spelling[word] = known or word
        if known is None:
            by_deletion.update((each, word) for each in edits)
    return {id_: _respelt(some, spelling) for id_, some in sets.items()}


def _respelt(words: frozenset[str], spelling: dict[str, str]) -> frozenset[str]:
    """As many words as before: of two that are spelt nearly alike, one stays as it is."""
    respelt: set[str] = set()
    for word in sorted(words):
        respelt.add(word if spelling[word] in respelt else spelling[word])
    return frozenset(respelt)


def _keys(rarest_first: list[int], words: int) -> list[int]:
    """Pairs of words, each as one number, of which two near-duplicates share one; of a single word, that word.

    Of n words at least SAME_QUESTION_FROM · n are shared, so the two rarest of those are among the others and two more.
    """
    count = len(rarest_first)
    if count < 2:  # its like can only be itself
        return [-1 - word for word in rarest_first]
    kept = rarest_first[: count - math.ceil(SAME_QUESTION_FROM * count) + 2]
    return [one * words + other for one, other in combinations(kept, 2)]
