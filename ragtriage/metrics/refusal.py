"""Did it decline? The structured field first, then phrases; and the two rates, which belong together.

Phrases are read conservatively. An answer counts as refusal only when it says that it does not answer and says nothing
of substance besides: an apology, an offer and a remark on what the documents cover are not substance. Half an answer
with a note on the other half is an answer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ragtriage.metrics.model import Mean, Score, Scored, Unscored, mean
from ragtriage.metrics.refusal_phrases import DECLINES_DE, DECLINES_EN, NO_SUBSTANCE_DE, NO_SUBSTANCE_EN
from ragtriage.runs.model import Output

_CLAUSE = re.compile(
    r"(?<=[.!?。！？])\s+|\n+|;\s+|[,–—-]+\s+(?=(?:but|however|although|though|yet|aber|jedoch|allerdings|doch|sondern)\b)",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"^(?:therefore|thus|hence|so|however|unfortunately|additionally|sorry|but|although|though|yet|and|also|as such|"
    r"based on (?:the )?(?:provided |given )?context(?: provided| given)?|"
    r"leider|daher|deshalb|jedoch|allerdings|doch|aber|somit|also)\b[,: ]*"
)
_MARKER = re.compile(r"\[[^\]]*\]")
_LONGEST_CLAUSE = 500
"""Characters; what is longer is taken for substance, and no pattern is tried on it."""


@dataclass(frozen=True, slots=True)
class RefusalRates:
    """The pair; one without the other rewards declining everything, or nothing."""

    false_refusal_rate: Mean
    """Of the answerable cases, the share declined."""
    false_answer_rate: Mean
    """Of the cases that should be declined, the share answered."""

    @property
    def correct_decline_rate(self) -> Mean:
        """1 - false_answer_rate, over the same cases."""
        rate = self.false_answer_rate
        return Mean(None if rate.value is None else 1.0 - rate.value, rate.n, rate.unscored)


def refusal(output: Output) -> Score:
    """1 when the answer is a refusal, else 0. The run's `refused` decides; without it, the answer's words.

    Unscored when the run failed, gave no answer, or an empty one without saying what that means.
    """
    if output.error:
        return Unscored("the run failed on this case")
    if output.refused is not None:
        return Scored(float(output.refused), "the run says so")
    if output.answer is None:
        return Unscored("the run gave no answer")
    if not output.answer.strip():
        return Unscored("the answer is empty, and the run does not say whether that is a refusal")
    words = declining_words(output.answer)
    return Scored(1.0, f"“{words}”") if words else Scored(0.0, "no words that decline all of it, in English or German")


def declining_words(answer: str) -> str | None:
    """The sentence by which the whole answer declines; None when it answers, if only in part. English and German."""
    declining: str | None = None
    for clause in filter(None, (part.strip(" \t*_>#-") for part in _CLAUSE.split(answer.replace("’", "'").strip()))):
        plain = _bare(clause)
        if len(plain) > _LONGEST_CLAUSE:
            return None
        if _declines().search(plain):
            declining = declining or clause
        elif any(map(str.isalnum, _MARKER.sub("", plain))) and not _no_substance().search(plain):
            return None
    return declining


def rates(answerable: Sequence[bool], refused: Sequence[Score]) -> RefusalRates:
    """Both rates over a run's cases, `refused` as `refusal` scores each. A side without cases has no rate."""
    pairs = list(zip(answerable, refused, strict=True))
    false_refusals = [score for should_answer, score in pairs if should_answer]
    false_answers = [_not(score) for should_answer, score in pairs if not should_answer]
    return RefusalRates(mean(false_refusals), mean(false_answers))


def _not(score: Score) -> Score:
    return score if isinstance(score, Unscored) else Scored(1.0 - score.value, score.rests_on)


def _bare(clause: str) -> str:
    """Lower case, without the words that only link it to the last one."""
    plain = " ".join(clause.lower().split())
    while (cut := _LINK.sub("", plain, count=1)) != plain and cut:
        plain = cut
    return plain


@cache
def _declines() -> "re.Pattern[str]":
    return _any(DECLINES_EN + DECLINES_DE)


@cache
def _no_substance() -> "re.Pattern[str]":
    return _any(NO_SUBSTANCE_EN + NO_SUBSTANCE_DE)


def _any(patterns: Sequence[str]) -> "re.Pattern[str]":
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
