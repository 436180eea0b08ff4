"""The queue and the stories of a workspace with two snapshots, over runs and weeks."""

from datetime import timedelta
from typing import Any

import pytest

from ragtriage.errors import UsageError
from ragtriage.triage.model import QueueRow
from ragtriage.triage.service import Queue
from ragtriage.views.case_story import case_story
from ragtriage.workspace import Workspace

Site = Any
MONTHLY = "Changes from annual to monthly billing take effect at the next renewal"
PRORATED = "Annual plans are not prorated when they are downgraded"


def row(workspace: Workspace, case_id: str = "a", configuration: str | None = None) -> QueueRow:
    [found] = [row for row in workspace.triage.queue(configuration).rows if row.case_id == case_id]
    return found


# --- badges over runs and snapshots


def test_a_case_is_new_then_still_then_fixed_then_back(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    told = []
    for passes in (False, False, True, False):
        site.run(workspace, a=passes)
        told.append(row(workspace).badge)
    assert told == ["new", "still", "fixed", "back"]


def test_a_run_on_a_new_snapshot_goes_on_where_the_old_one_stopped(site: Site) -> None:
    site.case("a", evidence=[{"doc_id": "calendar", "quote": "Up to five calendars"}])
    workspace = site.open()
    site.run(workspace, a={"candidates": ()})
    workspace.triage.decide(["a"], "retrieval")
    assert row(workspace).badge == "decided"
    site.settings()
    (site.root / "ragtriage.yaml").write_text("snapshot: two\n")
    moved = site.open()
    assert moved.triage.queue().run is None
    site.run(moved, snapshot="two", a={"candidates": ()})
    assert (row(moved).badge, row(moved).causes) == ("still", ())  # the verdict was given on another snapshot


def test_runs_of_another_configuration_say_nothing_of_this_ones_badge(site: Site, workspace: Workspace) -> None:
    site.run(workspace, config="dense", a=False)
    assert row(workspace, configuration="dense").badge == "new"


# --- the queue


def test_the_queue_is_that_of_the_newest_import_or_of_the_configuration_that_the_settings_name(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    first = site.run(workspace, config="prod", a=False)
    second = site.run(workspace, config="dense", a=False)
    assert workspace.triage.queue().run == second
    assert workspace.triage.queue().configurations == ("dense", "prod")
    assert workspace.triage.queue("prod").run == first
    site.settings("configurations: {none: {system: bm25}, prod: {system: bm25}}\n")
    assert site.open().triage.queue().run == first


def test_an_unknown_configuration_is_refused_with_those_there_are(workspace: Workspace) -> None:
    with pytest.raises(UsageError) as caught:
        workspace.triage.queue("prdo")
    assert "did you mean prod?" in caught.value.next_step


def test_without_a_run_the_queue_is_empty_and_every_case_is_still_there(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    workspace.refresh()
    assert workspace.triage.queue() == Queue(None, (), (), {})
    assert [one.case_id for one in workspace.triage.queue(every=True).rows] == ["a"]
    with pytest.raises(UsageError, match="no run to decide about"):
        workspace.triage.decide(["a"], "label")


def test_counts_are_of_active_cases_by_state(site: Site) -> None:
    site.case("a")
    site.case("b")
    site.case("q", evidence=[{"doc_id": "billing", "quote": "never said"}])
    site.case("d", status="draft")
    workspace = site.open()
    site.run(workspace, a=True, b=False, q=True, d=False, unknown=False)
    assert workspace.triage.queue().counts == {"passed": 1, "failed": 1, "quarantined": 1}


def test_a_run_imported_too_long_ago_is_not_the_latest(site: Site, workspace: Workspace) -> None:
    site.now += timedelta(days=29)
    assert workspace.triage.queue().run is not None
    site.now += timedelta(days=2)
    assert workspace.triage.queue().run is None


def test_where_all_runs_are_wanted_each_is_a_configuration_of_its_own(site: Site) -> None:
    site.settings("runs: {newest_per_configuration: false}\n")
    site.case("a")
    workspace = site.open()
    first, second = (site.run(workspace, a=passes) for passes in (True, False))
    queue = workspace.triage.queue()
    assert queue.configurations == (second.id, first.id)
    assert queue.rows[0].passes == (first.id,)
    assert workspace.triage.queue("prod").run == second
    assert workspace.triage.queue(first.id).rows == ()


def test_next_undecided_goes_down_and_begins_again_at_the_top(workspace: Workspace) -> None:
    queue = workspace.triage.queue()
    assert [one.case_id for one in queue.rows] == ["a", "b", "c"]

    def after(case_id: str | None) -> str | None:
        found = workspace.triage.queue().next_undecided(case_id)
        return found.case_id if found else None

    assert (after(None), after("a"), after("c"), after("gone")) == ("a", "b", "a", "a")
    workspace.triage.decide(["a", "b"], "label")
    assert (after(None), after("c")) == ("c", None)


# --- quarantine


def test_a_case_goes_into_quarantine_when_its_quote_is_gone_and_comes_out_when_it_is_mended(site: Site) -> None:
    site.case("a", evidence=[{"doc_id": "billing", "quote": MONTHLY}, {"doc_id": "billing", "quote": "never said"}])
    workspace = site.open()
    site.run(workspace, a=True)
    found = row(workspace)
    assert (found.state, found.badge, found.diagnoses[0]) == ("quarantined", "new", "drift")
    workspace.set_field("a", "evidence[1].quote", PRORATED)
    assert workspace.judge_all() == 1
    assert workspace.triage.queue().rows == ()


# --- the story


def _sections(workspace: Workspace, case_id: str = "a") -> dict[str, str]:
    story = case_story(workspace.triage.report(case_id))
    return {
        section.id: "\n".join("".join(span.text for span in line.spans) for line in section.lines)
        for section in story.sections
    }


def test_a_story_tells_what_stands_decided_and_what_lapsed_only_as_history(site: Site, workspace: Workspace) -> None:
    workspace.triage.decide(["a"], "retrieval", owner="search", mode="gap", note="soon")
    site.now += timedelta(days=7)
    site.run(workspace, a=False, b=False, c=False)
    assert "decided 2026-W49, still failing  retrieval #gap @search soon" in _sections(workspace)["diagnosis"]
    site.run(workspace, a={"candidates": (), "refused": True})
    assert "decided" not in _sections(workspace)["diagnosis"]
    assert "2026-W49  retrieval" in _sections(workspace)["history"]


def test_a_story_is_told_of_the_repeat_that_fails(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    site.run(workspace, a=[True, False, True])
    told = _sections(workspace)
    assert row(workspace).state == "unstable"
    assert "Unstable: it passes in 2 of 3 repeats. Below is repeat 1." in told["diagnosis"]
    assert "Evidence 1 was not retrieved" in told["diagnosis"]


def test_a_story_is_told_though_the_repeats_are_counted_from_one(site: Site) -> None:
    site.case("a")
    workspace = site.open()
    site.run(workspace, a=[{"repeat": 1, "candidates": ()}, {"repeat": 2, "candidates": ()}])
    assert "Evidence 1 was not retrieved." in _sections(workspace)["diagnosis"]


def test_a_story_of_a_case_that_the_run_lacks_is_that_of_its_label(site: Site, workspace: Workspace) -> None:
    site.case("d", reference_answer="Yes.")
    workspace.refresh()
    told = _sections(workspace, "d")
    assert "diagnosis" not in told and MONTHLY in told["evidence"] and told["reference"] == "Yes."


def test_no_configuration_passes_is_told_in_words_and_with_its_two_answers(site: Site, workspace: Workspace) -> None:
    site.run(workspace, config="dense", a=False, b=True)
    told = _sections(workspace)
    assert "No configuration passes this case." in told["diagnosis"] and "corpus gap" in told["diagnosis"]
    assert "no configuration passes" in told["strip"]
    assert row(workspace).passes_none and not row(workspace, "b", "prod").passes_none
    assert "No configuration" not in _sections(workspace, "b")["diagnosis"]


def test_reading_a_story_writes_nothing(site: Site, workspace: Workspace) -> None:
    before = sorted(path for path in site.root.rglob("*") if ".ragtriage" not in path.parts)
    _sections(workspace)
    assert sorted(path for path in site.root.rglob("*") if ".ragtriage" not in path.parts) == before


def test_only_what_is_told_of_the_chosen_runs_own_past_stands_in_the_strip(site: Site, workspace: Workspace) -> None:
    def earlier() -> list[str]:
        return [run.id for run in workspace.triage.earlier(workspace.triage.latest()["prod"])]

    first = workspace.triage.latest()["prod"].id
    assert earlier() == []
    site.run(workspace, config="dense", a=True)
    site.run(workspace, a=True)
    assert earlier() == [first]
    assert "earlier runs  ✗" in _sections(workspace)["strip"]
