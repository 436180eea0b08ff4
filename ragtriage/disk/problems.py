"""What is wrong with a file: all of it at once, each with its place."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from ragtriage.disk.yaml_io import ListNode, MapNode, Node
from ragtriage.errors import Place, RagtriageError

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
