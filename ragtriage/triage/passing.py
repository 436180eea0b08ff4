"""When does a case pass? `pass_when` in ragtriage.yaml, applied to one output's scores.

A failed criterion fails the case; one that could not be scored makes it unscored, never passed; one that nobody
switched on is not asked. Code does not see whether the answer is right: where people say that it is wrong, the
criterion `answer` fails, and where they disagree the case is disputed. That it is right overrides nothing that code
sees.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ragtriage.metrics.model import Score, Scored, Unscored
from ragtriage.triage.answers import ANSWER_CRITERIA, Standing
from ragtriage.triage.model import State

if TYPE_CHECKING:
    from ragtriage.cases.model import Case
    from ragtriage.runs.model import Output
    from ragtriage.scoring import Scores

EvidenceRule = Literal["all_in_context", "all_at_k", "off"]
RefusalRule = Literal["correct", "off"]
CitationsRule = Literal["none_fabricated", "off"]


@dataclass(frozen=True, slots=True)
class PassWhen:
    """Which criteria are asked for."""

    evidence: EvidenceRule = "all_in_context"
    refusal: RefusalRule = "correct"
    citations: CitationsRule = "none_fabricated"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of one output."""

    state: State
    failed: tuple[str, ...] = ()
    """Names of the criteria that failed; `drift` or `error` where none was asked, those of ANSWER_CRITERIA where people
    say so. A verdict holds while they stay."""
    unscored: tuple[tuple[str, str], ...] = ()
    """Criteria that could not be scored, each with its reason."""
    met: tuple[str, ...] = ()
    """Names of the criteria that were asked and are met: what a pass rests on."""
    answer: Standing = ""
    """What people say of the answer."""


def judge(case: "Case", output: "Output", scores: "Scores", pass_when: PassWhen, answer: Standing = "") -> Judgement:
    """Whether the output passes; `answer` is what people say of it.

    A case with drifted evidence is quarantined, whatever the output: neither passed nor failed, so that the cases
    outside the quarantine are the same in every run. So is one whose evidence was accepted saying something else, until
    somebody has looked at its answer and nuggets. An output that is an error is an error.
    """
    out = [name for name, is_out in (("drift", any(scores.drifted)), ("recheck", bool(case.to_recheck))) if is_out]
    if out:
        return Judgement("quarantined", tuple(out), answer=answer)
    if output.error is not None:
        return Judgement("error", ("error",), answer=answer)
    failed, unscored, met = [], [], []
    for criterion, score, passing in _asked(case, scores, pass_when):
        if isinstance(score, Unscored):
            unscored.append((criterion, score.reason))
        elif score.value != passing:
            failed.append(criterion)
        else:
            met.append(criterion)
    state = _state(failed, unscored, answer)
    failed += ANSWER_CRITERIA.get(answer, ())
    return Judgement(state, tuple(failed), tuple(unscored), tuple(met), answer)


def _state(failed: Sequence[str], unscored: Sequence[object], answer: Standing) -> State:
    if failed or answer == "wrong":
        return "failed"
    if answer == "disputed":
        return "disputed"
    return "unscored" if unscored else "passed"


def _asked(case: "Case", scores: "Scores", pass_when: PassWhen) -> list[tuple[str, Score, float]]:
    """The criteria asked of this case: name, score, and the value that passes."""
    asked: list[tuple[str, Score, float]] = []
    if case.answerable and pass_when.evidence != "off":
        name = "all_evidence_in_context" if pass_when.evidence == "all_in_context" else "all_evidence@k"
        asked.append(("evidence", scores.values[name], 1.0))
    if pass_when.refusal != "off":
        asked.append(("refusal", scores.values["refusal"], 0.0 if case.answerable else 1.0))
    if pass_when.citations != "off" and _citations_asked(case, scores):
        asked.append(("citations", scores.values["citation_fabricated"], 0.0))
    return asked


def _citations_asked(case: "Case", scores: "Scores") -> bool:
    """An answer has to cite what was retrieved; a decline need not cite, and invents nothing if it does."""
    return case.answerable or isinstance(scores.values["citation_fabricated"], Scored)
