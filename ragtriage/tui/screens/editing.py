"""Changing a case from a screen: one field at a time, the whole file in $EDITOR, and taking it back."""

import os
import shlex
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen

from ragtriage.disk.files import Write
from ragtriage.errors import ConflictError, RagtriageError
from ragtriage.text import one_line
from ragtriage.triage.story import Span
from ragtriage.tui import drawing
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp

EDIT = "edit:"
"""Beginning of the prompt's purpose while a field is edited: `edit:<case id>\\n<field>`."""


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
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", show=False)]

    def __init__(self, case_id: str, fields: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self._case_id = case_id
        self._fields = dict(fields)

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = f"Edit {one_line(self._case_id)}"
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
        rows.focus()

    @on(RowList.Opened)
    def _picked(self, event: RowList.Opened) -> None:
        event.stop()
        self.dismiss(event.key)

    def action_leave(self) -> None:
        self.dismiss(None)


class EditingScreen(Screen[None]):
    """What list screens share about writing. Every write is on disk before the screen says so."""

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
            self._app.workspace.refresh()
            self._status.failed(error)
            self.after_write(Write("", ()))
            return None
        except RagtriageError as error:
            self._status.failed(error)
            return None
        if write is None:
            self._status.refused("nothing happened", nothing)
            return None
        self._status.done(write.words, hint="u undoes it")
        self.after_write(write)
        return write

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
        except RagtriageError as error:
            self._status.failed(error)
            return

        def picked(field: str | None) -> None:
            if field is None:
                return
            value = dict(fields)[field]
            if "\n" in value:
                self._status.refused(f"{field} has several lines", "E edits the file in $EDITOR")
                return
            self.query_one(PromptLine).ask(f"{EDIT}{case_id}\n{field}", f"{field}:", value=value)

        self.app.push_screen(FieldPicker(case_id, fields), picked)

    def edited(self, purpose: str, text: str) -> None:
        """The new value of a field was typed."""
        from ragtriage.cases.fields import typed

        if not purpose.startswith(EDIT):
            return
        case_id, field = purpose.removeprefix(EDIT).split("\n", 1)
        workspace, seen = self._app.workspace, self._seen
        self.write(lambda: workspace.set_field(case_id, field, typed(field, text), seen))

    # -- the whole file

    def action_editor(self) -> None:
        """The case's file in $EDITOR, checked when it comes back. A draft that is no case is kept."""
        case_id = self.current_case()
        if case_id is None:
            return
        workspace = self._app.workspace
        try:
            source = workspace.cases.source(case_id)
        except RagtriageError as error:
            self._status.failed(error)
            return
        draft = workspace.state / "drafts" / f"{case_id.replace('/', '--')}.yaml"
        try:
            draft.parent.mkdir(parents=True, exist_ok=True)
            if not draft.exists():
                draft.write_bytes(source)
        except OSError as error:
            self._status.refused("no draft can be written", str(error))
            return
        self._edit_draft(case_id, source, draft)

    def _edit_draft(self, case_id: str, source: bytes, draft: Path) -> None:
        fault = self._run_editor(draft)
        if fault:
            self._status.refused("$EDITOR did not work", fault)
            return
        new = draft.read_bytes()
        if new == source:
            draft.unlink()
            self._status.note(f"{case_id}: unchanged")
            return
        workspace = self._app.workspace
        try:
            write = workspace.replace_source(case_id, new, seen=source)
        except RagtriageError as error:
            self._ask_again(case_id, source, draft, error)
            return
        draft.unlink()
        self._status.done(write.words, hint="u undoes it")
        self.after_write(write)

    def _ask_again(self, case_id: str, source: bytes, draft: Path, error: RagtriageError) -> None:
        def answered(again: bool | None) -> None:
            if again:
                self._edit_draft(case_id, source, draft)
            else:
                self._status.note(f"{case_id}: not saved; E goes on with the draft", hint=one_line(error.title))

        lines = str(error).split("\n")
        self.app.push_screen(Confirm("This is not a case yet.", lines, yes="edit again", no="keep as draft"), answered)

    def _run_editor(self, path: Path) -> str:
        """Give the terminal to $EDITOR; what went wrong, or nothing."""
        import subprocess

        command = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
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
        except RagtriageError as error:
            self._status.failed(error)
            return
        if write is None:
            self._status.refused("nothing happened", nothing)
            return
        self._status.done(f"{words}: {write.words}")
        self.after_write(write, undone=True)
        if write.items:
            self.query_one("#list", RowList).move_to(write.items[0])
