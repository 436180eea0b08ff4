"""What a word is where it stands: a name, one that says what the sentence is about, where something comes from."""

import re
from collections.abc import Sequence

from ragtriage.anchors.guard import Token
from ragtriage.anchors.normalize import unspaced
from ragtriage.grading.denial import makes_bound
from ragtriage.grading.words import is_content, says_no

_FREE = frozenset(
    "kostenlos kostenfrei gebührenfrei gratis gratuit gratuite gratuito gratuita gratuitement complimentary"
    " kosteloos waived entfällt entfallen erlassen".split()
)
"""Words that say that there is no fee."""
_ROLES = {
    word: role
    for role, words in {
        "from": "from von vom aus depuis desde dal van",
        "to": "to into nach zu zum zur auf vers hacia",
    }.items()
    for word in words.split()
}
_COPULAS = frozenset("is are be was were for remains stays completely entirely always".split())
_IDENTIFIER = re.compile(r"_|[^\W\d_]\d|\d[^\W\d_]|[a-z][A-Z]|\A[A-Z]{2,}\Z")
_HIRAGANA = re.compile("[\u3041-\u309f]")
"""Japanese endings and particles: they say nothing of what a sentence is about."""
_BEFORE_CAPITALS = frozenset('.!?:|“"(•')


def from_or_to(lower: Sequence[str], at: int) -> str:
    """Whether a word is where something comes from or goes to, by the word before it, an article between."""
    for before in reversed(lower[max(0, at - 2) : at]):
        if before in _ROLES:
            return _ROLES[before]
        if is_content(before):
            break
    return ""


def says_something(found: Sequence[Token], lower: Sequence[str], at: int) -> bool:
    """Whether a word says what the sentence is about: not the “later” of “no later than”, but the A of “plan A”."""
    word = found[at].text
    if not (word[0].isalnum() or word[0] == "_"):
        return False
    if len(word) == 1 and word.isupper() and word != "I" and at:
        return True
    if unspaced.match(word):
        return not _HIRAGANA.match(word) and is_content(word)
    return _is_switched(lower, at) or (is_content(lower[at]) and not _is_of_bound(found, lower, at))


def _is_switched(lower: Sequence[str], at: int) -> bool:
    """Whether “on” is not a preposition but a state: “is on by default”."""
    if (
        lower[at] != "on"
        or not at
        or not lower[at - 1].startswith(("is", "are", "be", "turn", "switch", "stay", "remain"))
    ):
        return False
    after = lower[at + 1 : at + 2]
    return not after or after[0] in ("by", "and", "if", "when", "unless", "for") or not after[0][0].isalnum()


def _is_of_bound(found: Sequence[Token], lower: Sequence[str], at: int) -> bool:
    """Whether a word only makes a bound or a negation: no later than 5, more than 5, no longer."""
    if at and says_no(lower[at - 1]) and (lower[at] == "longer" or makes_bound(lower, at - 1)):
        return True
    than = lower[at + 1 : at + 2] in (["than"], ["als"]) and at + 2 < len(found)
    return than and found[at + 2].text[0].isdecimal()


def names_something(found: Sequence[Token], at: int, *, capitals: bool) -> bool:
    word = found[at].text
    if unspaced.match(word):
        return False
    if _IDENTIFIER.search(word):
        return True
    return capitals and at > 0 and word[0].isupper() and found[at - 1].text not in _BEFORE_CAPITALS


def says_free(lower: Sequence[str], at: int) -> bool:
    if lower[at] in _FREE:
        return True
    if lower[at] != "free":
        return False
    after = lower[at + 1 : at + 3]
    if after in (["of", "charge"], ["of", "cost"], ["of", "charges"]):
        return True
    before = lower[at - 1].removesuffix("n't").removesuffix("n’t") if at else ""
    before = lower[at - 2] if before == "not" and at > 1 else before
    ends = not after or not (after[0][0].isalpha() or after[0] == "-")
    return before in _COPULAS and (ends or after[0] in ("for", "and", "on", "in", "with"))
