"""Labels under suspicion: what the corpus and the other cases say against a label. Each with its reason.

A suspicion is no verdict: it says where a person should look first. `triage.suspicions` keeps them.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ragtriage.anchors.anchor import Anchor
from ragtriage.cases.cut_off import CutOff
from ragtriage.cases.model import Case, Evidence
from ragtriage.cases.rechecking import open_words
from ragtriage.corpus.copying import copied
from ragtriage.corpus.document import Document
from ragtriage.corpus.near_duplicates import near_duplicates
from ragtriage.corpus.search import Hit
from ragtriage.drift.anchoring import quarantined
from ragtriage.drift.words import what_became
from ragtriage.triage.cut_words import cut_words
from ragtriage.triage.model import Suspicion
from ragtriage.triage.version_remarks import version_remarks

RULES_VERSION = 8

COVERED_FROM = 0.8
"""Idf-weighted share of a question's content words that one passage must hold to answer an unanswerable question."""
PASSAGES_ASKED = 5
NO_EVIDENCE = "It is called answerable and no evidence is quoted."
ONLY_IRRELEVANT = "It is called answerable and all that is quoted was judged irrelevant (grade 0)."

SPEAKS_OF_CONTEXT = re.compile(
    r"\b(?:the|this|your|given|provided|supplied)\s+(?:provided |given |supplied |retrieved )?context\b"
    r"(?! (?:of|menu|switch|director)|-)"  # in the context of mail; a context menu
    r"|\bcontext (?:provided|given|does not|doesn't|only|mentions)\b"
    r"|\b(?:im|dem) (?:gegebenen |bereitgestellten )?Kontext\b",
    re.IGNORECASE,
)
"""Words by which a reference answer gives away that a model wrote it on passages that no reader sees."""


@dataclass(frozen=True, slots=True)
class LintContext:
    """What a label is held against."""

    snapshot: str
    fingerprint: str
    """Changes whenever the snapshot's content does."""
    anchors: Callable[[Case], Sequence[Sequence[Anchor]]]
    """What became of each piece of evidence in the snapshot, with one anchor for each quote that will do."""
    search: Callable[[Case, int], Sequence[Hit]]
    """Plain BM25 over the snapshot for the case's question, as its user: case, how many."""
    document: Callable[[str], Document | None] = lambda doc_id: None
    """A document of the snapshot."""
    superseded: Callable[[], Mapping[str, str]] = dict
    """Documents of the snapshot that another one of it replaces, each with that one."""


def suspicions_of(case: Case, ground: LintContext) -> list[Suspicion]:
    """What a case's own label and the snapshot say against it. Duplicates need the other cases: `duplicates`."""
    found = _lost_quotes(case, ground)
    found += cut_words(case, lambda doc_id: one.text if (one := ground.document(doc_id)) else None)
    if case.to_recheck:
        found.append(Suspicion("recheck", recheck_words(case)))
    if case.answerable and not any(piece.relevant for piece in case.evidence):
        found.append(Suspicion("no_evidence", ONLY_IRRELEVANT if case.evidence else NO_EVIDENCE))
    found += [Suspicion("cut_off", f"{CutOff(*one).words}.") for one in case.cut_off]
    if spoken := SPEAKS_OF_CONTEXT.search(case.reference_answer):
        found.append(Suspicion("speaks_of_context", context_words(spoken.group())))
    if not case.answerable:
        found += _answerable_after_all(case, ground)
    found += copied_question(case, ground.document)
    return [*found, *version_remarks(case, ground.snapshot, ground.document, ground.superseded())]


def copied_question(case: Case, document: Callable[[str], Document | None]) -> list[Suspicion]:
    """A model's question that is worded as a document is which answers it: users have not read that."""
    if case.source is None or case.source.kind != "synthetic":
        return []
    for doc_id in case.doc_ids:
        there = document(doc_id)
        if there is not None and (run := copied(case.question, there.text)):
            words = f"The synthetic question is worded as {doc_id} is: “{run}”. Any search finds it."
            return [Suspicion("copied", words)]
    return []


def _lost_quotes(case: Case, ground: LintContext) -> list[Suspicion]:
    found = []
    anchors = ground.anchors(case)
    drifted = quarantined(case.evidence, anchors)
    for number, (evidence, states, out) in enumerate(zip(case.evidence, anchors, drifted, strict=True), 1):
        if out:
            found.append(Suspicion("quote_not_in_snapshot", lost_words(number, evidence, states, ground.snapshot)))
    return found


def lost_words(number: int, evidence: Evidence, anchors: Sequence[Anchor], snapshot: str) -> str:
    """What is told of evidence `number` (from 1) that is out of the means in a snapshot."""
    what = what_became(evidence, anchors)
    where = f" {what.reason}" if what.state == "lost" else ""  # elsewhere the sentence says it already
    return f"Evidence {number} {what.says} ({snapshot}).{where}"


def recheck_words(case: Case) -> str:
    """What is told of a case whose evidence was accepted saying something else."""
    words = open_words(case)
    return f"{words[:1].upper()}{words[1:]}: change them, or say that they are still right (F3, anchors still-right)."


def context_words(spoken: str) -> str:
    """What is told of a reference answer that speaks of the context."""
    return f"The reference answer speaks of “{spoken}”: a model wrote it, on passages no reader sees."


def covered_words(best: Hit) -> str:
    """What is told of an unanswerable question that a passage covers."""
    return f"It is called unanswerable, and a passage of {best.doc_id} covers {best.coverage:.0%} of what it asks."


def _answerable_after_all(case: Case, ground: LintContext) -> list[Suspicion]:
    if case.unanswerable_because == "out_of_scope":
        return []  # it may well be answered somewhere, and still not be for this system to answer
    best = max(ground.search(case, PASSAGES_ASKED), key=lambda hit: hit.coverage, default=None)
    if best is None or best.coverage < COVERED_FROM:
        return []
    return [Suspicion("answerable_after_all", covered_words(best))]


def duplicates(cases: Iterable[Case], of: Collection[str] | None = None) -> dict[str, list[Suspicion]]:
    """Cases that ask nearly the same as another and are labelled otherwise, both of each pair, by id.

    `of`: only pairs with one of these ids.
    """
    labels = {case.id: case for case in cases if case.status != "retired"}
    found: dict[str, list[Suspicion]] = defaultdict(list)
    for one, other, _ in near_duplicates(((case.id, case.question) for case in labels.values()), of):
        if difference := labelled_otherwise(labels[one], labels[other]):
            found[one].append(Suspicion("near_duplicate", f"Asks nearly the same as {other}, and {difference}."))
            found[other].append(Suspicion("near_duplicate", f"Asks nearly the same as {one}, and {difference}."))
    return dict(found)


def labelled_otherwise(a: Case, b: Case) -> str:
    """How the labels of two questions that are nearly the same contradict each other; empty if they do not."""
    if a.filters != b.filters or a.user != b.user:
        return ""  # the same words asked about something else
    if a.answerable != b.answerable:
        return "one is answerable, the other is not"
    documents = [set(case.doc_ids) for case in (a, b)]
    if documents[0] and documents[1] and documents[0].isdisjoint(documents[1]):
        return "their evidence is in different documents"
    return ""
