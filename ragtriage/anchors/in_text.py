"""All places of one quote in one text, best kind first, and how alike their surroundings are to those wanted."""

from collections.abc import Iterable, Sequence
from itertools import islice

from ragtriage.anchors.edges import similarity
from ragtriage.anchors.guard import identical, whole
from ragtriage.anchors.letters import Codes, letters_with_places
from ragtriage.anchors.locate import find
from ragtriage.anchors.normalize import normalise
from ragtriage.anchors.occurrences import Fidelity, Needle, Occurrence, letter_positions, occurrence
from ragtriage.anchors.seeds import LEAST_SHORT

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
    firsts = some(letter_positions(codes, wanted.codes))
    if not firsts:
        return []
    places = letters_with_places(text)[1]
    made = (occurrence(wanted, doc_id, text, places, first) for first in firsts)
    return best_kind([one for one in made if one is not None])


def verbatim(wanted: Needle, doc_id: str, text: str, codes: Codes) -> list[Occurrence]:
    """The one place that holds the quote to the letter; none when its letters stand several times, or nowhere so."""
    at = text.find(wanted.quote)
    if at < 0 or len(wanted.codes) < LEAST_SHORT or len(list(islice(letter_positions(codes, wanted.codes), 2))) != 1:
        return []
    return [Occurrence(doc_id, at, at + len(wanted.quote), "exact")]


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
    rated = sorted(((agreement(text, p, before, after), p) for text, p in pairs), key=lambda pair: -pair[0])
    (best, chosen), (second, _) = rated[:2]
    clear = best - second >= _CLEARLY or best == 1.0 > second
    return chosen, [] if best >= _LEAST_AGREEMENT and clear else [p for _, p in rated[1:]]


def agreement(text: str, place: Occurrence, before: str, after: str) -> float:
    """How alike the surroundings of a place are to those given, 0 to 1; nothing given agrees with nothing."""
    scores: list[float] = []
    for given, there, last in (
        (before, text[max(0, place.start - 2 * AROUND) : place.start], True),
        (after, text[place.end : place.end + 2 * AROUND], False),
    ):
        wanted, found = normalise(given).text.strip(), normalise(there).text.strip()
        if not wanted:
            continue
        size = min(len(wanted), len(found), 60)
        one, other = (text[-size:] if last else text[:size] for text in (wanted, found))
        scores.append(similarity(one, other) if size else 0.0)
    return sum(scores) / len(scores) if scores else 0.0
