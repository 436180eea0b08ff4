"""Changing one field of a YAML file, and no byte outside it.

A scalar is replaced at its place; whole entries go by whole lines; what must be written anew into a structure is
written by the yaml-edit library. Whoever did it, the new text is read again and compared with what was meant, once as
the text that stands there and once as a reader of YAML 1.1 takes it. If they differ, nothing is written.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ragtriage.disk import yaml_span
from ragtriage.disk.edits import (
    Edit,
    InsertItem,
    Refusal,
    RemoveField,
    SetField,
    Steps,
    applied,
    as_data,
    as_tree,
    at,
    dotted,
    plain_edit,
    steps_of,
)
from ragtriage.disk.yaml_io import ListNode, MapNode, Node, ScalarNode, Tree, load_yaml, tree
from ragtriage.disk.yaml_out import dump
from ragtriage.errors import FileError, RagtriageError

__all__ = ["Edit", "InsertItem", "RemoveField", "SetField", "Steps", "dotted", "edited", "set_field", "steps_of"]

_BOM = "\ufeff"


def edited(
    source: bytes,
    edits: Sequence[Edit],
    path: Path,
    error: type[RagtriageError] = FileError,
    order: Sequence[str] = (),
) -> bytes:
    """`source` with the edits done, one after the other.

    `order`: the keys of the file in their usual order, for new ones to find their place. Raises `error` when the source
    is not readable, a place does not exist, or the outcome would not be what was meant.
    """
    for edit in edits:
        source = _edited(source, plain_edit(edit), Refusal(path, error), order)
    return source


def set_field(source: bytes, field: str | Steps, value: Any, path: Path = Path("-")) -> bytes:
    """`source` with one field set. Raises FileError."""
    return edited(source, [SetField(field, value)], path)


def _edited(source: bytes, edit: Edit, refusal: Refusal, order: Sequence[str]) -> bytes:
    root = load_yaml(source, refusal.path, refusal.kind)
    steps = steps_of(edit.path)
    before = tree(root)
    meant = applied(before, edit, steps, refusal, as_tree)
    text = source.decode("utf-8")
    mark = _BOM if text.startswith(_BOM) else ""
    text = text.removeprefix(_BOM)
    try:
        new = _by_place(text, root, edit, steps)
        if new is None:
            new = _by_library(text, before, edit, steps, order)
        out = (mark + new).encode("utf-8")
    except ValueError as error:  # the library's errors are of this kind
        raise refusal(steps, f"the edit cannot be made here: {error}", _BY_HAND) from error
    except (KeyError, IndexError, TypeError, AttributeError) as error:  # it sees another structure than PyYAML
        raise refusal(steps, "the edit cannot be made in the way this file is written", _BY_HAND) from error
    _verify(out, meant, edit, steps, refusal)
    return out


_BY_HAND = "edit the file by hand; nothing was written"


# --- by place: scalars, and entries that are whole lines ----------------------------------------------------------


def _by_place(text: str, root: Node, edit: Edit, steps: Steps) -> str | None:
    """The new text if the places of the nodes are enough to make it."""
    if isinstance(edit, InsertItem):
        return None
    holder: Node = root
    flow = False
    for step in steps[:-1]:
        flow |= isinstance(holder, ListNode | MapNode) and holder.flow
        inner = _node_at(holder, step)
        if inner is None:
            return None
        holder = inner[1]
    found = _node_at(holder, steps[-1])
    if found is None or isinstance(holder, ScalarNode):
        return None
    index, node = found
    if isinstance(edit, RemoveField):
        return None if flow else yaml_span.without_entry(text, holder, index)
    if not isinstance(node, ScalarNode) or isinstance(edit.value, dict | list):
        return None
    column = holder.column if isinstance(holder, ListNode) else holder.pairs[index][0].column
    return yaml_span.with_scalar(text, node, edit.value, (column or 1) - 1, flow or holder.flow)


def _node_at(holder: Node, step: str | int) -> tuple[int, Node] | None:
    if isinstance(holder, MapNode) and isinstance(step, str):
        return next(((n, value) for n, (key, value) in enumerate(holder.pairs) if key.text == step), None)
    if isinstance(holder, ListNode) and isinstance(step, int) and 0 <= step < len(holder.items):
        return step, holder.items[step]
    return None


# --- by the library: new keys, new items, collections -------------------------------------------------------------


def _by_library(text: str, before: Tree, edit: Edit, steps: Steps, order: Sequence[str]) -> str:
    from yaml_edit import YamlFile

    file = YamlFile.parse(text)
    document = file.document()
    if document is None:
        return _first_field(text, edit, steps)
    while isinstance(edit, SetField) and len(steps) > 1 and not isinstance(at(before, steps[:-1]), dict | list):
        edit, steps = SetField(steps[:-1], {steps[-1]: edit.value}), steps[:-1]
    if isinstance(edit, InsertItem):
        items = at(before, steps)
        if items:
            _reach(document, steps).as_sequence().insert(min(edit.index, len(items)), _writable(edit.value))
            return str(file)
        return _by_library(text, before, SetField(steps, [edit.value]), steps, order)
    holder, last = _reach(document, steps[:-1]), steps[-1]
    if isinstance(last, int):
        sequence = holder.as_sequence()
        sequence.pop(last) if isinstance(edit, RemoveField) else sequence.set(last, _writable(edit.value))
        return str(file)
    mapping = holder.as_mapping()
    if isinstance(edit, RemoveField):
        mapping.remove(last)
    elif before_it := _key_before(at(before, steps[:-1]), last, order if len(steps) == 1 else ()):
        mapping.insert_after(before_it, last, _writable(edit.value))
    else:
        mapping.set(last, _writable(edit.value))
    return str(file)


def _first_field(text: str, edit: Edit, steps: Steps) -> str:
    """The edit in a file that is empty, or holds comments alone."""
    newline = yaml_span.newline_of(text)
    gap = newline if text and not text.endswith("\n") else ""
    new = dump(applied({}, edit, steps, Refusal(Path("-"), FileError), as_data))
    return text + gap + new.replace("\n", newline)


def _key_before(there: Any, key: str, order: Sequence[str]) -> str | None:
    """Of the keys that are there, the one that a new key comes after by `order`; None where it is not new."""
    if not isinstance(there, dict) or key in there or key not in order:
        return None
    return next((one for one in reversed(order[: order.index(key)]) if one in there), None)


def _reach(document: Any, steps: Steps) -> Any:
    """yaml-edit's own node at `steps`; its dotted paths would take a key with a dot apart."""
    node = document
    for step in steps:
        node = node.as_sequence().get(step) if isinstance(step, int) else node.as_mapping().get(step)
    return node


def _writable(value: Any) -> Any:
    """`value` as yaml-edit must be given it, for every reader to read it back as it is."""
    from yaml_edit import ScalarValue

    from ragtriage.disk.yaml_out import plain_is_safe

    if isinstance(value, dict):
        return {key: _writable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_writable(item) for item in value]
    if not isinstance(value, str) or "\n" in value or plain_is_safe(value):
        return value
    if not value.isprintable() and "\t" not in value:
        return value  # it escapes
    return ScalarValue(value, style="single-quoted")


# --- was it done? --------------------------------------------------------------------------------------------------


def _verify(out: bytes, meant: Tree, edit: Edit, steps: Steps, refusal: Refusal) -> None:
    try:
        after = tree(load_yaml(out, refusal.path))
    except FileError as error:
        raise refusal(steps, f"the edit would break the file: {error.title}", _BY_HAND) from error
    if after != meant:
        raise refusal(steps, "the edit would change more than it should", _BY_HAND)
    if isinstance(edit, RemoveField):
        return
    where = steps
    if isinstance(edit, InsertItem):
        items = at(meant, steps)
        where = (*steps, min(edit.index, len(items) - 1))
    if not _reads_alike(_compose_old(out), where, edit.value):
        raise refusal(steps, "an older YAML reader would take the new text for something else", _BY_HAND)


def _compose_old(out: bytes) -> Any:
    import yaml

    return yaml.compose(out.decode("utf-8-sig"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _reads_alike(node: Any, steps: Steps, value: Any) -> bool:
    """Whether a YAML 1.1 reader takes what stands at `steps` for `value`."""
    for step in steps:
        node = node.value[step] if isinstance(step, int) else next(v for k, v in node.value if k.value == step)
    return _is_read_as(node, value)


def _is_read_as(node: Any, value: Any) -> bool:
    if isinstance(value, dict):
        return all(
            key.tag.endswith(":str") and key.value == name and _is_read_as(inner, item)
            for (key, inner), (name, item) in zip(node.value, value.items(), strict=True)
        )
    if isinstance(value, list):
        return all(_is_read_as(inner, item) for inner, item in zip(node.value, value, strict=True))
    kind = {str: "str", bool: "bool", int: "int", float: "float", type(None): "null"}[type(value)]
    return str(node.tag).endswith(f":{kind}") and (kind != "str" or node.value == value)
