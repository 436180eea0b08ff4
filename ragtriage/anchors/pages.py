"""Page furniture: running heads and feet, which stand in the middle of a sentence once pages are joined.

Proven, not guessed: a line counts only where it touches a page break (form feed) and stands, but for its numbers, at
the same edge of several pages of the document.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, OrderedDict
from collections.abc import Sequence
from itertools import takewhile
from threading import Lock

from ragtriage.anchors.verbatim import LONG_TEXT

Spans = tuple[tuple[int, int], ...]

PAGE = "\x0c"
_MOST_LINES = 3
"""Lines at an edge that may be furniture."""
_LEAST_REPEATS = 3
"""Pages that begin or end alike by furniture and not by chance: two pages of a leaflet both begin with a fee."""
_DIGITS = re.compile(r"\d+")
_LINE = re.compile(r"[^\n\x0c]+")


def furniture(text: str) -> Spans:
    """Spans (code points) of `text` that are page furniture, each around a page break or at an end of the text."""
    if len(text) < LONG_TEXT and PAGE not in text:
        return ()
    with _lock:
        known = _known.pop(text, None)
    found = _found(text) if known is None else known
    with _lock:
        _known[text] = found  # under the very object that is asked for again: comparing millions takes time
        while len(_known) > _MOST_KNOWN:
            _known.popitem(last=False)
    return found


_MOST_KNOWN = 32
"""Texts whose furniture is remembered; they are kept along."""
_known: "OrderedDict[str, Spans]" = OrderedDict()
_lock = Lock()


def _found(text: str) -> Spans:
    if PAGE not in text:
        return ()
    starts = [0, *(match.end() for match in re.finditer(PAGE, text))]
    pages = list(zip(starts, [*(start - 1 for start in starts[1:]), len(text)], strict=True))
    heads, feet = ([_edge(text, page, foot) for page in pages] for foot in (False, True))
    least = max(_LEAST_REPEATS, len(pages) // 3)
    at_heads, at_feet = _often(heads, least), _often(feet, least)
    spans: list[tuple[int, int]] = []
    for number, (first, last) in enumerate(pages):
        body = max((stop for _, stop, _ in takewhile(lambda line: line[2] in at_heads, heads[number])), default=first)
        below = takewhile(lambda line: line[2] in at_feet, feet[number])
        end = min((start for start, _, _ in below if start >= body), default=last)
        spans += [(first, body), (end, last)]
    return _joined(spans, pages)


def _often(edges: Sequence[Sequence[tuple[int, int, str]]], least: int) -> set[str]:
    """Lines at the edge of at least so many pages, as far as such lines may be furniture."""
    counts = Counter(key for edge in edges for key in {key for _, _, key in edge})
    return {key for key, count in counts.items() if count >= least and _may_be_furniture(key)}


def gaps_within(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The page furniture that lies in `text[start:end]`, in part at least."""
    gaps = furniture(text)
    first = bisect_right(gaps, start, key=lambda gap: gap[1])
    return gaps[first : bisect_left(gaps, end, lo=first, key=lambda gap: gap[0])]


def _edge(text: str, page: tuple[int, int], foot: bool) -> list[tuple[int, int, str]]:
    """The outermost lines that say something, from the edge inwards: start, end, and the words without numbers."""
    first, last = page
    reach = (max(first, last - 600), last) if foot else (first, min(last, first + 600))
    lines = [(m.start(), m.end(), m.group()) for m in _LINE.finditer(text, *reach) if m.group().strip()]
    if foot:
        lines.reverse()
    return [(start, end, " ".join(_DIGITS.sub("#", line).split())) for start, end, line in lines[:_MOST_LINES]]


def _may_be_furniture(key: str) -> bool:
    """Whether a line that repeats is a title or a page's number, not a fence or a row of a table."""
    return key == "#" or sum(map(str.isalpha, key)) >= 3


def _joined(spans: list[tuple[int, int]], pages: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Foot, break and head as one span; a break without either is none."""
    out: list[tuple[int, int]] = []
    head = spans[0]
    if head[0] < head[1]:
        out.append(head)
    for foot, head in zip(spans[1::2], spans[2::2], strict=False):
        if foot[0] < foot[1] or head[0] < head[1]:
            out.append((foot[0], head[1]))
    if len(spans) > 1 and spans[-1][0] < spans[-1][1]:
        out.append(spans[-1])
    return tuple(out)
