"""Where a record of a case says by offsets what its evidence is."""

from collections.abc import Callable, Iterator

from ragtriage.disk.yaml_io import ListNode, MapNode, Node, ScalarNode
from ragtriage.exchange.offsets import GivenOffsets, offset_of


def spans_in(node: Node, documents: Callable[[str], str | None]) -> Iterator[GivenOffsets]:
    """Every place that a record gives by offsets, of documents that there are."""
    if isinstance(node, ListNode):
        for item in node.items:
            yield from spans_in(item, documents)
    elif isinstance(node, MapNode):
        doc_id = node.get("doc_id")
        if isinstance(doc_id, ScalarNode) and node.get("start") and (text := documents(doc_id.text)) is not None:
            yield span_of(node, text)
        for key, value in node.pairs:
            if key.text in ("evidence", "any_of"):
                yield from spans_in(value, documents)


def span_of(node: MapNode, text: str) -> GivenOffsets:
    """The place that a piece of evidence gives, as it is written."""
    start, end, quote = node.get("start"), node.get("end"), node.get("quote")
    first, last = (offset_of(each.text) if isinstance(each, ScalarNode) else -1 for each in (start, end))
    return GivenOffsets(text, first, last, quote.text if isinstance(quote, ScalarNode) and not quote.null else "")
