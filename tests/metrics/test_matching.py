"""Did a passage bring the evidence: by span, by text, in halves, or under another name."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cases.model import Evidence, Quote
from ragtriage.metrics.matching import (
    DocIdRules,
    EvidenceMatch,
    Located,
    MatchSettings,
    NearMiss,
    Ranked,
    match_all,
    match_evidence,
    relevant,
)
from ragtriage.runs.model import Passage

QUOTE = "Changes from annual to monthly take effect at renewal"
TEXT = f"Plans. {QUOTE}. Fees are separate. Export is possible at any time, from the settings page."
AT = TEXT.index(QUOTE)
DOCUMENTS = {"kb/plans": TEXT, "kb/copy": f"A copy: {QUOTE}.", "kb/other": "Nothing of the kind."}


def match(
    quote: Quote | Evidence,
    passages: Sequence[Passage],
    documents: Mapping[str, str] = DOCUMENTS,
    rules: DocIdRules | None = None,
    **settings: float | bool,
) -> EvidenceMatch:
    evidence = quote if isinstance(quote, Evidence) else Evidence((quote,))
    return match_evidence(evidence, passages, MatchSettings(**settings), rules or DocIdRules(), documents.get)  # type: ignore[arg-type]


def cut(start: int, end: int, doc_id: str = "kb/plans") -> Passage:
    return Passage(doc_id, DOCUMENTS[doc_id][start:end], start=start, end=end)


GOLD = Quote("kb/plans", QUOTE)


def test_a_passage_that_holds_the_quote_is_found_and_says_where() -> None:
    found = match(GOLD, [cut(AT + 60, AT + 90), cut(0, AT + len(QUOTE) + 3)])
    assert (found.rank, found.split, found.whole_rank, found.alternative) == (2, False, 2, 0)
    assert found.spans == {2: ((AT, AT + len(QUOTE)),)}
    assert found.holding == (2,)


def test_four_fifths_of_a_quote_are_enough_and_less_is_a_near_miss() -> None:
    quote = Quote("d", "a" * 100)
    document = {"d": "x " + "a" * 100 + " y"}
    eighty = Passage("d", document["d"][:82], start=0, end=82)
    less = Passage("d", document["d"][:81], start=0, end=81)
    assert match(quote, [eighty], document).rank == 1
    assert match(quote, [less], document).rank is None
    assert match(quote, [less], document).near_miss == NearMiss(rank=1, share=0.79, alternative=0)
    assert match(quote, [less], document).spans == {1: ((2, 81),)}
    assert match(quote, [eighty], document, overlap=0.81).rank is None


def test_a_quote_cut_by_a_chunk_border_is_found_and_marked_split() -> None:
    middle = AT + 25
    found = match(GOLD, [cut(0, middle), cut(60, 90), cut(middle, middle + 60)])
    assert (found.rank, found.split, found.whole_rank) == (3, True, None)
    assert found.split_within(3)
    assert not found.split_within(2)


def test_halves_count_for_nothing_when_joining_is_switched_off() -> None:
    middle = AT + 25
    found = match(GOLD, [cut(0, middle), cut(middle, middle + 60)], join_split=False)
    assert found.rank is None
    assert found.holding == ()
    assert found.near_miss is not None
    assert found.near_miss.rank == 2


def test_halves_of_two_documents_are_not_one_quote() -> None:
    at = DOCUMENTS["kb/copy"].index(QUOTE)
    found = match(GOLD, [cut(0, AT + 25), cut(at + 25, at + 60, "kb/copy")], accept_duplicates=True)
    assert found.rank is None


def test_halves_that_came_first_and_the_whole_later_are_both_remembered() -> None:
    middle = AT + 25
    found = match(GOLD, [cut(0, middle), cut(middle, middle + 60), cut(0, len(TEXT))])
    assert (found.rank, found.split, found.whole_rank) == (2, True, 3)
    assert found.holding == (1, 2, 3)
    assert found.split_within(2)
    assert not found.split_within(3)


def test_the_right_text_under_another_doc_id_is_elsewhere_and_counts_only_when_accepted() -> None:
    at = DOCUMENTS["kb/copy"].index(QUOTE)
    copy = cut(0, at + 55, "kb/copy")
    found = match(GOLD, [copy, cut(60, 90)])
    assert (found.rank, found.elsewhere, found.holding) == (None, (1,), ())
    assert found.spans == {1: ((at, at + len(QUOTE)),)}
    accepted = match(GOLD, [copy, cut(0, 90)], accept_duplicates=True)
    assert (accepted.rank, accepted.elsewhere, accepted.holding) == (1, (1,), (1, 2))


def test_another_passage_of_the_right_document_is_not_the_evidence() -> None:
    found = match(GOLD, [cut(AT + len(QUOTE), len(TEXT))])
    assert (found.rank, found.near_miss, found.spans) == (None, None, {})


def test_without_offsets_the_text_decides() -> None:
    found = match(
        GOLD, [Passage("kb/plans", "Heading\n\n…changes from\n annual to **monthly** take effect at renewal…")]
    )
    assert found.rank == 1
    assert match(GOLD, [Passage("kb/plans", "Changes from annual to monthly")], {}).rank is None


def test_what_is_found_by_likeness_says_so_and_counts_by_the_letters_that_are_there() -> None:
    reworded = TEXT.replace("monthly", "monthlx")
    found = match(GOLD, [Passage("kb/plans", reworded)])
    assert (found.rank, found.by) == (1, "likeness")
    assert found.likeness == pytest.approx(1 - 1 / len(QUOTE), abs=0.03)
    assert match(GOLD, [Passage("kb/plans", reworded)], overlap=1.0).rank is None
    plain = match(GOLD, [Passage("kb/plans", TEXT.replace(", ", "").replace(".", ""))], overlap=1.0)
    assert (plain.rank, plain.by, plain.likeness) == (1, "text", 1.0)


def test_a_passage_that_reads_otherwise_where_the_quote_stands_is_a_near_miss_by_likeness() -> None:
    other = TEXT.replace("annual to monthly take effect", "weekly and hourly start")
    found = match(GOLD, [Passage("kb/plans", f"{other} And more of it, which the document does not hold.")])
    assert found.rank is None
    assert found.near_miss is not None
    assert found.near_miss.by == "likeness"
    assert 0.2 < found.near_miss.share < 0.8


def test_halves_by_likeness_are_joined() -> None:
    middle = AT + 25
    text = TEXT.replace("Changes", "Chamges").replace("renewal", "remewal")
    found = match(GOLD, [Passage("kb/plans", text[:middle]), Passage("kb/plans", text[middle : middle + 60])])
    assert (found.rank, found.split, found.by) == (2, True, "likeness")
    assert 0.9 < found.likeness < 1.0


def test_under_another_id_the_same_letters_are_found_elsewhere() -> None:
    quote = Quote("kb/plans", "Fees, if any, are separate, and export is possible at any time")
    there = Passage("kb/copied", "As said: fees if any are separate and export is possible at any time")
    found = match(quote, [there], {"kb/plans": quote.quote})
    assert (found.rank, found.elsewhere) == (None, (1,))


def test_without_a_document_the_text_decides() -> None:
    passage = Passage("kb/plans", TEXT, start=0, end=len(TEXT))
    assert match(GOLD, [passage], {}).spans == {1: ((AT, AT + len(QUOTE)),)}


def test_two_quotes_that_share_their_first_forty_characters_are_told_apart() -> None:
    head = "The fee for changing from annual to monthly billing is "
    document = {"d": f"{head}ten euros in May. {head}waived for new customers."}
    quote = Quote("d", f"{head}waived for new customers")
    assert match(quote, [Passage("d", f"{head}ten euros in May.")], document).rank is None


def test_offsets_that_do_not_lead_to_the_text_are_not_believed() -> None:
    lying = Passage("kb/plans", "Fees are separate.", start=0, end=len(TEXT))
    assert match(GOLD, [lying]).rank is None
    shifted = Passage("kb/plans", f"Title: plans\n{QUOTE}.", start=3, end=20)
    assert match(GOLD, [shifted]).rank == 1


@pytest.mark.parametrize(("start", "end"), [(-5, 10), (10, 10), (20, 10), (0, 10**9)])
def test_offsets_beyond_the_document_are_no_offsets(start: int, end: int) -> None:
    assert match(GOLD, [Passage("kb/plans", f"{QUOTE}.", start=start, end=end)]).rank == 1


def test_halves_without_offsets_are_joined_where_their_text_stands_in_the_document() -> None:
    middle = AT + 25
    halves = [Passage("kb/plans", TEXT[:middle]), Passage("kb/plans", TEXT[middle : middle + 60])]
    found = match(GOLD, halves)
    assert (found.rank, found.split) == (2, True)
    assert found.spans == {1: ((AT, middle),), 2: ((0, AT + len(QUOTE) - middle),)}


def test_a_scrap_without_offsets_stands_anywhere_and_completes_nothing() -> None:
    scraps = [Passage("kb/plans", TEXT[at : at + 15]) for at in range(AT, AT + len(QUOTE), 15)]
    assert match(GOLD, scraps).rank is None


def test_a_quote_that_stands_several_times_is_found_at_any_of_them() -> None:
    document = {"d": "Fees are due. " * 3}
    quote = Quote("d", "Fees are due", prefix="no such words")
    assert match(quote, [Passage("d", document["d"][28:42], start=28, end=42)], document).rank == 1


def test_any_one_of_several_will_do_at_its_best_rank_and_highest_grade() -> None:
    either = Evidence((Quote("kb/plans", QUOTE, grade=1), Quote("kb/plans", "Fees are separate", grade=2)))
    fees = TEXT.index("Fees")
    found = match(either, [cut(fees, fees + 19), cut(0, AT + 60)])
    assert (found.rank, found.alternative, found.grade, found.required) == (1, 1, 2, True)
    assert found.holding == (1, 2)


def test_an_empty_quote_is_never_found() -> None:
    assert match(Quote("kb/plans", " "), [cut(0, 90)]).rank is None
    assert match(Quote("kb/plans", " "), [cut(0, 90)], overlap=0.0).rank is None


def test_a_near_miss_by_text_is_the_piece_at_the_border_of_a_chunk() -> None:
    found = match(GOLD, [Passage("kb/plans", "Intro. Changes from annual to monthly take")], {})
    assert found.near_miss is not None
    assert found.near_miss.share == pytest.approx(len("Changes from annual to monthly take") / len(QUOTE))
    assert found.spans == {1: ((7, 42),)}


@pytest.mark.parametrize(
    ("rules", "run_id", "corpus_id"),
    [
        (DocIdRules(), "a/b.md#x", "a/b.md#x"),
        (DocIdRules(drop_fragment=True), "a/b.md#x", "a/b.md"),
        (DocIdRules(strip_prefix=("s3://kb/", "file://")), "file://a/b", "a/b"),
        (DocIdRules(strip_suffix=(".md", ".txt"), drop_fragment=True), "a/b.txt#part", "a/b"),
        (DocIdRules(strip_prefix=("a/",), strip_suffix=(".md",)), "a/a/b.md.md", "a/b.md"),
        (DocIdRules(strip_suffix=(".md",)), ".md", ".md"),
        (DocIdRules(strip_prefix=("",)), "a", "a"),
    ],
)
def test_a_runs_doc_id_becomes_the_corpuss(rules: DocIdRules, run_id: str, corpus_id: str) -> None:
    assert rules.apply(run_id) == corpus_id


def test_doc_ids_agree_after_the_rules() -> None:
    passage = Passage("file://kb/plans.html#fees", TEXT)
    rules = DocIdRules(("file://",), (".html",), drop_fragment=True)
    assert match(GOLD, [passage], rules=rules).rank == 1
    assert match(GOLD, [passage]).elsewhere == (1,)


def test_a_half_is_relevant_only_where_the_other_half_is_there_too() -> None:
    middle = AT + 25
    passages = [cut(0, middle), cut(60, 90), cut(middle, middle + 60)]
    matches = match_all([Evidence((GOLD,))], passages, MatchSettings(), DocIdRules(), DOCUMENTS.get)
    assert relevant(matches, passages) == [True, False, True]
    assert relevant(matches, passages[:2]) == [False, False]
    assert Ranked(tuple(passages), matches).relevant(2) == [False, False]


SPANS = st.lists(st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 60)), max_size=8)


@given(SPANS, st.integers(0, 8))
@settings(max_examples=120, deadline=None, derandomize=True)
def test_more_passages_never_lose_what_fewer_had_found(spans: list[tuple[int, int]], k: int) -> None:
    passages = [cut(start, min(start + size, len(TEXT))) for start, size in spans]
    fewer, more = match(GOLD, passages[:k]), match(GOLD, passages)
    assert fewer.rank is None or more.rank == fewer.rank
    assert more.within(k) == (fewer.rank is not None)
    assert more.split_within(k) == fewer.split_within(None)


LONGER = st.lists(st.tuples(st.integers(0, len(TEXT) - 25), st.integers(25, 60)), max_size=8)


@given(LONGER)
@settings(max_examples=120, deadline=None, derandomize=True)
def test_without_offsets_no_less_is_found_in_passages_of_some_length(
    spans: list[tuple[int, int]],
) -> None:
    passages = [cut(start, min(start + size, len(TEXT))) for start, size in spans]
    bare = [Passage(passage.doc_id, passage.text) for passage in passages]
    told, located = match(GOLD, passages), match(GOLD, bare)
    assert told.rank is None or (located.rank is not None and located.rank <= told.rank)


class TestQuotesThatTheEngineFound:
    """Under another id or in other words, and yet no one need look: they count where they stand now."""

    NEW: Mapping[str, str] = {"kb/plans-2": "Plans. Moves from annual to monthly take effect on renewal. Fees apply."}
    WORDS = "Moves from annual to monthly take effect on renewal"

    def found(self, located: Located, passage: Passage, **settings: float) -> EvidenceMatch:
        return match_evidence(
            Evidence((GOLD,)), [passage], MatchSettings(**settings), DocIdRules(), self.NEW.get, {GOLD: located}
        )

    def test_other_words_under_a_new_id_are_found_by_span_and_by_text(self) -> None:
        text = self.NEW["kb/plans-2"]
        at = text.index(self.WORDS)
        located = Located("kb/plans-2", at, at + len(self.WORDS), likeness=0.9)
        assert self.found(located, Passage("kb/plans-2", text, start=0, end=len(text))).rank == 1
        assert self.found(located, Passage("kb/plans-2", f"Otherwise extracted: {self.WORDS}!")).rank == 1
        assert self.found(located, Passage("kb/plans", text)).rank is None

    def test_they_are_as_much_of_the_quote_as_they_are_like_it(self) -> None:
        text = self.NEW["kb/plans-2"]
        at = text.index(self.WORDS)
        located = Located("kb/plans-2", at, at + len(self.WORDS), likeness=0.9)
        whole = Passage("kb/plans-2", text, start=0, end=len(text))
        cut_off = Passage("kb/plans-2", text[: at + 44], start=0, end=at + 44)  # 44 of 51 characters, 0.86 of 0.9
        assert self.found(located, whole, overlap=1.0).rank is None
        assert self.found(located, cut_off, overlap=0.7).rank == 1
        assert self.found(located, cut_off, overlap=0.8).rank is None


def test_of_several_that_will_do_one_judged_irrelevant_will_not() -> None:
    either = Evidence((Quote("kb/plans", QUOTE, grade=0), Quote("kb/plans", "Fees are separate", grade=2)))
    found = match(either, [Passage("kb/plans", QUOTE)])
    assert (found.rank, found.grade) == (None, 2)
