"""The line at the top: the screens there are and what waits on each, then where one is."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.strip import Strip

from ragtriage.tui import drawing
from ragtriage.tui.widgets.lines import Lines
from ragtriage.views.story import Span

_LONGEST_FACT = 200
"""Characters of a fact that are looked at."""


@dataclass(frozen=True, slots=True)
class Tab:
    """One screen as the title names it."""

    key: str
    """The key that opens it, as printed; empty where none does."""
    name: str
    waits: int | None = None
    """How many things wait there; None: not known, or nothing ever does."""
    here: bool = False


class TitleLine(Lines, can_focus=False):
    """Where one is, and where one can go. The right end stays when there is little room, the left is cut by parts."""

    DEFAULT_CSS = "TitleLine { height: 1; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._tabs: tuple[Tab, ...] = ()
        self._facts: tuple[str, ...] = ()
        self._right: str = ""

    def show(self, tabs: Sequence[Tab], facts: Sequence[str] = (), right: str = "") -> None:
        """`facts`: what is wrong, what is open, the most important first; `right`: the week."""
        self._tabs, self._facts, self._right = tuple(tabs), tuple(facts), right
        self.repaint()

    def row_strip(self, index: int, width: int) -> Strip:
        """` F1 Triage 38 · F2 Cases · F3 Anchors 16 · F5 Complaints 9   docs-2026-11 · main   2026-W48 `"""
        right = [Span(f"{self._right} ", "dim")] if self._right else []
        room = width - drawing.cells(self._right) - 3
        left = _tabs(self._tabs, room)
        used = sum(drawing.cells(span.text) for span in left)
        between = "   "
        for fact in filter(None, self._facts):
            text = " ".join(drawing.drawable(fact[:_LONGEST_FACT]).split())
            if used + len(between) + drawing.cells(text) > room and between != "   ":
                continue  # the first is cut where it does not fit; of the others each that does not is left out
            left += [Span(between, "dim"), Span(text, "plain")]
            used += len(between) + drawing.cells(text)
            between = " · "
        return drawing.ends(left, right, self.palette, width)


def _tabs(tabs: Sequence[Tab], room: int) -> list[Span]:
    """Each with its key while there is room for all; without the keys else; then only the one that is here."""
    for keys in (True, False):
        spans = [Span(" ")]
        for number, tab in enumerate(tabs):
            spans += [Span(" · ", "dim")] if number else []
            spans += [Span(f"{tab.key} ", "dim")] if keys and tab.key else []
            spans += _name(tab)
        if sum(drawing.cells(span.text) for span in spans) <= room:
            return spans
    return [Span(" "), *(span for tab in tabs if tab.here for span in _name(tab))]


def _name(tab: Tab) -> list[Span]:
    name = Span(tab.name, "title" if tab.here else "dim")
    return [name, Span(f" {tab.waits:,}", "strong" if tab.here else "plain")] if tab.waits else [name]
