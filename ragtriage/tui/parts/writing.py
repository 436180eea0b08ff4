"""Writes from a screen, and back: each is on disk before the screen says so, and `u` takes it back."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from ragtriage.disk.files import Write
from ragtriage.errors import ConflictError
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.widgets.status_line import StatusLine


class Shown(Protocol):
    """What shows the things that are written."""

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        """Something was written: show it."""

    def move_to(self, key: str) -> object:
        """Put the cursor on what was written, if it is there."""
        ...


class Writing:
    """Does what writes, says what came of it, undoes it and does it again."""

    def __init__(self, session: Session, status: StatusLine, shown: Shown) -> None:
        self._session, self._status, self._shown = session, status, shown

    def do(self, act: Callable[[], Write | None], nothing: str = "nothing to do") -> Write | None:
        """Do something that writes, and say what came of it."""
        tried, write = self._tried(act)
        if tried and (write is None or not write.changes):
            self._status.refused("nothing happened", nothing)
            return None
        if write is not None:
            self.done(write)
        return write

    def done(self, write: Write) -> None:
        """Say what is on disk, and show it."""
        self._status.done(one_line(write.words), hint="u undoes it")
        self._shown.after_write(write)

    def saved(self, write: Write) -> None:
        """The editor saved something: the cursor goes there."""
        self.done(write)
        self._go_to(write.items)

    def undo(self) -> None:
        """Take back the latest change; the cursor goes back to its case."""
        service = self._session.workspace.triage
        self._back_and_forth(service.undo, "undone", "nothing was changed in this session")

    def redo(self) -> None:
        """Do again what was taken back."""
        self._back_and_forth(self._session.workspace.triage.redo, "done again", "nothing was undone")

    def _back_and_forth(self, act: Callable[[], Write | None], words: str, nothing: str) -> None:
        tried, write = self._tried(act)
        if tried and write is None:
            self._status.refused("nothing happened", nothing)
        if write is None:
            return
        self._status.done(f"{words}: {one_line(write.words)}")
        self._shown.after_write(write, undone=True)
        self._go_to(write.items)

    def off(self) -> dict[str, str]:
        """Why there is nothing to undo, or to do again."""
        off, history = {}, self._session.workspace.history
        if not history.can_undo:
            off["undo"] = "nothing was changed in this session"
        if not history.can_redo:
            off["redo"] = "nothing was undone"
        return off

    def _tried(self, act: Callable[[], Write | None]) -> tuple[bool, Write | None]:
        """Whether it did not fail, and what it wrote."""
        workspace = self._session.workspace
        try:
            return True, act()
        except ConflictError as error:  # someone else was there first: show what they wrote
            with suppress(*FAULTS):
                workspace.refresh()
            self._shown.after_write(Write("", ()))
            self._status.failed(error_text(error, workspace.root))
        except FAULTS as error:
            self._status.failed(error_text(error, workspace.root))
        return False, None

    def _go_to(self, items: Sequence[str]) -> None:
        if items:
            self._shown.move_to(items[0])
