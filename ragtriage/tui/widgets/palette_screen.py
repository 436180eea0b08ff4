"""`ctrl+p`: commands by name. Typing narrows them down, enter runs one.

Textual's own palette ends the program when a page key comes before its list is there, or a second click once it has
closed; it also animates, which costs bytes. This is the list that every screen has, under a line to type into.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from ragtriage.text import one_line
from ragtriage.tui import drawing
from ragtriage.tui.widgets.prompt_line import LineInput
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.views.story import Span

TITLE_CELLS = 30


@dataclass(frozen=True, slots=True)
class PaletteCommand:
    """Something that can be done by name."""

    title: str
    about: str
    run: Callable[[], object]


def matching(commands: Sequence[PaletteCommand], typed: str) -> list[PaletteCommand]:
    """The commands that hold every word typed, those whose title holds them all first; all when nothing is typed."""
    words = typed.casefold().split()
    held = [one for one in commands if all(word in f"{one.title} {one.about}".casefold() for word in words)]
    return sorted(held, key=lambda one: not all(word in one.title.casefold() for word in words))


class PaletteScreen(ModalScreen[PaletteCommand | None]):
    """Comes to the command chosen, or to nothing."""

    DEFAULT_CSS = """
    PaletteScreen { align: center middle; background: $background 60%; }
    PaletteScreen > Vertical {
        width: 84; max-width: 96%; height: 24; max-height: 90%; padding: 0 1;
        border: solid $rule; border-title-color: $primary; border-title-style: bold; border-subtitle-color: $foreground;
        background: $background;
    }
    PaletteScreen RowList { height: 1fr; }
    PaletteScreen:ansi { background: transparent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("up", "by(-1)", show=False, priority=True),
        Binding("down", "by(1)", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
    ]

    def __init__(
        self, commands: Sequence[PaletteCommand], *, heading: str = "Commands", one: str = "command", at: int = 0
    ) -> None:
        """`one`: what there is a list of; `at`: which of them is under the cursor at first."""
        super().__init__()
        self._title, self._one, self._first = heading, one, at
        self._commands = tuple(commands)
        self._shown: list[PaletteCommand] = []

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = self._title
            box.border_subtitle = "enter runs · esc closes"
            yield LineInput(placeholder="type to filter")
            rows = RowList(empty=(f"No {self._one} is called that.", "Fewer letters find more."))
            rows.can_focus = False  # the line above has the keys; a click still chooses
            rows.markable = False
            yield rows

    def on_mount(self) -> None:
        self._show("")
        self.query_one(RowList).move(self._first)

    def _show(self, typed: str) -> None:
        self._shown = matching(self._commands, typed)
        rows = self.query_one(RowList)
        rows.set_rows([str(at) for at in range(len(self._shown))], self._draw, heading=self._heading())
        rows.move(0)

    def _heading(self) -> str:
        count = len(self._shown)
        return f"{count} {self._one}{'s' * (count != 1)}"

    def _draw(self, at: int, width: int) -> Sequence[Span]:
        command = self._shown[at]
        title = drawing.fit_cells(one_line(command.title), min(TITLE_CELLS, width))
        room = width - TITLE_CELLS - 2
        return (
            (Span(title), Span("  " + drawing.cut_drawable(one_line(command.about), room), "dim"))
            if room > 0
            else (Span(title),)
        )

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._show(event.value)

    @on(Input.Submitted)
    @on(RowList.Opened)
    def _chosen(self) -> None:
        at = self.query_one(RowList).cursor
        if at < len(self._shown):
            self._end(self._shown[at])

    def action_close(self) -> None:
        """Leave without a command."""
        self._end(None)

    def _end(self, command: PaletteCommand | None) -> None:
        if self.is_current:  # a second click may come after the first has closed it
            self.dismiss(command)

    def action_by(self, rows: int) -> None:
        """The next command, or the one before."""
        listed = self.query_one(RowList)
        listed.move(listed.cursor + rows)

    def action_page(self, pages: int) -> None:
        """A page down or up."""
        listed = self.query_one(RowList)
        listed.move(listed.cursor + pages * (listed.page - 1))
