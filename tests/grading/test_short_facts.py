"""Short facts are compared by code; what code cannot tell is left to the claims."""

import pytest

from ragtriage.grading.short_facts import same_fact
from ragtriage.metrics.model import Scored


def value(reference: str, answer: str) -> float | None:
    found = same_fact(reference, answer)
    return found.value if isinstance(found, Scored) else None


@pytest.mark.parametrize(
    ("reference", "answer"),
    [
        ("14 days", "You have two weeks to return it."),
        ("Within 14 days.", "14 days"),
        ("EUR 15", "It costs 15.00 € a month."),
        ("12 November 2026", "The deadline is 2026-11-12, at noon."),
        ("Port 8443", "It listens on port 8443."),
        ("up to five calendars", "You can connect 5 calendars."),
        ("15 %", "The fee is 15 percent."),
        ("Yes", "Yes, from the next renewal date."),
        ("No.", "No, you cannot."),
        ("Ja", "Ja, das geht."),
    ],
)
def test_the_same_fact(reference: str, answer: str) -> None:
    assert value(reference, answer) == 1.0


@pytest.mark.parametrize(
    ("reference", "answer"),
    [
        ("14 days", "You have 30 days."),
        ("EUR 15", "It costs 20 euros."),
        ("12 November 2026", "On 13 November 2026."),
        ("15 %", "The fee is 1.5 %."),
        ("Yes", "No, that is not possible."),
        ("No", "Yes."),
    ],
)
def test_another_fact(reference: str, answer: str) -> None:
    assert value(reference, answer) == 0.0


@pytest.mark.parametrize(
    ("reference", "answer"),
    [
        ("14 days", "14 days for the basic plan, 30 days for the pro plan."),
        ("14 days", "Soon."),
        ("Yes", "You may do so from the next renewal date."),
        ("up to five calendars", "At least five calendars."),
        ("Refunds are paid within 14 days of the request to the account owner.", "14 days"),
        ("The fee is 15 %. It is due at once.", "15 %"),
        ("Use the billing page", "Use the billing page"),
    ],
)
def test_what_code_cannot_tell(reference: str, answer: str) -> None:
    assert value(reference, answer) is None
