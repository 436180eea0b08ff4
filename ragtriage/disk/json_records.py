"""The records of a file of JSON, in whatever way it holds them: the one recogniser for runs, cases, documents and
complaints.

JSON Lines; one list; objects one after the other, each on one line or many; and the envelopes that programs put around
a list of records: `{"data": […]}`, `{"hits": {"hits": [{"_source": …}]}}`, `{"rows": [{"doc": …}]}`, a table as
`{"columns": […], "data": [[…]]}`. Told by what stands in the file, never by its name.
"""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import IO, Any

from ragtriage.disk.encodings import FALLBACK, Encoding, encoding_of
from ragtriage.disk.json_stream import BrokenValue, Decoded, JsonStream
from ragtriage.disk.problems import Problem
from ragtriage.disk.tables import looks_like_data
from ragtriage.disk.unpacking import DAMAGED, unpacked
from ragtriage.errors import FileError, FilePlace, RagtriageError

LISTS = frozenset(
    "tickets results traces data items records feedback conversations runs rows spans cases documents docs outputs "
    "value hits examples entries events pages articles testset samples nodes edges issues responses elements "
    "objects".split()
)
"""Keys under which programs hold their records."""
ONE_OBJECT = "one JSON object a record, in JSON Lines or in one list"
_WRAPPED = ("doc", "_source", "node", "fields", "record", "document", "properties", "attributes", "item", "row")
"""Keys under which one record is held beside what a database says of it."""
_DEEPEST = 4
_HEAD = 1 << 16


@dataclass(frozen=True, slots=True)
class JsonRecord:
    """One object of a file, and where it stands."""

    value: dict[str, Any]
    line: int
    """1-based."""
    index: int | None = None
    """0-based, in the list that holds it; None where it stands by itself."""
    doubled: str = ""
    """A key that stands in it twice; empty: none."""
    unreal: str = ""
    """NaN or Infinity, where one stands in it as a number, which is no JSON."""
    size: int = 0
    """Characters that it takes in the file; 0 where that is not known."""
    around: Mapping[str, object] = field(default_factory=dict)
    """The texts and numbers of the envelope that holds its list, such as the name of a run."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a reader takes for one of its records."""

    is_record: Callable[[Mapping[str, Any]], bool]
    """Whether an object is one, by its keys; what is none may be an envelope."""
    parse_int: Callable[[str], object] = int
    parse_float: Callable[[str], object] = float


Report = Callable[[Problem], None]
Meter = Callable[[int, int], None]
"""(bytes read, bytes in all), of the file as it is packed."""


@contextmanager
def file_text(
    path: Path, error: type[RagtriageError] = FileError, newline: str | None = None, meter: Meter | None = None
) -> Iterator[tuple[IO[str], Encoding]]:
    """A file's text, unpacked and decoded as it is read. Raises like `unpacked` and `encoding_of`."""
    with suppress(*DAMAGED), unpacked(path, error) as file:
        begun = file.peek(_HEAD)[:_HEAD]
        encoding = encoding_of(file, path)
        encoding = replace(encoding, head=begun.decode(encoding.codec, FALLBACK).lstrip("\ufeff"))
    with (
        unpacked(path, error, meter) as file,
        io.TextIOWrapper(file, encoding.codec, FALLBACK, newline=newline) as text,
    ):
        yield text, encoding


def looks_like_json(head: str) -> bool:
    """Whether a text begins as JSON does."""
    return head.lstrip("\ufeff\x1e \t\r\n")[:1] in ("{", "[")


def json_records(text: IO[str], path: Path, shape: Shape, report: Report) -> Iterator[JsonRecord]:
    """Every record of a text of JSON. What cannot be read is reported with its line, and kept out."""
    stream = JsonStream(text, shape.parse_int, shape.parse_float)
    reader = _Reader(stream, path, shape, report)
    yield from reader.records()


class _Reader:
    """Walks over a stream, and gives the records it comes by."""

    def __init__(self, stream: JsonStream, path: Path, shape: Shape, report: Report) -> None:
        self._stream, self._path, self._shape, self._report = stream, path, shape, report

    def records(self) -> Iterator[JsonRecord]:
        while mark := self._stream.peek():
            self._stream.settle()
            if mark == "[":
                yield from self._list({})
            elif mark == "{":
                yield from self._object()
            else:
                self._no_object()

    def _no_object(self) -> None:
        """A line of something else, or a value that is no record."""
        line = self._stream.line
        try:
            self._stream.decode()
        except BrokenValue as broken:
            self._stream.next_line()
            self._tell(broken, None)
        else:
            self._tell(BrokenValue("not a JSON object", line), None)

    def _list(self, around: Mapping[str, object]) -> Iterator[JsonRecord]:
        """The objects of the list that stands here."""
        stream, index, heading = self._stream, 0, None
        first = stream.line
        stream.skip()
        while (mark := stream.peek()) != "]":
            stream.settle()
            if not mark:
                self._report(
                    Problem("the file ends before the list does", FilePlace(self._path, first), "export it again")
                )
                return
            try:
                found = stream.decode()
            except BrokenValue as broken:
                self._tell(broken, index)
                if not stream.recover() or (broken.line == first < stream.line):
                    return  # a list on one line, as one of several: what follows is none of it
                index += 1
                continue
            if index == 0 and heading is None and _is_heading(found.value):
                if not looks_like_data(found.value):
                    heading = found.value
                    continue
                heading = [f"column {number}" for number in range(1, len(found.value) + 1)]
            value = dict(zip(heading, found.value, strict=False)) if heading and _is_row(found.value) else found.value
            yield from self._one(found._replace(value=value), index, around)
            index += 1
        stream.skip()

    def _object(self) -> Iterator[JsonRecord]:
        """The object that stands here, or the records in it."""
        stream = self._stream
        mark = stream.mark()
        try:
            found = stream.decode()
        except BrokenValue as broken:
            yield from self._broken_object(broken)
            return
        way = self._way(found.value)
        if way is None:
            yield from self._one(found, None, {})
        elif isinstance(way, list):
            for index, value in enumerate(way):
                yield from self._one(Decoded(value, found.line, "", "", 0), index, {})
        elif stream.back_to(mark):
            yield from self._along(way, _scalars(found.value))
        else:  # it was longer than the window: no lines
            for index, value in enumerate(_at(found.value, way)):
                yield from self._one(Decoded(value, found.line, "", "", 0), index, _scalars(found.value))

    def _one(self, found: Decoded, index: int | None, around: Mapping[str, object]) -> Iterator[JsonRecord]:
        if isinstance(found.value, dict):
            value = self._unwrapped(found.value)
            yield JsonRecord(value, found.line, index, found.doubled, found.unreal, found.size, around)
        else:
            where = FilePlace(self._path, found.line, field=None if index is None else f"[{index}]")
            self._report(Problem("not a JSON object", where, ONE_OBJECT))

    def _unwrapped(self, value: dict[str, Any]) -> dict[str, Any]:
        """A record without what a database puts around it; its id is kept where it has none itself."""
        if self._shape.is_record(value):
            return value
        for key in _WRAPPED:
            inner = value.get(key)
            if isinstance(inner, dict) and self._shape.is_record(inner):
                outer = value.get("id", value.get("_id"))
                return inner if outer is None or {"id", "_id"} & inner.keys() else {"id": outer, **inner}
        return value

    def _way(self, value: dict[str, Any]) -> tuple[str, ...] | list[Any] | None:
        """How the records of an envelope are reached, or they themselves; None when the object is a record."""
        if (columns := _by_column(value, self._shape.is_record)) is not None:
            return columns
        if self._shape.is_record(value) or self._shape.is_record(self._unwrapped(value)):
            return None
        if (table := _table(value)) is not None:
            return table
        ways = self._lists_in(value)
        if len(ways) > 1:
            return [one for way in ways for one in _at(value, way)]
        if ways:
            return ways[0]
        each = list(value.values())
        if len(each) > 1 and all(isinstance(one, dict) and self._shape.is_record(one) for one in each):
            return [{"id": key, **one} for key, one in value.items()]
        return None

    def _lists_in(self, value: Mapping[str, Any]) -> list[tuple[str, ...]]:
        """The keys to the lists of records: of what looks like records, or under a name that lists have."""
        level: list[tuple[tuple[str, ...], Mapping[str, Any]]] = [((), value)]
        for _ in range(_DEEPEST):
            below = [((*way, key), one) for way, each in level for key, one in each.items()]
            fitting = self._fitting([(way, one) for way, one in below if _is_list(one)])
            if fitting:  # and others beside the first that bear its name, such as the messages of each channel
                return [way for way in fitting if way[-1] == fitting[0][-1]]
            level = [(way, one) for way, one in below if isinstance(one, dict)]
        return []

    def _fitting(self, lists: Sequence[tuple[tuple[str, ...], Any]]) -> list[tuple[str, ...]]:
        records = [way for way, one in lists if one and self._shape.is_record(self._unwrapped(one[0]))]
        return records or [way for way, _ in lists if way[-1].casefold() in LISTS]

    def _along(self, way: Sequence[str], around: Mapping[str, object]) -> Iterator[JsonRecord]:
        """The records of the list at `way` in the object that stands here; then past the object."""
        for key, mark in self._stream.enter():
            if key != way[0] or mark not in ("{", "["):
                self._stream.decode()
            elif len(way) > 1:
                yield from self._along(way[1:], around)
            else:
                yield from self._list(around)

    def _broken_object(self, broken: BrokenValue, depth: int = 0) -> Iterator[JsonRecord]:
        """What can be had of an object that is cut off, broken or too long: an envelope's records, one by one."""
        mark = self._stream.mark()
        around: dict[str, object] = {}
        try:
            for key, begins in self._stream.enter():
                if begins == "[" and self._stream.starts_with_object() and key.casefold() in LISTS:
                    yield from self._list(around)
                    if not self._stream.peek():
                        return
                elif begins == "{" and key.casefold() in LISTS and depth < _DEEPEST:
                    yield from self._broken_object(broken, depth + 1)
                    return
                else:
                    around[key] = self._stream.decode().value
                if self._shape.is_record(around):
                    break
            else:
                return
        except BrokenValue:
            pass
        self._stream.back_to(mark)
        self._tell(broken, None)
        self._stream.recover()

    def _tell(self, broken: BrokenValue, index: int | None) -> None:
        where = FilePlace(self._path, broken.line, broken.column, None if index is None else f"[{index}]")
        self._report(Problem(broken.title, where, ONE_OBJECT))


def _at(value: Any, way: Sequence[str]) -> list[Any]:
    for key in way:
        value = value[key]
    return list(value)


def _scalars(value: Mapping[str, Any]) -> dict[str, object]:
    return {key: one for key, one in value.items() if isinstance(one, str | int | float)}


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in islice(value, 20))


def _is_heading(value: object) -> bool:
    """Whether a row of a list of rows names the columns."""
    return isinstance(value, list) and len(value) > 1 and all(isinstance(one, str) and one for one in value)


def _is_row(value: object) -> bool:
    return isinstance(value, list)


def _table(value: Mapping[str, Any]) -> list[Any] | None:
    """The rows of a table: column names beside rows, a heading and rows, or columns by their names."""
    names = value.get("columns")
    rows = next((value[key] for key in ("data", "rows", "values") if isinstance(value.get(key), list)), None)
    if not rows or not all(map(_is_row, rows)):
        return None
    if isinstance(names, list):
        heading = [str(one.get("name", "")) if isinstance(one, dict) else str(one) for one in names]
        return [dict(zip(heading, row, strict=False)) for row in rows]
    if names is None and len(rows) > 1 and _is_heading(rows[0]):
        return [dict(zip(rows[0], row, strict=False)) for row in rows[1:]]
    return None


def _by_column(value: Mapping[str, Any], is_record: Callable[[Mapping[str, Any]], bool]) -> list[Any] | None:
    """`{"question": {"0": …, "1": …}, "rating": {…}}` or `{"question": […], "rating": […]}`, as data frames write
    themselves."""
    columns = list(value.values())
    if len(columns) < 2 or not all(isinstance(one, type(columns[0])) and one for one in columns):
        return None
    if isinstance(columns[0], list):
        return _from_lists(value) if is_record(value) else None
    keys = columns[0].keys() if isinstance(columns[0], dict) else ()
    if not keys or any(one.keys() != keys for one in columns):
        return None
    if not all(map(str.isdecimal, keys)) and (not is_record(value) or any(map(is_record, columns))):
        return None  # rows by their names, or an object whose parts look alike
    return [{name: column[key] for name, column in value.items()} for key in keys]


def _from_lists(value: Mapping[str, list[Any]]) -> list[Any] | None:
    """The rows of columns that are lists of one length; None where an object merely holds lists."""
    columns = list(value.values())
    if len({len(one) for one in columns}) > 1 or not any(all(isinstance(x, str) for x in one) for one in columns):
        return None
    return [dict(zip(value, row, strict=True)) for row in zip(*columns, strict=True)]


def placed_in(problem: Problem, record: JsonRecord, name: object = None) -> Problem:
    """A problem of a record, with its line, its place in the list, and its id where it says one."""
    parts = [f"[{record.index}]"] if record.index is not None else []
    parts += [f"`{name}`"] if name not in (None, "") else []
    parts += [problem.place.field] if problem.place.field else []
    return replace(problem, place=replace(problem.place, line=record.line, field=" ".join(parts) or None))
