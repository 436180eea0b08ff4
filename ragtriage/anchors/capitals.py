"""Words that differ in capitals alone: another wording (git, Git), but where language or unit make them bear meaning.

A milliwatt is no megawatt, may is no month, and in a German sentence a capital makes a noun of a word (die weisen, die
Weisen; ihnen, Ihnen).
"""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from ragtriage.anchors.guard_words import CASE_MATTERS, UNITS

_UNIT_SYMBOL = re.compile(
    r"[pnµμmcdhkgt]?(?:w|wh|v|va|a|ah|hz|j|ev|pa|bar|b|bit|bps|l|g|m|s|n|k|c|f|t)|[kmgt]i?b(?:ps)?"
)
_GERMAN = frozenset(
    "der die das den dem des ein eine einen einem einer und ist sind wird nicht mit für auf von zu".split()
)
_SHARE = 6
"""One word of so many is a German little word, in German."""


def case_kinds(old: Sequence[str], new: Sequence[str], span: tuple[int, int, int, int]) -> set[Literal["unit", "name"]]:
    """What capitals that changed between words `a` to `b` of `old` and `c` to `d` of `new` may bear.

    Their first letter may change freely; that of a unit, of an abbreviation, of a word that has another meaning then,
    and of one within a German sentence may not, nor may capitals inside of a word.
    """
    a, b, c, d = span
    by_lower = {word.lower(): at for at, word in enumerate(new[c:d], c)}
    kinds: set[Literal["unit", "name"]] = set()
    for at in range(a, b):
        there = by_lower.get(old[at].lower(), -1)
        if there < 0 or new[there] == old[at]:
            continue
        if _is_unit(old, at):
            kinds.add("unit")
        elif _is_name(old, new, at, there):
            kinds.add("name")
    return kinds


def _is_name(old: Sequence[str], new: Sequence[str], at: int, there: int) -> bool:
    if old[at].lower() in CASE_MATTERS or old[at][1:] != new[there][1:]:
        return True
    return not (_opens(old, at) or _opens(new, there)) and _german((*old, *new))


def _is_unit(words: Sequence[str], at: int) -> bool:
    """Whether a word is the symbol of a unit, in which a capital is another prefix: mW, MW; Mb, MB."""
    word = words[at].lower()
    if word in UNITS and word in CASE_MATTERS:
        return True
    return at > 0 and words[at - 1][-1].isdecimal() and bool(_UNIT_SYMBOL.fullmatch(word))


def _opens(words: Sequence[str], at: int) -> bool:
    """Whether a word is the first of a sentence, item or quotation."""
    return at == 0 or not words[at - 1][-1].isalnum()


def _german(words: Iterable[str]) -> bool:
    lower = [word.lower() for word in words if word[:1].isalpha()]
    return sum(word in _GERMAN for word in lower) * _SHARE >= len(lower) > 0
