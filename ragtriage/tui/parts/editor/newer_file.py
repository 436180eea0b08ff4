"""Someone else changed, renamed or deleted the case's file while it was edited: nothing of theirs is overwritten."""

import difflib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

from ragtriage.authoring.form import Form
from ragtriage.cases.model import Case
from ragtriage.errors import ConflictError
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.status_line import StatusLine

DIFF_LINES = 200

Ask = Callable[[Confirm, Callable[[bool | None], None]], None]
"""Asks over the screen."""


class NewerFile:
    """Shows what became of the file, and goes on from there if that is wanted."""

    def __init__(self, draft: EditedForm, session: Session, status: StatusLine, ask: Ask) -> None:
        self._draft, self._session, self._status, self._ask = draft, session, status, ask

    def ask(self, conflict: ConflictError) -> None:
        """The form could not be saved over it."""
        base, theirs = self._draft.form.base, conflict.theirs
        if base is None:
            self._status.failed(error_text(conflict, self._session.workspace.root))
        elif theirs is None:
            self._ask_to_write_anew()
        else:
            self._ask_to_go_on(base, theirs)

    def _ask_to_go_on(self, base: bytes, theirs: bytes) -> None:
        def answered(go_on: bool | None) -> None:
            if go_on:
                self._go_on_from(theirs)
            else:
                self._status.note("not saved", hint="the draft is kept")

        question = f"{one_line(self._draft.form.case.id)} was changed by someone else since you began:"
        lines = [*_differences(base, theirs), "", "Your changes would be made to the newer file; look at them again."]
        self._ask(Confirm(question, lines, yes="go on with the newer file", no="leave it"), answered)

    def _ask_to_write_anew(self) -> None:
        """It was deleted or renamed: what was written here needs another."""

        def answered(anew: bool | None) -> None:
            if not anew:
                self._status.note("not saved", hint="the draft is kept; :discard throws it away")
                return
            with suppress(*FAULTS):
                self._session.workspace.refresh()  # its id is free again
            self._draft.show(replace(self._draft.form, base=None, start=None, typing=None))
            self._status.note("a case of its own now, in a new file", hint="change the id if it has another, then save")

        name = one_line(self._draft.form.case.id)
        lines = ["If it was renamed, it is in the list under its new name: then there would be two."]
        asking = Confirm(f"{name} was deleted or renamed by someone else.", lines, yes="write it anew", no="leave it")
        self._ask(asking, answered)

    def _go_on_from(self, theirs: bytes) -> None:
        """The newer file is what the form was begun from; what was changed here stands on top of it."""
        from ragtriage.cases.index import parse_case

        form = self._draft.form
        newer, _ = parse_case(theirs, self._session.workspace.cases.path(form.case.id), form.case.id)
        if newer is None:
            self._status.refused("the newer file is no case", "mend it first; the draft is kept")
            return
        own = _changed_here(form, form.start or newer)
        self._draft.show(replace(form, case=replace(newer, **own), base=theirs, start=newer, typing=None))
        said = ", ".join(own) or "nothing"
        self._status.note(f"from the newer file, with what you changed: {said}", hint="look at it, then save again")


def _changed_here(form: Form, start: Case) -> dict[str, Any]:
    """Fields of the case that are others than at the start, by name."""
    ours = {each.name: getattr(form.case, each.name) for each in fields(Case)}
    return {name: value for name, value in ours.items() if value != getattr(start, name)}


def _differences(base: bytes, theirs: bytes) -> Sequence[str]:
    before, now = (text.decode("utf-8", "replace").splitlines() for text in (base, theirs))
    lines = list(difflib.unified_diff(before, now, "when begun", "now", lineterm="", n=1))
    return lines if len(lines) <= DIFF_LINES else [*lines[:DIFF_LINES], "… (more)"]
