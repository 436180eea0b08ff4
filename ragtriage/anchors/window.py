"""A quote and a stretch of a document in the form in which they are laid side by side: words, with the way back.

Page furniture is cut out first, so that a sentence which runs over a page is one sentence.
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from ragtriage.anchors.normalize import Normalised, normalise, unspaced
from ragtriage.anchors.pages import gaps_within

_TOKEN = re.compile(r"\w+|[^\w\s]")
CONTEXT = 60
"""Characters on either side of the quote in the old document that help to find it."""


Border = Literal["block", "line", "sentence", "none", "unknown"]
"""What an edge of a quote was: that of a paragraph, a line, a sentence, or none of these."""


class Tokens:
    """A normalised text in tokens, scripts without spaces by the character."""

    __slots__ = ("ends", "starts", "text", "weights", "words")

    def __init__(self, text: str) -> None:
        spans = [match.span() for match in _TOKEN.finditer(text)]
        if not text.isascii() and unspaced.search(text):
            spans = [*chain.from_iterable(_by_character(text, *span) for span in spans)]
        self.text = text
        self.starts = [start for start, _ in spans]
        self.ends = [end for _, end in spans]
        self.words = [text[start:end] for start, end in spans]
        self.weights = [len(word) + (0.5 if word.isalnum() else -0.7) for word in self.words]


def _by_character(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The spans of a word's characters where its script has no spaces; else its own."""
    if end - start == 1 or not unspaced.search(text, start, end):
        return [(start, end)]
    return [(at, at + 1) for at in range(start, end)]


class Window:
    """A part of a document without its page furniture, normalised, with the way back."""

    __slots__ = ("_cuts", "_plain", "gaps", "raw", "text", "tokens")

    def __init__(self, document: str, start: int, end: int) -> None:
        self.raw = document
        pieces: list[tuple[int, int]] = []
        at = start
        for gap_start, gap_end in gaps_within(document, start, end):
            if gap_start > at:
                pieces.append((at, gap_start))
            at = max(at, gap_end)
        if at < end:
            pieces.append((at, end))
        joined = "\n".join(document[slice(*piece)] for piece in pieces)
        self._cuts: list[tuple[int, int]] = []
        size = 0
        for piece in pieces:
            self._cuts.append((size, piece[0]))
            size += piece[1] - piece[0] + 1
        self._plain: Normalised = normalise(joined)
        self.text = self._plain.text
        self.tokens = Tokens(self.text)

    def to_raw(self, start: int, end: int) -> tuple[int, int]:
        """The span of the document that `text[start:end]` comes from, widened where an edge cuts a character."""
        first, last = self._plain.covering(start, end)
        return self._out(first), self._out(last - 1) + 1

    def token_at(self, raw: int) -> int:
        """The first token that begins at offset `raw` of the document or later."""
        number = max(0, bisect_right(self._cuts, raw, key=lambda cut: cut[1]) - 1)
        size, begin = self._cuts[number] if self._cuts else (0, raw)
        return bisect_left(self.tokens.starts, self._plain.from_raw(size + max(0, raw - begin)))

    def beside(self, at: int) -> str:
        """What the document has between tokens `at - 1` and `at`: white space, marks that normalising drops."""
        words = self.tokens
        begin = self._out(self._plain.raw_end(words.ends[at - 1]) - 1) + 1 if at else 0
        end = self._out(self._plain.raw_start(words.starts[at])) if at < len(words.words) else len(self.raw)
        return self.raw[begin:end]

    def _out(self, at: int) -> int:
        size, begin = self._cuts[max(0, bisect_right(self._cuts, (at, len(self.raw) + 1)) - 1)]
        return begin + at - size


@dataclass(frozen=True, slots=True)
class QuoteForm:
    """A quote as it is looked for."""

    text: str
    tokens: Tokens
    broken: frozenset[int]
    """Tokens before which a line begins."""
    before: str = ""
    """What stood before it in its document, normalised; empty when unknown."""
    after: str = ""
    begins: Border = "unknown"
    """What it began with in its document."""
    ends: Border = "unknown"
    blank: bool = False
    """Whether there is a blank line in it."""


def quote_form(quote: str, before: str = "", after: str = "") -> QuoteForm:
    """The quote, and what is known of its surroundings, ready to be fitted."""
    plain = normalise(quote)
    text = plain.text.strip()
    lead = len(plain.text) - len(plain.text.lstrip())
    tokens = Tokens(text)
    broken: set[int] = set()
    at = 0
    for number, start in enumerate(tokens.starts):
        span = plain.to_raw(start + lead, start + lead + 1)
        if span is not None:
            if "\n" in quote[at : span[0]]:
                broken.add(number)
            at = span[0]
    begins, ends = _borders(tokens, before, after)
    return QuoteForm(
        text,
        tokens,
        frozenset(broken),
        _near(before, last=True),
        _near(after, last=False),
        begins,
        ends,
        bool(_BLANK.search(quote.strip())),
    )


_BLANK = re.compile(r"\n[ \t>]*\n")
_AFTER_BULLET = re.compile(r"(?:^|\n)[ \t]*(?:[-*•+]|\d{1,3}[.)])[ \t]+\Z")
_BEFORE_ITEM = re.compile(r"[ \t]*\n[ \t]*(?:[-*•+]|\d{1,3}[.)])[ \t]")
_ENDS = frozenset(".!?。！？…")


def _borders(tokens: Tokens, before: str, after: str) -> tuple[Border, Border]:
    """Whether the quote began and ended with a paragraph, a line or a sentence; without surroundings, a guess."""
    ended = bool(tokens.words) and tokens.words[-1] in _ENDS
    if not (before or after):
        return ("sentence" if ended else "unknown"), ("sentence" if ended else "unknown")
    lead = before[len(before.rstrip()) :]
    begins: Border = "none"
    if not before.strip() or _BLANK.search(lead):
        begins = "block"
    elif before.rstrip()[-1] in _ENDS:
        begins = "sentence"
    elif ("\n" in lead and tokens.words and not tokens.words[0][0].isalnum()) or _AFTER_BULLET.search(before):
        begins = "line"
    trail = after[: len(after) - len(after.lstrip())]
    ends: Border = "none"
    if not after.strip() or _BLANK.search(trail):
        ends = "block"
    elif ended:
        ends = "sentence"
    elif _BEFORE_ITEM.match(after):
        ends = "line"
    return begins, ends


def _near(raw: str, last: bool) -> str:
    piece = raw[-2 * CONTEXT :] if last else raw[: 2 * CONTEXT]
    plain = normalise(piece).text.strip()
    return plain[-CONTEXT:] if last else plain[:CONTEXT]


_OPENING, _CLOSING = re.compile(r"[*_`]{1,3}$"), re.compile(r"[*_`]+")
_OPENING_TAG, _CLOSING_TAG = re.compile(r"(?i:<(b|i|em|strong)>)$"), re.compile(r"(?i:</(b|i|em|strong)>)")


def with_emphasis(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the mark that opens before it what closes within, or closes after it what opens within."""
    opening = _OPENING.search(text, max(0, start - 3), start)
    if opening and opening.group() in text[start:end]:
        start = opening.start()
    closing = _CLOSING.match(text, end, end + 3)
    if closing and text.count(closing.group(), start, end) % 2:
        end = closing.end()
    return _with_tags(text, start, end) if "<" in text[max(0, start - 8) : end + 1] else (start, end)


def _with_tags(text: str, start: int, end: int) -> tuple[int, int]:
    opening = _OPENING_TAG.search(text, max(0, start - 8), start)
    if opening and f"</{opening[1]}>" in text[start : end + 9] and f"<{opening[1]}>" not in text[start:end]:
        start = opening.start()
    closing = _CLOSING_TAG.match(text, end)
    if closing and f"<{closing[1]}>" in text[start:end] and f"</{closing[1]}>" not in text[start:end]:
        end = closing.end()
    return start, end
