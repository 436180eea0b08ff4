"""Where one can go from any list: another screen, another configuration, answers drawn to be read."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from ragtriage.text import one_line
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.status_line import StatusLine

AREAS = ("triage", "cases", "anchors", "complaints")
"""The screens that a word after `:` opens."""
MOST_READ = 1000
"""Answers drawn at once; nobody reads more in a week."""


class Areas(Protocol):
    """An app with several screens."""

    def action_go(self, mode: str) -> None:
        """To another screen."""

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
