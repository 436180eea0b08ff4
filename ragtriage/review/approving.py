"""A reviewer's word on a change: approved, remarked on, or to be changed. Nobody both approves and asks for a change.

An approval is the reviewer's name in the case's file, in that which was reviewed and in no other: what is checked out
must say what the branch says, reviewers aside.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ragtriage.cases.comparing import CaseChange
from ragtriage.cases.store import CaseStore
from ragtriage.disk.edits import Edit, InsertItem, RemoveField, SetField
from ragtriage.disk.files import FileChange, Write
from ragtriage.errors import RagtriageError, UsageError
from ragtriage.review.comments import Comment, with_comments
from ragtriage.review.reviewing import Here, Review, here_of, is_stale
from ragtriage.text import one_line


@dataclass(frozen=True, slots=True)
class Refused:
    """A case that is not approved."""

    case_id: str
    why: str
    """One line."""


def approve(cases: CaseStore, review: Review, changes: Sequence[CaseChange]) -> tuple[Write | None, list[Refused]]:
    """The write that puts the reviewer's name into the files of these cases, and which of them get none.

    Each file must be the one that was reviewed, reviewers aside: the branch's, checked out here. Names that came along
    from the label before make way, as an edit of the label would have made them.
    """
    written: list[FileChange] = []
    done: list[CaseChange] = []
    refused: list[Refused] = []
    for change in changes:
        try:
            written += _approval(cases, review, change).changes
            done.append(change)
        except RagtriageError as error:
            more = f": {error.next_step}" if error.next_step else ""
            refused.append(Refused(change.id, one_line(f"{error.title}{more}")))
    if not done:
        return None, refused
    words = f"{done[0].id}: approved" if len(done) == 1 else f"{len(done)} cases approved"
    words += "".join(_said_of(review, done))
    return Write(words, tuple(written), tuple(one.id for one in done)), refused


def _said_of(review: Review, done: Sequence[CaseChange]) -> Iterator[str]:
    yield f" by {one_line(review.me.name)}"
    if own := sum(review.is_own(one) for one in done):
        yield ", of your own change" if len(done) == 1 else f", {own} of them your own"
    stale = {name for one in done for name in _stale_names(review, one)} - {review.me.name}
    if stale:
        yield f"; the review of the label before ({', '.join(sorted(map(one_line, stale)))}) is taken away"


def _approval(cases: CaseStore, review: Review, change: CaseChange) -> Write:
    """Raises UsageError with the reason, and what edits raise."""
    if change.new is None or change.after is None:
        what = "it is deleted" if change.after is None else "its file is no case"
        raise UsageError(f"{what}, and bears no name", next_step="c comments on it")
    if review.asks_for_change(change):
        raise UsageError("you asked for a change of it", next_step="x takes that back, then a approves")
    here = here_of(cases.root, change)
    if not here.same:
        raise _elsewhere(review)
    names, source, mine = here.reviewed_by, cases.source(change.id), review.me.name
    edits: tuple[Edit, ...] = (InsertItem("reviewed_by", len(names), mine),)
    if is_stale(change, names):
        if names == (mine,):
            step = "take it away with E, then approve"
            raise UsageError("your name stands there from before this change", next_step=step)
        edits = (SetField("reviewed_by", [mine]),)
    elif mine in names:
        raise UsageError("you approved it already", next_step="u undoes it")
    elif not names and b"\n- " not in source:  # a list that is made by its first item stands at the margin
        edits = (SetField("reviewed_by", []), *edits)
    return cases.edit(change.id, *edits, words="approved", seen=source)


def ask_for_change(
    cases: CaseStore, state_folder: Path, review: Review, changes: Sequence[CaseChange], words: str, at: str
) -> Write:
    """The write that asks for a change of these cases; where the reviewer had approved one, the name goes.

    `at`: UTC, ISO 8601. Raises FileError where the comments cannot be kept, and what edits raise.
    """
    comments = with_comments(state_folder, review.reviewed, _comments(review, changes, words, at, must_change=True))
    withdrawn = [_withdrawal(cases, review, one) for one in changes if review.is_approved(one)]
    if not withdrawn:
        return comments
    taken = "your approval is" if len(withdrawn) == 1 else f"{len(withdrawn)} approvals of yours are"
    return Write.joined(f"{comments.words}; {taken} taken away", [comments, *withdrawn])


def comment_on(state_folder: Path, review: Review, changes: Sequence[CaseChange], words: str, at: str) -> Write:
    """The write that keeps a remark on these cases. Raises FileError where it cannot be kept."""
    return with_comments(state_folder, review.reviewed, _comments(review, changes, words, at, must_change=False))


def _comments(
    review: Review, changes: Sequence[CaseChange], words: str, at: str, *, must_change: bool
) -> list[Comment]:
    labels = [(one.id, one.new.label_hash if one.new else "") for one in changes]
    return [Comment(case_id, words, review.me.name, at, must_change, label) for case_id, label in labels]


def _withdrawal(cases: CaseStore, review: Review, change: CaseChange) -> Write:
    names = review.here[change.key].reviewed_by
    place = names.index(review.me.name)
    return cases.edit(change.id, RemoveField(("reviewed_by", place)), words="approval taken away")


def _elsewhere(review: Review) -> UsageError:
    if review.checked_out:
        step = "commit it, then review that"
        return UsageError("its file here is another than was committed", next_step=step)
    branch = review.reviewed.branch
    named = branch.removeprefix("origin/") if branch else f"--detach {review.reviewed.after[:9]}"
    return UsageError("this branch is not checked out here", next_step=f"git switch {one_line(named)}")


def _stale_names(review: Review, change: CaseChange) -> tuple[str, ...]:
    names = review.here.get(change.key, Here(False)).reviewed_by
    return names if is_stale(change, names) else ()
