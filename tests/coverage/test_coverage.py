"""Coverage: what there is of each kind, what is missing, and that each line's filter keeps what it counts."""

import pytest

from ragtriage.cases.listed import NO_CASE, Summary
from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.coverage.document_use import DocumentUse
from ragtriage.coverage.gaps import coverage_gaps
from ragtriage.coverage.table import coverage_table
from ragtriage.coverage.twins import twins
from ragtriage.runs.model import Passage
from ragtriage.triage.filters import parse_filter
from ragtriage.triage.model import QueueRow
from ragtriage.triage.rarity import rare
from tests.rows import row_of


def row(case_id: str = "a", **more: object) -> QueueRow:
    known = {"question": "?", "badge": "", "state": "passed", "diagnoses": (), "evidence": 1, "needs": 1,
             "quoted": '["kb/a"]', "source": "complaint", "intent": "refund", "reviewed": True,
             "must_pass": True}  # fmt: skip
    return row_of({"case_id": case_id} | known | more)


def words(*rows: QueueRow, documents: tuple[DocumentUse, ...] = ()) -> list[str]:
    return [gap.words for gap in coverage_gaps(coverage_table(rows, documents))]


WHOLE = (row("a"), row("b", needs=2), row("c"), row("d", answerable=False, because="out_of_scope", evidence=0, needs=0))
"""A small golden set that lacks nothing."""


class TestLines:
    def test_each_line_counts_what_its_filter_keeps(self):
        rows = [*WHOLE, row("e", status="draft"), row("f", tags=("Odd", "odd", "b c"), suspect=True, source=""),
                row("g", intent="", reviewed=False, source="synthetic", evidence=0, needs=0, quoted="[]"),
                row("h", status="retired")]  # fmt: skip
        table = coverage_table(rows, [DocumentUse("kb/a", "A", 10, 3, 5), DocumentUse("kb/b", "B", 20, 0, 0)])
        for line in table.lines:
            keeps = parse_filter(line.filter).keeps
            assert sum(map(keeps, rows)) == line.cases, line
        counts = {(line.group, line.name): line.cases for line in table.lines}
        assert counts["answer", "out of scope"] == counts["evidence", "no evidence"] == counts["care", "drafts"] == 1
        assert counts["tag", "Odd"] == counts["tag", "b c"] == counts["origin", "not said"] == 1
        assert counts["care", "no intent or tag"] == 1
        assert (table.active, table.drafts, table.retired) == (6, 1, 1)

    def test_references_nuggets_synthetic_and_superseded_ones_are_counted(self):
        rows = [row("a", reference=True, nuggets=3), row("b", nuggets=1, remarks=("superseded",)),
                row("c", source="synthetic", reviewed=False, remarks=("copied",)), row("d", status="draft", nuggets=9),
                row("e", answerable=False, evidence=0, needs=0, quoted="[]")]  # fmt: skip
        table = coverage_table(rows)
        counts = {line.name: (line.cases, line.thin) for line in table.lines}
        assert (counts["reference"], counts["no reference"], counts["nuggets"]) == ((1, False), (2, True), (2, False))
        assert "4 nuggets" in table.line("nuggets").about
        assert counts["superseded"] == counts["synthetic, unreviewed"] == counts["synthetic, copied"] == (1, True)
        told = words(*rows)
        assert "1 case rests on superseded versions of documents" in told
        assert "1 synthetic case reviewed by no one" in told
        assert "1 synthetic question is worded as the document" in told
        for line in table.lines:
            assert sum(map(parse_filter(line.filter).keeps, rows)) == line.cases, line

    def test_rates_are_of_active_cases_that_were_judged(self):
        rows = [row("a"), row("b", state="failed"), row("c", state="unscored"), row("d", state="quarantined")]
        (line,) = (line for line in coverage_table(rows).lines if line.group == "intent")
        assert (line.cases, line.judged, line.passed, line.share) == (4, 2, 1, 1.0)

    def test_documents_without_a_case_come_first_the_most_retrieved_before_the_largest(self):
        documents = [
            DocumentUse("kb/a", "", 1, 9, 4),
            DocumentUse("big", "", 900, 0, 0),
            DocumentUse("hot", "", 5, 7, 0),
        ]
        lines = [line for line in coverage_table(WHOLE, documents).lines if line.group == "document"]
        assert [(line.name, line.thin, line.cases) for line in lines] == [
            ("hot", True, 0), ("big", True, 0), ("kb/a", False, 4)]  # fmt: skip


class TestGaps:
    def test_a_set_that_lacks_nothing_has_none(self):
        assert words(*WHOLE) == []

    @pytest.mark.parametrize(
        ("rows", "gap"),
        [
            (WHOLE[:3], "no unanswerable case: refusals are not tested"),
            (WHOLE[3:], "no answerable case: retrieval is not tested"),
            ((*WHOLE, row("x", evidence=0, needs=0)), "1 answerable case has no evidence"),
            ((WHOLE[0], *WHOLE[2:]), "no case needs several documents"),
            (tuple(one._replace(source="expert") for one in WHOLE), "no case comes from a user"),
            ((*WHOLE, *(row(f"s{n}", source="synthetic") for n in range(16))), "80% synthetic"),
            ((*WHOLE, row("x", tags=("billing",))), "tag billing: 1 case"),
            ((*WHOLE, row("x", intent="")), "1 case without intent or tag"),
            (tuple(one._replace(must_pass=False) for one in WHOLE), "no case must pass"),
            ((*WHOLE, row("x", reviewed=False)), "1 of 5 cases reviewed by no one"),
            ((*WHOLE, row("x", status="draft")), "1 draft to finish"),
            ((row(status="draft"),), "no active case, and 1 draft to finish"),
            ((), "no active case"),
        ],
    )
    def test_what_is_absent_or_thin_is_said(self, rows, gap):
        assert gap in words(*rows)

    def test_more_thin_tags_than_one_reads_are_one_gap_whose_filter_keeps_them_all(self):
        rows = (*WHOLE, *(row(f"t{n}", tags=(f"tag {n}",)) for n in range(5)))
        gap = next(gap for gap in coverage_gaps(coverage_table(rows)) if "tags" in gap.words)
        assert gap.words == "5 tags have fewer than 3 cases: tag 0, tag 1, tag 2 and 2 more"
        assert sum(map(parse_filter(gap.filter).keeps, rows)) == 5

    def test_documents_that_are_retrieved_and_have_no_case_are_named(self):
        documents = (DocumentUse("a", "", 1, 0, 4), DocumentUse("b", "", 1, 8, 0), DocumentUse("c", "", 1, 9, 2),
                     DocumentUse("d", "", 9, 0, 0))  # fmt: skip
        gaps = {gap.words: gap for gap in coverage_gaps(coverage_table(WHOLE, documents))}
        assert gaps["1 of the 2 documents that the latest runs retrieved most has no case"].doc_ids == ("b",)
        assert gaps["2 of 4 documents have no case"].doc_ids == ("b", "d")


class TestDocumentsNeeded:
    @pytest.mark.parametrize(
        ("pieces", "needed"),
        [
            ((), 0),
            (("a",), 1),
            (("a", "a"), 1),
            (("a", "b"), 2),
            (("a|b",), 1),
            (("a|b", "a"), 1),
            (("a|b", "c"), 2),
            (("a", "b|c", "c"), 2),
        ],
    )
    def test_alternatives_are_not_several_documents(self, pieces, needed):
        evidence = tuple(Evidence(tuple(Quote(doc, "x") for doc in piece.split("|"))) for piece in pieces)
        assert Case("c", "?", True, evidence=evidence).documents_needed == needed

    def test_background_is_not_needed(self):
        evidence = (Evidence((Quote("a", "x"),)), Evidence((Quote("b", "y", grade=1),)))
        case = Case("c", "?", True, evidence=evidence)
        assert (case.documents_needed, case.doc_ids) == (1, ("a", "b"))


def test_a_case_is_rare_by_its_intent_or_else_by_all_its_tags():
    def one(case_id: str, intent: str, *tags: str, status: str = "active") -> Summary:
        return NO_CASE._replace(id=case_id, status=status, intent=intent, tags=tags)

    many = [one(f"m{n}", "refund", "billing") for n in range(3)]
    few = [one("r1", "odd", "billing"), one("r2", "", "new"), one("d", "odd", status="draft")]
    others = [one("n1", "", "billing", "new"), one("n2", "")]
    assert rare([*many, *few, *others]) == {"r1", "r2"}


class TestTwins:
    def test_pairs_that_contradict_each_other_come_first_and_say_how(self, case):
        cases = [
            case("Q", id="b", question="Can I export all my invoices as a file?"),
            case(id="a", question="can I export all my invoices as a file", answerable=False),
            case("Q", id="c", question="Export all my invoices as a file", tags=("x",)),
            case("Q", id="d", question="Export all my invoices as a file", status="retired"),
        ]
        found = [(pair.key, pair.otherwise, pair.differences) for pair in twins(cases)]
        contradiction = "one is answerable, the other is not"
        assert found == [
            ("a = b", contradiction, (contradiction,)),
            ("a = c", contradiction, (contradiction,)),
            ("b = c", "", ()),
        ]

    def test_the_same_words_asked_about_something_else_are_no_contradiction(self, case):
        cases = [
            case(id="a", question="Export all my invoices", answerable=False, user={"role": "staff"}),
            case("Q", id="b", question="Export all my invoices"),
        ]
        (pair,) = twins(cases)
        assert not pair.otherwise
        assert pair.differences[:2] == ("asked by other users", "one is answerable, the other is not")


def test_a_workspace_tells_its_rates_and_how_often_documents_were_sent(site):
    site.case("a", tags=["x"])
    site.case("b", source={"kind": "ticket"})
    workspace = site.open()
    run = site.run(workspace, a=True, b=False)
    for _ in range(2):  # counted, then kept
        found = workspace.coverage()
        assert (found.run, found.snapshot) == (run.id, "one")
        sent = {one.doc_id: (one.retrieved, one.cases) for one in found.table.documents}
        assert sent == {"billing": (1, 2), "calendar": (1, 0), "secret": (0, 0)}
    answerable = found.table.line("answerable")
    assert answerable is not None and (answerable.passed, answerable.judged) == (1, 2)
    assert "2 of 3 documents have no case" in [gap.words for gap in found.gaps]


def test_passages_of_the_prompt_that_stand_among_the_candidates_are_counted_once(site):
    site.case("a")
    workspace = site.open()
    shared, other = Passage("calendar", "Up to five", "c1"), Passage("calendar", "calendars", "c2")
    site.run(workspace, a={"candidates": (shared, other), "context": (shared, other, Passage("secret", "Our margin"))})
    assert {one.doc_id: one.retrieved for one in workspace.coverage().table.documents} == {
        "billing": 0, "calendar": 1, "secret": 1}  # fmt: skip


def test_without_snapshot_and_run_there_is_a_table_all_the_same(site):
    (site.root / "ragtriage.yaml").write_text("# nothing yet\n")
    site.case("a")
    workspace = site.open()
    workspace.refresh()
    found = workspace.coverage()
    assert (found.run, found.snapshot, found.table.documents, found.table.cases("answerable")) == ("", "", (), 1)
