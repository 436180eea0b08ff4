"""Runs in the index: quick to list, one output at a time to read, each passage's text kept once.

What stands here can be made again from the files of `runs/`. Reading takes the standard library alone; writing is
sqlite-utils's work, and all of a run or none of it.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ragtriage.disk.database import exclusive
from ragtriage.disk.rows import drop_rows
from ragtriage.runs import provided
from ragtriage.runs.canonical import encoded, record_of
from ragtriage.runs.model import Citation, Output, Passage, RunInfo

_BATCH = 256


def insert(db: sqlite3.Connection, info: RunInfo, ordered: Sequence[Output], hashes: Iterable[str]) -> None:
    """Put a run into the index, unless it is there; `hashes`: of each output (`output_hash`)."""
    from sqlite_utils import Database

    with exclusive(db):
        if db.execute("SELECT 1 FROM runs WHERE id = ?", (info.id,)).fetchone():
            return
        tables = Database(db, execute_plugins=False)
        tables.table("runs").insert(
            {
                "id": info.id,
                "config": info.config,
                "snapshot": info.snapshot,
                "imported_at": info.imported_at,
                "outputs": info.outputs,
                "manifest": json.dumps(dict(info.manifest), ensure_ascii=False),
            }
        )
        passages = _insert_passages(db, ordered)
        tables.table("outputs").insert_all(
            (
                {
                    "run": info.id,
                    "case_id": output.case_id,
                    "repeat": output.repeat,
                    "sha256": sha256,
                    "body": _body(output, passages),
                }
                for output, sha256 in zip(ordered, hashes, strict=True)
            ),
            batch_size=_BATCH,
        )
        provided.keep_given(db, info.id, ordered)


def _insert_passages(db: sqlite3.Connection, outputs: Iterable[Output]) -> dict[str, int]:
    """Ids of all passage texts, the new ones inserted."""
    from sqlite_utils import Database

    texts = dict.fromkeys(p.text for output in outputs for p in (*(output.candidates or ()), *(output.context or ())))
    hashes = {_sha256(text): text for text in texts}
    Database(db, execute_plugins=False).table("passages").insert_all(
        ({"sha256": sha256, "text": text} for sha256, text in hashes.items()), ignore=True, batch_size=_BATCH
    )
    ids: dict[str, int] = {}
    wanted = list(hashes)
    for at in range(0, len(wanted), _BATCH):
        some = wanted[at : at + _BATCH]
        marks = ",".join("?" * len(some))
        for row in db.execute(f"SELECT id, sha256 FROM passages WHERE sha256 IN ({marks})", some):
            ids[hashes[row["sha256"]]] = row["id"]
    return ids


def delete(db: sqlite3.Connection, run: str) -> None:
    """Take a run and all that was computed from it out of the index. Its passages' texts may serve other runs: those
    that serve none go with `drop_unused_passages`."""
    with exclusive(db):
        drop_rows(db, "runs", "id", [run])
        provided.forget(db, run)


_USED = """
SELECT json_extract(e.value, '$.passage') AS used FROM outputs o, json_each(o.body, '$.candidates') e
WHERE used IS NOT NULL
UNION SELECT json_extract(e.value, '$.passage') AS used FROM outputs o, json_each(o.body, '$.context') e
WHERE used IS NOT NULL
"""


def drop_unused_passages(db: sqlite3.Connection) -> None:
    """Take the texts of passages out of the index that no run holds any more. Reads all outputs once."""
    with exclusive(db):
        if db.execute("SELECT 1 FROM outputs LIMIT 1").fetchone():
            db.execute(f"DELETE FROM passages WHERE id NOT IN ({_USED})")
        else:
            db.execute("DELETE FROM passages")


def all_runs(db: sqlite3.Connection) -> list[RunInfo]:
    """Every run in the index, by id."""
    return [
        RunInfo(
            row["id"], row["config"], row["snapshot"], row["imported_at"], row["outputs"], json.loads(row["manifest"])
        )
        for row in db.execute("SELECT * FROM runs ORDER BY id")
    ]


def outputs(db: sqlite3.Connection, run: str) -> Iterator[Output]:
    """A run's outputs by case id and repeat, read in batches: the caller may write meanwhile."""
    after: tuple[str, int] = ("", -1)
    while rows := db.execute(
        "SELECT case_id, repeat, body FROM outputs WHERE run = ? AND (case_id, repeat) > (?, ?) "
        "ORDER BY case_id, repeat LIMIT ?",
        (run, *after, _BATCH),
    ).fetchall():
        yield from _outputs(db, [row["body"] for row in rows])
        after = (rows[-1]["case_id"], rows[-1]["repeat"])


def output(db: sqlite3.Connection, run: str, case_id: str, repeat: int) -> Output | None:
    """One output; None when the run has none for the case."""
    key = (run, case_id, repeat)
    row = db.execute("SELECT body FROM outputs WHERE run = ? AND case_id = ? AND repeat = ?", key).fetchone()
    return next(_outputs(db, [row["body"]])) if row else None


def sha256_of(db: sqlite3.Connection, run: str, case_id: str, repeat: int) -> str:
    """The hash of one output; empty when the run has none for the case."""
    key = (run, case_id, repeat)
    row = db.execute("SELECT sha256 FROM outputs WHERE run = ? AND case_id = ? AND repeat = ?", key).fetchone()
    return row[0] if row else ""


def _outputs(db: sqlite3.Connection, bodies: Sequence[str]) -> Iterator[Output]:
    records = [json.loads(body) for body in bodies]
    wanted = list(
        {
            entry["passage"]: None
            for record in records
            for entry in (*record.get("candidates", ()), *record.get("context", ()))
            if "passage" in entry
        }
    )
    texts: dict[int, str] = {}
    for at in range(0, len(wanted), _BATCH):
        some = wanted[at : at + _BATCH]
        marks = ",".join("?" * len(some))
        rows = db.execute(f"SELECT id, text FROM passages WHERE id IN ({marks})", some)
        texts.update((row["id"], row["text"]) for row in rows)
    for record in records:
        yield _output(record, texts)


def _body(output: Output, passages: dict[str, int]) -> str:
    record = record_of(output)
    for key in ("candidates", "context"):
        for entry in record.get(key, ()):  # type: ignore[attr-defined]  # lists of objects, by `record_of`
            if "text" in entry:
                entry["passage"] = passages[entry.pop("text")]
    return encoded(record).decode()


def _output(record: dict[str, Any], texts: dict[int, str]) -> Output:
    candidates = _passages(record.pop("candidates", None), {}, texts)
    by_chunk: dict[str, Passage] = {}
    for candidate in candidates or ():
        by_chunk.setdefault(candidate.chunk_id, candidate)
    citations = record.pop("citations", None)
    return Output(
        candidates=candidates,
        context=_passages(record.pop("context", None), by_chunk, texts),
        citations=None if citations is None else tuple(map(_citation, citations)),
        **record,
    )


def _passages(
    entries: list[dict[str, Any]] | None, by_chunk: dict[str, Passage], texts: dict[int, str]
) -> tuple[Passage, ...] | None:
    if entries is None:
        return None
    return tuple(_passage(entry, by_chunk, texts) for entry in entries)


def _passage(entry: dict[str, Any], by_chunk: dict[str, Passage], texts: dict[int, str]) -> Passage:
    if "passage" in entry:
        return Passage(text=texts[entry.pop("passage")], **entry)
    return Passage(text="", textless=True, **entry) if "doc_id" in entry else by_chunk[entry["chunk_id"]]


def _citation(entry: str | dict[str, Any]) -> Citation:
    if isinstance(entry, str):
        return Citation(id=entry)
    span = entry.pop("span", None)
    return Citation(**entry, span=tuple(span) if span else None)


def _sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
