"""How much of a quote does a passage hold, alone or together with others? In spans and shares.

Which documents count is decided in `matching`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ragtriage.anchors.locate import QuotePlace, find
from ragtriage.anchors.normalize import normalised
from ragtriage.runs.model import Passage

if TYPE_CHECKING:  # numpy is loaded by the first passage that needs it
    from ragtriage.anchors.passages import Standing

Span = tuple[int, int]
"""Start and end, in code points."""

_SLACK = 1e-9
"""4 of 5 characters are 0.8, whatever floating point says."""
_LEAST = 20
"""Characters: a shorter piece may stand anywhere by chance."""


By = Literal["text", "likeness", "document"]
"""How it is known what a passage holds: its text stands in its document (but for punctuation and dress), or is found
again in the quote · some of its letters are not the document's · it is the whole document, as it says nothing else."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one passage holds of one quote."""

    rank: int
    share: float = 0.0
    """Of the quote; the most of any of its places. What is there by likeness counts by the letters that agree."""
    spans: tuple[Span, ...] = ()
    """In the passage's own text."""
    whole: bool = False
    """Enough of it to count."""
    stands: tuple[Span, ...] = ()
    """Where the passage stands in its document."""
    by: By = "text"


def part_of(
    quote: str, rank: int, passage: Passage, text: str | None, places: list[QuotePlace], overlap: float
) -> Part:
    """What `passage` holds of `quote`, which stands at `places` of its document's `text`."""
    if passage.whole_document:
        return _by_document(rank, text, places)
    stands = _stands(passage, text) if text else ()
    if stands:
        return _by_places(rank, places, [_Stand(((start, end),), start) for start, end in stands], overlap)
    from ragtriage.anchors.passages import passage_places

    found = passage_places(passage.text, text) if text else ()
    part = _by_places(rank, places, [_Stand(one.spans, one) for one in found], overlap) if found else Part(rank)
    if not part.whole and (there := _in_text(quote, passage.text)):
        return Part(rank, 1.0, there, True, part.stands)
    return part


def _by_document(rank: int, text: str | None, places: list[QuotePlace]) -> Part:
    held = bool(text and places)
    return Part(rank, float(held), (), held, ((0, len(text)),) if text else (), "document")


@dataclass(frozen=True, slots=True)
class _Stand:
    """One place of a passage in its document."""

    spans: tuple[Span, ...]
    at: "int | Standing"
    """Where the passage's text begins in the document's, or how the two lie against each other."""

    @property
    def likeness(self) -> float:
        return 1.0 if isinstance(self.at, int) else self.at.likeness

    def in_passage(self, first: int, last: int) -> Span | None:
        if isinstance(self.at, int):
            return first - self.at, last - self.at
        return self.at.in_passage(first, last)


def _by_places(rank: int, places: list[QuotePlace], stands: Sequence[_Stand], overlap: float) -> Part:
    by: By = "text"
    share, spans = 0.0, set()
    for place in places:
        for stand in stands:
            held = [(max(place.start, start), min(place.end, end)) for start, end in stand.spans]
            held = [(first, last) for first, last in held if first < last]
            if not held:
                continue
            if (span := stand.in_passage(held[0][0], held[-1][1])) is not None:
                spans.add(span)
            brought = sum(last - first for first, last in held)
            if brought / (place.end - place.start) > share:
                share = brought / (place.end - place.start)
                by = "likeness" if share < 1.0 and stand.likeness < 1.0 else "text"
    whole = share > 0 and share >= overlap - _SLACK
    everywhere = tuple(span for stand in stands for span in stand.spans)
    return Part(rank, share, tuple(sorted(spans)), whole, everywhere, by)


def _in_text(quote: str, text: str) -> tuple[Span, ...]:
    """Where the quote stands in a passage's text, by its words, else by its letters."""
    if there := find(quote, text):
        return tuple((place.start, place.end) for place in there)
    from ragtriage.anchors.passages import same_letters

    return same_letters(quote, text)


def with_border(part: Part, quote: str, passage: Passage) -> Part:
    """With the piece of the quote at the passage's border, where nothing but its text is known: a near miss."""
    if part.share or part.stands:
        return part
    return Part(part.rank, *_cut_off(quote, passage.text))


def _stands(passage: Passage, text: str) -> tuple[Span, ...]:
    """Where the passage stands in its document: as its offsets say if they lead to its text, else wherever it does."""
    start, end = passage.start, passage.end
    inside = start is not None and end is not None and 0 <= start < end <= len(text)
    if inside and (passage.textless or text[start:end] == passage.text):
        return ((start, end),)  # type: ignore[return-value]  # neither is None where they are inside
    if len(passage.text.strip()) < _LEAST:
        return ()
    spans, at = [], text.find(passage.text)
    while at >= 0:
        spans.append((at, at + len(passage.text)))
        at = text.find(passage.text, at + len(passage.text))
    return tuple(spans)


def join(place: QuotePlace, parts: Sequence[Part], overlap: float) -> tuple[int, ...]:
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
