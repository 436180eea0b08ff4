"""Grading runs: what is graded again and what is not, what is taken over, and what an interruption costs."""

from collections.abc import Sequence
from typing import Any

import pytest

from ragtriage.grading import run_grader
from ragtriage.grading.families import FAMILIES, Family
from ragtriage.grading.grade_json import grade_of_json, grade_to_json
from ragtriage.grading.lexical import LexicalGrader
from ragtriage.grading.model import Claim, ClaimFinding
from ragtriage.grading.run_grader import RunGrader
from ragtriage.metrics.rules import DocIdRules
from ragtriage.runs.model import Passage, RunInfo
from ragtriage.workspace import Workspace

Site = Any
FAITHFULNESS = (FAMILIES["faithfulness"],)
ALL = tuple(FAMILIES.values())
CONTEXT = (Passage("billing", "Annual plans are not prorated when they are downgraded."),)
TRUE = {"candidates": CONTEXT, "answer": "Annual plans are not prorated."}
FALSE = {"candidates": CONTEXT, "answer": "Annual plans are prorated when downgraded."}


class Counting(LexicalGrader):
    """Counts how often it is asked; may break off."""

    def __init__(self, name: str = "lexical", version: str = "", breaks_at: int = 0) -> None:
        self.asked, self.name, self._version, self._breaks_at = 0, name, version, breaks_at

    @property
    def fingerprint(self) -> str:
        return super().fingerprint + self._version

    def judge(self, claims: Sequence[Claim], passages: Sequence[str]) -> tuple[ClaimFinding, ...]:
        self.asked += 1
        if self.asked == self._breaks_at:
            raise KeyboardInterrupt
        return super().judge(claims, passages)


def grading(workspace: Workspace, grader: LexicalGrader | None = None, k: int = 5) -> RunGrader:
    return RunGrader(workspace._stores.grades, workspace.cases, workspace.runs, grader or Counting(), k, DocIdRules())


def run_all(one: RunGrader, run: RunInfo, families: Sequence[Family] = FAITHFULNESS) -> tuple[int, int, int]:
    return one.grade(one.plan(run, families, {"a", "b", "c"}))


def scored(one: RunGrader, run: RunInfo, name: str = "faithfulness") -> dict[str, float | str]:
    return {found.case_id: found.values[name] for found in one.values(run, ALL, {"a", "b", "c"})}


@pytest.fixture
def graded(site: Site) -> tuple[Workspace, RunInfo]:
    for case_id in "abc":
        site.case(case_id)
    workspace = site.open()
    return workspace, site.run(workspace, a=TRUE, b=FALSE, c={"refused": True, "candidates": CONTEXT})


def test_what_is_graded_is_kept_and_not_asked_again(graded: tuple[Workspace, RunInfo]) -> None:
    workspace, run = graded
    one = grading(workspace)
    assert run_all(one, run) == (3, 0, 0)
    assert scored(one, run) == {"a": 1.0, "b": 0.0, "c": "the answer declines"}
    again = Counting()
    assert run_all(grading(workspace, again), run) == (0, 0, 3)
    assert again.asked == 0


def test_after_an_edit_of_its_label_one_case_is_graded_again(graded: tuple[Workspace, RunInfo]) -> None:
    workspace, run = graded
    one = grading(workspace)
    run_all(one, run)
    workspace.set_field("b", "tags", ["billing"])
    assert run_all(one, run) == (0, 0, 3)
    workspace.set_field("b", "question", "Are annual plans prorated?")
    assert set(scored(one, run)) == {"a", "c"}, "what is out of date is no value"
    assert run_all(one, run) == (1, 0, 2)


def test_another_grader_or_context_length_is_another_grade(graded: tuple[Workspace, RunInfo]) -> None:
    workspace, run = graded
    run_all(grading(workspace), run)
    assert run_all(grading(workspace, Counting(version="2")), run) == (3, 0, 0)
    assert run_all(grading(workspace, k=1), run) == (3, 0, 0)
    other = grading(workspace, Counting(name="other"))
    assert scored(other, run) == {}
    assert run_all(other, run) == (3, 0, 0)
    assert set(scored(other, run)) == {"a", "b", "c"}


def test_the_same_answer_in_a_later_run_is_taken_over(site: Site, graded: tuple[Workspace, RunInfo]) -> None:
    workspace, run = graded
    run_all(grading(workspace), run)
    slower = {"latency_ms": 900.0}
    later = site.run(workspace, a=TRUE | slower, b=TRUE, c={"refused": True, "candidates": CONTEXT})
    one = grading(workspace)
    assert one.changed(later, run, {"a", "b", "c"}) == {"b", "c"}, "c says another hour"
    assert run_all(one, later) == (2, 1, 0)
    assert scored(one, later)["a"] == 1.0


def test_an_interruption_costs_a_batch_at_most(
    graded: tuple[Workspace, RunInfo], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, run = graded
    monkeypatch.setattr(run_grader, "_BATCH", 1)
    breaking = Counting(breaks_at=2)
    with pytest.raises(KeyboardInterrupt):
        run_all(grading(workspace, breaking), run)
    assert set(scored(grading(workspace), run)) == {"a"}
    assert run_all(grading(workspace), run) == (2, 0, 1)


def test_repeats_are_graded_each(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    run = site.run(workspace, a=[TRUE, FALSE])
    one = grading(workspace)
    assert run_all(one, run) == (2, 0, 0)
    found = one.values(run, FAITHFULNESS, {"a"})
    assert [(each.repeat, each.values["faithfulness"]) for each in found] == [(0, 1.0), (1, 0.0)]


def test_a_grade_comes_back_from_the_index_as_it_was(graded: tuple[Workspace, RunInfo]) -> None:
    workspace, run = graded
    workspace.set_field("a", "reference_answer", "Annual plans are not prorated. The owner is told in time.")
    workspace.set_field("a", "nuggets", [{"text": "no proration of annual plans", "vital": True}])
    run_all(grading(workspace), run, ALL)
    kept = workspace._stores.grades.grades(run.id, "a", 0, "lexical")
    assert kept.keys() == FAMILIES.keys()
    for grade in kept.values():
        assert grade_of_json(grade_to_json(grade)) == grade
    assert kept["nuggets"].nuggets[0].mark == "YES"
    [claim] = kept["faithfulness"].claims
    place = claim.finding.sentence
    assert place is not None
    assert CONTEXT[place.passage - 1].text[place.start : place.end] == place.text


def test_grades_go_with_their_run(graded: tuple[Workspace, RunInfo]) -> None:
    workspace, run = graded
    run_all(grading(workspace), run)
    workspace.runs.remove(run.id)
    assert workspace.db.execute("SELECT COUNT(*) FROM grades").fetchone()[0] == 0


def test_a_planned_grade_reads_no_output(graded: tuple[Workspace, RunInfo], monkeypatch: pytest.MonkeyPatch) -> None:
    workspace, run = graded
    monkeypatch.setattr(workspace.runs, "output", lambda *args: pytest.fail("an output was read"))
    assert len(grading(workspace).plan(run, ALL, {"a", "b"}).todo) == 2 * len(ALL)
