"""Where sentences and words are in a text: what a quote is picked by, and what nuggets are suggested from.

A quote that a person marks begins and ends with a sentence, or with words of it. Headings, list items, table rows and
lines of code are units of their own: no sentence goes from one into the next. All offsets are code points.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from ragtriage.corpus.chunking import IDEOGRAPHS, LONGEST_WORD

Kind = Literal["prose", "item", "heading", "row", "code"]


class Unit(NamedTuple):
    """A stretch of text that sentences lie in, its list or heading mark left out."""

    start: int
    end: int
    kind: Kind


_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_TELLING = re.compile(r"[^\W_]")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_ITEM = re.compile(r"[ \t]*(?:[-*+•–]|\d{1,3}[.)])[ \t]+")
_HEADING = re.compile(r"[ \t]*(?:#{1,6}|={1,6}(?=[ \t]))[ \t]*")
_ROW = re.compile(r"[ \t]*\|")
_RULE = re.compile(r"[ \t]*\|(?=[ \t:|]*-)[ \t:|-]*(?:\n|\Z)")
"""The line under the head of a table."""
_INDENTED = re.compile(r"(?: {4}|\t)[ \t]*\S")
_WRAPPED_FROM = 60
"""Characters from which a line that ends in the middle of a sentence was wrapped, although the next begins large."""
_STOPS = ".!?…:;"

_END = re.compile(
    r"(?<![.!?…])(?P<dot>[.!?…]+)[\"'”’»)\]*_`]*(?=\s+[\"'“‘„«(\[*_`<$]*[^\W_])|[。！？]+[」』”’）]*",
)
_LAST_WORD = re.compile(r"(?<![\w.’'-])[\w.’'-]*\Z")
_ABBREVIATIONS = frozenset(
    "e.g i.e cf vs approx resp no nos nr nrn fig figs sec sect ch vol eq ref dr mr mrs ms prof st art incl ver abs bzw "
    "ca z.b d.h u.a o.ä o.g s.o s.u u.u z.t i.d.r ggf inkl exkl evtl max min mind str tel vgl sog dt engl "
    "jan feb mär apr jun jul aug sep sept oct okt nov dec dez".split()
)
_SMALL_WORD = frozenset(
    {"no", "nos", "max", "min", "art", "st", "ch", "ref", "str", "ver", "abs", "fig", "sec", "eq", "ca"}
)
"""Abbreviations that are words, too: they end a sentence unless a number follows."""


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """(start, end) of every sentence, list item, heading, table row and line of code, in order, edges not blank."""
    return spans_within(text, 0, len(text))


def spans_within(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The same for `text[start:end]`, whose edges should be those of paragraphs."""
    return [span for unit in units(text, start, end) for span in spans_of(text, unit)]


def flowing(text: str) -> str:
    """`text` of the same length, with a space where a line was only wrapped: to be wrapped to another width.

    Code, headings, table rows and the lines between paragraphs stay as they are.
    """
    out: list[str] = []
    done = 0
    for unit in units(text, 0, len(text)):
        if unit.kind in ("prose", "item") and "\n" in text[unit.start : unit.end]:
            out += [text[done : unit.start], text[unit.start : unit.end].replace("\n", " ")]
            done = unit.end
    return "".join((*out, text[done:]))


def nugget_sentences(text: str) -> list[str]:
    """A text's sentences and list items of three words or more, to choose nuggets from; code and headings are none."""
    found = (
        " ".join(text[start:end].split())
        for unit in units(text, 0, len(text))
        if unit.kind in ("prose", "item")
        for start, end in spans_of(text, unit)
    )
    return [sentence for sentence in found if len(sentence.split()) > 2]


_WORD = re.compile(f"[{IDEOGRAPHS}]|[^\\s{IDEOGRAPHS}]{{1,{LONGEST_WORD}}}")
_EDGES = re.compile(r"\A[^\w$<&@#/~-]*(.*?)[^\w>%+#/=]*\Z", re.DOTALL)


def word_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """(start, end) of every word in `text[start:end]`, without the punctuation at its edges."""
    out = []
    for match in _WORD.finditer(text, start, end):
        core = _EDGES.match(match.group())
        if core is not None and any(map(str.isalnum, core[1])):
            out.append((match.start() + core.start(1), match.start() + core.end(1)))
    return out


def paragraph_around(text: str, start: int, end: int, reach: int = 4_000) -> tuple[int, int]:
    """`start` and `end` moved out to where paragraphs begin and end, by at most `reach` characters each."""
    before = text.rfind("\n\n", max(0, start - reach), start)
    after = text.find("\n\n", end, end + reach)
    low = before + 2 if before >= 0 else text.rfind("\n", 0, max(0, start - reach)) + 1 if start > reach else 0
    if after >= 0:
        return low, after
    line = text.find("\n", min(len(text), end + reach))
    return low, len(text) if end + reach >= len(text) or line < 0 else line


def units(text: str, start: int, end: int) -> Iterator[Unit]:
    """The units of `text[start:end]`, in order; those without a letter or digit are left out."""
    fenced = sum(1 for _ in re.finditer(r"(?m)^[ \t]*(?:```|~~~)", text[:start])) % 2 == 1 if start else False
    held: tuple[int, int, Kind] | None = None  # prose or an item that may go on
    blank, listed = True, False
    for match in _LINE.finditer(text, start, end):
        at, stop = match.span()
        if _FENCE.match(text, at, stop):
            yield from _done(text, held)
            held, fenced, blank = None, not fenced, True
            continue
        if fenced:
            yield from _done(text, (at, stop, "code"))
            continue
        if not _TELLING.search(text, at, stop):  # blank, or a rule such as ----
            yield from _done(text, held)
            held, blank = None, True
            continue
        kind, begin = _kind_of(text, at, stop, blank and not listed)
        if kind == "prose" and held is not None and _goes_on(text, held, at):
            held = (held[0], stop, held[2])
        else:
            yield from _done(text, held)
            held = (begin, stop, kind)
            if kind not in ("prose", "item"):
                yield from _done(text, held)
                held = None
        listed = kind == "item" or (listed and text[at] in " \t")
        blank = False
    yield from _done(text, held)


def _kind_of(text: str, at: int, stop: int, may_be_code: bool) -> tuple[Kind, int]:
    if mark := _HEADING.match(text, at, stop):
        return "heading", mark.end()
    if mark := _ITEM.match(text, at, stop):
        return "item", mark.end()
    if _ROW.match(text, at, stop):
        return "heading" if _RULE.match(text, stop) else "row", at
    if may_be_code and _INDENTED.match(text, at, stop):
        return "code", at
    return "prose", at


def _goes_on(text: str, held: tuple[int, int, Kind], at: int) -> bool:
    """Whether the line at `at` goes on with what the line before it says."""
    line = text[max(held[0], held[1] - 300) : held[1]].rstrip()
    if line[-1:] in _STOPS:
        return line[-1:] == "." and _ends_in_abbreviation(line[:-1], "")
    first = text[at : at + 80].lstrip()[:1]
    length = held[1] - max(held[0], text.rfind("\n", held[0], held[1] - 1) + 1)
    return first.islower() or line[-1:] in ",-–(" or length >= _WRAPPED_FROM


def _done(text: str, held: tuple[int, int, Kind] | None) -> Iterator[Unit]:
    if held is None:
        return
    start, end = _trimmed(text, held[0], held[1])
    if any(map(str.isalnum, text[start:end])):
        yield Unit(start, end, held[2])


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())


def spans_of(text: str, unit: Unit) -> Iterator[tuple[int, int]]:
    """(start, end) of the sentences of one unit."""
    if unit.kind in ("row", "code", "heading"):
        yield unit.start, unit.end
        return
    at = unit.start
    for match in _END.finditer(text, unit.start, unit.end):
        if (dot := match["dot"]) and dot[-1] in ".…" and not _is_end(text, at, match.start(), match.end(), dot):
            continue
        start, end = _trimmed(text, at, match.end())
        if any(map(str.isalnum, text[start:end])):
            yield start, end
            at = match.end()
    start, end = _trimmed(text, at, unit.end)
    if start < end:
        yield start, end


def _is_end(text: str, start: int, dot: int, after: int, stop: str) -> bool:
    """Whether the full stop (or the dots) at `dot` ends the sentence that began at `start`."""
    following = text[after : after + 40].lstrip()
    said = following.lstrip("\"'“‘„«([*_`<$")
    if said[:1].islower() and following[:1] not in "`<$":
        return False
    return stop != "." or not _ends_in_abbreviation(text[max(start, dot - 30) : dot], said)


def _ends_in_abbreviation(before: str, following: str) -> bool:
    """Whether `before`, which a full stop follows, ends in an abbreviation, an initial or the number of a list item."""
    found = _LAST_WORD.search(before)
    word = found.group().lstrip(".") if found else ""
    if word.isdecimal():
        return len(word) == len(before.strip()) or following[:1].islower()
    if len(word) == 1 and word.isalpha():  # J. Smith, z. B.
        return word != "I" if word.isupper() else following[1:2] == "."
    folded = word.casefold()
    if folded in _SMALL_WORD:
        return following[:1].isdecimal()
    return folded in _ABBREVIATIONS
