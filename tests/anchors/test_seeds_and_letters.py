"""The coarse form and the scan: offsets lead back, equal texts stay equal, no run of 17 letters is missed."""

import unicodedata

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors.haystack import end_to_end
from ragtriage.anchors.letters import letters, letters_with_places
from ragtriage.anchors.normalize import normalise, plain_for
from ragtriage.anchors.pages import furniture
from ragtriage.anchors.seeds import LONG, SHORT, Meetings, all_grams, gram_table, scan, votes
from ragtriage.anchors.window import Window

TEXTS = st.text(
    st.characters(codec="utf-32")
    | st.sampled_from("aàßﬁ№½⁵ÅİςΣ漢か\u3099가\u1100\u1161\u11a8 \n\u00ad*_`-‐“”")
    | st.sampled_from("abc. "),
    max_size=60,
)


@given(TEXTS)
@settings(max_examples=150, derandomize=True)
def test_every_letter_stands_where_its_place_says(text: str) -> None:
    codes, places = letters_with_places(text)
    assert np.array_equal(codes, letters(text))
    assert len(codes) == len(places) and bool((np.diff(places) >= 0).all())
    for code, place in zip(codes.tolist(), places.tolist(), strict=True):
        piece = unicodedata.normalize("NFC", text[place : place + 3])
        assert code in letters(piece).tolist()


@given(TEXTS)
@settings(max_examples=150, derandomize=True)
def test_dress_does_not_touch_the_letters(text: str) -> None:
    assert np.array_equal(letters(normalise(text).text), letters(text.replace("\x0c", "\n")))


def test_what_normalising_spells_out_has_those_letters() -> None:
    """℃ is °C and № is no, to whoever looks for it; else neither would be found for the other."""
    other = {
        char: plain
        for char, plain in plain_for(fold=True).items()
        if not np.array_equal(letters(char), letters(normalise(plain).text))
    }
    assert other == {}


@given(TEXTS, st.integers(0, 80), st.integers(0, 80))
@settings(max_examples=150, derandomize=True)
def test_a_covering_span_holds_what_it_covers(text: str, one: int, other: int) -> None:
    plain = normalise(text)
    start, end = sorted((one % (len(plain.text) + 1), other % (len(plain.text) + 1)))
    if start < end:
        first, last = plain.covering(start, end)
        assert 0 <= first <= last <= len(text)
        exact = plain.to_raw(start, end)
        assert exact is None or exact == (first, last)


@given(st.integers(0, 200), st.integers(17, 60), st.integers(0, 3))
@settings(max_examples=80, derandomize=True)
def test_a_run_of_seventeen_letters_is_always_met(before: int, size: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    quote = rng.integers(97, 123, size).astype(np.uint16)
    text = np.concatenate([rng.integers(200, 300, before), quote, rng.integers(200, 300, 50)]).astype(np.uint16)
    for length, stride in ((LONG, 6), (SHORT, 3)):
        table = gram_table([(0, quote)], length, stride)
        met = Meetings(table)
        met.add(*scan(text, table))
        found = votes(table, met, np.array([0]))
        assert before in found.diagonal.tolist()


def test_sampled_grams_are_the_grams_at_every_sixth_letter_across_pieces(monkeypatch) -> None:
    from ragtriage.anchors import seeds

    codes = np.random.default_rng(1).integers(97, 101, 1000).astype(np.uint16)
    every = all_grams(codes, LONG)
    table = gram_table([(0, codes)], LONG, 6)
    monkeypatch.setattr(seeds, "_PIECE", 120)
    at, gram = scan(codes, table)
    assert at.tolist() == list(range(0, len(every), 6))
    assert np.array_equal(table.hashes[gram], every[::6])


def test_no_gram_lies_in_two_documents() -> None:
    table = gram_table([(0, letters("that end here and be"))], LONG, 6)
    for more in range(6):
        joined = end_to_end([letters("x" * more + " the words that end"), letters("here and begin again")])
        assert len(scan(joined, table)[0]) == 0


def test_hangul_in_its_parts_has_the_letters_of_its_syllables() -> None:
    for text in ("한글을 씁니다", "가나다", "뷁"):
        assert np.array_equal(letters(unicodedata.normalize("NFD", text)), letters(text))


PAGE = "The title of it all — draft\n\nBody {word} goes on\nand {word} ends.\n\nPage {n} of 4\n"
NUMBERS = ("one", "two", "three", "four")


def test_furniture_is_what_repeats_at_the_edges_of_pages() -> None:
    text = "\x0c".join(PAGE.format(n=n, word=word) for n, word in enumerate(NUMBERS, 1))
    gaps = [text[slice(*gap)] for gap in furniture(text)]
    assert len(gaps) == 5
    assert all("Body" not in gap and "ends" not in gap for gap in gaps)
    assert gaps[1].split() == "Page 1 of 4 The title of it all — draft".split()


def test_lines_that_stand_once_are_no_furniture() -> None:
    assert furniture("one thing\n\x0canother thing\n\x0cand a third\n") == ()
    assert furniture("no pages at all") == ()


def test_a_window_reads_over_furniture_and_leads_back() -> None:
    text = "\x0c".join(PAGE.format(n=n, word=word) for n, word in enumerate(NUMBERS, 1))
    window = Window(text, 0, len(text))
    assert "draft" not in window.text and "page" not in window.text
    at = window.text.index("body three")
    assert text[slice(*window.to_raw(at, at + 10))] == "Body three"
