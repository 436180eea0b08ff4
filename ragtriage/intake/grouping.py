"""Who asks the same? Questions are alike when most of their content words are, in whichever order, typos and all.

Numbers are never typos: a question about 4.15 is another than one about 4.16; nor are words that say the opposite.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ragtriage.corpus.near_duplicates import CANDIDATE_FROM
from ragtriage.corpus.question_words import QuestionWords, same_question, spelt, words_likeness
from ragtriage.intake.model import Complaint
from ragtriage.intake.redact import STRUCK

_PAIRS_AT_ONCE = 4_000_000


NEAR_CASE_FROM = 0.6
"""Likeness from which a case is shown beside a complaint: a person decides, so it may be less than for folding."""


@dataclass(frozen=True, slots=True)
class Near:
    """A case that asks nearly the same."""

    case_id: str
    likeness: float
    """Share of the content words that the questions have in common, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class ComplaintGroup:
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


def _words(question: str) -> QuestionWords:
    """A question as what it is compared by; what was struck out of it is no word."""
    return QuestionWords(STRUCK.sub(" ", question[:2000]))


def grouped(complaints: Sequence[Complaint], cases: Iterable[tuple[str, str]]) -> list[ComplaintGroup]:
    """Complaints folded by what they ask, the most asked first, each with the nearest of the cases (id, question)."""
    members: dict[str, list[Complaint]] = {}
    for one in complaints:
        members.setdefault(spelt(one.question), []).append(one)
    leads = [_words(found[0].question) for found in members.values()]
    home = _leaders(leads)
    folded: dict[int, list[Complaint]] = {}
    for number, found in enumerate(members.values()):
        folded.setdefault(home[number], []).extend(found)
    near = _nearest([leads[number] for number in folded], list(cases))
    groups = [ComplaintGroup(found[0], tuple(found[1:]), near[place]) for place, found in enumerate(folded.values())]
    return sorted(groups, key=lambda group: -len(group.members))


def group_led_by(lead: Complaint, others: Sequence[Complaint], cases: Iterable[tuple[str, str]]) -> ComplaintGroup:
    """The complaint with those of the others that `grouped` would fold under it, were it the first."""
    words = [_words(one.question) for one in (lead, *others)]
    near = {column for _, column in _candidates(words[:1], words)}
    same = tuple(
        one
        for place, one in enumerate(others, 1)
        if spelt(one.question) == spelt(lead.question) or (place in near and same_question(words[0], words[place]))
    )
    return ComplaintGroup(lead, same, _nearest(words[:1], list(cases))[0])


def _leaders(questions: Sequence[QuestionWords]) -> list[int]:
    """For each question, the first that asks the same: compared with leaders only, so that no chain drifts away."""
    home = list(range(len(questions)))
    for row, column in _candidates(questions, questions):
        if (
            column < row
            and home[row] == row
            and home[column] == column
            and same_question(questions[row], questions[column])
        ):
            home[row] = column
    return home


def _nearest(questions: Sequence[QuestionWords], cases: Sequence[tuple[str, str]]) -> list[Near | None]:
    best: list[Near | None] = [None] * len(questions)
    words = [_words(question) for _, question in cases]
    for row, column in _candidates(questions, words):
        found = words_likeness(questions[row], words[column])
        there = best[row]
        if found >= NEAR_CASE_FROM and (there is None or found > there.likeness):
            best[row] = Near(cases[column][0], found)
    return best


def _candidates(rows: Sequence[QuestionWords], columns: Sequence[QuestionWords]) -> Iterable[tuple[int, int]]:
    """Pairs worth a close look, in order: their sorted words are alike as text."""
    from numpy import argwhere
    from rapidfuzz import fuzz, process

    if not rows or not columns:
        return
    texts = [one.text for one in columns]
    step = max(1, _PAIRS_AT_ONCE // len(texts))
    for start in range(0, len(rows), step):
        some = [one.text for one in rows[start : start + step]]
        scores = process.cdist(some, texts, scorer=fuzz.ratio, score_cutoff=CANDIDATE_FROM)
        for row, column in argwhere(scores >= CANDIDATE_FROM).tolist():
            yield start + row, column
