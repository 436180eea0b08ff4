"""Find every quote again in a new text or snapshot; say where, and whether it still says the same.

`reanchor` for one quote and one text, `reanchor_all` for many and a snapshot: the same rules, one pass over the corpus.
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor

from ragtriage.anchors.anchor import Anchor
from ragtriage.anchors.haystack import Progress
from ragtriage.anchors.letters import LettersCache
from ragtriage.anchors.occurrences import needle
from ragtriage.anchors.search import Search, gram_tables
from ragtriage.anchors.seeds import GramTable
from ragtriage.cases.model import Quote
from ragtriage.corpus.document import Document


def reanchor(quote: Quote, text: str, old: str | None = None) -> Anchor:
    """What became of `quote` in `text`, taken to be its document. `old`: what that document said when it was quoted.

    Offsets are code points of `text`. An empty quote or text: lost.
    """
    return reanchor_all([quote], {quote.doc_id: text}, None if old is None else {quote.doc_id: old})[0]


def reanchor_all(
    quotes: Sequence[Quote],
    new: Iterable[Document] | Mapping[str, str],
    old: Mapping[str, str] | None = None,
    *,
    executor: Executor | None = None,
    cache: LettersCache | None = None,
    progress: Progress | None = None,
) -> list[Anchor]:
    """What became of each quote in the snapshot `new`, in order.

    `old`: the snapshot they were taken from (doc_id → text), where there is one: it tells renamed documents, breaks
    ties and shows changed surroundings. `executor` runs the scan; None: here, or in processes for a very large corpus.
    `cache` keeps the letters of documents by the hash of their text, so that only changed ones are read again.
    `progress` is told (characters done, characters in all). A mapping may read its texts when they are asked for
    (`corpus.stored_texts`): they are gone through once by `items()`, and then asked for document by document.
    """
    texts = new if isinstance(new, Mapping) else {document.doc_id: document.text for document in new}
    return Search(quotes, texts, old, executor, cache, progress).anchors()


def tables_for(quotes: Sequence[Quote]) -> list[GramTable]:
    """What a corpus is scanned for, to find these quotes."""
    return gram_tables([needle(quote.quote).codes for quote in quotes])
