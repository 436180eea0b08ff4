"""What an editor holds of a case that is being written: plain values, kept at every key press, lost by no dropped line.

A form may hold what no case file may (an empty question, a taken id): `remarks` says so, and saving refuses it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.cases.rechecking import stated

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

    @property
    def sought(self) -> str:
        """What the corpus is searched for: what was typed last, or the question."""
        return self.query or self.case.question


def with_marks(form: Form, start: Case, gone: Callable[[Evidence], Sequence[bool]]) -> Form:
    """The form with marks on quotes that took the place of words which are `gone` (one flag a quote), and say something
    else, for what the case says and nobody changed since its `start`."""
    unchanged = [name for name in stated(form.case) if getattr(form.case, name) == getattr(start, name)]
    if not unchanged or len(start.evidence) != len(form.case.evidence):
        return form
    pieces = []
    for old, new in zip(start.evidence, form.case.evidence, strict=True):
        if old != new and len(old.any_of) == len(new.any_of):
            rows = zip(old.any_of, new.any_of, gone(old), strict=True)
            new = Evidence(tuple(_marked(was, now, unchanged) if out else now for was, now, out in rows))
        pieces.append(new)
    return replace(form, case=replace(form.case, evidence=tuple(pieces)))


def _marked(was: Quote, now: Quote, fields: Sequence[str]) -> Quote:
    from ragtriage.anchors.guard import word_changes

    if not any(one.kinds for one in word_changes(was.quote, now.quote, 0, len(now.quote))):
        return now
    both = tuple(dict.fromkeys((*now.recheck, *fields)))
    return replace(now, was=was.was or was.quote, recheck=both)
