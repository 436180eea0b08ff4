"""The heads of a table's cell: of its row and of its column.

Pipe tables of Markdown, reST grids, AsciiDoc (cells in a line, or a line a cell), tables by tab, and HTML; those that
are not drawn are read in `plain_tables`.
"""

import re
from collections.abc import Iterator

from ragtriage.corpus.plain_tables import plain_table_heads

_MOST_ROWS = 2000
_CELL = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"^[ \t]*+(?:\+[-=+]+\+|(?=[ \t:|]*-)[ \t:|-]++|\|===)[ \t]*$")
_TAGS = re.compile(r"<[^<>]*>")
_ROW, _CELL_TAG = re.compile(r"<tr\b[^<>]*>", re.IGNORECASE), re.compile(r"<t[dh]\b[^<>]*>", re.IGNORECASE)
_REACH = 20_000
"""Characters before a cell in which its table begins."""

Heads = tuple[str, str]
"""Of the row, of the column; empty where there is none."""


def is_row(line: str) -> bool:
    """Whether a line is one of a table that is drawn with `|`."""
    return line.lstrip().startswith("|") or line.count(" | ") > 1


def table_heads(text: str, start: int) -> Heads | None:
    """The heads of the cell that holds offset `start`; None where that is in no table."""
    line_start = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", line_start)
    line = text[line_start : stop if stop >= 0 else len(text)]
    if is_row(line):
        return _of_pipes(text, line_start, line, start - line_start)
    if "\t" in line.strip():
        return _of_tabs(text, line_start, line, start - line_start)
    if "<t" in text[max(0, start - _REACH) : start] and (heads := _of_tags(text, start)) is not None:
        return heads
    return plain_table_heads(text, line_start, start - line_start)


def _lines_above(text: str, at: int) -> Iterator[str]:
    for _ in range(_MOST_ROWS):
        if at <= 0:
            return
        begin = text.rfind("\n", 0, at - 1) + 1
        yield text[begin : at - 1]
        at = begin


def _cells(line: str) -> list[str]:
    cells = [" ".join(cell.split()) for cell in _CELL.split(line.strip())]
    return cells[1:] if cells and not cells[0] else cells


def _of_pipes(text: str, line_start: int, line: str, at: int) -> Heads:
    column = len(_CELL.findall(line[:at])) - (1 if line.lstrip().startswith("|") else 0)
    row = _cells(line)
    if len(row) == 1 and line.count("|") == 1:
        return _of_a_line_a_cell(text, line_start)
    head, top, in_row = row[0] if row else "", row, True
    for above in _lines_above(text, line_start):
        if _RULE.match(above):
            in_row = False
            continue
        if not is_row(above):
            break
        top = _cells(above)
        if in_row and not head and top:
            head = top[0]
    if top is row:
        return head if column > 0 else "", ""
    if column <= 0:  # the row, as far as one knows, stands under the names of all its columns
        return "", ", ".join(filter(None, top))
    return head, top[column] if column < len(top) else ""


def _of_a_line_a_cell(text: str, line_start: int) -> Heads:
    """AsciiDoc: the first line of the block is the row's head, the first line of the table names the columns."""
    head, column, in_row, top = "", 0, True, ""
    for above in _lines_above(text, line_start):
        if above.strip() == "|===":
            break
        if not above.strip():
            in_row = False
        elif in_row:
            head, column = above.strip(), column + 1
        else:
            top = above.strip()
    names = _cells(top)
    return head.lstrip("|").strip(), names[column] if column < len(names) else ""


def _of_tabs(text: str, line_start: int, line: str, at: int) -> Heads | None:
    column = line[:at].count("\t")
    top = line
    for above in _lines_above(text, line_start):
        if "\t" not in above.strip():
            break
        top = above
    if top is line:
        return None
    names = top.split("\t")
    if not column:
        return "", ", ".join(name.strip() for name in names)
    return line.split("\t")[0].strip(), names[column].strip() if column < len(names) else ""


def _of_tags(text: str, start: int) -> Heads | None:
    piece = text[max(0, start - _REACH) : start]
    begin = piece.lower().rfind("<table")
    if begin < 0 or "</table" in piece[begin:].lower():
        return None
    rows = [match.end() for match in _ROW.finditer(piece, begin)]
    if not rows:
        return None
    cells = _tagged(piece[rows[-1] :])
    names = _tagged(piece[rows[0] : rows[1]]) if len(rows) > 1 else []
    column = len(cells) - 1
    return cells[0] if column > 0 else "", names[column] if 0 <= column < len(names) else ""


def _tagged(row: str) -> list[str]:
    return [" ".join(_TAGS.sub(" ", cell).split()) for cell in _CELL_TAG.split(row)[1:]]
