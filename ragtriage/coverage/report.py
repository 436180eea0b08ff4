"""Coverage of the golden set: what there is of each kind, how it fares, and what is missing.

For the Cases screen and `ragtriage cases coverage`.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field

from ragtriage.coverage.document_use import DocumentUse, document_use
from ragtriage.coverage.gaps import Gap, coverage_gaps
from ragtriage.coverage.table import CoverageLine, Table, coverage_table
from ragtriage.metrics.rules import ScoreSettings
from ragtriage.triage.model import QueueRow
from ragtriage.triage.service import Queue

__all__ = ["Coverage", "CoverageLine", "DocumentUse", "Gap", "Table", "coverage"]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Gaps and table."""

    run: str
    """Whose pass rates these are; empty when there is no run."""
    snapshot: str
    """Whose documents these are; empty when the workspace names none."""
    gaps: tuple[Gap, ...]
    table: Table
    rows: tuple[QueueRow, ...] = field(repr=False, default=())
    """All cases of the golden set."""


def coverage(
    db: sqlite3.Connection, queue: Queue, runs: Iterable[str], snapshot: str, settings: ScoreSettings
) -> Coverage:
    """What the golden set covers. `queue` holds all cases; `runs` are the latest of all configurations."""
    documents = document_use(db, snapshot, runs, settings, queue.rows) if snapshot else ()
    table = coverage_table(queue.rows, documents)
    return Coverage(queue.run.id if queue.run else "", snapshot, coverage_gaps(table), table, queue.rows)
