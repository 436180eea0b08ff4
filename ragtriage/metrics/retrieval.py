"""Retrieval metrics: did the evidence arrive, how high, and among how much else.

Each takes a list judged by `matching` (None: the run did not give one) and, where it has one, a cut-off `k` (None: the
whole list). A list that is there and empty found nothing: recall, hit rate, MRR and nDCG are 0, and precision, which
has nothing to divide by, is unscored.
"""

import math
from collections.abc import Callable, Sequence

from ragtriage.anchors.normalize import unspaced
from ragtriage.metrics.matching import EvidenceMatch, Ranked
from ragtriage.metrics.model import Score, Scored, Unscored
from ragtriage.runs.model import Passage

NO_LIST = Unscored("the run gave no passages")
NO_EVIDENCE = Unscored("the case names no evidence")
NO_REQUIRED = Unscored("the case names no evidence that must arrive (grade 2)")
NONE_RELEVANT = Unscored("all evidence of the case was judged irrelevant (grade 0)")
NOTHING_RETURNED = Unscored("no passage was returned")


def evidence_recall(ranked: Ranked | None, k: int | None = None) -> Score:
    """Required evidence found in the first `k` / required evidence. Each piece counts once. In [0, 1]."""

    def recall(ranked: Ranked) -> Score:
        required = [match for match in ranked.matches if match.required]
        if not required:
            return NO_REQUIRED if _relevant(ranked.matches) else NONE_RELEVANT
        return Scored(sum(match.within(k) for match in required) / len(required), _arrivals(ranked.matches, k))

    return _judged(ranked, recall, k, certain=lambda score: score.value == 1.0)


def all_evidence(ranked: Ranked | None, k: int | None = None) -> Score:
    """1 when all required evidence is in the first `k`: a complete answer was possible."""
    recall = evidence_recall(ranked, k)
    return recall if isinstance(recall, Unscored) else Scored(float(recall.value == 1.0), recall.rests_on)


def hit_rate(ranked: Ranked | None, k: int | None = None) -> Score:
    """1 when at least one piece of evidence, of any grade above 0, is in the first `k`."""

    def hit(ranked: Ranked) -> Score:
        found = _relevant(ranked.matches)
        if not found:
            return NONE_RELEVANT
        return Scored(float(any(match.within(k) for match in found)), _arrivals(ranked.matches, k))

    return _judged(ranked, hit, k, certain=lambda score: score.value == 1.0)


def precision(ranked: Ranked | None, k: int | None = None) -> Score:
    """Relevant passages in the first `k` / min(k, returned)."""

    def share(ranked: Ranked) -> Score:
        flags = ranked.relevant(k)
        return Scored(sum(flags) / len(flags), _of(flags)) if flags else NOTHING_RETURNED

    return _judged(ranked, share, k)


def precision_strict(ranked: Ranked | None, k: int) -> Score:
    """Relevant passages in the first `k` / k, also when fewer came back. Equals trec_eval's P_k."""
    if k < 1:
        raise ValueError("k must be at least 1")
    return _judged(ranked, lambda r: Scored(sum(r.relevant(k)) / k, f"{sum(r.relevant(k))} of {k} places"), k)


def mrr(ranked: Ranked | None, k: int | None = None) -> Score:
    """1 / rank of the first evidence found, of any grade above 0; 0 when none is. Equals trec_eval's recip_rank.

    A cut-off `k` belongs into the name: mrr@10.
    """

    def reciprocal(ranked: Ranked) -> Score:
        if not _relevant(ranked.matches):
            return NONE_RELEVANT
        first = _first(ranked.matches, k)
        return Scored(1.0 / first, f"first at rank {first}") if first else Scored(0.0, "none was found")

    return _judged(ranked, reciprocal, _before_the_first(ranked, k))


def ndcg(ranked: Ranked | None, k: int | None = None) -> Score:
    """Normalised discounted cumulative gain: linear gain (the grade), discount log2(rank + 1). In [0, 1].

    The ideal is the list of all known evidence by grade, retrieved or not, cut at `k`. Evidence gains once, at its best
    rank. Where one passage brings several pieces, each takes a place of its own, the next free one: a list cannot be
    better than the ideal. Source: Järvelin and Kekäläinen 2002; equals trec_eval's ndcg_cut where a passage holds one.
    """

    def gain(ranked: Ranked) -> Score:
        if any(match.grade < 0 for match in ranked.matches):
            return Unscored("a grade is below 0")
        ideal = _dcg(enumerate(sorted((match.grade for match in ranked.matches), reverse=True), start=1), k)
        if not ideal:
            return NONE_RELEVANT
        return Scored(_dcg(_places(_relevant(ranked.matches)), k) / ideal, _arrivals(ranked.matches, k))

    return _judged(ranked, gain, k)


def context_precision(ranked: Ranked | None) -> Score:
    """Relevant passages / passages in the final context."""
    return precision(ranked)


def context_precision_ranked(ranked: Ranked | None, k: int | None = None) -> Score:
    """Mean of precision@i over the ranks i that hold a relevant passage; 0 when none does, unscored when empty.

    Equals scikit-learn's average_precision_score on the list.
    """

    def average(ranked: Ranked) -> Score:
        flags = ranked.relevant(k)
        if not flags:
            return NOTHING_RETURNED
        ranks = [rank for rank, flag in enumerate(flags, start=1) if flag]
        if not ranks:
            return Scored(0.0, _of(flags))
        mean = sum(found / rank for found, rank in enumerate(ranks, start=1)) / len(ranks)
        return Scored(mean, f"relevant at rank {', '.join(map(str, ranks))}")

    return _judged(ranked, average, k)


def first_gold_rank(ranked: Ranked | None) -> Score:
    """Rank of the first evidence found, of any grade above 0. Unscored when none was: no number stands for never."""

    def first(ranked: Ranked) -> Score:
        if not _relevant(ranked.matches):
            return NONE_RELEVANT
        rank = _first(ranked.matches, None)
        return Scored(float(rank)) if rank else Unscored(f"no evidence among {len(ranked.passages)} passages")

    return _judged(ranked, first, _before_the_first(ranked, None))


def split_evidence(ranked: Ranked | None, k: int | None = None) -> Score:
    """A count: pieces of evidence that are there only in parts, in no passage whole."""

    def count(ranked: Ranked) -> Score:
        split = [str(i) for i, match in enumerate(ranked.matches, start=1) if match.grade > 0 and match.split_within(k)]
        return Scored(float(len(split)), f"evidence {', '.join(split)}" if split else "")

    return _judged(ranked, count, k)


def context_tokens(passages: Sequence[Passage] | None) -> Score:
    """A count: about how many tokens the context costs.

    Rule: per passage one token an ideograph (or other character of a script without spaces) and one for every four
    other characters, rounded up. Within about a fifth of what common tokenizers count on prose; fewer on code.
    """
    if passages is None:
        return NO_LIST
    if textless := sum(passage.textless for passage in passages):
        return Unscored(f"{textless} of {len(passages)} passages give no text")
    total = sum(_tokens(passage.text) for passage in passages)
    return Scored(float(total), f"about, by length, in {len(passages)} passages")


def _tokens(text: str) -> int:
    dense = 0 if text.isascii() else len(unspaced.findall(text))
    return dense + math.ceil((len(text) - dense) / 4)


def _judged(
    ranked: Ranked | None,
    score: Callable[[Ranked], Score],
    k: int | None = None,
    certain: Callable[[Scored], bool] = lambda score: False,
) -> Score:
    """The score, where every passage of the first `k` can be judged, or whatever the others hold it is `certain`."""
    if ranked is None:
        return NO_LIST
    if not ranked.matches:
        return NO_EVIDENCE
    found = score(ranked)
    unknown = [rank for rank in ranked.unknown if k is None or rank <= k]
    if not unknown or (isinstance(found, Scored) and certain(found)):
        return found
    doc_id = ranked.passages[unknown[0] - 1].doc_id
    others = f", nor those of {len(unknown) - 1} more passages" if len(unknown) > 1 else ""
    return Unscored(f"passage {unknown[0]} gives no text, and the snapshot has no document `{doc_id}`{others}")


def _before_the_first(ranked: Ranked | None, k: int | None) -> int | None:
    """How many passages decide the rank of the first evidence: those up to it, or all that are looked at."""
    first = _first(ranked.matches, k) if ranked else None
    return k if first is None else first


def _relevant(matches: Sequence[EvidenceMatch]) -> list[EvidenceMatch]:
    """All but what was judged irrelevant (grade 0): it is neither found nor missed."""
    return [match for match in matches if match.grade > 0]


def _first(matches: Sequence[EvidenceMatch], k: int | None) -> int | None:
    ranks = (match.rank for match in _relevant(matches) if match.rank is not None and match.within(k))
    return min(ranks, default=None)


def _places(matches: Sequence[EvidenceMatch]) -> list[tuple[int, int]]:
    """(place, grade) of what was found: its rank, or the next free place after it."""
    found = sorted((match.rank, -match.grade) for match in matches if match.rank is not None)
    places, last = [], 0
    for rank, minus_grade in found:
        last = max(rank, last + 1)
        places.append((last, -minus_grade))
    return places


def _dcg(places: "Sequence[tuple[int, int]] | enumerate[int]", k: int | None) -> float:
    return sum(grade / math.log2(place + 1) for place, grade in places if k is None or place <= k)


def _of(flags: Sequence[bool]) -> str:
    return f"{sum(flags)} of {len(flags)} passages"


def _arrivals(matches: Sequence[EvidenceMatch], k: int | None) -> str:
    """ "2 of 3; 3 came at rank 9": what arrived, and what became of the rest."""
    asked = [(i, match) for i, match in enumerate(matches, start=1) if match.required]
    late = [f"{i} came at rank {match.rank}" for i, match in asked if match.rank is not None and not match.within(k)]
    never = [f"{i} never came" for i, match in asked if match.rank is None]
    return "; ".join([f"{sum(match.within(k) for _, match in asked)} of {len(asked)}", *late, *never])
