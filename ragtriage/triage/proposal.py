"""What a branch proposes, held against the corpus and the history: the one thing that reviews, checks and pull requests
are made from."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ragtriage.cases.comparing import Comparison, compared
from ragtriage.cases.repository import opened
from ragtriage.cases.revisions import proposed
from ragtriage.triage.checking import Fault, faults, reused_ids
from ragtriage.triage.lint import Ground


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

    @property
    def errors(self) -> int:
        return sum(one.level == "error" for one in self.faults)

    @property
    def warnings(self) -> int:
        return sum(one.level == "warning" for one in self.faults)

    def of_case(self, case_id: str) -> tuple[Fault, ...]:
        """What is wrong with one case."""
        return tuple(one for one in self.faults if one.case_id == case_id)


def proposal(root: Path, range_: str | None, ground: Callable[[], Ground | None]) -> Proposal:
    """Compare and check what `A..B` proposes; without a range, HEAD since it parted from the main branch.

    `ground` is asked for only if a label changed; without one, no quote is held against a corpus, and it is said.
    Raises UsageError, WorkspaceError.
    """
    untold = []
    with opened(root) as repository:
        comparison = compared(repository, proposed(repository, range_))
        labels = any(one.label_changed for one in comparison.changes)
        corpus = ground() if labels else None
        if labels and corpus is None:
            untold.append("drift: ragtriage.yaml names no snapshot to hold quotes against")
        found = [*faults(comparison, corpus), *reused_ids(repository, comparison)]
        if repository.shallow and any(one.kind == "added" for one in comparison.changes):
            untold.append("ids used before: the clone is shallow (fetch-depth: 0 has all of the history)")
        ordered = sorted(found, key=lambda one: (one.key, one.line or 0, one.rule))
        return Proposal(comparison, tuple(ordered), tuple(untold), repository.prefix)
