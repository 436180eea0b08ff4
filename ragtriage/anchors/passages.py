"""Where does a retrieved passage stand in its document, when its text is not to the letter the document's?

Splitters, extractors and models drop commas, part ligatures, join lines and put headings before a chunk. The passage is
still that place of its document. It is looked for once for each document and text: by its letters, then by likeness.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from ragtriage.anchors.candidates import dense, peaks
from ragtriage.anchors.letters import Codes, letters, letters_with_places
from ragtriage.anchors.locate import cuts
from ragtriage.anchors.occurrences import letter_positions
from ragtriage.anchors.seeds import Indices, all_grams

LEAST, LEAST_DENSE = 17, 8
"""Letters a passage needs to be looked for; of ideographs and syllables fewer say as much."""
_LEAST_WORDS = 6
"""Letters of a quote that is looked for as whole words."""
_LIKE = 0.7
"""The least likeness at which a stretch is taken for the passage's."""
_PIECE = 4000
"""Letters aligned at once: alignment costs the square."""
_PAD = 40
_DEEPEST = 4
"""How often what is left of a passage is looked for on its own: pieces put together, a heading before the chunk."""
_DROP = 30
"""Letters that may differ on balance before a stretch ends."""
_CHANCE = 3
"""Letters in a row that agree anywhere; of ideographs and syllables, none."""
_OFTEN = 64
"""Places of a gram that are followed."""


@dataclass(frozen=True, slots=True)
class Run:
    """Letters that passage and document share, one after the other."""

    passage: int
    """Index of the first among the passage's letters."""
    document: int
    size: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A place of a passage in its document."""

    spans: tuple[tuple[int, int], ...]
    """Code points of the document that the passage holds, in order and apart from each other."""
    likeness: float
    """Of the passage's letters, the share that stands there; 1 where only punctuation, spaces or dress differ."""
    runs: tuple[Run, ...] = ()
    _document: NDArray[np.int64] | None = None
    _passage: NDArray[np.int64] | None = None

    def in_passage(self, start: int, end: int) -> tuple[int, int] | None:
        """Where in the passage's own text the document's `start` to `end` is; None where it holds nothing of it."""
        assert self._document is not None and self._passage is not None
        first, last = (int(n) for n in np.searchsorted(self._document, [start, end]))
        met = [
            (run.passage + max(first, run.document) - run.document, run.passage + min(last, stop) - run.document)
            for run in self.runs
            if max(first, run.document) < min(last, stop := run.document + run.size)
        ]
        if not met:
            return None
        low, high = min(low for low, _ in met), max(high for _, high in met)
        return int(self._passage[low]), int(self._passage[high - 1]) + 1


class _Form:
    """A document's letters, and the places of the passages that were looked for in it."""

    def __init__(self, text: str) -> None:
        self.codes, self.places = letters_with_places(text)
        self._found: dict[str, tuple[Standing, ...]] = {}
        self._held = 0
        self._text = text
        self._string: str | None = None
        self._grams: dict[int, tuple[NDArray[np.uint64], Indices]] = {}

    @property
    def string(self) -> str:
        """The letters as text."""
        if self._string is None:
            self._string = _as_string(self.codes)
        return self._string

    def standings(self, passage: str) -> tuple[Standing, ...]:
        """As the function of that name, for this document."""
        found = self._found.get(passage)
        if found is None:
            if self._held > _HELD:
                self._found.clear()
                self._held = 0
            found = self._found[passage] = self._looked_for(passage)
            self._held += len(passage)
        return found

    def _looked_for(self, passage: str) -> tuple[Standing, ...]:
        """All places whose letters are the passage's; without any, the one that is most like it."""
        codes, places = letters_with_places(passage)
        if len(codes) < (LEAST_DENSE if dense(codes) else LEAST):
            return ()
        whole = [Run(0, at, len(codes)) for at in letter_positions(self.codes, codes)]
        if whole:
            return tuple(Standing(self._spans([run]), 1.0, (run,), self.places, places) for run in whole)
        runs = tuple(sorted(self._alike(codes), key=lambda run: run.document))
        if not runs:
            return ()
        return (Standing(self._spans(runs), _shared(runs) / len(codes), runs, self.places, places),)

    def _spans(self, runs: Sequence[Run]) -> tuple[tuple[int, int], ...]:
        """The raw spans of the runs, each with the marks before its letters, and marks and spaces after them."""
        spans: list[tuple[int, int]] = []
        for run in runs:
            last = run.document + run.size
            start = int(self.places[run.document])
            while start and not (self._text[start - 1].isspace() or self._text[start - 1].isalnum()):
                start -= 1
            end = int(self.places[last]) if last < len(self.places) else len(self._text)
            if spans and start <= spans[-1][1]:
                spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
            else:
                spans.append((start, end))
        return tuple(spans)

    def _alike(self, codes: Codes) -> Iterator[Run]:
        """The runs that the passage shares with the stretches most like it."""
        for begin in range(0, len(codes), _PIECE):
            yield from self._piece(codes[begin : begin + _PIECE], begin, _DEEPEST)

    def _piece(self, codes: Codes, offset: int, depth: int) -> Iterator[Run]:
        least = LEAST_DENSE if dense(codes) else LEAST
        runs = max((self._aligned(codes, *at) for at in self._hunches(codes)), key=_shared, default=[])
        if _shared(runs) < least:
            return
        yield from (Run(run.passage + offset, run.document, run.size) for run in runs)
        first, last = runs[0].passage, runs[-1].passage + runs[-1].size
        for start, end in ((0, first), (last, len(codes))):
            if depth and end - start >= least:
                yield from self._piece(codes[start:end], offset + start, depth - 1)

    def _hunches(self, codes: Codes) -> Iterator[tuple[int, int]]:
        """Stretches of the document's letters in which the passage may stand, the likeliest first."""
        length = 4 if dense(codes) else 8
        hashes, positions = self._grams_of(length)
        wanted = all_grams(codes, length)
        low = np.searchsorted(hashes, wanted, side="left")
        times = np.minimum(np.searchsorted(hashes, wanted, side="right") - low, _OFTEN)
        met = np.flatnonzero(times)
        times = times[met]
        nth = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
        diagonal = positions[np.repeat(low[met], times) + nth] - np.repeat(met, times)
        for hunch in peaks(diagonal, np.repeat(1.0 / times, times), len(codes), 3):
            yield max(0, hunch.first - _PAD), min(len(self.codes), hunch.last + _PAD)

    def _grams_of(self, length: int) -> tuple[NDArray[np.uint64], Indices]:
        """Every third gram of the document, sorted, and where each stands: made once for all passages."""
        if length not in self._grams:
            hashes = all_grams(self.codes, length)[::3]
            order = np.argsort(hashes, kind="stable")
            self._grams[length] = hashes[order], order * 3
        return self._grams[length]

    def _aligned(self, codes: Codes, start: int, end: int) -> list[Run]:
        """The runs of the best stretch of an alignment between the passage and these letters of the document."""
        passage = _as_string(codes)
        steps = [
            (op.tag == "equal", op.src_start, op.src_end, op.dest_start + start, op.dest_end + start)
            for op in Levenshtein.opcodes(passage, self.string[start:end])
        ]
        runs = _best_stretch(0 if dense(codes) else _CHANCE, steps)
        return _grown(runs, passage, self.string) if runs else []


Step = tuple[bool, int, int, int, int]
"""Whether letters are equal; their indices in the passage and in the document."""


def _best_stretch(chance: int, steps: Sequence[Step]) -> list[Run]:
    """The runs of the stretch in which most letters agree, less those that do not; none where it is not like enough.

    At its edges an alignment makes words of whatever stands there: letters that agree by `chance` earn nothing.
    """
    best = chosen_begin = chosen_end = 0
    score = begin = peak = 0
    for at, (equal, first, last, low, high) in enumerate(steps):
        score += last - first - chance if equal else -max(last - first, high - low)
        if score <= 0 or score < peak - _DROP:
            score, begin, peak = 0, at + 1, 0
        elif score > peak:
            peak = score
            if peak > best:
                best, chosen_begin, chosen_end = peak, begin, at + 1
    chosen = steps[chosen_begin:chosen_end]
    runs = [Run(first, low, last - first) for equal, first, last, low, _ in chosen if equal]
    return runs if runs and _shared(runs) >= _LIKE * _extent(runs) else []


def _grown(runs: Sequence[Run], passage: str, document: str) -> list[Run]:
    """With the letters on either side that agree too: an alignment may as well scatter them over what is beyond."""
    first, last = runs[0], runs[-1]
    before, at = 0, min(first.passage, first.document)
    while before < at and passage[first.passage - before - 1] == document[first.document - before - 1]:
        before += 1
    stop, ends = 0, (last.passage + last.size, last.document + last.size)
    room = min(len(passage) - ends[0], len(document) - ends[1])
    while stop < room and passage[ends[0] + stop] == document[ends[1] + stop]:
        stop += 1
    grown = list(runs)
    grown[0] = Run(first.passage - before, first.document - before, first.size + before)
    last = grown[-1]
    grown[-1] = Run(last.passage, last.document, last.size + stop)
    return grown


def _shared(runs: Sequence[Run]) -> int:
    return sum(run.size for run in runs)


def _extent(runs: Sequence[Run]) -> int:
    """Letters from the first run to the last, in the one of the two in which they are more."""
    first, last = runs[0], runs[-1]
    return last.size + max(last.passage - first.passage, last.document - first.document)


def _as_string(codes: Codes) -> str:
    return codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


_HELD = 4_000_000
"""Letters of documents kept at hand, and of the passages looked for in one."""
_forms: "OrderedDict[str, _Form]" = OrderedDict()
_held = 0
_lock = Lock()


def passage_places(passage: str, document: str) -> tuple[Standing, ...]:
    """The places of `passage` in `document`, whose text it holds not to the letter; remembered for both.

    All places that have its letters; without any, the one place most like it. Empty where it is too short to tell, or
    nothing in the document is like it.
    """
    with _lock:
        return _form(document).standings(passage)


def _form(document: str) -> _Form:
    global _held
    form = _forms.get(document)
    if form is not None:
        _forms.move_to_end(document)
        return form
    form = _forms[document] = _Form(document)
    _held += len(document)
    while _held > _HELD and len(_forms) > 1:
        _held -= len(_forms.popitem(last=False)[0])
    return form


def same_letters(quote: str, text: str) -> tuple[tuple[int, int], ...]:
    """Where the letters of `quote` stand in `text`, few ones only as whole words; nowhere where they cannot tell."""
    wanted = _letters(quote)
    if len(wanted) < _LEAST_WORDS or not any(True for _ in letter_positions(_letters(text), wanted)):
        return ()
    codes, places = letters_with_places(text)
    last = len(wanted) - 1
    spans = ((int(places[at]), int(places[at + last]) + 1) for at in letter_positions(codes, wanted))
    return tuple(span for span in spans if len(wanted) >= LEAST or not any(cuts(text, *span)))


@lru_cache(maxsize=2048)
def _letters(text: str) -> Codes:
    return letters(text)
