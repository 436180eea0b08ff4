"""Files of a revision, from the object database of any repository on this machine, bare ones and worktrees too.

The repository is named to Git outright, so that none around it and none of a hook is taken for it. Nothing is checked
out. All that runs is `git rev-parse`, told where options end, `git ls-tree` and `git cat-file`.
"""

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ragtriage.errors import WorkspaceError
from ragtriage.git.reading import Objects, git_bytes, line

_BY_DATE = re.compile(r"@\{(?!-?\d{1,9}\}|u\}|upstream\}|push\})")
"""Git takes the oldest commit that it remembers for any earlier day."""
LINK = "120000"


class TreeFile(NamedTuple):
    """A file of a revision."""

    path: str
    """Below the folder that was asked for; bytes that are not UTF-8 as surrogates."""
    mode: str
    """As Git has it: `100644`, LINK."""
    oid: str


class Revision:
    """A commit of a repository, and what is in it."""

    def __init__(self, repository: Path, commit: str, objects: Objects) -> None:
        self.commit = commit
        """Full id."""
        self._repository, self._objects = repository, objects

    def name(self, path: Path) -> str:
        """What the repository at `path` is called, whatever folder it lies in on this machine."""
        named = path.resolve().name.removesuffix(".git")
        if named:
            return named
        return Path(path.resolve(), line(path, *_at(self._repository), "rev-parse", "--git-common-dir")).parent.name

    def files(self, folder: str) -> list[TreeFile] | None:
        """The files below a folder (empty: all), folder by folder; None where there is no such folder.

        Submodules are left out. Raises WorkspaceError where the clone lacks it.
        """
        tree = self.commit + ":" + "/".join(filter(None, folder.split("/")))
        try:
            tree = self._line("rev-parse", "--verify", "--quiet", "--end-of-options", tree)
            if self._line("cat-file", "-t", tree) != "tree":
                return None
        except WorkspaceError:
            return None
        listed = git_bytes(self._repository.parent, *_at(self._repository), "ls-tree", "-r", "-z", tree)
        found = (_listed(entry) for entry in listed.split(b"\0") if entry)
        return sorted((one for one in found if one), key=lambda one: one.path.split("/"))

    def content(self, oid: str) -> bytes:
        """A file's bytes. Raises ValueError or WorkspaceError where the clone lacks it, FileError for too many."""
        return self._objects.read(oid)

    def _line(self, *words: str) -> str:
        return line(self._repository.parent, *_at(self._repository), *words)


@contextlib.contextmanager
def revision_of(path: Path, revision: str) -> Iterator[Revision | None]:
    """A revision of the repository at `path`; None where it names no commit.

    Raises WorkspaceError where there is no repository.
    """
    found = path.resolve()
    repository = found / ".git" if (found / ".git").exists() else found
    line(repository.parent, *_at(repository), "rev-parse", "--git-dir")
    commit = _commit(repository, revision)
    with contextlib.closing(Objects(repository.parent, *_at(repository))) as objects:
        yield Revision(repository, commit, objects) if commit else None


def _commit(repository: Path, revision: str) -> str | None:
    if _BY_DATE.search(revision):
        return None
    asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    try:
        return line(repository.parent, *_at(repository), *asked)
    except WorkspaceError:
        return None


def _at(repository: Path) -> tuple[str, ...]:
    return (f"--git-dir={repository}",)


def _listed(entry: bytes) -> TreeFile | None:
    about, _, path = entry.partition(b"\t")
    mode, kind, oid = about.decode("ascii").split()
    return TreeFile(os.fsdecode(path), mode, oid) if kind == "blob" else None
