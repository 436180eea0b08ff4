"""Reviewing a colleague's branch: what it proposes, who wrote it, what was said of it, and who approved it here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ragtriage.cases.comparing import CaseChange
from ragtriage.cases.index import id_of, parse_case
from ragtriage.cases.model import Case
from ragtriage.cases.revisions import main_branch, parse_range, proposed
from ragtriage.cases.uncommitted import branch_of
from ragtriage.disk.files import read_bytes
from ragtriage.errors import RagtriageError, UsageError
from ragtriage.git.repository import Repository, open_repository
from ragtriage.review.checking import Fault
from ragtriage.review.comments import Comment, Kept, Reviewed, read_comments, that_count
from ragtriage.review.proposal import Proposal, proposal
from ragtriage.triage.lint import LintContext


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
    comments: tuple[Comment, ...]
    """Oldest first."""
    here: Mapping[str, Here]
    """By the change's file."""
    comment_files: tuple[Kept, ...] = ()
    faults: Mapping[str, tuple[Fault, ...]] = field(default_factory=dict)
    """By the case's id."""
    notes: tuple[str, ...] = ()

    @property
    def changes(self) -> tuple[CaseChange, ...]:
        return self.proposal.comparison.changes

    def of_case(self, case_id: str) -> tuple[Comment, ...]:
        """What was said of a case."""
        return tuple(one for one in self.comments if one.case_id == case_id)

    def asks_for_change(self, change: CaseChange) -> bool:
        """Whether the reviewer asked for a change of the label as it is now, and did not take it back."""
        label = change.new.label_hash if change.new else ""
        return any(one.must_change and one.by == self.me.name and one.label == label for one in self.of_case(change.id))

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
        return self.me.name in here.reviewed_by and not is_stale(change, here.reviewed_by)


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
    ground: Callable[[Sequence[Case]], LintContext | None],
    here: Callable[[], Iterable[Case]],
    reviewer: str,
) -> Review:
    """What `A..B`, or a branch, proposes, ready to be reviewed by `reviewer`.

    `ground`, `here` and what is raised: as for `proposal`.
    """
    with open_repository(root) as repository:
        words = range_of(repository, text)
    found = proposal(root, words, ground, here)
    before, after = found.comparison.before.commit or "", found.comparison.after.commit or ""
    with open_repository(root) as repository:
        named = parse_range(words).after or "HEAD"
        branch = branch_of(repository) if named == "HEAD" else named
        reviewed = Reviewed(before, after, branch)
        commits = set(repository.git("rev-list", f"{before}..{after}").split())
        authors = _authors(repository, before, after)
        me = Author(reviewer, _email_of(reviewer, repository))
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
        comments=tuple(read_comments(files, {one.id for one in changes})),
        here={one.key: here_of(root, one) for one in changes},
        comment_files=tuple(files),
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
        with open_repository(root) as repository:
            review = replace(review, checked_out=_is_checked_out(repository, review.reviewed.after))
    comments = read_comments(review.comment_files, {one.id for one in review.changes})
    fresh = {one.key: here_of(root, one) for one in review.changes if case_ids is None or one.id in case_ids}
    return replace(review, comments=tuple(comments), here={**review.here, **fresh})


def here_of(root: Path, change: CaseChange) -> Here:
    """The file of a changed case as it is in the working tree."""
    there = change.new.reviewed_by if change.new else ()
    if change.after is None or change.new is None:
        return Here(False, there)
    path = root / change.after.key
    try:
        source = read_bytes(path)
    except RagtriageError:
        return Here(True, there)  # whoever approves it is told why it cannot be read
    if source is None:
        return Here(False, there)
    if source == change.after.source:
        return Here(True, there)
    case, _ = parse_case(source, path, change.id)
    if case is None or replace(case, reviewed_by=()) != replace(change.new, reviewed_by=()):
        return Here(False, there)
    return Here(True, case.reviewed_by)


def _authors(repository: Repository, before: str, after: str) -> dict[str, tuple[Author, ...]]:
    """Who changed each file between two commits, by its path below the workspace; whoever only signed it is no author.

    The log gives, for each commit, a line of its own and one for each file with the ids of what it held and holds.
    """
    log = repository.git(
        *("log", "--no-renames", "--raw", "--no-abbrev", "-z", "--format=%x01%an%x02%ae", f"{before}..{after}", "--"),
        f"{repository.prefix}cases",
    )
    steps: dict[str, list[tuple[Author, str, str]]] = {}
    author, ids = Author("", ""), ("", "")
    for word in (part.strip("\n") for part in log.split("\0")):
        if word.startswith("\x01"):
            said, _, word = word[1:].partition("\n")
            author = Author(*said.partition("\x02")[::2])
        if word.startswith(":"):
            ids = (word.split()[2], word.split()[3])
        elif word:
            steps.setdefault(word.removeprefix(repository.prefix), []).append((author, *ids))
    return {key: _of_the_case(repository, key, some) for key, some in steps.items()}


def _of_the_case(repository: Repository, key: str, steps: Sequence[tuple[Author, str, str]]) -> tuple[Author, ...]:
    """Those of the authors who changed more than the reviewers."""
    if len({author for author, *_ in steps}) > 1:
        steps = [one for one in steps if not _signs_only(repository, key, *one[1:])] or steps
    return tuple(dict.fromkeys(author for author, *_ in steps))


def _signs_only(repository: Repository, key: str, old: str, new: str) -> bool:
    path, case_id = repository.root / key, id_of(key)
    try:
        cases = [parse_case(repository.blob(oid), path, case_id)[0] for oid in (old, new)]
    except RagtriageError:
        return False  # it came, or went
    a, b = (replace(one, reviewed_by=()) if one else None for one in cases)
    return a is not None and a == b


def _email_of(reviewer: str, repository: Repository) -> str:
    """The address that Git has for them; empty for somebody else at this machine (`--as`)."""
    try:
        name, email = (repository.git("config", "--get", f"user.{key}").strip() for key in ("name", "email"))
    except RagtriageError:
        return ""
    return email if name == reviewer else ""


def is_stale(change: CaseChange, names: tuple[str, ...]) -> bool:
    """Whether the names are those of the label before: edits by hand leave them."""
    return bool(change.old and change.label_changed and names and names == change.old.reviewed_by)
