"""Records out of files of any form: CSV, JSON, JSON Lines, one after the other, so that gigabytes take little memory.

The form is told by content, not by the file's name. What cannot be read is reported with its line and kept out; it is
never quoted, as it may hold personal data. The rest comes in.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple

from ragtriage.disk.json_records import LISTS, Shape, file_text, json_records, looks_like_json, placed_in
from ragtriage.disk.problems import Problem
from ragtriage.disk.tables import TableReader, delimiter_of
from ragtriage.disk.unpacking import DAMAGED
from ragtriage.errors import FileError, FilePlace

Report = Callable[[Problem], None]
LONGEST = 4 << 20
"""Characters of one line of a table: more is no record of what somebody asked."""
_OF_A_RECORD = frozenset(
    "input inputs question query prompt attributes run_id trace_id traceid span_id request_id event user_id".split()
)
"""Keys, in lower case, that a record may have and no envelope has."""
_OF_EITHER = frozenset("comment rating subject description text body".split())
_WRAPPERS = ("doc", "_source", "node", "fields")


_PAGE = re.compile(r"(?i)\ufeff?\s*<(?:!doctype|html|head|body|table|\?xml|meta)\b")


class ExportRecord(NamedTuple):
    """One record, where it begins."""

    line: int | None
    value: dict[str, object]


def export_records(
    path: Path, known: Callable[[str], bool], report: Report, notes: Counter[str]
) -> Iterator[ExportRecord]:
    """Every record of a file; `known` tells names that a heading may hold, `notes` is told what is to be said of it.

    Raises FileError when the file cannot be opened, or is no text.
    """
    try:
        with file_text(path, newline="") as (text, encoding):
            if encoding.note:
                notes[f"{path.name}: {encoding.note}"] += 1
            if _PAGE.match(encoding.head):
                step = "open it in a spreadsheet and save it as CSV, or export CSV or JSON"
                raise FileError("this is a web page or XML, not a table", where=FilePlace(path), next_step=step)
            if looks_like_json(encoding.head):
                yield from _of_json(text, path, report)
            else:
                yield from _of_table(text, delimiter_of(encoding.head), path, known, report, notes)
    except DAMAGED as error:
        report(Problem(f"the compressed file ends too early: {error}", FilePlace(path), "export it again"))
    except OSError as error:
        raise FileError(
            f"cannot be read: {error.strerror or error}", where=FilePlace(path), next_step="check the path"
        ) from error


def is_record(value: Mapping[str, Any]) -> bool:
    """Whether an object of JSON is one that a person's words may stand in, and no envelope of such."""
    keys = {key.casefold() for key in value}
    if keys & _OF_A_RECORD:
        return True
    if "id" in keys and not any(isinstance(value.get(key), dict) for key in _WRAPPERS):
        return True
    return bool(keys & _OF_EITHER) and not any(isinstance(value.get(key), list) for key in LISTS)


_SHAPE = Shape(is_record)


def _of_json(text: IO[str], path: Path, report: Report) -> Iterator[ExportRecord]:
    for record in json_records(text, path, _SHAPE, report):
        if record.doubled:
            title = f"the key `{record.doubled}` stands there twice"
            report(placed_in(Problem(title, FilePlace(path), "keep one of them"), record))
        else:
            yield ExportRecord(record.line, record.value)


def _of_table(
    text: IO[str], delimiter: str, path: Path, known: Callable[[str], bool], report: Report, notes: Counter[str]
) -> Iterator[ExportRecord]:
    table = TableReader(path, delimiter, known, report)
    for line, cells in table.rows(_lines(text)):
        if any("\0" in cell for cell in cells.values()):
            report(Problem("a NUL character stands in a cell", FilePlace(path, line), "export it again without"))
        else:
            yield ExportRecord(line, dict(cells))
    notes.update(table.notes)


def _lines(text: IO[str]) -> Iterator[str]:
    """Lines with their ends as they are; one without end is cut, and so is found to be no record."""
    while line := text.readline(LONGEST):
        yield line
        while not line.endswith(("\n", "\r")) and len(line) == LONGEST and (line := text.readline(LONGEST)):
            continue
