"""Records out of files of any form: CSV, JSON, JSON Lines, one after the other, so that gigabytes take little memory.

The form is told by content, not by the file's name. What cannot be read is reported with its line and kept out; it is
never quoted, as it may hold personal data. The rest comes in.
"""

import codecs
import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from ragtriage.disk.schema import Problem
from ragtriage.errors import FileError, Place
from ragtriage.intake.tables import delimiter_of, table_rows

Report = Callable[[Problem], None]
LONGEST = 4 << 20
"""Characters of one line or cell: more is no record of what somebody asked."""
LARGEST_JSON = 512 << 20
"""Bytes of a JSON file: it is read whole, unlike JSON Lines and CSV."""
_HEAD = 1 << 16
_LISTS = (
    "tickets",
    "results",
    "traces",
    "data",
    "items",
    "records",
    "feedback",
    "conversations",
    "runs",
    "rows",
    "spans",
)
"""Keys under which exports hold their records."""


class Row(NamedTuple):
    """One record, where it begins."""

    line: int | None
    value: dict[str, object]


class Form(NamedTuple):
    """How a file is written."""

    kind: str
    """csv, json or jsonl."""
    encoding: str
    delimiter: str = ""


def rows(path: Path, known: Callable[[str], bool], report: Report) -> Iterator[Row]:
    """Every record of a file; `known` tells names that a heading may hold.

    Raises FileError when the file cannot be opened, or is no text.
    """
    try:
        form = form_of(path)
        if form.kind == "csv":
            lines = _text_lines(path, form)
            yield from (Row(*each) for each in table_rows(lines, form.delimiter, path, known, report))
        elif form.kind == "jsonl":
            yield from _line_rows(path, form, report)
        else:
            yield from _json_rows(path, form, report)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        if isinstance(error, EOFError | zlib.error):
            report(Problem(f"the compressed file ends too early: {reason}", Place(path), "export it again"))
            return
        raise FileError(f"cannot be read: {reason}", where=Place(path), next_step="check the path") from error


def form_of(path: Path) -> Form:
    """The form of a file, from its beginning. Raises FileError for a binary one."""
    with _opened(path) as file:
        head = file.read(_HEAD)
    encoding = _encoding(head, path)
    text = codecs.decode(head, encoding, "cp1252-bytes").lstrip("\ufeff")
    begun = text.lstrip()
    if begun[:1] in ("{", "["):
        return Form(_json_kind(begun), encoding)
    return Form("csv", encoding, delimiter_of(text))


def _json_kind(begun: str) -> str:
    """JSON Lines when the first line is whole and something follows it."""
    first, _, rest = begun.partition("\n")
    try:
        whole = isinstance(json.loads(first), dict)
    except RecursionError:
        return "jsonl" if rest.strip() else "json"
    except ValueError:
        # A first line that was cut, or is longer than what was looked at, with more objects after it.
        whole = first.startswith("{") and len(first) > 2 and (not rest or rest.lstrip(" \t").startswith("{"))
        return "jsonl" if whole and ("\n" in begun or len(begun) > _HEAD // 2) else "json"
    return "jsonl" if whole and rest.strip() else "json"


def _encoding(head: bytes, path: Path) -> str:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    zeros = head.count(0)
    odd, even = head[1::2].count(0), head[::2].count(0)
    if max(odd, even) >= len(head) // 4 and min(odd, even) <= len(head) // 100:
        return "utf-16-le" if odd > even else "utf-16-be"
    if zeros:
        raise FileError(
            "this is no text file", where=Place(path), next_step="give CSV, JSON or JSON Lines, also gzipped"
        )
    return "utf-8-sig"


def _byte_as_cp1252(error: UnicodeError) -> tuple[str, int]:
    """Bytes that are not UTF-8 are most often of a Western export."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.start + 1].decode("cp1252", "replace"), error.start + 1


codecs.register_error("cp1252-bytes", _byte_as_cp1252)


def _opened(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        zipped = file.read(2) == b"\x1f\x8b"
    return gzip.open(path, "rb") if zipped else path.open("rb")  # type: ignore[return-value]


def _text_lines(path: Path, form: Form) -> Iterator[str]:
    """Lines with their ends as they are; one without end is cut, and so is found to be no record."""
    with _opened(path) as raw, io.TextIOWrapper(raw, form.encoding, "cp1252-bytes", newline="") as file:
        while line := file.readline(LONGEST):
            yield line
            while not line.endswith(("\n", "\r")) and len(line) == LONGEST and (line := file.readline(LONGEST)):
                continue


# --- JSON


def _line_rows(path: Path, form: Form, report: Report) -> Iterator[Row]:
    for number, line in enumerate(_text_lines(path, form), 1):
        if not line.strip() or line.strip() in ("[", "]"):
            continue
        try:
            value = json.loads(line.strip().removesuffix(","))
        except (ValueError, RecursionError) as error:
            report(_no_json(path, number, error))
            continue
        yield from _records(value, path, number, report)


def _json_rows(path: Path, form: Form, report: Report) -> Iterator[Row]:
    with _opened(path) as file:
        source = file.read(LARGEST_JSON + 1)
    if len(source) > LARGEST_JSON:
        title = f"a JSON file of more than {LARGEST_JSON >> 20} MiB"
        raise FileError(title, where=Place(path), next_step="export JSON Lines or CSV: these are read in pieces")
    text = codecs.decode(source, form.encoding, "cp1252-bytes").lstrip("\ufeff")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        told: list[Problem] = []
        yield from _salvaged(text, path, told.append)
        at = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        for problem in told or ([] if _is_stream(text) else [_no_json(path, at, error)]):
            report(problem)
        return
    lines = _Lines(text)
    for row in _records(value, path, 1, report):
        yield Row(lines.of(row.value), row.value)


class _Lines:
    """The lines of records, found again by their ids; None where that cannot be told."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line = text, 0, 1

    def of(self, value: dict[str, object]) -> int | None:
        for key in ("id", "ts", "_id", "uuid"):
            if isinstance(known := value.get(key), str | int):
                found = self._text.find(f'"{key}"', self._at)
                wanted = json.dumps(known)
                while found >= 0 and not self._text[found + len(key) + 2 : found + len(key) + 80].lstrip(
                    " :\n\t"
                ).startswith(wanted):
                    found = self._text.find(f'"{key}"', found + 1)
                if found >= 0:
                    self._line += self._text.count("\n", self._at, found)
                    self._at = found
                    return self._line
                self._text = ""  # ids that are spelt otherwise in the file: each would cost a look at all of it
        return None


def _salvaged(text: str, path: Path, report: Report) -> Iterator[Row]:
    """The whole objects of a JSON file that is cut off or broken, and objects that stand one after the other."""
    decoder = json.JSONDecoder()
    at, line, counted = max(0, text.find("[")) + 1 if _list_comes_first(text) else 0, 1, 0
    while (start := text.find("{", at)) >= 0:
        line, counted = line + text.count("\n", counted, start), start
        try:
            value, at = decoder.raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            report(_no_json(path, line, error))
            again = _next_record(text, start)
            if again < 0:
                return
            at = again
            continue
        yield from _records(value, path, line, report)


def _is_stream(text: str) -> bool:
    """Whether whole objects stand one after the other, and nothing is cut off."""
    return text.lstrip().startswith("{") and text.rstrip().endswith("}")


def _list_comes_first(text: str) -> bool:
    """Whether the records are in a list that does not end: `[…` or `{"tickets": […`."""
    begun = text.lstrip()
    if begun.startswith("["):
        return True
    bracket = begun.find("[")
    return 0 < bracket < 200 and begun.count("{", 0, bracket) == 1


def _next_record(text: str, start: int) -> int:
    """Where the next object begins that stands at the beginning of a line as the broken one does; -1: nowhere."""
    indent = start - (text.rfind("\n", 0, start) + 1)
    before = text[start - indent : start]
    if before.strip():
        return -1
    found = text.find("\n" + before + "{", start + 1)
    return found + 1 if found >= 0 else -1


def _records(value: object, path: Path, line: int, report: Report) -> Iterator[Row]:
    """The records of a value: itself, those of a list, or of the list in the envelope of an export."""
    if isinstance(value, dict):
        for key in _LISTS if _is_envelope(value) else ():
            inner = value.get(key)
            if isinstance(inner, list) and all(isinstance(one, dict) for one in inner):
                yield from (Row(line, one) for one in inner)
                return
        yield Row(line, value)
    elif isinstance(value, list):
        for index, one in enumerate(value):
            if isinstance(one, dict):
                yield Row(line, one)
            else:
                report(Problem("a value that is no object", Place(path, line, field=f"[{index}]"), "it is left out"))
    else:
        report(Problem("a value that is no object", Place(path, line), "it is left out"))


def _is_envelope(value: dict[str, object]) -> bool:
    return not {"id", "input", "inputs", "question", "query", "attributes"} & value.keys()


def _no_json(path: Path, line: int, error: Exception) -> Problem:
    said = f": {error.msg}" if isinstance(error, json.JSONDecodeError) else ""
    return Problem(f"not readable as JSON{said}", Place(path, line), "")
