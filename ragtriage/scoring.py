"""Every metric that code can decide, over one output. Pure: keeping what came of it is `triage.judging`'s business."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ragtriage.cases.model import Case, Quote
from ragtriage.metrics.citations import fabricated
from ragtriage.metrics.matching import NOWHERE_ELSE, Document, Located, Ranked, match_all
from ragtriage.metrics.model import Score, Scored
from ragtriage.metrics.registry import METRICS, JudgedOutput
from ragtriage.metrics.rules import ScoreSettings
from ragtriage.runs.model import Output, Passage


@dataclass(frozen=True, slots=True)
class Scores:
    """What code can say about one output, and what it rests on."""

    values: dict[str, Score]
    """By metric name."""
    candidates: Ranked
    """The candidates down to `depth`, with each piece of the case's evidence; no passages when the run gave none."""
    context: Ranked
    """The passages of the context: as given, or the first k candidates; no passages when the run gave neither."""
    drifted: tuple[bool, ...]
    """Whether each piece of evidence is in quarantine in the run's snapshot: gone, or to be looked at."""
    fabricated: tuple[str, ...]
    """Cited ids that were never retrieved; none where the run gave no passages at all."""

    def number(self, name: str) -> float | None:
        """The value of a metric; None when it is unscored."""
        score = self.values[name]
        return score.value if isinstance(score, Scored) else None

    @property
    def declined(self) -> bool:
        """Whether the answer is known to be a refusal."""
        return self.number("refusal") == 1.0

    @property
    def relevant(self) -> list[bool]:
        """For each passage of the context, whether it holds evidence."""
        return self.context.relevant()


def candidates_and_context(
    output: Output, k: int, depth: int
) -> tuple[tuple[Passage, ...] | None, tuple[Passage, ...] | None]:
    """The candidates down to `depth`, and the context: as given, or the first `k` candidates; None for what lacks."""
    candidates = None if output.candidates is None else output.candidates[:depth]
    context = output.context
    if context is None and candidates is not None:
        context = candidates[:k]
    return candidates, context


def score_output(
    case: Case,
    output: Output,
    settings: ScoreSettings,
    document: Document,
    drifted: Sequence[bool] = (),
    located: Mapping[Quote, Located] = NOWHERE_ELSE,
    holds: Callable[[str], bool] | None = None,
) -> Scores:
    """Score one output against its case; `document` reads the run's snapshot.

    `drifted`: whether each piece of evidence is in quarantine there, as `triage.anchoring` says; empty: none is.
    `located`: where quotes stand that are not in quarantine and yet not plainly in their document. `holds`: whether the
    snapshot has a document, where that is known without reading it.
    """
    candidates, context = candidates_and_context(output, settings.k, settings.depth)

    def there(doc_id: str) -> bool:
        return document(doc_id) is not None if holds is None else holds(doc_id)

    def ranked(passages: tuple[Passage, ...] | None) -> Ranked:
        passages = passages or ()
        matches = match_all(case.evidence, passages, settings.match, settings.doc_ids, document, located)
        unknown = (
            rank
            for rank, passage in enumerate(passages, start=1)
            if passage.textless and not there(settings.doc_ids.apply(passage.doc_id))
        )
        return Ranked(passages, matches, tuple(unknown))

    among, sent = ranked(candidates), ranked(context)
    judged = JudgedOutput(
        output=output,
        candidates=None if candidates is None else among,
        context=None if context is None else sent,
        k=settings.k,
        doc_ids=settings.doc_ids,
    )
    cited = output.citations if output.candidates is not None or output.context is not None else None
    retrieved = (*(output.candidates or ()), *(output.context or ()))
    return Scores(
        values={metric.name: metric.compute(judged) for metric in METRICS},
        candidates=among,
        context=sent,
        drifted=tuple(drifted) or (False,) * len(case.evidence),
        fabricated=tuple(fabricated(cited or (), retrieved, settings.doc_ids)),
    )
