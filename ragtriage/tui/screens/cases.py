"""Screen 2, plain: all cases of the golden set, and what each label says."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.binding import BindingType

from ragtriage.triage.model import Row
from ragtriage.triage.story import SIGNS, WORDS, Role, Span
from ragtriage.tui import drawing
from ragtriage.tui.keys import bindings
from ragtriage.tui.screens.case_list import CaseListScreen

NARROW = 64
"""Cells of a list under which it shows no questions."""
UNREADABLE = "unreadable"
"""The status of a file that is no case."""


class CasesScreen(CaseListScreen):
    """Every case, by id, with what became of it in the latest run."""

    NAME = "cases"
    HEADING = "Cases"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "cases")]

    def load(self) -> Sequence[Row]:
        rows = self.ragtriage.workspace.desk.queue(self.ragtriage.configuration, every=True).rows
        return (*self._unreadable(), *rows)

    def _unreadable(self) -> Iterator[Row]:
        """A row for each file that is no case, on top: what a list leaves out silently is missed by no one."""
        folder = self.ragtriage.workspace.root / "cases"
        seen: set[str] = set()
        for problem in self.ragtriage.workspace.cases.problems():
            if problem.place.path.is_relative_to(folder):
                case_id = problem.place.path.relative_to(folder).with_suffix("").as_posix()
                if case_id not in seen:
                    seen.add(case_id)
                    yield Row(case_id, problem.title, "", "error", (), status=UNREADABLE)

    def heading(self) -> str:
        broken = sum(row.status == UNREADABLE for row in self.every)
        if self.filter or not broken:
            return super().heading()
        whole = len(self.every) - broken
        return f"{whole} case{'s' * (whole != 1)} · {broken} unreadable"

    def facts(self) -> Sequence[str]:
        snapshot = self.ragtriage.workspace.settings.snapshot
        return (snapshot or "no snapshot",)

    def command_words(self) -> str:
        words = ["cases", "list"]
        if self.filter:
            words += ["--filter", str(self.filter)]
        return self.shell_command(*words)

    def empty(self) -> Sequence[str]:
        if self.every:
            return super().empty()
        return ("No cases yet.", "ragtriage import cases FILE, or a file under cases/")

    def draw_row(self, row: Row, width: int) -> Sequence[Span]:
        """The state in the latest run, the id, and the question."""
        sign, role = SIGNS[row.state]
        active = row.status == "active"
        word: tuple[str, Role] = (WORDS[row.state], role) if active else (row.status, "warn")
        beside = width < NARROW  # then the question stands beside it anyway, and the room is the id's
        ident = min(max(12, self.longest), max(12, width - 27) if beside else 34)
        spans: list[Span] = [
            Span(f"{sign} ", role),
            Span(drawing.fit(word[0], 11), word[1]),
            Span(" ! " if row.must_pass else "   ", "warn"),
            Span(drawing.fit_id(row.case_id, ident), "id"),
            Span("  "),
        ]
        doubt: tuple[str, Role] = ("suspect  ", "warn") if row.suspect else ("", "plain")
        rest = width - 2 - 11 - 3 - ident - 2 - len(doubt[0])
        spans += [Span(*doubt)] if rest >= 0 else []
        if rest >= 4 and not beside:
            spans.append(Span(drawing.fit(row.question, rest).rstrip(" "), "plain"))
        return spans
