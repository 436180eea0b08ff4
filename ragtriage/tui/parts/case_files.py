"""Changing the case under the cursor: in the editor's form, or as a whole file in $EDITOR."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from textual.app import SuspendNotSupported

from ragtriage.authoring.file_drafts import FileDraft, editor
from ragtriage.errors import ConflictError, RagtriageError, UsageError
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.parts.writing import Writing
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from ragtriage.authoring.form import Form


class Forms(Protocol):
    """An app that opens the editor."""

    def open_editor(self, form: "Form", cursor: str = "") -> None:
        """The editor over the screen that is there. `cursor`: the field it begins on."""

    def try_editor(self, form: "Form", cursor: str = "") -> bool:
        """The same, without a word where the form is open elsewhere; whether it is open here now."""
        ...

    def left_of(self, form: "Form | None") -> "Form | None":
        """What of a kept form is left to go on with."""
        ...


class CaseForms:
    """Cases in the editor, beside the corpus; a draft that was left is gone on with."""

    def __init__(self, session: Session, forms: Forms, status: StatusLine) -> None:
        self._session, self._forms, self._status = session, forms, status

    def edit(self, case_id: str | None, field: str) -> None:
        """A case that is there; `field`: the one that the editor begins on, or empty."""
        from ragtriage.authoring.form import Origin
        from ragtriage.authoring.saving import begun_from_case

        if case_id is None:
            return
        workspace = self._session.workspace
        try:
            kept = self._forms.left_of(workspace.drafts.load(Origin("case", case_id)))
            form = kept or begun_from_case(workspace.cases, case_id)
        except FAULTS as error:
            self._status.failed(error_text(error, workspace.root))
            return
        self._forms.open_editor(form, field)

    def new(self, question: str) -> None:
        """A new case; without a question, the one that was left as a draft last."""
        from ragtriage.authoring.saving import begun_new

        workspace = self._session.workspace
        try:
            kept = [] if question else [one for one in workspace.drafts.all() if one.origin.kind == "new"]
            left = [one for each in kept if (one := self._forms.left_of(each)) is not None]
            begun = begun_new(question, workspace.cases.ids(), workspace.clock)
        except FAULTS as error:
            self._status.failed(error_text(error, workspace.root))
            return
        any(self._forms.try_editor(form) for form in (*left, begun))  # the first that no other session has open


class Terminal(Protocol):
    """The screen that gives its terminal away."""

    def confirm(self, question: Confirm, answered: Callable[[bool | None], None]) -> None:
        """Ask, over the screen."""

    def suspended(self) -> AbstractContextManager[None]:
        """The terminal is another program's meanwhile. Raises SuspendNotSupported."""
        ...

    def drawn_anew(self) -> None:
        """It is ours again."""


class CaseFiles:
    """A case's file in $EDITOR, checked when it comes back. A draft that is no case is kept."""

    def __init__(self, session: Session, status: StatusLine, writing: Writing, terminal: Terminal) -> None:
        self._session, self._status = session, status
        self._writing, self._terminal = writing, terminal

    def edit(self, case_id: str | None) -> None:
        """The file of a case."""
        if case_id is None:
            return
        workspace = self._session.workspace
        try:
            source = workspace.cases.source(case_id)
            draft = FileDraft.of(workspace.state, case_id, workspace.cases.path(case_id).suffix, source)
        except FAULTS as error:
            self._status.failed(error_text(error, workspace.root))
            return
        if draft.base == source:
            self._edit_draft(case_id, draft)
        else:
            self._ask_about_other(case_id, source, draft)

    def _edit_draft(self, case_id: str, draft: FileDraft) -> None:
        fault = self._run_editor(draft.path)
        if fault:
            self._status.refused("$EDITOR did not work", fault)
            return
        workspace = self._session.workspace
        try:
            new = draft.typed()
            write = workspace.replace_source(case_id, new, seen=draft.base) if new != draft.base else None
        except ConflictError:
            self._ask_about_other(case_id, workspace.cases.source(case_id), draft)
            return
        except FAULTS as error:
            self._ask_again(case_id, draft, error_text(error, workspace.root))
            return
        with suppress(*FAULTS):  # a draft that stays is of no harm
            draft.drop()
        if write is None:
            self._status.note(f"{one_line(case_id)}: unchanged")
        else:
            self._writing.done(write)

    def _ask_again(self, case_id: str, draft: FileDraft, error: RagtriageError) -> None:
        def answered(again: bool | None) -> None:
            if again:
                self._edit_draft(case_id, draft)
            elif again is None:
                with suppress(*FAULTS):
                    draft.drop()
                self._status.note(f"{one_line(case_id)} is as it was", hint="the draft is gone")
            else:
                self._status.note(f"{one_line(case_id)} is as it was", hint="E goes on with the draft")

        lines: Sequence[str] = [error.title, *error.next_step.split("\n"), *([str(error.where)] if error.where else [])]
        question = f"{one_line(case_id)} is not saved: the draft is no case yet."
        asking = Confirm(question, lines, yes="edit again", no="keep the draft", discard="discard it")
        self._terminal.confirm(asking, answered)

    def _ask_about_other(self, case_id: str, source: bytes, draft: FileDraft) -> None:
        """The file changed since the draft was begun: show how, before either is given up."""

        def answered(go_on: bool | None) -> None:
            if not go_on:
                self._status.note(f"{one_line(case_id)} is as it is on disk", hint="E comes back to the draft")
                return
            try:
                self._edit_draft(case_id, draft.rebased(source))
            except FAULTS as error:
                self._status.failed(error_text(error, self._session.workspace.root))

        question = f"{one_line(case_id)} was changed by someone else since your draft was begun:"
        lines = [*draft.changes_since(source), "", "Saving your draft would undo that: bring it into the draft first."]
        self._terminal.confirm(Confirm(question, lines, yes="edit the draft", no="leave it"), answered)

    def _run_editor(self, path: Path) -> str:
        """Give the terminal to $EDITOR; what went wrong, or nothing."""
        import subprocess

        try:
            command = editor()
        except UsageError as error:
            return f"{error.title}: {error.next_step}"
        try:
            with self._terminal.suspended():
                done = subprocess.run([*command, str(path)], check=False)
        except (SuspendNotSupported, OSError) as error:
            return str(error) or "this terminal cannot be handed over"
        self._terminal.drawn_anew()
        return "" if done.returncode == 0 else f"it ended with {done.returncode}; the draft is kept"
