"""JSON as the same nodes as YAML, so that one schema reads both."""

import json
from pathlib import Path
from typing import NoReturn

from ragtriage.disk.yaml_io import MAX_DEPTH, ListNode, MapNode, Node, ScalarNode, utf8_text
from ragtriage.errors import FileError, FilePlace, RagtriageError


def load_json(source: bytes, path: Path, error: type[RagtriageError] = FileError) -> Node:
    """The value in `source`. Its parts know no line; only a syntax error does. Raises `error`."""
    value = parsed(utf8_text(source, path, error), path, error)
    try:
        return json_node(value)
    except ValueError as bad:
        raise error(str(bad), where=FilePlace(path), next_step="put it right in the file") from None


def parsed(text: str, path: Path, error: type[RagtriageError] = FileError) -> object:
    """The value of JSON text, to be given to `json_node` whole or in parts. Raises `error`."""
    try:
        return json.loads(
            text, object_pairs_hook=_Object, parse_int=ScalarNode, parse_float=ScalarNode, parse_constant=_no_constant
        )
    except json.JSONDecodeError as bad:
        raise error(f"not readable as JSON: {bad.msg}", where=FilePlace(path, bad.lineno, bad.colno)) from None
    except RecursionError:
        raise error(f"nested more than {MAX_DEPTH} deep", where=FilePlace(path), next_step="flatten it") from None
    except ValueError as bad:
        raise error(f"not readable as JSON: {bad}", where=FilePlace(path)) from None  # NaN and the like


class _Object(list[tuple[str, object]]):
    """The pairs of an object, also those that a dict would lose."""


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def json_node(value: object, depth: int = 1) -> Node:
    """A parsed JSON value as a node. Raises ValueError for what no file of ours may hold."""
    if depth > MAX_DEPTH:
        raise ValueError(f"nested more than {MAX_DEPTH} deep")
    if isinstance(value, ScalarNode):
        return value
    if isinstance(value, dict):
        value = _Object(value.items())
    if isinstance(value, _Object):
        _refuse_doubles([key for key, _ in value])
        return MapNode(tuple((ScalarNode(_whole(key), '"'), json_node(item, depth + 1)) for key, item in value))
    if isinstance(value, list):
        return ListNode(tuple(json_node(item, depth + 1) for item in value))
    if isinstance(value, str):
        return ScalarNode(_whole(value), '"')
    return ScalarNode(json.dumps(value))  # true, false, null, and numbers of a value that json.loads has read


def _refuse_doubles(names: list[str]) -> None:
    """Raise ValueError at a key that stands there twice. One look at each: an object may have a hundred thousand."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"the key `{name}` stands there twice")
        seen.add(name)


def _whole(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("half a surrogate pair is escaped in it") from None
    return text
