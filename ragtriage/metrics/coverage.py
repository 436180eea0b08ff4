"""How much of a quote does a passage hold, alone or together with others? In spans and shares.

Which documents count is decided in `matching`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragtriage.anchors.locate import Place, find
from ragtriage.anchors.normalize import normalised
from ragtriage.runs.model import Passage

Span = tuple[int, int]
"""Start and end, in code points."""

_SLACK = 1e-9
"""4 of 5 characters are 0.8, whatever floating point says."""
_LEAST = 20
"""Characters: a shorter piece may stand anywhere by chance."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one passage holds of one quote."""

    rank: int
    share: float = 0.0
    """Of the quote; the most of any of its places."""
    spans: tuple[Span, ...] = ()
    """In the passage's own text."""
    whole: bool = False
    """Enough of it to count."""
    stands: tuple[Span, ...] = ()
    """Where the passage stands in its document."""


def part_of(quote: str, rank: int, passage: Passage, text: str | None, places: list[Place], overlap: float) -> Part:
    """What `passage` holds of `quote`, which stands at `places` of its document's `text`."""
    stands = _stands(passage, text) if text else ()
    if stands:
        share, spans = 0.0, set()
        for place in places:
            for start, end in stands:
                first, last = max(place.start, start), min(place.end, end)
                if first < last:
                    spans.add((first - start, last - start))
                    share = max(share, (last - first) / (place.end - place.start))
        return Part(rank, share, tuple(sorted(spans)), share > 0 and share >= overlap - _SLACK, stands)
    if there := find(quote, passage.text):
        return Part(rank, 1.0, tuple((place.start, place.end) for place in there), whole=True)
    return Part(rank)


def with_border(part: Part, quote: str, passage: Passage) -> Part:
    """With the piece of the quote at the passage's border, where nothing but its text is known: a near miss."""
    if part.share or part.stands:
        return part
    return Part(part.rank, *_cut_off(quote, passage.text))


def _stands(passage: Passage, text: str) -> tuple[Span, ...]:
    """Where the passage stands in its document: as its offsets say if they lead to its text, else wherever it does."""
    start, end = passage.start, passage.end
    if start is not None and end is not None and 0 <= start < end and text[start:end] == passage.text:
        return ((start, end),)
    if len(passage.text.strip()) < _LEAST:
        return ()
    spans, at = [], text.find(passage.text)
    while at >= 0:
        spans.append((at, at + len(passage.text)))
        at = text.find(passage.text, at + len(passage.text))
    return tuple(spans)


def join(place: Place, parts: Sequence[Part], overlap: float) -> tuple[int, ...]:
    """The ranks of the passages that first bring the quote at `place` together; empty when they never do."""
    needed = (overlap - _SLACK) * (place.end - place.start)
    covered: set[int] = set()
    ranks: list[int] = []
    for part in parts:
        before = len(covered)
        for start, end in part.stands:
            covered.update(range(max(place.start, start), min(place.end, end)))
        if len(covered) > before:
            ranks.append(part.rank)
            if len(covered) >= needed:
                return tuple(ranks) if len(ranks) > 1 else ()
    return ()


def _cut_off(quote: str, text: str) -> tuple[float, tuple[Span, ...]]:
    """The share of a quote that runs over the passage's end or begins before its start, and where; by text."""
    words, held = normalised(quote.strip()).text, normalised(text)
    body = held.text.strip()
    begin = len(held.text) - len(held.text.lstrip())
    for size in range(min(len(words) - 1, len(body)), _LEAST - 1, -1):
        if words[size] == " " and body.endswith(words[:size]):
            first = begin + len(body) - size
        elif words[-size - 1] == " " and body.startswith(words[-size:]):
            first = begin
        else:
            continue
        span = held.to_raw(first, first + size)
        return size / len(words), (span,) if span else ()
    return 0.0, ()


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same characters in fewest spans, in order."""
    out: list[Span] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return tuple(out)
