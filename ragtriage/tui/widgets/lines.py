"""A window onto rows that are drawn when they are looked at, and sent only when they changed.

`ScrollView` would do, but a change of its virtual size lays out the screen anew and repaints it whole. Here a window
keeps the strips that it last drew; a scroll or a new content compares them with the new ones, row by row, and refreshes
what differs, as far to the right as it differs.
"""

from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from ragtriage.tui.drawing import used_cells
from ragtriage.tui.faults import lasting
from ragtriage.tui.theme import Palette, palette_of


@lasting
class Lines(Widget, can_focus=True):
    """Base of the lists and of the story: `row_strip` and `head_strip` say what stands where."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Lines { width: 1fr; height: 1fr; background: $background; }
    """

    head_rows = 0
    """Rows at the top that do not scroll."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.top = 0
        """Index of the first row shown."""
        self._sent: dict[int, Strip] = {}

    @property
    def palette(self) -> Palette:
        """The styles of the app's theme."""
        return palette_of(self.app)

    @property
    def page(self) -> int:
        """Rows that can be seen at once, at least 1."""
        return max(1, self.size.height - self.head_rows)

    def row_strip(self, index: int, width: int) -> Strip:
        """The row at `index`, exactly `width` cells; blank past the end."""
        return Strip.blank(width, self.palette.ground)

    def head_strip(self, width: int) -> Strip:
        """The row above, if `head_rows`."""
        return Strip.blank(width, self.palette.ground)

    def column_strip(self, width: int) -> Strip:
        """The row below the head, if `head_rows` is 2."""
        return Strip.blank(width, self.palette.ground)

    def last_top(self) -> int:
        """The largest `top` that makes sense. May be expensive; only asked when scrolling to the end.

        0 for what does not scroll.
        """
        return 0

    def render_line(self, y: int) -> Strip:
        """Textual asks for one row of the window."""
        drawn = self._draw(y)
        self._sent[y] = drawn
        return drawn

    def _draw(self, y: int) -> Strip:
        width = self.size.width
        if y < self.head_rows:
            return self.head_strip(width) if y == 0 else self.column_strip(width)
        return self.row_strip(self.top + y - self.head_rows, width)

    def repaint(self) -> None:
        """Refresh the rows that differ from what was last drawn."""
        changed: list[Region] = []
        ground = self.palette.ground
        for y in range(self.size.height):
            old, new = self._sent.get(y), self._draw(y)
            if old is None or old.cell_length != new.cell_length:
                changed.append(Region(0, y, self.size.width, 1))
            elif old != new:
                changed.append(Region(0, y, max(1, used_cells(old, ground), used_cells(new, ground)), 1))
        if changed:
            self.refresh(*changed)

    def repaint_row(self, index: int) -> None:
        """Refresh one row, if it can be seen."""
        y = index - self.top + self.head_rows
        if self.head_rows <= y < self.size.height:
            self.refresh(Region(0, y, self.size.width, 1))

    def repaint_head(self) -> None:
        """Refresh the head, from the first cell that changed."""
        if not self.head_rows or not self.size.width:
            return
        old, new = self._sent.get(0), self._draw(0)
        if old is None or old.cell_length != new.cell_length:
            self.refresh(Region(0, 0, self.size.width, 1))
        elif old != new:
            same = next((at for at, (a, b) in enumerate(zip(old.text, new.text, strict=False)) if a != b), 0)
            same = same if old.text.isascii() and new.text.isascii() else 0
            self.refresh(Region(same, 0, self.size.width - same, 1))

    def scroll_rows(self, rows: int) -> None:
        """Move the window by `rows`, down if positive."""
        top = self.top + rows
        if rows > 0:
            top = min(top, self.last_top_near(top))
        self.show_from(top)

    def last_top_near(self, top: int) -> int:
        """An upper bound for `top`, exact when the end is near."""
        return self.last_top()

    def show_from(self, top: int) -> None:
        """Make `top` the first row shown."""
        top = max(0, top)
        if top != self.top:
            self.top = top
            self.repaint()

    def on_resize(self, event: events.Resize) -> None:
        """Strips of another width are of no use. Those of this one may have been drawn before the event came."""
        self._sent = {y: sent for y, sent in self._sent.items() if sent.cell_length == self.size.width}
        self.resized()
        self.repaint()

    def resized(self) -> None:
        """The window has another size: fit what is shown to it. Rows that then differ are drawn again."""

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Three rows a notch, as everywhere."""
        event.stop()
        self.scroll_rows(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Three rows a notch, as everywhere."""
        event.stop()
        self.scroll_rows(-3)
