"""The form that the editor holds: each change of it gives a new one, which is on disk before the next key.

A dropped line costs the last letter at most.
"""

from collections.abc import Callable
from dataclasses import replace

from ragtriage.authoring.form import Form, Typing
from ragtriage.cases.model import Case
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.widgets.status_line import StatusLine

Past = tuple[Case, tuple[str, ...], str | None]
"""Case, refused suggestions, and where the cursor was."""


class EditedForm:
    """The form now, the draft of it, and the way back through its changes."""

    def __init__(
        self,
        form: Form,
        session: Session,
        status: StatusLine,
        cursor: Callable[[], str | None],
        changed: Callable[[str | None], object],
    ) -> None:
        """`cursor`: the row that a change is made from, where undo goes back to; `changed`: draws the form, with the
        cursor on the row that it is given, or where it was."""
        self.form = replace(form, open=True)
        self.unkept = ""
        """Why the draft is not on disk; empty: it is."""
        self._session, self._status = session, status
        self._cursor, self._changed = cursor, changed
        self._done: list[Past] = []
        self._undone: list[Past] = []

    # -- on disk

    def keep(self, form: Form) -> None:
        """This is the form now: on disk before anything else happens."""
        self.form = form
        workspace = self._session.workspace
        try:
            workspace.drafts.keep(form)
        except FAULTS as error:
            if not self.unkept:  # said once, then it stands in the title
                self._status.failed(error_text(error, workspace.root))
            self.unkept = "✗ draft not kept"
        else:
            self.unkept = ""

    def type_in(self, field: str, text: str) -> None:
        """Keep what is being typed."""
        self.keep(replace(self.form, typing=Typing(field, text)))

    def typed(self) -> None:
        """Nothing is being typed any more."""
        if self.form.typing is not None:
            self.keep(replace(self.form, typing=None))

    # -- changing

    def change(self, made: Callable[[Form], Form], words: str = "", *, cursor: str | None = None) -> bool:
        """Change the form, keep it, and draw it; whether it could be. What cannot be is said."""
        try:
            form = made(self.form)
        except FAULTS as error:
            self._status.failed(error_text(error, self._session.workspace.root))
            return False
        if (form.case, form.refused) == (self.form.case, self.form.refused):
            self.typed()
            return True
        self._done.append(self._now())
        self._undone.clear()
        self.show(replace(form, typing=None), cursor)
        if words:
            self._status.done(words, hint="u undoes it")
        return True

    def show(self, form: Form, cursor: str | None = None) -> None:
        """Another form takes this one's place, without a way back: kept and drawn."""
        self.keep(form)
        self._changed(cursor)

    def undo(self) -> None:
        """Take back the last change."""
        self._back_and_forth(self._done, self._undone, "undone", "nothing was changed here")

    def redo(self) -> None:
        """Do again what was taken back."""
        self._back_and_forth(self._undone, self._done, "done again", "nothing was undone")

    def off(self) -> dict[str, str]:
        """Why there is nothing to undo, or to do again."""
        off = {}
        if not self._done:
            off["undo"] = "nothing was changed here"
        if not self._undone:
            off["redo"] = "nothing was undone"
        return off

    def _now(self) -> Past:
        return self.form.case, self.form.refused, self._cursor()

    def _back_and_forth(self, there: list[Past], back: list[Past], words: str, nothing: str) -> None:
        if not there:
            self._status.refused("nothing happened", nothing)
            return
        case, refused, cursor = there.pop()
        back.append(self._now())
        self.show(replace(self.form, case=case, refused=refused, typing=None), cursor)
        self._status.done(words)
