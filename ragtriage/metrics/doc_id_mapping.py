"""A run whose doc_ids the snapshot does not know: how many, the nearest real one, and the setting that maps them.

A setting is tried out on all ids of the run before it is named: it must map most of what is unknown, and leave what is
known alone.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ragtriage.metrics.rules import DocIdRules

_LOOKED_AT = 2000
"""Unknown ids that are taken apart, those of most passages first."""
_LONGEST = 300
"""Characters of an id that is taken apart."""
_MOST_ENDINGS = 4
"""More than these, and they are numbers of chunks: no list of them would map the next run."""
_SAMPLE = 24
"""Passages whose text is looked for in the documents that a setting gives them."""


@dataclass(frozen=True, slots=True)
class UnknownDocIds:
    """What the snapshot does not know of a run's documents."""

    ids: int
    """Different doc_ids of the run."""
    unknown: int
    """Of these, those that no document of the snapshot bears under the workspace's rules."""
    example: str
    """The one that most passages bear."""
    nearest: str | None
    """The doc_id of the snapshot that is most like it."""
    setting: str | None
    """What to write into ragtriage.yaml; None where nothing that may be set there maps them."""
    mapped: int
    """How many of the unknown it maps."""


Holds = Callable[[str, str], bool]
"""(doc_id of the snapshot, a passage's text) → whether the document holds it."""


def unknown_doc_ids(
    passages: Mapping[str, str], corpus: Collection[str], rules: DocIdRules, holds: Holds
) -> UnknownDocIds | None:
    """What is unknown of a run; None when nothing is.

    `passages`: each doc_id of the run with a text of a passage that bears it, those of most passages first. `corpus`:
    the doc_ids of the snapshot, quick to look up.
    """
    unknown = [doc_id for doc_id in passages if doc_id and rules.apply(doc_id) not in corpus]
    if not unknown:
        return None
    found = max(
        ((mapped, -n, tried) for n, tried in enumerate(_rules_to_try(unknown, corpus, rules))
         if (mapped := _maps(tried, passages, unknown, corpus, rules, holds))),
        default=None,
        key=lambda one: one[:2],
    )  # fmt: skip
    return UnknownDocIds(
        ids=len(passages),
        unknown=len(unknown),
        example=unknown[0],
        nearest=_nearest(unknown[0], found[2] if found else rules, corpus),
        setting=rules_line(found[2]) if found else None,
        mapped=found[0] if found else 0,
    )


def rules_line(rules: DocIdRules) -> str:
    """Rules as they stand in ragtriage.yaml, on one line."""
    parts = [
        f"{name}: {json.dumps(list(values), ensure_ascii=False)}"
        for name, values in (("strip_prefix", rules.strip_prefix), ("strip_suffix", rules.strip_suffix))
        if values
    ]
    parts += ["drop_fragment: true"] if rules.drop_fragment else []
    return f"doc_id: {{{', '.join(parts)}}}"


def _maps(
    tried: DocIdRules,
    passages: Mapping[str, str],
    unknown: Sequence[str],
    corpus: Collection[str],
    rules: DocIdRules,
    holds: Holds,
) -> int:
    """How many of the unknown ids these rules map; 0 where they are not worth naming."""
    mapped = [doc_id for doc_id in unknown if tried.apply(doc_id) in corpus]
    if 2 * len(mapped) < len(unknown):
        return 0
    if any(tried.apply(doc_id) not in corpus for doc_id in passages if doc_id and rules.apply(doc_id) in corpus):
        return 0
    told = [(tried.apply(doc_id), passages[doc_id]) for doc_id in mapped if passages[doc_id].strip()][:_SAMPLE]
    right = sum(holds(doc_id, text) for doc_id, text in told)
    return len(mapped) if 2 * right >= len(told) else 0


def _rules_to_try(unknown: Sequence[str], corpus: Collection[str], rules: DocIdRules) -> Iterable[DocIdRules]:
    """The fewest changes first."""
    some = [doc_id for doc_id in islice(unknown, _LOOKED_AT) if len(doc_id) <= _LONGEST]
    starts = [rules]
    if not rules.drop_fragment and any("#" in doc_id for doc_id in some):
        starts.insert(0, replace(rules, drop_fragment=True))
    for start in starts:
        if start is not rules:
            yield start
        bare = [start.apply(doc_id) for doc_id in some]
        endings = _common(_endings(bare, corpus))
        beginnings = _common(_beginnings(bare, corpus))
        if endings:
            yield replace(start, strip_suffix=_added(start.strip_suffix, endings))
        if beginnings:
            yield replace(start, strip_prefix=_added(start.strip_prefix, beginnings))
        for beginning in _shared_beginnings(bare):
            rest = [doc_id.removeprefix(beginning) for doc_id in bare]
            if both := _common(_endings(rest, corpus)):
                yield replace(
                    start,
                    strip_prefix=_added(start.strip_prefix, [beginning]),
                    strip_suffix=_added(start.strip_suffix, both),
                )


def _added(there: Sequence[str], more: Iterable[str]) -> tuple[str, ...]:
    """The first that fits is taken off: the longer ones come first."""
    return tuple(sorted(dict.fromkeys((*there, *more)), key=len, reverse=True))


def _endings(ids: Iterable[str], corpus: Collection[str]) -> Counter[str]:
    """What stands after a doc_id of the corpus, for each id the shortest such rest."""
    found: Counter[str] = Counter()
    for doc_id in ids:
        at = next((at for at in range(len(doc_id) - 1, 0, -1) if doc_id[:at] in corpus), None)
        if at is not None:
            found[doc_id[at:]] += 1
    return found


def _beginnings(ids: Iterable[str], corpus: Collection[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for doc_id in ids:
        at = next((at for at in range(1, len(doc_id)) if doc_id[at:] in corpus), None)
        if at is not None:
            found[doc_id[:at]] += 1
    return found


def _common(found: Counter[str]) -> list[str]:
    """The few that account for nearly all; none where they are as many as the documents are."""
    most = found.most_common(_MOST_ENDINGS)
    return [one for one, _ in most] if sum(n for _, n in most) >= 0.9 * found.total() else []


def _shared_beginnings(ids: Sequence[str]) -> list[str]:
    """What all ids begin with, whole and cut where a path may begin; longest first."""
    if not ids:
        return []
    low, high = min(ids), max(ids)
    size = next((at for at, pair in enumerate(zip(low, high, strict=False)) if pair[0] != pair[1]), len(low))
    cuts = [at for at in range(1, size + 1) if low[at - 1] in "/:\\|_-" or at == size]
    return [low[:at] for at in reversed(cuts)][:12]


def _nearest(run_id: str, rules: DocIdRules, corpus: Collection[str]) -> str | None:
    """The document that the rules give it, else the one of the same name, else the one whose id is most like it."""
    doc_id = rules.apply(run_id)
    if doc_id in corpus:
        return doc_id
    from rapidfuzz import fuzz, process

    from ragtriage.anchors.renamed_documents import document_stem

    name = document_stem(doc_id.partition("#")[0]).casefold()
    alike = [one for one in corpus if document_stem(one).casefold() == name] if name else []
    found = process.extractOne(doc_id, alike or list(corpus), scorer=fuzz.ratio, score_cutoff=0 if alike else 60)
    return found[0] if found else None
