"""What Git prints, within a time limit, and objects read one after the other from one process."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

from ragtriage.errors import LARGEST, FilePlace, WorkspaceError, too_large
from ragtriage.git.process import end_process, start

LIMIT_SECONDS = 120.0
"""How long one call may take: a filter that waits, or a disk that is gone, would hold up a screen for ever."""
_FATAL = 128


class Objects:
    """Reads objects one after the other from one process, which starts with the first."""

    def __init__(self, folder: Path, *options: str) -> None:
        """`options`: of Git, before its command, such as which folder is the repository."""
        self._folder, self._options = folder, options
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def read(self, oid: str) -> bytes:
        """A blob's bytes. Raises ValueError where there is none of that id, OSError, WorkspaceError, FileError."""
        if self._closed:  # a side of a comparison outlives it
            if (length := int(git_bytes(self._folder, *self._options, "cat-file", "-s", oid))) > LARGEST:
                raise too_large(length, LARGEST)
            return git_bytes(self._folder, *self._options, "cat-file", "blob", oid)
        if self._process is None:
            words = (*self._options, "cat-file", "--batch")
            self._process = start(self._folder, words, stdin=subprocess.PIPE, silent=True)
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None and told is not None
        asked.write(f"{oid}\n".encode())
        asked.flush()
        _, _, about = told.readline().decode("ascii", "replace").partition(" ")
        kind, _, size = about.strip().partition(" ")
        if not size.isdigit():
            raise ValueError(about or "Git ended")
        if int(size) > LARGEST:
            self._end()  # it would go on to write all of it
            raise too_large(int(size), LARGEST)
        content = told.read(int(size) + 1)[:-1]
        if kind != "blob" or len(content) != int(size):
            raise ValueError(f"a {kind} of {size} bytes")
        return content

    def close(self) -> None:
        """End the process."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with process, contextlib.suppress(OSError):
                process.terminate()


def git_bytes(folder: Path, *words: str, more: Mapping[str, str] | None = None) -> bytes:
    """What `git WORDS` prints. Raises WorkspaceError in Git's own words, and when it takes longer than LIMIT_SECONDS.

    `more`: environment, beside what all have.
    """
    with start(folder, words, more=more) as process:
        try:
            out, told = process.communicate(timeout=LIMIT_SECONDS)
        except BaseException as error:
            end_process(process, signal.SIGKILL)
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            raise WorkspaceError(
                f"Git took longer than {LIMIT_SECONDS:.0f} s and was stopped",
                where=FilePlace(folder),
                next_step=f"try it in a terminal: git {words[0]}; a filter in .gitattributes may wait for something",
            ) from error
    if process.returncode == _FATAL and told.startswith(b"fatal: not a git repository"):
        raise WorkspaceError(
            "the workspace is not in a Git repository, or in a broken one",
            where=FilePlace(folder),
            next_step="`git init` and a first commit; what changed is told from Git's history",
        )
    if process.returncode != 0:
        raise WorkspaceError(f"Git cannot do that: {_said(told, process.returncode)}", where=FilePlace(folder))
    return out


def line(folder: Path, *words: str) -> str:
    """The one line that `git WORDS` prints. Raises as `git_bytes`."""
    return os.fsdecode(git_bytes(folder, *words).removesuffix(b"\n"))


def _said(told: bytes, code: int) -> str:
    return " ".join(told.decode("utf-8", "replace").split())[:400] or f"it ended with {code} and said nothing"
