"""What the keys do to a selection of words in a document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.tui.picking import Picking, pieces

TEXT = "# Plans\n\nThe small plan has five seats. The large one has fifty.\n\nSeats are counted monthly, at noon."


def at(words: str, terms=()) -> Picking:
    start = TEXT.index(words)
    return Picking(TEXT, start, start + len(words), terms)


def said(picking: Picking) -> str:
    return TEXT[picking.start : picking.end]


def moved(picking: Picking, *moves: str) -> str:
    """After some keys, by their letters."""
    keys = {
        "j": lambda: picking.sentence(1), "k": lambda: picking.sentence(-1), "l": lambda: picking.word(1),
        "h": lambda: picking.word(-1), " ": picking.hold, ">": lambda: picking.edge("end", 1),
        "<": lambda: picking.edge("end", -1), "{": lambda: picking.edge("start", -1),
        "}": lambda: picking.edge("start", 1), "]": lambda: picking.sentence_with_words(1),
        "[": lambda: picking.sentence_with_words(-1),
    }  # fmt: skip
    for key in moves:
        keys[key]()
    return said(picking)


def test_a_place_without_words_is_the_sentence_there():
    assert said(Picking(TEXT, TEXT.index("fifty"))) == "The large one has fifty."
    assert said(Picking("")) == "" and Picking("").count == 0


@pytest.mark.parametrize(
    ("begun", "keys", "words"),
    [
        ("The small plan has five seats.", "j", "The large one has fifty."),
        ("The small plan has five seats.", "jk", "The small plan has five seats."),
        ("small plan", "k", "The small plan has five seats."),
        ("small plan", "j", "The large one has fifty."),
        ("The small plan has five seats.", "l", "The"),
        ("The small plan has five seats.", "ll", "small"),
        ("The small plan has five seats.", "h", "seats"),
        ("five", "h", "has"),
        ("five", " l", "five seats"),
        ("five", " ll", "five seats. The"),
        ("five", " llh", "five seats"),
        ("five", " llhhh", "has five"),
        ("five", " j", "five seats."),
        ("five", " jj", "five seats. The large one has fifty."),
        ("five", " jjk", "five seats."),
        ("five", " k", "The small plan has five"),
        ("five", " kl", "small plan has five"),
        ("five", " l j", "The large one has fifty."),
        ("five", ">", "five seats"),
        ("five seats", "<", "five"),
        ("five", "<", "five"),
        ("five", "{", "has five"),
        ("has five", "}", "five"),
        ("The large one has fifty.", "]", "Seats are counted monthly, at noon."),
        ("The large one has fifty.", "[", "The small plan has five seats."),
        ("Seats are counted monthly, at noon.", "]", "Seats are counted monthly, at noon."),
    ],
)
def test_keys(begun, keys, words):
    assert moved(at(begun, ["seats"]), *keys) == words


@given(st.text("ab .\n#-|é中", max_size=60), st.lists(st.sampled_from("jklh ><{}]["), max_size=30))
def test_no_key_leaves_the_text_or_turns_the_selection_round(text, keys):
    global TEXT
    before, TEXT = TEXT, text
    try:
        picking = Picking(text, words=["a"])
        moved(picking, *keys)
        assert 0 <= picking.start <= picking.end <= len(text)
        assert picking.start < picking.end or not picking.sentences
    finally:
        TEXT = before


def test_words_searched_for_are_marked_in_all_their_forms():
    parts = list(pieces("Exports are exported; an export, an expert.", ["exporting", "an"]))
    assert [part for part, hit in parts if hit] == ["Exports", "exported", "an", "export", "an"]
    assert "".join(part for part, _ in parts) == "Exports are exported; an export, an expert."
