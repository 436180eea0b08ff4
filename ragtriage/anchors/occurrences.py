"""All places whose letters are the quote's, and the raw span of each: never the first of several.

The same letters are not yet the same text (5.0 and 50): what kind of place it is, is read off the raw text.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ragtriage.anchors.guard import identical, whole
from ragtriage.anchors.letters import Codes, Places, letters_with_places
from ragtriage.anchors.long_texts import long_text
from ragtriage.anchors.normalize import normalise, unspaced
from ragtriage.anchors.pages import gaps_within
from ragtriage.anchors.seeds import Votes
from ragtriage.anchors.verbatim import LONG_TEXT
from ragtriage.anchors.window import with_emphasis

MOST = 2000
"""Places listed for one quote."""

Fidelity = Literal["exact", "normalized", "folded", "letters"]
"""Verbatim; the same tokens in another dress; so but for case and a list's bullet; the same letters only."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place that holds the quote's letters."""

    doc_id: str
    start: int
    end: int
    fidelity: Fidelity
    gaps: tuple[tuple[int, int], ...] = ()
    """Page furniture inside."""
    edge: bool = False
    """A word or number goes on beyond its edge: `can` of `can't`."""
    cut: bool = False
    """An edge is inside of a word, as it was where the quote was taken."""


@dataclass(frozen=True, slots=True)
class Needle:
    """A quote as it is looked for by its letters."""

    quote: str
    """Stripped."""
    codes: Codes
    head: str
    """What stands before its first letter."""
    tail: str


def needle(quote: str) -> Needle:
    """The quote's letters, and the marks around them."""
    quote = quote.strip()
    codes, places = letters_with_places(quote.replace("\x0c", "\n"))
    if not len(codes):
        return Needle(quote, codes, quote, "")
    return Needle(quote, codes, quote[: int(places[0])], quote[_past_marks(quote, int(places[-1]) + 1) :])


def letter_positions(within: Codes, wanted: Codes) -> Iterator[int]:
    """Every index at which `wanted` stands in `within`, overlapping ones left out."""
    if not len(wanted):
        return
    hay, pattern = within.tobytes(), wanted.tobytes()
    at = hay.find(pattern)
    while at >= 0:
        if at % 2:
            at = hay.find(pattern, at + 1)
            continue
        yield at // 2
        at = hay.find(pattern, at + len(pattern))


def positions_in(text: str, codes: Codes, wanted: Codes) -> Iterator[int]:
    """`letter_positions` in the letters of `text`, which are `codes`; a long text is not read through."""
    at = long_text(text).letter_positions(wanted) if len(text) >= LONG_TEXT else None
    return letter_positions(codes, wanted) if at is None else at


def within(codes: Codes, wanted: Codes) -> bool:
    """Whether `wanted` stands anywhere in `codes`."""
    return next(letter_positions(codes, wanted), None) is not None


def verified(
    votes: Votes, needles: Sequence[Codes], letters_of: Callable[[int], Codes], sizes: NDArray[np.int64]
) -> dict[int, list[tuple[int, int]]]:
    """Needle → (document, index of its first letter), for the voted places that hold all its letters.

    `letters_of` gives those of a document by its number, `sizes` how many they are. Document by document, and no
    document is asked for that cannot hold a needle: all documents are not in memory at once.
    """
    lengths = np.array([len(one) for one in needles], dtype=np.int64)
    size = lengths[votes.quote]
    fits = np.flatnonzero(votes.whole & (votes.diagonal >= 0) & (votes.diagonal + size <= sizes[votes.document]))
    fits = fits[np.argsort(votes.document[fits], kind="stable")]
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for document, group in groupby(fits.tolist(), key=lambda n: int(votes.document[n])):
        codes = letters_of(document)
        for n in group:
            quote, begin = int(votes.quote[n]), int(votes.diagonal[n])
            wanted = needles[quote]
            if len(found[quote]) < MOST and np.array_equal(codes[begin : begin + len(wanted)], wanted):
                found[quote].append((document, begin))
    return {quote: places for quote, places in found.items() if places}


def occurrence(wanted: Needle, doc_id: str, text: str, places: Places, first: int) -> Occurrence | None:
    """The raw place whose letters begin at index `first`; None where it would cut a word or a number."""
    start, end = int(places[first]), _past_marks(text, int(places[first + len(wanted.codes) - 1]) + 1)
    if not _bounded(text, start, end):
        return None
    start -= _reach(wanted.head, text[max(0, start - 60) : start][::-1], backwards=True)
    end += _reach(wanted.tail, text[end : end + 60], backwards=False)
    if text[start:end] != wanted.quote:
        start, end = with_emphasis(text, start, end)
    gaps = tuple(gap for gap in gaps_within(text, start, end) if start < gap[0] and gap[1] < end)
    found = text[start:end]
    for gap_start, gap_end in reversed(gaps):
        found = found[: gap_start - start] + "\n" + found[gap_end - start :]
    fidelity = _fidelity(wanted.quote, found)
    return Occurrence(doc_id, start, end, fidelity, gaps, edge=not whole(text, start, end))


_BULLET = re.compile(r"^\s*(?:[-*+•]\s+)?")


def _fidelity(quote: str, found: str) -> Fidelity:
    if quote == found:
        return "exact"
    if identical(quote, found):
        return "normalized"
    for join in ("", "-"):
        one, other = (_BULLET.sub("", normalise(text, join=join).text).strip() for text in (quote, found))
        if one == other:
            return "folded"
    return "letters"


def _past_marks(text: str, at: int) -> int:
    """The end of the character that ends before `at`: accents, vowel signs, joiners and selectors belong to it."""
    while (
        at < len(text)
        and text[at] >= "\u0300"
        and (unicodedata.category(text[at]) in ("Mn", "Mc", "Me") or "\u1160" <= text[at] <= "\u11ff")
    ):
        at += 1
    return at


_NUMBER_GOES_ON = re.compile(r"[.,]\d")


def _bounded(text: str, start: int, end: int) -> bool:
    """Whether neither edge cuts a word or a number."""
    if start and _joined(text, start - 1, start, start - 2):
        return False
    if start > 1 and text[start].isdecimal() and text[start - 1] in ".," and text[start - 2].isdecimal():
        return False
    if end < len(text) and _joined(text, end, end - 1, end + 1):
        return False
    return not (text[end - 1].isdecimal() and _NUMBER_GOES_ON.match(text, end))


def _joined(text: str, outer: int, inner: int, beyond: int) -> bool:
    """Whether the character outside belongs to the word inside; an underscore does when a word goes on beyond it."""
    char = text[outer]
    if char == "_":
        return 0 <= beyond < len(text) and text[beyond].isalnum()
    if not (char.isalnum() and (text[inner].isalnum() or unicodedata.category(text[inner])[0] == "M")):
        return False
    return not (unspaced.match(char) or unspaced.match(text[inner]))


_EMPHASIS = re.compile(r"[*_`]+")
_DRESS = re.compile(r"[*_`\s]+")


def _marks(text: str) -> str:
    return _DRESS.sub("", normalise(text, fold=False).text)


def _reach(edge: str, beside: str, backwards: bool) -> int:
    """How many characters beside the letters belong to the quote's own head or tail (`edge`).

    Verbatim if it stands so; else the fewest with the same marks; else as many marks as the quote has, whatever they
    are.
    """
    if not edge or not beside:
        return 0
    if beside.startswith(edge[::-1] if backwards else edge):
        return len(edge)
    wanted = _marks(edge)
    if not wanted:
        emphasis = _EMPHASIS.match(beside) if _EMPHASIS.search(edge) else None
        return emphasis.end() if emphasis else 0
    for size in range(1, min(len(beside), 2 * len(edge) + 8) + 1):
        if beside[size - 1].isalnum():
            break
        if not beside[size - 1].isspace() and _marks(beside[:size][::-1] if backwards else beside[:size]) == wanted:
            return size
    size = 0
    while size < min(len(beside), len(wanted)) and not (beside[size].isalnum() or beside[size].isspace()):
        size += 1
    return size
