"""The one way to a file of a workspace: below its folder no symbolic link is followed, to read, write or remove.

A cloned repository may hold a link wherever a file or folder of ours belongs: a write would change, and a read would
show, a file of the attacker's choice. So each part of a path is opened from the one before it and refuses links
(`openat` with O_NOFOLLOW): nothing can be put in its place between a check and its use. This holds for links that stay
inside the workspace too: one rule can be kept in mind, and Git shows what stands behind no link. Hard links need no
rule, as files are replaced by rename. Paths outside of every workspace are taken as they are: the person named them.
"""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ragtriage.errors import FileError, FilePlace

_WAY = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_CLOEXEC
"""O_PATH needs no right to list a folder, as any path through it does not."""
_guarded: dict[str, Path] = {}
"""By what a path below begins with."""


class FolderEntry(NamedTuple):
    """A name in an open folder, as the functions of `os` take it; the whole path where no folder is guarded."""

    folder: int | None
    name: str


def guard(root: Path) -> None:
    """From now on, below `root` no link is followed. `root` itself may be reached by whichever way."""
    _guarded[f"{root}{os.sep}"] = root


def guarded_by(path: Path) -> Path | None:
    """The guarded folder that holds `path`; None where nothing does. Goes by the names, not by the disk."""
    words = str(path)
    found = [beginning for beginning in _guarded if words.startswith(beginning)]
    return _guarded[max(found, key=len)] if found else None


@contextlib.contextmanager
def way_to(path: Path, *, make: bool = False) -> Iterator[FolderEntry]:
    """The open folder that holds `path`, and its name there; with `make`, folders that are missing are made.

    Raises FileError where a link stands on the way, FileNotFoundError and the like as `os.open`.
    """
    root = guarded_by(path)
    if root is None:
        if make:
            path.parent.mkdir(parents=True, exist_ok=True)
        yield FolderEntry(None, str(path))
        return
    *parts, name = path.relative_to(root).parts
    if make:
        root.mkdir(parents=True, exist_ok=True)
    folder = os.open(root, _WAY)
    try:
        below = root
        for part in parts:
            below = below / part
            inner = _entered(folder, part, below, make)
            os.close(folder)
            folder = inner
        if name == "..":
            raise _leads_out(path)
        yield FolderEntry(folder, name)
    finally:
        os.close(folder)


def _entered(folder: int, part: str, below: Path, make: bool) -> int:
    if part == "..":
        raise _leads_out(below)
    if make:
        with contextlib.suppress(FileExistsError):
            os.mkdir(part, 0o700 if part[0] == "." else 0o777, dir_fd=folder)  # a hidden one is the state folder
    try:
        return os.open(part, _WAY | os.O_NOFOLLOW, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ENOTDIR, errno.ELOOP) and _is_link(FolderEntry(folder, part)):
            raise link_refused(below) from error
        raise


def _is_link(spot: FolderEntry) -> bool:
    try:
        return stat.S_ISLNK(os.stat(spot.name, dir_fd=spot.folder, follow_symlinks=False).st_mode)
    except OSError:
        return False


def _leads_out(path: Path) -> FileError:
    return FileError("the path leads out of the workspace", where=FilePlace(path), next_step="name it without `..`")


def link_refused(path: Path) -> FileError:
    """What is said of a link in a workspace."""
    return FileError(
        "this is a symbolic link, and none is followed in a workspace",
        where=FilePlace(path),
        next_step="see where it leads (ls -l), then put the file or folder itself in its place",
    )


def open_file(path: Path, flags: int, mode: int = 0o666, *, make: bool = False) -> int:
    """Open a file, as `os.open` does; in a workspace no link is followed, its own included.

    `make`: make folders that are missing. Raises FileError for a link, OSError otherwise.
    """
    with way_to(path, make=make) as spot:
        nofollow = os.O_NOFOLLOW if spot.folder is not None else 0
        try:
            return os.open(spot.name, flags | nofollow | os.O_CLOEXEC, mode, dir_fd=spot.folder)
        except OSError as error:
            if nofollow and error.errno in (errno.ELOOP, errno.EMLINK, errno.ENOTDIR) and _is_link(spot):
                raise link_refused(path) from error
            raise


def new_file(folder: Path) -> tuple[int, Path]:
    """A new, empty file in `folder` that only the user can read, open for writing; named as the ignored ones are."""
    path = folder / f".ragtriage-{secrets.token_hex(8)}.tmp"
    return open_file(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), path


def put_in_place(temporary: Path, path: Path) -> None:
    """Rename one file to another, over what is there, whichever it is. Raises FileError for a link on the way."""
    with way_to(temporary) as source, way_to(path) as goal:
        os.replace(source.name, goal.name, src_dir_fd=source.folder, dst_dir_fd=goal.folder)


def remove(path: Path) -> None:
    """Remove a file, or a link itself; nothing happens where there is none."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError), way_to(path) as spot:
        os.unlink(spot.name, dir_fd=spot.folder)


def names_in(folder: Path, kind: type[FileError] = FileError) -> list[str]:
    """The names of what is in a folder, sorted; none where there is no such folder.

    Raises `kind` where a link or something else stands in its place, and where it may not be looked into.
    """
    try:
        handle = open_file(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NONBLOCK)
        try:
            with os.scandir(handle) as entries:
                return sorted(entry.name for entry in entries)
        finally:
            os.close(handle)
    except FileNotFoundError:
        return []
    except NotADirectoryError as error:
        step = "move it away: ragtriage makes the folder when it has something to put there"
        raise kind("this is no folder, and one belongs here", where=FilePlace(folder), next_step=step) from error
    except FileError as error:
        raise kind(error.title, where=error.where, next_step=error.next_step) from error
    except OSError as error:
        step = "check who owns it and its permissions"
        raise kind(f"cannot be looked into: {error.strerror}", where=FilePlace(folder), next_step=step) from error


def refuse_links(path: Path) -> None:
    """Raise FileError where `path`, or a part of the way to it in its workspace, is a link; for what is only listed."""
    root = guarded_by(path)
    if root is None:
        return
    below = root
    for part in path.relative_to(root).parts:
        below = below / part
        try:
            if stat.S_ISLNK(below.lstat().st_mode):
                raise link_refused(below)
        except OSError:
            return
