"""The line that says what was just done, or what went wrong, where, and what to do next."""

from collections.abc import Sequence

from textual.strip import Strip

from ragtriage.errors import RagtriageError
from ragtriage.triage.story import Role, Span
from ragtriage.tui import drawing
from ragtriage.tui.widgets.lines import Lines


class StatusLine(Lines, can_focus=False):
    """The last message. It stays until the next one: nothing that matters vanishes by itself."""

    DEFAULT_CSS = "StatusLine { height: 1; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._spans: tuple[Span, ...] = ()

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
            self.repaint()

    def row_strip(self, index: int, width: int) -> Strip:
        """Sign, words, hint; cut on the right."""
        return drawing.strip(self._spans, self.palette, width)


def _next(words: str) -> tuple[Span, ...]:
    return (Span(f"  {words}", "dim"),) if words else ()
