"""`?`: the keys of this screen, filtered by typing; one that does nothing now says why."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widgets import Input

from ragtriage.tui import drawing
from ragtriage.tui.keymap import Hint
from ragtriage.tui.widgets.lines import Lines
from ragtriage.tui.widgets.prompt_line import LineInput
from ragtriage.tui.wrapping import wrapped_rows
from ragtriage.views.story import Line, Span

_KEY_CELLS = 12


class HelpLines(Lines, can_focus=False):
    """Groups of keys, as far as they match."""

    def __init__(self, hints: Sequence[Hint], notes: Sequence[str], first: str = "") -> None:
        super().__init__()
        self._first = first
        self._hints = tuple(hints)
        self._notes = tuple(notes)
        self._lines: list[Line] = []
        self._rows: list[tuple[Span, ...]] = []
        """The lines, wrapped to the width there is."""
        self.only("")

    def only(self, wanted: str) -> None:
        """Show the keys in whose key, words, group or help `wanted` occurs."""
        wanted = wanted.casefold()
        lines: list[Line] = [Line((Span(self._first),), hang=2)] if self._first and not wanted else []
        group = ""
        for hint in self._hints:
            if wanted in f"{hint.keys} {hint.words} {hint.group} {hint.help}".casefold():
                if hint.group != group:
                    group = hint.group
                    lines += [Line(), Line((Span(group, "title"),))] if lines else [Line((Span(group, "title"),))]
                lines.append(Line(_row(hint), hang=2 + _KEY_CELLS))
        notes = [note for note in self._notes if wanted in note.casefold()]
        if notes:
            lines += [Line(), *(Line((Span(note, "dim"),), hang=2) for note in notes)]
        self._lines = lines or [Line((Span("No key does that. Fewer letters find more."),))]
        self.top = 0
        if self.is_mounted:
            self.resized()
            self.repaint()

    def resized(self) -> None:
        """Another width wraps otherwise."""
        width = max(20, self.size.width)
        self._rows = [spans for line in self._lines for spans, _ in wrapped_rows(line, width)]
        self.top = min(self.top, self.last_top())

    def row_strip(self, index: int, width: int) -> Strip:
        """One key, or the heading of a group."""
        row = self._rows[index] if index < len(self._rows) else ()
        return drawing.strip(row, self.palette, width)

    def last_top(self) -> int:
        """The last page is full."""
        return max(0, len(self._rows) - self.page)


def _row(hint: Hint) -> tuple[Span, ...]:
    key = Span("  " + drawing.fit_cells(hint.keys, _KEY_CELLS), "dim" if hint.off else "accent")
    if hint.off:
        return key, Span(f"not now: {hint.off}. ", "warn"), Span(hint.help, "dim")
    return key, Span(hint.help)


class HelpScreen(ModalScreen[None]):
    """Type to filter, arrows to scroll, escape to leave."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; background: $background 60%; }
    HelpScreen > Vertical {
        width: 84; max-width: 96%; height: 34; max-height: 90%; padding: 0 1;
        border: solid $rule; border-title-color: $primary; border-title-style: bold; border-subtitle-color: $foreground;
        background: $background;
    }
    HelpScreen LineInput { margin-bottom: 1; }
    HelpScreen:ansi { background: transparent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", show=False),
        Binding("up", "by(-1)", show=False, priority=True),
        Binding("down", "by(1)", show=False, priority=True),
        Binding("pageup,ctrl+u", "by(-12)", show=False, priority=True),
        Binding("pagedown,ctrl+d", "by(12)", show=False, priority=True),
    ]

    def __init__(self, hints: Sequence[Hint], *, notes: Sequence[str] = (), first: str = "") -> None:
        """`notes`: lines under the keys, such as the grammar of the filter. `first`: what the word of the row under the
        cursor means, above them."""
        super().__init__()
        self._hints = hints
        self._notes = notes
        self._first = first

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Keys"
            box.border_subtitle = "esc closes"
            yield LineInput(placeholder="type to filter")
            yield HelpLines(self._hints, self._notes, self._first)

    @on(Input.Changed)
    def _filter(self, event: Input.Changed) -> None:
        event.stop()
        self.query_one(HelpLines).only(event.value)

    @on(Input.Submitted)
    def _done(self) -> None:
        self.dismiss()

    def action_by(self, rows: int) -> None:
        """Scroll."""
        self.query_one(HelpLines).scroll_rows(rows)
