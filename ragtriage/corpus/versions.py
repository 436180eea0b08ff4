"""Versions of documents: which one a document is, which of two is older, and which documents another one replaces.

A snapshot may hold a document twice, as it was and as it is. Evidence in the old one is true of what nobody should be
told any more.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ragtriage.corpus.document import Attribute

_FAMILY = ("document", "document_id", "canonical_id", "canonical")
"""Metadata that names the document which this one is a version of."""
_REPLACED = ("superseded_by", "replaced_by")
_PASSING = frozenset(
    {"version", "revision", "date", "created", "updated", "published", "modified", "valid_from", "valid_until",
     "effective", "effective_date", "last_updated", "last_modified", "url", "link", "path", "file", "id", "status",
     "superseded", "deprecated", *_FAMILY, *_REPLACED}
)  # fmt: skip
"""Metadata in which two versions of one document may differ."""
_PART = re.compile(r"\d{1,18}|[^\W\d_]+")


class Titled(NamedTuple):
    """What versions are told by."""

    doc_id: str
    title: str
    metadata: Mapping[str, Attribute]


def version_of(metadata: Mapping[str, Attribute]) -> str:
    """The version that a document says it is; empty where it says none, or several."""
    value = metadata.get("version", "")
    return value if isinstance(value, str) else value[0] if len(value) == 1 else ""


def is_older(one: str, other: str) -> bool | None:
    """Whether a version comes before another: `2.9` before `2.10`, `2026-03` before `2026-11`; None: cannot be told."""
    a, b = _parts(one), _parts(other)
    if a == b or not any(isinstance(part, int) for part in (*a, *b)):
        return None
    for x, y in zip(a, b, strict=False):
        if x != y:
            return x < y if isinstance(x, int) and isinstance(y, int) else None
    return len(a) < len(b)


def _parts(version: str) -> list[int | str]:
    parts = _PART.findall(version.casefold())
    if parts[:1] in (["v"], ["version"], ["rev"], ["release"]):
        parts = parts[1:]
    return [int(part) if part[0].isdecimal() else part for part in parts]


def superseded(documents: Iterable[Titled]) -> dict[str, str]:
    """Documents that another of the snapshot replaces, each with the newest that does.

    Where a document says so (`superseded_by`), and where several are versions of one by their metadata: under ids that
    differ by the version alone, of one family (`document_id`), or under one title with all else the same.
    """
    there = list(documents)
    out: dict[str, str] = {}
    for one in there:
        if said := next((text for name in _REPLACED if (text := _text(one.metadata.get(name, "")))), ""):
            out[one.doc_id] = said
    for members in _families(there):
        for doc_id, version in members:
            newer = [(name, other) for name, other in members if is_older(version, other)]
            if newer and doc_id not in out:
                out[doc_id] = _newest(newer)
    return out


def _families(documents: Iterable[Titled]) -> Iterable[list[tuple[str, str]]]:
    """Documents that are versions of one, as (doc_id, version)."""
    families: dict[object, list[tuple[str, str]]] = defaultdict(list)
    for one in documents:
        if version := version_of(one.metadata):
            for key in _keys(one, version):
                families[key].append((one.doc_id, version))
    return families.values()


def _newest(versions: list[tuple[str, str]]) -> str:
    best = versions[0]
    for one in versions[1:]:
        if is_older(best[1], one[1]):
            best = one
    return best[0]


def _keys(one: Titled, version: str) -> Iterable[object]:
    """By which a document is found to be a version of the same as another."""
    rest = tuple(sorted((name, value) for name, value in one.metadata.items() if name not in _PASSING))
    spelled = re.compile(rf"[-_@/. ]?\bv?(?:ersion)?[-_. ]?{re.escape(version)}(?![\w.]*\d)", re.IGNORECASE)
    yield "id", spelled.sub("", one.doc_id, count=1), rest
    family = next((text for name in _FAMILY if (text := _text(one.metadata.get(name, "")))), "")
    if family:
        yield "family", family
    if one.title.strip():
        yield "title", one.title.strip().casefold(), rest


def _text(value: Attribute) -> str:
    return value if isinstance(value, str) else ""
