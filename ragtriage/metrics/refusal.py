"""Did it decline? The structured field first, then the answer's words; and the two rates, which belong together.

Words are read conservatively. An answer counts as refusal only when it says that it does not answer and says nothing
of substance besides: an apology, an offer and a remark on what the documents cover are not substance. Half an answer
with a note on the other half is an answer, and so is what it says of the world: “it does not cover water damage”.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ragtriage.metrics.model import Mean, Score, Scored, Unscored, mean
from ragtriage.runs.model import Output

UNKNOWN_LANGUAGE = "declines were not recognised in this language"
"""Why there is no score, and no rate, where no table of words fits the answer."""


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

    Unscored when the run failed, gave no answer, or an empty one without saying what that means, or one in a language
    whose declines are not known.
    """
    if output.error:
        return Unscored("the run failed on this case")
    if output.refused is not None:
        return Scored(float(output.refused), "the run says so")
    if output.answer is None:
        return Unscored("the run gave no answer")
    if not output.answer.strip():
        return Unscored("the answer is empty, and the run does not say whether that is a refusal")
    # Not before words decide: compiling what they are told by would delay the first screen.
    from ragtriage.metrics.declines.rule import UnknownLanguageError, declining_words

    try:
        words = declining_words(output.answer)
    except UnknownLanguageError:
        return Unscored(UNKNOWN_LANGUAGE)
    return Scored(1.0, f"“{words}”") if words else Scored(0.0, "no words that decline all of it")


def rates(answerable: Sequence[bool], refused: Sequence[Score]) -> RefusalRates:
    """Both rates over a run's cases, `refused` as `refusal` scores each. A side without cases has no rate."""
    pairs = list(zip(answerable, refused, strict=True))
    false_refusals = [score for should_answer, score in pairs if should_answer]
    false_answers = [_not(score) for should_answer, score in pairs if not should_answer]
    return RefusalRates(mean(false_refusals), mean(false_answers))


def _not(score: Score) -> Score:
    return score if isinstance(score, Unscored) else Scored(1.0 - score.value, score.rests_on)
