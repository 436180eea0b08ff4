"""What a file may hold, said once: it reads the file, words the errors, and documents the fields.

A schema is a tree of types. Reading a node with it gives plain Python values and every problem at once, each with its
line, column and field. The types that are no records are in `schema_types`; import all from here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtriage.disk.problems import Problem, ReadingPosition, by_place, problem_of
from ragtriage.disk.schema_types import (
    Expecting,
    Flag,
    Free,
    ListOf,
    MapOf,
    Number,
    OneOf,
    OneOrMany,
    Text,
    Type,
    Whole,
)
from ragtriage.disk.yaml_io import MapNode, Node, ScalarNode
from ragtriage.errors import nearest

__all__ = [
    "Documented",
    "Field",
    "Flag",
    "Free",
    "ListOf",
    "MapOf",
    "Number",
    "OneOf",
    "OneOrMany",
    "Problem",
    "ReadingPosition",
    "Record",
    "Text",
    "Type",
    "Whole",
    "by_place",
    "documented",
    "problem_of",
    "read",
]

_ABSENT = object()


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
class Record(Expecting):
    """A mapping with known keys, read as a dict that has all of them."""

    fields: tuple[Field, ...]
    hint: str = ""
    """What to do with a key that is none of these."""
    check: Callable[[dict[str, Any], MapNode, ReadingPosition], None] | None = None
    """Rules between fields; called with the values read, and reports what it finds."""
    words: str = "a mapping"

    def empty(self) -> dict[str, Any]:
        return {each.name: each.absent() for each in self.fields}

    def read(self, node: Node, spot: ReadingPosition) -> dict[str, Any]:
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

    def _unknown(self, key: ScalarNode, names: list[str], spot: ReadingPosition) -> None:
        guess = nearest(key.text, names)
        hint = f"did you mean `{guess}`?" if guess else f"the keys here are {', '.join(names)}."
        spot.at(key.text).report(key, f"unknown field `{key.text}`", f"{hint} {self.hint}".strip())

    def _value(self, each: Field, value: Node | None, record: MapNode, spot: ReadingPosition) -> Any:
        if value is None or (isinstance(value, ScalarNode) and value.null):
            if each.required:
                state = "is missing" if value is None else "is empty"
                spot.at(each.name).report(value or record, f"`{each.name}` {state}", f"expected {each.type.words}")
            return each.absent()
        return each.type.read(value, spot.at(each.name))


def read(node: Node, record: Record, path: Path) -> tuple[dict[str, Any], list[Problem]]:
    """The values of a file's record, and all that is wrong with it, in the order of the file."""
    spot = ReadingPosition(path)
    values = record.read(node, spot)
    return values, sorted(spot.problems, key=by_place)


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
