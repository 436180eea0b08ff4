"""Was a question copied from the document that answers it?

Such a question is found by any search: it measures nothing. Users have not read the document; they use other words.
"""

import re
from functools import lru_cache

COPIED_RUN = 8
"""Words in a row that a question may not share with its document."""
COPIED_SHARE = 0.6
"""Share of a question's runs of five words that may not stand in its document."""
_RUN = 5
_LEAST_RUNS = 2
"""A question of fewer runs is short: “how do I drain a node” is asked so by everyone."""
_WORD = re.compile(r"\w+")
_SHOWN = 12
_LOOKED_AT = 200
"""Words of a question at most: whole documents are asked, too, and a key must not wait for them."""


def copied(question: str, document: str) -> str:
    """The longest run of words that the question shares with the document, if it is copied from there; else empty."""
    words = _WORD.findall(question.casefold())[:_LOOKED_AT]
    if len(words) < _RUN + _LEAST_RUNS - 1:
        return ""
    there = _flat(document)
    runs = [_stands(words[at : at + _RUN], there) for at in range(len(words) - _RUN + 1)]
    if not any(runs):
        return ""
    start, end = _longest(words, there)
    if end - start < COPIED_RUN and sum(runs) < COPIED_SHARE * len(runs):
        return ""
    shown = " ".join(words[start : min(end, start + _SHOWN)])
    return f"{shown} …" if end - start > _SHOWN else shown


def _longest(words: list[str], there: str) -> tuple[int, int]:
    """Start and end of the longest run of the question's words that stands in the document in one piece."""
    best = (0, 0)
    end = 0  # where a run stands that begins here, so does one that begins a word later: it never goes back
    for start in range(len(words)):
        end = max(end, start)
        while end < len(words) and _stands(words[start : end + 1], there):
            end += 1
        if end - start > best[1] - best[0]:
            best = start, end
    return best


def _stands(words: list[str], there: str) -> bool:
    return f" {' '.join(words)} " in there


@lru_cache(maxsize=4)
def _flat(document: str) -> str:
    """A document's words with single spaces between and around them."""
    return f" {' '.join(_WORD.findall(document.casefold()))} "
