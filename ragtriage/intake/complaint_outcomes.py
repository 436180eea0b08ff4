"""How do the cases fare that complaints ask? The way back: from what users said to what is answered now."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from ragtriage.cases.store import CaseStore
from ragtriage.errors import RagtriageError
from ragtriage.intake.model import Complaint, Decision
from ragtriage.runs.model import RunInfo
from ragtriage.runs.store import RunStore
from ragtriage.triage.answers import Standing
from ragtriage.triage.model import State
from ragtriage.triage.outcomes import Outcomes


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """What became of a case in the latest run of one configuration."""

    configuration: str
    run: str
    state: State | None
    """None: the run does not answer it, or nothing was judged yet."""
    answer: Standing = ""
    """What people say of the answer."""


@dataclass(frozen=True, slots=True)
class AskedCase:
    """A case as whoever reads a complaint wants to see it: asked how, faring how, answered what."""

    id: str
    question: str
    status: str
    fares: tuple[CaseOutcome, ...] = ()
    answer: str = ""
    """The latest run's; empty when none answers it."""
    answered_by: str = ""
    """The configuration whose answer it is."""


@dataclass(frozen=True, slots=True)
class WayBack:
    """What became of a case that complaints became, or ask again."""

    case: str
    state: str
    """In the latest run that answers it; what is no active case is judged by nobody: `draft: not judged`."""
    run: str
    complaints: tuple[str, ...]
    answer_changed: str
    """changed, the same, or unknown: the latest run's answer against the one that was complained of."""
    answer_judged: Standing = ""
    """What people say of the latest run's answer: a pass by code alone does not say that it is right."""

    @property
    def passes(self) -> bool:
        return self.state == "passed"

    @property
    def counts(self) -> bool:
        """Whether it is an active case, of which an answer is expected: drafts and retired ones do not fail."""
        return not self.state.startswith(("draft", "retired"))


class ComplaintOutcomes:
    """Cases in the latest run of each configuration, as last judged."""

    def __init__(
        self, latest: Callable[[], Mapping[str, RunInfo]], outcomes: Outcomes, runs: RunStore, cases: CaseStore
    ) -> None:
        self._latest, self._outcomes, self._runs, self._cases = latest, outcomes, runs, cases

    def of(self, case_id: str) -> tuple[CaseOutcome, ...]:
        """The case in each configuration."""
        found = []
        for name, run in self._latest().items():
            outcome = self._outcomes.state(run.id, case_id)
            found.append(
                CaseOutcome(name, run.id, outcome.state if outcome else None, outcome.answer if outcome else "")
            )
        return tuple(found)

    def asked(self, case_id: str) -> AskedCase | None:
        """A case with how it fares and what it is answered; None when there is no such case."""
        try:
            case = self._cases.get(case_id)
        except RagtriageError:
            return None
        fares = self.of(case_id)
        for fare in sorted(fares, key=lambda one: one.state is None):
            output = self._runs.output(fare.run, case_id)
            if output is not None and output.answer:
                return AskedCase(case_id, case.question, case.status, fares, output.answer, fare.configuration)
        return AskedCase(case_id, case.question, case.status, fares)

    def ways_back(self, decisions: Mapping[str, Decision], complaints: Mapping[str, Complaint]) -> list[WayBack]:
        """Each case that complaints became or are duplicates of, once, in the latest run that answers it."""
        statuses = {one.id: one.status for one in self._cases.summaries()}
        runs = list(self._latest().values())
        return [
            self._way_back(case_id, statuses[case_id], ids, runs, complaints)
            for case_id, ids in sorted(complaints_by_case(decisions, statuses).items())
        ]

    def _way_back(
        self,
        case_id: str,
        status: str,
        ids: Sequence[str],
        runs: Sequence[RunInfo],
        complaints: Mapping[str, Complaint],
    ) -> WayBack:
        judged = ((run, state) for run in runs if (state := self._outcomes.state(run.id, case_id)) is not None)
        run, state = next(judged, (runs[0] if runs else None, None))
        output = self._runs.output(run.id, case_id) if run else None
        shown = {_flat(complaints[one].answer) for one in ids if one in complaints}
        changed = _changed(shown - {""}, _flat((output.answer or "") if output else ""))
        word = state.state if state else "not judged"
        said = word if status == "active" else f"{status}: {word}"
        return WayBack(case_id, said, run.id if run else "", tuple(ids), changed, state.answer if state else "")


def _changed(shown: Collection[str], now: str) -> str:
    """Whether the answer is another one than those that people complained of."""
    if not now or not shown:
        return "unknown"
    return "the same" if now in shown else "changed"


def _flat(text: str) -> str:
    return " ".join(text.split())


def complaints_by_case(decisions: Mapping[str, Decision], cases: Collection[str]) -> dict[str, list[str]]:
    """The complaints of each case that any became or are duplicates of: case id to complaint ids.

    `cases`: all there are; duplicates of a complaint count for its case.
    """
    out: dict[str, list[str]] = {}
    for complaint_id in sorted(decisions):
        if case_id := case_of_complaint(complaint_id, decisions, cases):
            out.setdefault(case_id, []).append(complaint_id)
    return out


def case_of_complaint(complaint_id: str, decisions: Mapping[str, Decision], cases: Collection[str]) -> str | None:
    """The case that a complaint became or is a duplicate of, by way of other complaints too; None when it has none."""
    seen: set[str] = set()
    at = decisions.get(complaint_id)
    while at is not None and at.complaint not in seen:
        seen.add(at.complaint)
        target = at.case or at.duplicate_of
        if target in cases:
            return target
        at = decisions.get(target)
    return None
