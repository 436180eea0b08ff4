"""Which cases stand alone in what they ask for: where they fail, nothing else in the golden set would tell."""

from collections import Counter
from collections.abc import Iterable

from ragtriage.cases.listed import Summary

RARE_UNDER = 3
"""Active cases of an intent, or of a tag, from which it is no longer rare: of one or two, no rate can be told."""


def counts(summaries: Iterable[Summary]) -> tuple[Counter[str], Counter[str]]:
    """How many active cases each intent and each tag has."""
    return _counts(_alike(summaries))


def rare(summaries: Iterable[Summary]) -> frozenset[str]:
    """The active cases whose intent has fewer than RARE_UNDER of them; without an intent, all of whose tags have.

    A case with neither is not rare: nobody said what it is about.
    """
    every = list(summaries)
    alike = _alike(every)
    intents, tags = _counts(alike)
    few = {
        (intent, words)
        for intent, words in alike
        if (intents[intent] < RARE_UNDER if intent else words and all(tags[tag] < RARE_UNDER for tag in words))
    }
    if not few:
        return frozenset()
    return frozenset(one.id for one in every if one.status == "active" and (one.intent, one.tags) in few)


def _alike(summaries: Iterable[Summary]) -> Counter[tuple[str, tuple[str, ...]]]:
    """Active cases by intent and tags: thousands of cases, and few of these."""
    return Counter((one.intent, one.tags) for one in summaries if one.status == "active")


def _counts(alike: Counter[tuple[str, tuple[str, ...]]]) -> tuple[Counter[str], Counter[str]]:
    intents: Counter[str] = Counter()
    tags: Counter[str] = Counter()
    for (intent, words), cases in alike.items():
        if intent:
            intents[intent] += cases
        for tag in dict.fromkeys(words):
            tags[tag] += cases
    return intents, tags
