"""Texts of millions of characters: found by their grams is what a look through all of them finds."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors import letters as letters_module
from ragtriage.anchors import locate, verbatim
from ragtriage.anchors.anchor import Anchor
from ragtriage.anchors.letters import letters, letters_with_places
from ragtriage.anchors.long_texts import LongText, long_text
from ragtriage.anchors.occurrences import letter_positions
from ragtriage.anchors.reanchor import reanchor_all
from ragtriage.anchors.verbatim import read_through
from ragtriage.cases.model import Quote

FEE = "The fee of five euros is charged at the end of every month."
LINES = [
    f"Line {n} tells of the {n * 37 % 101}th harbour, its {n * 53 % 97} boats and nothing else." for n in range(4000)
]


@given(st.text("ab \n-é", min_size=200, max_size=600), st.data())
@settings(max_examples=40, deadline=None)
def test_every_place_is_found_as_if_all_were_read(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 60))
    words = text[start : start + data.draw(st.integers(1, 60))]
    assert [*LongText(text).starts(words)] == [*read_through(words, text)]
    wanted = letters(words)
    found = LongText(text).letter_positions(wanted)
    assert found is None or [*found] == [*letter_positions(letters(text), wanted)]


WORDS = st.sampled_from(
    "harbour master 5.0 50 déjà ﬁne Straße *bold* snake_case `code` R&amp;D <b>not</b> well- “so” — it's 한글".split()
)
GAPS = st.sampled_from([" ", "  ", "\n", "-\n", " \n\n", "\u00ad", "\x0cHead\n", " * ", "\u200b", "", "__"])
RUNNING = st.lists(st.tuples(WORDS, GAPS).map("".join), min_size=4, max_size=40).map("".join)


@given(RUNNING, st.data())
@settings(max_examples=150, derandomize=True, deadline=None)
def test_places_in_a_long_text_are_those_of_a_look_through_all_of_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : start + data.draw(st.integers(1, 120))]
    quote = data.draw(st.sampled_from([quote, " ".join(quote.split()), quote.upper(), quote.replace("-\n", "")]))
    for document in (text, 3 * text, 3 * f"{text}\n\x0cHead\n"):
        whole = locate.find(quote, document)
        with patch.object(locate, "LONG_TEXT", 0):
            assert locate.find(quote, document) == whole


def test_a_long_text_is_not_normalised_for_a_quote_that_stands_in_it_or_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(locate, "LONG_TEXT", 10_000)
    normalise, read = locate.normalise, []
    monkeypatch.setattr(locate, "normalise", lambda text, **how: read.append(len(text)) or normalise(text, **how))
    monkeypatch.setattr(
        locate, "normalised", lambda text, join="": read.append(len(text)) or normalise(text, join=join)
    )
    text = "\n".join([*LINES, FEE, *LINES])
    assert len(locate.find(FEE, text)) == 1 and len(locate.find(LINES[7].upper(), text)) == 2
    assert locate.find("Whoever paints the light-house wears two coats.", text) == []
    assert max(read) < 2_000 and sum(read) < 5_000


def test_a_wall_of_one_character_has_as_many_places_as_it_has() -> None:
    text = "-" * 900 + FEE + "-" * 900
    assert [*LongText(text).starts("-" * 40)] == [*read_through("-" * 40, text)]
    assert [*LongText(text).starts("")] == []


def test_the_letters_of_a_long_text_are_those_of_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "ﬁrst\x0cA running head 1\nbody " + "한글 déjà №5 " * 30
    text += "\x0cA running head 2\nmore\x0cA running head 3\nß"
    codes, places = letters_with_places(text)
    monkeypatch.setattr(letters_module, "_AT_ONCE", 7)
    assert len(text) > 14
    in_parts = letters_with_places(text)
    assert np.array_equal(in_parts[0], codes) and np.array_equal(in_parts[1], places)
    assert np.array_equal(letters(text), codes)


def essence(anchor: Anchor) -> tuple[object, ...]:
    if anchor.state == "lost":
        return ("lost",)  # how near the nearest came says nothing
    return anchor.state, anchor.start, anchor.end, anchor.score, anchor.accepted_unseen, anchor.diff, anchor.flags


def test_quotes_of_a_long_document_get_what_they_get_of_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verbatim, re-dressed, edited, repeated and lost ones, with and without the old document.

    Which look-alikes stand beside a place may differ: of rare grams alone, as here, more of the text is seen.
    """
    old = "\n".join([*LINES[:2000], FEE, *LINES[2000:], "Ask the desk on the second floor.", "-" * 500])
    new = "\n".join([*LINES[:2000], FEE, *LINES[2100:], "Ask the desk on the second floor. " * 2])
    quotes = [
        Quote("d", FEE),
        Quote("d", FEE.upper()),
        Quote("d", FEE.replace("five", "nine").replace(" ", "\n")),
        Quote("d", LINES[3000][:-14] + "much else."),
        Quote("d", "Whoever paints the lighthouse in winter wears two coats and a scarf."),
        Quote("d", "Ask the desk on the second floor."),
        Quote("d", "fee"),
    ]
    for past in (None, {"d": old}):
        short = [essence(one) for one in reanchor_all(quotes, {"d": new}, past)]
        with monkeypatch.context() as patch:
            for module in ("verbatim", "search", "occurrences", "in_text", "haystack"):
                patch.setattr(f"ragtriage.anchors.{module}.LONG_TEXT", 1000)
            assert [essence(one) for one in reanchor_all(quotes, {"d": new}, past)] == short


def test_two_long_texts_are_held_and_no_more() -> None:
    texts = [str(n) * verbatim.LONG_TEXT * 40 for n in range(3)]
    first = long_text(texts[0])
    assert long_text(texts[0]) is first
    long_text(texts[1]), long_text(texts[2])
    assert long_text(texts[0]) is not first
