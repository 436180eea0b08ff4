"""The terminal as Textual drives it, made to outlast the line: a dropped connection must not leave a process behind.

Textual's thread that writes to the terminal ends with the first error, and with it gone, whoever writes next waits for
ever: after a hang-up the program would stay in memory, asleep, with the index open. Its thread that reads asks a closed
terminal again and again, at a whole core.
"""

import os
import selectors
from codecs import getincrementaldecoder
from collections.abc import Iterable
from contextlib import suppress
from typing import IO, Any, Protocol, runtime_checkable

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from ragtriage.tui.leaving import Leaving
from ragtriage.tui.paste import PasteFilter

READ_BYTES = 4096
TICK_SECONDS = 0.1
"""How often the parser is asked whether an ESC was a key of its own, as Textual does."""


@runtime_checkable
class LeavingApp(Protocol):
    """An app that can be told that its terminal is gone."""

    leaving: Leaving


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
    """Textual's own, behind a filter that keeps escape sequences out of pasted text."""

    def __init__(self) -> None:
        self._paste = PasteFilter()
        super().__init__()

    def feed(self, data: str) -> Iterable[Message]:
        """Keys and pastes out of what was read; an empty text is the end."""
        filtered = self._paste.filtered(data)
        return super().feed(filtered) if filtered or not data else ()


class TerminalDriver(LinuxDriver):
    """Textual's own, over an `Unbroken` file, with its input read through a `SafePasteParser`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._file: Any = Unbroken(self._file)

    def run_input_thread(self) -> None:
        """Read keys until the program ends or the terminal is gone."""
        parser = SafePasteParser()
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
                self._pass_on(parser.tick())

    def _pass_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)


def _read(handle: int) -> bytes:
    """What was typed; nothing when the terminal is gone."""
    try:
        return os.read(handle, READ_BYTES)
    except OSError:
        return b""
