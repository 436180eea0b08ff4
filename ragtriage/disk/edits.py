"""What an edit of a file's data is, apart from how the file is written: paths, edits, and the data afterwards."""

import copy
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtriage.disk.yaml_io import Tree
from ragtriage.errors import FilePlace, RagtriageError

Steps = tuple[str | int, ...]
"""A path, step by step: `nuggets[1].text` is ("nuggets", 1, "text")."""

_STEP = re.compile(r"(?:^|\.)([^.\[\]]+)|\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class SetField:
    """The field at `path` shall be `value`. Keys that are missing on the way are made; list items are not."""

    path: str | Steps
    value: Any


@dataclass(frozen=True, slots=True)
class InsertItem:
    """`value` shall be item `index` of the list at `path`; a missing list is made. Past the end: appended."""

    path: str | Steps
    index: int
    value: Any


@dataclass(frozen=True, slots=True)
class RemoveField:
    """The key or list item at `path` shall go."""

    path: str | Steps


Edit = SetField | InsertItem | RemoveField


def steps_of(path: str | Steps) -> Steps:
    """The steps of a dotted path. A key that holds a dot or a bracket takes a tuple. Raises ValueError."""
    if not isinstance(path, str):
        return path
    steps: list[str | int] = []
    at = 0
    while at < len(path) and (found := _STEP.match(path, at)):
        steps.append(found[1] if found[1] is not None else int(found[2]))
        at = found.end()
    if not steps or at < len(path):
        raise ValueError(f"`{path}` is no path of a field")
    return tuple(steps)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Words an error about a field of one file."""

    path: Path
    kind: type[RagtriageError]

    def __call__(self, steps: Steps, title: str, next_step: str = "") -> RagtriageError:
        return self.kind(title, where=FilePlace(self.path, field=dotted(steps)), next_step=next_step)


def dotted(steps: Steps) -> str:
    """`nuggets[1].text` for ("nuggets", 1, "text")."""
    out = ""
    for step in steps:
        out += f"[{step}]" if isinstance(step, int) else f".{step}" if out else step
    return out


def plain_edit(edit: Edit) -> Edit:
    """The edit with its steps taken apart, and its value made of dicts, lists and scalars alone."""
    steps = steps_of(edit.path)
    if isinstance(edit, RemoveField):
        return RemoveField(steps)
    if isinstance(edit, InsertItem):
        return InsertItem(steps, edit.index, plain_value(edit.value))
    return SetField(steps, plain_value(edit.value))


def plain_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(item) for item in value]
    return value


def applied(before: Any, edit: Edit, steps: Steps, refusal: Refusal, as_data: Callable[[Any], Any]) -> Any:
    """The data after the edit; `as_data` turns its value into the kind of data that `before` is."""
    after = copy.deepcopy(before)
    holder, last = _holder(after, steps, refusal, make=not isinstance(edit, RemoveField)), steps[-1]
    is_key = isinstance(holder, dict) and isinstance(last, str)
    there = (is_key and last in holder) or _child(holder, last) is not None
    if not there and (isinstance(edit, RemoveField) or not (is_key or _is_item(holder, last))):
        raise refusal(steps, "there is no such field")
    if isinstance(edit, RemoveField):
        del holder[last]
    elif isinstance(edit, SetField):
        holder[last] = as_data(edit.value)
    else:
        items = _child(holder, last)
        if items is None:
            items = holder[last] = []
        if not isinstance(items, list) or edit.index < 0:
            raise refusal(steps, "there is no such place in a list here")
        items.insert(edit.index, as_data(edit.value))
    return after


def _holder(data: Any, steps: Steps, refusal: Refusal, make: bool) -> Any:
    """What holds the last of `steps`; with `make`, mappings on the way that are not there yet are made."""
    holder = data
    for depth, step in enumerate(steps[:-1]):
        inner = _child(holder, step)
        if inner is None and make and isinstance(step, str) and isinstance(holder, dict):
            inner = holder[step] = {}
        if inner is None:
            raise refusal(steps[: depth + 1], "there is no such field")
        holder = inner
    return holder


def _child(holder: Any, step: str | int) -> Any:
    if isinstance(holder, dict) and isinstance(step, str):
        return holder.get(step)
    return holder[step] if _is_item(holder, step) else None


def _is_item(holder: Any, step: str | int) -> bool:
    return isinstance(holder, list) and isinstance(step, int) and 0 <= step < len(holder)


def as_data(value: Any) -> Any:
    """A value as it is."""
    return value


def as_tree(value: Any) -> Tree:
    """A value as reading it gives it: scalars as their text."""
    if isinstance(value, dict):
        return {key: as_tree(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_tree(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return None if value is None else str(value)


def at(data: Tree, steps: Steps) -> Any:
    """What stands at a path; None if nothing does."""
    for step in steps:
        data = _child(data, step)
    return data
