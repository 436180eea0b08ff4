"""What Git put into a folder, read from its index files: no program is started, nothing heavy is imported.

A folder that should be this machine's own, and in which a file stands as Git wrote it, came with a clone: what is in it
is somebody else's. The index keeps inode, time and size of each file as it was checked out, which tells such a file
from one of ours under the same name. Format: https://git-scm.com/docs/index-format.

Versions 2 and 3 hold whole names, so that looking for the bytes will do; version 4 leaves out what a name shares with
the one before it.
"""

import contextlib
import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_HEADER = 12
_STATUS = 40
"""Bytes of an entry before the id of its content: times, size and so on."""
_LENGTH = 0xFFF
"""Of the flags, the bits that hold the name's length; all of them set: it is longer."""
_EXTENDED = 0x4000


class Tracked(NamedTuple):
    """An entry of the index: a path, and the file that Git left there. The numbers are cut to 32 bits."""

    below: str
    """Below the folder that was asked about; empty for the folder itself (a submodule)."""
    mtime: int
    """Seconds."""
    inode: int
    size: int


def git_wrote_into(folder: Path) -> bool:
    """Whether a file in `folder` is as a repository around it checked it out; False where no index can be read."""
    return any(_is_as_written(folder, one) for one in tracked_in(folder))


def tracked_in(folder: Path) -> Iterator[Tracked]:
    """What the repositories around `folder` track of it; upper and lower case count as one."""
    folder = folder.parent.resolve() / folder.name  # the workspace may be reached through a link
    for top, git_dir in _repositories(folder.parent):
        wanted = folder.relative_to(top).as_posix()
        for file in _index_files(git_dir):
            with contextlib.suppress(OSError):
                status = file.stat()
                if stat.S_ISREG(status.st_mode):
                    yield from _entries(file, status.st_size, status.st_mtime_ns, wanted)


def _index_files(git_dir: Path) -> list[Path]:
    """The index, and the parts of it that are kept apart where it is split."""
    try:
        with os.scandir(git_dir) as entries:
            shared = [entry.name for entry in entries if entry.name.startswith("sharedindex.")]
    except OSError:
        return []
    return [git_dir / name for name in ("index", *shared)]


def _is_as_written(folder: Path, one: Tracked) -> bool:
    try:
        found = (folder / (one.below or ".git")).lstat()
    except (OSError, ValueError):
        return False
    if not one.below:
        return True
    now = (int(found.st_mtime) & 0xFFFFFFFF, found.st_ino & 0xFFFFFFFF, found.st_size & 0xFFFFFFFF)
    return now == (one.mtime, one.inode or now[1], one.size)


def _repositories(folder: Path) -> Iterator[tuple[Path, Path]]:
    """The repositories around `folder`, each with the folder that holds its index."""
    for top in (folder, *folder.parents):
        found = top / ".git"
        if found.is_dir():
            yield top, found
        elif found.is_file():  # of a worktree or a submodule
            try:
                named = found.read_bytes()[:4096]
            except OSError:
                continue
            if named.startswith(b"gitdir:"):
                yield top, top / os.fsdecode(named.removeprefix(b"gitdir:").strip())


@lru_cache(maxsize=32)
def _entries(file: Path, size: int, mtime_ns: int, wanted: str) -> tuple[Tracked, ...]:
    """The entries that are `wanted`, or in it. Asked with each connection, read once."""
    try:
        content = file.read_bytes()
    except OSError:
        return ()
    name, digest = os.fsencode(wanted).lower(), _digest_bytes(file)
    if content[:4] == b"DIRC" and int.from_bytes(content[4:8], "big") == 4:
        found = _shortened(content, digest)
    else:
        found = _whole(content, name, digest)
    inner = name + b"/"
    return tuple(
        _tracked(content, at, os.fsdecode(path[len(inner) :]))
        for at, path in found
        if path.lower() == name or path.lower().startswith(inner)
    )


def _tracked(content: bytes, at: int, below: str) -> Tracked:
    mtime, inode, size = (int.from_bytes(content[at + field : at + field + 4], "big") for field in (8, 20, 36))
    return Tracked(below, mtime, inode, size)


def _whole(content: bytes, name: bytes, digest: int) -> Iterator[tuple[int, bytes]]:
    """Where entries begin whose paths begin with `name`, and the paths, in an index of version 2 or 3."""
    lowered = content.lower()
    at = lowered.find(name)
    while at >= 0:
        end = content.find(b"\0", at)
        for flags in (2, 4):  # bytes; their length of the name tells a beginning from what only looks like one
            told = int.from_bytes(content[at - flags : at - flags + 2], "big")
            if told & _LENGTH == min(end - at, _LENGTH) and bool(told & _EXTENDED) == (flags == 4):
                yield at - flags - digest - _STATUS, content[at:end]
        at = lowered.find(name, at + 1)


def _shortened(content: bytes, digest: int) -> Iterator[tuple[int, bytes]]:
    """Where each entry begins, and its path, in an index of version 4."""
    at, name = _HEADER, b""
    for _ in range(int.from_bytes(content[8:12], "big")):
        begin = at
        at += _STATUS + digest
        at += 4 if int.from_bytes(content[at : at + 2], "big") & _EXTENDED else 2
        dropped, at = _number(content, at)
        end = content.find(b"\0", at)
        if end < 0:
            return
        name = name[: len(name) - dropped] + content[at:end]
        at = end + 1
        yield begin, name


def _number(content: bytes, at: int) -> tuple[int, int]:
    """A number of variable width, as offsets in packs are written, and where it ends."""
    value = -1
    while at < len(content):
        byte = content[at]
        at += 1
        value = (value + 1) << 7 | byte & 0x7F
        if not byte & 0x80:
            break
    return max(value, 0), at


def _digest_bytes(file: Path) -> int:
    try:
        return 32 if b"sha256" in (file.parent / "config").read_bytes().lower() else 20
    except OSError:
        return 20
