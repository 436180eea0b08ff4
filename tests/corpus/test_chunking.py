"""Passages: every word in one, in order, with offsets that are true."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.corpus.chunking import LONGEST_WORD, Chunk, by_words, words_name

texts = st.text(st.sampled_from("ab .\n\t資料é\u0301👩\0\x1b"), max_size=300) | st.text(max_size=100)


@settings(max_examples=150, deadline=None)
@given(texts, st.integers(1, 30), st.data())
def test_every_word_is_in_a_passage_and_passages_come_in_order(text: str, words: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, words - 1))
    chunks = by_words(text, words, overlap)
    covered: set[int] = set()
    for chunk in chunks:
        passage = text[chunk.start : chunk.end]
        assert 0 <= chunk.start < chunk.end <= len(text)
        assert passage == passage.strip()
        covered.update(range(chunk.start, chunk.end))
    assert covered >= {place for place, char in enumerate(text) if not char.isspace()}
    for one, other in pairwise(chunks):
        assert one.start < other.start
        assert one.end < other.end
        assert overlap or one.end <= other.start


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(["word", "end.", "line\n", "para\n\n"]), max_size=200), st.integers(1, 40))
def test_a_passage_has_as_many_words_as_asked_or_up_to_a_tenth_more(pieces: list[str], words: int) -> None:
    chunks = by_words(" ".join(pieces), words)
    sizes = [len(" ".join(pieces)[chunk.start : chunk.end].split()) for chunk in chunks]
    assert sum(sizes) == len(pieces)
    assert all(words <= size <= words + words // 10 for size in sizes[:-1])
    assert not sizes or sizes[-1] <= words + words // 10


def test_passages_share_the_words_asked_for() -> None:
    text = " ".join(str(number) for number in range(12))
    passages = [text[chunk.start : chunk.end] for chunk in by_words(text, 5, 2)]
    assert passages == ["0 1 2 3 4", "3 4 5 6 7", "6 7 8 9 10", "9 10 11"]


def test_a_passage_ends_at_a_paragraph_a_line_or_a_sentence_that_is_near() -> None:
    words = [f"w{number}" for number in range(60)]
    for border, expected in (("w21\n\n", "w21"), ("w21\n", "w21"), ("w21.", "w21."), ("w25\n\n", "w19")):
        name = border.strip(".\n")
        text = " ".join(border if word == name else word for word in words)
        chunk = by_words(text, 20)[0]
        assert text[chunk.start : chunk.end].split()[-1] == (expected if name == "w21" else "w19")


def test_a_short_tail_joins_the_last_passage() -> None:
    assert by_words(" ".join("x" * 21), 20) == [Chunk(0, 41)]


def test_a_line_of_a_million_characters_is_cut_and_ideographs_count_as_words() -> None:
    assert max(chunk.end - chunk.start for chunk in by_words("x" * 1_000_000, 10)) <= 11 * LONGEST_WORD
    assert by_words("資" * 100, 50) == [Chunk(0, 50), Chunk(50, 100)]


def test_no_words_give_no_passages_and_a_window_that_cannot_move_is_refused() -> None:
    assert by_words("", 5) == by_words(" \n\t", 5) == []
    for words, overlap in ((0, 0), (5, 5), (5, -1)):
        with pytest.raises(ValueError, match="overlap"):
            by_words("a b", words, overlap)


def test_a_chunking_is_named_for_its_rule() -> None:
    assert re.fullmatch(r"words-\d+-\d+", words_name(150, 30))
    assert words_name(150, 30) == "words-150-30"
