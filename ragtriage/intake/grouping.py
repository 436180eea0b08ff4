"""Who asks the same? Questions are alike when most of their content words are, in whichever order, typos and all.

Numbers are never typos: a question about 4.15 is another than one about 4.16; nor are words that say the opposite.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ragtriage.intake.model import Complaint
from ragtriage.intake.redact import STRUCK
from ragtriage.triage.nearness import SAME_QUESTION_FROM, content_words

_CANDIDATE_FROM = 62
"""rapidfuzz's token_sort_ratio from which two questions are looked at closely."""
_SAME_WORD_FROM = 82
"""rapidfuzz's ratio from which a word is a misspelling of another."""
_CHARACTERS = 300
_PAIRS_AT_ONCE = 4_000_000
_OPPOSITES = frozenset(
    frozenset(pair.split("/"))
    for pair in "enable/disable add/remove create/delete install/uninstall start/stop allow/deny "
    "increase/decrease before/after min/max minimum/maximum upgrade/downgrade import/export "
    "with/without encrypt/decrypt connect/disconnect mount/unmount enabled/disabled "
    "public/private first/last up/down in/out on/off push/pull lock/unlock".split()
)


@dataclass(frozen=True, slots=True)
class Near:
    """A case that asks nearly the same."""

    case_id: str
    likeness: float
    """Share of the content words that the questions have in common, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Group:
    """Complaints that ask the same, and the case that does."""

    lead: Complaint
    """The first of them."""
    others: tuple[Complaint, ...] = ()
    near: Near | None = None
    members: tuple[Complaint, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "members", (self.lead, *self.others))

    @property
    def people(self) -> int:
        """How many different people asked; each complaint of somebody unknown counts as one."""
        known = {one.asker for one in self.members if one.asker}
        return len(known) + sum(not one.asker for one in self.members)


def likeness(one: str, other: str) -> float:
    """Share of content words in common, 0 to 1, misspelt ones too; 0 where numbers differ or words are opposites."""
    return _likeness(_Words(one), _Words(other))


def _flat(text: str) -> str:
    """Without the marks that people leave away in a hurry: `kündige` and `kuendige` are one word."""
    spelt = text.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return "".join(char for char in unicodedata.normalize("NFKD", spelt) if not unicodedata.combining(char))


class _Words:
    """A question as what it is compared by."""

    __slots__ = ("numbers", "text", "words")

    def __init__(self, question: str) -> None:
        words = content_words(_flat(STRUCK.sub(" ", question[:2000])))
        self.numbers = frozenset(word for word in words if any(char.isdigit() for char in word))
        self.words = words - self.numbers
        self.text = (" ".join(sorted(words)) or _spelt(question))[:_CHARACTERS]


def _likeness(one: _Words, other: _Words) -> float:
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


def grouped(complaints: Sequence[Complaint], cases: Iterable[tuple[str, str]]) -> list[Group]:
    """Complaints folded by what they ask, the most asked first, each with the nearest of the cases (id, question)."""
    members: dict[str, list[Complaint]] = {}
    for one in complaints:
        members.setdefault(_spelt(one.question), []).append(one)
    leads = [_Words(found[0].question) for found in members.values()]
    home = _leaders(leads)
    folded: dict[int, list[Complaint]] = {}
    for number, found in enumerate(members.values()):
        folded.setdefault(home[number], []).extend(found)
    near = _nearest([leads[number] for number in folded], list(cases))
    groups = [Group(found[0], tuple(found[1:]), near[place]) for place, found in enumerate(folded.values())]
    return sorted(groups, key=lambda group: -len(group.members))


def alike(lead: Complaint, others: Sequence[Complaint], cases: Iterable[tuple[str, str]]) -> Group:
    """The complaint with those of the others that `grouped` would fold under it, were it the first."""
    words = [_Words(one.question) for one in (lead, *others)]
    near = {column for _, column in _candidates(words[:1], words)}
    same = tuple(
        one
        for place, one in enumerate(others, 1)
        if _spelt(one.question) == _spelt(lead.question) or (place in near and _same(words[0], words[place]))
    )
    return Group(lead, same, _nearest(words[:1], list(cases))[0])


def _spelt(question: str) -> str:
    return re.sub(r"\W+", " ", question.casefold()).strip()


def _leaders(questions: Sequence[_Words]) -> list[int]:
    """For each question, the first that asks the same: compared with leaders only, so that no chain drifts away."""
    home = list(range(len(questions)))
    for row, column in _candidates(questions, questions):
        if column < row and home[row] == row and home[column] == column and _same(questions[row], questions[column]):
            home[row] = column
    return home


def _same(one: _Words, other: _Words) -> bool:
    return one.text == other.text or _likeness(one, other) >= SAME_QUESTION_FROM


def _nearest(questions: Sequence[_Words], cases: Sequence[tuple[str, str]]) -> list[Near | None]:
    best: list[Near | None] = [None] * len(questions)
    words = [_Words(question) for _, question in cases]
    for row, column in _candidates(questions, words):
        found = 1.0 if questions[row].text == words[column].text else _likeness(questions[row], words[column])
        there = best[row]
        if found >= SAME_QUESTION_FROM and (there is None or found > there.likeness):
            best[row] = Near(cases[column][0], found)
    return best


def _candidates(rows: Sequence[_Words], columns: Sequence[_Words]) -> Iterable[tuple[int, int]]:
    """Pairs worth a close look, in order: their sorted words are alike as text."""
    from numpy import argwhere
    from rapidfuzz import fuzz, process

    if not rows or not columns:
        return
    texts = [one.text for one in columns]
    step = max(1, _PAIRS_AT_ONCE // len(texts))
    for start in range(0, len(rows), step):
        some = [one.text for one in rows[start : start + step]]
        scores = process.cdist(some, texts, scorer=fuzz.ratio, score_cutoff=_CANDIDATE_FROM)
        for row, column in argwhere(scores >= _CANDIDATE_FROM).tolist():
            yield start + row, column
