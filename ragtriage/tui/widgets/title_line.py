"""The line at the top: workspace, branch, snapshot, run, week."""

from collections.abc import Sequence

from textual.strip import Strip

from ragtriage.tui import drawing
from ragtriage.tui.widgets.lines import Lines
from ragtriage.views.story import Span


class TitleLine(Lines, can_focus=False):
    """Where one is. The right end stays when there is little room, the left is cut."""

    DEFAULT_CSS = "TitleLine { height: 1; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._screen: str = ""
        self._facts: tuple[str, ...] = ()
        self._right: str = ""

    def show(self, screen: str, facts: Sequence[str] = (), right: str = "") -> None:
        """`screen`: its name; `facts`: workspace, branch, snapshot, run; `right`: the week."""
        self._screen, self._facts, self._right = screen, tuple(facts), right
        self.repaint()

    def row_strip(self, index: int, width: int) -> Strip:
        """` Triage  kb · main +2 · ocp-4.18 · hybrid        2026-W48 `"""
        left = [Span(f" {self._screen}  ", "title")]
        for number, fact in enumerate(fact for fact in self._facts if fact):
            if number:
                left.append(Span(" · ", "dim"))
            left.append(Span(" ".join(drawing.drawable(fact[:200]).split()), "strong" if not number else "plain"))
        right = [Span(f"{self._right} ", "dim")] if self._right else []
        return drawing.ends(left, right, self.palette, width)
