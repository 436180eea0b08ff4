"""Texts that nobody wrote: bounded work, no exception, no wrong trust."""

import random
import time

import pytest

from ragtriage.anchors.reanchor import reanchor, reanchor_all
from ragtriage.cases.model import Quote

RNG = random.Random(7)
WORDS = ["".join(RNG.choices("abcdefghijklmnop", k=RNG.randint(2, 9))) for _ in range(2000)]
LINE = " ".join(RNG.choices(WORDS, k=170_000))[:1_000_000]
SENTENCE = "The fee is charged at the end of every month. "
BOUND = 20.0
"""Seconds; the work takes well under two, but machines are shared."""

CASES: dict[str, tuple[str, str, str]] = {
    "one line of a megabyte": (" ".join(LINE.split()[70_000:70_030]), LINE, "exact"),
    "edited, in a line of a megabyte": (LINE[500_000:500_100] + "zzz" + LINE[500_110:500_200], LINE, "meaning_changed"),
    "nowhere in a megabyte": ("quite other things said which never stand anywhere", LINE, "lost"),
    "five thousand characters": (" ".join(LINE.split()[60_000:60_850]), LINE, "exact"),
    "longer than the text": ("x" * 5000, "short", "lost"),
    "three characters": ("fee", SENTENCE, "exact"),
    "only marks": ("... --- !!! ???", "x ... --- !!! ??? y", "exact"),
    "only marks, gone": ("&&&&", "x", "lost"),
    "a lone surrogate": ("lone \ud800 surrogate in here", "x lone \ud800 surrogate in here y", "exact"),
    "a null": ("a\x00b c d e f g h", "x a\x00b c d e f g h", "exact"),
    "fifty thousand accents": ("e" + "\u0301" * 50_000, "e" + "\u0301" * 50_000, "exact"),
    "a wall of stars": ("*" * 3000 + " word here is a text", "*" * 30_000 + " word here is a text", "exact"),
    "a sea of spaces": ("word here is a text now", "word" + " " * 1_000_000 + "here is a text now", "normalized"),
    "one letter": ("a" * 200, "a" * 300_000, "lost"),
    "pages of one line": ("word here is a text now", "word here \x0c" * 5000 + "is a text now", "lost"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_strange_text_is_answered_in_bounded_time(name: str) -> None:
    quote, text, state = CASES[name]
    begun = time.perf_counter()
    anchor = reanchor(Quote("d", quote), text)
    assert time.perf_counter() - begun < BOUND
    assert anchor.state == state
    assert 0 <= anchor.start <= anchor.end <= len(text)


def test_one_sentence_three_hundred_thousand_times() -> None:
    text = SENTENCE * 300_000
    begun = time.perf_counter()
    for quote, state in ((SENTENCE, "ambiguous"), (SENTENCE.replace("month", "week"), "ambiguous")):
        anchor = reanchor(Quote("d", quote), text)
        assert anchor.state == state and not anchor.accepted_unseen and len(anchor.alternatives) <= 20
    many = reanchor_all([Quote("d", SENTENCE)] * 2000, {"d": text})
    assert len(many) == 2000 and time.perf_counter() - begun < BOUND
