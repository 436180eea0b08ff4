"""The terminal as Textual drives it, made to outlast the line: a dropped connection must not leave a process behind.

Textual's thread that writes to the terminal ends with the first error, and with it gone, whoever writes next waits for
ever: after a hang-up the program would stay in memory, asleep, with the index open.
"""

from contextlib import suppress
from typing import IO, Any

from textual.drivers.linux_driver import LinuxDriver


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


class TerminalDriver(LinuxDriver):
    """Textual's own, over an `Unbroken` file."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._file: Any = Unbroken(self._file)
