"""Which span of this window is the quote, edited as it may be? The best place, its score, and what stands inside it.

Words are put side by side first (longest common subsequence of tokens, then the run of it that hangs together), as a
window of the quote's own length misplaces the span once a word was inserted. Then both edges climb by Levenshtein, and
settle where the quote's sentence or paragraph ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import LCSseq, Levenshtein

from ragtriage.anchors.edges import LEAST_CONTEXT, blank_line, settled_edges, similarity
from ragtriage.anchors.window import CONTEXT, QuoteForm, Tokens, Window, with_emphasis


@dataclass(frozen=True, slots=True)
class Fit:
    """A span of a document that may be the quote."""

    start: int
    """Code points."""
    end: int
    score: float
    """How alike the span is to the quote: 1 - Levenshtein distance / the longer length, without the gaps."""
    gaps: tuple[tuple[int, int], ...]
    """Spans inside that begin and end with a line and are none of the quote."""
    context: float
    """How well what stands around it agrees with what stood around it: 0 to 1; 0 when nothing is known."""
    core: float
    """How alike its likest part is, before its edges were moved to where its sentence begins and ends: where a whole
    clause came in, this says that it is the place."""


def fit(quote: QuoteForm, window: Window, rough: tuple[int, int] | None = None, at_least: float = 0.0) -> Fit | None:
    """The best span of the window for the quote; None when they share no word.

    `rough`: raw span it was seeded at. `at_least`: a score below which the place is of no interest; None then.
    """
    words = window.tokens
    if not words.words or not quote.tokens.words:
        return None
    estimates = [_chained(quote, window)]
    if rough is not None:
        estimates.append(_nearby(window, rough))
    rated = sorted(
        ((_score(quote.text, _without(words, *one), at_least - _MOST_CLIMBED), one) for one in filter(None, estimates)),
        key=lambda pair: -pair[0],
    )
    best: tuple[float, int, int, Gaps] | None = None
    for here, (first, last, gaps) in rated:
        if here < 0.0 or (best is not None and here < best[0] - _MOST_CLIMBED):
            continue
        candidate = _climbed(quote.text, words, first, last, gaps, here)
        if best is None or candidate[0] > best[0] + 1e-9:
            best = candidate
    if best is None or best[0] < at_least:
        return None
    core, first, last, gaps = best
    if not (gaps or quote.blank):
        core, first, last = _in_one_paragraph(quote.text, window, core, first, last)
    first, last = settled_edges(quote, window, first, last, gaps)
    score = similarity(quote.text, _without(words, first, last, gaps))
    start, end = with_emphasis(window.raw, *window.to_raw(words.starts[first], words.ends[last - 1]))
    raw_gaps = tuple(_raw_gap(window, words, gap) for gap in gaps)
    return Fit(start, end, score, raw_gaps, _context(quote, words, first, last), max(core, score))


_MOST_CLIMBED = 0.35
"""What an estimate may gain by moving its edges."""


_ALSO = 0.1
"""What a span may lose that is cut where its paragraph ends, as the quote's did."""


def _in_one_paragraph(quote: str, window: Window, core: float, first: int, last: int) -> tuple[float, int, int]:
    """The part of the span between blank lines that is most like the quote, which holds none; else all of it."""
    words = window.tokens
    if not blank_line.search(window.raw, *window.to_raw(words.starts[first], words.ends[last - 1])):
        return core, first, last
    cuts = [at for at in range(first + 1, last) if blank_line.search(window.beside(at))]
    parts = pairwise([first, *cuts, last])
    best = max((similarity(quote, words.text[words.starts[i] : words.ends[j - 1]]), i, j) for i, j in parts)
    return best if best[0] >= core - _ALSO else (core, first, last)


def _score(quote: str, found: str, least: float) -> float:
    """`similarity`, or -1 where it is below `least`, which is quicker to see."""
    longest = max(len(quote), len(found))
    if not longest:
        return 1.0
    most = min(longest, int((1.0 - max(0.0, least)) * longest))
    distance = Levenshtein.distance(quote, found, score_cutoff=most)
    return 1.0 - distance / longest if distance <= most else -1.0


def _raw_gap(window: Window, words: Tokens, gap: tuple[int, int]) -> tuple[int, int]:
    before = window.to_raw(words.starts[gap[0] - 1], words.ends[gap[0] - 1])[1]
    after = window.to_raw(words.starts[gap[1]], words.ends[gap[1]])[0]
    return before, after


Gaps = tuple[tuple[int, int], ...]
Block = tuple[int, int, int, int]
"""Common tokens: first and one past the last in the quote, and in the text."""
Estimate = tuple[int, int, Gaps]
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
    chain = _nearest_start(blocks[best_from : best_to + 1], quote, words)
    gaps: list[tuple[int, int]] = []
    for (_, b, _, d), (a, _, c, _) in pairwise(chain):
        if c - d >= 2 and _line_bounded(quote, window, d, c, a, b):
            gaps.append((d, c))
    return chain[0][2], chain[-1][3], tuple(gaps)


def _nearest_start(chain: list[Block], quote: QuoteForm, words: Tokens) -> list[Block]:
    """The chain, whose first words are taken right before the rest where they stand there too: not from prose above."""
    for number in range(len(chain) - 1, 0, -1):
        size, (a, _, c, _) = chain[number - 1][1], chain[number]
        begin = c - size
        if a == size and begin >= chain[number - 1][3] and words.words[begin:c] == quote.tokens.words[:size]:
            return [(0, size, begin, c), *chain[number:]]
    return chain


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


def _nearby(window: Window, rough: tuple[int, int]) -> Estimate:
    """The tokens that stand where the seeds said."""
    first = min(window.token_at(rough[0]), len(window.tokens.words) - 1)
    return first, max(first + 1, window.token_at(rough[1])), ()


_FAR, _NEAR = (-8, -5, -3, -2, -1, 1, 2, 3, 5, 8), (-3, -1, 1, 3)
"""Words by which an edge is moved: at first, and once it is about right."""


def _climbed(quote: str, words: Tokens, first: int, last: int, gaps: Gaps, best: float) -> tuple[float, int, int, Gaps]:
    """Both edges moved by words as long as the score, at first `best`, grows."""
    count = len(words.words)
    tried = {(first, last)}
    for steps in (_FAR, *[_NEAR] * 5):
        moved = False
        for edge in (0, 1):
            for step in steps:
                i, j = (first + step, last) if edge == 0 else (first, last + step)
                low, high = (gaps[0][0], gaps[-1][1]) if gaps else (j, i)
                if (i, j) in tried or not (0 <= i < j <= count and i < low and j > high):
                    continue  # one that was tried was no better then, and the best only grows
                tried.add((i, j))
                here = _score(quote, _without(words, i, j, gaps), best)
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
