"""All places of one quote in one text, best kind first, and how alike their surroundings are to those wanted."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from ragtriage.anchors.edges import similarity
from ragtriage.anchors.guard import identical, whole
from ragtriage.anchors.letters import Codes, letters_with_places
from ragtriage.anchors.locate import cuts, find, nth_verbatim, verbatim_starts
from ragtriage.anchors.long_texts import long_text
from ragtriage.anchors.normalize import normalise
from ragtriage.anchors.occurrences import Fidelity, Needle, Occurrence, occurrence, positions_in
from ragtriage.anchors.seeds import LEAST_SHORT
from ragtriage.anchors.verbatim import LONG_TEXT, starts
from ragtriage.cases.model import Quote

AROUND = 120
"""Characters on either side of a quote that help to find it."""
MOST_PLACES = 200
"""Places of one quote that are looked at."""


def some(at: Iterable[int]) -> list[int]:
    """The first of these, no more than are looked at."""
    return list(islice(at, MOST_PLACES))


def best_kind(places: Sequence[Occurrence]) -> list[Occurrence]:
    """The places that hold the same tokens; if there are none, those that do but for case and a bullet."""
    same = [place for place in places if place.fidelity in ("exact", "normalized")]
    return same or [place for place in places if place.fidelity == "folded"]


def find_all(wanted: Needle, doc_id: str, text: str, codes: Codes) -> list[Occurrence]:
    """All places of a quote in one text whose letters are `codes`."""
    if len(wanted.codes) < LEAST_SHORT:
        return small(wanted, doc_id, text)
    firsts = some(positions_in(text, codes, wanted.codes))
    if not firsts:
        return []
    places = long_text(text).places if len(text) >= LONG_TEXT else letters_with_places(text)[1]
    made = (occurrence(wanted, doc_id, text, places, first) for first in firsts)
    return best_kind([one for one in made if one is not None])


def verbatim(wanted: Needle, doc_id: str, text: str, codes: Codes) -> list[Occurrence]:
    """The one place that holds the quote to the letter; none when its letters stand several times, or nowhere so."""
    at = next(starts(wanted.quote, text), -1)
    if at < 0 or len(wanted.codes) < LEAST_SHORT or len(list(islice(positions_in(text, codes, wanted.codes), 2))) != 1:
        return []
    return [Occurrence(doc_id, at, at + len(wanted.quote), "exact")]


def quoted_places(wanted: Needle, doc_id: str, text: str, old: str | None) -> list[Occurrence]:
    """The places that hold the quote to the letter; where it cuts words there, only as it did in `old`.

    A quote that a program cut ends inside of a word, and stands where it was cut. “You can” of “You cannot” stands
    there to the letter too, and says something else: its document said “You can” before. Where that is unknown the
    place is given with its edge, if it is the only one.
    """
    found: list[Occurrence] = []
    known: set[tuple[str, str]] | None = None
    for at in some(verbatim_starts(wanted.quote, text)):
        end = at + len(wanted.quote)
        if not any(cuts(text, at, end)) and whole(text, at, end):
            found.append(Occurrence(doc_id, at, end, "exact"))
        elif old is None:
            found.append(Occurrence(doc_id, at, end, "exact", edge=True))
        else:
            if known is None:
                before = some(verbatim_starts(wanted.quote, old))
                known = {_beyond(old, one, one + len(wanted.quote)) for one in before}
            if _beyond(text, at, end) in known:
                found.append(Occurrence(doc_id, at, end, "exact", cut=True))
    whole_ones = [one for one in found if not (one.edge or one.cut)]
    return whole_ones or ([] if old is None and len(found) > 1 else found)


def named_place(quote: Quote, doc_id: str, text: str) -> Occurrence | None:
    """The one place that prefix, words and suffix name to the letter; else the one whose number the case gives."""
    words = quote.quote.strip()
    before = quote.prefix + quote.quote[: len(quote.quote) - len(quote.quote.lstrip())]
    whole_text = quote.prefix + quote.quote + quote.suffix
    at = list(islice(starts(whole_text, text), 2)) if quote.prefix or quote.suffix else []
    if len(at) == 1:
        return Occurrence(doc_id, at[0] + len(before), at[0] + len(before) + len(words), "exact")
    start = nth_verbatim(words, text, quote.occurrence)
    return None if start is None else Occurrence(doc_id, start, start + len(words), "exact")


_WORD_BEFORE, _WORD_AFTER = re.compile(r"(?:[\w'’]{1,60}|[^\s\w]{0,2})\Z"), re.compile(r"[\w'’]{1,60}|[^\s\w]{0,2}")
_FAR = 60
"""Characters of a word beyond an edge that are looked at."""


def _beyond(text: str, start: int, end: int) -> tuple[str, str]:
    """What the words that the edges cut have beyond them; where they cut none, the marks there."""
    before = _WORD_BEFORE.search(text[max(0, start - _FAR) : start])
    after = _WORD_AFTER.match(text[end : end + _FAR])
    return before.group() if before else "", after.group() if after else ""


def small(wanted: Needle, doc_id: str, text: str) -> list[Occurrence]:
    """Places of a quote with too few letters to be looked for by them."""
    out: list[Occurrence] = []
    for place in find(wanted.quote, text)[:MOST_PLACES]:
        same = place.kind == "exact" or identical(wanted.quote, text[place.start : place.end])
        fidelity: Fidelity = "exact" if place.kind == "exact" else "normalized" if same else "letters"
        out.append(Occurrence(doc_id, place.start, place.end, fidelity, edge=not whole(text, place.start, place.end)))
    return out


_LEAST_AGREEMENT, _CLEARLY = 0.6, 0.15
"""How alike the surroundings of the place that is meant must be, and how much more than those of any other."""


def told_apart(
    texts: Sequence[str], places: Sequence[Occurrence], before: str, after: str
) -> tuple[Occurrence, list[Occurrence]]:
    """The place (one or more given, each with its text) whose surroundings agree, and the rivals that do as well."""
    if len(places) == 1 or not (before.strip() or after.strip()):
        return places[0], list(places[1:])
    pairs = list(zip(texts, places, strict=True))[:MOST_PLACES]
    longest = max(len(before), len(after))
    sizes = [_NEXT, *(size for size in _WIDER if size < longest), *([longest] if longest > _NEXT else [])]
    first: list[tuple[float, Occurrence]] = []
    for size in sizes:
        rated = sorted(((agreement(text, p, before, after, size), p) for text, p in pairs), key=lambda pair: -pair[0])
        first = first or rated
        (best, chosen), (second, _) = rated[:2]
        if best >= _LEAST_AGREEMENT and (best - second >= _CLEARLY or best == 1.0 > second):
            return chosen, []
    return first[0][1], [p for _, p in first[1:]]


_NEXT, _WIDER = 60, (120, 240, 480)
"""Characters beside a place that tell it from others, and how far is looked where those do not."""


def agreement(text: str, place: Occurrence, before: str, after: str, most: int = _NEXT) -> float:
    """How alike the surroundings of a place are to those given, 0 to 1; nothing given agrees with nothing.

    `most`: characters on either side that are held against each other, the nearest.
    """
    scores: list[float] = []
    reach = max(2 * AROUND, 2 * most)
    for given, there, last in (
        (before, text[max(0, place.start - reach) : place.start], True),
        (after, text[place.end : place.end + reach], False),
    ):
        wanted, found = normalise(given).text.strip(), normalise(there).text.strip()
        if not wanted:
            continue
        size = min(len(wanted), len(found), most)
        one, other = (text[-size:] if last else text[:size] for text in (wanted, found))
        scores.append(similarity(one, other) if size else 0.0)
    return sum(scores) / len(scores) if scores else 0.0
