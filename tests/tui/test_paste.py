"""What a terminal brackets as pasted is text, in whichever pieces it comes."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from textual import events

from ragtriage.tui.paste import END, ESCAPE_SHOWN, START, PasteFilter
from ragtriage.tui.terminal import SafePasteParser

HOSTILE = st.text(st.sampled_from("\x1b[]0123456789~;mMuAOP<?$yRI1axé\n\r\t\x07\x9b"), max_size=60)


def parsed(pieces):
    parser = SafePasteParser()
    return [message for piece in pieces for message in parser.feed(piece)]


def pieces(text, cuts):
    edges = [0, *sorted({cut % (len(text) + 1) for cut in cuts}), len(text)]
    return [text[start:end] for start, end in pairwise(edges) if start < end]


@given(HOSTILE.filter(lambda text: END not in text), st.lists(st.integers(0, 200), max_size=6))
def test_a_paste_is_one_paste_and_no_key(text, cuts):
    messages = parsed(pieces(f"{START}{text}{END}q", cuts))
    assert [type(one) for one in messages] == [events.Paste, events.Key]
    assert messages[0].text == text.replace("\x1b", ESCAPE_SHOWN)
    assert messages[1].key == "q"


@given(HOSTILE.filter(lambda text: START not in text), st.lists(st.integers(0, 200), max_size=6))
def test_outside_a_paste_nothing_is_changed(text, cuts):
    paste = PasteFilter()
    assert "".join(paste.filtered(piece) for piece in pieces(text, cuts)) == text


def test_keys_before_and_after_a_coloured_paste_are_keys():
    messages = parsed([f"j{START}log \x1b[31mERROR 404\x1b[0m 1{END}k\x1b[A"])
    assert [one.key for one in messages if isinstance(one, events.Key)] == ["j", "k", "up"]
    assert [one.text for one in messages if isinstance(one, events.Paste)] == ["log ␛[31mERROR 404␛[0m 1"]


def test_two_pastes_in_a_row_are_two():
    assert [one.text for one in parsed([f"{START}a\x1b{END}{START}\x1b[201b{END}"])] == ["a␛", "␛[201b"]
