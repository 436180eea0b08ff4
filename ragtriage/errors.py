"""Errors that know what happened, where, and what to do next.

The command line prints them, the screens show them, nobody parses them::

    RagtriageError
    ├── UsageError          the request itself: an unknown id, a bad filter          (exit 2)
    ├── WorkspaceError      no workspace here, read-only, no Git                     (exit 3)
    │   ├── SettingsError   ragtriage.yaml
    │   └── LockHeldError   another process is writing                           (exit 3)
    ├── FileError           a file that cannot be read or written as it must be      (exit 3)
    │   ├── CaseError       a case file
    │   ├── SnapshotError   a corpus snapshot
    │   ├── RunError        a run and its outputs
    │   ├── VerdictError    a verdict file
    │   └── LabelError      a file of labels that a person gave
    ├── ConflictError       someone else changed the file since it was read          (exit 3)
    └── DatabaseError       the index under .ragtriage/                              (exit 3)
        └── DamagedIndexError   it was damaged or replaced, and is made anew         (exit 3)
"""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

LARGEST = 64 << 20
"""Bytes of a file that is read whole. Ours have a MiB at most, but for the outputs of runs; a clone's may have any."""


@dataclass(frozen=True, slots=True)
class FilePlace:
    """Where in the user's files something was found."""

    path: Path
    line: int | None = None
    """1-based."""
    column: int | None = None
    """1-based, in code points."""
    field: str | None = None
    """Dotted path of the field, such as `evidence[1].quote`."""

    def __str__(self) -> str:
        spot = str(self.path)
        if self.line is not None:
            spot += f":{self.line}"
            if self.column is not None:
                spot += f":{self.column}"
        return f"{spot} ({self.field})" if self.field else spot


class RagtriageError(Exception):
    """What happened (`title`), where (`where`), and what to do next (`next_step`)."""

    exit_code: ClassVar[int] = 3

    def __init__(self, title: str, *, where: FilePlace | None = None, next_step: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.where = where
        self.next_step = next_step

    def __str__(self) -> str:
        """All of it as plain lines; not yet made safe for a terminal."""
        head = f"{self.where}: {self.title}" if self.where else self.title
        return f"{head}\n  {self.next_step}" if self.next_step else head


class UsageError(RagtriageError):
    """The request itself cannot be met: an unknown id, a filter that does not parse."""

    exit_code = 2


class WorkspaceError(RagtriageError):
    """There is no workspace here, or it does not allow what was asked."""


class SettingsError(WorkspaceError):
    """ragtriage.yaml holds something it may not."""


class LockHeldError(WorkspaceError):
    """Another process has the workspace's lock, and had it for longer than one waits."""


class FileError(RagtriageError):
    """A file cannot be read or written as it must be."""


def too_large(size: int, at_most: int, path: Path | None = None) -> FileError:
    """The error for a file, or a blob of Git's, that nobody reads."""
    title = f"the file is too large: {size:,} bytes, at most {at_most:,} are read"
    return FileError(title, where=FilePlace(path) if path else None, next_step="see what it is; it may be removed")


class CaseError(FileError):
    """A case file is not a case."""


class SnapshotError(FileError):
    """A corpus snapshot is missing, broken, or differs from the one on disk."""


class RunError(FileError):
    """A run or its outputs cannot be read."""


class VerdictError(FileError):
    """A verdict file cannot be read."""


class LabelError(FileError):
    """A file of labels that a person gave cannot be read."""


class ConflictError(RagtriageError):
    """Someone else changed the file since it was read; nothing was written."""

    def __init__(self, title: str, *, where: FilePlace, ours: bytes | None, theirs: bytes | None) -> None:
        super().__init__(
            title, where=where, next_step="your change was not written; look at both versions and do it again"
        )
        self.ours = ours
        """The bytes that were to be written; None for a deletion."""
        self.theirs = theirs
        """The bytes that stand on disk now; None if the file is gone."""


class DatabaseError(RagtriageError):
    """The index under .ragtriage/ cannot be used."""


class DamagedIndexError(DatabaseError):
    """The index was damaged and is out of the way, or is another file by now: the same again finds a new one."""


def nearest(word: str, choices: "list[str] | tuple[str, ...]") -> str | None:
    """The choice most like `word`, for "did you mean"; None when none is close."""
    import difflib

    found = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    return found[0] if found else None
