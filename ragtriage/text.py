"""Untrusted text made safe: the only door to a terminal.

Documents, answers, questions, ids, file names and Git's output may hold ESC (a passage could write the reviewer's
clipboard with OSC 52), NUL, bidi controls (text that reads otherwise than it is stored) or lone surrogates. Here they
become visible symbols, one for one, so that offsets into the text stay true.
"""

import re
import unicodedata

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and newline, DEL, C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidi marks, embeddings, overrides, isolates
    "\u2028\u2029\ufeff\ufff9-\ufffb\ud800-\udfff]"  # line separators, BOM, annotations, surrogates
    "|[\U000e0000-\U000e0fff]"  # tag characters: invisible, and a known way to hide instructions
)

_ASCII = str.maketrans(
    {
        "✓": "+", "✗": "x", "·": ".", "▌": ">", "●": "*", "○": "o", "…": "~", "│": "|", "─": "-", "┌": "+", "┐": "+",
        "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "→": ">", "←": "<", "↑": "^", "↓": "v",
        "▶": ">", "▸": ">", "▾": "v", "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "≥": ">", "≤": "<",
        "×": "x", "█": "#", "░": ".", "▏": "|", "⏎": "$", "⚑": "!", "★": "*", "≠": "!", "\u00a0": " ",
    }
)  # fmt: skip


def _symbol(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)  # ␀ … ␟
    if code == 0x7F:
        return "␡"
    return "�"


def safe(text: str) -> str:
    """`text` with every control, bidi and invisible character as one visible symbol. Keeps tab and newline.

    Same length in code points as the input.
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


def cells(text: str) -> int:
    """Terminal cells that `text` takes."""
    return len(text) if text.isascii() else sum(map(char_cells, text))


def char_cells(char: str) -> int:
    """Cells of one character: 2 for wide ones, 0 for combining ones and joiners."""
    if char < "\u0300":
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def ascii_only(text: str) -> str:
    """`text` for terminals without Unicode (`--ascii`): our signs by their stand-ins, the rest by `?`.

    One character for one, so that columns stay aligned for text of narrow characters.
    """
    if text.isascii():
        return text
    return text.translate(_ASCII).encode("ascii", "replace").decode("ascii")
