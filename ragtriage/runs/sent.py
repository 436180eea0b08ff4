"""Which documents came into the prompts of a run: read from the index's records, without a passage's text."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from typing import Any


def documents_sent(db: sqlite3.Connection, run: str, k: int) -> Counter[str]:
    """In how many of a run's outputs each document, by the run's own id, was among the passages sent to the model.

    Those are the context, or the first k candidates where the run does not give it.
    """
    counts: Counter[str] = Counter()
    cursor = db.cursor()
    cursor.row_factory = None
    for (body,) in cursor.execute("SELECT body FROM outputs WHERE run = ?", (run,)).fetchall():
        counts.update(set(_sent(json.loads(body), k)))
    return counts


def _sent(record: dict[str, Any], k: int) -> Iterator[str]:
    candidates = record.get("candidates") or ()
    context = record.get("context")
    if context is None:
        yield from (passage["doc_id"] for passage in candidates[:k])
        return
    by_chunk = {passage["chunk_id"]: passage["doc_id"] for passage in reversed(candidates) if "chunk_id" in passage}
    for passage in context:  # those that are candidates too stand there by their chunk alone (`runs.index`)
        yield passage["doc_id"] if "doc_id" in passage else by_chunk[passage["chunk_id"]]
