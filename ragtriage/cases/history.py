"""What Git knows: the branch, how much is uncommitted, who the reviewer is; what a change of a case is told by.

Git's answers are untrusted text. No call here writes, runs a hook or touches the network, and none fails for want of a
repository: a workspace need not be in Git.
"""

import configparser
import getpass
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from git import Repo

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BranchState:
    """Where the workspace's repository stands."""

    branch: str
    """Name of the branch; the short commit when no branch is checked out."""
    dirty: int
    """Files below the workspace that differ from the last commit, untracked ones included."""


@dataclass(frozen=True, slots=True)
class Change:
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
    """The branch and the count of uncommitted files; None outside Git."""

    def ask(repo: "Repo") -> BranchState | None:
        branch = repo.git.rev_parse("--short", "HEAD") if repo.head.is_detached else repo.active_branch.name
        status = repo.git.status("--porcelain", "-z", "--untracked-files=all", "--no-renames", "--", str(root))
        return BranchState(branch, len([entry for entry in status.split("\0") if entry]))

    return _answer(root, ask, None)


def reviewer(root: Path) -> str:
    """The name decisions are signed with: Git's `user.name`, else the login name."""

    def ask(repo: "Repo") -> str:
        with repo.config_reader() as config:
            return str(config.get_value("user", "name", ""))

    name = _answer(root, ask, "") or os.environ.get("GIT_AUTHOR_NAME", "")
    if name.strip():
        return name.strip()
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"


def _answer(root: Path, ask: Callable[["Repo"], T], otherwise: T) -> T:
    """What the repository that holds `root` answers; `otherwise` where there is none, Git is not installed, or Git
    refuses (a folder that belongs to someone else, a broken repository)."""
    try:
        from git import GitCommandError, InvalidGitRepositoryError, NoSuchPathError, Repo
    except ImportError:  # GitPython raises it when there is no git program
        return otherwise
    try:
        with Repo(root, search_parent_directories=True) as repo:
            # A cloned repository's own config could name programs to run: none of ours may be among the calls.
            repo.git.set_persistent_git_options(c=["core.fsmonitor=false", "core.hooksPath=/dev/null"])
            return ask(repo)
    except (GitCommandError, InvalidGitRepositoryError, NoSuchPathError, configparser.Error, OSError, ValueError):
        return otherwise
