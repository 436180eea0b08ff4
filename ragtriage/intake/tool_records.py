"""Records of known tools, beside what their readers take: columns that a person mapped, and what nothing reads."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ragtriage.errors import FilePlace, UsageError, nearest
from ragtriage.intake.conversations import answer_text, asked
from ragtriage.intake.export_formats import Piece, RawComplaint, grader_scores
from ragtriage.intake.scores import ToolScore
from ragtriage.intake.values import parsed_strings

_DEEPEST = 4
_ABSENT = object()
_TOLD_BY = frozenset(("run_type", "span_kind", "via"))
"""Fields that tell the kind of a record, and nothing else."""
_NAMED = 12
"""Fields that are named; the rest are counted."""


class ToolRecords:
    """The records of known tools in one export."""

    def __init__(self, path: Path, given: Mapping[str, str]) -> None:
        """`given`: role to the field that a person says it is in: a name, or a dotted way to it."""
        self._path, self._given = path, given
        self._met: set[str] = set()
        self._fields: dict[str, Counter[str]] = {}
        self._used: dict[str, set[str]] = {}

    def piece(self, kind: str, read: Callable[[Mapping[str, object]], Piece], record: Mapping[str, object]) -> Piece:
        """What a record says, its mapped fields taken from where the person said."""
        watched = _Watched(record)
        piece = read(watched)
        self._fields.setdefault(kind, Counter()).update((*record, *grader_scores(record)))
        self._used.setdefault(kind, set()).update(watched.used)
        if not isinstance(piece, RawComplaint):
            return piece
        for role, column in self._given.items():
            value = _value_at(record, column)
            if value is not _ABSENT:
                self._met.add(column)
                piece = _with(piece, role, column, value)
        return piece

    def check(self, tables: bool) -> None:
        """Raise UsageError for a mapped field that no record has; where there are `tables`, these say so."""
        missing = [column for column in self._given.values() if column not in self._met]
        if not self._fields or tables or not missing:
            return
        names = list(dict.fromkeys(name for fields in self._fields.values() for name in fields))
        guess = nearest(missing[0], names)
        hint = f"did you mean `{guess}`? " if guess else ""
        step = f"{hint}its fields: {', '.join(names[:20])}, and what is in them; nothing of it was imported"
        raise UsageError(f"no record has a field `{missing[0]}`", where=FilePlace(self._path), next_step=step)

    def unread(self) -> Iterator[tuple[str, int]]:
        """What is to be said of fields that nothing reads, with their number, by kind."""
        taken = {column.partition(".")[0] for column in self._met}
        for kind, fields in self._fields.items():
            names = [name for name in fields if name not in self._used[kind] | taken | _TOLD_BY]
            if names:
                shown = ", ".join(names[:_NAMED]) + (" and more" if len(names) > _NAMED else "")
                yield f"fields of {kind} that are not read ({shown})", len(names)


class _Watched(Mapping[str, object]):
    """A record that remembers which of its fields were asked for."""

    def __init__(self, record: Mapping[str, object]) -> None:
        self._record = record
        self.used: set[str] = set()

    def __getitem__(self, key: str) -> object:
        self.used.add(key)
        return self._record[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._record)

    def __len__(self) -> int:
        return len(self._record)


def _value_at(record: object, column: str, depth: int = 0) -> object:
    """The value of a field by its name or the dotted way to it, wherever it is; `_ABSENT` where there is none."""
    record = parsed_strings(record)
    if not isinstance(record, Mapping) or depth > _DEEPEST:
        return _ABSENT
    if column in record:
        return record[column]
    first, _, rest = column.partition(".")
    if rest and first in record and (found := _value_at(record[first], rest, depth + 1)) is not _ABSENT:
        return found
    inner = (_value_at(value, column, depth + 1) for value in record.values())
    return next((found for found in inner if found is not _ABSENT), _ABSENT)


def _with(draft: RawComplaint, role: str, column: str, value: object) -> RawComplaint:
    if role == "rating":
        return replace(draft, rating="none", scores=(ToolScore(column, (_figure(value),)),))
    if role == "question":
        value = asked(parsed_strings(value))
    elif role in ("answer", "comment"):
        value = answer_text(parsed_strings(value))
    changed = replace(draft)
    setattr(changed, {"time": "at"}.get(role, role), value)
    return changed


def _figure(value: object) -> object:
    """What a score says, where it is held with its count and comments."""
    if isinstance(value, Mapping):
        return next((value[key] for key in ("avg", "score", "value", "label") if value.get(key) is not None), None)
    return value
