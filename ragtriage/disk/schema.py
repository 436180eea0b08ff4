"""What a file may hold, said once: it reads the file, words the errors, and documents the fields.

A schema is a tree of types. Reading a node with it gives plain Python values and every problem at once, each with its
line, column and field. Nothing is coerced that a person did not write so: `k: "5"` is text, not a number.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ragtriage.disk.yaml_io import ListNode, MapNode, Node, ScalarNode
from ragtriage.errors import Place, RagtriageError, nearest

_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,2})?")
_TRUE, _FALSE = ("true", "True", "TRUE"), ("false", "False", "FALSE")
_ABSENT = object()

Error = TypeVar("Error", bound=RagtriageError)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that stands in a file and may not, or is missing."""

    title: str
    place: Place
    next_step: str = ""

    def error(self, kind: type[Error]) -> Error:
        return kind(self.title, where=self.place, next_step=self.next_step)


def problem_of(error: RagtriageError, path: Path) -> Problem:
    """An error, as one of several problems."""
    return Problem(error.title, error.where or Place(path), error.next_step)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where reading has come to, and where its problems are put."""

    path: Path
    problems: list[Problem] = field(default_factory=list)
    name: str = ""
    """Dotted path of the field being read."""

    def at(self, key: str | int) -> "Spot":
        step = f"[{key}]" if isinstance(key, int) else f".{key}" if self.name else key
        return Spot(self.path, self.problems, self.name + step)

    def report(self, node: Node, title: str, next_step: str = "") -> None:
        place = Place(self.path, node.line, node.column, self.name or None)
        self.problems.append(Problem(title, place, next_step))


class Type(Protocol):
    """What a value may be."""

    @property
    def words(self) -> str:
        """As in "expected …"."""

    def read(self, node: Node, spot: Spot) -> Any:
        """The plain Python value; a problem and `empty()` when the node is something else."""

    def empty(self) -> Any:
        """The value of an optional field that is not there."""


def found(node: Node) -> str:
    """What stands there, as in "found …"."""
    if isinstance(node, ListNode):
        return "a list"
    if isinstance(node, MapNode):
        return "a mapping"
    if node.null:
        return "nothing"
    text = node.text if len(node.text) <= 40 else node.text[:39] + "…"
    return f"`{text}`" if node.plain else f'the text "{text}"'


@dataclass(frozen=True, slots=True)
class _Plain:
    """The shared part of the types: a mismatch is worded alike for all."""

    def mismatch(self, node: Node, spot: Spot, words: str, next_step: str = "") -> None:
        spot.report(node, f"expected {words}, found {found(node)}", next_step)


@dataclass(frozen=True, slots=True)
class Text(_Plain):
    """Text as it stands there: `NO`, `1.10` and `2026-11-12` are text too."""

    filled: bool = False
    """White space alone is not enough."""
    words: str = "text"

    def empty(self) -> str:
        return ""

    def read(self, node: Node, spot: Spot) -> str:
        if not isinstance(node, ScalarNode):
            self.mismatch(node, spot, self.words, "put it in quotes if it is meant to be text")
            return ""
        if node.null or (self.filled and not node.text.strip()):
            spot.report(node, f"expected {self.words}, found nothing", "write it, or remove the line")
            return ""
        return node.text


@dataclass(frozen=True, slots=True)
class Flag(_Plain):
    """true or false, and no other words for them."""

    words: str = "true or false"

    def empty(self) -> bool:
        return False

    def read(self, node: Node, spot: Spot) -> bool:
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
class Whole(_Plain):
    """A whole number."""

    least: int | None = None
    most: int | None = None

    @property
    def words(self) -> str:
        return "a whole number" + _between(self.least, self.most)

    def empty(self) -> int:
        return self.least or 0

    def read(self, node: Node, spot: Spot) -> int:
        if isinstance(node, ScalarNode) and node.plain and _WHOLE.fullmatch(node.text):
            number = int(node.text)
            if _within(number, self.least, self.most):
                return number
        self.mismatch(node, spot, self.words)
        return self.empty()


@dataclass(frozen=True, slots=True)
class Number(_Plain):
    """A finite number."""

    least: float | None = None
    most: float | None = None

    @property
    def words(self) -> str:
        return "a number" + _between(self.least, self.most)

    def empty(self) -> float:
        return self.least or 0.0

    def read(self, node: Node, spot: Spot) -> float:
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
class Choice(_Plain):
    """One of a few words."""

    names: tuple[str, ...]

    @property
    def words(self) -> str:
        return " | ".join(self.names)

    def empty(self) -> None:
        return None

    def read(self, node: Node, spot: Spot) -> str | None:
        if isinstance(node, ScalarNode) and node.text in self.names:
            return node.text
        guess = nearest(node.text, self.names) if isinstance(node, ScalarNode) else None
        self.mismatch(node, spot, f"one of {self.words}", f"did you mean `{guess}`?" if guess else "")
        return None


@dataclass(frozen=True, slots=True)
class ListOf(_Plain):
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

    def read(self, node: Node, spot: Spot) -> list[Any]:
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
class MapOf(_Plain):
    """A mapping with keys of the user's own."""

    value: Type

    @property
    def words(self) -> str:
        return f"a mapping (key: {self.value.words})"

    def empty(self) -> dict[str, Any]:
        return {}

    def read(self, node: Node, spot: Spot) -> dict[str, Any]:
        if isinstance(node, MapNode):
            return {key.text: self.value.read(value, spot.at(key.text)) for key, value in node.pairs}
        self.mismatch(node, spot, self.words)
        return {}


@dataclass(frozen=True, slots=True)
class OneOrMany(_Plain):
    """Text, or a list of texts: "the value, or any of these". Read as a str or a tuple of str."""

    words: str = "text or a list of texts"

    def empty(self) -> str:
        return ""

    def read(self, node: Node, spot: Spot) -> str | tuple[str, ...]:
        if isinstance(node, ListNode):
            return tuple(Text().read(item, spot.at(index)) for index, item in enumerate(node.items))
        if isinstance(node, MapNode):
            self.mismatch(node, spot, self.words)
            return ""
        return Text().read(node, spot)


@dataclass(frozen=True, slots=True)
class Free(_Plain):
    """Anything: kept, not understood.

    true, false, null and numbers are read as such only where writing them gives the same text again, so that a version
    `1.10` or a number `0123` stays what it is.
    """

    words: str = "anything"

    def empty(self) -> None:
        return None

    def read(self, node: Node, spot: Spot) -> Any:
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


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record."""

    name: str
    type: Type
    about: str = ""
    """For the documentation: what it is for."""
    required: bool = False
    default: Any = _ABSENT
    """When the key is missing or empty; without it, the type's own empty value."""

    def absent(self) -> Any:
        return self.type.empty() if self.default is _ABSENT else self.default


@dataclass(frozen=True, slots=True)
class Record(_Plain):
    """A mapping with known keys, read as a dict that has all of them."""

    fields: tuple[Field, ...]
    hint: str = ""
    """What to do with a key that is none of these."""
    check: Callable[[dict[str, Any], MapNode, Spot], None] | None = None
    """Rules between fields; called with the values read, and reports what it finds."""
    words: str = "a mapping"

    def empty(self) -> dict[str, Any]:
        return {each.name: each.absent() for each in self.fields}

    def read(self, node: Node, spot: Spot) -> dict[str, Any]:
        if not isinstance(node, MapNode):
            keys = ", ".join(each.name for each in self.fields)
            self.mismatch(node, spot, self.words, f"its keys are {keys}")
            return self.empty()
        there = {key.text: value for key, value in node.pairs}
        names = [each.name for each in self.fields]
        for key, _ in node.pairs:
            if key.text not in names:
                self._unknown(key, names, spot)
        values = {each.name: self._value(each, there.get(each.name), node, spot) for each in self.fields}
        if self.check is not None:
            self.check(values, node, spot)
        return values

    def _unknown(self, key: ScalarNode, names: list[str], spot: Spot) -> None:
        guess = nearest(key.text, names)
        hint = f"did you mean `{guess}`?" if guess else f"the keys here are {', '.join(names)}."
        spot.at(key.text).report(key, f"unknown field `{key.text}`", f"{hint} {self.hint}".strip())

    def _value(self, each: Field, value: Node | None, record: MapNode, spot: Spot) -> Any:
        if value is None or (isinstance(value, ScalarNode) and value.null):
            if each.required:
                state = "is missing" if value is None else "is empty"
                spot.at(each.name).report(value or record, f"`{each.name}` {state}", f"expected {each.type.words}")
            return each.absent()
        return each.type.read(value, spot.at(each.name))


def read(node: Node, record: Record, path: Path) -> tuple[dict[str, Any], list[Problem]]:
    """The values of a file's record, and all that is wrong with it, in the order of the file."""
    spot = Spot(path)
    values = record.read(node, spot)
    return values, sorted(spot.problems, key=by_place)


def by_place(problem: Problem) -> tuple[str, int, int]:
    """Sort key: the order in which a reader of the files meets the problems."""
    return str(problem.place.path), problem.place.line or 0, problem.place.column or 0


@dataclass(frozen=True, slots=True)
class Documented:
    """A line of the documentation of a schema."""

    name: str
    """Dotted, with `[]` for the items of a list and `<key>` for keys of the user's own."""
    expected: str
    required: bool
    default: Any
    about: str


def documented(record: Record, name: str = "") -> Iterator[Documented]:
    """Every field of a record and of the records in it, in their order."""
    for each in record.fields:
        spot = f"{name}.{each.name}" if name else each.name
        yield Documented(spot, each.type.words, each.required, each.absent(), each.about)
        inner: Type = each.type
        while isinstance(inner, ListOf | MapOf):
            spot, inner = (f"{spot}[]", inner.item) if isinstance(inner, ListOf) else (f"{spot}.<key>", inner.value)
        if isinstance(inner, Record):
            yield from documented(inner, spot)
