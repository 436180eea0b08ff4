"""Quotes that begin or end inside of a word: they stand where they were cut, and read badly. A remark, no fault."""

from collections.abc import Callable, Iterator
from itertools import islice

from ragtriage.anchors.locate import cuts, verbatim_starts
from ragtriage.cases.model import Case
from ragtriage.text import cut, one_line
from ragtriage.triage.model import Suspicion

_LOOKED_AT = 50
"""Places of one quote."""


def cut_words(case: Case, text_of: Callable[[str], str | None]) -> Iterator[Suspicion]:
    """A remark for each piece of evidence with an edge inside of a word. `text_of`: a document's text by its id."""
    for number, piece in enumerate(case.evidence, 1):
        for quote in piece.any_of:
            text = text_of(quote.doc_id)
            edges = _edges(quote.quote.strip(), text) if text else ""
            if edges:
                yield Suspicion("cut_word", f"Evidence {number} {edges}: a program cut it; widen it to whole words.")
                break


def _edges(quote: str, text: str) -> str:
    """Where the quote cuts words at each of its places; empty when it stands somewhere in whole ones, or nowhere."""
    found: list[tuple[int, int, bool, bool]] = []
    for start in islice(verbatim_starts(quote, text), _LOOKED_AT):
        begins, ends = cuts(text, start, start + len(quote))
        if not (begins or ends):
            return ""
        found.append((start, start + len(quote), begins, ends))
    if not found:
        return ""
    start, end, begins, ends = found[0]
    parts = [f"begins inside of “{_word(text, start)}”"] if begins else []
    parts += [f"ends inside of “{_word(text, end - 1)}”"] if ends else []
    return " and ".join(parts)


def _word(text: str, at: int) -> str:
    """The word at an offset."""
    start = end = at
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return cut(one_line(text[start:end]), 40)
