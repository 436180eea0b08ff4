"""The front door of the library: finds ragtriage.yaml, as Git finds its repository, and opens what it names."""

import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ragtriage.cases.store import CaseStore
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.corpus.snapshot_files import clear_left
from ragtriage.disk.files import History, LockWait, Write, finish_cut_off
from ragtriage.disk.safe_paths import guard
from ragtriage.disk.workspace_index import WorkspaceIndex
from ragtriage.errors import WorkspaceError
from ragtriage.runs.store import RunStore
from ragtriage.services import Services
from ragtriage.settings import FILE, Settings, read_settings
from ragtriage.stores import Stores
from ragtriage.triage.labels import LabelStore
from ragtriage.triage.outcomes import Outcomes
from ragtriage.triage.service import TriageService
from ragtriage.triage.status import ConfigurationStatus
from ragtriage.triage.verdicts import VerdictStore

if TYPE_CHECKING:
    from ragtriage.authoring.corpus import Corpus
    from ragtriage.authoring.form_drafts import FormDrafts
    from ragtriage.authoring.remarks import Remark
    from ragtriage.authoring.values import Form
    from ragtriage.cases.comparing import CaseChange
    from ragtriage.cases.history import FileCommit
    from ragtriage.cases.model import Case
    from ragtriage.coverage.report import Coverage
    from ragtriage.disk.problems import Problem
    from ragtriage.drift.anchoring import Anchoring
    from ragtriage.drift.moving import Mover
    from ragtriage.grading.run_grader import RunGrader
    from ragtriage.intake.service import ComplaintService
    from ragtriage.review.branches import Shelf
    from ragtriage.review.effect import Effect
    from ragtriage.review.proposal import Proposal
    from ragtriage.review.reviewing import Review
    from ragtriage.triage.case_report import CaseReport
    from ragtriage.triage.judging import Judge
    from ragtriage.triage.lint import LintContext
    from ragtriage.triage.model import Suspicion
    from ragtriage.triage.refresh import Progress
    from ragtriage.views.story import Story


class Workspace:
    """A golden set, its snapshots, runs and verdicts. Belongs to one thread: `again()` opens it for another.

    What it keeps is in its stores, which stay as they are; what is done with it is in services, which are built anew
    when the settings change. Close it, or use it in a `with`.
    """

    def __init__(
        self,
        root: Path,
        settings: Settings,
        *,
        history: History | None = None,
        reviewer: str | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        index: Path | None = None,
    ) -> None:
        """`index`: a file for an index of its own, made from the workspace's files alone."""
        guard(root)
        self.root = root
        self.settings = settings
        self.state = root / ".ragtriage"
        self.history = history or History(self.state)
        self.clock = clock
        self.index = WorkspaceIndex(self.state, index)
        self.finished = ""
        """What is to be said of a write that was cut off and finished as this was opened."""
        self._reviewer = reviewer
        self._stores = Stores(root, self.index, self.history)
        self._services = self._built()

    @classmethod
    def open(cls, start: Path | None = None, *, reviewer: str | None = None) -> "Workspace":
        """The workspace that holds `start` (the current folder by default).

        Raises WorkspaceError where there is none, SettingsError when its settings are wrong.
        """
        root = find_root(start or Path.cwd())
        guard(root)
        workspace = cls(root, read_settings(root), reviewer=reviewer)
        workspace.index.own_state_folder()
        return workspace

    def reopen(self, index: Path | None = None) -> "Workspace":
        """The same workspace for another thread: its own connection, the same history of undo.

        `index`: a file for an index of its own, made from the workspace's files alone.
        """
        return Workspace(
            self.root, self.settings, history=self.history, reviewer=self._reviewer, clock=self.clock, index=index
        )

    def __enter__(self) -> "Workspace":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Give back the index."""
        self.index.close()

    def wait_as(self, wait: LockWait) -> None:
        """How all writes from here on wait for the workspace's lock, and who hears of it.

        The first to hear: a write of several files that a killed process left half done is finished here.
        """
        self.history.wait = wait

        def told(words: str) -> None:
            self.finished = words
            wait.told(words)

        finish_cut_off(self.state, LockWait(wait.seconds, told))
        if self.finished:
            self.reread_settings()  # they may have been part of it
        clear_left(self.root / "corpus_snapshots")

    def reread_settings(self) -> None:
        """See what ragtriage.yaml says now, after a move to another snapshot or its undoing. Raises SettingsError."""
        self.settings = read_settings(self.root)
        self._services = self._built()

    def _built(self) -> Services:
        return Services(self._stores, self.settings, lambda: self.reviewer, lambda: self.clock())

    @cached_property
    def reviewer(self) -> str:
        """Who signs decisions: `--as`, else Git's user.name, else the login name."""
        if self._reviewer:
            return self._reviewer
        from ragtriage.cases.history import reviewer

        return reviewer(self.root)

    # -- what is kept

    @property
    def db(self) -> sqlite3.Connection:
        """The index, opened when it is first asked for."""
        return self.index.db

    @property
    def cases(self) -> CaseStore:
        return self._stores.cases

    @property
    def snapshots(self) -> SnapshotStore:
        return self._stores.snapshots

    @property
    def runs(self) -> RunStore:
        return self._stores.runs

    @property
    def verdicts(self) -> VerdictStore:
        return self._stores.verdicts

    @property
    def labels(self) -> LabelStore:
        """What people say of answers."""
        return self._stores.labels

    @property
    def outcomes(self) -> Outcomes:
        return self._stores.outcomes

    @property
    def drafts(self) -> "FormDrafts":
        """Cases that are being written in the editor and not saved yet."""
        return self._stores.drafts

    @property
    def anchoring(self) -> "Anchoring":
        """Where every quote stands in a snapshot."""
        return self._stores.anchoring

    @property
    def mover(self) -> "Mover":
        """Accepting places of quotes, and moving the golden set to another snapshot."""
        return self._stores.mover

    def problems(self) -> "tuple[Problem, ...]":
        """What is wrong with the files of cases, verdicts and labels, as last read."""
        return self._stores.problems()

    def refresh(self) -> bool:
        """See what changed on disk; whether any case, verdict or label did."""
        return self._stores.refresh()

    def changes(self, case_id: str) -> "list[FileCommit]":
        """The latest commits that touched the case's file, newest first, each with what it changed."""
        from ragtriage.cases.change_words import changes_told

        return changes_told(self.root, self.cases.path(case_id))

    def set_field(self, case_id: str, field: str, value: object, seen: bytes | None = None) -> Write:
        """Change one field of a case, as a write that can be undone.

        `seen` is the file as the person looked at it. Raises CaseError when the field may not hold that value,
        ConflictError when the file is another by now.
        """
        return self.do(self.cases.set_field(case_id, field, value, seen=seen))

    def replace_source(self, case_id: str, new: bytes, seen: bytes | None = None) -> Write:
        """Put a whole new text in place of a case's file. Raises as `set_field`, with all that is wrong with it."""
        return self.do(self.cases.replace_source(case_id, new, seen=seen))

    def do(self, write: Write) -> Write:
        """Carry out a write, as one that can be undone. Raises ConflictError, FileError."""
        return self._stores.do(write)

    # -- what is done under the settings

    @property
    def snapshot(self) -> str:
        """The snapshot that the golden set is judged against. Raises WorkspaceError when none is named."""
        return self._services.snapshot

    @property
    def judge(self) -> "Judge":
        return self._services.judge

    @property
    def grading(self) -> "RunGrader":
        """Grading runs: what is to be graded, and what is known."""
        return self._services.grading

    @property
    def triage(self) -> TriageService:
        """Triage: queue, stories, decisions."""
        return self._services.triage

    @property
    def complaints(self) -> "ComplaintService":
        """What users complain of: the inbox, and deciding on it. `do` carries its writes out."""
        return self._services.complaints

    @property
    def corpus(self) -> "Corpus | None":
        """The workspace's snapshot as the case editor needs it; None when it names none. Raises SnapshotError."""
        return self._services.authoring.corpus

    def marked(self, form: "Form") -> "Form":
        """The form with what is to be looked at as other words took a changed quote's place. Raises SnapshotError."""
        return self._services.authoring.marked(form)

    def remarks(self, form: "Form") -> "list[Remark]":
        """What speaks against a case that is being written. Raises SnapshotError."""
        return self._services.authoring.remarks(form)

    def story(self, case_id: str, configuration: str | None = None) -> "Story":
        """The story of a case as the index has it, without the commits of its file."""
        return self.story_of(self.triage.report(case_id, configuration))

    def story_of(self, report: "CaseReport") -> "Story":
        """The story of a case (`TriageService.report`), and whether its question is worded as its documents are."""
        return self._services.story_of(report)

    def judge_all(self, progress: "Progress | None" = None) -> int:
        """Bring every outcome up to date; how many were judged (`Upkeep.judge_all`)."""
        return self._services.refresh.judge_all(progress)

    def status(self) -> list[ConfigurationStatus]:
        """The newest run of each configuration on each snapshot, as last judged (`Upkeep.status`)."""
        return self._services.refresh.status()

    def coverage(self, configuration: str | None = None) -> "Coverage":
        """What the golden set covers, as last judged, with pass rates of a configuration's latest run."""
        return self._services.coverage(configuration)

    def lint_context(self) -> "LintContext":
        """What labels are held against: the workspace's snapshot. Raises WorkspaceError when none is named."""
        return self._services.lint_context()

    def version_remarks(self, case: "Case") -> "list[Suspicion]":
        """Where a case's evidence was read in another version than the snapshot has; none without a snapshot."""
        return self._services.version_remarks(case)

    def proposal(self, range_: str | None = None) -> "Proposal":
        """What a branch proposes, and what is wrong with it (`Branches.proposal`)."""
        return self._services.branches.proposal(range_)

    def review(self, range_: str | None = None) -> "Review":
        """What a branch proposes, for this reviewer to approve. Raises as `proposal`."""
        return self._services.branches.review(range_, self.reviewer)

    def shelf(self) -> "Shelf | None":
        """Where a review looks quotes up; None when no snapshot is named."""
        return self._services.branches.shelf()

    def effects(self, changes: "Sequence[CaseChange]") -> "list[Effect]":
        """What changed labels do to the latest run of each configuration; none without a snapshot."""
        return self._services.effects(changes)


def find_root(start: Path) -> Path:
    """The nearest folder at or above `start` that holds ragtriage.yaml."""
    start = start.absolute()
    for folder in (start, *start.parents):
        if (folder / FILE).is_file():
            return folder
    raise WorkspaceError(
        f"no {FILE} here or in any folder above",
        next_step="`ragtriage init` makes a workspace here; `ragtriage demo` shows one with everything in it",
    )
