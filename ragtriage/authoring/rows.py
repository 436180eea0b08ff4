"""A form as rows, in the order in which a person fills it: what a screen lists and a reader is told."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ragtriage.authoring.fields import BECAUSE, SEVERAL, STATUSES
from ragtriage.authoring.pieces import suggested_nuggets
from ragtriage.authoring.values import Form
from ragtriage.cases.model import Attribute, Quote

RowKind = Literal["text", "long", "flag", "choice", "list", "quote", "nugget", "suggestion", "add"]


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One row of the form."""

    path: str
    """Of the field (`evidence[0].any_of[1]`, `nuggets[2]`); of a row that adds, of the list; `suggestions[0]`."""
    label: str
    value: str
    """As one text. Of a nugget that is not vital, the text alone: see `vital`. Holds text from outside."""
    kind: RowKind
    choices: tuple[str, ...] = ()
    """What may be chosen, for `flag` and `choice`."""
    vital: bool = True
    """Of a nugget."""
    read_only: bool = False


def rows_of_form(form: Form) -> tuple[FieldRow, ...]:
    """All rows, top to bottom."""
    return tuple(_rows(form))


def _rows(form: Form) -> Iterator[FieldRow]:
    case = form.case
    yield FieldRow("question", "question", case.question, "long")
    yield from _evidence(form)
    yield FieldRow("evidence", "add evidence", "", "add")
    yield FieldRow("reference_answer", "reference answer", case.reference_answer, "long")
    for number, nugget in enumerate(case.nuggets):
        label = f"nugget {number + 1}" + ("" if nugget.vital else " (not vital)")
        yield FieldRow(f"nuggets[{number}]", label, nugget.text, "nugget", vital=nugget.vital)
    for number, text in enumerate(suggested_nuggets(form)):
        yield FieldRow(f"suggestions[{number}]", "nugget?", text, "suggestion")
    yield FieldRow("nuggets", "add nugget", "", "add")
    yield _flag("answerable", "answerable", case.answerable)
    if not case.answerable:
        because = case.unanswerable_because or ""
        yield FieldRow("unanswerable_because", "unanswerable because", because, "choice", BECAUSE)
    yield FieldRow("tags", "tags", ", ".join(case.tags), "list")
    for name, label in (("filters", "filter"), ("user", "user")):
        for key, value in getattr(case, name).items():
            yield FieldRow(f"{name}.{key}", f"{label} {key}", attribute_text(value), "text")
        yield FieldRow(name, f"add {label}", "", "add")
    yield FieldRow("intent", "intent", case.intent, "text")
    yield _flag("must_pass", "must pass", case.must_pass)
    yield FieldRow("status", "status", case.status, "choice", STATUSES)
    yield FieldRow("notes", "notes", case.notes, "long")
    if form.base is None:
        yield FieldRow("id", "id", case.id, "text")
    if case.source is not None:
        value = " ".join(part for part in (case.source.kind, case.source.ref, case.source.at) if part)
        yield FieldRow("source", "source", value, "text", read_only=True)


def _evidence(form: Form) -> Iterator[FieldRow]:
    for number, piece in enumerate(form.case.evidence):
        several = len(piece.any_of) > 1
        for which, quote in enumerate(piece.any_of):
            path = f"evidence[{number}]" + (f".any_of[{which}]" if several else "")
            label = f"evidence {number + 1}" + (chr(ord("a") + which % 26) if several else "")
            yield FieldRow(path, label, quote_text(quote), "quote")


def quote_text(quote: Quote) -> str:
    """A quote as one text: its document, its words, and its grade when it does not answer the question."""
    return f"{quote.doc_id}: {quote.quote}" + {1: " (background)", 0: " (irrelevant)"}.get(quote.grade, "")


def attribute_text(value: Attribute) -> str:
    """A filter's value as `typed_in` reads it."""
    return value if isinstance(value, str) else SEVERAL.join(value)


def _flag(path: str, label: str, value: bool) -> FieldRow:
    return FieldRow(path, label, "yes" if value else "no", "flag", ("yes", "no"))
