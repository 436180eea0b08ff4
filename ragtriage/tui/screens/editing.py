"""Changing a case from a screen: one field at a time, the whole file in $EDITOR, and taking it back."""

import os
import shlex
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen

from ragtriage.disk.files import Write
from ragtriage.errors import ConflictError, RagtriageError
from ragtriage.text import one_line
from ragtriage.triage.story import Span
from ragtriage.tui import drawing
from ragtriage.tui.drafts import Draft
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp

EDIT = "edit:"
"""Beginning of the prompt's purpose while a field is edited: `edit:<case id>\\n<field>`."""
WHOLE_FILE = "\n"
"""What the picker answers for `E`; no field is called that."""


class FieldPicker(ModalScreen[str | None]):
    """Which field to edit: its path, or None."""

    DEFAULT_CSS = """
    FieldPicker { align: center middle; background: $background 60%; }
    FieldPicker > Vertical {
        width: 100; max-width: 96%; height: 26; max-height: 90%; padding: 0 1;
        border: solid $rule; border-title-color: $primary; border-title-style: bold; border-subtitle-color: $foreground;
        background: $background;
    }
    FieldPicker:ansi { background: transparent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("E", "editor", show=False),
    ]

    def __init__(self, case_id: str, fields: Iterable[tuple[str, str]], start: str = "") -> None:
        """`start`: the field that the cursor begins on, if the case has it."""
        super().__init__()
        self._start = start
        self._case_id = case_id
        self._fields = dict(fields)

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = Content(f"Edit {one_line(self._case_id)}")
            box.border_subtitle = "enter edits · esc closes · E edits the file"
            yield RowList(id="fields", heading="field")

    def on_mount(self) -> None:
        names = list(self._fields)
        rows = self.query_one(RowList)
        wide = min(28, max(map(drawing.cells, names), default=8) + 2)

        def draw(at: int, width: int) -> list[Span]:
            name = names[at]
            return [
                Span(drawing.fit(name, wide), "accent"),
                Span(drawing.fit(self._fields[name], max(1, width - wide))),
            ]

        rows.set_rows(names, draw)
        rows.move_to(self._start)
        rows.focus()

    @on(RowList.Opened)
    def _picked(self, event: RowList.Opened) -> None:
        event.stop()
        self.dismiss(event.key)

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_editor(self) -> None:
        self.dismiss(WHOLE_FILE)


class EditingScreen(Screen[None]):
    """What list screens share about writing. Every write is on disk before the screen says so."""

    _last_field = "evidence[0].quote"
    """The field edited last: whoever mends quotes mends several."""
    _seen = b""
    """The file of the case whose field is being edited, as it was when the field was picked."""

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

    # -- one field

    def action_edit(self) -> None:
        """Pick a field of the case, then type its new value."""
        from ragtriage.cases.fields import editable

        case_id = self.current_case()
        if case_id is None:
            return
        cases = self._app.workspace.cases
        try:
            fields, self._seen = list(editable(cases.get(case_id))), cases.source(case_id)
        except FAULTS as error:
            self._status.failed(told(error, self._app.workspace.root))
            return

        def picked(field: str | None) -> None:
            if field is None:
                return
            if field == WHOLE_FILE:
                self.action_editor()
                return
            self._last_field = field
            value = dict(fields)[field]
            if "\n" in value:
                self._status.refused(f"{field} has several lines", "E edits the file in $EDITOR")
                return
            self.query_one(PromptLine).ask(f"{EDIT}{case_id}\n{field}", f"{field}:", value=value)

        self.app.push_screen(FieldPicker(case_id, fields, self._last_field), picked)

    def edited(self, purpose: str, text: str) -> None:
        """The new value of a field was typed."""
        from ragtriage.cases.fields import typed

        if not purpose.startswith(EDIT):
            return
        case_id, field = purpose.removeprefix(EDIT).split("\n", 1)
        workspace, seen = self._app.workspace, self._seen
        if self.write(lambda: workspace.set_field(case_id, field, typed(field, text), seen)) is None:
            self.query_one(PromptLine).ask_again(text, self._status.said)

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
            new = draft.path.read_bytes()
            write = workspace.replace_source(case_id, new, seen=draft.base) if new != draft.base else None
        except ConflictError:
            self._ask_about_other(case_id, workspace.cases.source(case_id), draft)
            return
        except FAULTS as error:
            self._ask_again(case_id, draft, told(error, self._app.workspace.root))
            return
        with suppress(OSError):  # a draft that stays is of no harm
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
                with suppress(OSError):
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
            except OSError as error:
                self._status.failed(told(error, self._app.workspace.root))

        question = f"{one_line(case_id)} was changed by someone else since your draft was begun:"
        lines = [*draft.changes_since(source), "", "Saving your draft would undo that: bring it into the draft first."]
        self.app.push_screen(Confirm(question, lines, yes="edit the draft", no="leave it"), answered)

    def _run_editor(self, path: Path) -> str:
        """Give the terminal to $EDITOR; what went wrong, or nothing."""
        import subprocess

        named = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
        try:
            command = shlex.split(named)
        except ValueError as error:
            return f"`{named}`: {error}"
        if not command or shutil.which(command[0]) is None:
            return f"`{command[0] if command else ''}` is not a program here: set EDITOR"
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
