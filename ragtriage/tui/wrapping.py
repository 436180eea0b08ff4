"""A story as rows of a given width, made only as far down as someone looks.

A passage can be a megabyte on one line. Wrapping stops at the last row asked for, so opening a case costs what its
first page costs, whatever hangs below.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from ragtriage.text import PATH_SIGN, cut
from ragtriage.tui.drawing import cells, drawable
from ragtriage.views.line_breaks import row_breaks
from ragtriage.views.story import Line, Role, Section, Span, Story


@dataclass(frozen=True, slots=True)
class WrappedRow:
    """One row on the screen."""

    spans: tuple[Span, ...]
    indent: int
    section: str
    """Id of the section it belongs to."""
    above: int
    """Characters of the story that stand above it."""
    stop: bool = False
    """`[` and `]` stop here."""


class WrappedStory:
    """Rows of `story` at `width` cells, in order, on demand."""

    def __init__(self, story: Story, width: int, *, side_by_side: bool = False) -> None:
        """`side_by_side`: whether sections that are held against each other stand so, and not below each other."""
        self.story = story
        self.width = max(8, width)
        self.side_by_side = side_by_side
        self.complete = False
        """Whether `rows` holds the last row."""
        self.rows: list[WrappedRow] = []
        self.stops: list[int] = []
        """Rows, among those known, that are stops."""
        self.size = max(1, sum(map(_size, story.stacked)))
        self._more = self._wrapped()

    def row(self, index: int) -> WrappedRow | None:
        """The row at `index`, None past the end."""
        while len(self.rows) <= index and not self.complete:
            made = next(self._more, None)
            if made is None:
                self.complete = True
                break
            if made.stop:
                self.stops.append(len(self.rows))
            self.rows.append(made)
        return self.rows[index] if 0 <= index < len(self.rows) else None

    def whole(self) -> int:
        """The number of all rows. Wraps the story to its end."""
        while not self.complete:
            self.row(len(self.rows) + 999)
        return len(self.rows)

    def stop_after(self, index: int) -> int | None:
        """The first stop below row `index`. Wraps as far as it stands."""
        at = index + 1
        while (found := self.row(at)) is not None:
            if found.stop:
                return at
            at += 1
        return None

    def stop_before(self, index: int) -> int | None:
        """The last stop above row `index`."""
        return next((stop for stop in reversed(self.stops) if stop < index), None)

    def _wrapped(self) -> Iterator[WrappedRow]:
        above = 0
        for number, section in enumerate(self.story.sections if self.side_by_side else self.story.stacked):
            if number:
                yield WrappedRow((), 0, section.id, above)
            if self.side_by_side and section.beside is not None:
                yield from self._two_columns(section, section.beside, above)
                above += _size(section) + _size(section.beside)
                continue
            if section.heading and section.heading != self.story.case_id:  # that stands above the rows already
                yield WrappedRow((Span(section.heading, "title"),), 0, section.id, above)
            stops = frozenset(section.stops)
            for at, line in enumerate(section.lines):
                stop = at in stops
                for row, passed in wrapped_rows(line, self.width):
                    yield WrappedRow(row, line.indent, section.id, above + passed, stop)
                    stop = False
                above += sum(len(span.text) for span in line.spans)

    def _two_columns(self, left: Section, right: Section, above: int) -> Iterator[WrappedRow]:
        """Two sections, row by row beside each other."""
        room = (self.width - _GAP) // 2
        columns = [[*_rows_of(section, room)] for section in (left, right)]
        for one, other in zip_longest(*columns, fillvalue=()):
            pad = room - sum(cells(span.text) for span in one)
            yield WrappedRow((*one, Span(" " * (pad + _GAP)), *other), 0, left.id, above)


def _size(section: Section) -> int:
    return sum(len(span.text) for line in section.lines for span in line.spans)


_GAP = 3
"""Cells between two sections that stand side by side."""


def _rows_of(section: Section, width: int) -> Iterator[tuple[Span, ...]]:
    yield (Span(cut(section.heading, width), "title"),)
    for line in section.lines:
        for row, _ in wrapped_rows(line, width):
            yield (*([Span(" " * line.indent)] if line.indent else ()), *row)


def wrapped_rows(line: Line, width: int) -> Iterator[tuple[tuple[Span, ...], int]]:
    """Rows of one paragraph: their spans, and how many characters stand before each."""
    spans_of_line = _cut_from_left(line, width) if line.one_row else line.spans
    pieces = [(drawable(span.text), span.role) for span in spans_of_line]
    text = "".join(piece for piece, _ in pieces)
    ends: list[tuple[int, Role]] = []
    reach = 0
    for piece, role in pieces:
        reach += len(piece)
        ends.append((reach, role))
    room = max(4, width - line.indent)
    hang = min(line.hang, room - 4)
    piece_at = 0
    for number, (start, end) in enumerate(row_breaks(text, room, room - hang)):
        while piece_at < len(ends) and ends[piece_at][0] <= start:
            piece_at += 1
        spans = [Span(" " * hang)] if number and hang else []
        spans.extend(_between(text, ends, piece_at, start, end))
        yield tuple(spans), start


def _cut_from_left(line: Line, width: int) -> tuple[Span, ...]:
    """The spans of a line that is to fill one row: of those behind the first, the last ones."""
    first, rest = line.spans[:1], list(line.spans[1:])
    room = width - line.indent - sum(cells(drawable(span.text)) for span in first)
    while len(rest) > 1 and sum(cells(drawable(span.text)) for span in rest) > room:
        rest.pop(0)
        rest[0] = Span(rest[0].text if rest[0].text.startswith(_CUT) else f"{_CUT}{rest[0].text}", rest[0].role)
    if rest:
        rest[-1] = Span(cut(drawable(rest[-1].text), max(1, room)), rest[-1].role)
    return (*first, *rest)


_CUT = f"…{PATH_SIGN}"


def _between(text: str, ends: list[tuple[int, Role]], piece: int, start: int, end: int) -> Iterator[Span]:
    while start < end and piece < len(ends):
        reach, role = ends[piece]
        yield Span(text[start : min(reach, end)], role)
        start = min(reach, end)
        piece += 1
