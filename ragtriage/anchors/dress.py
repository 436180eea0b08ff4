"""What two texts may differ in and be the same tokens, and where that ends: one table, a reason for each entry.

Two texts are equal only by this table; everything else is a change: superscripts and fractions (10⁵ is not 105), ß (not
ss), dotless ı, №, Roman and circled numbers, mathematical letters (ℝ is not R), signs that only look alike. A star or
underscore that closes nothing is an operator, a footnote or a name; backticks around more words make a command of them;
in code the indentation says what belongs to what.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ragtriage.anchors.escapes import same_escapes


@dataclass(frozen=True, slots=True)
class Dress:
    """Characters that never bear meaning in what they differ from."""

    what: str
    becomes: str
    """What they stand for; empty where they are dropped, `*` where each has its own."""
    characters: str
    why: str
    where: str = "anywhere"
    """Between what, if not anywhere."""


LINE_ENDS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
SPACES = "\t\x1f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_FORMS = ("<wide>", "<narrow>", "<noBreak>", "<initial>", "<medial>", "<final>", "<isolated>")
"""Decompositions that are forms of a character and no character of their own (Unicode 2.3)."""
_FORM_RANGES = ((0x80, 0x250), (0x2000, 0x2190), (0xF900, 0xFFF0))
_MARKUP_WHEN_NARROW = "＊＿｀＜＞＆～"
"""Their narrow forms are marks of emphasis, tags and entities; these are shown as they are."""
_NO_FORMS = _MARKUP_WHEN_NARROW + DASHES + SPACES
LIGATURES = "ﬀﬁﬂﬃﬄﬆﬓﬔﬕﬖﬗĲĳĿŀǄǅǆǇǈǉǊǋǌǱǲǳ"


def _forms() -> Iterator[str]:
    for first, end in _FORM_RANGES:
        for char in map(chr, range(first, end)):
            plain = unicodedata.normalize("NFKC", char)
            tag = unicodedata.decomposition(char).partition(" ")[0]
            if plain == char or " " in plain or unicodedata.category(char) in ("Sc", "Nd") or char in _NO_FORMS:
                continue
            if not tag.startswith("<") or tag in _FORMS:
                yield char


def _digits() -> Iterator[str]:
    for char in map(chr, range(0x80, 0x20000)):
        if unicodedata.category(char) == "Nd" and not unicodedata.decomposition(char).startswith("<font>"):
            yield char


INVISIBLE = "\u00ad\u200b\u2060\ufeff\u061c\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069\ufe0e\ufe0f"
OVERRIDES = "\u202d\u202e"
"""They turn how all that follows is read, letters and digits too: dropped for finding a place, never for judging it."""
JOINERS = "\u200c\u200d"
_JOINING = (
    "\u0590-\u1dff\u2190-\u2bff\ufe0f\ua640-\uabff\ufb1d-\ufdff\ufe70-\ufefe\U00010000-\U0001ffff\U000e0000-\U000e007f"
)
JOINER = f"(?:\u200c(?:(?<![{_JOINING}]\u200c)|(?![{_JOINING}]))|\u200d(?<![{_JOINING}]\u200d))"
"""ZWNJ not between two characters of scripts that join, ZWJ not behind one of them or an emoji."""
_ARABIC = "\u0620-\u06ff\u0750-\u077f\u08a0-\u08ff"
TATWEEL = f"(?<=[{_ARABIC}])\u0640+(?=[\u0620-\u063f\u0641-\u06ff\u0750-\u077f\u08a0-\u08ff])"


@cache
def table() -> tuple[Dress, ...]:
    """All that is dress in characters; emphasis, indentation, line-end hyphens, tags and entities are rules below."""
    return (
        Dress("line ends", "\n", LINE_ENDS, "where a line breaks is the extractor's choice"),
        Dress("spaces", " ", SPACES, "how wide a space is, and whether a line may break there, is the typesetter's"),
        Dress("dashes", "-", DASHES,
              "the length of a dash is a font's and an editor's", "not before a number, unless both are minus signs, "
              "nor between numbers where one is a minus sign and the other a dash"),
        Dress("single quotes", "'", "\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4\u02bc",
              "curled, straight or pointed is an editor's"),
        Dress("double quotes", '"', "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e",
              "curled, straight or pointed is an editor's and a country's"),
        Dress("invisible characters", "", INVISIBLE,
              "Unicode: default ignorable; they hint where to break, which way to lay out, or if a sign is coloured"),
        Dress("joiners", "", JOINERS, "UAX 31, 2.3: ignored but where they part or join letters for the eye and so "
              "spell another word (Persian, Indic scripts) or make one emoji of several", "not between letters of "
              "scripts that join, nor in emoji"),
        Dress("tatweel", "", "\u0640", "Unicode 9.2: stretches a line and means nothing; at a word's end it makes an "
              "abbreviation", "between Arabic letters"),
        Dress("digits", "*", "".join(_digits()), "Unicode 4.6: decimal digits (Nd) of any script have one value; "
              "mathematical ones are symbols"),
        Dress("forms", "*", "".join(_forms()), "Unicode 2.3: wide, narrow and joined forms and canonical doubles are "
              "how a character looks, not which it is"),
        Dress("ligatures", "*", LIGATURES, "letters set as one by a font; they spell the same word"),
        Dress("ellipsis", "...", "\u2026", "one character or three dots is an editor's"),
        Dress("micro sign", "\u03bc", "\u00b5", "UTR 25: the letter mu in an older character set"),
        Dress("degrees", "*", "\u2103\u2109", "Unicode 22.2: a degree sign and the letter, in one width"),
    )  # fmt: skip


@cache
def plain_forms() -> dict[str, str]:
    """Character → what it stands for, of those in the table that are dress anywhere."""
    found: dict[str, str] = {}
    for entry in table():
        if entry.where == "anywhere" or entry.what == "dashes":
            for char in entry.characters:
                found.setdefault(char, _plain(char, entry.becomes))
    return found


def _plain(char: str, becomes: str) -> str:
    if becomes != "*":
        return becomes
    if unicodedata.category(char) == "Nd":
        return str(unicodedata.digit(char))
    return unicodedata.normalize("NFKC", char)


_DASH = r"\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
_SIGNED = re.compile(rf"(?<![\w)\].,])[{_DASH}](?=[.,]?\d)")
_BETWEEN = re.compile(rf"(?<=\d)(?:\s*([{_DASH}])\s*)(?=\d)")
_MINUS = "-\u2212\ufe63\uff0d"


def same_signs(quote: str, found: str) -> bool:
    """Whether dashes before numbers are minus signs in both or dashes in both, and no minus between is now a dash."""
    signs = [[match.group() in _MINUS for match in _SIGNED.finditer(text)] for text in (quote, found)]
    if signs[0] != signs[1]:
        return False
    ways = [[match[1] for match in _BETWEEN.finditer(text)] for text in (quote, found)]
    return all(
        one == other or "-" in (one, other) or "\u2212" not in (one, other) for one, other in zip(*ways, strict=False)
    )


def same_dress_rules(quote: str, found: str) -> bool:
    """Whether what normalising drops by rule and not by character is dress in both."""
    return (
        same_signs(quote, found)
        and same_escapes(quote, found)
        and same_marks(quote, found)
        and same_indents(quote, found)
    )


_MARKS = re.compile(r"(?<!\w)[*_]+|[*_]+(?!\w)")
_MARKED = re.compile(r"(?<!\w)[*_]+\w*|(?<!\w)\w*[*_]+(?!\w)|(?<=\w)\*[*_]*(?!\w)")
_CODED = re.compile(r"(?<!`)(`++)([^`]+)\1(?!`)")
_EMPHASIS = ("*", "**", "***", "_")  # __init__ is a name


def same_marks(quote: str, found: str) -> bool:
    """Whether the marks that normalising drops are the same, or emphasis on both sides and nothing else."""
    one, other = ({" ".join(match[1].split()) for match in _CODED.findall(text)} for text in (quote, found))
    if not (one <= other or other <= one):
        return False  # other words are code now
    quote, found = (text.replace("`", "") for text in (quote, found))
    return _MARKED.findall(quote) == _MARKED.findall(found) or (_all_closed(quote) and _all_closed(found))


def paired_marks(text: str) -> bool:
    """Whether there is emphasis in `text`, all of which is opened and closed in it."""
    return bool(_MARKS.search(text)) and _all_closed(text)


def _all_closed(text: str) -> bool:
    """Whether every mark of emphasis opens before a word what another closes behind one: `*boats, *ropes` do not."""
    open_: list[str] = []
    for match in _MARKS.finditer(text):
        mark, before, after = match.group(), text[: match.start()][-1:], text[match.end() :][:1]
        if mark not in _EMPHASIS:
            return False
        if open_ and open_[-1] == mark and before and not before.isspace():
            open_.pop()
        elif after and not after.isspace():
            open_.append(mark)
        else:
            return False
    return not open_


_OPENS_BLOCK = re.compile(r"[:{(\[>]\s*$")


def same_indents(quote: str, found: str) -> bool:
    """Whether lines of code that follow one that opens a block are indented alike; that of prose is dress."""
    one, other = ([line for line in text.expandtabs(4).split("\n") if line.strip()] for text in (quote, found))
    if len(one) < 2 or len(one) != len(other) or not any(_OPENS_BLOCK.search(line) for line in one[:-1]):
        return True
    left, right = (_depths(lines) for lines in (one, other))
    if left != right:
        return False
    opens = bool(_OPENS_BLOCK.search(one[0]))
    return not opens or one[1][:1].isspace() == other[1][:1].isspace()


def _depths(lines: Sequence[str]) -> list[int]:
    """How deep each line but the first is, as ranks: the first is quoted from its first letter on."""
    widths = [len(line) - len(line.lstrip()) for line in lines[1:]]
    ranks = {width: rank for rank, width in enumerate(sorted(set(widths)))}
    return [ranks[width] for width in widths]
