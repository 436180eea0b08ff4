"""Who asks the same? One rule for lint, check, the list of duplicates, the editor and the inbox.

Questions are alike when most of their content words are, in whichever order, typos and all. Numbers are never typos,
and words that say the opposite make another question: `contrasts` knows them.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from ragtriage.corpus.contrasts import NAMED_NUMBERS, negated, opposed, unmarked
from ragtriage.corpus.terms import STOP_WORDS, content_words, raw_words

SAME_QUESTION_FROM = 0.75
"""Share of content words in common (Jaccard) from which two questions are called the same."""
CANDIDATE_FROM = 62
"""rapidfuzz's ratio of their sorted words from which two questions are looked at closely."""
_SAME_WORD_FROM = 82
"""rapidfuzz's ratio from which a word is a misspelling of another."""
_MISSPELT_FROM = 4
"""Letters of a word from which it can be misspelt: shorter ones are near too many others."""
_ONE_EDIT_FROM = 5
"""Letters of a word whose misspellings are looked for among thousands of questions, for the same reason."""
_READ = 2000
_CHARACTERS = 300
_LOOKED_AT = 50
"""Questions looked at closely for one: the most alike as text."""
_STOPS = STOP_WORDS | {unmarked(word) for word in STOP_WORDS}
_NOT = ((re.compile(r"\bcan['’]t\b|\bcannot\b"), "can not"), (re.compile(r"n['’]t\b"), " not"))
"""What says no in one word, and as two."""
_LETTER = re.compile(r"(?<=\w )[B-HJ-Z]\b")
"""`Plan B`: a capital that stands alone is a name, not an article."""


class QuestionWords:
    """A question as what it is compared by."""

    __slots__ = ("all", "negated", "numbers", "text", "words")

    def __init__(self, question: str) -> None:
        flat = _unshortened(unmarked(question[:_READ]))
        self.all = raw_words(flat)
        self.negated = negated(self.all)
        content = content_words(flat) - _STOPS
        named = frozenset(word for word in content if word in NAMED_NUMBERS)
        digits = frozenset(word for word in content if any(char.isdigit() for char in word))
        letters = frozenset(_LETTER.findall(question[:_READ]))
        self.numbers = digits | letters | {NAMED_NUMBERS[word] for word in named}
        """Numbers, months, days and single capitals: where they differ, the questions do."""
        self.words = content - digits - named
        self.text = (" ".join(sorted(self.words | self.numbers)) or spelt(question))[:_CHARACTERS]
        """Its words in order, for a first rough look."""


def _unshortened(text: str) -> str:
    for pattern, words in _NOT:
        text = pattern.sub(words, text)
    return text


def likeness(one: str, other: str) -> float:
    """Share of content words in common, 0 to 1, misspelt ones too; 0 where numbers differ or words are opposites."""
    return words_likeness(QuestionWords(one), QuestionWords(other))


def words_likeness(one: QuestionWords, other: QuestionWords) -> float:
    """`likeness` of questions that were taken apart before."""
    if one.numbers != other.numbers or one.negated != other.negated:
        return 0.0
    if opposed(one.all - other.all, other.all - one.all):
        return 0.0
    if not one.words and not other.words and not one.numbers:  # nothing but stop words: the same to the letter or not
        return float(bool(one.text) and one.text == other.text)
    common = (
        len(one.words & other.words) + len(one.numbers) + _misspelt(one.words - other.words, other.words - one.words)
    )
    return common / max(1, len(one.words) + len(other.words) + len(one.numbers) * 2 - common)


def _misspelt(left: frozenset[str], right: frozenset[str]) -> int:
    """How many words of the one are misspellings of words of the other."""
    if not left or not right:
        return 0
    from rapidfuzz import fuzz

    found, free = 0, set(right)
    for word in sorted(left):
        best = max(sorted(free), key=lambda each: fuzz.ratio(word, each), default="")
        long = min(len(word), len(best)) >= _MISSPELT_FROM
        if long and fuzz.ratio(word, best) >= _SAME_WORD_FROM:
            found += 1
            free.discard(best)
    return found


def same_question(one: QuestionWords, other: QuestionWords) -> bool:
    """Whether two questions count as one."""
    return words_likeness(one, other) >= SAME_QUESTION_FROM


def spelt(question: str) -> str:
    """A question without case and punctuation: equal for those that are the same to the letter."""
    return re.sub(r"\W+", " ", question.casefold()).strip()


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
            found = 0.0 if id_ == but else words_likeness(asked, QuestionWords(other))
            if found >= SAME_QUESTION_FROM and (best is None or found > best[1]):
                best = id_, found
        return best


def near_duplicates(
    questions: Iterable[tuple[str, str]], of: Collection[str] | None = None
) -> list[tuple[str, str, float]]:
    """Pairs of ids whose questions are the same by `likeness`, with it.

    Takes (id, question); `of`: only pairs with one of these ids. Only questions that share two of their rarest words
    are compared (prefix filtering: Chaudhuri, Ganti and Kaushik 2006; by two words: Wang, Li and Feng 2012), which
    finds every such pair in far less than all-pairs time. Among so many a misspelling is a
    single edit; `likeness` allows more in a long word.
    """
    taken = {id_: QuestionWords(question) for id_, question in questions}
    sets = _spelt_alike({id_: words.words | words.numbers for id_, words in taken.items()})
    frequency = Counter(word for some in sets.values() for word in some)
    order = {word: at for at, word in enumerate(sorted(frequency, key=lambda word: (frequency[word], word)))}
    index: dict[int, list[str]] = defaultdict(list)
    pairs = []
    wanted = taken.keys() if of is None else taken.keys() & set(of)
    for id_ in sorted(taken, key=lambda id_: id_ not in wanted):  # those asked for meet each other, then all others
        asked = id_ in wanted
        keys = _keys(sorted(order[word] for word in sets[id_]), len(order))
        for other in {other for key in keys for other in index.get(key, ())}:
            if _overlap(sets[id_], sets[other]) < SAME_QUESTION_FROM:
                continue
            similarity = words_likeness(taken[id_], taken[other])
            if similarity >= SAME_QUESTION_FROM:
                pairs.append((other, id_, similarity) if asked else (id_, other, similarity))
        for key in keys if asked else ():
            index[key].append(id_)
    return sorted(pairs)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)


def _spelt_alike(sets: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """The same sets of words, each word as the most frequent one that is spelt as it is but for one edit."""
    frequency = Counter(word for some in sets.values() for word in some)
    spelling: dict[str, str] = {}
    by_deletion: dict[str, str] = {}
    for word in sorted(frequency, key=lambda word: (-frequency[word], word)):
        deletions = _deletions(word)
        known = next((by_deletion[each] for each in deletions if each in by_deletion), None)
        spelling[word] = known or word
        if known is None:
            by_deletion.update((each, word) for each in deletions)
    return {id_: _respelt(some, spelling) for id_, some in sets.items()}


def _respelt(words: frozenset[str], spelling: dict[str, str]) -> frozenset[str]:
    """As many words as before: of two that are spelt nearly alike, one stays as it is."""
    respelt: set[str] = set()
    for word in sorted(words):
        respelt.add(word if spelling[word] in respelt else spelling[word])
    return frozenset(respelt)


def _deletions(word: str) -> list[str]:
    """The word and what is left of it without one letter: two words an edit apart share one (SymSpell, Garbe 2012)."""
    if len(word) < _ONE_EDIT_FROM or not word.isalpha():
        return [word]
    return [word, *(word[:at] + word[at + 1 :] for at in range(len(word)))]


def _keys(rarest_first: list[int], words: int) -> list[int]:
    """Pairs of words, each as one number, of which two near-duplicates share one; of a single word, that word.

    Of n words at least SAME_QUESTION_FROM · n are shared, so the two rarest of those are among the others and two more.
    """
    count = len(rarest_first)
    if count < 2:  # its like can only be itself
        return [-1 - word for word in rarest_first]
    kept = rarest_first[: count - math.ceil(SAME_QUESTION_FROM * count) + 2]
    return [one * words + other for one, other in combinations(kept, 2)]
