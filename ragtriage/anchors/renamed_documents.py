"""Which document is the old one under its new id? Quotes follow their document; the same words elsewhere do not count.

Evidence: the old id is gone; passages of the old document stand in the new one (votes); its path is alike. A name alone
proves nothing when other documents hold the text, nor do votes for a document that was there before.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

_WORDS = re.compile(r"[^\W\d_]+|\d+")
_SAMPLE = 24
"""Passages of a vanished document that vote."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where the quotes of a document are to be looked for first."""

    doc_id: str
    renamed: bool
    """Another id than the quotes name."""
    proven: bool
    """Not only likely: the old id is gone, the text stands there, and nothing else comes near."""


def document_stem(doc_id: str) -> str:
    """The last part of a path without its extension, or the id of what stands before a fragment."""
    name = doc_id.rstrip("/").rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[0] if "." in name[1:] else name


def path_likeness(one: str, other: str) -> float:
    """0 to 1: the same stem counts most, then the words of the stem, then the folders."""
    if one == other:
        return 1.0
    stems = _overlap(_name_words(document_stem(one)), _name_words(document_stem(other)))
    same = document_stem(one).casefold() == document_stem(other).casefold()
    folders = _overlap(_folder_words(one), _folder_words(other))
    return (0.7 if same else 0.6 * stems) + 0.3 * folders


def _name_words(name: str) -> Counter[str]:
    return Counter(_WORDS.findall(name.casefold()))


def _folder_words(path: str) -> Counter[str]:
    return Counter(_WORDS.findall(path.casefold().rpartition("/")[0]))


def _overlap(one: Counter[str], other: Counter[str]) -> float:
    either = (one | other).total()
    return (one & other).total() / either if either else 1.0


def sample(text: str) -> list[str]:
    """Passages spread over a document that can vote for where it went: its longer lines."""
    lines = [line for line in map(str.strip, text.split("\n")) if len(line) >= 30]
    step = max(1, len(lines) // _SAMPLE)
    return lines[::step][:_SAMPLE]


def resolve(
    old_id: str,
    votes: Mapping[str, int],
    voters: int,
    new_ids: Collection[str],
    old_ids: Collection[str] | None,
    by_stem: Mapping[str, list[str]],
) -> Home | None:
    """The document that `old_id` is now; None when there is none.

    `votes`: passages of the old document that stand in each; `voters`: passages asked. `old_ids`: the documents of the
    old snapshot, None when unknown. `by_stem`: documents of the new snapshot by case-folded stem.
    """
    if old_id in new_ids:
        return Home(old_id, renamed=False, proven=True)
    alike = [
        doc_id
        for doc_id in by_stem.get(document_stem(old_id).casefold(), ())
        if old_ids is None or doc_id not in old_ids
    ]
    candidates = {doc_id for doc_id in votes if old_ids is None or doc_id not in old_ids} | set(alike)
    if not candidates:
        return None
    rated = sorted(
        ((_rating(old_id, doc_id, votes, voters), doc_id) for doc_id in candidates), key=lambda r: (-r[0], r[1])
    )
    best, doc_id = rated[0]
    runner_up = rated[1][0] if len(rated) > 1 else 0.0
    share = votes.get(doc_id, 0) / voters if voters else 0.0
    likeness = path_likeness(old_id, doc_id)
    if best < 0.3:
        return None
    same_name = document_stem(old_id).casefold() == document_stem(doc_id).casefold()
    enough = (
        (same_name and share >= 0.25)
        or (likeness >= 0.45 and share >= 0.5 and votes[doc_id] >= 2)
        or (old_ids is not None and share >= 0.8 and votes[doc_id] >= 5)
    )
    return Home(doc_id, renamed=True, proven=share > 0 and enough and best >= runner_up + 0.1)


def _rating(old_id: str, doc_id: str, votes: Mapping[str, int], voters: int) -> float:
    share = votes.get(doc_id, 0) / voters if voters else 0.0
    return 0.5 * share + 0.5 * path_likeness(old_id, doc_id)
