"""Which span of this window is the quote, edited as it may be? The best place, its score, and what stands inside it.

Words are put side by side first (longest common subsequence of tokens, then the run of it that hangs together), as a
window of the quote's own length misplaces the span once a word was inserted. Then both edges climb by Levenshtein, and
settle where the quote's sentence or paragraph ends.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import LCSseq

from ragtriage.anchors.edges import LEAST_CONTEXT, settled, similarity
from ragtriage.anchors.window import CONTEXT, QuoteForm, Tokens, Window


@dataclass(frozen=True, slots=True)
class Fit:
    """A span of a document that may be the quote."""

    start: int
    """Code points."""
    end: int
    score: float
    """1 - Levenshtein distance / the longer length, without the gaps."""
    gaps: tuple[tuple[int, int], ...]
    """Spans inside that begin and end with a line and are none of the quote."""
    context: float
    """How well what stands around it agrees with what stood around it: 0 to 1; 0 when nothing is known."""


def fit(quote: QuoteForm, window: Window, rough: tuple[int, int] | None = None) -> Fit | None:
    """The best span of the window for the quote; None when they share no word. `rough`: raw span it was seeded at."""
    words = window.tokens
    if not words.words or not quote.tokens.words:
        return None
    found = [_chained(quote, window)]
    if rough is not None:
        found.append(_nearby(words, window, rough))
    best: tuple[float, int, int, tuple[tuple[int, int], ...]] | None = None
    for estimate in found:
        if estimate is None:
            continue
        first, last, gaps = estimate
        candidate = _climbed(quote.text, words, first, last, gaps)
        if best is None or candidate[0] > best[0] + 1e-9:
            best = candidate
    if best is None:
        return None
    score, first, last, gaps = best
    first, last = settled(quote, window, first, last, gaps)
    start, end = window.to_raw(words.starts[first], words.ends[last - 1])
    raw_gaps = tuple(_raw_gap(window, words, gap) for gap in gaps)
    return Fit(start, end, score, raw_gaps, _context(quote, words, first, last))


def _raw_gap(window: Window, words: Tokens, gap: tuple[int, int]) -> tuple[int, int]:
    before = window.to_raw(words.starts[gap[0] - 1], words.ends[gap[0] - 1])[1]
    after = window.to_raw(words.starts[gap[1]], words.ends[gap[1]])[0]
    return before, after


Estimate = tuple[int, int, tuple[tuple[int, int], ...]]
"""First token, one past the last, gaps as such pairs."""


def _chained(quote: QuoteForm, window: Window) -> Estimate | None:
    """The run of common words that hangs together best, and the gaps in it that are lines of their own."""
    words = window.tokens
    opcodes = LCSseq.opcodes(quote.tokens.words, words.words)
    blocks = [(op.src_start, op.src_end, op.dest_start, op.dest_end) for op in opcodes if op.tag == "equal"]
    if not blocks:
        return None
    best, best_from, best_to = 0.0, 0, 0
    running, begun = 0.0, 0
    for number, (a, b, c, _) in enumerate(blocks):
        weight = sum(quote.tokens.weights[a:b])
        if number:
            _, before_b, _, before_d = blocks[number - 1]
            lost = _price(
                words.starts[c] - words.ends[before_d - 1], quote.tokens.starts[a] - quote.tokens.ends[before_b - 1]
            )
            running -= lost
        if running <= 0:
            running, begun = 0.0, number
        running += weight
        if running > best:
            best, best_from, best_to = running, begun, number
    chain = blocks[best_from : best_to + 1]
    gaps: list[tuple[int, int]] = []
    for (_, b, _, d), (a, _, c, _) in pairwise(chain):
        if c - d >= 2 and _line_bounded(quote, window, d, c, a, b):
            gaps.append((d, c))
    return chain[0][2], chain[-1][3], tuple(gaps)


def _price(text_gap: int, quote_gap: int) -> float:
    """What unmatched characters between two common runs cost: gently growing, as whole clauses are inserted."""
    extra = max(0, text_gap - quote_gap)
    return min(0.5 * extra, 4 + 0.12 * extra) + 0.1 * quote_gap


def _line_bounded(quote: QuoteForm, window: Window, d: int, c: int, a: int, b: int) -> bool:
    """Whether the words `d` to `c` are lines of their own that something else put there."""
    words = window.tokens
    if a - b > (c - d) // 3:
        return False  # the quote has words there, too: an edit, not an insertion
    before = window.to_raw(words.starts[d - 1], words.ends[d - 1])[1]
    first = window.to_raw(words.starts[d], words.ends[d])[0]
    last = window.to_raw(words.starts[c - 1], words.ends[c - 1])[1]
    after = window.to_raw(words.starts[c], words.ends[c])[0]
    begins = _breaks(window.raw[before:first]) or a in quote.broken
    return begins and _breaks(window.raw[last:after])


def _breaks(raw: str) -> bool:
    return "\n" in raw or "\x0c" in raw


def _nearby(words: Tokens, window: Window, rough: tuple[int, int]) -> Estimate:
    """The tokens that stand where the seeds said."""
    starts = [window.to_raw(words.starts[0], words.ends[0])[0], len(window.raw)]
    scale = len(window.text) / max(1, window.to_raw(words.starts[-1], words.ends[-1])[1] - starts[0])
    first = bisect_left(words.starts, (rough[0] - starts[0]) * scale)
    last = bisect_right(words.ends, (rough[1] - starts[0]) * scale)
    first = min(max(0, first), len(words.words) - 1)
    return first, min(len(words.words), max(first + 1, last)), ()


def _climbed(
    quote: str, words: Tokens, first: int, last: int, gaps: tuple[tuple[int, int], ...]
) -> tuple[float, int, int, tuple[tuple[int, int], ...]]:
    """Both edges moved by words as long as the score grows."""
    count = len(words.words)

    def score(i: int, j: int) -> float:
        return similarity(quote, _without(words, i, j, gaps))

    best = score(first, last)
    for _ in range(6):
        moved = False
        for edge in (0, 1):
            for step in (-8, -5, -3, -2, -1, 1, 2, 3, 5, 8):
                i, j = (first + step, last) if edge == 0 else (first, last + step)
                low = gaps[0][0] if gaps else j
                high = gaps[-1][1] if gaps else i
                if not (0 <= i < j <= count and i < low and j > high):
                    continue
                here = score(i, j)
                if here > best + 1e-9:
                    best, first, last, moved = here, i, j, True
        if not moved:
            break
    return best, first, last, gaps


def _without(words: Tokens, first: int, last: int, gaps: Sequence[tuple[int, int]]) -> str:
    if not gaps:
        return words.text[words.starts[first] : words.ends[last - 1]]
    pieces: list[str] = []
    at = first
    for gap_start, gap_end in gaps:
        pieces.append(words.text[words.starts[at] : words.ends[gap_start - 1]])
        at = gap_end
    pieces.append(words.text[words.starts[at] : words.ends[last - 1]])
    return " ".join(pieces)


def _context(quote: QuoteForm, words: Tokens, first: int, last: int) -> float:
    """The better of how what stands before and what stands after agree with what stood there."""
    start, end = words.starts[first], words.ends[last - 1]
    before = words.text[max(0, start - CONTEXT) : start].strip()
    after = words.text[end : end + CONTEXT].strip()
    found = [0.0]
    if len(quote.before) >= LEAST_CONTEXT and before:
        size = min(len(before), len(quote.before))
        found.append(similarity(quote.before[-size:], before[-size:]) * min(1.0, size / 24))
    if len(quote.after) >= LEAST_CONTEXT and after:
        size = min(len(after), len(quote.after))
        found.append(similarity(quote.after[:size], after[:size]) * min(1.0, size / 24))
    return max(found)
