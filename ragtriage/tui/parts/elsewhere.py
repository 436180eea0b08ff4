"""Where one can go from any list: another screen, another configuration, answers drawn to be read."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.workspace import Workspace

if TYPE_CHECKING:
    from ragtriage.tui.widgets.palette_screen import PaletteCommand, PaletteScreen

AREAS = ("triage", "cases", "anchors", "complaints")
"""The screens that a word after `:` opens."""
MOST_READ = 1000
"""Answers drawn at once; nobody reads more in a week."""


class Areas(Protocol):
    """An app with several screens."""

    workspace: Workspace
    configuration: str | None
    """Whose latest run is looked at; None: the default."""

    along: str | None
    """The case that the cursor was on when another screen was gone to."""

    def action_go(self, mode: str) -> None:
        """To another screen."""

    def push_screen(self, screen: "PaletteScreen", callback: "Callable[[PaletteCommand | None], None]") -> object:
        """Show it over the present one."""

    def latest(self) -> Sequence[str]:
        """The configurations that have a run."""
        ...

    def choose_configuration(self, name: str) -> None:
        """Look at another configuration's latest run."""

    def open_audit(self, size: int | None) -> None:
        """Draw passing answers, and show them."""


class Elsewhere:
    """`:cases`, `:config NAME`, `:audit N`."""

    def __init__(self, areas: Areas, prompt: PromptLine, status: StatusLine) -> None:
        self._areas, self._prompt, self._status = areas, prompt, status

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """A command for each screen."""
        return {area: partial(self._areas.action_go, area) for area in AREAS}

    def configurations(self, text: str) -> Sequence[str]:
        """Those whose names begin so, and that have a run."""
        return [name for name in self._areas.latest() if name.startswith(text)]

    def choose_configuration(self) -> None:
        """A list of them, to choose from."""
        from ragtriage.tui.widgets.palette_screen import PaletteCommand, PaletteScreen

        areas, latest = self._areas, list(self._areas.latest())
        if not latest:
            self._status.refused("nothing to choose", "no configuration has a run on this snapshot")
            return
        try:
            here = areas.workspace.triage.looked_at(areas.configuration)
        except FAULTS:  # its run is gone meanwhile
            here = ""

        def row(name: str) -> PaletteCommand:
            about = "the one looked at" if name == here else ""
            return PaletteCommand(name, about, partial(areas.choose_configuration, name))

        def chosen(one: PaletteCommand | None) -> None:
            if one is not None:
                one.run()

        rows, at = [*map(row, latest)], latest.index(here) if here in latest else 0
        areas.push_screen(PaletteScreen(rows, heading="Configurations", one="configuration", at=at), chosen)

    def arrived(self, rows: Collection[str], key_of: Callable[[str], str], move_to: Callable[[str], object]) -> None:
        """The case that one came with has the cursor, if it is among the `rows`; `key_of`: its row."""
        if self._areas.along is not None and rows:
            move_to(key_of(self._areas.along))
            self._areas.along = None

    def audit(self, size: str) -> None:
        """Draw answers to read; `size`: how many, as typed, or nothing."""
        if size and not (size.isascii() and size.isdecimal() and 0 < int(size[:9]) <= MOST_READ):
            self._prompt.ask_again(f"audit {size}", f"name a number of answers, 1 to {MOST_READ}")
        else:
            self._areas.open_audit(int(size) if size else None)

    def configuration(self, name: str) -> None:
        """Another configuration."""
        latest = self._areas.latest()
        if name in latest:
            self._areas.choose_configuration(name)
        else:
            has = f"there are {', '.join(map(one_line, latest))}" if latest else "no configuration has one"
            self._status.refused(f"`{one_line(name)}` has no run here", has)
