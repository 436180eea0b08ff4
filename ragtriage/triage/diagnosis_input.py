"""All that a diagnosis may look at, and how several pieces of evidence are told in one breath."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ragtriage.anchors.anchor import Anchor
from ragtriage.cases.model import Case, Evidence
from ragtriage.corpus.document import Document
from ragtriage.metrics.matching import EvidenceMatch
from ragtriage.runs.model import Output
from ragtriage.scoring import Scores
from ragtriage.triage.answers import Opinion
from ragtriage.triage.model import Cause, Diagnosis, DiagnosisId
from ragtriage.triage.passing import Judgement


@dataclass(frozen=True, slots=True)
class DiagnosisInput:
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
    anchors: tuple[tuple[Anchor, ...], ...] = ()
    """What became of each piece of evidence in the run's snapshot, with one for each quote that will do."""
    opinions: tuple[Opinion, ...] = ()
    """What people say of the answer."""
    knows: Callable[[str], bool] = lambda doc_id: True
    """Whether the snapshot has the document of this id of the run."""
    asked_at_k: bool = False
    """Whether `pass_when` asks for the evidence among the first k candidates, rather than in the prompt."""


@dataclass(frozen=True, slots=True)
class Holds:
    """What holds of a piece of evidence. Pieces of which the same holds are told in one breath."""

    says: str
    """What follows "Evidence 1 and 2": with `{was}` and `{is}` for the number's sake. No text from outside."""
    reason: str
    try_: str
    cause: Cause


def finding(id_: DiagnosisId, found: Iterable[tuple[int, Holds]]) -> list[Diagnosis]:
    together: dict[Holds, list[int]] = {}
    for number, holds in found:
        together.setdefault(holds, []).append(number)
    out = []
    for holds, numbers in together.items():
        several = len(numbers) > 1
        says = holds.says.replace("{was}", "were" if several else "was").replace("{is}", "are" if several else "is")
        sentence = f"Evidence {joined_with_and(list(map(str, numbers)))} {says}"
        out.append(Diagnosis(id_, sentence, holds.reason, holds.try_, holds.cause))
    return out


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of evidence and where it came."""

    number: int
    evidence: Evidence
    among: EvidenceMatch
    """Among the candidates."""
    sent: EvidenceMatch
    """In the prompt."""
    lost: bool


def required_pieces(seen: DiagnosisInput) -> list[Piece]:
    """What retrieval is asked for: nothing for a case to be declined, and no background."""
    if not seen.case.answerable:
        return []
    scores = seen.scores
    rows = zip(seen.case.evidence, scores.candidates.matches, scores.context.matches, scores.drifted, strict=True)
    return [Piece(number, *row) for number, row in enumerate(rows, 1) if row[0].required]


def joined_with_and(words: Sequence[str]) -> str:
    """ "1", "1 and 2", "1, 2 and 3"."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
