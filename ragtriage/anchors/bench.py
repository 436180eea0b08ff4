"""How well, and how fast, are quotes found? Measured on quotes whose true place is known, against two plain matchers.

A quote counts as right in the right document with at least .8 of its span (intersection over union); a lost one when
nothing is returned; an ambiguous one at any of its places. No figure here decides anything: what is accepted unseen is
counted beside them.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtriage.anchors.anchor import STATES, Anchor
from ragtriage.anchors.bench_files import Task
from ragtriage.anchors.haystack import Haystack, Progress
from ragtriage.anchors.letters import LettersCache
from ragtriage.anchors.reanchor import reanchor_all, tables_for
from ragtriage.cases.model import Quote

THRESHOLDS = (0.70, 0.80, 0.90)
_SAMPLE = 24
"""Quotes on which partial_ratio_alignment is timed; over the whole corpus all would take hours."""
_SAMPLE_CHARS = 300_000
"""Characters of the corpus it is timed on."""
_SLOW_QUOTES = 200
"""Quotes whose own document it looks through, for its accuracy."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of the quotes of one class at one threshold."""

    n: int
    right: int
    wrong: int
    none: int


@dataclass(frozen=True, slots=True)
class AtThreshold:
    """All that counts as found at one score."""

    classes: Mapping[str, Tally]
    ambiguous_flagged: int
    """Of the ambiguous ones, how many are said to be."""
    lost_accepted: int
    """Of the lost ones, how many are given a place."""


Answer = tuple[str, int, int, float] | None
"""doc_id, start, end, score."""


def overlap(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Intersection over union of two spans, 0 to 1."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return shared / (max(one[1], other[1]) - min(one[0], other[0])) if shared > 0 else 0.0


def verdict(task: Task, answer: Answer, threshold: float) -> str:
    """`right`, `wrong` or `none`."""
    if answer is None or answer[3] < threshold:
        return "none" if task.spans else "right"
    doc_id, start, end, _ = answer
    hit = any(span[0] == doc_id and overlap(span[1:], (start, end)) >= 0.8 for span in task.spans)
    return "right" if hit else "wrong"


def tallies(tasks: Sequence[Task], answers: Sequence[Answer], threshold: float) -> dict[str, Tally]:
    """Per class, in the order of the alphabet."""
    counts: dict[str, Counter[str]] = {}
    for task, answer in zip(tasks, answers, strict=True):
        counts.setdefault(task.kind, Counter())[verdict(task, answer, threshold)] += 1
    return {
        kind: Tally(count.total(), count["right"], count["wrong"], count["none"])
        for kind, count in sorted(counts.items())
    }


def as_answer(anchor: Anchor) -> Answer:
    """Where an anchor says the quote stands, and how sure that is."""
    return None if anchor.doc_id is None else (anchor.doc_id, anchor.start, anchor.end, anchor.certainty)


def at_threshold(tasks: Sequence[Task], anchors: Sequence[Anchor], threshold: float) -> AtThreshold:
    """What these anchors are worth at one score."""
    pairs = list(zip(tasks, anchors, strict=True))
    return AtThreshold(
        tallies(tasks, [as_answer(anchor) for anchor in anchors], threshold),
        sum(t.kind == "ambiguous" and a.state == "ambiguous" and a.certainty >= threshold for t, a in pairs),
        sum(t.kind == "lost" and a.located and a.certainty >= threshold for t, a in pairs),
    )


def plain_find(tasks: Sequence[Task], texts: Mapping[str, str]) -> list[Answer]:
    """`str.find` in the document of the same id: the first of several, as everybody's first matcher does."""
    out: list[Answer] = []
    for task in tasks:
        at = texts.get(task.quote.doc_id, "").find(task.quote.quote)
        out.append(None if at < 0 else (task.quote.doc_id, at, at + len(task.quote.quote), 1.0))
    return out


def aligned(tasks: Sequence[Task], texts: Mapping[str, str], cutoff: float) -> list[Answer]:
    """rapidfuzz `partial_ratio_alignment` in the document of the same id, at `cutoff` or better."""
    from rapidfuzz.fuzz import partial_ratio_alignment

    out: list[Answer] = []
    for task in tasks:
        text = texts.get(task.quote.doc_id, "")
        quote = task.quote.quote
        found = partial_ratio_alignment(quote, text, score_cutoff=100 * cutoff) if len(text) >= len(quote) else None
        out.append(None if found is None else (task.quote.doc_id, found.dest_start, found.dest_end, found.score / 100))
    return out


def seconds_of_alignment(tasks: Sequence[Task], texts: Mapping[str, str]) -> float:
    """CPU seconds that partial_ratio_alignment (cutoff .7) would take for all quotes over all documents.

    Extrapolated by quotes and characters from a few quotes over part of the corpus.
    """
    from rapidfuzz.fuzz import partial_ratio_alignment

    sample = tasks[:: max(1, len(tasks) // _SAMPLE)][:_SAMPLE]
    some: list[str] = []
    for text in list(texts.values())[:: max(1, len(texts) // 60)]:
        some.append(text)
        if sum(map(len, some)) >= _SAMPLE_CHARS:
            break
    begun = time.process_time()
    for task in sample:
        for text in some:
            if len(text) >= len(task.quote.quote):
                partial_ratio_alignment(task.quote.quote, text, score_cutoff=70)
    spent = time.process_time() - begun
    share = len(sample) * sum(map(len, some)) / (len(tasks) * sum(map(len, texts.values())) or 1)
    return spent / share if share else 0.0


def token_identical(quote: str, anchor: Anchor, texts: Mapping[str, str]) -> bool:
    """Whether every word, number, operator and mark of the quote stands there, by a comparison of its own."""
    from ragtriage.anchors.guard import tokens

    found = texts[anchor.doc_id or ""][anchor.start : anchor.end]
    ways = [[token.text for token in tokens(text.strip(), join=join)] for text in (quote, found) for join in ("", "-")]
    return any(one == other for one in ways[:2] for other in ways[2:])


@dataclass(frozen=True, slots=True)
class Meaning:
    """Quotes whose meaning was changed by one word."""

    n: int
    found: int
    """In the right place, at .70."""
    accepted_unseen: int
    """By nobody's decision: each is an error."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """What is accepted without a person, of all quotes."""

    n: int
    token_identical: int
    wrong: int
    """Not in the right place."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Of one run in one process, by its CPU time, as others may use the machine; reading the old snapshot included."""

    quotes_per_second: float
    """Cold: nothing is known of any document."""
    quotes_per_second_cached: float
    """The letters of the documents are known."""
    chars_per_second: float
    """Reading and scanning the corpus, cold."""
    times_partial_ratio_alignment: float
    """How often faster than it would be, all quotes over all documents; extrapolated from a sample."""


@dataclass(frozen=True, slots=True)
class Report:
    """All figures of one run."""

    quotes: int
    documents: int
    characters: int
    thresholds: Mapping[str, AtThreshold]
    """"0.70", "0.80", "0.90"."""
    states: Mapping[str, Mapping[str, int]]
    """Class → state → quotes."""
    meaning: Meaning | None
    accepted_unseen: Accepted
    speed: Speed
    baselines: Mapping[str, Mapping[str, Mapping[str, Tally]]]
    """Matcher → threshold → class. Both look in the document of the same id only."""
    sampled: str
    """What of it is extrapolated."""


def measure(
    tasks: Sequence[Task],
    texts: Mapping[str, str],
    meaning: Sequence[Task] = (),
    old: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Find all quotes in `texts` and compare. `meaning`: quotes with a changed meaning. `old`: where they are from."""
    quotes = [task.quote for task in tasks]
    reanchor_all(quotes[:1], dict(list(texts.items())[:1]))  # tables that are made once
    cache = LettersCache()
    cold, anchors = _timed(quotes, texts, old, cache, progress)
    warm, _ = _timed(quotes, texts, old, cache, progress)
    reading = _reading(quotes, texts)
    accepted = [(task, anchor) for task, anchor in zip(tasks, anchors, strict=True) if anchor.accepted_unseen]
    slow = tasks[:: max(1, len(tasks) // _SLOW_QUOTES)]
    characters = sum(map(len, texts.values()))
    return Report(
        len(tasks),
        len(texts),
        characters,
        {f"{threshold:.2f}": at_threshold(tasks, anchors, threshold) for threshold in THRESHOLDS},
        _states(tasks, anchors),
        _meaning(meaning, texts, old) if meaning else None,
        Accepted(
            len(accepted),
            sum(token_identical(task.quote.quote, anchor, texts) for task, anchor in accepted),
            sum(verdict(task, as_answer(anchor), 0.0) != "right" for task, anchor in accepted),
        ),
        Speed(
            round(len(tasks) / cold, 1),
            round(len(tasks) / warm, 1),
            round(characters / reading),
            float(f"{seconds_of_alignment(tasks, texts) / cold:.4g}"),
        ),
        {
            "find": {"1.00": tallies(tasks, plain_find(tasks, texts), 0.5)},
            "partial_ratio_alignment": {
                f"{threshold:.2f}": tallies(slow, aligned(slow, texts, threshold), threshold)
                for threshold in THRESHOLDS
            },
        },
        f"partial_ratio_alignment: accuracy on every {max(1, len(tasks) // _SLOW_QUOTES)}. quote in its own document; "
        f"time on {min(_SAMPLE, len(tasks))} quotes over {min(characters, _SAMPLE_CHARS):,} characters, extrapolated",
    )


def _timed(
    quotes: Sequence[Quote],
    texts: Mapping[str, str],
    old: Mapping[str, str] | None,
    cache: LettersCache,
    progress: Progress | None,
) -> tuple[float, list[Anchor]]:
    begun = time.process_time()
    anchors = reanchor_all(quotes, texts, old, cache=cache, progress=progress)
    return time.process_time() - begun, anchors


def _reading(quotes: Sequence[Quote], texts: Mapping[str, str]) -> float:
    """CPU seconds to make the letters of all documents and look for all grams in them."""
    tables = tables_for(quotes)
    begun = time.process_time()
    Haystack(texts).read(tables)
    return time.process_time() - begun


def _states(tasks: Sequence[Task], anchors: Sequence[Anchor]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {}
    for task, anchor in zip(tasks, anchors, strict=True):
        counts.setdefault(task.kind, Counter())[anchor.state] += 1
    return {kind: {state: count[state] for state in STATES if count[state]} for kind, count in sorted(counts.items())}


def _meaning(tasks: Sequence[Task], texts: Mapping[str, str], old: Mapping[str, str] | None) -> Meaning:
    anchors = reanchor_all([task.quote for task in tasks], texts, old)
    pairs = list(zip(tasks, anchors, strict=True))
    return Meaning(
        len(tasks),
        sum(verdict(task, as_answer(anchor), THRESHOLDS[0]) == "right" for task, anchor in pairs),
        sum(anchor.accepted_unseen for _, anchor in pairs),
    )
