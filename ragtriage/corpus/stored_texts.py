"""The texts of a corpus that is not held in memory: read one by one when asked for, the last ones kept at hand.

A snapshot of hundreds of millions of characters is gone through once, and after that a few of its documents are asked
for many times, document by document.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Mapping

_HELD = 12_000_000
"""Characters kept at hand."""


class TextsAtHand:
    """The texts asked for last, `limit` characters in all; two whatever their size: a document now and before."""

    def __init__(self, limit: int = _HELD) -> None:
        self._limit = limit
        self._texts: OrderedDict[Hashable, str] = OrderedDict()
        self._held = 0

    def get(self, key: Hashable, read: Callable[[], str | None]) -> str | None:
        """The text under `key`; read if it is not at hand. None is not kept."""
        text = self._texts.get(key)
        if text is not None:
            self._texts.move_to_end(key)
            return text
        text = read()
        if text is not None:
            self._texts[key] = text
            self._held += len(text)
        while self._held > self._limit and len(self._texts) > 2:
            self._held -= len(self._texts.popitem(last=False)[1])
        return text


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
    ) -> None:
        self._ids = dict.fromkeys(ids)
        self._read, self._stream = read, stream
        self.characters = characters

    def __getitem__(self, doc_id: str) -> str:
        if doc_id not in self._ids:
            raise KeyError(doc_id)
        return self._read(doc_id)

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
