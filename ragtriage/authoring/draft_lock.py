"""Who has a form open: two editors on one draft would overwrite each other's at every key.

A lock of the operating system's, beside the draft: it falls with the process, however that ends.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from ragtriage.disk.safe_paths import open_file, remove
from ragtriage.errors import FileError


class DraftLock:
    """A form that is open here and nowhere else, until `release`."""

    def __init__(self, path: Path, handle: int | None) -> None:
        self._path, self._handle = path, handle

    @classmethod
    def on(cls, draft: Path) -> "DraftLock | None":
        """Take the form whose draft is at this path; None when another screen or session has it open.

        Where no lock can be had (a read-only folder, some network disks), the form is taken without.
        """
        path = draft.with_suffix(".open")
        try:
            while True:
                handle = open_file(path, os.O_RDWR | os.O_CREAT, make=True)
                hold = cls._locked(path, handle)
                if hold is None or hold._handle is None or _is(path, handle):
                    return hold
                hold._close()  # whoever had it removed the file in between
        except (OSError, FileError):
            return cls(path, None)

    @classmethod
    def _locked(cls, path: Path, handle: int) -> "DraftLock | None":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return None
        except OSError:
            os.close(handle)
            return cls(path, None)
        return cls(path, handle)

    def release(self) -> None:
        """Let others have it."""
        if self._handle is not None:
            with suppress(OSError, FileError):
                remove(self._path)
            self._close()

    def _close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)  # closing gives the lock back
            self._handle = None


def _is(path: Path, handle: int) -> bool:
    """Whether the open file is still the one at the path."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
