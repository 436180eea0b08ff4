"""What the filter can ask for, by its keys: those of the case from its table of fields, the others here."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from ragtriage.cases.listed import FIELDS, ListedField
from ragtriage.triage.model import CAUSES, DIAGNOSES, REMARKS, Badge, QueueRow

YES, NO = "true", "false"
MOST = 40
"""Pieces and documents that are counted one by one; a case with more counts as one of so many."""
ORIGINS: Mapping[str, str] = {
    "complaint": "user",
    "ticket": "user",
    "log": "user",
    "expert": "expert",
    "synthetic": "synthetic",
}
"""Who asked first, by the kind of source."""


@dataclass(frozen=True, slots=True)
class FilterKey:
    """One key of the filter."""

    of: Callable[[QueueRow], Collection[str]]
    """What a row has of it."""
    choices: tuple[str, ...] | None = None
    """The values it may have; None: any."""
    kind: Literal["words", "truth", "number"] = "words"
    may_miss: bool = False
    """Whether `key:""` finds what has none."""


def _of_field(field: ListedField) -> FilterKey:
    """A field's key. A row's own value goes before that of the case: rows of complaints have tags, and no case."""
    listed, name = field.listed, _OWN.get(field.name, field.name)
    value: Callable[[QueueRow], object] = lambda row: getattr(row.about, name)  # noqa: E731
    if name in QueueRow._fields:
        value = lambda row: getattr(row, name)  # noqa: E731
    if field.type is bool:
        return FilterKey(lambda row: (YES if value(row) else NO,), (YES, NO), "truth")
    if field.type is int:
        return FilterKey(lambda row: _numbers(int(str(value(row)))), None, "number")
    return FilterKey(lambda row: field.words(value(row)), listed.choices, may_miss=listed.may_miss)


_OWN = {"source_kind": "source"}
"""What a row calls a field of the case."""


def _truth(has: Callable[[QueueRow], bool]) -> FilterKey:
    return FilterKey(lambda row: (YES if has(row) else NO,), (YES, NO), "truth")


def _passes(row: QueueRow) -> Iterator[str]:
    yield from row.passes
    if row.passes_none:
        yield "none"
    if row.passes_all:
        yield "all"


def _numbers(count: int) -> Collection[str]:
    """All that a filter may call a number: `2`, and `0+`, `1+` and `2+`."""
    return (str(count), *(f"{least}+" for least in range(min(count, MOST) + 1)))


KEYS: Mapping[str, FilterKey] = {
    "diagnosis": FilterKey(lambda row: row.diagnoses, DIAGNOSES, may_miss=True),
    "cause": FilterKey(lambda row: row.causes, CAUSES, may_miss=True),
    "owner": FilterKey(lambda row: row.owners, may_miss=True),
    **{field.listed.key: _of_field(field) for field in FIELDS if field.listed.key},
    "origin": FilterKey(
        lambda row: (ORIGINS.get(row.source, ""),), tuple(dict.fromkeys(ORIGINS.values())), may_miss=True
    ),
    "badge": FilterKey(lambda row: (row.badge,), tuple(filter(None, get_args(Badge))), may_miss=True),
    "passes": FilterKey(lambda row: (*_passes(row),)),
    "label": FilterKey(lambda row: ("suspect" if row.suspect else "sound", *row.remarks), ("suspect", *REMARKS)),
    "rare": _truth(lambda row: row.rare),
    "judged": FilterKey(lambda row: (row.answer or "none",), ("none", "right", "wrong", "disputed")),
}
"""In the order in which they are offered."""
