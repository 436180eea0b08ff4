"""Where does this quote stand in this text? All places, exact or equal but for dress; never the first of several.

A place is not a judgement: whether the text there still says the same is asked elsewhere. A quote that stands several
times is told apart by the text around it (W3C TextQuoteSelector's prefix and suffix).
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ragtriage.anchors.normalize import Normalised, normalise, normalised, unspaced
from ragtriage.anchors.verbatim import LONG_TEXT, starts
from ragtriage.cases.model import Evidence, Quote

Span = tuple[int, int]
"""Start and end in the raw text (code points)."""
Kind = Literal["exact", "normalized"]
State = Literal["exact", "normalized", "lost"]


@dataclass(frozen=True, slots=True)
class QuotePlace:
    """Where a quote stands in a raw text."""

    start: int
    """Code points."""
    end: int
    kind: Kind
    """Verbatim, or equal but for white space, quote and dash style, ligatures, emphasis marks and case."""
    case_differs: bool = False
    """The words agree only when case is ignored: usually a heading, at times a meaning (mW, MW)."""
    context_differs: bool = False
    """A prefix or suffix was given and agrees with no place; all places are given then."""


def find(quote: str, text: str, prefix: str = "", suffix: str = "") -> list[QuotePlace]:
    """All places of `quote` in `text`, in order; with `prefix` or `suffix`, only those whose surroundings agree.

    When the surroundings of none agree, all are given, marked `context_differs`. An empty quote stands nowhere.
    A quote never starts or ends inside a word or a number, nor between a letter and its marks.
    """
    quote = quote.strip()
    if not quote or not text:
        return []
    places = _places(quote, text, "")
    if not places and "-" in quote and _LINE_END_HYPHEN.search(text):
        places = _places(quote, text, "-")
    if not (prefix.strip() or suffix.strip()):
        return places
    return [*agreeing(text, places, prefix, suffix)] or [
        QuotePlace(p.start, p.end, p.kind, p.case_differs, context_differs=True) for p in places
    ]


def find_quoted(quote: str, text: str, prefix: str = "", suffix: str = "") -> list[QuotePlace]:
    """`find` in the document that was quoted: where no whole words are the quote's, also verbatim inside of words.

    Quotes that a program cut begin and end where it cut them; they stand there all the same.
    """
    places = find(quote, text, prefix, suffix)
    if places:
        return places
    quote = quote.strip()
    verbatim = [QuotePlace(at, at + len(quote), "exact") for at in verbatim_starts(quote, text)]
    return [*agreeing(text, verbatim, prefix, suffix)] or [
        QuotePlace(p.start, p.end, p.kind, context_differs=bool(prefix.strip() or suffix.strip())) for p in verbatim
    ]


def verbatim_starts(quote: str, text: str) -> Iterator[int]:
    """Every offset at which `text` holds `quote` to the letter, inside of words too, but not of a character and its
    marks; none of an empty quote."""
    return (at for at in starts(quote, text) if _whole_characters(text, at, at + len(quote)))


def nth_verbatim(quote: str, text: str, occurrence: int) -> int | None:
    """Where the `occurrence`-th place (from 1) begins that holds `quote` to the letter; None for 0, or fewer places."""
    if occurrence < 1:
        return None
    return next(islice(verbatim_starts(quote.strip(), text), occurrence - 1, None), None)


def occurrence_at(quote: str, text: str, start: int) -> int:
    """Which of the places that hold `quote` to the letter begins at `start`, from 1; 0 where none does."""
    numbers = (n for n, at in enumerate(verbatim_starts(quote, text), 1) if at >= start)
    number = next(numbers, 0)
    return number if number and nth_verbatim(quote, text, number) == start else 0


def cuts(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Whether `text[start:end]` begins inside of a word, and whether it ends inside of one."""
    if not 0 <= start < end <= len(text):
        return False, False
    begins = start > 0 and _joined(text[start - 1], text[start])
    ends = end < len(text) and _joined(text[end - 1], text[end])
    return begins, ends


def agreeing(text: str, places: Iterable[QuotePlace], prefix: str, suffix: str) -> Iterator[QuotePlace]:
    """Those of `places` in `text` whose surroundings agree with `prefix` and `suffix`."""
    return (place for place in places if _agrees(text, place, prefix, suffix))


_BULLET = re.compile(r"^\s*(?:[*•]\s)?\s*")
"""What a quote may begin with and need not be found again: it was a list item where it was taken."""
_LINE_END_HYPHEN = re.compile(r"[-\u2010]\s*\n")


def _places(quote: str, text: str, join: str) -> list[QuotePlace]:
    """All places in order; of a long text no more is normalised than stretches that hold the quote's letters."""
    wanted = normalised(quote, join=join)
    begun = _BULLET.sub("", wanted.text)
    words, lead = begun.rstrip(), len(wanted.text) - len(begun)
    if not words:
        return []
    trimmed = wanted.to_raw(lead, lead + len(words)) or (0, len(quote))
    windows = _windows(quote[slice(*trimmed)], text) if len(text) >= LONG_TEXT else None
    if windows is None:
        spans = _spans(words, normalised(text, join=join))
    else:
        spans = _apart(_in_windows(words, text, windows, join))
    return [_place(wanted, trimmed, text, span) for span in spans if _whole_characters(text, *span)]


def _spans(words: str, text: Normalised, *, apart: bool = True) -> Iterator[Span]:
    """The raw span of each place where the text holds these words; of places that overlap the first, if `apart`."""
    at = text.text.find(words)
    while at >= 0:
        end = at + len(words)
        span = text.to_raw(at, end) if _whole_words(text.text, at, end) else None
        if span is not None:
            yield span
        at = text.text.find(words, end if apart and span is not None else at + 1)


_MOST_WINDOWS = 1000
"""Stretches up to which looking at each is quicker than looking through the whole text."""
_BESIDE, _FAR = 80, 2000
"""Characters beside a stretch that are looked at; and how far beyond they may end at white space, with whole words."""


def _windows(words: str, text: str) -> list[Span] | None:
    """The parts of a long text in which the words may stand, in order; None where they may stand anywhere."""
    from ragtriage.anchors.letters import letters  # numpy, which the first screen does without
    from ragtriage.anchors.long_texts import long_text

    found = long_text(text).stretches(letters(words.replace("\x0c", "\n")), _MOST_WINDOWS)
    if found is None:
        return None
    reach = _BESIDE + 2 * len(words)
    return [(_space_before(text, start - reach), _space_after(text, end + reach)) for start, end in found]


def _space_before(text: str, at: int) -> int:
    """The last white space before `at`, if one is near."""
    at = max(0, at)
    return at - next((n for n in range(min(at, _FAR)) if text[at - n].isspace()), 0)


def _space_after(text: str, at: int) -> int:
    """The first white space from `at` on, if one is near."""
    at = min(at, len(text))
    return at + next((n for n in range(min(len(text) - at, _FAR)) if text[at + n].isspace()), 0)


def _in_windows(words: str, text: str, windows: Iterable[Span], join: str) -> list[Span]:
    """The spans of all places in these parts of the text, in order."""
    found: set[Span] = set()
    for start, end in windows:
        plain = normalise(text[start:end], join=join)
        found |= {(start + first, start + last) for first, last in _spans(words, plain, apart=False)}
    return sorted(found)


def _apart(spans: Iterable[Span]) -> Iterator[Span]:
    """Those that do not overlap the one before."""
    free = 0
    for start, end in spans:
        if start >= free:
            yield start, end
            free = end


def _place(quote: Normalised, trimmed: Span, raw: str, span: Span) -> QuotePlace:
    """Exact when the raw quote stands there, with the marks at its edges that normalising had dropped."""
    start = span[0] - trimmed[0]
    if start >= 0 and raw.startswith(quote.raw, start):
        return QuotePlace(start, start + len(quote.raw), "exact")
    here, there = (normalise(text, fold=False, join=quote.join).text for text in (raw[slice(*span)], quote.raw))
    return QuotePlace(*span, "normalized", case_differs=here.strip() != there.strip())


_NUMBER_GOES_ON = re.compile(r"[.,]\d")


def _whole_words(text: str, start: int, end: int) -> bool:
    """Whether neither edge cuts a word or a number. Scripts without spaces have no such edges."""
    if start and _joined(text[start - 1], text[start]):
        return False
    if start > 1 and text[start].isdecimal() and text[start - 1] in ".," and text[start - 2].isdecimal():
        return False
    if end < len(text) and _joined(text[end - 1], text[end]):
        return False
    return not (text[end - 1].isdecimal() and _NUMBER_GOES_ON.match(text, end))


def _joined(left: str, right: str) -> bool:
    if not ((left.isalnum() or left == "_") and (right.isalnum() or right == "_")):
        return False
    return not (unspaced.match(left) or unspaced.match(right))


def _whole_characters(raw: str, start: int, end: int) -> bool:
    """Whether neither edge parts a base from what is written on it: marks, joiners, variation selectors."""
    return not (_sits_on_base(raw, start) or _sits_on_base(raw, end) or raw[end - 1] == "\u200d")


def _sits_on_base(raw: str, at: int) -> bool:
    if not 0 < at < len(raw) or raw[at] < "\u0300":
        return False
    char = raw[at]
    return unicodedata.category(char) in ("Mn", "Mc", "Me") or char == "\u200d" or "\U0001f3fb" <= char <= "\U0001f3ff"


def _agrees(text: str, place: QuotePlace, prefix: str, suffix: str) -> bool:
    """Whether the text around agrees with prefix and suffix, as far as the text goes."""
    room = 2 * max(len(prefix), len(suffix)) + 40  # white space and marks that normalising drops
    before = normalise(text[max(0, place.start - room) : place.start]).text.strip()
    after = normalise(text[place.end : place.end + room]).text.strip()
    wanted_before, wanted_after = normalise(prefix).text.strip(), normalise(suffix).text.strip()
    if place.start <= room and 0 < len(before) < len(wanted_before):
        wanted_before = wanted_before[-len(before) :]
    if place.end + room >= len(text) and 0 < len(after) < len(wanted_after):
        wanted_after = wanted_after[: len(after)]
    return before.endswith(wanted_before) and after.startswith(wanted_after)


@dataclass(frozen=True, slots=True)
class QuoteState:
    """What became of one quote in a snapshot."""

    quote: Quote
    state: State
    places: tuple[QuotePlace, ...] = ()
    reason: str = ""
    """Why it is lost."""


@dataclass(frozen=True, slots=True)
class EvidenceState:
    """What became of one piece of evidence: as good as the best of its alternatives."""

    state: State
    quotes: tuple[QuoteState, ...]
    """In the order of `any_of`."""


def evidence_drift(evidence: Evidence, document: Callable[[str], str | None]) -> EvidenceState:
    """Whether the evidence still stands in the snapshot that `document` reads (doc_id → text, None: no such document).

    Lost only when all its alternatives are.
    """
    quotes = tuple(_state_of(quote, document(quote.doc_id)) for quote in evidence.any_of)
    states = {quote.state for quote in quotes}
    best: State = "exact" if "exact" in states else "normalized" if "normalized" in states else "lost"
    return EvidenceState(best, quotes)


def _state_of(quote: Quote, text: str | None) -> QuoteState:
    if text is None:
        return QuoteState(quote, "lost", reason="the document is not in the snapshot")
    places = tuple(find_quoted(quote.quote, text, quote.prefix, quote.suffix))
    if not places:
        return QuoteState(quote, "lost", reason="the document no longer holds these words")
    return QuoteState(quote, "exact" if any(p.kind == "exact" for p in places) else "normalized", places)
