"""Why does it fail? The table of "Diagnosis" in metrics.md, each row one function.

The order matters: is the evidence there, before looking at the answer. Each rule answers with the diagnoses that hold;
a case can have several. A rule that wants changing is changed here, in one place.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragtriage.cases.model import Case, Evidence
from ragtriage.corpus.document import Document, mismatched
from ragtriage.runs.model import Output
from ragtriage.scoring import Scores
from ragtriage.text import cut, one_line
from ragtriage.triage.model import Diagnosis
from ragtriage.triage.nearness import look_alikes
from ragtriage.triage.passing import Judgement

NOISE_AT_MOST = 0.25
"""A context of which at most this share holds evidence is mostly noise."""
NOISE_FROM_PASSAGES = 4
"""Of fewer passages than this, one hit is no noise."""


@dataclass(frozen=True, slots=True)
class Seen:
    """All that a rule may look at."""

    case: Case
    output: Output
    scores: Scores
    judgement: Judgement
    k: int
    depth: int
    document: Callable[[str], Document | None]
    """A document of the run's snapshot."""
    lexical_rank: Callable[[Evidence], int | None]
    """The rank at which plain BM25 over the snapshot, with the case's filters, finds a piece of evidence; None if it
    does not within `depth`."""


def diagnose(seen: Seen) -> tuple[Diagnosis, ...]:
    """The diagnoses that hold, most telling first; empty for a case that passes."""
    if seen.judgement.state == "passed":
        return ()
    if seen.output.error is not None:
        error = cut(one_line(seen.output.error), 200)
        return (
            Diagnosis(
                "error", "The system gave an error.", error, "Look at the trace; run the case again.", "accepted"
            ),
        )
    if seen.judgement.state == "unscored":
        reasons = "; ".join(f"{criterion}: {reason}" for criterion, reason in seen.judgement.unscored)
        return (
            Diagnosis(
                "unscored",
                "It can't be told whether this passes.",
                reasons,
                "Add what is missing, or switch the criterion off in pass_when.",
                "label",
            ),
        )
    return tuple(diagnosis for rule in RULES for diagnosis in rule(seen))


def drift(seen: Seen) -> list[Diagnosis]:
    """The gold quote is gone from the snapshot."""
    found = []
    for number, (evidence, lost) in enumerate(zip(seen.case.evidence, seen.scores.drifted, strict=True), 1):
        if lost:
            ids = list(dict.fromkeys(quote.doc_id for quote in evidence.any_of))
            gone = [doc_id for doc_id in ids if seen.document(doc_id) is None]
            reason = (
                f"The document is not in the snapshot: {', '.join(gone)}."
                if gone
                else f"{', '.join(ids)} is there, and no longer holds the words."
            )
            found.append(
                Diagnosis(
                    "drift",
                    f"Evidence {number} is gone from the snapshot: label drift.",
                    reason,
                    "Find the passage again and correct the quote; out of every mean until then.",
                    "label",
                )
            )
    return found


def not_retrieved(seen: Seen) -> list[Diagnosis]:
    """The evidence is not among the candidates at any depth looked at."""
    if seen.output.candidates is None or _declining(seen):
        return []
    found = []
    for number, (evidence, match) in enumerate(zip(seen.case.evidence, seen.scores.candidates.matches, strict=True), 1):
        if evidence.required and match.rank is None and not seen.scores.drifted[number - 1]:
            reason, try_ = _why_not_retrieved(seen, evidence)
            depth = min(seen.depth, len(seen.output.candidates))
            sentence = f"Evidence {number} was not retrieved within {_count(depth, 'candidate')}."
            found.append(Diagnosis("not_retrieved", sentence, reason, try_, "retrieval"))
    return found


def _why_not_retrieved(seen: Seen, evidence: Evidence) -> tuple[str, str]:
    elsewhere = _elsewhere(seen, evidence)
    if elsewhere:
        return elsewhere, "If those documents are true copies, set match.accept_duplicates; else keep one of them."
    barred: dict[str, None] = {}
    open_to = False
    for quote in evidence.any_of:
        document = seen.document(quote.doc_id)
        if document is not None:
            reasons = mismatched(document.metadata, seen.case.filters, seen.case.user)
            open_to = open_to or not reasons
            barred.update((f"{quote.doc_id} ({', '.join(reasons)})", None) for _ in reasons[:1])
    if barred and not open_to:
        return (
            f"The case's own filters keep its document out: {'; '.join(barred)}.",
            "Correct the case's filters or the document's metadata.",
        )
    rank = seen.lexical_rank(evidence)
    if rank is not None:
        return (
            f"Plain BM25 over the snapshot finds it at rank {rank}: a lexical gap.",
            "Hybrid search: add BM25 beside the retriever in use.",
        )
    return (
        f"Plain BM25 does not find it within {seen.depth} either: the question and the passage share few words.",
        "Does its chunk lose its heading? Are the domain's words known? Was the document ingested?",
    )


def _elsewhere(seen: Seen, evidence: Evidence) -> str:
    match = seen.scores.candidates.matches[seen.case.evidence.index(evidence)]
    if not match.elsewhere or seen.output.candidates is None:
        return ""
    places = [f"{seen.output.candidates[rank - 1].doc_id} at rank {rank}" for rank in match.elsewhere[:3]]
    return f"The same words came back under another document: {'; '.join(places)}."


def not_in_context(seen: Seen) -> list[Diagnosis]:
    """Retrieved, and not among the passages that the model was sent."""
    if _declining(seen):
        return []
    found = []
    matches = zip(seen.case.evidence, seen.scores.candidates.matches, seen.scores.context.matches, strict=True)
    for number, (evidence, among, sent) in enumerate(matches, 1):
        if evidence.required and among.rank is not None and sent.rank is None:
            passages = len(seen.scores.context.passages)
            cut_off = among.rank <= passages and seen.output.context is not None
            found.append(
                Diagnosis(
                    "not_in_context",
                    f"Evidence {number} came at rank {among.rank} and did not reach the prompt.",
                    "Its passage is among those sent, cut off before the quote."
                    if cut_off and not _lower_order(seen.output)
                    else f"{_count(passages, 'passage')} went into the prompt.",
                    "A larger context budget per passage." if cut_off else "A reranker, fusion, or a larger k.",
                    "ranking",
                )
            )
    return found


def _lower_order(output: Output) -> bool:
    """Whether the context is another choice than the first candidates, so that rank says nothing about it."""
    if output.candidates is None or output.context is None:
        return True
    first = [(passage.doc_id, passage.start) for passage in output.candidates[: len(output.context)]]
    return first != [(passage.doc_id, passage.start) for passage in output.context]


def split(seen: Seen) -> list[Diagnosis]:
    """The quote is in the context in pieces only."""
    return [
        Diagnosis(
            "split",
            f"Evidence {number} is in the context only in pieces.",
            f"A chunk border cuts the quote; the passage at place {match.rank} completes it.",
            "Larger chunks or overlap, parent-child chunking, neighbours kept in order.",
            "ranking",
        )
        for number, match in enumerate(seen.scores.context.matches, 1)
        if match.rank is not None and match.split
    ]


def noise(seen: Seen) -> list[Diagnosis]:
    """All evidence is there, among much else."""
    flags = seen.scores.relevant
    if _declining(seen) or not all(_required(seen, in_context=True)) or len(flags) < NOISE_FROM_PASSAGES:
        return []
    if sum(flags) > NOISE_AT_MOST * len(flags):
        return []
    near = look_alikes(seen.case, seen.scores.context.passages, flags)
    names = "; ".join(f"{miss.doc_id} at place {miss.place}" for miss in near[:3])
    return [
        Diagnosis(
            "noise",
            f"Only {sum(flags)} of the {len(flags)} passages in the prompt hold evidence.",
            f"Near misses, same words about something else: {names}."
            if names
            else "The others are about other things.",
            "A reranker with a threshold, filters, fewer passages.",
            "ranking",
        )
    ]


def over_declined(seen: Seen) -> list[Diagnosis]:
    """Refused though the evidence was there."""
    if not seen.case.answerable or not seen.scores.declined:
        return []
    there = _required(seen, in_context=True)
    if there and all(there):
        reason, try_ = "All its evidence was in the prompt.", "The prompt: when to say that it is not covered."
    elif any(there):
        reason = f"{sum(there)} of {len(there)} pieces of evidence were in the prompt."
        try_ = "First get all the evidence into the prompt."
    else:
        return []  # with nothing to go by, declining was right: the fault lies before
    return [
        Diagnosis("over_declined", "It declined to answer a question that it should answer.", reason, try_, "refusal")
    ]


def false_answer(seen: Seen) -> list[Diagnosis]:
    """Answered a question that should be declined."""
    if seen.case.answerable or seen.scores.number("refusal") != 0.0:
        return []
    because = {
        "not_permitted": ("the user may not see the answer", "The permission filter of the retriever."),
        "out_of_scope": ("it is out of scope", "An instruction on what it is for; a cut-off for relevance."),
        "not_in_corpus": ("the documents do not say it", "A cut-off for relevance; a “not covered” instruction."),
    }
    why, try_ = because.get(
        seen.case.unanswerable_because or "",
        ("the case says so", "A cut-off for relevance; a “not covered” instruction."),
    )
    return [
        Diagnosis(
            "false_answer", "It answered a question that it should decline.", f"To decline, as {why}.", try_, "refusal"
        )
    ]


def fabricated_citation(seen: Seen) -> list[Diagnosis]:
    """Cited what was never retrieved."""
    ids = seen.scores.fabricated
    if not ids:
        return []
    sources = "a source that was" if len(ids) == 1 else f"{len(ids)} sources that were"
    return [
        Diagnosis(
            "fabricated_citation",
            f"It cites {sources} never retrieved.",
            f"Not among the passages: {', '.join(ids[:5])}.",
            "Structured citations, checked in code.",
            "citation",
        )
    ]


RULES: tuple[Callable[[Seen], list[Diagnosis]], ...] = (
    drift,
    not_retrieved,
    not_in_context,
    split,
    over_declined,
    false_answer,
    fabricated_citation,
    noise,
)
"""In the order in which they are told."""


def no_configuration(configurations: Sequence[str]) -> Diagnosis:
    """No configuration passes the case: doubt the label or the documents."""
    return Diagnosis(
        "no_configuration",
        "No configuration passes this case.",
        f"All {len(configurations)} fail it: {', '.join(configurations)}.",
        "Look at the label first: is it right, and do the documents say it at all?",
        "label",
    )


def _required(seen: Seen, *, in_context: bool) -> list[bool]:
    matches = (seen.scores.context if in_context else seen.scores.candidates).matches
    return [m.rank is not None for e, m in zip(seen.case.evidence, matches, strict=True) if e.required]


def _declining(seen: Seen) -> bool:
    """A case to be declined asks nothing of retrieval."""
    return not seen.case.answerable


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
