"""What a branch proposes, held against the corpus and the history: the one thing that reviews, checks and pull requests
are made from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ragtriage.cases.comparing import Comparison, compared
from ragtriage.cases.model import Case
from ragtriage.cases.revisions import Side, on_disk_alike, proposed
from ragtriage.git.repository import Repository, open_repository
from ragtriage.review.checking import Fault, faults, reused_ids
from ragtriage.triage.lint import LintContext


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a branch changes, and what is wrong with it."""

    comparison: Comparison
    faults: tuple[Fault, ...]
    """By file and line."""
    untold: tuple[str, ...]
    """What could not be checked, and why."""
    prefix: str
    """The workspace's folder in the repository, with a slash at its end; empty where they are one."""
    ground_changed: tuple[str, ...] = ()
    """What it changes of that which it is held against: settings and snapshots, by their paths below the workspace."""

    @property
    def errors(self) -> int:
        return sum(one.level == "error" for one in self.faults)

    @property
    def warnings(self) -> int:
        return sum(one.level == "warning" for one in self.faults)

    def of_case(self, case_id: str) -> tuple[Fault, ...]:
        """What is wrong with one case."""
        return tuple(one for one in self.faults if one.case_id == case_id)


def proposal(
    root: Path,
    range_: str | None,
    ground: Callable[[Sequence[Case]], LintContext | None],
    here: Callable[[], Iterable[Case]] = tuple,
) -> Proposal:
    """Compare and check what `A..B` proposes; without a range, HEAD since it parted from the main branch.

    `ground` is asked for only if a label changed, with the cases that will be held against it; without one, no quote is
    held against a corpus, and it is said. `here`: the cases in the working tree, which spare the reading of those that
    are the same there. Raises UsageError, WorkspaceError.
    """
    untold = []
    with open_repository(root) as repository:
        comparison = compared(repository, proposed(repository, range_))
        labels = [one.new for one in comparison.changes if one.label_changed and one.new]
        corpus = ground(labels) if labels else None
        if labels and corpus is None:
            untold.append("drift: ragtriage.yaml names no snapshot to hold quotes against")
        known = _known(repository, comparison.after, here()) if labels else {}
        found = [*faults(comparison, corpus, known), *reused_ids(repository, comparison)]
        if repository.shallow and any(one.kind == "added" for one in comparison.changes):
            untold.append("ids used before: the clone is shallow (fetch-depth: 0 has all of the history)")
        ordered = sorted(found, key=lambda one: (one.key, one.line or 0, one.rule))
        changed = tuple(_ground_changed(repository, comparison))
        return Proposal(comparison, tuple(ordered), tuple(untold), repository.prefix, changed)


def _ground_changed(repository: Repository, comparison: Comparison) -> Iterator[str]:
    """Whoever changes the snapshot, or says which it is, decides what a check of their own quotes comes to."""
    before, after = comparison.before.commit, comparison.after.commit
    if before is None or after is None:
        return
    paths = [f"{repository.prefix}{name}" for name in ("ragtriage.yaml", "corpus_snapshots")]
    names = repository.git("diff-tree", "-r", "--name-only", "--no-renames", "-z", before, after, "--", *paths)
    found = {name.removeprefix(repository.prefix) for name in filter(None, names.split("\0"))}
    yield from sorted({"/".join(name.split("/")[:2]) for name in found})


def _known(repository: Repository, after: Side, here: Iterable[Case]) -> dict[str, Case]:
    """The cases that are in the working tree as they are after, by file."""
    alike = on_disk_alike(repository, after)
    found = {}
    for case in here:
        keys = [key for key in (f"cases/{case.id}.yaml", f"cases/{case.id}.json") if key in after.files]
        if len(keys) == 1 and keys[0] in alike:
            found[keys[0]] = case
    return found
