"""BM25 over a snapshot: does plain word search find the passage?

It is the probe of diagnosis (a passage that word search finds and the system did not is a lexical gap, and no fault of
the corpus), the search box of the case editor, and the retriever of the demo. Passages are cut on the fly and indexed
once per snapshot and chunking, by SQLite's FTS5.
"""

import json
import math
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ragtriage.corpus.chunking import by_words, words_name
from ragtriage.corpus.document import Attribute, mismatched
from ragtriage.corpus.markup import LONGEST_TITLE
from ragtriage.corpus.snapshot_files import metadata_from
from ragtriage.corpus.terms import question_terms, spaced
from ragtriage.disk.database import exclusive
from ragtriage.errors import DatabaseError, SnapshotError

_TOKENIZER = "porter unicode61 remove_diacritics 2"
_TITLE_WEIGHT = 0.5
"""Of a word in the document's title, against 1 in the passage: every passage of a document bears the same title."""
_HELD = 0.8
"""Share of a span that a hit must hold to have found it, as in matching."""

Span = tuple[str, int, int]
"""doc_id, start, end (code points, end exclusive)."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that a search found."""

    doc_id: str
    chunk_id: str
    """`<doc_id>#<start>`."""
    start: int
    end: int
    text: str
    score: float
    """BM25; higher is better, and comparable within one search only."""
    rank: int
    """1-based."""
    coverage: float = 0.0
    """Idf-weighted share of the question's content words that the passage or its title holds, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A passage's place, before its text is fetched."""

    chunk: int
    doc_id: str
    start: int
    end: int
    score: float


class Searcher:
    """Word search in one snapshot, cut into windows of `words` words. Belongs to the thread of its connection.

    The first one for a snapshot and chunking indexes the passages, in one transaction. Raises SnapshotError when the
    snapshot is not in the index: `SnapshotStore.ensure` puts it there.
    """

    def __init__(self, db: sqlite3.Connection, snapshot: str, words: int = 150, overlap: int = 30) -> None:
        self._db = db
        self.snapshot = snapshot
        self.words = words
        self.overlap = overlap
        self._content = ""
        self._metadata: dict[int, dict[str, Attribute]] | None = None
        self._open()

    def search(
        self,
        query: str,
        k: int,
        filters: Mapping[str, Attribute] | None = None,
        user: Mapping[str, Attribute] | None = None,
    ) -> list[Hit]:
        """The best `k` passages for any text as a question, best first; equal scores by doc_id and start.

        `filters` and `user` keep documents out as they do for retrieval (`document.mismatched`).
        """
        self._refresh()
        terms = question_terms(query)
        found = self._ranked(terms, k, filters or {}, user or {})
        coverage = self._coverage(terms, [place.chunk for place in found])
        texts = self._texts({place.doc_id for place in found})
        return [
            Hit(
                place.doc_id,
                f"{place.doc_id}#{place.start}",
                place.start,
                place.end,
                texts[place.doc_id][place.start : place.end],
                place.score,
                rank,
                coverage[place.chunk],
            )
            for rank, place in enumerate(found, start=1)
        ]

    def rank_of(
        self,
        query: str,
        spans: Sequence[Span],
        depth: int,
        filters: Mapping[str, Attribute] | None = None,
        user: Mapping[str, Attribute] | None = None,
    ) -> int | None:
        """The rank of the first hit that holds at least 80 % of one of the spans; None when none does, to `depth`.

        A span longer than a passage is found by a passage that lies in it.
        """
        self._refresh()
        for rank, place in enumerate(self._ranked(question_terms(query), depth, filters or {}, user or {}), start=1):
            if any(_holds(place, span) for span in spans):
                return rank
        return None

    def _ranked(
        self, terms: list[str], k: int, filters: Mapping[str, Attribute], user: Mapping[str, Attribute]
    ) -> list[_Found]:
        if not terms or k < 1:
            return []
        barred = self._barred(filters, user)
        rows = self._db.execute(
            f"SELECT rowid, bm25({self._table}, 1.0, {_TITLE_WEIGHT}) AS cost FROM {self._table} "
            f"WHERE {self._table} MATCH ? ORDER BY cost, rowid" + ("" if barred else " LIMIT ?"),
            (" OR ".join(terms),) if barred else (" OR ".join(terms), k),
        )
        found: list[_Found] = []
        for chunk, cost in rows:
            document, start, end = self._place(chunk)
            if document not in barred:
                found.append(_Found(chunk, self._doc_ids[document], start, end, -cost))
                if len(found) == k:
                    break
        rows.close()
        return found

    def _place(self, chunk: int) -> tuple[int, int, int]:
        document, start, end = self._db.execute(
            "SELECT document, start, end FROM chunks WHERE id = ?", (chunk,)
        ).fetchone()
        return document, start, end

    def _barred(self, filters: Mapping[str, Attribute], user: Mapping[str, Attribute]) -> set[int]:
        """Documents (by their row) that the filters or the user's attributes keep out."""
        if not filters and not user:
            return set()
        if self._metadata is None:
            rows = self._db.execute("SELECT id, metadata FROM documents WHERE snapshot = ?", (self.snapshot,))
            self._metadata = {row[0]: metadata_from(json.loads(row[1])) for row in rows}
        return {document for document, metadata in self._metadata.items() if mismatched(metadata, filters, user)}

    def _texts(self, doc_ids: set[str]) -> dict[str, str]:
        query = "SELECT text FROM documents WHERE snapshot = ? AND doc_id = ?"
        return {doc_id: self._db.execute(query, (self.snapshot, doc_id)).fetchone()[0] for doc_id in doc_ids}

    def _coverage(self, terms: list[str], chunks: list[int]) -> dict[int, float]:
        """For each of the chunks, the idf-weighted share of the terms that it holds."""
        if not chunks:
            return {}
        weights = {term: self._idf(term) for term in terms}
        held = dict.fromkeys(chunks, 0.0)
        marks = ",".join("?" * len(chunks))
        holders = f"SELECT rowid FROM {self._table} WHERE {self._table} MATCH ? AND rowid IN ({marks})"
        for term, weight in weights.items():
            for (chunk,) in self._db.execute(holders, (term, *chunks)):
                held[chunk] += weight
        total = math.fsum(weights.values())
        return {chunk: min(1.0, weight / total) for chunk, weight in held.items()}

    def _idf(self, term: str) -> float:
        """ln(1 + (N - n + ½) / (n + ½)) of n passages of N with the term; positive for any n (Lucene's BM25)."""
        if term not in self._idfs:
            query = f"SELECT count(*) FROM {self._table} WHERE {self._table} MATCH ?"
            n = self._db.execute(query, (term,)).fetchone()[0]
            self._idfs[term] = math.log1p((self._chunks - n + 0.5) / (n + 0.5))
        return self._idfs[term]

    def _refresh(self) -> None:
        """Open again if another snapshot of the name was loaded since: its rows are others."""
        row = self._db.execute(
            "SELECT s.sha256 FROM chunkings c JOIN snapshots s ON s.name = c.snapshot "
            "WHERE c.id = ? AND c.snapshot = ? AND c.name = ?",
            (self._chunking, self.snapshot, words_name(self.words, self.overlap)),
        ).fetchone()
        if row is None or row[0] != self._content:
            self._open()

    def _open(self) -> None:
        row = self._db.execute("SELECT sha256 FROM snapshots WHERE name = ?", (self.snapshot,)).fetchone()
        if row is None:
            raise SnapshotError(f"the snapshot `{self.snapshot}` is not in the index")
        self._content = row[0]
        self._chunking = _chunking(self._db, self.snapshot, self.words, self.overlap)
        self._table = f"words_{self._chunking}"
        query = "SELECT count(*) FROM chunks WHERE chunking = ?"
        self._chunks: int = self._db.execute(query, (self._chunking,)).fetchone()[0]
        rows = self._db.execute("SELECT id, doc_id FROM documents WHERE snapshot = ?", (self.snapshot,))
        self._doc_ids: dict[int, str] = dict(rows.fetchall())
        self._metadata = None
        self._idfs: dict[str, float] = {}


def _holds(place: _Found, span: Span) -> bool:
    doc_id, start, end = span
    if doc_id != place.doc_id or start >= end:
        return False
    shared = min(end, place.end) - max(start, place.start)
    return shared >= _HELD * min(end - start, place.end - place.start)


def _chunking(db: sqlite3.Connection, snapshot: str, words: int, overlap: int) -> int:
    """The row of the snapshot's chunking, made and indexed if it is not there."""
    name = words_name(words, overlap)
    query = "SELECT id FROM chunkings WHERE snapshot = ? AND name = ?"
    row = db.execute(query, (snapshot, name)).fetchone()
    if row is None:
        with exclusive(db):
            row = db.execute(query, (snapshot, name)).fetchone()  # another process may have been first
            if row is None:
                return _index(db, snapshot, name, words, overlap)
    return int(row[0])


def _index(db: sqlite3.Connection, snapshot: str, name: str, words: int, overlap: int) -> int:
    chunking = db.execute("INSERT INTO chunkings (snapshot, name) VALUES (?, ?)", (snapshot, name)).lastrowid
    assert chunking is not None
    table = f"words_{chunking}"
    db.execute(f"DROP TABLE IF EXISTS {table}")
    try:
        db.execute(f"CREATE VIRTUAL TABLE {table} USING fts5 (text, title, content='', tokenize='{_TOKENIZER}')")
    except DatabaseError as error:
        if "fts5" not in error.title:
            raise
        raise DatabaseError(
            f"the search index cannot be made: {error.__cause__}",
            next_step="SQLite must have its FTS5 extension, as nearly every build has",
        ) from error
    chunk = db.execute("SELECT coalesce(max(id), 0) FROM chunks").fetchone()[0]
    documents = db.execute("SELECT id, title, text FROM documents WHERE snapshot = ? ORDER BY doc_id", (snapshot,))

    def passages() -> Iterator[tuple[int, int, int, int, str, str]]:
        nonlocal chunk
        for document, title, text in documents:
            title = spaced(title[:LONGEST_TITLE])
            for place in by_words(text, words, overlap):
                chunk += 1  # rising by doc_id and start, so that ties by row are ties by place
                yield chunk, document, place.start, place.end, spaced(text[place.start : place.end]), title

    for row in passages():
        db.execute("INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", (row[0], chunking, *row[1:4]))
        db.execute(f"INSERT INTO {table} (rowid, text, title) VALUES (?, ?, ?)", (row[0], *row[4:]))
    return chunking
