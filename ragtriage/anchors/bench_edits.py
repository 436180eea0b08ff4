"""Edits of a document inside and around a quote: what turns its meaning, and what leaves it as it was.

Each is made from the text alone, without the engine that it measures. An edit that does not apply (no number, no
heading) makes nothing.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

from ragtriage.anchors.bench_languages import Phrases

Where = Literal["inside", "around", "same"]
"""Words of the quote; what stands about it; neither: nobody need look."""


@dataclass(frozen=True, slots=True)
class Site:
    """A quote in its document: whole sentences, verbatim."""

    text: str
    start: int
    """Code points."""
    end: int
    says: Phrases
    random: Random

    @property
    def quote(self) -> str:
        """Its words."""
        return self.text[self.start : self.end]

    def put(self, words: str) -> str:
        """The document with `words` in the quote's place."""
        return self.text[: self.start] + words + self.text[self.end :]

    def paragraph(self) -> tuple[int, int]:
        """The lines around the quote up to a blank line on either side."""
        start = self.text.rfind("\n\n", 0, self.start) + 2
        end = self.text.find("\n\n", self.end)
        return (start if start >= 2 else 0), (end if end >= 0 else len(self.text))

    def around(self, before: str, after: str = "", each: str = "") -> str:
        """The document with `before` and `after` about the quote's paragraph, and `each` in front of its lines."""
        start, end = self.paragraph()
        body = "".join(each + line for line in self.text[start:end].splitlines(keepends=True))
        return self.text[:start] + before + body + after + self.text[end:]

    def beside(self, before: str, after: str) -> str:
        """The document with the rest of the paragraph replaced."""
        start, end = self.paragraph()
        return f"{self.text[:start]}{before} {self.quote} {after}{self.text[end:]}"


Edit = Callable[[Site], str | None]
_HEADING = re.compile(r"^#{1,6} +\S.*$|^\S.*(?=\n(?:=|-|~|\^){4,}[ \t]*$)", re.MULTILINE)
_NUMBER = re.compile(r"\d+")


def _other_heading(site: Site) -> str | None:
    above = [match.span() for match in _HEADING.finditer(site.text, 0, site.start)]
    if not above:
        return None
    start, end = above[-1]
    marks = re.match(r"#* *", site.text[start:end])
    return site.text[:start] + (marks.group() if marks else "") + site.says.former + site.text[end:]


def _moved_under_another(site: Site) -> str | None:
    start, end = site.paragraph()
    later = list(_HEADING.finditer(site.text, end))
    if not later or not _HEADING.search(site.text, 0, start):
        return None
    at = site.text.find("\n\n", later[-1].end())
    at = len(site.text) if at < 0 else at
    return f"{site.text[:start]}{site.text[end:at]}\n\n{site.text[start:end]}{site.text[at:]}"


def _condition(site: Site) -> str:
    return site.put(site.quote[:-1] + site.says.unless + site.quote[-1])


def _list_of_what_is_not(site: Site) -> str:
    return site.around(f"{site.says.false}\n\n- ")


def _number(site: Site) -> str | None:
    found = list(_NUMBER.finditer(site.quote))
    if not found:
        return None
    match = site.random.choice(found)
    return site.put(site.quote[: match.start()] + str(int(match.group()) + 7) + site.quote[match.end() :])


def _words(site: Site) -> list[str]:
    return re.findall(r"\w+|\W+", site.quote)


def _with_word(site: Site, change: Callable[[list[str], int], None]) -> str | None:
    pieces = _words(site)
    inner = [n for n, piece in enumerate(pieces[1:-2], 1) if piece.isalpha()]
    if len(inner) < 3:
        return None
    change(pieces, site.random.choice(inner))
    made = "".join(pieces)
    return site.put(made) if made.split() != site.quote.split() else None


def _negated(site: Site) -> str | None:
    if " " not in site.quote:
        middle = len(site.quote) // 2
        return site.put(site.quote[:middle] + site.says.never + site.quote[middle:])
    spaces = [match.start() for match in re.finditer(" ", site.quote)]
    at = site.random.choice(spaces)
    return site.put(f"{site.quote[:at]} {site.says.never}{site.quote[at:]}")


def _word_dropped(site: Site) -> str | None:
    return _with_word(site, lambda pieces, at: pieces.__setitem__(at, ""))


def _word_replaced(site: Site) -> str | None:
    other = site.random.choice(re.findall(r"[^\W\d_]{2,}", site.says.elsewhere))
    return _with_word(site, lambda pieces, at: pieces.__setitem__(at, other))


def _words_exchanged(site: Site) -> str | None:
    def exchange(pieces: list[str], at: int) -> None:
        other = at + 2 if at + 2 < len(pieces) else at - 2
        pieces[at], pieces[other] = pieces[other], pieces[at]

    return _with_word(site, exchange)


def _rewrapped(site: Site) -> str | None:
    return site.put(site.quote.replace(" ", "\n", 1)) if " " in site.quote and "\n" not in site.quote else None


EDITS: dict[str, tuple[Where, Edit]] = {
    "heading replaced": ("around", _other_heading),
    "heading put above": ("around", lambda site: site.around(f"## {site.says.former}\n\n")),
    "moved under another heading": ("around", _moved_under_another),
    "denied in its sentence": ("around", lambda site: site.put(site.says.deny + site.quote)),
    "condition behind": ("around", _condition),
    "head of a list in front": ("around", _list_of_what_is_not),
    "head of a passage in front": ("around", lambda site: site.around(f"{site.says.false}\n\n")),
    "taken back by the next sentence": ("around", lambda site: site.put(f"{site.quote} {site.says.revoked}")),
    "both neighbours replaced": ("around", lambda site: site.beside(site.says.elsewhere, site.says.revoked)),
    "struck through": ("around", lambda site: site.put(f"~~{site.quote}~~")),
    "in a comment": ("around", lambda site: site.around("<!--\n", "\n-->")),
    "deleted in HTML": ("around", lambda site: site.put(f"<del>{site.quote}</del>")),
    "in a block quote": ("around", lambda site: site.around("", each="> ")),
    "in a code block": ("around", lambda site: site.around("```\n", "\n```")),
    "in an admonition": ("around", lambda site: site.around(f'!!! warning "{site.says.former}"\n\n', each="    ")),
    "marked as wrong": ("around", lambda site: site.put(f"❌ {site.quote}")),
    "labelled": ("around", lambda site: site.put(f"{site.says.former}: {site.quote}")),
    "in a row of a table": (
        "around", lambda site: site.put(f"\n\n| {site.says.former} | |\n|---|---|\n| 2019 | {site.quote} |\n\n")
    ),
    "within quotation marks": ("around", lambda site: site.put(f"{site.says.false} “{site.quote}”")),
    "made a footnote": ("around", lambda site: site.put(f"\n\n[^1]: {site.says.former}. {site.quote}\n\n")),
    "number changed": ("inside", _number),
    "negated": ("inside", _negated),
    "word dropped": ("inside", _word_dropped),
    "word replaced": ("inside", _word_replaced),
    "words exchanged": ("inside", _words_exchanged),
    "paragraph at the end": ("same", lambda site: f"{site.text}\n\n{site.says.elsewhere}\n"),
    "line wrapped": ("same", _rewrapped),
    "blank lines doubled": ("same", lambda site: site.around("\n", "\n")),
    "paragraph at the beginning": ("same", lambda site: f"{site.says.elsewhere}\n\n{site.text}"),
}  # fmt: skip
"""Name → (where, what it makes of the document)."""
