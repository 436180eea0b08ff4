"""A store in a fresh folder, and small runs to put into it."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ragtriage.corpus.document import Document
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.disk.database import connect
from ragtriage.runs.model import Citation, Output, Passage
from ragtriage.runs.store import RunStore

DOCUMENTS = [
    Document(
        "billing/plans", "Plans", "# Changing plans\n\nAnnual plans end at renewal. Monthly plans end at once.\n", {}
    ),
    Document(
        "billing/refunds",
        "Refunds",
        "# Refunds\n\nRefunds take five working days. They go back to the card that paid.\n",
        {"region": "EU"},
    ),
    Document("apps/watch", "Watch", "# Watch\n\nThe watch app shows today's calendar, and nothing else.\n", {}),
]


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = connect(tmp_path / ".ragtriage" / "index.db")
    yield connection
    connection.close()


@pytest.fixture
def store(tmp_path: Path, db: sqlite3.Connection) -> RunStore:
    return RunStore(tmp_path, db)


@pytest.fixture
def snapshot(tmp_path: Path, db: sqlite3.Connection) -> str:
    snapshots = SnapshotStore(tmp_path / "corpus_snapshots", db)
    snapshots.add("docs-1", DOCUMENTS, source="tests", extractor="none")
    snapshots.ensure("docs-1")
    return "docs-1"


@pytest.fixture
def answers() -> Callable[..., list[Output]]:
    """Outputs for the cases `c0`, `c1`, …: two passages, the first of them in the context."""

    def make(count: int = 3, said: str = "yes") -> list[Output]:
        passages = (Passage("a", "first text", "a#0", 2.5, 0, 10), Passage("b", "second", "b#0", 1.0, 3, 9))
        return [
            Output(f"c{n}", passages, passages[:1], f"{said} {n}", (Citation(chunk_id="a#0"),), False, latency_ms=3.5)
            for n in range(count)
        ]

    return make
