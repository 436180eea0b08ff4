"""Who declined: the field first, then words; half an answer is an answer."""

import pytest

from ragtriage.metrics.declines.rule import declining_words
from ragtriage.metrics.model import Mean, Score, Scored, Unscored
from ragtriage.metrics.refusal import UNKNOWN_LANGUAGE, rates, refusal
from ragtriage.runs.model import Output

DECLINING = """\
I don't know.
IDK
I do not know the answer to that question.
I'm sorry, but I can't help with that.
I’m unable to answer based on the given context.
Sorry, I could not find any information about this in the documentation. Please contact support.
The provided documents do not mention downgrade fees.
There is no information on this in the provided context.
Based on the context, there is no information about node locations. Therefore, I can't answer this question.
The context provided does not include the limit. It only mentions that a daemon set updates the node.
I can't answer this. The context describes how to verify a node, but it does not mention latency profiles.
You can't answer the question with the provided context because it does not contain the maximum.
This question cannot be answered from the documentation.
Your plan's price is not mentioned in the provided documents.
The documentation provided does not state the price. [1]
I don't have access to your account data. Please contact billing@example.com.
We don't have any information about that.
Unfortunately, that is outside the scope of our documentation. I cannot answer it.
I couldn't find anything about refunds in our docs. Could you rephrase your question?
There is not enough information in the context to answer.
Ich weiß es nicht.
Das weiß ich leider nicht.
Leider kann ich diese Frage nicht beantworten.
Der Kontext enthält keine Informationen zu Kündigungsfristen.
Dazu liegen mir keine Informationen vor.
Es tut mir leid, dazu konnte ich in der Dokumentation nichts finden.
In den bereitgestellten Dokumenten wird die Gebühr nicht erwähnt.
Tut mir leid. Die Frage kann anhand der vorliegenden Dokumente nicht beantwortet werden.
Aus dem Kontext geht nicht hervor, wie hoch die Gebühr ist.
Ich habe keine Informationen dazu gefunden. Bitte wenden Sie sich an den Support.
Die Dokumentation gibt dazu keine Auskunft.
Die bereitgestellten Informationen reichen nicht aus, um die Frage zu beantworten.
Dazu kann ich leider keine Auskunft geben.
""".splitlines()

ANSWERING = """\
No.
Yes, from the next renewal date.
Annual plans are not prorated.
There is no refund for annual plans.
We cannot provide refunds after 30 days.
We do not have any annual plans in that region.
You cannot find this option in the Basic plan; upgrade to Pro.
If you cannot find the button, open Settings.
You don't have to do anything.
It is not possible to undo this.
The documents do not need to be notarised.
This information is not included in the invoice.
The setting is not available in the free plan.
Switching takes effect at renewal. The documentation does not mention fees.
The documentation does not mention fees. Switching takes effect at renewal.
The documentation does not mention fees, but switching takes effect at renewal.
The context does not list a maximum; the default is 110 pods per node.
I don't know about fees, but the switch happens at renewal.
I don't know. 110
Nein, Jahrestarife werden nicht anteilig erstattet.
Es gibt keine Erstattung.
Der Wechsel ist nicht möglich.
Die Unterlagen sind nicht erforderlich.
Sie können den Tarif nicht wechseln.
Wir können nach 30 Tagen keine Erstattung geben.
Die Dokumentation nennt keine Gebühr, aber der Wechsel gilt ab Verlängerung.
""".splitlines()


@pytest.mark.parametrize("answer", DECLINING)
def test_35_an_answer_that_only_declines_is_a_refusal(answer: str) -> None:
    assert declining_words(answer)


@pytest.mark.parametrize("answer", ANSWERING)
def test_an_answer_or_half_an_answer_is_none(answer: str) -> None:
    assert declining_words(answer) is None


def test_35_the_structured_field_decides_before_any_words() -> None:
    assert refusal(Output("case", answer="I don't know.", refused=False)) == Scored(0.0, "the run says so")
    assert refusal(Output("case", answer="Forty-two.", refused=True)) == Scored(1.0, "the run says so")


def test_the_words_that_decided_are_shown() -> None:
    score = refusal(Output("case", answer="Sorry. I don't know. Please ask support."))
    assert score == Scored(1.0, "“I don't know.”")


def test_an_answer_in_a_language_without_words_for_it_is_unscored_and_not_silently_an_answer() -> None:
    assert refusal(Output("case", answer="Я не знаю ответа на этот вопрос.")) == Unscored(UNKNOWN_LANGUAGE)
    assert refusal(Output("case", answer="Я не знаю ответа на этот вопрос.", refused=True)) == Scored(
        1.0, "the run says so"
    )


@pytest.mark.parametrize(
    "output",
    [
        Output("case"),
        Output("case", answer="  \n"),
        Output("case", answer="I don't know.", error="timeout"),
        Output("case", refused=True, error="timeout"),
    ],
)
def test_34_no_answer_and_a_failed_one_are_states_of_their_own(output: Output) -> None:
    assert isinstance(refusal(output), Unscored)


def test_33_refusals_are_rated_only_as_a_pair_by_what_should_have_been_done() -> None:
    declined, answered, unknown = Scored(1.0), Scored(0.0), Unscored("the run failed")
    scores: list[Score] = [declined, answered, answered, unknown, declined, answered, declined]
    pair = rates([True, True, True, True, False, False, False], scores)
    assert pair.false_refusal_rate == Mean(1 / 3, n=3, unscored=1)
    assert pair.false_answer_rate == Mean(1 / 3, n=3, unscored=0)
    assert pair.correct_decline_rate.value == pytest.approx(2 / 3)


def test_a_side_without_cases_has_no_rate() -> None:
    pair = rates([True], [Scored(0.0)])
    assert pair.false_refusal_rate == Mean(0.0, 1, 0)
    assert pair.false_answer_rate == Mean(None, 0, 0)
    assert pair.correct_decline_rate.value is None


def test_rates_of_unlike_lengths_are_an_error_and_never_cut_short() -> None:
    with pytest.raises(ValueError, match="shorter"):
        rates([True, False], [Scored(1.0)])
