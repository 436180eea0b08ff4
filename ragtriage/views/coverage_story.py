"""What stands behind a line of coverage, behind a gap, and behind two questions that are nearly the same."""

import shlex
from collections.abc import Iterator, Sequence

from ragtriage.cases.model import Case
from ragtriage.coverage.document_use import DocumentUse
from ragtriage.coverage.report import Coverage, CoverageLine, Gap
from ragtriage.coverage.twins import Twins
from ragtriage.triage.answers import passes_told
from ragtriage.triage.filters import parse_filter
from ragtriage.triage.model import QueueRow
from ragtriage.views.signs import pass_sign
from ragtriage.views.story import Line, Section, Span, Story

SHOWN = 40
"""Cases or documents that a story names; the filter has all."""
_WORST = ("failed", "error", "disputed", "unstable", "quarantined", "unscored", "passed")
"""In this order cases are named: where a kind fails is what one wants to know."""


def tell_line(coverage: Coverage, line: CoverageLine, key: str) -> Story:
    """One kind of case: what it counts, how many there are, how they fare, which they are."""
    kept = [row for row in coverage.rows if parse_filter(line.filter).keeps(row)] if line.cases else []
    facts = [f"{line.cases} case{'s' * (line.cases != 1)}"]
    if line.share is not None:
        facts.append(f"{line.share:.0%} of {coverage.table.active} active")
    if line.judged:
        facts.append(f"in {coverage.run}, of {line.judged} {passes_told(line.passed, line.judged_right)}")
    head = [Line((Span(line.about),))] if line.about else []
    head.append(Line((Span(" · ".join(facts), "strong"),)))
    if line.retrieved is not None:
        use = next(one for one in coverage.table.documents if one.doc_id == line.name)
        head += _use(use, coverage.snapshot)
    title = line.name if line.group not in ("intent", "tag", "document") else f"{line.group} {line.name}"
    sections = [Section("coverage", title, tuple(head)), *_filter(line.filter, kept), *_cases(kept)]
    return Story(key, tuple(sections))


def tell_gap(coverage: Coverage, gap: Gap, key: str) -> Story:
    """What is missing, what that means, and the cases or documents that it is about."""
    kept = [row for row in coverage.rows if parse_filter(gap.filter).keeps(row)] if gap.filter else []
    head = (Line((Span("~ ", "warn"), Span(gap.words, "strong")), hang=2), Line((Span(gap.why),), indent=2))
    sections = [Section("gap", "Gap", head), *_filter(gap.filter, kept), *_cases(kept)]
    if gap.doc_ids:
        by_id = {one.doc_id: one for one in coverage.table.documents}
        lines = [_document(by_id[doc_id]) for doc_id in gap.doc_ids[:SHOWN]]
        more = len(gap.doc_ids) - SHOWN
        lines += [Line((Span(f"and {more} more: ragtriage cases coverage --json", "dim"),))] if more > 0 else []
        sections.append(Section("documents", "Documents", tuple(lines)))
    return Story(key, tuple(sections))


def tell_twins(pair: Twins) -> Story:
    """Two cases one after the other, and how their labels differ."""
    differences = pair.differences or ("labelled alike: one of the two may be retired",)
    sign = Span("✗ ", "bad") if pair.otherwise else Span("· ", "dim")
    lines = [Line((sign if at == 0 else Span("  "), Span(words)), hang=2) for at, words in enumerate(differences)]
    alike = f"Nearly the same question ({pair.similarity:.0%} of the words)"
    sections = [Section("twins", alike, tuple(lines)), _case(pair.one), _case(pair.other)]
    return Story(pair.key, tuple(sections))


def _filter(text: str, kept: Sequence[QueueRow]) -> Iterator[Section]:
    if kept:
        yield Section("filter", "Filter", (Line((Span("/", "dim"), Span(text), Span("  enter applies it", "dim"))),))


def _cases(kept: Sequence[QueueRow]) -> Iterator[Section]:
    if not kept:
        return
    place = {state: at for at, state in enumerate(_WORST)}
    lines = [_case_line(row) for row in sorted(kept, key=lambda row: place[row.state])[:SHOWN]]
    if len(kept) > SHOWN:
        lines.append(Line((Span(f"and {len(kept) - SHOWN} more", "dim"),)))
    yield Section("cases", "Cases", tuple(lines))


def _case_line(row: QueueRow) -> Line:
    sign, role = pass_sign(row.state, row.answer)
    return Line((Span(f"{sign} ", role), Span(row.case_id, "id"), Span(f"  {row.question}")), hang=3)


def _use(use: DocumentUse, snapshot: str) -> Iterator[Line]:
    times = f"in the prompt of {use.retrieved} answer{'s' * (use.retrieved != 1)} of the latest runs"
    yield Line((Span(f"{times} · {use.letters} letters"),))
    yield Line((Span(shlex.join(["ragtriage", "snapshot", "show", snapshot, use.doc_id]), "dim"),))


def _document(use: DocumentUse) -> Line:
    told = f"  {use.retrieved}× in a prompt · {use.letters} letters"
    title = [Span(f"  {use.title}")] if use.title else []
    return Line((Span(use.doc_id, "id"), Span(told, "dim"), *title), hang=2)


def _case(case: Case) -> Section:
    """A case in short: what is asked, what answers it, what it says."""
    lines = [Line((Span(case.question, "strong"),))]
    facts: list[str] = [case.status] if case.status != "active" else []
    facts += [] if case.answerable else [f"to be declined: {(case.unanswerable_because or '').replace('_', ' ')}"]
    facts += [f"#{tag}" for tag in case.tags]
    if facts:
        lines.append(Line((Span("  ".join(facts), "accent"),)))
    for piece in case.evidence:
        for quote in piece.any_of:
            lines.append(Line((Span(quote.doc_id, "id"),), indent=2))
            lines.append(Line((Span(f"“{quote.quote}”", "gold"),), indent=2, hang=1))
    if case.reference_answer:
        lines.append(Line((Span("reference  ", "dim"), Span(case.reference_answer)), hang=2))
    return Section("case", case.id, tuple(lines))
