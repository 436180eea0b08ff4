"""Why does it fail? The table of "Diagnosis" in metrics.md, each row one function.

The order matters: is the evidence there, before looking at the answer. Each rule answers with the diagnoses that hold;
a case can have several. A rule that wants changing is changed here, in one place.
"""

from collections.abc import Callable, Sequence

from ragtriage.cases.differences import between
from ragtriage.cases.rechecking import open_words
from ragtriage.corpus.document import mismatched
from ragtriage.drift.words import what_became
from ragtriage.text import cut, one_line
from ragtriage.triage.answers import notes, who_says
from ragtriage.triage.arrival import not_in_context, not_retrieved, split
from ragtriage.triage.diagnosis_input import DiagnosisInput, Holds, finding, joined_with_and, required_pieces
from ragtriage.triage.model import Diagnosis
from ragtriage.triage.nearness import look_alikes

NOISE_AT_MOST = 0.25
"""A context of which at most this share holds evidence is mostly noise."""
NOISE_FROM_PASSAGES = 4
"""Of fewer passages than this, one hit is no noise."""


def diagnose(seen: DiagnosisInput) -> tuple[Diagnosis, ...]:
    """The diagnoses that hold, most telling first; empty for a case that passes, never for one that fails."""
    if seen.judgement.state == "passed":
        return ()
    if seen.output.error is not None:
        return (*label_drift(seen), *recheck(seen), _error(seen.output.error))
    if seen.judgement.state == "unscored":
        return (_unscored(seen.judgement.unscored),)
    return tuple(diagnosis for rule in RULES for diagnosis in rule(seen))


def _error(error: str) -> Diagnosis:
    return Diagnosis(
        "error",
        "The system gave an error instead of an answer.",
        cut(one_line(error), 200) or "It does not say which.",
        "Look at its log or trace, and run the case again.",
        "accepted",
    )


def _unscored(unscored: Sequence[tuple[str, str]]) -> Diagnosis:
    return Diagnosis(
        "unscored",
        "It can't be told whether this passes.",
        f"{'; '.join(f'{criterion}: {reason}' for criterion, reason in unscored)}.",
        "Add what is missing to the run or the case, or switch the criterion off in pass_when.",
        "label",
    )


def label_drift(seen: DiagnosisInput) -> list[Diagnosis]:
    """The gold quote is gone from the snapshot, or must be looked at: what became of it."""
    lost: list[tuple[int, Holds]] = []
    other: list[Diagnosis] = []
    rows = zip(seen.case.evidence, seen.anchors, seen.scores.drifted, strict=False)
    for number, (evidence, anchors, out) in enumerate(rows, 1):
        if not out:
            continue
        became = what_became(evidence, anchors)
        if became.state == "lost":
            says = "{is} gone from the snapshot: label drift."
            lost.append((number, Holds(says, became.reason, became.try_, "label")))
        else:
            other.append(Diagnosis("drift", f"Evidence {number} {became.says}.", became.reason, became.try_, "label"))
    return [*finding("drift", lost), *other]


def recheck(seen: DiagnosisInput) -> list[Diagnosis]:
    """Evidence was accepted saying something else, and nobody has looked at what was written from it."""
    words = open_words(seen.case)
    if not words:
        return []
    pairs = [
        f"evidence {number} {between(quote.was, quote.quote)}"
        for number, piece in enumerate(seen.case.evidence, 1)
        for quote in piece.any_of
        if quote.recheck
    ]
    sentence = f"{words[:1].upper()}{words[1:]}."
    return [Diagnosis("recheck", sentence, f"{'; '.join(pairs)}.", RECHECK, "label")]


RECHECK = "Look at it under Anchors (F3): 0 still right, e edit; until then the case is out of every mean."


def noise(seen: DiagnosisInput) -> list[Diagnosis]:
    """Evidence is there, among much else."""
    flags = seen.scores.relevant
    there = any(piece.sent.rank is not None for piece in required_pieces(seen))
    if not there or len(flags) < NOISE_FROM_PASSAGES or sum(flags) > NOISE_AT_MOST * len(flags):
        return []
    near = look_alikes(seen.case, seen.scores.context.passages, flags)
    names = "; ".join(f"{miss.doc_id} at place {miss.place}" for miss in near[:3])
    hold = "holds" if sum(flags) == 1 else "hold"
    return [
        Diagnosis(
            "noise",
            f"Only {sum(flags)} of the {len(flags)} passages in the prompt {hold} evidence.",
            f"Near misses, with the same words about something else: {names}."
            if names
            else "The others are about other things.",
            "A reranker with a threshold, filters, fewer passages.",
            "ranking",
        )
    ]


def over_declined(seen: DiagnosisInput) -> list[Diagnosis]:
    """Refused though the evidence was there, or though nobody can say that it was not."""
    if not seen.case.answerable or not seen.scores.declined:
        return []
    pieces, passages = required_pieces(seen), len(seen.scores.context.passages)
    places = [piece.sent.rank for piece in pieces if piece.sent.rank is not None]
    if seen.output.candidates is None and seen.output.context is None:
        reason, try_ = "The run gives no passages: whether the evidence was there can't be told.", "Keep them with it."
    elif not pieces:
        reason = "The case quotes no evidence: whether it was there can't be told."
        try_ = "Quote the evidence in the case first."
    elif not places:
        return []  # with nothing to go by, declining was right: the fault lies before
    elif len(places) < len(pieces):
        reason = f"{len(places)} of {len(pieces)} pieces of evidence were in the prompt."
        try_ = "First get all the evidence into the prompt."
    else:
        where = joined_with_and([str(place) for place in sorted(set(places))])
        reason = f"All its evidence was in the prompt, at place {where} of {passages}."
        try_ = "Loosen the prompt's rule on when to say “not covered”."
        if passages >= _MANY and max(places) > passages / 2:
            try_ += " Move the evidence up: it stands past the middle."
    return [
        Diagnosis("over_declined", "It declined to answer a question that it should answer.", reason, try_, "refusal")
    ]


_MANY = 6
"""Passages in a prompt from which what stands past the middle is easily overlooked."""

_CUT_OFF = "A cut-off for relevance; an instruction to say “not covered”."


def false_answer(seen: DiagnosisInput) -> list[Diagnosis]:
    """Answered a question that should be declined."""
    if seen.case.answerable or seen.scores.number("refusal") != 0.0:
        return []
    reason, try_ = {
        "not_permitted": ("This user may not see the answer.", "The retriever's permission filter."),
        "out_of_scope": (
            "It is out of the system's scope.",
            "An instruction on what it is for; a relevance cut-off.",
        ),
        "not_in_corpus": ("The documents do not say it.", _CUT_OFF),
    }.get(seen.case.unanswerable_because or "", ("The case is labelled unanswerable, and does not say why.", _CUT_OFF))
    if seen.case.unanswerable_because == "not_permitted" and (barred := _not_for_the_user(seen)):
        reason = f"This user may not see {', '.join(barred[:3])}, and the prompt holds it."
    return [Diagnosis("false_answer", "It answered a question that it should decline.", reason, try_, "refusal")]


def _not_for_the_user(seen: DiagnosisInput) -> list[str]:
    """Documents in the prompt that the user's attributes keep out."""
    doc_ids = dict.fromkeys(passage.doc_id for passage in seen.scores.context.passages)
    documents = [document for doc_id in doc_ids if (document := seen.document(doc_id)) is not None]
    return [document.doc_id for document in documents if mismatched(document.metadata, {}, seen.case.user)]


def fabricated_citation(seen: DiagnosisInput) -> list[Diagnosis]:
    """Cited what was never retrieved."""
    ids = seen.scores.fabricated
    if not ids:
        return []
    sources = "a source that was" if len(ids) == 1 else f"{len(ids)} sources that were"
    return [
        Diagnosis(
            "fabricated_citation",
            f"It cites {sources} never retrieved.",
            f"Not among the passages: {', '.join(ids[:5])}{', …' if len(ids) > 5 else ''}.",
            "Structured citations, checked in code before they are shown.",
            "citation",
        )
    ]


def wrong_answer(seen: DiagnosisInput) -> list[Diagnosis]:
    """People read the answer, and say that it is wrong, or do not agree."""
    if seen.judgement.answer not in ("wrong", "disputed"):
        return []
    said = who_says(seen.opinions)
    noted = notes(seen.opinions)
    if seen.judgement.answer == "disputed":
        return [
            Diagnosis(
                "disputed_answer",
                f"The answer is disputed: {said}.",
                noted or "Two people who read it do not agree.",
                "Settle it: whoever changes their mind judges it again.",
                "generation",
            )
        ]
    return [
        Diagnosis(
            "wrong_answer",
            f"The answer is {said}.",
            noted or "A person read it; code does not see it.",
            "The passages that it had, the instruction to keep to them, the model.",
            "generation",
        )
    ]


RULES: tuple[Callable[[DiagnosisInput], list[Diagnosis]], ...] = (
    label_drift,
    recheck,
    not_retrieved,
    not_in_context,
    wrong_answer,
    split,
    over_declined,
    false_answer,
    fabricated_citation,
    noise,
)
"""In the order in which they are told."""


def no_configuration(configurations: Sequence[str]) -> Diagnosis:
    """No configuration passes the case: doubt the label or the documents."""
    more = f" and {len(configurations) - 6} more" if len(configurations) > 6 else ""
    return Diagnosis(
        "no_configuration",
        "No configuration passes this case.",
        f"All {len(configurations)} fail it: {', '.join(configurations[:6])}{more}.",
        "Is the label right? Do the documents say it at all? Answer with label or corpus gap where they do not.",
        "label",
    )
