"""What a person reads of a complaint before deciding: whether anything covers it and who asks the same come first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtriage.corpus.search import Hit
from ragtriage.intake.complaint_outcomes import AskedCase, WayBack
from ragtriage.intake.corpus_answer import CorpusAnswer
from ragtriage.intake.grouping import ComplaintGroup
from ragtriage.intake.model import Complaint, Decision
from ragtriage.views.signs import pass_sign, pass_word
from ragtriage.views.story import Line, Role, Section, Span, Story

TOLD = 20
"""Other complaints that are told one by one; the rest are counted."""
_PASSAGES = 3
_RATED = {"down": "Rated down", "up": "Praised", "none": "Not rated"}


@dataclass(frozen=True, slots=True)
class ComplaintFacts:
    """All that is known of a complaint and of those who asked the same."""

    group: ComplaintGroup
    ground: CorpusAnswer | None = None
    """None: there is no snapshot to look in."""
    near: AskedCase | None = None
    """The nearest case, or the one that it became."""
    decision: Decision | None = None


def tell_complaint(known: ComplaintFacts) -> Story:
    """The story of a complaint, top to bottom."""
    lead = known.group.lead
    sections = (
        Section("verdict", " · ".join(filter(None, (_RATED[lead.rating], _when(lead)))), tuple(_first(known))),
        Section("question", _asked_by(known.group), (Line((Span(lead.question, "strong"),)),)),
        _text("comment", "The user said", lead.comment),
        _text("answer", "Answered", lead.answer),
        _near(known),
        _others(known.group),
        _passages(known.ground),
        _facts(lead),
    )
    return Story(lead.id, tuple(section for section in sections if section.lines))


def tell_way_back(way: WayBack, case: AskedCase, complaints: Sequence[Complaint]) -> Story:
    """A case that complaints ask: how it fares now, what was answered then and what is answered now."""
    words = {"changed": "the answer changed", "the same": "the answer is the same"}.get(way.answer_changed, "")
    told = "  ".join(filter(None, (f"in {way.run}" if way.run and way.counts else "", words)))
    sign, role = way_sign(way)
    then = next((one for one in complaints if one.answer), None)
    first = [Line((Span(f"{sign} ", role), Span(way.state), Span(f"  {told}" if told else "", "dim")))]
    sections = (
        Section("verdict", "The way back", (*first, *_strip(case))),
        Section("question", "Asked", (Line((Span(case.question, "strong"),)),)),
        _text("now", f"Answered now, {case.answered_by}" if case.answered_by else "Answered now", case.answer),
        _text("then", f"Answered then  {_when(then)}" if then else "", then.answer if then else ""),
        Section(
            "complaints",
            f"{len(way.complaints)} complaint{'s' * (len(way.complaints) != 1)}",
            tuple(line for one in complaints[:TOLD] for line in _told(one)),
        ),
    )
    return Story(way.case, tuple(section for section in sections if section.lines))


def way_sign(way: WayBack) -> tuple[str, Role]:
    """✓✓ or ✓? as people judged the answer or did not, ✗, or · for what nobody judges."""
    if not way.counts:
        return "·", "dim"
    return pass_sign("passed", way.answer_judged) if way.passes else ("✗", "bad")


def rating_sign(complaint: Complaint) -> tuple[str, Role]:
    """✗ for what was rated down."""
    if complaint.rating == "none":
        return "·", "dim"
    return ("✗", "bad") if complaint.rating == "down" else ("✓", "good")


def _first(known: ComplaintFacts) -> list[Line]:
    """What decides most complaints at once: an active case that asks the same before what the corpus says of it."""
    lines = [_decided(known.decision, len(known.group.members))] if known.decision else []
    near, same = known.near, known.group.near
    asked = [_asks_the_same(near, same.likeness)] if near and same and near.id == same.case_id else []
    found = _found(known.ground)
    if asked and near and near.status == "active":  # whoever labelled it knows better than a search that found nothing
        return [*lines, *asked, *(() if known.ground and known.ground.nothing else found)]
    return [*lines, *found, *asked]


def _asks_the_same(case: AskedCase, likeness: float) -> Line:
    words = " asks the same" if likeness >= _THE_SAME else " asks nearly the same"
    return Line((Span("= ", "accent"), Span(case.id, "id"), Span(words), *_in_short(case)), hang=2)


def _found(ground: CorpusAnswer | None) -> list[Line]:
    """The sentence that answers it most likely, in which document, and how sure that is: in words, as what is counted
    are words in common, which say nothing of an answer."""
    if ground is None:
        return [Line((Span("· ", "dim"), Span("ragtriage.yaml names no snapshot to look in")), hang=2)]
    best = next(iter(ground.suggestions), None)
    if best is None:
        return [Line((Span("✗ ", "bad"), Span("No sentence of the corpus is about it")), hang=2)]
    sign, sure = _SURE["nothing" if ground.nothing else "covered" if ground.covered else "perhaps"]
    quote = Span(f"“{' '.join(best.quote.split())}”", "dim" if ground.nothing else "gold")
    return [Line((Span(*sign), Span(sure), Span(best.doc_id, "id")), hang=2), Line((quote,), indent=2)]


_SURE: Mapping[str, tuple[tuple[str, Role], str]] = {
    "covered": (("✓ ", "good"), "Probably answered in "),
    "perhaps": (("~ ", "warn"), "Perhaps answered in "),
    "nothing": (("✗ ", "bad"), "Probably answered nowhere; the nearest is in "),
}
_THE_SAME = 0.99
"""Likeness from which two questions have all their words in common."""


def _decided(decision: Decision, members: int) -> Line:
    words = decided_words(decision)
    many = f"  {members} complaints" if members > 1 else ""
    who = f"  {decision.decided_by or 'nobody'} on {decision.decided_at[:10]}{many}"
    reason = (Span(f": {decision.reason}"),) if decision.reason else ()
    return Line((Span("● ", "accent"), Span(words, "strong"), *reason, Span(who, "dim")), hang=2)


def decided_words(decision: Decision) -> str:
    """What became of a complaint, in a few words."""
    if decision.state == "converted":
        return f"case {decision.case}"
    if decision.state == "duplicate":
        return f"duplicate of {decision.duplicate_of}"
    return f"snoozed until {decision.snoozed_until}" if decision.state == "snoozed" else decision.state


def _asked_by(group: ComplaintGroup) -> str:
    return f"Asked by {group.people} people" if group.people > 1 else "Asked"


def _when(complaint: Complaint) -> str:
    return complaint.at.replace("T", " ").removesuffix("Z")[:16]


def _text(id: str, heading: str, text: str) -> Section:
    return Section(id, heading, (Line((Span(text),)),) if text else ())


def _near(known: ComplaintFacts) -> Section:
    case = known.near
    if case is None:
        return Section("near", "Nearest case")
    heading = "The case" if known.decision and known.decision.case == case.id else "Nearest case"
    draft = f"  {case.status}" if case.status != "active" else ""
    lines = [Line((Span(case.id, "id"), Span(draft, "warn"))), Line((Span(case.question),)), *_strip(case)]
    if case.answer:
        lines.append(Line((Span(f"{case.answered_by} answers: ", "dim"), Span(case.answer))))
    return Section("near", heading, tuple(lines))


def _in_short(case: AskedCase) -> tuple[Span, ...]:
    """`  ~ passes in 2 of 3`."""
    judged = [fare.state == "passed" for fare in case.fares if fare.state is not None]
    if not judged:
        return (Span(f"  {case.status}", "dim"),) if case.status != "active" else ()
    sign: tuple[str, Role] = ("  ~ ", "warn")
    if len(set(judged)) == 1:
        sign = ("  ✓ ", "good") if judged[0] else ("  ✗ ", "bad")
    return Span(*sign), Span(f"passes in {sum(judged)} of {len(judged)}")


def _strip(case: AskedCase) -> list[Line]:
    """How it fares in each configuration, in signs and words."""
    spans: list[Span] = []
    for fare in case.fares:
        sign, role = pass_sign(fare.state, fare.answer) if fare.state else ("·", "dim")
        word = pass_word(fare.state, fare.answer) if fare.state else "not in its run"
        gap = "   " if spans else ""
        spans += [Span(gap), Span(f"{sign.strip()} ", role), Span(f"{fare.configuration} "), Span(word, role)]
    return [Line(tuple(spans))] if spans else []


def _passages(ground: CorpusAnswer | None) -> Section:
    if ground is None or not ground.passages:
        return Section("passages", "In the corpus")
    lines: list[Line] = []
    stops: list[int] = []
    for hit in ground.passages[:_PASSAGES]:
        stops.append(len(lines))
        lines += [Line((Span(hit.doc_id, "id"),)), _passage(hit, [one.quote for one in ground.suggestions])]
    return Section("passages", "In the corpus", tuple(lines), tuple(stops))


def _passage(hit: Hit, likely: Sequence[str]) -> Line:
    """The passage, the sentence in it that may be evidence marked."""
    quote = next((one for one in likely if one in hit.text), "")
    before, _, after = hit.text.partition(quote) if quote else (hit.text, "", "")
    return Line((Span(before.lstrip()), Span(quote, "gold"), Span(after.rstrip())))


def _others(group: ComplaintGroup) -> Section:
    lines = [line for one in group.others[:TOLD] for line in _told(one)]
    if len(group.others) > TOLD:
        lines.append(Line((Span(f"and {len(group.others) - TOLD} more", "dim"),)))
    return Section("others", f"{len(group.others)} more asked this", tuple(lines))


def _told(one: Complaint) -> list[Line]:
    sign, role = rating_sign(one)
    when = Span(f"  {one.id} {_when(one)}", "dim")
    lines = [Line((Span(f"{sign} ", role), Span(one.question), when), hang=2)]
    return lines + ([Line((Span(one.comment, "dim"),), indent=2)] if one.comment else [])


def _facts(one: Complaint) -> Section:
    facts = [
        ("from", " ".join(filter(None, (one.kind, one.ref, one.source)))),
        ("trace", one.link),
        ("user", _pairs(one.user)),
        ("filters", _pairs(one.filters)),
        ("tags", ", ".join(one.tags)),
    ]
    return Section(
        "facts", "Where it comes from",
        tuple(Line((Span(f"{name:<8}", "dim"), Span(text)), hang=8) for name, text in facts if text),
    )  # fmt: skip


def _pairs(values: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={value}" for key, value in values.items())
