"""A list item or line that lost its last clause: “AWS, as a Technology Preview feature” is now “AWS”.

Likeness says little about it (the clause may be longer than what is left), and a look-alike with the same clause may
score higher. That the line stands whole, where the quote was one, says where it is; that it says less, the diff.
"""

import re
from collections.abc import Iterator

from ragtriage.anchors.verbatim import starts

SCORE = 0.9
"""What such a place is worth: sure, but not as sure as the whole quote."""
_CLAUSE = re.compile(
    r"(?:(?<!\s)\s+)?(?:[,;:\uff0c\uff1b]|\s[-\u2013\u2014(]|\s(?:if|when|unless|until|except|only)\s)"
)
_LEAST = 3
"""Letters that must be left."""
_ITEM = re.compile(r"[ \t]*(?:(?:[-*\u2022+]|\d+[.)])[ \t]+)?")
_TAIL = re.compile(r"[ \t]*(?:[.;,][ \t]*)?")


def shortened(quote: str, text: str, old: str) -> tuple[int, int] | None:
    """The one line of `text` that holds the quote without its last clauses; None when there is none or several.

    The quote must be a whole line or list item of `old`, and the shorter one must not have stood there.
    """
    if "\n" in quote or not _whole_lines(quote, old):
        return None
    for head in _heads(quote):
        found = _whole_lines(head, text)
        if found:
            return found[0] if len(found) == 1 and not _whole_lines(head, old) else None
    return None


def _heads(quote: str) -> Iterator[str]:
    """The quote cut before each clause, longest first."""
    for cut in reversed([match.start() for match in _CLAUSE.finditer(quote)]):
        if sum(map(str.isalnum, quote[:cut])) >= _LEAST:
            yield quote[:cut]


def _whole_lines(words: str, text: str) -> list[tuple[int, int]]:
    """Where `words`, one line at most, are a line or list item of `text`."""
    spans: list[tuple[int, int]] = []
    for at in starts(words, text):
        end = text.find("\n", at)
        line = text.rfind("\n", 0, at) + 1
        after = at + len(words)
        if _ITEM.fullmatch(text, line, at) and _TAIL.fullmatch(text, after, end if end >= 0 else len(text)):
            spans.append((at, after))
    return spans
