"""Deciding on complaints: each decision is a write with an undo, made here and carried out by whoever asked.

A decision holds for everybody who asked the same, unless told otherwise: seven people need one case.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ragtriage.cases.model import Case, Nugget, Quote, UnanswerableBecause
from ragtriage.cases.store import CaseStore
from ragtriage.corpus.search import Hit, Searcher
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.disk.files import Write
from ragtriage.errors import UsageError
from ragtriage.intake import drafting
from ragtriage.intake.grouping import Group, grouped
from ragtriage.intake.inbox import Inbox
from ragtriage.intake.model import Complaint, Decision, State
from ragtriage.triage.weeks import day, next_monday, timestamp

_GIST_WORDS = 40


@dataclass(frozen=True, slots=True)
class Ground:
    """What the corpus says on a question."""

    suggestions: tuple[drafting.Suggestion, ...]
    coverage: float
    """Of the best passage, from 0 to 1."""

    @property
    def covered(self) -> bool:
        """Whether anything in the corpus is about it at all."""
        return self.coverage >= drafting.COVERED_FROM


class ComplaintDesk:
    """The inbox, the golden set and the corpus side by side."""

    def __init__(
        self,
        inbox: Inbox,
        cases: CaseStore,
        snapshots: SnapshotStore,
        searcher: Callable[[], Searcher | None],
        *,
        reviewer: Callable[[], str],
        clock: Callable[[], datetime],
        timezone: str = "UTC",
        keep_text: bool = False,
    ) -> None:
        self.inbox = inbox
        self._cases, self._snapshots, self._searcher = cases, snapshots, searcher
        self._reviewer, self._clock, self._timezone, self._keep_text = reviewer, clock, timezone, keep_text

    # --- looking

    def groups(self, every: bool = False) -> list[Group]:
        """What waits for a decision (or everything), folded by what is asked, rated down first, most asked first."""
        some = self.inbox.all() if every else self.inbox.waiting(self._clock())
        asked = [(case.id, case.question) for case in self._cases.summaries() if case.status != "retired"]
        groups = grouped(some, asked)
        return sorted(groups, key=lambda group: all(one.rating != "down" for one in group.members))

    def group_of(self, complaint: Complaint) -> Group:
        """The complaint with those that wait and ask the same."""
        waiting = [one for one in self.inbox.waiting(self._clock()) if one.id != complaint.id]
        asked = [(case.id, case.question) for case in self._cases.summaries() if case.status != "retired"]
        return next(group for group in grouped([complaint, *waiting], asked) if group.lead.id == complaint.id)

    def state(self, complaint_id: str) -> State:
        return self.inbox.states(self._clock()).get(complaint_id, "open")

    def ground(self, complaint: Complaint, answer: str = "") -> Ground | None:
        """What may be evidence; None without a snapshot to look in."""
        searcher = self._searcher()
        if searcher is None:
            return None
        hits: list[Hit] = searcher.search(gist(complaint.question), 5)
        best = max((hit.coverage for hit in hits), default=0.0)
        return Ground(tuple(drafting.suggestions(gist(complaint.question), hits, answer)), best)

    # --- deciding

    def convert(
        self,
        complaint: Complaint,
        *,
        case_id: str | None = None,
        evidence: Sequence[str] = (),
        unanswerable: UnanswerableBecause | None = None,
        reference_answer: str = "",
        nuggets: Sequence[Nugget] = (),
        tags: Sequence[str] = (),
        alone: bool = False,
    ) -> tuple[Case, Write]:
        """The draft case, and the write of it and of the decision; the others who asked the same are its duplicates.

        `evidence`: `DOC_ID:QUOTE`, each of which must stand in the snapshot. Raises UsageError.
        """
        decided = self.inbox.decision(complaint.id)
        if decided is not None and decided.state == "converted" and self._is_case(decided.case):
            title = f"{complaint.id} is a case already: `{decided.case}`"
            raise UsageError(title, next_step=f"`ragtriage complaints reopen {complaint.id}` opens it again")
        if unanswerable is not None and evidence:
            raise UsageError("a case that cannot be answered has no evidence", next_step="leave one of the two away")
        taken = self._cases.ids()
        name = case_id or drafting.case_id_for(complaint.question, taken)
        case = drafting.draft(
            complaint,
            name,
            evidence=[self._confirmed(each) for each in evidence],
            unanswerable=unanswerable,
            reference_answer=reference_answer,
            nuggets=nuggets,
            tags=tags,
            known=self._metadata() if complaint.filters or complaint.user else None,
        )
        others = () if alone else self.group_of(complaint).others
        writes = [
            self._cases.new(case),
            self._decided(complaint, "converted", case=name),
            *(self._decided(one, "duplicate", duplicate_of=name) for one in others),
        ]
        return case, together(f"{complaint.id}: case {name}", writes)

    def reject(self, complaints: Sequence[Complaint], reason: str = "") -> Write:
        """Not a fault of the system, or nothing to test."""
        return self._each(complaints, "rejected", reason=reason)

    def duplicate(self, complaint: Complaint, of: str) -> Write:
        """The same as a case or another complaint. Raises UsageError when there is no such one."""
        if not self._is_case(of):
            other = self.inbox.get(of)
            if other.id == complaint.id:
                raise UsageError(f"{of} is no duplicate of itself", next_step="name another complaint, or a case")
            of = other.id
        return self._decided(complaint, "duplicate", duplicate_of=of)

    def snooze(self, complaints: Sequence[Complaint], until: str | None = None) -> Write:
        """Not asked again before a date, the next Monday by default. Raises UsageError for what is no date to come."""
        now = self._clock()
        wake = day(until) if until else next_monday(now, self._timezone)
        if wake <= now.date():
            raise UsageError(f"{wake} is not to come", next_step="give a later date")
        return self._each(complaints, "snoozed", snoozed_until=wake.isoformat())

    def reopen(self, complaints: Sequence[Complaint]) -> Write:
        """Take decisions back. A case that was made stays: it is a file of its own."""
        return together("reopened", [self.inbox.decisions.remove(one.id, f"{one.id}: open") for one in complaints])

    def _each(self, complaints: Sequence[Complaint], state: State, **fields: str) -> Write:
        return together(f"{len(complaints)} {state}", [self._decided(one, state, **fields) for one in complaints])

    def _decided(self, complaint: Complaint, state: State, **fields: Any) -> Write:
        decision = Decision(
            complaint=complaint.id,
            state=state,
            decided_by=self._reviewer(),
            decided_at=timestamp(self._clock()),
            question=complaint.question if self._keep_text else "",
        )
        return self.inbox.decisions.write(replace(decision, **fields), f"{complaint.id}: {state}")

    def _is_case(self, name: str) -> bool:
        return name in set(self._cases.ids())

    def _confirmed(self, given: str) -> Quote:
        searcher = self._searcher()
        if searcher is None:
            raise UsageError(
                "there is no snapshot to confirm evidence in", next_step="ragtriage snapshot add FOLDER --name NAME"
            )
        doc_ids = self._snapshots.doc_ids(searcher.snapshot)
        near = [doc_id for doc_id in doc_ids if given.startswith(doc_id + ":")]
        return drafting.confirmed(given, self._snapshots.texts(searcher.snapshot, near), doc_ids)

    def _metadata(self) -> frozenset[str] | None:
        """The keys that the corpus's documents bear; None without a corpus."""
        searcher = self._searcher()
        if searcher is None:
            return None
        return frozenset(key for one in self._snapshots.documents(searcher.snapshot) for key in one.metadata)


def together(words: str, writes: Sequence[Write]) -> Write:
    """Several writes as one: all or none, and undone at once."""
    if len(writes) == 1:
        return writes[0]
    changes = tuple(change for write in writes for change in write.changes)
    return Write(words, changes, tuple(dict.fromkeys(item for write in writes for item in write.items)))


def gist(question: str) -> str:
    """What a long question is about: its beginning, without code, logs and tables."""
    text = re.sub(r"```.*?(?:```|\Z)|(?m:^(?: {4}|\t)[^\n]*$)", " ", question, flags=re.DOTALL)
    words = text.split() or question.split()
    return " ".join(words[:_GIST_WORDS])


def chosen_nuggets(answer: str, chosen: Sequence[str]) -> list[Nugget]:
    """Nuggets by number of the answer's sentence, `all`, or a text that stands in the answer; `?` first: not vital.

    Raises UsageError for what the answer does not say.
    """
    there = drafting.sentences(answer)
    out: list[Nugget] = []
    for each in chosen:
        vital, name = not each.startswith("?"), each.removeprefix("?").strip()
        if name == "all":
            out += [Nugget(one, vital) for one in there]
        elif name.isdecimal() and 1 <= int(name) <= len(there):
            out.append(Nugget(there[int(name) - 1], vital))
        elif name and " ".join(name.split()) in " ".join(answer.split()):
            out.append(Nugget(name, vital))
        else:
            title = f"`{name}` is no sentence of the answer" if answer else "a nugget needs an answer to come from"
            raise UsageError(
                title, next_step="give --answer, and --nugget with a sentence's number, its words, or `all`"
            )
    return out


def standings(decisions: Mapping[str, Decision], states: Mapping[str, str]) -> dict[str, list[str]]:
    """The complaints of each case that any became or are duplicates of: case id to complaint ids.

    `states`: of all cases there are; duplicates of a complaint count for its case.
    """
    out: dict[str, list[str]] = {}
    for complaint_id, one in sorted(decisions.items()):
        seen: set[str] = set()
        at: Decision | None = one
        while at is not None and at.complaint not in seen:
            seen.add(at.complaint)
            target = at.case or at.duplicate_of
            if target in states:
                out.setdefault(target, []).append(complaint_id)
                break
            at = decisions.get(target)
    return out
