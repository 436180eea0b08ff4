"""`q` and `esc`: one step back at a time, and out when there is nothing left to go back from."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ragtriage.tui.keys import BY_ID
from ragtriage.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp


class BackKey:
    """The steps back of one screen, the innermost first."""

    def __init__(self, leave: Callable[[], None]) -> None:
        """`leave`: what comes when there is nothing to go back from."""
        self._leave = leave
        self._steps: list[tuple[Callable[[], bool], Callable[[], None]]] = []

    def add(self, holds: Callable[[], object], go: Callable[[], None]) -> None:
        """A step that is further out than those before: `go` is taken where it `holds`."""
        self._steps.append((lambda: bool(holds()), go))

    @property
    def at_end(self) -> bool:
        """Whether the next step leaves the screen."""
        return not any(holds() for holds, _ in self._steps)

    def go(self) -> None:
        """One step back."""
        next((go for holds, go in self._steps if holds()), self._leave)()


def lead_out(app: "RagtriageApp", status: StatusLine) -> None:
    """Out of the program, from the first screen; for esc, which is pressed once too often, only a word."""
    if app.keys_typed.last == "escape" and app.keys.names(BY_ID["back"]) != ("escape",):
        status.note("this is the first screen", hint="q leaves")
    else:
        app.exit()
