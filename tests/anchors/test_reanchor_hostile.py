"""Texts that nobody wrote: bounded work, no exception, no wrong trust.

Work is counted, not timed, as machines are shared: calls of functions (Python's and C's) and characters laid side by
side. Twice the text may take little more than twice of either.
"""

import random
import sys
from collections.abc import Callable
from types import FrameType

import pytest

from ragtriage.anchors import fit
from ragtriage.anchors.anchor import Anchor
from ragtriage.anchors.reanchor import reanchor, reanchor_all
from ragtriage.cases.model import Quote

RNG = random.Random(7)
WORDS = ["".join(RNG.choices("abcdefghijklmnop", k=RNG.randint(2, 9))) for _ in range(2000)]
LINE = " ".join(RNG.choices(WORDS, k=170_000))[:1_000_000]
SENTENCE = "The fee is charged at the end of every month. "
Case = Callable[[int], tuple[str, str]]
"""From a size, 1 or 2, the quote and the text."""


def line(size: int) -> str:
    return LINE[: 500_000 * size]


CASES: dict[str, tuple[Case, str]] = {
    "one line of a megabyte": (lambda n: (" ".join(LINE.split()[70_000:70_030]), line(n)), "exact"),
    "edited, in a line of a megabyte": (
        lambda n: (LINE[400_000:400_100] + "zzz" + LINE[400_110:400_200], line(n)),
        "meaning_changed",
    ),
    "nowhere in a megabyte": (lambda n: ("quite other things said which never stand anywhere", line(n)), "lost"),
    "five thousand characters": (lambda n: (" ".join(LINE.split()[60_000 : 60_000 + 425 * n]), LINE), "exact"),
    "longer than the text": (lambda n: ("x" * 2500 * n, "short"), "lost"),
    "three characters": (lambda n: ("fee", SENTENCE + "x. " * n), "exact"),
    "only marks": (lambda n: ("... --- !!! ???", "x ... --- !!! ??? y" + "." * n), "exact"),
    "only marks, gone": (lambda n: ("&&&&", "x" * n), "lost"),
    "a lone surrogate": (lambda n: ("lone \ud800 surrogate in here", "x lone \ud800 surrogate in here y"), "exact"),
    "a null": (lambda n: ("a\x00b c d e f g h", "x a\x00b c d e f g h"), "exact"),
    "fifty thousand accents": (lambda n: ("e" + "\u0301" * 25_000 * n, "e" + "\u0301" * 25_000 * n), "exact"),
    "a wall of stars": (
        lambda n: ("*" * 1500 * n + " word here is a text", "*" * 15_000 * n + " word here is a text"),
        "exact",
    ),
    "a sea of spaces": (
        lambda n: ("word here is a text now", "word" + " " * 500_000 * n + "here is a text now"),
        "normalized",
    ),
    "one letter": (lambda n: ("a" * 200, "a" * 150_000 * n), "lost"),
    "pages of one line": (lambda n: ("word here is a text now", "word here \x0c" * 2500 * n + "is a text now"), "lost"),
}


def counted(work: Callable[[], Anchor], monkeypatch: pytest.MonkeyPatch) -> tuple[Anchor, int, int]:
    """What `work` gives, the functions it called, and the characters it laid side by side."""
    calls = compared = 0
    score = fit._score

    def measured(quote: str, found: str, least: float) -> float:
        nonlocal compared
        compared += len(quote) + len(found)
        return score(quote, found, least)

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    monkeypatch.setattr(fit, "_score", measured)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        anchor = work()
    finally:
        sys.setprofile(before)
        monkeypatch.setattr(fit, "_score", score)
    return anchor, calls, compared


@pytest.mark.parametrize("name", CASES)
def test_a_strange_text_is_answered_with_work_that_grows_like_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made, state = CASES[name]
    reanchor(Quote("d", "fee"), SENTENCE)  # tables that are made once
    spent: list[tuple[int, int]] = []
    for size in (1, 2):
        quote, text = made(size)
        anchor, calls, compared = counted(lambda q=quote, t=text: reanchor(Quote("d", q), t), monkeypatch)
        assert anchor.state == state
        assert 0 <= anchor.start <= anchor.end <= len(text)
        spent.append((calls, compared))
    (calls, compared), (calls_of_two, compared_of_two) = spent
    assert calls_of_two <= 3 * calls + 5_000
    assert compared_of_two <= 3 * compared + 50_000


def test_one_sentence_three_hundred_thousand_times(monkeypatch: pytest.MonkeyPatch) -> None:
    text = SENTENCE * 300_000
    for quote, state in ((SENTENCE, "ambiguous"), (SENTENCE.replace("month", "week"), "ambiguous")):
        anchor, calls, compared = counted(lambda q=quote: reanchor(Quote("d", q), text), monkeypatch)
        assert anchor.state == state and not anchor.accepted_unseen and len(anchor.alternatives) <= 20
        assert calls < len(text) // 10 and compared < len(text)


def test_equal_quotes_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = SENTENCE * 3_000
    quotes = [Quote("d", SENTENCE)] * 2000
    _, one, _ = counted(lambda: reanchor_all(quotes[:1], {"d": text})[0], monkeypatch)
    many, calls, _ = counted(lambda: reanchor_all(quotes, {"d": text})[-1], monkeypatch)
    assert many.state == "ambiguous" and calls < one + 100 * len(quotes)
