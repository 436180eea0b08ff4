"""Citations that code can judge: does the answer cite only what was retrieved?

Whether a cited passage *supports* its sentence is for a grader; what its marks amount to is counted here.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ragtriage.metrics.model import Score, Scored, Unscored
from ragtriage.metrics.rules import DocIdRules
from ragtriage.runs.model import Citation, Output, Passage


def fabricated(
    citations: Sequence[Citation], passages: Sequence[Passage], doc_ids: DocIdRules | None = None
) -> list[str]:
    """The cited ids that no passage bears, each once, in order.

    A chunk id is looked up among chunk ids, a doc_id among doc_ids, a plain id among both. A citation that gives
    several is fabricated by any that is unknown: a real document does not excuse an invented chunk. doc_ids agree as
    written or after the workspace's rules.
    """
    rules = doc_ids or DocIdRules()
    chunks = {passage.chunk_id for passage in passages if passage.chunk_id}
    documents = {form for passage in passages for form in (passage.doc_id, rules.apply(passage.doc_id)) if form}
    unknown: dict[str, None] = {}
    for citation in citations:
        plain = citation.id in chunks or _is_among(citation.id, documents, rules)
        document = _is_among(citation.doc_id, documents, rules) or (plain and citation.doc_id == citation.id)
        borne = (
            (citation.chunk_id, citation.chunk_id in chunks),
            (citation.doc_id, document),
            (citation.id, plain),
        )
        unknown |= {name: None for name, known in borne if name and not known}
    return list(unknown)


def _is_among(doc_id: str, documents: Collection[str], rules: DocIdRules) -> bool:
    return doc_id in documents or rules.apply(doc_id) in documents


def citation_fabricated(output: Output, doc_ids: DocIdRules | None = None) -> Score:
    """1 when the answer cites an id that is neither among the candidates nor in the context, else 0.

    Unscored when the run gave no citations (an empty list is one that cites nothing) or nothing retrieved.
    """
    if output.citations is None:
        return Unscored("the run gave no citations")
    if output.candidates is None and output.context is None:
        return Unscored("the run gave no passages")
    unknown = fabricated(output.citations, (*(output.candidates or ()), *(output.context or ())), doc_ids)
    if unknown:
        return Scored(1.0, f"cited and never retrieved: {', '.join(unknown)}")
    count = len(output.citations)
    return Scored(0.0, f"all {count} cited ids were retrieved" if count else "nothing was cited")


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence of an answer, and the passages that it cites."""

    needs_source: bool
    """Whether it states something: a courtesy needs no source."""
    supports: tuple[bool | None, ...] = ()
    """For each citation, whether the passage supports the sentence; None: it was never retrieved, or nobody can tell.
    """
    cites: bool = False
    """Whether any of its citations is of a passage that was retrieved."""


def citation_precision(sentences: Sequence[CitedSentence]) -> Score:
    """Citations whose passage supports the sentence / citations that could be judged."""
    marks = [mark for one in sentences for mark in one.supports if mark is not None]
    if not marks:
        return Unscored("no citation could be judged" if any(one.supports for one in sentences) else "nothing is cited")
    return Scored(sum(marks) / len(marks), f"{sum(marks)} of {len(marks)} citations support what cites them")


def citation_recall(sentences: Sequence[CitedSentence]) -> Score:
    """Sentences that state something and cite a retrieved passage / sentences that state something."""
    asked = [one for one in sentences if one.needs_source]
    if not asked:
        return Unscored("the answer claims nothing")
    cited = sum(one.cites for one in asked)
    return Scored(cited / len(asked), f"{cited} of {len(asked)} sentences cite a passage")
