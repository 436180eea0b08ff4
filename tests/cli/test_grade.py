"""`ragtriage grade`, and what `score` says of it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragtriage.cli.grade import NAMES
from ragtriage.grading.families import FAMILIES

Say = Callable[..., Any]

ANSWERS: list[dict[str, Any]] = [
    {
        "case_id": "billing/monthly",
        "candidates": [{"doc_id": "billing", "text": "There is no fee for a change of plan. Plans change at renewal."}],
        "answer": "Plans change at renewal. A fee of 15 % applies to a change of plan.",
        "refused": False,
    },
    {
        "case_id": "calendar/many",
        "candidates": [{"doc_id": "calendar", "text": "You can connect up to five calendars to one account."}],
        "answer": "You can connect five calendars to one account.",
        "refused": False,
    },
]


@pytest.fixture
def fees(workspace: Path, say: Say) -> Path:
    """The workspace with a run that gets a fee wrong."""
    lines = "".join(json.dumps(one | {"config": "fees", "snapshot": "one"}) + "\n" for one in ANSWERS)
    (workspace.parent / "fees.jsonl").write_text(lines)
    assert say("import", "runs", str(workspace.parent / "fees.jsonl")).code == 0
    return workspace


def means(say: Say, *words: str) -> dict[str, Any]:
    return {one["metric"]: one for one in say("score", "fees", *words, "--json").json["metrics"] if one["grader"]}


def test_the_names_are_those_of_the_families() -> None:
    assert tuple(FAMILIES) == NAMES


def test_a_run_is_graded_and_scored_and_who_graded_is_said(fees: Path, say: Say) -> None:
    assert means(say) == {}
    said = say("grade", "fees")
    assert said.code == 0
    assert "10 grades made" in said.out
    assert "lexical, uncalibrated" in said.err
    found = means(say)
    assert set(found) == {name for family in FAMILIES.values() for name in family.names}
    assert found["faithfulness"]["mean"] == {"value": 0.75, "n": 2, "unscored": 0}
    assert found["contradicted_claims"]["mean"]["value"] == 0.5
    assert found["nugget_recall_vital"]["mean"] == {"value": 1.0, "n": 1, "unscored": 1}
    assert {one["grader"] for one in found.values()} == {"lexical, uncalibrated"}
    out = say("score", "fees").out
    assert out.index("false_answer_rate") < out.index("by lexical, uncalibrated") < out.index("faithfulness ")
    assert "| lexical, uncalibrated |" in say("score", "fees", "--markdown").out


def test_a_contradicted_claim_is_printed_with_the_sentence_that_says_otherwise(fees: Path, say: Say) -> None:
    said = say("grade", "fees")
    lines = [line.strip() for line in said.out.splitlines()]
    at = next(number for number, line in enumerate(lines) if line.startswith("billing/monthly: "))
    assert lines[at + 1] == "answer:  A fee of 15 % applies to a change of plan."
    assert lines[at + 2] == "context: There is no fee for a change of plan.  [1]"
    assert "1 claim against the context" in said.err
    [found] = say("grade", "fees", "--json").json["contradicted"]
    assert (found["case_id"], found["finding"]["sentence"]["passage"]) == ("billing/monthly", 1)
    assert say("grade", "fees", "--dry-run", "--json").json["contradicted"] is None


def test_what_was_graded_is_not_graded_again(fees: Path, say: Say) -> None:
    say("grade", "fees")
    assert "0 grades made, 10 up to date" in say("grade", "fees").out


def test_only_some_metrics_and_only_some_cases(fees: Path, say: Say) -> None:
    found = say("grade", "fees", "--metrics", "faithfulness, nuggets", "--filter", "tag:billing", "--json").json
    assert (found["cases"], found["graded"]) == (["billing/monthly"], 2)
    scored = means(say)
    assert "correctness" not in scored
    assert scored["faithfulness"]["mean"] == {"value": 0.5, "n": 1, "unscored": 1}
    assert scored["faithfulness"]["reasons"] == {"not graded, or changed since": 1}


def test_a_dry_run_says_what_it_would_do_and_does_nothing(fees: Path, say: Say) -> None:
    said = say("grade", "fees", "--dry-run")
    assert "no cost" in said.err
    assert ["nuggets", "2"] in [line.split()[:2] for line in said.out.splitlines()]
    found = say("grade", "fees", "--dry-run", "--json").json
    assert (found["graded"], found["to_grade"]["faithfulness"], found["cost_usd"]) == (None, 2, 0)
    assert means(say) == {}


def test_a_sample_is_the_same_one_every_time_and_says_what_it_drew(fees: Path, say: Say) -> None:
    drawn = say("grade", "fees", "--sample", "1", "--json")
    assert len(drawn.json["cases"]) == 1
    assert "drawn by the run's id: 1 " in drawn.err
    assert say("grade", "fees", "--sample", "1", "--dry-run", "--json").json["cases"] == drawn.json["cases"]


def test_only_what_changed_since_the_run_before(fees: Path, say: Say) -> None:
    assert len(say("grade", "fees", "--only-changed", "--dry-run", "--json").json["cases"]) == 2, "there is none before"
    later = [ANSWERS[0] | {"answer": "Plans change at renewal."}, ANSWERS[1] | {"latency_ms": 5}]
    lines = "".join(json.dumps(one | {"config": "fees", "snapshot": "one"}) + "\n" for one in later)
    (fees.parent / "later.jsonl").write_text(lines)
    assert say("import", "runs", str(fees.parent / "later.jsonl")).code == 0
    assert say("grade", "fees", "--only-changed", "--dry-run", "--json").json["cases"] == ["billing/monthly"]


def test_by_a_key_graded_metrics_have_their_groups(fees: Path, say: Say) -> None:
    say("grade", "fees")
    lines = [
        one for one in say("score", "fees", "--by", "tag", "--json").json["metrics"] if one["metric"] == "faithfulness"
    ]
    assert [(one["group"], one["mean"]["value"]) for one in lines] == [
        ("billing", 0.5),
        ("plan change", 0.5),
        ("", 1.0),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("grade", "--metrics", "nugets"), "did you mean `nuggets`?"),
        (("grade", "--metrics", " , "), "there are faithfulness, nuggets"),
        (("grade", "nowhere"), "no run is called `nowhere`"),
        (("grade", "--sample", "0"), "--sample"),
        (("grade", "--filter", "tga:x"), "the filter knows no key `tga`"),
    ],
)
def test_what_cannot_be_met_is_said_with_what_to_do(
    workspace: Path, say: Say, words: tuple[str, ...], said: str
) -> None:
    answer = say(*words)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_what_the_filter_keeps_nothing_of_is_said(fees: Path, say: Say) -> None:
    said = say("grade", "fees", "--filter", "tag:nothing")
    assert "0 cases, 0 grades made" in said.out
    assert "no active case of the run is among those asked for" in said.err


def test_hostile_answers_reach_no_terminal(fees: Path, say: Say) -> None:
    words = "A fee of 15 % applies\x1b\x07 to a change of plan\u202e \x9b."
    lines = json.dumps(ANSWERS[0] | {"answer": words, "config": "evil", "snapshot": "one"}) + "\n"
    (fees.parent / "evil.jsonl").write_text(lines)
    assert say("import", "runs", str(fees.parent / "evil.jsonl")).code == 0
    assert "a change of plan" in say("grade", "evil").out
    for command in (("grade", "evil"), ("grade", "evil", "--json"), ("score", "evil"), ("score", "evil", "--markdown")):
        said = say(*command)
        assert said.code == 0
        assert "\x1b" not in said.out + said.err and "\u202e" not in said.out + said.err
