"""The lines around a list: title, legend of the answers, and the footer made from the keys that work now."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ragtriage.disk.problems import Problem
from ragtriage.tui import keymap
from ragtriage.tui.keymap import Keymap
from ragtriage.tui.keys import Screen as ScreenName
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.waiting import tabs
from ragtriage.tui.widgets.help_screen import HelpScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.title_line import Tab, TitleLine


class Frame:
    """What is drawn there, from what is true now; what did not change is not sent."""

    def __init__(self, screen: ScreenName, heading: str, keys: Keymap) -> None:
        self._screen, self._heading, self._keys = screen, heading, keys
        self.title, self.legend, self.footer = TitleLine(), KeyLine(id="legend"), KeyLine(keep=2, id="footer")

    def show_title(
        self,
        session: Session,
        waits: Mapping[ScreenName, int],
        git: tuple[str, str],
        problems: Sequence[Problem],
        facts: Sequence[str],
    ) -> None:
        """The screens and what waits there; files that cannot be read, what the list rests on, Git, and the week."""
        workspace, (uncommitted, branch) = session.workspace, git
        week = workspace.triage.week if workspace.settings.snapshot else ""
        unread = f"✗ {len(problems)} problem{'s' * (len(problems) != 1)}" if problems else ""
        self.title.show(self._tabs(waits), (unread, uncommitted, *facts, branch, workspace.root.name), week)

    def show_remembered(self, session: Session, facts: Sequence[str]) -> None:
        """The title as it was last seen."""
        workspace = session.workspace
        self.title.show(self._tabs({}), (*facts, workspace.root.name), workspace.triage.week)

    def _tabs(self, waits: Mapping[ScreenName, int]) -> Sequence[Tab]:
        return tabs(self._screen, self._heading, waits, self._keys)

    def show_keys(self, off: Mapping[str, str], groups: Sequence[str], *, back_quits: bool) -> None:
        """`off`: key ids that do nothing now, and why; `groups`: of the keys that the legend names."""
        hints = keymap.footer(self._screen, self._keys, off)
        if back_quits:
            hints = tuple(replace(one, words="quit", short="quit") if one.id == "back" else one for one in hints)
        self.footer.show(hints)
        self.legend.show([hint for group in groups for hint in keymap.legend(self._screen, self._keys, off, group)])

    def help(self, off: Mapping[str, str], words: Sequence[str], notes: Sequence[str]) -> HelpScreen:
        """The keys of this screen; what the `words` of its rows mean, that of the row under the cursor first."""
        first, *others = (*words, "")
        hints = keymap.hints(self._screen, self._keys, off)
        return HelpScreen(hints, notes=(*filter(None, others), *notes), first=first)
