"""What a reviewer reads of one changed case: what speaks against it, before and after, its quotes where they stand, and
what the change does to the latest runs."""

from collections.abc import Iterator, Mapping, Sequence

from ragtriage.anchors.anchor import Anchor
from ragtriage.cases.comparing import CaseChange
from ragtriage.cases.differences import Difference
from ragtriage.cases.model import Case, Quote
from ragtriage.drift.words import STATE_WORDS
from ragtriage.review.branches import Shelf
from ragtriage.review.checking import Fault
from ragtriage.review.comments import printed_comment
from ragtriage.review.effect import Effect, RunEffect
from ragtriage.review.reviewing import Here, Review
from ragtriage.views import case_story as telling
from ragtriage.views.passage_lines import around, document_label
from ragtriage.views.signs import SIGNS, pass_sign
from ragtriage.views.story import Line, Section, Span, Story
from ragtriage.views.word_diff import word_diff

_AS_QUOTED = ("exact", "normalized")
_TEXTS = {"question": "question", "reference_answer": "reference answer", "intent": "intent", "notes": "notes"}
_KIND_SIGNS = {"added": Span("+ ", "good"), "removed": Span("- ", "bad")}


def tell_change(
    change: CaseChange, review: Review, shelf: Shelf | None, effects: Sequence[Effect] | None = None, key: str = ""
) -> Story:
    """The story of one change. `effects`: None while they are worked out; `key`: the story's id, else the case's."""
    sections: list[Section] = [
        _state(change, review),
        _differences(change),
        *(_quotes(change, shelf) if shelf else ()),
        _effect(change, effects),
        _whole(change),
    ]
    return Story(key or change.id, tuple(section for section in sections if section.lines))


# -- what speaks for it and against it


def _state(change: CaseChange, review: Review) -> Section:
    authors = ", ".join(one.name for one in review.authors.get(change.key, ()))
    kind = "No case any more" if change.kind == "unreadable" else change.kind.capitalize()
    heading = f"{kind}, by {authors}" if authors else kind
    lines = [*_signatures(change, review)]
    for fault in review.faults_of(change):
        lines += _fault(fault)
    label = change.new.label_hash if change.new else ""
    comments = review.of_case(change.id)
    for one in sorted(comments, key=lambda one: not one.must_change):
        sign = Span("must change  ", "bad") if one.must_change else Span("c ", "accent")
        lines.append(Line((sign, Span(f"{one.by}: ", "dim"), Span(printed_comment(one, label))), hang=2))
    return Section("state", heading, tuple(lines) or (Line((Span("· no check speaks against it", "dim"),)),))


def _signatures(change: CaseChange, review: Review) -> Iterator[Line]:
    here = review.here.get(change.key, Here(False))
    if review.is_approved(change):
        yield Line((Span("✓ ", "good"), Span(f"approved by {', '.join(here.reviewed_by)}")), hang=2)
    elif here.reviewed_by:
        yield Line((Span(f"reviewed by {', '.join(here.reviewed_by)}", "dim"),))
    if change.new is not None and not here.same and review.checked_out:
        yield Line((Span("the file here is another than was committed", "warn"),))


def _fault(fault: Fault) -> Iterator[Line]:
    sign = Span("✗ ", "bad") if fault.level == "error" else Span("~ ", "warn")
    yield Line((sign, Span(fault.title, "strong" if fault.level == "error" else "plain")), hang=2)
    if fault.next_step and fault.rule != "unreviewed":  # whoever reads this is about to
        yield Line((Span(fault.next_step, "dim"),), indent=2)


# -- before and after


def _differences(change: CaseChange) -> Section:
    stops: list[int] = []
    told = {one.words for one in change.differences}  # besides: a rename, or a side that cannot be read
    lines = [Line((Span(words),), hang=2) for words in change.lines() if words not in told]
    for one in change.differences:
        stops.append(len(lines))
        lines += _difference(one)
    return Section("differences", "Before and after", tuple(lines), tuple(stops))


def _difference(one: Difference) -> Iterator[Line]:
    if one.field in _TEXTS:
        yield Line((Span(_TEXTS[one.field], "accent"),))
        yield Line(_worded(one.before or "", one.after or ""), indent=2)
    elif one.field.endswith(".text"):
        yield Line((Span("nugget", "accent"),))
        yield Line(_worded(one.before, one.after), indent=2)
    elif one.field.endswith(".quote"):
        yield Line((Span(_piece(one.field), "accent"), Span("  "), *_document_of(one)), hang=2)
        yield Line(_worded(one.before["quote"], one.after["quote"]), indent=2)
    else:
        yield Line((_KIND_SIGNS.get(one.kind, Span("· ", "dim")), Span(one.words)), hang=2)


def _piece(field: str) -> str:
    """`evidence[1].any_of[0].quote`: evidence 2a."""
    numbers = [int(part.partition("]")[0]) for part in field.split("[")[1:]]
    letter = chr(ord("a") + numbers[1] % 26) if len(numbers) > 1 else ""
    return f"evidence {numbers[0] + 1}{letter}"


def _document_of(one: Difference) -> tuple[Span, ...]:
    old, new = one.before["doc_id"], one.after["doc_id"]
    if old == new:
        return (Span(new, "id"),)
    return (Span(f"[-{old}-]", "bad"), Span(f"{{+{new}+}}", "good"))


def _worded(old: str, new: str) -> tuple[Span, ...]:
    """Word by word, in the signs of `git diff --word-diff`."""
    from ragtriage.anchors.guard import word_changes

    if not old:
        return (Span(f"{{+{new}+}}", "good"),)
    if not new:
        return (Span(f"[-{old}-]", "bad"),)
    diff = word_changes(old, new, 0, len(new))
    if not diff:
        return (Span(new), Span("  (the same words: spaces, signs or case differ)", "dim"))
    return word_diff(old, new, 0, len(new), diff)


# -- quotes


def _quotes(change: CaseChange, shelf: Shelf) -> Iterator[Section]:
    """Each quote of the case after, then those that it no longer has."""
    old, new = (dict(_named_quotes(case)) if case else {} for case in (change.old, change.new))
    gone = {name: quote for name, quote in old.items() if quote not in new.values()}
    anchors = shelf.anchors([*new.values(), *gone.values()])
    fresh = set(new.values()) - set(old.values()) if old else set()
    yield _shown(f"Quotes in {shelf.snapshot}", new, fresh, anchors, shelf)
    yield _shown("Quotes replaced or removed", gone, set(), anchors, shelf)


def _named_quotes(case: Case) -> Iterator[tuple[str, Quote]]:
    for number, piece in enumerate(case.evidence):
        for at, quote in enumerate(piece.any_of):
            yield f"{number + 1}{chr(ord('a') + at % 26) if len(piece.any_of) > 1 else ''}", quote


def _shown(
    heading: str, quotes: Mapping[str, Quote], fresh: "set[Quote]", anchors: Mapping[Quote, Anchor], shelf: Shelf
) -> Section:
    lines: list[Line] = []
    stops: list[int] = []
    for name, quote in quotes.items():
        lines += [Line()] if lines else []
        stops.append(len(lines))
        lines += _quote(name, quote, anchors[quote], shelf, fresh=quote in fresh)
    return Section("quotes", heading, tuple(lines), tuple(stops))


def _quote(name: str, quote: Quote, anchor: Anchor, shelf: Shelf, *, fresh: bool) -> Iterator[Line]:
    grade = Span({1: "  background", 0: "  irrelevant"}.get(quote.grade, ""), "dim")
    yield Line((Span(f"evidence {name}  ", "accent"), _standing(anchor), Span("  changed" if fresh else ""), grade))
    if anchor.state not in _AS_QUOTED:
        yield Line((Span(anchor.reason),), indent=2)
    document = shelf.document(anchor.doc_id) if anchor.doc_id is not None else None
    if document is None:
        yield Line((Span(quote.doc_id, "id"),), indent=2)
        yield Line((Span(f"“{quote.quote}”", "gold"),), indent=2)
        return
    for line in (document_label(document), around(document.text, anchor.start, anchor.end)):
        yield Line(line.spans, indent=2, hang=line.hang)


def _standing(anchor: Anchor) -> Span:
    if anchor.state in _AS_QUOTED:
        return Span("✓ as quoted", "good")
    words = STATE_WORDS[anchor.state]
    return Span(f"✗ {words}", "bad") if anchor.quarantined else Span(f"~ {words}", "warn")


# -- the runs


def _effect(change: CaseChange, effects: Sequence[Effect] | None) -> Section:
    heading = "Effect on the latest runs"
    if effects is None:
        return Section("effect", heading, (Line((Span("working it out…", "dim"),)),))
    wide = max((len(one.run.config) for one in effects), default=0)
    rows = [(one.run.config, case) for one in effects for case in one.cases if case.case_id == change.id]
    return Section("effect", heading, tuple(_became(config.ljust(wide), case) for config, case in rows))


def _became(config: str, case: RunEffect) -> Line:
    sign, role = SIGNS.get(case.after, ("·", "dim"))  # type: ignore[call-overload]
    if case.after == "passed":
        sign, role = pass_sign("passed", case.answer)
    why = f"  {', '.join(case.failed)}" if case.failed else ""
    if case.before == case.after:
        told = (Span(f"{case.after}, as before", "dim"),)
    else:
        told = (Span(f"{case.before} → {case.after}", "strong" if case.flipped else "plain"),)
    return Line((Span(f"{sign} ", role), Span(f"{config}  "), *told, Span(why, "dim")), hang=2)


# -- all of it


def _whole(change: CaseChange) -> Section:
    """The label as it would be, or was: what changed is judged beside what did not."""
    case = change.new or change.old
    if case is None:
        return Section("whole", "")
    lines = [*telling.question(case).lines]
    if case.reference_answer:
        lines += [Line((Span("reference answer", "accent"),)), Line((Span(case.reference_answer),), indent=2)]
    if case.nuggets:
        lines.append(Line((Span("nuggets", "accent"),)))
        lines += [
            Line((Span("vital  " if one.vital else "also   ", "dim"), Span(one.text)), indent=2, hang=7)
            for one in case.nuggets
        ]
    if case.notes:
        lines += [Line((Span("notes", "accent"),)), Line((Span(case.notes),), indent=2)]
    return Section("whole", "The label after" if change.new else "The label before", tuple(lines))
