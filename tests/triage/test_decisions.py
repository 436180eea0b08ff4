"""Deciding, snoozing, commenting, undoing: over real files, as a reviewer at a terminal does."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ragtriage.errors import ConflictError, UsageError
from ragtriage.triage.model import Finding, QueueRow
from ragtriage.workspace import Workspace

Site = Any
MONTHLY = "Changes from annual to monthly billing take effect at the next renewal"


def row(workspace: Workspace, case_id: str = "a", configuration: str | None = None) -> QueueRow:
    [found] = [row for row in workspace.triage.queue(configuration).rows if row.case_id == case_id]
    return found


def files(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((root / "triage").rglob("*.yaml"))}


def causes(workspace: Workspace, case_id: str = "a") -> list[str]:
    return [finding.cause for verdict in workspace.verdicts.for_case(case_id) for finding in verdict.findings]


# --- deciding


def test_a_decision_is_on_disk_when_it_returns_with_what_it_was_given_on(site: Site, workspace: Workspace) -> None:
    write = workspace.triage.decide(["a"], "retrieval", note="split clause", owner="search", mode="lexical-gap")
    assert write.words == "a: retrieval" and write.items == ("a",)
    [verdict] = site.open().verdicts.all()
    assert verdict.week == "2026-W49" and verdict.reviewer == "mk" and verdict.snapshot == "one"
    assert verdict.run == workspace.triage.queue().run.id  # type: ignore[union-attr]
    assert verdict.criteria == ("evidence",)
    assert verdict.findings == (Finding("retrieval", "lexical-gap", "search", "split clause"),)
    assert row(workspace).badge == "decided"


def test_a_decision_while_the_index_is_made_anew_says_what_fails_all_the_same(workspace: Workspace) -> None:
    workspace.db.execute("DELETE FROM outcomes")
    workspace.triage.decide(["a"], "retrieval")
    [verdict] = workspace.verdicts.all()
    assert verdict.criteria == ("evidence",)


def test_several_causes_stand_beside_each_other_and_the_same_again_takes_it_back(workspace: Workspace) -> None:
    workspace.triage.decide(["a"], "retrieval")
    workspace.triage.decide(["a"], "generation")
    assert causes(workspace) == ["retrieval", "generation"]
    assert workspace.triage.decide(["a"], "retrieval").words == "a: retrieval taken back"
    assert causes(workspace) == ["generation"]
    workspace.triage.decide(["a"], "generation")
    assert workspace.verdicts.all() == []
    assert row(workspace).badge == "new"


def test_a_command_says_which_it_means_and_changes_nothing_where_it_is_so(site: Site, workspace: Workspace) -> None:
    workspace.triage.decide(["a"], "retrieval", take_back=False)
    before = files(site.root)
    site.now += timedelta(hours=1)
    assert workspace.triage.decide(["a"], "retrieval", take_back=False).changes == ()
    assert workspace.triage.decide(["a"], "label", take_back=True).changes == ()
    assert files(site.root) == before
    workspace.triage.undo()
    assert files(site.root) == {}  # what changed nothing is nothing to undo
    workspace.triage.decide(["a"], "retrieval", take_back=True)
    assert files(site.root) == {}


def test_details_are_added_to_a_finding_and_never_take_it_back(workspace: Workspace) -> None:
    workspace.triage.decide(["a"], "retrieval", owner="search")
    workspace.triage.decide(["a"], "retrieval", note="see the ticket")
    [verdict] = workspace.verdicts.all()
    assert verdict.findings == (Finding("retrieval", owner="search", note="see the ticket"),)


def test_with_marks_the_cause_is_added_where_it_lacks_and_taken_back_only_where_all_have_it(
    workspace: Workspace,
) -> None:
    workspace.triage.decide(["b"], "label")
    workspace.triage.decide(["a", "b", "c"], "label")
    assert [causes(workspace, case_id) for case_id in "abc"] == [["label"]] * 3
    workspace.triage.decide(["a", "b", "c"], "label")
    assert workspace.verdicts.all() == []


def test_a_cause_named_before_the_label_changed_is_named_anew_not_taken_back(site: Site, workspace: Workspace) -> None:
    workspace.triage.decide(["a"], "label")
    site.case("a", evidence=[{"doc_id": "billing", "quote": MONTHLY[:40].rpartition(" ")[0]}])
    workspace.refresh()
    workspace.judge_all()
    assert row(workspace).badge == "new"
    workspace.triage.decide(["a"], "label")
    assert (row(workspace).badge, causes(workspace)) == ("decided", ["label"])


def test_a_bulk_is_one_undo_and_a_case_named_twice_is_decided_once(site: Site, workspace: Workspace) -> None:
    write = workspace.triage.decide(["a", "b", "a"], "label")
    assert write.words == "2 cases: label" and write.items == ("a", "b")
    assert len(files(site.root)) == 2
    undone = workspace.triage.undo()
    assert undone is not None and undone.items == ("a", "b")
    assert files(site.root) == {}


def test_undo_and_redo_put_the_bytes_back(site: Site, workspace: Workspace) -> None:
    states = [files(site.root)]
    workspace.triage.decide(["a"], "retrieval")
    states.append(files(site.root))
    path = next((site.root / "triage").rglob("a--mk.yaml"))
    path.write_bytes(path.read_bytes() + b"# in room 2\n")
    states[1] = files(site.root)
    workspace.triage.decide(["a"], "label", note="gone")
    states.append(files(site.root))
    workspace.triage.snooze(["b"], "2026-12-24")
    states.append(files(site.root))
    for state in (states[2], states[1]):
        workspace.triage.undo()
        assert files(site.root) == state
    for state in (states[2], states[3]):
        workspace.triage.redo()
        assert files(site.root) == state
    assert workspace.triage.redo() is None
    assert b"# in room 2" in files(site.root)["a--mk.yaml"]


def test_undo_refuses_to_run_over_what_someone_else_wrote_since(site: Site, workspace: Workspace) -> None:
    workspace.triage.decide(["a"], "retrieval")
    path = next((site.root / "triage").rglob("a--mk.yaml"))
    path.write_bytes(theirs := path.read_bytes() + b"# theirs\n")
    with pytest.raises(ConflictError):
        workspace.triage.undo()
    assert path.read_bytes() == theirs


def test_another_terminals_decision_of_the_same_week_is_kept(site: Site, workspace: Workspace) -> None:
    other = site.open()
    workspace.triage.decide(["a"], "retrieval")
    other.triage.decide(["a"], "generation")
    workspace.triage.decide(["a"], "citation")
    assert causes(other) == ["retrieval", "generation", "citation"]


def test_what_was_written_by_hand_meanwhile_is_kept(site: Site, workspace: Workspace) -> None:
    workspace.triage.decide(["a"], "retrieval", owner="search")
    assert row(workspace).owners == ("search",)
    path = next((site.root / "triage").rglob("a--mk.yaml"))
    path.write_bytes(path.read_bytes().replace(b"owner: search", b"owner: ingest"))
    workspace.triage.decide(["a"], "label")
    assert [finding.owner for finding in workspace.verdicts.all()[0].findings] == ["ingest", ""]


def test_two_reviewers_write_two_files_and_the_later_one_speaks(site: Site, workspace: Workspace) -> None:
    workspace.triage.decide(["a"], "retrieval")
    site.now += timedelta(minutes=1)
    site.open("jo").triage.decide(["a"], "label")
    assert sorted(files(site.root)) == ["a--jo.yaml", "a--mk.yaml"]
    workspace.refresh()
    assert row(workspace).causes == ("label",)


def test_next_week_a_decided_case_is_still_decided_and_a_new_decision_is_a_new_file(
    site: Site, workspace: Workspace
) -> None:
    workspace.triage.decide(["a"], "retrieval")
    site.now += timedelta(days=7)
    site.run(workspace, a=False, b=False, c=False)
    found = row(workspace)
    assert (found.badge, found.decided_week, found.undecided) == ("decided", "2026-W49", False)
    workspace.triage.decide(["a"], "label")
    weeks = sorted(path.parent.name for path in (site.root / "triage").rglob("*.yaml"))
    assert weeks == ["2026-W49", "2026-W50"]
    assert row(workspace).causes == ("label",)


def test_a_verdict_lapses_when_something_else_fails_and_returns_with_what_it_was_given_on(
    site: Site, workspace: Workspace
) -> None:
    workspace.triage.decide(["a"], "retrieval")
    site.run(workspace, a={"candidates": (), "refused": True})
    assert row(workspace).badge == "still"
    site.run(workspace, a=False)
    assert row(workspace).badge == "decided"


def test_an_edit_of_the_tags_leaves_a_verdict_in_force_and_one_of_the_question_does_not(
    site: Site, workspace: Workspace
) -> None:
    workspace.triage.decide(["a"], "retrieval")
    workspace.set_field("a", "tags", ["x"])
    workspace.judge_all()
    assert row(workspace).badge == "decided"
    workspace.set_field("a", "question", "Something else?")
    workspace.judge_all()
    assert row(workspace).badge == "new"


@pytest.mark.parametrize(("words", "hint"), [(("nope", "label"), "cases list"), (("a", "lable"), "did you mean label")])
def test_an_unknown_case_or_cause_writes_nothing(
    site: Site, workspace: Workspace, words: tuple[str, Any], hint: str
) -> None:
    case_id, cause = words
    with pytest.raises(UsageError) as caught:
        workspace.triage.decide(["b", case_id], cause)
    assert hint in caught.value.next_step
    assert not (site.root / "triage").exists()


# --- snoozing and commenting


def test_a_snooze_sleeps_until_monday_and_wakes_by_itself(site: Site, workspace: Workspace) -> None:
    assert workspace.triage.snooze(["a"]).words == "a: snoozed until 2026-12-07"
    assert row(workspace).snoozed_until == "2026-12-07"
    assert not row(workspace).undecided
    assert [one.case_id for one in workspace.triage.queue().rows] == ["b", "c", "a"]
    site.now += timedelta(days=7)
    assert row(workspace).undecided


def test_a_snooze_ends_at_midnight_on_the_workspaces_clock(site: Site) -> None:
    site.settings("timezone: Europe/Berlin\n")
    site.case("a")
    workspace = site.open()
    site.run(workspace, a=False)
    workspace.triage.snooze(["a"], "2026-12-01")
    site.now = site.now.replace(hour=22, minute=59)
    assert not row(workspace).undecided
    site.now = site.now.replace(hour=23, minute=1)
    assert row(workspace).undecided


@pytest.mark.parametrize("until", ["2026-11-30", "2020-01-01", "soon", "20261207", "2026-W50-1", "２０２６-12-07"])
def test_a_snooze_until_a_day_that_is_not_to_come_is_refused(workspace: Workspace, until: str) -> None:
    with pytest.raises(UsageError):
        workspace.triage.snooze(["a"], until)
    assert workspace.verdicts.all() == []


def test_deciding_ends_a_snooze(workspace: Workspace) -> None:
    workspace.triage.snooze(["a"])
    workspace.triage.decide(["a"], "label")
    [verdict] = workspace.verdicts.all()
    assert (verdict.snoozed_until, causes(workspace)) == (None, ["label"])


def test_a_comment_goes_to_the_finding_named_last_and_leaves_what_is_not_given(workspace: Workspace) -> None:
    workspace.triage.decide(["a"], "retrieval", owner="search")
    workspace.triage.decide(["a"], "generation", owner="prompts")
    workspace.triage.annotate(["a"], note="twice", mode="wrong-plan")
    [verdict] = workspace.verdicts.all()
    assert verdict.findings == (
        Finding("retrieval", owner="search"),
        Finding("generation", "wrong-plan", "prompts", "twice"),
    )


def test_a_comment_without_a_finding_is_refused_for_all_of_the_marked(site: Site, workspace: Workspace) -> None:
    workspace.triage.decide(["a"], "label")
    before = files(site.root)
    with pytest.raises(UsageError, match="b has no finding"):
        workspace.triage.annotate(["a", "b"], note="x")
    assert files(site.root) == before
