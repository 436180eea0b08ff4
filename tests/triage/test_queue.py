"""The queue: who is in it, under which badge, and in what order."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cases.listed import Summary
from ragtriage.triage.model import Finding, QueueRow, State, Verdict
from ragtriage.triage.queue import FAILING, CaseState, passes_none, queue_rows

FAIL = CaseState("failed", ("evidence",), ("not_retrieved",))
PASS = CaseState("passed")


def summary(case_id: str, **more: Any) -> Summary:
    known = {"question": "?", "answerable": True, "status": "active", "must_pass": False, "intent": "", "tags": (),
             "source_kind": "", "label_hash": "h1"}  # fmt: skip
    return Summary(id=case_id, **(known | more))


def verdict(case_id: str = "a", **more: Any) -> Verdict:
    known = {"week": "2026-W48", "reviewer": "mk", "run": "prod@one#1", "snapshot": "one", "case_hash": "h1",
             "criteria": ("evidence",), "findings": (Finding("retrieval", owner="search"),)}  # fmt: skip
    return Verdict(case_id=case_id, **(known | more))


def queue(
    chosen: Mapping[str, CaseState],
    earlier: Sequence[Mapping[str, CaseState]] = (),
    others: Mapping[str, Mapping[str, CaseState]] | None = None,
    verdicts: Sequence[Verdict] = (),
    summaries: Sequence[Summary] = (),
    **more: Any,
) -> dict[str, QueueRow]:
    """The rows by id, in their order; `verdicts` newest first."""
    known = {case_id: summary(case_id) for case_id in chosen} | {one.id: one for one in summaries}
    by_case: dict[str, list[Verdict]] = {}
    for one in verdicts:
        by_case.setdefault(one.case_id, []).append(one)
    latest = {"prod": chosen, **(others or {})}
    found = queue_rows(known, chosen, earlier, latest, by_case, more.pop("suspects", ()), "one", "2026-11-30", **more)
    return {row.case_id: row for row in found}


def badge(now: State, *earlier: State | None) -> str | None:
    """The badge of a case by its states, newest first (None: the run lacks it); None when it is not in the queue."""
    runs = [{"a": CaseState(state)} if state else {} for state in earlier]
    found = queue({"a": CaseState(now)}, runs)
    return found["a"].badge if found else None


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        (("failed",), "new"),
        (("failed", "passed"), "new"),
        (("failed", "failed"), "still"),
        (("failed", "failed", "passed"), "still"),
        (("failed", "passed", "failed"), "back"),
        (("failed", "passed", "passed", "error"), "back"),
        (("passed", "failed"), "fixed"),
        (("passed", "unstable", "passed"), "fixed"),
        (("passed", "passed", "failed"), None),
        (("passed",), None),
        (("unscored",), None),
        (("unscored", "failed"), None),
        (("error", "failed"), "still"),
        (("unstable", "passed"), "new"),
        (("quarantined", "passed"), "new"),
        # A run that lacks the case, or could not tell, says nothing of it.
        (("failed", None, "failed"), "still"),
        (("failed", None, "passed", "failed"), "back"),
        (("failed", "unscored", "failed"), "still"),
        (("passed", None, "failed"), "fixed"),
    ],
)
def test_a_badge_says_what_became_of_a_case_since(states: tuple[State, ...], expected: str | None) -> None:
    assert badge(*states) == expected


_states = st.sampled_from(["passed", "failed", "unscored", "unstable", "quarantined", "error"])


@given(_states, st.lists(st.none() | _states, max_size=4))
@settings(max_examples=100, deadline=None)
def test_who_fails_is_in_the_queue_and_who_does_not_is_fixed_or_out_of_it(now: State, earlier: list[State]) -> None:
    found = badge(now, *earlier)
    assert (found in ("new", "still", "back")) == (now in FAILING)
    assert found is None or found == "fixed" or now in FAILING


def test_drafts_retired_cases_and_cases_no_longer_there_are_not_triaged() -> None:
    off = [summary("draft", status="draft"), summary("retired", status="retired")]
    chosen = {"a": FAIL, "draft": FAIL, "retired": FAIL}
    assert list(queue(chosen, summaries=off)) == ["a"]
    assert queue_rows({}, {"gone": FAIL}, [], {}, {}, (), "one", "2026-11-30") == ()


def test_with_every_all_cases_are_there_by_id_and_those_that_pass_or_lack_bear_no_badge() -> None:
    off = [summary("draft", status="draft"), summary("b")]
    found = queue({"z": FAIL, "a": PASS}, summaries=off, every=True)
    assert {row.case_id: (row.badge, row.state) for row in found.values()} == {
        "z": ("new", "failed"), "a": ("", "passed"), "draft": ("", "unscored"), "b": ("", "unscored"),
    }  # fmt: skip


# --- order


def test_must_pass_is_on_top_then_new_and_back_then_still_then_decided_then_fixed() -> None:
    chosen = dict.fromkeys(("still", "new", "back", "decided", "must"), FAIL) | {"fixed": PASS}
    before = {"still": FAIL, "fixed": FAIL, "must": FAIL, "back": PASS, "new": PASS, "decided": PASS}
    found = queue(
        chosen,
        [before, {"back": FAIL}],
        verdicts=[verdict("decided")],
        summaries=[summary("must", must_pass=True)],
    )
    assert list(found) == ["must", "back", "new", "still", "decided", "fixed"]


def test_what_fails_in_more_configurations_comes_first_then_the_commoner_diagnosis_then_the_id() -> None:
    rare = CaseState("failed", ("refusal",), ("false_answer",))
    chosen = {"a-rare": rare, "b": FAIL, "c": FAIL, "d": FAIL, "worst": rare}
    dense = {"a-rare": PASS, "b": PASS, "c": PASS, "d": PASS, "worst": FAIL}
    assert list(queue(chosen, others={"dense": dense})) == ["worst", "b", "c", "d", "a-rare"]


def test_what_is_snoozed_or_fixed_goes_to_the_end_even_if_it_must_pass() -> None:
    asleep = verdict("must", findings=(), snoozed_until="2026-12-07")
    found = queue({"must": FAIL, "a": FAIL}, verdicts=[asleep], summaries=[summary("must", must_pass=True)])
    assert list(found) == ["a", "must"]


# --- verdicts


def test_a_verdict_in_force_shows_the_case_as_decided_with_its_week_causes_and_owners() -> None:
    row = queue({"a": FAIL}, [{"a": FAIL}], verdicts=[verdict()])["a"]
    assert (row.badge, row.decided_week, row.causes, row.owners) == ("decided", "2026-W48", ("retrieval",), ("search",))
    assert not row.undecided


@pytest.mark.parametrize(
    "change",
    [{"case_hash": "h0"}, {"snapshot": "two"}, {"criteria": ("refusal",)}, {"criteria": ("evidence", "refusal")}],
    ids=["case", "snapshot", "criteria", "fewer criteria"],
)
def test_a_verdict_lapses_when_the_case_the_snapshot_or_the_failing_criteria_change(change: dict[str, Any]) -> None:
    row = queue({"a": FAIL}, [{"a": FAIL}], verdicts=[verdict(**change)])["a"]
    assert (row.badge, row.causes, row.decided_week) == ("still", (), None)
    assert row.undecided


def test_a_verdict_on_an_error_does_not_cover_what_drifted_later() -> None:
    on_error = verdict(criteria=("error",), findings=(Finding("accepted"),))
    assert queue({"a": CaseState("error", ("error",))}, verdicts=[on_error])["a"].badge == "decided"
    assert queue({"a": CaseState("quarantined", ("drift",))}, verdicts=[on_error])["a"].badge == "new"


def test_a_case_that_is_fixed_is_not_decided() -> None:
    row = queue({"a": PASS}, [{"a": FAIL}], verdicts=[verdict(criteria=())])["a"]
    assert (row.badge, row.causes) == ("fixed", ())


def test_the_newest_verdict_speaks_and_a_colleagues_snooze_leaves_the_decision_standing() -> None:
    newer = verdict(week="2026-W49", reviewer="jo", findings=(Finding("label"),))
    assert queue({"a": FAIL}, verdicts=[newer, verdict()])["a"].causes == ("label",)
    snooze = verdict(week="2026-W49", reviewer="jo", findings=(), snoozed_until="2026-11-29")
    row = queue({"a": FAIL}, verdicts=[snooze, verdict()])["a"]
    assert (row.badge, row.causes, row.snoozed_until) == ("decided", ("retrieval",), None)


@pytest.mark.parametrize(("until", "asleep"), [("2026-11-30", False), ("2026-12-01", True)])
def test_a_snooze_ends_on_its_day(until: str, asleep: bool) -> None:
    row = queue({"a": FAIL}, verdicts=[verdict(findings=(), snoozed_until=until)])["a"]
    assert row.badge == "new"
    assert (row.snoozed_until is not None) == asleep
    assert row.undecided != asleep


def test_a_snooze_ends_when_something_else_fails() -> None:
    asleep = verdict(findings=(), snoozed_until="2026-12-07", criteria=("refusal",))
    assert queue({"a": FAIL}, verdicts=[asleep])["a"].undecided


# --- across configurations


def test_passes_tells_which_configurations_pass_and_none_only_when_all_judged_and_failed_it() -> None:
    chosen = {"a": FAIL, "b": FAIL, "c": FAIL}
    found = queue(chosen, others={"dense": {"a": FAIL, "b": PASS}})
    assert found["a"].passes_none and found["a"].diagnoses == ("not_retrieved", "no_configuration")
    assert found["b"].passes == ("dense",) and not found["b"].passes_none
    assert not found["c"].passes_none  # dense lacks it


@pytest.mark.parametrize(
    ("states", "none"),
    [
        (("failed", "failed"), True),
        (("failed", "error"), True),
        (("error", "error"), False),
        (("failed", "unstable"), False),
        (("failed", "quarantined"), False),
        (("failed", "unscored"), False),
        (("failed",), False),
    ],
)
def test_no_configuration_passes_is_said_of_failures_alone(states: tuple[State, ...], none: bool) -> None:
    assert passes_none({f"c{n}": state for n, state in enumerate(states)}, len(states)) is none


def test_all_pass_only_where_there_is_a_run() -> None:
    assert queue({"a": PASS}, others={"dense": {"a": PASS}}, every=True)["a"].passes_all
    assert not queue_rows({"a": summary("a")}, {}, [], {}, {}, (), "one", "2026-11-30", every=True)[0].passes_all


def test_a_row_knows_what_the_filter_asks_for() -> None:
    known = summary("a", must_pass=True, tags=("x",), intent="plan", source_kind="complaint")
    row = queue({"a": FAIL}, summaries=[known], suspects={"a"})["a"]
    assert (row.must_pass, row.tags, row.intent, row.source, row.suspect) == (True, ("x",), "plan", "complaint", True)
