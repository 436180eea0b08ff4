"""Spans into strips: the one place where text from outside becomes cells of a terminal."""

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ragtriage import text as plain_text
from ragtriage.tui.theme import Palette
from ragtriage.views.story import Span

_TAB = "    "

cells = plain_text.cells
"""Cells of `drawable` text."""
char_cells = plain_text.char_cells
"""Cells of one character."""


def drawable(text: str) -> str:
    """`text` made safe, of a width that terminals agree on; keeps line breaks, writes tabs as spaces."""
    shown = plain_text.safe(text.replace("\r\n", "\n") if "\r" in text else text)
    if "\t" in shown:
        shown = shown.replace("\t", _TAB)
    return plain_text.settled(shown)


def fit_cells(text: str, width: int, *, right: bool = False) -> str:
    """`text` on one line, cut with `…` or padded to exactly `width` cells. Looks at no more text than it can show."""
    width = max(0, width)
    shown = cut_drawable(" ".join(drawable(text[: 8 * width + 8]).split()), width)
    pad = " " * (width - cells(shown))
    return pad + shown if right else shown + pad


def fit_id(text: str, width: int) -> str:
    """As `fit`, but cut in the middle: ids that begin alike are told apart by how they end."""
    width = max(0, width)
    shown = " ".join(drawable(text[:4000]).split())
    if cells(shown) > width:
        tail_room = width // 2
        tail = ""
        for char in reversed(shown):
            if cells(tail) + char_cells(char) > tail_room:
                break
            tail = char + tail
        shown = cut_drawable(shown, width - cells(tail)) + tail
    return shown + " " * (width - cells(shown))


def cut_drawable(text: str, width: int) -> str:
    """`drawable` text shortened to `width` cells, with `…` where it was cut."""
    if text.isascii() and len(text) <= width:
        return text
    used = last = 0
    for at, char in enumerate(text):
        used += char_cells(char)
        if used <= width - 1:
            last = at + 1
        if used > width:
            return text[:last] + "…" if width > 0 else ""
    return text


def whole_parts(text: str, width: int) -> str:
    """Of parts joined by ` · `, as many as fit into `width` cells: half a number or half a word says something else.

    `…` says that some are left out. The first always stays, and is cut by whoever draws it.
    """
    parts = drawable(text).split(" · ")
    if cells(" · ".join(parts)) <= width:
        return " · ".join(parts)
    while len(parts) > 1 and cells(" · ".join(parts)) + 2 > width:
        del parts[-1]
    return f"{' · '.join(parts)} …"


def segments(spans: Iterable[Span], palette: Palette, width: int, base: Style) -> tuple[list[Segment], int]:
    """Segments of one line of at most `width` cells, and the cells they take. Breaks and tabs become spaces."""
    out: list[Segment] = []
    room, was_gold, was_blank = width, False, False
    for span in spans:
        shown = drawable(span.text[: 8 * width + 8]).replace("\n", " ")
        if not shown:
            continue
        if room <= 0:
            break
        took = cells(shown)
        if took > room:
            shown = cut_drawable(shown.rstrip(" "), room)  # blanks that fall off are no loss to be marked
            took = cells(shown)
            room = took  # nothing comes after the sign that something was cut
        blank = span.role != "gold" and not shown.strip(" ")
        style = base if blank else palette.style(span.role, base)
        gold = span.role == "gold"
        if out and (out[-1].style == style or (blank and not was_gold) or (was_blank and not gold)):
            before = out.pop()  # a change of style costs more than most words, and blanks show no colour of text
            shown, style = before.text + shown, style if was_blank else before.style or base
            blank = blank and was_blank
        was_blank, was_gold = blank, gold
        out.append(Segment(shown, style))
        room -= took
    return out, sum(cells(part.text) for part in out)


def strip(spans: Iterable[Span], palette: Palette, width: int, base: Style | None = None) -> Strip:
    """One line of exactly `width` cells. What pads it is a segment of its own, so that it can stay unsent."""
    ground = palette.ground if base is None else base
    parts, used = segments(spans, palette, width, ground)
    if used < width:
        parts.append(Segment(" " * (width - used), ground))
    return Strip(parts, width)


def used_cells(line: Strip, ground: Style) -> int:
    """Cells up to the last one that shows something other than bare ground."""
    parts = list(line)
    last = parts[-1] if parts else Segment("")
    bare = last.style == ground and not last.text.strip(" ")
    return line.cell_length - len(last.text) if bare else line.cell_length


def ends(left: Sequence[Span], right: Sequence[Span], palette: Palette, width: int, base: Style | None = None) -> Strip:
    """One line with something at either end; the right end stays, the left is cut."""
    ground = palette.ground if base is None else base
    tail, tail_cells = segments(right, palette, width, ground)
    head, head_cells = segments(left, palette, max(0, width - tail_cells - 1), ground)
    gap = Segment(" " * max(0, width - head_cells - tail_cells), ground)
    return Strip([*head, gap, *tail], width)
