"""What is done with a workspace under its settings: judging, triage, complaints, writing and reviewing cases.

Each service is built when it is first asked for. When the settings change, all of them are let go at once and built
anew: none can go on with what was said before.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ragtriage.errors import SnapshotError, WorkspaceError
from ragtriage.review.branches import Branches
from ragtriage.settings import FILE, Settings
from ragtriage.stores import Stores
from ragtriage.triage.service import TriageService

if TYPE_CHECKING:
    from ragtriage.authoring.service import AuthoringService
    from ragtriage.cases.comparing import CaseChange
    from ragtriage.cases.model import Case
    from ragtriage.corpus.search import Searcher
    from ragtriage.coverage.report import Coverage
    from ragtriage.grading.run_grader import RunGrader
    from ragtriage.intake.service import ComplaintService
    from ragtriage.review.effect import Effect
    from ragtriage.triage.case_report import CaseReport
    from ragtriage.triage.judging import Judge
    from ragtriage.triage.lint import LintContext
    from ragtriage.triage.model import Suspicion
    from ragtriage.triage.refresh import OutcomeRefresh
    from ragtriage.views.story import Story


class Services:
    """The services of a workspace under these settings. They belong to the thread of its stores."""

    def __init__(
        self, stores: Stores, settings: Settings, reviewer: Callable[[], str], clock: Callable[[], datetime]
    ) -> None:
        self._stores, self._settings = stores, settings
        self._reviewer, self._clock = reviewer, clock

    @property
    def snapshot(self) -> str:
        """The snapshot that the golden set is judged against. Raises WorkspaceError when none is named."""
        if self._settings.snapshot is None:
            raise WorkspaceError(
                f"{FILE} names no snapshot",
                next_step="add one (ragtriage snapshot add FOLDER --name NAME) and write `snapshot: NAME` in it",
            )
        return self._settings.snapshot

    @cached_property
    def judge(self) -> "Judge":
        from ragtriage.triage.judging import Judge

        stores, settings = self._stores, self._settings
        return Judge(
            stores.index.db,
            stores.cases,
            stores.snapshots,
            stores.runs,
            stores.anchoring,
            stores.outcomes,
            stores.labels,
            settings.score,
            settings.pass_when,
        )

    @cached_property
    def grading(self) -> "RunGrader":
        """Grading with the built-in grader."""
        from ragtriage.grading.lexical import LexicalGrader
        from ragtriage.grading.run_grader import RunGrader

        stores, score = self._stores, self._settings.score
        return RunGrader(stores.grades, stores.cases, stores.runs, LexicalGrader(), score.k, score.doc_ids)

    @cached_property
    def triage(self) -> TriageService:
        stores, settings = self._stores, self._settings
        return TriageService(
            root=stores.root,
            db=stores.index.db,
            cases=stores.cases,
            runs=stores.runs,
            verdicts=stores.verdicts,
            outcomes=stores.outcomes,
            judge=lambda: self.judge,
            history=stores.history,
            snapshot=settings.snapshot or "",
            timezone=settings.timezone,
            preferred=tuple(settings.configurations),
            newest_per_configuration=settings.newest_per_configuration,
            max_age_days=settings.max_age_days,
            reviewer=self._reviewer,
            labels=stores.labels,
            clock=self._clock,
        )

    @cached_property
    def complaints(self) -> "ComplaintService":
        from ragtriage.intake.complaint_outcomes import ComplaintOutcomes
        from ragtriage.intake.inbox import Inbox
        from ragtriage.intake.service import ComplaintService

        stores, settings = self._stores, self._settings
        return ComplaintService(
            Inbox(stores.root, stores.index.db, settings.timezone),
            stores.cases,
            stores.snapshots,
            self._searcher,
            ComplaintOutcomes(
                lambda: self.triage.latest() if settings.snapshot else {}, stores.outcomes, stores.runs, stores.cases
            ),
            reviewer=self._reviewer,
            clock=self._clock,
            timezone=settings.timezone,
            keep_text=settings.keep_complaint_text,
            speaks_against=self._speaks_against,
            as_drafts=settings.complaints_as_drafts,
        )

    def _speaks_against(self, case: "Case") -> str:
        """The first remark on a case that is about to be written; empty where there is none."""
        from ragtriage.authoring.values import Form, Origin

        remarks = self.authoring.remarks(Form(Origin("new", case.id), case))
        return remarks[0].words if remarks else ""

    @cached_property
    def authoring(self) -> "AuthoringService":
        """What a case is held against while it is written."""
        from ragtriage.authoring.service import AuthoringService

        return AuthoringService(
            self._stores.cases, self._stores.snapshots, self._searcher, lambda: self._stores.anchoring
        )

    @cached_property
    def branches(self) -> Branches:
        """What branches propose."""
        stores = self._stores
        return Branches(
            stores.root,
            stores.root / ".ragtriage",
            stores.cases,
            stores.snapshots,
            lambda: stores.anchoring,
            self.lint_context,
            self._settings.snapshot,
        )

    @cached_property
    def refresh(self) -> "OutcomeRefresh":
        """Which outcomes are up to date."""
        from ragtriage.triage.refresh import OutcomeRefresh

        stores = self._stores
        return OutcomeRefresh(
            stores.index.db,
            stores.cases,
            stores.snapshots,
            stores.runs,
            self.triage,
            self.judge,
            stores.anchoring,
            stores.labels,
            self.lint_context,
            self._settings.snapshot,
        )

    def story_of(self, report: "CaseReport") -> "Story":
        """The story of a case (`TriageService.report`), and whether its question is worded as its documents are."""
        from ragtriage.views.case_story import case_story
        from ragtriage.views.wording import with_wording

        story, snapshot = case_story(report), self._settings.snapshot
        if snapshot is None:
            return story

        def text(doc_id: str) -> str | None:
            document = self._stores.snapshots.document(snapshot, doc_id)
            return document.text if document else None

        return with_wording(story, report.case, text)

    def effects(self, changes: "Sequence[CaseChange]") -> "list[Effect]":
        """What changed labels do to the latest run of each configuration; none without a snapshot."""
        from ragtriage.review.effect import effect

        if self._settings.snapshot is None or not changes:
            return []
        runs = self._stores.runs
        runs.refresh()
        return [effect(self.judge, runs, run, changes) for run in self.triage.latest().values()]

    def coverage(self, configuration: str | None) -> "Coverage":
        """What the golden set covers, as last judged, with pass rates of a configuration's latest run."""
        from ragtriage.coverage.report import coverage

        named = self._settings.snapshot
        if named:
            self._stores.snapshots.ensure(named)
        latest = self.triage.latest().values() if named else ()
        queue = self.triage.queue(configuration, every=True)
        return coverage(self._stores.index.db, queue, [run.id for run in latest], named or "", self._settings.score)

    def lint_context(self) -> "LintContext":
        """What labels are held against: the workspace's snapshot. Raises WorkspaceError when none is named."""
        from ragtriage.triage.lint import LintContext

        name, snapshots, anchoring = self.snapshot, self._stores.snapshots, self._stores.anchoring
        snapshots.ensure(name)
        searcher = self.judge.searcher(name)
        return LintContext(
            snapshot=name,
            fingerprint=self.judge.rules(name),
            anchors=lambda case: anchoring.of_case(case, name),
            search=lambda case, count: searcher.search(case.question, count, case.filters, case.user),
            document=lru_cache(maxsize=96)(lambda doc_id: snapshots.document(name, doc_id)),
            superseded=lambda: snapshots.superseded(name),
        )

    def version_remarks(self, case: "Case") -> "list[Suspicion]":
        """Where a case's evidence was read in another version than the snapshot has; none without a snapshot."""
        from ragtriage.triage.version_remarks import version_remarks

        snapshots = self._stores.snapshots
        if (name := self._settings.snapshot) is None:
            return []
        try:
            superseded = snapshots.superseded(name)
            return list(version_remarks(case, name, lambda doc_id: snapshots.document(name, doc_id), superseded))
        except SnapshotError:  # said by whoever needs the snapshot
            return []

    def _searcher(self) -> "Searcher | None":
        """Plain word search in the workspace's snapshot; None when it names none."""
        if self._settings.snapshot is None:
            return None
        self._stores.snapshots.ensure(self._settings.snapshot)
        return self.judge.searcher(self._settings.snapshot)
