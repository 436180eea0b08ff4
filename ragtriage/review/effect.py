"""What changed labels do to the latest runs: which cases pass by the old labels and which by the new ones.

Both labels are held against the same outputs, in memory: the index keeps what the files on disk say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, get_args

from ragtriage.cases.comparing import CaseChange
from ragtriage.cases.model import Case
from ragtriage.runs.model import RunInfo
from ragtriage.runs.store import RunStore
from ragtriage.triage.answers import Standing, together
from ragtriage.triage.model import State

if TYPE_CHECKING:
    from ragtriage.triage.judging import Judge


_JUDGED = frozenset(get_args(State))


@dataclass(frozen=True, slots=True)
class RunEffect:
    """What a run's outputs are worth by the label before and the label after."""

    case_id: str
    before: str
    """A state (`passed`, `failed`, …, `unstable` where repeats disagree), `draft`, `retired`, `no output`, `no case`
    or `unreadable`."""
    after: str
    failed: tuple[str, ...]
    """Criteria that fail by the label after."""
    answer: Standing = ""
    """What people say of the answer."""

    @property
    def flipped(self) -> bool:
        """Whether the labels disagree about the outputs; a case that came or went counts where it passes."""
        judged = {self.before, self.after} <= _JUDGED
        return self.before != self.after and (judged or "passed" in (self.before, self.after))


@dataclass(frozen=True, slots=True)
class Effect:
    """The changed cases in one run."""

    run: RunInfo
    cases: tuple[RunEffect, ...]

    @property
    def judged_right(self) -> int:
        """How many pass by the labels after and have an answer that a person judged right."""
        return sum(one.after == "passed" and one.answer == "right" for one in self.cases)

    def count(self, state: str) -> tuple[int, int]:
        """How many of the changed cases were in a state before, and are after."""
        return sum(one.before == state for one in self.cases), sum(one.after == state for one in self.cases)


def effect(judge: "Judge", runs: RunStore, run: RunInfo, changes: Sequence[CaseChange]) -> Effect:
    """Judge the changed cases by both labels against a run's outputs. Raises SnapshotError without its snapshot."""
    repeats: dict[str, list[int]] = {}
    hashes = runs.hashes(run.id)
    for case_id, repeat in hashes:
        repeats.setdefault(case_id, []).append(repeat)

    def state(case: Case | None, there: bool) -> tuple[str, tuple[str, ...], Standing]:
        if case is None:
            return ("unreadable" if there else "no case"), (), ""
        if case.status != "active":
            return case.status, (), ""
        states: set[str] = set()
        failed: list[str] = []
        answers: list[Standing] = []
        for repeat in sorted(repeats.get(case.id, ())):
            output = runs.output(run.id, case.id, repeat)
            if output is not None:
                judgement = judge.seen_as(case, run, output, hashes[case.id, repeat]).judgement
                states.add(judgement.state)
                failed += judgement.failed
                answers.append(judgement.answer)
        if not states:
            return "no output", (), ""
        whole = states.pop() if len(states) == 1 else "unstable"
        return whole, tuple(dict.fromkeys(failed)), reduce(together, answers)

    found = []
    for change in changes:
        if change.kind == "rewritten":
            continue
        before, *_ = state(change.old, change.before is not None)
        after, failed, answer = state(change.new, change.after is not None)
        found.append(RunEffect(change.id, before, after, failed, answer))
    return Effect(run, tuple(found))
