"""What the index keeps of a case beside its body, so that no list reads ten thousand bodies: one table of fields.

A field is one line of `Summary`. From it come the column of the index and its DDL, the row that is written and the one
that is read, the key of the filter, and the column of `cases list`. A change of the table has all cases read again.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from ragtriage.cases.model import Case, SourceKind, Status, UnanswerableBecause

Value = str | int | None


@dataclass(frozen=True, slots=True)
class Listed:
    """What is kept of a case in a field, and where it shows."""

    of: Callable[[Case], Any]
    key: str = ""
    """Of the filter; empty: it cannot be asked for."""
    choices: tuple[str, ...] | None = None
    """What it may be; None: anything of its type."""
    may_miss: bool = True
    """Of a text: whether a case may have none, so that the filter may ask for `key:""`."""
    as_list: bool = False
    """Of a text: it is a JSON list, read only where it is asked for."""
    column: str = ""
    """In the index, where it is not called as here."""
    heading: str = ""
    """Of its column in `cases list`, between id and question; empty: it is not shown."""
    cell: Callable[["Summary"], str] = lambda summary: ""


def _json(words: Iterable[str]) -> str:
    return json.dumps(tuple(words), ensure_ascii=False)


class Summary(NamedTuple):
    """What a list shows of a case, and what slices it. A tuple, as ten thousand of them are made for one list."""

    id: Annotated[str, Listed(lambda case: case.id, column="case_id")]
    question: Annotated[str, Listed(lambda case: case.question)]
    status: Annotated[
        str,
        Listed(
            lambda case: case.status, "status", get_args(Status), may_miss=False,
            heading="status", cell=lambda one: one.status + "!" * one.must_pass,
        ),
    ]  # fmt: skip
    answerable: Annotated[
        bool,
        Listed(
            lambda case: case.answerable, "answerable",
            heading="label", cell=lambda one: "answerable" if one.answerable else "to decline",
        ),
    ]  # fmt: skip
    must_pass: Annotated[bool, Listed(lambda case: case.must_pass, "must_pass")]
    intent: Annotated[str, Listed(lambda case: case.intent, "intent")]
    source_kind: Annotated[
        str, Listed(lambda case: case.source.kind if case.source else "", "source", get_args(SourceKind))
    ]
    """Empty when the case does not say where it came from."""
    tags: Annotated[
        tuple[str, ...], Listed(lambda case: case.tags, "tag", heading="tags", cell=lambda one: ",".join(one.tags))
    ]
    label_hash: Annotated[str, Listed(lambda case: case.label_hash)]
    because: Annotated[
        str, Listed(lambda case: case.unanswerable_because or "", "because", get_args(UnanswerableBecause))
    ] = ""
    """Why it is to be declined; empty when it is not, or does not say."""
    evidence: Annotated[int, Listed(lambda case: len(case.evidence), "evidence")] = 0
    """Pieces of evidence."""
    needs: Annotated[int, Listed(lambda case: case.documents_needed, "documents")] = 0
    """Documents that the answer needs together (`Case.documents_needed`)."""
    quoted: Annotated[str, Listed(lambda case: _json(case.doc_ids), "doc", as_list=True, column="doc_ids")] = "[]"
    """All documents quoted, as a JSON list: read only where it is asked for."""
    nuggets: Annotated[int, Listed(lambda case: len(case.nuggets), "nuggets")] = 0
    reference: Annotated[bool, Listed(lambda case: bool(case.reference_answer), "reference")] = False
    """Whether there is a reference answer."""
    reviewed: Annotated[bool, Listed(lambda case: bool(case.reviewed_by), "reviewed")] = False

    @property
    def doc_ids(self) -> tuple[str, ...]:
        """All documents quoted."""
        return tuple(json.loads(self.quoted))


NO_CASE = Summary("", "", "active", True, False, "", "", (), "")
"""What a row says of a case where there is none."""


@dataclass(frozen=True, slots=True)
class ListedField:
    """A line of the table."""

    name: str
    """In `Summary`."""
    type: type
    """str, int, bool or tuple."""
    listed: Listed

    @property
    def column(self) -> str:
        """In the index."""
        return self.listed.column or self.name

    @property
    def ddl(self) -> str:
        """Its column's definition. A text is NULL where the file is no case."""
        if self.type in (bool, int):
            return f"{self.column} INTEGER NOT NULL DEFAULT 0"
        is_list = self.type is tuple or self.listed.as_list
        return f"{self.column} TEXT NOT NULL DEFAULT '[]'" if is_list else f"{self.column} TEXT"

    def stored(self, case: Case | None) -> Value:
        """What the index keeps of it."""
        if case is None:
            return 0 if self.type in (bool, int) else "[]" if "'[]'" in self.ddl else None
        value = self.listed.of(case)
        if self.type is tuple:
            return _json(value)
        return int(value) if self.type is bool else value

    def read(self, column: Sequence[Any]) -> Collection[Any]:
        """The values of a column of the index, of all rows at once: that takes a third of the time."""
        if self.type is bool:
            return [value == 1 for value in column]
        if self.type is tuple:
            known = {text: tuple(json.loads(text)) for text in set(column)}
            return [known[text] for text in column]
        return column if self.type is int else [value or "" for value in column]

    def words(self, value: Any) -> Collection[str]:
        """The texts that a filter compares, of a value of str or tuple."""
        if self.listed.as_list:
            value = json.loads(value)
        return (value,) if isinstance(value, str) else value


def fields_of(table: type) -> tuple[ListedField, ...]:
    """The lines of a table that is written as `Summary` is."""
    found = []
    for name, annotated in table.__annotations__.items():
        kind, listed = get_args(annotated)
        found.append(ListedField(name, get_origin(kind) or kind, listed))
    return tuple(found)


FIELDS = fields_of(Summary)
_HEAD = (
    "path TEXT PRIMARY KEY",  # below the workspace, with slashes
    "size INTEGER NOT NULL",
    "mtime_ns INTEGER NOT NULL",
    "read_ns INTEGER NOT NULL",  # when it was read: a file changed in the same tick is read again, as Git does
    "sha256 TEXT NOT NULL",
)
_TAIL = (
    "body TEXT NOT NULL DEFAULT '{}'",  # JSON of the case, in the shape of the file
    "problems TEXT NOT NULL DEFAULT '[]'",  # JSON list of {title, line, column, field, next_step}
)


COLUMNS = tuple(ddl.partition(" ")[0] for ddl in (*_HEAD, *(field.ddl for field in FIELDS), *_TAIL))
"""Of a row: what the index knows of the file, its fields, its body and its problems."""


def table_ddl(fields: Iterable[ListedField] = FIELDS) -> str:
    """The index's table of case files: one row a file, good as long as size and mtime_ns are the file's."""
    columns = (*_HEAD, *(field.ddl for field in fields), *_TAIL)
    return f"CREATE TABLE case_files ({', '.join(columns)}) WITHOUT ROWID"


def stamp(read_version: int, fields: Iterable[ListedField] = FIELDS) -> str:
    """What says by which table, and by which reading, the index's rows were made."""
    return f"{read_version} {hashlib.sha256(table_ddl(fields).encode()).hexdigest()[:12]}"


def summaries_of(rows: Sequence[Sequence[Any]], fields: Sequence[ListedField] = FIELDS) -> list[Summary]:
    """Rows of the index, with the columns of `fields` in their order, and perhaps more after them."""
    columns = [*zip(*rows, strict=True)]
    return [*map(Summary._make, zip(*(field.read(columns[at]) for at, field in enumerate(fields)), strict=True))]
