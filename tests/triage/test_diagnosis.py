"""Every row of the table of "Diagnosis" in metrics.md: a case that has it, and a near one that has not."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cases.model import Evidence, Quote
from ragtriage.corpus.document import Document
from ragtriage.metrics.matching import MatchSettings
from ragtriage.runs.model import Citation, Passage
from ragtriage.triage.diagnosis import diagnose, no_configuration
from ragtriage.triage.model import Diagnosis
from ragtriage.triage.passing import PassWhen
from ragtriage.triage.seen import Seen

Make = Callable[..., Any]
MONTHLY = "Changes from annual to monthly billing take effect at the next renewal"
PRORATED = "Annual plans are not prorated when they are downgraded"


def ids(seen: Seen) -> list[str]:
    return [diagnosis.id for diagnosis in diagnose(seen)]


def only(seen: Seen, id_: str) -> Diagnosis:
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
    lost = replace(labelled, evidence=(Evidence((Quote("old/plans", MONTHLY), Quote("billing", "never said"))),))
    assert only(look(lost), "drift").reason == "Not in the snapshot: old/plans. No longer in the text of billing."


def test_no_drift_where_one_alternative_still_stands_or_only_the_dress_changed(case: Make, look: Make) -> None:
    either = replace(case(), evidence=(Evidence((Quote("gone", "x"), Quote("billing", MONTHLY))),))
    assert "drift" not in ids(look(either))
    assert "drift" not in ids(look(case(MONTHLY.upper().replace(" ", "\n"))))


def test_a_quarantined_case_is_told_what_else_is_wrong_with_it(case: Make, look: Make) -> None:
    seen = look(case("never said", MONTHLY), error=None)
    assert ids(seen) == ["drift", "not_retrieved"]
    assert only(seen, "not_retrieved").sentence.startswith("Evidence 2 was")
    assert ids(look(case("never said"), error="time-out")) == ["drift", "error"]


# --- not retrieved


def test_not_retrieved_names_the_rank_at_which_bm25_would_have_found_it(case: Make, passage: Make, look: Make) -> None:
    found = only(look(case(MONTHLY), [passage("calendar")] * 3, bm25=2), "not_retrieved")
    assert found.sentence == "Evidence 1 was not retrieved within 3 candidates."
    assert found.reason == "Plain BM25 finds the passage at rank 2: a lexical gap."
    assert found.try_.startswith("Hybrid search")
    assert found.cause == "retrieval"


def test_bm25_is_no_lexical_gap_where_it_looks_deeper_than_the_run(case: Make, passage: Make, look: Make) -> None:
    found = only(look(case(MONTHLY), [passage("calendar")] * 3, bm25=12), "not_retrieved")
    assert found.reason == "Plain BM25 finds the passage at rank 12: deeper than the run looks."
    assert found.try_ == "More candidates and a reranker; hybrid search."


def test_where_bm25_fails_too_the_fault_is_sought_in_words_chunks_and_ingestion(
    case: Make, passage: Make, look: Make
) -> None:
    found = only(look(case(MONTHLY), [passage("calendar")], depth=30), "not_retrieved")
    assert "BM25 does not find the passage within 30 either" in found.reason
    assert "ingested" in found.try_


def test_pieces_of_which_the_same_holds_are_told_together(case: Make, passage: Make, look: Make) -> None:
    found = only(look(case(MONTHLY, PRORATED), [passage("calendar")], bm25=1), "not_retrieved")
    assert found.sentence == "Evidence 1 and 2 were not retrieved within 1 candidate."


def test_no_candidates_at_all_is_said_so(case: Make, look: Make) -> None:
    found = only(look(case(MONTHLY), [], bm25=1), "not_retrieved")
    assert found.sentence == "Evidence 1 was not retrieved."
    assert found.reason == "No passage came back at all."


def test_a_filter_of_the_case_that_keeps_the_document_out_comes_before_bm25(
    case: Make, passage: Make, look: Make
) -> None:
    wrong = look(case(MONTHLY, filters={"product": "basic"}), [passage("calendar")], bm25=1)
    assert only(wrong, "not_retrieved").reason == (
        "Kept out by the case's own filters: billing (filter product: the case says basic, the document pro)."
    )
    right = look(case(MONTHLY, filters={"product": ("basic", "pro")}), [passage("calendar")], bm25=1)
    assert "BM25" in only(right, "not_retrieved").reason


def test_a_permission_keeps_out_as_a_filter_does_and_an_open_alternative_lets_in(
    case: Make, passage: Make, look: Make
) -> None:
    margin = Quote("secret", "Our margin is forty percent")
    barred = replace(case(user={"role": "customer"}), evidence=(Evidence((margin,)),))
    found = only(look(barred, [passage("calendar")], bm25=1), "not_retrieved")
    assert "secret (user role: the case says customer, the document staff)" in found.reason
    either = replace(barred, evidence=(Evidence((margin, Quote("billing", MONTHLY))),))
    assert "BM25" in only(look(either, [passage("calendar")], bm25=1), "not_retrieved").reason


def test_the_same_words_under_another_document_are_found_elsewhere(case: Make, passage: Make, look: Make) -> None:
    candidates = [passage("calendar"), Passage("mirror/billing", f"{MONTHLY}.")]
    found = only(look(case(MONTHLY), candidates, bm25=1), "not_retrieved")
    assert found.reason == "The same words came back under another document: mirror/billing at rank 2."
    assert "accept_duplicates" in found.try_
    accepting = look(case(MONTHLY), candidates, match=MatchSettings(accept_duplicates=True))
    assert accepting.judgement.state == "passed"


def test_a_quote_of_which_too_little_came_is_told_with_the_share(case: Make, look: Make) -> None:
    half = Passage("billing", MONTHLY[: len(MONTHLY) // 2], start=11, end=11 + len(MONTHLY) // 2)
    found = only(look(case(MONTHLY), [half], bm25=1), "not_retrieved")
    assert found.reason.startswith("Only 50% of the quote came back, at rank 1")
    assert "chunks" in found.try_


def test_not_retrieved_is_not_said_of_background_nor_of_what_is_in_the_prompt_all_the_same(
    case: Make, passage: Make, look: Make
) -> None:
    background = replace(case(), evidence=(Evidence((Quote("billing", MONTHLY, grade=1),)),))
    assert "not_retrieved" not in ids(look(background, [passage("calendar")], refused=True))
    parent = look(case(MONTHLY), [passage("calendar")], [passage("billing")], refused=True)
    assert ids(parent) == ["over_declined"]


def test_nothing_is_asked_of_the_retrieval_of_a_case_to_be_declined(case: Make, passage: Make, look: Make) -> None:
    decline = case(MONTHLY, answerable=False, unanswerable_because="not_permitted")
    assert ids(look(decline, [passage("calendar")] * 5)) == ["false_answer"]


# --- not in context


def test_not_in_context_names_the_rank_and_the_size_of_the_prompt(case: Make, passage: Make, look: Make) -> None:
    candidates = [passage("calendar"), passage("billing")]
    found = only(look(case(MONTHLY), candidates, candidates[:1]), "not_in_context")
    assert found.sentence == "Evidence 1 came at rank 2 and did not reach the prompt."
    assert found.reason == "1 passage went into the prompt."
    assert found.try_ == "A reranker, fusion, or a larger k."
    assert found.cause == "ranking"
    assert ids(look(case(MONTHLY), candidates)) == []


def test_a_passage_cut_off_before_the_quote_wants_room_and_no_reranker(case: Make, passage: Make, look: Make) -> None:
    text = passage("billing").text
    whole = passage("billing", chunk_id="billing#0", start=0, end=len(text))
    short = Passage("billing", text[:20], "billing#0", start=0, end=20)
    for order in ([short, passage("calendar")], [passage("calendar"), short]):
        found = only(look(case(MONTHLY), [whole, passage("calendar")], order), "not_in_context")
        assert found.reason == "Its passage was sent, cut off before the quote."
        assert found.try_.startswith("A larger context budget")


def test_another_chunk_at_the_same_place_is_not_the_passage_cut_off(case: Make, passage: Make, look: Make) -> None:
    whole = passage("billing", chunk_id="b-large", start=0)
    other = Passage("billing", "# Billing", "b-heading", start=0)
    late = [passage("calendar"), whole]
    assert only(look(case(MONTHLY), late, [other]), "not_in_context").reason == "1 passage went into the prompt."
    moved = Passage("billing", "# Billing", "b-large", start=2)
    assert "cut off" in only(look(case(MONTHLY), late, [moved]), "not_in_context").reason


def test_evidence_whose_parts_were_not_all_sent_is_a_matter_of_chunks(case: Make, look: Make) -> None:
    middle = 11 + len(MONTHLY) // 2
    first = Passage("billing", f"# Billing\n\n{MONTHLY}"[:middle], start=0, end=middle)
    rest = Passage("billing", f"{MONTHLY}. {PRORATED}"[middle - 11 :], start=middle, end=len(MONTHLY + PRORATED) + 13)
    found = only(look(case(MONTHLY), [first, rest], [first]), "not_in_context")
    assert found.reason.startswith("A chunk border cuts the quote, and not all of its parts were sent.")


def test_without_candidates_a_prompt_that_lacks_the_evidence_is_still_told(
    case: Make, passage: Make, look: Make
) -> None:
    found = only(look(case(MONTHLY), None, [passage("calendar")], bm25=3), "not_in_context")
    assert found.sentence == "Evidence 1 is not in the prompt."
    assert "no candidates" in found.reason and "BM25 finds the passage at rank 3" in found.reason
    assert found.cause == "retrieval"


def test_evidence_in_the_prompt_and_below_k_fails_only_where_k_is_asked_for(
    case: Make, passage: Make, look: Make
) -> None:
    candidates = [passage("calendar"), passage("billing")]
    at_k = PassWhen(evidence="all_at_k")
    found = only(look(case(MONTHLY), candidates, candidates[1:], k=1, pass_when=at_k), "not_in_context")
    assert found.sentence == "Evidence 1 came at rank 2, past the first 1."
    assert ids(look(case(MONTHLY), candidates, candidates[1:], k=1, refused=True)) == ["over_declined"]


# --- split and noise


def test_split_is_said_of_evidence_that_is_in_the_prompt_only_in_pieces(case: Make, passage: Make, look: Make) -> None:
    middle = 11 + len(MONTHLY) // 2
    first = Passage("billing", f"# Billing\n\n{MONTHLY}"[:middle], start=0, end=middle)
    rest = Passage("billing", f"{MONTHLY}. {PRORATED}"[middle - 11 :], start=middle, end=len(MONTHLY + PRORATED) + 13)
    found = only(look(case(MONTHLY), [first, rest], refused=True), "split")
    assert found.sentence == "Evidence 1 is in the prompt only in pieces."
    assert "place 2 completes it" in found.reason
    assert "split" not in ids(look(case(MONTHLY), [first, rest, passage("billing")], refused=True))
    assert "split" not in ids(look(case(MONTHLY), [passage("billing")], refused=True))


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
@settings(max_examples=300, deadline=None)
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
