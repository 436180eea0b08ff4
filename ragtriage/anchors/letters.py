"""Letters and digits alone, folded: the coarse form in which places are looked for, never judged.

Whatever two texts differ in that is not a letter or a digit (white space, marks, quotes, dashes, accents, case) is gone
here, so equal texts stay equal under every extractor. Made with numpy in one pass, as this is the first bottleneck: a
regular expression reads 3 million characters a second, a table look-up twenty times that.
"""

import hashlib
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragtriage.anchors.escapes import padded
from ragtriage.anchors.normalize import plain_for
from ragtriage.anchors.pages import PAGE, furniture, gaps_within

Codes = NDArray[np.uint16]
"""One code a letter or digit; planes are folded onto each other, as equality is checked elsewhere."""

Places = NDArray[np.signedinteger[Any]]
"""The offset in a text (code points) of each of its letters."""

_EXPANDS = 0xFFFF
"""In the table: a character that becomes several letters (ﬁ, ß, №), which takes the slow way."""
_SAME = ((0x3400, 0xA000), (0xAC00, 0xD7A4), (0x20000, 0x323B0))
"""Ideographs and Hangul syllables stand for themselves; looking at each would take half a second."""
_LAST = 0x110000
_AT_ONCE = 2_000_000
"""Characters of a long text whose letters are made in one go, which takes ten times their room."""


def letters(text: str) -> Codes:
    """The letters and digits of `text`, folded, as an array of uint16. Page furniture is left out."""
    if len(text) > 2 * _AT_ONCE:
        return np.concatenate([codes for codes, _ in _in_pieces(text)])
    if PAGE in text:
        return letters_with_places(text)[0]
    text = padded(text)
    if text.isascii():
        return np.frombuffer(text.encode("ascii").translate(*_ascii()), dtype=np.uint8).astype(np.uint16)
    points = _points(text)
    codes = _composed(points, _table()[points])
    if (codes == _EXPANDS).any():
        return letters_with_places(text)[0]
    kept: Codes = codes[codes != 0]
    return kept


def letters_with_places(text: str) -> tuple[Codes, Places]:
    """`letters(text)` and the offset (code points) in `text` of each."""
    if len(text) <= 2 * _AT_ONCE:
        return _with_places(text, furniture(text))
    codes, places = zip(*_in_pieces(text), strict=True)
    return np.concatenate(codes), np.concatenate(places)


def _in_pieces(text: str) -> Iterator[tuple[Codes, Places]]:
    """The letters of a long text and where each stands, some millions of characters at a time."""
    for start, end in _pieces(text):
        gaps = [(max(0, first - start), last - start) for first, last in gaps_within(text, start, end)]
        codes, at = _with_places(text[start:end], gaps)
        at += start
        yield codes, at.astype(np.int32)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """A long text in parts, none of which begins within a syllable that is written in its parts."""
    start = 0
    while start < len(text):
        end = min(len(text), start + _AT_ONCE)
        while end < len(text) and "\u1100" <= text[end] < "\u1200":
            end += 1
        yield start, end
        start = end


def _with_places(text: str, gaps: Iterable[tuple[int, int]]) -> tuple[Codes, Places]:
    """The letters outside of `gaps`, and where each stands."""
    text = padded(text)
    points = _points(text)
    codes = _composed(points, _table()[points])
    for start, end in gaps:
        codes[start:end] = 0
    several = np.flatnonzero(codes == _EXPANDS)
    if not len(several):
        places = np.flatnonzero(codes)
        return codes[places], places
    pieces: list[Codes] = []
    offsets: list[NDArray[np.int64]] = []
    begin = 0
    for at in several.tolist():
        plain = codes[begin:at]
        kept = np.flatnonzero(plain)
        made = np.array(_expansion(int(points[at])), dtype=np.uint16)
        pieces += [plain[kept], made]
        offsets += [kept + begin, np.full(len(made), at, dtype=np.int64)]
        begin = at + 1
    kept = np.flatnonzero(codes[begin:])
    return np.concatenate([*pieces, codes[begin:][kept]]), np.concatenate([*offsets, kept + begin])


def _composed(points: NDArray[np.uint32], codes: Codes) -> Codes:
    """With Hangul that is written in its parts (Unicode 3.12) as the syllables it stands for, at the first part."""
    part = (points >= _LEAD) & (points < 0x1200)
    if not part.any():
        return codes
    lead = np.flatnonzero((points >= _LEAD) & (points < _LEAD + 19))
    lead = lead[lead + 1 < len(points)]
    vowel = points[lead + 1].astype(np.int64) - _VOWEL
    lead, vowel = lead[(vowel >= 0) & (vowel < 21)], vowel[(vowel >= 0) & (vowel < 21)]
    after = points[np.minimum(lead + 2, len(points) - 1)].astype(np.int64) - _TAIL
    closed = (lead + 2 < len(points)) & (after > 0) & (after < 28)
    codes[lead] = 0xAC00 + ((points[lead].astype(np.int64) - _LEAD) * 21 + vowel) * 28 + np.where(closed, after, 0)
    codes[lead + 1] = 0
    codes[lead[closed] + 2] = 0
    return codes


_LEAD, _VOWEL, _TAIL = 0x1100, 0x1161, 0x11A7


def _points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


@cache
def _ascii() -> tuple[bytes, bytes]:
    dropped = bytes(byte for byte in range(256) if byte >= 128 or not chr(byte).isalnum())
    return bytes(range(256)).lower(), dropped


@cache
def _table() -> NDArray[np.uint16]:
    """Code point → folded code, 0 for what is dropped."""
    table = np.zeros(_LAST, dtype=np.uint16)
    for first, end in _SAME:
        table[first:end] = (np.arange(first, end) & 0xFFFF).astype(np.uint16)
    begin = 0
    signs = _signs()
    for first, end in (*_SAME, (0x323B0, _LAST)):
        for point in range(begin, first):
            char = chr(point)
            if char.isalnum() or char in signs:
                folded = _folded(char)
                table[point] = _EXPANDS if len(folded) > 1 else (ord(folded) & 0xFFFF) if folded else 0
        begin = end
    for point in range(0xF900, 0xFB00):  # compatibility ideographs, each the double of another
        table[point] = ord(_folded(chr(point))[:1] or "\0") & 0xFFFF
    return table


@cache
def _expansion(point: int) -> list[int]:
    return [ord(char) & 0xFFFF for char in _folded(chr(point))]


@cache
def _signs() -> dict[str, str]:
    """Characters that normalising makes something else of: ℃ and № are letters then, and ʼ is none."""
    return {
        char: "".join(filter(str.isalnum, plain)).lower()
        for char, plain in plain_for(True).items()
        if char.isalnum() != any(map(str.isalnum, plain))
    }


def _folded(char: str) -> str:
    """A letter or digit without its case and accents; numbers such as ⁵ and ½ are tokens and stay."""
    if char in _signs():
        return _signs()[char]
    if unicodedata.category(char) == "No":
        return char
    if char in "ßẞ":
        return "ss"
    if char == "\u0640":
        return ""  # tatweel stretches a line
    if unicodedata.category(char) == "Nd":
        return str(unicodedata.digit(char))
    plain = unicodedata.normalize("NFKD", char)
    if "\u1100" <= plain[0] <= "\u11ff":
        return plain[0]  # Hangul written apart: its first part finds nothing, the normalised stage does
    plain = plain.lower().replace("ς", "σ")
    return "".join(
        c for c in unicodedata.normalize("NFKD", plain) if (c.isalnum() or c == char) and c not in "\u0640\u02bc"
    )


def fingerprint(text: str) -> str:
    """The sha256 of the text, under which its forms are kept."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class LettersCache:
    """The letters of documents by the sha256 of their text; those used longest ago go first.

    `limit`: letters held, two bytes each.
    """

    def __init__(self, limit: int = 200_000_000) -> None:
        self.limit = limit
        self._held: OrderedDict[str, Codes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: str) -> Codes | None:
        """The letters kept under this sha256, None when there are none."""
        with self._lock:
            codes = self._held.get(key)
            if codes is not None:
                self._held.move_to_end(key)
            return codes

    def put(self, key: str, codes: Codes) -> None:
        """Keep the letters of a text under its sha256."""
        with self._lock:
            if key in self._held:
                return
            self._held[key] = codes
            self._size += len(codes)
            while self._size > self.limit and len(self._held) > 1:
                self._size -= len(self._held.popitem(last=False)[1])
