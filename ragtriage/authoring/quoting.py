"""A span of a document becomes a quote, told apart from its likes; a quote given as text is confirmed in its document.

Nothing is taken on trust: what is kept as a quote stands in the snapshot, as it stands there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from ragtriage.anchors.locate import QuotePlace, agreeing, find, find_quoted, occurrence_at
from ragtriage.cases.model import Quote
from ragtriage.corpus.document import Document
from ragtriage.corpus.versions import version_of
from ragtriage.errors import UsageError, nearest

_CONTEXT = (16, 32, 64, 128, 256)


def quote_of_span(doc_id: str, text: str, start: int, end: int, grade: int = 2) -> Quote:
    """The words of `text[start:end]` without blanks at the edges, as a quote of document `doc_id`.

    With prefix and suffix as short as will do where the words stand several times. Raises UsageError for no words.
    """
    start, end = max(0, start), min(len(text), end)
    part = text[start:end]
    start, end = start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())
    if start >= end:
        raise UsageError("there are no words to quote", next_step="mark a sentence or some words of it")
    places = find_quoted(text[start:end], text)
    if len(places) < 2:
        return Quote(doc_id, text[start:end], grade=grade)
    prefix, suffix, told = _told_by(text, start, end, places)
    number = 0 if told else occurrence_at(text[start:end], text, start)
    return Quote(doc_id, text[start:end], prefix, suffix, grade, occurrence=number)


def read_in(quote: Quote, document: Document | None) -> Quote:
    """The quote with the version of the document that it was taken from, where the document says which it is."""
    return replace(quote, doc_version=version_of(document.metadata)) if document is not None else quote


def confirmed(given: str, texts: Mapping[str, str], doc_ids: Iterable[str]) -> Quote:
    """`DOC_ID:QUOTE` as evidence that stands in the snapshot, with its surroundings where it stands several times.

    `texts`: the documents it may be in, by id. Raises UsageError when it stands nowhere: nothing is taken on trust.
    """
    named = max((doc_id for doc_id in texts if given.startswith(doc_id + ":")), key=len, default=None)
    if named is None:
        guess = nearest(given.partition(":")[0], list(doc_ids))
        raise UsageError(
            f"`{given.partition(':')[0]}` is no document of the snapshot",
            next_step=f"did you mean `{guess}`?"
            if guess
            else "write --evidence 'DOC_ID:QUOTE'; `ragtriage snapshot search` finds documents",
        )
    quote, text = given[len(named) + 1 :].strip(), texts[named]
    places = find(quote, text)
    if not places:
        raise UsageError(
            f"the quote does not stand in `{named}`",
            next_step="copy it from the document, word for word: `ragtriage snapshot search` shows passages",
        )
    first = next((place for place in places if place.kind == "exact"), places[0])
    return quote_of_span(named, text, first.start, first.end)


def prefix_and_suffix(text: str, start: int, end: int) -> tuple[str, str]:
    """The prefix and suffix that tell this place of some words from their others, as short as will do."""
    prefix, suffix, _ = _told_by(text, start, end, find_quoted(text[start:end], text))
    return prefix, suffix


def _told_by(text: str, start: int, end: int, places: Sequence[QuotePlace]) -> tuple[str, str, bool]:
    """Prefix and suffix, and whether they tell the place. `places`: all, tens of thousands for a common word."""
    prefix = suffix = ""
    for width in _CONTEXT:
        prefix, suffix = text[max(0, start - width) : start], text[end : end + width]
        for before, after in ((prefix, ""), ("", suffix), (prefix, suffix)):
            if any(_same_letters(text, place, before, after) for place in places if place.start != start):
                continue
            found = [*islice(agreeing(text, places, before, after), 2)]
            if len(found) == 1 and found[0].start <= start < found[0].end:
                return before, after, True
    return prefix, suffix, False


def _same_letters(text: str, place: QuotePlace, before: str, after: str) -> bool:
    """Whether these stand to the letter around a place: quick to tell, and no place is told apart by them then."""
    return text.startswith(after, place.end) and text.endswith(before, 0, place.start)
