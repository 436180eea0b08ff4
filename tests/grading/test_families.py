"""What a grade comes to: each family of metrics over one output, and what is settled before anybody is asked."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from ragtriage.cases.model import Case, Nugget
from ragtriage.grading.families import FAMILIES, Gradable, grade
from ragtriage.grading.lexical import LexicalGrader
from ragtriage.grading.model import Claim, ClaimFinding, Grade
from ragtriage.metrics.generation import Mark
from ragtriage.metrics.model import Scored, Unscored
from ragtriage.runs.model import Citation, Output, Passage

LEXICAL = LexicalGrader()
FEES = Passage("fees", "There is no fee for switching plans. Refunds are paid within 14 days.", chunk_id="fees#1")
SEATS = Passage("seats", "The basic plan includes five seats.", chunk_id="seats#1")

Make = Callable[..., Case]


class Scripted(LexicalGrader):
    """Gives out marks as they were written down, and remembers how often it was asked."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.marks, self.asked = list(marks), 0

    def judge(self, claims: Sequence[Claim], passages: Sequence[str]) -> tuple[ClaimFinding, ...]:
        self.asked += 1
        return tuple(ClaimFinding(self.marks.pop(0), "as written") for _ in claims)


def one(case: Case, answer: str | None, context: Sequence[Passage] | None = (FEES, SEATS), **more: Any) -> Gradable:
    return Gradable(case, Output(case.id, answer=answer, **more), None if context is None else tuple(context))


def graded(name: str, gradable: Gradable, grader: LexicalGrader = LEXICAL) -> Grade:
    found = grade(FAMILIES[name], gradable, grader)
    assert found.values.keys() == set(FAMILIES[name].names), "every metric says something"
    return found


def values(found: Grade) -> dict[str, float | str]:
    return {
        name: round(score.value, 3) if isinstance(score, Scored) else score.reason
        for name, score in found.values.items()
    }


def test_faithfulness_with_contradicted_claims_apart(case: Make) -> None:
    answer = "Refunds are paid within 14 days. A fee of 15 % applies for switching plans. I hope this helps!"
    found = graded("faithfulness", one(case(), answer))
    assert values(found) == {"faithfulness": 0.5, "contradicted_claims": 1.0, "claims_per_100_words": 10.526}
    assert [each.finding.mark for each in found.claims] == ["supported", "contradicted"]
    assert [answer[start:end] for start, end in found.silent] == ["I hope this helps!"]


@pytest.mark.parametrize(
    ("marks", "value"),
    [(["supported", "supported", "not_found"], 2 / 3), (["supported"] * 3 + ["contradicted"], 0.75)],
)
def test_scripted_marks_reproduce_the_worked_examples(case: Make, marks: list[Mark], value: float) -> None:
    answer = " ".join(f"Statement number {number} of the answer stands here." for number in range(len(marks)))
    found = graded("faithfulness", one(case(), answer), Scripted(marks)).values["faithfulness"]
    assert isinstance(found, Scored)
    assert found.value == pytest.approx(value)


@pytest.mark.parametrize(("marks", "value"), [(["supported", "not_found"], 0.5), (["supported", "supported"], 1.0)])
def test_context_recall_is_over_the_reference_s_statements(case: Make, marks: list[Mark], value: float) -> None:
    labelled = case(reference_answer="It takes effect at renewal. Nothing is paid back then.")
    found = graded("context_recall", one(labelled, "Whatever it says here."), Scripted(marks))
    assert values(found) == {"context_recall": value}


def test_nuggets_vital_and_all(case: Make) -> None:
    labelled = case(nuggets=(Nugget("no fee for switching", True), Nugget("five seats in the basic plan", False)))
    found = graded("nuggets", one(labelled, "There is no fee for switching plans."))
    assert values(found) == {"nugget_recall_vital": 1.0, "nugget_recall_all": 0.5, "all_vital": 1.0}
    assert [(each.vital, each.mark) for each in found.nuggets] == [(True, "YES"), (False, "NO")]


def test_a_fee_where_a_nugget_says_none_is_not_stated(case: Make) -> None:
    labelled = case(nuggets=(Nugget("no fee for switching", True),))
    assert values(graded("nuggets", one(labelled, "A fee applies for switching.")))["all_vital"] == 0.0


def test_correctness_of_a_short_fact_asks_nobody(case: Make) -> None:
    grader = Scripted([])
    found = graded("correctness", one(case(reference_answer="14 days"), "Within two weeks."), grader)
    assert values(found)["correctness"] == 1.0
    assert grader.asked == 0


def test_correctness_of_claims_is_f1(case: Make) -> None:
    labelled = case(reference_answer="Refunds are paid within 14 days. The owner signs the request form.")
    found = graded("correctness", one(labelled, "Refunds are paid within two weeks. Seats can be added monthly."))
    assert values(found) == {"correctness": 0.5, "correctness_precision": 0.5, "correctness_recall": 0.5}


def cited(case: Case, answer: str, *citations: Citation) -> dict[str, float | str]:
    return values(graded("citations", one(case, answer, citations=citations)))


def test_citations_stand_where_their_markers_do(case: Make) -> None:
    fees, seats = Citation(chunk_id="fees#1"), Citation(chunk_id="seats#1")
    answer = (
        "Refunds are paid within 14 days [1]. The basic plan includes five seats [1]. Support answers at night."
        " Hope this helps!"
    )
    assert cited(case(), answer, fees, seats) == {"citation_precision": 0.5, "citation_recall": 0.667}
    named = "Refunds are paid within 14 days.[fees#1] The basic plan includes five seats [fees#1, seats#1]."
    assert cited(case(), named, fees, seats) == {"citation_precision": 0.667, "citation_recall": 1.0}


def test_without_markers_a_citation_is_held_against_the_whole_answer(case: Make) -> None:
    found = cited(case(), "Refunds are paid within 14 days.", Citation(doc_id="fees"), Citation("seats"))
    assert found == {"citation_precision": 0.5, "citation_recall": "the answer does not say which sentence cites what"}


def test_an_answer_that_cites_nothing_has_recall_0(case: Make) -> None:
    found = cited(case(), "Refunds are paid within 14 days.")
    assert found == {"citation_precision": "nothing is cited", "citation_recall": 0.0}


def test_what_was_never_retrieved_cannot_be_judged(case: Make) -> None:
    found = cited(case(), "Refunds are paid within 14 days [kb/none].", Citation("kb/none"))
    assert found == {"citation_precision": "no citation could be judged", "citation_recall": 0.0}


DECLINE = "I'm sorry, the documents do not cover this."


@pytest.mark.parametrize("name", list(FAMILIES))
@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ({"answer": None}, "the run gave no answer"),
        ({"answer": " \n"}, "the answer is empty"),
        ({"answer": "Yes.", "error": "timed out"}, "the run failed on this case"),
    ],
)
def test_without_an_answer_nobody_is_asked(case: Make, name: str, output: dict[str, Any], reason: str) -> None:
    grader = Scripted([])
    labelled = case(reference_answer="14 days", nuggets=(Nugget("a", True),))
    found = graded(name, one(labelled, **output, citations=()), grader)
    assert set(found.values.values()) == {Unscored(reason)}
    assert grader.asked == 0


@pytest.mark.parametrize(
    ("name", "gradable", "reason"),
    [
        ("faithfulness", {"answer": DECLINE}, "the answer declines"),
        ("faithfulness", {"answer": "Yes.", "context": None}, "the run gave no passages"),
        (
            "faithfulness",
            {"answer": "A.", "context": [Passage("d", "", textless=True)]},
            "1 of 1 passages give no text",
        ),
        ("faithfulness", {"answer": "I hope this helps!"}, "the answer claims nothing"),
        ("citations", {"answer": "Refunds are paid."}, "the run gave no citations"),
        ("citations", {"answer": DECLINE, "citations": ()}, "the answer declines"),
        ("nuggets", {"answer": "Refunds are paid."}, "the case names no vital nugget"),
        ("correctness", {"answer": "Refunds are paid."}, "the case has no reference answer"),
        ("context_recall", {"answer": "Refunds are paid."}, "the case has no reference answer"),
    ],
)
def test_what_cannot_be_scored_says_why(case: Make, name: str, gradable: dict[str, Any], reason: str) -> None:
    assert Unscored(reason) in graded(name, one(case(), **gradable)).values.values()


def test_an_empty_context_supports_nothing(case: Make) -> None:
    found = graded("faithfulness", one(case(), "Refunds are paid within 14 days.", context=()))
    assert values(found)["faithfulness"] == 0.0


def test_a_declined_question_that_has_an_answer_states_no_nugget_and_nothing_right(case: Make) -> None:
    labelled = case(reference_answer="It takes effect at renewal.", nuggets=(Nugget("the documents", True),))
    assert values(graded("nuggets", one(labelled, DECLINE)))["nugget_recall_vital"] == 0.0
    assert values(graded("correctness", one(labelled, DECLINE)))["correctness"] == 0.0


def test_a_question_to_be_declined_has_no_correctness(case: Make) -> None:
    found = graded("correctness", one(case(answerable=False, reference_answer="It is not covered."), "It is free."))
    assert values(found)["correctness"] == "the case is to be declined"


def test_half_an_answer_is_graded_for_its_half(case: Make) -> None:
    answer = "Refunds are paid within 14 days. The documents do not say whether seats can be shared."
    assert values(graded("faithfulness", one(case(), answer)))["faithfulness"] == 1.0
