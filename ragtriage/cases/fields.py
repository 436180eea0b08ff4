"""What a person types for one field of a case, as a value of the field's type."""

from typing import Any

from ragtriage.cases.schema import CASE
from ragtriage.disk.schema import Flag, ListOf, MapOf, OneOrMany, Record, Type, Whole
from ragtriage.disk.yaml_edit import Steps, steps_of
from ragtriage.errors import UsageError, nearest


def typed(path: str | Steps, text: str) -> Any:
    """What `text`, as a person typed it, means for the field at `path`: true or false, a number, a list (split at
    commas, or at › where there is one: titles have commas), or text. Raises UsageError for a path that no case has."""
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
        return [part.strip() for part in text.split("›" if "›" in text else ",") if part.strip()]
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
