"""Every row of the table of "Diagnosis" in metrics.md: a case that has it, and a near one that has not."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cases.model import Evidence, Quote
from ragtriage.corpus.document import Document
from ragtriage.runs.model import Citation, Passage
from ragtriage.triage.diagnosis import diagnose, no_configuration
from ragtriage.triage.diagnosis_input import DiagnosisInput
from ragtriage.triage.model import Diagnosis
from ragtriage.triage.passing import PassWhen

Make = Callable[..., Any]
MONTHLY = "Changes from annual to monthly billing take effect at the next renewal"
PRORATED = "Annual plans are not prorated when they are downgraded"


def ids(seen: DiagnosisInput) -> list[str]:
    return [diagnosis.id for diagnosis in diagnose(seen)]


def only(seen: DiagnosisInput, id_: str) -> Diagnosis:
    """The one diagnosis with this id."""
    [found] = [diagnosis for diagnosis in diagnose(seen) if diagnosis.id == id_]
    return found


def test_a_case_that_passes_has_no_diagnosis(case: Make, passage: Make, look: Make) -> None:
    assert diagnose(look(case(MONTHLY), [passage("billing")])) == ()


# --- drift


def test_drift_tells_a_document_that_is_gone_from_one_that_changed(case: Make, look: Make) -> None:
    labelled = case("never said")
    found = only(look(labelled), "drift")
    assert found.sentence == "Evidence 1 is gone from the snapshot: label drift."
    assert found.reason == "No longer in the text of billing."
    assert found.cause == "label"
    lost = replace(labelled, evidence=(Evidence((Quote("old/plans", "nor this"), Quote("billing", "never said"))),))
    assert only(look(lost), "drift").reason == "Not in the snapshot: old/plans. No longer in the text of billing."


def test_no_drift_where_one_alternative_still_stands_or_only_the_dress_changed(case: Make, look: Make) -> None:
    either = replace(case(), evidence=(Evidence((Quote("gone", "x"), Quote("billing", MONTHLY))),))
    assert "drift" not in ids(look(either))
    assert "drift" not in ids(look(case(MONTHLY.replace(" ", "\n"))))


def test_a_quarantined_case_is_told_what_else_is_wrong_with_it(case: Make, look: Make) -> None:
    seen = look(case("never said", MONTHLY), error=None)
    assert ids(seen) == ["drift", "not_retrieved"]
    assert only(seen, "not_retrieved").sentence.startswith("Evidence 2 was")
    assert ids(look(case("never said"), error="time-out")) == ["drift", "error"]


# --- noise

CHAFF = [Passage("calendar", f"Up to {n} calendars can be connected.") for n in range(9)]


def test_a_prompt_that_is_mostly_noise_names_its_near_misses(case: Make, passage: Make, look: Make) -> None:
    alike = Passage("billing-enterprise", "Changes from monthly to annual billing take effect at once, with no renewal")
    found = only(look(case(MONTHLY), [passage("billing"), alike, *CHAFF[:3]], refused=True), "noise")
    assert found.sentence == "Only 1 of the 5 passages in the prompt holds evidence."
    assert found.reason == "Near misses, with the same words about something else: billing-enterprise at place 2."
    assert found.cause == "ranking"


def test_noise_without_near_misses_is_about_other_things(case: Make, passage: Make, look: Make) -> None:
    found = only(look(case(MONTHLY), [*CHAFF[:4], passage("billing")], refused=True), "noise")
    assert found.reason == "The others are about other things."


def test_a_short_prompt_or_one_with_enough_evidence_is_no_noise(case: Make, passage: Make, look: Make) -> None:
    assert "noise" not in ids(look(case(MONTHLY), [passage("billing"), *CHAFF[:2]], refused=True))
    assert "noise" not in ids(look(case(MONTHLY), [passage("billing")] * 2 + CHAFF[:3], refused=True))


def test_noise_is_not_said_where_no_evidence_arrived_or_none_is_labelled(case: Make, look: Make) -> None:
    assert "noise" not in ids(look(case(MONTHLY), CHAFF[:5]))
    assert "noise" not in ids(look(case(), CHAFF[:5], refused=True))


# --- the answer


def test_over_declined_where_all_evidence_was_in_the_prompt(case: Make, passage: Make, look: Make) -> None:
    found = only(look(case(MONTHLY), [*CHAFF[:1], passage("billing")], refused=True), "over_declined")
    assert found.reason == "All its evidence was in the prompt, at place 2 of 2."
    assert "“not covered”" in found.try_
    assert "middle" not in found.try_
    assert found.cause == "refusal"


def test_evidence_past_the_middle_of_a_long_prompt_may_have_been_overlooked(
    case: Make, passage: Make, look: Make
) -> None:
    deep = look(case(MONTHLY), [*CHAFF, passage("billing")], k=10, refused=True)
    assert "past the middle" in only(deep, "over_declined").try_
    high = look(case(MONTHLY), [passage("billing"), *CHAFF], k=10, refused=True)
    assert "past the middle" not in only(high, "over_declined").try_


def test_declining_with_half_the_evidence_is_told_and_with_none_of_it_it_was_right(
    case: Make, passage: Make, look: Make
) -> None:
    half = Passage("billing", f"{MONTHLY}.")
    assert only(look(case(MONTHLY, PRORATED), [half], refused=True), "over_declined").reason == (
        "1 of 2 pieces of evidence were in the prompt."
    )
    assert ids(look(case(MONTHLY), [passage("calendar")], refused=True)) == ["not_retrieved"]


def test_declining_is_told_even_where_nobody_can_say_what_was_there(case: Make, passage: Make, look: Make) -> None:
    assert "quotes no evidence" in only(look(case(), [passage("calendar")], refused=True), "over_declined").reason
    assert "gives no passages" in only(look(case(MONTHLY), None, refused=True), "over_declined").reason


@pytest.mark.parametrize(
    ("because", "words"),
    [
        ("not_permitted", "may not see"),
        ("out_of_scope", "out of the system's scope"),
        ("not_in_corpus", "documents do not say it"),
        (None, "does not say why"),
    ],
)
def test_a_false_answer_says_why_it_should_have_declined(
    case: Make, look: Make, because: str | None, words: str
) -> None:
    decline = case(answerable=False, unanswerable_because=because)
    found = only(look(decline, None), "false_answer")
    assert words in found.reason
    assert found.cause == "refusal"
    assert ids(look(decline, None, refused=True)) == []
    assert ids(look(replace(decline, answerable=True), None)) == ["unscored"]


def test_a_false_answer_names_what_the_user_may_not_see_and_the_prompt_held(
    case: Make, passage: Make, look: Make
) -> None:
    decline = case(answerable=False, unanswerable_because="not_permitted", user={"role": "customer"})
    leak = only(look(decline, [passage("calendar"), passage("secret")]), "false_answer")
    assert leak.reason == "This user may not see secret, and the prompt holds it."
    assert "secret" not in only(look(decline, [passage("calendar")]), "false_answer").reason
    staff = replace(decline, user={"role": "staff"})
    assert "secret" not in only(look(staff, [passage("secret")]), "false_answer").reason


def test_a_refusal_that_cannot_be_told_is_no_false_answer(case: Make, look: Make) -> None:
    assert ids(look(case(answerable=False), None, refused=None, answer="")) == ["unscored"]
    assert ids(look(case("never said", answerable=False), None, refused=None, answer="")) == ["drift"]


def test_a_fabricated_citation_is_named_and_a_retrieved_one_is_not(case: Make, passage: Make, look: Make) -> None:
    cited = (Citation("kb/none"), Citation("billing"), Citation(doc_id="kb/nowhere"))
    found = only(look(case(MONTHLY), [passage("billing")], citations=cited), "fabricated_citation")
    assert found.sentence == "It cites 2 sources that were never retrieved."
    assert found.reason == "Not among the passages: kb/none, kb/nowhere."
    assert found.cause == "citation"
    assert ids(look(case(MONTHLY), [passage("billing")], citations=cited[1:2])) == []


def test_whatever_an_answer_cites_is_fabricated_where_nothing_was_retrieved(case: Make, look: Make) -> None:
    assert "fabricated_citation" in ids(look(case(MONTHLY), [], citations=(Citation("billing"),)))
    unknown = look(case(MONTHLY), None, citations=(Citation("billing"),), refused=True)
    assert "fabricated_citation" not in ids(unknown)  # the run does not say what it retrieved


# --- none, error, unscored


def test_no_configuration_asks_for_a_label_or_a_corpus_gap() -> None:
    found = no_configuration(["bm25", "dense"])
    assert found.reason == "All 2 fail it: bm25, dense."
    assert "label or corpus gap" in found.try_
    assert "c5 and 3 more" in no_configuration([f"c{n}" for n in range(9)]).reason


def test_an_error_is_told_alone_on_one_safe_line(case: Make, look: Make) -> None:
    [found] = diagnose(look(case(MONTHLY), None, error="503\n\x1b[31m" + "x" * 500))
    assert found.id == "error"
    assert "\x1b" not in found.reason and "\n" not in found.reason and len(found.reason) <= 200
    [silent] = diagnose(look(case(MONTHLY), None, error=""))
    assert silent.reason


def test_unscored_names_each_criterion_with_its_reason(case: Make, look: Make) -> None:
    [found] = diagnose(look(case(MONTHLY), None, citations=None))
    assert found.id == "unscored"
    assert found.reason == "evidence: the run gave no passages; citations: the run gave no citations."


def test_several_diagnoses_are_told_from_the_evidence_to_the_answer(case: Make, look: Make) -> None:
    half = Passage("billing", f"{MONTHLY}.")
    seen = look(case(MONTHLY, PRORATED), [half, *CHAFF[:4]], refused=True, citations=(Citation("x"),))
    assert ids(seen) == ["not_retrieved", "over_declined", "fabricated_citation", "noise"]


_PASSAGES = st.lists(
    st.sampled_from(
        [
            Passage("billing", f"{MONTHLY}."),
            Passage("billing", f"{PRORATED}."),
            Passage("calendar", "Up to five calendars can be connected."),
            Passage("mirror", f"{MONTHLY}."),
            Passage("billing", f"{MONTHLY[:40]}", start=11, end=51),
        ]
    ),
    max_size=6,
)


@given(
    quotes=st.lists(st.sampled_from([MONTHLY, PRORATED, "never said"]), max_size=2),
    answerable=st.booleans(),
    candidates=st.none() | _PASSAGES,
    context=st.none() | _PASSAGES,
    refused=st.sampled_from([True, False, None]),
    citations=st.sampled_from([None, (), (Citation("billing"),), (Citation("kb/none"),)]),
    error=st.sampled_from([None, None, None, "time-out"]),
    evidence=st.sampled_from(["all_in_context", "all_at_k", "off"]),
    bm25=st.sampled_from([None, 1, 40]),
)
@settings(max_examples=150)
def test_whatever_does_not_pass_is_told_why(
    case: Make, look: Make, quotes: list[str], answerable: bool, evidence: Any, **output: Any
) -> None:
    seen = look(case(*quotes, answerable=answerable), answer=None, k=2, pass_when=PassWhen(evidence=evidence), **output)
    found = diagnose(seen)
    assert bool(found) == (seen.judgement.state != "passed")
    assert all(each.sentence and each.reason and each.try_ for each in found)
    assert all("{" not in each.sentence for each in found)


def test_a_document_text_never_fills_the_gaps_of_a_sentence(case: Make, look: Make) -> None:
    odd = {"{was}": Document("{was}", "x", "nothing of it")}
    labelled = replace(case(), evidence=(Evidence((Quote("{was}", "said once"),)),))
    assert only(look(labelled, documents=odd), "drift").reason == "No longer in the text of {was}."
