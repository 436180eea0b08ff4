"""What became of a quote: two answers, never one number. Where it stands, and whether it still says the same."""

from dataclasses import dataclass
from typing import Literal

from ragtriage.anchors.guard import WordChange

AnchorState = Literal[
    "exact", "normalized", "renamed", "moved", "split", "context_changed", "reworded", "meaning_changed",
    "ambiguous", "weak", "lost",
]  # fmt: skip
"""exact, normalized (but for white space, quotes, dashes, emphasis …): in its document · renamed: the same words in the
document that is provably the old one under a new id · moved: in another · split: a page's foot and head stand inside ·
context_changed: the same words, and what stands around them is otherwise: it may be about something else now ·
reworded: words differ, none that bears meaning · meaning_changed · ambiguous: several places, nothing tells which ·
weak: candidates to look at · lost."""

STATES: tuple[AnchorState, ...] = (
    "exact", "normalized", "renamed", "moved", "split", "context_changed", "reworded", "meaning_changed", "ambiguous",
    "weak", "lost",
)  # fmt: skip
_QUARANTINED = frozenset({"lost", "meaning_changed", "ambiguous", "weak", "moved"})

Flag = Literal[
    "case", "renamed", "other_document", "repeats", "copies_elsewhere", "furniture", "interposed", "edge",
    "gone_document", "not_in_old", "fewer", "cut_word", "prefix_gone",
    "under_gone",
]  # fmt: skip
"""case: words agree only without case · renamed: its document has another id now · other_document: found outside it ·
repeats: all places are in its own document, which held the words several times before · copies_elsewhere: the same
words stand in other documents · furniture, interposed: a page's foot and head, or other lines, stand inside · edge: it
ends where a word or number goes on · gone_document · not_in_old: the old document never held these words ·
fewer: it held them at more places than now, so that the one that was meant may be gone ·
cut_word: verbatim, and an edge is inside of a word, as it was where the quote was taken ·
prefix_gone: the prefix or suffix that the case gives does not stand there ·
under_gone: it does not stand under the headings that the case gives."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place a quote may stand at."""

    doc_id: str
    start: int
    """Code points of the document's raw text."""
    end: int
    score: float
    """1 - Levenshtein distance / length, both normalised."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """What became of one quote in a text or snapshot."""

    state: AnchorState
    doc_id: str | None
    """Where it stands, or the best of its candidates; None when lost."""
    start: int
    """Code points of the document's raw text; 0 when lost."""
    end: int
    score: float
    """How alike the span is to the quote, 0 to 1; says nothing about the meaning."""
    margin: float
    """Certainty less the runner-up's; equal to the certainty when there is none."""
    accepted_unseen: bool
    """Nobody needs to look: the same tokens, at one place, in its own document."""
    diff: tuple[WordChange, ...] = ()
    flags: tuple[Flag, ...] = ()
    alternatives: tuple[Candidate, ...] = ()
    """Other places, best first; at most twenty."""
    gaps: tuple[tuple[int, int], ...] = ()
    """Spans inside that are not the quote's: page furniture, a neighbouring column."""
    reason: str = ""
    """A sentence for a reviewer."""
    certainty: float = 1.0
    """How sure the place is, 0 to 1: how alike its likest part is, before its edges were moved to its
    sentence's, and what stands around it. The states `weak` and `lost` are by this, not by the score."""

    @property
    def located(self) -> bool:
        """Whether there is a place to show."""
        return self.doc_id is not None

    @property
    def any_place_will_do(self) -> bool:
        """Whether the words stand several times in their own document, unchanged, as they did before."""
        return self.state == "ambiguous" and "repeats" in self.flags and not self.diff

    @property
    def quarantined(self) -> bool:
        """Whether the evidence is out of the means until a person has looked."""
        return self.state in _QUARANTINED and not self.any_place_will_do
