"""Git as the person at the keyboard would run it, with their hooks, signing and settings.

Everything else here asks Git's plumbing with hooks switched off (`repository.py`); a commit is the one act in which a
team's own programs have their say. From a shell they have the terminal, as under `git commit`. Nothing can be asked
from behind a screen, so there whatever would ask ends instead, and nobody waits for it.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ragtriage.cases.repository import NO_EMBEDDED, OF_ANOTHER
from ragtriage.text import cut, safe

LIMIT_SECONDS = 120.0
"""How long hooks and signing may take together."""
_GRACE_SECONDS = 5.0
"""Git takes its locks away when it is asked to end; what goes on after that is killed."""
_KEPT_BYTES = 16_000
_SHOWN_LINES, _SHOWN_CELLS = 12, 160
_LEFT_OUT = OF_ANOTHER | {"GPG_TTY"}
"""Besides: a pinentry on our terminal would write over the screen."""
_NO_QUESTIONS = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_EDITOR": ":",
    "SSH_ASKPASS_REQUIRE": "never",
    "GCM_INTERACTIVE": "never",
}


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

    Output goes to a file, as a pipe would be held open by whatever a hook leaves running.
    """
    environment = {key: value for key, value in os.environ.items() if key not in _LEFT_OUT}
    environment |= {**_NO_QUESTIONS, **(more or {})}
    with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        process = subprocess.Popen(
            ["git", "-c", NO_EMBEDDED, *words],
            cwd=folder,
            env=environment,
            stdin=given,
            stdout=told,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        code = _ended(process, limit)
        told.seek(max(0, told.seek(0, os.SEEK_END) - _KEPT_BYTES))
        return Done(code, _shown(told.read()))


def git_in_terminal(folder: Path, words: Sequence[str]) -> Done:
    """Run `git WORDS` in `folder` with the terminal: pinentry and hooks may ask, and what they say is seen at once.

    What Git prints goes to stderr, as stdout is for data. ctrl+c reaches Git and its hooks; their end is waited for.
    """
    environment = {key: value for key, value in os.environ.items() if key not in OF_ANOTHER}
    process = subprocess.Popen(["git", "-c", NO_EMBEDDED, *words], cwd=folder, env=environment, stdout=sys.stderr)
    while True:
        try:
            return Done(process.wait(), "")
        except KeyboardInterrupt:
            continue


def _ended(process: "subprocess.Popen[bytes]", limit: float) -> int | None:
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        pass
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE_SECONDS)
    return None


def _shown(said: bytes) -> str:
    lines = [safe(line.rstrip()) for line in said.decode("utf-8", "replace").replace("\r", "\n").split("\n")]
    kept = [cut(line, _SHOWN_CELLS) for line in lines if line.strip()]
    more = ["…"] if len(kept) > _SHOWN_LINES else []
    return "\n".join(more + kept[-_SHOWN_LINES:])
