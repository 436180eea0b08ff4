"""What a place of a document stands under: headings, the head of its list, its entry or key, its row and column.

A sentence says what it says under these. Markdown, HTML, reST, AsciiDoc, YAML and plain text are read by the same few
rules, as a corpus may hold any of them: who is indented less is above; a list has the block before it for its head.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from ragtriage.corpus.block_titles import block_title
from ragtriage.corpus.headings import headings, plain_title
from ragtriage.corpus.tables import is_row, table_heads

LevelKind = Literal["heading", "list", "entry", "question", "row", "column"]
"""list: the words that open a list or block · entry: a term, key, directive, or the item that it is part of."""


@dataclass(frozen=True, slots=True)
class Level:
    """One thing that a place stands under."""

    kind: LevelKind
    text: str
    """In plain words."""


_MOST_LINES = 1500
"""Lines looked at above a place."""
_LONGEST = 200
"""Characters kept of the words that open a list."""
_BLOCK = 40
"""Lines of a paragraph that are read for what opens a list."""
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+")
_ITEM = re.compile(
    r"[ \t]*(?:[-*•+‣◦]|\d{1,3}[.)]|[a-zA-Z][.)]|\*{2,5}|\.{1,5}(?![ \t]+[\w:-]+::)|-{2,5}|\[[ xX]\])[ \t]+\S"
)
_STOP = re.compile(r"#{1,6}[ \t]|={2,6}[ \t]|<h[1-6]|\f")
_FENCE = re.compile(r"[ \t]*(?:```|~~~|:::|\|===|={4,}[ \t]*$|-{4,}[ \t]*$|\*{4,}[ \t]*$|<[uo]l\b[^<>]*>\s*$)", re.I)
_CODE_ENDS = re.compile(r"[ \t]*(?:```|~~~)[ \t]*$")
_ORDERED = re.compile(r"[ \t]*(\d{1,3})[.)][ \t]")
_DELIMITER = re.compile(r"(?:-{4,}|={4,}|\*{4,}|_{4,}|\.{4,})[ \t]*$")
_OPENING = re.compile(r"[ \t]*+(?:\[[^\]]*\]|\.[A-Z].*|\+)?[ \t]*$")
_ENTRY_END = re.compile(r"(?:::|:::|;;)[ \t]*$")
_LABEL = re.compile(r"[ \t]*(?:[-*•+]|\d+[.)])[ \t]+(?:\*\*(.+?)\*\*|`([^`]+)`|([^\s:][^:.\n]{0,50}):(?=\s|$))")
_SHORT_KEY = re.compile(r"[ \t]*-[ \t]+[\w.\"'-]+:(?:[ \t]+\S{1,80})?[ \t]*$")
_SENTENCE = re.compile(r"[.!?。！？][\"'”’)]*(?:\s+|(?<=[。！？]))(?=\S)")
_ANSWER = re.compile(
    r"[ \t>*_#-]*(?:A|R|Answer|Antwort|Réponse|Respuesta|Risposta|Resposta|Ответ|О|答|回答)\d*[*_]*[.:：]", re.I
)
_QUESTION = re.compile(
    r"[ \t>*_#-]*(?:Q|F|P|D|Question|Frage|Pregunta|Domanda|Pergunta|Вопрос|В|问|問|質問)\d*[*_]*[.:：][ \t*_]*(\S.*)",
    re.I,
)
_SECTION = re.compile(r"\[{1,2}([^\[\]\n]+)\]{1,2}[ \t]*$")
_SETTING = re.compile(r"[ \t]*[\w.\"'-]+[ \t]*=")
_DT = re.compile(r"<dt\b[^<>]*>(.*?)</dt>", re.I | re.S)
_REACH = 4000


def outline(text: str, start: int) -> tuple[Level, ...]:
    """What the text at offset `start` stands under, outermost first. Linear in the length of the text, once for each
    text, and in the lines between a place and what it stands under.
    """
    line_start = text.rfind("\n", 0, start) + 1
    levels = [Level("heading", title) for title in headings(text).over(start)]
    if (title := block_title(text, line_start)) is not None:
        levels.append(Level("list", plain_title(title)))
    walk = _Walk(text, line_start)
    levels += reversed(walk.levels)
    if (term := _term(text, start)) is not None:
        levels.append(Level("entry", term))
    heads = table_heads(text, start)
    if heads is not None:
        levels += [Level(kind, head) for kind, head in zip(_TABLE, heads, strict=True) if head]
    return tuple(level for level in levels if level.text)


_TABLE: tuple[LevelKind, LevelKind] = ("row", "column")


class _Walk:
    """Up from a line to what it is part of, as long as something is indented less or opens its list."""

    def __init__(self, text: str, line_start: int) -> None:
        stop = text.find("\n", line_start)
        line = _bare(text[line_start : stop if stop >= 0 else len(text)])
        self.levels: list[Level] = []
        self.indent = _indent(line)
        self.item = _opened(line)
        self.blank = False
        self.below = line
        self.beside = False
        """Whether a paragraph beside the place has been passed."""
        self.seeks = "question" if _ANSWER.match(line) else "section" if _SETTING.match(line) else ""
        self.attached = False
        self.number = _number(line)
        lines = _Lines(text, line_start)
        for above in lines:
            if not self._step(above, lines):
                break
            if above.strip():
                self.below = above

    def _step(self, line: str, lines: "_Lines") -> bool:
        """Whether to go on with the line above `line`."""
        if not line.strip():
            self.blank = True
            return True
        if _STOP.match(line):
            return False
        if self.seeks and self._sought(line):
            return True
        if _DELIMITER.match(line) and lines.skipped_block(line):
            return True
        indent = _indent(line)
        if indent > self.indent:
            self.blank = False
            return True
        go_on = self._parent(line, indent, lines) if indent < self.indent else self._beside(line, lines)
        self.blank = False
        return go_on

    def _sought(self, line: str) -> bool:
        if self.seeks == "question" and (question := _QUESTION.match(line)):
            self.levels.append(Level("question", plain_title(question[1])))
        elif self.seeks == "section" and (section := _SECTION.match(line)):
            self.levels.append(Level("entry", section[1].strip()))
        else:
            return False
        self.seeks = ""
        return True

    def _parent(self, line: str, indent: int, lines: "_Lines") -> bool:
        """A line that is indented less is what those below it are part of."""
        item = _opened(line)
        part_of_it = item and not _opened(self.below)
        words = _label(line) if part_of_it else _head(line, self.blank, lines)
        if words:
            self.levels.append(Level("entry", words))
        self.indent, self.item = indent, item
        self.beside = True
        return bool(indent or item)

    def _beside(self, line: str, lines: "_Lines") -> bool:
        """A line that is indented as much: of the same list or paragraph, or before it."""
        if line.strip() == "+":
            self.attached = True
            return True
        if self.number == 1 and _CODE_ENDS.match(line):
            return False  # what stands over that block is its head, not that of the steps that begin below it
        if _opened(line):
            self.number = _number(line) or self.number
            if not self.item and (self.attached or not self.blank):
                self.levels.append(Level("entry", _label(line)))
                self.item = True
            self.attached = False
            return self.item or self.indent > 0
        if self.item:
            return self._before_list(line, lines)
        named = _ENTRY_END.search(line) and (self.attached or not self.blank or not self.beside)
        if named or (self.below.lstrip().startswith(": ") and not line.lstrip().startswith(":")):
            self.levels.append(Level("entry", plain_title(line.strip())))
            self.beside = True
        elif self.blank and not self.beside:
            self.beside = True
            if line.rstrip().endswith((":", "：", "?", "？")):
                self.levels.append(Level("list", _last_sentence([line, *lines.block()])))
        return self.indent > 0 or bool(self.seeks) or self.attached or not self.beside

    def _before_list(self, line: str, lines: "_Lines") -> bool:
        if self.number > 1:
            return True  # the list began further up
        if _OPENING.match(line):
            return self.indent > 0
        block = [line, *lines.block()]
        if not self.blank and any(_opened(one) for one in block):
            return True  # the item above goes on without being indented
        self.levels.append(Level("list", _last_sentence(block)))
        self.item = False
        self.beside = True
        return self.indent > 0 or bool(self.seeks)


class _Lines:
    """The lines above an offset, upwards, without the marks of a quotation."""

    def __init__(self, text: str, line_start: int) -> None:
        self.text, self.at, self.left = text, line_start, _MOST_LINES

    def __iter__(self) -> Iterator[str]:
        while self.at > 0 and self.left:
            self.left -= 1
            begin = self.text.rfind("\n", 0, self.at - 1) + 1
            line, self.at = self.text[begin : self.at - 1], begin
            yield _bare(line)

    def skipped_block(self, mark: str) -> bool:
        """Go above a block of AsciiDoc, whose last line is `mark`; False where that is the first line of one."""
        first = self.text.rfind("\n", 0, max(0, self.at - 1)) + 1
        if _OPENING.match(self.text[first : max(first, self.at - 1)]):
            return False
        opener = self.text.rfind("\n" + mark.strip() + "\n", max(0, self.at - _REACH), self.at)
        if opener < 0:
            return False
        above = self.text.rfind("\n", 0, opener) + 1
        self.at = above if self.text.startswith("[", above) else opener + 1
        return True

    def block(self) -> list[str]:
        """The lines above the one given last, up to a blank one; the place stays."""
        found: list[str] = []
        at = self.at
        while at > 0 and len(found) < _BLOCK:
            begin = self.text.rfind("\n", 0, at - 1) + 1
            line, at = _bare(self.text[begin : at - 1]), begin
            if not line.strip() or _STOP.match(line):
                break
            found.append(line)
        return found


def _bare(line: str) -> str:
    return _QUOTED.sub("", line) if ">" in line[:8] else line


def _indent(line: str) -> int:
    lead = line[: len(line) - len(line.lstrip(" \t"))]
    return len(lead.expandtabs(4)) if "\t" in lead else len(lead)


def _number(line: str) -> int:
    """Of an item in an ordered list; 0 for any other line."""
    found = _ORDERED.match(line)
    return int(found[1]) if found else 0


def _opened(line: str) -> bool:
    """Whether a line belongs to a list, table or block, which has something above it for its head."""
    return bool(_ITEM.match(line) or _FENCE.match(line)) or is_row(line)


def _label(line: str) -> str:
    """What an item is called, where those below are the rest of it: bold or coded words, or those before a colon."""
    if _SHORT_KEY.match(line):
        return plain_title(line.strip())
    found = _LABEL.match(line)
    return plain_title(next(filter(None, found.groups()))) if found else ""


def _head(line: str, apart: bool, lines: "_Lines") -> str:
    """The words of a line that others are indented below; none where it only is the first line of their paragraph."""
    words = line.strip()
    if words.endswith("::") or (words.endswith(":") and len(words.split()) > 3):
        before = takewhile(lambda above: _indent(above) == _indent(line) and not _opened(above), lines.block())
        return _last_sentence([line, *before])
    return "" if not apart and len(words) > 80 else _last_sentence([line])


def _last_sentence(block: list[str]) -> str:
    """The last sentence of a paragraph whose lines are given upwards."""
    words = " ".join(line.strip() for line in reversed(block))
    for found in _SENTENCE.finditer(words):
        if found.end() < len(words):
            begin = found.end()
            rest = words[begin:]
            if not _SENTENCE.search(rest):
                words = rest
                break
    return plain_title(words)[-_LONGEST:]


def _term(text: str, start: int) -> str | None:
    """The term of an HTML definition, or the head of an HTML list."""
    piece = text[max(0, start - _REACH) : start]
    if "<" not in piece:
        return None
    low = piece.lower()
    opened = low.rfind("<dd")
    if opened >= 0 and "</dd" not in low[opened:]:
        terms = _DT.findall(piece[:opened])
        return plain_title(terms[-1]) if terms else None
    opened = max(low.rfind("<ul"), low.rfind("<ol"))
    if opened < 0 or "</ul" in low[opened:] or "</ol" in low[opened:]:
        return None
    before = plain_title(piece[:opened].rstrip().rsplit("\n", 1)[-1].rsplit("<p", 1)[-1])
    return before.lstrip("> ") or None
