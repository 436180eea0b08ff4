"""A branch's changes held against the corpus: what `check` and `pr` share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtriage.cli.root import Invocation

if TYPE_CHECKING:
    from ragtriage.cases.comparing import Comparison
    from ragtriage.triage.checking import Fault
    from ragtriage.triage.lint import Ground
    from ragtriage.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a branch changes, and what is wrong with it."""

    comparison: "Comparison"
    faults: "Sequence[Fault]"
    untold: tuple[str, ...]
    """What could not be checked, and why."""
    prefix: str
    """The workspace's folder in the repository, with a slash at its end."""

    @property
    def errors(self) -> int:
        return sum(one.level == "error" for one in self.faults)

    @property
    def warnings(self) -> int:
        return sum(one.level == "warning" for one in self.faults)


def proposal(invocation: Invocation, range_: str | None) -> Proposal:
    """Compare and check what a range proposes. Raises UsageError, WorkspaceError; SnapshotError for a broken one."""
    from ragtriage.cases.comparing import compared
    from ragtriage.cases.repository import opened
    from ragtriage.cases.revisions import proposed
    from ragtriage.triage.checking import faults, reused_ids

    workspace = invocation.workspace()
    untold = []
    with opened(workspace.root) as repository:
        comparison = compared(repository, proposed(repository, range_))
        corpus = ground(workspace) if any(one.label_changed for one in comparison.changes) else None
        if corpus is None and workspace.settings.snapshot is None:
            untold.append("drift: ragtriage.yaml names no snapshot to hold quotes against")
        found = [*faults(comparison, corpus), *reused_ids(repository, comparison)]
        if repository.shallow and any(one.kind == "added" for one in comparison.changes):
            untold.append("ids used before: the clone is shallow (fetch-depth: 0 has all of the history)")
        ordered = sorted(found, key=lambda one: (one.key, one.line or 0, one.rule))
        return Proposal(comparison, ordered, tuple(untold), repository.prefix)


def ground(workspace: "Workspace") -> "Ground | None":
    """What labels are held against; None where the settings name no snapshot."""
    from ragtriage.triage.lint import Ground

    name = workspace.settings.snapshot
    if name is None:
        return None
    workspace.snapshots.ensure(name)
    searcher = workspace.judge.searcher(name)
    return Ground(
        snapshot=name,
        fingerprint=workspace.judge.rules(name),
        anchors=lambda case: workspace.anchoring.of_case(case, name),
        search=lambda case, count: searcher.search(case.question, count, case.filters, case.user),
    )
