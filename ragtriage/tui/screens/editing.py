"""Changing a case from a screen: in the editor's form, as a whole file in $EDITOR, and taking it back."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.app import SuspendNotSupported
from textual.screen import Screen

from ragtriage.authoring.kept_files import Draft, editor
from ragtriage.disk.files import Write
from ragtriage.errors import ConflictError, RagtriageError, UsageError
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, lasting, told
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp


@lasting
class EditingScreen(Screen[None]):
    """What list screens share about writing. Every write is on disk before the screen says so."""

    @property
    def _app(self) -> "RagtriageApp":
        return cast("RagtriageApp", self.app)

    @property
    def _status(self) -> StatusLine:
        return self.query_one(StatusLine)

    def current_case(self) -> str | None:
        """The case under the cursor."""
        return self.query_one("#list", RowList).cursor_key

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        """Something was written: the screen shows it."""
        raise NotImplementedError

    def write(self, act: Callable[[], Write | None], nothing: str = "nothing to do") -> Write | None:
        """Do something that writes, and say what came of it."""
        try:
            write = act()
        except ConflictError as error:
            self._look_again(error)
            return None
        except FAULTS as error:
            self._status.failed(told(error, self._app.workspace.root))
            return None
        if write is None or not write.changes:
            self._status.refused("nothing happened", nothing)
            return None
        self._status.done(one_line(write.words), hint="u undoes it")
        self.after_write(write)
        return write

    def _look_again(self, conflict: ConflictError) -> None:
        """Someone else was there first: show what they wrote."""
        with suppress(*FAULTS):
            self._app.workspace.refresh()
        self.after_write(Write("", ()))
        self._status.failed(told(conflict, self._app.workspace.root))

    # -- the form

    def current_field(self) -> str:
        """The field of the current case that the editor begins on; empty: where something is wanted."""
        return ""

    def action_edit(self) -> None:
        """The case in the editor, beside the corpus; a draft that was left is gone on with."""
        from ragtriage.authoring.form import Origin
        from ragtriage.authoring.saving import begun_from_case

        case_id = self.current_case()
        if case_id is None:
            return
        workspace = self._app.workspace
        try:
            kept = self._app.left_of(workspace.drafts.load(Origin("case", case_id)))
            form = kept or begun_from_case(workspace.cases, case_id)
        except FAULTS as error:
            self._status.failed(told(error, workspace.root))
            return
        self._app.open_editor(form, self.current_field())

    def new_case(self, question: str) -> None:
        """A new case in the editor; without a question, the one that was left as a draft last."""
        from ragtriage.authoring.saving import begun_new

        workspace = self._app.workspace
        try:
            kept = [] if question else [one for one in workspace.drafts.all() if one.origin.kind == "new"]
            left = [one for each in kept if (one := self._app.left_of(each)) is not None]
            begun = begun_new(question, workspace.cases.ids(), workspace.clock)
        except FAULTS as error:
            self._status.failed(told(error, workspace.root))
            return
        any(self._app.try_editor(form) for form in (*left, begun))  # the first that no other session has open

    def case_edited(self, write: Write) -> None:
        """The editor saved something."""
        self._status.done(one_line(write.words), hint="u undoes it")
        self.after_write(write)
        if write.items:
            self.query_one("#list", RowList).move_to(write.items[0])

    # -- the whole file

    def action_editor(self) -> None:
        """The case's file in $EDITOR, checked when it comes back. A draft that is no case is kept."""
        case_id = self.current_case()
        if case_id is None:
            return
        cases = self._app.workspace.cases
        try:
            source = cases.source(case_id)
            draft = Draft.of(self._app.workspace.state, case_id, cases.path(case_id).suffix, source)
        except FAULTS as error:
            self._status.failed(told(error, self._app.workspace.root))
            return
        if draft.base == source:
            self._edit_draft(case_id, draft)
        else:
            self._ask_about_other(case_id, source, draft)

    def _edit_draft(self, case_id: str, draft: Draft) -> None:
        fault = self._run_editor(draft.path)
        if fault:
            self._status.refused("$EDITOR did not work", fault)
            return
        workspace = self._app.workspace
        try:
            new = draft.typed()
            write = workspace.replace_source(case_id, new, seen=draft.base) if new != draft.base else None
        except ConflictError:
            self._ask_about_other(case_id, workspace.cases.source(case_id), draft)
            return
        except FAULTS as error:
            self._ask_again(case_id, draft, told(error, self._app.workspace.root))
            return
        with suppress(*FAULTS):  # a draft that stays is of no harm
            draft.drop()
        if write is None:
            self._status.note(f"{one_line(case_id)}: unchanged")
            return
        self._status.done(one_line(write.words), hint="u undoes it")
        self.after_write(write)

    def _ask_again(self, case_id: str, draft: Draft, error: RagtriageError) -> None:
        def answered(again: bool | None) -> None:
            if again:
                self._edit_draft(case_id, draft)
            elif again is None:
                with suppress(*FAULTS):
                    draft.drop()
                self._status.note(f"{one_line(case_id)} is as it was", hint="the draft is gone")
            else:
                self._status.note(f"{one_line(case_id)} is as it was", hint="E goes on with the draft")

        lines = [error.title, *error.next_step.split("\n"), *([str(error.where)] if error.where else [])]
        question = f"{one_line(case_id)} is not saved: the draft is no case yet."
        asking = Confirm(question, lines, yes="edit again", no="keep the draft", discard="discard it")
        self.app.push_screen(asking, answered)

    def _ask_about_other(self, case_id: str, source: bytes, draft: Draft) -> None:
        """The file changed since the draft was begun: show how, before either is given up."""

        def answered(go_on: bool | None) -> None:
            if not go_on:
                self._status.note(f"{one_line(case_id)} is as it is on disk", hint="E comes back to the draft")
                return
            try:
                self._edit_draft(case_id, draft.rebased(source))
            except FAULTS as error:
                self._status.failed(told(error, self._app.workspace.root))

        question = f"{one_line(case_id)} was changed by someone else since your draft was begun:"
        lines = [*draft.changes_since(source), "", "Saving your draft would undo that: bring it into the draft first."]
        self.app.push_screen(Confirm(question, lines, yes="edit the draft", no="leave it"), answered)

    def _run_editor(self, path: Path) -> str:
        """Give the terminal to $EDITOR; what went wrong, or nothing."""
        import subprocess

        try:
            command = editor()
        except UsageError as error:
            return f"{error.title}: {error.next_step}"
        try:
            with self.app.suspend():
                done = subprocess.run([*command, str(path)], check=False)
        except (SuspendNotSupported, OSError) as error:
            return str(error) or "this terminal cannot be handed over"
        self.refresh(layout=True)
        return "" if done.returncode == 0 else f"it ended with {done.returncode}; the draft is kept"

    # -- back and forth

    def action_undo(self) -> None:
        """Take back the latest change; the cursor goes back to its case."""
        self._back_and_forth(self._app.workspace.desk.undo, "undone", "nothing was changed in this session")

    def action_redo(self) -> None:
        """Do again what was taken back."""
        self._back_and_forth(self._app.workspace.desk.redo, "done again", "nothing was undone")

    def _back_and_forth(self, act: Callable[[], Write | None], words: str, nothing: str) -> None:
        try:
            write = act()
        except ConflictError as error:
            self._look_again(error)
            return
        except FAULTS as error:
            self._status.failed(told(error, self._app.workspace.root))
            return
        if write is None:
            self._status.refused("nothing happened", nothing)
            return
        self._status.done(f"{words}: {one_line(write.words)}")
        self.after_write(write, undone=True)
        if write.items:
            self.query_one("#list", RowList).move_to(write.items[0])
