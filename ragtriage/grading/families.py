"""The metrics that a grader decides, in families that are graded together: what each needs, and what it comes to.

What code can settle, it settles before anybody is asked: runs that failed, empty answers, declines, missing passages,
short facts. Whatever cannot be scored says why.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ragtriage.cases.model import Case
from ragtriage.grading.cited import citing
from ragtriage.grading.model import Claim, Grade, Grader, MarkedClaim, MarkedNugget
from ragtriage.grading.short_facts import same_fact
from ragtriage.grading.statements import sentences_of
from ragtriage.metrics.citations import citation_precision, citation_recall
from ragtriage.metrics.generation import (
    NO_CLAIMS,
    claims_per_100_words,
    context_recall,
    contradicted_claims,
    correctness,
    faithfulness,
)
from ragtriage.metrics.model import Score, Scored, Unscored
from ragtriage.metrics.nuggets import NO_NUGGETS, NO_VITAL, all_vital, nugget_recall_all, nugget_recall_vital
from ragtriage.metrics.refusal import refusal
from ragtriage.metrics.rules import DocIdRules
from ragtriage.runs.model import Output, Passage


@dataclass(frozen=True, slots=True)
class Gradable:
    """One output with all that a grade may rest on."""

    case: Case
    output: Output
    context: tuple[Passage, ...] | None
    """As placed in the prompt, or the first k candidates; None: the run gave neither."""
    doc_ids: DocIdRules = field(default_factory=DocIdRules)

    @property
    def answer(self) -> str:
        return self.output.answer or ""

    @property
    def retrieved(self) -> tuple[Passage, ...]:
        """Every passage of it that may be cited."""
        return (*(self.context or ()), *(self.output.candidates or ()))

    @property
    def declined(self) -> bool:
        found = refusal(self.output)
        return isinstance(found, Scored) and found.value == 1.0


@dataclass(frozen=True, slots=True)
class GradedMetric:
    """A metric that a grader decides."""

    name: str
    words: str
    """What it says, in a sentence."""
    unit: Literal["share", "rank", "count"] = "share"


@dataclass(frozen=True, slots=True)
class Family:
    """Metrics that rest on the same marks."""

    name: str
    metrics: tuple[GradedMetric, ...]
    grade: Callable[[Gradable, Grader], Grade]
    version: int = 1
    """Raised whenever the same marks can give another value."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(metric.name for metric in self.metrics)


def grade(family: Family, one: Gradable, grader: Grader) -> Grade:
    """What a family says of an output: every one of its metrics, scored or with the reason why not."""
    if (reason := _no_answer(one.output)) is not None:
        return _unscored(family, reason)
    return family.grade(one, grader)


def _no_answer(output: Output) -> str | None:
    if output.error:
        return "the run failed on this case"
    if output.answer is None:
        return "the run gave no answer"
    return None if output.answer.strip() else "the answer is empty"


def _unscored(family: Family, reason: str) -> Grade:
    return Grade(dict.fromkeys(family.names, Unscored(reason)))


_DECLINES = "the answer declines"
_NO_PASSAGES = "the run gave no passages"
_NO_REFERENCE = "the case has no reference answer"


def _context_texts(one: Gradable) -> list[str] | str:
    """The texts of the context, or why there is none to hold anything against."""
    if one.context is None:
        return _NO_PASSAGES
    if textless := sum(passage.textless for passage in one.context):
        return f"{textless} of {len(one.context)} passages give no text"
    return [passage.text for passage in one.context]


def _marked(claims: Sequence[Claim], texts: Sequence[str], grader: Grader) -> tuple[MarkedClaim, ...]:
    found = grader.judge(claims, texts)
    return tuple(MarkedClaim(claim, finding) for claim, finding in zip(claims, found, strict=True))


def _of_faithfulness(one: Gradable, grader: Grader) -> Grade:
    texts = _context_texts(one)
    if isinstance(texts, str) or one.declined:
        return _unscored(FAITHFULNESS, texts if isinstance(texts, str) else _DECLINES)
    claims = grader.claims(one.answer, one.case.question)
    marked = _marked(claims, texts, grader)
    marks = [each.finding.mark for each in marked]
    stated = {claim.span for claim in claims}
    return Grade(
        {
            "faithfulness": faithfulness(marks),
            "contradicted_claims": contradicted_claims(marks),
            "claims_per_100_words": claims_per_100_words(len(claims), len(one.answer.split())) if claims else NO_CLAIMS,
        },
        claims=marked,
        silent=tuple(span for span in sentences_of(one.answer) if span not in stated),
    )


def _of_nuggets(one: Gradable, grader: Grader) -> Grade:
    nuggets = one.case.nuggets
    if not nuggets:
        return Grade({name: NO_NUGGETS if name == "nugget_recall_all" else NO_VITAL for name in NUGGETS.names})
    found = grader.nuggets([nugget.text for nugget in nuggets], one.answer)
    marked = tuple(
        MarkedNugget(nugget.text, nugget.vital, "NO" if one.declined else mark, finding)
        for nugget, (mark, finding) in zip(nuggets, found, strict=True)
    )
    vital, marks = [each.vital for each in marked], [each.mark for each in marked]
    return Grade(
        {
            "nugget_recall_vital": nugget_recall_vital(vital, marks),
            "nugget_recall_all": nugget_recall_all(vital, marks),
            "all_vital": all_vital(vital, marks),
        },
        nuggets=marked,
    )


def _of_correctness(one: Gradable, grader: Grader) -> Grade:
    reference = one.case.reference_answer
    if not one.case.answerable or not reference.strip():
        return _unscored(CORRECTNESS, _NO_REFERENCE if one.case.answerable else "the case is to be declined")
    if one.declined:
        return Grade(dict.fromkeys(CORRECTNESS.names, Scored(0.0, _DECLINES)))
    if (fact := same_fact(reference, one.answer)) is not None:
        return Grade(dict.fromkeys(CORRECTNESS.names, fact))
    stated = _marked(grader.claims(one.answer, one.case.question), [reference], grader)
    wanted = _marked(grader.claims(reference, one.case.question), [one.answer], grader)
    marks = [each.finding.mark for each in stated]
    both = marks.count("supported")
    found = correctness(
        both,
        len(marks) - both - marks.count("undecided"),
        sum(each.finding.mark in ("not_found", "contradicted") for each in wanted),
    )
    values: dict[str, Score] = {
        "correctness": found.f1,
        "correctness_precision": found.precision,
        "correctness_recall": found.recall,
    }
    return Grade(values, claims=stated, reference=wanted)


def _of_citations(one: Gradable, grader: Grader) -> Grade:
    if one.output.citations is None:
        return _unscored(CITATIONS, "the run gave no citations")
    if one.context is None and one.output.candidates is None:
        return _unscored(CITATIONS, _NO_PASSAGES)
    if one.declined:
        return _unscored(CITATIONS, _DECLINES)
    claims = grader.claims(one.answer, one.case.question)
    found = citing(one.answer, claims, one.output.citations, one.retrieved, one.doc_ids, grader)
    recall = citation_recall(found.sentences) if found.located else Unscored(_UNMARKED)
    return Grade({"citation_precision": citation_precision(found.sentences), "citation_recall": recall})


_UNMARKED = "the answer does not say which sentence cites what"


def _of_context_recall(one: Gradable, grader: Grader) -> Grade:
    texts = _context_texts(one)
    if not one.case.reference_answer.strip():
        return _unscored(CONTEXT_RECALL, _NO_REFERENCE)
    if isinstance(texts, str):
        return _unscored(CONTEXT_RECALL, texts)
    marked = _marked(grader.claims(one.case.reference_answer, one.case.question), texts, grader)
    return Grade({"context_recall": context_recall([each.finding.mark for each in marked])}, claims=marked)


FAITHFULNESS = Family(
    "faithfulness",
    (
        GradedMetric("faithfulness", "the share of the answer's claims that its context supports"),
        GradedMetric("contradicted_claims", "how many of its claims the context contradicts", "count"),
        GradedMetric("claims_per_100_words", "how finely the answer was cut into claims", "count"),
    ),
    _of_faithfulness,
)
NUGGETS = Family(
    "nuggets",
    (
        GradedMetric("nugget_recall_vital", "the share of the vital nuggets that the answer states; half for a part"),
        GradedMetric("nugget_recall_all", "the share of all nuggets that the answer states; half for a part"),
        GradedMetric("all_vital", "1 when the answer states every vital nugget"),
    ),
    _of_nuggets,
)
CORRECTNESS = Family(
    "correctness",
    (
        GradedMetric("correctness", "F1 of the claims of answer and reference; short facts by code"),
        GradedMetric("correctness_precision", "the share of the answer's claims that the reference supports"),
        GradedMetric("correctness_recall", "the share of the reference's claims that the answer states"),
    ),
    _of_correctness,
)
CITATIONS = Family(
    "citations",
    (
        GradedMetric("citation_precision", "the share of citations whose passage supports what cites it"),
        GradedMetric("citation_recall", "the share of claiming sentences that cite a retrieved passage"),
    ),
    _of_citations,
)
CONTEXT_RECALL = Family(
    "context_recall",
    (GradedMetric("context_recall", "the share of the reference's claims that the context supports"),),
    _of_context_recall,
)
FAMILIES: Mapping[str, Family] = {
    family.name: family for family in (FAITHFULNESS, NUGGETS, CORRECTNESS, CITATIONS, CONTEXT_RECALL)
}
"""By name, in the order in which they are shown."""
