"""What a grader decides, and what it rests on: claims with their place in the answer, marks with the sentence that
decides each and its place in the passage."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from ragtriage.metrics.generation import Mark
from ragtriage.metrics.model import Score
from ragtriage.metrics.nuggets import NuggetMark

Span = tuple[int, int]
"""Start and end, in code points."""

Trust = Literal["uncalibrated", "provisional", "calibrated"]
"""How far a grader's marks were held against people's."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a text states."""

    text: str
    """In the text's own words."""
    span: Span
    """Where in the text it stands."""
    about: str = ""
    """The question, where the words alone say too little: “Yes.”, “14 days.”"""
    denies: bool = False
    """It is a bare “no” to `about`."""


@dataclass(frozen=True, slots=True)
class SentencePlace:
    """A sentence that decides a claim."""

    passage: int
    """Which of the texts that the claim was held against, from 1; of a context: its rank."""
    start: int
    """Code points in that text."""
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """What a grader found of one claim."""

    mark: Mark
    reason: str
    """In words: what is the same, what differs, what is missing."""
    sentence: SentencePlace | None = None
    """The sentence that supports or contradicts it, or comes nearest; None where none has anything of it."""


@dataclass(frozen=True, slots=True)
class MarkedClaim:
    """A claim with what was found of it."""

    claim: Claim
    finding: ClaimFinding


@dataclass(frozen=True, slots=True)
class MarkedNugget:
    """A nugget with what was found of it in the answer."""

    text: str
    vital: bool
    mark: NuggetMark
    finding: ClaimFinding


class Grader(Protocol):
    """Whoever decides: by word overlap or by a model. The same claims, the same marks."""

    @property
    def name(self) -> str:
        """As it is printed: `lexical`."""

    @property
    def fingerprint(self) -> str:
        """Hex digits over all that its marks depend on; marks of unlike fingerprints are never compared or averaged."""

    @property
    def trust(self) -> Trust:
        """How far its marks were held against people's."""

    def claims(self, text: str, question: str = "") -> tuple[Claim, ...]:
        """What a text states, in order; hedges, courtesies and what only declines are no claims."""

    def judge(self, claims: Sequence[Claim], passages: Sequence[str]) -> tuple[ClaimFinding, ...]:
        """What the passages say of each claim, in the order of the claims and as many."""

    def nuggets(self, nuggets: Sequence[str], answer: str) -> tuple[tuple[NuggetMark, ClaimFinding], ...]:
        """Whether the answer states each nugget, in their order and as many."""


@dataclass(frozen=True, slots=True)
class Grade:
    """What a grader decided of one output in one family of metrics, and what that rests on."""

    values: Mapping[str, Score]
    """By metric name."""
    claims: tuple[MarkedClaim, ...] = ()
    """Of the answer; of the reference answer where the family is about that."""
    reference: tuple[MarkedClaim, ...] = ()
    """Of the reference answer, held against the answer."""
    nuggets: tuple[MarkedNugget, ...] = ()
    silent: tuple[Span, ...] = ()
    """Sentences of the answer that claim nothing."""
