"""What a reviewer has before them: the queue, the story of each case, and the decisions they make.

Screens and commands ask here; nothing in here knows a terminal. Decisions come back as writes that were carried out.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ragtriage.cases.store import CaseStore
from ragtriage.disk.files import FileChange, History, Write
from ragtriage.errors import UsageError, nearest
from ragtriage.runs.model import RunInfo
from ragtriage.runs.store import RunStore
from ragtriage.triage import suspicions, weeks
from ragtriage.triage.model import CAUSES, Cause, Finding, Row, State, Verdict
from ragtriage.triage.outcomes import Outcomes
from ragtriage.triage.queue import passes_none, rows
from ragtriage.triage.story import Story
from ragtriage.triage.verdicts import VerdictStore, in_force
from ragtriage.triage.weeks import local_date, next_monday, timestamp, week_of

if TYPE_CHECKING:
    from ragtriage.cases.history import Change
    from ragtriage.triage.judging import Judge

EARLIER_RUNS = 8
"""Earlier runs of a configuration that badges and the strip look back over."""


@dataclass(frozen=True, slots=True)
class Queue:
    """The rows for one run, and what the title line says of it."""

    run: RunInfo | None
    """None when no configuration has a run on the workspace's snapshot."""
    configurations: tuple[str, ...]
    rows: tuple[Row, ...]
    counts: dict[State, int]
    """Active cases of the run by state."""
    notes: tuple[str, ...] = ()
    """What is to be said of the run as a whole, a sentence each."""

    def next_undecided(self, after: str | None = None) -> Row | None:
        """The first row below `after` that wants a decision, from the top when there is none below."""
        ids = [row.case_id for row in self.rows]
        start = ids.index(after) + 1 if after in ids else 0
        order = (*self.rows[start:], *self.rows[:start])
        return next((row for row in order if row.undecided and row.case_id != after), None)


class Desk:
    """Triage over the latest runs on the workspace's snapshot."""

    def __init__(
        self,
        *,
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
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._db, self._cases, self._runs, self._verdicts = db, cases, runs, verdicts
        self._outcomes, self._judge, self._history = outcomes, judge, history
        self._snapshot, self._timezone, self._max_age_days = snapshot, timezone, max_age_days
        self._preferred, self._newest_per_configuration = preferred, newest_per_configuration
        self._reviewer, self._clock = reviewer, clock

    @property
    def week(self) -> str:
        """The ISO week it is."""
        return week_of(self._clock(), self._timezone)

    def latest(self) -> dict[str, RunInfo]:
        """The latest run of each configuration on the workspace's snapshot, by the configuration's name.

        Where the settings want all runs, every run is a configuration of its own, under its id.
        """
        newest = self._newest_per_configuration
        return self._runs.latest(self._snapshot, newest, max_age_days=self._max_age_days, now=self._clock())

    def queue(self, configuration: str | None = None, *, every: bool = False) -> Queue:
        """The rows of a configuration's latest run; of the first configuration's unless one is named.

        With `every`, also the cases that pass and those that the run lacks: all of the golden set.
        """
        latest = self.latest()
        name = self._chosen(latest, configuration) if latest else None
        run = latest[name] if name else None
        if run is None and not every:
            return Queue(None, (), (), {})
        states = {name: self._outcomes.states(info.id) for name, info in latest.items()}
        summaries = {summary.id: summary for summary in self._cases.summaries()}
        chosen = states[name] if name else {}
        found = rows(
            summaries,
            chosen,
            [self._outcomes.states(earlier.id) for earlier in self.earlier(run)] if run else [],
            states,
            self._verdicts_by_case(),
            suspicions.kept(self._db).keys(),
            self._snapshot,
            local_date(self._clock(), self._timezone).isoformat(),
            every=every,
        )
        active = (one.state for id_, one in chosen.items() if id_ in summaries and summaries[id_].status == "active")
        notes = self._runs.given(run.id).notes if run else ()
        return Queue(run, tuple(latest), found, dict(Counter(active)), notes)

    def story(self, case_id: str, configuration: str | None = None, changes: "Sequence[Change]" = ()) -> Story:
        """The story of a case in a configuration's latest run; of the label alone when the run lacks the case.

        `changes` are the commits of its file, if the caller wants them told: asking Git takes longer than all else.
        """
        from ragtriage.triage.diagnosis import diagnose, no_configuration
        from ragtriage.triage.telling import Past, Strip, tell, tell_case

        latest = self.latest()
        run = latest[self._chosen(latest, configuration)] if latest else None
        repeats = self._outcomes.repeats(run.id, case_id) if run else []
        told = next((repeat for repeat, state in repeats if state != "passed"), repeats[0][0] if repeats else 0)
        seen = self._judge().seen(run, case_id, told) if run else None
        verdicts, doubts = self._verdicts.for_case(case_id), suspicions.kept_of(self._db, case_id)
        if run is None or seen is None:
            return tell_case(self._cases.get(case_id), Past(verdicts, changes, doubts))
        now = self._outcomes.state(run.id, case_id)
        holding = (one for one in verdicts if now and self._holds(one, seen.case.label_hash, now.criteria))
        past = Past(verdicts, changes, doubts, standing=next((one for one in holding if one.findings), None))
        states = {name: one.state for name, info in latest.items() if (one := self._outcomes.state(info.id, case_id))}
        before = [(info.id, one.state) for info in self.earlier(run) if (one := self._outcomes.state(info.id, case_id))]
        none = passes_none(states, len(latest))
        reasons = diagnose(seen)
        if none:
            reasons = (*reasons, no_configuration(tuple(states)))
        return tell(seen, reasons, Strip(states, before, none, repeats), past)

    def decide(
        self,
        case_ids: Sequence[str],
        cause: Cause,
        *,
        note: str = "",
        owner: str = "",
        mode: str = "",
        take_back: bool | None = None,
        configuration: str | None = None,
    ) -> Write:
        """Name a cause for some cases, beside those named this week; where all of them have it, take it back instead.

        What else is given is put on the finding; what is empty stays as it is. `take_back` says which of the two is
        meant; then nothing changes where it is so already. A cause named before the case, the snapshot or what fails
        changed is named anew. Returns the write, on disk already, without changes where there was nothing to change.
        Raises UsageError for an unknown cause or case.
        """
        if cause not in CAUSES:
            close = nearest(cause, list(CAUSES))
            raise UsageError(
                f"`{cause}` is not a cause",
                next_step=f"causes: {', '.join(CAUSES)}" + (f"; did you mean {close}?" if close else ""),
            )
        opened = self._open(case_ids, configuration)
        details = bool(note or owner or mode)
        if take_back is None:
            take_back = not details and all(held and _named(verdict, cause) for verdict, held in opened)
        changed = []
        for verdict, held in opened:
            named = _named(verdict, cause)
            others = tuple(one for one in verdict.findings if one.cause != cause)
            if take_back and named:
                changed.append(replace(verdict, findings=others, snoozed_until=None))
            elif not take_back and (not named or not held or details or verdict.snoozed_until):
                finding = _annotated(named or Finding(cause), note, owner, mode)
                changed.append(replace(verdict, findings=(*others, finding), snoozed_until=None))
        return self._write(changed, f"{cause} taken back" if take_back else cause)

    def snooze(self, case_ids: Sequence[str], until: str | None = None, configuration: str | None = None) -> Write:
        """Ask about some cases no more until a date, next Monday unless one is named.

        Raises UsageError for what is no date, or none to come.
        """
        day = weeks.day(until or self.next_monday())
        if day <= local_date(self._clock(), self._timezone):
            raise UsageError(
                f"{day} is not to come", next_step=f"snooze until a later day, such as {self.next_monday()}"
            )
        opened = self._open(case_ids, configuration)
        changed = [replace(verdict, snoozed_until=day.isoformat()) for verdict, _ in opened]
        return self._write(changed, f"snoozed until {day}")

    def annotate(
        self,
        case_ids: Sequence[str],
        *,
        note: str = "",
        owner: str = "",
        mode: str = "",
        configuration: str | None = None,
    ) -> Write:
        """Put a note, an owner or the team's own word on the last finding of this week; what is empty stays as it is.

        Raises UsageError where there is no finding.
        """

        changed = []
        for verdict, _ in self._open(case_ids, configuration):
            if not verdict.findings:
                raise UsageError(
                    f"{verdict.case_id} has no finding this week to comment on", next_step="name a cause first, 1 to 9"
                )
            *others, last = verdict.findings
            changed.append(replace(verdict, findings=(*others, _annotated(last, note, owner, mode))))
        return self._write(changed, "comment")

    def mine(self, case_id: str) -> Verdict | None:
        """This reviewer's verdict on a case of this week: what their next decision is added to."""
        mine = (self.week, self._reviewer())
        return next((v for v in self._verdicts.for_case(case_id) if (v.week, v.reviewer) == mine), None)

    def next_monday(self) -> str:
        """The date until which a snooze lasts unless another is named."""
        return next_monday(self._clock(), self._timezone).isoformat()

    def undo(self) -> Write | None:
        """Take back the latest write of this session."""
        write = self._history.undo()
        self.refresh()
        return write

    def redo(self) -> Write | None:
        """Do again what was taken back last."""
        write = self._history.redo()
        self.refresh()
        return write

    def refresh(self) -> None:
        """See what changed on disk."""
        self._cases.refresh()
        self._verdicts.refresh()

    def _write(self, verdicts: Sequence[Verdict], words: str) -> Write:
        """Put verdicts on disk, as one write; one that says nothing any more is deleted."""
        changes: list[FileChange] = []
        for verdict in verdicts:
            says = verdict.findings or verdict.snoozed_until
            write = self._verdicts.write(verdict) if says else self._verdicts.remove(verdict)
            changes += write.changes
        ids = tuple(verdict.case_id for verdict in verdicts)
        whole = Write(f"{ids[0] if len(ids) == 1 else f'{len(ids)} cases'}: {words}", tuple(changes), ids)
        if changes:
            self._history.do(whole)
            self._verdicts.refresh()
        return whole

    def _open(self, case_ids: Sequence[str], configuration: str | None) -> list[tuple[Verdict, bool]]:
        """This reviewer's verdicts of this week, brought up to the run at hand, new ones where there is none.

        With each whether it held before: whether the case, the snapshot and what fails are still what it was given on.
        """
        self._verdicts.refresh()  # another terminal may have decided meanwhile: add to that, never replace it
        latest = self.latest()
        if not latest:
            raise UsageError(
                "there is no run to decide about", next_step="ragtriage run, or ragtriage import runs FILE"
            )
        run = latest[self._chosen(latest, configuration)]
        reviewer, week, now = self._reviewer(), self.week, timestamp(self._clock())
        mine = {v.case_id: v for v in self._verdicts.all() if v.week == week and v.reviewer == reviewer}
        opened = []
        for case_id in dict.fromkeys(case_ids):
            state = self._outcomes.state(run.id, case_id)
            label, criteria = self._cases.get(case_id).label_hash, state.criteria if state else ()
            verdict = mine.get(case_id, Verdict(case_id, week, reviewer, run.id, self._snapshot, ""))
            held = self._holds(verdict, label, criteria)
            verdict = replace(
                verdict, run=run.id, snapshot=self._snapshot, case_hash=label, criteria=criteria, decided_at=now
            )
            opened.append((verdict, held))
        return opened

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


def _named(verdict: Verdict, cause: Cause) -> Finding | None:
    return next((one for one in verdict.findings if one.cause == cause), None)


def _annotated(finding: Finding, note: str, owner: str, mode: str) -> Finding:
    """The finding with what is given; what is empty stays as it is."""
    return replace(finding, note=note or finding.note, owner=owner or finding.owner, mode=mode or finding.mode)
