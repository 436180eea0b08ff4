"""A span of a document becomes a quote, told apart from its likes; a quote given as text is confirmed in its document.

Nothing is taken on trust: what is kept as a quote stands in the snapshot, as it stands there.
"""

from collections.abc import Iterable, Mapping

from ragtriage.anchors.locate import find
from ragtriage.cases.model import Quote
from ragtriage.errors import UsageError, nearest

_CONTEXT = (16, 32, 64, 128, 256)


def quote_at(doc_id: str, text: str, start: int, end: int, grade: int = 2) -> Quote:
    """The words of `text[start:end]` without blanks at the edges, as a quote of document `doc_id`.

    With prefix and suffix as short as will do where the words stand several times. Raises UsageError for no words.
    """
    start, end = max(0, start), min(len(text), end)
    part = text[start:end]
    start, end = start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())
    if start >= end:
        raise UsageError("there are no words to quote", next_step="mark a sentence or some words of it")
    several = len(find(text[start:end], text)) > 1
    prefix, suffix = surroundings(text, start, end) if several else ("", "")
    return Quote(doc_id, text[start:end], prefix, suffix, grade)


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
    return quote_at(named, text, first.start, first.end)


def surroundings(text: str, start: int, end: int) -> tuple[str, str]:
    """The prefix and suffix that tell this place of some words from their others, as short as will do."""
    words = text[start:end]
    prefix = suffix = ""
    for width in _CONTEXT:
        prefix, suffix = text[max(0, start - width) : start], text[end : end + width]
        for before, after in ((prefix, ""), ("", suffix), (prefix, suffix)):
            found = find(words, text, before, after)
            if len(found) == 1 and found[0].start <= start < found[0].end and not found[0].context_differs:
                return before, after
    return prefix, suffix
