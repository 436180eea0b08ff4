"""Offsets of other tools: in code points, in bytes of UTF-8, or in units of UTF-16, which no file says.

Read in the wrong unit, a span is moved by one for every character before it that is not ASCII, and cuts words. So each
unit is tried out on all spans of a file: the right one begins and ends its quotes between words.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

Unit = Literal["codepoints", "bytes", "utf16"]
UNITS: tuple[Unit, ...] = get_args(Unit)
NAMES: dict[Unit, str] = {"codepoints": "code points", "bytes": "bytes of UTF-8", "utf16": "units of UTF-16"}
_OFFSET = re.compile(r"[0-9]{1,15}(?:\.0+)?")


class GivenOffsets(NamedTuple):
    """A place in a document, as a file gives it."""

    text: str
    """The document's."""
    start: int
    end: int
    quote: str = ""
    """What the file says stands there; empty: it does not say."""


def offset_of(text: str) -> int:
    """A whole number as written, also as `10.0`; -1 for anything else."""
    return int(text.partition(".")[0]) if _OFFSET.fullmatch(text) else -1


def in_code_points(span: GivenOffsets, unit: Unit) -> tuple[int, int] | None:
    """Start and end in code points; None where they are no place in the text, or fall within a character."""
    if not 0 <= span.start < span.end:
        return None
    if unit == "codepoints" or span.text.isascii():
        return (span.start, span.end) if span.end <= len(span.text) else None
    codec, width = ("utf-8", 1) if unit == "bytes" else ("utf-16-le", 2)
    raw = span.text.encode(codec, "surrogatepass")
    if span.end * width > len(raw):
        return None
    try:
        start = len(raw[: span.start * width].decode(codec, "surrogatepass"))
        return start, start + len(raw[span.start * width : span.end * width].decode(codec, "surrogatepass"))
    except UnicodeDecodeError:
        return None


def fits(span: GivenOffsets, unit: Unit) -> bool:
    """Whether a span read so is the quote that is given with it, or begins and ends between words."""
    place = in_code_points(span, unit)
    if place is None:
        return False
    if span.quote:
        return span.text[place[0] : place[1]] == span.quote
    return not (_within_word(span.text, place[0]) or _within_word(span.text, place[1]))


def _within_word(text: str, at: int) -> bool:
    """Whether a word goes on across a place. Of scripts without spaces nobody can tell."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    return before.isalnum() and after.isalnum() and (_spaced(before) or _spaced(after))


def _spaced(char: str) -> bool:
    return char < "\u0e00" or "\uac00" <= char <= "\ud7a3"


def fitting_unit(spans: Iterable[GivenOffsets]) -> tuple[Unit, Counter[Unit], int]:
    """The unit that fits most spans of a file (code points, where another does not fit more), how many each fits, and
    how many there are that tell units apart."""
    telling = [span for span in spans if len({in_code_points(span, unit) for unit in UNITS}) > 1]
    counts = Counter({unit: sum(fits(span, unit) for span in telling) for unit in UNITS})
    best = max(UNITS, key=lambda unit: counts[unit])  # the first of equals
    return best, counts, len(telling)


class Spans:
    """The offsets of a file, and the unit that they are in."""

    def __init__(self, spans: list[GivenOffsets], unit: Unit | None) -> None:
        self._best, self._fit, self._telling = fitting_unit(spans)
        self._unit = unit
        self._spans = spans

    def place(self, span: GivenOffsets) -> tuple[int, int] | None:
        """Start and end in code points; None for no place, and where another unit fits the file better."""
        if self._unit is None and self._moved(span):
            return None
        return in_code_points(span, self._unit or "codepoints")

    def _moved(self, span: GivenOffsets) -> bool:
        return self._best != "codepoints" and in_code_points(span, self._best) != in_code_points(span, "codepoints")

    def refusal(self, span: GivenOffsets) -> str:
        """Why there is no such place."""
        if self._unit is None and self._moved(span):
            return (
                f"`start` and `end` are not in code points: as {NAMES[self._best]} {self._fit[self._best]:,} of "
                f"{self._telling:,} begin and end between words, else {self._fit['codepoints']:,}; "
                f"import with `--offsets {self._best}`"
            )
        unit = self._unit or "codepoints"
        return f"`start` and `end` are no place in the document's {len(span.text):,} code points, read as {NAMES[unit]}"

    def notes(self) -> list[str]:
        """What is to be said of the offsets that were read."""
        if self._unit is not None and self._fit[self._unit] < self._fit[self._best]:
            fit = ", ".join(f"{NAMES[unit]} {self._fit[unit]:,}" for unit in UNITS)
            return [f"`--offsets {self._unit}` fits fewer spans than `{self._best}`: of {self._telling:,}, {fit}"]
        unit = self._unit or "codepoints"
        within = sum(place is not None and not fits(span, unit) for span in self._spans if (place := self.place(span)))
        return [f"{within:,} of {len(self._spans):,} spans begin or end within a word"] if within else []
