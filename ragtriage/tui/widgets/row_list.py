"""The list of every screen: 10,000 rows cost what 40 cost.

It knows keys (strings) and how to ask for the spans of a row; what a row means stays with the screen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer

from ragtriage.tui import drawing
from ragtriage.tui.keys import bindings
from ragtriage.tui.widgets.lines import Lines
from ragtriage.views.story import Span

DrawRow = Callable[[int, int], Sequence[Span]]
"""(index of the row, cells there are) -> its spans. `drawing.fit` makes columns."""

GUTTER = 3
"""Cells before each row: the cursor's sign, the mark's, a space."""
SETTLE_SECONDS = 0.08
"""Wait for the next key before the costly part is drawn."""


DrawHeads = Callable[[int], Sequence[Span]]
"""(cells there are) -> the heads of the columns; none where they are plain."""
TALL = 30
"""Rows of a screen that has one to spare for the heads of columns."""


def _no_heads(width: int) -> Sequence[Span]:
    return ()


def _nothing(index: int, width: int) -> Sequence[Span]:
    return ()


class RowList(Lines, inherit_bindings=False):
    """A cursor, marks, and rows on demand. Two rows are sent when the cursor moves."""

    BINDINGS = bindings("list")
    head_rows = 1

    @dataclass
    class Highlighted(Message):
        """The cursor is on another row."""

        rows: "RowList"
        key: str | None

        @property
        def control(self) -> "RowList":
            """The list, for `@on(..., "#id")`."""
            return self.rows

    @dataclass
    class Settled(Message):
        """The cursor has rested on a row: time to draw what belongs to it."""

        rows: "RowList"
        key: str | None

        @property
        def control(self) -> "RowList":
            """The list, for `@on(..., "#id")`."""
            return self.rows

        def can_replace(self, message: Message) -> bool:
            """Only the newest counts."""
            return isinstance(message, RowList.Settled) and message.rows is self.rows

    @dataclass
    class Opened(Message):
        """Enter, or a double click."""

        rows: "RowList"
        key: str

        @property
        def control(self) -> "RowList":
            """The list, for `@on(..., "#id")`."""
            return self.rows

    @dataclass
    class Marked(Message):
        """Other rows are marked now."""

        rows: "RowList"
        keys: tuple[str, ...]

        @property
        def control(self) -> "RowList":
            """The list, for `@on(..., "#id")`."""
            return self.rows

    def __init__(
        self, *, heading: str = "", empty: Sequence[str] = (), id: str | None = None, classes: str | None = None
    ) -> None:
        """`empty`: what stands there when there are no rows, and what to do about it."""
        super().__init__(id=id, classes=classes)
        self.heading = heading
        self.empty: tuple[str, ...] = tuple(empty)
        self.cursor = 0
        self.markable = True
        """Whether the rows are such that anything applies to many of them."""
        self.keys: Sequence[str] = ()
        self._index: dict[str, int] = {}
        self._draw_row: DrawRow = _nothing
        self._columns: DrawHeads = _no_heads
        self._marks: set[str] = set()
        self._away: tuple[Sequence[str], int] | None = None
        """Where the cursor stands while its row is not among those shown: the rows that were there, and its own."""
        self._settling: Timer | None = None

    # -- what the screen asks and tells

    @property
    def cursor_key(self) -> str | None:
        """The key that the cursor is on, shown or not; None when there are no rows."""
        keys, at = self._away or (self.keys, self.cursor)
        return keys[at] if keys else None

    @property
    def marked(self) -> tuple[str, ...]:
        """Marked keys among the rows shown, in their order. Marks of rows filtered away sleep until these are back."""
        return tuple(sorted((key for key in self._marks if key in self._index), key=self._index.__getitem__))

    @property
    def targets(self) -> tuple[str, ...]:
        """What an action applies to: the marked rows, or else the one under the cursor."""
        return self.marked or ((self.keys[self.cursor],) if self.keys and not self._away else ())

    def set_rows(
        self,
        keys: Sequence[str],
        draw: DrawRow,
        *,
        heading: str | None = None,
        columns: DrawHeads | None = None,
        empty: Sequence[str] | None = None,
        stays: bool = False,
    ) -> None:
        """Show other rows. The cursor stays on its key; if that is gone, on the next one that is still there.

        `stays`: the cursor waits for its row to come back instead, as these rows are only a preview.
        `columns`: what stands over them where the screen is tall enough for it.
        """
        before = self.cursor_key
        index = {key: at for at, key in enumerate(keys)}
        wanted = self._survivor(index)
        offset = self.cursor - self.top
        stood = self._away or (self.keys, self.cursor)
        self._away = stood if stays and before is not None and before not in index else None
        self.keys, self._index = keys, index
        self._draw_row = draw
        self.heading = self.heading if heading is None else heading
        self._columns = columns or _no_heads
        self._give_heads_room()
        self.empty = self.empty if empty is None else tuple(empty)
        self.cursor = wanted
        self.top = min(max(0, wanted - offset), self.last_top())
        self._show_cursor()
        if self.is_mounted:
            self.repaint()
            if self.cursor_key != before:
                self._announce(at_once=True)

    def move_to(self, key: str) -> bool:
        """Put the cursor on `key`; whether it is among the rows."""
        at = self._index.get(key)
        if at is None:
            return False
        self.move(at)
        return True

    def clear_marks(self) -> None:
        """Unmark all, hidden ones too."""
        if self._marks:
            self._marks.clear()
            self._marks_changed()

    def move(self, index: int, *, at_once: bool = False) -> None:
        """Put the cursor on row `index`, or on the nearest there is."""
        index = max(0, min(index, len(self.keys) - 1))
        if (index == self.cursor and self._away is None) or not self.keys:
            return
        self._away = None
        old, top = self.cursor, self.top
        self.cursor = index
        self._show_cursor()
        if self.top == top:
            self.repaint_row(old)
            self.repaint_row(index)
            self.repaint_head()
        else:
            self.repaint()
        self._announce(at_once=at_once)

    # -- actions of the keys

    def action_down(self) -> None:
        """One row down."""
        self.move(self.cursor + 1)

    def action_up(self) -> None:
        """One row up."""
        self.move(self.cursor - 1)

    def action_first(self) -> None:
        """To the first row."""
        self.move(0)

    def action_last(self) -> None:
        """To the last row."""
        self.move(len(self.keys) - 1)

    def action_page_down(self) -> None:
        """A page down."""
        self.move(self.cursor + self.page - 1)

    def action_page_up(self) -> None:
        """A page up."""
        self.move(self.cursor - self.page + 1)

    def action_open(self) -> None:
        """Open the row under the cursor."""
        if self._away is None and (key := self.cursor_key) is not None:
            self.post_message(self.Opened(self, key))

    def action_mark(self) -> None:
        """Mark the row, or take its mark away, and go on."""
        if self.markable and self._away is None and (key := self.cursor_key) is not None:
            self._marks ^= {key}
            self.repaint_row(self.cursor)
            self._marks_changed(repaint=False)
            self.move(self.cursor + 1)

    def action_mark_all(self) -> None:
        """Mark all rows shown; if they all are, none."""
        if not self.markable:
            return
        shown = set(self.keys)
        self._marks = self._marks - shown if shown <= self._marks else self._marks | shown
        self._marks_changed()

    # -- drawing

    def head_strip(self, width: int) -> Strip:
        """Heading, marks, and where the cursor is."""
        left = [Span("▌" if self.has_focus else " ", "accent")]
        if count := len(self.marked):
            left.append(Span(f" ● {count} marked ", "accent"))
        if asleep := len(self._marks) - count:
            left.append(Span(f" ({asleep} more not shown) ", "dim"))
        place = "" if self._away else f"{self.cursor + 1}/"
        right = [Span(f"{place}{len(self.keys)} ", "dim")] if self.keys else []
        taken = sum(drawing.cells(span.text) for span in (*left, *right))
        # Last: where there is little room, marks matter more.
        left.append(Span(f" {drawing.whole_parts(self.heading, width - taken - 2)}", "strong"))
        return drawing.ends(left, right, self.palette, width, self.palette.chrome["head"])

    def column_strip(self, width: int) -> Strip:
        """What the columns are called."""
        return drawing.strip([Span(" " * GUTTER), *self._columns(max(0, width - GUTTER))], self.palette, width)

    def row_strip(self, index: int, width: int) -> Strip:
        """Gutter and row; the row under the cursor is a bar over the whole width."""
        palette = self.palette
        if index >= len(self.keys):
            return drawing.strip(self._empty_row(index), palette, width)
        here = index == self.cursor and self._away is None
        mark = "●" if self.keys[index] in self._marks else " "
        spans = [Span("▌" if here else " ", "accent"), Span(mark + " ", "accent")]
        spans += self._draw_row(index, max(0, width - GUTTER))
        return drawing.strip(spans, palette, width, self._bar() if here else None)

    def _bar(self) -> Style:
        return self.palette.chrome["cursor" if self.has_focus else "cursor_blurred"]

    def _empty_row(self, index: int) -> Sequence[Span]:
        if self.keys or not 1 <= index <= len(self.empty):
            return ()
        return (Span("  " + self.empty[index - 1], "plain" if index == 1 else "dim"),)

    def last_top(self) -> int:
        """The last page is full."""
        return max(0, len(self.keys) - self.page)

    def _show_cursor(self) -> None:
        """Scroll by a third of the page at a time: a held key sends two rows, not a page, for most of its presses."""
        if self.cursor < self.top:
            self.top = max(0, self.cursor - self.page // 3)
        elif self.cursor >= self.top + self.page:
            self.top = min(self.last_top(), self.cursor - self.page + 1 + self.page // 3)

    def _survivor(self, index: dict[str, int]) -> int:
        keys, at = self._away or (self.keys, self.cursor)
        for key in [*keys[at:], *reversed(keys[:at])]:
            if key in index:
                return index[key]
        return 0

    def _marks_changed(self, *, repaint: bool = True) -> None:
        if repaint:
            self.repaint()
        else:
            self.repaint_head()
        self.post_message(self.Marked(self, self.marked))

    def _announce(self, *, at_once: bool = False) -> None:
        key = self.cursor_key
        self.post_message(self.Highlighted(self, key))
        if self._settling is not None:
            self._settling.stop()
            self._settling = None
        if at_once:
            self.post_message(self.Settled(self, key))
        else:
            self._settling = self.set_timer(SETTLE_SECONDS, self._settle)

    def _settle(self) -> None:
        self._settling = None
        self.post_message(self.Settled(self, self.cursor_key))

    # -- Textual's events

    def on_mount(self) -> None:
        """Rows given before the list was on the screen are announced now."""
        if self.keys:
            self._announce(at_once=True)

    def _give_heads_room(self) -> None:
        """Heads of columns have a row where there are any, and rows under them, on a screen that is tall enough."""
        tall = self.is_attached and self.app.size.height >= TALL
        self.head_rows = 2 if tall and self.keys and self._columns(200) else 1

    def resized(self) -> None:
        """The cursor stays in sight, and no row is left blank at the end."""
        self._give_heads_room()
        self.top = min(self.top, self.last_top())
        self._show_cursor()

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor, a second one opens."""
        index = event.y - self.head_rows + self.top
        if event.y >= self.head_rows and index < len(self.keys):
            self.move(index)
            if event.chain == 2:
                self.action_open()
