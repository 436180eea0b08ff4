"""What users reported of other evaluation tools, and must not happen here. The names say which fault it is."""

import subprocess
import sys
from typing import Any

import pytest

from ragtriage.cases.model import Case, Nugget
from ragtriage.grading.families import FAMILIES, Gradable, grade
from ragtriage.grading.lexical import LexicalGrader
from ragtriage.grading.model import Claim
from ragtriage.metrics.generation import correctness, faithfulness
from ragtriage.metrics.model import Scored, Unscored, mean
from ragtriage.metrics.nuggets import nugget_recall_all
from ragtriage.runs.model import Output, Passage

GRADER = LexicalGrader()
REFUNDS = Passage("refunds", "Refunds are paid within 14 days. A refund costs nothing.")


def case(**more: Any) -> Case:
    return Case(**({"id": "c", "question": "When are refunds paid?", "answerable": True} | more))


def scores(family: str, answer: str | None, *context: Passage, of: Case | None = None, **output: Any) -> dict[str, Any]:
    one = Gradable(of or case(), Output("c", answer=answer, **output), context)
    return dict(grade(FAMILIES[family], one, GRADER).values)


def value(score: object) -> float | None:
    return score.value if isinstance(score, Scored) else None


def test_01_02_what_is_unscored_raises_no_mean_and_is_counted_beside_it() -> None:
    found = mean([Scored(1.0), Unscored("timed out"), Unscored("timed out")])
    assert (found.value, found.n, found.unscored) == (1.0, 1, 2)


def test_03_04_the_denominator_is_the_claims_that_were_asked_about() -> None:
    claims = GRADER.claims(
        "Refunds are paid within 14 days. Seats are sold in tens. Owners sign. Nobody pays. It rains."
    )
    assert len(GRADER.judge(claims, [REFUNDS.text])) == len(claims) == 5
    assert value(faithfulness([one.mark for one in GRADER.judge(claims, [REFUNDS.text])])) == pytest.approx(
        0.2, abs=0.1
    )
    with pytest.raises(ValueError, match="1 marks for 3 nuggets"):
        nugget_recall_all([True, True, False], ["YES"])


@pytest.mark.parametrize(
    "answer", ["I don't know.", "IDK", "I cannot answer that from the documents.", "Keine Angabe."]
)
def test_05_06_an_answer_that_claims_nothing_has_no_faithfulness(answer: str) -> None:
    found = scores("faithfulness", answer, REFUNDS)["faithfulness"]
    assert value(found) in (None, 0.0), "never faithful"
    if answer.startswith("I "):
        assert isinstance(found, Unscored)


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        ("Refunds are paid within 14 days", 1),
        ("退款在14天内支付", 1),
        ("退款在14天内支付。需要申请。", 2),
        ("返金は14日以内に支払われます。申請が必要です。", 2),
        ("रिफंड 14 दिनों में दिया जाता है। आवेदन आवश्यक है।", 2),
        ("Erstattungen dauern 14 Tage. Z. B. bei Jahresplänen ist ein Antrag nötig.", 2),
        ("- Refunds take 14 days\n- Seats cost extra", 2),
        ("یہ رقم واپس کی جاتی ہے۔ درخواست ضروری ہے۔", 2),
    ],
)
def test_07_08_no_full_stop_and_no_english_is_needed_to_claim_something(answer: str, claims: int) -> None:
    assert len(GRADER.claims(answer)) == claims


def test_09_a_right_decline_is_unscored_by_every_metric_that_needs_an_answer() -> None:
    declining = case(answerable=False, unanswerable_because="not_in_corpus", reference_answer="It is not covered.")
    answer = "I'm sorry, the documents do not cover this."
    for family in ("faithfulness", "correctness", "citations"):
        found = scores(family, answer, REFUNDS, of=declining, citations=())
        assert {type(one) for one in found.values()} == {Unscored}, family


def test_10_11_precision_is_of_the_answer_recall_of_the_reference_and_all_right_is_exactly_1() -> None:
    found = correctness(both=1, answer_only=3, reference_only=0)
    assert (value(found.precision), value(found.recall)) == (0.25, 1.0)
    assert value(correctness(3, 0, 0).f1) == 1.0


@pytest.mark.parametrize("context", [(), (Passage("d", ""),), (Passage("d", " \n "),)])
def test_12_13_17_an_empty_context_supports_nothing(context: tuple[Passage, ...]) -> None:
    labelled = case(reference_answer="Refunds are paid within 14 days of the request.")
    assert value(scores("faithfulness", "Refunds are paid within 14 days.", *context)["faithfulness"]) == 0.0
    assert value(scores("context_recall", "Soon.", *context, of=labelled)["context_recall"]) == 0.0


@pytest.mark.parametrize("answer", ["", "  \n", None])
@pytest.mark.parametrize("family", list(FAMILIES))
def test_16_20_an_empty_answer_is_unscored_with_its_reason(family: str, answer: str | None) -> None:
    labelled = case(reference_answer="14 days", nuggets=(Nugget("14 days", True),))
    found = scores(family, answer, REFUNDS, of=labelled, citations=())
    assert all(isinstance(one, Unscored) and one.reason for one in found.values())


def test_18_what_is_not_found_is_not_supported() -> None:
    assert value(scores("faithfulness", "Seats are sold in tens.", REFUNDS)["faithfulness"]) == 0.0


def test_21_24_a_case_without_vital_nuggets_is_unscored_not_0_and_not_half() -> None:
    found = scores("nuggets", "14 days.", REFUNDS, of=case(nuggets=(Nugget("within 14 days", False),)))
    assert isinstance(found["nugget_recall_vital"], Unscored) and isinstance(found["all_vital"], Unscored)


def test_28_31_no_yes_and_no_number_is_scraped_out_of_other_words() -> None:
    found = GRADER.judge(
        [Claim("Yes, seats are sold in tens.", (0, 28))], ["Yes. 10.0. The scale is 0 to 3. Supported."]
    )
    assert found[0].mark == "not_found"


def test_29_30_one_line_is_as_many_claims_as_it_has_sentences() -> None:
    assert len(GRADER.claims("Refunds take 14 days. Seats cost extra. Owners sign.")) == 3


def test_44_another_grader_has_another_fingerprint_and_the_same_one_the_same() -> None:
    assert GRADER.fingerprint == LexicalGrader().fingerprint

    class Newer(LexicalGrader):
        name = "newer"

    assert Newer().fingerprint != GRADER.fingerprint


@pytest.mark.parametrize(
    ("question", "answer", "context"),
    [
        ("What is the capital of Italy?", "Paris.", "Paris is the capital of France."),
        ("What is the capital of Italy?", "The capital of Italy is Paris.", "Paris is the capital of France."),
        ("Who founded Acme?", "Berg founded Acme.", "Berg left Acme in 2019."),
        ("How long is the trial?", "The trial lasts 14 days.", "Refunds are paid within 14 days."),
    ],
)
def test_51_a_word_that_occurs_supports_no_claim(question: str, answer: str, context: str) -> None:
    claims = GRADER.claims(answer, question)
    assert {one.mark for one in GRADER.judge(claims, [context])}.isdisjoint({"supported"})


def test_52_the_nuggets_of_a_case_are_its_denominator_whatever_the_answer_says() -> None:
    labelled = case(nuggets=(Nugget("paid within 14 days", True), Nugget("owners sign the form", True)))
    found = scores("nuggets", "Refunds are paid within 14 days. " * 5, REFUNDS, of=labelled)
    assert value(found["nugget_recall_vital"]) == 0.5


def test_54_grading_loads_nothing_heavy() -> None:
    heavy = {"litellm", "numpy", "pydantic", "openai", "textual"}
    code = f"import ragtriage.grading.run_grader, sys; print(*({heavy!r} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
