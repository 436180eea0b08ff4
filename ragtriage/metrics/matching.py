"""Did this passage bring that evidence? The one rule under every retrieval metric.

By character span where both sides have one: the share of the quote that the passage covers. Otherwise by text, with the
anchoring matcher. The document must be the right one: the same words in another document are found *elsewhere*, and
count only when the workspace accepts duplicates.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ragtriage.anchors.locate import QuotePlace, find_quoted
from ragtriage.cases.model import Evidence, Quote
from ragtriage.metrics.coverage import By, Part, Span, join, merged, part_of, with_border
from ragtriage.metrics.rules import DocIdRules, MatchSettings
from ragtriage.runs.model import Passage

Document = Callable[[str], str | None]
"""doc_id → the document's text in the snapshot, None when it has no such document."""


@dataclass(frozen=True, slots=True)
class Located:
    """Where a quote stands in the snapshot, when it is not plainly in its document."""

    doc_id: str
    start: int
    """Code points of the document's text."""
    end: int
    likeness: float = 1.0
    """How much of the quote those words are, 0 to 1; all of it where only the document's id changed."""


_SLACK = 1e-9
"""4 of 5 characters are 0.8, whatever floating point says."""

NOWHERE_ELSE: Mapping[Quote, Located] = {}
"""Every quote stands in its document as it was quoted, or not at all."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """The passage of the right document that holds most of a quote."""

    rank: int
    share: float
    """Of the quote's characters, in (0, 1]."""
    alternative: int
    """Index into `any_of`."""
    by: By = "text"
    """How it is known: by likeness, what is missing may be words that read otherwise, not a border that cuts."""


@dataclass(frozen=True, slots=True)
class EvidenceMatch:
    """Where one piece of gold evidence was found among ranked passages."""

    rank: int | None
    """1-based rank of the passage that completes the quote; None if it never arrived."""
    split: bool = False
    """At that rank the quote is put together from several passages."""
    whole_rank: int | None = None
    """Rank of the first passage that holds it alone; later than `rank` where parts came first."""
    alternative: int | None = None
    """Index into `any_of` of what was found."""
    elsewhere: tuple[int, ...] = ()
    """Ranks of passages under another doc_id that hold the text."""
    holding: tuple[int, ...] = ()
    """Ranks of passages that count as relevant: each holds it, or brings a part that completes it."""
    spans: Mapping[int, tuple[Span, ...]] = field(default_factory=dict)
    """Rank → where the gold text, whole or in part, stands in that passage's own text; also elsewhere."""
    grade: int = 2
    """The highest among the alternatives."""
    near_miss: NearMiss | None = None
    """The most that one passage brought, where it was not enough."""
    by: By = "text"
    """How it is known that it was found."""
    likeness: float = 1.0
    """Of the quote's letters, the share that the passages brought; below 1 also where a border cuts it."""

    @property
    def required(self) -> bool:
        """Whether recall asks for it (grade 2 and up)."""
        return self.grade >= 2

    def within(self, k: int | None) -> bool:
        """Whether it was found in the first `k` passages (None: in all)."""
        return self.rank is not None and (k is None or self.rank <= k)

    def split_within(self, k: int | None) -> bool:
        """Whether it was found there, but never in one piece."""
        return self.within(k) and (self.whole_rank is None or (k is not None and self.whole_rank > k))


def match_evidence(
    evidence: Evidence,
    passages: Sequence[Passage],
    settings: MatchSettings,
    doc_ids: DocIdRules,
    document: Document,
    located: Mapping[Quote, Located] = NOWHERE_ELSE,
) -> EvidenceMatch:
    """Where `evidence` stands among `passages`, which are in rank order. Counts once, at its best rank.

    A passage without offsets, or whose offsets do not lead to its text, has the spans at which its text stands in its
    document, verbatim, else by its letters, else by likeness: then those of its letters count that are the document's.
    Without any it is matched by text alone, and so is one of another document, whose text is read only where duplicates
    are accepted. A passage of which nothing but the document is known stands for all of it. A quote is sought at all
    its places: prefix and suffix do not narrow them.
    `located` says where quotes stand that the anchoring engine found under another id or in other words.
    """
    groups = _by_document(passages, doc_ids)
    found = [
        _hits(index, quote, doc_id, group, settings, document, located.get(quote))
        for index, quote in enumerate(evidence.any_of)
        if quote.grade or not evidence.grade  # of several that will do, one judged irrelevant will not
        for doc_id, group in groups.items()
    ]
    counted = [hits for hits in found if hits.at_home or settings.accept_duplicates]
    match = EvidenceMatch(
        rank=None,
        whole_rank=min((rank for hits in counted for rank in hits.whole), default=None),
        elsewhere=_ranks(hits.whole for hits in found if not hits.at_home),
        holding=_ranks((*hits.whole, *hits.joined) for hits in counted),
        spans=_merged_spans(found),
        grade=evidence.grade,
    )
    arrived = [hits for hits in counted if hits.rank]
    if not arrived:
        return replace(match, near_miss=_nearest(counted))
    best = min(arrived, key=lambda hits: (hits.rank, hits.joined, hits.index))
    return replace(
        match, rank=best.rank, split=bool(best.joined), alternative=best.index, by=best.by, likeness=best.likeness
    )


def _by_document(passages: Sequence[Passage], doc_ids: DocIdRules) -> dict[str, list[tuple[int, Passage]]]:
    """The passages of each document, with their ranks."""
    groups: dict[str, list[tuple[int, Passage]]] = {}
    for rank, passage in enumerate(passages, start=1):
        groups.setdefault(doc_ids.apply(passage.doc_id), []).append((rank, passage))
    return groups


def match_all(
    evidence: Sequence[Evidence],
    passages: Sequence[Passage],
    settings: MatchSettings,
    doc_ids: DocIdRules,
    document: Document,
    located: Mapping[Quote, Located] = NOWHERE_ELSE,
) -> tuple[EvidenceMatch, ...]:
    """`match_evidence` for each piece, in order."""
    return tuple(match_evidence(piece, passages, settings, doc_ids, document, located) for piece in evidence)


def relevant(matches: Sequence[EvidenceMatch], passages: Sequence[Passage]) -> list[bool]:
    """For each passage, whether it holds evidence of any grade above 0, or a part that completes one in `passages`.

    `passages` may be the first k of those matched; a part whose other half comes later is then not relevant yet.
    """
    holding = {rank for match in matches if match.grade > 0 and match.within(len(passages)) for rank in match.holding}
    return [rank in holding for rank in range(1, len(passages) + 1)]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A ranked list (candidates, or a context) judged against a case's evidence."""

    passages: tuple[Passage, ...]
    matches: tuple[EvidenceMatch, ...]
    """One a piece of evidence, in the case's order."""
    unknown: tuple[int, ...] = ()
    """Ranks of passages of which nobody can say what they hold: without text, of no document of the snapshot."""

    def relevant(self, k: int | None = None) -> list[bool]:
        """One flag a passage, of the first `k`."""
        return relevant(self.matches, self.passages[:k])


@dataclass(frozen=True, slots=True)
class _Hits:
    """One quote (`any_of[index]`) among the passages of one document."""

    index: int
    at_home: bool
    rank: int | None
    joined: tuple[int, ...]
    """The ranks that bring it together, where that comes before any passage that holds it alone."""
    parts: tuple[Part, ...]

    @property
    def whole(self) -> tuple[int, ...]:
        return tuple(part.rank for part in self.parts if part.whole)

    @property
    def _bringing(self) -> list[Part]:
        """The parts that bring it to its rank."""
        return [part for part in self.parts if part.rank in (self.joined or (self.rank,))]

    @property
    def by(self) -> By:
        """How that is known: the least sure way among them."""
        ways = {part.by for part in self._bringing}
        return "document" if "document" in ways else "likeness" if "likeness" in ways else "text"

    @property
    def likeness(self) -> float:
        """Of the quote's letters, the share that they bring."""
        return min(1.0, sum(part.share for part in self._bringing))


def _hits(
    index: int,
    quote: Quote,
    doc_id: str,
    group: Sequence[tuple[int, Passage]],
    settings: MatchSettings,
    document: Document,
    located: Located | None,
) -> _Hits:
    at_home = doc_id == (located.doc_id if located else quote.doc_id)
    text = document(doc_id) if at_home or settings.accept_duplicates else None  # reading 50 documents a case is slow
    words, overlap, places = _sought(quote.quote, text, settings.overlap, located if at_home else None)
    parts = tuple(part_of(words, rank, passage, text, places, overlap) for rank, passage in group)
    if at_home:
        parts = tuple(with_border(part, words, passage) for part, (_, passage) in zip(parts, group, strict=True))
    rank = next((part.rank for part in parts if part.whole), None)
    joined = _first_joined(places, parts, overlap) if settings.join_split else ()
    if joined and (rank is None or joined[-1] < rank):
        return _Hits(index, at_home, joined[-1], joined, parts)
    return _Hits(index, at_home, rank, (), parts)


def _sought(
    words: str, text: str | None, overlap: float, located: Located | None
) -> tuple[str, float, list[QuotePlace]]:
    """The words to look for, what share of them is enough, and where they stand in the document.

    Where it says the same in other words (`located`), those are looked for, and are as much of the quote as they are
    like it.
    """
    places = find_quoted(words, text) if text else []
    if text and not places and located and located.likeness >= overlap - _SLACK:
        place = QuotePlace(located.start, located.end, "normalized")
        return text[located.start : located.end], min(1.0, overlap / located.likeness), [place]
    return words, overlap, places


def _first_joined(places: Sequence[QuotePlace], parts: Sequence[Part], overlap: float) -> tuple[int, ...]:
    """The ranks of passages that together hold the quote, those that are complete first; none when they never are."""
    ways = [way for place in places if (way := join(place, parts, overlap))]
    return min(ways, key=lambda way: way[-1], default=())


def _nearest(found: Sequence[_Hits]) -> NearMiss | None:
    """The passage that holds most of any alternative; of equals, the one ranked first."""
    misses = [
        NearMiss(part.rank, part.share, hits.index, part.by) for hits in found for part in hits.parts if part.share > 0
    ]
    return max(misses, key=lambda miss: (miss.share, -miss.rank), default=None)


def _ranks(groups: Iterable[Iterable[int]]) -> tuple[int, ...]:
    return tuple(sorted({rank for group in groups for rank in group}))


def _merged_spans(found: Sequence[_Hits]) -> dict[int, tuple[Span, ...]]:
    """Per rank all spans of all alternatives, in order, overlapping ones made one."""
    by_rank: dict[int, list[Span]] = {}
    for hits in found:
        for part in hits.parts:
            by_rank.setdefault(part.rank, []).extend(part.spans)
    return {rank: merged(spans) for rank, spans in sorted(by_rank.items()) if spans}
