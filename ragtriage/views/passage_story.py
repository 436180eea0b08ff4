"""The passages of a story: what came back, in rank order, with the gold text in it and the near misses named."""

from collections.abc import Iterable
from dataclasses import dataclass

from ragtriage.corpus.sentences import flowing
from ragtriage.metrics.matching import EvidenceMatch
from ragtriage.runs.model import Passage
from ragtriage.text import counted
from ragtriage.triage.diagnosis_input import DiagnosisInput
from ragtriage.triage.nearness import LookAlike, look_alikes
from ragtriage.views.story import Line, Section, Span


def passages(seen: DiagnosisInput) -> Section:
    """The passages in rank order, with the gold text in them and the near misses named.

    What is in the prompt and not among the candidates (a parent of a chunk, say) follows them.
    """
    scores, sent = seen.scores, seen.scores.context.passages
    candidates = (seen.output.candidates or ())[: seen.depth]
    if not (candidates or sent):
        return Section("passages", "Passages", (Line((Span("the run gave none", "dim"),)),))
    near = {miss.place: miss for miss in look_alikes(seen.case, sent, scores.relevant)}
    places = {_place(passage): index for index, passage in reversed(list(enumerate(sent, 1)))}
    lines: list[Line] = []
    stops: list[int] = []
    gold, holding = _gold(scores.candidates.matches), _holding(scores.candidates.matches)
    for rank, passage in enumerate(candidates, 1):
        place = places.pop(_place(passage), None)
        stops.append(len(lines))
        how = _Shown(f"{rank}", place, rank in holding, rank in gold, near.get(place or 0))
        lines.append(_passage_head(passage, how, sent[place - 1] if place else None))
        if place is not None or rank in gold:
            lines.append(_words(passage, gold.get(rank, [])))
    gold, holding = _gold(scores.context.matches), _holding(scores.context.matches)
    for place in sorted(places.values()):
        stops.append(len(lines))
        how = _Shown("-" if candidates else "", place, place in holding, place in gold, near.get(place))
        lines.append(_passage_head(sent[place - 1], how, None))
        lines.append(_words(sent[place - 1], gold.get(place, [])))
    known = seen.output.context is not None
    prompt = (
        f"{len(sent)} in the prompt" if known else f"the first {len(sent)} taken for the prompt, which is not given"
    )
    heading = f"Passages ({counted(len(seen.output.candidates or ()), 'candidate')}, {prompt})"
    return Section("passages", heading, tuple(lines), tuple(stops))


def _place(passage: Passage) -> tuple[str, int | None, str]:
    # A context entry may be cut shorter than the candidate it comes from: the start tells, not the text.
    return passage.doc_id, passage.start, passage.chunk_id or passage.text[:80]


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is said of a passage before its text."""

    rank: str
    """Empty where the run gives no ranks, `-` for a passage without one."""
    place: int | None
    """1-based, in the prompt."""
    holds: bool
    """It brings evidence, or a part that completes one."""
    some: bool
    """It has words of the evidence, if only a part, or under another document."""
    near: LookAlike | None


def _passage_head(passage: Passage, how: _Shown, sent: Passage | None) -> Line:
    """`sent` is what the prompt holds of a candidate."""
    sign = Span("✓ ", "good") if how.holds else Span("~ ", "warn") if how.some else Span("· ", "dim")
    spans = [sign, *([Span(f"{how.rank}  ", "strong")] if how.rank else []), Span(passage.doc_id, "id")]
    if passage.score is not None:
        spans.append(Span(f"  {passage.score:.2f}", "dim"))
    spans.append(Span(f"  in the prompt ({how.place})" if how.place is not None else "  not in the prompt", "dim"))
    if sent is not None and len(sent.text) < len(passage.text):
        spans.append(Span(f"  cut to {len(sent.text)} of {len(passage.text)} characters", "warn"))
    if how.some and not how.holds:
        spans.append(Span("  evidence in part, or of another document", "warn"))
    elif how.near is not None:
        near = how.near
        spans.append(Span(f"  near miss: {near.shared} of {near.words} words of evidence {near.evidence}", "warn"))
    return Line(tuple(spans), hang=2)


def _holding(matches: Iterable[EvidenceMatch]) -> set[int]:
    """The ranks of passages that count as evidence."""
    return {rank for match in matches if match.grade for rank in match.holding if match.rank is not None}


def _gold(matches: Iterable[EvidenceMatch]) -> dict[int, list[tuple[int, int]]]:
    """By rank, where evidence stands in the passage."""
    gold: dict[int, list[tuple[int, int]]] = {}
    for match in matches:
        for rank, spans in match.spans.items() if match.grade else ():
            gold.setdefault(rank, []).extend(spans)
    return gold


def _words(passage: Passage, spans: Iterable[tuple[int, int]]) -> Line:
    if passage.textless:
        return Line((Span("the run gives no text of it", "dim"),), indent=3)
    return Line(_highlighted(_flowing(passage.text), spans), indent=3)


def _flowing(text: str) -> str:
    """The text with the lines joined that its source only wrapped; every character stays at its place."""
    return flowing(text) if len(text) <= _FLOWING_UP_TO else text


_FLOWING_UP_TO = 20_000
"""Characters of a passage that is read for where its lines were wrapped."""


def _highlighted(text: str, spans: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
    out, at = [], 0
    for start, end in sorted(spans):
        if end <= at:
            continue
        out += [Span(text[at : max(at, start)]), Span(text[max(at, start) : end], "gold")]
        at = end
    return tuple(span for span in [*out, Span(text[at:])] if span.text)
