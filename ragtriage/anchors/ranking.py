"""Which of several fitted places comes first, and what lifts a place that its words alone leave in doubt."""

from collections.abc import Sequence

from ragtriage.anchors.classify import LOCATED, FittedPlace
from ragtriage.anchors.renamed_documents import Home

_SUPPORT = 0.4
"""How far surroundings and want of a rival lift a place that its words alone leave in doubt."""
_DOUBT = LOCATED - 0.01
"""They make it worth a look, never located: only the words do that."""
_OWN, _SURE, _BEFORE_OTHERS = 0.5, 0.95, 0.35
"""An edited sentence that stands where it stood, between the same words, comes before a look-alike elsewhere."""
CLEAR = 0.3
"""A lead over every other place that leaves no rival."""


def ranked(places: Sequence[FittedPlace], home: Home | None) -> list[FittedPlace]:
    """Best first; the home document before others that score the same; overlapping ones once."""
    ordered = sorted(places, key=lambda p: _order(p, home))
    kept: list[FittedPlace] = []
    for place in ordered:
        if not any(
            p.doc_id == place.doc_id and p.fit.start < place.fit.end and place.fit.start < p.fit.end for p in kept
        ):
            kept.append(place)
    scores = sorted((place.fit.core for place in kept), reverse=True)[:2]
    lifted = [_lifted(place, scores, home) for place in kept]
    return sorted(lifted, key=lambda p: _order(p, home))


def _order(place: FittedPlace, home: Home | None) -> tuple[float, float, str, int]:
    at_home = home is not None and place.doc_id == home.doc_id
    own = at_home and place.fit.core >= _OWN and place.fit.context >= _SURE
    ahead = _BEFORE_OTHERS if own else 0.05 * at_home
    return -place.score - ahead, -place.fit.score - 0.1 * place.fit.context, place.doc_id, place.fit.start


def _lifted(place: FittedPlace, scores: Sequence[float], home: Home | None) -> FittedPlace:
    """The place with what else speaks for it: the same surroundings, no other place in its document that comes near."""
    own = place.fit.core
    if not 0.5 <= own < _DOUBT:
        return place
    support = place.fit.context if place.fit.context >= 0.5 else 0.0
    if home is not None and place.doc_id == home.doc_id:
        rival = max((score for score in scores[1:] if own >= scores[0]), default=0.3 if own >= scores[0] else 1.0)
        alone = 0.5 * min(1.0, max(0.0, own - rival) / CLEAR)
        support = 1.0 - (1.0 - support) * (1.0 - alone)  # two that say the same say more than either
    return FittedPlace(place.doc_id, place.fit, min(_DOUBT, own + (1.0 - own) * _SUPPORT * support))
