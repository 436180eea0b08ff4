"""What does the corpus say on a question? Whether anything covers it is what decides most complaints."""

import re
from dataclasses import dataclass

from ragtriage.corpus.search import Hit, Searcher
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.intake.drafting import COVERED_FROM, Suggestion, suggestions
from ragtriage.intake.redact import STRUCK

NOTHING_BELOW = 1 / 3
"""Coverage of the best passage under which nothing in the corpus is about a question. Questions on another product
reach 0.31 in a corpus of 2.6 million letters, those on its own from 0.60 on; short ones in a small corpus 0.35.
"""
_PASSAGES = 5
_GIST_WORDS = 40


@dataclass(frozen=True, slots=True)
class CorpusAnswer:
    """What the corpus says on a question."""

    suggestions: tuple[Suggestion, ...]
    coverage: float
    """Of the best passage, from 0 to 1."""
    passages: tuple[Hit, ...] = ()
    """The best, in their order."""

    @property
    def covered(self) -> bool:
        """Whether a passage is plainly about it."""
        return self.coverage >= COVERED_FROM

    @property
    def nothing(self) -> bool:
        """Whether no passage is about it at all: it is of another product, or missing from the corpus."""
        return self.coverage < NOTHING_BELOW


def ground_for(question: str, searcher: Searcher, snapshots: SnapshotStore, answer: str = "") -> CorpusAnswer:
    """The passages that plain word search finds for a question, and sentences in them that may be evidence."""
    hits = searcher.search(gist(question), _PASSAGES)
    texts = snapshots.texts(searcher.snapshot, {hit.doc_id for hit in hits})
    suggested = suggestions(gist(question), hits, texts, answer)
    return CorpusAnswer(tuple(suggested), max((hit.coverage for hit in hits), default=0.0), tuple(hits))


def gist(question: str) -> str:
    """What a question is about: its beginning, without code, logs, tables and what was struck out of it."""
    question = STRUCK.sub(" ", question)
    text = re.sub(r"```.*?(?:```|\Z)|(?m:^(?: {4}|\t)[^\n]*$)", " ", question, flags=re.DOTALL)
    words = text.split() or question.split()
    return " ".join(words[:_GIST_WORDS])
