"""Documents from a revision of a local docs repository, read from its object database.

All that runs is `git rev-parse`, told where options end, and `git cat-file --batch`, which reads names from a pipe: no
name becomes an option, no hook and no setting of the repository runs anything, no network is asked, and what was
checked out stays as it is.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ragtriage.corpus.reading import Gathering, Reading
from ragtriage.corpus.text_files import EXTRACTOR, SUFFIXES, TextFile, gather, is_text_file
from ragtriage.errors import Place, SnapshotError, UsageError

if TYPE_CHECKING:
    from git import Repo, Tree

_REVISION = re.compile(r"[A-Za-z0-9_](?:(?!\.\.)[\w./+~^{}@-])*")
_BY_DATE = re.compile(r"@\{(?!-?\d{1,9}\}|u\}|upstream\}|push\})")
_LINK = 0o120000
_OFFLINE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_OPTIONAL_LOCKS": "0"}
"""A partial clone would fetch what it lacks, by whatever command its settings name."""


def parse_git_spec(spec: str) -> tuple[Path, str, str]:
    """Path, revision and folder of `PATH@REV:FOLDER`; the folder may be left out.

    The path ends at the first `@` before which a folder exists, as paths and revisions may hold one too.
    Raises UsageError.
    """
    for at in (match.start() for match in re.finditer("@", spec)):
        if at and _is_folder(spec[:at]):
            revision, _, folder = spec[at + 1 :].partition(":")
            if not _REVISION.fullmatch(revision):
                raise UsageError(f"`{revision}` cannot be a revision",
                                     next_step="name a branch, tag or commit, such as `v1.2` or `HEAD~3`")  # fmt: skip
            return Path(spec[:at]), revision, folder.strip("/")
    raise UsageError(
        f"`{spec}` does not name a folder in a Git revision",
        next_step="write PATH@REV:FOLDER, such as `../docs@v4.18:content`, where PATH is a repository on this machine",
    )


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):  # too long for a path, or NUL in it
        return False


def from_git(spec: str) -> Reading:
    """Documents from the text files below FOLDER in revision REV of the repository at PATH (`PATH@REV:FOLDER`).

    As from a folder: hidden files, links and submodules are skipped. Raises UsageError for a spec that does not
    parse; SnapshotError when there is no such repository, revision or folder, or nothing in it.
    """
    path, revision, folder = parse_git_spec(spec)
    try:
        import git
        from git.exc import ODBError
    except ImportError as error:
        raise SnapshotError(f"Git cannot be used: {error}", next_step="install Git, or read from a folder") from error
    where = Place(Path(f"{path}@{revision}:{folder}"))
    gathering = Gathering()
    try:
        with git.Repo(path.resolve(), expand_vars=False) as repo:
            repo.git.update_environment(GIT_DIR=str(repo.git_dir), **_OFFLINE)
            commit = repo.commit(_resolved(repo, revision, where))
            gather(_files(_subtree(commit.tree, folder, where), folder, where, gathering), gathering)
            source = f"git {_name(repo, path)}@{commit.hexsha}:{folder}"
    except (git.InvalidGitRepositoryError, git.NoSuchPathError) as error:
        raise SnapshotError("not a Git repository", where=Place(path)) from error
    except (git.GitError, ODBError, ValueError, LookupError, AttributeError, TypeError, OSError, RuntimeError) as error:
        # GitPython answers a damaged repository with any of these.
        raise SnapshotError(
            f"the revision cannot be read: {' '.join(str(error).split())}",
            where=where,
            next_step="check it with `git log`; a shallow or partial clone may lack it",
        ) from error
    reading = gathering.result(source, EXTRACTOR)
    if not reading.documents and not reading.problems:
        raise SnapshotError(f"no {', '.join(SUFFIXES)} file was found", where=where)
    return reading


def _resolved(repo: "Repo", revision: str, where: Place) -> str:
    """The full id of the commit that a revision names, by Git itself: GitPython knows only the plain ones."""
    import git

    try:
        if _BY_DATE.search(revision):  # Git takes the oldest commit that it remembers for any earlier day
            raise git.GitCommandError("rev-parse", "a date")
        return str(repo.git.rev_parse("--verify", "--quiet", "--end-of-options", revision + "^{commit}"))
    except git.GitCommandError as error:
        raise SnapshotError(
            f"`{revision}` names no commit there",
            where=where,
            next_step="`git log --all --oneline` lists them; a shallow or partial clone may lack it",
        ) from error


def _name(repo: "Repo", path: Path) -> str:
    """What the repository is called, whatever folder it lies in on this machine."""
    return path.resolve().name.removesuffix(".git") or Path(repo.common_dir).parent.name


def _subtree(tree: "Tree", folder: str, where: Place) -> "Tree":
    from git import Tree

    found = tree
    for part in filter(None, folder.split("/")):
        below = next((item for item in found if item.name == part), None)
        if not isinstance(below, Tree):
            raise SnapshotError(f"the revision has no folder `{folder}`", where=where)
        found = below
    return found


def _files(tree: "Tree", folder: str, where: Place, gathering: Gathering) -> Iterator[TextFile]:
    from git import Blob, Tree

    for item in sorted(tree, key=lambda entry: str(entry.path)):
        if isinstance(item, Tree):
            yield from _files(item, folder, where, gathering)
        elif isinstance(item, Blob):
            path = str(item.path).removeprefix(f"{folder}/" if folder else "")
            if not is_text_file(path):
                continue
            if item.mode == _LINK:
                gathering.notes.add("links skipped", path)
                continue
            yield TextFile(path, Place(Path(f"{where.path}/{path}")), item.data_stream.read())
