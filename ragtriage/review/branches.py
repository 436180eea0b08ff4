"""Branches under review: what one proposes, held against the workspace's snapshot and its golden set."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ragtriage.cases.model import Case, Quote
from ragtriage.cases.store import CaseStore
from ragtriage.corpus.document import Document
from ragtriage.corpus.snapshot import SnapshotStore

if TYPE_CHECKING:
    from ragtriage.anchors.anchor import Anchor
    from ragtriage.drift.anchoring import Anchoring
    from ragtriage.review.proposal import Proposal
    from ragtriage.review.reviewing import Review
    from ragtriage.triage.lint import LintContext


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where quotes are looked up."""

    snapshot: str
    anchors: "Callable[[Sequence[Quote]], Mapping[Quote, Anchor]]"
    document: Callable[[str], Document | None]


class Branches:
    """What branches propose to a workspace. `snapshot`: its name; None when the settings name none."""

    def __init__(
        self,
        root: Path,
        state: Path,
        cases: CaseStore,
        snapshots: SnapshotStore,
        anchoring: "Callable[[], Anchoring]",
        ground: "Callable[[], LintContext]",
        snapshot: str | None,
    ) -> None:
        """`ground`: what labels are held against, asked for only where there is a snapshot."""
        self._root, self._state = root, state
        self._cases, self._snapshots = cases, snapshots
        self._anchoring, self._ground = anchoring, ground
        self._snapshot = snapshot

    def proposal(self, range_: str | None = None) -> "Proposal":
        """What a branch proposes (`A..B`; HEAD against the main branch without one), and what is wrong with it.

        Raises UsageError for what is no range, WorkspaceError without Git.
        """
        from ragtriage.review.proposal import proposal

        return proposal(self._root, range_, self._ground_for, self._cases_now)

    def review(self, range_: str | None, reviewer: str) -> "Review":
        """What a branch proposes, for `reviewer` to approve. Raises as `proposal`."""
        from ragtriage.review.reviewing import review

        return review(self._root, self._state, range_, self._ground_for, self._cases_now, reviewer)

    def shelf(self) -> Shelf | None:
        """Where a review looks quotes up; None without a snapshot. Raises SnapshotError."""
        if (name := self._snapshot) is None:
            return None
        self._snapshots.ensure(name)
        anchoring = self._anchoring()
        return Shelf(
            name,
            lambda quotes: anchoring.anchors(quotes, name),
            lambda doc_id: self._snapshots.document(name, doc_id),
        )

    def _ground_for(self, cases: Sequence[Case]) -> "LintContext | None":
        """What these cases are held against, their quotes looked for in one pass; None without a snapshot."""
        if (name := self._snapshot) is None:
            return None
        ground = self._ground()
        quotes = [quote for case in cases for piece in case.evidence for quote in piece.any_of]
        self._anchoring().anchors(quotes, name)
        return ground

    def _cases_now(self) -> Iterable[Case]:
        self._cases.refresh()
        return self._cases.cases()
