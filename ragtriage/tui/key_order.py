"""Keys one after the other: the next goes out when all that the one before set off has happened.

Textual hands a key to the widget in focus and takes the next at once, while focus moves a moment later. Where keys come
in bursts (a slow line, a paste, a fast hand), what was meant for a prompt that `:` opens would reach the list, and a
digit there decides a case.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from textual import events
from textual.app import App
from textual.dom import DOMNode

PATIENCE_SECONDS = 1.0
"""A key whose way cannot be followed (its widget went away) holds up the next ones no longer than this."""

ROUNDS = 4
"""How often the way is gone: an answer in a prompt, or a closing dialog, sets off messages that set off others."""

Result = TypeVar("Result")
Typed = events.Key | events.Paste


class KeyOrder(Generic[Result]):
    """Holds keys back while one is on its way: from the widget in focus up to the app, which does what it means."""

    def __init__(self, app: App[Result], send: Callable[[Typed], Awaitable[None]]) -> None:
        self._app, self._send = app, send
        self._held: deque[Typed] = deque()
        self._since: float | None = None
        """When the key that is on its way set out."""
        self.last = ""
        """Name of the key that set out last."""
        self._waits: dict[object, frozenset[str]] = {}
        """Who has keys wait until what they are about is there, and which keys do not wait for that."""

    async def take(self, typed: Typed) -> None:
        """Send it on, now or after those before it."""
        self._held.append(typed)
        if self._since is None or time.monotonic() - self._since > PATIENCE_SECONDS:
            await self._next()

    @property
    def at_rest(self) -> bool:
        """Whether no key is on its way, or waits for its turn."""
        return not (self._waits or self._held or self._since is not None)

    def wait(self, who: object, *, away: frozenset[str] = frozenset()) -> None:
        """Hold all keys until `who` says `go_on`: what is on the screen cannot be acted on yet.

        `away`: keys that lead elsewhere. They go at once; what waited for this screen is dropped, and nobody waits.
        """
        self._waits[who] = away

    async def go_on(self, who: object, *, dropping: bool = False) -> int:
        """Send on what waited, or drop it, where it would be about something else now. How many were dropped."""
        if who not in self._waits:
            return 0
        del self._waits[who]
        dropped = len(self._held) if dropping else 0
        if dropping:
            self._held.clear()
        if self._since is None:
            await self._next()
        return dropped

    async def _next(self) -> None:
        if not self._held or not self._may_go():
            self._since = None
            return
        typed = self._held.popleft()
        self._since = set_out = time.monotonic()
        self.last = typed.key if isinstance(typed, events.Key) else ""
        target = self._app.focused or self._app.screen
        await self._send(typed)
        await self._follow(target, set_out, ROUNDS)

    def _may_go(self) -> bool:
        """Whether nobody waits any more; a key that leads elsewhere ends that."""
        for who, away in [*self._waits.items()]:
            at = next(
                (at for at, one in enumerate(self._held) if isinstance(one, events.Key) and one.key in away), None
            )
            if at is None:
                return False
            for _ in range(at):
                self._held.popleft()
            del self._waits[who]
        return True

    async def _follow(self, node: DOMNode | None, set_out: float, rounds: int) -> None:
        """A callback behind the key in each queue that it passes through, up to the app's own."""
        while node is not None:
            onward = self._at_top if node is self._app else self._follow
            if node.call_later(onward, node.parent, set_out, rounds):
                return
            node = node.parent
        self._since = None

    async def _at_top(self, _: DOMNode | None, set_out: float, rounds: int) -> None:
        """The app has done what the key means; what that set off takes more rounds."""
        if self._since != set_out:
            return
        if rounds and self._app.is_running:
            await self._follow(self._app.focused or self._app.screen, set_out, rounds - 1)
        else:
            await self._next()
