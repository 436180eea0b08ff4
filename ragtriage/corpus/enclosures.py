"""What encloses a place of a document and changes what its words are worth: deleted, commented out, quoted, a warning.

Pairs of marks are read in one pass over the text and remembered; marks of a line or paragraph are read where asked for.
"""

import re
from bisect import bisect_right
from functools import lru_cache

_TAGS = (
    "s", "del", "strike", "ins", "blockquote", "q", "template", "details", "aside", "noscript", "script", "style",
    "pre", "code", "mark", "small", "sup", "sub",
)  # fmt: skip
_TAG = re.compile(rf"<(/?)({'|'.join(_TAGS)})\b[^<>]*>", re.IGNORECASE)
_OPENERS = re.compile(
    r"(?P<html><!--)|\{(?:(?P<jinja>%-?\s*comment\s*-?%\})|(?P<braces>#-?[ \t]))"
    r"|^(?:(?P<slashes>/{4,})[ \t]*$|[ \t]*(?P<c>/\*)"
    r"|(?P<tex>\\begin\{comment\})|(?P<ruby>=begin\b)|(?P<cpp>#if 0\b)"
    r"|[ ]{0,3}(?P<fence>```+|~~~+)|(?P<colons>:::+)[ \t]*(?P<name>\w[^\n]*)$"
    r"|\[(?P<kind>[A-Za-z]\w*+)[^\]\n]*\]\n(?:\.[^\n]*\n)?(?P<rule>={4,}|\*{4,}|_{4,}|-{4,}|--|\+{4,}|\.{4,})[ \t]*$)",
    re.MULTILINE,
)
_CLOSERS = {
    "html": re.compile(r"-->"),
    "jinja": re.compile(r"\{%-?\s*endcomment\s*-?%\}"),
    "braces": re.compile(r"[ \t]-?#\}"),
    "slashes": re.compile(r"^/{4,}[ \t]*$", re.MULTILINE),
    "c": re.compile(r"\*/"),
    "tex": re.compile(r"^\\end\{comment\}", re.MULTILINE),
    "ruby": re.compile(r"^=end\b", re.MULTILINE),
    "cpp": re.compile(r"^#(?:endif|else)\b", re.MULTILINE),
    "colons": re.compile(r"^:::+[ \t]*$", re.MULTILINE),
}
_TO_THE_END = frozenset({"html", "fence", "rule"})
"""What encloses the rest of the text where it is not closed."""
_MAY_HAVE_SPANS = ("<!--", "{%", "{#", "////", "/*", "\\begin", "=begin", "#if 0", "```", "~~~", ":::", "\n[")
"""Looked for one by one, which is quicker than any pattern of them all."""
_SLASHED = re.compile(r"^/{3,} \|?[ ]?\w", re.MULTILINE)
"""Blocks of MkDocs are closed by slashes alone, which elsewhere open a comment."""
_COMMENT_LINE = re.compile(r"[ \t]*(?:\.\. (?![\w:|-]+::|_|\[|\|)|//(?!/)|--(?= )|;|%|REM\b|dnl\b|#(?=[^#\n]|$))")
_QUOTED_LINE = re.compile(r"[ \t]*((?:>[ \t]?)+)")
_ALERT = re.compile(r"\[!(\w+)\]")
_QUOTE_MARKS = {"“": "”", "„": "“”", "«": "»", "「": "」", "『": "』"}
_PARAGRAPH = re.compile(r"\n[ \t>]*\n|\x0c")
_REACH = 4000
"""Characters of a paragraph that are looked at before a place."""


class _Read:
    """The pairs of marks in one text."""

    __slots__ = ("ends", "names", "starts", "tag_ends", "tags")

    def __init__(self, text: str) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.names: list[str] = []
        if text.startswith("[") or any(mark in text for mark in _MAY_HAVE_SPANS):
            self._read_spans(text)
        self.tag_ends: list[int] = []
        self.tags: list[frozenset[str]] = []
        depth: dict[str, int] = {}
        for match in _TAG.finditer(text) if "<" in text else ():
            name = match[2].lower()
            depth[name] = max(0, depth.get(name, 0) + (-1 if match[1] else 1))
            self.tag_ends.append(match.end())
            self.tags.append(frozenset(tag for tag, open_ in depth.items() if open_))

    def _read_spans(self, text: str) -> None:
        unclosed = {"slashes"} if _SLASHED.search(text) else set()
        opener = _OPENERS.search(text)
        while opener:
            kind = _kind(opener)
            after = opener.end()
            if kind not in unclosed:
                closed = _closer(opener, kind).search(text, after)
                if closed is None and kind not in _TO_THE_END:
                    unclosed.add(kind)
                else:
                    after = closed.end() if closed else len(text)
                    self.starts.append(opener.start())
                    self.ends.append(after)
                    self.names.append(_name(opener))
            opener = _OPENERS.search(text, after)

    def over(self, start: int) -> set[str]:
        """The names of what is open at `start`."""
        n = bisect_right(self.starts, start) - 1
        found = {self.names[n]} if n >= 0 and start < self.ends[n] else set()
        n = bisect_right(self.tag_ends, start) - 1
        return found | {f"<{tag}>" for tag in (self.tags[n] if n >= 0 else ())}


def _kind(opener: "re.Match[str]") -> str:
    return "rule" if opener["rule"] else next(name for name in (*_CLOSERS, "fence") if opener[name])


def _closer(opener: "re.Match[str]", kind: str) -> "re.Pattern[str]":
    if kind == "fence":
        return _closing_line(rf"[ ]{{0,3}}{opener['fence']}{opener['fence'][0]}*")
    return _closing_line(re.escape(opener["rule"])) if kind == "rule" else _CLOSERS[kind]


@lru_cache(maxsize=64)
def _closing_line(marks: str) -> "re.Pattern[str]":
    return re.compile(rf"^{marks}[ \t]*$", re.MULTILINE)


def _name(opener: "re.Match[str]") -> str:
    if opener["fence"]:
        return "code"
    named = opener["name"] or opener["kind"]
    return named.split()[0].strip("{}[],").lower() if named else "comment"


@lru_cache(maxsize=32)
def _read(text: str) -> _Read:
    return _Read(text)


TURNING = frozenset(
    "comment deleted <s> <del> <strike> <template> <noscript> warning caution danger important deprecated".split()
)
"""Enclosures in which words are no longer said, or said against something."""


_NEUTRAL = frozenset(
    "note tip info hint seealso sidebar source listing literal tabs tab <code> <mark> <small> <sup> <sub>".split()
)
"""Enclosures in which words say what they say elsewhere."""
_OF_CODE = frozenset({"code", "source", "listing", "literal"})


def in_code(text: str, start: int) -> bool:
    """Whether `text[start:]` begins in a block of code."""
    return not _OF_CODE.isdisjoint(_read(text).over(start))


def enclosing(text: str, start: int) -> frozenset[str]:
    """What encloses `text[start:]` there, by name: `comment`, `deleted`, `quotation`, `code`, `<del>`, `warning` …"""
    found = _read(text).over(start) - _NEUTRAL
    line_start = text.rfind("\n", 0, start) + 1
    line = text[line_start:start]
    if _COMMENT_LINE.match(text, line_start) and (found or not _title(text, line_start)):
        found.add("comment" if "code" not in found else "comment in code")
    quoted = _QUOTED_LINE.match(text, line_start)
    if quoted:
        found.add("quotation" if quoted[1].count(">") == 1 else "quotation in a quotation")
    paragraph = _before_in_paragraph(text, start)
    if quoted and (alert := _ALERT.search(paragraph)):
        found.add(alert[1].lower())
    if paragraph.count("~~") % 2 or paragraph.count("[.line-through]#") > paragraph.count("# "):
        found.add("deleted")
    if any(paragraph.count(mark) > sum(map(paragraph.count, ends)) for mark, ends in _QUOTE_MARKS.items()):
        found.add("quotation marks")
    if line.strip() and _odd_quotes(paragraph):
        found.add("quotation marks")
    return frozenset(found)


def _title(text: str, line_start: int) -> bool:
    """Whether a line that begins with one `#` is a title: with space around it, and words that are no setting."""
    stop = text.find("\n", line_start)
    line = text[line_start : stop if stop >= 0 else len(text)]
    if not line.lstrip().startswith("# "):
        return False
    return not re.match(r"\s*#\s*[\w.-]+\s*[:=]|.*[;{}]\s*$", line)


def _odd_quotes(paragraph: str) -> bool:
    return len(re.findall(r"(?<![\d\\])\"", paragraph)) % 2 == 1


def _before_in_paragraph(text: str, start: int) -> str:
    piece = text[max(0, start - _REACH) : start]
    begin = 0
    for match in _PARAGRAPH.finditer(piece):
        begin = match.end()
    return piece[begin:]
