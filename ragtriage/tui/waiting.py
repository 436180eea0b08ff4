"""How much waits on each screen: what the title line says beside their names.

A screen that is open says it of itself; of the others it is looked up behind the screen, from what the index keeps.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from ragtriage.tui.faults import FAULTS
from ragtriage.tui.keymap import Keymap
from ragtriage.tui.keys import BY_ID, Screen
from ragtriage.tui.widgets.title_line import Tab
from ragtriage.workspace import Workspace

_TABS: dict[Screen, tuple[str, str]] = {
    "triage": ("screen.triage", "Triage"),
    "cases": ("screen.cases", "Cases"),
    "anchors": ("screen.anchors", "Anchors"),
    "complaints": ("screen.complaints", "Complaints"),
}
"""Screens that a key opens from anywhere: the key's id, and the name."""


def what_waits(workspace: Workspace, configuration: str | None, wanted: Iterable[Screen]) -> dict[Screen, int]:
    """Screen → how many things wait for a person there; without those that cannot be told now."""
    found: dict[Screen, int] = {}
    for screen in wanted:
        with suppress(*FAULTS):
            count = _COUNTS[screen](workspace, configuration)
            found |= {screen: count} if count is not None else {}
    return found


def _undecided(workspace: Workspace, configuration: str | None) -> int | None:
    if not workspace.settings.snapshot:
        return None
    return sum(row.undecided for row in workspace.triage.queue(configuration).rows)


def _quotes(workspace: Workspace, _: str | None) -> int | None:
    quotes = workspace.anchoring.waiting(workspace.settings.snapshot) if workspace.settings.snapshot else None
    if quotes is None:
        return None
    retired = {one.id for one in workspace.cases.summaries() if one.status == "retired"}
    return sum(item.case_id not in retired for item in quotes)


def _complaints(workspace: Workspace, _: str | None) -> int | None:
    return len(workspace.complaints.groups())


_COUNTS: dict[Screen, Callable[[Workspace, str | None], int | None]] = {
    "triage": _undecided, "anchors": _quotes, "complaints": _complaints,
}  # fmt: skip
COUNTED: tuple[Screen, ...] = tuple(_COUNTS)
"""Screens on which things wait."""


def tabs(here: Screen, heading: str, waits: Mapping[Screen, int], keys: Keymap) -> list[Tab]:
    """The screens in the order of their keys; one that has none stands at the end while it is open."""
    found = [
        Tab(keys.shown(BY_ID[key]), heading if screen == here else name, waits.get(screen), here=screen == here)
        for screen, (key, name) in _TABS.items()
    ]
    return found if here in _TABS else [*found, Tab("", heading, waits.get(here), here=True)]
