"""A quote that stands several times in its document, as it did: whether each place still says what one of them said.

Nothing tells which of them was meant. So any of them will do only while all of them say the same as before: where one
was struck through, or stands under another heading, it may be the one that was meant.
"""

from collections.abc import Sequence

from ragtriage.anchors.context import TextPlace, Turn, changed_surroundings

_MOST = 400
"""Pairs of places that are compared. Words that stand more often are no evidence that one could find."""


def turned_copy(before: Sequence[TextPlace], now: Sequence[TextPlace]) -> tuple[Turn, ...]:
    """What is otherwise around the first place of `now` that is like none of `before`; nothing where all are like one.

    Both in the order of their text: the place of the same number is compared first.
    """
    left = _MOST
    for number, place in enumerate(now):
        found: tuple[Turn, ...] = ()
        order = sorted(range(len(before)), key=lambda n, at=number: abs(n - at))  # type: ignore[misc]
        for n in order[: max(1, left)]:
            left -= 1
            turns = changed_surroundings(before[n], place)
            if not turns:
                found = ()
                break
            found = found or turns
        if found:
            return found
    return ()
