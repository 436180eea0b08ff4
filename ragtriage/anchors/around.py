"""What stands around a quote, and whether it now turns what the quote says.

The same words under a list head that now reads “not:”, or before an “unless …” that came in, say something else.
"""

import re

from ragtriage.anchors.guard import Change, changes, tokens
from ragtriage.anchors.guard_words import MODALS, NEGATIONS, SUBORDINATORS

_SENTENCE_END = re.compile(
    r"[.!?。！？](?=[\s\"'”’)\]]|$)|\n\s*\n|\x0c|\n[ \t]*(?=[#|>`/])|\n\s*(?:[-*•+]|\d+[.)])\s|(?<=[:：])[ \t]*\n"
)
_ITEM = re.compile(r"\s*(?:[-*•+]|\d+[.)])\s")
_MARKUP = re.compile(r"\{[^{}]*\}|<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)|`[^`]*`")
_TURNING = NEGATIONS | SUBORDINATORS | MODALS
_REACH = 300
"""Characters looked at on either side."""


def surroundings(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and after `text[start:end]` in its sentence; before it also the head of its list (“not:”)."""
    lead_start, trail_end = _sentence(text, start, end)
    return _list_head(text[max(0, start - 3 * _REACH) : start]) + text[lead_start:start], text[end:trail_end]


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the sentence that holds `text[start:end]` begins and ends."""
    low = max(0, start - _REACH)
    begin = low
    for match in _SENTENCE_END.finditer(text, low, start):
        begin = match.end()
    if text[end - 1 : end] in ".!?:。！？：" or text[start : start + 1] == "#":
        line = text.find("\n", end)
        stop = end if text[start : start + 1] != "#" else line if line >= 0 else len(text)
        return begin, min(stop, end + _REACH)
    found = _SENTENCE_END.search(text, end, end + _REACH)
    return begin, found.start() if found else min(len(text), end + _REACH)


def _list_head(before: str) -> str:
    """The line with a colon that opens the list of which `before` ends within an item; empty when it does not."""
    *lines, last = before.split("\n")
    if not _ITEM.match(last + " "):
        return ""
    for line in reversed(lines):
        if line.rstrip().endswith((":", "：")):
            return line + "\n"
        if line.strip() and not _ITEM.match(line):
            return ""
    return ""


def changed_surroundings(old: tuple[str, str], text: str, start: int, end: int) -> tuple[Change, ...]:
    """Changes around `text[start:end]` that turn what it says, against its `surroundings` of old.

    Those are words that turn a sentence (negations, conditions, modals), and any words in a sentence or list item that
    the quote had to itself. Offsets are those in `text`, 0 for the head of a list.
    """
    new = surroundings(text, start, end)
    found: list[Change] = []
    for before, was, now in zip((True, False), old, new, strict=True):
        origin = start - len(now) if before else end
        for change in changes(was, now, 0, len(now)) if was.split() != now.split() else ():
            words = {token.text.lower() for token in (*tokens(change.old), *tokens(change.new))}
            turning = {"negation", "modal", "inserted clause"} & set(change.kinds) and words & _TURNING
            if turning or (_says(now) and not _says(was)):
                first, last = (max(0, origin + at) for at in (change.start, change.end))
                found.append(Change(change.old, change.new, ("changed surroundings",), 0, 0, first, last))
    return tuple(found)


def _says(text: str) -> bool:
    """Whether there are words in it, markup left out."""
    return any(char.isalpha() for char in _MARKUP.sub("", text))
