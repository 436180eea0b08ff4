"""Deciding on complaints: each decision is a write with an undo, made here and carried out by whoever asked.

A decision holds for everybody who asked the same, unless told otherwise: seven people need one case.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from ragtriage.authoring.naming import case_id_for
from ragtriage.authoring.quoting import confirmed, read_in
from ragtriage.cases.model import Case, Nugget, Quote, UnanswerableBecause
from ragtriage.cases.store import CaseStore
from ragtriage.corpus.search import Searcher
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.disk.files import Write
from ragtriage.errors import UsageError
from ragtriage.intake import drafting
from ragtriage.intake.complaint_outcomes import ComplaintOutcomes, WayBack, case_of_complaint
from ragtriage.intake.corpus_answer import CorpusAnswer, ground_for
from ragtriage.intake.grouping import ComplaintGroup, group_led_by, grouped
from ragtriage.intake.inbox import Inbox
from ragtriage.intake.model import Complaint, Decision, State
from ragtriage.weeks import day, local_date, next_monday, timestamp

_WORDINGS = 3
"""Of a question that several people asked: a typo in the first need not be in the others."""
_NAMED = 3
"""Names that an error offers."""
_DONE = {"converted": "a case", "duplicate": "a duplicate", "rejected": "rejected"}
"""States that a decision does not silently replace, in words; a snooze only waits for one."""


class ComplaintService:
    """The inbox, the golden set and the corpus side by side."""

    def __init__(
        self,
        inbox: Inbox,
        cases: CaseStore,
        snapshots: SnapshotStore,
        searcher: Callable[[], Searcher | None],
        complaint_outcomes: ComplaintOutcomes,
        *,
        reviewer: Callable[[], str],
        clock: Callable[[], datetime],
        timezone: str = "UTC",
        keep_text: bool = False,
        speaks_against: Callable[[Case], str] = lambda case: "",
        as_drafts: bool = False,
    ) -> None:
        """`speaks_against`: a sentence that speaks against a case, empty where nothing does; `as_drafts`: cases stay
        drafts all the same."""
        self.inbox, self.complaint_outcomes = inbox, complaint_outcomes
        self._cases, self._snapshots, self._searcher = cases, snapshots, searcher
        self._borne: dict[str, frozenset[str]] = {}
        """By snapshot: the keys of its documents' metadata."""
        self._reviewer, self._clock, self._timezone, self._keep_text = reviewer, clock, timezone, keep_text
        self._speaks_against, self._as_drafts = speaks_against, as_drafts

    # --- looking

    def groups(self, every: bool = False) -> list[ComplaintGroup]:
        """What waits for a decision (or everything), folded by what is asked, rated down first, most asked first."""
        some = self.inbox.all() if every else self.inbox.waiting(self._clock())
        groups = grouped(some, self._asked())
        return sorted(groups, key=lambda group: all(one.rating != "down" for one in group.members))

    def group_of(self, complaint: Complaint) -> ComplaintGroup:
        """The complaint with those that wait and ask the same."""
        waiting = [one for one in self.inbox.waiting(self._clock()) if one.id != complaint.id]
        return group_led_by(complaint, waiting, self._asked())

    def ways_back(self) -> list[WayBack]:
        """Each case that complaints became or ask again, in the latest run that answers it."""
        return self.complaint_outcomes.ways_back(self.inbox.decisions.all(), {one.id: one for one in self.inbox.all()})

    def case_of(self, complaint_id: str) -> str | None:
        """The case that a complaint became, or is a duplicate of."""
        return case_of_complaint(complaint_id, self.inbox.decisions.all(), set(self._cases.ids()))

    def _asked(self) -> list[tuple[str, str]]:
        return [(case.id, case.question) for case in self._cases.summaries() if case.status != "retired"]

    def states(self) -> dict[str, State]:
        """What became of those that were decided on, as of now."""
        return self.inbox.states(self._clock())

    def state(self, complaint_id: str) -> State:
        return self.states().get(complaint_id, "open")

    def ground(self, complaint: Complaint, answer: str = "") -> CorpusAnswer | None:
        """What may be evidence; None without a snapshot to look in."""
        return self.ground_of(ComplaintGroup(complaint), answer)

    def ground_of(self, group: ComplaintGroup, answer: str = "") -> CorpusAnswer | None:
        """As `ground`, of the wording that the corpus covers best."""
        searcher = self._searcher()
        if searcher is None:
            return None
        questions = [one.question for one in group.members[:_WORDINGS]]
        found = [ground_for(question, searcher, self._snapshots, answer) for question in questions]
        return max(found, key=lambda ground: ground.coverage)

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
        others: Sequence[Complaint] | None = None,
        taken: Iterable[str] = (),
    ) -> tuple[Case, Write]:
        """The case, active where nothing speaks against it (`settled`), and the write of it and of the decision; the
        others who asked the same are its duplicates.

        `evidence`: `DOC_ID:QUOTE`, each of which must stand in the snapshot. `others`: looked for unless given.
        `taken`: ids that no case has yet, and this one is not to have. Raises UsageError.
        """
        if unanswerable is not None and evidence:
            raise UsageError("a case that cannot be answered has no evidence", next_step="leave one of the two away")
        case = self.drafted(
            complaint,
            case_id=case_id,
            evidence=[self._confirmed(each) for each in evidence],
            unanswerable=unanswerable,
            reference_answer=reference_answer,
            nuggets=nuggets,
            tags=tags,
            taken=taken,
        )
        case = self.settled(case)
        same = self.group_of(complaint).others if others is None else others
        writes = [self._cases.new(case), *self.became(complaint, case.id, same)]
        return case, Write.joined(f"{complaint.id}: case {case.id}", writes)

    def drafted(
        self, complaint: Complaint, *, case_id: str | None = None, taken: Iterable[str] = (), **label: Any
    ) -> Case:
        """The draft case that a complaint would become; `label` as `drafting.draft` takes it. Raises UsageError."""
        self._undecided([complaint])
        name = case_id or case_id_for(complaint.question, [*self._cases.ids(), *taken])
        known = self._metadata() if complaint.filters or complaint.user else None
        return drafting.draft(complaint, name, known=known, **label)

    def settled(self, case: Case) -> Case:
        """An active case where nothing speaks against it: nobody need come back for what one saw when it was made."""
        if case.status != "draft" or self._as_drafts or self._speaks_against(case):
            return case
        return replace(case, status="active")

    def became(self, complaint: Complaint, case_id: str, others: Sequence[Complaint] = ()) -> list[Write]:
        """The writes that say so: the complaint became a case, and the others are its duplicates. Raises UsageError."""
        self._undecided([complaint, *others])
        return [
            self._decided(complaint, "converted", case=case_id),
            *(self._decided(one, "duplicate", duplicate_of=case_id) for one in others),
        ]

    def decline(self, groups: Sequence[ComplaintGroup], because: UnanswerableBecause) -> tuple[list[Case], Write]:
        """A case each, that must be declined, as one write. Raises UsageError."""
        cases: list[Case] = []
        writes: list[Write] = []
        for group in groups:
            taken = [case.id for case in cases]
            case, write = self.convert(group.lead, unanswerable=because, others=group.others, taken=taken)
            cases.append(case)
            writes.append(write)
        words = writes[0].words if len(writes) == 1 else f"{len(cases)} cases: {because.replace('_', ' ')}"
        return cases, Write.joined(words, writes)

    def reject(self, complaints: Sequence[Complaint], reason: str = "") -> Write:
        """Not a fault of the system, or nothing to test. Raises UsageError for one that was decided on."""
        return self._each(complaints, "rejected", reason=reason)

    def duplicate(self, complaints: Sequence[Complaint], of: str) -> Write:
        """The same as a case or another complaint. Raises UsageError when there is no such one."""
        if not self._is_case(of):
            of = self._other(of).id
            if any(of == one.id for one in complaints):
                raise UsageError(f"{of} is no duplicate of itself", next_step="name another complaint, or a case")
        return self._each(complaints, "duplicate", duplicate_of=of)

    def _other(self, name: str) -> Complaint:
        try:
            return self.inbox.get(name)
        except UsageError as error:
            if "several" in error.title:
                raise
            near = [*like(name, self._cases.ids()), *like(name, [one.id for one in self.inbox.all()])]
            raise UsageError(
                f"no case and no complaint is called `{name}`",
                next_step=f"did you mean {', '.join(near)}?"
                if near
                else "`ragtriage cases list` and `ragtriage complaints list --all` list what there is",
            ) from error

    def snooze(self, complaints: Sequence[Complaint], until: str | None = None) -> Write:
        """Not asked again before a date, the next Monday by default. Raises UsageError for what is no date to come."""
        wake = day(until or self.next_monday())
        if wake <= local_date(self._clock(), self._timezone):
            raise UsageError(f"{wake} is not to come", next_step=f"give a later date, such as {self.next_monday()}")
        return self._each(complaints, "snoozed", snoozed_until=wake.isoformat())

    def next_monday(self) -> str:
        """The date until which a snooze lasts unless another is named."""
        return next_monday(self._clock(), self._timezone).isoformat()

    def reopen(self, complaints: Sequence[Complaint]) -> Write:
        """Take decisions back. A case that was made stays: it is a file of its own."""
        return Write.joined(_of(complaints, "open"), [self.inbox.decisions.remove(one.id, "") for one in complaints])

    def _each(self, complaints: Sequence[Complaint], state: State, **fields: str) -> Write:
        self._undecided(complaints)
        return Write.joined(_of(complaints, state), [self._decided(one, state, **fields) for one in complaints])

    def _decided(self, complaint: Complaint, state: State, **fields: Any) -> Write:
        decision = Decision(
            complaint=complaint.id,
            state=state,
            decided_by=self._reviewer(),
            decided_at=timestamp(self._clock()),
            question=complaint.question if self._keep_text else "",
        )
        return self.inbox.decisions.write(replace(decision, **fields), f"{complaint.id}: {state}")

    def _undecided(self, complaints: Sequence[Complaint]) -> None:
        """Raises UsageError where a decision stands: it is taken back on purpose, or not at all."""
        decisions = self.inbox.decisions.all()
        for one in complaints:
            done = decisions.get(one.id)
            if done is None or done.state not in _DONE or (done.case and not self._is_case(done.case)):
                continue
            what = f"{_DONE[done.state]}{f' `{done.case}`' * bool(done.case)}"
            what += f" of {done.duplicate_of}" * bool(done.duplicate_of)
            said = f": {done.reason}" if done.reason else ""
            raise UsageError(
                f"{one.id} is {what} already, by {done.decided_by or 'nobody'} on {done.decided_at[:10]}{said}",
                next_step=f"`ragtriage complaints reopen {one.id}` takes that back",
            )

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
        quote = confirmed(given, self._snapshots.texts(searcher.snapshot, near), doc_ids)
        return read_in(quote, self._snapshots.document(searcher.snapshot, quote.doc_id))

    def _metadata(self) -> frozenset[str] | None:
        """The keys that the corpus's documents bear; None without a corpus."""
        searcher = self._searcher()
        if searcher is None:
            return None
        if searcher.snapshot not in self._borne:  # a snapshot never changes
            documents = self._snapshots.documents(searcher.snapshot)
            self._borne[searcher.snapshot] = frozenset(key for one in documents for key in one.metadata)
        return self._borne[searcher.snapshot]


def _of(complaints: Sequence[Complaint], state: State) -> str:
    return f"{complaints[0].id}: {state}" if len(complaints) == 1 else f"{len(complaints)} {state}"


def like(name: str, names: Sequence[str]) -> list[str]:
    """The few of `names` that somebody may have meant, the likest first."""
    import difflib

    return difflib.get_close_matches(name, names, n=_NAMED, cutoff=0.5)
