"""The frame of every screen that lists things beside the story of the one under the cursor.

It holds the widgets and the parts that all of them have, and gives each its keys; what is listed is a `Listing`, and
what can be decided are further parts, of the screen that knows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.screen import Screen

from ragtriage.disk.files import Write
from ragtriage.settings import FILE
from ragtriage.text import one_line
from ragtriage.triage.filters import Filter
from ragtriage.triage.model import Row
from ragtriage.tui import keymap
from ragtriage.tui.faults import FAULTS, lasting, told
from ragtriage.tui.keys import BY_ID, Key, on_screen
from ragtriage.tui.keys import Screen as ScreenName
from ragtriage.tui.messages import BranchKnown, Judged, Judging, StoryReady
from ragtriage.tui.parts import commanding, committing, filtering
from ragtriage.tui.parts.back_key import BackKey
from ragtriage.tui.parts.background import ScreenBackground
from ragtriage.tui.parts.case_files import CaseFiles, CaseForms
from ragtriage.tui.parts.commanding import Commands, Copying, Entry
from ragtriage.tui.parts.committing import Committing
from ragtriage.tui.parts.filtering import GRAMMAR, READY_MADE, Filtering, Matches
from ragtriage.tui.parts.judging_news import JudgingNews
from ragtriage.tui.parts.listing import Listing
from ragtriage.tui.parts.panes import Panes
from ragtriage.tui.parts.rows import Rows
from ragtriage.tui.parts.stage import Stage
from ragtriage.tui.parts.story_pane import StoryPane
from ragtriage.tui.parts.writing import Writing
from ragtriage.tui.widgets.help_screen import HelpScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.story_view import StoryView
from ragtriage.tui.widgets.title_line import TitleLine

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp

_MOST_READ = 1000
"""Answers drawn at once; nobody reads more in a week."""
_IN_PALETTE = ("Find", "Cause", "Accept as", "Decide", "Edit", "Copy")
"""Groups of keys that the palette offers by name; to move about, the keys themselves are quicker."""
_AREAS = ("triage", "cases", "anchors", "complaints")
_OF_A_ROW = ("open", "mark.one", "mark.all", "edit.form", "edit.editor", "copy.id")
COMMANDS = (
    "config NAME · filter … · go ID · new QUESTION · audit N · triage · cases · anchors · complaints · reload · "
    "commit · branch NAME · review A..B · help · quit"
)


@lasting
class CaseListScreen(Screen[None]):
    """A list on the left, the story on the right; under 100 columns one above the other.

    A screen says its names and its `listing`, adds the actions of its own keys (`act`), the answers to its own
    questions (`prompted`), its own commands, and overrides what a write or a step back means to it.
    """

    NAME: ClassVar[ScreenName]
    HEADING: ClassVar[str]
    LEGEND: ClassVar[tuple[str, ...]] = ()
    """Groups of keys that a line over the status line names: the answers that are asked for."""
    COMMAND_WORDS: ClassVar[str] = COMMANDS
    COMMAND_HINT: ClassVar[str] = "audit N · commit · branch NAME · config NAME · go ID · help lists all"
    """What fits where a command is typed, at 80 columns."""
    FILTER_HINT: ClassVar[str] = "passes:none  badge:new  words"
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
    listing: Listing

    def __init__(self) -> None:
        super().__init__()
        app = self.ragtriage = cast("RagtriageApp", self.app)
        self.title_line, self.footer, self.legend = TitleLine(), KeyLine(keep=2, id="footer"), KeyLine(id="legend")
        self.list, self.story = RowList(id="list"), StoryView(id="story")
        self.prompt, self.status = PromptLine(instead_of="StatusLine"), StatusLine()
        self.table = Rows()
        self.stage, self.background = Stage(self, app), ScreenBackground(self, app)
        self.news = JudgingNews(app, self.status)
        self.panes = Panes(self, self.list, self.story, self.status, self.show_footer)
        self.story_pane = StoryPane(self.list, self.story, self.background)
        self.filtering = Filtering(
            self.table, self.prompt, self.status, self.show_rows, app.latest, self.FILTER_HINT
        )  # fmt: skip
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
        self.back = BackKey(self.leave)
        self.prompted: dict[str, Callable[[str], object]] = {}
        """Who takes the answer to a question of the prompt, by its purpose."""
        self._was_away = False
        self._glimpsed = False
        """Whether what is shown is only what was last seen."""
        self._give_keys()
        self._give_commands()

    # -- which part answers

    def act(self, **actions: Callable[..., object]) -> None:
        """Give keys to parts: Textual looks up the action of a key on the screen, by the name `action_…`."""
        for name, action in actions.items():
            setattr(self, f"action_{name}", action)

    def _give_keys(self) -> None:
        self.act(filter=self.filtering.ask, next_match=self.matches.next, previous_match=self.matches.previous)
        self.act(undo=self.writing.undo, redo=self.writing.redo, review=self.git.ask_review)
        self.act(next_pane=self.panes.next, layout=self.panes.cycle)
        self.act(detail_half=self.story.scroll_half, detail_rows=self.story.scroll_rows)
        self.act(next_passage=self.panes.next_stop, previous_passage=self.panes.previous_stop)
        self.act(copy_id=self.copying.copy_ids, copy_command=self.copying.copy_command)
        self.act(command_line=self.commands.ask, back=self.back.go)
        self.act(edit=self._edit, editor=lambda: self.files.edit(self.current_case()))
        self.back.add(lambda: self.panes.inside, lambda: self.panes.lay_out("half"))
        self.back.add(lambda: self.list.marked, self._unmark)
        self.back.add(lambda: self.table.filter, self.filtering.off)

    def _give_commands(self) -> None:
        app = self.ragtriage
        self.commands.add(commit=self.git.plan, review=self.git.review, filter=self.filtering.apply)
        self.commands.add(new=self.forms.new, audit=self._audit)
        self.commands.add_wanting(branch=self.git.branch, go=self.go, config=self.choose, configuration=self.choose)
        self.commands.add_bare({area: partial(app.action_go, area) for area in _AREAS})
        self.commands.add_bare(
            {
                "reload": self.judge_again,
                "judge": self.judge_again,
                "help": self.action_help,
                "q": self.app.exit,
                "quit": self.app.exit,
            }
        )
        self.prompted |= {
            filtering.PURPOSE: self.filtering.apply,
            commanding.PURPOSE: partial(self.commands.entered, else_do=self._go_if_there),
            committing.SUBJECT: self.git.commit,
            committing.REVIEW: self.git.review,
        }

    @on(PromptLine.Changed)
    def _typing(self, event: PromptLine.Changed) -> None:
        if event.purpose == filtering.PURPOSE:
            self.filtering.typed(event.text)

    @on(PromptLine.Left)
    def _left(self, event: PromptLine.Left) -> None:
        if event.purpose == filtering.PURPOSE:
            self.filtering.left()

    @on(PromptLine.Entered)
    def _entered(self, event: PromptLine.Entered) -> None:
        event.stop()
        if event.purpose in self.prompted:
            self.prompted[event.purpose](event.text)

    # -- rows

    @property
    def rows(self) -> Mapping[str, Row]:
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
            self.status.failed(told(error, self.ragtriage.workspace.root))
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
            empty=self._empty(),
        )
        if not ids:
            self.story.show(None)
        self.refresh_frame()

    def _empty(self) -> Sequence[str]:
        if self.table.every and self.filter:
            return (f"No {self.listing.row_word} matches the filter.", "esc takes it away.")
        return self.listing.empty()

    # -- the frame

    def compose(self) -> ComposeResult:
        yield self.title_line
        with Container(id="body"):
            yield self.list
            yield self.story
        if self.LEGEND:
            yield self.legend
        yield self.prompt
        yield self.status
        yield self.footer

    def on_mount(self) -> None:
        self.panes.arrange(self.app.size.width)
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
            self.show_footer()

    def on_paste(self, event: events.Paste) -> None:
        """Nothing is being typed: pasted text has nowhere to go."""
        event.stop()
        self.status.refused("nothing was pasted", "/ filters, : takes a command, and text goes there")

    def refresh_frame(self) -> None:
        """Title, legend and footer, from what is true now."""
        app = self.ragtriage
        name = app.workspace.root.name
        week = app.workspace.desk.week if app.workspace.settings.snapshot else ""
        broken = len(app.problems)
        unread = f"✗ {broken} problem{'s' * (broken != 1)}" if broken else ""
        self.title_line.show(self.HEADING, (name, app.branch, unread, *self.listing.facts()), week)
        self.show_footer()
        self.show_legend()

    def show_footer(self) -> None:
        """The keys that work now."""
        hints = keymap.footer(self.NAME, self.ragtriage.keys, self.off())
        if self.is_first() and self.back.at_end:
            hints = tuple(replace(one, words="quit", short="quit") if one.id == "back" else one for one in hints)
        self.footer.show(hints)

    def show_legend(self) -> None:
        """The answers that are asked for now."""
        keys, off = self.ragtriage.keys, self.off()
        self.legend.show(
            [hint for group in self.legend_groups() for hint in keymap.legend(self.NAME, keys, off, group)]
        )

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
        self.ragtriage.branch = news.words
        self.refresh_frame()

    @on(StoryReady)
    def _story_ready(self, news: StoryReady) -> None:
        if self.listing.of_cases and news.error is not None:
            self.story_pane.failed(news.case_id, news.error)
        elif self.listing.of_cases:
            self.story_pane.show(news.case_id, news.story)

    @on(RowList.Settled)
    def _settled(self, event: RowList.Settled) -> None:
        self.ask_story()

    def ask_story(self) -> None:
        """See to it that the story of the row under the cursor is shown."""
        key = self.list.cursor_key
        self.show_footer()  # which keys work, and what is asked, depends on the row
        self.show_legend()
        if key is not None and self.is_current:
            self.listing.ask_story(key)

    @on(RowList.Marked)
    def _marked(self, event: RowList.Marked) -> None:
        if event.keys:
            self.status.note(self.marked_words(len(event.keys)), hint="esc unmarks")
        self.show_footer()
        self.show_legend()

    def marked_words(self, count: int) -> str:
        """What the marks mean for the next key."""
        return f"{count} marked: y copies their ids"

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
        app = self.ragtriage
        if not self.is_first():
            app.action_go("triage")
        elif app.keys_typed.last == "escape" and app.keys.names(BY_ID["back"]) != ("escape",):
            self.status.note("this is the first screen", hint="q leaves")
        else:
            app.exit()

    def _unmark(self) -> None:
        self.list.clear_marks()
        self.status.clear()

    def move_to(self, key: str) -> bool:
        """Put the cursor on a row; whether it is there."""
        return self.list.move_to(key)

    def go(self, text: str) -> None:
        """Put the cursor on what is called so."""
        if not self.move_to(self.listing.key_of(text)):
            step = "esc takes the filter away" if self.filter else "F2 lists all cases"
            self.status.refused(f"{one_line(text)} is not in this list", step)

    def _go_if_there(self, text: str) -> bool:
        if text in self.rows:
            self.go(text)
        return text in self.rows

    def action_help(self) -> None:
        """The keys of this screen."""
        first, *words = (*self.listing.help_notes(), "")
        notes = (*filter(None, words), f"Commands (:): {self.COMMAND_WORDS}", *GRAMMAR)
        hints = keymap.hints(self.NAME, self.ragtriage.keys, self.off())
        self.app.push_screen(HelpScreen(hints, notes=notes, first=first))

    def palette(self) -> Iterator[Entry]:
        """What can be done here by name."""
        yield from commanding.ready_filters(READY_MADE, self.filtering.apply)
        for key in on_screen(self.NAME):
            if key.group in _IN_PALETTE:
                yield key.words.capitalize(), f"{key.help} ({self.ragtriage.keys.shown(key)})", partial(self._run, key)
        yield "Commit", "Cases, verdicts, labels and complaints, told by case first", self.git.plan
        yield "Review a branch", "The cases that it changes, one at a time", self.git.ask_review

    def _run(self, key: Key) -> None:
        self.call_next(self.run_action, key.action)

    def _audit(self, size: str) -> None:
        if size and not (size.isascii() and size.isdecimal() and 0 < int(size[:9]) <= _MOST_READ):
            self.prompt.ask_again(f"audit {size}", f"name a number of answers, 1 to {_MOST_READ}")
        else:
            self.ragtriage.open_audit(int(size) if size else None)

    def choose(self, name: str) -> None:
        """Triage another configuration."""
        latest = self.ragtriage.latest()
        if name in latest:
            self.ragtriage.choose_configuration(name)
        else:
            has = f"there are {', '.join(map(one_line, latest))}" if latest else "no configuration has one"
            self.status.refused(f"`{one_line(name)}` has no run here", has)

    # -- what was written

    def _edit(self) -> None:
        key = self.list.cursor_key
        self.forms.edit(self.current_case(), self.listing.field_of(key) if key is not None else "")

    def case_edited(self, write: Write) -> None:
        """The editor saved something."""
        self.writing.saved(write)

    def judge_again(self) -> None:
        """See what changed on disk, and put the list in order anew."""
        self.table.touched.clear()
        self.ragtriage.judge(anew=True)

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        """Something was written: show it, and judge what it touched."""
        app = self.ragtriage
        self.table.written(write.items)
        root = app.workspace.root
        if moved := any(change.path == root / FILE for change in write.changes):
            try:
                app.reread_settings()
            except FAULTS as error:
                self.status.failed(told(error, root))
        self.reload()
        app.learn_branch()
        self.ask_story()
        judged = (root / "cases", root / "labels")
        if moved or any(folder in change.path.parents for change in write.changes for folder in judged):
            app.judge(anew=moved)
