"""A document of a snapshot, and who may see it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Attribute = str | tuple[str, ...]
"""A metadata or filter value: one string, or several of which any may match."""


@dataclass(frozen=True, slots=True)
class Document:
    """What one document said."""

    doc_id: str
    title: str
    text: str
    """Line ends are LF; offsets into it are code points."""
    metadata: Mapping[str, Attribute] = field(default_factory=dict)


def mismatched(
    metadata: Mapping[str, Attribute], filters: Mapping[str, Attribute], user: Mapping[str, Attribute]
) -> list[str]:
    """The filter and user attributes that keep a document out; empty when it may be retrieved.

    A filter matches when the document's value, or one of its list's values, equals the filter's, or one of its list's.
    A user attribute restricts only documents that carry it: a document without `role` is open to all roles.
    """
    out = [f"filter {key}" for key, wanted in filters.items() if not _meets(metadata.get(key, ()), wanted)]
    out += [f"user {key}" for key, has in user.items() if key in metadata and not _meets(metadata[key], has)]
    return out


def _meets(value: Attribute, wanted: Attribute) -> bool:
    values = (value,) if isinstance(value, str) else value
    wants = (wanted,) if isinstance(wanted, str) else wanted
    return not set(values).isdisjoint(wants)
