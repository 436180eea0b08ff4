"""A connection to the index whose failures come in our words.

SQLite fails in any statement: another process holds the file, the disk is full, a page is damaged. All of these become
a DatabaseError here, so that nobody above has to know SQLite's exceptions. Mistakes of our own (a constraint, a closed
connection) stay what they are.

A connection stays good for ever: where its file was damaged and moved aside, or another file stands in its place, the
next statement finds that one opened in the same object, so that nobody who holds it has to know.
"""

import contextlib
import errno
import fcntl
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from ragtriage.disk.safe_paths import open_file
from ragtriage.errors import DamagedIndexError, DatabaseError, FilePlace

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
_AGAIN = "do the same again: it is made anew from the workspace's files, and nothing else was in it"
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
_WITHOUT_FILE = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""What it says where the file, or one of those beside it, was taken away from under it."""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


_open: "WeakSet[IndexConnection]" = WeakSet()
_moved: dict[Path, tuple[float, DamagedIndexError]] = {}
"""By the place of an index: when one was last found damaged there and moved aside, and what was said."""
_AFTER_SECONDS = 30.0


def moved_just_now(path: Path) -> DamagedIndexError | None:
    """What was said of an index that stood at `path` until a moment ago: its values may still be in use."""
    when, error = _moved.get(path, (-_AFTER_SECONDS, None))
    return error if time.monotonic() - when < _AFTER_SECONDS else None


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

    path = Path()
    inode: int | None = None
    """The file that was opened, once it is known to be sound: another process may put a new one in its place."""
    opener: Callable[["IndexConnection"], None] | None = None
    """Opens the file that stands at `path` now, in this object."""
    opened_anew: Callable[[], None] | None = None
    """Told after that: what was read before holds no longer."""
    lost = False
    """Whether the file is not to be used any more: the next statement opens it anew."""

    def opened(self, opener: Callable[["IndexConnection"], None]) -> None:
        """It is sound: from now on it stays good, by means of `opener`, which opens what stands at `path`, in it."""
        self.inode, self.opener = inode_of(self.path), opener
        _open.add(self)

    def cursor(self, factory: Any = IndexCursor) -> Any:
        if self.lost and self.opener and not self.in_transaction:
            self._open_anew(self.opener)
        return super().cursor(factory)

    def _open_anew(self, opener: Callable[["IndexConnection"], None]) -> None:
        path, opened_anew = self.path, self.opened_anew
        self.lost = False
        try:
            opener(self)  # SQLite's module forgets all that an object bears when it is opened once more
        except BaseException:
            super().__init__(":memory:", isolation_level=None, check_same_thread=False)  # else it is no connection
            self.path, self.opener, self.lost = path, opener, True
            raise
        finally:
            self.opened_anew = opened_anew
        if opened_anew:
            opened_anew()

    def execute(self, sql: str, parameters: Any = (), /) -> IndexCursor:
        cursor: IndexCursor = self.cursor()
        return cursor.execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> IndexCursor:
        cursor: IndexCursor = self.cursor()
        return cursor.executemany(sql, parameters)

    @property
    def is_elsewhere(self) -> bool:
        """Whether the file that is open is not the one in its place any more. It can be read all the same."""
        return self.inode is not None and inode_of(self.path) != self.inode

    def follow(self) -> bool:
        """If so, the next statement opens the file that is there. Safe from any thread."""
        self.lost = self.lost or self.is_elsewhere
        return self.lost

    def damaged(self, reason: str) -> DatabaseError:
        """The error for what in it cannot be so. The file is moved aside; the next statement opens a new one.

        So it is for all who have that file open in this process.
        """
        aside = move_aside(self.path, self.inode)
        if aside is None and not self.is_elsewhere:
            return DatabaseError(f"the index is damaged ({reason})", where=FilePlace(self.path), next_step=_OTHERWISE)
        for each in list(_open):
            if (each.path, each.inode) == (self.path, self.inode):
                each.lost = True
        where = f"to {aside.name}" if aside else "by another process"
        title = f"the index is damaged ({reason}), and was moved aside {where}"
        error = DamagedIndexError(title, where=FilePlace(self.path), next_step=_AGAIN)
        _moved[self.path] = time.monotonic(), error
        return error

    def told(self, call: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
        """What `call` returns. Raises DatabaseError for what is the file's, the disk's or another process's fault."""
        try:
            return call(*arguments, **more)
        except sqlite3.DatabaseError as error:
            if type(error) not in (sqlite3.OperationalError, sqlite3.DatabaseError):
                raise
            raise self._in_words(error) from error

    def _in_words(self, error: sqlite3.DatabaseError) -> DatabaseError:
        if self.is_elsewhere and _code(error) in _WITHOUT_FILE:
            self.lost = True
            title = "the index was deleted or replaced meanwhile"
            return DamagedIndexError(title, where=FilePlace(self.path), next_step=_AGAIN)
        if self.inode and is_damaged(error):
            return self.damaged(str(error))
        return database_fault(error, self.path)


def database_fault(error: sqlite3.Error | OSError, path: Path) -> DatabaseError:
    """What SQLite or the disk said of the index at `path`, and what to do."""
    step = _NEXT_STEP.get(_code(error), _OTHERWISE)
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return DatabaseError(f"the index cannot be used: {said}", where=FilePlace(path), next_step=step)


def is_damaged(error: sqlite3.Error) -> bool:
    """Whether the error says that the file is no sound index of ours, as against one that cannot be had now."""
    return _code(error) in _DAMAGED or _NOT_OURS.search(str(error)) is not None


def _code(error: sqlite3.Error | OSError) -> int:
    """SQLite's primary result code; 0 where the error did not come from SQLite itself."""
    if isinstance(error, OSError):
        return _CODES.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def inode_of(path: Path) -> int | None:
    """Which file stands there; None where there is none, or it cannot be known."""
    try:
        return path.stat().st_ino
    except OSError:
        return None


def move_aside(path: Path, inode: int | None = None) -> Path | None:
    """Move a damaged database aside, for whoever wants to look at it; its new place.

    None when it cannot be moved, or is not the file `inode` any more: another process was first.
    """
    aside = path.with_name(f"{path.name}.corrupt-{time.strftime('%Y%m%dT%H%M%S')}-{os.getpid()}")
    with making(path):
        try:
            if inode is not None and path.stat().st_ino != inode:
                return None
            path.rename(aside)
        except OSError:
            return None
        remove_leftovers(path)
    return aside


def remove_leftovers(path: Path) -> None:
    """Remove what SQLite kept beside a database that is gone: a new one would take it for its own. While `making`.

    Who has the old one open keeps these files, as they keep the old one, and goes on undisturbed.
    """
    for suffix in ("-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


@contextlib.contextmanager
def making(path: Path) -> Iterator[None]:
    """Hold the place at `path` against others who make a database there or move one away; ten seconds at most."""
    try:
        handle = open_file(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT)
    except OSError:  # nothing can be made here either
        yield
        return
    try:
        for _ in range(500):
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                time.sleep(0.02)
        yield
    finally:
        os.close(handle)
