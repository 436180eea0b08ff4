"""The ways out of the editor: saved, left as a draft, or thrown away."""

import difflib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, replace

from textual import on

from ragtriage.authoring.form import Form
from ragtriage.cases.model import Case
from ragtriage.errors import ConflictError, RagtriageError
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.screens.editor_evidence import EditorEvidence
from ragtriage.tui.screens.editor_frame import Remarked, Save
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.status_line import StatusLine

DIFF_LINES = 200


class EditorSaving(EditorEvidence):
    """A save is checked first, and overwrites no one's work; the draft is dropped once it is on disk."""

    def __init__(self, form: Form, save: Save | None = None) -> None:
        super().__init__(form, save)
        self._save_when_looked_through = False

    # -- out

    def leave(self) -> None:
        """Back to the screen below; what was changed stays as a draft."""
        name = one_line(self.form.case.id or "the new case")
        try:
            if self.form.changed:
                self.workspace.drafts.keep(replace(self.form, open=False))
            else:
                self.workspace.drafts.drop(self.form.origin)
        except FAULTS as error:
            why = error_text(error, self.workspace.root)
            step = f"{why.next_step.partition(';')[0]}; `:discard` leaves without it"
            self.status.failed(RagtriageError(why.title, next_step=step))
            return
        if self.form.changed:
            back = ":new goes on with it" if self.form.origin.kind == "new" else "open it again to go on"
            self._say_below(f"{name}: the draft is kept", back)
        self.dismiss(None)

    def discard(self) -> None:
        def answered(yes: bool | None) -> None:
            if not yes:
                return
            try:
                self.workspace.drafts.drop(self.form.origin)
            except FAULTS as error:
                self.failed(error)
                return
            self._say_below("the draft is gone", "the case is as it was")
            self.dismiss(None)

        lines = [] if self.form.base is None else ["The case's file stays as it is on disk."]
        asking = Confirm("Throw away all that was changed here?", lines, yes="discard", no="go on")
        self.app.push_screen(asking, answered)

    def _say_below(self, words: str, hint: str) -> None:
        for below in self.app.screen_stack[-2:-1]:
            for line in below.query(StatusLine):
                line.note(words, hint=hint)

    # -- saving

    def action_save(self) -> None:
        """Save, once the form was looked through; errors stand in the way, warnings do not."""
        if self.remarked is None or self.remarked.case != self.form.case:
            self._save_when_looked_through = True
            self.look_through(at_once=True)
            return
        self._save_when_looked_through = False
        errors = [one for one in self.remarks if one.level == "error"]
        if errors:
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            said = f"{errors[0].field}: {one_line(errors[0].words).rstrip('.')}{more}"
            self.status.refused("not saved", f"{said}; {one_line(errors[0].next_step)}")
            self._to_error()
            return
        self._write()

    def _to_error(self) -> None:
        """To the first row with an error under it."""
        wrong = (row.key for row in self.fields.rows for line in row.below if line.spans[0].role == "bad")
        if (key := next(wrong, None)) is not None:
            self.give_keys(self.fields)
            self.fields.move_to(key)

    @on(Remarked)
    def _save_now(self, news: Remarked) -> None:
        if self._save_when_looked_through and news.form.case == self.form.case:
            self._save_when_looked_through = False
            if news.error is None:
                self.action_save()

    def _write(self) -> None:
        from ragtriage.authoring.saving import save, taken_up, with_id

        workspace = self.workspace
        try:
            form = workspace.marked(with_id(taken_up(self.form, workspace.cases), workspace.cases))
            with suppress(*FAULTS):
                workspace.drafts.keep(form)  # should all end before it is dropped: it says which case was made of it
            write = self._save(form) if self._save else save(form, workspace.cases)
            self.written = workspace.do(write)
        except ConflictError as error:
            self._ask_about_other(error)
            return
        except FAULTS as error:
            self.failed(error)
            return
        try:
            workspace.drafts.drop(self.form.origin)
        except FAULTS as error:
            self.failed(error)
        self._say_below(one_line(write.words), "u undoes it" if write.changes else "")
        self.dismiss((write.items[0] if write.items else self.form.case.id) if write.changes else None)

    def _ask_about_other(self, conflict: ConflictError) -> None:
        """Someone else changed the file meanwhile: show how, and offer to go on from there."""
        base, theirs = self.form.base, conflict.theirs
        if base is None:
            self.failed(conflict)
            return
        if theirs is None:
            self._ask_to_write_anew()
            return

        def answered(go_on: bool | None) -> None:
            if go_on:
                self._go_on_from(theirs)
            else:
                self.status.note("not saved", hint="the draft is kept")

        question = f"{one_line(self.form.case.id)} was changed by someone else since you began:"
        lines = [*_differences(base, theirs), "", "Your changes would be made to the newer file; look at them again."]
        self.app.push_screen(Confirm(question, lines, yes="go on with the newer file", no="leave it"), answered)

    def _ask_to_write_anew(self) -> None:
        """Someone deleted or renamed the file meanwhile: what was written here needs another."""

        def answered(anew: bool | None) -> None:
            if not anew:
                self.status.note("not saved", hint="the draft is kept; :discard throws it away")
                return
            with suppress(*FAULTS):
                self.workspace.refresh()  # its id is free again
            self._show_changed(replace(self.form, base=None, start=None, typing=None), None)
            self.status.note("a case of its own now, in a new file", hint="change the id if it has another, then save")

        name = one_line(self.form.case.id)
        lines = ["If it was renamed, it is in the list under its new name: then there would be two."]
        asking = Confirm(f"{name} was deleted or renamed by someone else.", lines, yes="write it anew", no="leave it")
        self.app.push_screen(asking, answered)

    def _go_on_from(self, theirs: bytes) -> None:
        """The newer file is what the form was begun from; what was changed here stands on top of it."""
        from ragtriage.cases.index import parse_case

        case_id = self.form.case.id
        newer, _ = parse_case(theirs, self.workspace.cases.path(case_id), case_id)
        if newer is None:
            self.status.refused("the newer file is no case", "mend it first; the draft is kept")
            return
        start = self.form.start or newer
        ours = {each.name: getattr(self.form.case, each.name) for each in fields(Case)}
        own = {name: value for name, value in ours.items() if value != getattr(start, name)}
        kept = replace(self.form, case=replace(newer, **own), base=theirs, start=newer, typing=None)
        self._show_changed(kept, None)
        said = ", ".join(name for name in own) or "nothing"
        self.status.note(f"from the newer file, with what you changed: {said}", hint="look at it, then save again")


def _differences(base: bytes, theirs: bytes) -> Sequence[str]:
    before, now = (text.decode("utf-8", "replace").splitlines() for text in (base, theirs))
    lines = list(difflib.unified_diff(before, now, "when begun", "now", lineterm="", n=1))
    return lines if len(lines) <= DIFF_LINES else [*lines[:DIFF_LINES], "… (more)"]
