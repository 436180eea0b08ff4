"""What a reviewer has before them: the queue, what is known of each case, and the decisions they make.

Screens and commands ask here; nothing in here knows a terminal. Decisions come back as writes that were carried out.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ragtriage.cases.model import Case
from ragtriage.cases.store import CaseStore
from ragtriage.disk.files import History
from ragtriage.errors import UsageError, nearest
from ragtriage.runs.model import RunInfo
from ragtriage.runs.store import RunStore
from ragtriage.triage import suspicions
from ragtriage.triage.answering import AUDIT_SIZE, Answers, drawn
from ragtriage.triage.deciding import Deciding, Signature
from ragtriage.triage.labels import LabelStore
from ragtriage.triage.model import QueueRow, State, Verdict
from ragtriage.triage.outcomes import Outcomes
from ragtriage.triage.queue import passes_none, queue_rows
from ragtriage.triage.verdicts import VerdictStore, in_force

if TYPE_CHECKING:
    from ragtriage.triage.case_report import CaseReport, Strip
    from ragtriage.triage.judging import Judge

EARLIER_RUNS = 8
"""Earlier runs of a configuration that badges and the strip look back over."""


@dataclass(frozen=True, slots=True)
class Audit:
    """Passing answers drawn to be read."""

    run: RunInfo | None
    seed: str
    """What the draw was made by: the ISO week."""
    rows: tuple[QueueRow, ...]


@dataclass(frozen=True, slots=True)
class Queue:
    """The rows for one run, and what the title line says of it."""

    run: RunInfo | None
    """None when no configuration has a run on the workspace's snapshot."""
    configurations: tuple[str, ...]
    rows: tuple[QueueRow, ...]
    counts: dict[State, int]
    """Active cases of the run by state."""
    notes: tuple[str, ...] = ()
    """What is to be said of the run as a whole, a sentence each."""
    marks: tuple[str, ...] = ()
    """The same in two words each, for a title."""
    judged_right: int = 0
    """Passing cases of the run whose answer a person judged right."""

    def next_undecided(self, after: str | None = None) -> QueueRow | None:
        """The first row below `after` that wants a decision, from the top when there is none below."""
        ids = [row.case_id for row in self.rows]
        start = ids.index(after) + 1 if after in ids else 0
        order = (*self.rows[start:], *self.rows[:start])
        return next((row for row in order if row.undecided and row.case_id != after), None)


class TriageService:
    """Triage over the latest runs on the workspace's snapshot."""

    def __init__(
        self,
        *,
        root: Path,
        db: sqlite3.Connection,
        cases: CaseStore,
        runs: RunStore,
        verdicts: VerdictStore,
        outcomes: Outcomes,
        judge: "Callable[[], Judge]",
        history: History,
        snapshot: str,
        timezone: str,
        preferred: tuple[str, ...],
        newest_per_configuration: bool,
        max_age_days: int | None,
        reviewer: Callable[[], str],
        labels: LabelStore,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._db, self._cases, self._runs, self._verdicts = db, cases, runs, verdicts
        self._outcomes, self._judge = outcomes, judge
        self._snapshot, self._max_age_days = snapshot, max_age_days
        self._preferred, self._newest_per_configuration = preferred, newest_per_configuration
        self._clock, self._signature = clock, Signature(reviewer, clock, timezone)
        deciding = Deciding(
            cases=cases,
            runs=runs,
            verdicts=verdicts,
            outcomes=outcomes,
            answers=Answers(root, db, labels, outcomes, judge, reviewer),
            history=history,
            snapshot=snapshot,
            signature=self._signature,
            latest=self.latest,
            chosen=self._chosen,
        )
        self.decide, self.right, self.snooze, self.annotate = (
            deciding.decide,
            deciding.right,
            deciding.snooze,
            deciding.annotate,
        )
        self.mine, self.says_right, self.next_monday = deciding.mine, deciding.says_right, deciding.next_monday
        self.undo, self.redo = deciding.undo, deciding.redo

    @property
    def week(self) -> str:
        """The ISO week it is."""
        return self._signature.week

    def latest(self) -> dict[str, RunInfo]:
        """The latest run of each configuration on the workspace's snapshot, by the configuration's name.

        Where the settings want all runs, every run is a configuration of its own, under its id.
        """
        newest = self._newest_per_configuration
        return self._runs.latest(self._snapshot, newest, max_age_days=self._max_age_days, now=self._clock())

    def looked_at(self, configuration: str | None = None) -> str:
        """The name of the configuration that `queue` is of; empty without a run. Raises as that."""
        latest = self.latest()
        return self._chosen(latest, configuration) if latest else ""

    def queue(self, configuration: str | None = None, *, every: bool = False) -> Queue:
        """The rows of a configuration's latest run; of the first configuration's unless one is named.

        With `every`, also the cases that pass and those that the run lacks: all of the golden set.
        """
        latest = self.latest()
        if not latest and not every:
            return Queue(None, (), (), {})
        name = self._chosen(latest, configuration) if latest else ""
        run = latest.get(name)
        states = {name: self._outcomes.states(info.id) for name, info in latest.items()}
        summaries = {summary.id: summary for summary in self._cases.summaries()}
        chosen = states.get(name, {})
        suspects, remarks = suspicions.kept_ids(self._db)
        found = queue_rows(
            summaries,
            chosen,
            [self._outcomes.states(earlier.id) for earlier in self.earlier(run)] if run else [],
            states,
            self._verdicts_by_case(),
            suspects,
            self._snapshot,
            self._signature.today,
            every=every,
            remarks=remarks,
        )
        active = [one for id_, one in chosen.items() if id_ in summaries and summaries[id_].status == "active"]
        shown = Queue(run, tuple(latest), found, dict(Counter(one.state for one in active)))
        if run is None:
            return shown
        given = self._runs.given(run.id)
        right = sum(one.state == "passed" and one.answer == "right" for one in active)
        return replace(shown, notes=given.notes, marks=given.marks, judged_right=right)

    def report(self, case_id: str, configuration: str | None = None) -> "CaseReport":
        """What is known of a case in a configuration's latest run; of the label alone when the run lacks the case.

        But for the commits of its file (`CaseReport.with_changes`).
        """
        from ragtriage.triage.case_report import CaseReport, Past
        from ragtriage.triage.diagnosis import diagnose, no_configuration

        latest = self.latest()
        run = latest[self._chosen(latest, configuration)] if latest else None
        past = Past(self._verdicts.for_case(case_id), suspicions=suspicions.kept_of(self._db, case_id))
        repeats = self._outcomes.repeats(run.id, case_id) if run else []
        seen = self._judge().seen(run, case_id, _told(repeats)) if run else None
        if run is None or seen is None:
            return CaseReport(self._cases.get(case_id), past)
        past = replace(past, standing=self._standing(run, seen.case, past.verdicts))
        strip = self._strip(latest, run, case_id, repeats)
        reasons = diagnose(seen)
        if strip.passes_none:
            reasons = (*reasons, no_configuration(tuple(strip.latest)))
        return CaseReport(seen.case, past, seen, reasons, strip)

    def _standing(self, run: RunInfo, case: Case, verdicts: Sequence[Verdict]) -> Verdict | None:
        """The newest verdict with a finding that still holds."""
        now = self._outcomes.state(run.id, case.id)
        if now is None:
            return None
        holding = (one for one in verdicts if self._holds(one, case.label_hash, now.criteria))
        return next((one for one in holding if one.findings), None)

    def _strip(
        self, latest: dict[str, RunInfo], run: RunInfo, case_id: str, repeats: list[tuple[int, State]]
    ) -> "Strip":
        """How the case fares in the latest runs, and did in those before this one."""
        from ragtriage.triage.case_report import Strip

        fares = {name: one for name, info in latest.items() if (one := self._outcomes.state(info.id, case_id))}
        states = {name: one.state for name, one in fares.items()}
        before = [(info.id, one.state) for info in self.earlier(run) if (one := self._outcomes.state(info.id, case_id))]
        answers = {name: one.answer for name, one in fares.items()}
        return Strip(states, before, passes_none(states, len(latest)), repeats, answers)

    def audit(self, size: int = AUDIT_SIZE, configuration: str | None = None) -> Audit:
        """Passing answers of a configuration's latest run to read, drawn at random by the week's seed.

        Those that nobody judged come first. Raises UsageError for a size under 1.
        """
        if size < 1:
            raise UsageError(f"{size} answers cannot be drawn", next_step="name a number from 1 on")
        queue = self.queue(configuration, every=True)
        return Audit(queue.run, self.week, tuple(drawn(queue.rows, size, self.week)))

    def refresh(self) -> None:
        """See what changed on disk."""
        self._cases.refresh()
        self._verdicts.refresh()

    def _holds(self, verdict: Verdict, label_hash: str, criteria: tuple[str, ...]) -> bool:
        return in_force(verdict, label_hash, self._snapshot, criteria)

    def _verdicts_by_case(self) -> dict[str, list[Verdict]]:
        """All verdicts, newest first."""
        found: dict[str, list[Verdict]] = {}
        for verdict in reversed(self._verdicts.all()):
            found.setdefault(verdict.case_id, []).append(verdict)
        return found

    def _chosen(self, latest: dict[str, RunInfo], configuration: str | None) -> str:
        """The name of the configuration that is triaged. Raises UsageError for one without a run."""
        if configuration is None:  # the first that the settings name, else the newest import
            return next((name for name in self._preferred if name in latest), next(iter(latest)))
        if configuration not in latest:
            # Where every run stands for itself, a configuration's name means its newest.
            if newest := next((name for name, run in latest.items() if run.config == configuration), None):
                return newest
            close = nearest(configuration, list(latest))
            hint = f"; did you mean {close}?" if close else ""
            raise UsageError(
                f"`{configuration}` has no run on {self._snapshot}",
                next_step=f"configurations with a run: {', '.join(latest)}{hint}",
            )
        return configuration

    def earlier(self, run: RunInfo) -> list[RunInfo]:
        """Runs of the same configuration before this one, newest first."""
        return self._runs.earlier(run, EARLIER_RUNS)


def _told(repeats: list[tuple[int, State]]) -> int:
    """The repeat that is told of: the first that does not pass, else the first."""
    failing = (repeat for repeat, state in repeats if state != "passed")
    return next(failing, repeats[0][0] if repeats else 0)
