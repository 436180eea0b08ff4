"""Who asks the same? Questions are alike when most of their content words are, in whichever order, typos and all.

Numbers are never typos: a question about 4.15 is another than one about 4.16; nor are words that say the opposite.
"""

import re
import unicodedata
from collections.abc import Sequence

from ragtriage.triage.nearness import SAME_QUESTION_FROM, content_words

CANDIDATE_FROM = 62
"""rapidfuzz's token_sort_ratio from which two questions are looked at closely."""
_SAME_WORD_FROM = 82
"""rapidfuzz's ratio from which a word is a misspelling of another."""
_CHARACTERS = 300
_LOOKED_AT = 50
"""Questions looked at closely for one: the most alike as text."""
_OPPOSITES = frozenset(
    frozenset(pair.split("/"))
    for pair in "enable/disable add/remove create/delete install/uninstall start/stop allow/deny "
    "increase/decrease before/after min/max minimum/maximum upgrade/downgrade import/export "
    "with/without encrypt/decrypt connect/disconnect mount/unmount enabled/disabled "
    "public/private first/last up/down in/out on/off push/pull lock/unlock".split()
)


class QuestionWords:
    """A question as what it is compared by."""

    __slots__ = ("numbers", "text", "words")

    def __init__(self, question: str) -> None:
        words = content_words(_flat(question[:2000]))
        self.numbers = frozenset(word for word in words if any(char.isdigit() for char in word))
        self.words = words - self.numbers
        self.text = (" ".join(sorted(words)) or spelt(question))[:_CHARACTERS]
        """Its words in order, for a first rough look."""


def likeness(one: str, other: str) -> float:
    """Share of content words in common, 0 to 1, misspelt ones too; 0 where numbers differ or words are opposites."""
    return words_likeness(QuestionWords(one), QuestionWords(other))


def words_likeness(one: QuestionWords, other: QuestionWords) -> float:
    """`likeness` of questions that were taken apart before."""
    from rapidfuzz import fuzz

    if one.numbers != other.numbers:
        return 0.0
    shared = one.words & other.words
    left, right = one.words - shared, set(other.words - shared)
    if any(frozenset((a, b)) in _OPPOSITES for a in left for b in right):
        return 0.0
    common = float(len(shared) + len(one.numbers))
    for word in sorted(left):
        best = max(right, key=lambda each: fuzz.ratio(word, each), default="")
        if best and len(word) > 3 and fuzz.ratio(word, best) >= _SAME_WORD_FROM:
            common += 1
            right.discard(best)
    return common / max(1.0, len(one.words) + len(other.words) + len(one.numbers) * 2 - common)


def spelt(question: str) -> str:
    """A question without case and punctuation: equal for those that are the same to the letter."""
    return re.sub(r"\W+", " ", question.casefold()).strip()


def _flat(text: str) -> str:
    """Without the marks that people leave away in a hurry: `kündige` and `kuendige` are one word."""
    marked = text.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return "".join(char for char in unicodedata.normalize("NFKD", marked) if not unicodedata.combining(char))


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
        for text, _, at in rough:
            id_, other = self._questions[at]
            if id_ == but:
                continue
            found = 1.0 if asked.text == text else words_likeness(asked, QuestionWords(other))
            if found >= SAME_QUESTION_FROM and (best is None or found > best[1]):
                best = id_, found
        return best
