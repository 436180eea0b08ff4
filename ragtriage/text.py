"""Untrusted text made safe: the only door to a terminal.

Documents, answers, questions, ids, file names and Git's output may hold ESC (a passage could write the reviewer's
clipboard with OSC 52), NUL, bidi controls (text that reads otherwise than it is stored), characters that show nothing
(two ids that look alike) or lone surrogates. Here they become visible symbols, one for one, so that offsets into the
text stay true. What a script or an emoji is written with stays where it does that, and only there.
"""

import re
from collections.abc import Iterable, Sequence

_JOINING = (  # letters that a joiner between them binds or parts: Persian, Urdu and the scripts of India write with it
    "\u0620-\u074f\u0750-\u077f\u0840-\u085f\u08a0-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u17b3\u17b6-\u17ff\u1807-\u180a"
    "\u1810-\u18af\ua840-\ua877\ua8e0-\ua8ff\U00011000-\U00011fff\U0001e900-\U0001e95f"
)
_VIRAMA = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca"  # a joiner after it shapes a half letter
_PICTURES = "\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_VARIED = (  # what has variants that a selector chooses among: pictures, signs, ideographs
    "\u00a9\u00ae\u203c\u2049\u2100-\u2bff\u3030\u303d\u3297\u3299\u3400-\u9fff\uf900-\ufaff\u1000-\u109f\ua840-\ua877"
    "\U0001f000-\U0001faff\U00020000-\U0003ffff"
)
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and newline, DEL, C1
    "\u061c\u200e\u200f\u202a-\u202e"  # bidi marks, embeddings, overrides; isolates below
    "\u00ad\u034f\u200b\u2060-\u206f"  # soft hyphen, grapheme joiner, spaces without width, invisible operators
    "\u115f\u1160\u3164\uffa0\u17b4\u17b5\u180e"  # fillers and vowels that show nothing
    "\u2028\u2029\ufeff\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"  # line separators, BOM, annotations, surrogates
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # controls of shorthand and of music
    "\u200c\u200d\ufe00-\ufe0f\u180b-\u180d\u180f"  # joiners and selectors, unless in place
    "\U000e0000-\U000e0fff]"  # tags and further selectors: invisible, and a known way to hide instructions
)
_IN_PLACE = re.compile(
    f"(?<=[{_JOINING}])\u200c(?=[{_JOINING}])"
    f"|(?<=[{_JOINING}{_PICTURES}\ufe0f])\u200d(?:(?=[{_JOINING}{_PICTURES}])|(?<=[{_VIRAMA}]\u200d))"
    f"|(?<=[{_VARIED}])[\ufe00-\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    "|(?<=[\u1807-\u180a\u1810-\u18af])[\u180b-\u180d\u180f]"
)
"""A joiner or selector that does something where it stands."""
_UNSETTLED = re.compile(f"[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]|\u200d(?=[{_PICTURES}])|(?<=[{_PICTURES}])\u200d")
_cells_of: dict[str, int] = {}

_ASCII = str.maketrans(
    {
        "✓": "+", "✗": "x", "·": ".", "▌": ">", "●": "*", "○": "o", "…": "~", "│": "|", "─": "-", "┌": "+", "┐": "+",
        "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "→": ">", "←": "<", "↑": "^", "↓": "v",
        "▶": ">", "▸": ">", "▾": "v", "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "≥": ">", "≤": "<",
        "×": "x", "█": "#", "░": ".", "▏": "|", "⏎": "$", "⚑": "!", "★": "*", "≠": "!", "›": ">", "\u00a0": " ",
    }
)  # fmt: skip


def _symbol(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)  # ␀ … ␟
    if code == 0x7F:
        return "␡"
    return match.group() if _IN_PLACE.match(match.string, match.start()) else "�"


def safe(text: str) -> str:
    """`text` with every control, bidi and invisible character as one visible symbol. Keeps tab and newline.

    A joiner stays between letters or pictures that it joins, a variation selector after what it varies. Same length in
    code points as the input.
    """
    return _UNSAFE.sub(_symbol, text) if not text.isascii() or not text.isprintable() else text


def one_line(text: str) -> str:
    """`safe` text on a single line: each run of white space becomes one space."""
    return " ".join(safe(text).split())


def cut(text: str, width: int, mark: str = "…") -> str:
    """`text` shortened to `width` terminal cells, with `mark` where it was cut."""
    if cells(text) <= width:
        return text
    room, out = max(0, width - cells(mark)), []
    for char in text:
        room -= char_cells(char)
        if room < 0:
            break
        out.append(char)
    return "".join(out) + mark if width >= cells(mark) else ""


PATH_SIGN = " › "


def path_words(titles: Iterable[str]) -> str:
    """A path of headings as a reader says it: Billing › Refunds › Exceptions."""
    return PATH_SIGN.join(one_line(title) for title in titles)


def cut_path(titles: Sequence[str], width: int, mark: str = "…") -> str:
    """The same in at most `width` cells: what is outermost goes first, as the nearest says most."""
    words = path_words(titles)
    for first in range(1, len(titles)):
        if cells(words) <= width:
            return words
        words = PATH_SIGN.join((mark, path_words(titles[first:])))
    return cut(words, width, mark)


def settled(text: str) -> str:
    """`safe` text without emoji joiners, variation selectors and skin tones: no two terminals agree on their width."""
    return text if text.isascii() else _UNSETTLED.sub("", text)


def cells(text: str) -> int:
    """Terminal cells that `text` takes."""
    return len(text) if text.isascii() else sum(map(char_cells, text))


def char_cells(char: str) -> int:
    """Cells of one character: 2 for wide ones, 0 for combining ones and joiners.

    By Rich's table, as Textual crops and joins by it: two tables that disagree by one cell tear a line apart.
    """
    if " " <= char < "\u0300":
        return 1
    found = _cells_of.get(char)
    if found is None:
        from rich.cells import get_character_cell_size  # not before something is not plain ASCII

        found = _cells_of[char] = get_character_cell_size(char)
    return found


def ascii_only(text: str) -> str:
    """`text` for terminals without Unicode (`--ascii`): our signs by their stand-ins, the rest by `?`.

    One character for one, so that columns stay aligned for text of narrow characters.
    """
    if text.isascii():
        return text
    return text.translate(_ASCII).encode("ascii", "replace").decode("ascii")


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 case`, `2 cases`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
