"""Grading the outputs of a run: what is to be graded, what is known already, and the rest, batch by batch.

What was graded stays when it is interrupted, and is not asked for again.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from ragtriage.cases.store import CaseStore
from ragtriage.grading.families import FAITHFULNESS, Family, Gradable, grade
from ragtriage.grading.grade_json import grade_of_json, grade_to_json, values_in
from ragtriage.grading.grade_store import GradableRow, GradeRow, GradeStore
from ragtriage.grading.model import ClaimFinding, Grader
from ragtriage.metrics.rules import DocIdRules
from ragtriage.runs.model import Output, Passage, RunInfo
from ragtriage.runs.store import RunStore

Progress = Callable[[int, int], None]
"""Told how many are done, and of how many."""

_BATCH = 20
"""Grades written at a time: what an interruption costs at most."""


@dataclass(frozen=True, slots=True)
class ToGrade:
    """One output in one family that is not graded yet, or no longer as it was."""

    output: GradableRow
    family: Family
    key: str


@dataclass(frozen=True, slots=True)
class GradingPlan:
    """What grading a run comes to."""

    run: RunInfo
    todo: tuple[ToGrade, ...]
    kept: int
    """Grades that are up to date."""


class GradingReport(NamedTuple):
    """What grading did."""

    graded: int
    """Grades that were made."""
    reused: int
    """Grades of the same content in another run."""
    kept: int
    """Grades that were up to date before."""


class GradedValues(NamedTuple):
    """What is known of one output by an up-to-date grade."""

    case_id: str
    repeat: int
    values: dict[str, float | str]
    """By metric name: a number, or the reason why there is none."""


class ContradictedClaim(NamedTuple):
    """A claim of an answer, and what the context says instead."""

    case_id: str
    repeat: int
    claim: str
    finding: ClaimFinding


class RunGrader:
    """Grades runs with one grader. `k`: passages of the context where a run does not give it."""

    def __init__(
        self,
        grades: GradeStore,
        cases: CaseStore,
        runs: RunStore,
        grader: Grader,
        k: int,
        doc_ids: DocIdRules,
    ) -> None:
        self._grades, self._cases, self._runs = grades, cases, runs
        self._grader, self._k, self._doc_ids = grader, k, doc_ids

    @property
    def grader(self) -> Grader:
        """Who grades."""
        return self._grader

    def plan(self, run: RunInfo, families: Sequence[Family], case_ids: Collection[str]) -> GradingPlan:
        """What is to be graded of a run for these cases, without reading any output."""
        known = {(one.case_id, one.repeat, one.family): one.key for one in self._own(run)}
        todo, kept = [], 0
        for output in self._grades.outputs(run.id, case_ids):
            for family in families:
                key = self._key(output, family)
                if known.get((output.case_id, output.repeat, family.name)) == key:
                    kept += 1
                else:
                    todo.append(ToGrade(output, family, key))
        return GradingPlan(run, tuple(todo), kept)

    def grade(self, plan: GradingPlan, progress: Progress | None = None) -> GradingReport:
        """Grade what is to be graded. Each batch is on disk before the next begins."""
        graded = reused = done = 0
        for batch in _batches(plan.todo):
            rows = []
            for one in batch:
                row, is_new = self._graded(plan.run, one)
                graded, reused = graded + is_new, reused + (not is_new)
                rows.append(row)
            self._grades.keep(rows)
            done += len(batch)
            if progress:
                progress(done, len(plan.todo))
        return GradingReport(graded, reused, plan.kept)

    def values(self, run: RunInfo, families: Sequence[Family], case_ids: Collection[str]) -> list[GradedValues]:
        """The values of every grade of a run that is up to date, output by output."""
        fresh = {
            (output.case_id, output.repeat, family.name): self._key(output, family)
            for output in self._grades.outputs(run.id, case_ids)
            for family in families
        }
        found: dict[tuple[str, int], dict[str, float | str]] = {}
        for row in self._own(run):
            if fresh.get((row.case_id, row.repeat, row.family)) == row.key:
                found.setdefault((row.case_id, row.repeat), {}).update(values_in(row.body))
        return [GradedValues(*place, values) for place, values in found.items()]

    def contradicted(self, run: RunInfo, case_ids: Collection[str]) -> list[ContradictedClaim]:
        """Every claim that the context contradicts, of the grades of a run that are up to date, by case and repeat."""
        fresh = {
            (output.case_id, output.repeat): self._key(output, FAITHFULNESS)
            for output in self._grades.outputs(run.id, case_ids)
        }
        return [
            ContradictedClaim(row.case_id, row.repeat, one.claim.text, one.finding)
            for row in self._own(run)
            if row.family == FAITHFULNESS.name and fresh.get((row.case_id, row.repeat)) == row.key
            for one in grade_of_json(row.body).claims
            if one.finding.mark == "contradicted"
        ]

    def changed(self, run: RunInfo, before: RunInfo, case_ids: Collection[str]) -> set[str]:
        """Cases whose answer, context or citations are not those of another run, in any repeat."""
        return {case_id for case_id in case_ids if self._said(run, case_id) != self._said(before, case_id)}

    def _said(self, run: RunInfo, case_id: str) -> list[str]:
        outputs = (self._runs.output(run.id, case_id, row.repeat) for row in self._grades.outputs(run.id, {case_id}))
        return [self._seen(output) for output in outputs if output is not None]

    def _own(self, run: RunInfo) -> list[GradeRow]:
        return [row for row in self._grades.of_run(run.id) if row.grader == self._grader.name]

    def _graded(self, run: RunInfo, todo: ToGrade) -> tuple[GradeRow, bool]:
        """The grade as it is kept, and whether it had to be made."""
        case_id, repeat = todo.output.case_id, todo.output.repeat
        output = self._runs.output(run.id, case_id, repeat)
        assert output is not None, "the plan is made from the outputs that there are"
        case = self._cases.get(case_id)
        said = [case.label_hash, self._seen(output), self._rules(todo.family)]
        content = hashlib.sha256(json.dumps(said).encode()).hexdigest()[:24]
        body = self._grades.body_of(content, todo.family.name)
        made = body is None
        if body is None:
            gradable = Gradable(case, output, self._context(output), self._doc_ids)
            body = grade_to_json(grade(todo.family, gradable, self._grader))
        row = GradeRow(run.id, case_id, repeat, todo.family.name, self._grader.name, todo.key, content, body)
        return row, made

    def _context(self, output: Output) -> tuple[Passage, ...] | None:
        if output.context is not None or output.candidates is None:
            return output.context
        return output.candidates[: self._k]

    def _key(self, output: GradableRow, family: Family) -> str:
        return f"{output.label_hash}:{output.sha256}:{self._rules(family)}"

    def _rules(self, family: Family) -> str:
        """12 hex digits over all that a grade rests on but the case and the output."""
        ground = [self._grader.fingerprint, family.name, family.version, self._k, asdict(self._doc_ids)]
        return hashlib.sha256(json.dumps(ground).encode()).hexdigest()[:12]

    def _seen(self, output: Output) -> str:
        """Hash of what a grader may look at in an output: not how long it took, or what it cost."""
        passages = [self._context(output), output.candidates]
        said = [output.answer, output.refused, output.error, output.citations and list(map(asdict, output.citations))]
        shown = [None if some is None else [_shown(passage) for passage in some] for some in passages]
        return hashlib.sha256(json.dumps([said, shown]).encode()).hexdigest()[:24]


def _shown(passage: Passage) -> list[object]:
    return [passage.doc_id, passage.chunk_id, passage.text, passage.textless]


def _batches(todo: Sequence[ToGrade]) -> Iterator[Sequence[ToGrade]]:
    for start in range(0, len(todo), _BATCH):
        yield todo[start : start + _BATCH]
