"""The texts of a corpus that is not held in memory: read one by one when asked for, the last ones kept at hand.

A snapshot of hundreds of millions of characters is gone through once, and after that a few of its documents are asked
for many times, document by document.
"""

from collections import OrderedDict
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping

_HELD = 8_000_000
"""Characters kept at hand; the document asked for last whatever its size."""


class StoredTexts(Mapping[str, str]):
    """doc_id → text. `read` gives one text, `stream` all of them in the order of `ids`.

    `characters`: in all texts. Belongs to the thread of what it reads from.
    """

    def __init__(
        self,
        ids: Iterable[str],
        read: Callable[[str], str],
        stream: Callable[[], Iterator[tuple[str, str]]],
        characters: int,
        held: int = _HELD,
    ) -> None:
        self._ids = dict.fromkeys(ids)
        self._read, self._stream = read, stream
        self.characters = characters
        self._limit = held
        self._at_hand: OrderedDict[str, str] = OrderedDict()
        self._held = 0

    def __getitem__(self, doc_id: str) -> str:
        text = self._at_hand.get(doc_id)
        if text is not None:
            self._at_hand.move_to_end(doc_id)
            return text
        if doc_id not in self._ids:
            raise KeyError(doc_id)
        text = self._at_hand[doc_id] = self._read(doc_id)
        self._held += len(text)
        while self._held > self._limit and len(self._at_hand) > 1:
            self._held -= len(self._at_hand.popitem(last=False)[1])
        return text

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)

    def __contains__(self, doc_id: object) -> bool:
        return doc_id in self._ids

    def items(self) -> ItemsView[str, str]:
        """All of them, one after the other; none is kept."""
        return _Streamed(self)

    def stream(self) -> Iterator[tuple[str, str]]:
        """All of them in order."""
        return self._stream()


class _Streamed(ItemsView[str, str]):
    _mapping: StoredTexts

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return self._mapping.stream()


def characters_of(texts: Mapping[str, str]) -> int:
    """Characters in all of the texts, without reading those that are stored."""
    return texts.characters if isinstance(texts, StoredTexts) else sum(map(len, texts.values()))
