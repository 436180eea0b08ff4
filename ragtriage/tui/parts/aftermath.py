"""What a write means beyond the list it was made on: settings read again, Git looked at, outputs judged anew."""

from typing import Protocol

from ragtriage.disk.files import Write
from ragtriage.settings import FILE
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.workspace import Workspace


class Judges(Protocol):
    """An app that judges behind its screens."""

    @property
    def workspace(self) -> Workspace:
        """What is open."""
        ...

    def reread_settings(self) -> None:
        """ragtriage.yaml was written. Raises SettingsError."""

    def learn_branch(self) -> None:
        """What is uncommitted is another."""

    def judge(self, *, anew: bool = False) -> None:
        """Judge what is not yet judged; `anew` also puts the lists in order anew."""


class Aftermath:
    """Sees to it, before and after the list is drawn."""

    def __init__(self, app: Judges, status: StatusLine) -> None:
        self._app, self._status = app, status

    def settings(self, write: Write) -> bool:
        """Read the settings again if they were written; whether they were."""
        root = self._app.workspace.root
        moved = any(change.path == root / FILE for change in write.changes)
        if moved:
            try:
                self._app.reread_settings()
            except FAULTS as error:
                self._status.failed(error_text(error, root))
        return moved

    def judging(self, write: Write, *, moved: bool) -> None:
        """Judge what it touched: all, if the golden set `moved` to another snapshot."""
        self._app.learn_branch()
        root = self._app.workspace.root
        judged = (root / "cases", root / "labels")
        if moved or any(folder in change.path.parents for change in write.changes for folder in judged):
            self._app.judge(anew=moved)
