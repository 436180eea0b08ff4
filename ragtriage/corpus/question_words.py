"""What a question is compared by, and whether two ask the same: one rule for all who ask.

Most content words must be the same, in whichever order, typos and all. Three things make another question however
alike the rest is, for there a doubt counts as a difference: numbers, opposites and negations; a word in place of
another that is not like it (AWS and Azure); the same words the other way round (from A to B, from B to A).
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from ragtriage.corpus.contrasts import NAMED_NUMBERS, negated, opposed, without_accents
from ragtriage.corpus.fillers import FILLERS
from ragtriage.corpus.terms import STOP_WORDS, content_words, ordered_words

SAME_QUESTION_FROM = 0.75
"""Share of content words in common (Jaccard) from which two questions are called the same."""
_MISSPELT_FROM = 5
"""Letters of a word from which it can be misspelt: shorter ones are near too many others."""
_READ = 2000
_CHARACTERS = 300
_STOPS = STOP_WORDS | {without_accents(word) for word in STOP_WORDS} | FILLERS
_DIGIT = re.compile(r"\d")
_NOT = ((re.compile(r"\bcan['’]t\b|\bcannot\b"), "can not"), (re.compile(r"n['’]t\b"), " not"))
"""What says no in one word, and as two."""
_LETTER = re.compile(r"(?<=\w )[B-HJ-Z]\b(?![-‐‑’'])")
"""`Plan B`: a capital that stands alone is a name, not an article. Not the E of “E-mail”."""
_INVERSION = re.compile(r"-(?:t-)?(?:ils?|elles?|on|je|tu|nous|vous|ce)\b")
"""French: `sont-ils`."""
_HYPHEN = re.compile(r"(?<!\w)(\w{1,40})[-‐‑](?=(\w{1,40}))")
_ENDINGS = ("ing", "ed", "en", "em", "es", "e")
_STEM = 5
"""Letters that stay, at least, when an ending is taken away."""
_PLACES = {
    word: place
    for place, words in {
        "to": "to into onto nach zu zum zur vers hacia verso naar",
        "from": "from von vom aus depuis desde dal dalla van",
        "before": "before vor avant antes prima voor przed",
        "after": "after apres despues dopo na po",
        "than": "than als",
    }.items()
    for word in words.split()
}
"""Words that give the next one its part in what is asked, unmarked."""
_PLACED = frozenset(_PLACES) | {"a"}


class QuestionWords:
    """A question as what it is compared by."""

    __slots__ = ("all", "negated", "numbers", "ordered", "text", "words")

    def __init__(self, question: str) -> None:
        flat = _unshortened(without_accents(question[:_READ]))
        self.ordered = ordered_words(flat)
        """All its words, as they stand."""
        self.all = frozenset(self.ordered)
        self.negated = negated(self.all)
        content = content_words(flat) - _STOPS
        named = frozenset(word for word in content if word in NAMED_NUMBERS)
        digits = frozenset(filter(_DIGIT.search, content))
        letters = frozenset(_LETTER.findall(question[:_READ]))
        self.numbers = digits | letters | {NAMED_NUMBERS[word] for word in named}
        """Numbers, months, days and single capitals: where they differ, the questions do."""
        self.words = frozenset(map(word_stem, content - digits - named))
        self.text = (" ".join(sorted(self.words | self.numbers)) or spelt(question))[:_CHARACTERS]
        """Its words in order, for a first rough look."""

    def adjoined(self, known: Collection[str]) -> frozenset[str]:
        """Its words; two side by side are one where `known`, words as they stand, has them so: “set up” and “setup”."""
        words = self.words
        for one, two in pairwise(self.ordered):
            if one + two in known:
                words = words - {word_stem(one), word_stem(two)} | {word_stem(one + two)}
        return words


@lru_cache(maxsize=65536)  # the words of a language come again and again
def word_stem(word: str) -> str:
    """A word without the ending that a sentence gives it: `process` and `processing` are one."""
    if word.isascii() and word.isalpha():
        for ending in _ENDINGS:
            if word.endswith(ending):
                return word[: -len(ending)] if len(word) - len(ending) >= _STEM else word
    return word


def _unshortened(text: str) -> str:
    for pattern, words in _NOT:
        text = pattern.sub(words, text)
    return _HYPHEN.sub(_one_word, _INVERSION.sub(" ", text)) if "-" in text or "‐" in text or "‑" in text else text


def _one_word(found: "re.Match[str]") -> str:
    """`e-mail` is `email`, `E-104` is `E104`; 4-6 stays, and the two of `two-factor` is a number."""
    before, after = found[1], found[2]
    if before in NAMED_NUMBERS or after in NAMED_NUMBERS:
        return f"{before} "
    if before[-1].isdigit() and after[0].isdigit():
        return found[0]
    return before


def words_likeness(one: QuestionWords, other: QuestionWords) -> float:
    """Share of content words in common, 0 to 1, misspelt ones too; 0 where numbers differ or words are opposites."""
    if one.numbers != other.numbers or one.negated != other.negated:
        return 0.0
    if opposed(one.all - other.all, other.all - one.all):
        return 0.0
    if not one.words and not other.words and not one.numbers:  # nothing but stop words: the same to the letter or not
        return float(bool(one.text) and one.text == other.text)
    left, right = one.adjoined(other.all), other.adjoined(one.all)
    common = len(left & right) + len(one.numbers) + _misspelt(left - right, right - left)
    return common / max(1, len(left) + len(right) + len(one.numbers) * 2 - common)


def same_question(one: QuestionWords, other: QuestionWords) -> bool:
    """Whether two questions count as one."""
    return sameness(one, other) is not None


def sameness(one: QuestionWords, other: QuestionWords) -> float | None:
    """`words_likeness` of two questions that count as one; None of others."""
    found = words_likeness(one, other)
    if found < SAME_QUESTION_FROM or (found < 1 and _exchanged(one, other)) or _turned_round(one, other):
        return None
    return found


def deletions(word: str) -> list[str]:
    """The word and what is left of it without one letter: two words an edit apart share one (SymSpell, Garbe 2012)."""
    if len(word) < _MISSPELT_FROM or not word.isalpha():
        return [word]
    return [word, *(word[:at] + word[at + 1 :] for at in range(len(word)))]


def _misspelt(left: Collection[str], right: Collection[str]) -> int:
    """How many words of the one are, but for an edit, words of the other."""
    found, free = 0, {word: frozenset(deletions(word)) for word in sorted(right)}
    for word in sorted(left) if free else ():
        like = next((each for each, edits in free.items() if not edits.isdisjoint(deletions(word))), None)
        if like is not None:
            found += 1
            del free[like]
    return found


def _exchanged(one: QuestionWords, other: QuestionWords) -> bool:
    """Whether each has a word that the other has none like: AWS here, Azure there."""
    left, right = one.adjoined(other.all), other.adjoined(one.all)
    only_left, only_right = left - right, right - left
    return min(len(only_left), len(only_right)) > _misspelt(only_left, only_right)


def _turned_round(one: QuestionWords, other: QuestionWords) -> bool:
    """Whether a word that is where it goes to in the one is another part of the other."""
    if _PLACED.isdisjoint(one.all):
        return False
    here, there = _parts(one.ordered), _parts(other.ordered)
    for place in here.keys() & there.keys():
        only_here, only_there = here[place] - there[place], there[place] - here[place]
        if only_here & (other.words | other.numbers) and only_there & (one.words | one.numbers):
            return True
    return False


def _parts(words: tuple[str, ...]) -> Mapping[str, set[str]]:
    """For each part in what is asked the words that have it: those right after “from”, “to”, “before”."""
    parts: dict[str, set[str]] = {}
    for at, word in enumerate(words):
        place = _PLACES.get(word)
        if word == "a" and at > 1 and words[at - 2] in ("de", "da", "desde", "du"):  # de Paris à Lyon
            place = "to"
        if place:
            parts.setdefault(place, set()).update(_next(words[at + 1 : at + 5]))
    return parts


def _next(words: tuple[str, ...]) -> Iterator[str]:
    """The first content word, and the number behind it."""
    rest = [word for word in words if word not in _STOPS]
    for word in rest[:1]:
        yield from (word, word_stem(word), word_stem(word.removesuffix("s")))
    for word in rest[1:2]:
        if _DIGIT.search(word):
            yield word


def spelt(question: str) -> str:
    """A question without case and punctuation: equal for those that are the same to the letter."""
    return re.sub(r"\W+", " ", question.casefold()).strip()
