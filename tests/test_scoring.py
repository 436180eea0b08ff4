"""What code says about one output, and what it takes for given."""

from dataclasses import replace

from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.metrics.matching import DocIdRules, MatchSettings
from ragtriage.metrics.model import Scored, Unscored
from ragtriage.metrics.registry import METRICS
from ragtriage.runs.model import Citation, Output, Passage
from ragtriage.scoring import Scores, ScoreSettings, score_output

QUOTE = "Annual plans are not prorated when downgraded"
TEXTS = {"billing": f"# Billing\n\n{QUOTE}.", "other": "Nothing of the kind."}
CASE = Case("c", "Are plans prorated?", True, evidence=(Evidence((Quote("billing", QUOTE),)),))
HIT, MISS = Passage("billing", TEXTS["billing"]), Passage("other", TEXTS["other"])


def scored(settings: ScoreSettings | None = None, case: Case = CASE, **output: object) -> Scores:
    known = {"case_id": "c", "answer": "No.", "refused": False, "citations": ()} | output
    return score_output(case, Output(**known), settings or ScoreSettings(), TEXTS.get)  # type: ignore[arg-type]


def test_every_metric_is_there_a_value_or_a_reason() -> None:
    for scores in (scored(), scored(candidates=(HIT,)), scored(candidates=(), context=(MISS,), answer=None)):
        assert list(scores.values) == [metric.name for metric in METRICS]
        assert all(isinstance(score, Scored) or score.reason for score in scores.values.values())


def test_the_first_k_candidates_stand_in_for_a_context_that_is_not_given() -> None:
    late = (MISS, HIT)
    assert scored(ScoreSettings(k=2), candidates=late).number("all_evidence_in_context") == 1.0
    assert scored(ScoreSettings(k=1), candidates=late).number("all_evidence_in_context") == 0.0
    assert scored(ScoreSettings(k=1), candidates=late, context=(HIT,)).number("all_evidence_in_context") == 1.0
    assert scored(candidates=late, context=()).number("all_evidence_in_context") == 0.0  # an empty prompt is a prompt


def test_candidates_deeper_than_depth_are_not_looked_at_though_they_may_be_cited() -> None:
    scores = scored(ScoreSettings(depth=1), candidates=(MISS, HIT), citations=(Citation("billing"),))
    assert scores.number("all_evidence@depth") == 0.0
    assert scores.fabricated == ()


def test_without_passages_nothing_is_found_and_nothing_is_scored() -> None:
    scores = scored(citations=(Citation("kb/none"),))
    assert isinstance(scores.values["all_evidence@k"], Unscored)
    assert scores.candidates.passages == () and scores.candidates.matches[0].rank is None
    assert scores.fabricated == ()
    assert scores.number("mrr") is None


def test_with_an_empty_list_of_passages_whatever_is_cited_is_fabricated() -> None:
    scores = scored(candidates=(), citations=(Citation("billing"),))
    assert scores.fabricated == ("billing",)
    assert scores.number("citation_fabricated") == 1.0


def test_declined_is_said_only_where_it_is_known() -> None:
    assert scored(refused=True).declined
    assert not scored(refused=False).declined
    assert not scored(refused=None, answer=None).declined


def test_relevant_goes_by_the_case_and_drifted_by_what_the_caller_knows() -> None:
    lost = replace(CASE, evidence=(*CASE.evidence, Evidence((Quote("billing", "never said"),))))
    scores = scored(case=lost, candidates=(MISS, HIT))
    assert scores.relevant == [False, True]
    assert scores.drifted == (False, False)
    told = score_output(lost, Output("c", (MISS, HIT)), ScoreSettings(), TEXTS.get, (False, True))
    assert told.drifted == (False, True)


def test_the_fingerprint_changes_with_every_setting_and_with_nothing_else() -> None:
    base = ScoreSettings()
    others = [
        ScoreSettings(k=6),
        ScoreSettings(depth=51),
        ScoreSettings(match=MatchSettings(overlap=0.9)),
        ScoreSettings(match=MatchSettings(join_split=False)),
        ScoreSettings(match=MatchSettings(accept_duplicates=True)),
        ScoreSettings(doc_ids=DocIdRules(strip_prefix=("kb/",))),
        ScoreSettings(doc_ids=DocIdRules(drop_fragment=True)),
    ]
    assert base.fingerprint == ScoreSettings().fingerprint
    assert len({one.fingerprint for one in (base, *others)}) == len(others) + 1
