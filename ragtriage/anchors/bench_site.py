"""A quote in its document, as an edit sees it."""

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
    language: str = "en"

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
"""The document after the edit; None where there is nothing to edit."""
