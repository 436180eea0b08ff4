"""Where in this one document, and where in the others, may an edited quote stand? Windows for `fit` to look into."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ragtriage.anchors.letters import Codes, Places
from ragtriage.anchors.seeds import Hashes, Indices, Votes, all_grams

_FAINT = 0.25
"""Share of the best stretch's weight below which another is not looked into."""
_FILTER_BITS = 16
_SHIFT = np.uint64(64 - _FILTER_BITS)
_MOST_OFTEN = 64
"""Places of a gram in a document that are followed; those of a frequent one say little, and its first ones will do."""
_ROOM = 4000
"""Characters, beside four times the quote's letters, that a window may reach: a wall of dashes is not read through."""
_FEW_BUCKETS = 20_000
"""Buckets of diagonals up to which counting all of them is quicker than sorting those that are not empty."""
_PAD = 60
"""Letters on either side of where the seeds point."""


@dataclass(frozen=True, slots=True)
class Hunch:
    """A stretch of a document's letters in which the quote may stand."""

    first: int
    """Index of the letter at which the quote would begin; may be negative."""
    last: int
    """One past the letter at which it would end; may lie beyond the document."""
    weight: float


def dense(script_codes: Codes) -> bool:
    """Whether a letter says as much as a syllable: ideographs, kana, Hangul."""
    if not len(script_codes):
        return False
    rich = (script_codes >= 0x3040) & (script_codes < 0xD7B0)
    return bool(np.count_nonzero(rich) > 0.3 * len(rich))


class Grams:
    """A document's grams, made once for all quotes that are looked for in it."""

    def __init__(self, codes: Codes) -> None:
        self.size = len(codes)
        self._codes = codes
        self._by_length: dict[int, Hashes] = {}

    def hunches(self, query: Codes, lead: int, length: int, most: int = 4) -> list[Hunch]:
        """Where the document's letters agree most with `query[lead:lead + length]`, the quote amid its surroundings."""
        gram = 3 if dense(query) else 5
        wanted = all_grams(query, gram)
        if not len(wanted) or self.size < gram:
            return []
        order = np.argsort(wanted, kind="stable")
        wanted = wanted[order]
        known = np.zeros(1 << _FILTER_BITS, dtype=np.bool_)
        known[(wanted >> _SHIFT).astype(np.int64)] = True
        hashes = self._all(gram)
        at = np.flatnonzero(known[(hashes >> _SHIFT).astype(np.int64)])
        low = np.searchsorted(wanted, hashes[at])
        low[low == len(wanted)] = 0
        met = wanted[low] == hashes[at]
        low, at = low[met], at[met]
        times = (np.searchsorted(wanted, wanted, side="right") - np.arange(len(wanted)))[low]
        frequency = np.bincount(low, minlength=len(wanted) + 1)
        kept = _first_of_each(low, frequency, _MOST_OFTEN)
        low, times, at = low[kept], times[kept], at[kept]
        nth = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
        offset = order[np.repeat(low, times) + nth]
        diagonal = np.repeat(at, times) - offset + lead
        weight = np.repeat(1.0 / (frequency[low] * times), times)
        return peaks(diagonal, weight, length, most)

    def _all(self, gram: int) -> Hashes:
        if gram not in self._by_length:
            self._by_length[gram] = all_grams(self._codes, gram)
        return self._by_length[gram]


def _first_of_each(kind: Indices, frequency: Indices, most: int) -> Indices:
    """The indices of the first `most` entries of each kind."""
    if not len(kind) or int(frequency.max()) <= most:
        return np.arange(len(kind))
    order = np.argsort(kind, kind="stable")
    begins = np.concatenate([[0], np.cumsum(frequency)])[kind[order]]
    return np.sort(order[np.arange(len(kind)) - begins < most])


def peaks(diagonal: Indices, weight: NDArray[np.float64], length: int, most: int) -> list[Hunch]:
    """The stretches of diagonals with most weight: an edit of some words moves what follows by some letters."""
    if not len(diagonal):
        return []
    width = max(16, length // 3)
    lowest = int(diagonal.min())
    bucket = (diagonal - lowest) // width
    begun, pairs = _pairs(bucket, weight)
    found: list[Hunch] = []
    for n in np.argsort(-pairs, kind="stable")[: 3 * most].tolist():
        if pairs[n] <= 0 or len(found) == most or (found and pairs[n] < _FAINT * found[0].weight):
            break
        first = lowest + int(begun[n]) * width
        inside = (diagonal >= first) & (diagonal < first + 2 * width)
        low, high = int(diagonal[inside].min()), int(diagonal[inside].max())
        if any(low < other.last - length + width and other.first - width < high for other in found):
            continue
        found.append(Hunch(low, high + length, float(pairs[n])))
    return found


def _pairs(bucket: Indices, weight: NDArray[np.float64]) -> tuple[Indices, NDArray[np.float64]]:
    """Buckets, ascending, and the weight of each with the next; in a long text only those that are not empty."""
    if int(bucket.max()) < _FEW_BUCKETS:
        every = np.bincount(bucket, weights=weight).astype(np.float64)
        return np.arange(len(every)), every + np.append(every[1:], 0.0)
    filled, which = np.unique(bucket, return_inverse=True)
    sums = np.bincount(which.ravel(), weights=weight).astype(np.float64)
    begun = np.union1d(filled, filled[filled > 0] - 1)
    return begun, _at(begun, filled, sums) + _at(begun + 1, filled, sums)


def _at(wanted: Indices, filled: Indices, sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sums of these buckets, 0 for those that are not filled."""
    at = np.minimum(np.searchsorted(filled, wanted), len(filled) - 1)
    return np.where(filled[at] == wanted, sums[at], 0.0)


def clusters(votes: Votes, chosen: slice, length: int, most: int = 4) -> list[tuple[int, Hunch]]:
    """(document, where) of the places in all documents that most grams of one quote speak for, best first."""
    document, diagonal, weight = votes.document[chosen], votes.diagonal[chosen], votes.weight[chosen]
    if not len(document):
        return []
    apart = 64 + length // 2
    new = np.concatenate([[True], (np.diff(document) != 0) | (np.diff(diagonal) > apart)])
    begins = np.flatnonzero(new)
    ends = np.append(begins[1:], len(document))
    sums = np.add.reduceat(weight, begins)
    out: list[tuple[int, Hunch]] = []
    for n in np.argsort(-sums, kind="stable")[:most].tolist():
        if sums[n] < _FAINT * sums.max():
            break
        low, high = int(diagonal[begins[n]]), int(diagonal[ends[n] - 1])
        if high - low > 4 * length + 400:  # a chain of repeats: where it is thickest
            best = begins[n] + int(np.argmax(weight[begins[n] : ends[n]]))
            low = high = int(diagonal[best])
        out.append((int(document[begins[n]]), Hunch(low, high + length, float(sums[n]))))
    return out


def window(hunch: Hunch, places: Places, text_length: int) -> tuple[int, int, tuple[int, int]]:
    """Raw start and end of the window to look into, and the raw span the seeds point at."""
    size = len(places)
    pad = _PAD + (hunch.last - hunch.first) // 4
    room = _ROOM + 4 * (hunch.last - hunch.first)
    low, high = hunch.first - pad, hunch.last + pad
    start = 0 if low <= 0 else int(places[min(low, size - 1)])
    end = text_length if high >= size else int(places[max(high, 0)])
    here = int(places[min(max(hunch.first, 0), size - 1)])
    start, end = max(start, here - room), min(end, here + 2 * room)
    rough = (int(places[min(max(hunch.first, 0), size - 1)]), int(places[min(max(hunch.last - 1, 0), size - 1)]) + 1)
    return start, end, rough


def run_of(votes: Votes, quote: int) -> slice:
    """Where in `votes` the pairs of this quote stand."""
    return slice(int(np.searchsorted(votes.quote, quote)), int(np.searchsorted(votes.quote, quote, side="right")))
