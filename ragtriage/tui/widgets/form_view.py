"""Rows of several lines each, with a cursor that goes from one to the next: the fields of a form, the hits of a search.

What a row means stays with the screen. A label, text that is wrapped here, and lines under it; a long text is cut short
until the cursor is on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from textual import events
from textual.message import Message
from textual.strip import Strip

from ragtriage.tui import drawing
from ragtriage.tui.keys import bindings
from ragtriage.tui.widgets.lines import Lines
from ragtriage.tui.wrapping import wrapped_rows
from ragtriage.views.story import Line, Role, Span

GUTTER = 2
LEAST_CELLS = 8
"""Cells behind a head's first span under which nothing more of it is worth a start."""
MOST_LINES = 200
"""Lines of the row under the cursor; more of one field is read in $EDITOR."""


@dataclass(frozen=True, slots=True)
class FormRow:
    """One row, as it is drawn."""

    key: str
    label: str
    spans: tuple[Span, ...]
    """Its text, wrapped beside the label; may hold line breaks."""
    below: tuple[Line, ...] = ()
    """Under it: what is wrong with it."""
    label_role: Role = "dim"
    head: tuple[Span, ...] = ()
    """A line above the text, on one row: its first span is shortened in the middle, the rest cut."""


Drawn = tuple[Span, ...]


class FormView(Lines, inherit_bindings=False):
    """A cursor over rows of unequal height. A long one is read to its end before the cursor leaves it."""

    BINDINGS = bindings("list", "editor")
    head_rows = 1

    @dataclass
    class Highlighted(Message):
        """The cursor is on another row."""

        view: "FormView"
        key: str | None

        @property
        def control(self) -> "FormView":
            """The view, for `@on(..., "#id")`."""
            return self.view

    @dataclass
    class Opened(Message):
        """Enter, or a double click."""

        view: "FormView"
        key: str

        @property
        def control(self) -> "FormView":
            """The view, for `@on(..., "#id")`."""
            return self.view

    def __init__(
        self, *, label_cells: int = 0, lines: int = 6, empty: Sequence[str] = (), id: str | None = None
    ) -> None:
        """`label_cells`: width of the labels' column, 0 for none; `lines`: of a row that the cursor is not on."""
        super().__init__(id=id)
        self.heading = ""
        self.right = ""
        """At the right end of the head, before the count."""
        self.empty: tuple[str, ...] = tuple(empty)
        self.cursor = 0
        self.rows: tuple[FormRow, ...] = ()
        self._label_cells = label_cells
        self._lines = lines
        self._made: dict[tuple[FormRow, int, bool], list[Drawn]] = {}
        self._layout: tuple[list[int], list[int]] | None = None
        """First line of each row, and the row that each line belongs to."""
        self._laid_width = 0
        """The width that this was laid out for: a row may be drawn before the news that there is another."""

    # -- what the screen asks and tells

    @property
    def cursor_key(self) -> str | None:
        """The key under the cursor; None when there are no rows."""
        return self.rows[self.cursor].key if self.rows else None

    def set_rows(
        self, rows: Sequence[FormRow], *, heading: str | None = None, right: str = "",
        empty: Sequence[str] | None = None, cursor: str | None = None,
    ) -> None:  # fmt: skip
        """Show other rows. The cursor goes to `cursor`, or stays on its key, or else at its place."""
        before, offset = self.cursor_key, self._first(self.cursor) - self.top if self.rows else 0
        keys = [row.key for row in rows]
        self.rows = tuple(rows)
        self.heading = self.heading if heading is None else heading
        self.right = right
        self.empty = self.empty if empty is None else tuple(empty)
        wanted = next((keys.index(key) for key in (cursor, before) if key in keys), None)
        self.cursor = max(0, min(self.cursor, len(rows) - 1)) if wanted is None else wanted
        self._layout = None
        width, kept = self._text_width(), set(self.rows)
        self._made = {key: made for key, made in self._made.items() if key[0] in kept and key[1] == width}
        self.top = max(0, min(self._first(self.cursor) - offset, self.last_top())) if rows else 0
        self._show_cursor()
        if self.is_mounted:
            self.repaint()
            if self.cursor_key != before:
                self.post_message(self.Highlighted(self, self.cursor_key))

    def move_to(self, key: str) -> bool:
        """Put the cursor on `key`; whether it is among the rows."""
        at = next((at for at, row in enumerate(self.rows) if row.key == key), None)
        if at is None:
            return False
        self.move(at)
        return True

    def move(self, index: int) -> None:
        """Put the cursor on row `index`, or on the nearest there is."""
        index = max(0, min(index, len(self.rows) - 1))
        if index == self.cursor or not self.rows:
            return
        self.cursor = index
        self._layout = None
        self.top = min(self.top, self.last_top())
        self._show_cursor()
        self.repaint()
        self.post_message(self.Highlighted(self, self.cursor_key))

    # -- actions of the keys

    def action_down(self) -> None:
        """One row down; first to the end of this one, if it goes on below the window."""
        end = self._first(self.cursor + 1)
        if end > self.top + self.page:
            self.show_from(min(end - self.page, self.top + max(1, self.page // 2)))
        else:
            self.move(self.cursor + 1)

    def action_up(self) -> None:
        """One row up; first to the start of this one."""
        start = self._first(self.cursor)
        if start < self.top:
            self.show_from(max(start, self.top - max(1, self.page // 2)))
        else:
            self.move(self.cursor - 1)

    def action_first(self) -> None:
        """To the first row."""
        self.move(0)
        self.show_from(0)

    def action_last(self) -> None:
        """To the last row."""
        self.move(len(self.rows) - 1)

    def action_page_down(self) -> None:
        """About a page down."""
        self.move(max(self.cursor + 1, self._at(self._first(self.cursor) + self.page - 1)))

    def action_page_up(self) -> None:
        """About a page up."""
        self.move(min(self.cursor - 1, self._at(self._first(self.cursor) - self.page + 1)))

    def action_open(self) -> None:
        """Open the row under the cursor."""
        if (key := self.cursor_key) is not None:
            self.post_message(self.Opened(self, key))

    # -- drawing

    def head_strip(self, width: int) -> Strip:
        """Heading, and where the cursor is."""
        left = [Span("▌" if self.has_focus else " ", "accent"), Span(f" {self.heading}", "strong")]
        count = f"{self.cursor + 1}/{len(self.rows)} " if self.rows else ""
        right = [Span(f"{self.right}  " if self.right and count else f"{self.right} ", "dim"), Span(count, "dim")]
        return drawing.ends(left, right, self.palette, width, self.palette.chrome["head"])

    def row_strip(self, index: int, width: int) -> Strip:
        """A line of a row; the row under the cursor is a bar, as high as it is."""
        palette = self.palette
        if not self.rows:
            words = self.empty[index - 1] if 1 <= index <= len(self.empty) else ""
            return drawing.strip([Span("  " + words, "plain" if index == 1 else "dim")], palette, width)
        firsts, owners = self._laid_out()
        if index >= len(owners):
            return drawing.strip((), palette, width)
        at = owners[index]
        here = at == self.cursor
        spans = (Span("▌" if here else " ", "accent"), Span(" "), *self._lines_of(at)[index - firsts[at]])
        bar = palette.chrome["cursor" if self.has_focus else "cursor_blurred"] if here else None
        return drawing.strip(spans, palette, width, bar)

    def last_top(self) -> int:
        """The last page is full."""
        return max(0, len(self._laid_out()[1]) - self.page)

    def resized(self) -> None:
        """The cursor stays in sight."""
        self._layout = None
        self._made.clear()
        self.top = min(self.top, self.last_top())
        self._show_cursor()

    def on_focus(self) -> None:
        """The bar is bright where the keys go."""
        self.repaint()

    def on_blur(self) -> None:
        """The bar is dim elsewhere."""
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor, a second one opens."""
        line = event.y - self.head_rows + self.top
        if event.y >= self.head_rows and self.rows and line < len(self._laid_out()[1]):
            self.move(self._at(line))
            if event.chain == 2:
                self.action_open()

    def _laid_out(self) -> tuple[list[int], list[int]]:
        if self._layout is None or self._laid_width != self.size.width:
            self._laid_width = self.size.width
            firsts: list[int] = []
            owners: list[int] = []
            for at in range(len(self.rows)):
                firsts.append(len(owners))
                owners += [at] * len(self._lines_of(at))
            self._layout = firsts, owners
        return self._layout

    def _first(self, at: int) -> int:
        """The first line of row `at`; past the end, the number of lines."""
        firsts, owners = self._laid_out()
        return firsts[at] if at < len(firsts) else len(owners)

    def _at(self, line: int) -> int:
        """The row that a line belongs to, or the nearest."""
        owners = self._laid_out()[1]
        return owners[max(0, min(line, len(owners) - 1))] if owners else 0

    def _text_width(self) -> int:
        return max(8, self.size.width - GUTTER - 1)

    def _lines_of(self, at: int) -> list[Drawn]:
        row, width, here = self.rows[at], self._text_width(), at == self.cursor
        made = self._made.get((row, width, here))
        if made is None:
            made = self._made[row, width, here] = self._drawn(row, width, MOST_LINES if here else self._lines)
        return made

    def _drawn(self, row: FormRow, width: int, most: int) -> list[Drawn]:
        labels = min(self._label_cells, width // 2)
        text = [spans for spans, _ in islice(wrapped_rows(Line(row.spans), width - labels), most + 1)]
        if len(text) > most:
            text[most - 1 :] = [_cut(text[most - 1], width - labels - 2)]
        if row.head:
            first, *rest = row.head
            shown = drawing.fit_id(first.text, width - labels).rstrip(" ")
            room = width - labels - drawing.cells(shown)
            text.insert(0, (Span(shown, first.role), *(rest if room >= LEAST_CELLS else ())))
        out = [(*self._label(row if not n else None, labels), *spans) for n, spans in enumerate(text)]
        for line in row.below:
            indented = Line(line.spans, hang=line.hang)
            out += [(Span(" " * labels), *spans) for spans, _ in islice(wrapped_rows(indented, width - labels), most)]
        return out

    @staticmethod
    def _label(row: FormRow | None, cells: int) -> Drawn:
        if not cells:
            return ()
        return (Span(drawing.fit_cells(row.label, cells - 1) + " ", row.label_role) if row else Span(" " * cells),)

    def _show_cursor(self) -> None:
        """The row under the cursor is seen whole, or from its start; a third of a page is scrolled at a time."""
        if not self.rows or not self.size.height:
            return
        start, end = self._first(self.cursor), self._first(self.cursor + 1)
        if start < self.top:
            self.top = max(0, min(start, end - 2 * self.page // 3))
        elif end > self.top + self.page:
            self.top = min(start, self.last_top(), end - self.page + self.page // 3)


def _cut(spans: Drawn, width: int) -> Drawn:
    """`spans` in `width` cells, and a sign behind them that there is more."""
    out: list[Span] = []
    for span in spans:
        shown = drawing.drawable(span.text)
        if drawing.cells(shown) > width:
            out.append(Span(drawing.cut_drawable(shown, width)[:-1], span.role))
            break
        out.append(Span(shown, span.role))
        width -= drawing.cells(shown)
    return (*out, Span(" …", "dim"))
