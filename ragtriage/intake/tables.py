"""CSV as people export it: any delimiter, cells of several lines, quotes that never close, no heading."""

import csv
import re
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from ragtriage.disk.schema import Problem
from ragtriage.errors import Place

_DELIMITERS = ",;\t|"
_LONGEST_CELL = 1 << 20


def delimiter_of(text: str) -> str:
    """The delimiter that parts the beginning of a file most evenly, into the most columns."""
    best, chosen = (0.0, 0), ","
    lines = text.splitlines(keepends=True)[:400]
    for one in _DELIMITERS:
        try:
            widths = [len(row) for row in islice(csv.reader(lines, delimiter=one), 60) if row][:-1] or [
                len(next(csv.reader(lines[:1], delimiter=one), []))
            ]
        except csv.Error:
            continue
        even = sum(width == widths[0] for width in widths) / len(widths)
        if widths[0] > 1 and (even, widths[0]) > best:
            best, chosen = (even, widths[0]), one
    return chosen


class _Taken:
    """The lines that a reader takes, kept until the record is whole, so that a bad one can be read anew without it."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self._again = lines, deque[str]()
        self.taken: list[str] = []
        self.line = 0
        """Lines of whole records before these."""

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else next(self._lines)
        self.taken.append(line)
        return line

    def done(self, lines: int | None = None) -> None:
        """The first `lines` of what was taken are done with; the others are given again."""
        lines = len(self.taken) if lines is None else lines
        self.line += lines
        self._again.extendleft(reversed(self.taken[lines:]))
        self.taken = []


def table_rows(
    lines: Iterator[str], delimiter: str, path: Path, known: Callable[[str], bool], report: Callable[[Problem], None]
) -> Iterator[tuple[int, dict[str, object]]]:
    """Each record with the line it begins in, by its heading; what has no heading is called `column 1` and so on."""
    heading: list[str] | None = None
    for line, cells, ended in _records(_Taken(lines), delimiter, path, report):
        if heading is None:
            heading = _named(cells)
            if not any(known(name) for name in heading) and _is_no_heading(cells):
                heading = [f"column {number}" for number in range(1, len(cells) + 1)]
            else:
                continue
        if len(cells) > len(heading):
            title = f"{len(cells)} cells, and the heading has {len(heading)}"
            report(Problem(title, Place(path, line), "a cell that holds the delimiter needs quotes"))
        elif len(cells) < len(heading) and not ended:
            report(
                Problem(
                    f"the file ends within this record: {len(cells)} of {len(heading)} cells",
                    Place(path, line),
                    "export it again",
                )
            )
        else:
            yield line, dict(zip(heading, [*cells, *[""] * (len(heading) - len(cells))], strict=True))


def _records(
    lines: _Taken, delimiter: str, path: Path, report: Callable[[Problem], None]
) -> Iterator[tuple[int, list[str], bool]]:
    """(line, cells, whether its last line was ended) of each record."""
    before = csv.field_size_limit()
    while True:
        opened: int | None = None
        reader = csv.reader(lines, delimiter=delimiter)
        try:
            while True:
                csv.field_size_limit(_LONGEST_CELL)
                cells = next(reader)
                ended = lines.taken[-1].endswith(("\n", "\r")) if lines.taken else True
                opened = _opened_in(lines.taken, delimiter) if not ended or _ends_in_break(cells) else None
                if opened is not None or (len(lines.taken) > 1 and "".join(lines.taken).count('"') % 2):
                    break  # the end of the file, or a quote that the next quoted cell seems to close
                line = lines.line + 1
                lines.done()
                if any(cell.strip() for cell in cells):
                    yield line, cells, ended
        except StopIteration:
            return
        except csv.Error:
            opened = _opened_in(lines.taken, delimiter)
        finally:
            csv.field_size_limit(before)
        at = opened or 0
        report(Problem("a quote is opened here and never closed", Place(path, lines.line + at + 1), "export it again"))
        lines.done(at + 1)


def _ends_in_break(cells: list[str]) -> bool:
    """A line break at the end of the last cell is the file's, when its quote is never closed."""
    return bool(cells) and cells[-1].endswith(("\n", "\r"))


def _opened_in(lines: list[str], delimiter: str) -> int | None:
    """Which of the lines opens a quote that is not closed by their end; None when none does."""
    opened: int | None = None
    fresh, at = True, 0
    for number, line in enumerate(lines):
        at = 0
        while at < len(line):
            char = line[at]
            if opened is not None:
                if char == '"':
                    if line[at + 1 : at + 2] == '"':
                        at += 1
                    else:
                        opened = None
            elif char == '"' and fresh:
                opened = number
            fresh = opened is None and char in (delimiter, "\n", "\r")
            at += 1
    return opened


def _named(cells: list[str]) -> list[str]:
    """The heading, each name once."""
    out: list[str] = []
    for number, cell in enumerate(cells, 1):
        name = cell.strip().strip("\ufeff") or f"column {number}"
        out.append(name if name not in out else f"{name} ({number})")
    return out


_LIKE_DATA = re.compile(r"\?\s*$|^\s*\d{1,4}[-/.]\d|^-?\d+(\.\d+)?$|@")


def _is_no_heading(cells: list[str]) -> bool:
    return any(len(cell) > 60 or _LIKE_DATA.search(cell) for cell in cells)
