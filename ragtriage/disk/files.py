"""Every write, and its undo.

A write is a set of files, each with the bytes it must hold before and those it shall hold after. It happens under the
workspace's lock, file by file by rename, and only if nobody changed them meanwhile; so the undo of any write is the
same write with before and after exchanged, and a killed process leaves whole files only.
"""

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ragtriage.disk.safe_paths import Spot, guard, new_file, open_file, put_in_place, remove, way_to
from ragtriage.disk.state_folder import make_state_folder
from ragtriage.errors import ConflictError, FileError, Place, WorkspaceError

_SYNCED_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file: the bytes it must hold before, and shall hold after. None: there is no such file."""

    path: Path
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Write:
    """Something a person did, as the files it changed."""

    words: str
    """What was done, for the status line: "billing/0142: retrieval"."""
    changes: tuple[FileChange, ...]
    items: tuple[str, ...] = ()
    """Ids of the cases (or other things) it was about; undo puts the cursor back there."""

    @classmethod
    def joined(cls, words: str, writes: "Iterable[Write]") -> "Write":
        """Several writes as one: all or none, and undone at once. No two may be about one file."""
        some = list(writes)
        changes = tuple(change for write in some for change in write.changes)
        return cls(words, changes, tuple(dict.fromkeys(item for write in some for item in write.items)))

    def reversed(self) -> "Write":
        """The write that undoes this one."""
        back = tuple(FileChange(c.path, c.after, c.before) for c in reversed(self.changes))
        return Write(self.words, back, self.items)


@contextlib.contextmanager
def locked(state_folder: Path) -> Iterator[None]:
    """Hold the workspace's write lock (`<state_folder>/lock`) against other processes and threads.

    Raises WorkspaceError when the workspace cannot be written to.
    """
    guard(state_folder.parent)
    try:
        make_state_folder(state_folder)
        handle = open_file(state_folder / "lock", os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise WorkspaceError(
            f"the workspace cannot be written to: {error.strerror}",
            where=Place(state_folder),
            next_step="check the folder's permissions; nothing was changed",
        ) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)  # closing gives the lock back


def read_bytes(path: Path) -> bytes | None:
    """The file's bytes; None if there is none.

    Raises FileError, also for a pipe or a device, which never end, and for a link in a workspace.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as source:  # a Path's own takes no opener
            if not stat.S_ISREG(os.fstat(source.fileno()).st_mode):
                raise FileError("this is no file, but a pipe or a device", where=Place(path), next_step="remove it")
            return source.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        said = error.strerror if isinstance(error, OSError) else str(error)
        raise FileError(f"cannot be read: {said}", where=Place(path)) from error


def _without_waiting(path: str, flags: int) -> int:
    return open_file(Path(path), flags | os.O_NONBLOCK)  # a pipe that nobody writes to would wait for ever


def half_written(state_folder: Path) -> Path:
    """The folder for files that are being written, emptied of what killed processes left. Only while `locked`.

    Git ignores the state folder: it sees whole files only, whenever it looks.
    """
    folder = state_folder / "half-written"
    with contextlib.suppress(OSError):  # then a file is written beside its place
        with way_to(folder / "any", make=True):
            names = [left.name for left in folder.iterdir()]
        for name in names:
            remove(folder / name)
    return folder


def replace_file(
    path: Path,
    content: bytes | None,
    by_way_of: Path | None = None,
    folder_later: bool = False,
    ready: Path | None = None,
) -> None:
    """Put `content` at `path` in one step (temporary file, fsync, rename); None deletes.

    The temporary file is in the folder `by_way_of`, if that will do, else beside `path`; `ready` is one that holds the
    content already, on disk. With `folder_later` the caller syncs the folder, once for many files.
    Raises FileError, with the file as it was, when the disk is full, read-only, or the path is a folder.
    """
    temporary = ready
    try:
        if content is None:
            remove(path)
        else:
            with way_to(path, make=True) as spot:
                mode = _mode(spot)
            if temporary is None:
                usable = by_way_of is not None and os.access(by_way_of, os.W_OK)
                handle, temporary = new_file(by_way_of if usable and by_way_of else path.parent)
                _fill(handle, content)
                _sync(temporary)
            temporary.chmod(mode)
            put_in_place(temporary, path)
            temporary = None
        if not folder_later:
            _sync_folder(path.parent)
    except OSError as error:
        if error.errno == errno.EXDEV and by_way_of is not None:  # the folders are mounted apart
            replace_file(path, content, None, folder_later)
            return
        raise _refused(error, path) from error
    finally:
        if temporary is not None:
            _discard(temporary)


def _fill(handle: int, content: bytes) -> None:
    with os.fdopen(handle, "wb") as out:
        out.write(content)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _discard(temporary: Path) -> None:
    with contextlib.suppress(OSError, FileError):
        remove(temporary)


def _refused(error: OSError, path: Path) -> FileError:
    hint = "free some space and save again" if error.errno == errno.ENOSPC else "check the path and its permissions"
    return FileError(
        f"cannot be written: {error.strerror}", where=Place(path), next_step=f"{hint}; the file is as it was"
    )


def _made_ready(changes: Iterable[FileChange], folder: Path) -> dict[Path, Path]:
    """The temporary file of each path, its content on disk. Raises FileError; then there are none.

    Synced side by side, as a disk takes many at once in little more than the time of one.
    """
    from concurrent.futures import ThreadPoolExecutor

    ready: dict[Path, Path] = {}
    path = folder
    try:
        for change in changes:
            if change.after is not None:
                path = change.path
                handle, ready[path] = new_file(folder)
                _fill(handle, change.after)
        with ThreadPoolExecutor(_SYNCED_AT_ONCE) as pool:
            syncing = [(each, pool.submit(_sync, temporary)) for each, temporary in ready.items()]
        for each, synced in syncing:
            path = each
            synced.result()
    except OSError as error:
        for temporary in ready.values():
            _discard(temporary)
        raise _refused(error, path) from error
    return ready


def _mode(spot: Spot) -> int:
    """The file's present permissions, or those a new file gets."""
    try:
        now = os.stat(spot.name, dir_fd=spot.folder, follow_symlinks=spot.folder is None).st_mode
    except OSError:
        now = 0
    if stat.S_ISREG(now):
        return stat.S_IMODE(now)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    # A rename is on disk only once its folder is. Some file systems refuse to sync folders; then it is theirs to do.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def carry_out(write: Write, state_folder: Path) -> None:
    """Do a write: all of its files or none.

    Raises ConflictError if any file is not what `before` says; FileError if the disk refuses, after putting back the
    files already written.
    """
    with locked(state_folder):
        for change in write.changes:
            now = read_bytes(change.path)
            if now != change.before:
                raise ConflictError(
                    "the file was changed by someone else since it was read",
                    where=Place(change.path),
                    ours=change.after,
                    theirs=now,
                )
        done: list[FileChange] = []
        by_way_of = half_written(state_folder)
        many = len(write.changes) > 1 and os.access(by_way_of, os.W_OK)
        ready = _made_ready(write.changes, by_way_of) if many else {}
        try:
            for change in write.changes:
                replace_file(change.path, change.after, by_way_of, True, ready.pop(change.path, None))
                done.append(change)
            for folder in dict.fromkeys(change.path.parent for change in write.changes):
                _sync_folder(folder)
        except FileError:
            for change in reversed(done):
                with contextlib.suppress(FileError):
                    replace_file(change.path, change.before, by_way_of)
            raise
        finally:
            for temporary in ready.values():
                _discard(temporary)


@dataclass
class History:
    """What was done in this session, so that it can be undone and done again. Outlives the screens."""

    state_folder: Path
    _done: list[Write] = field(default_factory=list)
    _undone: list[Write] = field(default_factory=list)

    def do(self, write: Write) -> None:
        """Carry out a write and remember it. On disk when this returns."""
        carry_out(write, self.state_folder)
        self._done.append(write)
        self._undone.clear()

    def undo(self) -> Write | None:
        """Take back the latest write; None if there is none. Raises like `carry_out`.

        A write whose files someone else changed since can't be taken back any more: it is forgotten, so that those
        before it can. After any other error it stays undoable.
        """
        if not self._done:
            return None
        try:
            carry_out(self._done[-1].reversed(), self.state_folder)
        except ConflictError:
            self._done.pop()
            raise
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Write | None:
        """Do again what was taken back last; None if there is nothing."""
        if not self._undone:
            return None
        carry_out(self._undone[-1], self.state_folder)
        self._done.append(self._undone.pop())
        return self._done[-1]

    @property
    def next_undo(self) -> Write | None:
        """What `undo` would take back."""
        return self._done[-1] if self._done else None

    @property
    def next_redo(self) -> Write | None:
        """What `redo` would do again."""
        return self._undone[-1] if self._undone else None

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)
