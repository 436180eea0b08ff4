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


class _Text(Lines):
    """Paragraphs, wrapped."""

    def __init__(self, rows: Sequence[tuple[Span, ...]]) -> None:
        super().__init__()
        self._paragraphs = tuple(rows)

    def rows(self, width: int) -> list[tuple[Span, ...]]:
        """As rows of at most `width` cells."""
        return [row for spans in self._paragraphs for row, _ in wrapped_rows(Line(spans), width)]

    def row_strip(self, index: int, width: int) -> Strip:
        rows = self.rows(width)
        return drawing.strip(rows[index] if index < len(rows) else (), self.palette, width)

    def last_top(self) -> int:
        return max(0, len(self.rows(self.size.width)) - self.page)


class Confirm(ModalScreen[bool | None]):
    """`y` does it (True), `n` or escape does not (False), `d` discards (None) where that is offered.

    Enter does nothing, so that no haste confirms.
    """

    DEFAULT_CSS = """
    Confirm { align: center middle; background: $background 60%; }
    Confirm > Vertical {
        width: 76; max-width: 96%; max-height: 90%; padding: 0 1; border: solid $rule; background: $background;
    }
    Confirm:ansi { background: transparent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,q,escape", "answer(False)", show=False),
        Binding("d", "discard", show=False),
        Binding("j,down", "by(1)", show=False),
        Binding("k,up", "by(-1)", show=False),
    ]

    def __init__(
        self, question: str, lines: Sequence[str] = (), *, yes: str = "yes", no: str = "no", discard: str = ""
    ) -> None:
        """`lines`: what it will do, shown under the question and scrolled by `j` and `k`."""
        super().__init__()
        self._lines: list[tuple[Span, ...]] = [(Span(question, "strong"),), ()]
        self._lines += [(Span(line),) for line in lines] + ([()] if lines else [])
        self._discard = bool(discard)
        third = (Span("   d", "accent"), Span(f" {discard}")) if discard else ()
        self._answers = (Span("y", "accent"), Span(f" {yes}   "), Span("n", "accent"), Span(f" {no}"), *third)

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            text = _Text(self._lines)
            answers = _Text([self._answers])
            answers.styles.height = 1
            width = min(WIDTH, self.app.size.width * 96 // 100) - 4  # less border and padding
            box.styles.height = clamp(len(text.rows(width)) + 3, 5, 200)
            yield text
            yield answers

    def action_answer(self, answer: bool) -> None:
        """Go back with it."""
        self.dismiss(answer)

    def action_discard(self) -> None:
        """Go back with neither."""
        if self._discard:
            self.dismiss(None)

    def action_by(self, rows: int) -> None:
        """Scroll what it will do."""
        self.query_one(_Text).scroll_rows(rows)
