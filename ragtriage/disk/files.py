"""Every write, and its undo.

A write is a set of files, each with the bytes it must hold before and those it shall hold after. It happens under the
workspace's lock, file by file by rename, and only if nobody changed them meanwhile; so the undo of any write is the
same write with before and after exchanged. One of several files goes through the journal: a killed process leaves all
of it or nothing, once the next has started.
"""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ragtriage.disk import journal, lock
from ragtriage.disk.atomic import discard, half_written, made_ready, read_bytes, replace_file, sync_folder
from ragtriage.disk.lock import LockWait
from ragtriage.errors import LARGEST, ConflictError, FileError, FilePlace, LockHeldError, RagtriageError

__all__ = [
    "FileChange", "History", "LockWait", "Write", "carry_out", "carry_out_locked", "finish_cut_off", "half_written",
    "locked", "read_bytes", "replace_file",
]  # fmt: skip  # the door to the disk for all above: what of it stands in modules of its own is found here too


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
def locked(state_folder: Path, wait: LockWait | None = None) -> Iterator[None]:
    """Hold the workspace's write lock (`<state_folder>/lock`) against other processes and threads.

    A write that was cut off is finished first. Raises WorkspaceError when the workspace cannot be written to, or
    another has the lock for longer than `wait` says (10 s), FileError when what was cut off cannot be finished.
    """
    wait = wait or LockWait()
    with lock.held(state_folder, wait):
        if said := journal.finish_intent(state_folder):
            wait.told(said)
        yield


def finish_cut_off(state_folder: Path, wait: LockWait) -> None:
    """Finish a write that a killed process left half done, and remove what others left. A look at two folders else.

    Nothing happens while another process writes. What happened, or why it cannot, is told.
    """
    if not journal.anything_left(state_folder):
        return
    try:
        with locked(state_folder, LockWait(0, wait.told)):
            half_written(state_folder)
    except LockHeldError as error:
        if journal.pending(state_folder):
            wait.told(f"several files are being written: {error.title.removeprefix('not written: ')}")
    except RagtriageError as error:
        wait.told(f"{error.title}; {error.next_step}")


def carry_out(write: Write, state_folder: Path, wait: LockWait | None = None) -> None:
    """Do a write: all of its files or none.

    Raises ConflictError if any file is not what `before` says; FileError if the disk refuses, after putting back the
    files already written; WorkspaceError when the lock cannot be had.
    """
    with locked(state_folder, wait):
        carry_out_locked(write, state_folder)


def carry_out_locked(write: Write, state_folder: Path) -> None:
    """The same for who holds the lock already."""
    for change in write.changes:
        now = read_bytes(change.path, max(LARGEST, len(change.before or b"")))
        if now != change.before:
            raise ConflictError(
                "the file was changed by someone else since it was read",
                where=FilePlace(change.path),
                ours=change.after,
                theirs=now,
            )
    by_way_of = half_written(state_folder)
    if len(write.changes) > 1:
        _several(write, state_folder, by_way_of)
    else:
        for change in write.changes:
            replace_file(change.path, change.after, by_way_of)


def _several(write: Write, state_folder: Path, by_way_of: Path) -> None:
    ready = _intended(write, state_folder)
    done: list[FileChange] = []
    try:
        for change in write.changes:
            replace_file(change.path, change.after, by_way_of, True, ready.pop(change.path, None))
            done.append(change)
        for folder in dict.fromkeys(change.path.parent for change in write.changes):
            sync_folder(folder)
    except FileError as error:
        if not _put_back(done, by_way_of):
            error.next_step = "what is half done now is finished once there is space and permission: ragtriage status"
            raise
        journal.end_write(state_folder)
        raise
    finally:
        if not journal.pending(state_folder):
            for temporary in ready.values():
                discard(temporary)
    journal.end_write(state_folder)


def _intended(write: Write, state_folder: Path) -> dict[Path, Path]:
    """The new content of each file, and the intent, on disk. Raises FileError, with nothing left of it."""
    ready: dict[Path, Path] = {}
    try:
        ready = made_ready(write.changes, journal.journal_folder(state_folder))
        if journal.may_be_journalled(state_folder.parent, write.changes):
            journal.begin(state_folder, write.words, write.changes, ready)
    except OSError as error:
        for temporary in ready.values():
            discard(temporary)
        raise FileError(
            f"cannot be written: {error.strerror}",
            where=FilePlace(state_folder),
            next_step="check the disk's space and the permissions; nothing was changed",
        ) from error
    return ready


def _put_back(done: list[FileChange], by_way_of: Path) -> bool:
    """Take back what was written; whether all of it could be."""
    whole = True
    for change in reversed(done):
        try:
            replace_file(change.path, change.before, by_way_of)
        except FileError:
            whole = False
    return whole


@dataclass
class History:
    """What was done in this session, so that it can be undone and done again. Outlives the screens."""

    state_folder: Path
    wait: LockWait = field(default_factory=LockWait)
    """How its writes wait for the lock."""
    _done: list[Write] = field(default_factory=list)
    _undone: list[Write] = field(default_factory=list)

    def do(self, write: Write) -> None:
        """Carry out a write and remember it. On disk when this returns."""
        carry_out(write, self.state_folder, self.wait)
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
            carry_out(self._done[-1].reversed(), self.state_folder, self.wait)
        except ConflictError:
            self._done.pop()
            raise
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Write | None:
        """Do again what was taken back last; None if there is nothing."""
        if not self._undone:
            return None
        carry_out(self._undone[-1], self.state_folder, self.wait)
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
