"""What a value may be: text, a flag, a number, a word of a few, a list, a mapping of the user's own, anything.

Nothing is coerced that a person did not write so: `k: "5"` is text, not a number.
"""

import re
from dataclasses import dataclass
from typing import Any, Protocol

from ragtriage.disk.problems import ReadingPosition, found
from ragtriage.disk.yaml_io import ListNode, MapNode, Node, ScalarNode
from ragtriage.errors import nearest

_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,2})?")
_TRUE, _FALSE = ("true", "True", "TRUE"), ("false", "False", "FALSE")


class Type(Protocol):
    """What a value may be."""

    @property
    def words(self) -> str:
        """As in "expected …"."""

    def read(self, node: Node, spot: ReadingPosition) -> Any:
        """The plain Python value; a problem and `empty()` when the node is something else."""

    def empty(self) -> Any:
        """The value of an optional field that is not there."""


@dataclass(frozen=True, slots=True)
class Expecting:
    """The shared part of the types: a mismatch is worded alike for all."""

    def mismatch(self, node: Node, spot: ReadingPosition, words: str, next_step: str = "") -> None:
        spot.report(node, f"expected {words}, found {found(node)}", next_step)


@dataclass(frozen=True, slots=True)
class Text(Expecting):
    """Text as it stands there: `NO`, `1.10` and `2026-11-12` are text too."""

    filled: bool = False
    """White space alone is not enough."""
    words: str = "text"

    def empty(self) -> str:
        return ""

    def read(self, node: Node, spot: ReadingPosition) -> str:
        if not isinstance(node, ScalarNode):
            self.mismatch(node, spot, self.words, "put it in quotes if it is meant to be text")
            return ""
        if node.null or (self.filled and not node.text.strip()):
            spot.report(node, f"expected {self.words}, found nothing", "write it, or remove the line")
            return ""
        return node.text


@dataclass(frozen=True, slots=True)
class Flag(Expecting):
    """true or false, and no other words for them."""

    words: str = "true or false"

    def empty(self) -> bool:
        return False

    def read(self, node: Node, spot: ReadingPosition) -> bool:
        if isinstance(node, ScalarNode) and node.plain and node.text in _TRUE + _FALSE:
            return node.text in _TRUE
        like = isinstance(node, ScalarNode) and node.text.lower() in (
            "yes",
            "no",
            "on",
            "off",
            "y",
            "n",
            *_TRUE,
            *_FALSE,
        )
        self.mismatch(node, spot, self.words, "write true or false, without quotes" if like else "")
        return False


@dataclass(frozen=True, slots=True)
class Whole(Expecting):
    """A whole number."""

    least: int | None = None
    most: int | None = None

    @property
    def words(self) -> str:
        return "a whole number" + _between(self.least, self.most)

    def empty(self) -> int:
        return self.least or 0

    def read(self, node: Node, spot: ReadingPosition) -> int:
        if isinstance(node, ScalarNode) and node.plain and _WHOLE.fullmatch(node.text):
            number = int(node.text)
            if _within(number, self.least, self.most):
                return number
        self.mismatch(node, spot, self.words)
        return self.empty()


@dataclass(frozen=True, slots=True)
class Number(Expecting):
    """A finite number."""

    least: float | None = None
    most: float | None = None

    @property
    def words(self) -> str:
        return "a number" + _between(self.least, self.most)

    def empty(self) -> float:
        return self.least or 0.0

    def read(self, node: Node, spot: ReadingPosition) -> float:
        if isinstance(node, ScalarNode) and node.plain and len(node.text) < 40 and _NUMBER.fullmatch(node.text):
            number = float(node.text)
            if _within(number, self.least, self.most):
                return number
        self.mismatch(node, spot, self.words)
        return self.empty()


def _between(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f" of at least {least}" if least is not None else f" of at most {most}" if most is not None else ""


def _within(number: float, least: float | None, most: float | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)


@dataclass(frozen=True, slots=True)
class OneOf(Expecting):
    """One of a few words."""

    names: tuple[str, ...]

    @property
    def words(self) -> str:
        return " | ".join(self.names)

    def empty(self) -> None:
        return None

    def read(self, node: Node, spot: ReadingPosition) -> str | None:
        if isinstance(node, ScalarNode) and node.text in self.names:
            return node.text
        guess = nearest(node.text, self.names) if isinstance(node, ScalarNode) else None
        self.mismatch(node, spot, f"one of {self.words}", f"did you mean `{guess}`?" if guess else "")
        return None


@dataclass(frozen=True, slots=True)
class ListOf(Expecting):
    """A list; its order is kept."""

    item: Type
    single: bool = False
    """A single item may stand without brackets; it is read as a list of one."""
    filled: bool = False
    """At least one item."""

    @property
    def words(self) -> str:
        return f"a list ({self.item.words})" + (" or a single one" if self.single else "")

    def empty(self) -> list[Any]:
        return []

    def read(self, node: Node, spot: ReadingPosition) -> list[Any]:
        if isinstance(node, ListNode):
            if self.filled and not node.items:
                spot.report(node, "expected at least one item, found an empty list")
            return [self.item.read(item, spot.at(index)) for index, item in enumerate(node.items)]
        if self.single:
            return [self.item.read(node, spot)]
        hint = f"write it as a list: [{node.text}]" if isinstance(node, ScalarNode) and not node.null else ""
        self.mismatch(node, spot, self.words, hint)
        return []


@dataclass(frozen=True, slots=True)
class MapOf(Expecting):
    """A mapping with keys of the user's own."""

    value: Type

    @property
    def words(self) -> str:
        return f"a mapping (key: {self.value.words})"

    def empty(self) -> dict[str, Any]:
        return {}

    def read(self, node: Node, spot: ReadingPosition) -> dict[str, Any]:
        if isinstance(node, MapNode):
            return {key.text: self.value.read(value, spot.at(key.text)) for key, value in node.pairs}
        self.mismatch(node, spot, self.words)
        return {}


@dataclass(frozen=True, slots=True)
class OneOrMany(Expecting):
    """Text, or a list of texts: "the value, or any of these". Read as a str or a tuple of str."""

    words: str = "text or a list of texts"

    def empty(self) -> str:
        return ""

    def read(self, node: Node, spot: ReadingPosition) -> str | tuple[str, ...]:
        if isinstance(node, ListNode):
            return tuple(Text().read(item, spot.at(index)) for index, item in enumerate(node.items))
        if isinstance(node, MapNode):
            self.mismatch(node, spot, self.words)
            return ""
        return Text().read(node, spot)


@dataclass(frozen=True, slots=True)
class Free(Expecting):
    """Anything: kept, not understood.

    true, false, null and numbers are read as such only where writing them gives the same text again, so that a version
    `1.10` or a number `0123` stays what it is.
    """

    words: str = "anything"

    def empty(self) -> None:
        return None

    def read(self, node: Node, spot: ReadingPosition) -> Any:
        if isinstance(node, ListNode):
            return [self.read(item, spot) for item in node.items]
        if isinstance(node, MapNode):
            return {key.text: self.read(value, spot) for key, value in node.pairs}
        if not node.plain:
            return node.text
        if node.null:
            return None
        if node.text in ("true", "false"):
            return node.text == "true"
        if _WHOLE.fullmatch(node.text) and str(int(node.text)) == node.text:
            return int(node.text)
        if len(node.text) < 40 and _NUMBER.fullmatch(node.text) and repr(float(node.text)) == node.text:
            return float(node.text)
        return node.text
