"""Words that are run together, or parted otherwise: an extractor lost the spaces, and the letters are all there."""

from dataclasses import replace

from ragtriage.anchors.edges import similarity
from ragtriage.anchors.fit import Fit
from ragtriage.anchors.letters import letters
from ragtriage.anchors.occurrences import Needle, Occurrence

_CLEARLY = 0.1
"""By how much more alike the same letters must be, without spaces, than the best words."""


def with_same_letters(wanted: Needle, text: str, place: Occurrence, found: Fit) -> Fit:
    """`found`, the fit around a place that holds the quote's letters, surer where it holds just these.

    The place itself where the fit loses some of them and is clearly less alike.
    """
    one, other = ("".join(words.split()) for words in (wanted.quote, text[place.start : place.end]))
    alike = similarity(one, other)
    if len(letters(text[found.start : found.end])) == len(wanted.codes):
        return replace(found, core=max(found.core, alike))
    if place.edge or alike <= found.core + _CLEARLY:
        return found
    return Fit(place.start, place.end, alike, place.gaps, found.context, alike)
