"""The index that a workspace has open: opened when it is first asked for, and what is to be said of it.

Whoever holds its connection holds it for ever; where another file stands in the place of the one that was open, those
who remember what they read there are told.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from ragtriage.disk.connection import IndexConnection
from ragtriage.disk.database import connect
from ragtriage.disk.rows import keep_text, kept_text
from ragtriage.disk.state_folder import own_state_folder


class WorkspaceIndex:
    """The index in a state folder, or in a `file` of its own. One a thread."""

    def __init__(self, state: Path, file: Path | None = None) -> None:
        self._state, self._file = state, file or state / "index.db"
        self._db: IndexConnection | None = None
        self._opened_anew: list[Callable[[], None]] = []
        self.moved_to: Path | None = None
        """Where it was moved because it was damaged, when opening it found so."""
        self.state_moved = ""
        """What is to be said of a state folder that was not ours, and was moved aside."""
        self._seconds: float | None = None

    @property
    def db(self) -> sqlite3.Connection:
        """Its connection. Raises DatabaseError, WorkspaceError."""
        if self._db is None:
            self.own_state_folder()  # Git may have brought one meanwhile
            self._db = connect(self._file, self._moved)
            self._db.opened_anew = self._anew
            self._limit_waiting()
        return self._db

    def own_state_folder(self) -> None:
        """See that the state folder is ours; one that is not is moved aside. Raises WorkspaceError."""
        self.state_moved = own_state_folder(self._state) or self.state_moved

    def when_opened_anew(self, told: Callable[[], None]) -> None:
        """Have `told` called whenever another file was opened in place of the one that was used."""
        self._opened_anew.append(told)

    @property
    def is_gone(self) -> bool:
        """Whether what is open is not the file in its place: deleted, or moved away. It can still be read."""
        return self._db is not None and self._db.is_elsewhere

    def follow(self) -> None:
        """If so, the next statement takes the file that is there now. From any thread."""
        if self._db is not None:
            self._db.follow()

    def wait_at_most(self, seconds: float) -> None:
        """How long a statement waits for another process that writes to it, from now on; else it is ten seconds."""
        self._seconds = seconds
        self._limit_waiting()

    def close(self) -> None:
        """Give it back; it is opened again when it is asked for."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def kept_view(self, name: str) -> str | None:
        """What a screen last kept of itself, to show until it has read anew; None when there is nothing."""
        return kept_text(self.db, f"view {name}")

    def keep_view(self, name: str, body: str) -> None:
        """Keep what a screen shows first."""
        keep_text(self.db, f"view {name}", body)

    def _anew(self) -> None:
        self._limit_waiting()
        for told in self._opened_anew:
            told()

    def _limit_waiting(self) -> None:
        if self._seconds is not None and self._db is not None:
            self._db.execute(f"PRAGMA busy_timeout = {int(self._seconds * 1000)}")

    def _moved(self, to: Path) -> None:
        self.moved_to = to
