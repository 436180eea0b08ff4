"""Commands by name: typed after `:`, or chosen from the palette; and copying what a shell can use."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from ragtriage.text import one_line, safe
from ragtriage.tui.keymap import Keymap
from ragtriage.tui.keys import Screen as ScreenName
from ragtriage.tui.keys import on_screen
from ragtriage.tui.widgets.candidates import Offers
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.status_line import StatusLine

PURPOSE = "command"
"""Of the prompt."""
WORDS = (
    "config NAME · filter … · go ID · new QUESTION · audit N · triage · cases · anchors · complaints · reload · "
    "commit · branch NAME · review A..B · help · quit"
)
"""The commands that every list has."""

Command = Callable[[str], object]
"""Does it, given what was typed after its name."""
Entry = tuple[str, str, Callable[[], object]]
"""Of the palette: title, help, what it does."""
_UNLISTED = ("q", "judge", "configuration")
"""Other names for what is offered under one already."""
_IN_PALETTE = ("Find", "Cause", "Accept as", "Decide", "Edit", "Copy")
"""Groups of keys that the palette offers by name; to move about, the keys themselves are quicker."""


class Commands:
    """What can be typed after `:`, by name. Each part of a screen adds its own."""

    def __init__(self, prompt: PromptLine, status: StatusLine, hint: str, words: str) -> None:
        """`hint`: what fits where a command is typed; `words`: all that there are, for who typed something else."""
        self._prompt, self._status, self._hint, self._words = prompt, status, hint, words
        self._by_name: dict[str, Command] = {}
        self._bare: set[str] = set()
        self._wanting: set[str] = set()
        self._words_of: dict[str, Offers] = {}

    def add(self, **commands: Command) -> None:
        """Commands that may be followed by words."""
        self._by_name |= commands

    def add_wanting(self, **commands: Command) -> None:
        """Commands that mean nothing without words after them."""
        self._by_name |= commands
        self._wanting |= commands.keys()

    def add_bare(self, commands: Mapping[str, Callable[[], object]]) -> None:
        """Commands of one word."""
        for name, act in commands.items():
            self._by_name[name] = lambda _, act=act: act()  # type: ignore[misc]
            self._bare.add(name)

    def completes(self, **offers: Offers) -> None:
        """What may stand after a command, given what was typed of that."""
        self._words_of |= offers

    def ask(self) -> None:
        """`:` and a command."""
        self._prompt.ask(PURPOSE, ":", hint=self._hint, offers=self.offers)

    def offers(self, text: str) -> Sequence[str]:
        """What a command that is being typed may become: its name first, then what stands after it."""
        name, space, rest = text.partition(" ")
        if space:
            found = self._words_of[name](rest) if name in self._words_of else ()
            return [f"{name} {one}" for one in found]
        begun = sorted(one for one in self._by_name if one.startswith(name) and one not in _UNLISTED)
        return [f"{one} " if one in self._words_of or one in self._wanting else one for one in begun]

    def obey(self, text: str) -> bool:
        """Do what was typed; whether there is such a command."""
        name, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        act = self._by_name.get(name)
        if act is None or (name in self._bare and rest) or (name in self._wanting and not rest):
            return False
        act(rest)
        return True

    def entered(self, text: str, else_do: Callable[[str], bool]) -> None:
        """Take what was typed after `:`. `else_do`: takes what is no command, and says whether it could."""
        if text.strip() and not self.obey(text) and not else_do(text.strip()):
            self._status.refused(f"no command `{one_line(text)}`", self._words)
            self._prompt.ask_again(text, self._status.said)


class Copying:
    """`y` and `Y`. Not every terminal lets a program copy, so what was copied is shown, too."""

    def __init__(
        self, status: StatusLine, copy: Callable[[str], object], ids: Callable[[], Sequence[str]],
        shell_words: Callable[[], Sequence[str]],
    ) -> None:  # fmt: skip
        """`ids`: of what the keys are for; `shell_words`: after `ragtriage`, what shows the same in a shell."""
        self._status, self._to_clipboard, self._ids, self._shell_words = status, copy, ids, shell_words

    def copy_ids(self) -> None:
        """The ids of the marked rows, or of the one under the cursor."""
        ids = [safe(one) for one in self._ids()]
        if ids:
            self._copy("\n".join(ids), ", ".join(ids))

    def copy_command(self) -> None:
        """The command line that shows the same list, in the workspace's folder."""
        words = shlex.join(["ragtriage", *map(safe, self._shell_words())])
        self._copy(words, words)

    def _copy(self, text: str, shown: str) -> None:
        self._to_clipboard(text)
        self._status.note(f"copied  {shown}")


def of_keys(screen: ScreenName, keys: Keymap, run: Callable[[str], object]) -> Iterator[Entry]:
    """Entries for the keys of a screen; `run`: does an action, by its name."""
    for key in on_screen(screen):
        if key.group in _IN_PALETTE:
            yield key.words.capitalize(), f"{key.help} ({keys.shown(key)})", partial(run, key.action)


def ready_filters(filters: Sequence[tuple[str, str]], apply: Callable[[str], None]) -> Iterator[Entry]:
    """Entries of the palette for filters that are often wanted: (words, help)."""
    for words, about in filters:
        yield f"Filter {words}" if words else "Filter off", about, lambda words=words: apply(words)  # type: ignore[misc]
