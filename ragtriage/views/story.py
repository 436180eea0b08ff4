"""The story of one failure, as plain values that a screen or a shell can draw.

A `Span` says what a piece of text *is* (its role); only a screen knows what that looks like. Spans hold raw text from
outside: whoever draws them passes it through `ragtriage.text.safe`.
"""

from dataclasses import dataclass, field
from typing import Literal

Role = Literal[
    "plain", "dim", "strong", "title",
    "good", "bad", "warn", "accent",  # a sign or a word, never the colour alone
    "gold",  # text that the evidence quotes
    "id",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text and what it is."""

    text: str
    role: Role = "plain"


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph: wrapped by whoever draws it. Text may hold line breaks."""

    spans: tuple[Span, ...] = ()
    indent: int = 0
    """Cells before the text, of each line it wraps to."""
    hang: int = 0
    """More cells before the second line and later ones."""
    one_row: bool = False
    """Cut to one row: after the first span, those leftmost go first."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the story under a heading."""

    id: str
    """question, diagnosis, evidence, answer, nuggets, passages, strip, history, …"""
    heading: str
    lines: tuple[Line, ...] = ()
    stops: tuple[int, ...] = field(default=())
    """Indexes of lines at which `[` and `]` stop (passages)."""
    beside: "Section | None" = None
    """Held against it: at its right where there is room for both, else below it."""


@dataclass(frozen=True, slots=True)
class Story:
    """All of it, top to bottom."""

    case_id: str
    sections: tuple[Section, ...]

    @property
    def stacked(self) -> tuple[Section, ...]:
        """All sections one below the other."""
        return tuple(one for section in self.sections for one in (section, section.beside) if one is not None)
