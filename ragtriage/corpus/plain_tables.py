"""Tables that are not drawn: rows of comma- or semicolon-separated values, and columns aligned by spaces.

Read only where several lines agree, as prose has commas and wide gaps, too: as many cells in each, or cells that begin
where those of the first line do.
"""

import csv
import re
from collections.abc import Sequence

_MOST_ROWS = 2000
_LEAST_ROWS = 2
_LEAST_CELLS = {",": 3, ";": 2}
_LONGEST_NAME = 40
_GAP = re.compile(r"(?:[ ]{2,}|\t)+(?=\S)")
_RULED = re.compile(r"[ \t]*[-=~+]{2,}(?:[ \t]+[-=~+]{2,})*[ \t]*$")

Heads = tuple[str, str]
"""Of the row, of the column; empty where there is none."""


def plain_table_heads(text: str, line_start: int, at: int) -> Heads | None:
    """The heads of the cell at offset `at` of the line that begins at `line_start`; None where there is no table.

    A row that is quoted from its beginning stands under the names of all its columns.
    """
    line, above = _line(text, line_start), _above(text, line_start)
    if len(above) < _LEAST_ROWS - 1 or not above:
        return None
    for mark, least in _LEAST_CELLS.items():
        if line.count(mark) >= least - 1 and (heads := _separated(line, above, at, mark, least)) is not None:
            return heads
    return _aligned(line, [one for one in above if not _RULED.match(one)], at) if _GAP.search(line.strip()) else None


def _line(text: str, start: int) -> str:
    stop = text.find("\n", start)
    return text[start : stop if stop >= 0 else len(text)]


def _above(text: str, at: int) -> list[str]:
    """The lines above, upwards, to a blank one."""
    found: list[str] = []
    while at > 0 and len(found) < _MOST_ROWS:
        begin = text.rfind("\n", 0, at - 1) + 1
        line, at = text[begin : at - 1], begin
        if not line.strip():
            break
        found.append(line)
    return found


def _cells(line: str, mark: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])]


def _separated(line: str, above: Sequence[str], at: int, mark: str, least: int) -> Heads | None:
    row, names = _cells(line, mark), _cells(above[-1], mark)
    if len(row) < least or not all(_may_be_name(name) for name in names):
        return None
    if any(len(_cells(one, mark)) != len(row) for one in above):
        return None
    column = len(_cells(line[:at] + "x", mark)) - 1
    return _heads(row, names, column)


def _may_be_name(cell: str) -> bool:
    return 0 < len(cell) <= _LONGEST_NAME and not cell.endswith((".", "!", "?"))


def _heads(row: Sequence[str], names: Sequence[str], column: int) -> Heads:
    if column <= 0:
        return "", ", ".join(names)
    return row[0], names[column] if column < len(names) else ""


def _starts(line: str) -> list[int]:
    lead = len(line) - len(line.lstrip())
    return [lead, *(match.end() for match in _GAP.finditer(line, lead))]


def _aligned(line: str, above: Sequence[str], at: int) -> Heads | None:
    if not above:
        return None
    top, ours = _starts(above[-1].expandtabs(8)), _starts(line.expandtabs(8))
    agreeing = set(top[1:]) & set(ours[1:])
    if len(top) < 2 or len(agreeing) < max(1, min(len(top), len(ours)) // 2):
        return None
    if any(not agreeing & set(_starts(one.expandtabs(8))) for one in above):
        return None
    at = len(line[:at].expandtabs(8))
    names = [_cut(above[-1].expandtabs(8), top, n) for n in range(len(top))]
    cells = [_cut(line.expandtabs(8), ours, n) for n in range(len(ours))]
    own = max((start for start in ours if start <= at), default=0)
    column = max((n for n, start in enumerate(top) if start <= own), default=0)
    return _heads(cells, names, column)


def _cut(line: str, starts: Sequence[int], n: int) -> str:
    return line[starts[n] : starts[n + 1] if n + 1 < len(starts) else len(line)].strip()
