"""What a sentence affirms and denies, and what it names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.grading.reading import reading_of
from ragtriage.grading.words import one_word, opposing


def denied(text: str) -> set[str]:
    return {word.stem for word in reading_of(text).words if word.denied}


def affirmed(text: str) -> set[str]:
    return {word.stem for word in reading_of(text).words if not word.denied}


@pytest.mark.parametrize(
    "text",
    [
        "There is no fee.",
        "No fee applies.",
        "Fees: none",
        "| Fee | none |",
        "Fee (none)",
        "A fee is not charged.",
        "A fee isn't due.",
        "Switching is free of charge.",
        "Switching is free.",
        "You switch without a fee.",
        "The fee is waived.",
        "It never costs a fee.",
        "Es wird keine Gebühr erhoben.",
        "Die Gebühr entfällt.",
        "Der Wechsel ist kostenlos.",
        "sans frais",
        "No hay coste.",
    ],
)
def test_the_fee_is_denied(text: str) -> None:
    assert "fee" in denied(text) - affirmed(text)


@pytest.mark.parametrize(
    "text",
    [
        "A fee applies.",
        "You pay the fee no later than Monday.",
        "The fee is not only high.",
        "A fee applies, whether or not you switch.",
        "The plan is not old, but a fee applies.",
        "The old plan is not sold and a fee is charged.",
        "Es fällt eine Gebühr an.",
    ],
)
def test_the_fee_is_affirmed(text: str) -> None:
    assert "fee" in affirmed(text) - denied(text)


def test_no_reaches_to_the_next_preposition_only() -> None:
    seen = reading_of("There is no fee for early cancellation.")
    assert {word.stem: word.strongly for word in seen.words}["fee"]
    assert affirmed("There is no fee for early cancellation.") >= {"earl", "cancel"}


def test_names_are_capitals_within_a_sentence_and_mixed_words() -> None:
    names = {word.text for word in reading_of("Owners of Acme Pro set max_size on plan B.").words if word.name}
    assert names == {"acme", "pro", "max_size", "b"}
    assert not [word for word in reading_of("Die Kündigung und der Vertrag sind bindend.").words if word.name]


def test_where_something_comes_from_and_goes_to() -> None:
    roles = {word.text: word.role for word in reading_of("Move from a monthly plan to the annual plan.").words}
    assert (roles["monthly"], roles["annual"], roles["move"]) == ("from", "to", "")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cancellation", "cancelled"), ("refunds", "refund"), ("policies", "policy"), ("proration", "prorated"),
        ("connect", "connected"), ("applies", "apply"), ("gebühren", "gebühr"), ("kündigung", "kündigungen"),
        ("charges", "fee"),
    ],
)  # fmt: skip
def test_one_word_inflected(one: str, other: str) -> None:
    assert one_word(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("contract", "contrary"),
        ("internal", "international"),
        ("plan", "planet"),
        ("port", "import"),
        ("http", "https"),
        ("may", "main"),
    ],
)
def test_words_that_only_begin_alike_are_two(one: str, other: str) -> None:
    assert not one_word(one, other)


@pytest.mark.parametrize(
    ("one", "other", "is_opposite"),
    [
        ("enabled", "disabled", True), ("valid", "invalid", True), ("supported", "unsupported", True),
        ("required", "optional", True), ("allowed", "prohibited", True), ("before", "after", True),
        ("active", "inactive", True), ("side", "inside", False), ("come", "income", False), ("form", "inform", False),
        ("plan", "fee", False),
    ],
)  # fmt: skip
def test_opposites(one: str, other: str, is_opposite: bool) -> None:
    assert opposing(one, other) is is_opposite
    assert opposing(other, one) is is_opposite


@given(st.text(max_size=120))
def test_any_text_can_be_read(text: str) -> None:
    seen = reading_of(text)
    assert (seen.start, seen.end) == (0, len(text))
    assert seen.weight >= 0
