"""From places to a state: what a quote's best place is worth, and the sentence that tells a reviewer why.

Nothing is accepted for its score. Only the same tokens, at one place, in the quote's own document, need no person.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtriage.anchors.anchor import Anchor, AnchorState, Candidate, Flag
from ragtriage.anchors.context import Turn
from ragtriage.anchors.fit import Fit
from ragtriage.anchors.guard import WordChange, word_changes
from ragtriage.anchors.occurrences import Occurrence
from ragtriage.anchors.renamed_documents import Home
from ragtriage.anchors.sentence import sentence

LOCATED, WEAK = 0.80, 0.70
SHORT, SHORT_LOCATED = 40, 0.90
"""Below 40 characters a score says less: one in ten may differ, or the surroundings agree."""
AGREES = 0.75
"""Surroundings alike enough to speak for a place."""
NEAR = 0.03
"""A runner-up this close makes it ambiguous."""
_ALTERNATIVES = 20
_GONE: frozenset[Flag] = frozenset({"prefix_gone", "under_gone"})
"""What the case gives to tell the place does not stand there."""
_AS_QUOTED = frozenset({"exact", "normalized", "renamed", "split"})


@dataclass(frozen=True, slots=True)
class QuoteFacts:
    """What is known of a quote beside its words."""

    quote: str
    doc_id: str
    home: Home | None
    flags: frozenset[Flag] = frozenset()


@dataclass(frozen=True, slots=True)
class FittedPlace:
    """A candidate after fitting."""

    doc_id: str
    fit: Fit
    score: float
    """How sure it is: how alike its likest part is, and what else speaks for it."""


def from_occurrences(
    known: QuoteFacts, chosen: Occurrence, others: Sequence[Occurrence], text: str, surroundings: tuple[Turn, ...]
) -> Anchor:
    """The anchor of a quote whose letters stand at `chosen`; `others`: the places nothing tells from it."""
    at_home = known.home is not None and chosen.doc_id == known.home.doc_id
    renamed = at_home and known.home is not None and known.home.renamed
    if not at_home:  # in another document all is otherwise around it: only what turns it is told
        surroundings = tuple(turn for turn in surroundings if turn.turns)
    flags = _flags(known, chosen, at_home, renamed)
    diff = (*_own_changes(known, chosen, text), *(turn.change for turn in surroundings))
    if any(change.old.lower() == change.new.lower() != "" for change in diff):
        flags.add("case")
    if others:
        elsewhere = any(other.doc_id != chosen.doc_id for other in others)
        flags.add("copies_elsewhere") if elsewhere else None
        flags.discard("repeats") if elsewhere or not at_home or diff else None
        state: AnchorState = "ambiguous"
    else:
        flags.discard("repeats")
        state = _state(chosen, at_home, renamed, known.home is not None and known.home.proven, diff)
        if state in _AS_QUOTED and (surroundings or flags & _GONE):
            state = "context_changed"
    accepted = (
        state in ("exact", "normalized", "renamed")
        and chosen.fidelity in ("exact", "normalized")
        and not flags & {"edge", "not_in_old", "fewer"}
    )
    alternatives = tuple(Candidate(o.doc_id, o.start, o.end, 1.0) for o in others[:_ALTERNATIVES])
    return Anchor(
        state, chosen.doc_id, chosen.start, chosen.end, 1.0, 0.0 if others else 1.0, accepted, diff,
        tuple(sorted(flags)), alternatives, chosen.gaps, 
        _occurrence_reason(state, chosen, others, flags, diff, surroundings),
    )  # fmt: skip


def _own_changes(known: QuoteFacts, chosen: Occurrence, text: str) -> tuple[WordChange, ...]:
    """Where the words of the place are not those of the quote, dress aside."""
    if chosen.fidelity in ("exact", "normalized"):
        return ()
    return word_changes(known.quote, text, chosen.start, chosen.end, chosen.gaps)


def _flags(known: QuoteFacts, chosen: Occurrence, at_home: bool, renamed: bool) -> set[Flag]:
    flags = set(known.flags)
    if renamed or not at_home:
        flags.add("renamed" if renamed else "other_document")
    holds: tuple[tuple[Flag, bool], ...] = (
        ("furniture", bool(chosen.gaps)),
        ("edge", chosen.edge),
        ("cut_word", chosen.cut),
        ("gone_document", known.home is None or known.home.renamed),
    )
    return flags | {flag for flag, so in holds if so}


def _state(chosen: Occurrence, at_home: bool, renamed: bool, proven: bool, diff: tuple[WordChange, ...]) -> AnchorState:
    if any(set(change.kinds) - {"other surroundings"} for change in diff):
        return "meaning_changed"
    if not at_home or (renamed and not proven):
        return "moved"
    if chosen.fidelity == "folded" or chosen.edge:
        return "reworded"
    if chosen.gaps:
        return "split"
    if renamed:
        return "renamed"
    return "exact" if chosen.fidelity == "exact" else "normalized"


def _occurrence_reason(
    state: AnchorState,
    chosen: Occurrence,
    others: Sequence[Occurrence],
    flags: set[Flag],
    diff: tuple[WordChange, ...],
    surroundings: tuple[Turn, ...],
) -> str:
    if state == "ambiguous":
        return _several(len(others) + 1, flags, surroundings)
    if state == "context_changed" or (state == "meaning_changed" and len(diff) == len(surroundings)):
        words = "; ".join(turn.says for turn in surroundings[:2])
        return f"the same words, {words or _gone(flags)}"
    if state == "meaning_changed":
        return changes_line(diff)
    if state == "reworded":
        return changes_line(diff) if diff else "the same letters; marks, spaces or the edges of words differ"
    return {
        "moved": f"the same words, but in another document, `{chosen.doc_id}`: there they may mean something else",
        "split": "the same words, with the foot or head of a page between them",
        "renamed": f"the same words; the document is `{chosen.doc_id}` now",
        "exact": "the same words",
    }.get(state, "the same words in another dress")


def _several(places: int, flags: set[Flag], surroundings: tuple[Turn, ...]) -> str:
    where = "in several documents" if "copies_elsewhere" in flags else "several times in its document"
    words = f"the words stand {where} ({places} places), and nothing around them tells which is meant"
    return words + (f"; one of them is otherwise now: {surroundings[0].says}" if surroundings else "")


def _gone(flags: set[Flag]) -> str:
    if "under_gone" in flags:
        return "not under the headings that the case gives"
    return "without the prefix or suffix that the case gives"


def changes_line(diff: Sequence[WordChange]) -> str:
    """The changes in a line, those that bear meaning first."""
    ordered = sorted(diff, key=lambda change: not change.kinds)
    parts = [_one(change) for change in ordered[:3]]
    more = f" and {len(ordered) - 3} more" if len(ordered) > 3 else ""
    return "; ".join(parts) + more


def _one(change: WordChange) -> str:
    old, new = (" ".join(text.split()) for text in (change.old, change.new))
    old, new = (text if len(text) <= 60 else text[:59] + "…" for text in (old, new))
    what = f"“{old}” became “{new}”" if old and new else f"“{new}” was added" if new else f"“{old}” was dropped"
    return f"{what} ({', '.join(change.telling)})" if change.kinds else what


def from_fits(known: QuoteFacts, places: Sequence[FittedPlace], texts: Mapping[str, str], length: int) -> Anchor:
    """The anchor of a quote that stands nowhere in its own words; `places`: fitted candidates, best first."""
    flags = set(known.flags)
    if known.home is None or known.home.renamed:
        flags.add("gone_document")
    alternatives = tuple(Candidate(p.doc_id, p.fit.start, p.fit.end, p.fit.score) for p in places[:_ALTERNATIVES])
    if not places or places[0].score < WEAK:
        best = f"; the nearest words score {places[0].fit.score:.2f}" if places else ""
        return Anchor(
            "lost", None, 0, 0, places[0].fit.score if places else 0.0, 0.0, False, flags=tuple(sorted(flags)),
            alternatives=alternatives, reason=f"these words stand nowhere any more{best}",
            certainty=places[0].score if places else 0.0,
        )  # fmt: skip
    best_place, rest = places[0], places[1:]
    text = texts[best_place.doc_id]
    fit = best_place.fit
    at_home = known.home is not None and best_place.doc_id == known.home.doc_id
    flags.add("other_document") if not at_home else None
    flags.add("renamed") if at_home and known.home is not None and known.home.renamed else None
    flags.add("interposed") if fit.gaps else None
    rivals = [p for p in rest if p.doc_id == best_place.doc_id or not at_home]
    margin = max(0.0, best_place.score - rivals[0].score) if rivals else best_place.score
    diff = word_changes(known.quote, text, fit.start, fit.end, fit.gaps) + _end_of_sentence(known.quote, text, fit)
    inserted = tuple(
        WordChange("", text[slice(*gap)], ("inserted clause",), len(known.quote), len(known.quote), *gap)
        for gap in fit.gaps
    )
    diff += inserted
    state = _fitted_state(best_place, margin, length, at_home, diff)
    return Anchor(
        state, best_place.doc_id, fit.start, fit.end, fit.score, margin, False, diff, tuple(sorted(flags)),
        alternatives[1:], fit.gaps, _fitted_reason(state, best_place, margin, diff), best_place.score,
    )  # fmt: skip


_ENDS = ".!?:;。！？：；"


def _end_of_sentence(quote: str, text: str, fit: Fit) -> tuple[WordChange, ...]:
    """The words that stand before the end of its sentence now (“… unless the pier is closed”), of a quote that ended
    one: they belong to it, however many they are."""
    if quote.rstrip()[-1:] not in _ENDS or text[fit.end - 1 : fit.end] in _ENDS:
        return ()
    rest = text[fit.end : sentence(text, fit.start, fit.end)[1]]
    if not any(map(str.isalnum, rest)):
        return ()
    return (WordChange("", rest, ("inserted clause",), len(quote), len(quote), fit.end, fit.end + len(rest)),)


def _fitted_state(
    best: FittedPlace, margin: float, length: int, at_home: bool, diff: tuple[WordChange, ...]
) -> AnchorState:
    least = SHORT_LOCATED if length < SHORT and best.fit.context < AGREES else LOCATED
    if best.score < least:
        return "weak"
    if margin < NEAR and best.fit.context < AGREES:
        return "ambiguous"
    if any(change.kinds for change in diff):
        return "meaning_changed"
    return "reworded" if at_home else "moved"


def _fitted_reason(state: AnchorState, best: FittedPlace, margin: float, diff: tuple[WordChange, ...]) -> str:
    if state == "weak":
        return f"perhaps here (score {best.fit.score:.2f}): {changes_line(diff)}"
    if state == "ambiguous":
        return f"another place is as near (score {best.score:.2f} against {best.score - margin:.2f})"
    if state == "moved":
        return f"nearly the same words, in another document, `{best.doc_id}`: {changes_line(diff)}"
    return changes_line(diff) or "the words are parted differently"
