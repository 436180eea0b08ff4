"""The metrics that code decides, declared: what each needs, the stage it measures, and its version.

In a name `@k` is the number of passages that the model is sent, `@depth` all candidates that are looked at, and
`in_context` the passages as they were placed in the prompt; whoever prints a name puts the numbers in.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from ragtriage.metrics.citations import citation_fabricated
from ragtriage.metrics.matching import Ranked
from ragtriage.metrics.model import Score
from ragtriage.metrics.refusal import refusal
from ragtriage.metrics.retrieval import (
    all_evidence,
    context_precision,
    context_precision_ranked,
    context_tokens,
    evidence_recall,
    first_gold_rank,
    hit_rate,
    mrr,
    ndcg,
    precision,
    precision_strict,
    split_evidence,
)
from ragtriage.metrics.rules import DocIdRules
from ragtriage.runs.model import Output


@dataclass(frozen=True, slots=True)
class JudgedOutput:
    """One output with its passages judged against its case's evidence: all that a metric of kind `code` may look at."""

    output: Output
    candidates: Ranked | None
    """Down to the candidate depth; None: the run gave none."""
    context: Ranked | None
    """As placed in the prompt, or the first k candidates; None: the run gave neither."""
    k: int
    """Passages sent to the model."""
    doc_ids: DocIdRules = field(default_factory=DocIdRules)


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric's declaration. `compute` is pure."""

    name: str
    stage: Literal["retrieval", "context", "answer"]
    needs: tuple[str, ...]
    """What it looks at; where the run does not give it, the metric is unscored, with the reason."""
    compute: Callable[[JudgedOutput], Score]
    words: str
    """What it says, in a sentence."""
    version: int = 1
    """Raised whenever the same input can give another value: stored scores of another version are made again."""
    kind: Literal["code", "reference", "grader"] = "code"
    unit: Literal["share", "rank", "count"] = "share"
    """What its values are: in [0, 1], from 1 on, or a number of things."""


_CANDIDATES, _CONTEXT = ("candidates",), ("context",)

METRICS: tuple[Metric, ...] = (
    Metric("evidence_recall@k", "retrieval", _CANDIDATES, lambda j: evidence_recall(j.candidates, j.k),
           "the share of the evidence that is among the first k candidates"),
    Metric("evidence_recall@depth", "retrieval", _CANDIDATES, lambda j: evidence_recall(j.candidates),
           "the share of the evidence that is among the candidates at all"),
    Metric("all_evidence@k", "retrieval", _CANDIDATES, lambda j: all_evidence(j.candidates, j.k),
           "1 when all evidence is among the first k candidates"),
    Metric("all_evidence@depth", "retrieval", _CANDIDATES, lambda j: all_evidence(j.candidates),
           "1 when all evidence is among the candidates at all"),
    Metric("hit_rate@k", "retrieval", _CANDIDATES, lambda j: hit_rate(j.candidates, j.k),
           "1 when any evidence is among the first k candidates"),
    Metric("precision@k", "retrieval", _CANDIDATES, lambda j: precision(j.candidates, j.k),
           "relevant among the first k candidates / min(k, returned)"),
    Metric("precision_strict@k", "retrieval", _CANDIDATES, lambda j: precision_strict(j.candidates, j.k),
           "relevant among the first k candidates / k, also when fewer came back"),
    Metric("mrr", "retrieval", _CANDIDATES, lambda j: mrr(j.candidates),
           "1 / rank of the first evidence, 0 when none came"),
    Metric("ndcg@k", "retrieval", _CANDIDATES, lambda j: ndcg(j.candidates, j.k),
           "how near the order of the first k candidates comes to the best order of all evidence"),
    Metric("first_gold_rank", "retrieval", _CANDIDATES, lambda j: first_gold_rank(j.candidates),
           "the rank of the first evidence", unit="rank"),
    Metric("evidence_recall_in_context", "context", _CONTEXT, lambda j: evidence_recall(j.context),
           "the share of the evidence that is in the prompt"),
    Metric("all_evidence_in_context", "context", _CONTEXT, lambda j: all_evidence(j.context),
           "1 when all evidence is in the prompt: a complete answer was possible"),
    Metric("context_precision", "context", _CONTEXT, lambda j: context_precision(j.context),
           "the share of the prompt's passages that hold evidence"),
    Metric("context_precision_ranked", "context", _CONTEXT, lambda j: context_precision_ranked(j.context),
           "the mean of precision@i over the ranks that hold evidence: rewards putting it first"),
    Metric("split_evidence", "context", _CONTEXT, lambda j: split_evidence(j.context),
           "how many pieces of evidence are in the prompt only in parts", unit="count"),
    Metric("context_tokens", "context", _CONTEXT, lambda j: context_tokens(j.context.passages if j.context else None),
           "about how many tokens the prompt's passages take", unit="count"),
    Metric("citation_fabricated", "answer", ("citations", "candidates or context"),
           lambda j: citation_fabricated(j.output, j.doc_ids), "1 when the answer cites what was never retrieved"),
    Metric("refusal", "answer", ("refused or answer",), lambda j: refusal(j.output), "1 when the answer declines",
           version=2),
)  # fmt: skip
"""In the order in which they are shown."""
