"""Evidence of another version than the snapshot's, and synthetic questions that are worded as their documents."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ragtriage.cases.model import Case, Evidence, Quote, Source
from ragtriage.corpus.document import Document
from ragtriage.triage import suspicions
from ragtriage.triage.filters import parse_filter
from ragtriage.triage.lint import copied_question
from ragtriage.triage.version_remarks import version_remarks

Make = Callable[..., Any]
DOCUMENTS = {"fees": Document("fees", "Fees", "Fees apply.", {"version": "3"}), "plain": Document("plain", "", "x", {})}


def told(*quotes: Quote, superseded: dict[str, str] | None = None) -> list[tuple[str, str]]:
    case = Case("c", "q", True, evidence=tuple(Evidence((quote,)) for quote in quotes))
    return [(one.id, one.reason) for one in version_remarks(case, "two", DOCUMENTS.get, superseded or {})]


def test_evidence_read_in_an_older_version_is_told_with_both() -> None:
    assert told(Quote("fees", "Fees apply.", doc_version="2")) == [
        ("superseded", "Evidence 1 was read in version 2 of fees; two has 3.")
    ]


def test_a_newer_version_is_another_and_the_same_or_none_is_nothing_to_tell() -> None:
    assert [one for one, _ in told(Quote("fees", "x", doc_version="4"))] == ["other_version"]
    assert told(Quote("fees", "x", doc_version="3"), Quote("fees", "x"), Quote("plain", "x", doc_version="1")) == []
    assert told(Quote("gone", "x", doc_version="1")) == []


def test_evidence_in_a_document_that_another_replaces_is_told_with_the_other() -> None:
    [(rule, words)] = told(Quote("plain", "y"), Quote("fees", "Fees apply."), superseded={"fees": "fees@4"})
    assert (rule, words) == ("superseded", "Evidence 2 rests on fees, which fees@4 replaces (two).")


COPIED = "What happens when the practitioner cancels the appointment less than one hour before it begins?"
SOURCE = Document(
    "rules", "Rules", "When the practitioner cancels the appointment less than one hour before it begins, no fee."
)


def test_only_a_synthetic_question_is_doubted_for_being_worded_as_its_document() -> None:
    case = Case("c", COPIED, True, evidence=(Evidence((Quote("rules", "no fee"),)),), source=Source("synthetic"))
    [found] = copied_question(case, {"rules": SOURCE}.get)
    assert found.id == "copied" and "worded as rules is: “when the practitioner cancels" in found.reason
    for other in (
        replace(case, source=Source("ticket")),
        replace(case, source=None),
        replace(case, question="Is there a fee when they cancel late?"),
        replace(case, evidence=(Evidence((Quote("rules", "no fee", grade=0),)),)),
    ):
        assert copied_question(other, {"rules": SOURCE}.get) == []


def test_remarks_make_no_label_suspect_and_are_found_by_the_filter(site: Any) -> None:
    quote = {"doc_id": "rules", "quote": "no fee", "doc_version": "1"}
    site.case("c", question=COPIED, evidence=[quote], source={"kind": "synthetic"})
    workspace = site.open()
    document = replace(SOURCE, metadata={"version": "2"})
    workspace.snapshots.add("x", [document], source="t", extractor="t", created="2026-01-01T00:00:00Z")
    (site.root / "ragtriage.yaml").write_text("snapshot: x\n")
    workspace.reread_settings()
    workspace.refresh()
    workspace.judge_all()
    [row] = workspace.triage.queue(every=True).rows
    assert (row.suspect, row.remarks) == (False, ("copied", "superseded"))
    assert parse_filter("label:superseded").keeps(row) and not parse_filter("label:suspect").keeps(row)
    story = workspace.story("c")
    words = [span.text for section in story.sections for line in section.lines for span in line.spans]
    assert any("was read in version 1 of rules; x has 2" in one for one in words)
    assert sum("worded as" in one for one in words) == 1
    workspace.set_field("c", "evidence[0].doc_version", "2")
    workspace.judge_all()
    assert [one.id for one in suspicions.kept(workspace.db)["c"]] == ["copied"]
