"""What is done once after many keys: the corpus is not searched at each letter, nor the form looked through."""

from collections.abc import Callable
from typing import Protocol

from textual.timer import Timer


class SetTimer(Protocol):
    """Textual's `set_timer`."""

    def __call__(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call `callback` after `delay` seconds."""
        ...


class Delayed:
    """Something that is done a moment after it was asked for last."""

    def __init__(self, set_timer: SetTimer, seconds: float, act: Callable[[], object]) -> None:
        self._set_timer, self._seconds, self._act = set_timer, seconds, act
        self._timer: Timer | None = None

    @property
    def waiting(self) -> bool:
        """Whether it was asked for and is not done yet."""
        return self._timer is not None

    def soon(self) -> None:
        """Ask for it."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._set_timer(self._seconds, self.now)

    def now(self) -> None:
        """Do it at once."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._act()
