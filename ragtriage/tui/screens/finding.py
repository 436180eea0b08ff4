"""Finding cases on a screen that lists them: the filter as one types it, matches, and commands by name."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on

from ragtriage.errors import RagtriageError
from ragtriage.text import one_line, safe
from ragtriage.triage import filters
from ragtriage.triage.filters import Filter
from ragtriage.triage.model import Row
from ragtriage.tui.keys import Key, on_screen
from ragtriage.tui.keys import Screen as ScreenName
from ragtriage.tui.screens.committing import CommittingScreen
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp

GRAMMAR = (
    "Filter (/): terms separated by spaces must all hold; key:a,b is a or b; ! inverts; quotes keep spaces.",
    "Keys: diagnosis, cause, owner, tag, intent, source, status, badge, passes, label, must_pass, answerable, because,",
    "evidence, documents (how many the answer needs together), doc, origin, nuggets, reference, reviewed, rare,",
    "judged.",
    "passes:none  no configuration passes   label:suspect  the label is in doubt   badge:new,back",
    "label:copied  worded as its document   label:superseded  rests on a version that another replaces",
    "judged:none  nobody judged the answer   judged:right,wrong,disputed",
    "documents:2+  two or more   because:out_of_scope   origin:user,expert,synthetic   reviewed:no   rare:yes",
)
_MOST_READ = 1000
"""Answers drawn at once; nobody reads more in a week."""
_IN_PALETTE = ("Find", "Cause", "Accept as", "Decide", "Edit", "Copy")
"""Groups of keys that the palette offers by name; to move about, the keys themselves are quicker."""
COMMANDS = (
    "config NAME · filter … · go ID · new QUESTION · audit N · triage · cases · anchors · complaints · reload · "
    "commit · branch NAME · review A..B · help · quit"
)


def steady(fresh: Sequence[Row], before: Sequence[str]) -> list[Row]:
    """`fresh` rows in the order `before` that a reviewer works through; a new one stays behind its fresh neighbour."""
    place = {case_id: at for at, case_id in enumerate(before)}
    keys: dict[str, tuple[int, int]] = {}
    last, behind = -1, 0
    for row in fresh:
        if row.case_id in place:
            last, behind = place[row.case_id], 0
        else:
            behind += 1
        keys[row.case_id] = (last, behind)
    return sorted(fresh, key=lambda row: keys[row.case_id])


class FindingScreen(CommittingScreen):
    """What a list screen shows of all its rows, and how to get from one to the next."""

    NAME: ClassVar[ScreenName]
    COMMAND_WORDS: ClassVar[str] = COMMANDS
    COMMAND_HINT: ClassVar[str] = "audit N · commit · branch NAME · config NAME · go ID · help lists all"
    """What fits where a command is typed, at 80 columns."""
    FILTER_HINT: ClassVar[str] = "passes:none  badge:new  words"

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, Row] = {}
        """The rows shown, by case id, in their order."""
        self.every: Sequence[Row] = ()
        """Before the filter."""
        self.filter = Filter(())
        self._last_filter = Filter(())
        self._filter_before = Filter(())
        """What Escape while typing goes back to."""
        self.touched: set[str] = set()
        """Cases written to since the filter was set: they stay in sight, though it may keep them no more."""

    @property
    def ragtriage(self) -> "RagtriageApp":
        return cast("RagtriageApp", self.app)

    @property
    def list(self) -> RowList:
        return self.query_one("#list", RowList)

    @property
    def status(self) -> StatusLine:
        return self.query_one(StatusLine)

    @property
    def prompt(self) -> PromptLine:
        return self.query_one(PromptLine)

    def show_rows(self) -> None:
        """Draw the list from `every` and the filter."""
        raise NotImplementedError

    def action_help(self) -> None:
        """The keys of this screen."""
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
        for key in on_screen(self.NAME):
            if key.group in _IN_PALETTE:
                yield key.words.capitalize(), f"{key.help} ({self.ragtriage.keys.shown(key)})", partial(self._run, key)
        yield from self.git_commands()

    def _run(self, key: Key) -> None:
        self.call_next(self.run_action, key.action)

    def kept(self) -> Sequence[Row]:
        """The rows that the filter keeps, and those just written to."""
        if not self.filter:
            return self.every
        return [row for row in self.every if self.filter.keeps(row) or row.case_id in self.touched]

    # -- the filter

    def action_filter(self) -> None:
        """Type a filter; the list follows."""
        self._filter_before = self.filter
        value = f"{self.filter} " if self.filter else ""
        self.prompt.ask("filter", "/", value=value, hint=self.FILTER_HINT, offers=self._offers)

    def _offers(self, text: str) -> Sequence[str]:
        return filters.completions(text, self.every)

    @on(PromptLine.Changed)
    def _typing(self, event: PromptLine.Changed) -> None:
        if event.purpose != "filter":
            return
        found = self._half_typed(event.text)
        if found is not None and found != self.filter:
            self.filter = found
            self.touched.clear()
            self.show_rows()

    def _half_typed(self, text: str) -> Filter | None:
        """What the list is filtered by while `text` is typed: half a term is no error, and not yet a condition."""
        return next((found for part in filters.beginnings(text) if (found := self._condition(part)) is not None), None)

    def _condition(self, text: str) -> Filter | None:
        """The filter that `text` spells, if it spells one and does not merely begin one."""
        try:
            found = filters.parse(text, self._configurations())
        except RagtriageError:
            return None
        if found and not any(map(found.keeps, self.every)) and self._offers(text):
            return None  # half a value: `tag:bill` on the way to `tag:billing`
        return found

    @on(PromptLine.Left)
    def _left(self, event: PromptLine.Left) -> None:
        if event.purpose == "filter":
            self.filter = self._filter_before
            self.show_rows()

    def apply(self, text: str) -> None:
        """Filter the list."""
        try:
            self.filter = filters.parse(text, self._configurations())
        except RagtriageError as error:
            self.status.failed(error)
            self.filter = self._filter_before
        else:
            self.touched.clear()
            self._last_filter = self.filter or self._last_filter
            self.status.clear()
        self._filter_before = self.filter
        self.show_rows()

    def _configurations(self) -> Sequence[str] | None:
        names = {name for row in self.every for name in row.passes}
        return sorted(names | set(self.ragtriage.latest()))

    # -- matches

    def action_next_match(self) -> None:
        """To the next row that the filter keeps, or kept before it was taken away."""
        self._to_match(1)

    def action_previous_match(self) -> None:
        """To the one before."""
        self._to_match(-1)

    def _to_match(self, step: int) -> None:
        ids = [*self.rows]
        wanted = self.filter or self._last_filter
        if not wanted:
            self.status.refused("no match", "there was no filter yet: / sets one")
            return
        here = self.list.cursor
        order = [(here + step * n) % len(ids) for n in range(1, len(ids) + 1)]
        found = next((at for at in order if wanted.keeps(self.rows[ids[at]])), None)
        if found is None:
            self.status.refused("no match", f"nothing here meets {one_line(str(wanted))}")
            return
        if found == here or (found < here) == (step > 0):
            self.status.note("the only match" if found == here else "round the end of the list", hint=str(wanted))
        self.list.move(found)

    # -- commands

    def action_command_line(self) -> None:
        """`:` and a command by name."""
        self.prompt.ask("command", ":", hint=self.COMMAND_HINT)

    @on(PromptLine.Entered)
    def _entered(self, event: PromptLine.Entered) -> None:
        event.stop()
        self.entered(event.purpose, event.text)

    def entered(self, purpose: str, text: str) -> None:
        """An answer to a question of the prompt."""
        if purpose == "filter":
            self.apply(text)
        elif purpose == "command":
            self._obey(text)
        else:
            self.git_entered(purpose, text)

    def _obey(self, text: str) -> None:
        words = text.split()
        match words:
            case []:
                return
            case _ if self.obey_git(text):
                return
            case ["config" | "configuration", name]:
                self.choose(name)
            case ["filter", *_]:
                self.apply(text.split(None, 1)[1] if len(words) > 1 else "")
            case ["go", case_id]:
                self.go(case_id)
            case ["new", *_]:
                self.new_case(text.split(None, 1)[1] if len(words) > 1 else "")
            case ["audit", *size]:
                self._audit(" ".join(size))
            case [name] if name in (plain := self._plain_commands()):
                plain[name]()
            case [case_id] if case_id in self.rows:
                self.go(case_id)
            case _:
                self.status.refused(f"no command `{one_line(text)}`", self.COMMAND_WORDS)
                self.prompt.ask_again(text, self.status.said)

    def _plain_commands(self) -> Mapping[str, Callable[[], object]]:
        """Commands that are one word."""
        screens = ("triage", "cases", "anchors", "complaints")
        return {
            **{mode: partial(self.ragtriage.action_go, mode) for mode in screens},
            "reload": self.judge_again,
            "judge": self.judge_again,
            "help": self.action_help,
            "q": self.app.exit,
            "quit": self.app.exit,
        }

    def _audit(self, size: str) -> None:
        if size and not (size.isascii() and size.isdecimal() and 0 < int(size[:9]) <= _MOST_READ):
            self.prompt.ask_again(f"audit {size}", f"name a number of answers, 1 to {_MOST_READ}")
        else:
            self.ragtriage.open_audit(int(size) if size else None)

    def judge_again(self) -> None:
        """See what changed on disk, and put the list in order anew."""
        raise NotImplementedError

    def choose(self, name: str) -> None:
        """Triage another configuration."""
        latest = self.ragtriage.latest()
        if name in latest:
            self.ragtriage.choose_configuration(name)
        else:
            has = f"there are {', '.join(map(one_line, latest))}" if latest else "no configuration has one"
            self.status.refused(f"`{one_line(name)}` has no run here", has)

    def go(self, case_id: str) -> None:
        """Put the cursor on a case."""
        if not self.list.move_to(case_id):
            step = "esc takes the filter away" if self.filter else "F2 lists all cases"
            self.status.refused(f"{one_line(case_id)} is not in this list", step)

    # -- copying

    def command_words(self) -> str:
        """The shell command that shows the same list."""
        raise NotImplementedError

    def shell_command(self, *words: str) -> str:
        """A command line for a shell, in the workspace's folder."""
        return shlex.join(["ragtriage", *map(safe, words)])

    def action_copy_id(self) -> None:
        """Copy the id of the case, and show it: not every terminal lets a program copy."""
        ids = [safe(case_id) for case_id in self.list.targets]
        if ids:
            self._copy("\n".join(ids), ", ".join(ids))

    def action_copy_command(self) -> None:
        """Copy the command that shows the same in a shell."""
        words = self.command_words()
        self._copy(words, words)

    def _copy(self, text: str, shown: str) -> None:
        self.app.copy_to_clipboard(text)
        self.status.note(f"copied  {shown}")
