"""The repository that holds a workspace, opened so that nothing in it can run, fetch or write.

Only plumbing is called: revisions are resolved, trees listed and blobs read from the object database. What is checked
out stays as it is; no hook, filter, pager, signature program or network is asked. Whatever cannot be had is said.
"""

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ragtriage.disk.atomic import LARGEST, too_large
from ragtriage.errors import Place, UsageError, WorkspaceError

LIMIT_SECONDS = 120.0
"""How long one call may take: a filter that waits, or a disk that is gone, would hold up a screen for ever."""
OF_ANOTHER = frozenset(
    {
        # Set where ragtriage itself runs in a hook of another repository (`git rev-parse --local-env-vars`).
        "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_CONFIG",
        # They say how paths are meant; ours are meant literally.
        "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
    }
)  # fmt: skip
"""What the environment may say, and that is not of this repository."""
_REVISION = re.compile(r"[\w@](?:(?!\.\.)[\w./+~^{}@#=,-])*")
"""Branches, tags, commits, and steps from them (`HEAD~3`, `main@{1}`); no option, no path, no search."""
_NAME = re.compile(r"(?!(?:HEAD|refs/|@|[0-9a-f]{40})(?![\w./-]))(?!refs/)\w")
"""What may be the name of a branch, and steps from it."""
_FATAL = 128
NO_EMBEDDED = "safe.bareRepository=explicit"
"""A folder of ordinary files that look like a repository (HEAD, objects, hooks) is none: a clone may bring it."""
_SETTINGS = [
    *("core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false", "core.quotePath=false"),
    *("submodule.recurse=false", "status.submoduleSummary=false"),  # one has a configuration of its own
    NO_EMBEDDED,
]
_ENVIRONMENT = {
    # A partial clone would fetch what it lacks, by whatever command its settings name.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C.UTF-8",  # what it says is read
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

    root: Path
    """The workspace."""
    top: Path
    """The repository's folder."""
    git_dir: Path
    prefix: str
    """The workspace's folder below the repository's, with a slash at its end; empty where they are one."""
    _objects: "_Objects"

    def git(self, *words: str) -> str:
        """What `git` prints. Raises WorkspaceError in Git's own words, and when it takes longer than LIMIT_SECONDS."""
        return _git(self.top, *words).decode("utf-8", "surrogateescape")

    def git_at_index(self, *words: str) -> str:
        """The same on the index that Git names: in a hook it is that of the commit being made, not `.git/index`."""
        named = _named_index(self.top, self.git_dir)
        return _git(self.top, *words, index=named).decode("utf-8", "surrogateescape")

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
                where=Place(self.root),
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
                where=Place(self.root),
                next_step="`git fsck` says whether it is damaged; a partial clone lacks it until it is checked out",
            ) from error

    @property
    def shallow(self) -> bool:
        """Whether the clone's history is cut."""
        return self.git("rev-parse", "--is-shallow-repository").strip() == "true"

    def under_way(self) -> str:
        """What is under way and moves HEAD or the index: "a rebase"; empty when nothing is."""
        return next((words for name, words in _UNDER_WAY.items() if (self.git_dir / name).exists()), "")


class _Objects:
    """Reads objects one after the other from one process, which starts with the first."""

    def __init__(self, top: Path) -> None:
        self._top = top
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def read(self, oid: str) -> bytes:
        """A blob's bytes. Raises ValueError where there is none of that id, OSError, WorkspaceError, FileError."""
        if self._closed:  # a side of a comparison outlives it
            if (length := int(_git(self._top, "cat-file", "-s", oid))) > LARGEST:
                raise too_large(length, LARGEST)
            return _git(self._top, "cat-file", "blob", oid)
        if self._process is None:
            self._process = _started(self._top, "cat-file", "--batch", stderr=subprocess.DEVNULL, stdin=subprocess.PIPE)
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


@contextlib.contextmanager
def opened(root: Path) -> Iterator[Repository]:
    """The repository that holds `root`. Raises WorkspaceError where there is none, or Git will not read it."""
    folder = root.resolve()
    _refuse_embedded(folder)
    if _line(folder, "rev-parse", "--is-inside-work-tree") != "true":
        raise WorkspaceError("the repository has no working tree", where=Place(root))
    top, git_dir = (Path(_line(folder, "rev-parse", name)) for name in ("--show-toplevel", "--absolute-git-dir"))
    below = folder.relative_to(top).as_posix() if folder.is_relative_to(top) else "."
    with contextlib.closing(_Objects(top)) as objects:
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
                where=Place(each),
                next_step="a bare repository has no working tree: clone it; but if a clone brought these files (HEAD, "
                "config, objects, refs), do not run Git here: look at them, and remove them",
            )


def _shallow_hint(repository: Repository) -> str:
    try:
        cut = repository.shallow
    except WorkspaceError:
        return ""
    return "the clone is shallow: `git fetch --unshallow`, or `fetch-depth: 0` where CI checks out" if cut else ""


def _line(folder: Path, *words: str) -> str:
    return os.fsdecode(_git(folder, *words).removesuffix(b"\n"))


def _started(
    folder: Path, *words: str, stdin: int, stderr: int, index: Path | None = None
) -> "subprocess.Popen[bytes]":
    """Raises WorkspaceError when there is no Git."""
    settings = [part for one in _SETTINGS for part in ("-c", one)]
    environment = {key: value for key, value in os.environ.items() if key not in OF_ANOTHER} | _ENVIRONMENT
    environment |= {"GIT_INDEX_FILE": str(index)} if index else {}
    try:
        return subprocess.Popen(
            ["git", *settings, "--no-pager", *words],
            cwd=folder,
            env=environment,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            start_new_session=True,  # so that what it runs ends with it
        )
    except FileNotFoundError as error:
        if not folder.is_dir():
            raise WorkspaceError("there is no such folder", where=Place(folder)) from error
        raise WorkspaceError("Git is not installed", next_step="install Git: this command reads its history") from error


def _git(folder: Path, *words: str, index: Path | None = None) -> bytes:
    with _started(folder, *words, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, index=index) as process:
        try:
            out, told = process.communicate(timeout=LIMIT_SECONDS)
        except BaseException as error:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            raise WorkspaceError(
                f"Git took longer than {LIMIT_SECONDS:.0f} s and was stopped",
                where=Place(folder),
                next_step=f"try it in a terminal: git {words[0]}; a filter in .gitattributes may wait for something",
            ) from error
    if process.returncode == _FATAL and told.startswith(b"fatal: not a git repository"):
        raise WorkspaceError(
            "the workspace is not in a Git repository, or in a broken one",
            where=Place(folder),
            next_step="`git init` and a first commit; what changed is told from Git's history",
        )
    if process.returncode != 0:
        raise WorkspaceError(f"Git cannot do that: {_said(told, process.returncode)}", where=Place(folder))
    return out


def _said(told: bytes, code: int) -> str:
    return " ".join(told.decode("utf-8", "replace").split())[:400] or f"it ended with {code} and said nothing"
