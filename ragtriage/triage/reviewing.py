"""Reviewing a colleague's branch: what it proposes, who wrote it, what was said of it, and approving it.

An approval is a name in the case's file, so it goes into the file that was reviewed and into no other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ragtriage.cases.comparing import CaseChange
from ragtriage.cases.index import parse
from ragtriage.cases.model import Case
from ragtriage.cases.repository import Repository, opened
from ragtriage.cases.revisions import main_branch, parse_range, proposed
from ragtriage.cases.store import CaseStore
from ragtriage.cases.uncommitted import branch_of
from ragtriage.disk.edits import Edit, InsertItem, SetField
from ragtriage.disk.files import FileChange, Write, read_bytes
from ragtriage.errors import RagtriageError, UsageError
from ragtriage.text import one_line
from ragtriage.triage.checking import Fault
from ragtriage.triage.lint import Ground
from ragtriage.triage.proposal import Proposal, proposal
from ragtriage.triage.remarks import Kept, Remark, Reviewed, read_remarks, that_count


@dataclass(frozen=True, slots=True)
class Author:
    """Who committed to a case."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Here:
    """A changed case's file in the working tree, beside what the branch holds."""

    same: bool
    """Whether it says the same, reviewers aside."""
    reviewed_by: tuple[str, ...] = ()
    """Who approved it, as it says here; without it here, as the branch says."""


@dataclass(frozen=True, slots=True)
class Review:
    """A branch under review."""

    range: str
    """`main..work`, as it can be typed."""
    proposal: Proposal
    reviewed: Reviewed
    checked_out: bool
    """Whether HEAD is what is reviewed, or goes on from it."""
    authors: Mapping[str, tuple[Author, ...]]
    """By the change's file."""
    me: Author
    remarks: tuple[Remark, ...]
    """Oldest first."""
    here: Mapping[str, Here]
    """By the change's file."""
    remark_files: tuple[Kept, ...] = ()
    faults: Mapping[str, tuple[Fault, ...]] = field(default_factory=dict)
    """By the case's id."""
    notes: tuple[str, ...] = ()

    @property
    def changes(self) -> tuple[CaseChange, ...]:
        return self.proposal.comparison.changes

    def of_case(self, case_id: str) -> tuple[Remark, ...]:
        """What was said of a case."""
        return tuple(one for one in self.remarks if one.case_id == case_id)

    def faults_of(self, change: CaseChange) -> tuple[Fault, ...]:
        """What speaks against a change; that nobody has reviewed it is settled by the reviewer's own approval."""
        approved = self.is_approved(change)
        found = self.faults.get(change.id, ())
        return tuple(one for one in found if not (approved and one.rule == "unreviewed"))

    def is_own(self, change: CaseChange) -> bool:
        """Whether the reviewer is who wrote the change, by name or address as Git has them."""
        return any(
            one.name.casefold() == self.me.name.casefold()
            or (self.me.email and one.email.casefold() == self.me.email.casefold())
            for one in self.authors.get(change.key, ())
        )

    def is_approved(self, change: CaseChange) -> bool:
        """Whether the reviewer's name stands in the case, and was not put there for the label before."""
        here = self.here.get(change.key, Here(False))
        return self.me.name in here.reviewed_by and not _is_stale(change, here.reviewed_by)


def range_of(repository: Repository, text: str | None) -> str:
    """What to review, written out: `BRANCH` is what it changed since it parted from the main branch.

    Raises UsageError for what is no range, and where there is no main branch to part from.
    """
    if not text:
        asked = proposed(repository, None)
        return f"{asked.before}..{asked.after}"
    if ".." in text:
        asked = parse_range(text)
        return f"{asked.before}..{asked.after}"
    repository.commit(text)
    main = main_branch(repository)
    if main is None:
        raise UsageError(f"`{text}` parted from nothing known here", next_step=f"name it: A..{text}")
    return f"{main}..{text}"


def review(
    root: Path,
    state_folder: Path,
    text: str | None,
    ground: Callable[[Sequence[Case]], Ground | None],
    here: Callable[[], Iterable[Case]],
    reviewer: str,
) -> Review:
    """What `A..B`, or a branch, proposes, ready to be reviewed by `reviewer`.

    `ground`, `here` and what is raised: as for `proposal`.
    """
    with opened(root) as repository:
        words = range_of(repository, text)
    found = proposal(root, words, ground, here)
    before, after = found.comparison.before.commit or "", found.comparison.after.commit or ""
    with opened(root) as repository:
        named = parse_range(words).after or "HEAD"
        branch = branch_of(repository) if named == "HEAD" else named
        reviewed = Reviewed(before, after, branch)
        commits = set(repository.git("rev-list", f"{before}..{after}").split())
        authors = _authors(repository, before, after)
        me = Author(reviewer, _email(repository))
        checked_out = _is_checked_out(repository, after)
        files, broken = that_count(state_folder, reviewed, commits, lambda one: _is_within(repository, one, before))
    changes = found.comparison.changes
    faults: dict[str, list[Fault]] = {}
    for one in found.faults:
        faults.setdefault(one.case_id, []).append(one)
    return Review(
        range=words,
        proposal=found,
        reviewed=reviewed,
        checked_out=checked_out,
        authors=authors,
        me=me,
        remarks=tuple(read_remarks(files, {one.id for one in changes})),
        here={one.key: here_of(root, one) for one in changes},
        remark_files=tuple(files),
        faults={case_id: tuple(some) for case_id, some in faults.items()},
        notes=tuple(f"comments that cannot be read: {one}" for one in broken),
    )


def _is_checked_out(repository: Repository, commit: str) -> bool:
    head = repository.head()
    return head is not None and (head == commit or _is_within(repository, commit, head))


def _is_within(repository: Repository, commit: str, later: str) -> bool:
    """Whether a commit is one of those that lead to a later one."""
    try:
        repository.git("merge-base", "--is-ancestor", commit, later)
    except RagtriageError:
        return False
    return True


def looked_again(root: Path, review: Review, case_ids: Sequence[str] | None = None) -> Review:
    """The same review after something was written: what was said, and what stands in the files of these cases.

    Without ids, of all cases, and whether the branch is still checked out. Raises WorkspaceError.
    """
    if case_ids is None:
        with opened(root) as repository:
            review = replace(review, checked_out=_is_checked_out(repository, review.reviewed.after))
    remarks = read_remarks(review.remark_files, {one.id for one in review.changes})
    fresh = {one.key: here_of(root, one) for one in review.changes if case_ids is None or one.id in case_ids}
    return replace(review, remarks=tuple(remarks), here={**review.here, **fresh})


def here_of(root: Path, change: CaseChange) -> Here:
    """The file of a changed case as it is in the working tree."""
    there = change.new.reviewed_by if change.new else ()
    if change.after is None or change.new is None:
        return Here(False, there)
    path = root / change.after.key
    try:
        source = read_bytes(path)
    except RagtriageError:
        return Here(False, there)
    if source is None:
        return Here(False, there)
    if source == change.after.source:
        return Here(True, there)
    case, _ = parse(source, path, change.id)
    if case is None or replace(case, reviewed_by=()) != replace(change.new, reviewed_by=()):
        return Here(False, there)
    return Here(True, case.reviewed_by)


def _authors(repository: Repository, before: str, after: str) -> dict[str, tuple[Author, ...]]:
    """Who committed to each file between two commits, by its path below the workspace."""
    log = repository.git(
        *("log", "--no-renames", "--name-only", "-z", "--format=%x01%an%x02%ae", f"{before}..{after}", "--"),
        f"{repository.prefix}cases",
    )
    found: dict[str, dict[Author, None]] = {}
    author = Author("", "")
    for word in (part.strip("\n") for part in log.split("\0")):
        if word.startswith("\x01"):
            said, _, word = word[1:].partition("\n")
            name, _, email = said.partition("\x02")
            author = Author(name, email)
        if word:
            found.setdefault(word.removeprefix(repository.prefix), {})[author] = None
    return {key: tuple(authors) for key, authors in found.items()}


def _email(repository: Repository) -> str:
    try:
        return repository.git("config", "--get", "user.email").strip()
    except RagtriageError:
        return ""


# -- approving


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
    if _is_stale(change, names):
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


def _is_stale(change: CaseChange, names: tuple[str, ...]) -> bool:
    """Whether the names are those of the label before: edits by hand leave them."""
    return bool(change.old and change.label_changed and names and names == change.old.reviewed_by)


def _stale_names(review: Review, change: CaseChange) -> tuple[str, ...]:
    names = review.here.get(change.key, Here(False)).reviewed_by
    return names if _is_stale(change, names) else ()
