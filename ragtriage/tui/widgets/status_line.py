"""The line that says what was just done, or what went wrong, where, and what to do next.

What does not fit on one row takes up to three: the next step stands at the end, and is what a person needs.
"""

from collections.abc import Sequence

from textual import events
from textual.strip import Strip

from ragtriage.errors import RagtriageError
from ragtriage.tui import drawing
from ragtriage.tui.widgets.lines import Lines
from ragtriage.tui.wrapping import wrapped_rows
from ragtriage.views.story import Line, Role, Span

MOST_ROWS = 3
"""What is longer is cut: the list above needs its room."""
_SIGN_CELLS = 3
"""The sign and the blanks around it: later rows begin below the words."""
_LONGEST = 2_000
"""Characters of one part of a message that are looked at."""


class StatusLine(Lines, can_focus=False):
    """The last message. It stays until the next one: nothing that matters vanishes by itself."""

    DEFAULT_CSS = "StatusLine { height: 1; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._spans: tuple[Span, ...] = ()
        self._height = 1

    @property
    def text(self) -> str:
        """What it says, plain."""
        return "".join(span.text for span in self._spans)

    @property
    def said(self) -> str:
        """The message itself, without its sign, hint and place."""
        return next((span.text for span in self._spans[1:]), "")

    def done(self, words: str, *, hint: str = "") -> None:
        """Something was done and is on disk: `Decided billing/0142: retrieval`, hint `u undoes it`."""
        self._say("✓", "good", words, hint)

    def note(self, words: str, *, hint: str = "") -> None:
        """Something to know."""
        self._say("·", "accent", words, hint)

    def failed(self, error: RagtriageError) -> None:
        """An error: what, what next, where. In little room the next step matters more than the place."""
        where = f"  ({error.where})" if error.where else ""
        self._show([Span(" ✗ ", "bad"), Span(error.title, "strong"), *_next(error.next_step), Span(where, "dim")])

    def refused(self, words: str, why: str) -> None:
        """A key that does nothing now, and why."""
        self._show([Span(" ✗ ", "warn"), Span(words, "plain"), Span(f": {why}", "dim")])

    def clear(self) -> None:
        """Say nothing."""
        self._show([])

    def _say(self, sign: str, role: Role, words: str, hint: str) -> None:
        self._show([Span(f" {sign} ", role), Span(words), *_next(hint)])

    def _show(self, spans: Sequence[Span]) -> None:
        self._spans = tuple(spans)
        if self.is_mounted:
            self._take_rows()
            self.repaint()

    def on_resize(self, event: events.Resize) -> None:
        """Another width wraps otherwise."""
        self._take_rows()

    def _take_rows(self) -> None:
        rows = len(self._wrapped(self.size.width or self.app.size.width))
        if rows != self._height:
            self.styles.height = self._height = rows

    def _wrapped(self, width: int) -> list[tuple[Span, ...]]:
        """The rows at `width` cells, one at least; the last ends with `…` where there is more."""
        whole = Line(tuple(Span(_one_row(span.text), span.role) for span in self._spans), hang=_SIGN_CELLS)
        if drawing.cells("".join(span.text for span in whole.spans)) <= width:
            return [whole.spans]
        rows = [spans for spans, _ in wrapped_rows(whole, width)]
        if len(rows) > MOST_ROWS:
            *head, tail = rows[MOST_ROWS - 1]
            room = width - 1 - sum(drawing.cells(span.text) for span in head)
            rows[MOST_ROWS - 1] = (*head, Span(drawing.cut_drawable(tail.text, room).rstrip("…") + "…", tail.role))
        return rows[:MOST_ROWS]

    def row_strip(self, index: int, width: int) -> Strip:
        """Sign, words, hint; cut on the right of the last row."""
        rows = self._wrapped(width)
        return drawing.strip(rows[index] if index < len(rows) else (), self.palette, width)


def _one_row(text: str) -> str:
    return drawing.drawable(text[:_LONGEST]).replace("\n", " ")


def _next(words: str) -> tuple[Span, ...]:
    return (Span(f"  {words}", "dim"),) if words else ()
