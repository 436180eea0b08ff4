"""What Git knows: the branch, how much is uncommitted, who the reviewer is; what a change of a case is told by.

Git's answers are untrusted text. No call here writes, runs a hook or touches the network, and none fails for want of a
repository: a workspace need not be in Git.
"""

import contextlib
import getpass
import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ragtriage.errors import WorkspaceError
from ragtriage.git.repository import open_repository
from ragtriage.text import counted

_STATUS = ("status", "--porcelain", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all")


@dataclass(frozen=True, slots=True)
class BranchState:
    """Where the workspace's repository stands."""

    branch: str
    """Name of the branch; the short commit when no branch is checked out."""
    cases: int
    """Files of cases that differ from the last commit, untracked ones included."""
    decisions: int
    """The same of verdicts, labels and what was decided on complaints."""

    @property
    def uncommitted(self) -> str:
        """`2 cases and 3 decisions not committed`; empty where all is."""
        counts = ((self.cases, "case"), (self.decisions, "decision"))
        words = " and ".join(counted(number, noun) for number, noun in counts if number)
        return f"{words} not committed" if words else ""


@dataclass(frozen=True, slots=True)
class FileCommit:
    """One commit that touched a file."""

    commit: str
    """Short id."""
    author: str
    at: str
    """ISO date."""
    summary: str
    words: tuple[str, ...] = ()
    """What it did to the case, one thing each (`change_words`); nothing where that is not known."""


def branch_state(root: Path) -> BranchState | None:
    """The branch, and how much of what people decide is not committed; None outside Git."""

    from ragtriage.cases.uncommitted import branch_of

    try:
        with open_repository(root) as repository:
            branch = branch_of(repository) or repository.git("rev-parse", "--short", "HEAD").strip()
            status, inside = repository.git_unfiltered(*_STATUS, "--", repository.prefix or "."), repository.prefix
    except WorkspaceError:
        return None
    paths = [entry[3:].removeprefix(inside) for entry in status.split("\0") if entry]
    folders = Counter(path.partition("/")[0] for path in paths if path.endswith((".yaml", ".yml", ".json", ".jsonl")))
    return BranchState(branch, folders["cases"], folders["triage"] + folders["labels"] + folders["complaints"])


def reviewer(root: Path) -> str:
    """The name decisions are signed with: Git's `user.name`, else the login name."""

    name = ""
    with contextlib.suppress(WorkspaceError), open_repository(root) as repository:
        name = repository.git("config", "--get", "user.name")
    name = name.strip() or os.environ.get("GIT_AUTHOR_NAME", "")
    if name.strip():
        return name.strip()
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
