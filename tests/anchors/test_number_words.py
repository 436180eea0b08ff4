"""A number in words and in digits is one number, and still something for a person to look at."""

import pytest

from ragtriage.anchors.guard import identical, word_changes
from ragtriage.anchors.reanchor import reanchor
from ragtriage.cases.model import Quote


def kinds(old: str, new: str) -> set[str]:
    assert not identical(old, new)
    return {kind for change in word_changes(old, new, 0, len(new)) for kind in change.kinds}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("You may bring two guests to the pool on Sundays.", "You may bring 2 guests to the pool on Sundays."),
        ("Tickets are valid for 12 months after purchase.", "Tickets are valid for twelve months after purchase."),
        ("It closes after twenty-one days without a visit.", "It closes after 21 days without a visit."),
        ("The third floor has lockers for everyone who swims.", "The 3rd floor has lockers for everyone who swims."),
        ("Die Karte gilt für zehn Besuche im Jahr.", "Die Karte gilt für 10 Besuche im Jahr."),
        ("La carte est valable pour trois visites par an.", "La carte est valable pour 3 visites par an."),
        ("La tarjeta vale para cinco visitas al mes.", "La tarjeta vale para 5 visitas al mes."),
        ("Forty lanes are open, and four are reserved.", "40 lanes are open, and 4 are reserved."),
    ],
)
def test_the_same_number_is_reworded_and_never_accepted_unseen(old: str, new: str) -> None:
    assert not kinds(old, new)
    frame = "# Pool\n\nIntroductory words.\n\n{}\n\nWords at the end.\n"
    assert not reanchor(Quote("pool", old), frame.format(new), frame.format(old)).accepted_unseen


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("You may bring two guests to the pool on Sundays.", "You may bring 3 guests to the pool on Sundays."),
        ("You may bring two guests to the pool on Sundays.", "You may bring 2 dogs to the pool on Sundays."),
        ("It closes after twenty-one days without a visit.", "It closes after 20 days without a visit."),
        ("It closes after twenty-one days without a visit.", "It closes after 201 days without a visit."),
        ("Forty lanes are open, and four are reserved.", "4 lanes are open, and 40 are reserved."),
        ("Two of the pools are heated to 30 degrees.", "2 of the pools are heated to thirteen degrees."),
    ],
)
def test_another_number_or_another_thing_is_another_meaning(old: str, new: str) -> None:
    assert "number" in kinds(old, new) or "name" in kinds(old, new)
