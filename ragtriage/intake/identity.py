"""Which complaint is this record? Known by what was asked and when, not by its reference, so that twice is once.

A ticket that is exported again with a comment added is the same complaint, updated; two people who ask the same in one
export are two. The id is made of what stays the same, so that it is the same on every machine; a complaint that was
imported or decided on under an id of an earlier version keeps that.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ragtriage.intake.model import Complaint, Rating
from ragtriage.intake.times import time_of

TRACES = ("langfuse", "langsmith", "phoenix")
"""Kinds that hold everything that was asked, rated or not: without a rating nobody complained."""


@dataclass(frozen=True, slots=True)
class RecordContent:
    """What a record says before anything is struck out: in memory only, and hashed."""

    kind: str
    question: str
    answer: str
    comment: str
    ref: str
    at: Sequence[str]
    """When, as it is read; and as it could have been read."""
    asker: str = ""
    exact: bool = True
    """Whether the time, where there is one, is of the clock: midnight is how programs write a day."""

    def id(self, number: int = 1) -> str:
        """The id of the `number`th complaint that asks this then."""
        told: list[object]
        if self.ref and self.kind in TRACES:
            told = [self.kind, self.ref, self.question]  # what is said of a trace comes later: it stays the same trace
        elif self.exact and "T" in self.at[0]:
            told = ["asked", self.question, self.at[0]]
        elif self.ref:
            told = ["ref", self.question, self.ref]
        else:
            told = ["text", self.question, self.answer, self.comment, self.at[0]]
        return _id([*told, number] if number > 1 else told)

    def earlier_ids(self) -> Iterator[str]:
        """Ids that earlier versions, or another reading of its time, would have given it."""
        for at in dict.fromkeys((*self.at, "")):
            yield _id([self.question, self.answer, self.comment, at, self.ref])
            if "T" in at and at != self.at[0]:
                yield _id(["asked", self.question, at])

    def told_apart_by(self) -> str:
        """What tells it from others of one export that ask the same then."""
        return _digest(self.ref, self.asker, self.answer, self.comment)


def _id(told: Sequence[object]) -> str:
    return "c-" + hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()[:10]


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


class KnownComplaint(NamedTuple):
    """A complaint of the inbox, as far as it has to be found again."""

    id: str
    kind: str
    ref: str
    at: str
    written: str
    question: str
    answer: str
    comment: str
    """All three as digests; empty where there is none."""
    rating: Rating
    misread: bool = False
    """An earlier version took its time for the comment."""

    @classmethod
    def of(cls, one: Complaint) -> "KnownComplaint":
        misread = bool(one.comment and not one.at and not one.written and time_of(one.comment))
        said = "" if misread else one.comment
        question, answer, comment = (_digest(text) if text else "" for text in (one.question, one.answer, said))
        return cls(one.id, one.kind, one.ref, one.at, one.written, question, answer, comment, one.rating, misread)


class ComplaintChange(NamedTuple):
    """What an export says otherwise of a complaint than the inbox did."""

    id: str
    fields: tuple[str, ...]


class Identities:
    """The complaints of the inbox, and those that come in, each once."""

    def __init__(self, inbox: Iterable[Complaint], decided: Collection[str]) -> None:
        self._decided = decided
        self._known: dict[str, KnownComplaint] = {}
        self._by_question: dict[str, list[str]] = {}
        self._claimed: dict[str, str] = {}
        """By id: what tells the record apart that is this complaint, in the export that is read."""
        for one in inbox:
            self._keep(one)

    def begin(self) -> None:
        """Another export: what it holds may be the same as what the one before held."""
        self._claimed = {}

    def settled(self, complaint: Complaint, content: RecordContent) -> tuple[Complaint, ComplaintChange | None]:
        """The complaint under the id that it has, or is given; and what it changes of the one that was there."""
        mine = content.told_apart_by()
        now = KnownComplaint.of(complaint)
        earlier = self._found(now, self._free(complaint.question, mine), content)
        found = replace(complaint, id=earlier.id if earlier else self._new_id(content))
        self._claimed[found.id] = mine
        change = _change(earlier, now) if earlier else None
        self._keep(found)
        return found, change

    def _keep(self, one: Complaint) -> None:
        if one.id not in self._known:
            self._by_question.setdefault(_digest(one.question), []).append(one.id)
        self._known[one.id] = KnownComplaint.of(one)

    def _free(self, question: str, mine: str) -> list[KnownComplaint]:
        """Those that ask this, and that no other record of the export is."""
        ids = self._by_question.get(_digest(question), ())
        return [self._known[each] for each in ids if self._claimed.get(each, mine) == mine]

    def _found(
        self, now: KnownComplaint, free: Sequence[KnownComplaint], content: RecordContent
    ) -> KnownComplaint | None:
        for fits in (_same_in_all, _same_reference, _same_moment, _same_text):
            if found := next((one for one in free if fits(one, now, content)), None):
                return found
        by_id = [self._known[each] for each in (content.id(), *content.earlier_ids()) if each in self._known]
        # The id tells the question as it came; less of it may have been struck out when it was kept.
        elsewhere = (one for one in by_id if one.id != content.id() or one.question != now.question)
        return next((one for one in elsewhere if one.id not in self._claimed), None)

    def _new_id(self, content: RecordContent) -> str:
        if content.id() not in self._decided:
            for each in content.earlier_ids():
                if each in self._decided and each not in self._known:
                    return each
        number = 1
        while content.id(number) in self._known:
            number += 1
        return content.id(number)


def _same_time(one: KnownComplaint, now: KnownComplaint, content: RecordContent) -> bool:
    """Whether both were asked then: as it is read, or as it is written, whichever way that was read."""
    if one.at == now.at or (one.written and one.written == now.written):
        return True
    return one.misread or (
        not one.written and one.at in content.at
    )  # kept by an earlier version, which read it otherwise


def _same_words(one: KnownComplaint, now: KnownComplaint) -> bool:
    return (one.answer, one.comment) == (now.answer, now.comment)


def _same_in_all(one: KnownComplaint, now: KnownComplaint, content: RecordContent) -> bool:
    return one.ref == now.ref and _same_words(one, now) and _same_time(one, now, content)


def _same_reference(one: KnownComplaint, now: KnownComplaint, content: RecordContent) -> bool:
    """The same ticket, question and time; a time that either has not tells them apart no more."""
    if not now.ref or one.ref != now.ref:
        return False
    return not (one.at and now.at) or _same_time(one, now, content) or (one.kind == now.kind and now.kind in TRACES)


def _same_moment(one: KnownComplaint, now: KnownComplaint, content: RecordContent) -> bool:
    """The same question in the same second, unless references and answers both tell them apart."""
    if "T" not in now.at or not _same_time(one, now, content):
        return False
    return not (one.ref and now.ref) or not (one.answer and now.answer) or one.answer == now.answer


def _same_text(one: KnownComplaint, now: KnownComplaint, content: RecordContent) -> bool:
    return _same_words(one, now) and _same_time(one, now, content)


def _change(one: KnownComplaint, now: KnownComplaint) -> ComplaintChange | None:
    """What is said otherwise now; what an export no longer says is no change, as feedback may come from elsewhere."""
    fields = [name for name in ("answer", "comment") if getattr(now, name) not in ("", getattr(one, name))]
    if now.rating not in ("none", one.rating):
        fields.append("rating")
    return ComplaintChange(one.id, tuple(fields)) if fields else None
