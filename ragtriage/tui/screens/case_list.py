"""The frame of screens that list cases beside the story of the one under the cursor.

What is listed and what can be decided is the subclass's; list, detail, layout and news from behind are here, once.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from ragtriage.disk.files import Write
from ragtriage.disk.problems import Problem
from ragtriage.errors import RagtriageError
from ragtriage.settings import FILE
from ragtriage.text import one_line
from ragtriage.triage.model import Row
from ragtriage.tui import drawing, keymap
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.keys import BY_ID
from ragtriage.tui.messages import BranchKnown, Judged, Judging, StoryReady
from ragtriage.tui.screens.finding import GRAMMAR, FindingScreen, steady
from ragtriage.tui.widgets.help_screen import HelpScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.story_view import StoryView
from ragtriage.tui.widgets.title_line import TitleLine
from ragtriage.views.story import Line, Section, Span, Story

STACK_UNDER = 100
"""Columns under which list and detail stand one above the other."""
LAYOUTS = ("half", "detail", "list")
WORTH_TELLING = 50
"""Outputs to judge at once of which the status line speaks; fewer are judged before one has read it."""


class CaseListScreen(FindingScreen):
    """A list of cases on the left, the story on the right; under 100 columns one above the other."""

    HEADING: ClassVar[str]
    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    CaseListScreen { layout: vertical; }
    CaseListScreen #body { height: 1fr; layout: horizontal; }
    CaseListScreen #list { width: 4fr; }
    CaseListScreen #story { width: 5fr; }
    CaseListScreen.stacked #body { layout: vertical; }
    CaseListScreen.stacked #list { width: 1fr; height: 2fr; }
    CaseListScreen.stacked #story { width: 1fr; height: 3fr; }
    CaseListScreen.detail #list { display: none; }
    CaseListScreen.list #story { display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._layout = 0
        self._was_away = False
        self._glimpsed = False
        """Whether what is shown is only what was last seen."""
        self._order_holds = False
        """Whether rows stay where they are: from the first decision on, nothing moves under the reviewer's hand."""
        self._judging_told = False
        self.longest = 0
        """Cells of the longest id: its column need not be wider."""

    @property
    def story(self) -> StoryView:
        return self.query_one("#story", StoryView)

    # -- what a subclass says

    def load(self) -> Sequence[Row]:
        """The rows, as the index has them now."""
        raise NotImplementedError

    def draw_row(self, row: Row, width: int) -> Sequence[Span]:
        """One row of the list."""
        raise NotImplementedError

    def facts(self) -> Sequence[str]:
        """What the title line says after the workspace and the branch."""
        return ()

    def heading(self) -> str:
        """Over the list: the filter and how many it keeps, or how many there are."""
        if self.filter:
            return f"/{self.filter}  {len(self.rows)} of {len(self.every)}"
        return f"{len(self.every)} case{'s' * (len(self.every) != 1)}"

    def off(self) -> dict[str, str]:
        """Key ids that do nothing now, and why."""
        off: dict[str, str] = {}
        if not self.rows:
            ids = ("open", "mark.one", "mark.all", "edit.form", "edit.editor", "copy.id")
            off |= dict.fromkeys(ids, "there is no case here")
        elif LAYOUTS[self._layout] == "detail":
            off["open"] = "it is open"
        if LAYOUTS[self._layout] != "half":
            off["pane.next"] = "there is only one pane now"
        if not self.ragtriage.workspace.history.can_undo:
            off["undo"] = "nothing was changed in this session"
        if not self.ragtriage.workspace.history.can_redo:
            off["redo"] = "nothing was undone"
        return off

    # -- drawing

    def compose(self) -> ComposeResult:
        yield TitleLine()
        with Container(id="body"):
            yield RowList(id="list")
            yield StoryView(id="story")
        yield from self.compose_legend()
        yield PromptLine(instead_of="StatusLine")
        yield StatusLine()
        yield KeyLine(keep=2, id="footer")

    def compose_legend(self) -> ComposeResult:
        """A line of answers over the status line, where the screen asks for one."""
        yield from ()

    def on_mount(self) -> None:
        self._arrange()
        self.list.focus()
        self._glimpsed = not self.ragtriage.shown and self.show_last_seen()
        if not self._glimpsed:
            self.reload()

    def first_shown(self) -> None:
        """The first frame is sent: time to read what it only remembered."""
        if self._glimpsed:
            self._glimpsed = False
            self.reload()

    def show_last_seen(self) -> bool:
        """Draw what stood here last, while the rows are read; whether there is any."""
        return False

    def on_screen_resume(self) -> None:
        """Another screen may have changed something while this one was away."""
        if self._was_away:
            self.reload()
            self._ask_story(self.list.cursor_key)

    def on_screen_suspend(self) -> None:
        self._was_away = True

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()

    def on_descendant_focus(self) -> None:
        """`q` means another thing in another pane."""
        if self.is_mounted:
            self._show_footer()

    def _arrange(self) -> None:
        self.set_class(self.app.size.width < STACK_UNDER, "stacked")
        for layout in LAYOUTS:
            self.set_class(layout == LAYOUTS[self._layout], layout)

    def _lay_out(self, layout: str) -> None:
        self._layout = LAYOUTS.index(layout)
        self._arrange()
        (self.story if layout == "detail" else self.list).focus()
        self._show_footer()

    def reload(self, *, anew: bool = False) -> None:
        """Read the rows again; the cursor stays on its case, and so do the rows, unless they are put in order anew."""
        try:
            fresh = self.load()
        except FAULTS as error:
            self.status.failed(told(error, self.ragtriage.workspace.root))
        else:
            self._order_holds = self._order_holds and not anew
            self.every = steady(fresh, [row.case_id for row in self.every]) if self._order_holds else fresh
            self.longest = max((drawing.cells(drawing.drawable(row.case_id)) for row in fresh), default=0)
        self.show_rows()

    def show_rows(self) -> None:
        """Draw the list from `every` and the filter."""
        self.rows = {row.case_id: row for row in self.kept()}
        ids = [*self.rows]
        self.list.set_rows(
            ids, lambda at, width: self.draw_row(self.rows[ids[at]], width), heading=self.heading(), empty=self.empty()
        )
        if not ids:
            self.story.show(None)
        self.refresh_frame()

    def empty(self) -> Sequence[str]:
        """What stands in an empty list, and what to do about it."""
        if self.every and self.filter:
            return ("No case matches the filter.", "esc takes it away.")
        return ("Nothing here.",)

    def refresh_frame(self) -> None:
        """Title, legend and footer, from what is true now."""
        app = self.ragtriage
        name = app.workspace.root.name
        week = app.workspace.desk.week if app.workspace.settings.snapshot else ""
        broken = len(app.problems)
        unread = f"✗ {broken} problem{'s' * (broken != 1)}" if broken else ""
        self.query_one(TitleLine).show(self.HEADING, (name, app.branch, unread, *self.facts()), week)
        self._show_footer()

    def _show_footer(self) -> None:
        hints = keymap.footer(self.NAME, self.ragtriage.keys, self.off())
        if self._on_top():
            hints = tuple(replace(one, words="quit", short="quit") if one.id == "back" else one for one in hints)
        self.query_one("#footer", KeyLine).show(hints)

    # -- news from behind

    @on(Judging)
    def _judging(self, news: Judging) -> None:
        if news.of >= WORTH_TELLING:
            self._judging_told = True
            self.status.note(f"scoring {news.done} of {news.of} outputs", hint=one_line(news.run))

    @on(Judged)
    def _judged(self, news: Judged) -> None:
        first_told = set(news.problems) - set(self.ragtriage.problems)
        self.ragtriage.problems = news.problems
        if news.error is not None:
            self.status.failed(news.error)
        elif first_told:
            self._tell_problem(news, first_told)
        elif self._judging_told:
            # Without the state folder that was moved aside, all is judged anew: that is why, and worth more.
            workspace = self.ragtriage.workspace
            moved, workspace.index.state_moved = workspace.index.state_moved, ""
            self.status.note(one_line(moved) or f"{news.judged} outputs scored")
        self._judging_told = False
        if news.judged or news.changed or news.anew:
            self.reload(anew=news.anew)
            self._ask_story(self.list.cursor_key)
        else:
            self.refresh_frame()

    def _tell_problem(self, news: Judged, first_told: set[Problem]) -> None:
        """Name the file that broke just now, not the one that comes first by name."""
        first = next(one for one in news.problems if one in first_told)
        more = "" if len(news.problems) == 1 else f" (and {len(news.problems) - 1} more)"
        place = first.place.path.name if first.place.line is None else f"{first.place.path.name}:{first.place.line}"
        self.status.failed(RagtriageError(f"{place}: {first.title}{more}", next_step="F2 shows them on top"))

    @on(BranchKnown)
    def _branch(self, news: BranchKnown) -> None:
        self.ragtriage.branch = news.words
        self.refresh_frame()

    @on(StoryReady)
    def _story_ready(self, news: StoryReady) -> None:
        if news.case_id != self.list.cursor_key:
            return
        self.story.show(of_error(news.case_id, news.error) if news.error is not None else news.story)

    @on(RowList.Settled)
    def _settled(self, event: RowList.Settled) -> None:
        self._ask_story(event.key)

    def _ask_story(self, key: str | None) -> None:
        if key is not None and self.is_current:
            self.ragtriage.tell_story(key, self.ragtriage.configuration)

    @on(RowList.Marked)
    def _marked(self, event: RowList.Marked) -> None:
        count = len(event.keys)
        if count:
            self.status.note(self.marked_words(count), hint="esc unmarks")
        self._show_footer()

    def marked_words(self, count: int) -> str:
        """What the marks mean for the next key."""
        return f"{count} marked: y copies their ids"

    @on(RowList.Opened)
    def _opened(self) -> None:
        """Enter: the detail has the whole screen and the keys."""
        self._lay_out("detail")

    def on_paste(self, event: events.Paste) -> None:
        """Nothing is being typed: pasted text has nowhere to go."""
        event.stop()
        self.status.refused("nothing was pasted", "/ filters, : takes a command, and text goes there")

    # -- keys

    def _on_top(self) -> bool:
        """Whether there is nothing left to go back from."""
        inside = self.story.has_focus or LAYOUTS[self._layout] == "detail"
        return self.NAME == "triage" and not (inside or self.list.marked or self.filter)

    def action_back(self) -> None:
        """From the detail to the list, from marks and a filter to none; with nothing left to go back from, q leaves."""
        if self.story.has_focus or LAYOUTS[self._layout] == "detail":
            self._lay_out("half")
        elif self.list.marked:
            self.list.clear_marks()
            self.status.clear()
        elif self.filter:
            self.apply("")
        elif self.NAME != "triage":
            self.ragtriage.action_go("triage")
        elif self.ragtriage.keys_typed.last == "escape" and self.ragtriage.keys.names(BY_ID["back"]) != ("escape",):
            self.status.note("this is the first screen", hint="q leaves")
        else:
            self.app.exit()

    def action_next_pane(self) -> None:
        """The other pane has the keys."""
        if LAYOUTS[self._layout] == "half":
            (self.list if self.story.has_focus else self.story).focus()
        else:
            self.status.refused("one pane", "+ shows list and detail")

    def action_layout(self) -> None:
        """Half and half, the detail alone, the list alone."""
        self._lay_out(LAYOUTS[(self._layout + 1) % len(LAYOUTS)])

    def action_detail_half(self, direction: int) -> None:
        self.story.scroll_half(direction)

    def action_detail_rows(self, rows: int) -> None:
        self.story.scroll_rows(rows)

    def action_next_passage(self) -> None:
        if not self.story.next_stop():
            self.status.refused("no further passage", "this was the last")

    def action_previous_passage(self) -> None:
        if not self.story.previous_stop():
            self.status.refused("no passage before", "this was the first")

    def action_help(self) -> None:
        """The keys of this screen."""
        first, *words = (*self.help_notes(), "")
        notes = (*filter(None, words), f"Commands (:): {self.COMMAND_WORDS}", *GRAMMAR)
        hints = keymap.hints(self.NAME, self.ragtriage.keys, self.off())
        self.app.push_screen(HelpScreen(hints, notes=notes, first=first))

    def help_notes(self) -> Sequence[str]:
        """What the words of its rows mean, that of the row under the cursor first."""
        return ()

    # -- what was written

    def judge_again(self) -> None:
        """See what changed on disk, and put the list in order anew."""
        self.touched.clear()
        self.ragtriage.judge(anew=True)

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        """Something was written: show it, and judge what it touched."""
        self._order_holds = True
        self.touched.update(write.items)
        root = self.ragtriage.workspace.root
        if moved := any(change.path == root / FILE for change in write.changes):
            self._reread()
        self.reload()
        self.ragtriage.learn_branch()
        self._ask_story(self.list.cursor_key)
        judged = (root / "cases", root / "labels")
        if moved or any(folder in change.path.parents for change in write.changes for folder in judged):
            self.ragtriage.judge(anew=moved)

    def _reread(self) -> None:
        try:
            self.ragtriage.reread_settings()
        except FAULTS as error:
            self.status.failed(told(error, self.ragtriage.workspace.root))


def of_error(case_id: str, error: RagtriageError) -> Story:
    """An error as a story: long ones are read there, the status line is short."""
    lines = [Line((Span("✗ ", "bad"), Span(error.title, "strong")), hang=2)]
    if error.next_step:
        lines += [Line((Span(part),), indent=2) for part in error.next_step.split("\n")]
    if error.where is not None:
        lines.append(Line((Span(str(error.where), "dim"),), indent=2))
    return Story(case_id, (Section("error", "It cannot be shown", tuple(lines)),))
