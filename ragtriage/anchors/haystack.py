"""A snapshot's letters end to end, and one pass over them for all quotes.

The pass takes any executor of `concurrent.futures`: what it runs is one top-level function of plain values, so
processes here and a cluster's executor elsewhere are the same code.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

import numpy as np

from ragtriage.anchors.letters import Codes, LettersCache, Places, fingerprint, letters, letters_with_places
from ragtriage.anchors.long_texts import long_text
from ragtriage.anchors.seeds import GramTable, Indices, scan
from ragtriage.anchors.verbatim import LONG_TEXT

Progress = Callable[[int, int], None]
"""Characters done, characters in all."""

_BATCH = 4_000_000
"""Characters a task."""
_PROCESSES_ABOVE = 100_000_000
"""Characters from which starting processes pays: one reads some hundred million characters a second by itself."""
_HELD = 16_000_000
"""Offsets kept at hand."""
_APART = np.zeros(32, dtype=np.uint16)

Met = tuple[Indices, Indices]


class Haystack:
    """The documents of a snapshot, their letters, and where the letters of each begin."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self.ids = list(texts)
        self.number = {doc_id: n for n, doc_id in enumerate(self.ids)}
        self.codes: Codes = np.empty(0, np.uint16)
        self.starts: Indices = np.empty(0, np.int64)
        self.sizes: Indices = np.empty(0, np.int64)
        self._places: dict[str, Places] = {}
        self._held = 0

    def read(
        self,
        tables: Sequence[GramTable],
        cache: LettersCache | None = None,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> list[Met]:
        """Take in all documents, and where each table is met in them: positions in `codes`, grams."""
        keys = [fingerprint(text) for text in self.texts.values()] if cache is not None else []
        known = [cache.get(key) for key in keys] if cache is not None else [None] * len(self.ids)
        items = [codes if codes is not None else text for codes, text in zip(known, self.texts.values(), strict=True)]
        total = sum(map(len, self.texts.values()))
        sizes: list[int] = []
        room = total + len(_APART) * len(self.ids)
        self.codes = np.zeros(room, dtype=np.uint16)  # takes no memory before it is written
        met: list[list[Met]] = [[] for _ in tables]
        done = begun = 0
        with _running(executor, total) as run:
            for count, codes, found in run(list(_batches(items)), tables):
                for n, (at, gram) in enumerate(found):
                    met[n].append((at + begun, gram))
                if cache is not None:
                    for codes_of_one in codes:
                        cache.put(keys[len(sizes)], codes_of_one)
                        sizes.append(len(codes_of_one))
                else:
                    sizes += map(len, codes)
                begun = self._lay(begun, codes)
                done += count
                if progress is not None:
                    progress(min(done, total), total)
        self.codes = self.codes[:begun]
        self.sizes = np.array(sizes, dtype=np.int64)
        self.starts = np.concatenate([[0], np.cumsum(self.sizes + len(_APART))])[:-1].astype(np.int64)
        return [(_flat(at for at, _ in one), _flat(gram for _, gram in one)) for one in met]

    def _lay(self, begin: int, codes: Sequence[Codes]) -> int:
        """Put the letters of some documents in their place, so that they are in memory once; where the next begin."""
        joined = end_to_end(codes)
        end = begin + len(joined)
        if end > len(self.codes):  # letters that become several, as ﬁ does
            self.codes = np.concatenate([self.codes[:begin], np.zeros(2 * end - begin, dtype=np.uint16)])
        self.codes[begin:end] = joined
        return end

    def letters(self, doc_id: str) -> Codes:
        """The letters of one document."""
        n = self.number[doc_id]
        return self.codes[self.starts[n] : self.starts[n] + self.sizes[n]]

    def places(self, doc_id: str) -> Places:
        """The offset in the document's text of each of its letters."""
        if len(self.texts[doc_id]) >= LONG_TEXT:
            return long_text(self.texts[doc_id]).places
        held = self._places.get(doc_id)
        if held is None:
            held = letters_with_places(self.texts[doc_id])[1]
            self._held += len(held)
            if self._held > _HELD:
                self._places.clear()
                self._held = len(held)
            self._places[doc_id] = held
        return held


def end_to_end(every: Sequence[Codes]) -> Codes:
    """The letters of several documents with room between them, so that no gram lies in two."""
    return np.concatenate([piece for codes in every for piece in (codes, _APART)] or [np.empty(0, np.uint16)])


def _flat(arrays: "Iterator[Indices]") -> Indices:
    return np.concatenate([*arrays, np.empty(0, np.int64)]).astype(np.int64)


Item = str | Codes
Answer = tuple[int, list[Codes], list[Met]]


def read_batch(items: Sequence[Item], tables: Sequence[GramTable]) -> Answer:
    """One task: the letters of some documents (or theirs, if known), and where the tables are met in them."""
    codes = [letters(item) if isinstance(item, str) else item for item in items]
    joined = end_to_end(codes)
    return sum(map(len, items)), codes, [scan(joined, table) for table in tables]


def _batches(items: Sequence[Item]) -> Iterator[list[Item]]:
    batch: list[Item] = []
    size = 0
    for item in items:
        batch.append(item)
        size += len(item)
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


Run = Callable[[Sequence[Sequence[Item]], Sequence[GramTable]], Iterator[Answer]]


@contextmanager
def _running(executor: Executor | None, characters: int) -> Iterator[Run]:
    if executor is None and characters > _PROCESSES_ABOVE:
        with ProcessPoolExecutor() as own:
            yield _through(own)
    elif executor is None:
        yield lambda batches, tables: (read_batch(batch, tables) for batch in batches)
    else:
        yield _through(executor)


def _through(executor: Executor) -> Run:
    return lambda batches, tables: executor.map(read_batch, batches, [tables] * len(batches))
