"""The form's rows as they are drawn: short labels, signs beside words, and what is wrong right under the field."""

from collections.abc import Iterator, Sequence

from ragtriage.authoring.form import FieldRow, Form, rows_of_form
from ragtriage.authoring.remarks import Remark
from ragtriage.cases.model import Quote
from ragtriage.corpus.sentences import flowing
from ragtriage.disk.edits import steps_of
from ragtriage.errors import UsageError
from ragtriage.tui import drawing
from ragtriage.tui.widgets.form_view import FormRow
from ragtriage.views.story import Line, Span

LABELS = {
    "reference answer": "answer", "unanswerable because": "because", "add evidence": "+ evidence",
    "add nugget": "+ nugget", "add filter": "+ filter", "add user": "+ user", "nugget?": "nugget ?",
}  # fmt: skip
LABEL_CELLS = 14
DOC_CELLS = 36
"""Of a document's id before its quote; it stands whole over the document."""
_ADDS = {
    "evidence": "a takes it from the corpus",
    "nuggets": "a fact that a good answer states",
    "filters": "region: EU",
    "user": "role: customer",
}
_NOTHING = {
    "question": "enter types it",
    "reference_answer": "enter types it",
}
"""What stands in an empty field that a case wants filled."""


def form_rows(form: Form, remarks: Sequence[Remark]) -> list[FormRow]:
    """All rows, with the remarks under them. A remark on no row of the form stands under the question."""
    fields = rows_of_form(form)
    places = {id(remark): _row_of(remark, fields) for remark in remarks}
    return [
        FormRow(
            key_of(row),
            LABELS.get(row.label, row.label.removesuffix(" (not vital)")),
            tuple(_value(form, row)),
            tuple(_remark(one) for one in remarks if places[id(one)] == key_of(row)),
            "dim" if row.kind != "suggestion" else "accent",
        )
        for row in fields
    ]


def key_of(row: FieldRow) -> str:
    """The row's key: its path, with a `+` before it where the row adds to a list."""
    return f"+{row.path}" if row.kind == "add" else row.path


def _row_of(remark: Remark, fields: Sequence[FieldRow]) -> str:
    """The row that a remark's field is in: the nearest one whose path it begins with."""
    best, longest = key_of(fields[0]), 0
    for row in fields:
        path = row.path
        inside = remark.field == path or remark.field.startswith((f"{path}.", f"{path}["))
        if inside and len(path) > longest:
            best, longest = key_of(row), len(path)
    return best


def _remark(remark: Remark) -> Line:
    bad = remark.level == "error"
    sign, words = ("✗ ", Span(remark.words, "bad")) if bad else ("~ ", Span(remark.words, "warn"))
    step = (Span(f"  {remark.next_step}", "dim"),) if remark.next_step else ()
    return Line((Span(sign, "bad" if bad else "warn"), words, *step), hang=2)


def _value(form: Form, row: FieldRow) -> Iterator[Span]:
    if row.kind == "add":
        yield Span(_ADDS[row.path], "dim")
    elif row.kind == "quote":
        quote = quote_at(form, row.path)
        yield Span(drawing.fit_id(quote.doc_id, DOC_CELLS).rstrip(" ") + "  ", "dim")
        if quote.grade < 2:
            yield Span("background  " if quote.grade else "irrelevant  ", "warn")
        yield Span(flowing(quote.quote), "gold")
    elif row.kind == "nugget":
        yield Span("● " if row.vital else "○ ", "accent" if row.vital else "dim")
        yield Span(row.value)
    elif row.kind == "suggestion":
        yield Span("? ", "accent")
        yield Span(row.value)
    elif not row.value:
        yield Span(_NOTHING.get(row.path, "–"), "dim")
    elif row.kind in ("flag", "choice"):
        yield Span(row.value.replace("_", " "), "warn" if (row.path, row.value) == ("must_pass", "yes") else "plain")
    else:
        yield Span(row.value, "strong" if row.path == "question" else "dim" if row.read_only else "plain")


def quote_at(form: Form, path: str) -> Quote:
    """The quote that a row shows."""
    evidence, alternative = quote_place(path)
    return form.case.evidence[evidence].any_of[alternative]


def quote_place(path: str) -> tuple[int, int]:
    """Which piece of evidence, and which of its alternatives, a row's path names."""
    match steps_of(path):
        case ("evidence", int(at), "any_of", int(which)):
            return at, which
        case ("evidence", int(at), *_):
            return at, 0
    raise ValueError(path)


def list_place(path: str) -> tuple[str, int, str]:
    """`evidence[0].any_of[2]` as `evidence[0].any_of`, 2, ``: the place that `(` and `)` change. Raises UsageError."""
    head, _, tail = path.rpartition("[")
    number, _, rest = tail.partition("]")
    if not number.isdigit():
        raise UsageError(f"`{path}` has no place in a list")
    return head, int(number), rest
