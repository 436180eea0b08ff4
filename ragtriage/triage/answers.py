"""What people say of an answer, and what their words together come to.

Code sees whether the evidence arrived and whether the system declined; whether the answer is right it cannot see. So a
pass says whether a person read it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

AnswerLabel = Literal["right", "wrong"]
ANSWER_LABELS: tuple[AnswerLabel, ...] = get_args(AnswerLabel)
Standing = Literal["", "right", "wrong", "disputed"]
"""What is held of an answer: empty where nobody judged it; disputed where two people disagree."""


ANSWER_CRITERIA: dict[Standing, tuple[str, ...]] = {"wrong": ("answer",), "disputed": ("disputed",)}
"""What fails by what people say: a verdict on a wrong answer does not hold any more once somebody disagrees."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one person says of one answer."""

    reviewer: str
    label: AnswerLabel
    note: str = ""
    at: str = ""
    """UTC, ISO 8601."""


def standing(labels: Iterable[str]) -> Standing:
    """What the labels of several people come to."""
    said = set(labels)
    if len(said) > 1:
        return "disputed"
    return "right" if said == {"right"} else "wrong" if said == {"wrong"} else ""


def together(one: Standing, other: Standing) -> Standing:
    """Of two repeats of a case: a fault in either counts, a right answer only where both are."""
    order: tuple[Standing, ...] = ("wrong", "disputed", "", "right")
    return min(one, other, key=order.index)


def who_says(opinions: Sequence[Opinion]) -> str:
    """`wrong, says mk`; `right, says jo; wrong, say mk and al`; empty where nobody judged. Names are from outside."""
    said = []
    for label in ANSWER_LABELS:
        names = [one.reviewer for one in opinions if one.label == label]
        if names:
            say = "says" if len(names) == 1 else "say"
            said.append(f"{label}, {say} {' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))}")
    return "; ".join(said)


def notes(opinions: Sequence[Opinion]) -> str:
    """What they wrote beside it, with whose words it is where several judged."""
    noted = [one for one in opinions if one.note]
    return "; ".join(f"{one.reviewer}: {one.note}" if len(opinions) > 1 else one.note for one in noted)


def passes_in_short(passed: int, right: int) -> str:
    """`40 pass, none judged`, for the head of a list."""
    judged = f"{right if right < passed else 'all'} judged right" if right else "none judged"
    return f"{passed} pass{'es' * (passed == 1)}, {judged}"


def passes_told(passed: int, right: int) -> str:
    """`40 pass, none of their answers judged`: a pass by code says nothing of whether the answer is right.

    `right`: those of them whose answer people judged right.
    """
    if passed == 1:
        return f"1 passes, its answer {'judged right' if right else 'not judged'}"
    judged = f"{right if right < passed else 'all'} of their answers judged right" if right else ""
    return f"{passed} pass, {judged or 'none of their answers judged'}"
