"""The fields of a case one by one, as a person edits them on one line: paths, values as text, and back."""

from collections.abc import Iterator
from typing import Any

from ragtriage.cases.model import Case
from ragtriage.cases.schema import CASE, shape
from ragtriage.disk.schema import Flag, ListOf, MapOf, OneOrMany, Record, Type, Whole
from ragtriage.disk.yaml_edit import Steps, steps_of
from ragtriage.errors import UsageError, nearest

NOT_BY_HAND = ("id", "metadata")
"""An id is a file name (rename the file), metadata is the team's own (edit the file)."""


def editable(case: Case) -> Iterator[tuple[str, str]]:
    """(path, value as text) of every field that can be edited on one line, in the order of the file."""
    values = shape(case)
    for each in CASE.fields:
        if each.name not in NOT_BY_HAND:
            yield from _leaves(each.name, each.type, values.get(each.name))


def _leaves(path: str, kind: Type, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(kind, ListOf) and isinstance(kind.item, Record):
        for index, item in enumerate(value or ()):
            yield from _leaves(f"{path}[{index}]", kind.item, item)
    elif isinstance(kind, Record):
        for each in kind.fields:
            if value and each.name in value:
                yield from _leaves(f"{path}.{each.name}", each.type, value[each.name])
    elif isinstance(kind, MapOf):
        for key, one in (value or {}).items():
            yield f"{path}.{key}", _text(one)
    else:
        yield path, _text(value)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def typed(path: str | Steps, text: str) -> Any:
    """What `text`, as a person typed it, means for the field at `path`: true or false, a number, a list (split at
    commas), or text. Raises UsageError for a path that no case has."""
    try:
        steps = steps_of(path)
    except ValueError as error:
        example = "a field is a path such as evidence[0].quote"
        raise UsageError(f"`{path}` is no path of a field", next_step=example) from error
    kind: Type = CASE
    for step in steps:
        kind = _inner(kind, step, path)
    if isinstance(kind, Flag) and text.strip().lower() in ("true", "yes", "false", "no"):
        return text.strip().lower() in ("true", "yes")
    if isinstance(kind, Whole) and text.strip().isdecimal():
        return int(text)
    if isinstance(kind, ListOf) and not isinstance(kind.item, Record):
        return [part.strip() for part in text.split(",") if part.strip()]
    if isinstance(kind, Record | MapOf | ListOf):
        raise UsageError(f"`{path}` is not a single value", next_step="name a field in it, such as nuggets[0].text")
    return text


def _inner(kind: Type, step: str | int, path: object) -> Type:
    if isinstance(kind, Record):
        for each in kind.fields:
            if each.name == step:
                return each.type
        names = [each.name for each in kind.fields]
        guess = nearest(str(step), names)
        raise UsageError(
            f"there is no field `{path}`",
            next_step=f"did you mean `{guess}`?" if guess else f"fields: {', '.join(names)}",
        )
    if isinstance(kind, ListOf) and isinstance(step, int):
        return kind.item
    if isinstance(kind, MapOf) and isinstance(step, str):
        return kind.value
    if isinstance(kind, OneOrMany) and isinstance(step, int):
        return OneOrMany()
    if isinstance(step, str) and not isinstance(kind, ListOf):
        return kind  # below free data anything goes: the schema has the last word
    raise UsageError(f"there is no field `{path}`", next_step="a field is a path such as evidence[0].quote")
