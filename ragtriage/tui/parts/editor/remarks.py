"""What is wrong with the form: looked through behind the screen, a moment after the last change."""

from collections.abc import Callable, Sequence

from ragtriage.authoring.form import Form
from ragtriage.authoring.remarks import Remark
from ragtriage.errors import RagtriageError
from ragtriage.tui.parts.delayed import Delayed, SetTimer
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.editor.reading import WorkspaceReading
from ragtriage.tui.widgets.status_line import StatusLine

REMARKS_SECONDS = 0.15
"""Wait for the next change before the form is looked through."""


class FormRemarks:
    """The remarks on the form; what comes of a form that is another by now is not told."""

    def __init__(
        self,
        draft: EditedForm,
        reading: WorkspaceReading,
        status: StatusLine,
        set_timer: SetTimer,
        changed: Callable[[], object],
    ) -> None:
        """`changed`: draws the form, as there are other remarks."""
        self.found: Sequence[Remark] = ()
        self.form: Form | None = None
        """The form that they are on."""
        self._draft, self._reading, self._status, self._changed = draft, reading, status, changed
        self._then: Callable[[], object] | None = None
        self._delayed = Delayed(set_timer, REMARKS_SECONDS, self._look)

    @property
    def known(self) -> bool:
        """Whether they are on the case as it is now."""
        return self.form is not None and self.form.case == self._draft.form.case

    @property
    def errors(self) -> Sequence[Remark]:
        """Those that stand in the way of saving."""
        return [one for one in self.found if one.level == "error"]

    def soon(self) -> None:
        """The form is another one."""
        self._delayed.soon()

    def now(self, then: Callable[[], object] | None = None) -> None:
        """Look it through at once, and do `then` when it is done, unless that failed."""
        self._then = then or self._then
        self._delayed.now()

    def _look(self) -> None:
        form = self._draft.form
        self._reading.read(
            "remarks",
            lambda workspace: workspace.remarks(form),
            lambda found: self._looked_through(form, found),
            lambda error: self._looked_through(form, (), error),
        )

    def _looked_through(self, form: Form, found: Sequence[Remark], error: RagtriageError | None = None) -> None:
        if form.case != self._draft.form.case:
            return
        if error is not None:
            self._status.failed(error)
        differ = tuple(found) != tuple(self.found)
        self.found, self.form = tuple(found), self._draft.form
        if differ:
            self._changed()
        then, self._then = self._then, None
        if then is not None and error is None:
            then()
