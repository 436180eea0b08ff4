"""Approving a change: the reviewer's name goes into the case's file.

Into the file that was reviewed and into no other: what is checked out must say what the branch says, reviewers aside.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragtriage.cases.comparing import CaseChange
from ragtriage.cases.store import CaseStore
from ragtriage.disk.edits import Edit, InsertItem, SetField
from ragtriage.disk.files import FileChange, Write
from ragtriage.errors import RagtriageError, UsageError
from ragtriage.text import one_line
from ragtriage.triage.reviewing import Here, Review, here_of, is_stale


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
