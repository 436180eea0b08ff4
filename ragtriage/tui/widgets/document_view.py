"""A document to take a quote from: wrapped, with a selection that moves over it, and gold for quotes taken already."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from ragtriage.corpus.sentences import flowing
from ragtriage.text import cut_path, safe
from ragtriage.tui import drawing
from ragtriage.tui.keys import bindings
from ragtriage.tui.picking import Picking, Spot
from ragtriage.tui.widgets.lines import Lines
from ragtriage.views.line_breaks import row_breaks
from ragtriage.views.story import Role, Span

GUTTER = 2
FLOWING_UP_TO = 300_000
"""Characters of a document whose wrapped lines are joined before they are wrapped anew."""


def _is_open(binding: BindingType) -> bool:
    return isinstance(binding, Binding) and binding.id == "open"


class DocumentView(Lines, inherit_bindings=False):
    """The selection is a `Picking`; the view draws it and keeps it in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("story", "editor"),
        *(one for one in bindings("list", "editor") if _is_open(one)),
    ]
    head_rows = 1

    class Picked(Message):
        """Other words are selected."""

    class Opened(Message):
        """Enter: these words are wanted."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.doc_id = ""
        self.title = ""
        self.picking: Picking | None = None
        self.gold: tuple[Spot, ...] = ()
        """Where quotes of the case stand, in order."""
        self._shown = ""
        self._breaking: Iterator[Spot] = iter(())
        self._rows: list[Spot] = []
        self._starts: list[int] = []
        self._width = 0
        self._section: tuple[int, tuple[str, ...]] = (-1, ())
        """Where the selection was, and what it stood under there."""

    # -- what the screen asks and tells

    def show(self, doc_id: str, title: str, picking: Picking, gold: Iterable[Spot] = ()) -> None:
        """Draw a document, scrolled to what is selected in it."""
        self.doc_id, self.title, self.picking = doc_id, title, picking
        self.gold = tuple(sorted(gold))
        self._shown = _of_the_same_length(picking.text)
        self._width, self.top, self._section = 0, 0, (-1, ())
        if self.is_mounted and self.size.height:
            self.show_selection(centred=True)
            self.repaint()

    def set_gold(self, gold: Iterable[Spot]) -> None:
        """Other quotes stand in it now."""
        self.gold = tuple(sorted(gold))
        self.repaint()

    def show_selection(self, *, centred: bool = False) -> None:
        """Scroll as far as the selection needs; `centred`: a third of the page stands above it."""
        if self.picking is None:
            return
        first, last = self._row_of(self.picking.start), self._row_of(max(self.picking.start, self.picking.end - 1))
        if centred or first < self.top:
            self.top = max(0, first - self.page // 3)
        elif last >= self.top + self.page:
            self.top = min(first, last - self.page + 1 + self.page // 3)
        self.top = min(self.top, self.last_top_near(self.top))

    # -- actions of the keys

    def action_down(self) -> None:
        """The next sentence."""
        self.pick(lambda picking: picking.sentence(1))

    def action_up(self) -> None:
        """The sentence before."""
        self.pick(lambda picking: picking.sentence(-1))

    def action_first(self) -> None:
        """The first sentence."""
        self.pick(lambda picking: picking.to_sentence(0))

    def action_last(self) -> None:
        """The last sentence."""
        self.pick(lambda picking: picking.to_sentence(-1))

    def action_page_down(self) -> None:
        """A page down, to a sentence there."""
        self._page(self.page - 1)

    def action_page_up(self) -> None:
        """A page up, to a sentence there."""
        self._page(1 - self.page)

    def action_open(self) -> None:
        """Take the selection."""
        self.post_message(self.Opened())

    def _page(self, rows: int) -> None:
        if self.picking is None:
            return
        row = max(0, self._row_of(self.picking.start) + rows)
        self._row(row)
        offset = self._rows[min(row, len(self._rows) - 1)][0]
        self.pick(lambda picking: picking.at_or_after(offset))

    def pick(self, move: Callable[[Picking], bool]) -> bool:
        """Move the selection; whether it moved."""
        if self.picking is None or not move(self.picking):
            return False
        self.show_selection()
        self.repaint()
        self.post_message(self.Picked())
        return True

    # -- drawing

    def head_strip(self, width: int) -> Strip:
        """Document, how far down, how many words."""
        left = [Span("▌" if self.has_focus else " ", "accent"), Span(f" {self.doc_id}", "strong")]
        picking, right = self.picking, ""
        if picking is not None and picking.text:
            words = picking.count
            held = "held · " if picking.held else ""
            right = f"{held}{words} word{'s' * (words != 1)} · {100 * picking.start // len(picking.text)}% "
        room = width - sum(drawing.cells(drawing.drawable(span.text)) for span in left) - len(right) - 4
        left.append(Span(f"  {self._where(room)}", "dim"))
        return drawing.ends(left, [Span(right, "dim")], self.palette, width, self.palette.chrome["head"])

    def _where(self, room: int) -> str:
        """What the selection stands under, the nearest heading last; the title where it stands under nothing."""
        if self.picking is None:
            return self.title
        if self._section[0] != self.picking.start:
            from ragtriage.anchors.under import section_of

            self._section = self.picking.start, section_of(self.title, self.picking.text, self.picking.start)
        path = self._section[1]
        return cut_path((f"under: {path[0]}", *path[1:]), room) if path else self.title

    def row_strip(self, index: int, width: int) -> Strip:
        """A row: the selection as a bar, gold for quotes, words that were searched for in the accent."""
        palette, row, picking = self.palette, self._row(index), self.picking
        if row is None or picking is None:
            return drawing.strip((), palette, width)
        start, end = row
        inside = picking.start < end and start < picking.end
        bar = palette.chrome["cursor" if self.has_focus else "cursor_blurred"]
        parts, room = [Segment("▌ " if inside else "  ", palette.style("accent", palette.ground))], width - GUTTER
        for at, to, role, selected in self._pieces(start, end, picking):
            span = Span(self._shown[at:to], role)
            made, used = drawing.segments([span], palette, room, bar if selected else palette.ground)
            parts += made
            room -= used
        parts.append(Segment(" " * room, palette.ground))
        return Strip(_joined(parts), width)

    def _pieces(self, start: int, end: int, picking: Picking) -> Iterator[tuple[int, int, Role, bool]]:
        """A row in pieces that look alike."""
        hits = [*picking.hits(start, end)]
        chosen = picking.spot
        cuts = {start, end, *(edge for spot in (*self._gold_in(start, end), *hits, chosen) for edge in spot)}
        edges = sorted(edge for edge in cuts if start <= edge <= end)
        for at, to in pairwise(edges):
            selected = _holds(chosen, at)
            gold = any(_holds(spot, at) for spot in self.gold)
            hit = any(_holds(spot, at) for spot in hits)
            plain: Role = "strong" if selected else "plain"
            yield at, to, "accent" if hit and not gold else "gold" if gold and not selected else plain, selected

    def _gold_in(self, start: int, end: int) -> Iterator[Spot]:
        return (spot for spot in self.gold if spot[0] < end and start < spot[1])

    # -- rows on demand

    def _row(self, index: int) -> Spot | None:
        if self._width != self._text_width():
            self._width = self._text_width()
            self._breaking = row_breaks(self._shown, self._width, self._width)
            self._rows, self._starts = [], []
        while len(self._rows) <= index and (made := next(self._breaking, None)) is not None:
            self._rows.append(made)
            self._starts.append(made[0])
        return self._rows[index] if index < len(self._rows) else None

    def _row_of(self, offset: int) -> int:
        while self._row(len(self._rows)) is not None and self._starts[-1] <= offset:
            pass
        return max(0, bisect_right(self._starts, offset) - 1)

    def _text_width(self) -> int:
        return max(8, self.size.width - GUTTER - 1)

    def last_top(self) -> int:
        """The last page is full. Wraps the document whole."""
        self._row_of(len(self._shown))
        return max(0, len(self._rows) - self.page)

    def last_top_near(self, top: int) -> int:
        """Wraps no further than the page that would be shown."""
        if self._row(top + self.page - 1) is not None:
            return top
        return max(0, len(self._rows) - self.page)

    def resized(self) -> None:
        """Another width wraps otherwise; the selection stays in sight."""
        self.show_selection(centred=self._width != self._text_width())

    def on_focus(self) -> None:
        """The bar is bright where the keys go."""
        self.repaint()

    def on_blur(self) -> None:
        """The bar is dim elsewhere."""
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """A click selects the sentence there."""
        row = self._row(event.y - self.head_rows + self.top)
        if event.y >= self.head_rows and row is not None:
            offset = min(row[1], row[0] + max(0, event.x - GUTTER))
            self.pick(lambda picking: picking.at_or_after(offset))


def _of_the_same_length(text: str) -> str:
    """The text as it is drawn, each character by one: offsets stay true."""
    shown = safe(text).replace("\t", " ")
    return flowing(shown) if len(shown) <= FLOWING_UP_TO else shown


def _holds(spot: Spot, at: int) -> bool:
    return spot[0] <= at < spot[1]


def _joined(parts: Sequence[Segment]) -> list[Segment]:
    """Neighbours of one style as one: fewer bytes."""
    out: list[Segment] = []
    for part in parts:
        if out and out[-1].style == part.style:
            out[-1] = Segment(out[-1].text + part.text, part.style)
        elif part.text:
            out.append(part)
    return out
