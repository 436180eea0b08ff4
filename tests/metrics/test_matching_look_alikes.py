"""Passages that read nearly as the quote and are another place: a list of rules that differ in their numbers alone."""

import pytest

from ragtriage.cases.model import Evidence, Quote
from ragtriage.metrics.matching import match_all
from ragtriage.metrics.rules import DocIdRules, MatchSettings
from ragtriage.runs.model import Passage


def rule(zone: int) -> str:
    return (
        f"Zone {zone}: parcels to zone {zone} arrive in {zone + 2} days and cost {zone * 3} euros, without insurance."
    )


RULES = "Rates.\n\n" + "\n\n".join(map(rule, range(1, 12)))
LAMP = "Step 1. Press the green button and wait for the lamp to go out."
DOCUMENTS = {
    "rates": RULES,
    "rates-2025": RULES.replace("arrive", "come"),
    "lamp": f"{LAMP}\n\nStep 2. Open the lid.\n\nStep 9. Press the green button and wait for the lamp to go on.\n",
}


def found(quote: str, passage: Passage) -> bool:
    evidence = [Evidence((Quote("lamp" if quote == LAMP else "rates", quote),))]
    [match] = match_all(evidence, [passage], MatchSettings(), DocIdRules(), DOCUMENTS.get)
    return match.rank is not None


@pytest.mark.parametrize("zone", range(1, 12))
@pytest.mark.parametrize(
    "alter", [str, lambda text: text.lower().replace(":", "").replace(",", "")], ids=["as is", "bare"]
)
def test_of_rules_that_differ_in_numbers_only_the_one_that_was_quoted_is_found(zone: int, alter) -> None:
    assert found(rule(5), Passage("rates", alter(rule(zone)))) is (zone == 5)


@pytest.mark.parametrize("text", [rule(6).replace("arrive", "arrlve").replace("cost", "c0st"), "Rates.", rule(5)[:40]])
def test_a_misspelt_neighbour_and_a_scrap_are_not_it(text: str) -> None:
    assert not found(rule(5), Passage("rates", text))


def test_the_same_rule_in_another_version_of_the_document_is_not_it() -> None:
    assert not found(rule(5), Passage("rates-2025", rule(5)))


@pytest.mark.parametrize(
    "text", ["Step 9. Press the green button and wait for the lamp to go on.", "wait for the lamp"]
)
def test_a_step_with_the_opposite_end_is_not_it(text: str) -> None:
    assert not found(LAMP, Passage("lamp", text))
    assert found(LAMP, Passage("lamp", LAMP.lower()))
