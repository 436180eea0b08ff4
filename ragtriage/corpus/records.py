"""Documents from rows: JSONL and CSV, as other tools write them.

`doc_id` (or `id`), `title`, `text` (or `content`, `body`); whatever else a row holds is metadata. What is not a string
becomes its text as it was written, since filters compare strings.
"""

import contextlib
import csv
import gzip
import io
import json
import zlib
from collections.abc import Iterator
from pathlib import Path

from ragtriage.corpus.document import Attribute, Document
from ragtriage.corpus.markup import Literal, attribute, first_heading
from ragtriage.corpus.normalising import decoded
from ragtriage.corpus.reading import Gathering, Reading
from ragtriage.errors import Place, SnapshotError

_ID = ("doc_id", "id")
_TEXT = ("text", "content", "body")


def from_jsonl(path: Path) -> Reading:
    """Documents from JSONL, gzipped if its name ends in `.gz`. Lines that are none are left out and told.

    Raises SnapshotError when the file cannot be read, or two lines have one doc_id.
    """
    gathering = Gathering()
    raw = _bytes(path)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raw = raw.decode("utf-16", "replace").encode("utf-8")
        gathering.notes.add("read as UTF-16", path.name)
    for number, line in enumerate(raw.split(b"\n"), start=1):
        if line.strip():
            where = Place(path, number)
            try:
                text, note = decoded(line)
                record = json.loads(text, parse_float=Literal, parse_constant=_no_constant)
                document = _document(record)
            except (ValueError, TypeError, RecursionError) as error:
                gathering.leave_out(where, _reason(error))
                continue
            if note:
                gathering.notes.add(note, document.doc_id)
            gathering.add(document, where)
    return gathering.result(f"JSONL {path.name}", "as given in JSONL")


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "neither UTF-8 nor cp1252 text"
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error.msg} at column {error.colno}"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return str(error)


def _document(record: object) -> Document:
    """A document from a row; TypeError or ValueError says what is wrong with it."""
    if not isinstance(record, dict):
        raise TypeError("not an object")
    rest = dict(record)
    doc_id = _take(rest, _ID)
    text = _take(rest, _TEXT)
    title = rest.pop("title", None)
    nested = rest.pop("metadata", None)
    if isinstance(doc_id, int) and not isinstance(doc_id, bool):
        doc_id = str(doc_id)
    if not isinstance(doc_id, str) or not doc_id.strip():
        raise TypeError("`doc_id` is missing or not a string")
    if not isinstance(text, str):
        raise TypeError("`text` is missing or not a string")
    if title is not None and not isinstance(title, str):
        raise TypeError("`title` is not a string")
    if nested is not None and not isinstance(nested, dict):
        raise TypeError("`metadata` is not an object")
    metadata: dict[str, Attribute] = {
        key: attribute(value) for key, value in {**rest, **(nested or {})}.items() if value is not None
    }
    return Document(doc_id, title or first_heading(text, ".md") or doc_id, text, metadata)


def _take(record: dict[str, object], names: tuple[str, ...]) -> object:
    """The value under the first of the names that the row has, taken out of it; None for none."""
    for name in names:
        if name in record:
            return record.pop(name)
    return None


def from_csv(path: Path) -> Reading:
    """Documents from CSV with a header line; comma, semicolon or tab between cells. An empty cell is no value.

    Rows that are no documents are left out and told. Raises SnapshotError when the file cannot be read, its header
    lacks `doc_id` or `text`, or two rows have one doc_id.
    """
    gathering = Gathering()
    try:
        text, note = decoded(_bytes(path))
    except UnicodeDecodeError as error:
        raise SnapshotError("neither UTF-8 nor cp1252 text", where=Place(path)) from error
    if note:
        gathering.notes.add(note, path.name)
    rows = _rows(text, path, gathering)
    _, header = next(rows, (1, []))
    names = [_column(name) for name in header]
    _check_header(names, path)
    for line, row in rows:
        where = Place(path, line)
        if len(row) != len(names):
            gathering.leave_out(where, f"{len(row)} cells where the header has {len(names)}")
            continue
        try:
            document = _document({name: cell for name, cell in zip(names, row, strict=True) if cell or name in _TEXT})
        except TypeError as error:
            gathering.leave_out(where, str(error))
            continue
        gathering.add(document, where)
    return gathering.result(f"CSV {path.name}", "as given in CSV")


def _column(name: str) -> str:
    """The name of a column; spreadsheets capitalise `ID` and `Title`."""
    name = name.strip()
    return name.lower() if name.lower() in (*_ID, *_TEXT, "title") else name


def _check_header(names: list[str], path: Path) -> None:
    for wanted in (_ID, _TEXT):
        if not set(wanted) & set(names):
            raise SnapshotError(
                f"the header has no column {' or '.join(f'`{name}`' for name in wanted)}",
                where=Place(path, 1),
                next_step=f"found {', '.join(f'`{name}`' for name in names) or 'nothing'}",
            )
    if len(set(names)) < len(names):
        raise SnapshotError("two columns of the header have one name", where=Place(path, 1))


def _rows(text: str, path: Path, gathering: Gathering) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line they begin at; those that do not parse are left out."""
    head = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            with _long_cells():
                row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            gathering.leave_out(Place(path, line), f"not CSV: {error}")
            continue
        if row:
            yield line, row


@contextlib.contextmanager
def _long_cells() -> Iterator[None]:
    # The limit is the csv module's own, for everyone; 128 KiB is too little for a document.
    before = csv.field_size_limit(2**31 - 1)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _bytes(path: Path) -> bytes:
    try:
        raw = path.read_bytes()
        return gzip.decompress(raw) if path.name.endswith(".gz") else raw
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SnapshotError(f"cannot be read: {reason}", where=Place(path)) from error
