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
from ragtriage.triage.queue import CaseState, passes_none, rows
from ragtriage.triage.story import Story
from ragtriage.triage.verdicts import VerdictStore
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
            self._verdicts.latest_by_case(),
            suspicions.kept(self._db).keys(),
            self._snapshot,
            local_date(self._clock(), self._timezone).isoformat(),
            every=every,
        )
        active = (one.state for id_, one in chosen.items() if id_ in summaries and summaries[id_].status == "active")
        return Queue(run, tuple(latest), found, dict(Counter(active)))

    def story(self, case_id: str, configuration: str | None = None, changes: "Sequence[Change]" = ()) -> Story:
        """The story of a case in a configuration's latest run; of the label alone when the run lacks the case.

        `changes` are the commits of its file, if the caller wants them told: asking Git takes longer than all else.
        """
        from ragtriage.triage.diagnosis import diagnose, no_configuration
        from ragtriage.triage.telling import Past, Strip, tell, tell_case

        past = Past(self._verdicts.for_case(case_id), changes, suspicions.kept_of(self._db, case_id))
        latest = self.latest()
        run = latest[self._chosen(latest, configuration)] if latest else None
        seen = self._judge().seen(run, case_id) if run else None
        if run is None or seen is None:
            return tell_case(self._cases.get(case_id), past)
        states = {name: one.state for name, info in latest.items() if (one := self._outcomes.state(info.id, case_id))}
        before = [(info.id, one.state) for info in self.earlier(run) if (one := self._outcomes.state(info.id, case_id))]
        none = passes_none(states, len(latest))
        reasons = diagnose(seen)
        if none:
            reasons = (*reasons, no_configuration(tuple(states)))
        return tell(seen, reasons, Strip(states, before, none), past)

    def decide(
        self,
        case_ids: Sequence[str],
        cause: Cause,
        *,
        note: str = "",
        owner: str = "",
        mode: str = "",
        configuration: str | None = None,
    ) -> Write:
        """Name a cause for some cases, beside those named this week; the same cause again takes it back.

        Returns the write, on disk already. Raises UsageError for an unknown cause or case.
        """
        if cause not in CAUSES:
            close = nearest(cause, list(CAUSES))
            raise UsageError(
                f"`{cause}` is not a cause",
                next_step=f"causes: {', '.join(CAUSES)}" + (f"; did you mean {close}?" if close else ""),
            )
        finding = Finding(cause, mode=mode, owner=owner, note=note)

        def with_cause(verdict: Verdict) -> Verdict:
            others = tuple(one for one in verdict.findings if one.cause != cause)
            plain = len(others) < len(verdict.findings) and not (note or owner or mode)
            return replace(verdict, findings=others if plain else (*others, finding), snoozed_until=None)

        return self._write(case_ids, with_cause, cause, configuration)

    def snooze(self, case_ids: Sequence[str], until: str | None = None, configuration: str | None = None) -> Write:
        """Ask about some cases no more until a date, next Monday unless one is named."""
        day = weeks.day(until or self.next_monday()).isoformat()
        return self._write(
            case_ids, lambda verdict: replace(verdict, snoozed_until=day), f"snoozed until {day}", configuration
        )

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

        def annotated(verdict: Verdict) -> Verdict:
            if not verdict.findings:
                raise UsageError(
                    f"{verdict.case_id} has no finding this week to comment on", next_step="name a cause first, 1 to 9"
                )
            last = verdict.findings[-1]
            last = replace(last, note=note or last.note, owner=owner or last.owner, mode=mode or last.mode)
            return replace(verdict, findings=(*verdict.findings[:-1], last))

        return self._write(case_ids, annotated, "comment", configuration)

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

    def _write(
        self, case_ids: Sequence[str], change: Callable[[Verdict], Verdict], words: str, configuration: str | None
    ) -> Write:
        self._verdicts.refresh()  # another terminal may have decided meanwhile: add to that, never replace it
        latest = self.latest()
        if not latest:
            raise UsageError(
                "there is no run to decide about", next_step="ragtriage run, or ragtriage import runs FILE"
            )
        run = latest[self._chosen(latest, configuration)]
        states = self._outcomes.states(run.id)
        changes: list[FileChange] = []
        for case_id in case_ids:
            verdict = change(self._open_verdict(case_id, run, states.get(case_id)))
            settled = verdict.findings or verdict.snoozed_until
            write = self._verdicts.write(verdict) if settled else self._verdicts.remove(verdict)
            changes += write.changes
        about = case_ids[0] if len(case_ids) == 1 else f"{len(case_ids)} cases"
        whole = Write(f"{about}: {words}", tuple(changes), tuple(case_ids))
        self._history.do(whole)
        self._verdicts.refresh()
        return whole

    def _open_verdict(self, case_id: str, run: RunInfo, state: CaseState | None) -> Verdict:
        """This reviewer's verdict of this week, brought up to the run at hand; a new one if there is none."""
        reviewer, week = self._reviewer(), self.week
        mine = [v for v in self._verdicts.for_case(case_id) if v.week == week and v.reviewer == reviewer]
        return replace(
            mine[0] if mine else Verdict(case_id, week, reviewer, run.id, self._snapshot, ""),
            run=run.id,
            snapshot=self._snapshot,
            case_hash=self._cases.get(case_id).label_hash,
            criteria=state.criteria if state else (),
            decided_at=timestamp(self._clock()),
        )

    def _chosen(self, latest: dict[str, RunInfo], configuration: str | None) -> str:
        """The name of the configuration that is triaged. Raises UsageError for one without a run."""
        if configuration is None:  # the first that the settings name, else the newest import
            return next((name for name in self._preferred if name in latest), next(iter(latest)))
        if configuration not in latest:
            close = nearest(configuration, list(latest))
            hint = f"; did you mean {close}?" if close else ""
            raise UsageError(
                f"`{configuration}` has no run on {self._snapshot}",
                next_step=f"configurations with a run: {', '.join(latest)}{hint}",
            )
        return configuration

    def earlier(self, run: RunInfo) -> list[RunInfo]:
        """Runs of the same configuration before this one, newest first."""
        out: list[RunInfo] = []
        while len(out) < EARLIER_RUNS and (before := self._runs.previous(out[-1] if out else run)):
            out.append(before)
        return out
