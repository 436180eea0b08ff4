"""A corpus that is not held in memory: read once batch by batch, then document by document, with the same answers."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors import haystack
from ragtriage.anchors.letters import LettersCache
from ragtriage.anchors.reanchor import reanchor_all
from ragtriage.anchors.seeds import LONG, Meetings, gram_table
from ragtriage.cases.model import Quote
from ragtriage.corpus.stored_texts import StoredTexts, TextsAtHand, characters_of

SENTENCES = [
    "The harbour master closes the gate an hour before low water.",
    "A berth is kept for fourteen days after the season has ended.",
    "Rowing boats pay half of what is asked for yachts.",
    "Fuel is sold at the north quay from eight to six.",
    "Dogs are led on the jetties, and nobody swims between them.",
    "港の門は干潮の一時間前に閉まります。その後は入れません。",
    "Die Schleuse öffnet nur bei Hochwasser, und nur für angemeldete Boote.",
]
EDITED = [one.replace("hour", "full hour").replace("half", "a third").replace("nur", "erst") for one in SENTENCES]
TEXTS = st.lists(st.lists(st.sampled_from([*SENTENCES, *EDITED]), max_size=6).map("\n\n".join), min_size=1, max_size=7)


class Shelf:
    """Texts on a shelf, and how often each was read."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.read: Counter[str] = Counter()
        self.streamed = 0

    def stored(self, held: int) -> StoredTexts:
        at_hand = TextsAtHand(held)
        return StoredTexts(
            self.texts,
            lambda doc_id: at_hand.get(doc_id, lambda: self._read(doc_id)) or "",
            self._stream,
            characters_of(self.texts),
        )

    def _read(self, doc_id: str) -> str:
        self.read[doc_id] += 1
        return self.texts[doc_id]

    def _stream(self) -> Iterator[tuple[str, str]]:
        self.streamed += 1
        yield from self.texts.items()


def quotes_for(texts: dict[str, str]) -> list[Quote]:
    return [Quote(doc_id, one) for doc_id in [*texts, "gone"] for one in SENTENCES]


@given(TEXTS, st.integers(1, 400), st.integers(0, 300))
@settings(max_examples=40, derandomize=True, deadline=None)
def test_shards_of_any_size_say_what_the_whole_says(parts: list[str], batch: int, held: int) -> None:
    texts = {f"d{n}": text for n, text in enumerate(parts)}
    old = {f"d{n}": text for n, text in enumerate(reversed(parts))} | {"gone": parts[0]}
    quotes = quotes_for(texts)
    whole = reanchor_all(quotes, texts, old)
    with (
        patch.object(haystack, "_BATCH", batch),
        patch.object(haystack, "_LETTERS_HELD", held),
        patch.object(haystack, "_PLACES_HELD", held),
    ):
        assert reanchor_all(quotes, Shelf(texts).stored(held), Shelf(old).stored(held)) == whole
        cache = LettersCache(held)
        assert reanchor_all(quotes, texts, old, cache=cache) == whole
        assert reanchor_all(quotes, texts, old, cache=cache) == whole
        with ThreadPoolExecutor(2) as pool:
            assert reanchor_all(quotes, Shelf(texts).stored(held), old, executor=pool) == whole


def harbour(number: int) -> str:
    """A document with a sentence of its own among those that all have."""
    return f"# Harbour {number}\n\n{SENTENCES[number % 5]}\n\nThe {number}th mooring of {number * 7} costs {number}.\n"


def test_a_corpus_is_gone_through_once_and_only_the_documents_of_quotes_are_read_again() -> None:
    shelf = Shelf({f"d{n:03}": harbour(n) for n in range(300)})
    quotes = [Quote(f"d{n:03}", f"The {n}th mooring of {n * 7} costs {n}.") for n in range(0, 300, 50)]
    with patch.object(haystack, "_LETTERS_HELD", 0):
        found = reanchor_all(quotes, shelf.stored(1000))
    assert [one.state for one in found] == ["exact"] * len(quotes)
    assert shelf.streamed == 1
    assert set(shelf.read) == {quote.doc_id for quote in quotes}


def test_what_was_read_last_is_kept_within_its_bound() -> None:
    texts = {f"d{n}": "x" * 300 for n in range(20)} | {"long": "y" * 5000}
    shelf = Shelf(texts)
    stored = shelf.stored(1000)
    for _ in range(3):
        assert all(stored[doc_id] == texts[doc_id] for doc_id in ("d1", "d2", "d3", "d2"))
    assert shelf.read.total() == 3
    assert stored["long"] == texts["long"] and stored["long"] == texts["long"]
    assert shelf.read["long"] == 1
    assert stored["d1"] == stored["d2"] == stored["d3"] and shelf.read["d1"] == 2
    assert dict(stored.items()) == texts and shelf.read.total() == 7
    assert len(stored) == len(texts) and "d1" in stored and "none" not in stored
    with pytest.raises(KeyError):
        stored["none"]


def test_no_more_batches_are_read_than_an_executor_works_on() -> None:
    texts = {f"d{n}": harbour(n) for n in range(60)}
    read: list[int] = []
    done: list[int] = []

    def stream() -> Iterator[tuple[str, str]]:
        for n, item in enumerate(texts.items()):
            read.append(n - len(done))
            yield item

    stored = StoredTexts(texts, texts.__getitem__, stream, characters_of(texts))
    with patch.object(haystack, "_BATCH", 1), ThreadPoolExecutor(2) as pool:
        haystack.Haystack(stored).read([], executor=pool, progress=lambda so_far, _: done.append(so_far))
    assert len(done) == 60
    assert max(read) <= haystack._AT_ONCE
    assert all(one < other for one, other in pairwise(done))


def test_of_a_gram_that_stands_everywhere_the_first_places_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from ragtriage.anchors import seeds
    from ragtriage.anchors.letters import letters

    monkeypatch.setattr(seeds, "_MET_PER_GRAM", 5)
    codes = letters(SENTENCES[0])
    table = gram_table([(0, codes)], LONG, 6)
    met = Meetings(table)
    for begin in range(0, 6000, 60):
        at, gram = seeds.scan(codes, table)
        met.add(at + begin, gram)
    positions, begins = met.places()
    assert met.frequency.max() == 100
    assert len(positions) == 5 * (met.frequency > 0).sum()
    assert positions[begins[gram[0]] :][:5].tolist() == [0, 60, 120, 180, 240]
