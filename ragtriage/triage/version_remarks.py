"""Evidence that was read in another version of its document than the snapshot has, or that rests on a replaced one.

No doubt about the label: its words may stand there as they did. It says what to read again after a release.
"""

from collections.abc import Callable, Iterator, Mapping

from ragtriage.cases.model import Case, Quote
from ragtriage.corpus.document import Document
from ragtriage.corpus.versions import is_older, version_of
from ragtriage.triage.model import Suspicion

Documents = Callable[[str], Document | None]
"""doc_id → the document in the snapshot."""


def version_remarks(
    case: Case, snapshot: str, document: Documents, superseded: Mapping[str, str]
) -> Iterator[Suspicion]:
    """Each quote that rests on what may be no longer so. `superseded`: doc_id → the document that replaces it."""
    for number, piece in enumerate(case.evidence, 1):
        for which, quote in enumerate(piece.any_of):
            name = f"Evidence {number}{chr(ord('a') + which % 26) if len(piece.any_of) > 1 else ''}"
            if newer := superseded.get(quote.doc_id):
                yield Suspicion("superseded", f"{name} rests on {quote.doc_id}, which {newer} replaces ({snapshot}).")
            if quote.doc_version:
                yield from _read_in(name, quote, snapshot, document)


def _read_in(name: str, quote: Quote, snapshot: str, document: Documents) -> Iterator[Suspicion]:
    there = document(quote.doc_id)
    now = version_of(there.metadata) if there is not None else ""
    if not now or now == quote.doc_version:
        return
    older = is_older(quote.doc_version, now) is not False
    words = f"{name} was read in version {quote.doc_version} of {quote.doc_id}; {snapshot} has {now}."
    yield Suspicion("superseded" if older else "other_version", words)
