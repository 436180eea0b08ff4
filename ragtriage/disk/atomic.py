"""One file at a time: read whole, and replaced in one step, so that nobody ever sees half of it."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from ragtriage.disk.safe_paths import FolderEntry, new_file, open_file, put_in_place, remove, way_to
from ragtriage.errors import LARGEST, FileError, FilePlace, too_large

_SYNCED_AT_ONCE = 8
HALF_WRITTEN = "half-written"
"""Of the state folder: where files are put together."""


class ToWrite(Protocol):
    """A file and what it shall hold; None: it shall go."""

    @property
    def path(self) -> Path: ...

    @property
    def after(self) -> bytes | None: ...


def read_bytes(path: Path, at_most: int | None = LARGEST) -> bytes | None:
    """The file's bytes; None if there is none.

    Raises FileError, also for a pipe or a device, which never end, for a link in a workspace, and for more than
    `at_most` bytes.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as source:  # a Path's own takes no opener
            status = os.fstat(source.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise FileError("this is no file, but a pipe or a device", where=FilePlace(path), next_step="remove it")
            if at_most is None:
                return source.read()
            if status.st_size > at_most:
                raise too_large(status.st_size, at_most, path)
            return source.read(at_most)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        said = error.strerror if isinstance(error, OSError) else str(error)
        raise FileError(f"cannot be read: {said}", where=FilePlace(path)) from error


def _without_waiting(path: str, flags: int) -> int:
    return open_file(Path(path), flags | os.O_NONBLOCK)  # a pipe that nobody writes to would wait for ever


def half_written(state_folder: Path) -> Path:
    """The folder for files that are being written, emptied of what killed processes left. Only while `locked`.

    Git ignores the state folder: it sees whole files only, whenever it looks.
    """
    folder = state_folder / HALF_WRITTEN
    with contextlib.suppress(OSError):  # then a file is written beside its place
        with way_to(folder / "any", make=True):
            pass
        clear(folder)
    return folder


def clear(folder: Path) -> None:
    """Remove the files in a folder. Raises OSError."""
    for left in list(folder.iterdir()):
        remove(left)


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
            sync_folder(path.parent)
    except OSError as error:
        if error.errno == errno.EXDEV and by_way_of is not None:  # the folders are mounted apart
            replace_file(path, content, None, folder_later)
            return
        raise _refused(error, path) from error
    finally:
        if temporary is not None:
            discard(temporary)


def _fill(handle: int, content: bytes) -> None:
    with os.fdopen(handle, "wb") as out:
        out.write(content)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def discard(temporary: Path) -> None:
    """Remove a temporary file, if it can be."""
    with contextlib.suppress(OSError, FileError):
        remove(temporary)


def _refused(error: OSError, path: Path) -> FileError:
    hint = "free some space and save again" if error.errno == errno.ENOSPC else "check the path and its permissions"
    return FileError(
        f"cannot be written: {error.strerror}", where=FilePlace(path), next_step=f"{hint}; the file is as it was"
    )


def made_ready(changes: Iterable[ToWrite], folder: Path) -> dict[Path, Path]:
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
            discard(temporary)
        raise _refused(error, path) from error
    return ready


def _mode(spot: FolderEntry) -> int:
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


def sync_folder(folder: Path) -> None:
    """Have the folder's names on disk."""
    # A rename is on disk only once its folder is. Some file systems refuse to sync folders; then it is theirs to do.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
