"""A screen as its parts see it: a place for questions, that may be in front or not, in a program that has others."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from textual.screen import Screen

from ragtriage.tui.widgets.confirm import Confirm

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp


class Stage:
    """What `Committing` and `CaseFiles` ask of a screen and its app."""

    def __init__(self, screen: Screen[None], app: "RagtriageApp") -> None:
        self._screen, self._app = screen, app

    def confirm(self, question: Confirm, answered: Callable[[bool | None], None]) -> None:
        """Ask, over the screen."""
        self._app.push_screen(question, answered)

    def is_on_top(self) -> bool:
        """Whether it has the keys: no dialog is over it."""
        return self._screen.is_current

    def is_in_front(self) -> bool:
        """Whether it is the screen one looks at, under a dialog perhaps."""
        return self._app.screen_stack[0] is self._screen

    def suspended(self) -> AbstractContextManager[None]:
        """The terminal is another program's meanwhile. Raises SuspendNotSupported."""
        return self._app.suspend()

    def drawn_anew(self) -> None:
        """The terminal is ours again."""
        self._screen.refresh(layout=True)

    def learn_branch(self) -> None:
        """The branch or what is uncommitted is another."""
        self._app.learn_branch()

    def open_review(self, text: str) -> None:
        """Go and review a range or a branch."""
        self._app.open_review(text)
