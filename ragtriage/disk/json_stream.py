"""JSON values one after the other out of a text that may be larger than memory, each with its line.

The text is decoded value by value from a window that moves over it. What is broken is told with its place, and reading
goes on at the next value that can be found.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import IO, Any, NamedTuple

LONGEST = 64 << 20
"""Characters of one value: more is no record, and no memory."""
_BLOCK = 1 << 20
_SETTLED = 1 << 15
_BLANK = re.compile(r"[\s,\ufeff\x1e]*")
"""What may stand between values: white space, the commas of a list, marks of byte order and of record sequences."""
_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]', re.DOTALL)

_ONLY_BLANK = re.compile(r"\s*\Z")
_DEEP_AT_MOST = 100
"""Values nested beyond all reason, after which a text is given up: each costs as much as a large record."""
_LINE_OF_ITS_OWN = re.compile(r"\n(?=[{\[])")


class Decoded(NamedTuple):
    """A value, and what its reader may not take as it is."""

    value: Any
    line: int
    """1-based, where it begins."""
    doubled: str
    """The first key that stands in one object twice; empty: none."""
    unreal: str
    """The first NaN or Infinity, which are no JSON; empty: none."""
    size: int
    """Characters that it takes in the text."""


class BrokenValue(Exception):
    """A value that cannot be decoded: what is wrong, and where."""

    def __init__(self, title: str, line: int, column: int | None = None, too_long: bool = False) -> None:
        super().__init__(title)
        self.title, self.line, self.column, self.too_long = title, line, column, too_long


class JsonStream:
    """A window on a text, at the beginning of which the next thing stands."""

    def __init__(
        self,
        source: IO[str],
        parse_int: Callable[[str], object] = int,
        parse_float: Callable[[str], object] = float,
    ) -> None:
        self._source = source
        self._window, self._at, self._ended = "", 0, False
        self._before = 0
        """Characters that went before the window."""
        self._line, self._column = 1, 1
        self._doubled = self._unreal = ""
        self._deep = 0
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_int=parse_int,
            parse_float=parse_float,
            parse_constant=self._constant,
        )

    @property
    def line(self) -> int:
        """The line that the next thing stands in, or has its beginning in."""
        return self._line

    def peek(self) -> str:
        """The next character that is not between values; empty at the end."""
        while True:
            found = _BLANK.match(self._window, self._at)
            assert found is not None
            self._go_to(found.end())
            if self._at < len(self._window):
                return self._window[self._at]
            if not self._more():
                return ""

    def settle(self) -> None:
        """Let go of what was read, where it is much: a mistake is told with its line, for which all before is counted.

        No mark set before holds after this.
        """
        if self._at > _SETTLED:
            drop = self._at - min(self._at, self._column - 1) if self._column <= 200 else self._at
            self._window, self._at = self._window[drop:], self._at - drop
            self._before += drop

    def skip(self, count: int = 1) -> None:
        """Go on by some characters."""
        self._go_to(self._at + count)

    def mark(self) -> tuple[int, int, int]:
        """Where this stands, for `back_to`."""
        return self._before + self._at, self._line, self._column

    def back_to(self, mark: tuple[int, int, int]) -> bool:
        """Go back to a mark; False, and stay, where the text there is no longer held."""
        at = mark[0] - self._before
        if at < 0:
            return False
        self._at, self._line, self._column = at, mark[1], mark[2]
        return True

    def decode(self) -> Decoded:
        """The value that stands here, and go past it. Raises BrokenValue, and stays where it is."""
        while True:
            self._doubled = self._unreal = ""
            try:
                value, end = self._decoder.raw_decode(self._window, self._at)
            except json.JSONDecodeError as error:
                if self._may_be_cut(error) and self._more():
                    continue
                raise self._broken(error) from None
            except RecursionError:
                raise self._too_deep() from None
            except ValueError as error:  # an integer of more digits than Python takes
                raise BrokenValue(f"not JSON: {error}", self._line) from None
            decoded = Decoded(value, self._line, self._doubled, self._unreal, end - self._at)
            self._go_to(end)
            return decoded

    def enter(self) -> Iterator[tuple[str, str]]:
        """Each key of the object that stands here, with the first character of its value, which is for the caller
        to take before the next. Raises BrokenValue."""
        self.skip()
        while (mark := self.peek()) not in ("}", ""):
            if mark != '"':
                raise BrokenValue("not JSON: a key is missing", self._line)
            key = self.decode().value
            if self.peek() != ":":
                raise BrokenValue("not JSON: expected ':'", self._line)
            self.skip()
            yield str(key), self.peek()
        self.skip()

    def starts_with_object(self) -> bool:
        """Whether a list stands here, the first of which is an object."""
        while self._at + 4096 > len(self._window) and self._more():
            pass
        return re.compile(r"\[\s*\{").match(self._window, self._at) is not None

    def recover(self) -> bool:
        """Go past a broken value to where the next can begin; False where there is none, and the text is at its end.

        An object at the beginning of a line is followed by the next line that begins as it does; one in the midst of a
        line ends at the bracket that closes it.
        """
        start = self._at - self._column + 1
        before = self._window[start : self._at] if start >= 0 else "x"
        if not before.strip():
            return self._go_to_line(before)
        return self._go_past_brackets()

    def _go_to_line(self, indent: str) -> bool:
        wanted = re.compile("\n" + re.escape(indent) + r"(?=[{\[])")
        at = self._at + 1
        while (found := wanted.search(self._window, at)) is None:
            keep = len(indent) + 2
            self._go_to(max(self._at, len(self._window) - keep))
            if not self._more():
                self._go_to(len(self._window))
                return False
            at = self._at
        self._go_to(found.end())
        return True

    def next_line(self) -> None:
        """Go past what stands on the line."""
        while (end := self._window.find("\n", self._at)) < 0:
            self._go_to(len(self._window))
            if not self._more():
                return
        self._go_to(end + 1)

    def _go_past_brackets(self) -> bool:
        depth = 0
        line = _LINE_OF_ITS_OWN.search(self._window, self._at, self._at + _SETTLED)
        for found in _STRUCTURE.finditer(self._window, self._at, line.start() if line else len(self._window)):
            if found.group() in ("{", "["):
                depth += 1
            elif found.group() in ("}", "]"):
                depth -= 1
                if depth <= 0:
                    self._go_to(found.end())
                    return True
        return self._go_to_line("")

    def _too_deep(self) -> BrokenValue:
        line = self._line
        self._deep += 1
        if self._deep <= _DEEP_AT_MOST:
            return BrokenValue("nested too deeply", line)
        self._window, self._at, self._ended = "", 0, True
        return BrokenValue("nested too deeply again and again: not read further", line)

    def _may_be_cut(self, error: json.JSONDecodeError) -> bool:
        """Whether what is missing may stand in what was not read yet."""
        return error.pos >= len(self._window) - 16 or error.msg.startswith("Unterminated string")

    def _broken(self, error: json.JSONDecodeError) -> BrokenValue:
        if len(self._window) - self._at >= LONGEST and self._may_be_cut(error):
            return BrokenValue(f"a value of more than {LONGEST >> 20} MiB", self._line, None, True)
        nothing_follows = _ONLY_BLANK.match(self._window, error.pos) is not None
        if self._ended and (nothing_follows or error.msg.startswith("Unterminated string")):
            return BrokenValue("cut off, or not JSON: the file ends within it", self._line)
        on_this_line = self._window.find("\n", self._at, error.pos) < 0
        column = self._column + error.pos - self._at if on_this_line else None
        return BrokenValue(f"not JSON: {error.msg}", self._line, column)

    def _object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        record = dict(pairs)
        if len(record) != len(pairs) and not self._doubled:
            counts = Counter(name for name, _ in pairs)
            self._doubled = next(name for name, count in counts.items() if count > 1)
        return record

    def _constant(self, name: str) -> float:
        self._unreal = self._unreal or name
        return float(name)

    def _go_to(self, at: int) -> None:
        lines = self._window.count("\n", self._at, at)
        if lines:
            self._line += lines
            self._column = at - self._window.rfind("\n", 0, at)
        else:
            self._column += at - self._at
        self._at = at

    def _more(self) -> bool:
        """Read on; False at the end, and where the value that stands here is too long."""
        left = len(self._window) - self._at
        if self._ended or left >= LONGEST:
            return False
        some = self._source.read(max(_BLOCK, left))
        if not some:
            self._ended = True
            return False  # the window stays as it is: an error that was met points into it
        # The line that this stands in stays, so that `recover` can see how it begins.
        drop = self._at - min(self._at, self._column - 1) if self._column <= 200 else self._at
        self._window, self._at = self._window[drop:] + some, self._at - drop
        self._before += drop
        return True
