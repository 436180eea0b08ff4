"""What a command prints: safe for a terminal, aligned by cells, coloured only where colour is wanted.

Data goes to stdout, everything else to stderr, so that a pipe carries nothing but data.
"""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ragtriage.text import ascii_only, cells, cut, one_line, safe, settled

if TYPE_CHECKING:
    from ragtriage.disk.problems import Problem


class Paint(StrEnum):
    """What a piece of text is; the escape sequence is how a terminal shows it. Never the only sign of anything."""

    PLAIN = ""
    STRONG = "1"
    DIM = "2"
    GOOD = "32"
    BAD = "31"
    WARN = "33"
    ACCENT = "36"


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a line with its paint."""

    text: str
    paint: Paint = Paint.PLAIN


Piece = str | Cell


def color_wanted(stream: TextIO, no_color: bool) -> bool:
    """Whether to colour this stream. `NO_COLOR` (https://no-color.org), `TERM=dumb` and a pipe say no."""
    return not no_color and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


@dataclass(slots=True)
class Printer:
    """Where a command's words go."""

    no_color: bool = False
    ascii: bool = False

    def line(self, *pieces: Piece) -> None:
        """A line of data. Line breaks in it stay."""
        self._write(sys.stdout, pieces)

    def say(self, *pieces: Piece) -> None:
        """A line of narration."""
        self._write(sys.stderr, pieces)

    def next(self, words: str) -> None:
        """The last line: what a person would want next."""
        self.say(Cell("next: ", Paint.DIM), words)

    def json(self, value: Any) -> None:
        """A value as JSON, records by their fields. Escaped to ASCII: lossless, and no terminal obeys it."""
        print(json.dumps(_named(value), default=_plain, indent=2, ensure_ascii=True), file=sys.stdout)

    def table(
        self,
        heading: Sequence[str],
        rows: Iterable[Sequence[Piece]],
        numbers: Sequence[int] = (),
        give_way: Sequence[int] = (),
    ) -> None:
        """Rows under a heading, columns aligned; those in `numbers` to the right. On a terminal the last is cut to fit,
        and where that is too little, those in `give_way` too, in their middle: they hold ids.

        Every cell is brought to one line.
        """
        body = [[_one_line_cell(piece) for piece in row] for row in rows]
        if not body:
            return
        head = [Cell(name, Paint.DIM) for name in heading]
        widths = [max(cells(row[i].text) for row in [head, *body]) for i in range(len(head))]
        for i, width in _given_way(widths, give_way).items():
            widths[i] = width
            body = [[*row[:i], Cell(_cut_middle(row[i].text, width), row[i].paint), *row[i + 1 :]] for row in body]
        room = _room(widths)
        if len(widths) - 1 not in numbers:
            widths[-1] = 0  # nothing stands behind the last column
        for row in [head, *body]:
            shown = row if room is None else [*row[:-1], Cell(cut(row[-1].text, room), row[-1].paint)]
            out: list[Piece] = []
            for i, cell in enumerate(shown):
                out += ["  ", _aligned(cell, widths[i], i in numbers)]
            self.line(*out[1:])

    def _write(self, stream: TextIO, pieces: Sequence[Piece]) -> None:
        colored = color_wanted(stream, self.no_color)
        out = ""
        for piece in pieces:
            cell = piece if isinstance(piece, Cell) else Cell(piece)
            text = settled(safe(cell.text)) if stream.isatty() else safe(cell.text)
            if self.ascii or not _can_show(stream, text):
                text = ascii_only(text)
            out += f"\x1b[{cell.paint.value}m{text}\x1b[0m" if colored and cell.paint and text else text
        print(out, file=stream)


NAMED = 8
"""Names that `listed` writes out."""


def listed(names: Sequence[str]) -> str:
    """`a, b and 3 more`: the first few names, each on one line and none without end; the rest counted."""
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return ", ".join(cut(one_line(name), 120) for name in names[:NAMED]) + more


def command(*words: str) -> str:
    """A command to copy: words from files are quoted, so that a shell takes them as words."""
    import shlex

    out = ["ragtriage"]
    for word in words:
        if word.startswith("-") and not word.startswith("--") and not out[-1].startswith("--"):
            out.append("--")  # a name that looks like an option
        out.append(shlex.quote(word))
    return " ".join(out)


def _one_line_cell(piece: Piece) -> Cell:
    cell = piece if isinstance(piece, Cell) else Cell(piece)
    text = one_line(cell.text)
    return Cell(settled(text) if sys.stdout.isatty() else text, cell.paint)


def _aligned(cell: Cell, width: int, right: bool) -> Cell:
    gap = " " * (width - cells(cell.text))
    return Cell(gap + cell.text if right else cell.text + gap, cell.paint)


_LEAST, _LEAST_LAST = 12, 24
"""Cells that a column keeps when it gives way; that the last one is to have before others give way."""


def _given_way(widths: Sequence[int], columns: Sequence[int]) -> dict[int, int]:
    """The widths of those of `columns` that give way on this terminal, the widest first."""
    out: dict[int, int] = {}
    if not sys.stdout.isatty():
        return out
    import shutil

    over = sum(widths[:-1]) + 2 * (len(widths) - 1) + _LEAST_LAST - shutil.get_terminal_size().columns
    for i in sorted(columns, key=lambda i: -widths[i]):
        if over > 0 and (less := min(over, widths[i] - _LEAST)) > 0:
            out[i] = widths[i] - less
            over -= less
    return out


def _cut_middle(text: str, width: int) -> str:
    """Ids that begin alike are told apart by how they end."""
    if cells(text) <= width:
        return text
    tail = ""
    for char in reversed(text):
        if cells(tail + char) > width // 2:
            break
        tail = char + tail
    return cut(text, width - cells(tail)) + tail


def _room(widths: Sequence[int]) -> int | None:
    """Cells for the last column on this terminal; None where nothing need be cut."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return max(12, shutil.get_terminal_size().columns - sum(widths[:-1]) - 2 * (len(widths) - 1))


def _can_show(stream: TextIO, text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeError:
        return False
    return True


def _named(value: Any) -> Any:
    """Named tuples by their fields: to `json` they are lists."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return value._asdict()
    if isinstance(value, dict):
        return {key: _named(item) for key, item in value.items()}
    return [_named(item) for item in value] if isinstance(value, (list, tuple)) else value


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "keys"):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def problem_line(problem: "Problem") -> str:
    """A fault with its place, and how often the same stands in the file."""
    times = f" ({problem.count:,} times, first here)" if problem.count > 1 else ""
    return f"{problem.place}: {problem.title}{times}"
