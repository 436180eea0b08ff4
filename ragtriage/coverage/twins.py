"""Questions that are nearly the same: pairs of cases, and how their labels differ.

Lint doubts a pair whose labels contradict each other; here stand the others too: one of two that say the same may go.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ragtriage.cases.model import Case
from ragtriage.corpus.near_duplicates import near_duplicates
from ragtriage.triage.lint import labelled_otherwise


@dataclass(frozen=True, slots=True)
class Twins:
    """Two cases that ask nearly the same."""

    one: Case
    other: Case
    """Its id comes after `one`'s."""
    similarity: float
    """Of their content words (Jaccard), 0 to 1."""
    otherwise: str
    """How the labels contradict each other; empty if they do not."""
    differences: tuple[str, ...]
    """All that differs, in words, `otherwise` first; empty when the labels are the same."""

    @property
    def key(self) -> str:
        """Names the pair."""
        return f"{self.one.id} = {self.other.id}"


def twins(cases: Iterable[Case]) -> tuple[Twins, ...]:
    """All pairs but those with a retired case: labelled otherwise first, then by similarity."""
    there = {case.id: case for case in cases if case.status != "retired"}
    found = []
    for one, other, similarity in near_duplicates((case.id, case.question) for case in there.values()):
        a, b = sorted((there[one], there[other]), key=lambda case: case.id)
        otherwise = labelled_otherwise(a, b)
        found.append(Twins(a, b, similarity, otherwise, (*filter(None, [otherwise]), *_differences(a, b, otherwise))))
    return tuple(sorted(found, key=lambda pair: (not pair.otherwise, -pair.similarity, pair.key)))


def _differences(a: Case, b: Case, otherwise: str) -> Iterator[str]:
    if a.filters != b.filters:
        yield "asked with other filters"
    if a.user != b.user:
        yield "asked by other users"
    if a.answerable != b.answerable and not otherwise:
        yield "one is answerable, the other is not"
    if a.unanswerable_because != b.unanswerable_because and a.answerable == b.answerable:
        yield "declined for other reasons"
    if not otherwise and _quotes(a) != _quotes(b):
        yield "other quotes" if a.evidence and b.evidence else "one has no evidence"
    if a.reference_answer != b.reference_answer:
        yield "other reference answers" if a.reference_answer and b.reference_answer else "one has no reference answer"
    if {one.text for one in a.nuggets} != {one.text for one in b.nuggets}:
        yield "other nuggets" if a.nuggets and b.nuggets else "one has no nuggets"
    if a.must_pass != b.must_pass:
        yield "one must pass, the other need not"
    if a.status != b.status:
        yield f"{a.status} and {b.status}"


def _quotes(case: Case) -> set[tuple[str, str]]:
    return {(quote.doc_id, quote.quote) for piece in case.evidence for quote in piece.any_of}
