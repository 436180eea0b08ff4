"""Which questions are the same: one rule, wherever it is asked."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.corpus.near_duplicates import SAME_QUESTION_FROM, Questions, likeness, near_duplicates
from ragtriage.corpus.terms import content_words
from ragtriage.intake.grouping import grouped
from ragtriage.intake.model import Complaint

LONG = "How do I rotate the ingress controller certificate on my {} cluster with a custom domain and a wildcard?"
OTHERS = [
    ("on OpenShift 4.15", "on OpenShift 4.16"), ("of IPv4", "of IPv6"), ("of three nodes", "of four nodes"),
    ("since March", "since April"), ("each Monday", "each Tuesday"), ("of Plan B", "of Plan C"),
    ("enabled", "disabled"), ("with a proxy", "without a proxy"), ("before an update", "after an update"),
    ("on a public", "on a private"), ("secured", "unsecured"), ("active", "inactive"), ("the first", "the last"),
    ("that is encrypted", "that is not encrypted"), ("that works", "that doesn't work"), ("2,000", "2,001"),
    ("inbound", "outbound"), ("employer", "employee"), ("v1.2", "v1.3"), ("annual", "monthly"),
]  # fmt: skip
"""A word of a long question, and the one that makes it another."""
GERMAN = "Wie kann ich den automatischen Versand der Rechnungen {} im Kundenportal meiner Firma ändern?"
OTHERS_IN_GERMAN = [
    ("aktivieren", "deaktivieren"), ("mit Anhang", "ohne Anhang"), ("vor Ablauf", "nach Ablauf"),
    ("am Montag", "am Dienstag"), ("im März", "im Mai 2026"), ("einschalten", "ausschalten"), ("für zwei", "für drei"),
]  # fmt: skip
SAME = [
    ("Wie kündige ich den Jahresvertrag vor Ablauf der Frist im Kundenportal?",
     "Wie kuendige ich den Jahresvertrag vor Ablauf der Frist im Kundenportal?"),
    ("Für welche Geräte gilt die verlängerte Garantie außerhalb Europas?",
     "Fuer welche Geraete gilt die verlaengerte Garantie ausserhalb Europas?"),
    ("Comment résilier mon abonnement annuel avant l'échéance prévue ?",
     "comment resilier mon abonnement annuel avant l'echeance prevue"),
    ("How do I rotate the kubelet certificates of my cluster?", "how do i rotaet the kubelet certificats of my clustr"),
    ("Can I get two invoices for one order in March?", "can I get 2 invoices for one order in march"),
    ("Why can't I log in with my company account?", "Why cannot I log in with my company account?"),
]  # fmt: skip


def called_the_same(one: str, other: str) -> set[bool]:
    """What each of those who ask says: the list of duplicates, the editor, the inbox."""
    asked = [("a", one), ("b", other)]
    inbox = grouped([Complaint(id="a", question=one), Complaint(id="b", question=other)], [])
    return {bool(near_duplicates(asked)), Questions(asked[:1]).nearest(other) is not None, len(inbox) == 1}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *((LONG.format(a), LONG.format(b)) for a, b in OTHERS),
        *((GERMAN.format(a), GERMAN.format(b)) for a, b in OTHERS_IN_GERMAN),
    ],
)
def test_one_word_that_asks_for_something_else_makes_another_question(one: str, other: str) -> None:
    assert called_the_same(one, other) == {False}


@pytest.mark.parametrize(("one", "other"), SAME)
def test_typos_order_and_marks_left_away_make_none(one: str, other: str) -> None:
    assert called_the_same(one, other) == {True}


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
    expected = [
        (one, other, found)
        for (one, a), (other, b) in combinations(named, 2)
        if (found := likeness(a, b)) >= SAME_QUESTION_FROM
    ]
    assert near_duplicates(named) == sorted(expected)
