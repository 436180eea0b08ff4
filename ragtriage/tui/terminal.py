"""The terminal as Textual drives it, made to outlast the line: a dropped connection must not leave a process behind.

Textual's thread that writes to the terminal ends with the first error, and with it gone, whoever writes next waits for
ever: after a hang-up the program would stay in memory, asleep, with the index open. Its thread that reads asks a closed
terminal again and again, at a whole core. And what a terminal sends is keys to it where it knows no better: pasted
text, and what the background is like.
"""

import os
import selectors
from codecs import getincrementaldecoder
from collections.abc import Iterable
from contextlib import suppress
from threading import Event
from typing import IO, Any, Protocol, runtime_checkable

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from ragtriage.tui.background_colour import ASK, AnswerFilter
from ragtriage.tui.leaving import Leaving
from ragtriage.tui.messages import BackgroundTold
from ragtriage.tui.paste import PasteFilter
from ragtriage.tui.theme import Look

READ_BYTES = 4096
ANSWER_SECONDS = 0.05
"""How long the first frame waits to know the background: too short to be felt, enough for most answers. A later one
changes the colours of what is there by then."""
TICK_SECONDS = 0.1
"""How often the parser is asked whether an ESC was a key of its own, as Textual does."""


@runtime_checkable
class LeavingApp(Protocol):
    """An app that can be told that its terminal is gone."""

    leaving: Leaving


@runtime_checkable
class LookingApp(Protocol):
    """An app that says whether the terminal is to be asked for its background, and takes the answer."""

    look: Look

    def on_background_told(self, told: BackgroundTold) -> None:
        """The answer; the same one may come twice."""


class Unbroken:
    """A file to which one can go on writing when nobody reads any more. What is written then is lost, as it must be."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):  # ValueError: it is closed
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):  # ValueError: it is closed
            self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()


class SafePasteParser(XTermParser):
    """Textual's own, behind filters that keep escape sequences out of pasted text, and answers out of the keys."""

    def __init__(self, *, asked: bool = False) -> None:
        """`asked`: whether the terminal was asked for its background."""
        self._paste = PasteFilter()
        self._answer = AnswerFilter(asked=asked)
        super().__init__()

    def feed(self, data: str) -> Iterable[Message]:
        """Keys, pastes and answers out of what was read; an empty text is the end."""
        filtered = self._answer.filtered(self._paste.filtered(data))
        told = [BackgroundTold(light) for light in self._answer.answers()]
        return [*told, *(super().feed(filtered) if filtered or not data else ())]

    def nothing_came(self) -> Iterable[Message]:
        """What was kept as the beginning of an answer, and is a key."""
        typed = self._answer.typed()
        return super().feed(typed) if typed else ()


class TerminalDriver(LinuxDriver):
    """Textual's own, over an `Unbroken` file, with its input read through a `SafePasteParser`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._file: Any = Unbroken(self._file)
        self._answered = Event()
        self._background: BackgroundTold | None = None

    @property
    def _asks(self) -> bool:
        """Whether the terminal is asked for its background: only one that can answer, and be heard."""
        wanted = isinstance(self._app, LookingApp) and self._app.look.ask
        return wanted and os.isatty(self.fileno) and os.isatty(self._file.fileno())

    def start_application_mode(self) -> None:
        """As Textual's; then, as what is typed is no longer echoed, the question. What is typed meanwhile is kept."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._asks:
            self.write(ASK)
            self.flush()
            self._answered.wait(ANSWER_SECONDS)
            if isinstance(self._app, LookingApp) and self._background is not None:
                self._app.on_background_told(self._background)  # before anything is drawn; as a message it comes after

    def run_input_thread(self) -> None:
        """Read keys until the program ends or the terminal is gone."""
        parser = SafePasteParser(asked=self._asks)
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        with selectors.SelectSelector() as selector:  # the only one that also takes a file in a terminal's place
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(TICK_SECONDS):
                    read = _read(self.fileno)
                    if not read:
                        if isinstance(self._app, LeavingApp):
                            self._app.leaving.hung_up()
                        break
                    self._pass_on(parser.feed(decode(read)))
                else:
                    self._pass_on(parser.nothing_came())
                self._pass_on(parser.tick())

    def _pass_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            if isinstance(message, BackgroundTold):
                self._background = message
                self._answered.set()
            self.process_message(message)


def _read(handle: int) -> bytes:
    """What was typed; nothing when the terminal is gone."""
    try:
        return os.read(handle, READ_BYTES)
    except OSError:
        return b""
