"""A case: what a person decided a question's answer should rest on. The shape of a file under `cases/`."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

Attribute = str | tuple[str, ...]
"""A metadata or filter value: one string, or several of which any may match."""

UnanswerableBecause = Literal["not_in_corpus", "not_permitted", "out_of_scope"]
Status = Literal["draft", "active", "retired"]
Rechecked = Literal["reference_answer", "nuggets"]
RECHECKED: tuple[Rechecked, ...] = get_args(Rechecked)
"""Fields that are written from the evidence, and may say the old when a quote says something else."""
SourceKind = Literal["complaint", "ticket", "log", "expert", "synthetic"]


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage that a person quoted from a document, verbatim."""

    doc_id: str
    quote: str
    prefix: str = ""
    """Text just before the quote, where it stands in several places (W3C TextQuoteSelector)."""
    suffix: str = ""
    grade: int = 2
    """2 answers the question; 1 is useful background: counts in nDCG and precision, not in recall; 0 was judged, and is
    irrelevant: counts nowhere."""
    was: str = ""
    """What it said before a place that says something else was accepted, while `recheck` names a field."""
    recheck: tuple[str, ...] = ()
    """Fields of the case (RECHECKED) that nobody has looked at since."""
    doc_version: str = ""
    """The version of the document that it was read in, as the document's metadata named it; no part of the label."""
    occurrence: int = 0
    """Which of the places that hold the quote to the letter is meant, from 1, where prefix and suffix cannot tell; else
    0."""
    under: tuple[str, ...] = ()
    """What the place that is meant stands under, outermost first: headings, and where they do not tell it the head of
    its list, its row and column. Others may stand between them."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece of evidence: a quote, or several of which any one will do (`any_of`)."""

    any_of: tuple[Quote, ...]
    """At least one; exactly one for plain evidence."""

    @property
    def grade(self) -> int:
        """The highest grade among the alternatives."""
        return max(quote.grade for quote in self.any_of)

    @property
    def required(self) -> bool:
        """Whether recall asks for it: background (grade 1) is not asked for."""
        return self.grade >= 2

    @property
    def relevant(self) -> bool:
        """Whether it says anything of the answer: what was judged irrelevant (grade 0) does not."""
        return self.grade > 0


@dataclass(frozen=True, slots=True)
class Nugget:
    """One fact that a good answer states."""

    text: str
    vital: bool


@dataclass(frozen=True, slots=True)
class Source:
    """Where a case came from."""

    kind: SourceKind
    ref: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled question."""

    id: str
    question: str
    answerable: bool
    unanswerable_because: UnanswerableBecause | None = None
    filters: Mapping[str, Attribute] = field(default_factory=dict)
    user: Mapping[str, Attribute] = field(default_factory=dict)
    """Attributes that decide what may be seen."""
    reference_answer: str = ""
    evidence: tuple[Evidence, ...] = ()
    nuggets: tuple[Nugget, ...] = ()
    intent: str = ""
    tags: tuple[str, ...] = ()
    must_pass: bool = False
    status: Status = "active"
    source: Source | None = None
    reviewed_by: tuple[str, ...] = ()
    notes: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """Whatever else a team keeps: preserved, never read."""
    cut_off: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """Texts of its file that a comment cuts off: (field, what stands in the comment)."""

    @property
    def doc_ids(self) -> tuple[str, ...]:
        """All documents quoted, each once, in the order of the evidence; not what was judged irrelevant (grade 0)."""
        return tuple(dict.fromkeys(quote.doc_id for piece in self.evidence for quote in piece.any_of if quote.grade))

    @property
    def to_recheck(self) -> tuple[str, ...]:
        """Fields that nobody has looked at since a quote was accepted that says something else, in their order."""
        marks = {name for piece in self.evidence for quote in piece.any_of for name in quote.recheck}
        return tuple(name for name in RECHECKED if name in marks)

    @property
    def documents_needed(self) -> int:
        """Documents that must come together for all required evidence.

        An alternative counts only where no document that is needed anyway will do, and background never does. Of
        several ways the first written is taken: with many alternatives it may be one more than the fewest.
        """
        choices = [{quote.doc_id: None for quote in one.any_of} for one in self.evidence if one.required]
        needed: set[str] = set()
        for choice in sorted(choices, key=len):
            if needed.isdisjoint(choice):
                needed.add(next(iter(choice)))
        return len(needed)

    @property
    def label_hash(self) -> str:
        """16 hex digits over the label fields: those that can change what counts as right.

        Tags, status, notes and the like are not among them, so that tagging a case scores nothing again.
        """
        label = {name: getattr(self, name) for name in LABEL_FIELDS}
        text = json.dumps(label, sort_keys=True, default=_plain, ensure_ascii=False)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


LABEL_FIELDS = (
    "question",
    "filters",
    "user",
    "reference_answer",
    "evidence",
    "nuggets",
    "answerable",
    "unanswerable_because",
)


def _plain(value: Any) -> Any:
    if isinstance(value, Quote):  # hashes that verdicts bear stay as they are where a newer field says nothing
        says = [value.doc_id, value.quote, value.prefix, value.suffix, value.grade]
        says += [list(value.recheck)] if value.recheck else []
        says += [value.occurrence] if value.occurrence else []
        return [*says, {"under": list(value.under)}] if value.under else says
    return [getattr(value, f.name) for f in fields(value)]
