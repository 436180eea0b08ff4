"""How each configuration stands, in 80 columns: its name on a line, its numbers under common headings on the next."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ragtriage.cli.printing import Cell, Paint, Piece, Printer
from ragtriage.text import counted
from ragtriage.triage.answers import passes_told
from ragtriage.views.line_breaks import row_breaks

if TYPE_CHECKING:
    from ragtriage.triage.status import ConfigurationStatus

COLUMNS = 80
_HEADINGS = (
    ("", "passed"),
    ("", "failed"),
    ("", "other"),
    ("evidence", "@k"),
    ("evidence", "in prompt"),
    ("without", "quarantined"),
    ("declined", "wrongly"),
    ("declined", "rightly"),
)
"""`without quarantined`: evidence in the prompt, of the cases whose evidence still stands in the snapshot."""


def print_standings(printer: Printer, configurations: "Sequence[ConfigurationStatus]") -> None:
    """Print them. Shares of up to 9,999 cases fit; a name is as long as it is."""
    numbers = [_numbers(one) for one in configurations]
    shown = [[cell.text for cell in row] for row in numbers]
    widths = [max(len(row[at]) for row in (*zip(*_HEADINGS, strict=True), *shown)) for at in range(len(_HEADINGS))]
    for heading in zip(*_HEADINGS, strict=True):
        printer.line(*_aligned([Cell(word, Paint.DIM) for word in heading], widths))
    for one, row in zip(configurations, numbers, strict=True):
        printer.line(Cell(one.name, Paint.ACCENT), Cell(f" on {one.snapshot}", Paint.DIM))
        printer.line(*_aligned(row, widths))
        for words, paint in ((_others(one), Paint.DIM), *((note, Paint.WARN) for note in one.notes)):
            for start, end in row_breaks(words, COLUMNS - 2, COLUMNS - 2):
                printer.line(Cell(f"  {words[start:end]}", paint))


def _numbers(one: "ConfigurationStatus") -> list[Cell]:
    return [
        Cell(str(one.passed), Paint.GOOD),
        Cell(str(one.failed), Paint.BAD if one.failed else Paint.PLAIN),
        Cell(str(one.unstable + one.disputed + one.unscored + one.quarantined + one.errors)),
        _share(one.all_evidence_at_k, one.scored_at_k),
        _share(one.all_evidence_in_context, one.scored_in_context),
        _share(one.trusted_in_context, one.trusted_scored_in_context),
        _share(one.false_refusals, one.scored_refusals),
        _share(one.correct_declines, one.scored_declines),
    ]


def _share(part: int, whole: int) -> Cell:
    return Cell(f"{part}/{whole}" if whole else "-")


def _aligned(cells: Sequence[Cell], widths: Sequence[int]) -> list[Piece]:
    out: list[Piece] = []
    for cell, width in zip(cells, widths, strict=True):
        out += ["  " if out else "", " " * (width - len(cell.text)), cell]
    return out


def _others(one: "ConfigurationStatus") -> str:
    """What the passes rest on, what `other` is made of, and where the run and the golden set differ."""
    counts = (
        (one.judged_wrong, "failed as their answers were judged wrong"),
        (one.quarantined, "quarantined"),
        (one.unstable, "unstable"),
        (one.disputed, "disputed"),
        (one.unscored, "unscored"),
        (one.errors, "errors"),
        (one.missing, "cases missing in the run"),
        (one.unknown, "of its cases not in the golden set"),
    )
    notes = [passes_told(one.passed, one.passed_judged_right)] if one.passed else []
    notes += [f"{count} {words}" for count, words in counts if count]
    if one.declines_not_recognised:
        notes.append(f"{one.declines_note}: {counted(one.declines_not_recognised, 'answer')}")
    return ", ".join(notes)
