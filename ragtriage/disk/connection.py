"""A connection to the index whose failures come in our words.

SQLite fails in any statement: another process holds the file, the disk is full, a page is damaged. All of these become
a DatabaseError here, so that nobody above has to know SQLite's exceptions. Mistakes of our own (a constraint, a closed
connection) stay what they are.
"""

import contextlib
import errno
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from ragtriage.errors import DatabaseError, Place

P = ParamSpec("P")
T = TypeVar("T")

_NEXT_STEP = {
    sqlite3.SQLITE_BUSY: "another ragtriage process holds it: wait for it or close it, and do the same again",
    sqlite3.SQLITE_LOCKED: "another ragtriage process holds it: wait for it or close it, and do the same again",
    sqlite3.SQLITE_FULL: "free some space and do the same again: the index holds nothing that cannot be made again",
    sqlite3.SQLITE_READONLY: "check who owns the folder and its permissions; ragtriage keeps its index there",
    sqlite3.SQLITE_CANTOPEN: "check that this is a file, and that the folder may be written to: the index is there",
    sqlite3.SQLITE_IOERR: "check the disk and its space, and do the same again",
}
_OTHERWISE = (
    "close other ragtriage processes and do the same again; if that does not help, delete the file: "
    "it holds nothing that cannot be made again"
)
_CODES = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EACCES: sqlite3.SQLITE_READONLY,
    errno.EPERM: sqlite3.SQLITE_READONLY,
    errno.EROFS: sqlite3.SQLITE_READONLY,
}
_NOT_OURS = re.compile(
    r"no such (table|column)|has no column named|table \S+ has \d+ columns|Could not decode to UTF-8"
)
"""What SQLite says of a sound file whose tables are not those that this version makes, or whose text is noise."""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class IndexCursor(sqlite3.Cursor):
    """A cursor that raises DatabaseError."""

    connection: "IndexConnection"

    def execute(self, sql: str, parameters: Any = (), /) -> "IndexCursor":
        return self.connection.told(super().execute, sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> "IndexCursor":
        return self.connection.told(super().executemany, sql, parameters)

    def fetchone(self) -> Any:
        return self.connection.told(super().fetchone)

    def fetchall(self) -> list[Any]:
        return self.connection.told(super().fetchall)

    def __next__(self) -> Any:
        return self.connection.told(super().__next__)


class IndexConnection(sqlite3.Connection):
    """A connection whose cursors are `IndexCursor`s, with its row factory."""

    path: Path
    inode: int | None = None
    """The file that was opened, once it is known to be sound: another process may put a new one in its place."""

    def cursor(self, factory: Any = IndexCursor) -> Any:
        return super().cursor(factory)

    def execute(self, sql: str, parameters: Any = (), /) -> IndexCursor:
        cursor: IndexCursor = self.cursor()
        return cursor.execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> IndexCursor:
        cursor: IndexCursor = self.cursor()
        return cursor.executemany(sql, parameters)

    def told(self, call: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
        """What `call` returns. Raises DatabaseError for what is the file's, the disk's or another process's fault."""
        try:
            return call(*arguments, **more)
        except sqlite3.DatabaseError as error:
            if type(error) not in (sqlite3.OperationalError, sqlite3.DatabaseError):
                raise
            raise self._in_words(error) from error

    def _in_words(self, error: sqlite3.DatabaseError) -> DatabaseError:
        if self.inode and is_damaged(error) and (aside := move_aside(self.path, self.inode)):
            return DatabaseError(
                f"the index is damaged ({error}), and was moved aside to {aside.name}",
                where=Place(self.path),
                next_step="do the same again: it is made anew from the workspace's files, and nothing else was in it",
            )
        return in_words(error, self.path)


def in_words(error: sqlite3.Error | OSError, path: Path) -> DatabaseError:
    """What SQLite or the disk said of the index at `path`, and what to do."""
    step = _NEXT_STEP.get(_code(error), _OTHERWISE)
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return DatabaseError(f"the index cannot be used: {said}", where=Place(path), next_step=step)


def is_damaged(error: sqlite3.Error) -> bool:
    """Whether the error says that the file is no sound index of ours, as against one that cannot be had now."""
    return _code(error) in _DAMAGED or _NOT_OURS.search(str(error)) is not None


def _code(error: sqlite3.Error | OSError) -> int:
    """SQLite's primary result code; 0 where the error did not come from SQLite itself."""
    if isinstance(error, OSError):
        return _CODES.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def move_aside(path: Path, inode: int | None = None) -> Path | None:
    """Move a damaged database aside, for whoever wants to look at it; its new place.

    None when it cannot be moved, or is not the file `inode` any more: another process was first.
    """
    aside = path.with_name(f"{path.name}.corrupt-{time.strftime('%Y%m%dT%H%M%S')}-{os.getpid()}")
    try:
        if inode is not None and path.stat().st_ino != inode:
            return None
        path.rename(aside)
    except OSError:
        return None
    for suffix in ("-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    return aside
