"""The repository that holds a workspace, opened so that nothing in it can run, fetch or write.

Only plumbing is called: revisions are resolved, trees listed and blobs read from the object database. What is checked
out stays as it is; no hook, filter, pager, signature program or network is asked. Whatever cannot be had is said.
"""

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ragtriage.errors import FilePlace, UsageError, WorkspaceError
from ragtriage.git.reading import Objects, git_bytes, line

_REVISION = re.compile(r"[\w@](?:(?!\.\.)[\w./+~^{}@#=,-])*")
"""Branches, tags, commits, and steps from them (`HEAD~3`, `main@{1}`); no option, no path, no search."""
_NAME = re.compile(r"(?!(?:HEAD|refs/|@|[0-9a-f]{40})(?![\w./-]))(?!refs/)\w")
"""What may be the name of a branch, and steps from it."""
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

    root: Path
    """The workspace."""
    top: Path
    """The repository's folder."""
    git_dir: Path
    prefix: str
    """The workspace's folder below the repository's, with a slash at its end; empty where they are one."""
    _objects: Objects

    def git(self, *words: str) -> str:
        """What `git` prints. Raises WorkspaceError in Git's own words, and when it takes longer than LIMIT_SECONDS."""
        return git_bytes(self.top, *words).decode("utf-8", "surrogateescape")

    def git_at_index(self, *words: str) -> str:
        """The same on the index that Git names: in a hook it is that of the commit being made, not `.git/index`."""
        named = _named_index(self.top, self.git_dir)
        more = {"GIT_INDEX_FILE": str(named)} if named else None
        return git_bytes(self.top, *words, more=more).decode("utf-8", "surrogateescape")

    def git_unfiltered(self, *words: str) -> str:
        """The same with all filters switched off: looking at the working tree must run none, nor wait for one."""
        try:
            names = self.git("config", "--null", "--name-only", "--get-regexp", r"^filter\.").split("\0")
        except WorkspaceError:  # there are none
            names = []
        off = (f"{name}={'false' if name.endswith('.required') else ''}" for name in filter(None, names))
        return self.git(*(part for one in off for part in ("-c", one)), *words)

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
        if _NAME.match(revision) and (found := self._parsed(f"refs/heads/{revision}")):
            return found  # before a tag of that name: what is proposed and reviewed are branches
        return self._parsed(revision)

    def _parsed(self, revision: str) -> str | None:
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
                where=FilePlace(self.root),
                next_step=_shallow_hint(self) or "compare two commits of one history",
            )
        return found[0]

    def blob(self, oid: str) -> bytes:
        """A file's content. Raises WorkspaceError where the clone lacks it, FileError for more than anybody reads."""
        try:
            return self._objects.read(oid)
        except (ValueError, OSError, WorkspaceError) as error:
            raise WorkspaceError(
                f"the object {oid[:9]} cannot be read",
                where=FilePlace(self.root),
                next_step="`git fsck` says whether it is damaged; a partial clone lacks it until it is checked out",
            ) from error

    @property
    def shallow(self) -> bool:
        """Whether the clone's history is cut."""
        return self.git("rev-parse", "--is-shallow-repository").strip() == "true"

    def under_way(self) -> str:
        """What is under way and moves HEAD or the index: "a rebase"; empty when nothing is."""
        return next((words for name, words in _UNDER_WAY.items() if (self.git_dir / name).exists()), "")


@contextlib.contextmanager
def open_repository(root: Path) -> Iterator[Repository]:
    """The repository that holds `root`. Raises WorkspaceError where there is none, or Git will not read it."""
    folder = root.resolve()
    _refuse_embedded(folder)
    if line(folder, "rev-parse", "--is-inside-work-tree") != "true":
        raise WorkspaceError("the repository has no working tree", where=FilePlace(root))
    top, git_dir = (Path(line(folder, "rev-parse", name)) for name in ("--show-toplevel", "--absolute-git-dir"))
    below = folder.relative_to(top).as_posix() if folder.is_relative_to(top) else "."
    with contextlib.closing(Objects(top)) as objects:
        yield Repository(root, top, git_dir, "" if below == "." else f"{below}/", objects)


def _named_index(top: Path, git_dir: Path) -> Path | None:
    """The index that the environment names, if it is one of this repository: a hook of another one names its own."""
    named = os.environ.get("GIT_INDEX_FILE")
    if not named:
        return None
    path = top / named  # Git takes it from the folder that it runs a hook in
    outer = os.environ.get("GIT_DIR")
    ours = outer is not None and (top / outer).resolve() == git_dir.resolve()
    return path if path.is_file() and (ours or path.resolve().is_relative_to(git_dir.resolve())) else None


def _refuse_embedded(folder: Path) -> None:
    """Raise WorkspaceError where Git would take ordinary files for a repository, and run the hooks that they name.

    NO_EMBEDDED says so too, to a Git that knows it (2.38).
    """
    for each in (folder, *folder.parents):
        if (each / ".git").exists():
            return
        if (each / "HEAD").exists() and (each / "objects").is_dir() and (each / "refs").is_dir():
            raise WorkspaceError(
                "Git takes this folder itself for a repository, with hooks and settings of its own",
                where=FilePlace(each),
                next_step="a bare repository has no working tree: clone it; but if a clone brought these files (HEAD, "
                "config, objects, refs), do not run Git here: look at them, and remove them",
            )


def _shallow_hint(repository: Repository) -> str:
    try:
        cut = repository.shallow
    except WorkspaceError:
        return ""
    return "the clone is shallow: `git fetch --unshallow`, or `fetch-depth: 0` where CI checks out" if cut else ""
