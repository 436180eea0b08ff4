"""Git as the person at the keyboard would run it, with their hooks, signing and settings.

Everything else here asks Git's plumbing with hooks switched off; a commit is the one act in which a team's own programs
have their say. From a shell they have the terminal, as under `git commit`. Nothing can be asked from behind a screen,
so there whatever would ask ends instead, and nobody waits for it.
"""

import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from ragtriage.git.process import BEHIND_SCREEN, end_process, start, start_in_terminal
from ragtriage.text import cut, safe

LIMIT_SECONDS = 120.0
"""How long hooks and signing may take together."""
_KEPT_BYTES = 16_000
_SHOWN_LINES, _SHOWN_CELLS = 12, 160


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one call."""

    code: int | None
    """Its exit code; None when it took too long and was stopped."""
    said: str
    """The end of what it and its hooks wrote: safe text, a few lines of a screen's width."""


def git_as_person(
    folder: Path,
    words: Sequence[str],
    *,
    stdin: bytes = b"",
    limit: float = LIMIT_SECONDS,
    more: Mapping[str, str] | None = None,
) -> Done:
    """Run `git WORDS` in `folder`, in a session without a terminal. `more`: environment beside the person's own.

    Output goes to a file, as a pipe would be held open by whatever a hook leaves running. Raises WorkspaceError when
    there is no Git.
    """
    with tempfile.NamedTemporaryFile() as told, tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        with start(
            folder, words, BEHIND_SCREEN, more=more, stdin=cast("BinaryIO", given), into=Path(told.name)
        ) as process:
            code = _ended(process, limit)
        told.seek(max(0, Path(told.name).stat().st_size - _KEPT_BYTES))
        return Done(code, _shown(told.read()))


def git_in_terminal(folder: Path, words: Sequence[str]) -> Done:
    """Run `git WORDS` in `folder` with the terminal: pinentry and hooks may ask, and what they say is seen at once.

    ctrl+c reaches Git and its hooks; their end is waited for. Raises WorkspaceError when there is no Git.
    """
    process = start_in_terminal(folder, words)
    while True:
        try:
            process.wait()
        except KeyboardInterrupt:
            continue
        with process:
            return Done(process.returncode, "")


def _ended(process: "subprocess.Popen[bytes]", limit: float) -> int | None:
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        end_process(process, signal.SIGTERM, signal.SIGKILL)
        return None


def _shown(said: bytes) -> str:
    lines = [safe(line.rstrip()) for line in said.decode("utf-8", "replace").replace("\r", "\n").split("\n")]
    kept = [cut(line, _SHOWN_CELLS) for line in lines if line.strip()]
    more = ["…"] if len(kept) > _SHOWN_LINES else []
    return "\n".join(more + kept[-_SHOWN_LINES:])
