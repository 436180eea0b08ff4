"""What a workspace keeps, whatever its settings say: its files, and what the index knows of them.

Each store is opened when it is first asked for, and stays open. What depends on the settings is in `services`.
"""

from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ragtriage.cases.store import CaseStore
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.disk.files import History, Write
from ragtriage.disk.workspace_index import WorkspaceIndex
from ragtriage.errors import RagtriageError
from ragtriage.runs.store import RunStore
from ragtriage.triage.labels import LabelStore
from ragtriage.triage.outcomes import Outcomes
from ragtriage.triage.verdicts import VerdictStore

if TYPE_CHECKING:
    from ragtriage.authoring.form_drafts import FormDrafts
    from ragtriage.disk.problems import Problem
    from ragtriage.drift.anchoring import Anchoring
    from ragtriage.drift.moving import Mover
    from ragtriage.grading.grade_store import GradeStore


class Stores:
    """The stores of a workspace. They belong to the thread of its index."""

    def __init__(self, root: Path, index: WorkspaceIndex, history: History) -> None:
        self.root, self.index, self.history = root, index, history
        index.when_opened_anew(self._read_anew)

    @cached_property
    def cases(self) -> CaseStore:
        return CaseStore(self.root, self.index.db)

    @cached_property
    def snapshots(self) -> SnapshotStore:
        return SnapshotStore(self.root / "corpus_snapshots", self.index.db)

    @cached_property
    def runs(self) -> RunStore:
        return RunStore(self.root, self.index.db, self.history.wait)

    @cached_property
    def verdicts(self) -> VerdictStore:
        return VerdictStore(self.root, self.index.db)

    @cached_property
    def labels(self) -> LabelStore:
        return LabelStore(self.root, self.index.db)

    @cached_property
    def outcomes(self) -> Outcomes:
        return Outcomes(self.index.db)

    @cached_property
    def grades(self) -> "GradeStore":
        from ragtriage.grading.grade_store import GradeStore

        return GradeStore(self.index.db)

    @cached_property
    def drafts(self) -> "FormDrafts":
        from ragtriage.authoring.form_drafts import FormDrafts

        return FormDrafts(self.root / ".ragtriage")

    @cached_property
    def anchoring(self) -> "Anchoring":
        from ragtriage.drift.anchoring import Anchoring

        return Anchoring(self.index.db, self.cases, self.snapshots)

    @cached_property
    def mover(self) -> "Mover":
        from ragtriage.drift.moving import Mover

        return Mover(self.root, self.cases, self.snapshots, self.anchoring)

    def problems(self) -> "tuple[Problem, ...]":
        """What is wrong with the files of cases, verdicts and labels, as last read."""
        return (*self.cases.problems(), *self.verdicts.problems(), *self.labels.problems())

    def refresh(self) -> bool:
        """See what changed on disk; whether any case, verdict or label did."""
        changed = self._refresh_decisions()
        self.runs.refresh()
        return changed

    def do(self, write: Write) -> Write:
        """Carry out a write, as one that can be undone. Raises ConflictError, FileError."""
        if write.changes:
            self.history.do(write)
            self.cases.refresh()
        return write

    def _refresh_decisions(self) -> bool:
        changed = bool(self.cases.refresh())
        changed = self.verdicts.refresh() or changed
        return self.labels.refresh() or changed

    def _read_anew(self) -> None:
        """The index is another one: it is filled from the files, and what was known of the old one is forgotten."""
        if "runs" in self.__dict__:
            self.runs.forget()
        with suppress(RagtriageError):  # whoever asks next is told
            self._refresh_decisions()
