"""The frame under every app of ours: the look, and a last check on all that goes to the terminal.

The filters stand between the compositor and the terminal, so they hold for Textual's own widgets too: no control
character leaves, no colour where none is wanted, no character that the terminal lacks.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Literal, TypeVar

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App
from textual.color import Color
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome
from textual.worker import WorkerFailed

from ragtriage.errors import RagtriageError
from ragtriage.text import ascii_only, safe
from ragtriage.tui.drawing import char_cells
from ragtriage.tui.faults import FAULTS, lasting, outlived
from ragtriage.tui.key_order import KeyOrder
from ragtriage.tui.leaving import Leaving
from ragtriage.tui.messages import BackgroundTold, DiskSaid
from ragtriage.tui.theme import Colours, Look, by_number, themes
from ragtriage.tui.widgets.status_line import StatusLine

Result = TypeVar("Result")

_SYSTEMS: Mapping[Colours, Literal["truecolor", "256", "standard"]] = {
    "true": "truecolor",
    "256": "256",
    "16": "standard",
    "none": "standard",
}
"""What Rich calls them."""


class SegmentFilter(LineFilter):
    """A filter that changes text or style, segment by segment, and leaves terminal control alone."""

    def __init__(self, change: Callable[[Segment], Segment]) -> None:
        """`change`: gives the segment to draw in a segment's place."""
        super().__init__()
        self._change = change

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Textual asks for each line."""
        return [part if part.control else self._change(part) for part in segments]


def only_safe(part: Segment) -> Segment:
    """No control character reaches the terminal, whichever widget drew it."""
    shown = safe(part.text)
    return part if shown is part.text else Segment(shown, part.style)


def only_ascii(part: Segment) -> Segment:
    """One `?` a cell for what we have no stand-in for, so that columns stay."""
    if part.text.isascii():
        return part
    return Segment("".join(ascii_only(char) * char_cells(char) for char in part.text), part.style)


def no_colour(part: Segment) -> Segment:
    """No colour at all, neither for text nor for its ground."""
    style = part.style
    return Segment(part.text, style.without_color if style else Style.null())


def in_numbers(part: Segment, theme: str) -> Segment:
    """Our colours by their number among the 256."""
    return part if part.style is None else Segment(part.text, by_number(part.style, theme))


@lasting
class FrameApp(App[Result]):
    """An app in our look. `App.get_line_filters` is Textual's door for this."""

    ENABLE_COMMAND_PALETTE = False  # Textual's own, in another look; ours opens by the same key

    def __init__(self, look: Look | None = None, keymap: Mapping[str, str] | None = None) -> None:
        """`keymap`: key ids to Textual's key names, as `Keymap.textual` gives them."""
        super().__init__(ansi_color=None)
        self.look = look or Look()
        self.console = self._console_for(self.look)
        for theme in themes():
            self.register_theme(theme)
        self.theme = self.look.theme
        self.animation_level = "none"
        self._checks = self._checks_for(self.look)
        self.leaving = Leaving(self)
        self.keys_typed = KeyOrder(self, super().on_event)
        if keymap:
            self.set_keymap(keymap)

    def get_driver_class(self) -> type[Driver]:
        """Textual's, but for a terminal that may go away."""
        from textual.drivers.linux_driver import LinuxDriver

        chosen = super().get_driver_class()
        if chosen is not LinuxDriver:
            return chosen
        from ragtriage.tui.terminal import TerminalDriver

        return TerminalDriver

    async def on_event(self, event: events.Event) -> None:
        """Keys take their turn; all else goes its way."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self.keys_typed.take(event)
        else:
            await super().on_event(event)

    def in_words(self, error: Exception) -> RagtriageError:
        """The error as a screen says it. Raises the error itself where it is a mistake of ours."""
        raise error

    def met(self, error: Exception) -> None:
        """Say, on the uppermost screen that has a line for it, what befell us where nobody asked; then go on."""
        said = self.in_words(error)
        for screen in reversed(self.screen_stack):
            for line in screen.query(StatusLine):
                line.failed(said)
                return

    def _say_of_disk(self, words: str) -> None:
        """Something about the disk that is not the answer to a key: said after that, from whichever thread."""
        if self.is_running:
            self.post_message(DiskSaid(words))

    def on_disk_said(self, news: DiskSaid) -> None:
        """In the status line of the screen on top, if it has one."""
        for line in self.screen.query(StatusLine):
            line.note(news.words)

    def on_background_told(self, told: BackgroundTold) -> None:
        """The terminal's ground is another than was thought: all is drawn anew, in the colours that fit it."""
        if self.look.ask and self.look.dark == told.light:
            self.look = replace(self.look, dark=not told.light)
            self._checks = self._checks_for(self.look)
            self.theme = self.look.theme

    @contextmanager
    def meeting(self) -> Iterator[None]:
        """Do something that may fail; what comes after it is done all the same."""
        try:
            yield
        except FAULTS as error:
            self.met(error)

    def _handle_exception(self, error: Exception) -> None:
        """What befell a callback, a drawing or a worker is said; Textual would end for it, and print the traceback.

        A screen that is still being built while one leaves finds its own widgets gone: that is nobody's fault.
        Everything decided is on disk by then.
        """
        if self._exit and isinstance(error, NoMatches):
            return
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, FAULTS) and outlived(error):
            try:
                self.met(cause)
            except Exception as mistake:
                super()._handle_exception(mistake)
        else:
            super()._handle_exception(error)

    def on_mount(self) -> None:
        """A signal to end is a way to leave: the terminal is given back as it was found."""
        if not self.is_headless:
            self.leaving.listen()

    def _console_for(self, look: Look) -> Console:
        """Textual's own console, but for its guess at how many colours there are: the look has decided that."""
        return Console(
            color_system=_SYSTEMS[look.colours],
            file=self.console.file,
            force_terminal=True,
            legacy_windows=False,
            highlight=False,
            emoji=False,
        )

    @staticmethod
    def _checks_for(look: Look) -> tuple[LineFilter, ...]:
        checks: list[LineFilter] = [SegmentFilter(only_safe)]
        if look.ascii:
            checks.append(SegmentFilter(only_ascii))
        if look.colours == "256":
            checks.append(SegmentFilter(partial(in_numbers, theme=look.theme)))
        if look.colours == "none":
            checks.append(SegmentFilter(no_colour))
        return tuple(checks)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own where we want colours (they settle `dim`), ours last. Its greys for NO_COLOR: never."""
        if self.look.colours in ("16", "none"):
            return self._checks
        own = [check for check in super().get_line_filters() if not isinstance(check, Monochrome)]
        return [*own, *self._checks]
