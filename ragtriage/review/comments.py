"""What reviewers say of changed cases before it is in a pull request: on disk at once, so that nothing is lost.

One file for each pair of commits that was reviewed. A branch goes on after a review, by the approvals themselves if by
nothing else, so what was said of its earlier commits still counts until they are merged.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from ragtriage.disk.files import FileChange, Write, read_bytes
from ragtriage.disk.safe_paths import names_in
from ragtriage.errors import FileError, FilePlace, RagtriageError
from ragtriage.text import one_line

FOLDER = "drafts/reviews"


@dataclass(frozen=True, slots=True)
class Comment:
    """A line that a reviewer wrote about a changed case. Holds text from outside."""

    case_id: str
    words: str
    by: str
    at: str
    """UTC, ISO 8601."""
    must_change: bool = False
    """Whether it asks for a change before the branch is merged."""
    label: str = ""
    """The case's label hash as it was seen; empty where there was none."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The two commits that were compared, full ids, and the branch that was asked for; empty where it was none."""

    before: str
    after: str
    branch: str

    def file(self, state_folder: Path) -> Path:
        """Where what is said of these two commits is kept."""
        name = hashlib.sha256(f"{self.before}..{self.after}".encode()).hexdigest()[:16]
        return state_folder / FOLDER / f"{name}.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of comments that counts for a review."""

    path: Path
    whole: bool
    """Whether all of it does, or only what is said of cases that are still changed."""


def that_count(
    state_folder: Path, reviewed: Reviewed, commits: Collection[str], is_merged: Callable[[str], bool]
) -> tuple[list[Kept], list[str]]:
    """The files with what was said of these commits and of earlier ones of the branch; and those that hold no comments.

    `commits`: those that the branch adds. After a rebase they are others: then a branch is known by its name, and what
    was said before counts unless those commits are merged.
    """
    own = reviewed.file(state_folder)
    found, broken = [Kept(own, whole=True)], []
    for path in _files(state_folder):
        try:
            of, _ = _read(path)
        except RagtriageError as error:
            broken.append(f"{path.name}: {error.title}")
            continue
        if path != own and of.after in commits:
            found.append(Kept(path, whole=True))
        elif path != own and reviewed.branch and of.branch == reviewed.branch and not is_merged(of.after):
            found.append(Kept(path, whole=False))
    return found, broken


def _files(state_folder: Path) -> list[Path]:
    folder = state_folder / FOLDER
    return [folder / name for name in names_in(folder) if name.endswith(".json")]


def read_comments(files: Iterable[Kept], case_ids: Collection[str]) -> list[Comment]:
    """What the files say, oldest first; `case_ids`: the cases that are still changed."""
    found: list[Comment] = []
    for file in files:
        try:
            comments = _read(file.path)[1] if file.path.exists() else []
        except RagtriageError:
            continue  # it was told when they were looked for
        found += [one for one in comments if file.whole or one.case_id in case_ids]
    return sorted(found, key=lambda one: one.at)


def with_comments(state_folder: Path, reviewed: Reviewed, fresh: Sequence[Comment]) -> Write:
    """The write that keeps more comments. Raises FileError where the file holds something else."""
    path = reviewed.file(state_folder)
    before = read_bytes(path)
    comments = [*(_read(path)[1] if before is not None else ()), *fresh]
    said = "change asked for" if fresh[0].must_change else "commented"
    ids = tuple(dict.fromkeys(one.case_id for one in fresh))
    words = f"{ids[0]}: {said}" if len(ids) == 1 else f"{len(ids)} cases: {said}"
    return Write(words, (FileChange(path, before, _bytes(reviewed, comments)),), ids)


def without_comment(state_folder: Path, reviewed: Reviewed, case_id: str, by: str) -> Write | None:
    """The write that takes away the last thing that `by` said of a case; None when there is nothing."""
    for path in sorted(_files(state_folder), key=lambda one: one != reviewed.file(state_folder)):
        before = read_bytes(path)
        try:
            of, comments = _read(path)
        except RagtriageError:
            continue
        own = [one for one in comments if one.case_id == case_id and one.by == by]
        if own and (path == reviewed.file(state_folder) or of.branch == reviewed.branch):
            left = [one for one in comments if one is not own[-1]]
            change = FileChange(path, before, _bytes(of, left) if left else None)
            return Write(f"{case_id}: comment taken back", (change,), (case_id,))
    return None


def _bytes(reviewed: Reviewed, comments: Iterable[Comment]) -> bytes:
    body = {**asdict(reviewed), "comments": [asdict(one) for one in comments]}
    return json.dumps(body, indent=1, ensure_ascii=True).encode() + b"\n"


def _read(path: Path) -> tuple[Reviewed, list[Comment]]:
    """Raises FileError."""
    try:
        body = json.loads(read_bytes(path) or b"")
        of = Reviewed(*(str(body[each.name]) for each in fields(Reviewed)))
        return of, [_comment(one) for one in body["comments"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FileError(
            "the comments of a review cannot be read",
            where=FilePlace(path),
            next_step="put the file right, or move it away and write them again",
        ) from error


def _comment(value: dict[str, object]) -> Comment:
    texts = {name: str(value.get(name, "")) for name in ("case_id", "words", "by", "at", "label")}
    return Comment(**texts, must_change=value.get("must_change") is True)


def printed_comment(comment: Comment, label_now: str) -> str:
    """The comment on one line, and whether it was made of an earlier version."""
    earlier = " (of an earlier version)" if comment.label != label_now else ""
    return f"{one_line(comment.words)}{earlier}"
