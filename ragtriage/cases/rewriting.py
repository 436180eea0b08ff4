"""From one case to another by the smallest edits of its file: what did not change keeps its bytes, comments and order.

Items of a list are matched by what they say, so that a nugget put in between touches no other's lines. A reordered list
may be written anew in part.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from ragtriage.cases.model import Case, Evidence
from ragtriage.cases.schema import CASE, case_values, evidence_shape
from ragtriage.disk.edits import Edit, InsertItem, RemoveField, SetField, Steps

_PLAIN = (
    *("id", "question", "reference_answer", "answerable", "unanswerable_because"),
    *("intent", "must_pass", "status", "notes"),
)
_TEXT_LISTS = ("tags", "reviewed_by")
_MAPPINGS = ("filters", "user", "source", "metadata")
_DEFAULTS: Mapping[str, Any] = {"must_pass": False, "status": "active", "grade": 2}
"""Fields that a shape leaves out at their default, which is written where another value stood: a file may spell it."""


def edits_between(before: Case, after: Case, written: Any = None) -> list[Edit]:
    """The edits that make `before`'s file hold `after`, to be done one after the other.

    `written`: the data of the file (`CaseStore.data`), which may have a single quote under `any_of`; without it, the
    file is taken to be in our one style.
    """
    old, new = case_values(before), case_values(after)
    edits: list[Edit] = []
    for name in (field.name for field in CASE.fields):
        if name in _PLAIN:
            edits += _value((name,), old, new)
        elif name in _MAPPINGS:
            edits += _mapping((name,), old.get(name, {}), new.get(name, {}))
        elif name in _TEXT_LISTS:
            edits += _items((name,), old.get(name, []), new.get(name, []), _anew)
        elif name == "nuggets":
            edits += _items((name,), old.get(name, []), new.get(name, []), _mapping)
        elif name == "evidence":
            edits += _evidence(before.evidence, after.evidence, written)
    return edits


def whole_fields(before: Case, after: Case) -> list[Edit]:
    """The same by whole fields: for files written in a way in which smaller edits cannot be made."""
    old, new = case_values(before), case_values(after)
    return [
        edit
        for name in (field.name for field in CASE.fields)
        if old.get(name) != new.get(name)
        for edit in _value((name,), old, new)
    ]


def _value(steps: Steps, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Edit]:
    """The edit of one key of a mapping."""
    name = str(steps[-1])
    if name in new and (name not in old or not _equal(old[name], new[name])):
        yield SetField(steps, new[name])
    elif name in old and name not in new:
        yield SetField(steps, _DEFAULTS[name]) if name in _DEFAULTS else RemoveField(steps)


def _mapping(steps: Steps, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Edit]:
    """Key by key; all at once where there was nothing, or nothing is left."""
    if not old or not new:
        if new:
            yield SetField(steps, dict(new))
        elif old:
            yield RemoveField(steps)
        return
    if not set(old) & set(new):  # between the last key's going and the first's coming the mapping would be empty
        yield SetField(steps, dict(new))
        return
    for key in (*new, *(key for key in old if key not in new)):
        yield from _value((*steps, key), old, new)


def _anew(steps: Steps, old: Any, new: Any) -> Iterator[Edit]:
    yield SetField(steps, new)


Changed = Callable[[Steps, Any, Any], Iterator[Edit]]
"""Edits that make one item of a list another: its path, before, after."""


def _items(steps: Steps, old: Sequence[Any], new: Sequence[Any], changed: Changed) -> Iterator[Edit]:
    """A list's items: those that changed in place, went, or came. From the end, so that the places before hold."""
    if not old or not new:
        if new:
            yield SetField(steps, list(new))
        elif old:
            yield RemoveField(steps)
        return
    ops = SequenceMatcher(None, [_key(one) for one in old], [_key(one) for one in new], autojunk=False).get_opcodes()
    kept = sum(end - start for op, start, end, *_ in ops if op in ("equal", "replace"))
    if not kept:  # the list would be empty in between
        yield SetField(steps, list(new))
        return
    for op, low, high, first, last in reversed(ops):
        if op == "equal":
            continue
        shared = min(high - low, last - first)
        for at in reversed(range(low + shared, high)):
            yield RemoveField((*steps, at))
        for number in range(first + shared, last):
            yield InsertItem(steps, low + number - first, new[number])
        for n in reversed(range(shared)):
            yield from changed((*steps, low + n), old[low + n], new[first + n])


def _evidence(old: Sequence[Evidence], new: Sequence[Evidence], written: Any) -> Iterator[Edit]:
    nested = [_under_any_of(written, n, piece) for n, piece in enumerate(old)]

    def changed(steps: Steps, was: Evidence, now: Evidence) -> Iterator[Edit]:
        at = steps[-1]
        assert isinstance(at, int)
        quotes, wanted = (_quotes(each) for each in (was, now))
        if nested[at]:
            yield from _items((*steps, "any_of"), quotes, wanted, _mapping)
        elif len(wanted) == 1:
            yield from _mapping(steps, quotes[0], wanted[0])
        else:
            yield SetField(steps, evidence_shape(now))

    for edit in _items(("evidence",), old, new, changed):
        yield _shaped(edit)


def _shaped(edit: Edit) -> Edit:
    """The edit with evidence in it as plain values."""
    if isinstance(edit, InsertItem) and isinstance(edit.value, Evidence):
        return InsertItem(edit.path, edit.index, evidence_shape(edit.value))
    if isinstance(edit, SetField) and edit.path == ("evidence",):
        return SetField(edit.path, [evidence_shape(each) for each in edit.value])
    return edit


def _under_any_of(written: Any, at: int, piece: Evidence) -> bool:
    if written is None:
        return len(piece.any_of) > 1
    return "any_of" in written["evidence"][at]


def _quotes(piece: Evidence) -> list[dict[str, Any]]:
    """The quotes of a piece as plain values."""
    values = evidence_shape(piece)
    quotes: list[dict[str, Any]] = values.get("any_of") or [values]
    return quotes


def _key(item: Any) -> Any:
    """What items are matched by."""
    if not isinstance(item, dict):
        return item
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in item.items())


def _equal(one: Any, other: Any) -> bool:
    """Equal, and of one type: `1` and `true` are the same to Python and not to a file."""
    return repr(one) == repr(other) if one == other else False
