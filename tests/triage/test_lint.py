"""Labels under suspicion: each reason, with its near miss."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from ragtriage.anchors.anchor import Anchor
from ragtriage.anchors.reanchor import reanchor_all
from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.corpus.search import Hit
from ragtriage.triage import lint, suspicions
from ragtriage.triage.lint import LintContext, duplicates, suspicions_of

Make = Callable[..., Any]
MONTHLY = "Changes from annual to monthly billing take effect at the next renewal"
TEXTS = {"billing": f"{MONTHLY}."}


def ground(coverage: float = 0.0, fingerprint: str = "f", asked: list[str] | None = None) -> LintContext:
    def search(case: Case, count: int) -> Sequence[Hit]:
        if asked is not None:
            asked.append(case.id)
        return [Hit("billing", "billing#0", 0, 9, "text", 3.0, rank, coverage / rank) for rank in (1, 2)]

    def anchors(case: Case) -> Sequence[Sequence[Anchor]]:
        return [reanchor_all(piece.any_of, TEXTS, TEXTS) for piece in case.evidence]

    return LintContext("one", fingerprint, anchors, search)


def doubts(case: Case, coverage: float = 0.0) -> list[str]:
    return [one.id for one in suspicions_of(case, ground(coverage))]


def test_a_sound_case_raises_no_doubt(case: Make) -> None:
    assert doubts(case(MONTHLY, reference_answer="From the next renewal."), coverage=1.0) == []


def test_a_quote_that_is_not_in_the_snapshot_is_named_with_its_document(case: Make) -> None:
    [found] = suspicions_of(case(MONTHLY, "never said"), ground())
    assert found.id == "quote_not_in_snapshot"
    assert found.reason == "Evidence 2 is gone from the snapshot (one). No longer in the text of billing."
    either = Evidence((Quote("gone", "x"), Quote("billing", MONTHLY)))
    assert doubts(replace(case(), evidence=(either,))) == []


def test_a_case_that_is_answerable_without_evidence_is_suspect_and_one_to_decline_is_not(case: Make) -> None:
    assert doubts(case()) == ["no_evidence"]
    assert doubts(case(answerable=False)) == []


@pytest.mark.parametrize(("coverage", "suspect"), [(0.8, True), (0.79, False)])
def test_an_unanswerable_question_whose_words_a_passage_covers_may_be_answerable(
    case: Make, coverage: float, suspect: bool
) -> None:
    found = suspicions_of(case(answerable=False, unanswerable_because="not_in_corpus"), ground(coverage))
    assert [one.id for one in found] == (["answerable_after_all"] if suspect else [])
    if suspect:
        assert found[0].reason == "It is called unanswerable, and a passage of billing covers 80% of what it asks."


def test_what_is_out_of_scope_may_well_be_in_the_documents(case: Make) -> None:
    assert doubts(case(answerable=False, unanswerable_because="out_of_scope"), coverage=1.0) == []
    assert doubts(case(answerable=False), coverage=1.0) == ["answerable_after_all"]


@pytest.mark.parametrize(
    "answer",
    [
        "Based on the provided context, yes.",
        "The context does not say.",
        "According to the given\ncontext it is five.",
        "This is stated in the context provided.",
        "Dem Kontext nach sind es fünf.",
    ],
)
def test_a_reference_that_speaks_of_the_context_was_written_by_a_model(case: Make, answer: str) -> None:
    assert doubts(case(MONTHLY, reference_answer=answer)) == ["speaks_of_context"]


@pytest.mark.parametrize(
    "answer",
    [
        "In the context of billing, a plan is a contract.",
        "Open the context menu.",
        "Set the security context of the pod.",
        "Use kubectl config set-context.",
        "Contexts are listed with get-contexts.",
        "Das hängt vom Kontextmenü ab.",
    ],
)
def test_other_contexts_are_no_reason_for_doubt(case: Make, answer: str) -> None:
    assert doubts(case(MONTHLY, reference_answer=answer)) == []


# --- duplicates

ASKED = "May I move my annual plan to monthly billing?"


def test_the_same_question_labelled_otherwise_puts_both_under_suspicion(case: Make) -> None:
    one = case(MONTHLY, id="one", question=ASKED)
    other = case(id="other", question=f"{ASKED} Please", answerable=False)
    found = duplicates([one, other])
    assert {case_id: [each.reason for each in reasons] for case_id, reasons in found.items()} == {
        "one": ["Asks nearly the same as other, and one is answerable, the other is not."],
        "other": ["Asks nearly the same as one, and one is answerable, the other is not."],
    }


def test_the_same_question_with_evidence_in_other_documents_is_suspect(case: Make) -> None:
    elsewhere = (Evidence((Quote("faq", MONTHLY),)),)
    found = duplicates([case(MONTHLY, id="a", question=ASKED), case(id="b", question=ASKED, evidence=elsewhere)])
    assert "their evidence is in different documents" in found["a"][0].reason


def test_near_duplicates_that_agree_or_are_asked_of_something_else_raise_no_doubt(case: Make) -> None:
    one = case(MONTHLY, id="one", question=ASKED)
    for other in (
        case(MONTHLY, id="b", question=ASKED),
        case(id="b", question=ASKED),  # without evidence there is nothing to differ: that is another doubt
        case(id="b", question=ASKED, answerable=False, filters={"product": "basic"}),
        case(id="b", question=ASKED, answerable=False, user={"role": "staff"}),
        case(id="b", question=ASKED, answerable=False, status="retired"),
        case(id="b", question="How many calendars may I connect?", answerable=False),
    ):
        assert duplicates([one, other]) == {}


# --- kept in the index


def test_only_cases_that_changed_are_looked_at_again(site: Make, case: Make) -> None:
    db = site.open().db
    cases = [case(MONTHLY, id="a"), case(id="b", answerable=False, question="Is the moon red?"), case(id="n")]
    asked: list[str] = []
    suspicions.keep_suspicions(db, cases, ground(1.0, asked=asked))
    assert {id_: [one.id for one in found] for id_, found in suspicions.kept(db).items()} == {
        "b": ["answerable_after_all"],
        "n": ["no_evidence"],
    }
    assert suspicions.kept_of(db, "a") == ()
    suspicions.keep_suspicions(db, cases, ground(1.0, asked=asked))
    assert asked == ["b"]
    suspicions.keep_suspicions(
        db, [cases[0], replace(cases[1], question="Is the moon blue?")], ground(0.0, asked=asked)
    )
    assert asked == ["b", "b"]
    assert suspicions.kept(db) == {}


def test_another_snapshot_or_other_rules_are_looked_at_anew(
    site: Make, case: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    db, asked = site.open().db, []
    decline = [case(id="b", answerable=False)]
    for fingerprint, version in (("f", 1), ("g", 1), ("g", 2), ("g", 2)):
        monkeypatch.setattr(lint, "RULES_VERSION", version)
        suspicions.keep_suspicions(db, decline, ground(fingerprint=fingerprint, asked=asked))
    assert len(asked) == 3


def test_a_twin_that_appears_is_told_though_the_case_itself_did_not_change(site: Make, case: Make) -> None:
    db = site.open().db
    one, twin = case(MONTHLY, id="one", question=ASKED), case(id="twin", question=ASKED, answerable=False)
    suspicions.keep_suspicions(db, [one], ground())
    assert suspicions.kept(db) == {}
    suspicions.keep_suspicions(db, [one, twin], ground())
    assert [each.id for each in suspicions.kept_of(db, "one")] == ["near_duplicate"]
    suspicions.keep_suspicions(db, [one], ground())
    assert suspicions.kept(db) == {}


def test_an_answerable_case_whose_evidence_is_all_irrelevant_is_doubted(case: Make) -> None:
    irrelevant = replace(case(), evidence=(Evidence((Quote("billing", MONTHLY, grade=0),)),))
    assert [one.reason for one in suspicions_of(irrelevant, ground())] == [lint.ONLY_IRRELEVANT]
    gone = Evidence((Quote("billing", "never said", grade=0),))
    assert doubts(replace(case(MONTHLY), evidence=(*case(MONTHLY).evidence, gone))) == []
