"""The first keys on a screen whose rows are still being read: kept, and carried out when the rows are there.

A hand is faster than a large inbox. What it typed would be answered “there is no complaint here”, or act on nothing.
"""

from ragtriage.tui.key_order import KeyOrder
from ragtriage.tui.keymap import Keymap
from ragtriage.tui.keys import KEYS

_AWAY = ("back", "palette")
"""Keys that leave a screen, besides those that open another."""


def away_keys(keys: Keymap) -> frozenset[str]:
    """Names of the keys that do not wait for rows: what was typed before them was for a screen that one leaves."""
    ids = (key for key in KEYS if key.id in _AWAY or key.id.startswith("screen."))
    return frozenset({"ctrl+c", "ctrl+q", *(name for key in ids for name in keys.names(key))})


class FirstKeys:
    """Holds the keys of one screen back, as long as its list is not read."""

    def __init__(self, order: "KeyOrder[None]", keys: Keymap) -> None:
        self._order, self._away = order, away_keys(keys)
        self._given_up = False

    async def follow(self, *, is_read: bool, in_front: bool) -> None:
        """The list was drawn: from rows that were read, or before that."""
        self._given_up = self._given_up and not is_read
        if is_read or self._given_up:
            await self._order.go_on(self)
        elif in_front:
            self._order.wait(self, away=self._away)

    async def give_up(self) -> None:
        """The rows cannot be read now: keys are not to wait for them."""
        self._given_up = True
        await self._order.go_on(self)
