"""The frame of every screen that lists things beside the story of the one under the cursor.

It holds the widgets and the parts that all of them have, and gives each its keys; what is listed is a `Listing`, and
what can be decided are further parts, of the screen that knows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.screen import Screen

from ragtriage.disk.files import Write
from ragtriage.text import one_line
from ragtriage.triage.filters import Filter
from ragtriage.triage.model import QueueRow
from ragtriage.tui.faults import FAULTS, error_text, lasting
from ragtriage.tui.keys import Screen as ScreenName
from ragtriage.tui.messages import BranchKnown, Judged, Judging, StoryReady, WaitsKnown
from ragtriage.tui.parts import commanding, committing, filtering
from ragtriage.tui.parts.aftermath import Aftermath
from ragtriage.tui.parts.back_key import BackKey, lead_out
from ragtriage.tui.parts.background import ScreenBackground
from ragtriage.tui.parts.case_files import CaseFiles, CaseForms
from ragtriage.tui.parts.commanding import Commands, Copying, Entry
from ragtriage.tui.parts.committing import Committing
from ragtriage.tui.parts.elsewhere import Elsewhere
from ragtriage.tui.parts.filtering import GRAMMAR, READY_MADE, Filtering, Matches
from ragtriage.tui.parts.first_keys import FirstKeys
from ragtriage.tui.parts.frame import Frame
from ragtriage.tui.parts.judging_news import JudgingNews
from ragtriage.tui.parts.listing import Listing
from ragtriage.tui.parts.panes import Panes
from ragtriage.tui.parts.rows import Rows
from ragtriage.tui.parts.sorting import Sorting
from ragtriage.tui.parts.stage import Stage
from ragtriage.tui.parts.story_pane import StoryPane
from ragtriage.tui.parts.writing import Writing
from ragtriage.tui.widgets.help_screen import HelpScreen
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.story_view import StoryView

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp

_OF_A_ROW = ("open", "mark.one", "mark.all", "edit.form", "edit.editor", "copy.id")


@lasting
class CaseListScreen(Screen[None]):
    """A list on the left, the story on the right; under 140 columns one above the other.

    A screen says its names and its `listing`, adds the actions of its own keys (`act`), the answers to its own
    questions (`prompted`), its own commands, and overrides what a write or a step back means to it.
    """

    NAME: ClassVar[ScreenName]
    HEADING: ClassVar[str]
    MARKS_MEAN: ClassVar[str] = "y copies their ids"
    """What marks mean for the next key."""
    LEGEND: ClassVar[tuple[str, ...]] = ()
    """Groups of keys that a line over the status line names: the answers that are asked for."""
    COMMAND_WORDS: ClassVar[str] = commanding.WORDS
    COMMAND_HINT: ClassVar[str] = "audit N · commit · branch NAME · config NAME · go ID · help lists all"
    """What fits where a command is typed, at 80 columns."""
    FILTER_HINT: ClassVar[str] = "passes:none  badge:new  words"
    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    CaseListScreen { layout: vertical; }
    CaseListScreen #body { height: 1fr; layout: horizontal; }
    CaseListScreen #list { width: 1fr; }
    CaseListScreen #story { width: 1fr; }
    CaseListScreen.stacked #body { layout: vertical; }
    CaseListScreen.stacked #list { width: 1fr; height: 2fr; }
    CaseListScreen.stacked #story { width: 1fr; height: 3fr; }
    CaseListScreen.detail #list { display: none; }
    CaseListScreen.list #story { display: none; }
    """
    listing: Listing

    def __init__(self) -> None:
        super().__init__()
        app = self.ragtriage = cast("RagtriageApp", self.app)
        self.frame = Frame(self.NAME, self.HEADING, app.keys)
        self.list, self.story = RowList(id="list"), StoryView(id="story")
        self.prompt, self.status = PromptLine(instead_of="StatusLine", memory=app.typed), StatusLine()
        self.table = Rows()
        self.stage, self.background = Stage(self, app), ScreenBackground(self, app)
        self.news = JudgingNews(app, self.status)
        self.panes = Panes(self, self.list, self.story, self.status, self.show_keys)
        self.story_pane = StoryPane(self.list, self.story, self.background)
        self.filtering = Filtering(
            self.table, self.list, self.prompt, self.status, self.show_rows, app.latest, self.FILTER_HINT
        )  # fmt: skip
        self.sorting = Sorting(self.table, self.status, self.show_rows, lambda: self.listing)
        self.matches = Matches(self.table, self.filtering, self.list, self.status)
        self.writing = Writing(app, self.status, self)
        self.forms = CaseForms(app, app, self.status)
        self.files = CaseFiles(app, self.status, self.writing, self.stage)
        self.git = Committing(app, self.prompt, self.status, self.background, self.stage)
        self.copying = Copying(
            self.status, app.copy_to_clipboard, lambda: self.listing.copied(self.list.targets),
            lambda: self.listing.shell_words(),
        )  # fmt: skip
        self.commands = Commands(self.prompt, self.status, self.COMMAND_HINT, self.COMMAND_WORDS)
        self.aftermath = Aftermath(app, self.status)
        self.elsewhere = Elsewhere(app, self.prompt, self.status)
        self.back, self.first_keys = BackKey(self.leave), FirstKeys(app.keys_typed, app.keys)
        self.prompted: dict[str, Callable[[str], object]] = {}
        """Who takes the answer to a question of the prompt, by its purpose."""
        self._was_away = False
        self._give_keys()
        self._give_commands()

    # -- which part answers

    def act(self, **actions: Callable[..., object]) -> None:
        """Give keys to parts: Textual looks up the action of a key on the screen, by the name `action_…`."""
        for name, action in actions.items():
            setattr(self, f"action_{name}", action)

    def _give_keys(self) -> None:
        def edit() -> None:
            key = self.list.cursor_key
            self.forms.edit(self.current_case(), self.listing.field_of(key) if key is not None else "")

        def unmark() -> None:
            self.list.clear_marks()
            self.status.clear()

        self.act(filter=self.filtering.ask, next_match=self.matches.next, previous_match=self.matches.previous)
        self.act(undo=self.writing.undo, redo=self.writing.redo, review=self.git.ask_review)
        self.act(next_pane=self.panes.next, layout=self.panes.cycle)
        self.act(detail_half=self.story.scroll_half, detail_rows=self.story.scroll_rows)
        self.act(next_passage=self.panes.next_stop, previous_passage=self.panes.previous_stop)
        self.act(copy_id=self.copying.copy_ids, copy_command=self.copying.copy_command)
        self.act(command_line=self.commands.ask, back=self.back.go)
        self.act(sort=self.sorting.next, new=lambda: self.forms.new(""), commit=lambda: self.git.plan())
        self.act(choose_configuration=self.elsewhere.choose_configuration)
        self.act(edit=edit, editor=lambda: self.files.edit(self.current_case()))
        self.act(help=lambda: self.app.push_screen(self._help()))
        self.back.add(lambda: self.panes.inside, lambda: self.panes.lay_out("half"))
        self.back.add(lambda: self.list.marked, unmark)
        self.back.add(lambda: self.table.filter, self.filtering.off)

    def _give_commands(self) -> None:
        def go_if_there(text: str) -> bool:
            if text in self.rows:
                self.go(text)
            return text in self.rows

        self.commands.add(commit=self.git.plan, review=self.git.review, filter=self.filtering.apply)
        self.commands.add(new=self.forms.new, audit=self.elsewhere.audit)
        self.commands.add_wanting(branch=self.git.branch, go=self.go, config=self.elsewhere.configuration)
        self.commands.add_wanting(configuration=self.elsewhere.configuration)
        self.commands.completes(
            filter=self.filtering.offers, config=self.elsewhere.configurations, review=self.git.ranges,
            go=self.table.ids_like,
        )  # fmt: skip
        self.commands.add_bare(self.elsewhere.commands())
        judge, leave = self.judge_again, self.app.exit
        self.commands.add_bare({"reload": judge, "judge": judge, "q": leave, "quit": leave})
        self.commands.add_bare({"help": lambda: self.app.push_screen(self._help())})
        self.prompted |= {
            filtering.PURPOSE: self.filtering.apply,
            commanding.PURPOSE: partial(self.commands.entered, else_do=go_if_there),
            committing.SUBJECT: self.git.commit,
            committing.REVIEW: self.git.review,
        }

    @on(PromptLine.Changed)
    @on(PromptLine.Left)
    def _typing(self, event: PromptLine.Changed | PromptLine.Left) -> None:
        if event.purpose == filtering.PURPOSE and isinstance(event, PromptLine.Changed):
            self.filtering.typed(event.text)
        elif event.purpose == filtering.PURPOSE:
            self.filtering.left()

    @on(PromptLine.Entered)
    def _entered(self, event: PromptLine.Entered) -> None:
        event.stop()
        if event.purpose in self.prompted:
            self.prompted[event.purpose](event.text)

    # -- rows

    @property
    def rows(self) -> Mapping[str, QueueRow]:
        """The rows shown, by key, in their order."""
        return self.table.shown

    @property
    def filter(self) -> Filter:
        """What they are filtered by."""
        return self.table.filter

    def current_case(self) -> str | None:
        """The case under the cursor."""
        key = self.list.cursor_key
        return None if key is None else self.listing.case_of(key)

    def off(self) -> dict[str, str]:
        """Key ids that do nothing now, and why."""
        off = self.panes.off() | self.writing.off()
        if not self.rows:
            off |= dict.fromkeys(_OF_A_ROW, "there is no case here")
        return off | dict(self.listing.off())

    def reload(self, *, anew: bool = False) -> None:
        """Read the rows again; the cursor stays on its case, and so do the rows, unless they are put in order anew."""
        try:
            fresh = self.listing.load()
        except FAULTS as error:
            self.status.failed(error_text(error, self.ragtriage.workspace.root))
            self.call_later(self.first_keys.give_up)
        else:
            self.table.take(fresh, anew=anew)
        self.show_rows()

    def show_rows(self) -> None:
        """Draw the list from the rows that there are and the filter."""
        self.table.sift()
        rows = self.table.shown
        ids = [*rows]
        self.list.set_rows(
            ids,
            lambda at, width: self.listing.draw(rows[ids[at]], width),
            heading=self.listing.heading(),
            columns=self.listing.column_heads,
            empty=self.table.filtered_away(self.listing.row_word) or self.listing.empty(),
            stays=self.filtering.previews,
        )
        if self.list.cursor_key is None:
            self.story.show(None)
        if self.ragtriage.current_mode == self.NAME:
            self.elsewhere.arrived(self.rows, self.listing.key_of, self.list.move_to)
        self.refresh_frame()
        self.call_later(self.first_keys.follow, is_read=self.listing.is_read, in_front=self.is_current)

    # -- the frame

    def compose(self) -> ComposeResult:
        yield self.frame.title
        with Container(id="body"):
            yield self.list
            yield self.story
        if self.LEGEND:
            yield self.frame.legend
        yield self.prompt
        yield self.status
        yield self.frame.footer

    def on_mount(self) -> None:
        self.panes.arrange(self.app.size.width)
        self.list.focus()
        self.first_load()

    def first_load(self) -> None:
        """The screen is there: show its rows."""
        self.reload()

    def on_screen_resume(self) -> None:
        """Another screen may have changed something while this one was away."""
        if self._was_away:
            self.reload()
            self.ask_story()

    def on_screen_suspend(self) -> None:
        self._was_away = True

    def on_resize(self, event: events.Resize) -> None:
        stacked = self.panes.stacked
        self.panes.arrange(self.app.size.width)
        if self.rows and self.panes.stacked != stacked:
            self.show_rows()

    def on_descendant_focus(self) -> None:
        """`q` means another thing in another pane."""
        if self.is_mounted:
            self.show_keys()

    def on_paste(self, event: events.Paste) -> None:
        """Nothing is being typed: pasted text has nowhere to go."""
        event.stop()
        self.status.refused("nothing was pasted", "/ filters, : takes a command, and text goes there")

    def refresh_frame(self) -> None:
        """Title, legend and footer, from what is true now."""
        app = self.ragtriage
        if (waits := self.listing.waits_for_someone()) is not None:
            app.waits[self.NAME] = waits
        self.frame.show_title(app, app.waits, (app.uncommitted, app.branch), app.problems, self.listing.facts())
        self.show_keys()

    def show_keys(self) -> None:
        """The keys that work now, and the answers that are asked for."""
        self.frame.show_keys(
            self.off(), self.legend_groups(), back_quits=self.is_first() and self.back.at_end
        )  # fmt: skip

    def legend_groups(self) -> Sequence[str]:
        """The groups of keys that the legend names."""
        return self.LEGEND

    # -- news from behind

    @on(Judging)
    def _judging(self, news: Judging) -> None:
        self.news.going_on(news)

    @on(Judged)
    def _judged(self, news: Judged) -> None:
        known, self.ragtriage.problems = self.ragtriage.problems, news.problems
        self.news.done(news, known)
        if news.judged or news.changed or news.anew:
            self.reload(anew=news.anew)
            self.ask_story()
        else:
            self.refresh_frame()

    @on(BranchKnown)
    def _branch(self, news: BranchKnown) -> None:
        self.ragtriage.branch, self.ragtriage.uncommitted = news.branch, news.uncommitted
        self.refresh_frame()

    @on(WaitsKnown)
    def _waits(self) -> None:
        self.refresh_frame()

    @on(StoryReady)
    def _story_ready(self, news: StoryReady) -> None:
        if self.listing.of_cases:
            self.story_pane.told(news)

    @on(RowList.Settled)
    def ask_story(self) -> None:
        """See to it that the story of the row under the cursor is shown."""
        key = self.list.cursor_key
        self.show_keys()  # which keys work, and what is asked, depends on the row
        if key is not None and self.is_current:
            self.listing.ask_story(key)

    @on(RowList.Marked)
    def _marked(self, event: RowList.Marked) -> None:
        if event.keys:
            self.status.note(f"{len(event.keys)} marked: {self.MARKS_MEAN}", hint="esc unmarks")
        self.show_keys()

    @on(RowList.Opened)
    def _opened(self) -> None:
        """Enter: the detail has the whole screen and the keys."""
        self.panes.lay_out("detail")

    # -- back, and elsewhere

    def is_first(self) -> bool:
        """Whether the way back from here leads out of the program."""
        return self.NAME == "triage"

    def leave(self) -> None:
        """To the first screen; from there q leaves, and esc says so."""
        if self.is_first():
            lead_out(self.ragtriage, self.status)
        else:
            self.ragtriage.action_go("triage")

    def move_to(self, key: str) -> bool:
        """Put the cursor on a row; whether it is there."""
        return self.list.move_to(key)

    def go(self, text: str) -> None:
        """Put the cursor on what is called so."""
        if not self.move_to(self.listing.key_of(text)):
            step = "esc takes the filter away" if self.filter else "F2 lists all cases"
            self.status.refused(f"{one_line(text)} is not in this list", step)

    def _help(self) -> HelpScreen:
        """The keys of this screen."""
        notes = (f"Commands (:): {self.COMMAND_WORDS}", *GRAMMAR)
        return self.frame.help(self.off(), self.listing.help_notes(), notes)

    def palette(self) -> Iterator[Entry]:
        """What can be done here by name."""
        yield from commanding.ready_filters(READY_MADE, self.filtering.apply)
        yield from commanding.of_keys(self.NAME, self.ragtriage.keys, partial(self.call_next, self.run_action))
        yield "Review a branch", "The cases that it changes, one at a time", self.git.ask_review

    # -- what was written

    def case_edited(self, write: Write) -> None:
        """The editor saved something."""
        self.writing.saved(write)

    def judge_again(self) -> None:
        """See what changed on disk, and put the list in order anew."""
        self.table.touched.clear()
        self.ragtriage.judge(anew=True)

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        """Something was written: show it, and judge what it touched."""
        self.table.written(write.items)
        moved = self.aftermath.settings(write)
        self.reload()
        self.ask_story()
        self.aftermath.judging(write, moved=moved)
        if self.NAME != "triage":
            self.ragtriage.learn_waits(("triage",))
