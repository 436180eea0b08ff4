"""A quote stands in its document, and its place can be told; an id reads as its question."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors.locate import find
from ragtriage.authoring import quoting
from ragtriage.authoring.naming import case_id_for
from ragtriage.authoring.quoting import confirmed, quote_of_span
from ragtriage.cases.ids import id_fault
from ragtriage.errors import UsageError

TEXT = "Plans renew in May.\n\nAnnual plans are *not* prorated.\nPlans renew in May. They end in June."


def test_a_quote_is_taken_as_it_stands_in_the_document() -> None:
    assert (
        confirmed("kb/plans:annual plans are not prorated", {"kb/plans": TEXT}, ["kb/plans"]).quote
        == "Annual plans are *not* prorated"
    )


def test_a_quote_that_stands_twice_gets_what_tells_its_place() -> None:
    quote = confirmed("kb/plans:Plans renew in May.", {"kb/plans": TEXT}, ["kb/plans"])
    assert quote.suffix.startswith("\n\nAnnual")


@pytest.mark.parametrize("given_", ["kb/plans:Plans are free", "kb/plan:Plans renew in May.", "nothing", "kb/plans:"])
def test_a_quote_that_stands_nowhere_is_refused(given_: str) -> None:
    with pytest.raises(UsageError):
        confirmed(given_, {"kb/plans": TEXT}, ["kb/plans"])


@settings(max_examples=80)
@given(st.text(max_size=200), st.sets(st.sampled_from(["pod", "node", "what"]), max_size=3))
def test_every_question_has_an_id_that_a_file_can_have(question: str, taken: set[str]) -> None:
    name = case_id_for(question, taken)
    assert id_fault(name) == "" and name not in taken
    assert case_id_for(question, taken) == name


def test_an_id_reads_as_the_question_and_is_stable_when_it_is_taken() -> None:
    question = "Can I move my annual plan to monthly billing?"
    assert case_id_for(question, ()) == "move-annual-plan-monthly-billing"
    again = case_id_for(question, {"Move-Annual-Plan-Monthly-Billing"})
    assert again.startswith("move-annual-plan-monthly-billing-") and len(again) == 37
    assert case_id_for("Kann ich nicht kündigen?", ()) == "nicht-kundigen"


WORDS = st.lists(st.sampled_from(["pay", "plans", "renew", "*not*", "in", "May.", "\n\n", "4.5", "a"]), max_size=30)


@settings(max_examples=150, deadline=None)
@given(WORDS, st.data())
def test_a_marked_place_is_found_again_by_its_quote(words: list[str], data: st.DataObject) -> None:
    """Where prefix and suffix can tell at all: the words around are not the same everywhere."""
    text = "Head. " + " ".join(words) + " tail end"
    starts = [at for at in range(len(text)) if (at == 0 or text[at - 1] == " ") and text[at].isalpha()]
    start = data.draw(st.sampled_from(starts))
    end = text.find(" ", start)
    end = len(text) if end < 0 else end
    quote = quote_of_span("kb", text, start, end)
    assert quote.quote == text[start:end].strip()
    places = find(quote.quote, text, quote.prefix, quote.suffix)
    if places:
        assert any(place.start <= start < place.end for place in places)
    if len(places) == 1:
        assert places[0].start <= start


def test_blanks_at_the_edges_are_no_part_of_a_quote_and_nothing_is_no_quote() -> None:
    assert quote_of_span("kb", "One two.  Three.", 3, 10).quote == "two."
    for start, end in ((3, 4), (5, 5), (40, 50)):
        with pytest.raises(UsageError):
            quote_of_span("kb", "One two.  Three.", start, end)


def test_prefix_and_suffix_are_no_longer_than_needed() -> None:
    text = "Basic: it renews yearly. " + "Much is said of it. " * 10 + "Pro: it renews yearly. The end."
    first = text.index("it renews")
    assert len(quote_of_span("kb", text, first, first + 9).prefix) <= 16
    assert quote_of_span("kb", text, text.index("Basic"), text.index("Basic") + 5).prefix == ""


def test_a_word_of_which_a_large_document_is_full_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for its surroundings anew for each width froze the screen for most of a minute."""
    text = " ".join(f"Seat {number} is taken." for number in range(3_000))
    looked = []
    monkeypatch.setattr(quoting, "find_quoted", lambda *of: looked.append(of) or find(*of))
    start = text.rindex("taken")
    quote = quote_of_span("kb", text, start, start + 5)
    assert len(looked) == 1
    assert [place.start for place in find(quote.quote, text, quote.prefix, quote.suffix)] == [start]
