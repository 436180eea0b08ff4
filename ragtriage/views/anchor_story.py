"""What a reviewer reads of one quote: what became of it, the difference word by word, then and now, other places."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragtriage.anchors.guard import WordChange
from ragtriage.corpus.document import Document
from ragtriage.drift.moving import ChosenPlace, same_words
from ragtriage.drift.placing import QuoteChoice
from ragtriage.drift.words import FLAG_WORDS, held_for_surroundings, is_around, state_sentence, state_words
from ragtriage.views.signs import STATE_ROLES
from ragtriage.views.story import Line, Section, Span, Story
from ragtriage.views.surroundings import InDocument, place_lines
from ragtriage.views.word_diff import word_diff

_SNIPPET = 90

Documents = Callable[[str, str], Document | None]
"""(snapshot, doc_id) → the document."""


@dataclass(frozen=True, slots=True)
class AnchorContext:
    """Where the quote is looked for, and what it is held against."""

    snapshot: str
    past: str
    question: str
    document: Documents


def tell_anchor(choice: QuoteChoice, ground: AnchorContext, decided: str = "") -> Story:
    """The story of one quote. `decided`: what was done about it, if something was."""
    sections = [
        _state(choice, decided),
        _difference(choice, ground),
        _then_and_now(choice, ground),
        _places(choice, ground),
        Section("question", "Asked", (Line((Span(ground.question, "dim"),)),)),
    ]
    return Story(choice.item.key, tuple(section for section in sections if section.lines))


def _state(choice: QuoteChoice, decided: str) -> Section:
    anchor = choice.item.anchor
    words, role = state_words(anchor), STATE_ROLES[anchor.state]
    lines = [Line((Span(f"{words}  ", role), Span(state_sentence(anchor))), hang=2)] if not choice.rejected else []
    if choice.rejected and choice.at is None:
        lines.append(Line((Span("lost  ", "bad"), Span("every place was rejected: 6 label, 7 corpus gap"))))
    elif choice.rejected:
        lines.append(
            Line((Span(f"{words}  ", role), Span(f"{len(choice.rejected)} rejected, {len(choice.left)} left")))
        )
    flags = [FLAG_WORDS[flag] for flag in anchor.flags if flag not in _TOLD_BY_REASON]
    if flags:
        lines.append(Line((Span(" · ".join(flags), "dim"),), indent=2))
    if decided:
        lines.append(Line((Span("✓ ", "good"), Span(decided)), hang=2))
    return Section("state", choice.item.key, tuple(lines))


_TOLD_BY_REASON = frozenset({"other_document", "renamed", "copies_elsewhere"})
"""Flags that the sentence beside the state says in its own words."""


def _difference(choice: QuoteChoice, ground: AnchorContext) -> Section:
    spot, item = choice.spot, choice.item
    document = ground.document(ground.snapshot, spot.doc_id) if spot else None
    if spot is None or document is None:
        return Section("difference", "Difference")
    heading = f"Difference to {spot.doc_id}" if spot.doc_id != item.quote.doc_id else "Difference"
    diff = [change for change in _diff(choice, spot, document.text) if not is_around(change)]
    if not diff and same_words(item, document.text, spot):  # at most their dress differs: nothing to tell
        return Section("difference", heading)
    shown = word_diff(item.quote.quote, document.text, spot.start, spot.end, diff, spot.gaps)
    return Section("difference", heading, (Line(shown),))


def _diff(choice: QuoteChoice, spot: ChosenPlace, text: str) -> Sequence[WordChange]:
    anchor = choice.item.anchor
    if (spot.doc_id, spot.start, spot.end) == (anchor.doc_id, anchor.start, anchor.end):
        return anchor.diff
    from ragtriage.anchors.guard import word_changes

    return word_changes(choice.item.quote.quote, text, spot.start, spot.end, spot.gaps)


def _then_and_now(choice: QuoteChoice, ground: AnchorContext) -> Section:
    """Where it stands and where it stood, each marked with what the other has not where that is why it waits."""
    now, then = _now_at(choice, ground), _then_at(choice, ground)
    marked = now is not None and then is not None and held_for_surroundings(choice.item.anchor)
    if now is not None:
        lines = place_lines(now, "now", then if marked else None)
    else:
        there = ground.document(ground.snapshot, choice.item.quote.doc_id)
        gone = "its document is there, without these words" if there else "its document is not there"
        lines = (Line((Span(gone, "warn"),)),)
    quote = choice.item.quote
    if then is not None:
        before = Section("before", f"Before, in {ground.past}", place_lines(then, "then", now if marked else None))
    else:
        words = (Line((Span(quote.doc_id, "id"),)), Line((Span(f"“{quote.quote}”", "gold"),), hang=1))
        before = Section("before", "The quote", words)
    return Section("now", f"Now, in {ground.snapshot}", lines, beside=before)


def _now_at(choice: QuoteChoice, ground: AnchorContext) -> InDocument | None:
    spot = choice.spot
    document = ground.document(ground.snapshot, spot.doc_id) if spot else None
    return InDocument(document, spot.start, spot.end) if spot and document else None


def _then_at(choice: QuoteChoice, ground: AnchorContext) -> InDocument | None:
    """The first of the places it stood at; the story of one that waits for its surroundings has only one."""
    from ragtriage.anchors.under import quote_places

    quote = choice.item.quote
    document = ground.document(ground.past, quote.doc_id) if ground.past != ground.snapshot else None
    places = quote_places(quote, document.text) if document else []
    return InDocument(document, places[0].start, places[0].end) if document and places else None


def _places(choice: QuoteChoice, ground: AnchorContext) -> Section:
    if len(choice.places) < 2 and choice.at is not None:
        return Section("places", "Places")
    lines: list[Line] = []
    stops: list[int] = []
    for at, spot in enumerate(choice.places):
        document = ground.document(ground.snapshot, spot.doc_id)
        words = " ".join(document.text[spot.start : spot.end].split()) if document else ""
        cut = words if len(words) <= _SNIPPET else words[: _SNIPPET - 1] + "…"
        here, out = at == choice.at, at in choice.rejected
        sign = Span("▸ " if here else "  ", "accent")
        said = Span("  rejected", "warn") if out else Span(f"  score {choice.scores[at]:.2f}", "dim")
        stops += [len(lines)] if here else []
        lines.append(
            Line((sign, Span(f"{at + 1}  ", "strong"), Span(spot.doc_id, "dim" if out else "id"), said), hang=5)
        )
        lines.append(Line((Span(f"“{cut}”", "dim" if out or not here else "plain"),), indent=5))
    count = f"{choice.at + 1} of {len(choice.places)}" if choice.at is not None else f"none of {len(choice.places)}"
    return Section("places", f"Places ({count}; ] and [ choose)", tuple(lines), tuple(stops))
