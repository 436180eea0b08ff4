"""Which sentence of an answer cites which passage, and whether the passage supports it.

Where a citation stands is told by its marker in the text: `[kb/faq#3]`, or `[2]` for the second citation. A run whose
answers bear no markers says only what the whole answer cites: then each citation is held against all of its claims, and
how many sentences cite something cannot be told.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragtriage.grading.model import Claim, Grader, Span
from ragtriage.grading.statements import sentences_of
from ragtriage.metrics.citations import CitedSentence
from ragtriage.metrics.rules import DocIdRules
from ragtriage.runs.model import Citation, Passage

_MARKER = re.compile(r"\[([^\[\]\n]{1,120})\]|【([^【】\n]{1,120})】")
_BETWEEN = re.compile(r"[,;]")
_MARKER_BEHIND = re.compile(r"[ \t]*(?:\[[^\[\]\n]{1,120}\]|【[^【】\n]{1,120}】)")


@dataclass(frozen=True, slots=True)
class Citing:
    """What an answer cites, sentence by sentence."""

    sentences: tuple[CitedSentence, ...]
    located: bool
    """Whether the answer says which sentence cites what; else there is one entry, for the whole answer."""


def citing(
    answer: str,
    claims: Sequence[Claim],
    citations: Sequence[Citation],
    passages: Sequence[Passage],
    doc_ids: DocIdRules,
    grader: Grader,
) -> Citing:
    """Every sentence of an answer with what its citations are worth; `passages`: all that was retrieved."""
    texts = [_texts(citation, passages, doc_ids) for citation in citations]
    spans = sentences_of(answer)
    marked = [_marked(answer, span, citations) for span in spans]
    if citations and not any(marked):
        worth = tuple(_worth(claims, found, grader) for found in texts)
        return Citing((CitedSentence(bool(claims), worth, any(found is not None for found in texts)),), False)
    sentences = []
    for span, numbers in zip(spans, marked, strict=True):
        own = [claim for claim in claims if span[0] <= claim.span[0] < span[1]]
        worth = tuple(_worth(own, texts[number], grader) for number in numbers)
        sentences.append(CitedSentence(bool(own), worth, any(texts[number] is not None for number in numbers)))
    return Citing(tuple(sentences), True)


def _worth(claims: Sequence[Claim], texts: "list[str] | None", grader: Grader) -> bool | None:
    """Whether the cited passages support any of the claims; None where nobody can tell."""
    if texts is None or not claims or not any(text.strip() for text in texts):
        return None
    marks = {finding.mark for finding in grader.judge(claims, texts)}
    if "supported" in marks:
        return True
    return None if "undecided" in marks else False


def _texts(citation: Citation, passages: Sequence[Passage], doc_ids: DocIdRules) -> list[str] | None:
    """The texts of the passages that a citation names; None where none was retrieved."""
    chunk = citation.chunk_id or citation.id
    of_chunk = [passage for passage in passages if chunk and passage.chunk_id == chunk]
    document = citation.doc_id or citation.id
    of_document = [
        passage for passage in passages if document and document in (passage.doc_id, doc_ids.apply(passage.doc_id))
    ]
    found = of_chunk or (of_document if not citation.chunk_id else [])
    return [passage.text for passage in found] if found else None


def _marked(answer: str, span: Span, citations: Sequence[Citation]) -> list[int]:
    """Which citations are marked in a sentence or right behind it, by their place in the list."""
    numbers: dict[int, None] = {}
    for mark in _MARKER.finditer(answer, span[0], _behind(answer, span[1])):
        for name in _BETWEEN.split(mark[1] or mark[2]):
            if (number := _numbered(name.strip().removeprefix("^"), citations)) is not None:
                numbers[number] = None
    return list(numbers)


def _behind(answer: str, end: int) -> int:
    """The end of a sentence with the markers that follow its full stop."""
    while found := _MARKER_BEHIND.match(answer, end):
        end = found.end()
    return end


def _numbered(name: str, citations: Sequence[Citation]) -> int | None:
    for number, citation in enumerate(citations):
        if name and name in (citation.id, citation.chunk_id, citation.doc_id):
            return number
    if name.isdecimal() and len(name) < 5 and 1 <= int(name) <= len(citations):
        return int(name) - 1
    return None
