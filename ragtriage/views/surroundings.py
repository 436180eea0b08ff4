"""A quote in its place, then and now: its document, what it stands under, the words around it, what differs marked.

The signs are those of `git diff --word-diff`, so that nothing hangs on a colour.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from ragtriage.anchors.normalize import normalise
from ragtriage.anchors.under import path_at
from ragtriage.corpus.document import Document
from ragtriage.corpus.sentences import flowing, units
from ragtriage.text import PATH_SIGN, cut, one_line
from ragtriage.views.passage_lines import AROUND, document_label
from ragtriage.views.story import Line, Role, Span

Side = Literal["then", "now"]
_MARKS: dict[Side, tuple[str, str, Role]] = {"then": ("[-", "-]", "bad"), "now": ("{+", "+}", "good")}


@dataclass(frozen=True, slots=True)
class InDocument:
    """A span of a document that a quote stands at."""

    document: Document
    start: int
    """Code points of its text."""
    end: int

    @property
    def path(self) -> tuple[str, ...]:
        """What it stands under, outermost first."""
        return path_at(self.document.text, self.start)

    def beside(self) -> tuple[str, str]:
        """The words of its section before and behind it, cut at words; lines that were only wrapped are joined."""
        text, first = self.document.text, max(0, self.start - AROUND)
        window = flowing(text[first : self.end + AROUND])
        start, end = self.start - first, self.end - first
        heads = [
            unit
            for unit in units(window, 0, len(window))
            if unit.kind == "heading" and window[unit.start] != "|"  # the head of a table belongs to its rows
        ]
        begin = max((_line_end(window, unit.end) for unit in heads if unit.end <= start), default=0)
        stop = min((window.rfind("\n", 0, unit.start) for unit in heads if unit.start >= end), default=len(window))
        lead, tail = window[begin:start], window[end : max(end, stop)]
        if first and not begin:
            lead = f"… {lead.partition(' ')[2]}"
        if self.end + AROUND < len(text) and stop == len(window):
            tail = f"{tail.rpartition(' ')[0]} …"
        return lead, tail


def _line_end(text: str, at: int) -> int:
    """The end of the line that offset `at` is in, or of the rule below it."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def place_lines(here: InDocument, side: Side, other: InDocument | None = None) -> tuple[Line, ...]:
    """One place as a reviewer reads it; where `other` is given, what that has not is marked."""
    lines = [document_label(here.document), under_line(here.path, side, None if other is None else other.path)]
    lead, tail = here.beside()
    quote = flowing(here.document.text)[here.start : here.end] if len(here.document.text) < _WHOLE else ""
    quote = quote or here.document.text[here.start : here.end]
    if other is None:
        parts = [[Span(_tidy(lead).lstrip())], [Span(_tidy(tail).rstrip())]]
    else:
        theirs = other.beside()
        parts = [_marked(lead.lstrip(), theirs[0].lstrip(), side), _marked(tail.rstrip(), theirs[1].rstrip(), side)]
    passage = Line((*parts[0], Span(_tidy(quote), "gold"), *parts[1]))
    return (*(line for line in lines if line.spans), passage)


_ALIKE = 0.5
"""Share of the words beside two places that must be the same for the others to be marked."""
_TITLE = 60
"""Cells of a title that are told."""
_WHOLE = 300_000
"""Characters of a document that is read for where its lines were wrapped."""


def under_line(path: Sequence[str], side: Side = "now", other: Sequence[str] | None = None) -> Line:
    """`under: Billing › Refunds`, in one row; where `other` is given, in several, with the levels that it
    has not marked. Empty where there is none."""
    if not path and not other:
        return Line()
    if not path:
        return Line((Span("under: ", "dim"), Span("no heading", "dim")))
    known = {_key(title) for title in path if other is None} | {_key(title) for title in other or ()}
    opened, closed, role = _MARKS[side]
    spans: list[Span] = [Span("under: ", "dim")]
    for number, title in enumerate(path):
        sign = PATH_SIGN if number < len(path) - 1 else ""
        plain = _key(title) in known
        shown = cut(one_line(title), _TITLE)
        words = shown if plain else f"{opened}{shown}{closed}"
        spans.append(Span(f"{words}{sign}", "dim" if plain else role))
    return Line(tuple(spans), hang=2, one_row=other is None)


def _key(words: str) -> str:
    words = words.strip()
    return normalise(words).text.strip() if words.strip(_LAYOUT) else ""


def _marked(text: str, other: str, side: Side) -> list[Span]:
    """The words of `text`, those that `other` has not between marks; where a window only ends elsewhere, none."""
    text = _tidy(text)
    words, others = (_WORD.findall(one) for one in (text, _tidy(other)))
    blocks = SequenceMatcher(None, [_key(word) for word in words], [_key(word) for word in others], autojunk=False)
    if others and blocks.ratio() < _ALIKE:  # other words altogether: marks on all of them would tell nothing
        return [Span(text)]
    opened, closed, role = _MARKS[side]
    spans = [Span(text[: len(text) - len(text.lstrip())])]
    for op, start, end, _, _ in blocks.get_opcodes():
        piece = "".join(words[start:end])
        said = piece.rstrip()
        at_edge = op == "delete" and "…" in (words[start].strip(), words[end - 1].strip())
        if op == "equal" or at_edge or not said.strip(_LAYOUT):
            spans.append(Span(piece))
        else:
            spans += [Span(f"{opened}{said}{closed}", role), Span(piece[len(said) :])]
    return [span for span in spans if span.text]


_WORD = re.compile(r"\S+\s*")
_LAYOUT = " \n|-*+#…_"
"""Marks of lists and tables: that they are others says nothing."""


def _tidy(text: str) -> str:
    """Blank lines dropped, white space made single, kept at the ends where the quote is next."""
    lines = [" ".join(line.split()) for line in text.split("\n")]
    kept = [line for at, line in enumerate(lines) if line or at in (0, len(lines) - 1)]
    lead = " " * (text[:1].isspace() and text[:1] != "\n")
    return f"{lead}{chr(10).join(kept)}{' ' if text[-1:] == ' ' else ''}"
