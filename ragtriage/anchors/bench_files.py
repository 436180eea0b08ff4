"""Files of quotes whose true place is known, and the corpus they are to be found in.

JSON, one object a line, plain or gzipped: documents `{doc_id, text}`, quotes
`{id, doc_id, quote, truth: {class, doc_id, start, end}}` or `{…, truth: {class, spans: [[doc_id, start, end], …]}}`.
"""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtriage.cases.model import Quote
from ragtriage.errors import FileError, FilePlace

Span = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Task:
    """A quote with its true place."""

    id: str
    quote: Quote
    kind: str
    """The class the data gives it."""
    spans: tuple[Span, ...]
    """Where it truly stands; empty when lost."""


def read_corpus(path: Path) -> dict[str, str]:
    """doc_id → text of a .jsonl or .jsonl.gz file. Raises FileError."""
    return {str(_field(row, "doc_id", where)): str(_field(row, "text", where)) for row, where in _rows(path)}


def read_tasks(path: Path) -> list[Task]:
    """The quotes of such a file with their `truth`. Raises FileError."""
    tasks: list[Task] = []
    for number, (row, where) in enumerate(_rows(path)):
        truth = _field(row, "truth", where)
        if not isinstance(truth, dict):
            raise FileError("`truth` is not an object", where=where)
        kind = str(_field(truth, "class", where))
        quote = Quote(str(_field(row, "doc_id", where)), str(_field(row, "quote", where)))
        tasks.append(Task(str(row.get("id", number)), quote, kind, _spans(truth, where)))
    return tasks


def _spans(truth: Mapping[str, Any], where: FilePlace) -> tuple[Span, ...]:
    try:
        if truth.get("spans"):
            return tuple((str(doc_id), int(start), int(end)) for doc_id, start, end in truth["spans"])
        if truth.get("start") is None:
            return ()
        return ((str(truth["doc_id"]), int(truth["start"]), int(truth["end"])),)
    except (KeyError, TypeError, ValueError) as error:
        raise FileError("`truth` needs doc_id, start and end, or spans of [doc_id, start, end]", where=where) from error


def _rows(path: Path) -> Iterator[tuple[dict[str, Any], FilePlace]]:
    try:
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise FileError(f"cannot be read: {error}", where=FilePlace(path)) from error
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        where = FilePlace(path, number)
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise FileError(
                f"not JSON: {error}", where=where, next_step="one JSON object a line is expected"
            ) from error
        if not isinstance(row, dict):
            raise FileError("not a JSON object", where=where, next_step="one JSON object a line is expected")
        yield row, where


def _field(row: Mapping[str, Any], name: str, where: FilePlace) -> Any:
    if name not in row:
        raise FileError(f"`{name}` is missing", where=where)
    return row[name]
