"""The story of one case in one run, top to bottom, as `Section`s that a screen or a shell draws.

One function a section. To change what reviewers read, change it here; how it looks is the screen's.
"""

from collections.abc import Sequence

from ragtriage.anchors.anchor import Anchor
from ragtriage.cases.model import Attribute, Case, Quote
from ragtriage.drift.words import STATE_WORDS, state_words, what_became
from ragtriage.metrics.matching import EvidenceMatch
from ragtriage.runs.model import Citation
from ragtriage.text import path_words
from ragtriage.triage.answers import Standing
from ragtriage.triage.case_report import CaseReport, Past, Strip
from ragtriage.triage.diagnosis_input import DiagnosisInput
from ragtriage.triage.model import Diagnosis, State, Suspicion, Verdict
from ragtriage.views.pass_lines import judged_lines, pass_line
from ragtriage.views.passage_story import passages
from ragtriage.views.past_lines import change_lines
from ragtriage.views.signs import SIGNS, STATE_ROLES, WORDS, pass_sign
from ragtriage.views.story import Line, Section, Span, Story
from ragtriage.views.word_diff import word_diff


def case_story(report: CaseReport) -> Story:
    """All that is known of a case, as a reviewer reads it: in a run where one speaks of it, else the label alone."""
    if report.seen is None:
        return tell_case(report.case, report.past)
    return tell(report.seen, report.diagnoses, report.strip, report.past)


def tell(seen: DiagnosisInput, diagnoses: Sequence[Diagnosis], strip: Strip, past: Past) -> Story:
    """The whole story of a case in a run."""
    first = [*_steadiness(seen, strip.repeats), *([] if diagnoses else [pass_line(seen)])]
    sections = [
        question(seen.case),
        diagnosis(diagnoses, past, first),
        *_by_what_is_asked(seen, elsewhere(strip)),
        nuggets(seen.case),
        passages(seen),
        history(past),
    ]
    return Story(seen.case.id, tuple(section for section in sections if section.lines))


def _by_what_is_asked(seen: DiagnosisInput, strip: Section) -> tuple[Section, ...]:
    """Where code finds no fault the answer is what a person judges, and stands first."""
    if seen.judgement.state in ("passed", "disputed") or seen.judgement.failed == ("answer",):
        return answer(seen), evidence(seen), strip
    return strip, evidence(seen), answer(seen)


def tell_case(case: Case, past: Past) -> Story:
    """The story of a case that no run speaks of: the label alone."""
    lines = [line for number, piece in enumerate(case.evidence, 1) for line in _quotes(number, piece.any_of)]
    sections = [
        question(case),
        Section("suspicions", "Doubts", tuple(_suspicions(past.suspicions))),
        Section("evidence", "Evidence", tuple(lines)),
        Section("reference", "Reference answer", _paragraphs(case.reference_answer)),
        nuggets(case),
        Section("notes", "Notes", _paragraphs(case.notes)),
        history(past),
    ]
    return Story(case.id, tuple(section for section in sections if section.lines))


def question(case: Case) -> Section:
    """The question as asked, and under which filters and by whom."""
    lines = [Line((Span(case.question, "strong"),))]
    facts: list[Span] = []
    if case.must_pass:
        facts.append(Span("must pass", "warn"))
    if not case.answerable:
        why = (case.unanswerable_because or "unanswerable").replace("_", " ")
        facts.append(Span(f"to be declined: {why}", "accent"))
    facts += [Span(f"{key}={_joined(value)}", "dim") for key, value in case.filters.items()]
    facts += [Span(f"user {key}={_joined(value)}", "dim") for key, value in case.user.items()]
    facts += [Span(f"#{tag}", "dim") for tag in case.tags]
    if case.status != "active":
        facts.append(Span(case.status, "warn"))
    if facts:
        lines.append(Line(_spaced(facts)))
    return Section("question", case.id, tuple(lines))


def diagnosis(diagnoses: Sequence[Diagnosis], past: Past, first: Sequence[Line] = ()) -> Section:
    """What is wrong in a sentence each, why we say so, and what to try; and what was said of it before.

    `first`: how steady it is, and what a pass rests on.
    """
    lines: list[Line] = list(first)
    for one in diagnoses:
        lines.append(Line((Span("✗ ", "bad"), Span(one.sentence, "strong")), hang=2))
        lines.append(Line((Span(one.reason),), indent=2))
        lines.append(Line((Span("try  ", "dim"), Span(one.try_)), indent=2, hang=5))
    if past.standing is not None and diagnoses:
        said = Span(f"decided {past.standing.week}, still failing  ", "accent")
        lines.append(Line((said, *_findings(past.standing)), hang=2))
    lines += _suspicions(past.suspicions)
    return Section("diagnosis", "Diagnosis", tuple(lines))


def _steadiness(seen: DiagnosisInput, repeats: Sequence[tuple[int, State]]) -> list[Line]:
    """How often it passes, where the run asked several times and did not always get the same."""
    if len({state for _, state in repeats}) < 2:
        return []
    passed = sum(state == "passed" for _, state in repeats)
    told = f"Unstable: it passes in {passed} of {len(repeats)} repeats. "
    return [Line((Span("~ ", "warn"), Span(told, "strong"), Span(f"Below is repeat {seen.output.repeat}.")), hang=2)]


def _suspicions(suspicions: Sequence[Suspicion]) -> list[Line]:
    """Reasons to doubt a label; a copied question has a section of its own."""
    return [
        Line((Span("? ", "warn"), Span(f"{_DOUBT.get(one.id, 'suspect label')}  ", "warn"), Span(one.reason)), hang=2)
        for one in suspicions
        if one.id != "copied"
    ]


_DOUBT = {"superseded": "older version", "other_version": "other version", "cut_word": "cut quote"}


def elsewhere(strip: Strip) -> Section:
    """The same case in the other configurations and in earlier runs."""
    lines: list[Line] = []
    if strip.latest:
        marks = [_mark(state, name, strip.answers.get(name, "")) for name, state in strip.latest.items()]
        lines.append(Line(_spaced(marks, 3)))
    if strip.passes_none:
        lines.append(Line((Span("no configuration passes", "warn"),)))
    if strip.earlier:
        marks = [Span(SIGNS[state][0], SIGNS[state][1]) for _, state in reversed(strip.earlier)]
        newest = f" (latest of them: {strip.earlier[0][0]})"
        lines.append(Line((Span("earlier runs  ", "dim"), *marks, Span(newest, "dim"))))
    return Section("strip", "Configurations", tuple(lines))


def _mark(state: State, name: str, answer: Standing) -> Span:
    sign, role = pass_sign(state, answer)
    words = name if state in ("passed", "failed") else f"{name} ({WORDS[state]})"
    return Span(f"{sign.strip()}\u00a0{words}", role)  # a sign at the end of a line would be a sign of nothing


def evidence(seen: DiagnosisInput) -> Section:
    """Each piece of evidence: did it arrive, how high, and the words."""
    lines: list[Line] = []
    rows = zip(
        seen.case.evidence,
        seen.scores.candidates.matches,
        seen.scores.context.matches,
        seen.scores.drifted,
        strict=True,
    )
    for number, (piece, among, sent, lost) in enumerate(rows, 1):
        lines.append(Line(_arrival(number, among, sent, lost, seen), hang=2))
        anchors = seen.anchors[number - 1] if seen.anchors else ()
        chosen = sent.alternative if among.rank is None else among.alternative
        lines += _quotes(None, piece.any_of, chosen=chosen, anchors=anchors, seen=seen)
    if seen.case.answerable and not any(piece.relevant for piece in seen.case.evidence):
        none = "all judged irrelevant" if seen.case.evidence else "none labelled"
        lines.append(Line((Span(f"{none}: its retrieval can't be scored", "warn"),)))
    return Section("evidence", "Evidence", tuple(lines))


def _arrival(
    number: int, among: EvidenceMatch, sent: EvidenceMatch, lost: bool, seen: DiagnosisInput
) -> tuple[Span, ...]:
    good = sent.rank is not None
    sign = Span("✓ ", "good") if good else Span("~ ", "warn") if lost else Span("✗ ", "bad")
    known = seen.output.candidates is not None
    rank = "candidates not given" if not known else f"rank {among.rank}" if among.rank else "not retrieved"
    place = f"place {sent.rank} in the prompt" if good else "not in the prompt"
    words = _quarantine(seen, number) if lost else f"{rank} · {place}"
    piece = seen.case.evidence[number - 1]
    if not piece.relevant:
        return Span("· ", "dim"), Span(f"{number} (judged irrelevant)  ", "strong"), Span(words, "dim")
    grade = "" if piece.required else " (background)"
    parts = [sign, Span(f"{number}{grade}  ", "strong"), Span(words, "good" if good else "warn" if lost else "bad")]
    if sent.split_within(None):
        parts.append(Span(" · in pieces", "warn"))
    parts += _how_found(sent if good else among)
    if among.rank is None and among.elsewhere:
        parts.append(Span(f" · same words under another document at rank {among.elsewhere[0]}", "warn"))
    return tuple(parts)


def _how_found(found: EvidenceMatch) -> list[Span]:
    """How it is known that evidence came, where its words do not simply stand there."""
    if found.rank is None or found.by == "text":
        return []
    if found.by == "document":
        return [Span(" · by document: the run gives no text of it", "warn")]
    return [Span(f" · by likeness: {found.likeness:.0%} of it is there letter for letter", "warn")]


def _quarantine(seen: DiagnosisInput, number: int) -> str:
    """Why a piece of evidence is in quarantine, in a few words."""
    if not seen.anchors:
        return "in quarantine"
    state = what_became(seen.case.evidence[number - 1], seen.anchors[number - 1]).state
    return "gone from the snapshot" if state == "lost" else f"{STATE_WORDS[state]} · in quarantine"


def _now(quote: Quote, anchor: Anchor, seen: DiagnosisInput) -> list[Line]:
    """What stands in the snapshot where a quote is not plainly the same: its state, and the words with a word diff."""
    if anchor.state in ("exact", "normalized", "lost") or anchor.any_place_will_do or anchor.doc_id is None:
        return []
    document = seen.document(anchor.doc_id)
    where = [Span(f" {anchor.doc_id}", "id")] if anchor.doc_id != quote.doc_id else []
    words, role = state_words(anchor), STATE_ROLES[anchor.state]
    head = (Span("now  ", "dim"), Span(words, role), *where)
    shown = (
        word_diff(quote.quote, document.text, anchor.start, anchor.end, anchor.diff, anchor.gaps) if document else ()
    )
    return [Line(head, indent=2, hang=5), *([Line(shown, indent=2, hang=1)] if anchor.diff else [])]


def _quotes(
    number: int | None,
    quotes: Sequence[Quote],
    chosen: int | None = None,
    anchors: Sequence[Anchor] = (),
    seen: DiagnosisInput | None = None,
) -> list[Line]:
    """Each quote with its document, and what became of it in the snapshot where `anchors` say that."""
    lines = []
    for index, quote in enumerate(quotes):
        head = f"{number}  " if number is not None and index == 0 else ""
        label = "any of  " if len(quotes) > 1 else ""
        found = " ✓" if len(quotes) > 1 and index == chosen else ""
        named = (Span(head, "strong"), Span(label, "dim"), Span(quote.doc_id, "id"), Span(found, "good"))
        where = _section(quote, anchors[index], seen) if anchors and seen else ()
        lines.append(Line((*named, *where), indent=2, hang=2))
        lines.append(Line((Span(f"“{quote.quote}”", "gold"),), indent=2, hang=1))
        if anchors and seen:
            lines += _now(quote, anchors[index], seen)
    return lines


def _section(quote: Quote, anchor: Anchor, seen: DiagnosisInput) -> tuple[Span, ...]:
    """What a quote stands under in its document."""
    from ragtriage.anchors.under import section_of

    document = seen.document(quote.doc_id) if anchor.doc_id == quote.doc_id else None
    path = section_of(document.title, document.text, anchor.start) if document else ()
    return (Span(f"  under: {path_words(path)}", "dim"),) if path else ()


def answer(seen: DiagnosisInput) -> Section:
    """What it answered, what it cited, and what it should have said."""
    output, lines = seen.output, judged_lines(seen)
    if output.error is not None:
        lines.append(Line((Span("error  ", "bad"), Span(output.error)), hang=2))
    if seen.scores.declined:
        lines.append(Line((Span("declined", "accent"),)))
    if output.answer:
        lines += _paragraphs(output.answer)
    elif output.error is None:
        lines.append(Line((Span("the run gave no answer", "dim"),)))
    if output.citations:
        fabricated = set(seen.scores.fabricated)
        cited = [_cited(citation, fabricated) for citation in output.citations]
        lines.append(Line((Span("cites  ", "dim"), *_spaced(cited)), hang=2))
    if seen.case.reference_answer:
        lines.append(Line((Span("reference  ", "dim"), Span(seen.case.reference_answer, "dim")), hang=2))
    return Section("answer", "Answer", tuple(lines))


def _cited(citation: Citation, fabricated: set[str]) -> Span:
    name = citation.chunk_id or citation.id or citation.doc_id
    wrong = name in fabricated
    return Span(f"✗ {name} (never retrieved)" if wrong else name, "bad" if wrong else "id")


def nuggets(case: Case) -> Section:
    """What a good answer states; marks come from graders, and there is none here."""
    lines = tuple(
        Line(
            (Span("vital  " if nugget.vital else "also   ", "accent" if nugget.vital else "dim"), Span(nugget.text)),
            hang=7,
        )
        for nugget in case.nuggets
    )
    return Section("nuggets", "Nuggets (not graded)", lines)


def history(past: Past) -> Section:
    """Earlier verdicts, and who changed the label when."""
    lines = [
        Line((Span(f"{verdict.week}  ", "dim"), *_findings(verdict), Span(f"  {verdict.reviewer}", "dim")), hang=10)
        for verdict in past.verdicts
    ]
    lines += change_lines(past.changes)
    return Section("history", "History", tuple(lines))


def _findings(verdict: Verdict) -> tuple[Span, ...]:
    """Each cause with its mode, owner and note; and until when the case sleeps."""
    spans: list[Span] = []
    for finding in verdict.findings:
        spans.append(Span(f"{'; ' if spans else ''}{finding.cause.replace('_', ' ')}", "accent"))
        spans += [Span(f" #{finding.mode}")] if finding.mode else []
        spans += [Span(f" @{finding.owner}")] if finding.owner else []
        spans += [Span(f" {finding.note}")] if finding.note else []
    if verdict.snoozed_until:
        spans.append(Span(f"{'; ' if spans else ''}snoozed until {verdict.snoozed_until}", "accent"))
    return tuple(spans)


def _paragraphs(text: str) -> tuple[Line, ...]:
    return tuple(Line((Span(part),)) for part in text.split("\n")) if text.strip() else ()


def _spaced(spans: Sequence[Span], gap: int = 2) -> tuple[Span, ...]:
    out: list[Span] = []
    for span in spans:
        out += [Span(" " * gap), span] if out else [span]
    return tuple(out)


def _joined(value: Attribute) -> str:
    return value if isinstance(value, str) else ",".join(value)
