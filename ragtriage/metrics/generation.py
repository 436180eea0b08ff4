"""What a grader's marks amount to: faithfulness, contradicted claims, correctness. Pure functions over marks.

The marks come from whoever grades; the denominator is always the claims that were asked about. An undecided claim is
counted neither way, and said.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ragtriage.metrics.model import Score, Scored, Unscored

Mark = Literal["supported", "contradicted", "not_found", "undecided"]
"""What the given text says of a claim: the same; the opposite, or another number; nothing; or it cannot be told."""

NO_CLAIMS = Unscored("the answer claims nothing")
NO_STATEMENTS = Unscored("the reference answer states nothing that can be looked for")
_NO_SIDE = Unscored("neither the answer nor the reference states anything")


def supported_share(marks: Sequence[Mark], none: Unscored) -> Score:
    """Supported / decided marks, in [0, 1]; `none` where there are no marks at all."""
    if not marks:
        return none
    counts = Counter(marks)
    undecided = counts["undecided"]
    decided = len(marks) - undecided
    if not decided:
        return Unscored(f"none of {len(marks)} could be decided")
    told = f"{counts['supported']} of {decided} supported"
    details = [f"{counts['contradicted']} contradicted"] if counts["contradicted"] else []
    details += [f"{undecided} more undecided"] if undecided else []
    return Scored(counts["supported"] / decided, ", ".join([told, *details]))


def faithfulness(marks: Sequence[Mark]) -> Score:
    """Supported / decided claims of the answer, against its context alone. Without claims unscored: an abstention."""
    return supported_share(marks, NO_CLAIMS)


def contradicted_claims(marks: Sequence[Mark]) -> Score:
    """A count: claims of which the context says the opposite. Unscored where the answer claims nothing."""
    if not marks:
        return NO_CLAIMS
    count = sum(mark == "contradicted" for mark in marks)
    return Scored(float(count), f"{count} of {len(marks)} claims")


def context_recall(marks: Sequence[Mark]) -> Score:
    """Statements of the reference answer that the context supports / those decided."""
    return supported_share(marks, NO_STATEMENTS)


@dataclass(frozen=True, slots=True)
class Correctness:
    """How far answer and reference say the same."""

    f1: Score
    precision: Score
    recall: Score


def correctness(both: int, answer_only: int, reference_only: int) -> Correctness:
    """F1 over claims: 2 both / (2 both + answer_only + reference_only); 0 where none is shared, unscored where neither
    side claims anything.

    `both` counts claims of the answer that the reference supports, `answer_only` its others, `reference_only` the
    reference's claims that the answer lacks.
    """
    if not both + answer_only + reference_only:
        return Correctness(_NO_SIDE, _NO_SIDE, _NO_SIDE)
    told = f"{both} shared, {answer_only} only in the answer, {reference_only} only in the reference"
    f1 = 2 * both / (2 * both + answer_only + reference_only)
    return Correctness(
        Scored(f1, told), Scored(_share(both, answer_only), told), Scored(_share(both, reference_only), told)
    )


def _share(both: int, alone: int) -> float:
    return both / (both + alone) if both else 0.0


def claims_per_100_words(claims: int, words: int) -> Score:
    """How finely the answer was cut into claims: finer splitting raises the share of supported ones."""
    if not words:
        return Unscored("the answer has no words")
    return Scored(100.0 * claims / words, f"{claims} claims in {words} words")
