"""How far a command has come, on stderr and only where someone is looking."""

import contextlib
import sys
import time
from collections.abc import Iterator

from ragtriage.cli.root import Invocation
from ragtriage.text import cut, one_line
from ragtriage.workspace import Workspace

_EVERY = 0.1
"""Seconds between two drawings."""


class Meter:
    """One line that is written over: what, how many, of how many."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._drawn = 0.0
        self._dirty = False

    def show(self, what: str, done: int, of: int) -> None:
        """Draw the line, if it is time to."""
        now = time.monotonic()
        if not self._live or (now - self._drawn < _EVERY and done < of):
            return
        self._drawn, self._dirty = now, True
        share = done / of if of else 1.0
        bar = "#" * round(20 * share)
        sys.stderr.write(f"\r{cut(one_line(what), 40, '~')} [{bar:<20}] {share:4.0%}\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._dirty:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextlib.contextmanager
def metered() -> Iterator[Meter]:
    """A meter that is gone afterwards, whatever happens."""
    meter = Meter()
    try:
        yield meter
    finally:
        meter.clear()


def judged(invocation: Invocation) -> Workspace:
    """The workspace with everything on disk seen and judged."""
    workspace = invocation.workspace()
    workspace.refresh()
    with metered() as meter:
        workspace.judge_all(lambda what, done, of: meter.show(f"scoring {what}", done, of))
    return workspace
