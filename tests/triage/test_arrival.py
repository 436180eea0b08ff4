"""Where evidence stops on its way into the prompt: each diagnosis, and a near case that has it not."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ragtriage.cases.model import Evidence, Quote
from ragtriage.metrics.matching import MatchSettings
from ragtriage.runs.model import Passage
from ragtriage.triage.diagnosis import diagnose
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


# --- split


def test_split_is_said_of_evidence_that_is_in_the_prompt_only_in_pieces(case: Make, passage: Make, look: Make) -> None:
    middle = 11 + len(MONTHLY) // 2
    first = Passage("billing", f"# Billing\n\n{MONTHLY}"[:middle], start=0, end=middle)
    rest = Passage("billing", f"{MONTHLY}. {PRORATED}"[middle - 11 :], start=middle, end=len(MONTHLY + PRORATED) + 13)
    found = only(look(case(MONTHLY), [first, rest], refused=True), "split")
    assert found.sentence == "Evidence 1 is in the prompt only in pieces."
    assert "place 2 completes it" in found.reason
    assert "split" not in ids(look(case(MONTHLY), [first, rest, passage("billing")], refused=True))
    assert "split" not in ids(look(case(MONTHLY), [passage("billing")], refused=True))
