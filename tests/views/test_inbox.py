"""What a person reads of a complaint, from plain values; the write that saves a case of it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ragtriage.authoring.form import Form
from ragtriage.corpus.document import Document
from ragtriage.corpus.search import Hit
from ragtriage.errors import UsageError
from ragtriage.intake.complaint_outcomes import AskedCase, CaseOutcome, WayBack, complaints_by_case
from ragtriage.intake.converting import form_for_complaint, save_as_case
from ragtriage.intake.corpus_answer import CorpusAnswer
from ragtriage.intake.drafting import Suggestion
from ragtriage.intake.grouping import ComplaintGroup, Near, group_led_by, grouped
from ragtriage.intake.importing import import_paths
from ragtriage.intake.model import Complaint, Decision
from ragtriage.settings import read_settings
from ragtriage.views.complaint_story import ComplaintFacts, tell_complaint, tell_way_back
from ragtriage.views.inbox import view
from ragtriage.views.story import Story
from ragtriage.weeks import zone
from ragtriage.workspace import Workspace

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def text_of(story: Story) -> dict[str, str]:
    """The text of each section."""
    return {one.id: "\n".join("".join(s.text for s in line.spans) for line in one.lines) for one in story.sections}


def hit(coverage: float, text: str = "Exports are kept for a month.") -> Hit:
    return Hit("kb/export", "kb/export#0", 0, len(text), text, 3.0, 1, coverage)


@pytest.mark.parametrize(
    ("coverage", "said"),
    [
        (0.23, "✗ Probably answered nowhere; the nearest is in kb/export\n“Exports are kept for a month.”"),
        (0.4, "~ Perhaps answered in kb/export\n“Exports are kept for a month.”"),
        (0.8, "✓ Probably answered in kb/export\n“Exports are kept for a month.”"),
    ],
)
def test_the_best_sentence_comes_first_and_how_sure_it_is(coverage: float, said: str) -> None:
    one = hit(coverage)
    ground = CorpusAnswer((Suggestion(one.doc_id, one.text, coverage),), coverage, (one,))
    assert text_of(tell_complaint(ComplaintFacts(ComplaintGroup(Complaint("c-1", "Why?")), ground)))["verdict"] == said


@pytest.mark.parametrize(
    ("status", "first"), [("active", "= kb/why"), ("draft", "✓ Probably"), ("retired", "✓ Probably")]
)
def test_an_active_case_that_asks_the_same_comes_before_what_the_corpus_says(status: str, first: str) -> None:
    one, near = hit(0.8), AskedCase("kb/why", "Why?", status)
    ground = CorpusAnswer((Suggestion(one.doc_id, one.text, 0.8),), 0.8, (one,))
    group = ComplaintGroup(Complaint("c-1", "Why?"), (), Near("kb/why", 1.0))
    told = text_of(tell_complaint(ComplaintFacts(group, ground, near)))["verdict"]
    assert told.startswith(first) and "kb/why asks the same" in told
    unsure = text_of(tell_complaint(ComplaintFacts(group, CorpusAnswer(ground.suggestions, 0.1, (one,)), near)))[
        "verdict"
    ]
    assert ("answered nowhere" in unsure) is (status != "active")


def test_without_a_snapshot_or_a_passage_it_says_so() -> None:
    group = ComplaintGroup(Complaint("c-1", "Why?"))
    assert "names no snapshot" in text_of(tell_complaint(ComplaintFacts(group)))["verdict"]
    assert (
        text_of(tell_complaint(ComplaintFacts(group, CorpusAnswer((), 0.0))))["verdict"]
        == "✗ No sentence of the corpus is about it"
    )


def test_a_story_holds_what_was_said_who_asked_and_how_the_nearest_case_fares() -> None:
    lead = Complaint(
        "c-1", "Why?", "So.", "no", "down", "2026-11-28T10:00:00Z", "zendesk", "77", "https://t/1", "h",
        {"role": "owner"}, {"region": "eu"}, ("billing",), "a.csv:3",
    )  # fmt: skip
    other = Complaint("c-2", "why", comment="same here", rating="down")
    near = AskedCase(
        "kb/why", "Why is it?", "active", (CaseOutcome("a", "a@1", "failed"), CaseOutcome("b", "b@1", None)), "No.", "a"
    )
    told = text_of(tell_complaint(ComplaintFacts(ComplaintGroup(lead, (other,), Near("kb/why", 0.93)), None, near)))
    assert "= kb/why asks nearly the same  ✗ passes in 0 of 1" in told["verdict"]
    assert (told["question"], told["answer"], told["comment"]) == ("Why?", "So.", "no")
    assert "✗ a fails   · b not in its run" in told["near"] and "a answers: No." in told["near"]
    assert "why" in told["others"] and "same here" in told["others"]
    for fact in ("zendesk 77 a.csv:3", "https://t/1", "role=owner", "region=eu", "billing"):
        assert fact in told["facts"]


def test_a_decision_says_what_by_whom_and_why() -> None:
    decision = Decision(
        "c-1", "rejected", reason="another product", decided_by="mira", decided_at="2026-11-30T09:00:00Z"
    )
    told = text_of(tell_complaint(ComplaintFacts(ComplaintGroup(Complaint("c-1", "Why?")), None, None, decision)))
    assert "● rejected: another product  mira on 2026-11-30" in told["verdict"]


def test_the_way_back_tells_then_and_now() -> None:
    way = WayBack("kb/why", "passed", "a@1", ("c-1",), "changed")
    case = AskedCase("kb/why", "Why?", "active", (CaseOutcome("a", "a@1", "passed"),), "Yes.", "a")
    told = text_of(tell_way_back(way, case, [Complaint("c-1", "why", "No.", at="2026-11-28")]))
    assert told["verdict"] == "✓? passed  in a@1  the answer changed\n✓? a passes"
    assert (told["now"], told["then"]) == ("Yes.", "No.")


def test_a_complaint_stands_for_the_case_of_the_complaint_that_it_is_a_duplicate_of() -> None:
    decisions = {
        "c-1": Decision("c-1", "converted", case="kb/a"),
        "c-2": Decision("c-2", "duplicate", duplicate_of="c-1"),
        "c-3": Decision("c-3", "duplicate", duplicate_of="c-4"),
        "c-4": Decision("c-4", "duplicate", duplicate_of="c-3"),
        "c-5": Decision("c-5", "rejected"),
    }
    assert complaints_by_case(decisions, {"kb/a"}) == {"kb/a": ["c-1", "c-2"]}


def test_those_alike_are_those_that_grouping_folds_under_the_first() -> None:
    asked = [
        "How long is an export kept?",
        "kept how long is an exprot",
        "Where is the invoice?",
        "HOW LONG is an export kept",
    ]
    some = [Complaint(f"c-{at}", question) for at, question in enumerate(asked)]
    found = group_led_by(some[0], some[1:], [("kb/x", "How long is an export kept?")])
    [whole] = [group for group in grouped(some, [("kb/x", asked[0])]) if group.lead == some[0]]
    assert ({one.id for one in found.others}, found.near) == ({one.id for one in whole.others}, whole.near)
    assert [one.id for one in found.others] == ["c-1", "c-3"]


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """A snapshot of one document, and an inbox of two who ask the same and one who praises."""
    root = tmp_path / "golden"
    (root / "cases").mkdir(parents=True)
    (root / "ragtriage.yaml").write_text("snapshot: kb\n")
    rows = [
        {"id": 1, "question": "How long is an export kept?", "rating": "down", "filter_region": "eu", "tags": ["x"],
         "time": "2026-11-28T10:00:00Z"},
        {"id": 2, "question": "how long is an exprot kept", "rating": "down", "time": "2026-11-29T10:00:00Z"},
        {"id": 3, "question": "Where is it?", "rating": "up"},
    ]  # fmt: skip
    (tmp_path / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with Workspace(root, read_settings(root), reviewer="mira", clock=lambda: NOW) as opened:
        opened.snapshots.add("kb", [Document("kb/export", "Export", hit(1).text)], source="t", extractor="t")
        opened.cases.refresh()
        import_paths([tmp_path / "export.jsonl"], opened.complaints.inbox, {}, zone("UTC"))
        yield opened


def test_a_form_saves_the_case_and_decides_for_all_in_one_write_that_undo_takes_back(workspace: Workspace) -> None:
    service = workspace.complaints
    [group] = service.groups()
    form = form_for_complaint(service, group.lead)
    assert (form.case.question, form.case.status, form.changed) == ("How long is an export kept?", "draft", False)
    write = workspace.do(save_as_case(service, workspace.cases, form))
    assert write.items == (form.case.id, *(one.id for one in group.members))
    seen = view(service)
    assert (seen.waiting, [one.lead.id for one in seen.decided]) == ((), [group.lead.id])
    assert [(one.case, one.state, len(one.complaints)) for one in seen.ways_back] == [
        (form.case.id, "draft: not judged", 2)
    ]
    workspace.history.undo()
    assert len(view(service).waiting) == 1


def test_a_complaint_that_was_decided_on_meanwhile_saves_no_case(workspace: Workspace) -> None:
    service = workspace.complaints
    [group] = service.groups()
    form: Form = form_for_complaint(service, group.lead)
    workspace.do(service.reject([group.lead]))
    with pytest.raises(UsageError, match="rejected already, by mira"):
        save_as_case(service, workspace.cases, replace(form, case=replace(form.case, id="")))


def test_several_declined_at_once_get_ids_of_their_own(workspace: Workspace) -> None:
    service = workspace.complaints
    one, other = (Complaint(f"c-000{at}", "Why is it?", comment=str(at)) for at in range(2))
    cases, write = service.decline([ComplaintGroup(one), ComplaintGroup(other)], "out_of_scope")
    assert len({case.id for case in cases}) == 2 and len(write.changes) == 4
