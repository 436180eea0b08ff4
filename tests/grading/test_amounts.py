"""Numbers as what they count, however they are written."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.anchors.guard import tokens
from ragtriage.grading.amounts import Amount, amounts


def found(text: str) -> list[Amount]:
    return amounts(text, tokens(text))


def one(text: str) -> Amount:
    [amount] = found(text)
    return amount


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("15 %", "15 percent"),
        ("15%", "15.0 %"),
        ("14 days", "two weeks"),
        ("fourteen days", "14-day"),
        ("21 Tage", "twenty-one days"),
        ("90 minutes", "1.5 hours"),
        ("12 months", "a period of one year"),
        ("€1,000.00", "1.000 EUR"),
        ("1 000 EUR", "1000 euros"),
        ("$2 million", "2,000,000 dollars"),
        ("10k users", "10,000 users"),
        ("1 GB", "1000 MB"),
        ("12 November 2026", "2026-11-12"),
        ("November 12, 2026", "12.11.2026"),
        ("12. November 2026", "12th of November 2026"),
        ("May 5", "5 May 2027"),
        ("March 2026", "3 March 2026"),
        ("3/4/2026", "2026-04-03"),
        ("3/4/2026", "March 4, 2026"),
        ("version 4.0", "version 4"),
        ("a dozen eggs", "12 eggs"),
        ("drei Konten", "3 Konten"),
        ("5", "5 seats"),
    ],
)
def test_the_same_amount_in_another_dress(text: str, same: str) -> None:
    assert one(text).same(one(same))
    assert one(same).same(one(text))
    assert not one(text).clashes(one(same))


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("14 days", "30 days"),
        ("14 days", "14 hours"),
        ("5 days", "5 business days"),
        ("7 days", "one month"),
        ("10 EUR", "10 USD"),
        ("10 EUR", "10 cents"),
        ("100 MB", "100 GB"),
        ("100 Mb", "100 MB"),
        ("2.5 %", "25 %"),
        ("version 4.10", "version 4.1"),
        ("port 8080", "port 8443"),
        ("five calendars", "ten calendars"),
        ("12 November 2026", "13 November 2026"),
        ("March 2026", "April 2026"),
        ("9:00", "10:00"),
        ("max_connections to 50", "max_connections to 100"),
    ],
)
def test_another_amount_of_the_same_thing(text: str, other: str) -> None:
    assert one(text).clashes(one(other))
    assert one(other).clashes(one(text))


@pytest.mark.parametrize(
    ("text", "other"),
    [("five calendars", "three accounts"), ("14 days", "15 %"), ("30 days", "one month"), ("5 GB", "5 users")],
)
def test_numbers_of_other_things_do_not_clash(text: str, other: str) -> None:
    assert not one(text).clashes(one(other))


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 5 seats", "least"),
        ("more than 5 seats", "least"),
        ("5 seats or more", ""),
        ("5 or more", "least"),
        ("mindestens 5 Plätze", "least"),
        ("up to five seats", "most"),
        ("no more than 5 seats", "most"),
        ("no later than 14 days after", "most"),
        ("within 14 days", "most"),
        ("fewer than 5 seats", "most"),
        ("a maximum of 5 seats", "most"),
        ("höchstens 5 Plätze", "most"),
        ("exactly 5 seats", ""),
    ],
)
def test_a_bound_goes_with_its_number(text: str, bound: str) -> None:
    assert one(text).bound == bound


@pytest.mark.parametrize(
    "text", ["You may leave.", "Der Plan ist ein Geschenk.", "due at once", "the null value", "s3cret"]
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert found(text) == []


def test_one_is_a_number_only_softly() -> None:
    assert one("one of them").soft
    assert not one("two of them").soft


@given(st.text(max_size=80))
def test_any_text_has_amounts_within_it_and_in_order(text: str) -> None:
    all_of_it = found(text)
    assert all(amount.first < amount.last for amount in all_of_it)
    assert all(before.last <= after.first for before, after in pairwise(all_of_it))
    assert all(amount.same(amount) and not amount.clashes(amount) for amount in all_of_it)
