"""The journal of a write of several files: whole or not at all, also after `kill -9` and a power cut.

A rename makes one file whole; for several, what is to be written stands on disk first: the new contents and, once they
are there, the intent, which names each file with what it holds before and after. Then come the renames, then the intent
goes. Whoever takes the workspace's lock next, or starts next, finds an intent only if its writer died: all of its new
contents are on disk, so the write is finished, not taken back. Without an intent nothing was renamed, and what lies
about is removed.

A file that somebody changed meanwhile is left as it is, and what was to be written there is kept beside, and said.
"""

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol

from ragtriage.disk.atomic import HALF_WRITTEN, clear, half_written, read_bytes, replace_file, sync_folder
from ragtriage.disk.safe_paths import new_file, put_in_place, remove, way_to
from ragtriage.errors import FileError, FilePlace
from ragtriage.text import one_line

FOLDER, INTENT = "journal", "intent.json"
_NEXT = "look at the files it names, then remove the folder: no write begins before that"


class Changing(Protocol):
    """A file with what it holds and shall hold."""

    @property
    def path(self) -> Path: ...

    @property
    def before(self) -> bytes | None: ...

    @property
    def after(self) -> bytes | None: ...


@dataclass(frozen=True, slots=True)
class IntentStep:
    """One file of a write."""

    path: str
    """Below the workspace, with slashes."""
    before: str | None
    """SHA-256; None: there is no file."""
    after: str | None
    content: str
    """Name of the file in the journal's folder that holds the new content; empty where the file shall go."""


def journal_folder(state_folder: Path) -> Path:
    """Where the contents of a write are put together, made if need be. Raises OSError."""
    folder = state_folder / FOLDER
    with way_to(folder / INTENT, make=True):
        return folder


def may_be_journalled(root: Path, changes: Sequence[Changing]) -> bool:
    """Whether all of them are in the workspace, in folders that are not Git's."""
    return all(_is_ours(_below(root, change.path)) for change in changes)


def begin(state_folder: Path, words: str, changes: Sequence[Changing], ready: Mapping[Path, Path]) -> None:
    """Write down what is to be done. `ready`: the file in `journal_folder` that holds the new content of each path.

    On disk when this returns. Raises OSError.
    """
    folder, root = state_folder / FOLDER, state_folder.parent
    steps = [
        IntentStep(
            _below(root, change.path),
            _digest(change.before),
            _digest(change.after),
            ready[change.path].name if change.path in ready else "",
        )
        for change in changes
    ]
    handle, temporary = new_file(folder)
    with os.fdopen(handle, "wb") as out:
        out.write(json.dumps({"words": words, "steps": [asdict(step) for step in steps]}).encode())
        out.flush()
        os.fsync(out.fileno())
    sync_folder(folder)  # the contents' names, before the intent that speaks of them
    put_in_place(temporary, folder / INTENT)
    sync_folder(folder)


def end_write(state_folder: Path) -> None:
    """All of it is done, or taken back. On disk when this returns: an old intent must not come back."""
    folder = state_folder / FOLDER
    remove(folder / INTENT)
    sync_folder(folder)


def pending(state_folder: Path) -> bool:
    """Whether there is an intent: of a write that is under way, or was cut off."""
    return os.path.lexists(state_folder / FOLDER / INTENT)


def anything_left(state_folder: Path) -> bool:
    """Whether there is an intent, or the beginning of a write that a killed process left or another is at."""
    for name in (FOLDER, HALF_WRITTEN):
        with contextlib.suppress(OSError), os.scandir(state_folder / name) as entries:
            if next(entries, None) is not None:
                return True
    return False


def finish_intent(state_folder: Path) -> str:
    """Finish a write that was cut off; what is to be said of it, empty where there was none. Only while locked.

    Raises FileError when it cannot be finished now: then nothing else may be written.
    """
    folder = state_folder / FOLDER
    try:
        if not pending(state_folder):
            if folder.is_dir():
                clear(folder)
            return ""
        said = _finished(state_folder, *_read(folder / INTENT))
        end_write(state_folder)
        clear(folder)
    except OSError as error:
        raise FileError(
            f"a write that was cut off cannot be finished: {error.strerror}",
            where=FilePlace(folder),
            next_step="check the disk's space and the permissions, and do the same again",
        ) from error
    return said


def _read(path: Path) -> tuple[str, list[IntentStep]]:
    try:
        data = json.loads(read_bytes(path) or b"")
        steps = [IntentStep(**step) for step in data["steps"]]
        if not all(_is_ours(step.path) and "/" not in step.content for step in steps):
            raise ValueError("it names a file that is not the workspace's")
        return one_line(str(data["words"])), steps
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        title = f"the journal of a write that was cut off cannot be read: {error}"
        raise FileError(title, where=FilePlace(path), next_step=_NEXT) from error


def _finished(state_folder: Path, words: str, steps: Sequence[IntentStep]) -> str:
    root, folder = state_folder.parent, state_folder / FOLDER
    todo: list[tuple[IntentStep, bytes | None]] = []
    changed: list[IntentStep] = []
    for step in steps:
        now = _now(root / step.path)
        if now == step.before != step.after:
            todo.append((step, _content(folder, step)))
        elif now != step.after:
            changed.append(step)
    by_way_of = half_written(state_folder)
    for step, content in todo:
        replace_file(root / step.path, content, by_way_of, folder_later=True)
    for parent in {(root / step.path).parent for step, _ in todo}:
        sync_folder(parent)
    kept = [_kept(state_folder, step) for step in changed]
    return f"{_told(words, len(todo), len(steps))}{''.join(kept)}"


def _told(words: str, done: int, of: int) -> str:
    return f"a write that was cut off was finished: {words} ({done} of its {of} files were still to be written)"


def _kept(state_folder: Path, step: IntentStep) -> str:
    """Keep what was to be written to a file that somebody changed; what is to be said of it."""
    if step.after is None:
        return f"; {step.path} was to be removed, but was changed meanwhile and stays"
    content = read_bytes(state_folder / FOLDER / step.content, None)
    if content is None:  # it was written, and changed after that
        return f"; {step.path} was changed since and stays"
    beside = state_folder / "kept" / time.strftime("%Y%m%dT%H%M%S") / step.path
    replace_file(beside, content)
    return f"; {step.path} was changed meanwhile and stays, what was to be written is in {beside}"


def _content(folder: Path, step: IntentStep) -> bytes | None:
    """The new content. Raises FileError where the journal has lost it."""
    if step.after is None:
        return None
    content = read_bytes(folder / step.content, None) if step.content else None
    if _digest(content) != step.after:
        title = f"a write that was cut off cannot be finished: the journal has lost what belongs in {step.path}"
        raise FileError(title, where=FilePlace(folder), next_step=_NEXT)
    return content


def _now(path: Path) -> str | None:
    """What stands there, as a digest; of a folder, a link or the like one that no file has."""
    with contextlib.suppress(FileError):
        return _digest(read_bytes(path, None))
    return "unreadable"


def _digest(content: bytes | None) -> str | None:
    return None if content is None else hashlib.sha256(content).hexdigest()


def _below(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else ""


def _is_ours(path: object) -> bool:
    """Whether it is a path in the workspace, and none of Git's: a journal must not write a hook, whoever made it."""
    if not isinstance(path, str) or not path or "\0" in path:
        return False
    parts = PurePosixPath(path).parts
    return not path.startswith("/") and not any(part == ".." or part.casefold() == ".git" for part in parts)
