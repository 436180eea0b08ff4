"""A question with two answers, for the few acts that show what they will do first. Judging never asks."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import clamp
from textual.screen import ModalScreen
from textual.strip import Strip

from ragtriage.tui import drawing
from ragtriage.tui.widgets.lines import Lines
from ragtriage.tui.wrapping import wrapped_rows
from ragtriage.views.story import Line, Span

WIDTH = 76
"""Cells of the box where there is room."""
_FRAME = 4
"""Cells of its border and padding, across."""


class _Text(Lines, can_focus=False):
    """Paragraphs, wrapped."""

    def __init__(self, paragraphs: Sequence[Line]) -> None:
        super().__init__()
        self._paragraphs = tuple(paragraphs)
        self._rows: tuple[int, list[tuple[Span, ...]]] = (0, [])
        """The width they were wrapped to, and the rows."""

    def rows(self, width: int) -> list[tuple[Span, ...]]:
        """As rows of at most `width` cells."""
        if self._rows[0] != width:
            self._rows = (
                width,
                [
                    (Span(" " * line.indent), *row) if line.indent else row
                    for line in self._paragraphs
                    for row, _ in wrapped_rows(line, width)
                ],
            )
        return self._rows[1]

    def row_strip(self, index: int, width: int) -> Strip:
        rows = self.rows(width)
        return drawing.strip(rows[index] if index < len(rows) else (), self.palette, width)

    def last_top(self) -> int:
        return max(0, len(self.rows(self.size.width)) - self.page)

    def resized(self) -> None:
        self.top = min(self.top, self.last_top())

    def position(self) -> str:
        """That there is more than is seen, and which keys show it; nothing when all of it is in sight."""
        end = self.last_top()
        if not end:
            return ""
        below = f"{end - self.top} more ↓" if self.top < end else "end"
        return f"j k, pgup pgdn: {below}"


class Confirm(ModalScreen[bool | None]):
    """`y` does it (True), `n` or escape does not (False), `d` discards (None) where that is offered.

    Enter does nothing, so that no haste confirms.
    """

    DEFAULT_CSS = """
    Confirm { align: center middle; background: $background 60%; }
    Confirm > Vertical {
        width: 76; max-width: 96%; max-height: 90%; padding: 0 1; border: solid $rule; background: $background;
        border-subtitle-color: $foreground;
    }
    Confirm:ansi { background: transparent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,q,escape", "answer(False)", show=False),
        Binding("d", "discard", show=False),
        Binding("j,down", "by(1)", show=False),
        Binding("k,up", "by(-1)", show=False),
        Binding("pagedown,ctrl+d,J,space", "page(1)", show=False),
        Binding("pageup,ctrl+u,K", "page(-1)", show=False),
        Binding("home,g", "end(-1)", show=False),
        Binding("end,G", "end(1)", show=False),
    ]

    def __init__(
        self, question: str, lines: Sequence[str | Line] = (), *, yes: str = "yes", no: str = "no", discard: str = ""
    ) -> None:
        """`lines`: what it will do, shown under the question, and scrolled where there is more than room."""
        super().__init__()
        told = [Line((Span(line),)) if isinstance(line, str) else line for line in lines]
        self._text = _Text([Line((Span(question, "strong"),)), Line(), *told])
        self._discard = bool(discard)
        third = (Span("   d", "accent"), Span(f" {discard}")) if discard else ()
        answers = (Span("y", "accent"), Span(f" {yes}   "), Span("n", "accent"), Span(f" {no}"), *third)
        self._answers = _Text([Line(answers)])

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._text
            yield self._answers

    def on_resize(self) -> None:
        """As high as what it says, if there is room; all answers stay in sight."""
        width = min(WIDTH, self.app.size.width * 96 // 100) - _FRAME
        answers = len(self._answers.rows(width))
        self._answers.styles.height = answers
        self._answers.styles.margin = (1, 0, 0, 0)
        self.query_one(Vertical).styles.height = clamp(len(self._text.rows(width)) + answers + 3, 5, 200)
        self.call_after_refresh(self._tell_position)

    def _tell_position(self) -> None:
        self.query_one(Vertical).border_subtitle = self._text.position()

    def _scrolled(self, rows: int) -> None:
        self._text.scroll_rows(rows)
        self._tell_position()

    def action_answer(self, answer: bool) -> None:
        """Go back with it."""
        self.dismiss(answer)

    def action_discard(self) -> None:
        """Go back with neither."""
        if self._discard:
            self.dismiss(None)

    def action_by(self, rows: int) -> None:
        """Scroll what it will do."""
        self._scrolled(rows)

    def action_page(self, pages: int) -> None:
        """Scroll it by all but one row of what is seen."""
        self._scrolled(pages * max(1, self._text.page - 1))

    def action_end(self, way: int) -> None:
        """To its first row (-1), or to its last (1)."""
        self._scrolled(way * len(self._text.rows(self._text.size.width)))
