"""Judging over the index: what is judged again and what is not, repeats, the BM25 probe, and the counts of a run."""

import json
from typing import Any

import pytest

from ragtriage.metrics.model import Scored
from ragtriage.runs.model import Citation, Passage
from ragtriage.triage import judging
from ragtriage.triage.diagnosis import diagnose
from ragtriage.triage.status import ConfigurationStatus
from ragtriage.workspace import Workspace

Site = Any
MONTHLY = "Changes from annual to monthly billing take effect at the next renewal"
HIT = (Passage("billing", f"{MONTHLY}."),)
DECLINE = {"answerable": False, "unanswerable_because": "not_in_corpus", "evidence": []}


def states(workspace: Workspace, config: str = "prod") -> dict[str, str]:
    from ragtriage.triage.outcomes import Outcomes

    run = workspace.runs.get(config)
    return {case_id: one.state for case_id, one in Outcomes(workspace.db).states(run.id).items()}


def status(workspace: Workspace) -> ConfigurationStatus:
    [one] = workspace.status()
    return one


# --- what is judged again


def test_after_an_edit_one_case_is_judged_again_and_not_all(site: Site) -> None:
    for case_id in "abc":
        site.case(case_id)
    workspace = site.open()
    site.run(workspace, a=True, b=False, c=True)
    assert workspace.judge_all() == 0
    workspace.set_field("b", "evidence[0].quote", "Plans are never prorated")
    assert workspace.judge_all() == 1
    assert states(workspace) == {"a": "passed", "b": "quarantined", "c": "passed"}
    assert workspace.judge_all() == 0


def test_an_edit_that_changes_no_label_judges_nothing(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    site.run(workspace, a=True)
    workspace.set_field("a", "tags", ["billing"])
    assert workspace.judge_all() == 0


def test_an_undone_edit_is_judged_back(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    site.run(workspace, a=True)
    workspace.set_field("a", "answerable", False)
    assert workspace.judge_all() == 1
    assert states(workspace) == {"a": "failed"}
    workspace.triage.undo()
    assert workspace.judge_all() == 1
    assert states(workspace) == {"a": "passed"}


@pytest.mark.parametrize(
    ("setting", "state"),
    [
        ("k: 1", "failed"),
        ("depth: 1", "failed"),
        ("pass_when: {evidence: off}", "passed"),
        ("pass_when: {refusal: off}", "passed"),
        ("match: {accept_duplicates: true}", "passed"),
    ],
)
def test_another_setting_judges_all_again(site: Site, setting: str, state: str) -> None:
    site.case("a")
    second = (Passage("calendar", "Up to five calendars"), *HIT)
    workspace = site.open()
    site.run(workspace, a={"candidates": second}, b=True)
    assert states(workspace) == {"a": "passed"}
    site.settings(f"{setting}\n")
    other = site.open()
    assert other.judge_all() == 1
    assert states(other) == {"a": state}


def test_new_rules_judge_all_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.case("a")
    workspace = site.open()
    site.run(workspace, a=True)
    monkeypatch.setattr(judging, "RULES_VERSION", judging.RULES_VERSION + 1)
    assert workspace.judge_all() == 1


def test_a_run_that_is_imported_again_is_not_judged_again(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    run = site.run(workspace, a=True)
    workspace.runs.add(run.config, run.snapshot, list(workspace.runs.outputs(run.id)))
    assert workspace.judge_all() == 0


def test_what_was_judged_stays_when_judging_is_interrupted(site: Site) -> None:
    ids = [f"c{n:03d}" for n in range(450)]
    for case_id in ids:
        site.case(case_id)
    workspace = site.open()
    workspace.refresh()
    outputs = [site._output(case_id, 0, True) for case_id in ids]
    workspace.runs.add("prod", "one", outputs, imported_at=site.now)
    seen: list[tuple[int, int]] = []

    def stop_at_400(run: str, done: int, total: int) -> None:
        seen.append((done, total))
        if done == 400:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workspace.judge_all(stop_at_400)
    assert seen == [(200, 450), (400, 450)]
    workspace.close()
    again = site.open()
    assert again.judge_all() == 50
    assert set(states(again).values()) == {"passed"}
    assert status(again).passed == 450


def test_outputs_of_cases_that_are_not_in_the_golden_set_are_not_judged_and_counted(site: Site) -> None:
    site.case("a")
    site.case("b")
    workspace = site.open()
    site.run(workspace, a=True, x=True, y=[True, False])
    assert states(workspace) == {"a": "passed"}
    assert (status(workspace).unknown, status(workspace).missing, status(workspace).cases) == (2, 1, 1)
    site.case("x")
    workspace.refresh()
    assert workspace.judge_all() == 1


# --- repeats


@pytest.mark.parametrize(
    ("repeats", "state"),
    [
        ([True, True], "passed"),
        ([False, False], "failed"),
        ([True, False], "unstable"),
        ([True, {"error": "time-out"}], "unstable"),
        ([False, {"error": "time-out"}], "unstable"),
        ([True, {"citations": None, "candidates": HIT}], "unstable"),
        ([False, {"refused": True, "candidates": HIT}], "failed"),
    ],
)
def test_repeats_that_do_not_always_agree_are_unstable(site: Site, repeats: list[Any], state: str) -> None:
    site.case("a")
    workspace = site.open()
    site.run(workspace, a=repeats)
    assert states(workspace) == {"a": state}
    one = status(workspace)
    assert (one.cases, getattr(one, state)) == (1, 1)


def test_a_verdict_on_repeats_rests_on_all_criteria_that_any_of_them_failed(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    site.run(workspace, a=[False, {"refused": True, "candidates": HIT}])
    workspace.triage.decide(["a"], "label")
    assert sorted(workspace.verdicts.all()[0].criteria) == ["evidence", "refusal"]


def test_a_quarantined_case_is_quarantined_in_every_repeat(site: Site) -> None:
    site.case("a", evidence=[{"doc_id": "gone", "quote": "x"}])
    workspace = site.open()
    site.run(workspace, a=[True, {"error": "time-out"}])
    assert states(workspace) == {"a": "quarantined"}


# --- the probe


def test_the_probe_is_plain_bm25_over_the_runs_snapshot_with_the_cases_filters(site: Site) -> None:
    site.case("open", question="When do changes from annual to monthly billing take effect?")
    site.case("shut", question="When do changes from annual to monthly billing take effect?", user={"role": "x"},
              filters={"product": "basic"})  # fmt: skip
    workspace = site.open()
    run = site.run(workspace, open=False, shut=False)
    seen = workspace.judge.seen(run, "open")
    assert seen is not None and seen.lexical_rank(seen.case.evidence[0]) == 1
    assert "rank 1: a lexical gap" in diagnose(seen)[0].reason
    seen = workspace.judge.seen(run, "shut")
    assert seen is not None and seen.lexical_rank(seen.case.evidence[0]) is None
    assert "the case says basic, the document pro" in diagnose(seen)[0].reason


def test_the_probe_takes_any_alternative_and_finds_nothing_that_is_not_in_the_snapshot(site: Site) -> None:
    either = {"any_of": [{"doc_id": "gone", "quote": "x"}, {"doc_id": "calendar", "quote": "Up to five calendars"}]}
    site.case("a", question="How many calendars can be connected?", evidence=[either, {"doc_id": "gone", "quote": "x"}])
    workspace = site.open()
    run = site.run(workspace, a=False)
    seen = workspace.judge.seen(run, "a")
    assert seen is not None
    assert [seen.lexical_rank(piece) for piece in seen.case.evidence] == [1, None]


def test_an_output_that_the_run_lacks_is_not_seen(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    run = site.run(workspace, a=True)
    assert workspace.judge.seen(run, "a", 1) is None


# --- the counts


def test_a_status_counts_active_cases_with_both_denominators(site: Site) -> None:
    for case_id in ("pass", "miss", "refused", "error"):
        site.case(case_id)
    site.case("lost", evidence=[{"doc_id": "billing", "quote": MONTHLY}, {"doc_id": "gone", "quote": "x"}])
    site.case("bare", evidence=[])
    site.case("right", **DECLINE)
    site.case("wrong", **DECLINE)
    site.case("draft", status="draft")
    site.case("retired", status="retired")
    site.case("absent")
    workspace = site.open()
    declined = {"candidates": HIT, "refused": True}
    site.run(workspace, miss=False, refused=declined, error={"error": "time-out", "refused": None, "answer": None},
             lost=True, bare=True, right=declined, wrong=True, draft=True, retired=True, x=True,
             **{"pass": True})  # fmt: skip
    one = status(workspace)
    assert (one.cases, one.passed, one.failed, one.unscored, one.quarantined, one.errors, one.unstable) == (
        8, 2, 3, 1, 1, 1, 0,
    )  # fmt: skip
    assert (one.answerable, one.should_decline, one.missing, one.unknown) == (6, 2, 1, 1)
    assert (one.all_evidence_in_context, one.scored_in_context) == (2, 4)  # without `bare` and `error`: not 0, unscored
    assert (one.trusted_in_context, one.trusted_scored_in_context, one.trusted_answerable) == (2, 3, 5)
    assert (one.all_evidence_at_k, one.scored_at_k, one.trusted_at_k, one.trusted_scored_at_k) == (2, 4, 2, 3)
    assert (one.false_refusals, one.scored_refusals) == (1, 5)
    assert (one.correct_declines, one.scored_declines) == (1, 2)


def test_answers_in_a_language_whose_declines_are_not_known_are_in_neither_rate_and_the_status_says_so(
    site: Site,
) -> None:
    site.case("answered")
    site.case("said")
    site.case("declined", **DECLINE)
    workspace = site.open()
    unknown = "Я не знаю ответа на этот вопрос."
    site.run(
        workspace,
        answered={"candidates": HIT, "answer": unknown, "refused": None},
        said={"candidates": HIT, "answer": unknown, "refused": True},  # what the run says counts in any language
        declined={"candidates": HIT, "answer": unknown, "refused": None},
    )
    one = status(workspace)
    assert (one.false_refusals, one.scored_refusals, one.scored_declines) == (1, 1, 0)
    assert (one.unscored, one.failed, one.passed) == (2, 1, 0)
    assert (one.declines_not_recognised, one.declines_note) == (2, "declines were not recognised in this language")


def test_an_outcome_keeps_every_score_or_its_reason(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    site.run(workspace, a={"candidates": HIT, "citations": None})
    body = json.loads(workspace.db.execute("SELECT body FROM outcomes").fetchone()[0])
    assert body["all_evidence_in_context"] == 1.0
    assert body["citation_fabricated"] == "the run gave no citations"
    seen = workspace.judge.seen(workspace.runs.get("prod"), "a")
    assert seen is not None
    assert body == {n: s.value if isinstance(s, Scored) else s.reason for n, s in seen.scores.values.items()}


def test_doc_ids_of_a_run_are_read_by_the_workspaces_rules(site: Site) -> None:
    site.case("a")
    site.settings("doc_id: {strip_prefix: [kb/], drop_fragment: true}\n")
    workspace = site.open()
    candidates = (Passage("kb/billing#plans", f"{MONTHLY}."),)
    site.run(workspace, a={"candidates": candidates, "citations": (Citation("billing"),)})
    assert states(workspace) == {"a": "passed"}


def test_two_files_with_one_id_are_one_case_and_are_not_judged_over_and_over(site: Site) -> None:
    site.case("a")
    known = {"id": "a", "question": "Another?", "answerable": False, "unanswerable_because": "not_in_corpus"}
    (site.root / "cases" / "a.json").write_text(json.dumps(known))
    workspace = site.open()
    site.run(workspace, a=True)
    assert states(workspace) == {"a": "passed"}  # as the .yaml says; cases lint tells of the other
    site.case("b")
    workspace.refresh()
    assert workspace.judge_all() == 0
    assert (status(workspace).cases, status(workspace).missing) == (1, 1)
