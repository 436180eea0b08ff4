"""Drafts of case files: what was typed in $EDITOR outlives a dropped line, and overwrites no newer file unseen."""

import difflib
import os
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ragtriage.disk.files import read_bytes, replace_file
from ragtriage.disk.safe_paths import remove
from ragtriage.errors import FileError, FilePlace, UsageError

DIFF_LINES = 400


@dataclass(frozen=True, slots=True)
class FileDraft:
    """A file to edit, beside the bytes of the case's file that it was begun from."""

    path: Path
    base: bytes

    @classmethod
    def of(cls, state_folder: Path, case_id: str, suffix: str, source: bytes) -> "FileDraft":
        """The draft that was left, or a new one of `source`. Raises FileError."""
        # In a folder of their own: there are other drafts, and a case may be called `forms/x` or `reviews/y`.
        path = state_folder / "drafts" / "files" / f"{case_id}{suffix}"
        base = _base(path)
        begun_from = read_bytes(base)
        if begun_from is not None and read_bytes(path) is not None:
            return cls(path, begun_from)
        replace_file(base, source)
        replace_file(path, source)
        return cls(path, source)

    @property
    def changed(self) -> bool:
        """Whether anything was typed into it. Raises FileError."""
        return self.typed() != self.base

    def typed(self) -> bytes:
        """What the editor left. Raises FileError, also where it left nothing."""
        content = read_bytes(self.path)
        if content is None:
            raise FileError("the draft is gone", where=FilePlace(self.path), next_step="edit the case again")
        return content

    def rebased(self, source: bytes) -> "FileDraft":
        """The same text, taken to be begun from `source`: the person has seen what changed. Raises FileError."""
        replace_file(_base(self.path), source)
        return FileDraft(self.path, source)

    def drop(self) -> None:
        """It is saved, or no longer wanted. Raises FileError."""
        remove(self.path)
        remove(_base(self.path))

    def changes_since(self, source: bytes) -> Iterator[str]:
        """What others changed in the file since it was begun, as lines of a diff."""
        before, now = (text.decode("utf-8", "replace").splitlines() for text in (self.base, source))
        for number, line in enumerate(difflib.unified_diff(before, now, "when begun", "now", lineterm="", n=1)):
            if number == DIFF_LINES:
                yield "… (more)"
                return
            yield line


def _base(path: Path) -> Path:
    return path.with_name(path.name + ".base")


def editor() -> list[str]:
    """The person's editor as the words of a command: $VISUAL, $EDITOR, or vi. Raises UsageError when there is none."""
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    try:
        words = shlex.split(named)
    except ValueError as error:
        raise UsageError(f"`{named}`: {error}", next_step="set EDITOR to a command") from error
    if not words or shutil.which(words[0]) is None:
        raise UsageError(
            f"`{words[0] if words else named}` is not a program here", next_step="set EDITOR to one, such as nano"
        )
    return words
