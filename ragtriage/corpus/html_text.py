"""HTML as plain text with Markdown's headings and lists, so that passages keep their lines and titles.

Simple on purpose: what a page says, not how it looks. Offsets refer to the text made here, once, when a snapshot is
made; a team with better extraction brings JSONL.
"""

import re
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
        self._dropped = dropped
        self._heading: list[str] | None = None
        self._pre = 0
        self._in_cell = False
        self._cells = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "body":
            self.open.clear()
        if tag in self._dropped:
            self.open.append(tag)
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
        if tag in self.open:
            while self.open.pop() != tag:
                pass
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
            self.out.append(data)
        else:
            self._words(_SPACE.sub(" ", data))

    def _words(self, text: str) -> None:
        """Running text: one space between words, none at the start of a line."""
        if self._heading is not None:
            self._heading.append(text)
        last = next((piece for piece in reversed(self.out) if piece), "\n")
        self.out.append(text.lstrip(" ") if last[-1] in " \n" else text)

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
