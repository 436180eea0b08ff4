"""How wide the columns of a list are: the same for every row, and never less in a wider one.

The most telling column is given first. Each takes what it can use before the next has anything, so that a column that
comes into sight takes nothing away from those before it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ragtriage.tui import drawing
from ragtriage.views.story import Role, Span

GAP = 2
"""Cells between two columns."""


class Column(NamedTuple):
    """What one column can use."""

    least: int
    """Cells under which it is left out."""
    most: int
    """Cells of its longest text, or what is enough of it."""


def widths(room: int, *columns: Column) -> list[int]:
    """Cells of each, 0 for those that are left out; `room`: all there are, gaps included.

    A column that is left out leaves out all that come after it.
    """
    found = [0] * len(columns)
    for number, column in enumerate(columns):
        cells = min(column.most, room)
        if cells < column.least or cells <= 0:
            break
        found[number] = cells
        room -= cells + GAP
    return found


def cell(text: str, cells: int, role: Role = "plain", *, is_id: bool = False) -> tuple[Span, ...]:
    """A text in its column, with the gap after it; nothing where the column is left out."""
    if not cells:
        return ()
    fitted = drawing.fit_id(text, cells) if is_id else drawing.fit_cells(text, cells)
    return (Span(fitted + " " * GAP, role),)  # one span: a change of style costs as much as ten letters


def heads(*named: tuple[str, int]) -> Sequence[Span]:
    """The heads of columns, dim, over their cells."""
    return [span for name, cells in named for span in cell(name, cells, "dim")]
