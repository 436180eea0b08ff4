"""A text is read once, and a claim is held against few of its sentences: the right ones."""

import pytest

from ragtriage.grading import lexical
from ragtriage.grading.comparison import ClaimMatch, held_against
from ragtriage.grading.lexical import LexicalGrader
from ragtriage.grading.read_texts import LOOKED_AT, ReadText
from ragtriage.grading.reading import Reading, reading_of

GRADER = LexicalGrader()
NOUNS = ("plan", "seat", "token", "cluster", "invoice", "calendar", "webhook", "policy")


def manual(sentences: int) -> str:
    """Sentences that are alike but for a few words."""
    return " ".join(
        f"The {NOUNS[n % 8]} of the {NOUNS[n // 8 % 8]} allows {n} requests a day." for n in range(sentences)
    )


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[Reading]:
    """The sentences that claims were held against."""
    seen: list[Reading] = []

    def counting(claim: Reading, sentence: Reading) -> ClaimMatch:
        seen.append(sentence)
        return held_against(claim, sentence)

    monkeypatch.setattr(lexical, "held_against", counting)
    return seen


def test_a_long_passage_costs_each_claim_no_more_than_a_short_one(compared: list[Reading]) -> None:
    claim = GRADER.claims("The token of the invoice permits nothing at all.")
    counts = []
    for size in (64, 640):
        compared.clear()
        GRADER.judge(claim, [manual(size)])
        counts.append(len(compared))
    assert 0 < counts[1] <= counts[0] * 1.5
    assert counts[1] <= 3 * LOOKED_AT + 2


@pytest.mark.parametrize("number", [0, 17, 333, 639])
def test_among_hundreds_of_sentences_that_are_alike_the_right_one_decides(number: int) -> None:
    text = f"{manual(640)} The quota of the archive is 7 files. Nothing else is said."
    claims = GRADER.claims(f"The {NOUNS[number % 8]} of the {NOUNS[number // 8 % 8]} allows {number} requests a day.")
    assert GRADER.judge(claims, [text])[0].mark == "supported"
    assert GRADER.judge(GRADER.claims("The archive's quota is 9 files."), [text])[0].mark == "contradicted"


def test_the_likely_sentences_are_those_that_share_most_in_their_order() -> None:
    text = ReadText("A seat costs more. The plan is old. The old plan has a seat. Nobody knows.")
    assert text.likely(reading_of("The old plan has one seat.")) == [0, 1, 2]
    assert text.likely(reading_of("Somebody asks.")) == []


def test_a_claim_of_an_amount_alone_looks_at_amounts() -> None:
    text = ReadText("A seat is here. It is 5 EUR. Nobody knows.")
    assert text.likely(reading_of("It is 5 EUR.")) == [1]


def test_an_empty_text_has_nothing() -> None:
    text = ReadText("")
    assert (text.sentences, text.likely(reading_of("A plan.")), text.whole.words) == ((), [], ())
