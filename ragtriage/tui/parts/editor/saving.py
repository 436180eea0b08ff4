"""The ways out of the editor: saved, left as a draft, or thrown away.

A save is checked first, and overwrites no one's work; the draft is dropped once it is on disk.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from ragtriage.authoring.form import Form
from ragtriage.disk.files import Write
from ragtriage.errors import ConflictError, RagtriageError
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.editor.newer_file import NewerFile
from ragtriage.tui.parts.editor.remarks import FormRemarks
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.status_line import StatusLine

Save = Callable[[Form], Write]
"""Makes the write that saves a form. Raises UsageError, CaseError, ConflictError."""


class WayOut(Protocol):
    """The editor over another screen."""

    def confirm(self, question: Confirm, answered: Callable[[bool | None], None]) -> None:
        """Ask, over the editor."""

    def leave(self, case_id: str | None) -> None:
        """To the screen below, with the id of the saved case, or None."""

    def note_below(self, words: str, hint: str) -> None:
        """Say something on the screen below."""


class FormSaving:
    """Saves the form, or leaves it."""

    def __init__(
        self,
        draft: EditedForm,
        remarks: FormRemarks,
        session: Session,
        status: StatusLine,
        stage: WayOut,
        to_error: Callable[[], object],
        save: Save | None,
    ) -> None:
        """`to_error`: to the first row with an error; `save`: makes the write (`authoring.saving.save` by default)."""
        self.written: Write | None = None
        """What saving wrote, for the screen below."""
        self._draft, self._remarks, self._session = draft, remarks, session
        self._status, self._stage, self._to_error, self._save = status, stage, to_error, save
        self._newer = NewerFile(draft, session, status, stage.confirm)

    # -- out

    def leave(self) -> None:
        """Back to the screen below; what was changed stays as a draft."""
        form, workspace = self._draft.form, self._session.workspace
        try:
            if form.changed:
                workspace.drafts.keep(replace(form, open=False))
            else:
                workspace.drafts.drop(form.origin)
        except FAULTS as error:
            why = error_text(error, workspace.root)
            step = f"{why.next_step.partition(';')[0]}; `:discard` leaves without it"
            self._status.failed(RagtriageError(why.title, next_step=step))
            return
        if form.changed:
            back = ":new goes on with it" if form.origin.kind == "new" else "open it again to go on"
            self._stage.note_below(f"{one_line(form.case.id or 'the new case')}: the draft is kept", back)
        self._stage.leave(None)

    def discard(self) -> None:
        """Throw the draft away, once that was confirmed."""

        def answered(yes: bool | None) -> None:
            if yes and self._drop():
                self._stage.note_below("the draft is gone", "the case is as it was")
                self._stage.leave(None)

        lines = [] if self._draft.form.base is None else ["The case's file stays as it is on disk."]
        asking = Confirm("Throw away all that was changed here?", lines, yes="discard", no="go on")
        self._stage.confirm(asking, answered)

    def _drop(self) -> bool:
        """Away with the draft; whether it is. What kept it is said."""
        workspace = self._session.workspace
        try:
            workspace.drafts.drop(self._draft.form.origin)
        except FAULTS as error:
            self._status.failed(error_text(error, workspace.root))
            return False
        return True

    # -- saving

    def save(self) -> None:
        """Save, once the form was looked through; errors stand in the way, warnings do not."""
        if not self._remarks.known:
            self._remarks.now(self.save)
        elif errors := self._remarks.errors:
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            said = f"{errors[0].field}: {one_line(errors[0].words).rstrip('.')}{more}"
            self._status.refused("not saved", f"{said}; {one_line(errors[0].next_step)}")
            self._to_error()
        else:
            self._write()

    def _write(self) -> None:
        workspace = self._session.workspace
        try:
            write = self._made()
            self.written = workspace.do(write)
        except ConflictError as error:
            self._newer.ask(error)
            return
        except FAULTS as error:
            self._status.failed(error_text(error, workspace.root))
            return
        self._drop()
        self._stage.note_below(one_line(write.words), "u undoes it" if write.changes else "")
        saved = write.items[0] if write.items else self._draft.form.case.id
        self._stage.leave(saved if write.changes else None)

    def _made(self) -> Write:
        """The write that saves the form."""
        from ragtriage.authoring.saving import save, taken_up, with_id

        workspace = self._session.workspace
        form = workspace.marked(with_id(taken_up(self._draft.form, workspace.cases), workspace.cases))
        with suppress(*FAULTS):
            workspace.drafts.keep(form)  # should all end before it is dropped: it says which case was made of it
        return self._save(form) if self._save else save(form, workspace.cases)
