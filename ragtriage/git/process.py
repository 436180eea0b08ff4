"""The one place that starts Git: in which environment, with which settings, and how long it may take.

GitPython's `Git.execute` runs it. Its objects (`Repo`, `IndexFile`) are not used: they read GIT_DIR's relatives and the
configuration as they find them. `execute` itself has limits that are seen to here, each held by a test:

- it adds to the environment and takes nothing away, so that in a hook Git would be led to another repository;
- it sets LC_ALL to C, which is the person's when they commit;
- where the folder may not be entered it runs Git in the one that we stand in, and `Git(folder)` replaces `$NAME` in
  a folder's name: so the folder is an argument of Git (`-C`);
- stderr is always a pipe, which a hook's daemon holds open, and which nobody may read while objects are;
- its time limit kills at once, which leaves Git's locks, and finds children by `pgrep`: ours end a session, politely.

A line of shell before Git does what the first, second and fourth need; where they need nothing there is none.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from ragtriage.errors import FilePlace, WorkspaceError

GRACE_SECONDS = 5.0
"""Git takes its locks away when it is asked to end; what goes on after that is killed."""
NO_EMBEDDED = "safe.bareRepository=explicit"
"""A folder of ordinary files that look like a repository (HEAD, objects, hooks) is none: a clone may bring it."""
_OF_ANOTHER = frozenset(
    {
        # Set where ragtriage itself runs in a hook of another repository (`git rev-parse --local-env-vars`).
        "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_CONFIG",
        # They say how paths are meant; ours are meant literally.
        "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
    }
)  # fmt: skip
"""What the environment may say, and that is not of this repository."""
_OF_GITPYTHON = ("LC_ALL", "LANGUAGE")
"""It sets both; a person's programs get what the person has."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What Git is started with, beside what the person's own environment and settings say."""

    settings: tuple[str, ...]
    """`name=value`, above every configuration."""
    given: Mapping[str, str]
    """Environment."""
    left_out: frozenset[str] = _OF_ANOTHER
    """Of the environment."""
    own_language: bool = field(kw_only=True)
    """Whether Git speaks as the person has it set; else what it says is read by us."""

    def environment(self, more: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
        """What to set, and what to take away: only names that are set, by the person or by GitPython."""
        given = {**self.given, **more}
        if self.own_language:
            given |= {name: os.environ[name] for name in _OF_GITPYTHON if name in os.environ}
        leave = self.left_out & os.environ.keys() | (set(_OF_GITPYTHON) if self.own_language else set())
        return given, sorted(leave - given.keys())


LOOKING = Surroundings(
    (
        *("core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false", "core.quotePath=false"),
        *("submodule.recurse=false", "status.submoduleSummary=false"),  # one has a configuration of its own
        NO_EMBEDDED,
    ),
    {
        # A partial clone would fetch what it lacks, by whatever command its settings name.
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C.UTF-8",  # what it says is read
    },
    own_language=False,
)
"""Nothing of the repository runs, nothing is fetched, no lock is taken."""
IN_TERMINAL = Surroundings((NO_EMBEDDED,), {}, own_language=True)
"""The person's own Git: hooks, signing, pinentry, with the terminal."""
BEHIND_SCREEN = Surroundings(
    (NO_EMBEDDED,),
    {
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_EDITOR": ":",
        "SSH_ASKPASS_REQUIRE": "never",
        "GCM_INTERACTIVE": "never",
    },
    _OF_ANOTHER | {"GPG_TTY"},  # a pinentry on our terminal would write over the screen
    own_language=True,
)
"""The same without a terminal: whatever would ask ends instead."""


def start(
    folder: Path,
    words: Sequence[str],
    surroundings: Surroundings = LOOKING,
    *,
    more: Mapping[str, str] | None = None,
    stdin: BinaryIO | int | None = None,
    into: Path | None = None,
    silent: bool = False,
) -> "subprocess.Popen[bytes]":
    """`git WORDS` in `folder`, in a session of its own, which ends with it (`end`).

    `more`: environment. `into`: a file that all it writes is appended to; `silent`: what it complains of goes nowhere.
    stdout and stderr are pipes otherwise. Raises WorkspaceError when there is no folder or no Git.
    """
    given, leave = surroundings.environment(more or {})
    aside = "" if into is None else ' >>"$0" 2>&1'
    aside += " 2>/dev/null" if silent else ""
    command = _command(folder, words, surroundings)
    if leave or aside:
        unset = f"unset {' '.join(leave)}; " if leave else ""
        command = ["/bin/sh", "-c", f'{unset}exec "$@"{aside}', str(into or "sh"), *command]
    return _run(command, given, stdin, start_new_session=True)


def start_in_terminal(folder: Path, words: Sequence[str]) -> "subprocess.Popen[bytes]":
    """`git WORDS` in `folder` with our terminal; all that it prints goes to our stderr, as stdout is for data.

    Only from the command line, which has one thread: what runs between fork and exec must not wait for another's lock.
    """
    given, leave = IN_TERMINAL.environment({})
    command = _command(folder, words, IN_TERMINAL)
    if leave:
        command = ["/bin/sh", "-c", f'unset {" ".join(leave)}; exec "$@"', "sh", *command]
    with contextlib.ExitStack() as stack:
        terminal = os.dup(sys.stderr.fileno())
        stack.callback(os.close, terminal)
        asked: BinaryIO | None = None
        with contextlib.suppress(OSError):  # closed: then nobody can be asked
            asked = stack.enter_context(open(0, "rb", closefd=False))
        return _run(command, given, asked, preexec_fn=lambda: _print_to(terminal))


def _print_to(terminal: int) -> None:
    for number in (1, 2):
        os.dup2(terminal, number)


def _command(folder: Path, words: Sequence[str], surroundings: Surroundings) -> list[str]:
    if not folder.is_dir():
        raise WorkspaceError("there is no such folder", where=FilePlace(folder))
    settings = [part for one in surroundings.settings for part in ("-c", one)]
    return [_program(), "-C", str(folder.absolute()), *settings, "--no-pager", *words]


def _program() -> str:
    try:
        from git import Git
    except ImportError as error:  # GitPython looks for Git when it is loaded
        raise _no_git() from error
    return str(Git.GIT_PYTHON_GIT_EXECUTABLE)


def _run(
    command: list[str],
    environment: dict[str, str],
    stdin: BinaryIO | int | None,
    *,
    start_new_session: bool = False,
    preexec_fn: Callable[[], None] | None = None,
) -> "subprocess.Popen[bytes]":
    from git import Git
    from git.exc import GitCommandNotFound

    try:
        started = Git().execute(
            command,
            istream=stdin,
            as_process=True,
            env=environment,
            start_new_session=start_new_session,
            preexec_fn=preexec_fn,
        )
    except GitCommandNotFound as error:
        raise _no_git() from error
    process, started.proc = started.proc, None  # else it would be ended when nobody holds GitPython's wrapper
    assert process is not None
    return process


def _no_git() -> WorkspaceError:
    return WorkspaceError("Git is not installed", next_step="install Git: this command reads its history")


def end_process(process: "subprocess.Popen[bytes]", *numbers: signal.Signals) -> None:
    """End Git and all that it started, by each of the signals in turn until it has ended."""
    for number in numbers:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE_SECONDS)
