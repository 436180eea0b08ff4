"""Whether a place is the one that the case describes: by the path it gives, by its prefix and its suffix."""

from collections.abc import Mapping, Sequence

from ragtriage.anchors.context import TextPlace
from ragtriage.anchors.in_text import agreement
from ragtriage.anchors.occurrences import Occurrence
from ragtriage.anchors.under import stands_under
from ragtriage.cases.model import Quote

AS_GIVEN = 0.75
"""Likeness from which what stands beside a place is the prefix or suffix that a case gives."""


def under_given(quote: Quote, texts: Mapping[str, str], places: Sequence[Occurrence]) -> list[Occurrence]:
    """Those of the places that stand under what the case gives; all where it gives nothing."""
    return [one for one in places if not quote.under or stands_under(quote.under, texts[one.doc_id], one.start)]


def stands_as_given(quote: Quote, here: TextPlace, place: Occurrence) -> bool:
    """Whether the prefix and the suffix that the case gives stand there, nearly so at least; each of them."""
    return all(
        not given.strip() or agreement(here.text, place, before, after, len(given)) >= AS_GIVEN
        for given, before, after in ((quote.prefix, quote.prefix, ""), (quote.suffix, "", quote.suffix))
    )
