"""What an editor holds of a case that is being written: plain values, kept at every key press, lost by no dropped line.

A form may hold what no case file may (an empty question, a taken id): `remarks` says so, and saving refuses it.
"""

from dataclasses import dataclass
from typing import Literal

from ragtriage.cases.model import Case

OriginKind = Literal["case", "complaint", "new"]


@dataclass(frozen=True, slots=True)
class Origin:
    """What the form was opened on; its draft is found by it."""

    kind: OriginKind
    ref: str
    """Id of the case or complaint; for a new case the ISO time at which it was begun."""


@dataclass(frozen=True, slots=True)
class Typing:
    """A field in which somebody is typing, and what stands there so far."""

    field: str
    """A path as in `cases.fields`, or `search` for the line that searches the corpus."""
    text: str


@dataclass(frozen=True, slots=True)
class Looking:
    """The document that is open beside the form, and what is selected in it. Offsets are code points of its text."""

    doc_id: str
    start: int
    end: int
    held: tuple[int, int] | None = None
    """What was selected when the selection was held."""
    quote: tuple[int, int] | None = None
    """Evidence and alternative that it was opened for, to give them other words."""
    from_form: bool = False
    """Whether it was opened from the form."""


@dataclass(frozen=True, slots=True)
class Form:
    """A case being written."""

    origin: Origin
    case: Case
    base: bytes | None = None
    """The bytes of the file that it was begun from; None while there is no file."""
    start: Case | None = None
    """The case as it was when the form was opened."""
    typing: Typing | None = None
    query: str = ""
    """What the corpus was last searched for."""
    looking: Looking | None = None
    refused: tuple[str, ...] = ()
    """Suggested nuggets that were turned down."""
    open: bool = True
    """Whether the editor was open on it last: then it opens again."""

    @property
    def changed(self) -> bool:
        """Whether there is anything to save: the case is another than at the start."""
        return self.case != self.start
