"""Where may these quotes stand? One pass over a corpus for all of them, exact and edited alike.

Every gram of every quote goes into one table; the corpus is sampled at every sixth letter, so that an unbroken run of
17 letters is always met (grams of 12), or of 8 with the short grams (6 letters at every third) that short quotes and
scripts with a syllable a letter need. What is met votes for the diagonal on which quote and text agree. Growth: linear
in the corpus, independent of the number of quotes; a sentence that stands 300,000 times costs no more than its budget.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ragtriage.anchors.letters import Codes

LONG, SHORT = 12, 6
"""Letters in a gram."""
LEAST_LONG, LEAST_SHORT = 17, 8
"""Letters a quote needs to be met for certain."""
_STEP = 3
_FILTER_BITS = 22
_FACTOR = 0x9E3779B97F4A7C15
_PIECE = 1_500_000
"""Letters hashed at once: what fits in the processor's cache."""
_MET_PER_CLASS = 300
"""Places followed for a quote and a residue class; the rarest grams first."""
_MET_PER_GRAM = 1000
_PAIRS = 6_000_000
"""Places followed in all."""
_PAIRS_AT_ONCE = 400_000
"""Places followed at once: sorting them takes ten times the room of what is kept of them."""

Hashes = NDArray[np.uint64]
Indices = NDArray[np.int64]
Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class GramTable:
    """The grams of all quotes, of one length."""

    length: int
    stride: int
    """The corpus is sampled at every `stride`-th letter."""
    hashes: Hashes
    """Sorted, each once."""
    known: NDArray[np.bool_]
    """By the first bits of a hash: whether any gram begins so."""
    gram: Indices
    """Per posting, index into `hashes`."""
    quote: Indices
    """Per posting, the quote."""
    offset: Indices
    """Per posting, where in the quote's letters."""


def gram_table(quotes: Sequence[tuple[int, Codes]], length: int, stride: int) -> GramTable:
    """The table of these quotes (number, letters) for grams of `length`."""
    hashes = [all_grams(codes, length) for _, codes in quotes]
    flat = np.concatenate([*hashes, np.empty(0, np.uint64)])
    numbers = np.repeat(np.array([n for n, _ in quotes], dtype=np.int64), [len(h) for h in hashes])
    offsets = np.concatenate([*(np.arange(len(h)) for h in hashes), np.empty(0, np.int64)]).astype(np.int64)
    unique, gram = np.unique(flat, return_inverse=True)
    known = np.zeros(1 << _FILTER_BITS, dtype=np.bool_)
    known[(unique >> np.uint64(64 - _FILTER_BITS)).astype(np.int64)] = True
    return GramTable(length, stride, unique, known, gram.astype(np.int64).ravel(), numbers, offsets)


@lru_cache(maxsize=16)
def _powers(count: int) -> Sequence[np.uint64]:
    return [np.uint64(pow(_FACTOR, n, 1 << 64)) for n in range(1, count + 1)]


def all_grams(codes: Codes, length: int) -> Hashes:
    """The hash of the gram at every letter."""
    count = len(codes) - length + 1
    if count <= 0:
        return np.empty(0, np.uint64)
    wide = codes.astype(np.uint64)
    out = np.zeros(count, dtype=np.uint64)
    for k, power in enumerate(_powers(length)):
        out += wide[k : k + count] * power
    return out


def scan(codes: Codes, table: GramTable) -> tuple[Indices, Indices]:
    """Where the sampled corpus meets the table: positions in `codes`, and index of the gram met, in order."""
    positions, grams = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    if len(table.hashes):
        piece = _PIECE - _PIECE % table.stride
        for begin in range(0, len(codes), piece):
            at, gram = _met(codes[begin : begin + piece + table.length], table)
            inside = at < piece
            positions.append(at[inside] + begin)
            grams.append(gram[inside])
    return np.concatenate(positions), np.concatenate(grams)


def _met(codes: Codes, table: GramTable) -> tuple[Indices, Indices]:
    hashes = _sampled(codes, table.length, table.stride)
    maybe = np.flatnonzero(table.known[(hashes >> np.uint64(64 - _FILTER_BITS)).astype(np.int64)])
    found = hashes[maybe]
    at = np.searchsorted(table.hashes, found)
    at[at == len(table.hashes)] = 0
    same = table.hashes[at] == found
    return maybe[same] * table.stride, at[same]


def _sampled(codes: Codes, length: int, stride: int) -> Hashes:
    """The hash of the gram at every `stride`-th letter; equals `all_grams(codes, length)[::stride]`.

    Threes of letters are hashed once, and added up to grams.
    """
    rows = len(codes) // _STEP
    if rows * _STEP < length:
        return np.empty(0, np.uint64)
    powers = _powers(length)
    triples = codes[: rows * _STEP].reshape(rows, _STEP)
    sums = triples[:, 0] * powers[0]
    for k in (1, 2):
        sums += triples[:, k] * powers[k]
    parts, step = length // _STEP, stride // _STEP
    count = rows - parts + 1
    out: Hashes = sums[:count:step].copy()
    for part in range(1, parts):
        out += sums[part : part + count : step] * powers[part * _STEP - 1]
    return out


class Meetings:
    """Where a table was met in a corpus that is scanned piece by piece: of each gram its first places, and how many."""

    def __init__(self, table: GramTable) -> None:
        self.frequency: Indices = np.zeros(len(table.hashes), dtype=np.int64)
        """Of each gram, how often it was met; more often than there are `places`, where it is a frequent one."""
        self._positions: list[Indices] = []
        self._grams: list[NDArray[np.int32]] = []

    def add(self, position: Indices, gram: Indices) -> None:
        """What `scan` found in the next piece; positions in the corpus. A gram that had its places has had them."""
        kept = self.frequency[gram] < _MET_PER_GRAM
        self._positions.append(position[kept])
        self._grams.append(gram[kept].astype(np.int32))
        self.frequency += np.bincount(gram, minlength=len(self.frequency))

    def places(self) -> tuple[Indices, Indices]:
        """Positions in the corpus sorted by the gram that stands there, and where those of each gram begin."""
        gram = np.concatenate([*self._grams, np.empty(0, np.int32)])
        order = np.argsort(gram, kind="stable")
        begins = np.concatenate([[0], np.cumsum(np.bincount(gram, minlength=len(self.frequency)))])
        return np.concatenate([*self._positions, np.empty(0, np.int64)])[order], begins


@dataclass(frozen=True, slots=True)
class Votes:
    """Pairs of a quote and a diagonal with what speaks for them, sorted by quote, document and diagonal."""

    quote: Numbers
    document: Numbers
    diagonal: Numbers
    """Where in the document's letters the quote would begin; negative where its head is cut off."""
    weight: NDArray[np.float64]
    """Grams met on it, rare ones counting more."""
    whole: NDArray[np.bool_]
    """Whether every gram was met that was looked for and is met wherever the quote stands there."""


def votes(table: GramTable, met: Meetings, starts: Indices) -> Votes:
    """What the grams met say of each quote.

    `starts`: where each document's letters begin, ascending; multiples of the table's stride, so that what is met of a
    passage does not hang on the documents before.
    """
    never = np.flatnonzero(met.frequency[table.gram] == 0)  # has no places, and says where the quote cannot stand
    posting = np.concatenate([_worth_following(table, met.frequency), never])
    places, begins = met.places()
    order = posting[np.argsort(table.quote[posting], kind="stable")]
    pairs = np.cumsum(np.minimum(met.frequency[table.gram[order]], _MET_PER_GRAM))
    parts = []
    begin = 0
    while begin < len(order):
        done = pairs[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(pairs, done + _PAIRS_AT_ONCE, side="right")))
        while end < len(order) and table.quote[order[end]] == table.quote[order[end - 1]]:
            end += 1
        parts.append(_followed(table, order[begin:end], met.frequency, places, begins, starts))
        begin = end
    return _joined(parts)


def _followed(
    table: GramTable, posting: Indices, frequency: Indices, places: Indices, begins: Indices, starts: Indices
) -> Votes:
    """The votes of these postings, which are all those of some quotes."""
    gram = table.gram[posting]
    met = np.minimum(frequency[gram], _MET_PER_GRAM)
    which = np.repeat(np.arange(len(posting)), met)
    nth = np.arange(len(which)) - np.repeat(np.cumsum(met) - met, met)
    at = places[begins[gram[which]] + nth]
    document = np.searchsorted(starts, at, side="right") - 1
    quote, offset = table.quote[posting], table.offset[posting]
    diagonal = at - starts[document] - offset[which]
    weight = 1.0 / (1.0 + np.log1p(frequency[gram]))
    certain = frequency[gram] <= _MET_PER_GRAM
    needed = np.bincount((quote * table.stride + offset % table.stride)[certain])
    return _summed(quote[which], document, diagonal, weight[which], certain[which], needed, table.stride)


def _worth_following(table: GramTable, frequency: Indices) -> Indices:
    """The postings whose places are looked at: in each residue class of each quote the rarest, within a budget.

    The corpus is sampled, so that an occurrence meets only the grams of one residue class: each must have its own.
    """
    quotes = len(np.unique(table.quote)) or 1
    budget = max(20, min(_MET_PER_CLASS, _PAIRS // (quotes * table.stride)))
    times = frequency[table.gram]
    group = table.quote * table.stride + table.offset % table.stride
    met = np.flatnonzero(times)
    order = met[np.lexsort((table.offset[met], times[met], group[met]))]
    if not len(order):
        return order
    running = np.cumsum(np.minimum(times[order], _MET_PER_GRAM))
    new = np.concatenate([[True], group[order][1:] != group[order][:-1]])
    before = running - times[order].clip(max=_MET_PER_GRAM)
    spent = running - np.repeat(before[new], np.diff(np.append(np.flatnonzero(new), len(order))))
    kept: Indices = order[new | (spent <= budget)]
    return kept


def _summed(
    quote: Indices,
    document: Indices,
    diagonal: Indices,
    weight: NDArray[np.float64],
    certain: NDArray[np.bool_],
    needed: Indices,
    stride: int,
) -> Votes:
    """Each pair of a quote and a diagonal once. `needed`: by quote and residue class, the grams that are certainly met
    where the quote stands.
    """
    if not len(quote):
        return _joined([])
    room = int(diagonal.max() - diagonal.min()) + 1
    one = (quote * (int(document.max()) + 1) + document) * room + (diagonal - diagonal.min())
    order = np.argsort(one, kind="stable")
    one = one[order]
    new = np.flatnonzero(np.concatenate([[True], np.diff(one) != 0]))
    quote, document, diagonal = quote[order[new]], document[order[new]], diagonal[order[new]]
    met = np.add.reduceat(certain[order].astype(np.int64), new)
    kind = quote * stride + (-diagonal) % stride
    wanted = np.append(needed, 0)[np.minimum(kind, len(needed))]
    return Votes(
        quote.astype(np.int32),
        document.astype(np.int32),
        diagonal.astype(np.int32),
        np.add.reduceat(weight[order], new),
        met >= wanted,
    )


def _joined(parts: Sequence[Votes]) -> Votes:
    none = np.empty(0, np.int32)
    return Votes(
        np.concatenate([*(part.quote for part in parts), none]),
        np.concatenate([*(part.document for part in parts), none]),
        np.concatenate([*(part.diagonal for part in parts), none]),
        np.concatenate([*(part.weight for part in parts), np.empty(0, np.float64)]),
        np.concatenate([*(part.whole for part in parts), np.empty(0, np.bool_)]),
    )
