"""The corpus beside the form: evidence is found, picked and placed here, never typed.

Searching is BM25, as in diagnosis; what it finds is shown as the sentence of the document that fits best, whole,
although passages are cut by count of words. A pasted passage is looked for as the anchors engine looks for quotes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from ragtriage.authoring.quoting import confirmed, quote_of_span, read_in
from ragtriage.cases.model import Attribute, Evidence, Quote
from ragtriage.corpus.document import Document
from ragtriage.corpus.search import Hit, Searcher
from ragtriage.corpus.sentences import paragraph_around, spans_of, units
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.corpus.terms import content_words, question_terms
from ragtriage.errors import SnapshotError, UsageError

if TYPE_CHECKING:
    from ragtriage.anchors.anchor import Anchor, AnchorState
    from ragtriage.drift.anchoring import Anchoring

_LONGEST_PASTE = 20_000
"""Characters of a pasted passage that are looked for: a quote is no chapter."""
_FITTED = 6
"""Documents in which a passage that stands nowhere to the letter is fitted."""
_MOST_PLACES = 50
_ORDER = ("exact", "normalized", "split", "context_changed", "reworded", "meaning_changed", "ambiguous", "weak")


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that a search found, and the sentence in it that fits best. Offsets are code points of the document."""

    doc_id: str
    title: str
    hit_start: int
    hit_end: int
    start: int
    """Of the sentence: whole, even where the passage was cut within it."""
    end: int
    quote: str
    """The sentence."""
    coverage: float
    """Idf-weighted share of the query's content words that the passage or its title holds, 0 to 1."""
    terms: tuple[str, ...]
    """The query's words, as they are looked for."""
    section: tuple[str, ...] = ()
    """The headings that the sentence stands under, without the document's title."""


@dataclass(frozen=True, slots=True)
class PastedPassage:
    """Where a pasted passage stands."""

    doc_id: str
    start: int
    """Code points of the document's text."""
    end: int
    state: "AnchorState"
    reason: str
    """Why it is taken to stand there, where it does not to the letter."""


class Corpus:
    """One snapshot, for the editor. Belongs to the thread of the store and the searcher."""

    def __init__(
        self, snapshots: SnapshotStore, searcher: Searcher, snapshot: str, anchoring: "Anchoring | None" = None
    ) -> None:
        """`anchoring`: what lint asks what became of quotes; without it they are held against this snapshot alone."""
        self.snapshot = snapshot
        self._snapshots, self._searcher, self._anchoring = snapshots, searcher, anchoring

    def find(
        self,
        query: str,
        k: int = 20,
        filters: Mapping[str, Attribute] | None = None,
        user: Mapping[str, Attribute] | None = None,
    ) -> list[Found]:
        """The best `k` passages for any text, best first, as `filters` and `user` let them be seen."""
        from ragtriage.anchors.under import section_of

        terms = tuple(term.strip('"') for term in question_terms(query))
        wanted = content_words(query)
        documents: dict[str, Document] = {}
        out = []
        for hit in self._searcher.search(query, k, filters, user):
            document = documents.get(hit.doc_id) or documents.setdefault(hit.doc_id, self.document(hit.doc_id))
            start, end = best_sentence(document.text, hit.start, hit.end, wanted) or (hit.start, hit.end)
            quote = document.text[start:end]
            section = section_of(document.title, document.text, start)
            place = (hit.doc_id, document.title, hit.start, hit.end, start, end)
            out.append(Found(*place, quote, hit.coverage, terms, section))
        return out

    def document(self, doc_id: str) -> Document:
        """A document of the snapshot. Raises SnapshotError when there is none of the name."""
        found = self._snapshots.document(self.snapshot, doc_id)
        if found is None:
            raise SnapshotError(
                f"`{doc_id}` is no document of the snapshot `{self.snapshot}`",
                next_step="`ragtriage snapshot search` finds documents",
            )
        return found

    def text(self, doc_id: str) -> str:
        """The text of a document; empty when the snapshot has no such one."""
        return self._snapshots.texts(self.snapshot, [doc_id]).get(doc_id, "")

    def anchors(self, piece: Evidence) -> "tuple[Anchor, ...]":
        """What became of each quote of a piece of evidence in the snapshot, as the anchors engine sees it."""
        if self._anchoring is not None:
            found = self._anchoring.anchors(piece.any_of, self.snapshot)
            return tuple(found[quote] for quote in piece.any_of)
        from ragtriage.anchors.reanchor import reanchor_all
        from ragtriage.drift.anchoring import letters_cache

        texts = self._texts()
        return tuple(reanchor_all(piece.any_of, texts, texts, cache=letters_cache()))

    def _texts(self) -> dict[str, str]:
        return {one.doc_id: one.text for one in self._snapshots.documents(self.snapshot)}

    def quote(self, doc_id: str, start: int, end: int, grade: int = 2) -> Quote:
        """The words at a place as a quote, with prefix and suffix where they stand several times. Raises UsageError."""
        document = self.document(doc_id)
        return read_in(quote_of_span(doc_id, document.text, start, end, grade), document)

    def confirmed(self, given: str) -> Quote:
        """`DOC_ID:QUOTE` as a quote that stands in the snapshot. Raises UsageError when it does not."""
        doc_ids = self._snapshots.doc_ids(self.snapshot)
        near = [doc_id for doc_id in doc_ids if given.startswith(doc_id + ":")]
        quote = confirmed(given, self._snapshots.texts(self.snapshot, near), doc_ids)
        return read_in(quote, self.document(quote.doc_id))

    def covered(
        self,
        question: str,
        filters: Mapping[str, Attribute] | None = None,
        user: Mapping[str, Attribute] | None = None,
    ) -> float:
        """The best coverage of a question by one passage, 0 to 1."""
        return max((hit.coverage for hit in self._searcher.search(question, 5, filters, user)), default=0.0)

    def best_hit(
        self, question: str, filters: Mapping[str, Attribute], user: Mapping[str, Attribute], k: int = 5
    ) -> Hit | None:
        """The passage that covers most of a question; None when no word of it is anywhere."""
        return max(self._searcher.search(question, k, filters, user), key=lambda hit: hit.coverage, default=None)

    def places(self, passage: str) -> list[PastedPassage]:
        """Where a pasted passage stands in the snapshot: to the letter or nearly, else by its likeness.

        Best first, 50 at most; empty when it is nowhere. Raises UsageError for a passage that is longer than any quote.
        """
        passage = passage.strip()
        if len(passage) > _LONGEST_PASTE:
            raise UsageError(
                f"the passage is {len(passage):,} characters long",
                next_step=f"paste the sentences that answer the question, {_LONGEST_PASTE:,} at most",
            )
        if not any(map(str.isalnum, passage)):
            return []
        return _placed(passage, self._texts())


def best_sentence(
    text: str,
    start: int,
    end: int,
    wanted: frozenset[str],
    also: frozenset[str] = frozenset(),
    *,
    telling_only: bool = False,
) -> tuple[int, int] | None:
    """The sentence that touches `text[start:end]` and has most of the words `wanted` (and half as much: `also`).

    Short sentences are preferred; headings, code and what has none of the words only for want of others, and not at all
    with `telling_only`. None when there is no sentence.
    """
    best: tuple[bool, float, int, int] | None = None
    for unit in units(text, *paragraph_around(text, start, end)):
        for first, last in spans_of(text, unit):
            if last <= start or first >= end:
                continue
            said = text[first:last]
            words = content_words(said)
            score = (2 * len(words & wanted) + len(words & also)) / (len(words) ** 0.5 + 1)
            telling = score > 0 and unit.kind not in ("heading", "code") and len(said.split()) > 2
            if best is None or (telling, score) > best[:2]:
                best = telling, score, first, last
    return None if best is None or (telling_only and not best[0]) else best[2:]


def _placed(passage: str, texts: Mapping[str, str]) -> list[PastedPassage]:
    from ragtriage.anchors.reanchor import reanchor_all
    from ragtriage.drift.anchoring import letters_cache

    anchor = reanchor_all([Quote("", passage)], texts, cache=letters_cache())[0]
    near = [each.doc_id for each in anchor.alternatives]
    candidates = dict.fromkeys([anchor.doc_id, *near] if anchor.doc_id is not None else _holding(passage, texts))
    verbatim = (place for doc_id in candidates for place in _verbatim(passage, doc_id, texts[doc_id]))
    out = list(islice(verbatim, _MOST_PLACES))
    if not out:
        out = [place for doc_id in list(candidates)[:_FITTED] for place in _fitted(passage, doc_id, texts[doc_id])]
    return sorted(out, key=lambda place: _ORDER.index(place.state))


def _holding(passage: str, texts: Mapping[str, str]) -> Iterator[str]:
    """Documents that hold some words too short for the engine."""
    words = passage.casefold()
    return (doc_id for doc_id, text in texts.items() if words in text.casefold())


def _verbatim(passage: str, doc_id: str, text: str) -> Iterator[PastedPassage]:
    from ragtriage.anchors.locate import find

    for place in find(passage, text):
        yield PastedPassage(doc_id, place.start, place.end, place.kind, "")


def _fitted(passage: str, doc_id: str, text: str) -> Iterator[PastedPassage]:
    from ragtriage.anchors.reanchor import reanchor

    anchor = reanchor(Quote(doc_id, passage), text)
    if anchor.doc_id is not None:
        yield PastedPassage(doc_id, anchor.start, anchor.end, anchor.state, anchor.reason)
