"""The story of one case, drawn by rows: headings, wrapped paragraphs, gold text, stops at passages."""

from textual.strip import Strip

from ragtriage.tui import drawing
from ragtriage.tui.keys import bindings
from ragtriage.tui.widgets.lines import Lines
from ragtriage.tui.wrapping import WrappedStory
from ragtriage.views.story import Span, Story

GUTTER = 2
MARGIN = 1
SIDE_BY_SIDE_FROM = 140
"""Columns of the terminal from which what is held against each other stands side by side."""


class StoryView(Lines, inherit_bindings=False):
    """Shows a `Story`; the screen scrolls it while the list keeps the focus."""

    BINDINGS = bindings("story")
    head_rows = 1

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.story: Story | None = None
        self._stop: int | None = None
        """The row of the stop that `[` or `]` went to."""
        self._wrapped: WrappedStory | None = None

    def show(self, story: Story | None) -> None:
        """Draw `story`; the same case again keeps its place, another one starts at the top."""
        again = story is not None and self.story is not None and story.case_id == self.story.case_id
        self.story = story
        self._wrapped = None
        self._stop = self._stop if again else None
        self.top = min(self.top, self.last_top_near(self.top)) if again else 0
        if self.is_mounted:
            self.repaint()

    def scroll_half(self, direction: int) -> None:
        """Half a page down (1) or up (-1)."""
        self.scroll_rows(direction * max(1, self.page // 2))

    def to_top(self) -> None:
        """To the question."""
        self.show_from(0)

    def to_end(self) -> None:
        """To the last row. Wraps the story whole."""
        self.show_from(self.last_top())

    def next_stop(self) -> bool:
        """To the next passage; whether there is one."""
        wrapped = self._rows()
        return self._go(wrapped.stop_after(self._here()) if wrapped else None)

    def previous_stop(self) -> bool:
        """To the passage before; whether there is one."""
        wrapped = self._rows()
        return self._go(wrapped.stop_before(max(self.top, self._here())) if wrapped else None)

    def action_down(self) -> None:
        """One row down."""
        self.scroll_rows(1)

    def action_up(self) -> None:
        """One row up."""
        self.scroll_rows(-1)

    def action_first(self) -> None:
        """To the top."""
        self.to_top()

    def action_last(self) -> None:
        """To the end."""
        self.to_end()

    def action_page_down(self) -> None:
        """A page down."""
        self.scroll_rows(self.page - 1)

    def action_page_up(self) -> None:
        """A page up."""
        self.scroll_rows(1 - self.page)

    def head_strip(self, width: int) -> Strip:
        """The case, and how far down one is."""
        left = [Span("▌" if self.has_focus else " ", "accent")]
        if self.story is not None:
            left.append(Span(f" {self.story.case_id}", "strong"))
        right = [Span(self.position() + " ", "dim")]
        return drawing.ends(left, right, self.palette, width, self.palette.chrome["head"])

    def position(self) -> str:
        """`34% ↓`: how much stands above, and that more comes; nothing when all of it is in sight."""
        wrapped = self._rows()
        if wrapped is None:
            return ""
        more = wrapped.row(self.top + self.page) is not None
        if not self.top:
            return "more ↓" if more else ""
        if not more:
            return "end"
        row = wrapped.row(self.top)
        return f"{100 * (row.above if row else 0) // wrapped.size}% ↓"

    def row_strip(self, index: int, width: int) -> Strip:
        """A row of the story behind a gutter that marks the stop one is at."""
        wrapped = self._rows()
        row = wrapped.row(index) if wrapped else None
        if row is None:
            return drawing.strip((), self.palette, width)
        sign = "▌" if index == self._stop else " "
        spans = (Span(sign, "accent"), Span(" " * (GUTTER - 1 + row.indent)), *row.spans)
        return drawing.strip(spans, self.palette, width)

    def last_top(self) -> int:
        """The last page is full."""
        wrapped = self._rows()
        return max(0, wrapped.whole() - self.page) if wrapped else 0

    def last_top_near(self, top: int) -> int:
        """Wraps no further than the page that would be shown."""
        wrapped = self._rows()
        if wrapped is None:
            return 0
        if wrapped.row(top + self.page - 1) is not None:
            return top
        return max(0, len(wrapped.rows) - self.page)

    def resized(self) -> None:
        """Another width wraps otherwise: stay at the same place of the text."""
        old = self._wrapped
        if old is None or old.width == self._text_width():
            return
        row = old.row(self.top)
        self._wrapped, self._stop = None, None
        wrapped = self._rows()
        if row is None or wrapped is None or not self.top:
            return
        at = 0
        while (found := wrapped.row(at)) is not None and found.above < row.above:
            at += 1
        self.top = min(at, self.last_top_near(at))

    def _text_width(self) -> int:
        return max(8, self.size.width - GUTTER - MARGIN)

    def _rows(self) -> WrappedStory | None:
        if self._wrapped is None and self.story is not None and self.size.width:
            wide = self.app.size.width >= SIDE_BY_SIDE_FROM
            self._wrapped = WrappedStory(self.story, self._text_width(), side_by_side=wide)
        return self._wrapped

    def _here(self) -> int:
        stop = self._stop
        return stop if stop is not None and self.top <= stop < self.top + self.page else self.top - 1

    def _go(self, stop: int | None) -> bool:
        if stop is None:
            return False
        self._stop = stop
        self.top = min(stop, self.last_top_near(stop))
        self.repaint()
        return True
