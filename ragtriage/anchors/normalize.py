"""Text made comparable: the same words in another dress are the same text, and every offset leads back.

Extractors, editors and models change what does not matter (line breaks, quote styles, ligatures, emphasis marks) far
more often than people change words. Here both sides lose the dress and keep the words. What could be meaning stays:
NFKC as a whole would turn 10⁵ into 105 and ½ into 1⁄2, so superscripts, subscripts, fractions and circled digits are
left alone, as are `~~` and a `*` between digits.

Two steps. First characters are exchanged one for one (`str.translate`, `str.lower`), which moves no offset. Then one
regular expression finds the few places whose length changes. The map back to raw offsets is built from those places,
and only when somebody asks for it.
"""

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from functools import cache
from threading import Lock

from ragtriage.anchors.dress import INVISIBLE, JOINER, OVERRIDES, TATWEEL, plain_forms
from ragtriage.anchors.escapes import ESCAPES, SPACE, entity_text, may_hold

_COMBINING = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f"
_JAMO = "\u1100-\u11ff"
_IDEOGRAPHS = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED = _IDEOGRAPHS + "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # also Thai, Lao, Burmese, Khmer

_COMPATIBLE = ("<compat>", "<font>")
"""Beside the forms that are dress: taken for the same where a place is looked for, never where it is judged."""
_COMPATIBLE_RANGES = ((0x80, 0x250), (0x2000, 0x2190), (0xF900, 0xFFF0), (0x1D400, 0x1D800))

unspaced = re.compile(f"[{_UNSPACED}]")
"""A character of a script that writes no space between words."""


Changes = tuple["array[int]", "array[int]", "array[int]", "array[int]"]
"""Starts and ends of the changed places in the raw text, starts and ends in the new one."""


class Normalised:
    """A text without its dress, and the way back to the raw one."""

    __slots__ = ("_edits", "_fold", "join", "raw", "text")

    def __init__(self, raw: str, text: str, fold: bool, join: str) -> None:
        self.raw = raw
        self.text = text
        self._fold = fold
        self.join = join
        self._edits: Changes | None = None

    def to_raw(self, start: int, end: int) -> tuple[int, int] | None:
        """The raw span (code points) of `text[start:end]`, `start < end`.

        What was dropped just before or after stays outside. None when an edge cuts a character that became several
        (`f` of `ﬁ`) or parts a letter from its marks.
        """
        if self._edits is None:
            self._edits = self._changes()
        _, raw_end, new_start, new_end = self._edits
        i = bisect_right(new_end, start)  # the first change that ends after `start`
        if i < len(new_start) and new_start[i] < start:
            return None
        first = raw_end[i - 1] + start - new_end[i - 1] if i else start
        j = bisect_left(new_start, end)  # the first change that starts at `end` or later
        if j and new_end[j - 1] > end:
            return None
        last = raw_end[j - 1] + end - new_end[j - 1] if j else end
        return first, last

    def covering(self, start: int, end: int) -> tuple[int, int]:
        """The raw span of `text[start:end]`, `start < end`, widened where an edge cuts a character that became several.

        A run of marks that was left as it is has an offset for each of them.
        """
        return self.raw_start(start), self.raw_end(end)

    def raw_start(self, start: int) -> int:
        """Where in the raw text what begins at `text[start]` begins."""
        if self._edits is None:
            self._edits = self._changes()
        raw_start, raw_end, new_start, new_end = self._edits
        i = bisect_right(new_end, start)
        if i < len(new_start) and new_start[i] < start:
            kept = raw_end[i] - raw_start[i] == new_end[i] - new_start[i]
            return raw_start[i] + (start - new_start[i] if kept else 0)
        return raw_end[i - 1] + start - new_end[i - 1] if i else start

    def raw_end(self, end: int) -> int:
        """Where in the raw text what ends before `text[end]` ends."""
        if self._edits is None:
            self._edits = self._changes()
        raw_start, raw_end, new_start, new_end = self._edits
        j = bisect_left(new_start, end)
        if j and new_end[j - 1] > end:
            kept = raw_end[j - 1] - raw_start[j - 1] == new_end[j - 1] - new_start[j - 1]
            return raw_start[j - 1] + end - new_start[j - 1] if kept else raw_end[j - 1]
        return raw_end[j - 1] + end - new_end[j - 1] if j else end

    def from_raw(self, at: int) -> int:
        """Where in `text` the raw offset `at` is; where what it begins was dropped, that is where it would stand."""
        if self._edits is None:
            self._edits = self._changes()
        raw_start, raw_end, new_start, new_end = self._edits
        i = bisect_right(raw_start, at) - 1
        if i < 0:
            return at
        return new_start[i] if at < raw_end[i] else new_end[i] + at - raw_end[i]

    def _changes(self) -> Changes:
        raw_start, raw_end, new_start, new_end = array("l"), array("l"), array("l"), array("l")
        even, changes = _prepared(self.raw, self._fold)
        shift = 0
        for match in changes.finditer(even):
            start, end = match.span()
            size = len(_replacement(match, self.join, self._fold))
            raw_start.append(start)
            raw_end.append(end)
            new_start.append(start + shift)
            shift += size - (end - start)
            new_end.append(end + shift)
        return raw_start, raw_end, new_start, new_end


def normalise(text: str, *, fold: bool = True, join: str = "") -> Normalised:
    """`text` with white space collapsed, quotes and dashes straight, ligatures apart, emphasis marks dropped.

    `fold` ignores case: right for finding the place, wrong for judging the wording (mW is not MW). `join` is what a
    hyphen at a line end between letters becomes: nothing, or `-` for compounds (`well-⏎known`). White space at either
    end is kept as one space.
    """
    even, changes = _prepared(text, fold)
    plain = changes.sub(lambda match: _replacement(match, join, fold), even).replace("\n", " ")
    return Normalised(text, plain, fold, join)


def _prepared(raw: str, fold: bool) -> tuple[str, "re.Pattern[str]"]:
    """The text after all one-for-one exchanges, and what to look for in it."""
    if raw.isascii():
        even = raw.encode("ascii").translate(_ascii_exchanges(fold)).decode("ascii")
        return even, _ascii_changes(may_hold(even))
    even = raw.translate(_exchanges(fold))
    if fold:
        even = even.lower().replace("ς", "σ")  # İ, the one character that grows in lower case, is exchanged before
    escaped = may_hold(even)
    if even.isascii():
        return even, _ascii_changes(escaped)
    return even, _all_changes(fold, escaped) if _needs_all().search(even) else _latin_changes(fold, escaped)


@cache
def _exchanges(fold: bool) -> dict[int, str]:
    table = {ord("İ"): "i"} if fold else {}
    return table | {ord(char): plain for char, plain in plain_for(fold).items() if len(plain) == 1}


@cache
def _ascii_exchanges(fold: bool) -> bytes:
    """The same as a table of bytes, which is put to use at several times the speed."""
    plain = bytes(range(128)).decode("ascii").translate(_exchanges(fold))
    return (plain.lower() if fold else plain).encode("ascii").ljust(256)


@cache
def plain_for(fold: bool) -> dict[str, str]:
    """Characters that only look otherwise; to find a place, `fold`, also what is written otherwise: ß, №, ℝ, Ⅳ."""
    found = dict(plain_forms())
    if not fold:
        return found
    wide = {"ß": "ss", "ẞ": "ss"} | dict.fromkeys(OVERRIDES, "")
    for first, end in _COMPATIBLE_RANGES:
        for char in map(chr, range(first, end)):
            plain = unicodedata.normalize("NFKC", char)
            tag = unicodedata.decomposition(char).partition(" ")[0]
            if plain == char or " " in plain or (tag.startswith("<") and tag not in _COMPATIBLE):
                continue
            if unicodedata.category(char) == "No":
                continue  # ⑴ and ⒈ are tokens of their own
            wide[char] = plain.lower() if len(plain) > 1 and char == char.lower() else plain  # № has no lower case
    return wide | found


_MARKS = r"[*_`]+"
_LINE_END = rf"(?<=[^\W\d_])[-{INVISIBLE[0]}][{INVISIBLE} ]*\n[{INVISIBLE}\s]*(?=[^\W\d_])"
_SPACE = rf"[\s{INVISIBLE}]{{2,}}|[{INVISIBLE}]"
_JOINED_SPACE = rf"(?:[\s{INVISIBLE}]|{JOINER}){{2,}}|[{INVISIBLE}]|{JOINER}"
_MARKS_OF_HTML = rf"(?:\s|{SPACE}){{2,}}|{SPACE}|{ESCAPES}|"


@cache
def _ascii_changes(escaped: bool) -> "re.Pattern[str]":
    return re.compile((_MARKS_OF_HTML if escaped else "") + r"(?<=[^\W\d_])- *\n\s*(?=[^\W\d_])|\s\s+|[*_`]+")


@cache
def _latin_changes(fold: bool, escaped: bool, space: str = _SPACE) -> "re.Pattern[str]":
    several = "".join(char for char, plain in plain_for(fold).items() if len(plain) > 1)
    pattern = f"{_LINE_END}|{space}|{_MARKS}|[{re.escape(several)}]"
    return re.compile(f"(?:(?:\\s|{SPACE}){{2,}}|{SPACE}|{ESCAPES})|{pattern}" if escaped else pattern)


@cache
def _all_changes(fold: bool, escaped: bool) -> "re.Pattern[str]":
    """Also letters with their marks, written apart, space between ideographs, joiners and tatweel.

    Runs of marks are bounded: putting thousands of them in order takes minutes, and no language stacks so many.
    """
    overrides = f"|[{OVERRIDES}]" if fold else ""
    return re.compile(
        rf"\w[{_COMBINING}]{{1,32}}|[{_JAMO}]+|(?<=[{_IDEOGRAPHS}])[\s{INVISIBLE}]+(?=[{_IDEOGRAPHS}])|{TATWEEL}"
        f"{overrides}|{_latin_changes(fold, escaped, _JOINED_SPACE).pattern}"
    )


@cache
def _needs_all() -> "re.Pattern[str]":
    return re.compile(f"[{_COMBINING}{_JAMO}{_IDEOGRAPHS}\u0640\u200c\u200d{OVERRIDES}]")


def _replacement(match: "re.Match[str]", join: str, fold: bool) -> str:
    """What a changed place becomes. The same for the text and for the map, so they cannot differ."""
    piece = match.group()
    first = piece[0]
    if first in "*_`":
        return _emphasis(match.string, match.start(), match.end())
    if first == "-":  # at a line end, between letters
        return join
    if first in "<&" and len(piece) > 1 and not piece[-1].isspace():
        return _shown(piece, fold)
    if first in _SPACE_OR_NOTHING:
        soft = first == "\u00ad" and "\n" in piece and _around(match, _letter())
        no_space = not any(char in " \n<&" for char in piece)
        return "" if soft or no_space or _around(match, _ideograph()) else " "
    if first in _DROPPED:
        return ""
    return plain_for(fold).get(piece) or unicodedata.normalize("NFC", piece)


_SPACE_OR_NOTHING = frozenset(f" \n<&\u200c\u200d{INVISIBLE}")
_DROPPED = frozenset(f"\u0640{OVERRIDES}")


def _shown(piece: str, fold: bool) -> str:
    """What an entity or a tag shows."""
    char = entity_text(piece)
    if char == piece or not char:
        return char
    if char.isspace():
        return " "
    plain = plain_for(fold).get(char, char)
    return plain.lower() if fold else plain


def _around(match: "re.Match[str]", kind: "re.Pattern[str]") -> bool:
    """Whether a character of this kind stands on both sides."""
    start, end = match.span()
    return start > 0 and bool(kind.match(match.string, start - 1) and kind.match(match.string, end))


@cache
def _ideograph() -> "re.Pattern[str]":
    return re.compile(f"[{_IDEOGRAPHS}]")


@cache
def _letter() -> "re.Pattern[str]":
    return re.compile(r"[^\W\d_]")


def _emphasis(text: str, start: int, end: int) -> str:
    """What is left of a run of `*`, `_` and backticks: nothing where it is markup, all but backticks elsewhere.

    Markup stands at the edge of a word (or of a word's punctuation, as in `**Note:** …`). A mark with a word on both
    sides (2*3, snake_case) or with space on both sides (a bullet) is text, and so is a lone `*` beside a dot or slash
    (`*.txt`).
    """
    marks = text[start:end].replace("`", "")
    if not marks:
        return ""
    before, after = text[start - 1] if start else " ", text[end] if end < len(text) else " "
    if before.isalnum() and after.isalnum():
        inside = "*" in marks and len(marks) > 1 and (unspaced.match(before) or unspaced.match(after))
        return "" if inside else marks
    if before.isalnum() or after.isalnum():
        return ""
    opens, closes = not after.isspace() and before.isspace(), not before.isspace() and after.isspace()
    if len(marks) > 1 or "_" in marks:
        return "" if (opens or closes or not before.isspace()) and "/" not in (before, after) else marks
    return "" if (opens and after in "\"'([~") or (closes and before in ":;!?,\"'") else marks


_CACHE_CHARS = 2_000_000
_cache: "OrderedDict[tuple[str, str], Normalised]" = OrderedDict()
_cached_chars = 0
_lock = Lock()


def normalised(text: str, join: str = "") -> Normalised:
    """`normalise(text, join=join)`, remembered for the texts used last, 30 million characters in all."""
    global _cached_chars
    key = (text, join)
    with _lock:
        known = _cache.get(key)
        if known is not None:
            _cache.move_to_end(key)
            return known
    made = normalise(text, join=join)
    with _lock:
        if key not in _cache:
            _cache[key] = made
            _cached_chars += len(text) + len(made.text)
        while _cached_chars > _CACHE_CHARS and len(_cache) > 1:
            (old, _), dropped = _cache.popitem(last=False)
            _cached_chars -= len(old) + len(dropped.text)
    return made
