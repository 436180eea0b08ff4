"""Work in threads for one screen: what comes of it is given back in the screen's own turn, among its messages."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from textual.message_pump import MessagePump
from textual.worker import get_current_worker

from ragtriage.errors import RagtriageError
from ragtriage.tui.faults import FAULTS
from ragtriage.workspace import Workspace

Result = TypeVar("Result")


class Threads(Protocol):
    """An app that has threads, and a workspace to read in them."""

    def run_in_background(self, group: str, work: Callable[[], None]) -> None:
        """Run `work` in a thread; a newer one of the same group makes an older one's result unwanted."""

    def reading(self, group: str, work: Callable[[Workspace], None]) -> None:
        """The same, on the workspace kept for reading."""

    def in_words(self, error: Exception) -> RagtriageError:
        """The error as a screen says it."""
        ...


class Background(Protocol):
    """Runs work; a part that is given one need not know where. In tests it runs at once."""

    def run(
        self,
        group: str,
        work: Callable[[], Result],
        then: Callable[[Result], object],
        failed: Callable[[RagtriageError], object],
    ) -> None:
        """Do `work`, then give what it came to, or what went wrong."""
        ...

    def read(
        self,
        group: str,
        work: Callable[[Workspace], Result],
        then: Callable[[Result], object],
        failed: Callable[[RagtriageError], object],
    ) -> None:
        """The same, on a workspace kept for reading: quick, and never two at once."""
        ...

    def say(self, tell: Callable[..., object], *what: Any) -> None:
        """From within `work`: tell something before it is done."""
        ...


class ScreenBackground:
    """The threads of the app, for one screen. What a newer work of the same group took the place of is not told."""

    def __init__(self, screen: MessagePump, threads: Threads) -> None:
        self._screen, self._threads = screen, threads

    def run(
        self,
        group: str,
        work: Callable[[], Result],
        then: Callable[[Result], object],
        failed: Callable[[RagtriageError], object],
    ) -> None:
        """Do `work` in a thread, then give what it came to."""
        self._threads.run_in_background(group, lambda: self._told(work, then, failed))

    def read(
        self,
        group: str,
        work: Callable[[Workspace], Result],
        then: Callable[[Result], object],
        failed: Callable[[RagtriageError], object],
    ) -> None:
        """The same, on the workspace kept for reading."""
        self._threads.reading(group, lambda workspace: self._told(lambda: work(workspace), then, failed))

    def say(self, tell: Callable[..., object], *what: Any) -> None:
        """From a thread, unless the work is no longer wanted."""
        if not get_current_worker().is_cancelled:
            self._screen.call_later(tell, *what)

    def _told(
        self, work: Callable[[], Result], then: Callable[[Result], object], failed: Callable[[RagtriageError], object]
    ) -> None:
        try:
            result = work()
        except FAULTS as error:
            self.say(failed, self._threads.in_words(error))
        else:
            self.say(then, result)
