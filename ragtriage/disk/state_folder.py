"""The state folder `.ragtriage/`: made here, for one person, and never taken from a clone.

Git brings no folder that only its owner may enter, and what it checked out stands in its index; so a state folder is
ours if it is such a folder, and holds nothing that Git put there and nothing but folders and files with one name. Any
other is moved aside whole, unread: what is in it might decide what a check says, or lead a write out of the workspace.
"""

import contextlib
import os
import stat
import time
from pathlib import Path

from ragtriage.disk.safe_paths import guard
from ragtriage.errors import FilePlace, WorkspaceError
from ragtriage.git.index_file import git_wrote_into

_MODE = 0o700
"""Git makes folders that others may read (by its umask), and keeps no modes of them."""


def make_state_folder(folder: Path) -> None:
    """Make it, if it is not there, and keep it out of Git: a clone has no .gitignore of ours. Raises OSError."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            folder.mkdir(_MODE)
            (folder / ".gitignore").write_text("*\n", encoding="ascii")


def own_state_folder(folder: Path) -> str:
    """See that the state folder is ours; one that is not is moved aside. What is to be said of that; else empty.

    Costs a look at each file in it, and, when it changed, at Git's index. Raises WorkspaceError where it must stay.
    """
    guard(folder.parent)
    fault = fault_of(folder)
    if not fault:
        return ""
    aside = folder.with_name(f"{folder.name}-aside-{time.strftime('%Y%m%dT%H%M%S')}-{os.getpid()}")
    try:
        folder.rename(aside)
    except FileNotFoundError:  # another process has just moved it
        return ""
    except OSError as error:
        raise WorkspaceError(
            f"the state folder is not ours ({fault}), and cannot be moved aside: {error.strerror}",
            where=FilePlace(folder),
            next_step="see who put it there, move it away yourself, and do the same again",
        ) from error
    return f"{folder.name} was not ours and was moved aside, unread, to {aside.name}: {fault}"


def fault_of(folder: Path) -> str:
    """Why a state folder is not ours; empty when it is, or when there is none."""
    try:
        status = folder.lstat()
    except OSError:
        return ""
    if stat.S_ISLNK(status.st_mode):
        return "it is a symbolic link"
    if not stat.S_ISDIR(status.st_mode):
        return "it is no folder"
    if git_wrote_into(folder):
        return "it came with the repository: Git put it there"
    if not _is_private(folder, status):
        return "it was not made by ragtriage for you: another owns it, or others may enter it"
    return _strange_inside(folder)


def _is_private(folder: Path, status: os.stat_result) -> bool:
    """Whether it has the owner and the mode of the folders that we make."""
    if (status.st_uid, stat.S_IMODE(status.st_mode) & 0o777) == (os.geteuid(), _MODE):
        return True
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        if status.st_uid == os.geteuid() and next(entries, None) is None:
            folder.chmod(_MODE)  # nothing is in it that could do harm
            return True
    return not _keeps_modes(folder)


def _keeps_modes(folder: Path) -> bool:
    """Whether a new folder beside it gets its owner and mode: some file systems know neither (FAT, mounts of hosts)."""
    probe = folder.with_name(f"{folder.name}-{os.getpid()}.tmp")
    try:
        probe.mkdir(_MODE)
        status = probe.lstat()
        probe.rmdir()
    except OSError:
        return True
    return (status.st_uid, stat.S_IMODE(status.st_mode) & 0o777) == (os.geteuid(), _MODE)


def _strange_inside(folder: Path) -> str:
    """What in it is neither a folder nor a file of the user's own with one name."""
    waiting = [folder]
    while waiting:
        with contextlib.suppress(FileNotFoundError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                try:
                    status = entry.stat(follow_symlinks=False)
                except FileNotFoundError:  # another process is at work
                    continue
                if stat.S_ISDIR(status.st_mode):
                    waiting.append(Path(entry.path))
                elif stat.S_ISLNK(status.st_mode):
                    return "a symbolic link is in it"
                elif not stat.S_ISREG(status.st_mode):
                    return "a device, a pipe or a socket is in it"
                elif status.st_nlink > 1:
                    return "a file in it has a second name elsewhere (a hard link)"
    return ""
