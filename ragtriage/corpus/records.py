"""Documents from rows: JSON and CSV, as other tools write them.

`doc_id` (or `id`), `title`, `text` (or `content`, `body`); whatever else a row holds is metadata. What is not a string
becomes its text as it was written, since filters compare strings.
"""

import contextlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO

from ragtriage.corpus.document import Attribute, Document
from ragtriage.corpus.markup import Literal, attribute, first_heading
from ragtriage.corpus.reading import Gathering, SourceReading
from ragtriage.disk.encodings import Encoding
from ragtriage.disk.json_records import JsonRecord, Shape, file_text, json_records, placed_in
from ragtriage.disk.problems import Problem
from ragtriage.disk.tables import TableReader, delimiter_of
from ragtriage.disk.unpacking import DAMAGED
from ragtriage.errors import FilePlace, SnapshotError

_ID = ("doc_id", "id")
_TEXT = ("text", "content", "body")
LONGEST_DOCUMENT = 64 << 20
"""Characters of one document."""
LARGEST = 1 << 30
"""Characters of a source: its documents are held in memory until all are read."""
_SHAPE = Shape(lambda record: any(isinstance(record.get(name), str) for name in _TEXT), parse_float=Literal)


def from_json(path: Path) -> SourceReading:
    """Documents from JSON Lines, one list, or an envelope of either; packed or not. What is none is left out and told.

    Raises SnapshotError when the file cannot be read, or two records have one doc_id.
    """
    gathering = Gathering()
    with _text_of(path, gathering) as (text, encoding):
        for record in json_records(text, path, _SHAPE, gathering.faults.add):
            where = FilePlace(path, record.line)
            try:
                _refuse(record)
                document = _document(record.value)
            except (ValueError, TypeError, RecursionError) as error:
                gathering.faults.add(Problem(str(error), where), _named(Problem(str(error), where), record))
                continue
            if encoding.note:
                gathering.notes.add(encoding.note, path.name)
            gathering.add(document, where)
    return gathering.result(f"JSONL {path.name}", "as given in JSONL")


@contextlib.contextmanager
def _text_of(path: Path, gathering: Gathering, newline: str | None = None) -> Iterator[tuple[IO[str], Encoding]]:
    """A file's text. Raises SnapshotError when it cannot be read; a packed one that is damaged is no source at all."""
    try:
        with file_text(path, SnapshotError, newline) as (text, encoding):
            yield _Bounded(text, path), encoding  # type: ignore[misc]
    except (OSError, *DAMAGED) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SnapshotError(f"cannot be read: {reason}", where=FilePlace(path)) from error


class _Bounded:
    """A text that ends with an error before it takes all memory: documents are held until all are read."""

    def __init__(self, text: IO[str], path: Path) -> None:
        self._text, self._path, self._left = text, path, LARGEST

    def read(self, size: int) -> str:
        return self._counted(self._text.read(size))

    def readline(self, size: int) -> str:
        return self._counted(self._text.readline(size))

    def _counted(self, some: str) -> str:
        self._left -= len(some)
        if self._left < 0:
            title = f"more than {LARGEST:,} characters of documents: not read further"
            raise SnapshotError(title, where=FilePlace(self._path), next_step="nothing was added; split the source")
        return some


def _refuse(record: JsonRecord) -> None:
    if record.doubled:
        raise ValueError(f"the key `{record.doubled}` stands there twice")
    if record.unreal:
        raise ValueError(f"{record.unreal} is not JSON")


def _named(problem: Problem, record: JsonRecord) -> Problem:
    return placed_in(problem, record, next((record.value[key] for key in _ID if record.value.get(key)), None))


def _document(record: object) -> Document:
    """A document from a row; TypeError or ValueError says what is wrong with it."""
    if not isinstance(record, dict):
        raise TypeError("not an object")
    rest = dict(record)
    doc_id = _doc_id(_take(rest, _ID))
    text = _take(rest, _TEXT)
    title = rest.pop("title", None)
    nested = rest.pop("metadata", None)
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


def _doc_id(value: object) -> str:
    """A number is an id, too; `true` is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or not value.strip():
        raise TypeError("`doc_id` is missing or not a string")
    return value


def _take(record: dict[str, object], names: tuple[str, ...]) -> object:
    """The value under the first of the names that the row has, taken out of it; None for none."""
    for name in names:
        if name in record:
            return record.pop(name)
    return None


def from_csv(path: Path) -> SourceReading:
    """Documents from CSV with a header line; comma, semicolon or tab between cells. An empty cell is no value.

    Rows that are no documents are left out and told. Raises SnapshotError when the file cannot be read, its header
    lacks `doc_id` or `text`, or two rows have one doc_id.
    """
    gathering = Gathering()
    with _text_of(path, gathering, "") as (text, encoding):
        table = TableReader(
            path, delimiter_of(encoding.head), _is_column, gathering.faults.add, LONGEST_DOCUMENT, whole=True
        )
        rows = table.rows(_lines(text))
        first = next(rows, None)
        _check_header([_column(name) for name in table.heading], path)
        if table.doubled:
            raise SnapshotError("two columns of the header have one name", where=FilePlace(path))
        for line, cells in chain([first] if first else [], rows):
            where = FilePlace(path, line)
            named = {_column(name): cell for name, cell in cells.items()}
            try:
                document = _document({name: cell for name, cell in named.items() if cell or name in _TEXT})
            except TypeError as error:
                gathering.leave_out(where, str(error))
                continue
            if encoding.note:
                gathering.notes.add(encoding.note, path.name)
            gathering.add(document, where)
    for note, count in table.notes.items():
        gathering.notes.add(f"{note} ({count:,})", path.name)
    return gathering.result(f"CSV {path.name}", "as given in CSV")


def _lines(text: IO[str]) -> Iterator[str]:
    while line := text.readline(LONGEST_DOCUMENT):
        yield line


def _is_column(name: str) -> bool:
    return name.lower() in (*_ID, *_TEXT, "title")


def _column(name: str) -> str:
    """The name of a column; spreadsheets capitalise `ID` and `Title`."""
    name = name.strip()
    return name.lower() if name.lower() in (*_ID, *_TEXT, "title") else name


def _check_header(names: list[str], path: Path) -> None:
    for wanted in (_ID, _TEXT):
        if not set(wanted) & set(names):
            raise SnapshotError(
                f"the header has no column {' or '.join(f'`{name}`' for name in wanted)}",
                where=FilePlace(path, 1),
                next_step=f"found {', '.join(f'`{name}`' for name in names) or 'nothing'}",
            )
