"""Screen 2: all cases of the golden set and what each label says; what they cover; which ask nearly the same."""

from typing import ClassVar

from textual import on
from textual.binding import BindingType

from ragtriage.disk.files import Write
from ragtriage.errors import RagtriageError
from ragtriage.text import one_line
from ragtriage.triage import filters
from ragtriage.triage.filters import Filter
from ragtriage.triage.model import Cause
from ragtriage.tui.keys import bindings
from ragtriage.tui.messages import Judged
from ragtriage.tui.parts.answering import Answering
from ragtriage.tui.parts.bulk_changes import BulkChanges, statuses_offered
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.screens.cases_list import NO_CASES, CasesList, waits
from ragtriage.tui.screens.cases_views import LISTS, CoverageView, DuplicatesView, Listed, View
from ragtriage.tui.widgets.row_list import RowList


class CasesScreen(CaseListScreen):
    """Every case, by id, with what became of it in the latest run; `w` goes on to coverage, and to duplicates."""

    NAME = "cases"
    HEADING = "Cases"
    MARKS_MEAN = "t tags them, f sets their status, 0-9 judge their answers"
    LEGEND = ("Cause",)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "cases")]

    def __init__(self) -> None:
        super().__init__()
        app = self.ragtriage
        self.listing: CasesList = CasesList(
            app, self.table, self.list, self.story_pane, lambda key: app.tell_story(key, app.configuration)
        )
        self.answers = Answering(
            app, self.table, self.list, self.status, self.writing, lambda: self.listing.queue.run, waits
        )  # fmt: skip
        self.bulk = BulkChanges(app, self.table, self.prompt, self.status, self.writing, self.background, self)
        self._places: dict[Listed, tuple[Filter, str | None]] = {}
        """Filter and row under the cursor of the lists that were left."""
        self.act(cycle=self._cycle, cause=self._name_cause, right=self._say_right)
        self.act(tag=self.bulk.ask_tags, status=self.bulk.ask_status, undo=self.bulk.undo, redo=self.bulk.redo)
        for kind in ("tag", "status"):
            self.prompted[kind] = lambda text, kind=kind: self.bulk.entered(kind, text)  # type: ignore[misc]
        self.commands.add(
            tag=lambda text: self.bulk.obey("tag", text), status=lambda text: self.bulk.obey("status", text)
        )  # fmt: skip
        self.commands.completes(tag=self.bulk.tags_offered, status=statuses_offered)
        self.back.add(lambda: self.listing.listed != "cases", lambda: self.show_list("cases"))

    # -- what is listed

    def _cycle(self) -> None:
        """To the next list: all cases, coverage, duplicates."""
        self.show_list(LISTS[(LISTS.index(self.listing.listed) + 1) % len(LISTS)])

    def show_list(self, listed: Listed) -> None:
        """List something else; filter and cursor of the list that is left are kept for coming back."""
        self._places[self.listing.listed] = self.filter, self.list.cursor_key
        self.listing.listed, self.listing.view = listed, None
        wanted, key = self._places.get(listed, (Filter(()), None))
        self.filtering.reset(wanted)
        self.sorting.reset()
        self.list.markable = listed == "cases"
        self.status.clear()
        if self.panes.layout == "detail":
            self.panes.lay_out("half")
        self.reload(anew=True)
        if key is not None:
            self.move_to(key)
        if listed != "cases":
            self._read_view()
        self.ask_story()

    def _read_view(self) -> None:
        """Work out what is listed, behind the screen: ten thousand questions take seconds to compare."""
        main, listed, configuration = self.ragtriage.workspace, self.listing.listed, self.ragtriage.configuration

        def work() -> View:
            with main.reopen() as workspace:
                if listed == "coverage":
                    return CoverageView(workspace.coverage(configuration))
                from ragtriage.coverage.twins import twins

                return DuplicatesView(twins(workspace.cases.cases()))

        def failed(error: RagtriageError) -> None:
            if listed == self.listing.listed:
                self.status.failed(error)
                self.call_later(self.first_keys.give_up)

        self.background.run("view", work, lambda view: self._view_read(listed, view), failed)

    def _view_read(self, listed: Listed, view: View) -> None:
        if listed != self.listing.listed:
            return
        first = self.listing.view is None
        self.listing.view = view
        self.reload(anew=True)
        key = self._places.get(listed, (None, None))[1]
        if first and key is not None:
            self.move_to(key)
        self.ask_story()

    @on(Judged)
    def _counted_anew(self, news: Judged) -> None:
        if self.listing.listed != "cases" and (news.judged or news.changed or news.anew):
            self._read_view()

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        super().after_write(write, undone=undone)
        if self.listing.listed != "cases":
            self._read_view()

    def off(self) -> dict[str, str]:
        return self.answers.off() | super().off() if self.listing.listed == "cases" else super().off()

    # -- answers

    def _name_cause(self, cause: Cause) -> None:
        """Of an answer that passes: that it is wrong and why."""
        if self.listing.listed == "cases":
            self.answers.cause(cause)
        else:
            self.status.refused("no cause", NO_CASES)

    def _say_right(self) -> None:
        if self.listing.listed == "cases":
            self.answers.right()
        else:
            self.status.refused("no answer", NO_CASES)

    def targets(self) -> tuple[str, ...]:
        """The cases that a change is for: those marked, or the one under the cursor."""
        return self.list.targets if self.listing.listed == "cases" else ()

    def learn_branch(self) -> None:
        """What is uncommitted is another."""
        self.ragtriage.learn_branch()

    # -- the row under the cursor

    @on(RowList.Opened)
    def _line_opened(self, event: RowList.Opened) -> None:
        """Enter on what is no case: to the cases behind it."""
        view = self.listing.view
        if self.listing.listed == "cases" or view is None:
            return
        event.prevent_default()  # which opens the detail
        cases, wanted = view.cases(event.key), view.filter(event.key)
        if cases:
            self.show_list("cases")
            self.filtering.off()
            self.go(cases[0])
            self.filtering.last = filters.parse_filter(_quoted(cases[-1]))
            self.status.note(f"n goes on to {one_line(cases[-1])}", hint="w and w: back to the pairs")
        elif wanted:
            self.show_list("cases")
            self.filtering.apply(wanted)
            self.list.move(0, at_once=True)
            self.ask_story()
        else:
            self.status.refused("no case to show", "that is the gap: write one, or import some")

    def go(self, text: str) -> None:
        """To a case, from whichever list."""
        if self.listing.listed != "cases" and text not in self.rows:
            self.show_list("cases")
        super().go(text)


def _quoted(text: str) -> str:
    """A text as a filter that looks for just that."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
