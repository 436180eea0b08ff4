"""Passages that look like the evidence and are not."""

from collections.abc import Callable
from typing import Any

from ragtriage.runs.model import Passage
from ragtriage.triage.nearness import look_alikes

Make = Callable[..., Any]


def test_a_look_alike_holds_most_words_of_a_quote_and_no_evidence(case: Make) -> None:
    labelled = case("Refunds take five working days in Germany")
    alike = Passage("kb/france", "In France refunds take five working days.")
    found = look_alikes(labelled, [Passage("kb/x", "Something else"), alike], [False, False])
    assert [(one.place, one.doc_id, one.evidence, one.shared, one.words) for one in found] == [
        (2, "kb/france", 1, 5, 6)
    ]
    assert look_alikes(labelled, [alike], [True]) == []
    assert look_alikes(labelled, [Passage("kb/y", "Refunds take a while")], [False]) == []


def test_a_quote_of_two_words_is_in_any_passage_and_names_no_look_alike(case: Make) -> None:
    assert look_alikes(case("five calendars"), [Passage("x", "Five apps, ten calendars")], [False]) == []


def test_of_several_pieces_the_one_most_alike_is_named(case: Make) -> None:
    labelled = case("Refunds take five working days", "Annual plans renew each March")
    [found] = look_alikes(labelled, [Passage("x", "Annual plans renew each May; refunds take days.")], [False])
    assert found.evidence == 2
