"""One pass over a snapshot's letters for all quotes, and the letters of single documents when they are asked for.

The pass takes any executor of `concurrent.futures`: what it runs is one top-level function of plain values, so
processes here and a cluster's executor elsewhere are the same code. A batch of documents is in memory at a time, or a
few where several are read at once; what is kept of it is where the quotes' grams were met.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np

from ragtriage.anchors.letters import Codes, LettersCache, Places, fingerprint, letters, letters_with_places
from ragtriage.anchors.long_texts import long_text
from ragtriage.anchors.seeds import GramTable, Indices, Meetings, scan
from ragtriage.anchors.verbatim import LONG_TEXT
from ragtriage.corpus.stored_texts import characters_of

Progress = Callable[[int, int], None]
"""Characters done, characters in all."""

_BATCH = 4_000_000
"""Characters a task."""
_AT_ONCE = 6
"""Tasks handed to an executor and not yet taken back: enough for the processors of most machines."""
_PROCESSES_ABOVE = 100_000_000
"""Characters from which starting processes pays: one reads some hundred million characters a second by itself."""
_LETTERS_HELD = 20_000_000
"""Letters of documents kept at hand, two bytes each: all of a small corpus, the last documents of a large one."""
_PLACES_HELD = 8_000_000
"""Offsets kept at hand, four bytes each."""
_APART, _ALIGNED = 32, 6
"""Room between documents in a batch, at least; a document begins at a multiple of every stride, so that what is met in
it is the same in any batch."""

Met = tuple[Indices, Indices]


class Haystack:
    """The documents of a snapshot by number, and what finds passages in each."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self.ids = list(texts)
        self.starts: Indices = np.empty(0, np.int64)
        """Where the letters of each document would begin if all stood end to end."""
        self.sizes: Indices = np.empty(0, np.int64)
        self._letters = LettersCache(_LETTERS_HELD)
        self._places: dict[str, Places] = {}
        self._held = 0

    def read(
        self,
        tables: Sequence[GramTable],
        cache: LettersCache | None = None,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> list[Meetings]:
        """Go through all documents: where each table is met in them, as positions in all letters end to end."""
        total = characters_of(self.texts)
        met = [Meetings(table) for table in tables]
        sizes: list[int] = []
        begun = done = 0
        with _running(executor, total) as run:
            for batch, (codes, found) in run(_batches(self.texts, cache), tables):
                for meetings, (at, gram) in zip(met, found, strict=True):
                    meetings.add(at + begun, gram)
                sizes += map(len, codes)
                begun += sum(map(_room, map(len, codes)))
                self._keep(batch, codes, cache)
                done += batch.characters
                if progress is not None:
                    progress(min(done, total), total)
        self.sizes = np.array(sizes, dtype=np.int64)
        self.starts = np.array([0, *accumulate(map(_room, sizes))][:-1] or [0], dtype=np.int64)
        return met

    def _keep(self, batch: "_Batch", codes: Sequence[Codes], cache: LettersCache | None) -> None:
        for doc_id, key, one in zip(batch.ids, batch.keys, codes, strict=True):
            if cache is not None:
                cache.put(key, one)
            if len(one) < LONG_TEXT:
                self._letters.put(doc_id, one)

    def letters_of(self, document: int) -> Codes:
        """The letters of one document by its number."""
        return self.letters(self.ids[document])

    def letters(self, doc_id: str) -> Codes:
        """The letters of one document."""
        codes = self._letters.get(doc_id)
        if codes is not None:
            return codes
        text = self.texts[doc_id]
        if len(text) >= LONG_TEXT:
            return long_text(text).codes
        codes = letters(text)
        self._letters.put(doc_id, codes)
        return codes

    def places(self, doc_id: str) -> Places:
        """The offset in the document's text of each of its letters."""
        text = self.texts[doc_id]
        if len(text) >= LONG_TEXT:
            return long_text(text).places
        held = self._places.get(doc_id)
        if held is None:
            held = letters_with_places(text)[1].astype(np.int32, copy=False)
            self._held += len(held)
            if self._held > _PLACES_HELD:
                self._places.clear()
                self._held = len(held)
            self._places[doc_id] = held
        return held


def _room(size: int) -> int:
    """What a document of `size` letters takes where documents stand end to end."""
    return -(-(size + _APART) // _ALIGNED) * _ALIGNED


def end_to_end(every: Sequence[Codes]) -> Codes:
    """The letters of several documents with room between them, so that no gram lies in two."""
    joined = np.zeros(sum(_room(len(codes)) for codes in every), dtype=np.uint16)
    begin = 0
    for codes in every:
        joined[begin : begin + len(codes)] = codes
        begin += _room(len(codes))
    return joined


Item = str | Codes
Answer = tuple[list[Codes], list[Met]]


def read_batch(items: Sequence[Item], tables: Sequence[GramTable]) -> Answer:
    """One task: the letters of some documents (or theirs, if known), and where the tables are met in them."""
    codes = [letters(item) if isinstance(item, str) else item for item in items]
    joined = end_to_end(codes)
    return codes, [scan(joined, table) for table in tables]


@dataclass(slots=True)
class _Batch:
    """Documents of one task."""

    ids: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    """The sha256 of each text, where letters are cached by it."""
    items: list[Item] = field(default_factory=list)
    characters: int = 0

    def add(self, doc_id: str, text: str, cache: LettersCache | None) -> None:
        key = fingerprint(text) if cache is not None else ""
        known = cache.get(key) if cache is not None else None
        self.ids.append(doc_id)
        self.keys.append(key)
        self.items.append(text if known is None else known)
        self.characters += len(text)


def _batches(texts: Mapping[str, str], cache: LettersCache | None) -> Iterator[_Batch]:
    """The documents in order, each read when its batch is asked for."""
    batch = _Batch()
    for doc_id, text in texts.items():
        batch.add(doc_id, text, cache)
        if batch.characters >= _BATCH:
            yield batch
            batch = _Batch()
    if batch.ids:
        yield batch


Run = Callable[[Iterator[_Batch], Sequence[GramTable]], Iterator[tuple[_Batch, Answer]]]


@contextmanager
def _running(executor: Executor | None, characters: int) -> Iterator[Run]:
    if executor is None and characters > _PROCESSES_ABOVE:
        with ProcessPoolExecutor() as own:
            yield _through(own)
    elif executor is None:
        yield lambda batches, tables: ((batch, read_batch(batch.items, tables)) for batch in batches)
    else:
        yield _through(executor)


def _through(executor: Executor) -> Run:
    def run(batches: Iterator[_Batch], tables: Sequence[GramTable]) -> Iterator[tuple[_Batch, Answer]]:
        waiting: deque[tuple[_Batch, Future[Answer]]] = deque()
        for batch in batches:
            waiting.append((batch, executor.submit(read_batch, batch.items, tables)))
            if len(waiting) >= _AT_ONCE:
                first, answer = waiting.popleft()
                yield first, answer.result()
        while waiting:
            first, answer = waiting.popleft()
            yield first, answer.result()

    return run
