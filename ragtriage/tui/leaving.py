"""Leaving whatever holds the program up: a stalled terminal, a thread that waits for another process.

A terminal that takes no more output (ctrl+s, a stalled line) blocks whoever writes to it, the event loop too: then no
signal that the loop is to answer is ever answered. So signals are taken outside of it, and who is asked to end has a
few seconds; after that the process ends all the same. Everything decided is on disk, and what was cut off is finished
by the next start.
"""

import os
import signal
import termios
import threading
from contextlib import suppress
from types import FrameType
from typing import Any

from textual.app import App

GRACE_SECONDS = 4.0


class Leaving:
    """Ends an app on SIGTERM and SIGHUP, and its process for certain."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._timer: threading.Timer | None = None

    def listen(self) -> None:
        """A signal to end is a way to leave: the terminal is given back as it was found. Call it in the main thread."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._asked)

    def hung_up(self) -> None:
        """The terminal is gone, whether or not a signal says so: nobody can press a key any more."""
        self._asked(signal.SIGHUP)

    def _asked(self, number: int, frame: FrameType | None = None) -> None:
        code = 128 + number
        if self._timer is None:
            self._timer = threading.Timer(GRACE_SECONDS, self._end, (code,))
            self._timer.daemon = True  # else it would be waited for itself
            self._timer.start()
        loop = self._app._loop
        if loop is not None:
            with suppress(RuntimeError):  # it is closed: we are leaving already
                loop.call_soon_threadsafe(self._app.exit, None, code)

    def _end(self, code: int) -> None:
        driver = self._app._driver
        before = getattr(driver, "attrs_before", None)
        if before is not None:
            with suppress(termios.error, OSError, ValueError, AttributeError):
                termios.tcsetattr(driver.fileno, termios.TCSANOW, before)  # type: ignore[union-attr]
        os._exit(code)
