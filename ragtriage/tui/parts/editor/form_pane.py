"""The rows of the form: drawn with what is wrong under them, and the one under the cursor."""

from collections.abc import Sequence

from ragtriage.authoring import form as forms
from ragtriage.authoring.form import FieldRow
from ragtriage.authoring.remarks import Remark
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.editor.rows import form_rows, key_of, quote_place
from ragtriage.tui.widgets.form_view import FormView


class FormPane:
    """A case as rows."""

    def __init__(self, draft: EditedForm, view: FormView) -> None:
        self._draft, self._view = draft, view
        self.piece = len(draft.form.case.evidence) - 1
        """The piece of evidence that was last under the cursor, or taken last; -1: there is none."""
        self._moved = False
        """Whether the cursor was moved here."""

    @property
    def row(self) -> FieldRow | None:
        """The row under the cursor."""
        key = self._view.cursor_key
        return None if key is None else self.row_of(key)

    @property
    def height(self) -> int:
        """Rows of the terminal that it has."""
        return self._view.size.height

    def row_of(self, key: str) -> FieldRow | None:
        """The row of a key; None when there is no such one."""
        return next((row for row in forms.rows_of_form(self._draft.form) if key_of(row) == key), None)

    def show(self, remarks: Sequence[Remark], cursor: str | None = None) -> None:
        """Draw the rows, with what is wrong under them."""
        form = self._draft.form
        self.piece = min(self.piece, len(form.case.evidence) - 1)
        bad = sum(one.level == "error" for one in remarks)
        counts = [f"✗ {bad}" if bad else "", f"~ {len(remarks) - bad}" if len(remarks) > bad else ""]
        heading = "Case" if form.case.answerable else "Case, not answerable"
        right = "  ".join(filter(None, counts))
        self._view.set_rows(form_rows(form, remarks), heading=heading, right=right, cursor=cursor)

    # -- the cursor

    def highlighted(self, key: str | None) -> None:
        """The cursor is on another row."""
        if key and key.startswith("evidence["):
            self.piece = quote_place(key)[0]
        self._moved = self._moved or self._view.has_focus

    def move_to(self, key: str) -> bool:
        """Put the cursor on a row; whether it is there."""
        return self._view.move_to(key)

    def to_error(self) -> bool:
        """To the first row with an error under it; whether there is one."""
        wrong = (row.key for row in self._view.rows for line in row.below if line.spans[0].role == "bad")
        key = next(wrong, None)
        return key is not None and self.move_to(key)

    def to_wanted(self) -> None:
        """To the first row that a case wants filled, until the cursor was moved."""
        if not self._moved and (wanted := self._wanted()):
            self.move_to(wanted)

    def _wanted(self) -> str | None:
        case = self._draft.form.case
        if not case.question.strip():
            return "question"
        if case.answerable and not case.reference_answer.strip():
            return "reference_answer"
        return "suggestions[0]" if forms.suggested_nuggets(self._draft.form) else None
