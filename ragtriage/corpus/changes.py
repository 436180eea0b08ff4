"""What became of the documents between two snapshots: same, edited, renamed, removed, added.

A document that is gone and one that is new are one and the same, renamed, when more than half of what they say is the
same, line by line, as Git has it; nothing of the ids is asked, so that a folder that was reordered is seen through.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
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


def document_changes(old: Iterable[Document], new: Iterable[Document]) -> Changes:
    """What became of each document of `old` in `new`. Titles and metadata are not asked, only the text.

    Growth: linear in the characters of both.
    """
    gone = {document.doc_id: document.text for document in old}
    fresh: dict[str, str] = {}
    same, edited = [], []
    for document in new:
        before = gone.pop(document.doc_id, None)
        if before is None:
            fresh[document.doc_id] = document.text
        elif before == document.text:
            same.append(document.doc_id)
        else:
            edited.append(document.doc_id)
    renamed = _renames(gone, fresh)
    taken_old, taken_new = {one.old for one in renamed}, {one.new for one in renamed}
    return Changes(
        tuple(sorted(same)),
        tuple(sorted(edited)),
        tuple(renamed),
        tuple(sorted(gone.keys() - taken_old)),
        tuple(sorted(fresh.keys() - taken_new)),
    )


def _renames(gone: dict[str, str], fresh: dict[str, str]) -> list[Rename]:
    """Pairs of a document that is gone and one that is new, the likest first; each in one pair at most."""
    found = _moved_whole(gone, fresh)
    taken_old, taken_new = {one.old for one in found}, {one.new for one in found}
    left = {doc_id: text for doc_id, text in gone.items() if doc_id not in taken_old}
    alike = _alike(left, fresh, fresh.keys() - taken_new) if left else ()
    for likeness, old_id, new_id in sorted(alike, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if old_id not in taken_old and new_id not in taken_new:
            taken_old.add(old_id)
            taken_new.add(new_id)
            found.append(Rename(old_id, new_id, round(likeness, 3)))
    return sorted(found, key=lambda one: one.old)


def _moved_whole(gone: dict[str, str], fresh: dict[str, str]) -> list[Rename]:
    """Those with the very same text, several of the same in the order of their ids; blank ones are nothing's double."""
    holders: dict[str, list[str]] = defaultdict(list)
    for doc_id in sorted(fresh, reverse=True):
        holders[fresh[doc_id]].append(doc_id)
    return [
        Rename(doc_id, holders[text].pop(), 1.0)
        for doc_id, text in sorted(gone.items())
        if text.strip() and holders.get(text)
    ]


def _alike(gone: dict[str, str], new: dict[str, str], free: Set[str]) -> Iterator[tuple[float, str, str]]:
    """(likeness, old, new) of the pairs that are alike enough, by their lines; of the `new` ones those that are `free`.

    Lines that few new documents hold say which are worth holding side by side: counting them costs a step a line and
    holder, where comparing every pair line by line took hours on a corpus of templates.
    """
    if not free:
        return
    times: Counter[str] = Counter()
    for text in new.values():
        times.update(_lines(text).keys())
    fresh = {doc_id: _lines(new[doc_id]) for doc_id in sorted(free)}
    telling = _holders(fresh, times)
    sizes = {doc_id: _size(lines) for doc_id, lines in fresh.items()}
    for old_id, text in gone.items():
        lines = _lines(text)
        size = common = _size(lines)
        shared: Counter[str] = Counter()
        for line in lines.keys() & telling.keys():
            common -= len(line) * lines[line]
            for new_id in telling[line]:
                shared[new_id] += len(line) * min(lines[line], fresh[new_id][line])
        for new_id, both in shared.items():
            either = size + sizes[new_id]
            if 2 * (both + common) < RENAMED_FROM * either:
                continue  # not even with all that many documents have
            likeness = 2 * _size(lines & fresh[new_id]) / either
            if likeness >= RENAMED_FROM:
                yield likeness, old_id, new_id


def _holders(documents: dict[str, Counter[str]], times: Mapping[str, int]) -> dict[str, list[str]]:
    """Line → the documents that hold it, for the lines that few hold (`times`)."""
    holders: dict[str, list[str]] = defaultdict(list)
    for doc_id, lines in documents.items():
        for line in lines:
            if times[line] <= _COMMON:
                holders[line].append(doc_id)
    return holders


def _lines(text: str) -> Counter[str]:
    return Counter(filter(None, map(str.strip, text.split("\n"))))


def _size(lines: Counter[str]) -> int:
    """Characters in these lines."""
    return sum(len(line) * count for line, count in lines.items())
