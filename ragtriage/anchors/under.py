"""The path that a case gives for a quote (`under: [Billing, Refunds]`), held against what a place stands under.

It says in a reader's words what tells the place of some words from others, and under what they were accepted: short
enough to be reviewed, where a prefix that reaches up to the heading may have thousands of characters.
"""

from collections.abc import Sequence
from dataclasses import replace

from ragtriage.anchors.guard import tokens
from ragtriage.anchors.guard_words import HARMLESS, OF_TITLES, same_word
from ragtriage.anchors.locate import QuotePlace, find_quoted
from ragtriage.cases.model import Quote
from ragtriage.corpus.headings import headings
from ragtriage.corpus.outline import outline

Path = tuple[str, ...]
"""Texts of headings, heads of lists, entries, rows and columns, outermost first."""


def path_at(text: str, start: int, *, whole: bool = True) -> Path:
    """What the text at offset `start` stands under; its headings alone where it is not to be the `whole`."""
    if not whole:
        return tuple(filter(None, headings(text).over(start)))
    return tuple(level.text for level in outline(text, start))


def section_of(title: str, text: str, start: int) -> Path:
    """The headings that offset `start` of a document stands under, without the first where it is the document's title:
    for a row that names the document. Of a very long document nothing is told, as reading it takes a while."""
    path = path_at(text, start, whole=False) if len(text) <= _LONG else ()
    return path[1:] if path and _same(path[0], title) else path


_LONG = 300_000
"""Characters of a document from which its sections are not told in passing."""


def agrees(given: Sequence[str], path: Sequence[str]) -> bool:
    """Whether all of `given` are in `path`, in their order; others may stand between them. Nothing given agrees."""
    rest = iter(path)
    return all(any(_same(one, other) for other in rest) for one in given)


def stands_under(given: Sequence[str], text: str, start: int) -> bool:
    """Whether the text at offset `start` stands under `given`."""
    return not given or agrees(given, path_at(text, start))


def is_whole(given: Sequence[str], text: str, start: int) -> bool:
    """Whether `given` is all that the text at offset `start` stands under, nothing between or above."""
    path = path_at(text, start)
    return len(given) == len(path) and all(map(_same, given, path))


def quote_places(quote: Quote, text: str) -> list[QuotePlace]:
    """All places of a quote in its document's text, in order; those that prefix, suffix and `under` name, if any do.

    When those of none agree, all are given, marked `context_differs`.
    """
    places = find_quoted(quote.quote, text, quote.prefix, quote.suffix)
    if not quote.under or not places:
        return places
    there = [place for place in places if stands_under(quote.under, text, place.start)]
    return there or [replace(place, context_differs=True) for place in places]


def _same(one: str, other: str) -> bool:
    """Whether two titles say the same, but for case, little words and endings."""
    left, right = _content(one), _content(other)
    return len(left) == len(right) and all(map(same_word, left, right))


def _content(title: str) -> list[str]:
    words = [token.text.lower() for token in tokens(title) if any(map(str.isalnum, token.text))]
    return [word for word in words if word not in HARMLESS and word not in OF_TITLES] or words or [title.strip()]
