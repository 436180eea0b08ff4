"""The headings of a document, and which of them a place stands under: Markdown, HTML, reST, AsciiDoc and plain text.

Read by shape, as a document may be any of these: one pass over the text, remembered for the texts used last.
"""

import re
from array import array
from bisect import bisect_right
from functools import lru_cache

_HEADING = re.compile(
    r"^(?:[ ]{0,3}(?P<fence>```+|~~~+)"
    r"|\[[^\]\n]+\]\n(?:\.[^\n]*\n)?(?P<block>(?P<_b>[-=*_.+])(?P=_b){3,})[ \t]*$"
    r"|(?P<alone>(?P<_a>[-=*_.+])(?P=_a){3,})[ \t]*$"
    r"|[ ]{0,3}(?:>[ ]?)*(?P<marks>#{1,6}|={1,6})[ \t]+(?P<marked>\S[^\n]*)"
    r"|[ \t]*<h(?P<tag>[1-6])\b[^>\n]*>(?P<tagged>[^\n]*)"
    r"|(?P<lined>\S[^\n]{0,200})\n(?P<rule>={2,}|-{2,}|(?P<_c>[~^\"'`*+#.])(?P=_c){3,})[ \t]*$"
    r"|(?P<number>\d{1,3}(?:\.\d{1,3}){1,5})\.?[ \t]+(?P<numbered>[^\W\d_][^\n]{0,80})$"
    r"|(?P<part>(?:Chapter|Section|Part|Article|Appendix|Kapitel|Abschnitt|Artikel|Chapitre|§)[ \t]*\d[^\n]{0,80}"
    r"(?<![.,;]))$"
    r"|(?P<bold>(?:\*\*|__)[^*_\n][^*\n]{0,100}(?:\*\*|__)|<(?:b|strong)>[^<\n]{1,100}</(?:b|strong)>)[:：]?[ \t]*$"
    r"|(?P<capitals>[A-Z][A-Z0-9 ,&/()'-]{3,60})$)",
    re.MULTILINE,
)
_DEEPEST = 9
_BY_TAG_OR_PART, _OF_BOLD, _OF_CAPITALS = 2, 8, 1
_MARKUP = re.compile(
    r"<[^<>\n]*>|\{[ ]?[#:.][^{}\n]*\}|\[\[[^\[\]\n]*\]\]|!?\[([^\[\]\n]*)\]\([^()\n]*\)|[*_`]+|[ \t]#+[ \t]*$"
)
_NUMBER = re.compile(r"^(?:\d+(?:\.\d+)+\.?|\d+[.)])[ \t]+(?=[^\W\d_])")


class Headings:
    """Where the headings of one text are, and the one above each."""

    __slots__ = ("_above", "_ends", "_levels", "_spans", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts, self._ends = array("q"), array("q")
        self._levels, self._above = array("b"), array("q")
        self._spans: list[tuple[int, int]] = []
        self._read()

    def over(self, at: int) -> tuple[str, ...]:
        """The titles above offset `at`, outermost first; a heading is not above itself."""
        n = bisect_right(self._starts, at) - 1
        if n >= 0 and at < self._ends[n]:
            n = self._above[n]
        found: list[str] = []
        while n >= 0:
            found.append(plain_title(self.text[slice(*self._spans[n])]))
            n = self._above[n]
        return tuple(reversed(found))

    def before(self, at: int) -> set[str]:
        """The titles of all headings that begin before offset `at`."""
        return {plain_title(self.text[slice(*span)]) for span in self._spans[: bisect_right(self._starts, at)]}

    def _read(self) -> None:
        open_: list[int] = []
        rules: list[str] = []
        block = ""
        for match in _HEADING.finditer(self.text):
            if block:
                block = "" if _closes(match, block) else block
                continue
            block = match["fence"] or match["block"] or ""
            level = 0 if block or match["alone"] else self._level(match, rules)
            if not level:
                continue
            while open_ and self._levels[open_[-1]] >= level:
                open_.pop()
            self._starts.append(match.start())
            self._ends.append(match.end())
            self._levels.append(level)
            self._above.append(open_[-1] if open_ else -1)
            self._spans.append(_title_span(match))
            open_.append(len(self._starts) - 1)

    def _level(self, match: "re.Match[str]", rules: list[str]) -> int:
        """From 1; 0 for what only looks like a heading."""
        if match["marks"]:
            return len(match["marks"])
        if match["tag"]:
            return int(match["tag"])
        if match["lined"] is not None:
            return self._lined(match, rules)
        if match["number"]:
            return match["number"].count(".") + 1 if self._apart(match.start()) else 0
        if match["part"]:
            return _BY_TAG_OR_PART if self._apart(match.start()) else 0
        if match["bold"]:
            return _OF_BOLD if self._apart(match.start()) else 0
        return _OF_CAPITALS if self._apart(match.start()) else 0

    def _lined(self, match: "re.Match[str]", rules: list[str]) -> int:
        """A title with a line of marks below it, and perhaps above: as deep as its mark is new in the document."""
        above = self.text[self.text.rfind("\n", 0, max(0, match.start() - 1)) + 1 : match.start()].strip()
        rule = match["rule"]
        if (above and above != rule) or match["lined"][0] in "|[" or not any(map(str.isalnum, match["lined"])):
            return 0
        if above == "---":  # front matter
            return 0
        if rule not in rules and rule[0] not in rules:
            rules.append(rule[0])
        return min(rules.index(rule[0]) + 1, _DEEPEST)

    def _apart(self, at: int) -> bool:
        """Whether nothing stands in the line above."""
        return at < 2 or self.text[at - 2] in "\n\x0c" or self.text[at - 1] == "\x0c"


def _closes(match: "re.Match[str]", block: str) -> bool:
    """Whether the line ends the block that was opened by these marks."""
    return bool(match["fence"] and match["fence"].startswith(block)) or block in (match["alone"], match["rule"])


def _title_span(match: "re.Match[str]") -> tuple[int, int]:
    for name in ("marked", "tagged", "lined", "numbered", "part", "bold", "capitals"):
        if match[name] is not None:
            return match.span(name)
    return match.span()


def plain_title(title: str) -> str:
    """A title in plain words: no marks, tags, anchors, link targets, nor its number in the table of contents."""
    words = _MARKUP.sub(lambda match: match[1] or "", title)
    return _NUMBER.sub("", " ".join(words.split()))


@lru_cache(maxsize=32)
def headings(text: str) -> Headings:
    """The headings of `text`."""
    return Headings(text)
