"""What became of a quote, in the words that stories, lists, lint and commands use alike."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragtriage.anchors.anchor import Anchor, AnchorState, Flag
from ragtriage.anchors.guard import Change
from ragtriage.cases.model import Evidence, Quote
from ragtriage.text import cut, one_line

_NEXT_WORD = re.compile(r"\s*[^\W\d_]+")
_LONG = 60
"""Cells of one side of a change told in a sentence."""

STATE_WORDS: dict[AnchorState, str] = {
    "meaning_changed": "meaning changed",
    "lost": "lost",
    "ambiguous": "ambiguous",
    "weak": "weak",
    "moved": "moved",
    "context_changed": "context changed",
    "split": "split",
    "reworded": "reworded",
    "renamed": "renamed",
    "normalized": "normalized",
    "exact": "exact",
}
"""Each state in two words at most, those that want a person most first: the order of queues."""

ORDER: dict[AnchorState, int] = {state: place for place, state in enumerate(STATE_WORDS)}

FLAG_WORDS: dict[Flag, str] = {
    "case": "words agree only without case",
    "renamed": "its document has another id now",
    "other_document": "found outside its document",
    "repeats": "stood several times in its document before, too",
    "copies_elsewhere": "other documents hold the same words",
    "furniture": "the foot or head of a page stands inside",
    "interposed": "other lines stand inside",
    "edge": "it ends where a word or number goes on",
    "gone_document": "its document is gone, or goes by another id",
    "not_in_old": "its old document never held these words",
    "prefix_gone": "its prefix or suffix does not stand there",
    "under_gone": "it does not stand under the headings that the case gives",
    "fewer": "it stood at more places before: the one that was meant may be gone",
}


@dataclass(frozen=True, slots=True)
class Became:
    """What became of a piece of evidence, in sentences. Holds text from outside."""

    state: AnchorState
    says: str
    """What follows "Evidence 1", without a full stop."""
    reason: str
    try_: str


_OUT = "until then the case is out of every mean."
_LOOK = f"Look at it under Anchors (F3): accept what stands there, or choose another place; {_OUT}"


def what_became(evidence: Evidence, anchors: Sequence[Anchor]) -> Became:
    """Of its quotes the one that came off best speaks for all; of lost ones, all of them."""
    quote, anchor = max(zip(evidence.any_of, anchors, strict=True), key=lambda pair: ORDER[pair[1].state])
    if all(one.state == "lost" for one in anchors):
        return Became("lost", says(quote, anchor), _why_lost(evidence.any_of, anchors), _FIND.format(out=_OUT))
    if anchor.state == "lost":  # `lost` sorts above a changed meaning, yet says less
        return what_became(*_without_lost(evidence, anchors))
    if anchor.state == "meaning_changed":  # the sentence says already what the anchor's reason says
        kinds = dict.fromkeys(kind for change in anchor.diff for kind in change.telling)
        return Became(anchor.state, says(quote, anchor), f"What differs bears meaning: {', '.join(kinds)}.", _LOOK)
    return Became(anchor.state, says(quote, anchor), f"{anchor.reason[:1].upper()}{anchor.reason[1:]}.", _LOOK)


_FIND = "Find the passage again and correct the quote; {out}"


def _without_lost(evidence: Evidence, anchors: Sequence[Anchor]) -> tuple[Evidence, list[Anchor]]:
    pairs = [pair for pair in zip(evidence.any_of, anchors, strict=True) if pair[1].state != "lost"]
    return Evidence(tuple(quote for quote, _ in pairs)), [anchor for _, anchor in pairs]


def says(quote: Quote, anchor: Anchor) -> str:
    """What follows the name of a quote."""
    match anchor.state:
        case "lost":
            return "is gone from the snapshot"
        case "meaning_changed":
            return f"says something else now: {diff_in_words(anchor.diff, quote.quote)}"
        case "ambiguous":
            return "stands in several places, and nothing tells which is meant"
        case "weak":
            return "was rewritten, if it is there at all"
        case "moved":
            return f"stands in another document now: {anchor.doc_id}"
        case "reworded":
            changed = diff_in_words(anchor.diff, quote.quote)
            return f"is worded otherwise now: {changed}" if changed else "is written otherwise now"
        case "context_changed":
            return "is there, in other surroundings"
        case "split":
            return "is there, with the foot or head of a page in it"
        case "renamed":
            return f"is there, in a document that is called {anchor.doc_id} now"
        case _:
            return "is there"


def _why_lost(quotes: Sequence[Quote], anchors: Sequence[Anchor]) -> str:
    gone = dict.fromkeys(q.doc_id for q, a in zip(quotes, anchors, strict=True) if "gone_document" in a.flags)
    changed = dict.fromkeys(q.doc_id for q in quotes if q.doc_id not in gone)
    reasons = [f"Not in the snapshot: {', '.join(gone)}."] if gone else []
    reasons += [f"No longer in the text of {', '.join(changed)}."] if changed else []
    return " ".join(reasons)


def in_words(change: Change, quote: str) -> str:
    """`14 days → 30 days`; a number takes the word behind it along."""
    old, new = (" ".join(part.split()) for part in (change.old, change.new))
    if old[-1:].isdigit() and new[-1:].isdigit() and (word := _NEXT_WORD.match(quote, change.old_end)):
        noun = " ".join(word.group().split())
        old, new = f"{old} {noun}", f"{new} {noun}"
    old, new = (cut(one_line(part), _LONG) for part in (old, new))
    if old and new:
        return f"{old} → {new}"
    return f"“{new}” was added" if new else f"“{old}” was dropped"


def diff_in_words(diff: Sequence[Change], quote: str, most: int = 3) -> str:
    """The changes in a line, those that bear meaning first."""
    ordered = sorted(diff, key=lambda change: not change.kinds)
    more = f" and {len(ordered) - most} more" if len(ordered) > most else ""
    return "; ".join(in_words(change, quote) for change in ordered[:most]) + more
