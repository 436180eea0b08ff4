"""Where text breaks into rows of so many cells: one rule for the shell and the screens."""

from collections.abc import Iterator

from ragtriage.text import char_cells

_NOT_FIRST = frozenset("、。，．！？：；」』）】》〉”’,.!?:;)]}")
"""Characters that do not begin a row where wide text breaks."""


def row_breaks(text: str, first: int, rest: int) -> Iterator[tuple[int, int]]:
    """Start and end of each row of `text`, the first of `first` cells, the others of `rest`.

    Breaks at line breaks, else at the last space, else between wide characters, else anywhere. Empty text: one row.
    """
    narrow = text.isascii()
    at, length, room = 0, len(text), first
    while at < length:
        window = min(length, at + room + 1) if narrow else _window(text, at, room)
        newline = text.find("\n", at, window)
        if newline >= 0:
            yield at, newline
            at = newline + 1
        elif window >= length and (length - at <= room if narrow else _width(text, at, length) <= room):
            yield at, length
            return
        else:
            end = _last_break(text, at, window - 1)
            yield at, end
            at = end + 1 if text[end : end + 1] == " " else end  # a wide character in one cell may be the last
        room = rest
    if not length or text[-1] == "\n":
        yield length, length


def _window(text: str, at: int, room: int) -> int:
    """One past the first character that no longer fits into `room` cells from `at`.

    A row bears eight characters a cell at most: a heap of combining marks on one letter must end somewhere.
    """
    used, last = 0, min(len(text), at + 8 * room)
    for index in range(at, last):
        if text[index] == "\n":
            return index + 1
        used += char_cells(text[index])
        if used > room:
            return index + 1
    return last


def _width(text: str, start: int, end: int) -> int:
    return sum(char_cells(char) for char in text[start:end])


def _last_break(text: str, start: int, fits: int) -> int:
    """Where to end a row that may end at `fits` at the latest; always after `start`."""
    if text[fits] == " ":
        return fits
    space = text.rfind(" ", start + 1, fits)
    for index in range(fits, max(start, space), -1):
        if char_cells(text[index - 1]) == 2 and text[index] not in _NOT_FIRST and char_cells(text[index]):
            return index
    if space > start:
        return space
    return max(fits, start + 1)
