"""What came of reading a source of documents: the documents, and what was wrong with the rest.

One bad line among ten thousand must not stop the reading, and must not go unseen.
"""

from dataclasses import dataclass, field

from ragtriage.corpus.document import Document
from ragtriage.corpus.normalising import Notes, clean_document, encodable
from ragtriage.disk.problems import FaultLog, Problem, by_place
from ragtriage.errors import FilePlace, SnapshotError


@dataclass(frozen=True, slots=True)
class SourceReading:
    """The documents of a source, ready for `SnapshotStore.add`."""

    documents: tuple[Document, ...]
    problems: tuple[Problem, ...]
    """What was left out and why: equal faults once, with their count and the first place."""
    normalised: tuple[str, ...]
    """What was changed on the way in, one line a kind of change."""
    source: str
    """Where it came from, without paths of this machine."""
    extractor: str
    """What turned files into text."""


@dataclass(slots=True)
class Gathering:
    """A reading in progress."""

    notes: Notes = field(default_factory=Notes)
    faults: FaultLog = field(default_factory=FaultLog)
    _documents: dict[str, tuple[Document, FilePlace]] = field(default_factory=dict)

    def add(self, document: Document, where: FilePlace) -> None:
        """Take in a document, cleaned. Raises SnapshotError, naming both places, when its doc_id is taken."""
        if not document.doc_id or not encodable(document.doc_id):
            self.leave_out(where, "the doc_id is empty or not Unicode text")
            return
        if document.doc_id in self._documents:
            _, first = self._documents[document.doc_id]
            raise SnapshotError(
                f"the doc_id `{document.doc_id}` is already that of {first}",
                where=where,
                next_step="give each document its own doc_id; nothing was added",
            )
        self._documents[document.doc_id] = (clean_document(document, self.notes), where)

    def leave_out(self, where: FilePlace, title: str) -> None:
        """Note that what stands at `where` is no document, and why."""
        self.faults.add(Problem(title, where))

    def result(self, source: str, extractor: str) -> SourceReading:
        """All of it."""
        documents = tuple(document for document, _ in self._documents.values())
        return SourceReading(
            documents, tuple(sorted(self.faults.problems, key=by_place)), self.notes.lines(), source, extractor
        )
