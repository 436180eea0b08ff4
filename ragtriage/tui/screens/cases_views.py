"""What the Cases screen lists besides cases: the lines of coverage, and questions that are nearly the same."""

from collections.abc import Sequence
from typing import Literal, Protocol

from ragtriage.coverage.report import Coverage, CoverageLine, Gap
from ragtriage.coverage.twins import Twins
from ragtriage.triage.model import QueueRow
from ragtriage.tui import drawing
from ragtriage.views.coverage_story import tell_gap, tell_line, tell_twins
from ragtriage.views.story import Span, Story

Listed = Literal["cases", "coverage", "duplicates"]
LISTS: tuple[Listed, ...] = ("cases", "coverage", "duplicates")
"""In the order of the key that goes through them."""
GROUP_CELLS = 8
BAR_CELLS = 10
RATE_CELLS = 7
WITH_BAR = 66
"""Cells of a list from which shares are drawn as bars too."""


class View(Protocol):
    """A list that is not of cases."""

    @property
    def rows(self) -> Sequence[QueueRow]:
        """A row for each thing listed; its id is the key."""
        ...

    def heading(self) -> str:
        """What is listed, and how much of it."""
        ...

    def empty(self) -> Sequence[str]:
        """What stands where nothing is listed."""
        ...

    def draw(self, key: str, width: int) -> Sequence[Span]:
        """One row."""
        ...

    def story(self, key: str) -> Story:
        """What stands behind it."""
        ...

    def cases(self, key: str) -> tuple[str, ...]:
        """The cases that it is, by id; none for a line that counts cases."""
        ...

    def filter(self, key: str) -> str:
        """Keeps the cases that it counts; empty where there is no such filter, or it keeps none."""
        ...


class CoverageView:
    """Gaps on top, then a line for each kind of case."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage
        self._gaps: dict[str, Gap] = {gap.words: gap for gap in coverage.gaps}
        self._lines: dict[str, CoverageLine] = {f"{line.group}: {line.name}": line for line in coverage.table.lines}
        self.rows = [_row(key, key) for key in (*self._gaps, *self._lines)]

    def heading(self) -> str:
        table, gaps = self.coverage.table, len(self._gaps)
        run = self.coverage.run.partition("@")[0]
        rates = f"✓ by code in {run}" if run else "no run yet"
        # What the rates rest on first: a narrow list leaves out the end.
        return f"Coverage · {rates} · {gaps} gap{'s' * (gaps != 1)} · {table.active} active"

    def empty(self) -> Sequence[str]:
        return ("Nothing to count yet.",)

    def draw(self, key: str, width: int) -> Sequence[Span]:
        """A gap in words; or group, name, cases, share, and how many of those judged pass."""
        if key in self._gaps:
            return [Span("~ ", "warn"), Span(drawing.fit_cells(key, width - 2).rstrip(" "), "strong")]
        line = self._lines[key]
        wide = width >= WITH_BAR
        rate = f"✓ {line.passed}/{line.judged}" if line.judged else ""
        if not wide and len(rate) > RATE_CELLS:  # so many that the share says enough
            rate = f"✓ {line.passed / line.judged:.0%}"
        tail = [Span(drawing.fit_cells(f"{line.cases:,}", 7, right=True), "warn" if line.thin else "strong")]
        if wide:
            tail += [Span("  "), *_bar(line.share)]
        share = "" if line.share is None else f"{line.share:.0%}"
        tail += [
            Span(drawing.fit_cells(share, 6, right=True)),
            Span(drawing.fit_cells(rate, 13 if wide else 11, right=True), "dim"),
        ]
        rest = width - 2 - GROUP_CELLS - 1 - sum(drawing.cells(span.text) for span in tail)
        return [
            Span("~ " if line.thin else "  ", "warn"),
            Span(drawing.fit_cells(line.group, GROUP_CELLS) + " ", "dim"),
            Span(drawing.fit_id(line.name, max(0, rest)), "plain"),
            *tail,
        ]

    def story(self, key: str) -> Story:
        if key in self._gaps:
            return tell_gap(self.coverage, self._gaps[key], key)
        return tell_line(self.coverage, self._lines[key], key)

    def cases(self, key: str) -> tuple[str, ...]:
        return ()

    def filter(self, key: str) -> str:
        if key in self._gaps:
            return self._gaps[key].filter
        return self._lines[key].filter if self._lines[key].cases else ""


class DuplicatesView:
    """Pairs, those labelled otherwise on top."""

    def __init__(self, pairs: Sequence[Twins]) -> None:
        self._pairs = {pair.key: pair for pair in pairs}
        self._word_cells = 10 if any(pair.otherwise for pair in pairs) else 0
        self.rows = [
            _row(key, f"{pair.one.question} {pair.other.question}", (*pair.one.tags, *pair.other.tags))
            for key, pair in self._pairs.items()
        ]

    def heading(self) -> str:
        pairs = len(self._pairs)
        wrong = sum(bool(pair.otherwise) for pair in self._pairs.values())
        told = f" · {wrong} labelled otherwise" if pairs else ""
        return f"Duplicates · {pairs} pair{'s' * (pairs != 1)}{told}"

    def empty(self) -> Sequence[str]:
        return ("No two cases ask nearly the same.", "w goes back to all cases.")

    def draw(self, key: str, width: int) -> Sequence[Span]:
        """How alike, whether labelled otherwise, and both ids."""
        pair = self._pairs[key]
        sign = Span("✗ ", "bad") if pair.otherwise else Span("· ", "dim")
        word = Span(drawing.fit_cells("otherwise" if pair.otherwise else "", self._word_cells), "bad")
        rest = width - 2 - 5 - self._word_cells - 3
        one = drawing.fit_id(pair.one.id, min(rest // 2, drawing.cells(drawing.drawable(pair.one.id))))
        other = drawing.fit_id(pair.other.id, max(0, rest - drawing.cells(one))).rstrip(" ")
        alike = Span(drawing.fit_cells(f"{pair.similarity:.0%}", 5), "dim")
        return [sign, alike, word, Span(one, "id"), Span(" = ", "dim"), Span(other, "id")]

    def story(self, key: str) -> Story:
        return tell_twins(self._pairs[key])

    def cases(self, key: str) -> tuple[str, ...]:
        pair = self._pairs[key]
        return pair.one.id, pair.other.id

    def filter(self, key: str) -> str:
        return ""


def _row(key: str, words: str, tags: tuple[str, ...] = ()) -> QueueRow:
    return QueueRow(key, words, "", "unscored", (), tags=tags)


def _bar(share: float | None) -> list[Span]:
    """A share as a bar; something is never drawn as nothing."""
    if share is None:
        return [Span(" " * BAR_CELLS)]
    full = min(BAR_CELLS, max(round(share * BAR_CELLS), 1 if share > 0 else 0))
    return [Span("█" * full, "accent"), Span("░" * (BAR_CELLS - full), "dim")]
