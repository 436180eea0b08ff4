"""A program behind a pty: keys in, bytes out. For the budgets in the tests, and for benchmarks."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
_ANSWERS = {
    b"\x1b[?2026$p": b"\x1b[?2026;2$y",
    b"\x1b[6n": b"\x1b[1;1R",
    b"\x1b[c": b"\x1b[?62;c",
    b"\x1b[?u": b"\x1b[?0u",
}
"""What a terminal says when it is asked what it can do."""


class Terminal:
    """A running program as a terminal sees it."""

    def __init__(
        self, arguments: list[str], size: tuple[int, int], environ: Mapping[str, str], *, until: bytes = b""
    ) -> None:
        """Starts it, and waits until it rests, or has sent `until`."""
        columns, rows = size
        self.pid, self._fd = pty.fork()
        if not self.pid:
            kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV") if name in os.environ}
            fresh = {
                **kept, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT),
                "TEXTUAL_ANIMATIONS": "none", "COLUMNS": str(columns), "LINES": str(rows), **environ,
            }  # fmt: skip
            os.execve(sys.executable, [sys.executable, *arguments], fresh)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.last = 0.0
        """`time.perf_counter()` of the last byte."""
        self.start = self.until_quiet(quiet=0.6, mark=until)
        """All that was sent up to the first rest."""

    def press(self, keys: str, limit: float = 20.0) -> bytes:
        """What the program sends for these keys; waits `limit` seconds at most for the first byte."""
        os.write(self._fd, keys.encode())
        return self.until_quiet(limit=limit)

    def hold(self, key: str, times: int) -> bytes:
        """What it sends while a key is held: 30 presses a second, then the rest."""
        sent = b""
        for _ in range(times):
            os.write(self._fd, key.encode())
            until = time.monotonic() + 1 / 30
            while (left := until - time.monotonic()) > 0:
                if select.select([self._fd], [], [], left)[0]:
                    sent += os.read(self._fd, 1 << 20)
        return sent + self.until_quiet()

    def until_quiet(self, quiet: float = 0.2, limit: float = 20.0, mark: bytes = b"") -> bytes:
        """What it sends until it has been silent for `quiet` seconds; at least something is waited for."""
        sent, began = b"", time.monotonic()
        while time.monotonic() - began < limit:
            if not select.select([self._fd], [], [], quiet if sent else limit)[0]:
                break
            try:
                part = os.read(self._fd, 1 << 20)
            except OSError:
                break
            for question, answer in _ANSWERS.items():
                if question in part:
                    os.write(self._fd, answer)
            sent += part
            self.last = time.perf_counter()
            if mark and mark in sent:
                break
        return sent

    def close(self) -> None:
        """End it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._fd)
