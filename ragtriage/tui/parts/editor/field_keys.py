"""The keys of the form: opening, choosing, weighing, moving and removing what is under the cursor."""

from ragtriage.authoring import form as forms
from ragtriage.authoring.form import FieldRow, RowKind
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.editor.field_typing import FieldTyping
from ragtriage.tui.parts.editor.form_pane import FormPane
from ragtriage.tui.parts.editor.open_document import OpenDocument
from ragtriage.tui.parts.editor.panes import EditorPanes
from ragtriage.tui.parts.editor.rows import list_place, quote_at, quote_place
from ragtriage.tui.widgets.status_line import StatusLine

_GRADES = ("irrelevant", "background", "answers the question")
"""By grade."""


class FieldKeys:
    """What keys do to the field under the cursor, while the form has them."""

    def __init__(
        self,
        draft: EditedForm,
        rows: FormPane,
        panes: EditorPanes,
        typing: FieldTyping,
        document: OpenDocument,
        status: StatusLine,
    ) -> None:
        self._draft, self._rows, self._panes = draft, rows, panes
        self._typing, self._document, self._status = typing, document, status

    def _row(self, *kinds: RowKind) -> FieldRow | None:
        """The row under the cursor, if it is of one of these kinds and the form has the keys."""
        row = self._rows.row if self._panes.name == "form" else None
        return row if row is not None and (not kinds or row.kind in kinds) else None

    def open(self) -> None:
        """Enter: the next choice, the quote's document, or typing."""
        row = self._rows.row
        if row is None:
            return
        if row.read_only:
            self._status.refused(f"{row.label} is not changed here", "E edits the file")
        elif row.kind == "flag":
            self._set(row, "false" if row.value == "yes" else "true")
        elif row.kind == "choice":
            at = row.choices.index(row.value) if row.value in row.choices else -1
            self._set(row, row.choices[(at + 1) % len(row.choices)])
        elif row.kind == "quote":
            self._rows.piece = quote_place(row.path)[0]
            self._document.open_quote(row.path)
        elif row.kind == "add" and row.path == "evidence":
            self._panes.to_corpus()
        else:
            self._typing.begin(row)

    def _set(self, row: FieldRow, text: str) -> None:
        shown = {"true": "yes", "false": "no"}.get(text, text).replace("_", " ")
        self._draft.change(lambda form: forms.typed_in(form, row.path, text), f"{row.label}: {shown}")

    def choose(self, at: int) -> None:
        """A digit picks what the field may be; `at` counts from 0."""
        row = self._row()
        if row is None or not row.choices:
            self._status.refused("nothing to choose from here", "digits choose where a field has few values")
        elif not 0 <= at < len(row.choices):
            shown = "  ".join(f"{n} {one.replace('_', ' ')}" for n, one in enumerate(row.choices, 1))
            self._status.refused("no such choice", shown)
        else:
            self._set(row, {"yes": "true", "no": "false"}.get(row.choices[at], row.choices[at]))

    def weigh(self) -> None:
        """Vital or not; answer, background or irrelevant."""
        row = self._row("nugget", "quote")
        if row is None:
            self._status.refused("nothing to weigh here", "v is for nuggets and quotes of the form")
        elif row.kind == "quote":
            grade, piece = (quote_at(self._draft.form, row.path).grade - 1) % 3, quote_place(row.path)[0]
            words = f"{row.label}: {_GRADES[grade]}"
            self._draft.change(lambda form: forms.with_field(form, ("evidence", piece, "grade"), grade), words)
        else:
            words = f"{row.label.partition(' (')[0]}: " + ("not vital" if row.vital else "vital")
            self._draft.change(lambda form: forms.toggled(form, list_place(row.path)[1]), words)

    def shift(self, step: int) -> None:
        """Evidence or nugget earlier or later; the cursor goes with it."""
        row = self._row("nugget", "quote")
        if row is None:
            self._status.refused("nothing to move here", "( and ) move nuggets and quotes of the form")
            return
        head, number, tail = list_place(row.path)
        self._draft.change(lambda form: forms.moved(form, row.path, step), cursor=f"{head}[{number + step}]{tail}")

    def remove(self) -> None:
        """Away with what is under the cursor."""
        row = self._row()
        if row is None or row.kind == "add":
            self._status.refused("nothing to remove here", "x removes what is under the form's cursor")
        elif row.kind == "suggestion":
            self.reject()
        elif row.path == "tags":
            self._draft.change(lambda form: forms.with_field(form, "tags", ()), "tags removed")
        else:
            self._draft.change(lambda form: forms.without_part(form, row.path), f"{row.label} removed")

    def confirm(self) -> None:
        """The suggestion under the cursor is a nugget."""
        row = self._row("suggestion")
        if row is None:
            self._status.refused("nothing to confirm here", "a confirms a suggested nugget; enter edits a field")
        else:
            self._draft.change(lambda form: forms.confirm(form, row.value), "a nugget, vital: v weighs it, | parts it")

    def reject(self) -> None:
        """Not a nugget."""
        row = self._row("suggestion")
        if row is None:
            self._status.refused("nothing to refuse here", "r refuses a suggested nugget")
        else:
            self._draft.change(lambda form: forms.refuse(form, row.value), "refused")

    def off(self) -> dict[str, str]:
        """Key ids that do nothing on the row under the cursor, and why."""
        off: dict[str, str] = {}
        if self._row("suggestion") is None:
            off["editor.reject"] = "there is no suggestion under the cursor"
            if self._panes.name == "form":
                off["editor.accept"] = off["editor.reject"]
        if self._row("nugget", "quote") is None:
            off["editor.vital"] = "v is for nuggets and quotes"
        if self._row("nugget") is None:
            off["editor.split"] = "| is for nuggets"
        if self._rows.piece < 0:
            off["editor.or"] = "there is no evidence yet"
        return off
