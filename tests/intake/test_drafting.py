"""A draft holds what was asked and what was confirmed, and nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cases.ids import id_fault
from ragtriage.cases.model import Nugget
from ragtriage.errors import UsageError
from ragtriage.intake.desk import chosen_nuggets, gist
from ragtriage.intake.drafting import case_id_for, confirmed, draft, sentences
from ragtriage.intake.model import Complaint

TEXT = "Plans renew in May.\n\nAnnual plans are *not* prorated.\nPlans renew in May. They end in June."


def test_a_quote_is_taken_as_it_stands_in_the_document() -> None:
    assert (
        confirmed("kb/plans:annual plans are not prorated", {"kb/plans": TEXT}, ["kb/plans"]).quote
        == "Annual plans are *not* prorated"
    )


def test_a_quote_that_stands_twice_gets_what_tells_its_place() -> None:
    quote = confirmed("kb/plans:Plans renew in May.", {"kb/plans": TEXT}, ["kb/plans"])
    assert quote.suffix.startswith("\n\nAnnual")


@pytest.mark.parametrize("given_", ["kb/plans:Plans are free", "kb/plan:Plans renew in May.", "nothing", "kb/plans:"])
def test_a_quote_that_stands_nowhere_is_refused(given_: str) -> None:
    with pytest.raises(UsageError):
        confirmed(given_, {"kb/plans": TEXT}, ["kb/plans"])


@settings(max_examples=80)
@given(st.text(max_size=200), st.sets(st.sampled_from(["pod", "node", "what"]), max_size=3))
def test_every_question_has_an_id_that_a_file_can_have(question: str, taken: set[str]) -> None:
    name = case_id_for(question, taken)
    assert id_fault(name) == "" and name not in taken
    assert case_id_for(question, taken) == name


def test_an_id_reads_as_the_question_and_is_stable_when_it_is_taken() -> None:
    question = "Can I move my annual plan to monthly billing?"
    assert case_id_for(question, ()) == "move-annual-plan-monthly-billing"
    again = case_id_for(question, {"Move-Annual-Plan-Monthly-Billing"})
    assert again.startswith("move-annual-plan-monthly-billing-") and len(again) == 37
    assert case_id_for("Kann ich nicht kündigen?", ()) == "nicht-kundigen"


def test_a_draft_keeps_typos_and_leaves_filters_that_no_document_bears() -> None:
    one = Complaint(
        "c-1",
        "wat is teh plan",
        ref="48213",
        at="2026-11-12T10:00:00Z",
        filters={"region": "EU", "x": "1"},
        user={"role": "a"},
    )
    case = draft(one, "plan", known=["region"])
    assert (case.question, case.status, dict(case.filters), dict(case.user)) == (
        "wat is teh plan",
        "draft",
        {"region": "EU"},
        {},
    )
    assert case.source is not None and (case.source.kind, case.source.ref, case.source.at) == (
        "complaint",
        "48213",
        "2026-11-12",
    )


def test_nuggets_are_sentences_of_the_answer_and_nothing_else() -> None:
    answer = "No, it is not prorated. It ends at renewal.\n- You can move then."
    assert sentences(answer) == ["No, it is not prorated.", "It ends at renewal.", "You can move then."]
    assert chosen_nuggets(answer, ["1", "?3"]) == [
        Nugget("No, it is not prorated.", True),
        Nugget("You can move then.", False),
    ]
    for invented in ("4", "it is free of charge"):
        with pytest.raises(UsageError):
            chosen_nuggets(answer, [invented])


def test_the_gist_leaves_code_and_logs_out() -> None:
    assert gist("Why?\n\n    Traceback\n    File x\n\nIt fails.\n```\ncode\n```") == "Why? It fails."
