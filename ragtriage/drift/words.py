"""What became of a quote, in the words that stories, lists, lint and commands use alike."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragtriage.anchors.anchor import Anchor, AnchorState, Flag
from ragtriage.anchors.guard import WordChange
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

TURNED = "context turns it"
"""The state in words of the same words where what stands around them turns what they say."""
STATES_TOLD: dict[str, str] = {
    "meaning changed": "words differ that bear meaning, such as a number or “not”; out of the means until accepted",
    TURNED: "the same words, and what stands around them turns them: “no longer true that”, struck through",
    "context changed": "the same words under another heading, in another row, beside other sentences; it still counts",
    "moved": "the same words in another document: there they may be about something else",
    "reworded": "other words, none of which bears meaning; it still counts",
    "split": "the same words, with the foot and head of a page between them",
    "ambiguous": "the words stand in several places, and nothing tells which is meant: ] and [ choose",
    "weak": "perhaps rewritten: the nearest words are shown",
    "lost": "the words stand nowhere any more",
    "renamed": "the same words; the document is called otherwise, and A writes its new id",
    "exact, normalized": "nothing to do: the same words, at most with other quotes, dashes or line breaks",
}
"""Each state in a sentence: what `?` says of it."""

_AROUND = frozenset({"changed surroundings", "other surroundings"})
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
class EvidenceOutcome:
    """What became of a piece of evidence, in sentences. Holds text from outside."""

    state: AnchorState
    says: str
    """What follows "Evidence 1", without a full stop."""
    reason: str
    try_: str


_OUT = "until then the case is out of every mean."
_LOOK_STILL = "Look at it under Anchors (F3): a accepts it where it is, and writes what it stands under."
_LOOK = f"Look at it under Anchors (F3): accept what stands there, or choose another place; {_OUT}"


def what_became(evidence: Evidence, anchors: Sequence[Anchor]) -> EvidenceOutcome:
    """Of its quotes the one that came off best speaks for all; of lost ones, all of them."""
    quote, anchor = max(zip(evidence.any_of, anchors, strict=True), key=lambda pair: ORDER[pair[1].state])
    if all(one.state == "lost" for one in anchors):
        return EvidenceOutcome("lost", says(quote, anchor), _why_lost(evidence.any_of, anchors), _FIND.format(out=_OUT))
    if anchor.state == "lost":  # `lost` sorts above a changed meaning, yet says less
        return what_became(*_without_lost(evidence, anchors))
    if anchor.state == "meaning_changed":  # the sentence says already what the anchor's reason says
        kinds = dict.fromkeys(kind for change in anchor.diff for kind in change.telling)
        return EvidenceOutcome(
            anchor.state, says(quote, anchor), f"What differs bears meaning: {', '.join(kinds)}.", _LOOK
        )
    if anchor.state == "context_changed":
        return EvidenceOutcome(anchor.state, says(quote, anchor), "It still counts.", _LOOK_STILL)
    return EvidenceOutcome(anchor.state, says(quote, anchor), f"{anchor.reason[:1].upper()}{anchor.reason[1:]}.", _LOOK)


_FIND = "Find the passage again and correct the quote; {out}"


def _without_lost(evidence: Evidence, anchors: Sequence[Anchor]) -> tuple[Evidence, list[Anchor]]:
    pairs = [pair for pair in zip(evidence.any_of, anchors, strict=True) if pair[1].state != "lost"]
    return Evidence(tuple(quote for quote, _ in pairs)), [anchor for _, anchor in pairs]


def is_around(change: WordChange) -> bool:
    """Whether it is a change of what stands around the quote, not of its own words."""
    return bool(_AROUND & set(change.kinds))


def own_changes(anchor: Anchor) -> tuple[WordChange, ...]:
    """Where the quote's own words are others; what differs around them aside."""
    return tuple(change for change in anchor.diff if not is_around(change))


def held_for_surroundings(anchor: Anchor) -> bool:
    """Whether its own words are the same, and what stands around them waits for a person."""
    around = anchor.state == "context_changed" or (anchor.state == "meaning_changed" and bool(anchor.diff))
    return around and not own_changes(anchor)


def state_words(anchor: Anchor) -> str:
    """What became of it in two words or three."""
    turned = anchor.state == "meaning_changed" and held_for_surroundings(anchor)
    return TURNED if turned else STATE_WORDS[anchor.state]


def held_for(anchor: Anchor) -> str:
    """The class of what holds a quote: its state, and of a changed meaning what differs that can turn it most."""
    kinds = [kind for change in own_changes(anchor) for kind in change.telling[:1]]
    words = state_words(anchor)
    return f"{words}: {kinds[0]}" if anchor.state == "meaning_changed" and kinds else words


def states_explained(first: Anchor | None = None) -> list[str]:
    """Each state with what it means, that of the anchor given `first`."""
    words = state_words(first) if first is not None else ""
    here = [name for name in STATES_TOLD if words and words in name.split(", ")]
    return [f"{name}: {STATES_TOLD[name]}" for name in dict.fromkeys((*here, *STATES_TOLD))]


def state_sentence(anchor: Anchor) -> str:
    """The sentence beside a state where what differs in its own words is shown word by word."""
    own = own_changes(anchor)
    if not own or anchor.state in ("lost", "ambiguous"):
        return anchor.reason
    if anchor.state == "weak":
        return f"perhaps here: the words are {anchor.score:.0%} alike"
    if anchor.state == "moved":
        return f"nearly the same words, in another document, {one_line(anchor.doc_id or '')}"
    kinds = dict.fromkeys(kind for change in own for kind in change.telling)
    return f"what differs bears meaning: {', '.join(kinds)}" if kinds else "other words, none of which bears meaning"


def in_a_line(quote: Quote, anchor: Anchor) -> str:
    """What differs, for a list: that of its own words; else what stands otherwise around them."""
    if held_for_surroundings(anchor):
        return anchor.reason.removeprefix("the same words, ")
    if anchor.state == "ambiguous":
        return f"{len(anchor.alternatives) + 1} places"
    if anchor.state in ("moved", "renamed"):
        return f"now in {one_line(anchor.doc_id or '')}"
    return diff_in_words(anchor.diff, quote.quote, 1)


_SAYS: dict[AnchorState, str] = {
    "lost": "is gone from the snapshot",
    "ambiguous": "stands in several places, and nothing tells which is meant",
    "weak": "was rewritten, if it is there at all",
    "split": "is there, with the foot or head of a page in it",
}


def says(quote: Quote, anchor: Anchor) -> str:
    """What follows the name of a quote."""
    match anchor.state:
        case "meaning_changed" if held_for_surroundings(anchor):
            return f"may say something else now: {anchor.reason}"
        case "meaning_changed":
            return f"says something else now: {diff_in_words(anchor.diff, quote.quote)}"
        case "moved":
            return f"stands in another document now: {anchor.doc_id}"
        case "reworded":
            changed = diff_in_words(anchor.diff, quote.quote)
            return f"is worded otherwise now: {changed}" if changed else "is written otherwise now"
        case "context_changed":
            return f"is there: {anchor.reason}"
        case "renamed":
            return f"is there, in a document that is called {anchor.doc_id} now"
        case _:
            return _SAYS.get(anchor.state, "is there")


def _why_lost(quotes: Sequence[Quote], anchors: Sequence[Anchor]) -> str:
    gone = dict.fromkeys(q.doc_id for q, a in zip(quotes, anchors, strict=True) if "gone_document" in a.flags)
    changed = dict.fromkeys(q.doc_id for q in quotes if q.doc_id not in gone)
    reasons = [f"Not in the snapshot: {', '.join(gone)}."] if gone else []
    reasons += [f"No longer in the text of {', '.join(changed)}."] if changed else []
    return " ".join(reasons)


def change_in_words(change: WordChange, quote: str) -> str:
    """`14 days → 30 days`; a number takes the word behind it along."""
    old, new = (" ".join(part.split()) for part in (change.old, change.new))
    if old[-1:].isdigit() and new[-1:].isdigit() and (word := _NEXT_WORD.match(quote, change.old_end)):
        noun = " ".join(word.group().split())
        old, new = f"{old} {noun}", f"{new} {noun}"
    old, new = (cut(one_line(part), _LONG) for part in (old, new))
    if old and new:
        return f"{old} → {new}"
    return f"“{new}” was added" if new else f"“{old}” was dropped"


def diff_in_words(diff: Sequence[WordChange], quote: str, most: int = 3) -> str:
    """The changes in a line, those that bear meaning first."""
    ordered = sorted(diff, key=lambda change: not change.kinds)
    more = f" and {len(ordered) - most} more" if len(ordered) > most else ""
    return "; ".join(change_in_words(change, quote) for change in ordered[:most]) + more
