"""Text that a comment cuts off: in YAML ` #` begins one, in the midst of `Press # to end the call`, without a word.

What was meant as a comment is told apart by how people write comments: behind two spaces or a tab, or after a mark.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ragtriage.disk.yaml_io import ListNode, MapNode, Node, ScalarNode

_TEXTS = frozenset(("question", "reference_answer", "quote", "prefix", "suffix", "text", "notes"))
"""Fields of a case that hold what somebody wrote or said."""
_COMMENT = re.compile(r"([ \t]+)#([^\r\n]*)")
_MEANT_AS_ONE = re.compile(r"\s*(?:TODO|FIXME|XXX|NOTE|checked|reviewed|geprüft)\b|[-=#]{3}", re.IGNORECASE)


class CutOff(NamedTuple):
    """A value that ends where a comment begins."""

    field: str
    """Dotted, as `evidence[0].quote`."""
    rest: str
    """What stands in the comment, with its `#`."""

    @property
    def words(self) -> str:
        """What is told of it."""
        return f"`{self.field}` ends before `{self.rest}`, which YAML takes for a comment: put the whole in quotes"


def cut_offs(node: Node, text: str, name: str = "") -> Iterator[CutOff]:
    """Every text of a case that a comment cuts off; `text` is what `node` was read from."""
    if isinstance(node, MapNode):
        for key, value in node.pairs:
            inner = f"{name}.{key.text}" if name else key.text
            if not isinstance(value, ScalarNode):
                yield from cut_offs(value, text, inner) if inner != "metadata" else ()
            elif key.text in _TEXTS and (rest := _rest(value, text)):
                yield CutOff(inner, rest)
    elif isinstance(node, ListNode):
        for index, item in enumerate(node.items):
            yield from cut_offs(item, text, f"{name}[{index}]")


def _rest(value: ScalarNode, text: str) -> str:
    if not value.plain or not value.text:
        return ""
    found = _COMMENT.match(text, value.end)
    if found is None or _MEANT_AS_ONE.match(found[2]):
        return ""
    apart = found[1] != " " and found[2][:1] in (" ", "")
    return "" if apart else f"#{found[2].rstrip()}"[:80]
