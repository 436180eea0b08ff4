"""Documents from a revision of a local docs repository, read from its object database.

No name becomes an option, no hook and no setting of the repository runs anything, no network is asked, and what was
checked out stays as it is (`git/revision.py`).
"""

import contextlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ragtriage.corpus.reading import Gathering, SourceReading
from ragtriage.corpus.text_files import EXTRACTOR, SUFFIXES, TextFile, gather, is_text_file
from ragtriage.errors import FileError, FilePlace, SnapshotError, UsageError, WorkspaceError
from ragtriage.git.revision import LINK, Revision, TreeFile, revision_of
from ragtriage.text import one_line

_REVISION = re.compile(r"[A-Za-z0-9_](?:(?!\.\.)[\w./+~^{}@-])*")


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


def from_git(spec: str) -> SourceReading:
    """Documents from the text files below FOLDER in revision REV of the repository at PATH (`PATH@REV:FOLDER`).

    As from a folder: hidden files, links and submodules are skipped. Raises UsageError for a spec that does not
    parse; SnapshotError when there is no such repository, revision or folder, or nothing in it; WorkspaceError
    without Git.
    """
    path, named, folder = parse_git_spec(spec)
    where = FilePlace(Path(f"{path}@{named}:{folder}"))
    gathering = Gathering()
    with _opened(path, named, where) as revision:
        try:
            listed = revision.files(folder)
            if listed is None:
                raise SnapshotError(f"the revision has no folder `{folder}`", where=where)
            gather(_files(revision, listed, where, gathering), gathering)
            source = f"git {revision.name(path)}@{revision.commit}:{folder}"
        except (WorkspaceError, ValueError, OSError) as error:  # damaged, or not there: ValueError of one object
            raise SnapshotError(
                f"the revision cannot be read: {one_line(str(error))}",
                where=where,
                next_step="check it with `git log`; a shallow or partial clone may lack it",
            ) from error
    reading = gathering.result(source, EXTRACTOR)
    if not reading.documents and not reading.problems:
        raise SnapshotError(f"no {', '.join(SUFFIXES)} file was found", where=where)
    return reading


@contextlib.contextmanager
def _opened(path: Path, named: str, where: FilePlace) -> Iterator[Revision]:
    with contextlib.ExitStack() as stack:
        try:
            revision = stack.enter_context(revision_of(path, named))
        except WorkspaceError as error:
            if "repository" not in error.title:
                raise
            raise SnapshotError("not a Git repository", where=FilePlace(path)) from error
        if revision is None:
            raise SnapshotError(
                f"`{named}` names no commit there",
                where=where,
                next_step="`git log --all --oneline` lists them; a shallow or partial clone may lack it",
            )
        yield revision


def _files(
    revision: Revision, listed: Iterable[TreeFile], where: FilePlace, gathering: Gathering
) -> Iterator[TextFile]:
    for file in listed:
        if not is_text_file(file.path):
            continue
        if file.mode == LINK:
            gathering.notes.add("links skipped", file.path)
            continue
        place = FilePlace(Path(f"{where.path}/{file.path}"))
        try:
            yield TextFile(file.path, place, revision.content(file.oid))
        except FileError as error:
            gathering.leave_out(place, error.title)
