"""Are the documents of a run those of its snapshot? Asked at import, while its passages are at hand."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ragtriage.metrics.doc_id_mapping import UnknownDocIds, unknown_doc_ids
from ragtriage.runs.importing import RunImport

if TYPE_CHECKING:
    from ragtriage.corpus.snapshot import SnapshotStore
    from ragtriage.metrics.rules import DocIdRules


def unknown_documents(
    report: RunImport, snapshots: "SnapshotStore", rules: "DocIdRules"
) -> Iterator[tuple[str, UnknownDocIds]]:
    """The id of each run of an import that has documents which its snapshot lacks, with what is known of them."""
    from ragtriage.anchors.passages import passage_places

    for run in (*report.added, *report.present):
        corpus = frozenset(snapshots.doc_ids(run.snapshot))

        def holds(doc_id: str, text: str, snapshot: str = run.snapshot) -> bool:
            document = snapshots.document(snapshot, doc_id)
            return document is not None and (text in document.text or bool(passage_places(text, document.text)))

        found = unknown_doc_ids(report.passages[run.id], corpus, rules, holds)
        if found is not None:
            yield run.id, found
