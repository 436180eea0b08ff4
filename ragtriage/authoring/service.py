"""What a case is held against while it is written, of one workspace: its corpus, and the other cases."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ragtriage.authoring.values import Form
from ragtriage.cases.listed import Summary
from ragtriage.cases.store import CaseStore
from ragtriage.corpus.snapshot import SnapshotStore

if TYPE_CHECKING:
    from ragtriage.authoring.corpus import Corpus
    from ragtriage.authoring.remarks import Remark, Remarker
    from ragtriage.corpus.search import Searcher
    from ragtriage.drift.anchoring import Anchoring


class AuthoringService:
    """Opens what the editor asks for when it asks, and keeps it. Belongs to the thread of its stores."""

    def __init__(
        self,
        cases: CaseStore,
        snapshots: SnapshotStore,
        searcher: "Callable[[], Searcher | None]",
        anchoring: "Callable[[], Anchoring]",
    ) -> None:
        self._cases, self._snapshots = cases, snapshots
        self._searcher, self._anchoring = searcher, anchoring
        self._corpus: Corpus | None = None
        self._remarker: tuple[Sequence[Summary], Remarker] | None = None

    @property
    def corpus(self) -> "Corpus | None":
        """The workspace's snapshot; None when it names none. Raises SnapshotError."""
        from ragtriage.authoring.corpus import Corpus

        if self._corpus is None and (searcher := self._searcher()) is not None:
            self._corpus = Corpus(self._snapshots, searcher, searcher.snapshot, self._anchoring())
        return self._corpus

    def marked(self, form: Form) -> Form:
        """The form with marks on what it says of words that its document no longer says, where other words took their
        place and the answer or the nuggets are as they were: as if the other words had been accepted on Anchors.

        Raises SnapshotError.
        """
        from ragtriage.authoring.values import with_marks

        corpus = self.corpus
        if form.base is None or form.start is None or corpus is None or form.start.evidence == form.case.evidence:
            return form
        return with_marks(form, form.start, lambda piece: [anchor.quarantined for anchor in corpus.anchors(piece)])

    def remarks(self, form: Form) -> "list[Remark]":
        """What speaks against a form, held against the snapshot and the cases that are not retired.

        Raises SnapshotError.
        """
        from ragtriage.authoring.remarks import Remarker

        there = self._cases.summaries()
        if self._remarker is None or self._remarker[0] is not there:
            others = [(one.id, one.question) for one in there if one.status != "retired"]
            self._remarker = there, Remarker(self.corpus, others, self._cases.ids())
        return self._remarker[1].remarks(form)
