from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.runs.model import Passage
from ragtriage.triage.nearness import SAME_QUESTION_FROM, content_words, look_alikes, near_duplicates

Make = Callable[..., Any]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("How do I restart the Pods?", {"restart", "pod"}),
        ("Wie starte ich die Pods?", {"starte", "pod"}),
        ("class Access bus", {"class", "access", "bus"}),
        ("Is the C API v1.2.3 stable", {"c", "api", "v1.2.3", "stable"}),
        ("STRASSE Straße", {"strasse"}),
        ("", set()),
        ("what is it", set()),
    ],
)
def test_content_words_say_what_a_text_is_about(text: str, words: set[str]) -> None:
    assert content_words(text) == words


def test_a_script_without_spaces_is_compared_by_its_characters() -> None:
    assert near_duplicates([("a", "如何退款到银行卡"), ("b", "如何退款到银行卡里"), ("c", "怎样升级我的套餐")]) == [
        ("a", "b", pytest.approx(8 / 9))
    ]


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


def test_questions_in_other_words_are_no_near_duplicates() -> None:
    questions = [
        ("a", "How can I create a secret with AWS credentials for a new bucket?"),
        ("b", "How do I create the secret with the AWS credentials of a new bucket?"),
        ("c", "How do I create a secret with Azure credentials for a new container?"),
        ("d", ""),
        ("e", ""),
    ]
    assert near_duplicates(questions) == [("a", "b", 1.0)]


_questions = st.lists(st.lists(st.sampled_from("alpha beta gamma delta epsilon zeta eta".split()), max_size=7))


@given(_questions)
@settings(max_examples=200, deadline=None)
def test_near_duplicates_are_exactly_those_that_comparing_all_pairs_finds(questions: list[list[str]]) -> None:
    named = [(f"q{n:03d}", " ".join(words)) for n, words in enumerate(questions)]
    sets = [(id_, content_words(text)) for id_, text in named]
    expected = [
        (one, other, len(a & b) / len(a | b))
        for n, (one, a) in enumerate(sets)
        for other, b in sets[n + 1 :]
        if a | b and len(a & b) / len(a | b) >= SAME_QUESTION_FROM
    ]
    assert near_duplicates(named) == sorted(expected)
