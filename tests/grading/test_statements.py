"""What a text claims, and what is no claim."""

import pytest

from ragtriage.grading.statements import claims_of, stated_spans


def stated(text: str) -> list[str]:
    return [text[start:end] for start, end in stated_spans(text)]


@pytest.mark.parametrize(
    "text",
    [
        "I hope this helps!",
        "Let me know if you have further questions.",
        "Great question!",
        "Sure, happy to help.",
        "Would you like to know more?",
        "Thank you for asking.",
        "Best regards",
        "Here are the steps to follow:",
        "Based on the provided documents:",
        "Source: kb/faq#3",
        "I'm sorry, but I cannot answer this.",
        "The documents do not say when.",
        "Ich hoffe, das hilft.",
        "N'hésitez pas à me contacter.",
        "# A heading",
        "---",
        "",
        "[1][2]",
    ],
)
def test_courtesies_questions_declines_and_headings_claim_nothing(text: str) -> None:
    assert stated(text) == []


def test_sentences_items_and_cells_do() -> None:
    text = "# Plans\n\nThe trial lasts 14 days. It is free [1].\n\n- Basic has five seats.\n- Pro has ten seats.\n\nOK?"
    assert stated(text) == [
        "The trial lasts 14 days.",
        "It is free [1].",
        "Basic has five seats.",
        "Pro has ten seats.",
    ]


def test_half_an_answer_claims_its_half() -> None:
    text = "The trial lasts 14 days. The documents do not say whether it can be extended."
    assert stated(text) == ["The trial lasts 14 days."]


def test_a_bare_yes_or_no_claims_what_was_asked() -> None:
    question = "Can I pay by card?"
    assert [(claim.about, claim.denies) for claim in claims_of("Yes.", question)] == [(question, False)]
    assert [(claim.about, claim.denies) for claim in claims_of("Nein.", question)] == [(question, True)]
    assert claims_of("Yes.") == ()


def test_an_abbreviation_ends_no_claim() -> None:
    assert len(claims_of("Limits, e.g. the 5 GB of approx. 3 accounts, apply to all plans.")) == 1
