"""The history of one case: which commit changed what, in the words of reviewers."""

from dataclasses import dataclass

from ragtriage.cases.comparing import CaseChange, changes_between
from ragtriage.cases.ids import id_fault
from ragtriage.cases.index import id_of
from ragtriage.cases.revisions import Side, at_commit, nothing
from ragtriage.errors import UsageError, nearest
from ragtriage.git.repository import Repository

_FIELDS = 5
"""That a commit is told by, in the format below."""
_FORMAT = "%H%x00%P%x00%an%x00%aI%x00%s%x00"


@dataclass(frozen=True, slots=True)
class Logged:
    """What one commit did to a case."""

    commit: str
    author: str
    at: str
    """ISO 8601, with the author's own offset."""
    summary: str
    change: CaseChange


@dataclass(frozen=True, slots=True)
class CaseLog:
    """The commits that changed a case, newest first."""

    commits: tuple[Logged, ...]
    cut: bool
    """Whether there may be older ones: the clone is shallow, or as many were told as were wanted."""


def case_log(repository: Repository, case_id: str, at_most: int = 50) -> CaseLog:
    """Follow a case back from HEAD, also to where it had another id.

    Commits that left the case as it was, such as one that only formatted its file, are told as that. Raises UsageError
    for an id that no commit knows, WorkspaceError.
    """
    head = repository.commit("HEAD")
    if fault := id_fault(case_id):
        raise UsageError(f"`{case_id}` cannot be an id: {fault}", next_step="`ragtriage cases list` lists them")
    keys = tuple(f"cases/{case_id}.{ending}" for ending in ("yaml", "json", "yml"))
    found: list[Logged] = []
    start: str | None = head
    while start is not None and len(found) < at_most:
        start, keys = _follow(repository, start, keys, found, at_most)
    if not found:
        known = [id_of(key) for key in at_commit(repository, head).files]
        near = nearest(case_id, known)
        raise UsageError(
            f"no commit holds a case `{case_id}`",
            next_step=f"did you mean `{near}`?" if near else "it is not committed yet, or the id is another",
        )
    return CaseLog(tuple(found), len(found) >= at_most or repository.shallow)


def _follow(
    repository: Repository, start: str, keys: tuple[str, ...], found: list[Logged], at_most: int
) -> tuple[str | None, tuple[str, ...]]:
    """Tell the commits under these paths; where to go on, and under which paths, when it came from another id."""
    for commit, parents, author, at, summary in _commits(repository, start, keys, at_most):
        after = at_commit(repository, commit)
        before = at_commit(repository, parents[0]) if parents else nothing(repository.root)
        change = _change_of(before, after, keys)
        if change is None:
            continue
        found.append(Logged(commit, author, at, summary, change))
        if change.kind == "renamed" and change.before and parents:
            return parents[0], (change.before.key,)
        if len(found) >= at_most:
            break
    return None, keys


def _change_of(before: Side, after: Side, keys: tuple[str, ...]) -> CaseChange | None:
    """What became of the case; where it came, files that went are looked at: it may have had another id."""
    came = any(key in after.files for key in keys) and not any(key in before.files for key in keys)
    gone = tuple(key for key in before.files if key not in after.files) if came else ()
    before, after = _only(before, (*keys, *gone)), _only(after, keys)
    return next((one for one in changes_between(before, after) if one.key in keys), None)


def _only(side: Side, keys: tuple[str, ...]) -> Side:
    files = {key: side.files[key] for key in keys if key in side.files}
    return Side(side.words, side.commit, files, side._read, side._root)


def _commits(
    repository: Repository, start: str, keys: tuple[str, ...], at_most: int
) -> list[tuple[str, list[str], str, str, str]]:
    paths = [str(repository.root / key) for key in keys]
    log = repository.git("log", f"--max-count={at_most}", f"--format={_FORMAT}", start, "--", *paths)
    fields = log.split("\0")
    out = []
    for at in range(0, len(fields) - _FIELDS + 1, _FIELDS):
        commit, parents, author, when, summary = fields[at : at + _FIELDS]
        out.append((commit.strip(), parents.split(), author, when, summary))
    return out
