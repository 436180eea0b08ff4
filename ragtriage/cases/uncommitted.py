"""What of the workspace is not committed yet, told by case: what a commit would take, and how it would be called."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ragtriage.cases.comparing import CaseChange, compared
from ragtriage.cases.drafting import SUBJECT, drafted_message
from ragtriage.cases.rechecking import open_words
from ragtriage.cases.revisions import Asked
from ragtriage.errors import FilePlace, WorkspaceError
from ragtriage.git.repository import Repository, open_repository
from ragtriage.text import cut, one_line

OWN = ("cases", "triage", "labels", "complaints", "ragtriage.yaml")
"""What people decide, as files; snapshots and runs are large, and are committed by whoever makes them."""
_SNAPSHOTS = "corpus_snapshots"
_OURS = (".yaml", ".yml", ".json", ".md")
"""Endings of the files that we make; another new file beside them, such as an editor's, is left alone."""
_LISTED = 40
"""Approved cases that a message names."""
_DIFF = ("diff", "--name-only", "-z", "--no-ext-diff", "--no-renames", "--ignore-submodules=all")
_OPEN_TOLD = 5
"""Cases with something left to look at that are named one by one."""
_CONFLICT = frozenset({"DD", "AU", "UD", "UA", "DU", "AA", "UU"})


@dataclass(frozen=True, slots=True)
class UnsentSnapshot:
    """The snapshot that the golden set is judged against, where Git does not have it whole."""

    name: str
    paths: tuple[str, ...]
    """As in `Waiting`; none where Git was told to ignore it."""
    new: frozenset[str]
    size: int
    """Bytes of those files."""

    @property
    def words(self) -> str:
        """`snapshot docs-2026-11 (1.2 MB)`."""
        return f"snapshot {one_line(self.name)} ({self.size / 1e6:,.1f} MB)"

    @property
    def note(self) -> str:
        """What a colleague's clone will lack."""
        if not self.paths:
            return (
                f"the snapshot {one_line(self.name)} stays out, as .gitignore leaves it out: a clone has nothing to "
                "judge against until somebody brings it"
            )
        return f"the {self.words} is not in Git yet: without it a clone has nothing to judge against"


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a commit would take, and how it would be called."""

    branch: str
    """Empty where none is checked out."""
    paths: tuple[str, ...]
    """Below the repository's folder, as Git names them; bytes that are not UTF-8 as surrogates."""
    new: frozenset[str]
    """Those of the paths that Git does not know yet."""
    changes: tuple[CaseChange, ...]
    """The cases among them."""
    others: tuple[str, ...]
    """What else is among them, in words: `12 verdicts of 2026-W48`."""
    message: str
    """Drafted; empty when there is nothing to commit."""
    notes: tuple[str, ...]
    """What a person should know before they commit."""
    snapshot: UnsentSnapshot | None = None
    """The workspace's snapshot, where a clone would lack it; it is not among the paths."""

    def with_snapshot(self) -> "Waiting":
        """The same, and the snapshot too."""
        unsent = self.snapshot
        if unsent is None or not unsent.paths:
            return self
        others = (*self.others, unsent.words)
        return replace(
            self,
            paths=tuple(sorted({*self.paths, *unsent.paths})),
            new=self.new | unsent.new,
            others=others,
            message=_message(self.changes, others),
            snapshot=None,
        )

    @property
    def subject(self) -> str:
        """The first line of the message."""
        return self.message.partition("\n")[0]

    def with_subject(self, subject: str) -> str:
        """The message under another first line."""
        body = self.message.partition("\n")[2]
        return f"{one_line(subject)}\n{body}"


def waiting(root: Path, snapshot: str | None = None) -> Waiting:
    """What of the workspace is not committed yet; `snapshot`: the one that it is judged against.

    Raises WorkspaceError without Git or a repository, while a merge, rebase or the like is under way, and where a file
    is in conflict.
    """
    with open_repository(root) as repository:
        refuse_under_way(repository)
        _refuse_elsewhere(root)
        paths, new = _changed(repository)
        changes, ignored = _case_changes(repository, paths)
        prefix = len(repository.prefix)
        others = tuple(_others([path[prefix:] for path in paths]))
        branch = branch_of(repository)
        notes = (*_not_rechecked(changes), *_notes(repository, paths, ignored))
        unsent = _unsent(repository, snapshot) if snapshot else None
        return Waiting(branch, paths, new, changes, others, _message(changes, others), notes, unsent)


def _unsent(repository: Repository, snapshot: str) -> UnsentSnapshot | None:
    folder = f"{repository.prefix}{_SNAPSHOTS}/{snapshot}"
    if not (repository.top / folder).is_dir():
        return None
    own = (folder, f"{repository.prefix}.gitattributes")  # it keeps Git from changing the line ends that are hashed
    found = dict(_statuses(repository, own))
    paths = [path for path in found if path.startswith(f"{folder}/")]
    if not paths and repository.git("ls-files", "-z", "--", folder):
        return None
    if not paths:
        return UnsentSnapshot(snapshot, (), frozenset(), 0)
    size = sum(there.stat().st_size for path in paths if (there := repository.top / path).is_file())
    new = frozenset(path for path, code in found.items() if code == "??")
    return UnsentSnapshot(snapshot, tuple(found), new, size)


def _refuse_elsewhere(root: Path) -> None:
    """Git follows no link to a folder and enters no other repository: all that is in it would count as deleted, or
    as committed."""
    for name in OWN:
        if (root / name / ".git").exists():
            raise WorkspaceError(
                f"`{name}` is a repository of its own (a submodule)",
                where=FilePlace(root / name),
                next_step="keep ragtriage.yaml and cases/ in one repository, or commit in that one",
            )
        if (root / name).is_symlink():
            raise WorkspaceError(
                f"`{name}` is a symbolic link, which Git does not follow: what is behind it cannot be committed here",
                where=FilePlace(root / name),
                next_step="commit where it leads, or put the folder itself in its place",
            )


def _changed(repository: Repository) -> tuple[tuple[str, ...], frozenset[str]]:
    """Our files that differ from the last commit, and those of them that Git does not know."""
    own = [repository.prefix + name for name in OWN]
    paths, new = [], set()
    for path, code in _statuses(repository, own):
        if code in _CONFLICT:
            raise WorkspaceError(
                "two branches changed this file, and nobody has settled it",
                where=FilePlace(repository.root / path.removeprefix(repository.prefix)),
                next_step="settle it and `git add` it, then commit",
            )
        if code == "??" and not _is_ours(path.removeprefix(repository.prefix)):
            continue
        new |= {path} if code == "??" else set()
        paths.append(path)
    if paths and (same := _of_other_size(repository, own)):
        paths = [path for path in paths if path in new or path not in same]
    return tuple(sorted(set(paths))), frozenset(new)


def _statuses(repository: Repository, own: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(path, Git's two letters) of what differs from the last commit."""
    status = ("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all")
    for entry in filter(None, repository.git_unfiltered(*status, "--", *own).split("\0")):
        yield entry[3:], entry[:2]


def _of_other_size(repository: Repository, own: Sequence[str]) -> set[str]:
    """Files that Git calls changed by their size alone: with other line ends, or other output of a filter."""
    listed = repository.git_unfiltered("diff-files", "--name-only", "--ignore-submodules=all", "-z", "--", *own).split(
        "\0"
    )
    differ = repository.git_unfiltered(*_DIFF, "--", *own).split("\0")
    staged = repository.git(
        "diff", "--cached", "--ignore-submodules=all", "--name-only", "-z", "--no-ext-diff", "--no-renames", "--", *own
    )
    return set(listed) - set(differ) - set(staged.split("\0"))


def _is_ours(key: str) -> bool:
    return key.endswith(_OURS) and not any(part.startswith(".") for part in key.split("/"))


def _case_changes(repository: Repository, paths: Sequence[str]) -> tuple[tuple[CaseChange, ...], int]:
    """The cases that a commit would change, and how many new case files Git was told to ignore."""
    keys = {_as_key(path.removeprefix(repository.prefix)) for path in paths}
    if not any(key.startswith("cases/") for key in keys) and not _left_alone(repository):
        return (), 0
    found = compared(repository, Asked(None, None)).changes
    ours = tuple(one for one in found if one.key in keys)
    return ours, len(found) - len(ours)


def _left_alone(repository: Repository) -> bool:
    """Whether Git was told to take no notice of some case (`git update-index --assume-unchanged`)."""
    listed = repository.git("ls-files", "-v", "-z", "--", f"{repository.prefix}cases")
    return any(entry[:1].islower() or entry[:1] == "S" for entry in listed.split("\0"))


def _as_key(path: str) -> str:
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _others(keys: Sequence[str]) -> Iterator[str]:
    """What is not a case, in words."""
    yield from _of_weeks([key.split("/") for key in keys if key.startswith("triage/")])
    judged = sum(key.startswith("labels/") for key in keys)
    if judged:
        yield f"answers to {judged} case{'s' * (judged != 1)} judged"
    decided = sum(key.startswith("complaints/") for key in keys)
    if decided:
        yield f"{decided} complaint{'s' * (decided != 1)} decided"
    if "ragtriage.yaml" in keys:
        yield "settings (ragtriage.yaml)"


def _of_weeks(paths: Sequence[Sequence[str]]) -> Iterator[str]:
    """Verdicts are files named `CASE--REVIEWER.yaml` below their week; what stands beside them are notes."""
    below = [(path[1], "--" in path[-1]) for path in paths if len(path) > 2]
    verdicts = Counter(week for week, is_verdict in below if is_verdict)
    for week, count in sorted(verdicts.items()):
        yield f"{count} verdict{'s' * (count != 1)} of {one_line(week)}"
    yield from (f"notes of {one_line(week)}" for week in sorted({week for week, is_verdict in below if not is_verdict}))


def _message(changes: Sequence[CaseChange], others: Sequence[str]) -> str:
    drafted = _approvals(changes) or drafted_message(changes)
    if not others:
        return drafted
    if not drafted:
        subject = "; ".join(others)
        subject = cut(f"{subject[:1].upper()}{subject[1:]}", SUBJECT)
        return f"{subject}\n" if len(others) == 1 else f"{subject}\n\n{_items(others)}"
    return f"{drafted}\nAlso:\n{_items(others)}"


def _approvals(changes: Sequence[CaseChange]) -> str:
    """The message of a commit that only adds reviewers to several cases; empty where it does more."""
    told = [one for change in changes for one in change.differences]
    plain = all(change.kind == "changed" for change in changes)
    if len(changes) < 2 or not plain or any((one.field, one.kind) != ("reviewed_by", "added") for one in told):
        return ""
    names = ", ".join(sorted({one_line(str(one.after)) for one in told}))
    subject = cut(f"Approve {len(changes)} cases, reviewed by {names}", SUBJECT)
    listed = [one_line(change.id) for change in changes[:_LISTED]]
    more = [f"and {len(changes) - _LISTED} more"] if len(changes) > _LISTED else []
    return f"{subject}\n\n{_items([*listed, *more])}"


def _items(words: Sequence[str]) -> str:
    return "".join(f"- {one}\n" for one in words)


def _not_rechecked(changes: Sequence[CaseChange]) -> Iterator[str]:
    """Cases that go in with an answer or nuggets that may say what their evidence no longer says."""
    cases = [one.new for one in changes if one.new and one.new.to_recheck and one.new.status != "retired"]
    for case in cases[:_OPEN_TOLD]:
        step = shlex.join(["ragtriage", "anchors", "still-right", one_line(case.id)])
        yield f"{one_line(case.id)}: {open_words(case)}: F3, or {step}"
    if len(cases) > _OPEN_TOLD:
        yield f"so it is of {len(cases) - _OPEN_TOLD} more: ragtriage cases lint"


def _notes(repository: Repository, paths: Sequence[str], ignored: int) -> Iterator[str]:
    head = repository.head()
    if not branch_of(repository) and head:
        yield f"no branch is checked out (HEAD is at {head[:9]}): make one first, or the commit is easily lost"
    if repository.git("rev-parse", "--show-superproject-working-tree").strip():
        yield "the workspace is in a submodule: the repository around it has to take up the new commit"
    staged = filter(
        None,
        repository.git("diff", "--cached", "--ignore-submodules=all", "--name-only", "--no-renames", "-z").split("\0"),
    )
    if others := len(set(staged) - set(paths)):
        yield f"{others} other staged file{'s stay' if others != 1 else ' stays'} staged, and out of this commit"
    if any("/labels/" in f"/{path}" for path in paths) and not repository.git(
        "ls-files", "--", f"{repository.prefix}runs"
    ):
        yield (
            "no run is in Git, and answers are judged by run: a clone shows these judgements once it has the same runs "
            "(`git add runs`, or import them there)"
        )
    if ignored:
        yield f"{ignored} changed case{'s' * (ignored != 1)} stay out: .gitignore, or a setting of Git, leaves them out"


def branch_of(repository: Repository) -> str:
    """The branch that is checked out, also before its first commit; empty where none is."""
    try:
        return repository.git("symbolic-ref", "--quiet", "HEAD").strip().removeprefix("refs/heads/")
    except WorkspaceError:
        return ""


def refuse_under_way(repository: Repository) -> None:
    """A merge, a rebase or the like is under way: a commit would become part of it. Raises WorkspaceError."""
    if doing := repository.under_way():
        raise WorkspaceError(
            f"{doing} is under way in this repository",
            where=FilePlace(repository.root),
            next_step="finish it or give it up with Git (`git status` says how), then commit",
        )
