"""Several lines to type into: a question, an answer, a nugget, notes.

Textual's own text area repaints all its rows at each key and writes what it is given to the terminal as it is. Here a
letter costs the row that it stands in, control characters are symbols, and text that nobody touched comes back as it
was, whatever is in it.
"""

from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from ragtriage.text import safe
from ragtriage.tui import drawing
from ragtriage.tui.widgets.lines import Lines
from ragtriage.views.line_breaks import row_breaks
from ragtriage.views.story import Span

GUTTER = 2
MOST_ROWS = 9
"""Rows that an entry grows to, its head among them."""


class TextEntry(Lines, inherit_bindings=False):
    """Enter is done, ctrl+o a new line, escape leaves it as it was."""

    DEFAULT_CSS = "TextEntry { height: 4; display: none; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "done", show=False),
        Binding("tab", "done_and('next_pane')", show=False),
        Binding("ctrl+s", "done_and('save')", show=False),
        Binding("escape", "leave", show=False),
        Binding("ctrl+o", "new_line", show=False),
        Binding("left", "by(-1)", show=False),
        Binding("right", "by(1)", show=False),
        Binding("ctrl+left", "by_word(-1)", show=False),
        Binding("ctrl+right", "by_word(1)", show=False),
        Binding("up", "by_row(-1)", show=False),
        Binding("down", "by_row(1)", show=False),
        Binding("pageup", "by_row(-4)", show=False),
        Binding("pagedown", "by_row(4)", show=False),
        Binding("home,ctrl+a", "edge(-1)", show=False),
        Binding("end,ctrl+e", "edge(1)", show=False),
        Binding("backspace", "delete(-1)", show=False),
        Binding("delete,ctrl+d", "delete(1)", show=False),
        Binding("ctrl+w", "delete_word", show=False),
        Binding("ctrl+u", "delete_to(-1)", show=False),
        Binding("ctrl+k", "delete_to(1)", show=False),
    ]
    head_rows = 1

    @dataclass
    class Changed(Message):
        """The text is another one."""

        field: str
        text: str

    @dataclass
    class Entered(Message):
        """The answer."""

        field: str
        text: str
        then: str = ""
        """What the key that ended it does besides: `save`, `next_pane`."""

    @dataclass
    class Left(Message):
        """No answer."""

        field: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.field = ""
        """What is being typed; empty: nothing."""
        self.label = ""
        self.text = ""
        self.at = 0
        """The cursor, in code points."""
        self._column: int | None = None
        """The cell that `up` and `down` keep to."""
        self._most = MOST_ROWS
        self._rows_of: tuple[str, int, list[tuple[int, int]]] = ("", 0, [])

    def begin(self, field: str, label: str, text: str, *, at: int | None = None, most: int = MOST_ROWS) -> None:
        """Show it with `text`; the cursor at its end, or at `at`. `most`: rows that it may grow to."""
        self.field, self.label, self.text = field, label, text
        self.at = len(text) if at is None else at
        self._column, self._most, self.top = None, max(3, most), 0
        self._sent.clear()
        self.display = True
        if self.size.width:
            self._fit()
        self.refresh()
        self.focus()

    def end(self) -> None:
        """Hide it."""
        self.field = ""
        self.display = False

    # -- typing

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """What can be typed is typed: the screen's letters are no keys here."""
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """A letter. All others are bindings."""
        if event.is_printable and event.character:
            event.stop()
            event.prevent_default()
            self.insert(event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Line breaks stay line breaks."""
        event.stop()
        self.insert(event.text.replace("\r\n", "\n").replace("\r", "\n"))

    def insert(self, text: str) -> None:
        """Put `text` at the cursor."""
        self._replace(self.at, self.at, safe(text))

    def _replace(self, start: int, end: int, text: str) -> None:
        if start == end and not text:
            return
        self.text = self.text[:start] + text + self.text[end:]
        self.at = start + len(text)
        self._column = None
        self._shown()
        self.post_message(self.Changed(self.field, self.text))

    def action_new_line(self) -> None:
        self._replace(self.at, self.at, "\n")

    def action_delete(self, step: int) -> None:
        other = self._beside(step)
        self._replace(min(self.at, other), max(self.at, other), "")

    def action_delete_word(self) -> None:
        self._replace(self._word(-1), self.at, "")

    def action_delete_to(self, side: int) -> None:
        """All of the line before the cursor, or after it."""
        other = self._line_edge(side)
        self._replace(min(self.at, other), max(self.at, other), "")

    def action_done(self) -> None:
        self.post_message(self.Entered(self.field, self.text))

    def action_done_and(self, then: str) -> None:
        self.post_message(self.Entered(self.field, self.text, then))

    def action_leave(self) -> None:
        self.post_message(self.Left(self.field))

    # -- moving

    def action_by(self, step: int) -> None:
        self._to(self._beside(step))

    def action_by_word(self, step: int) -> None:
        self._to(self._word(step))

    def action_edge(self, side: int) -> None:
        """To the start of the row, or its end."""
        start, end = self._rows()[self._row()]
        self._to(start if side < 0 else end)

    def action_by_row(self, step: int) -> None:
        """Up and down keep to their column."""
        rows, row = self._rows(), self._row()
        to = max(0, min(row + step, len(rows) - 1))
        column = self._cell(rows[row][0], self.at) if self._column is None else self._column
        start, end = rows[to]
        at = start
        while at < end and self._cell(start, at + 1) <= column:
            at += 1
        self._to(at)
        self._column = column

    def _to(self, at: int) -> None:
        self.at = max(0, min(at, len(self.text)))
        self._column = None
        self._shown()

    def _beside(self, step: int) -> int:
        """The place beside the cursor; marks go with the letter that they stand on."""
        at = self.at + step
        while 0 < at < len(self.text) and self.text[at] != "\n" and not drawing.cells(drawing.drawable(self.text[at])):
            at += step
        return max(0, min(at, len(self.text)))

    def _word(self, step: int) -> int:
        at, text = self.at, self.text
        if step < 0:
            while at and not text[at - 1].isalnum():
                at -= 1
            while at and text[at - 1].isalnum():
                at -= 1
        else:
            while at < len(text) and not text[at].isalnum():
                at += 1
            while at < len(text) and text[at].isalnum():
                at += 1
        return at

    def _line_edge(self, side: int) -> int:
        if side < 0:
            return self.text.rfind("\n", 0, self.at) + 1
        found = self.text.find("\n", self.at)
        return len(self.text) if found < 0 else found

    # -- drawing

    def _width(self) -> int:
        return max(8, self.size.width - GUTTER - 1)

    def _rows(self) -> list[tuple[int, int]]:
        """Start and end of each row."""
        width = self._width()
        if self._rows_of[:2] != (self.text, width):
            self._rows_of = (self.text, width, list(row_breaks(_shown(self.text), width, width)))
        return self._rows_of[2]

    def _row(self) -> int:
        rows = self._rows()
        return next((n for n in range(len(rows) - 1, -1, -1) if rows[n][0] <= self.at), 0)

    def _cell(self, start: int, at: int) -> int:
        return drawing.cells(drawing.drawable(_shown(self.text[start:at])))

    def _fit(self) -> None:
        """As many rows as the text has, within reason."""
        wanted = max(2, min(len(self._rows()), self._most - self.head_rows)) + self.head_rows
        if self.styles.height is None or self.styles.height.value != wanted:
            self.styles.height = wanted

    def _shown(self) -> None:
        self.resized()
        self.repaint()

    def resized(self) -> None:
        """As high as the text in this width; the cursor stays in sight."""
        self._fit()
        row = self._row()
        self.top = min(max(self.top, row - self.page + 1), row, max(0, len(self._rows()) - 1))

    def head_strip(self, width: int) -> Strip:
        """What is typed, and how long it is."""
        left = [Span("▌", "accent"), Span(f" {self.label}", "strong")]
        words = len(self.text.split())
        right = [Span(f"{words} word{'s' * (words != 1)} ", "dim")]
        return drawing.ends(left, right, self.palette, width, self.palette.chrome["head"])

    def row_strip(self, index: int, width: int) -> Strip:
        """A row of the text, the cursor reversed."""
        rows = self._rows()
        if index >= len(rows):
            return drawing.strip((), self.palette, width)
        start, end = rows[index]
        line = drawing.strip((Span(" " * GUTTER), Span(_shown(self.text[start:end]))), self.palette, width)
        if index != self._row():
            return line
        cell = GUTTER + self._cell(start, self.at)
        under = self.text[self.at : self.at + 1]
        wide = max(1, drawing.cells(drawing.drawable(_shown(under)))) if under not in ("", "\n") else 1
        parts = (
            line.crop(0, cell),
            line.crop(cell, cell + wide).apply_style(Style(reverse=True)),
            line.crop(cell + wide),
        )
        return Strip.join(parts)

    def last_top(self) -> int:
        return max(0, len(self._rows()) - self.page)


def _shown(text: str) -> str:
    """`text` as it is drawn, of the same length."""
    return safe(text).replace("\t", " ")
