"""HTML as plain text with Markdown's headings and lists, so that passages keep their lines and titles.

Simple on purpose: what a page says, not how it looks. Offsets refer to the text made here, once, when a snapshot is
made; a team with better extraction brings JSONL.
"""

import re
from collections import Counter
from html import unescape
from html.parser import HTMLParser

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_PARAGRAPHS = frozenset((
    "address", "article", "aside", "blockquote", "body", "details", "div", "dl", "fieldset", "figure", "footer", "form",
    "header", "hr", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "ul",
))  # fmt: skip
_LINES = frozenset(("br", "caption", "dd", "dt", "figcaption", "li", "option", "tbody", "tfoot", "thead", "tr"))
_CELLS = frozenset(("td", "th"))
_ENDS_CELL = frozenset(("table", "tbody", "td", "tfoot", "th", "thead", "tr"))
_NEVER_TEXT = frozenset(("script", "style", "title"))
_DROPPED = _NEVER_TEXT | {"noscript", "svg", "template"}
_SPACE = re.compile(r"[ \t\r\n\f]+")


class _Text(HTMLParser):
    """Collects a page's text; `dropped` are the elements whose content is none."""

    def __init__(self, dropped: frozenset[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = ["\n"]
        self.page_title: list[str] = []
        self.headings: list[str] = []
        self.open: list[str] = []
        """Dropped elements that are not closed yet."""
        self._of_them: Counter[str] = Counter()
        """The same, counted: a page may open thousands of them."""
        self._dropped = dropped
        self._heading: list[str] | None = None
        self._pre = 0
        self._in_cell = False
        self._cells = 0
        self._comments_end = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "body":
            self.open.clear()
            self._of_them.clear()
        if tag in self._dropped:
            self.open.append(tag)
            self._of_them[tag] += 1
        elif self.open:
            return
        elif tag in _HEADINGS and not self._in_cell:
            self.out.append("\n\n" + "#" * _HEADINGS[tag] + " ")
            self._heading = []
        elif tag in _CELLS:
            if self._cells:
                self._words(" ")
                self.out.append("| ")
            self._cells += 1
            self._in_cell = True
        else:
            self._break(tag)
            self._pre += tag == "pre"
            if tag == "li" and not self._in_cell:
                self.out.append("- ")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self._dropped and not self.open:  # `<script/>` opens nothing here
            self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._of_them[tag]:
            self._close(tag)
        elif self.open:
            return
        elif tag in _HEADINGS and self._heading is not None:
            self.headings.append("".join(self._heading).strip())
            self._heading = None
            self.out.append("\n\n")
        else:
            self._break(tag)
            self._pre = max(0, self._pre - (tag == "pre"))

    def handle_data(self, data: str) -> None:
        if self.open:
            if self.open == ["title"]:
                self.page_title.append(data)
        elif self._pre and self._heading is None and not self._in_cell:
            self.out += [data] if data else []
        else:
            self._words(_SPACE.sub(" ", data))

    def parse_comment(self, i: int, report: bool = True) -> int:
        """As `html.parser`; once no comment ends any more, each ends with its tag and none looks through the page."""
        if self._comments_end and (end := super().parse_comment(i, report)) >= 0:
            return end
        self._comments_end = False
        return self.parse_bogus_comment(i, report=False)

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """`<![if !vml]>` of an office program and the like: a comment, as browsers have it; the parser would raise."""
        return self.parse_bogus_comment(i, report=False)

    def _close(self, tag: str) -> None:
        while (last := self.open.pop()) != tag:
            self._of_them[last] -= 1
        self._of_them[tag] -= 1

    def _words(self, text: str) -> None:
        """Running text: one space between words, none at the start of a line."""
        if self._heading is not None:
            self._heading.append(text)
        if shown := text.lstrip(" ") if self.out[-1][-1] in " \n" else text:  # no piece is empty: the last one tells
            self.out.append(shown)

    def _break(self, tag: str) -> None:
        if tag in _ENDS_CELL:
            self._in_cell = False
        if tag == "tr":
            self._cells = 0
        if tag not in _PARAGRAPHS and tag not in _LINES:
            return
        if self._in_cell or self._heading is not None:
            self._words(" ")
        elif self.out[-1] != "- ":  # a paragraph that opens a list item stays on its line
            self.out.append("\n\n" if tag in _PARAGRAPHS else "\n")


def html_text(source: str) -> tuple[str, str]:
    """The text of an HTML page, and its title: the first heading, else `<title>`, else "".

    A heading, paragraph, list item or table row (cells parted by ` | `) has its own line; `<pre>` keeps its lines.
    """
    parser = _parsed(source, _DROPPED)
    if parser.open:  # an element that is never closed must not swallow the page
        parser = _parsed(source, _NEVER_TEXT)
    text = "\n".join(line.rstrip() for line in "".join(parser.out).split("\n"))
    text = re.sub(r"\n{3,}", "\n\n", text).strip("\n")
    title = next(filter(None, parser.headings), "") or " ".join("".join(parser.page_title).split())
    return (text + "\n" if text else ""), title


def _parsed(source: str, dropped: frozenset[str]) -> _Text:
    parser = _Text(dropped)
    end = source.rfind(">") + 1  # after the last `>` no tag can be whole, and html.parser takes n² time to see it
    parser.feed(source[:end])
    parser.close()
    parser.handle_data(unescape(source[end:]))
    return parser
