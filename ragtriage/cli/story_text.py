"""A story as lines of text: the same that the Triage screen draws, for a shell."""

import sys
from collections.abc import Iterator
from itertools import chain, pairwise

from ragtriage.cli.printing import Cell, Paint, Printer
from ragtriage.views.line_breaks import row_breaks
from ragtriage.views.story import Line, Role, Section, Span, Story

PAINTS: dict[Role, Paint] = {
    "plain": Paint.PLAIN,
    "dim": Paint.DIM,
    "strong": Paint.STRONG,
    "title": Paint.STRONG,
    "good": Paint.GOOD,
    "bad": Paint.BAD,
    "warn": Paint.WARN,
    "accent": Paint.ACCENT,
    "gold": Paint.WARN,
    "id": Paint.ACCENT,
}


_NOTHING = Span("· ", "dim")
"""The sign of a passage that holds no evidence; only passages of the prompt and such with evidence show their text."""


def print_story(story: Story, printer: Printer) -> None:
    """All sections, top to bottom; wrapped to the terminal, or not at all where there is none.

    Of the passages only those in the prompt, and those with evidence; the others are counted.
    """
    width = _width()
    for number, section in enumerate(map(_shortened, story.stacked)):
        if number:
            printer.line()
        if section.heading:
            printer.line(Cell(section.heading, Paint.STRONG))
        for line in section.lines:
            for pieces in wrapped_lines(line, width):
                printer.line(*pieces)


def _shortened(section: Section) -> Section:
    """The section without passages of which there is nothing to tell but that they came back."""
    if section.id != "passages":
        return section
    borders = [*section.stops, len(section.lines)]
    told = [section.lines[start:end] for start, end in pairwise(borders)]
    kept = [lines for lines in told if len(lines) > 1 or lines[0].spans[0] != _NOTHING]
    lines = [*section.lines[: borders[0]], *chain.from_iterable(kept)]
    if left_out := len(told) - len(kept):
        words = f"and {left_out:,} more candidate{'s' if left_out > 1 else ''}, not in the prompt and without evidence"
        lines.append(Line((Span(words, "dim"),)))
    return Section(section.id, section.heading, tuple(lines))


def wrapped_lines(line: Line, width: int | None) -> Iterator[list[Cell]]:
    """A paragraph as lines of at most `width` cells, broken at spaces if it can. None: only its own breaks."""
    spans = [(span.text.replace("\t", "    "), PAINTS[span.role]) for span in line.spans]
    text = "".join(part for part, _ in spans)
    paints = [paint for part, paint in spans for _ in part]
    indent = line.indent
    for start, end in _own_breaks(text) if width is None else row_breaks(text, *_rooms(line, width)):
        yield [Cell(" " * indent if text[start:end].strip() else ""), *_painted(text, paints, start, end)]
        indent = line.indent + line.hang


def _rooms(line: Line, width: int) -> tuple[int, int]:
    """Cells of the first row and of those that hang."""
    room = max(1, width - line.indent)
    return room, max(1, room - line.hang)


def _own_breaks(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each line, as long as it is. Nothing is measured: the table of widths need not be loaded."""
    at = 0
    for row in text.split("\n"):
        yield at, at + len(row)
        at += len(row) + 1


def _painted(text: str, paints: list[Paint], start: int, end: int) -> Iterator[Cell]:
    while start < end:
        stop = start + 1
        while stop < end and paints[stop] == paints[start]:
            stop += 1
        yield Cell(text[start:stop], paints[start])
        start = stop


def _width() -> int | None:
    if not sys.stdout.isatty():
        return None
    import shutil

    return min(120, shutil.get_terminal_size().columns)
