"""The frame of screens that list cases beside the story of the one under the cursor.

What is listed and what can be decided is the subclass's; list, detail, filter, layout, copying, editing and undo are
here, once.
"""

import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container

from ragtriage.disk.files import Write
from ragtriage.errors import RagtriageError
from ragtriage.text import one_line
from ragtriage.triage import filters
from ragtriage.triage.filters import Filter
from ragtriage.triage.model import Row
from ragtriage.triage.story import Span
from ragtriage.tui import keymap
from ragtriage.tui.keys import Screen as ScreenName
from ragtriage.tui.messages import BranchKnown, Judged, Judging, StoryReady
from ragtriage.tui.screens.editing import EditingScreen
from ragtriage.tui.widgets.help_screen import HelpScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.story_view import StoryView
from ragtriage.tui.widgets.title_line import TitleLine

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp

STACK_UNDER = 100
"""Columns under which list and detail stand one above the other."""
LAYOUTS = ("half", "detail", "list")

GRAMMAR = (
    "Filter: terms separated by spaces must all hold; key:a,b is a or b; ! inverts; quotes keep spaces.",
    "Keys: diagnosis, cause, owner, tag, intent, source, status, badge, passes, label, must_pass.",
    "passes:none  no configuration passes   label:suspect  the label is in doubt   badge:new,back",
)


class CaseListScreen(EditingScreen):
    """A list of cases on the left, the story on the right; under 100 columns one above the other."""

    NAME: ClassVar[ScreenName]
    HEADING: ClassVar[str]
    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    CaseListScreen { layout: vertical; }
    CaseListScreen #body { height: 1fr; layout: horizontal; }
    CaseListScreen #list { width: 2fr; }
    CaseListScreen #story { width: 3fr; }
    CaseListScreen.stacked #body { layout: vertical; }
    CaseListScreen.stacked #list { width: 1fr; height: 2fr; }
    CaseListScreen.stacked #story { width: 1fr; height: 3fr; }
    CaseListScreen.detail #list { display: none; }
    CaseListScreen.list #story { display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, Row] = {}
        """The rows shown, by case id, in their order."""
        self.every: Sequence[Row] = ()
        """Before the filter."""
        self.filter = Filter(())
        self._last_filter = Filter(())
        self._layout = 0
        self._was_away = False

    @property
    def ragtriage(self) -> "RagtriageApp":
        return cast("RagtriageApp", self.app)

    @property
    def list(self) -> RowList:
        return self.query_one("#list", RowList)

    @property
    def story(self) -> StoryView:
        return self.query_one("#story", StoryView)

    @property
    def status(self) -> StatusLine:
        return self.query_one(StatusLine)

    @property
    def prompt(self) -> PromptLine:
        return self.query_one(PromptLine)

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
        """Over the list."""
        return f"{len(self.rows)} of {len(self.every)}" if self.filter else f"{len(self.every)} cases"

    def off(self) -> dict[str, str]:
        """Key ids that do nothing now, and why."""
        off: dict[str, str] = {}
        if not self.rows:
            off |= dict.fromkeys(("open", "mark.one", "edit.form", "copy.id"), "there is no case here")
        if not self.ragtriage.workspace.history.can_undo:
            off["undo"] = "nothing was changed in this session"
        if not self.ragtriage.workspace.history.can_redo:
            off["redo"] = "nothing was undone"
        return off

    def command_words(self) -> str:
        """The shell command that shows the same list."""
        raise NotImplementedError

    def commands(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """For the palette: title, help, what it does."""
        for words, about in (
            ("passes:none", "Cases that no configuration passes"),
            ("label:suspect", "Cases whose label is in doubt"),
            ("must_pass:true", "Cases that must pass"),
            ("", "All cases"),
        ):
            yield f"Filter {words}" if words else "Filter off", about, partial(self.apply, words)

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
        self.reload()
        self.list.focus()

    def on_screen_resume(self) -> None:
        """Another screen may have changed something while this one was away."""
        if self._was_away:
            self.reload()

    def on_screen_suspend(self) -> None:
        self._was_away = True

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()

    def _arrange(self) -> None:
        self.set_class(self.app.size.width < STACK_UNDER, "stacked")
        for layout in LAYOUTS:
            self.set_class(layout == LAYOUTS[self._layout], layout)

    def reload(self) -> None:
        """Read the rows again; the cursor stays on its case."""
        try:
            self.every = self.load()
        except RagtriageError as error:
            self.status.failed(error)
        self._show_rows()

    def _show_rows(self) -> None:
        shown = [row for row in self.every if self.filter.keeps(row)] if self.filter else self.every
        self.rows = {row.case_id: row for row in shown}
        ids = list(self.rows)
        self.list.set_rows(
            ids, lambda at, width: self.draw_row(self.rows[ids[at]], width), heading=self.heading(), empty=self._empty()
        )
        if not ids:
            self.story.show(None)
        self.refresh_frame()

    def _empty(self) -> Sequence[str]:
        if self.every and self.filter:
            return ("No case matches the filter.", "esc takes it away.")
        return ("Nothing here.",)

    def refresh_frame(self) -> None:
        """Title, legend and footer, from what is true now."""
        app = self.ragtriage
        name = app.workspace.root.name
        week = app.workspace.desk.week if app.workspace.settings.snapshot else ""
        self.query_one(TitleLine).show(self.HEADING, (name, app.branch, *self.facts()), week)
        self.query_one("#footer", KeyLine).show(keymap.footer(self.NAME, app.keys, self.off()))

    # -- news from behind

    @on(Judging)
    def _judging(self, news: Judging) -> None:
        self.status.note(f"judging {news.done} of {news.of} outputs", hint=news.run)

    @on(Judged)
    def _judged(self, news: Judged) -> None:
        if news.error is not None:
            self.status.failed(news.error)
        elif news.judged:
            self.status.note(f"{news.judged} outputs judged")
        if news.judged or news.changed:
            self.reload()
            self._ask_story(self.list.cursor_key)

    @on(BranchKnown)
    def _branch(self, news: BranchKnown) -> None:
        self.ragtriage.branch = news.words
        self.refresh_frame()

    @on(StoryReady)
    def _story_ready(self, news: StoryReady) -> None:
        if news.error is not None:
            self.status.failed(news.error)
        if news.case_id == self.list.cursor_key:
            self.story.show(news.story)

    @on(RowList.Settled)
    def _settled(self, event: RowList.Settled) -> None:
        self._ask_story(event.key)

    def _ask_story(self, key: str | None) -> None:
        if key is not None and self.is_current:
            self.ragtriage.tell_story(key, self.ragtriage.configuration)

    @on(RowList.Marked)
    def _marked(self) -> None:
        self.refresh_frame()

    @on(RowList.Opened)
    def _opened(self) -> None:
        """Enter: the detail has the whole screen and the keys."""
        self._layout = LAYOUTS.index("detail")
        self._arrange()
        self.story.focus()

    # -- keys

    def action_back(self) -> None:
        """From the detail to the list, from a filter to all; on the list alone q leaves."""
        if self.story.has_focus or LAYOUTS[self._layout] == "detail":
            self._layout = LAYOUTS.index("half")
            self._arrange()
            self.list.focus()
        elif self.list.marked:
            self.list.clear_marks()
        elif self.filter:
            self.apply("")
        elif self.NAME != "triage":
            self.ragtriage.action_go("triage")
        else:
            self.app.exit()

    def action_next_pane(self) -> None:
        """The other pane has the keys."""
        if LAYOUTS[self._layout] == "half":
            (self.list if self.story.has_focus else self.story).focus()

    def action_layout(self) -> None:
        """Half and half, the detail alone, the list alone."""
        self._layout = (self._layout + 1) % len(LAYOUTS)
        self._arrange()
        (self.story if LAYOUTS[self._layout] == "detail" else self.list).focus()

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

    def action_filter(self) -> None:
        """Type a filter; the list follows."""
        offers = filters.completions("", self.every)
        self.prompt.ask("filter", "/", value=str(self.filter), hint="passes:none  badge:new  words", suggestions=offers)

    def action_next_match(self) -> None:
        self._to_match(1)

    def action_previous_match(self) -> None:
        self._to_match(-1)

    def _to_match(self, step: int) -> None:
        """To the next row that the filter keeps, or kept before it was taken away."""
        ids = list(self.rows)
        kept = self.filter or self._last_filter
        here = self.list.cursor
        order = [(here + step * n) % len(ids) for n in range(1, len(ids) + 1)] if ids else []
        found = next((at for at in order if kept.keeps(self.rows[ids[at]])), None)
        if found is None:
            self.status.refused(
                "no match", "nothing here meets the last filter" if kept else "no filter yet: / sets one"
            )
        else:
            self.list.move(found)

    def action_copy_id(self) -> None:
        """Copy the id of the case, and show it: not every terminal lets a program copy."""
        ids = self.list.targets
        if ids:
            self._copy("\n".join(ids), ", ".join(ids))

    def action_copy_command(self) -> None:
        """Copy the command that shows the same in a shell."""
        words = self.command_words()
        self._copy(words, words)

    def _copy(self, text: str, shown: str) -> None:
        self.app.copy_to_clipboard(one_line(text) if "\n" not in text else text)
        self.status.note(f"copied  {one_line(shown)}")

    def action_command_line(self) -> None:
        """`:` and a command by name."""
        self.prompt.ask("command", ":", hint="config NAME · filter … · go ID · triage · cases · judge · quit")

    def action_help(self) -> None:
        """The keys of this screen."""
        self.app.push_screen(HelpScreen(keymap.hints(self.NAME, self.ragtriage.keys, self.off()), notes=GRAMMAR))

    # -- what was typed

    @on(PromptLine.Changed)
    def _typing(self, event: PromptLine.Changed) -> None:
        if event.purpose == "filter":
            try:
                self.filter = filters.parse(event.text, self._configurations())
            except RagtriageError:
                return  # half a term is no error until enter
            self._show_rows()

    @on(PromptLine.Entered)
    def _entered(self, event: PromptLine.Entered) -> None:
        event.stop()
        self.entered(event.purpose, event.text)

    @on(PromptLine.Left)
    def _left(self, event: PromptLine.Left) -> None:
        if event.purpose == "filter":
            self.apply("")

    def entered(self, purpose: str, text: str) -> None:
        """An answer to a question of the prompt."""
        if purpose == "filter":
            self.apply(text)
        elif purpose == "command":
            self._obey(text)
        else:
            self.edited(purpose, text)

    def apply(self, text: str) -> None:
        """Filter the list."""
        try:
            self.filter = filters.parse(text, self._configurations())
        except RagtriageError as error:
            self.status.failed(error)
            return
        self._last_filter = self.filter or self._last_filter
        self._show_rows()

    def _configurations(self) -> Sequence[str] | None:
        names = {name for row in self.every for name in row.passes}
        workspace = self.ragtriage.workspace
        return sorted(names | set(workspace.desk.latest())) if workspace.settings.snapshot else sorted(names)

    def _obey(self, text: str) -> None:
        words = text.split()
        match words:
            case []:
                return
            case ["config" | "configuration", name]:
                self.choose(name)
            case ["filter", *_]:
                self.apply(text.split(None, 1)[1] if len(words) > 1 else "")
            case ["go", case_id]:
                self.go(case_id)
            case [("triage" | "cases") as mode]:
                self.ragtriage.action_go(mode)
            case ["judge"]:
                self.ragtriage.judge()
            case ["help"]:
                self.action_help()
            case ["q" | "quit"]:
                self.app.exit()
            case [case_id] if case_id in self.rows:
                self.go(case_id)
            case _:
                known = "config NAME, filter …, go ID, triage, cases, judge, help, quit"
                self.status.refused(f"no command `{one_line(text)}`", known)

    def choose(self, name: str) -> None:
        """Triage another configuration."""
        latest = self.ragtriage.workspace.desk.latest()
        if name in latest:
            self.ragtriage.choose_configuration(name)
        else:
            self.status.refused(f"`{one_line(name)}` has no run here", f"there are {', '.join(latest)}")

    def go(self, case_id: str) -> None:
        """Put the cursor on a case."""
        if not self.list.move_to(case_id):
            self.status.refused(f"{one_line(case_id)} is not in this list", "esc takes the filter away; F2 lists all")

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        """Something was written: show it, and judge what it touched."""
        self.reload()
        self._ask_story(self.list.cursor_key)
        if any(self.ragtriage.workspace.root / "cases" in change.path.parents for change in write.changes):
            self.ragtriage.judge()

    def shell_command(self, *words: str) -> str:
        """A command line for a shell, in the workspace's folder."""
        return shlex.join(["ragtriage", *words])
