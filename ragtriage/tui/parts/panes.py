"""List and detail: side by side, one above the other, or one of them alone; and the keys that move the detail."""

from collections.abc import Callable
from typing import Protocol

from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.story_view import StoryView

STACK_UNDER = 140
"""Columns under which list and detail stand one above the other: a row has a question then, and a story its width."""
BESIDE_FROM = 100
"""Columns from which `+` puts them side by side all the same."""
LAYOUTS = ("half", "beside", "detail", "list")


class Classed(Protocol):
    """What is laid out, by the classes that its style sheet knows."""

    def set_class(self, add: bool, *class_names: str) -> object:
        """Give it a class, or take it away."""
        ...


class Panes:
    """Which of the two panes are seen, and which has the keys."""

    def __init__(
        self, laid_out: Classed, listed: RowList, story: StoryView, status: StatusLine, changed: Callable[[], None]
    ) -> None:
        """`changed`: other keys work now."""
        self._laid_out, self._list, self._story, self._status = laid_out, listed, story, status
        self._changed = changed
        self._layout = self._width = 0
        self.stacked = False
        """Whether one stands above the other."""

    @property
    def layout(self) -> str:
        """`half`, `beside`, `detail` or `list`."""
        return LAYOUTS[self._layout]

    @property
    def inside(self) -> bool:
        """Whether the detail is open, or has the keys."""
        return self._story.has_focus or self.layout == "detail"

    def arrange(self, width: int) -> None:
        """Stack them where the screen is narrow."""
        self._width = width
        self._stack()

    def _stack(self) -> None:
        """Stacked where there is little room, but for those who asked to have them side by side."""
        if self.layout == "beside" and not BESIDE_FROM <= self._width < STACK_UNDER:
            self._layout = LAYOUTS.index("half")
        self.stacked = self._width < STACK_UNDER and self.layout != "beside"
        self._laid_out.set_class(self.stacked, "stacked")
        self._show_layout()

    def lay_out(self, layout: str) -> None:
        """Another layout; the pane that is seen has the keys."""
        self._layout = LAYOUTS.index(layout)
        self._stack()
        (self._story if layout == "detail" else self._list).focus()
        self._changed()

    def _show_layout(self) -> None:
        for layout in LAYOUTS:
            self._laid_out.set_class(layout == self.layout, layout)

    def cycle(self) -> None:
        """One above the other or side by side, where both can be; the detail alone; the list alone."""
        layouts = [one for one in LAYOUTS if one != "beside" or BESIDE_FROM <= self._width < STACK_UNDER]
        self.lay_out(layouts[(layouts.index(self.layout) + 1) % len(layouts)])

    def next(self) -> None:
        """The other pane has the keys."""
        if self.layout in ("half", "beside"):
            (self._list if self._story.has_focus else self._story).focus()
        else:
            self._status.refused("one pane", "+ shows list and detail")

    def next_stop(self) -> None:
        """To the next passage of the detail."""
        if not self._story.next_stop():
            self._status.refused("no further passage", "this was the last")

    def previous_stop(self) -> None:
        """To the passage before."""
        if not self._story.previous_stop():
            self._status.refused("no passage before", "this was the first")

    def off(self) -> dict[str, str]:
        """The keys that do nothing now, and why."""
        off = {}
        if self.layout == "detail":
            off["open"] = "it is open"
        if self.layout not in ("half", "beside"):
            off["pane.next"] = "there is only one pane now"
        return off
