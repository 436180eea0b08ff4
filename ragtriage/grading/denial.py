"""What a sentence denies: for each of its words, whether a negation reaches it.

By rules of thumb: “is not” and “cannot” deny their whole clause, “no” and “without” what follows them in it. “No later
than” denies nothing, and what stands alone after a colon or in the next cell (“Fee: none”) denies what stands before.
"""

import re
from collections.abc import Iterator, Sequence

from ragtriage.anchors.guard import Token
from ragtriage.anchors.guard_words import MODALS, NEGATIONS
from ragtriage.grading.words import is_content, says_no, without_elision

_VERBS = MODALS | frozenset(
    "is are was were be been being am has have had do does did ist sind war waren hat haben wurde wurden est sont es"
    " son está están é são è sono is zijn jest są applies apply contains supports includes offers".split()
)
"""Words by which a clause has a verb, and after which a “not” denies all of it."""
_HARD = frozenset((";", ":", "|", "—", "–", "(", ")", "。", "；", "：", "·")) | frozenset(
    "but unless except however while whereas although though because since if when whenever where without sans ohne"
    " außer sondern aber wenn weil sauf sin sem senza zonder bez".split()
)
"""What always begins another clause."""
_RELATIVE = frozenset("that which who whose".split())
"""What begins another clause where a verb follows: “no changes that may go in”."""
_SOFT = frozenset((",", "，", "、", "and", "or", "und", "oder", "et", "ou", "y", "e", "o"))
"""What begins another clause where the one before it has a verb."""
_FORWARD = frozenset(
    "no none neither nor without except unless nothing nobody kein keine keinen keiner keinem weder ohne außer aucun"
    " aucune sans sauf ni ningún ninguna ninguno sin salvo nem nenhum nenhuma sem senza nessun nessuna nessuno geen"
    " zonder bez nichts nulla nada niente нет без кроме not non".split()
)
"""Negations that deny what follows them; the others deny all of their clause."""
_PREPOSITIONS = frozenset(
    "for of on in at by from during via within after before under für bei von vom zum zur im am während pour pendant"
    " para por durante per durante voor".split()
)
"""Where “no fee for switching” ends to deny."""
_NOR = frozenset("nor noch ni né nem".split())
"""They go on denying where something was denied."""
_COMPARED = frozenset(
    "later more less fewer earlier sooner greater larger smaller higher lower only just matter doubt problem wonder"
    " mehr weniger später nur más menos plus moins solo".split()
)
"""After “no” or “not” they make a bound or a turn of phrase, no denial. “No longer” denies."""
_STANDS_ALONE = frozenset((":", "：", "|", "—", "–", "("))
_ASIAN = re.compile("नहीं|नही|ไม่|ない|ません|なく|않|없|아니|[不没沒無无未]|(?<!\\S)(?:안|못)(?!\\S)")
_ASIAN_NONE = re.compile("未来|未來|无论|無論|無料|不过|不過|不同|不仅|不僅|无线|無線")

AFFIRMED, WITH_CLAUSE, ITSELF = range(3)
"""How a token stands: affirmed, denied as all of its clause is, denied by a negation of its own."""


def denied_tokens(text: str, found: Sequence[Token]) -> list[int]:
    """For each token, whether the sentence denies it: 0 no, 1 with its clause, 2 itself."""
    lower = [without_elision(token.text.lower()) for token in found]
    out: list[int] = []
    before: tuple[int, int] | None = None
    for first, last in _clauses(lower):
        flags, said = _clause(text, found, lower, first, last)
        alone = any(says_no(word) for word in lower[first:last]) and not said
        if alone and before and lower[first] in _STANDS_ALONE:  # “Fee: none”
            for at in range(*before):
                out[at] = AFFIRMED if out[at] else ITSELF
        out += flags
        before = (first, last) if said else before
    return out


def clause_numbers(lower: Sequence[str]) -> list[int]:
    """Which clause of its sentence each token is in."""
    return [number for number, (first, last) in enumerate(_clauses(lower)) for _ in range(first, last)]


def _clauses(lower: Sequence[str]) -> Iterator[tuple[int, int]]:
    start, verb = 0, False
    for at, word in enumerate(lower):
        relative = word in _RELATIVE and lower[at + 1 : at + 2] != [] and lower[at + 1] in _VERBS
        if word in _HARD or relative or (verb and word in _SOFT):
            yield start, at
            start, verb = at, False
        verb = verb or word in _VERBS or word.endswith(("n't", "n’t"))
    yield start, len(lower)


def _clause(text: str, found: Sequence[Token], lower: Sequence[str], first: int, last: int) -> tuple[list[int], bool]:
    """How the tokens of a clause stand, and whether it says anything beside its negations."""
    all_of_it, forward = _by_letters(text, found[first:last]), False
    flags: list[bool] = []
    for at in range(first, last):
        forward = forward and lower[at] not in _PREPOSITIONS
        if says_no(lower[at]) and not makes_bound(lower, at):
            if _denies_what_follows(lower, first, at):
                forward = not forward or lower[at] in _NOR
            elif lower[at] != "ne":  # “ne … pas” is one
                all_of_it = not all_of_it
        flags.append(forward)
        if lower[at] == "free" and at - 2 >= first and lower[at - 1] == "-":  # “fee-free”
            flags[at - 2 - first] = not flags[at - 2 - first]
    if forward and not _says(lower[_last_no(lower, first, last) : last]):
        _deny_before(lower, first, last, flags)
    return [_standing_of(own=flag, clause=all_of_it) for flag in flags], _says(lower[first:last])


def _denies_what_follows(lower: Sequence[str], first: int, at: int) -> bool:
    """Whether a negation denies what follows it, and not all of its clause, as a “not” behind a verb does."""
    behind_verb = at > first and lower[at - 1] in _VERBS
    return lower[at] in _FORWARD and not (lower[at] == "not" and behind_verb)


def _says(lower: Sequence[str]) -> bool:
    return any(is_content(word) and word[0].isalnum() for word in lower)


def _last_no(lower: Sequence[str], first: int, last: int) -> int:
    return max((at + 1 for at in range(first, last) if says_no(lower[at])), default=last)


def _deny_before(lower: Sequence[str], first: int, last: int, flags: list[bool]) -> None:
    """“They cost nothing”: a negation that nothing follows denies the word before it."""
    for at in range(_last_no(lower, first, last) - 2, first - 1, -1):
        if is_content(lower[at]) and lower[at][0].isalnum():
            flags[at - first] = not flags[at - first]
            return


def _standing_of(*, own: bool, clause: bool) -> int:
    if own == clause:
        return AFFIRMED
    return ITSELF if own else WITH_CLAUSE


def makes_bound(lower: Sequence[str], at: int) -> bool:
    """Whether a negation makes a bound of what follows, or is one half of “whether or not”."""
    if lower[at] == "not" and lower[max(0, at - 2) : at][-1:] == ["or"]:
        return True
    return (
        lower[at] in ("no", "not", "nicht", "kein", "keine")
        and lower[at + 1 : at + 2] != []
        and (lower[at + 1] in _COMPARED)
    )


def _by_letters(text: str, found: Sequence[Token]) -> bool:
    """Whether a clause is denied by letters that are no word of their own: in scripts without spaces, and in Hindi."""
    if not found or all(token.text.isascii() for token in found):
        return False
    piece = _ASIAN_NONE.sub("", text[found[0].start : found[-1].end])
    single = sum(
        token.text in NEGATIONS and _ASIAN.fullmatch(token.text) is not None for token in found
    )  # each is counted as a word already
    return (len(_ASIAN.findall(piece)) - single) % 2 == 1
