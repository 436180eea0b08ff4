"""Keeping outcomes up to date: what is judged anew after files, runs or rules changed, and what is known at once."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import asdict, fields
from functools import partial
from typing import TYPE_CHECKING

from ragtriage.cases.store import CaseStore
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.disk.rows import keep_text, kept_text
from ragtriage.errors import SnapshotError
from ragtriage.runs.model import RunInfo
from ragtriage.runs.store import RunStore
from ragtriage.triage.labels import LabelStore
from ragtriage.triage.service import TriageService
from ragtriage.triage.status import ConfigurationStatus, configuration_status

if TYPE_CHECKING:
    from ragtriage.drift.anchoring import Anchoring
    from ragtriage.triage.judging import Judge
    from ragtriage.triage.lint import LintContext

Progress = Callable[[str, int, int], None]
"""Told what is being judged, how many outputs are done, and of how many."""


class OutcomeRefresh:
    """The outcomes of a workspace, and whether they are those of its files. One a thread, as `db` is."""

    def __init__(
        self,
        db: sqlite3.Connection,
        cases: CaseStore,
        snapshots: SnapshotStore,
        runs: RunStore,
        service: TriageService,
        judge: "Judge",
        anchoring: "Anchoring",
        labels: LabelStore,
        ground: "Callable[[], LintContext]",
        snapshot: str | None,
    ) -> None:
        """`ground`: what labels are held against, asked for only where `snapshot`, the workspace's, is named."""
        self._db, self._cases, self._snapshots, self._runs = db, cases, snapshots, runs
        self._desk, self._judge, self._anchoring, self._ground = service, judge, anchoring, ground
        self._labels = labels
        self._snapshot = snapshot

    def judge_all(self, progress: Progress | None = None) -> int:
        """Bring every outcome up to date that a queue, a strip or the status can show; how many were judged.

        Costs a few look-ups when nothing changed since it last ran.
        """
        from ragtriage.triage import suspicions

        stamp = self._stamp()
        if self._kept(stamp) is not None:
            return 0
        judged = 0
        for run in self._shown():
            self._snapshots.ensure(run.snapshot)
            judged += self._judge.judge_run(run, partial(progress, run.id) if progress else None)
        if self._snapshot:
            self._snapshots.ensure(self._snapshot)
            self._anchoring.keep(self._snapshot)
            suspicions.keep_suspicions(
                self._db, [one for one in self._cases.cases() if one.status != "retired"], self._ground()
            )
        status = [asdict(one) for one in configuration_status(self._db, self._newest())]
        keep_text(self._db, "status", json.dumps(status), stamp)
        return judged

    def status(self) -> list[ConfigurationStatus]:
        """The newest run of each configuration on each snapshot, the workspace's snapshot first, as last judged."""
        kept = self._kept(self._stamp())
        if kept is not None:
            return [ConfigurationStatus(**one) for one in json.loads(kept)]
        return configuration_status(self._db, self._newest())

    def _newest(self) -> list[RunInfo]:
        seen: dict[tuple[str, str], RunInfo] = {}
        for run in self._runs.runs():
            seen.setdefault((run.config, run.snapshot), run)
        return sorted(seen.values(), key=lambda run: (run.snapshot != self._snapshot, run.snapshot, run.config))

    def _shown(self) -> list[RunInfo]:
        """The newest runs, and the earlier ones that badges and strips look back over."""
        shown = {run.id: run for run in self._newest()}
        if self._snapshot:
            for run in self._desk.latest().values():
                shown |= {earlier.id: earlier for earlier in self._desk.earlier(run)}
        return [run for run in shown.values() if run.snapshot in self._snapshots.names()]

    def _stamp(self) -> str:
        """Everything that outcomes rest on, in few look-ups: which files were read when, which runs, which rules."""
        from ragtriage.triage import lint

        cases = self._db.execute("SELECT COUNT(*), MAX(read_ns), TOTAL(mtime_ns) FROM case_files").fetchone()
        runs = [run.id for run in self._runs.runs()]
        rules = [self._rules(name) for name in self._snapshots.names()]
        counted = [each.name for each in fields(ConfigurationStatus)]  # a newer ragtriage counts other things
        return repr((tuple(cases), self._labels.stamp(), runs, rules, counted, self._snapshot, lint.RULES_VERSION))

    def _rules(self, snapshot: str) -> str:
        """The judge's rules over a snapshot; a broken one that nothing is judged against hides no other."""
        try:
            return self._judge.rules(snapshot)
        except SnapshotError as error:
            if snapshot == self._snapshot:
                raise
            return f"{snapshot}: {error.title}"

    def _kept(self, stamp: str) -> str | None:
        return kept_text(self._db, "status", stamp)
