"""`pass_when`, criterion by criterion: metrics.md, "Pass, fail, unstable, unscored"."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.metrics.model import Scored, Unscored
from ragtriage.runs.model import Output, Passage
from ragtriage.scoring import Scores, ScoreSettings, score_output
from ragtriage.triage.diagnosis_input import DiagnosisInput
from ragtriage.triage.passing import PassWhen, judge

Make = Callable[..., Any]
MONTHLY = "Changes from annual to monthly billing take effect at the next renewal"


@pytest.fixture
def state(case: Make, passage: Make, look: Callable[..., DiagnosisInput]) -> Callable[..., tuple[str, tuple[str, ...]]]:
    """The state and the failed criteria of an output that passes but for what is said."""

    def judged(labelled: dict[str, Any] | None = None, **output: Any) -> tuple[str, tuple[str, ...]]:
        seen = look(case(MONTHLY, **(labelled or {})), **({"candidates": [passage("billing")]} | output))
        return seen.judgement.state, seen.judgement.failed

    return judged


def test_an_answer_with_all_its_evidence_in_the_prompt_passes(state: Make) -> None:
    assert state() == ("passed", ())


def test_evidence_that_is_not_in_the_prompt_fails(state: Make, passage: Make) -> None:
    assert state(candidates=[passage("calendar")]) == ("failed", ("evidence",))
    sent = [passage("calendar")]
    assert state(candidates=[passage("billing"), passage("calendar")], context=sent) == ("failed", ("evidence",))


def test_a_refusal_fails_an_answerable_case_and_a_fabricated_citation_any_of_its_answers(
    state: Make, passage: Make
) -> None:
    from ragtriage.runs.model import Citation

    assert state(refused=True) == ("failed", ("refusal",))
    assert state(citations=(Citation("kb/none"),)) == ("failed", ("citations",))
    everything = {"candidates": [passage("calendar")], "refused": True, "citations": (Citation("kb/none"),)}
    assert state(**everything) == ("failed", ("evidence", "refusal", "citations"))


def test_a_should_decline_case_passes_when_refused_whatever_was_retrieved(case: Make, look: Make) -> None:
    decline = case(answerable=False, unanswerable_because="not_in_corpus")
    assert look(decline, None, refused=True, citations=None).judgement.state == "passed"
    assert look(decline, None, refused=False).judgement.failed == ("refusal",)


def test_a_decline_that_cites_what_was_never_retrieved_fails_outright(case: Make, look: Make, passage: Make) -> None:
    from ragtriage.runs.model import Citation

    decline = case(answerable=False, unanswerable_because="not_in_corpus")
    made_up = {"refused": True, "citations": (Citation("kb/none"),)}
    assert look(decline, [passage("billing")], **made_up).judgement.failed == ("citations",)
    assert look(decline, (), **made_up).judgement.failed == ("citations",)
    assert look(decline, [passage("billing")], **(made_up | {"refused": False})).judgement.failed == (
        "refusal",
        "citations",
    )
    assert look(decline, [passage("billing")], pass_when=PassWhen(citations="off"), **made_up).judgement.state == (
        "passed"
    )
    for fine in ((), None, (Citation("billing"),)):
        assert look(decline, [passage("billing")], refused=True, citations=fine).judgement.state == "passed"


def test_what_cannot_be_scored_never_passes(state: Make) -> None:
    assert state(citations=None) == ("unscored", ())
    assert state(candidates=None) == ("unscored", ())
    assert state(refused=None, answer=None) == ("unscored", ())
    assert state({"evidence": ()}) == ("unscored", ())


def test_the_reasons_are_kept_with_the_criteria_that_could_not_be_scored(case: Make, look: Make) -> None:
    unscored = dict(look(case(), citations=None).judgement.unscored)
    assert unscored == {"evidence": "the case names no evidence", "citations": "the run gave no citations"}


def test_a_failed_criterion_beats_one_that_could_not_be_scored(state: Make) -> None:
    assert state(candidates=None, citations=None, refused=True) == ("failed", ("refusal",))


def test_a_criterion_that_nobody_switched_on_is_not_asked(state: Make, passage: Make) -> None:
    off = PassWhen("off", "off", "off")
    assert state(candidates=None, citations=None, refused=True, pass_when=off) == ("passed", ())
    assert state(candidates=[passage("calendar")], pass_when=PassWhen(evidence="off")) == ("passed", ())
    assert state(citations=None, pass_when=PassWhen(citations="off")) == ("passed", ())
    assert state(refused=True, pass_when=PassWhen(refusal="off")) == ("passed", ())


def test_evidence_may_be_asked_for_in_the_first_k_rather_than_in_the_prompt(state: Make, passage: Make) -> None:
    late = [passage("calendar"), passage("billing")]
    at_k = PassWhen(evidence="all_at_k")
    assert state(candidates=late, context=[passage("billing")], k=1) == ("passed", ())
    assert state(candidates=late, context=[passage("billing")], k=1, pass_when=at_k) == ("failed", ("evidence",))
    assert state(candidates=late, context=[passage("calendar")], k=2, pass_when=at_k) == ("passed", ())


def test_the_first_k_candidates_stand_in_for_a_prompt_that_is_not_given(state: Make, passage: Make) -> None:
    late = [passage("calendar"), passage("billing")]
    assert state(candidates=late, k=2)[0] == "passed"
    assert state(candidates=late, k=1)[0] == "failed"


def test_background_evidence_is_not_asked_for(case: Make, passage: Make, look: Make) -> None:
    background = Evidence((Quote("calendar", "Up to five calendars can be connected", grade=1),))
    labelled = case(MONTHLY)
    labelled = replace(labelled, evidence=(*labelled.evidence, background))
    assert look(labelled, [passage("billing")]).judgement.state == "passed"


def test_a_case_with_drifted_evidence_is_quarantined_whatever_came_of_it(state: Make, case: Make, look: Make) -> None:
    gone = {"evidence": (Evidence((Quote("billing", "words that no document holds"),)),)}
    assert state(gone) == ("quarantined", ("drift",))
    assert state(gone, refused=True) == ("quarantined", ("drift",))
    assert state(gone, error="time-out") == ("quarantined", ("drift",))
    background = Evidence((Quote("nowhere", "Up to five calendars", grade=1),))
    assert look(replace(case(MONTHLY), evidence=(background,))).judgement.state == "quarantined"


def test_evidence_that_still_stands_in_one_of_its_places_is_not_drifted(state: Make) -> None:
    either = {"evidence": (Evidence((Quote("gone", "what was"), Quote("billing", MONTHLY))),)}
    assert state(either)[0] == "passed"


def test_an_error_is_an_error_even_with_an_answer(state: Make) -> None:
    assert state(error="time-out") == ("error", ("error",))
    assert state(error="") == ("error", ("error",))


_NAMES = ("all_evidence_in_context", "all_evidence@k", "refusal", "citation_fabricated")
_scores = st.sampled_from([Scored(0.0), Scored(1.0), Unscored("why")])
_pass_when = st.builds(
    PassWhen,
    st.sampled_from(["all_in_context", "all_at_k", "off"]),
    st.sampled_from(["correct", "off"]),
    st.sampled_from(["none_fabricated", "off"]),
)


@given(st.tuples(*[_scores] * 4), _pass_when, st.booleans())
@settings(max_examples=150, deadline=None)
def test_a_case_passes_only_when_every_criterion_asked_is_scored_and_met(
    values: tuple[Scored | Unscored, ...], pass_when: PassWhen, answerable: bool
) -> None:
    known = dict(zip(_NAMES, values, strict=True))
    output = Output("c")
    blank = score_output(Case("c", "?", answerable), output, ScoreSettings(), lambda doc_id: None)
    scores = Scores(known, blank.candidates, blank.context, (), ())
    asked = [] if pass_when.refusal == "off" else [(known["refusal"], 0.0 if answerable else 1.0)]
    if answerable and pass_when.evidence != "off":
        name = "all_evidence_in_context" if pass_when.evidence == "all_in_context" else "all_evidence@k"
        asked.append((known[name], 1.0))
    cited = known["citation_fabricated"]
    if pass_when.citations != "off" and (answerable or isinstance(cited, Scored)):
        asked.append((cited, 0.0))
    met = [score.value == wanted if isinstance(score, Scored) else None for score, wanted in asked]
    expected = "failed" if False in met else "unscored" if None in met else "passed"
    judgement = judge(Case("c", "?", answerable), output, scores, pass_when)
    assert judgement.state == expected
    assert len(judgement.failed) == met.count(False)
    assert len(judgement.unscored) == met.count(None)


def test_passages_of_a_depth_that_is_not_looked_at_count_for_nothing(state: Make, passage: Make) -> None:
    candidates = [Passage("calendar", f"number {n}") for n in range(3)] + [passage("billing")]
    at_k = PassWhen(evidence="all_at_k")
    assert state(candidates=candidates, k=4, depth=4, pass_when=at_k)[0] == "passed"
    assert state(candidates=candidates, k=4, depth=3, pass_when=at_k)[0] == "failed"


def test_evidence_judged_irrelevant_is_asked_for_nowhere_and_puts_no_case_out(
    case: Make, passage: Make, look: Make
) -> None:
    irrelevant = Evidence((Quote("calendar", "Up to five calendars can be connected", grade=0),))
    gone = Evidence((Quote("nowhere", "Up to five calendars can be connected", grade=0),))
    labelled = case(MONTHLY)
    labelled = replace(labelled, evidence=(*labelled.evidence, irrelevant, gone))
    assert look(labelled, [passage("billing")]).judgement.state == "passed"
    assert look(labelled, [passage("calendar")]).judgement.state == "failed"
    judgement = look(replace(labelled, evidence=(irrelevant,)), [passage("calendar")]).judgement
    assert judgement.state == "unscored"
    assert "judged irrelevant" in dict(judgement.unscored)["evidence"]
