"""The sentences beside a quote: whether one was put there that stood nowhere before.

“This was withdrawn in 2019.” takes back the sentence in front of it in words that no list has. So the place decides,
not the words: what is new in the quote's own paragraph, or was put between it and what stood beside it, waits for a
person. Sentences reworded where they stood, and items of a list, are no such thing. On two years of documentation in
seven languages that holds 16 of 2,042 sentences that stayed as they were.
"""

import re
from collections.abc import Callable, Iterator

from ragtriage.anchors.edges import similarity
from ragtriage.anchors.sentence import Bounds, beside

_NEAR = 2500
"""Characters on either side in which a sentence that only moved stands."""
_AN_EDIT = 0.5
"""Likeness from which a sentence is the old one, reworded."""
_LEAD = "*_`>#|+•- \t\r\n\f"
_TRAIL = re.compile(r"(?:[\s*_`>#|+•.!?…。！？)\]\"'”’-]|</?[A-Za-z][^<>]{0,300}>|\d{1,3}[.)](?=\s))*")
_OTHER_BLOCK = re.compile(r"[#|]|^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n[ \t>]*\n")
_SPACES = re.compile(r"\s*")
_WHOLE = re.compile(r"[.!?。！？][\s\"'”’)*_]*$")

Words = Callable[[str], str]


def put_beside(old: tuple[str, Bounds], new: tuple[str, Bounds], words: Words) -> Iterator[tuple[int, str]]:
    """(0 before or 1 behind, the sentence) of each that was put beside the one at `new`.

    `old` and `new`: the whole text, and the bounds of the quote's sentence in it. `words` brings text to what it says.
    """
    (old_text, was), (text, now) = old, new
    pairs = zip(beside(old_text, *was), beside(text, *now), strict=True)
    for side, (one, other) in enumerate(pairs):
        before, after = words(one), words(other)
        if not after or before == after or similarity(before, after) >= _AN_EDIT:
            continue
        between = _between(text, now, side)
        if _OTHER_BLOCK.search(between) or (not before and "\n" in between):
            continue  # at an end of the document, more of it
        if not _WHOLE.search(other):
            continue  # a label, a heading, code: these are levels and enclosures
        joined = _stands_apart(_between(old_text, was, side)) and not _stands_apart(between)
        pushed_on = joined or similarity(before, words(_next(text, now, side, other))) >= _AN_EDIT
        if (pushed_on or before in words(_near(text, now))) and after not in words(_near(old_text, was)):
            yield side, other


def _between(text: str, bounds: Bounds, side: int) -> str:
    """What stands between the quote's sentence and the one beside it: spaces, bullets, marks."""
    if side == 0:
        spaces = _SPACES.match(text, bounds[0])  # a sentence begins where the one before it ends
        lead = text[max(0, bounds[0] - 200) : spaces.end() if spaces else bounds[0]]
        return lead[len(lead.rstrip(_LEAD)) :]
    found = _TRAIL.match(text, bounds[1], bounds[1] + 400)
    return found.group() if found else ""


def _stands_apart(between: str) -> bool:
    return bool(_PARAGRAPH.search(between) or _OTHER_BLOCK.search(between))


def _next(text: str, bounds: Bounds, side: int, sentence: str) -> str:
    """The sentence on the far side of the one beside it; empty where that cannot be told."""
    if side == 0:
        at = text.rfind(sentence, 0, bounds[0])
        return beside(text, at, bounds[0])[0] if at >= 0 else ""
    at = text.find(sentence, bounds[1])
    return beside(text, bounds[0], at + len(sentence))[1] if at >= 0 else ""


def _near(text: str, bounds: Bounds) -> str:
    return text[max(0, bounds[0] - _NEAR) : bounds[1] + _NEAR]
