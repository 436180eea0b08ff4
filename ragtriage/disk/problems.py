"""What is wrong with a file: all of it at once, each with its place."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from ragtriage.disk.yaml_io import ListNode, MapNode, Node
from ragtriage.errors import FilePlace, RagtriageError

Error = TypeVar("Error", bound=RagtriageError)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that stands in a file and may not, or is missing."""

    title: str
    place: FilePlace
    next_step: str = ""
    count: int = 1
    """How often the same stands in the file; `place` is the first."""

    def error(self, kind: type[Error]) -> Error:
        return kind(self.title, where=self.place, next_step=self.next_step)


class FaultLog:
    """What is wrong with the records of a file: equal faults once, with their count and the first place.

    A file of another kind has the same fault in every line; a list of them hides the one that is different.
    """

    def __init__(self, most: int = 1000) -> None:
        self._most = most
        self._by_kind: dict[tuple[str, str, str, str], Problem] = {}
        self.count = 0
        """All of them."""

    def add(self, problem: Problem, shown: Problem | None = None) -> None:
        """Note a fault. `shown`: the same with more of its place, such as the id of its record."""
        self.count += problem.count
        place = problem.place
        kind = (
            str(place.path),
            _without_figures(place.field or ""),
            _without_figures(problem.title),
            problem.next_step,
        )
        if (known := self._by_kind.get(kind)) is not None:
            self._by_kind[kind] = replace(known, count=known.count + problem.count)
        elif len(self._by_kind) < self._most:
            self._by_kind[kind] = shown or problem

    @property
    def problems(self) -> list[Problem]:
        """One for each kind, in the order they were met; at most as many as were asked for."""
        return list(self._by_kind.values())


_FIGURES = re.compile(r"`[^`]*`|\[[0-9]+\]|[0-9][0-9,.]*")


def _without_figures(text: str) -> str:
    """A fault's words without what differs from line to line: columns, counts, indexes. Names in backticks stay."""
    return _FIGURES.sub(lambda found: found.group() if found.group().startswith("`") else "#", text)


def problem_of(error: RagtriageError, path: Path) -> Problem:
    """An error, as one of several problems."""
    return Problem(error.title, error.where or FilePlace(path), error.next_step)


@dataclass(frozen=True, slots=True)
class ReadingPosition:
    """Where reading has come to, and where its problems are put."""

    path: Path
    problems: list[Problem] = field(default_factory=list)
    name: str = ""
    """Dotted path of the field being read."""

    def at(self, key: str | int) -> "ReadingPosition":
        step = f"[{key}]" if isinstance(key, int) else f".{key}" if self.name else key
        return ReadingPosition(self.path, self.problems, self.name + step)

    def report(self, node: Node, title: str, next_step: str = "") -> None:
        place = FilePlace(self.path, node.line, node.column, self.name or None)
        self.problems.append(Problem(title, place, next_step))


def by_place(problem: Problem) -> tuple[str, int, int]:
    """Sort key: the order in which a reader of the files meets the problems."""
    return str(problem.place.path), problem.place.line or 0, problem.place.column or 0


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
