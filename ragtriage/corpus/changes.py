"""What became of the documents between two snapshots: same, edited, renamed, removed, added.

A document that is gone and one that is new are one and the same, renamed, when more than half of what they say is the
same, line by line, as Git has it; nothing of the ids is asked, so that a folder that was reordered is seen through.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ragtriage.corpus.document import Document

RENAMED_FROM = 0.5
"""Share of the characters of both that must stand in lines that both have."""
_COMMON = 20
"""A line in more new documents than this (a licence, a heading) says nothing about which is which."""


@dataclass(frozen=True, slots=True)
class Rename:
    """One document under another id."""

    old: str
    new: str
    likeness: float
    """1.0: the same text."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Every document of two snapshots, once. All by doc_id."""

    same: tuple[str, ...]
    edited: tuple[str, ...]
    renamed: tuple[Rename, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]

    def touched(self) -> dict[str, str]:
        """What became of each document of the older snapshot that is not the same: edited, renamed or removed."""
        renamed = [one.old for one in self.renamed]
        words = (("edited", self.edited), ("renamed", renamed), ("removed", self.removed))
        return {doc_id: word for word, ids in words for doc_id in ids}


def changes(old: Iterable[Document], new: Iterable[Document]) -> Changes:
    """What became of each document of `old` in `new`. Titles and metadata are not asked, only the text."""
    before = {document.doc_id: document.text for document in old}
    hashes = {doc_id: _hash(text) for doc_id, text in before.items()}
    after: dict[str, str] = {}
    same, edited = [], []
    for document in new:
        known = hashes.get(document.doc_id)
        if known is None:
            after[document.doc_id] = document.text
        elif known == _hash(document.text):
            same.append(document.doc_id)
        else:
            edited.append(document.doc_id)
    gone = {doc_id: text for doc_id, text in before.items() if doc_id not in {*same, *edited}}
    renamed = _renames(gone, after)
    taken = {one.old for one in renamed} | {one.new for one in renamed}
    return Changes(
        tuple(sorted(same)),
        tuple(sorted(edited)),
        tuple(renamed),
        tuple(sorted(gone.keys() - taken)),
        tuple(sorted(after.keys() - taken)),
    )


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _renames(gone: dict[str, str], fresh: dict[str, str]) -> list[Rename]:
    """Pairs of a document that is gone and one that is new, the likest first; each in one pair at most."""
    lines_of = {doc_id: _lines(text) for doc_id, text in fresh.items()}
    holders: dict[str, list[str]] = defaultdict(list)
    for doc_id, lines in lines_of.items():
        for line in lines:
            holders[line].append(doc_id)
    pairs: list[tuple[float, str, str]] = []
    for old_id, text in gone.items():
        lines = _lines(text)
        near = {doc_id for line in lines if len(holders.get(line, ())) <= _COMMON for doc_id in holders.get(line, ())}
        pairs += [(_likeness(lines, lines_of[new_id]), old_id, new_id) for new_id in near]
    found: list[Rename] = []
    taken: set[str] = set()
    for likeness, old_id, new_id in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if likeness >= RENAMED_FROM and not taken & {f"<{old_id}", f">{new_id}"}:
            taken |= {f"<{old_id}", f">{new_id}"}
            found.append(Rename(old_id, new_id, round(likeness, 3)))
    return sorted(found, key=lambda one: one.old)


def _lines(text: str) -> Counter[str]:
    return Counter(line for line in map(str.strip, text.split("\n")) if line)


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    either = sum(len(line) * count for lines in (one, other) for line, count in lines.items())
    both = sum(len(line) * count for line, count in (one & other).items())
    return 2 * both / either if either else 0.0
