"""The workspace's write lock: one writer at a time, and a name to whoever holds it.

The operating system gives it back when its holder ends, however that is. A holder that was stopped or hangs keeps it;
so nobody waits without end or without a word: the holder writes into the file who it is, and who waits says so.
"""

import contextlib
import fcntl
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ragtriage.disk.safe_paths import guard, open_file
from ragtriage.disk.state_folder import make_state_folder
from ragtriage.errors import FilePlace, LockHeldError, WorkspaceError
from ragtriage.text import one_line

SAID_AFTER_SECONDS = 1.0
_COMMAND = 40
"""Characters of a command line that are told: a screen has eighty."""
_LONGEST_LOOK = 4096
"""Bytes of the lock file, and of a command line, that are read."""


def _nobody(words: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class LockWait:
    """How long a writer waits for the lock, and who hears of it."""

    seconds: float = 10.0
    """After which it gives up. A screen has next to none: its keys wait as long."""
    told: Callable[[str], None] = _nobody
    """Hears, in a line each, of a wait of more than a second, and of a write that was cut off and finished now."""


@dataclass(frozen=True, slots=True)
class LockOwner:
    """Who holds the lock, as far as can be known."""

    pid: int | None = None
    command: str = ""
    since: str = ""
    """Local time of day."""

    def __str__(self) -> str:
        if self.pid is None:
            return "another process has the lock"
        named = f" ({self.command})" if self.command else ""
        return f"process {self.pid}{named} has the lock" + (f" since {self.since}" if self.since else "")

    @property
    def next_step(self) -> str:
        """What to do about it."""
        if self.pid is None:
            return "close other ragtriage processes, and do the same again"
        if _is_stopped(self.pid):
            return f"it is stopped: let it go on (kill -CONT {self.pid}) or end it (kill {self.pid}), and do it again"
        return f"do it again when it is done; if it hangs, end it (kill {self.pid})"


@contextlib.contextmanager
def held(state_folder: Path, wait: LockWait) -> Iterator[None]:
    """Hold `<state_folder>/lock` against other processes and threads.

    Raises WorkspaceError when the workspace cannot be written to, or another has the lock for longer than `wait` says.
    """
    guard(state_folder.parent)
    path = state_folder / "lock"
    handle = _taken(path, wait)
    try:
        with contextlib.suppress(OSError):  # a full disk: then we stay unnamed
            os.ftruncate(handle, 0)
            os.pwrite(handle, _about_us(), 0)
        yield
    finally:
        with contextlib.suppress(OSError):
            os.ftruncate(handle, 0)
        os.close(handle)  # closing gives the lock back


def _taken(path: Path, wait: LockWait) -> int:
    """The lock file, locked, and in its place still: whoever deletes the folder must not let two writers in."""
    began = time.monotonic()
    pause, told = 0.002, False
    while True:
        handle = _opened(path)
        try:
            if _locks(handle, path):
                return handle
            owner = _owner(handle)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        waited = time.monotonic() - began
        if waited >= wait.seconds:
            raise LockHeldError(f"not written: {owner}", where=FilePlace(path), next_step=owner.next_step)
        if waited >= SAID_AFTER_SECONDS and not told:
            told = True
            wait.told(f"waiting: {owner}; for {wait.seconds:.0f} s at most")
        time.sleep(min(pause, max(wait.seconds - waited, 0.001)))
        pause = min(pause * 2, 0.05)


def _opened(path: Path) -> int:
    try:
        make_state_folder(path.parent)
        return open_file(path, os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise _unusable(path, error) from error


def _locks(handle: int, path: Path) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.fstat(handle).st_ino == path.lstat().st_ino
    except (BlockingIOError, FileNotFoundError):
        return False
    except OSError as error:  # a file system without locks
        raise _unusable(path, error) from error


def _unusable(path: Path, error: OSError) -> WorkspaceError:
    return WorkspaceError(
        f"the workspace cannot be written to: {error.strerror}",
        where=FilePlace(path.parent),
        next_step="check the folder's permissions; nothing was changed",
    )


def _about_us() -> bytes:
    words = [Path(sys.argv[0]).name or "python", *sys.argv[1:]] if sys.argv else ["python"]
    about = {"pid": os.getpid(), "command": " ".join(words)[:_COMMAND], "since": time.strftime("%H:%M:%S")}
    return json.dumps(about).encode()


def _owner(handle: int) -> LockOwner:
    """Who holds the lock: as the holder wrote, else, on Linux, as the kernel knows."""
    try:
        about = json.loads(os.pread(handle, _LONGEST_LOOK, 0))
        return LockOwner(
            int(about["pid"]), one_line(str(about["command"]))[:_COMMAND], one_line(str(about["since"]))[:8]
        )
    except (OSError, ValueError, TypeError, KeyError):
        pid = _holder_by_kernel(handle)
        return LockOwner(pid, _command_of(pid)) if pid else LockOwner()


def _holder_by_kernel(handle: int) -> int | None:
    """From /proc/locks: `3: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF`."""
    inode = str(os.fstat(handle).st_ino)
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/locks").read_text().splitlines():
            words = line.split()
            if words[1] == "FLOCK" and words[5].rpartition(":")[2] == inode and int(words[4]) > 0:
                return int(words[4])
    return None


def _command_of(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes()[:_LONGEST_LOOK].split(b"\0")
    except OSError:
        return ""
    return one_line(b" ".join(filter(None, words)).decode("utf-8", "replace"))[:_COMMAND]


def _is_stopped(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "Tt"
    except (OSError, IndexError):
        return False
