"""A sentence put beside a quote may take it back in words that no list has; one that was reworded does not."""

import pytest

from ragtriage.anchors.reanchor import reanchor
from ragtriage.cases.model import Quote

PATH = "# Canoes\n\nCanoes may stay on the lawn overnight."
OLD = f"{PATH} Each needs a tag at the bow. Ask the warden for tags.\n\nThe lawn is mown on Fridays.\n"
QUOTE = "Each needs a tag at the bow."


@pytest.mark.parametrize(
    "new",
    [
        OLD.replace(QUOTE, f"{QUOTE} That ended in 2021."),
        OLD.replace(QUOTE, f"What follows is a rumour. {QUOTE}"),
        OLD.replace(QUOTE, f"{QUOTE} Das galt bis Mai."),
        OLD.replace(QUOTE, f"{QUOTE}\n\nThat was so for one summer.\n\n"),
        OLD.replace(QUOTE, f"\n\n[^1]: Old custom. {QUOTE}\n\n"),
    ],
)
def test_what_was_put_beside_it_waits_for_a_person(new: str) -> None:
    anchor = reanchor(Quote("d", QUOTE), new, OLD)
    assert (anchor.state, anchor.accepted_unseen) == ("context_changed", False)
    assert "was added" in anchor.reason


def test_in_a_language_that_the_guard_has_no_words_of() -> None:
    old = "Mashua hukaa kwenye nyasi usiku. Kila moja inahitaji lebo mbele. Uliza mlinzi."
    new = old.replace("Uliza", "Hilo liliisha mwaka jana. Uliza")
    assert not reanchor(Quote("d", "Kila moja inahitaji lebo mbele."), new, old).accepted_unseen


@pytest.mark.parametrize(
    "new",
    [
        OLD.replace("Ask the warden for tags.", "Tags are with the warden."),
        OLD.replace("Ask the warden for tags.", "Ask the new warden for your tags."),
        OLD.replace(" Ask the warden for tags.", ""),
        OLD.replace("# Canoes\n\n", "# Canoes\n\nThe lake is wide.\n\n"),
        f"The lake is wide.\n{OLD}The lake is deep.",
        OLD.replace("Canoes may stay on the lawn overnight. ", "").replace("The lawn", "Canoes may stay. The lawn"),
    ],
)
def test_what_was_reworded_moved_or_put_further_away_is_none_of_it(new: str) -> None:
    assert reanchor(Quote("d", QUOTE), new, OLD).accepted_unseen


def test_a_new_item_beside_an_item_is_none_of_it() -> None:
    old = "Bring:\n\n- a rope of ten metres.\n- a lamp.\n"
    new = old.replace("- a lamp", "- a whistle on a cord.\n- a lamp")
    assert reanchor(Quote("d", "a rope of ten metres."), new, old).accepted_unseen
