"""Where a quote stands: all places, whole words, told apart by what is around."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors.locate import QuotePlace, evidence_drift, find
from ragtriage.anchors.normalize import normalise
from ragtriage.cases.model import Evidence, Quote


def texts(quote: str, text: str, prefix: str = "", suffix: str = "") -> list[str]:
    return [text[place.start : place.end] for place in find(quote, text, prefix, suffix)]


def test_a_verbatim_quote_is_exact() -> None:
    assert find("take effect", "Changes take effect at renewal.") == [QuotePlace(8, 19, "exact")]


def test_a_quote_in_another_dress_is_normalized_and_its_raw_span_is_given() -> None:
    text = "Changes **take\n  effect** at renewal."
    [place] = find("changes take effect", text)
    assert (place.kind, text[place.start : place.end]) == ("normalized", "Changes **take\n  effect")


def test_marks_at_the_edge_of_a_quote_belong_to_it_where_they_stand() -> None:
    assert texts("**bold** text", "a **bold** text") == ["**bold** text"]
    assert find("**bold** text", "a **bold** text")[0].kind == "exact"


def test_all_places_are_given_never_the_first_of_several() -> None:
    assert len(find("at renewal", "at renewal; also at  renewal. At renewal")) == 3


def test_an_agreement_in_case_only_is_said() -> None:
    [place] = find("5 mW", "up to 5 MW")
    assert place.case_differs
    assert not find("5 MW", "up to 5  MW")[0].case_differs


@pytest.mark.parametrize("quote", ["", "   ", "\n", "`", "\u00ad"])
def test_an_empty_quote_stands_nowhere(quote: str) -> None:
    assert find(quote, "some ** text ` here") == []


def test_nothing_stands_in_an_empty_document() -> None:
    assert find("x", "") == []


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("Linus", "chinesLinuses"),
        ("linus", "Collinus"),
        ("max_size", "max_size_bytes"),
        ("4 days", "within 14 days"),
        ("4 days", "within 1.4 days"),
        ("costs 5", "costs 5.50"),
        ("1,000", "1,000,000"),
        ("fi", "ﬁnd"),
        ("x", "x\u0304 is the mean"),
        ("wait.", "wait…"),
        ("105", "10⁵"),
        ("मुक", "मुकि"),
    ],
)
def test_a_quote_never_begins_or_ends_inside_a_word_a_number_or_a_character(quote: str, text: str) -> None:
    assert find(quote, text) == []


def test_a_quote_may_begin_anywhere_in_a_script_without_spaces() -> None:
    assert texts("没有", "这里没有空格") == ["没有"]


def test_a_compound_broken_at_its_hyphen_is_found() -> None:
    assert texts("well-known name", "a well-\nknown name") == ["well-\nknown name"]
    assert texts("example", "an exam-\nple") == ["exam-\nple"]


def test_a_list_item_is_found_without_its_bullet() -> None:
    assert texts("* first of all", "- first of all") == ["first of all"]


TWICE = "For Team: fees are due at renewal unless waived. For Pro: fees are due at renewal without exception."


def test_a_prefix_tells_two_places_apart() -> None:
    assert [p.start for p in find("fees are due at renewal", TWICE, prefix="For Pro: ")] == [TWICE.rindex("fees")]


def test_a_suffix_in_another_dress_tells_two_places_apart() -> None:
    places = find("fees are due at renewal", TWICE, suffix="\n UNLESS  **waived**")
    assert [p.start for p in places] == [TWICE.index("fees")]


def test_all_places_whose_surroundings_agree_are_given() -> None:
    assert len(find("due", "fees due. fees due. dues due.", prefix="fees")) == 2


def test_when_no_surroundings_agree_all_places_are_given_and_marked() -> None:
    places = find("fees are due at renewal", TWICE, prefix="For Enterprise: ")
    assert len(places) == 2
    assert all(place.context_differs for place in places)


def test_a_prefix_longer_than_the_text_before_agrees_as_far_as_the_text_goes() -> None:
    assert find("due", "fees are due", prefix="A long way before: all fees are ") == [QuotePlace(9, 12, "exact")]


def test_a_quote_at_the_end_whose_suffix_is_missing_is_found_and_marked() -> None:
    assert find("are due", "fees are due", suffix=" at renewal") == [QuotePlace(5, 12, "exact", context_differs=True)]


WORDS = st.lists(
    st.sampled_from(["plan", "Fee", "ﬁne", "naïve", "14", "don't", "état", "Straße"]), min_size=1, max_size=5
)
DRESSED = st.sampled_from([" ", "  ", "\n", "\n\n", " \u200b", "\u00a0"])


@given(WORDS, DRESSED, DRESSED, st.sampled_from(["", "**", "_", "`", "“", "("]))
@settings(max_examples=120, deadline=None, derandomize=True)
def test_a_place_holds_the_words_of_the_quote(words: list[str], gap: str, other: str, mark: str) -> None:
    quote, text = gap.join(words), "before " + mark + other.join(words) + mark + " after"
    places = find(quote, text)
    assert places
    for place in places:
        assert normalise(text[place.start : place.end]).text.strip() == normalise(quote).text.strip()


def evidence(*quotes: Quote) -> Evidence:
    return Evidence(quotes)


DOCUMENTS = {"a": "Annual  plans are not prorated.", "b": "We do not prorate."}


@pytest.mark.parametrize(
    ("quotes", "state"),
    [
        ([Quote("b", "do not prorate")], "exact"),
        ([Quote("a", "Annual plans")], "normalized"),
        ([Quote("a", "Monthly plans")], "lost"),
        ([Quote("gone", "Annual plans")], "lost"),
        ([Quote("a", "Monthly plans"), Quote("a", "Annual plans")], "normalized"),
        ([Quote("a", "Annual plans"), Quote("b", "prorate")], "exact"),
        ([Quote("a", "Monthly plans"), Quote("gone", "x")], "lost"),
    ],
)
def test_evidence_is_lost_only_when_all_its_alternatives_are(quotes: list[Quote], state: str) -> None:
    assert evidence_drift(evidence(*quotes), DOCUMENTS.get).state == state


def test_what_is_lost_says_why() -> None:
    gone, changed = evidence_drift(evidence(Quote("gone", "x"), Quote("a", "Monthly")), DOCUMENTS.get).quotes
    assert gone.reason == "the document is not in the snapshot"
    assert changed.reason == "the document no longer holds these words"


def test_a_quote_deleted_while_a_look_alike_stands_is_lost() -> None:
    document = {"teams": "Team Beta may export."}
    assert evidence_drift(evidence(Quote("teams", "Team Alpha may export.")), document.get).state == "lost"
