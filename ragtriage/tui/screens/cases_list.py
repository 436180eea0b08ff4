"""What the Cases screen lists: all cases with what became of each in the latest run, or a view that is not of cases."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from ragtriage.triage.answers import passes_in_short
from ragtriage.triage.model import QueueRow
from ragtriage.triage.service import Queue
from ragtriage.tui import drawing
from ragtriage.tui.columns import Column, cell, heads, widths
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.answering import ANSWER_KEYS
from ragtriage.tui.parts.bulk_changes import BULK_KEYS
from ragtriage.tui.parts.listing import Listing, Session
from ragtriage.tui.parts.rows import Rows
from ragtriage.tui.parts.story_pane import StoryPane
from ragtriage.tui.screens.cases_views import Listed, View
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.views.row_words import explained
from ragtriage.views.signs import pass_sign, pass_word
from ragtriage.views.story import Role, Span

UNREADABLE = "unreadable"
"""The status of a file that is no case."""
NO_CASES = "these are no cases: w goes on to them"
_WORKING: dict[Listed, str] = {"coverage": "Counting…", "duplicates": "Comparing every question with every other…"}


class CasesList(Listing):
    """Every case, by id; or coverage, or duplicates."""

    def __init__(
        self, session: Session, rows: Rows, cursor: RowList, pane: StoryPane, tell: Callable[[str], None]
    ) -> None:
        """`cursor`: the list that the rows stand in; `tell`: sees to a case's story."""
        self._session, self._table, self._cursor, self._pane, self._tell = session, rows, cursor, pane, tell
        self.listed: Listed = "cases"
        self.queue = Queue(None, (), (), {})
        self.view: View | None = None
        """What is listed when it is not cases; None also until it is worked out."""

    def load(self) -> Sequence[QueueRow]:
        if self.listed != "cases":
            return self.view.rows if self.view else ()
        self.queue = self._session.workspace.triage.queue(self._session.configuration, every=True)
        return (*self._unreadable(), *self.queue.rows)

    def _unreadable(self) -> Iterator[QueueRow]:
        """A row for each file that is no case, on top: what a list leaves out silently is missed by no one."""
        workspace = self._session.workspace
        folder = workspace.root / "cases"
        seen: set[str] = set()
        for problem in workspace.cases.problems():
            if problem.place.path.is_relative_to(folder):
                case_id = problem.place.path.relative_to(folder).with_suffix("").as_posix()
                if case_id not in seen:
                    seen.add(case_id)
                    yield QueueRow(case_id, problem.title, "", "error", (), status=UNREADABLE)

    @property
    def is_read(self) -> bool:
        return self.listed == "cases" or self.view is not None

    @property
    def sortable(self) -> bool:
        return self.listed == "cases"

    @property
    def row_word(self) -> str:
        """A line of a view is no case."""
        return "case" if self.listed == "cases" else "row"

    def heading(self) -> str:
        every = self._table.every
        if self.listed != "cases":
            words = self.view.heading() if self.view else self.listed.capitalize()
            kept = f"/{self._table.filter} {len(self._table.shown)} of {len(every)}"
            return f"{words} · {kept}" if self._table.filter else words
        if self._table.filter:
            return self._table.filter_words()
        broken = sum(row.status == UNREADABLE for row in every)
        whole, passed = len(every) - broken, self.queue.counts.get("passed", 0)
        words_of = [f"{whole} case{'s' * (whole != 1)}", *([f"{broken} unreadable"] if broken else [])]
        words_of += [passes_in_short(passed, self.queue.judged_right)] if passed else []
        return " · ".join(words_of)

    def facts(self) -> Sequence[str]:
        return (self._session.workspace.settings.snapshot or "no snapshot",)

    def empty(self) -> Sequence[str]:
        if self.listed == "cases":
            return ("No cases yet.", "ragtriage import cases FILE, or a file under cases/")
        return self.view.empty() if self.view is not None else (_WORKING[self.listed],)

    def off(self) -> Mapping[str, str]:
        if self.listed == "cases":
            return {} if self._table.shown else dict.fromkeys(BULK_KEYS, "there is no case here")
        off = dict.fromkeys((*BULK_KEYS, *ANSWER_KEYS, "mark.one", "mark.all"), NO_CASES)
        if self.listed == "coverage":
            off |= dict.fromkeys(("edit.form", "edit.editor"), "a line is no case: enter shows its cases")
            here = self._cursor.cursor_key
            if self.view and here in self._table.shown and not self.view.filter(here):
                off["open"] = "there is no case to show"
        return off

    def shell_words(self) -> Sequence[str]:
        if self.listed != "cases":
            return ("cases", "coverage" if self.listed == "coverage" else "dups")
        return ("cases", "list", *(("--filter", str(self._table.filter)) if self._table.filter else ()))

    def draw(self, row: QueueRow, width: int) -> Sequence[Span]:
        """The state in the latest run, the id, and the question."""
        if self.listed != "cases":
            return self.view.draw(row.case_id, width) if self.view else ()
        sign, role = pass_sign(row.state, row.answer)
        active = row.status == "active"
        word: tuple[str, Role] = (pass_word(row.state, row.answer), role) if active else (row.status, "warn")
        ident, doubt, question = self._cells(width)
        return [
            Span(f"{sign} ", role),
            Span(drawing.fit_cells(word[0], 11), word[1]),
            Span(" ! " if row.must_pass else "   ", "warn"),
            *cell("suspect" if row.suspect else "", doubt, "warn"),
            *cell(row.case_id, ident, "id", is_id=True),
            *cell(row.question, question),
        ]

    def _cells(self, width: int) -> list[int]:
        """Of the id, the doubt, and the question."""
        ident = Column(12, min(30, max(12, self._table.longest)))
        return widths(width - 16, ident, Column(7, 7), Column(14, 200))

    def column_heads(self, width: int) -> Sequence[Span]:
        if self.listed != "cases":
            return ()
        ident, doubt, question = self._cells(width)
        return [Span(" " * 16), *heads(("", doubt), ("case", ident), ("question", question))]

    def ask_story(self, key: str) -> None:
        if self.listed == "cases":
            self._tell(key)
        elif key in self._table.shown and self.view:
            try:
                self._pane.show(key, self.view.story(key))
            except FAULTS as error:
                self._pane.failed(key, error_text(error, self._session.workspace.root))

    def case_of(self, key: str) -> str | None:
        if self.listed == "cases":
            return key
        return next(iter(self.view.cases(key)), None) if self.view and key in self._table.shown else None

    def help_notes(self) -> Sequence[str]:
        here = self._table.shown.get(self._cursor.cursor_key or "") if self.listed == "cases" else None
        return [*explained(here)] if here is not None and here.status != UNREADABLE else ()

    def copied(self, keys: Sequence[str]) -> Sequence[str]:
        """Ids; of a line of coverage the filter, which says more."""
        if self.listed == "cases":
            return keys
        key = next(iter(keys), None)
        if key is None or self.view is None or key not in self._table.shown:
            return ()
        return self.view.cases(key) or (self.view.filter(key) or key,)


def waits(row: QueueRow) -> bool:
    """Whether a row still wants a cause, or a word on its answer."""
    return row.undecided or (row.status == "active" and row.state == "passed" and not row.answer)
