"""Reference values, computed with independent packages or in closed form, must come out of our functions.

The file is `../shared/vectors/golden_vectors.json`, or the one that RAGTRIAGE_VECTORS names. Kinds that belong to later
work are skipped by name.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from ragtriage.cases.model import Evidence, Quote
from ragtriage.grading.agreement import cohens_kappa
from ragtriage.metrics import retrieval
from ragtriage.metrics.citations import (
    CitedSentence,
    citation_fabricated,
    citation_precision,
    citation_recall,
    fabricated,
)
from ragtriage.metrics.generation import Mark, context_recall, correctness, faithfulness
from ragtriage.metrics.matching import EvidenceMatch, Ranked, match_all
from ragtriage.metrics.model import Mean, Score, Scored, Unscored, mean
from ragtriage.metrics.nuggets import all_vital, nugget_recall_all, nugget_recall_vital
from ragtriage.metrics.refusal import rates
from ragtriage.metrics.rules import DocIdRules, MatchSettings
from ragtriage.runs.model import Citation, Output, Passage

NAMED = os.environ.get("RAGTRIAGE_VECTORS")
PATH = Path(NAMED) if NAMED else Path(__file__).parents[2].parent / "shared" / "vectors" / "golden_vectors.json"

COMPARE = "belongs to comparing runs, which this version does not do"
LATER = {
    "mcnemar": COMPARE, "multitest": COMPARE, "paired_permutation_exact": COMPARE,
    "bootstrap_percentile_exact": COMPARE, "bootstrap_ci": COMPARE, "gate": COMPARE,
}  # fmt: skip
LATER_KEYS = {"claims": {"answer_relevance"}}  # by rubric: no grader here decides it

Values = Mapping[str, Any]


def value(score: Score) -> float | None:
    return score.value if isinstance(score, Scored) else None


def judged(evidence: Sequence[Evidence], passages: Sequence[Passage]) -> Ranked:
    matches = match_all(evidence, passages, MatchSettings(), DocIdRules(), lambda doc_id: None)
    return Ranked(tuple(passages), matches)


def of_ids(grades: Mapping[str, int], ranking: Sequence[str]) -> Ranked:
    evidence = [Evidence((Quote(name, f"text of {name}", grade=grade),)) for name, grade in grades.items() if grade > 0]
    return judged(evidence, [Passage(name, f"text of {name}") for name in ranking])


def of_flags(flags: Sequence[bool]) -> Ranked:
    matches = [EvidenceMatch(rank, holding=(rank,)) for rank, flag in enumerate(flags, start=1) if flag]
    return Ranked(tuple(Passage("d", "") for _ in flags), tuple(matches or [EvidenceMatch(None)]))


def metric(name: str, graded: Ranked, asked: Ranked) -> Score:
    """`asked` holds the same evidence with all of it required: in the vectors recall asks for every grade above 0."""
    family, _, cut = name.partition("@")
    k = int(cut) if cut else None
    computations: dict[str, Callable[[], Score]] = {
        "recall": lambda: retrieval.evidence_recall(asked, k),
        "precision": lambda: retrieval.precision_strict(graded, k or 0),
        "hit_rate": lambda: retrieval.hit_rate(graded, k),
        "ndcg": lambda: retrieval.ndcg(graded, k),
        "mrr": lambda: retrieval.mrr(graded, k),
        "context_precision": lambda: retrieval.context_precision(graded),
        "context_precision_ranked": lambda: retrieval.context_precision_ranked(graded, k),
        "first_rank": lambda: retrieval.first_gold_rank(graded),
        "first_gold_rank": lambda: retrieval.first_gold_rank(graded),
    }
    return computations[family]()


def of_ranking(given: Values, names: Sequence[str]) -> Values:
    graded = of_ids(given["grades"], given["ranking"])
    asked = of_ids({name: 2 for name, grade in given["grades"].items() if grade > 0}, given["ranking"])
    return {name: value(metric(name, graded, asked)) for name in names}


def of_ranking_mean(given: Values, names: Sequence[str]) -> Values:
    def one(case: Values, name: str) -> Score:
        asked = of_ids({each: 2 for each, grade in case["grades"].items() if grade > 0}, case["ranking"])
        return metric(name, of_ids(case["grades"], case["ranking"]), asked)

    return {name: mean([one(case, name) for case in given.values()]).value for name in names}


def of_mean(given: Values, names: Sequence[str]) -> Values:
    [values] = given.values()
    result = mean([Unscored("null") if each is None else Scored(each) for each in values])
    return {name: {"n": result.n, "missing": result.unscored}.get(name, result.value) for name in names}


def of_gains(given: Values, names: Sequence[str]) -> Values:
    missing = list(given["known_grades"])
    matches = []
    for rank, gain in enumerate(given["gains_in_rank_order"], start=1):
        if gain:
            missing.remove(gain)
            matches.append(EvidenceMatch(rank, grade=gain))
    matches += [EvidenceMatch(None, grade=grade) for grade in missing]
    ranked = Ranked(tuple(Passage("d", "") for _ in given["gains_in_rank_order"]), tuple(matches))
    return {name: value(retrieval.ndcg(ranked, int(name.partition("@")[2]))) for name in names}


def of_evidence(given: Values, names: Sequence[str]) -> Values:
    evidence = [Evidence((Quote(doc_id, quote),)) for doc_id, quote in given["evidence"]]
    ranked = judged(evidence, [Passage(doc_id, text) for doc_id, text in given["hits"]])
    by_cut = {"evidence_recall": retrieval.evidence_recall, "all_evidence": retrieval.all_evidence}
    return {
        name: [value(by_cut[name](ranked, k)) for k in given["k"]]
        if name in by_cut
        else value(metric(name, ranked, ranked))
        for name in names
    }


def of_evidence_mean(given: Values, names: Sequence[str]) -> Values:
    cases = [
        Ranked((Passage("d", ""),), tuple(EvidenceMatch(1 if i < found else None) for i in range(number)))
        for number, found in zip(given["n_evidence"], given["n_found"], strict=True)
    ]
    means = {
        "evidence_recall_mean": mean([retrieval.evidence_recall(case) for case in cases]),
        "all_evidence_mean": mean([retrieval.all_evidence(case) for case in cases]),
    }
    return {name: means[name].value for name in names}


def of_context(given: Values, names: Sequence[str]) -> Values:
    [flags] = given.values()
    ranked = of_flags([bool(flag) for flag in flags])
    return {name: value(metric(name, ranked, ranked)) for name in names}


def of_refusal(given: Values, names: Sequence[str]) -> Values:
    refused: list[Score] = [Unscored("null") if each is None else Scored(float(each)) for each in given["refused"]]
    pair = rates(given["answerable"], refused)
    known: dict[str, Mean] = {
        "false_refusal_rate": pair.false_refusal_rate,
        "false_answer_rate": pair.false_answer_rate,
        "correct_decline_rate": pair.correct_decline_rate,
    }
    return {name: known[name].value for name in names}


def of_citations(given: Values, names: Sequence[str]) -> Values:
    passages = tuple(Passage("", "", chunk_id=name) for name in given["retrieved"])
    citations = tuple(Citation(id=name) for sentence in given["sentences"] for name in sentence["cited"])
    score = citation_fabricated(Output("case", candidates=passages, citations=citations))
    assert isinstance(score, Scored)
    sentences = [
        CitedSentence(one["needs_source"], tuple(one["supports"]), not set(one["cited"]).isdisjoint(given["retrieved"]))
        for one in given["sentences"]
    ]
    known = {
        "citation_fabricated": fabricated(citations, passages),
        "citations_all_retrieved": score.value == 0.0,
        "citation_precision": value(citation_precision(sentences)),
        "citation_recall": value(citation_recall(sentences)),
    }
    return {name: known[name] for name in names}


def marks_of(flags: Sequence[bool | int]) -> list[Mark]:
    return ["supported" if flag else "not_found" for flag in flags]


def of_claims(given: Values, names: Sequence[str]) -> Values:
    ranked = of_flags(given.get("chunk_relevant", []))
    known = {
        "faithfulness": lambda: value(faithfulness(marks_of(given["claim_supported"]))),
        "context_recall": lambda: value(context_recall(marks_of(given["gt_supported"]))),
        "context_precision": lambda: value(retrieval.context_precision(ranked)),
        "context_precision_ranked": lambda: value(retrieval.context_precision_ranked(ranked)),
    }
    return {name: known[name]() for name in names}


def of_ratio(given: Values, names: Sequence[str]) -> Values:
    measures = {"faithfulness": faithfulness, "context_recall": context_recall}
    return {
        name: value(measures[name](marks_of([i < given[name][0] for i in range(given[name][1])]))) for name in names
    }


def of_verdicts(given: Values, names: Sequence[str]) -> Values:
    return {name: value(faithfulness(marks_of(given["verdicts"]))) for name in names}


def of_f1(given: Values, names: Sequence[str]) -> Values:
    found = correctness(given["both"], given["answer_only"], given["reference_only"])
    return {name: value(getattr(found, name)) for name in names}


def of_nuggets(given: Values, names: Sequence[str]) -> Values:
    measures = {
        "nugget_recall_vital": nugget_recall_vital,
        "nugget_recall_all": nugget_recall_all,
        "all_vital": all_vital,
    }
    return {name: value(measures[name](given["vital"], given["marks"])) for name in names}


def of_kappa(given: Values, names: Sequence[str]) -> Values:
    found = cohens_kappa(given["a"], given["b"])
    return {name: {"raw_agreement": found.raw, "kappa": value(found.kappa)}[name] for name in names}


KINDS: dict[str, Callable[[Values, Sequence[str]], Values]] = {
    "ranking": of_ranking, "ranking_dup": of_ranking, "ranking_mean": of_ranking_mean, "mean": of_mean,
    "ndcg_gain": of_gains, "evidence": of_evidence, "evidence_mean": of_evidence_mean, "context": of_context,
    "context_precision_pos": of_context, "refusal": of_refusal, "citations": of_citations,
    "claims": of_claims, "ratio": of_ratio, "faithfulness": of_verdicts, "f1": of_f1, "nuggets": of_nuggets,
    "kappa": of_kappa,
}  # fmt: skip


def same(got: Any, expected: Any, tolerance: float) -> bool:
    """Numbers within the tolerance, yes and no as 1 and 0; a reason is never a number."""
    if isinstance(expected, list):
        return len(got) == len(expected) and all(same(g, e, tolerance) for g, e in zip(got, expected, strict=True))
    if expected is None or isinstance(expected, str) or got is None:
        return bool(got == expected)
    return abs(float(got) - float(expected)) <= tolerance


def vectors() -> list[Any]:
    if not PATH.exists():
        reason = f"the reference values are not here: {PATH.name} (RAGTRIAGE_VECTORS names another file)"
        return [pytest.param(None, marks=pytest.mark.skip(reason=reason), id="absent")]
    return [pytest.param(each, id=each["id"]) for each in json.loads(PATH.read_text("utf-8"))["vectors"]]


@pytest.mark.parametrize("vector", vectors())
def test_a_reference_value_is_reproduced(vector: Values) -> None:
    kind = vector["kind"]
    if kind in LATER:
        pytest.skip(f"{kind}: {LATER[kind]}")
    names = [name for name in vector["expected"] if name not in LATER_KEYS.get(kind, ())]
    expected = {name: vector["expected"][name] for name in names}
    got = KINDS[kind](vector["input"], names)
    for name in names:
        assert same(got[name], expected[name], vector.get("tolerance", 1e-9)), (name, got[name], expected[name])


@pytest.mark.skipif(not PATH.exists(), reason="the reference values are not here")
def test_every_kind_of_reference_value_is_either_reproduced_or_named_as_later() -> None:
    kinds = {each["kind"] for each in json.loads(PATH.read_text("utf-8"))["vectors"]}
    assert kinds <= KINDS.keys() | LATER.keys()
