"""What is typed into a field of the form: kept letter by letter, and one change of the form when it is done."""

from collections.abc import Callable

from ragtriage.authoring import form as forms
from ragtriage.authoring.form import FieldRow, Form
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.editor.form_pane import FormPane
from ragtriage.tui.parts.editor.panes import EditorPanes
from ragtriage.tui.parts.editor.rows import key_of, list_place
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.text_entry import TextEntry

SPLIT = "|"
"""Before the path of a nugget that is being parted."""
LEAST_ROWS = 4
"""Rows that the entry may grow to, however low the form is; else two thirds of it."""
_HINTS = {"filters": "filter, as region: EU", "user": "user, as role: customer", "nuggets": "new nugget"}
_LINES = ("question", "reference_answer", "notes")
"""Fields that keep line breaks."""


class FieldTyping:
    """The entry at the foot of the form."""

    def __init__(
        self,
        draft: EditedForm,
        rows: FormPane,
        panes: EditorPanes,
        entry: TextEntry,
        status: StatusLine,
        changed: Callable[[], object],
    ) -> None:
        """`changed`: the entry was opened or closed, so that other keys work."""
        self._draft, self._rows, self._panes, self._entry = draft, rows, panes, entry
        self._status, self._changed = status, changed

    def begin(self, row: FieldRow, text: str | None = None) -> None:
        """Type into a row; `text`: what stands there, if it is not what the row shows."""
        label = _HINTS[row.path] if row.kind == "add" else row.label
        self._open(key_of(row), label, _text_of(row) if text is None else text)

    def begin_split(self) -> None:
        """Part a nugget where `|` is typed."""
        row = self._rows.row
        if self._panes.name != "form" or row is None or row.kind != "nugget":
            self._status.refused("nothing to part here", "| parts a nugget")
        else:
            self._open(SPLIT + row.path, "type | where it parts", row.value, at=0)

    def _open(self, field: str, label: str, text: str, *, at: int | None = None) -> None:
        self._entry.begin(field, label, text, at=at, most=max(LEAST_ROWS, self._rows.height * 2 // 3))
        self._changed()

    def typed(self, field: str, text: str) -> None:
        """The text is another one."""
        if field.startswith(SPLIT):
            path, at = field.removeprefix(SPLIT), self._entry.at - 1
            number = list_place(path)[1]
            whole = self._draft.form.case.nuggets[number].text
            if text == whole[:at] + "|" + whole[at:]:
                self._close()
                self._draft.change(lambda form: forms.split_nugget(form, number, at), "parted", cursor=path)
                return
        self._draft.type_in(field.removeprefix(SPLIT), text)

    def left(self, field: str) -> None:
        """As it was; what was typed is one redo away."""
        row, text = self._row_of(field), self._entry.text
        self._close()
        self._draft.typed()
        if row is None or text == _text_of(row):
            return
        if self._draft.change(lambda form: _with_typed(form, row, text)):
            self._draft.undo()
            self._status.note(f"{row.label}: as it was", hint="U brings back what was typed")

    def entered(self, field: str, text: str) -> bool:
        """The field has another text; whether it could have it. What it cannot hold stays there to correct."""
        row = self._row_of(field)
        if row is None:
            self._status.refused("that field is gone", "esc leaves what was typed")
            return False
        touched, words = text != _text_of(row), row.label.removeprefix("add ")
        if touched and not self._draft.change(lambda form: _with_typed(form, row, text), words):
            return False
        self._close()
        self._draft.typed()
        if row.path == "reference_answer" and touched:
            self._rows.move_to("suggestions[0]")
        return True

    def _close(self) -> None:
        self._entry.end()
        self._panes.to_form()
        self._changed()

    def _row_of(self, field: str) -> FieldRow | None:
        return self._rows.row_of(field.removeprefix(SPLIT))


def _text_of(row: FieldRow) -> str:
    """What an entry for the row begins with."""
    return "" if row.kind == "add" else row.value


def _with_typed(form: Form, row: FieldRow, text: str) -> Form:
    """The form with what was typed into a row."""
    if row.path not in _LINES:
        text = " ".join(text.split())
    if row.kind == "add" and row.path == "nuggets":
        return forms.with_nugget(form, text)
    if row.kind == "suggestion":
        return forms.refuse(forms.with_nugget(form, text), row.value)
    if row.kind == "nugget":
        if not text:
            return forms.without_part(form, row.path)
        return forms.with_field(form, f"{row.path}.text", text)
    return forms.typed_in(form, row.path, text)
