"""One text of millions of characters, looked into thousands of times: read once, then asked by its grams.

A look through 45 million characters takes 50 milliseconds, and finding one quote takes ten of them. Here every
`stride`-th gram of the text, and of its letters, is sorted by its hash; a passage is found by its rarest gram, and
nothing is read but the places that have it. What is found is what a look through all of it finds.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ragtriage.anchors.candidates import Hunch, dense, peaks
from ragtriage.anchors.letters import Codes, letters_with_places
from ragtriage.anchors.pages import PAGE
from ragtriage.anchors.seeds import Indices, all_grams
from ragtriage.anchors.verbatim import read_through

_PIECE = 1_200_000
"""Characters hashed at once; a multiple of every stride."""
_MOST_OFTEN = 400
"""Places of a gram that are followed when an edited passage is looked for; a frequent one's first ones will do."""
_FOLLOWED = 4000
"""Places followed in all for one passage, those of the rarest grams first."""
_HELD = 12_000_000
"""Characters of long texts kept at hand, each of which takes ten bytes with the indexes; two texts whatever their size:
the new one and the old."""

Starts = NDArray[np.int32]


class GramIndex:
    """Where the grams of a long sequence of codes stand, for every `stride`-th of them."""

    def __init__(self, piece: Callable[[int, int], NDArray[np.unsignedinteger]], size: int, length: int) -> None:
        self.length = length
        """Codes in a gram."""
        self.stride = length // 2 if length > 9 else 3
        self.least = length + self.stride - 1
        """Codes a passage needs to be found for certain."""
        made = [
            _hashes(piece(begin, min(size, begin + _PIECE + length - 1)), length)[:: self.stride]
            for begin in range(0, size, _PIECE)
        ]
        hashes = np.concatenate([*made, np.empty(0, np.uint32)])
        order = np.argsort(hashes, kind="stable").astype(np.int32)
        self._hashes = hashes[order]
        self._starts: Starts = order
        self._starts *= self.stride

    def places(self, wanted: NDArray[np.unsignedinteger]) -> Indices:
        """Every index at which `wanted` may stand, ascending; it has `least` codes at least."""
        low, high = self._runs(_hashes(wanted, self.length))
        found = []
        for residue in range(self.stride):
            times = (high - low)[residue :: self.stride]
            rarest = residue + self.stride * int(np.argmin(times))
            found.append(self._starts[low[rarest] : high[rarest]].astype(np.int64) - rarest)
        every = np.sort(np.concatenate(found))
        return every[every >= 0]

    def followed(self, query: NDArray[np.unsignedinteger]) -> tuple[Indices, Indices, NDArray[np.float64]]:
        """(start in the text, offset in `query`, weight) of the grams that they share, the rare ones, within bounds."""
        low, high = self._runs(_hashes(query, self.length))
        frequency = high - low
        met = np.flatnonzero(frequency)
        met = met[np.argsort(frequency[met], kind="stable")]
        times = np.minimum(frequency[met], _MOST_OFTEN)
        met = met[np.cumsum(times) <= _FOLLOWED]
        times = np.minimum(frequency[met], _MOST_OFTEN)
        nth = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
        start = self._starts[np.repeat(low[met], times) + nth].astype(np.int64)
        return start, np.repeat(met, times), np.repeat(1.0 / frequency[met], times)

    def _runs(self, hashes: NDArray[np.uint32]) -> tuple[Indices, Indices]:
        return np.searchsorted(self._hashes, hashes, "left"), np.searchsorted(self._hashes, hashes, "right")


def _hashes(codes: NDArray[np.unsignedinteger], length: int) -> NDArray[np.uint32]:
    """Half of each gram's hash: places are looked at anyway, and it takes half the room."""
    return (all_grams(codes, length) >> np.uint64(32)).astype(np.uint32)


class _Letters:
    """The letters of a text, and the index that finds passages in them."""

    def __init__(self, text: str) -> None:
        self.codes, places = letters_with_places(text)
        self.places: Starts = places.astype(np.int32, copy=False)

    @cached_property
    def index(self) -> GramIndex:
        codes = self.codes
        return GramIndex(lambda start, end: codes[start:end], len(codes), 6 if dense(codes) else 9)

    def positions(self, wanted: Codes) -> Iterator[int]:
        """Every index at which `wanted` stands, overlapping ones too."""
        for at in self.index.places(wanted).tolist():
            if np.array_equal(self.codes[at : at + len(wanted)], wanted):
                yield at


class LongText:
    """A long text and what finds passages in it, each made when it is first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _letters(self) -> _Letters:
        return _Letters(self.text)

    @cached_property
    def _all_letters(self) -> _Letters:
        """Those of its page furniture as well."""
        return _Letters(self.text.replace(PAGE, "\n")) if PAGE in self.text else self._letters

    @property
    def codes(self) -> Codes:
        """Its letters."""
        return self._letters.codes

    @property
    def places(self) -> Starts:
        """The offset in the text of each letter."""
        return self._letters.places

    def stretches(self, wanted: Codes, most: int) -> list[tuple[int, int]] | None:
        """The spans that hold these letters, those of page furniture counted, from the first letter to the last.

        None where they are too few letters to tell, or there are more than `most` such spans.
        """
        if len(wanted) < self._all_letters.index.least:
            return None
        places = self._all_letters.places
        found = list(islice(self._all_letters.positions(wanted), most + 1))
        return (
            [(int(places[at]), int(places[at + len(wanted) - 1]) + 1) for at in found] if len(found) <= most else None
        )

    @cached_property
    def _verbatim(self) -> GramIndex:
        return GramIndex(lambda start, end: _points(self.text[start:end]), len(self.text), 12)

    def starts(self, words: str) -> Iterator[int]:
        """Every offset at which the text holds `words` to the letter, overlapping ones too."""
        if len(words) < 17:
            yield from read_through(words, self.text)
            return
        for at in self._verbatim.places(_points(words)).tolist():
            if self.text.startswith(words, at):
                yield at

    def letter_positions(self, wanted: Codes) -> Iterator[int] | None:
        """Every index at which `wanted` stands in the letters, overlapping ones left out; None: too few to tell."""
        if len(wanted) < self._letters.index.least:
            return None
        return _apart(self._letters.positions(wanted), len(wanted))

    def hunches(self, query: Codes, lead: int, length: int, most: int = 4) -> list[Hunch]:
        """Where the letters agree most with `query[lead:lead + length]`, the quote amid its surroundings."""
        start, offset, weight = self._letters.index.followed(query)
        return peaks(start - offset + lead, weight, length, most)


def _apart(positions: Iterator[int], length: int) -> Iterator[int]:
    """Those that do not overlap the one before."""
    free = 0
    for at in positions:
        if at >= free:
            yield at
            free = at + length


def _points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


_long: "OrderedDict[str, LongText]" = OrderedDict()
_lock = Lock()


def long_text(text: str) -> LongText:
    """The text with its index, remembered for those used last. Worth it from `LONG_TEXT` characters on."""
    with _lock:
        made = _long.pop(text, None) or LongText(text)
        _long[text] = made
        while len(_long) > 2 and sum(map(len, _long)) > _HELD:
            _long.popitem(last=False)
        return made
