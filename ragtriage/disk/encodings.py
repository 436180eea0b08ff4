"""Which encoding a file of text is in: told from its bytes, since exports say nothing of it.

UTF-8 and UTF-16, with and without a byte order mark, are told by rules; what is neither goes to charset-normalizer,
but for Western text, where its guess falls with every short file: most of what is no UTF-8 in this trade is cp1252.
"""

import codecs
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import IO

from ragtriage.errors import FileError, FilePlace

_CHUNK = 1 << 20
_SAMPLE = 1 << 16
"""Bytes of lines with something else than ASCII in them that are looked at to tell an encoding."""
_CANDIDATES = [
    "cp932", "gb18030", "big5", "euc_jp", "cp949", "cp1251", "koi8_r", "cp866", "cp1250", "iso8859_2", "cp1253",
    "cp1254", "cp1255", "cp1256", "cp1257", "mac_roman", "cp850", "cp1252",
]  # fmt: skip
_NAMES = {
    "cp932": "Shift-JIS",
    "cp949": "EUC-KR",
    "koi8_r": "KOI8-R",
    "iso8859_2": "ISO 8859-2",
    "euc_jp": "EUC-JP",
    "big5": "Big5",
}
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
FALLBACK = "cp1252-bytes"
"""The error handler that takes a byte which its encoding does not know for one of cp1252."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """How bytes become text."""

    codec: str
    """As Python names it; to be used with `FALLBACK` for errors."""
    note: str = ""
    """What is to be said of it; empty for UTF-8."""
    head: str = ""
    """The beginning of the text, where it was asked for with the file."""


def encoding_of(file: IO[bytes], path: Path) -> Encoding:
    """The encoding of a whole file, which is read to its end. Raises FileError for what is no text."""
    head = file.read(_CHUNK)
    if found := _by_mark(head) or _wide(head):
        return found
    if _is_binary(head):
        raise FileError(
            "this is no text file", where=FilePlace(path), next_step="give CSV, JSON or JSON Lines, also gzipped"
        )
    return _narrow(head, file)


def _by_mark(head: bytes) -> Encoding | None:
    for mark, codec in _BOMS:
        if head.startswith(mark):
            return Encoding(codec, "" if codec == "utf-8-sig" else f"read as {codec.upper()}")
    return None


def _wide(head: bytes) -> Encoding | None:
    """UTF-16 without its mark: the ASCII in it (commas, quotes, line ends) leaves zeros on one side only."""
    odd, even = head[1::2].count(0), head[::2].count(0)
    side = head[1::2] if odd > even else head[::2]
    if min(odd, even) > max(odd, even) // 3 or max(odd, even) < 2:
        return None
    if _controls(side) < len(side) // 4 and _is_utf8(head):
        return None  # a stray NUL or two
    codec = "utf-16-le" if odd > even else "utf-16-be"
    try:
        codecs.getincrementaldecoder(codec)().decode(head)
    except UnicodeDecodeError:
        return None
    return Encoding(codec, "read as UTF-16, which it does not say")


def _is_utf8(some: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(some)  # not its end: a piece may end within a character
    except UnicodeDecodeError:
        return False
    return True


def _is_binary(head: bytes) -> bool:
    """Whether controls that no text has are more than an accident in it."""
    return _controls(head) > max(8, len(head) // 50)


def _controls(some: bytes) -> int:
    return sum(some.count(bytes([code])) for code in (*range(9), *range(14, 27), 28, 29, 30, 31))


def _narrow(head: bytes, file: IO[bytes]) -> Encoding:
    """UTF-8, or what its lines that are none are in."""
    good = bad = 0
    sample = bytearray()
    some = head
    while some:
        some += file.readline(_CHUNK)
        more = file.read(_CHUNK)
        some, begun = _whole_characters(some) if more else (some, b"")
        if not some.isascii() and _is_utf8(some):
            good += 1 + some.count(b"\n")
        for line in [] if some.isascii() or _is_utf8(some) else some.split(b"\n"):
            if not line.isascii():
                fine = _is_utf8(line)
                good, bad = good + fine, bad + (not fine)
                if not fine and len(sample) < _SAMPLE:
                    sample += line[:_SAMPLE] + b"\n"
        some = begun + more
    if not bad:
        return Encoding("utf-8-sig")
    if good >= bad:
        lines_ = "1 line is" if bad == 1 else f"{bad:,} lines are"
        return Encoding("utf-8-sig", f"{lines_} not UTF-8: their bytes read as cp1252")
    codec = guessed(bytes(sample[:_SAMPLE]))
    return Encoding(codec, f"not UTF-8, read as {_NAMES.get(codec, codec.replace('gb', 'GB'))}")


def _whole_characters(some: bytes) -> tuple[bytes, bytes]:
    """A piece of a long line without, and only, the character of UTF-8 that it ends within."""
    for back in range(1, min(4, len(some) + 1)):
        if some[-back] >= 0xC0:
            return some[:-back], some[-back:]
        if some[-back] < 0x80:
            break
    return some, b""


def guessed(sample: bytes) -> str:
    """The codec of lines that are not UTF-8."""
    if _looks_western(sample.decode("cp1252", "replace")):
        return "cp1252"
    from charset_normalizer import from_bytes

    best = from_bytes(sample, cp_isolation=_CANDIDATES).best()
    if best is None or best.encoding in _LATIN:  # all of it letters with marks: no such language
        return _east_asian(sample) or (best.encoding if best else "cp1252")
    return best.encoding


_LATIN = frozenset(("cp1252", "cp1250", "iso8859_2", "cp1254", "cp1257", "mac_roman", "cp850"))
_COMMON = {
    "gb18030": (range(0xA1, 0xA4), range(0xB0, 0xD8)),
    "cp932": (range(0x81, 0x84), range(0x88, 0x98)),
    "big5": (range(0xA1, 0xA4), range(0xA4, 0xC7)),
    "euc_jp": (range(0xA1, 0xA6), range(0xB0, 0xD0)),
    "cp949": (range(0xA1, 0xA4), range(0xB0, 0xC9)),
}
"""First bytes of marks and of common characters, by encoding."""


def _east_asian(sample: bytes) -> str:
    """Of a text too short for frequencies: the encoding in which nearly all of it is common characters; empty: none."""
    shares = {codec: _common_share(sample, codec) for codec in _COMMON}
    best = max(shares, key=lambda codec: shares[codec])
    return best if shares[best] > 0.9 else ""


def _common_share(sample: bytes, codec: str) -> float:
    try:
        own = [char for char in sample.decode(codec) if not char.isascii()]
        firsts = [char.encode(codec)[0] for char in own]
    except UnicodeError:
        return 0.0
    return sum(any(first in some for some in _COMMON[codec]) for first in firsts) / max(1, len(own))


_WORD = re.compile(r"[^\W\d_]+")
_SYMBOL_INSIDE = re.compile(r"[^\W\d_][¡-¿×÷€‚ƒ„†‡ˆ‰‹•˜™›\x80-\x9f\ufffd][^\W\d_]")


def _looks_western(text: str) -> bool:
    """Whether bytes read as cp1252 make words as Western languages have them: few letters with marks, no signs in."""
    letters = accented = odd = 0
    for word in _WORD.findall(text):
        own = sum(not char.isascii() for char in word)
        letters, accented = letters + len(word), accented + own
        odd += sum(char in "ðþÐÞ" for char in word)
        odd += any(a.islower() and b.isupper() and not b.isascii() for a, b in pairwise(word))
    odd += 2 * len(_SYMBOL_INSIDE.findall(text))
    return accented <= 0.3 * letters and odd <= accented // 8


def _byte_as_cp1252(error: UnicodeError) -> tuple[str, int]:
    """Bytes that their encoding does not know are most often of a Western export."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.start + 1].decode("cp1252", "replace"), error.start + 1


codecs.register_error(FALLBACK, _byte_as_cp1252)
