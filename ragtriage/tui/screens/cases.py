"""Screen 2: all cases of the golden set and what each label says; what they cover; which ask nearly the same."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from ragtriage.disk.files import Write
from ragtriage.text import one_line, safe
from ragtriage.triage import filters
from ragtriage.triage.answers import passes_in_short
from ragtriage.triage.desk import Queue
from ragtriage.triage.filters import Filter
from ragtriage.triage.model import Cause, Row
from ragtriage.tui import drawing, keymap
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.keys import bindings
from ragtriage.tui.messages import Judged
from ragtriage.tui.screens.answer_keys import ANSWER_KEYS, AnswerKeys
from ragtriage.tui.screens.case_list import LAYOUTS, of_error
from ragtriage.tui.screens.cases_bulk import BULK_KEYS, BulkCasesScreen
from ragtriage.tui.screens.cases_views import LISTS, CoverageView, DuplicatesView, Listed, View, ViewRead
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.views.signs import pass_sign, pass_word
from ragtriage.views.story import Role, Span

NARROW = 64
"""Cells of a list under which it shows no questions."""
UNREADABLE = "unreadable"
"""The status of a file that is no case."""
_WORKING: dict[Listed, str] = {"coverage": "Counting…", "duplicates": "Comparing every question with every other…"}


class CasesScreen(BulkCasesScreen):
    """Every case, by id, with what became of it in the latest run; `w` goes on to coverage, and to duplicates."""

    NAME = "cases"
    HEADING = "Cases"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "cases")]

    def __init__(self) -> None:
        super().__init__()
        self.listed: Listed = "cases"
        self.queue = Queue(None, (), (), {})
        self.answers = AnswerKeys(self, lambda: self.queue.run, _waits)
        self.view: View | None = None
        """What is listed when it is not cases; None also until it is worked out."""
        self._places: dict[Listed, tuple[Filter, str | None]] = {}
        """Filter and row under the cursor of the lists that were left."""

    # -- what is listed

    def load(self) -> Sequence[Row]:
        if self.listed != "cases":
            return self.view.rows if self.view else ()
        self.queue = self.ragtriage.workspace.desk.queue(self.ragtriage.configuration, every=True)
        return (*self._unreadable(), *self.queue.rows)

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

    def action_cycle(self) -> None:
        """To the next list: all cases, coverage, duplicates."""
        self.show_list(LISTS[(LISTS.index(self.listed) + 1) % len(LISTS)])

    def show_list(self, listed: Listed) -> None:
        """List something else; filter and cursor of the list that is left are kept for coming back."""
        self._places[self.listed] = self.filter, self.list.cursor_key
        self.listed, self.view = listed, None
        self.filter, key = self._places.get(listed, (Filter(()), None))
        self._filter_before = self.filter
        self.touched.clear()
        self.list.markable = listed == "cases"
        self.status.clear()
        if LAYOUTS[self._layout] == "detail":
            self._lay_out("half")
        self.reload(anew=True)
        if key is not None:
            self.list.move_to(key)
        if listed != "cases":
            self._read_view()
        self._ask_story(self.list.cursor_key)

    def _read_view(self) -> None:
        """Work out what is listed, behind the screen: ten thousand questions take seconds to compare."""
        app, listed, configuration = self.ragtriage, self.listed, self.ragtriage.configuration

        def work() -> None:
            try:
                with app.workspace.again() as workspace:
                    if listed == "coverage":
                        app.tell(ViewRead(listed, CoverageView(workspace.coverage(configuration))))
                    else:
                        from ragtriage.coverage.twins import twins

                        app.tell(ViewRead(listed, DuplicatesView(twins(workspace.cases.cases()))))
            except FAULTS as error:
                app.tell(ViewRead(listed, None, told(error, app.workspace.root)))

        app.behind("view", work)

    @on(ViewRead)
    def _view_read(self, news: ViewRead) -> None:
        if news.listed != self.listed:
            return
        if news.error is not None:
            self.status.failed(news.error)
            return
        first = self.view is None
        self.view = news.view
        self.reload(anew=True)
        key = self._places.get(self.listed, (None, None))[1]
        if first and key is not None:
            self.list.move_to(key)
        self._ask_story(self.list.cursor_key)

    @on(Judged)
    def _counted_anew(self, news: Judged) -> None:
        if self.listed != "cases" and (news.judged or news.changed or news.anew):
            self._read_view()

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        super().after_write(write, undone=undone)
        if self.listed != "cases":
            self._read_view()

    def heading(self) -> str:
        if self.listed != "cases":
            words = self.view.heading() if self.view else self.listed.capitalize()
            return f"{words} · /{self.filter} {len(self.rows)} of {len(self.every)}" if self.filter else words
        if self.filter:
            return super().heading()
        broken = sum(row.status == UNREADABLE for row in self.every)
        whole, passed = len(self.every) - broken, self.queue.counts.get("passed", 0)
        told = [f"{whole} case{'s' * (whole != 1)}", *([f"{broken} unreadable"] if broken else [])]
        told += [passes_in_short(passed, self.queue.judged_right)] if passed else []
        return " · ".join(told)

    def facts(self) -> Sequence[str]:
        snapshot = self.ragtriage.workspace.settings.snapshot
        return (snapshot or "no snapshot",)

    def empty(self) -> Sequence[str]:
        if self.listed != "cases":
            if self.view is None:
                return (_WORKING[self.listed],)
            return ("No row matches the filter.", "esc takes it away.") if self.every else self.view.empty()
        if self.every:
            return super().empty()
        return ("No cases yet.", "ragtriage import cases FILE, or a file under cases/")

    def off(self) -> dict[str, str]:
        off = super().off()
        here = self.list.cursor_key
        if self.listed == "cases":
            off |= self.answers.off()
            if not self.rows:
                off |= dict.fromkeys(BULK_KEYS, "there is no case here")
            return off
        off |= dict.fromkeys(
            (*BULK_KEYS, *ANSWER_KEYS, "mark.one", "mark.all"), "these are no cases: w goes on to them"
        )
        if self.listed == "coverage":
            off |= dict.fromkeys(("edit.form", "edit.editor"), "a line is no case: enter shows its cases")
            if self.view and here in self.rows and not self.view.filter(here):
                off["open"] = "there is no case to show"
        return off

    def command_words(self) -> str:
        if self.listed != "cases":
            return self.shell_command("cases", "coverage" if self.listed == "coverage" else "dups")
        words = ["cases", "list"]
        if self.filter:
            words += ["--filter", str(self.filter)]
        return self.shell_command(*words)

    def draw_row(self, row: Row, width: int) -> Sequence[Span]:
        """The state in the latest run, the id, and the question."""
        if self.listed != "cases":
            return self.view.draw(row.case_id, width) if self.view else ()
        sign, role = pass_sign(row.state, row.answer)
        active = row.status == "active"
        word: tuple[str, Role] = (pass_word(row.state, row.answer), role) if active else (row.status, "warn")
        beside = width < NARROW  # then the question stands beside it anyway, and the room is the id's
        ident = min(max(12, self.longest), max(12, width - 28) if beside else 34)
        spans: list[Span] = [
            Span(f"{sign} ", role),
            Span(drawing.fit(word[0], 11), word[1]),
            Span(" ! " if row.must_pass else "   ", "warn"),
            Span(drawing.fit_id(row.case_id, ident), "id"),
            Span("  "),
        ]
        doubt: tuple[str, Role] = ("suspect  ", "warn") if row.suspect else ("", "plain")
        rest = width - 3 - 11 - 3 - ident - 2 - len(doubt[0])
        spans += [Span(*doubt)] if rest >= 0 else []
        if rest >= 4 and not beside:
            spans.append(Span(drawing.fit(row.question, rest).rstrip(" "), "plain"))
        return spans

    # -- answers

    def compose_legend(self) -> ComposeResult:
        yield KeyLine(id="legend")

    def refresh_frame(self) -> None:
        super().refresh_frame()
        self.query_one("#legend", KeyLine).show(keymap.legend("cases", self.ragtriage.keys, self.off()))

    def marked_words(self, count: int) -> str:
        return f"{count} marked: t tags them, f sets their status, 0-9 judge their answers"

    def action_cause(self, cause: Cause) -> None:
        """Name the cause; of an answer that passes, that it is wrong and why."""
        if not self._no_cases("no cause"):
            self.answers.cause(cause)

    def action_right(self) -> None:
        """The answer is right."""
        if not self._no_cases("no answer"):
            self.answers.right()

    def _no_cases(self, words: str) -> bool:
        if self.listed != "cases":
            self.status.refused(words, "these are no cases: w goes on to them")
        return self.listed != "cases"

    # -- the row under the cursor

    def current_case(self) -> str | None:
        key = self.list.cursor_key
        if self.listed == "cases" or key is None:
            return key
        return next(iter(self.view.cases(key)), None) if self.view and key in self.rows else None

    def bulk_targets(self) -> tuple[str, ...]:
        return self.list.targets if self.listed == "cases" else ()

    def _ask_story(self, key: str | None) -> None:
        if self.listed == "cases":
            super()._ask_story(key)
        elif key is not None and key in self.rows and self.view and self.is_current:
            try:
                self.story.show(self.view.story(key))
            except FAULTS as error:
                self.story.show(of_error(key, told(error, self.ragtriage.workspace.root)))

    @on(RowList.Settled)
    def _line_or_case(self) -> None:
        if self.listed == "coverage":
            self._show_footer()

    @on(RowList.Opened)
    def _line_opened(self, event: RowList.Opened) -> None:
        """Enter on what is no case: to the cases behind it."""
        if self.listed == "cases" or self.view is None:
            return
        event.prevent_default()  # which opens the detail
        cases, wanted = self.view.cases(event.key), self.view.filter(event.key)
        if cases:
            self.show_list("cases")
            self.apply("")
            self.go(cases[0])
            self._last_filter = filters.parse(_quoted(cases[-1]))
            self.status.note(f"n goes on to {one_line(cases[-1])}", hint="w and w: back to the pairs")
        elif wanted:
            self.show_list("cases")
            self.apply(wanted)
            self.list.move(0, at_once=True)
            self._ask_story(self.list.cursor_key)
        else:
            self.status.refused("no case to show", "that is the gap: write one, or import some")

    def action_back(self) -> None:
        """From coverage and duplicates to all cases; else as everywhere."""
        inside = self.story.has_focus or LAYOUTS[self._layout] == "detail"
        if self.listed != "cases" and not (inside or self.filter):
            self.show_list("cases")
        else:
            super().action_back()

    def go(self, case_id: str) -> None:
        """To a case, from whichever list."""
        if self.listed != "cases" and case_id not in self.rows:
            self.show_list("cases")
        super().go(case_id)

    def action_copy_id(self) -> None:
        """Copy ids; of a line of coverage the filter, which says more."""
        if self.listed == "cases":
            super().action_copy_id()
            return
        key = self.list.cursor_key
        if key is None or self.view is None or key not in self.rows:
            return
        words = [safe(one) for one in self.view.cases(key)] or [safe(self.view.filter(key) or key)]
        self._copy("\n".join(words), ", ".join(words))


def _waits(row: Row) -> bool:
    """Whether a row still wants a cause, or a word on its answer."""
    return row.undecided or (row.status == "active" and row.state == "passed" and not row.answer)


def _quoted(text: str) -> str:
    """A text as a filter that looks for just that."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
