"""The repository that holds a workspace, opened so that nothing in it can run, fetch or write.

Only plumbing is called: revisions are resolved, trees listed and blobs read from the object database. What is checked
out stays as it is; no hook, filter, pager, signature program or network is asked. Whatever cannot be had is said.
"""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragtriage.errors import Place, UsageError, WorkspaceError

if TYPE_CHECKING:
    from git import Repo

_REVISION = re.compile(r"[\w@](?:(?!\.\.)[\w./+~^{}@#=,-])*")
"""Branches, tags, commits, and steps from them (`HEAD~3`, `main@{1}`); no option, no path, no search."""
_SETTINGS = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false", "core.quotePath=false"]
_ENVIRONMENT = {
    # A partial clone would fetch what it lacks, by whatever command its settings name.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_TERMINAL_PROMPT": "0",
}
_UNDER_WAY = {
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "BISECT_LOG": "a bisection",
}


@dataclass(frozen=True, slots=True)
class Repository:
    """An open repository, and where in it the workspace lies."""

    repo: "Repo"
    root: Path
    """The workspace."""
    prefix: str
    """The workspace's folder below the repository's, with a slash at its end; empty where they are one."""

    def git(self, *words: str) -> str:
        """What `git` prints. Raises WorkspaceError in Git's own words."""
        return self._bytes(*words).decode("utf-8", "surrogateescape")

    def _bytes(self, *words: str) -> bytes:
        from git import GitCommandError

        try:
            out: Any = self.repo.git.execute(
                ["git", *(part for one in _SETTINGS for part in ("-c", one)), "--no-pager", *words],
                stdout_as_string=False,
                strip_newline_in_stdout=False,
            )
        except GitCommandError as error:
            raise WorkspaceError(f"Git cannot do that: {_said(error)}", where=Place(self.root)) from error
        return bytes(out)

    def commit(self, revision: str) -> str:
        """The full id of the commit that a revision names. Raises UsageError."""
        found = self._resolved(revision)
        if found is None:
            nothing = revision == "HEAD" or revision.startswith(("HEAD~", "HEAD^", "@"))
            unborn = nothing and self._resolved("HEAD") is None
            raise UsageError(
                f"`{revision}` names no commit here" + (": nothing has been committed yet" if unborn else ""),
                next_step="commit first" if unborn else _shallow_hint(self) or "`git log --all --oneline` lists them",
            )
        return found

    def head(self) -> str | None:
        """The commit that is checked out; None before the first one."""
        return self._resolved("HEAD")

    def has(self, revision: str) -> bool:
        """Whether a revision names a commit."""
        return self._resolved(revision) is not None

    def _resolved(self, revision: str) -> str | None:
        if not _REVISION.fullmatch(revision):
            step = "name a branch, a tag or a commit, such as main or HEAD~3"
            raise UsageError(f"`{revision}` cannot be a revision", next_step=step)
        try:
            found = self.git("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
        except WorkspaceError:
            return None
        return found.strip() or None

    def parted(self, a: str, b: str) -> str:
        """The commit at which two commits parted. Raises WorkspaceError where the clone does not hold it."""
        try:
            found = self.git("merge-base", a, b).split()
        except WorkspaceError:
            found = []
        if not found:
            raise WorkspaceError(
                f"{a[:9]} and {b[:9]} have no commit in common here",
                where=Place(self.root),
                next_step=_shallow_hint(self) or "compare two commits of one history",
            )
        return found[0]

    def blob(self, oid: str) -> bytes:
        """A file's content. Raises WorkspaceError where the clone lacks it."""
        try:
            if len(oid) != 40:  # GitPython's reader of one long stream knows SHA-1 alone
                return self._bytes("cat-file", "blob", oid)
            return bytes(self.repo.git.stream_object_data(oid)[3].read())
        except (ValueError, OSError, WorkspaceError) as error:
            raise WorkspaceError(
                f"the object {oid[:9]} cannot be read",
                where=Place(self.root),
                next_step="`git fsck` says whether it is damaged; a partial clone lacks it until it is checked out",
            ) from error

    @property
    def shallow(self) -> bool:
        """Whether the clone's history is cut."""
        return self.git("rev-parse", "--is-shallow-repository").strip() == "true"

    def under_way(self) -> str:
        """What is under way and moves HEAD or the index: "a rebase"; empty when nothing is."""
        folder = Path(self.repo.git_dir)
        return next((words for name, words in _UNDER_WAY.items() if (folder / name).exists()), "")


@contextlib.contextmanager
def opened(root: Path) -> Iterator[Repository]:
    """The repository that holds `root`. Raises WorkspaceError where there is none, or Git will not read it."""
    try:
        from git import InvalidGitRepositoryError, NoSuchPathError, Repo
    except ImportError as error:  # GitPython raises it when there is no git program
        raise WorkspaceError("Git is not installed", next_step="install Git: this command reads its history") from error
    try:
        repo = Repo(root.resolve(), search_parent_directories=True, expand_vars=False)
    except (InvalidGitRepositoryError, NoSuchPathError, OSError, ValueError) as error:
        raise WorkspaceError(
            "the workspace is not in a Git repository, or in a broken one",
            where=Place(root),
            next_step="`git init` and a first commit; what changed is told from Git's history",
        ) from error
    with repo:
        repo.git.set_persistent_git_options(c=_SETTINGS)
        repo.git.update_environment(**_ENVIRONMENT)
        if repo.working_tree_dir is None:
            raise WorkspaceError("the repository has no working tree", where=Place(root))
        top = Path(repo.working_tree_dir).resolve()
        below = root.resolve().relative_to(top).as_posix() if root.resolve().is_relative_to(top) else "."
        found = Repository(repo, root, "" if below == "." else f"{below}/")
        found.git("rev-parse", "--git-dir")  # refuses here, in words, what it would refuse later: another's folder
        yield found


def _shallow_hint(repository: Repository) -> str:
    try:
        cut = repository.shallow
    except WorkspaceError:
        return ""
    return "the clone is shallow: `git fetch --unshallow`, or `fetch-depth: 0` where CI checks out" if cut else ""


def _said(error: Exception) -> str:
    said = str(getattr(error, "stderr", "") or error).strip().removeprefix("stderr:").strip().strip("'")
    return " ".join(said.split())[:400]
