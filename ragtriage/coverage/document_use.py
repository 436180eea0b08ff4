"""The documents of a snapshot: which have a case, and which the systems retrieve, so that the gaps among them show."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ragtriage.disk.rows import keep_text, kept_text
from ragtriage.metrics.rules import ScoreSettings
from ragtriage.runs.sent import documents_sent
from ragtriage.triage.model import QueueRow


@dataclass(frozen=True, slots=True)
class DocumentUse:
    """One document, and what the golden set and the latest runs make of it."""

    doc_id: str
    title: str
    letters: int
    """Length of its text in code points."""
    retrieved: int
    """Outputs of the latest runs that had it among the passages for the prompt."""
    cases: int
    """Cases that quote it, retired ones aside."""


def document_use(
    db: sqlite3.Connection, snapshot: str, runs: Iterable[str], settings: ScoreSettings, rows: Iterable[QueueRow]
) -> tuple[DocumentUse, ...]:
    """Every document of a snapshot that is in the index, by doc_id."""
    quoted = Counter(doc for row in rows if row.status != "retired" for doc in json.loads(row.about.quoted))
    retrieved: Counter[str] = Counter()
    for run in runs:
        retrieved.update(_retrieved(db, run, settings))
    found = db.execute(
        "SELECT doc_id, title, LENGTH(text) FROM documents WHERE snapshot = ? ORDER BY doc_id", (snapshot,)
    )
    return tuple(
        DocumentUse(doc_id, title, letters, retrieved[doc_id], quoted[doc_id]) for doc_id, title, letters in found
    )


def most_retrieved(documents: Iterable[DocumentUse], count: int) -> list[DocumentUse]:
    """Those that came into most prompts, the most first; none that never did."""
    found = sorted(documents, key=lambda one: (-one.retrieved, one.doc_id))
    return [one for one in found[:count] if one.retrieved]


def uncovered(documents: Iterable[DocumentUse]) -> list[DocumentUse]:
    """Those without a case: the most retrieved first, then the largest."""
    found = [one for one in documents if not one.cases]
    return sorted(found, key=lambda one: (-one.retrieved, -one.letters, one.doc_id))


def _retrieved(db: sqlite3.Connection, run: str, settings: ScoreSettings) -> Mapping[str, int]:
    """In how many outputs of a run each document was among the passages. A run never changes: counted once, and kept.

    Ids are those of the corpus.
    """
    name, stamp = f"documents sent {run}", repr((settings.k, settings.doc_ids))
    if (kept := kept_text(db, name, stamp)) is not None:
        found: Mapping[str, int] = json.loads(kept)
        return found
    counts: Counter[str] = Counter()
    for doc_id, outputs in documents_sent(db, run, settings.k).items():
        counts[settings.doc_ids.apply(doc_id)] += outputs
    keep_text(db, name, json.dumps(counts, ensure_ascii=False), stamp)
    return counts
