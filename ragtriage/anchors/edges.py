"""Where the span of an edited quote begins and ends: with its sentence, its paragraph, or what stood beside it.

The words at the edges may be other words now, so that likeness alone cuts a sentence short (“… from `a2wsgi`.” added at
its end would go unseen). A quote that was a whole sentence is one in the new text, too.
"""

import re

from rapidfuzz.distance import Levenshtein

from ragtriage.anchors.window import Border, QuoteForm, Tokens, Window

LEAST_CONTEXT = 12
"""Characters of surroundings that say something."""
_STEPS = 16
"""Words by which an edge may move."""
_FURTHER = 160
"""Characters that may have come in behind a quote's first word."""
_ALIKE = 0.8
_BESIDE = 32
"""Characters beside an edge that are compared."""
_ENDS = frozenset(".!?。！？…")
_TERMINAL = _ENDS | frozenset(":;：；")
_WIDE = frozenset("。！？：；")
blank_line = re.compile(r"\n[ \t>]*\n|\x0c")
"""Between two paragraphs, or pages."""
_MOST_LOST = 0.25
"""Likeness that a settled edge may cost."""

Gaps = tuple[tuple[int, int], ...]


def similarity(one: str, other: str) -> float:
    """1 - Levenshtein distance / length of the longer."""
    longest = max(len(one), len(other))
    return 1.0 - Levenshtein.distance(one, other) / longest if longest else 1.0


def settled_edges(quote: QuoteForm, window: Window, first: int, last: int, gaps: Gaps) -> tuple[int, int]:
    """First token and one past the last, moved to where the quote's own edges are in the new text."""
    words = window.tokens
    low, high = (gaps[0][0], gaps[-1][1]) if gaps else (last, first)
    start = _start(quote, window, first, low)
    end = _end(quote, window, last, max(high, start))
    before = similarity(quote.text, words.text[words.starts[first] : words.ends[last - 1]])
    after = similarity(quote.text, words.text[words.starts[start] : words.ends[end - 1]])
    if after < before - _MOST_LOST:
        start, end = first, last
    bounded = quote.begins in ("unknown", "none") or (
        words.words[start] == quote.tokens.words[0] and _is_border(window, start, quote.begins)
    )
    if not bounded:
        start = _own_first_word(quote, window, start, quote.begins)
    return _with_marks(quote, window, start), _completed(quote, window, end)


def _start(quote: QuoteForm, window: Window, first: int, stop: int) -> int:
    words = window.tokens
    border = quote.begins
    if border == "unknown":
        return first
    if border == "none":
        return _beside_start(quote, window, first, stop)
    if not (quote.before or quote.after) and words.words[first] == quote.tokens.words[0]:
        return first  # that it begins a sentence is a guess
    room = max(12, len(quote.text) * 3 // 10)
    near = range(max(0, first - _STEPS), min(stop, first + _STEPS))
    for i in sorted(near, key=lambda i: abs(words.starts[i] - words.starts[first])):
        if abs(words.starts[i] - words.starts[first]) > room:
            break
        if _is_border(window, i, border):
            return i
    return first


def _own_first_word(quote: QuoteForm, window: Window, first: int, border: Border) -> int:
    """The quote's first word where it begins a sentence further up, if words came in behind it; else `first`."""
    words = window.tokens
    for i in range(first - 1, -1, -1):
        if words.starts[first] - words.starts[i] > _FURTHER:
            break
        if _is_border(window, i, border):
            return i if words.words[i] == quote.tokens.words[0] else first
    return first


def _is_border(window: Window, at: int, wanted: Border) -> bool:
    """Whether a border at least as strong as `wanted` lies before token `at`."""
    beside = window.beside(at)
    if blank_line.search(beside) or at == 0 or at == len(window.tokens.words):
        return True
    if wanted == "block":
        return False
    if wanted == "line" and ("\n" in beside or _bullet_before(window, at)):
        return True
    before = window.tokens.words[at - 1]
    return before in _ENDS and (beside[:1].isspace() or before in _WIDE)


def _bullet_before(window: Window, at: int) -> bool:
    """Whether token `at` is the first of a list's item."""
    return window.tokens.words[at - 1] in "-*•+" and "\n" in window.beside(at - 1)


def _beside_start(quote: QuoteForm, window: Window, first: int, stop: int) -> int:
    words = window.tokens
    if len(quote.before) < LEAST_CONTEXT:
        return first
    room = max(30, len(quote.text) // 2)

    def alike(i: int) -> float:
        size = min(_BESIDE, len(quote.before))
        return similarity(quote.before[-size:], words.text[: words.starts[i]].rstrip()[-size:])

    near = (i for i in range(max(0, first - _STEPS), min(stop, first + _STEPS)))
    rated = [(alike(i), -abs(i - first), i) for i in near if abs(words.starts[i] - words.starts[first]) <= room]
    best = max(rated, default=(0.0, 0, first))
    return best[2] if best[0] >= _ALIKE and best[0] > alike(first) else first


def _end(quote: QuoteForm, window: Window, last: int, low: int) -> int:
    words = window.tokens
    if quote.ends in ("sentence", "unknown"):
        return last
    if quote.ends == "none":
        return _beside_end(quote, window, last, low)
    room = _FURTHER if quote.ends == "line" else max(12, len(quote.text) * 3 // 10)  # an item is one to its end
    near = range(max(low, last - _STEPS) + 1, min(len(words.words), last + _STEPS) + 1)
    for j in sorted(near, key=lambda j: abs(words.ends[j - 1] - words.ends[last - 1])):
        if abs(words.ends[j - 1] - words.ends[last - 1]) > room:
            break
        if _is_border(window, j, quote.ends):
            return j
    return last


def _beside_end(quote: QuoteForm, window: Window, last: int, low: int) -> int:
    words = window.tokens
    if len(quote.after) < LEAST_CONTEXT:
        return last
    room = max(30, len(quote.text) // 2)

    def alike(j: int) -> float:
        size = min(_BESIDE, len(quote.after))
        return similarity(quote.after[:size], words.text[words.ends[j - 1] :].lstrip()[:size])

    near = (j for j in range(max(low, last - _STEPS) + 1, min(len(words.words), last + _STEPS) + 1))
    rated = [(alike(j), -abs(j - last), j) for j in near if abs(words.ends[j - 1] - words.ends[last - 1]) <= room]
    best = max(rated, default=(0.0, 0, last))
    return best[2] if best[0] >= _ALIKE and best[0] > alike(last) else last


def _completed(quote: QuoteForm, window: Window, last: int) -> int:
    """With the rest of the sentence, where the quote ends one and words came in before its end."""
    words = window.tokens
    if quote.tokens.words[-1] not in _TERMINAL or _is_terminal(words, last - 1):
        return last
    room = max(60, len(quote.text) // 2)
    for j in range(last, len(words.words)):
        if words.ends[j] - words.ends[last - 1] > room or blank_line.search(window.beside(j)):
            break
        if _is_terminal(words, j):
            return j + 1
    return last


def _is_terminal(words: Tokens, at: int) -> bool:
    """Whether a token ends a sentence or clause, and is no part of what follows (`link:page`)."""
    word = words.words[at]
    return word in _TERMINAL and (word in _WIDE or words.text[words.ends[at] : words.ends[at] + 1] in ("", " "))


def _with_marks(quote: QuoteForm, window: Window, first: int) -> int:
    """With the marks that open the line (`###`), where the quote had them and words came in after them."""
    words, opening = window.tokens, quote.tokens.words[0]
    if opening[0].isalnum() or words.words[first] == opening:
        return first
    room = max(30, len(quote.text) // 2)
    for i in range(first - 1, max(-1, first - _STEPS), -1):
        if words.starts[first] - words.starts[i] > room or words.words[i] in _ENDS or "\n" in window.beside(i + 1):
            break
        if words.words[i] == opening:
            while i and words.words[i - 1] == opening and words.starts[i] == words.ends[i - 1]:
                i -= 1
            return i
    return first
