"""The form's side of the editor: its rows, every change of it, what is wrong with it, and taking a change back."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on
from textual.timer import Timer

from ragtriage.authoring import form as forms
from ragtriage.authoring.form import FieldRow, Form
from ragtriage.authoring.remarks import Remark
from ragtriage.cases.model import Case
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.screens.editor_frame import EditorFrame, Remarked, Save
from ragtriage.tui.screens.editor_rows import form_rows, key_of

if TYPE_CHECKING:
    from ragtriage.workspace import Workspace

REMARKS_SECONDS = 0.15
"""Wait for the next change before the form is looked through."""

Past = tuple[Case, tuple[str, ...], str | None]
"""Case, refused suggestions, and where the cursor was."""


class EditorForm(EditorFrame):
    """What is shown of the form, and how it changes: each change gives a new form, which is kept and drawn."""

    def __init__(self, form: Form, save: Save | None = None) -> None:
        super().__init__(form, save)
        self.remarks: Sequence[Remark] = ()
        self.remarked: Form | None = None
        """The form that the remarks are on."""
        self._remarking: Timer | None = None
        self._done: list[Past] = []
        self._undone: list[Past] = []
        self.evidence = len(form.case.evidence) - 1
        """The piece of evidence that was last under the form's cursor, or taken last."""

    # -- drawing

    def field_row(self) -> FieldRow | None:
        """The row under the cursor."""
        key = self.fields.cursor_key
        return next((row for row in forms.rows_of_form(self.form) if key_of(row) == key), None)

    def show_form(self, cursor: str | None = None) -> None:
        """Draw the rows, with what is wrong under them."""
        bad = sum(one.level == "error" for one in self.remarks)
        counts = [f"✗ {bad}" if bad else "", f"~ {len(self.remarks) - bad}" if len(self.remarks) > bad else ""]
        heading = "Case" if self.form.case.answerable else "Case, not answerable"
        right = "  ".join(filter(None, counts))
        self.fields.set_rows(form_rows(self.form, self.remarks), heading=heading, right=right, cursor=cursor)

    def show_frame(self) -> None:
        """Title and footer, from what is true now."""
        raise NotImplementedError

    def form_changed(self) -> None:
        """The case is another one: what hangs on it follows."""
        self.look_through()

    # -- changing

    def change(self, made: Callable[[Form], Form], words: str = "", *, cursor: str | None = None) -> bool:
        try:
            form = made(self.form)
        except FAULTS as error:
            self.failed(error)
            return False
        if (form.case, form.refused) == (self.form.case, self.form.refused):
            self.typed()
            return True
        self._done.append((self.form.case, self.form.refused, self.fields.cursor_key))
        self._undone.clear()
        self._show_changed(replace(form, typing=None), cursor)
        if words:
            self.status.done(words, hint="u undoes it")
        return True

    def _show_changed(self, form: Form, cursor: str | None) -> None:
        self.keep(form)
        self.evidence = min(self.evidence, len(form.case.evidence) - 1)
        self.show_form(cursor)
        self.show_frame()
        self.form_changed()

    def action_undo(self) -> None:
        """Take back the last change of the form."""
        self._back_and_forth(self._done, self._undone, "undone", "nothing was changed here")

    def action_redo(self) -> None:
        """Do again what was taken back."""
        self._back_and_forth(self._undone, self._done, "done again", "nothing was undone")

    def _back_and_forth(self, there: list[Past], back: list[Past], words: str, nothing: str) -> None:
        if not there:
            self.status.refused("nothing happened", nothing)
            return
        case, refused, cursor = there.pop()
        back.append((self.form.case, self.form.refused, self.fields.cursor_key))
        self._show_changed(replace(self.form, case=case, refused=refused, typing=None), cursor)
        self.status.done(words)

    # -- what is wrong

    def look_through(self, *, at_once: bool = False) -> None:
        """Look the form through behind the screen, a moment after the last change."""
        if self._remarking is not None:
            self._remarking.stop()
        self._remarking = None if at_once else self.set_timer(REMARKS_SECONDS, self._look)
        if at_once:
            self._look()

    def _look(self) -> None:
        self._remarking = None
        form, root = self.form, self.workspace.root

        def work(workspace: "Workspace") -> Remarked:
            try:
                return Remarked(form, workspace.remarks(form))
            except FAULTS as error:
                return Remarked(form, (), error_text(error, root))

        self.in_background("remarks", work)

    @on(Remarked)
    def _looked_through(self, news: Remarked) -> None:
        if news.form.case != self.form.case:
            return
        if news.error is not None:
            self.status.failed(news.error)
        changed = tuple(news.remarks) != tuple(self.remarks)
        self.remarks, self.remarked = tuple(news.remarks), self.form
        if changed:
            self.show_form()
