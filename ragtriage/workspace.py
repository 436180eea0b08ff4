"""The front door of the library: finds ragtriage.yaml, as Git finds its repository, and opens what it names."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ragtriage.cases.store import CaseStore
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.corpus.snapshot_files import clear_left
from ragtriage.disk.connection import IndexConnection
from ragtriage.disk.database import connect
from ragtriage.disk.files import History, LockWait, Write, finish_cut_off
from ragtriage.disk.safe_paths import guard
from ragtriage.disk.state_folder import own_state_folder
from ragtriage.errors import RagtriageError, WorkspaceError
from ragtriage.runs.store import RunStore
from ragtriage.settings import FILE, Settings, read_settings
from ragtriage.triage.desk import Desk
from ragtriage.triage.labels import LabelStore
from ragtriage.triage.outcomes import Outcomes
from ragtriage.triage.status import ConfigurationStatus
from ragtriage.triage.verdicts import VerdictStore

if TYPE_CHECKING:
    from ragtriage.authoring.corpus import Corpus
    from ragtriage.authoring.desk import AuthoringDesk
    from ragtriage.authoring.kept import Drafts
    from ragtriage.authoring.remarks import Remark
    from ragtriage.authoring.values import Form
    from ragtriage.cases.comparing import CaseChange
    from ragtriage.cases.history import Change
    from ragtriage.cases.model import Case
    from ragtriage.corpus.search import Searcher
    from ragtriage.disk.problems import Problem
    from ragtriage.intake.desk import ComplaintDesk
    from ragtriage.triage.anchoring import Anchoring
    from ragtriage.triage.coverage import Coverage
    from ragtriage.triage.effect import Effect
    from ragtriage.triage.judging import Judge
    from ragtriage.triage.lint import Ground
    from ragtriage.triage.model import Suspicion
    from ragtriage.triage.moving import Mover
    from ragtriage.triage.proposal import Proposal
    from ragtriage.triage.review_story import Shelf
    from ragtriage.triage.reviewing import Review
    from ragtriage.triage.story import Story
    from ragtriage.triage.upkeep import Progress, Upkeep


class Workspace:
    """A golden set, its snapshots, runs and verdicts. Belongs to one thread: `again()` opens it for another.

    Close it, or use it in a `with`.
    """

    def __init__(
        self,
        root: Path,
        settings: Settings,
        *,
        history: History | None = None,
        reviewer: str | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.root = root
        self.settings = settings
        self.state = root / ".ragtriage"
        self.history = history or History(self.state)
        self.clock = clock
        self._reviewer = reviewer
        self._db: sqlite3.Connection | None = None
        self._index: Path | None = None
        self.index_moved_to: Path | None = None
        """Where the index was moved because it was damaged, when opening it found so."""
        self.index_seconds: float | None = None
        """How long a statement waits for another process that writes to the index; None: as long as is usual."""
        self.index_opened_anew: Callable[[], None] | None = None
        """Told when another index stands in the place of the one that was used, and its outcomes are to be judged."""
        self.finished = ""
        """What is to be said of a write that was cut off and finished as this was opened."""
        self.state_moved = ""
        """What is to be said of a state folder that was not ours, and was moved aside."""
        guard(root)

    @classmethod
    def open(cls, start: Path | None = None, *, reviewer: str | None = None) -> "Workspace":
        """The workspace that holds `start` (the current folder by default).

        Raises WorkspaceError where there is none, SettingsError when its settings are wrong.
        """
        root = find_root(start or Path.cwd())
        guard(root)
        workspace = cls(root, read_settings(root), reviewer=reviewer)
        workspace.state_moved = own_state_folder(workspace.state)
        return workspace

    def again(self, index: Path | None = None) -> "Workspace":
        """The same workspace for another thread: its own connection, the same history of undo.

        `index`: a file for an index of its own, made from the workspace's files alone.
        """
        other = Workspace(self.root, self.settings, history=self.history, reviewer=self._reviewer, clock=self.clock)
        other._index = index
        return other

    def __enter__(self) -> "Workspace":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Give back the index."""
        if self._db is not None:
            self._db.close()
            self._db = None

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

    @property
    def db(self) -> sqlite3.Connection:
        """The index, opened when it is first asked for."""
        if self._db is None:
            self.state_moved = own_state_folder(self.state) or self.state_moved  # Git may have brought one meanwhile
            self._db = connect(self._index or self.state / "index.db", self._index_moved)
        return self._db

    @property
    def index_is_gone(self) -> bool:
        """Whether the index that is open is not the file in its place: deleted, or moved away. It can still be read."""
        return isinstance(self._db, IndexConnection) and self._db.is_elsewhere

    def follow_index(self) -> None:
        """If so, the next statement takes the file that is there now. From any thread."""
        if isinstance(self._db, IndexConnection):
            self._db.follow()

    def _limit_waiting(self) -> None:
        if self.index_seconds is not None and self._db is not None:
            self._db.execute(f"PRAGMA busy_timeout = {int(self.index_seconds * 1000)}")

    def _index_opened_anew(self) -> None:
        """The index is another one: it is filled from the files, and what was known of the old one is forgotten."""
        self._limit_waiting()
        if "runs" in self.__dict__:
            self.runs.forget()
        with suppress(RagtriageError):  # whoever asks next is told
            self.cases.refresh()
            self.verdicts.refresh()
        if self.index_opened_anew:
            self.index_opened_anew()

    def _index_moved(self, to: Path) -> None:
        self.index_moved_to = to

    @cached_property
    def cases(self) -> CaseStore:
        return CaseStore(self.root, self.db)

    @cached_property
    def snapshots(self) -> SnapshotStore:
        return SnapshotStore(self.root / "corpus_snapshots", self.db)

    @cached_property
    def runs(self) -> RunStore:
        return RunStore(self.root, self.db, self.history.wait)

    @cached_property
    def verdicts(self) -> VerdictStore:
        return VerdictStore(self.root, self.db)

    @cached_property
    def labels(self) -> LabelStore:
        """What people say of answers."""
        return LabelStore(self.root, self.db)

    @property
    def snapshot(self) -> str:
        """The snapshot that the golden set is judged against. Raises WorkspaceError when none is named."""
        if self.settings.snapshot is None:
            raise WorkspaceError(
                f"{FILE} names no snapshot",
                next_step="add one (ragtriage snapshot add FOLDER --name NAME) and write `snapshot: NAME` in it",
            )
        return self.settings.snapshot

    @cached_property
    def outcomes(self) -> Outcomes:
        return Outcomes(self.db)

    @cached_property
    def judge(self) -> "Judge":
        from ragtriage.triage.judging import Judge

        settings = self.settings
        return Judge(
            self.db,
            self.cases,
            self.snapshots,
            self.runs,
            self.anchoring,
            self.outcomes,
            self.labels,
            settings.score,
            settings.pass_when,
        )

    @cached_property
    def anchoring(self) -> "Anchoring":
        """Where every quote stands in a snapshot."""
        from ragtriage.triage.anchoring import Anchoring

        return Anchoring(self.db, self.cases, self.snapshots)

    @cached_property
    def mover(self) -> "Mover":
        """Accepting places of quotes, and moving the golden set to another snapshot."""
        from ragtriage.triage.moving import Mover

        return Mover(self.root, self.cases, self.snapshots, self.anchoring)

    def reread_settings(self) -> None:
        """See what ragtriage.yaml says now, after a move to another snapshot or its undoing. Raises SettingsError."""
        self.settings = read_settings(self.root)
        for name in ("desk", "judge", "complaints", "_authoring", "_upkeep"):
            self.__dict__.pop(name, None)

    @cached_property
    def desk(self) -> Desk:
        """Triage: queue, stories, decisions."""
        return Desk(
            root=self.root,
            db=self.db,
            cases=self.cases,
            runs=self.runs,
            verdicts=self.verdicts,
            outcomes=self.outcomes,
            judge=lambda: self.judge,
            history=self.history,
            snapshot=self.settings.snapshot or "",
            timezone=self.settings.timezone,
            preferred=tuple(self.settings.configurations),
            newest_per_configuration=self.settings.newest_per_configuration,
            max_age_days=self.settings.max_age_days,
            reviewer=lambda: self.reviewer,
            labels=self.labels,
            clock=self.clock,
        )

    @cached_property
    def drafts(self) -> "Drafts":
        """Cases that are being written in the editor and not saved yet."""
        from ragtriage.authoring.kept import Drafts

        return Drafts(self.state)

    @cached_property
    def complaints(self) -> "ComplaintDesk":
        """What users complain of: the inbox, and deciding on it. `do` carries its writes out."""
        from ragtriage.intake.desk import ComplaintDesk
        from ragtriage.intake.faring import Faring
        from ragtriage.intake.inbox import Inbox

        settings = self.settings
        return ComplaintDesk(
            Inbox(self.root, self.db, settings.timezone),
            self.cases,
            self.snapshots,
            self._searcher,
            Faring(lambda: self.desk.latest() if settings.snapshot else {}, self.outcomes, self.runs, self.cases),
            reviewer=lambda: self.reviewer,
            clock=self.clock,
            timezone=settings.timezone,
            keep_text=settings.keep_complaint_text,
        )

    def _searcher(self) -> "Searcher | None":
        """Plain word search in the workspace's snapshot; None when it names none."""
        if self.settings.snapshot is None:
            return None
        self.snapshots.ensure(self.settings.snapshot)
        return self.judge.searcher(self.settings.snapshot)

    @cached_property
    def _authoring(self) -> "AuthoringDesk":
        from ragtriage.authoring.desk import AuthoringDesk

        return AuthoringDesk(self.cases, self.snapshots, self._searcher, lambda: self.anchoring)

    @property
    def corpus(self) -> "Corpus | None":
        """The workspace's snapshot as the case editor needs it; None when it names none. Raises SnapshotError."""
        return self._authoring.corpus

    def marked(self, form: "Form") -> "Form":
        """The form with what is to be looked at as other words took a changed quote's place. Raises SnapshotError."""
        return self._authoring.marked(form)

    def remarks(self, form: "Form") -> "list[Remark]":
        """What speaks against a case that is being written. Raises SnapshotError."""
        return self._authoring.remarks(form)

    @cached_property
    def reviewer(self) -> str:
        """Who signs decisions: `--as`, else Git's user.name, else the login name."""
        if self._reviewer:
            return self._reviewer
        from ragtriage.cases.history import reviewer

        return reviewer(self.root)

    def changes(self, case_id: str) -> "list[Change]":
        """The latest commits that touched the case's file, newest first, each with what it changed."""
        from ragtriage.cases.change_words import changes_told

        return changes_told(self.root, self.cases.path(case_id))

    def story(self, case_id: str, configuration: str | None = None, changes: "Sequence[Change]" = ()) -> "Story":
        """The story of a case (`Desk.story`), and whether its question is worded as its documents are."""
        from ragtriage.authoring.wording import with_wording

        story, snapshot = self.desk.story(case_id, configuration, changes), self.settings.snapshot
        if snapshot is None:
            return story

        def text(doc_id: str) -> str | None:
            document = self.snapshots.document(snapshot, doc_id)
            return document.text if document else None

        return with_wording(story, self.cases.get(case_id), text)

    def problems(self) -> "tuple[Problem, ...]":
        """What is wrong with the files of cases, verdicts and labels, as last read."""
        return (*self.cases.problems(), *self.verdicts.problems(), *self.labels.problems())

    def refresh(self) -> bool:
        """See what changed on disk; whether any case, verdict or label did."""
        changed = bool(self.cases.refresh())
        changed = self.verdicts.refresh() or changed
        changed = self.labels.refresh() or changed
        self.runs.refresh()
        return changed

    @cached_property
    def _upkeep(self) -> "Upkeep":
        from ragtriage.triage.upkeep import Upkeep

        stores = (self.db, self.cases, self.snapshots, self.runs, self.desk)
        return Upkeep(*stores, self.judge, self.anchoring, self.labels, self.ground, self.settings.snapshot)

    def judge_all(self, progress: "Progress | None" = None) -> int:
        """Bring every outcome up to date; how many were judged (`Upkeep.judge_all`)."""
        return self._upkeep.judge_all(progress)

    def status(self) -> list[ConfigurationStatus]:
        """The newest run of each configuration on each snapshot, as last judged (`Upkeep.status`)."""
        return self._upkeep.status()

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
        if write.changes:
            self.history.do(write)
            self.cases.refresh()
        return write

    def kept_view(self, name: str) -> str | None:
        """What a screen last kept of itself, to show until it has read anew; None when there is nothing."""
        row = self.db.execute("SELECT body FROM kept WHERE name = ? AND stamp = ''", (f"view {name}",)).fetchone()
        return row[0] if row else None

    def keep_view(self, name: str, body: str) -> None:
        """Keep what a screen shows first."""
        self.db.execute("INSERT OR REPLACE INTO kept VALUES (?, '', ?)", (f"view {name}", body))

    def proposal(self, range_: str | None = None) -> "Proposal":
        """What a branch proposes (`A..B`; HEAD against the main branch without one), and what is wrong with it.

        Raises UsageError for what is no range, WorkspaceError without Git.
        """
        from ragtriage.triage.proposal import proposal

        return proposal(self.root, range_, self._ground_for, self._cases_now)

    def _ground_for(self, cases: "Sequence[Case]") -> "Ground | None":
        """What these cases are held against, their quotes looked for in one pass; None without a snapshot."""
        if (name := self.settings.snapshot) is None:
            return None
        ground = self.ground()
        self.anchoring.anchors([quote for case in cases for piece in case.evidence for quote in piece.any_of], name)
        return ground

    def _cases_now(self) -> "Iterable[Case]":
        self.cases.refresh()
        return self.cases.cases()

    def review(self, range_: str | None = None) -> "Review":
        """What a branch proposes, for this reviewer to approve. Raises as `proposal`."""
        from ragtriage.triage.reviewing import review

        return review(self.root, self.state, range_, self._ground_for, self._cases_now, self.reviewer)

    def effects(self, changes: "Sequence[CaseChange]") -> "list[Effect]":
        """What changed labels do to the latest run of each configuration; none without a snapshot."""
        from ragtriage.triage.effect import effect

        if self.settings.snapshot is None or not changes:
            return []
        self.runs.refresh()
        return [effect(self.judge, self.runs, run, changes) for run in self.desk.latest().values()]

    def shelf(self) -> "Shelf | None":
        """Where a review looks quotes up; None when no snapshot is named."""
        from ragtriage.triage.review_story import Shelf

        if (name := self.settings.snapshot) is None:
            return None
        self.snapshots.ensure(name)
        return Shelf(
            name,
            lambda quotes: self.anchoring.anchors(quotes, name),
            lambda doc_id: self.snapshots.document(name, doc_id),
        )

    def coverage(self, configuration: str | None = None) -> "Coverage":
        """What the golden set covers, as last judged, with pass rates of a configuration's latest run."""
        from ragtriage.triage.coverage import coverage

        named = self.settings.snapshot
        if named:
            self.snapshots.ensure(named)
        latest = self.desk.latest().values() if named else ()
        queue = self.desk.queue(configuration, every=True)
        return coverage(self.db, queue, [run.id for run in latest], named or "", self.settings.score)

    def ground(self) -> "Ground":
        """What labels are held against: the workspace's snapshot. Raises WorkspaceError when none is named."""
        from ragtriage.triage.lint import Ground

        self.snapshots.ensure(self.snapshot)
        searcher = self.judge.searcher(self.snapshot)
        return Ground(
            snapshot=self.snapshot,
            fingerprint=self.judge.rules(self.snapshot),
            anchors=lambda case: self.anchoring.of_case(case, self.snapshot),
            search=lambda case, count: searcher.search(case.question, count, case.filters, case.user),
            document=lru_cache(maxsize=96)(lambda doc_id: self.snapshots.document(self.snapshot, doc_id)),
            superseded=lambda: self.snapshots.superseded(self.snapshot),
        )

    def version_remarks(self, case: "Case") -> "list[Suspicion]":
        """Where a case's evidence was read in another version than the snapshot has; none without a snapshot."""
        from ragtriage.errors import SnapshotError
        from ragtriage.triage.versions_told import version_remarks

        if (name := self.settings.snapshot) is None:
            return []
        try:
            superseded = self.snapshots.superseded(name)
            return list(version_remarks(case, name, lambda doc_id: self.snapshots.document(name, doc_id), superseded))
        except SnapshotError:  # said by whoever needs the snapshot
            return []


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
