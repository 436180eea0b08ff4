"""`ragtriage triage right`, `audit` and `decide` on an answer that passes; what status and commit say of it."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CASES, OUTPUTS, Say, lines_of


@pytest.fixture
def passing(workspace: Path, say: Say) -> Path:
    """A run of `better` whose answer to calendar/many passes by code, and says the opposite of its reference."""
    outputs = [OUTPUTS[0], {**OUTPUTS[1], "answer": "Up to five.", "refused": False, "citations": []}]
    file = workspace.parent / "better.jsonl"
    file.write_text(lines_of(outputs, config="better", snapshot="one"))
    assert say("import", "runs", str(file)).code == 0
    assert CASES[1]["id"] == "calendar/many"
    return workspace


def better(said: str) -> dict[str, int]:
    return next(one for one in json.loads(said)["configurations"] if one["name"] == "better")


def test_status_says_that_no_answer_was_judged_until_one_is(passing: Path, say: Say) -> None:
    assert "1 passes, its answer not judged" in say("status").out
    one = better(say("status", "--json").out)
    assert (one["passed"], one["passed_not_judged"], one["passed_judged_right"]) == (1, 1, 0)
    assert say("triage", "right", "calendar/many", "--config", "better", "--as", "mk").code == 0
    assert "1 passes, its answer judged right" in say("status").out
    assert (passing / "labels/calendar/many--mk.yaml").exists()
    say("triage", "right", "calendar/many", "--config", "better", "--as", "mk", "--take-back")
    assert "1 passes, its answer not judged" in say("status").out


def test_a_cause_on_a_passing_answer_fails_its_case(passing: Path, say: Say) -> None:
    said = say("triage", "decide", "calendar/many", "generation", "--config", "better", "--as", "mk", "--note", "no")
    assert "calendar/many: wrong, generation" in said.err
    one = better(say("status", "--json").out)
    assert (one["passed"], one["judged_wrong"]) == (0, 1)
    rows = say("triage", "list", "--config", "better", "--filter", "judged:wrong", "--json").json["rows"]
    assert [(row["case_id"], row["diagnoses"][0]) for row in rows] == [("calendar/many", "wrong_answer")]


def test_right_of_a_case_that_fails_says_that_it_fails_all_the_same(passing: Path, say: Say) -> None:
    said = say("triage", "right", "billing/monthly", "--config", "better", "--as", "mk")
    assert "billing/monthly fails all the same: not retrieved" in said.err


def test_an_audit_prints_answer_and_reference_with_its_seed(passing: Path, say: Say) -> None:
    said = say("triage", "audit", "--n", "5", "--config", "better")
    assert "calendar/many  not judged" in said.out
    assert "Up to five." in said.out
    assert "1 answer drawn with seed 20" in said.err
    drawn = say("triage", "audit", "--config", "better", "--json").json
    assert [one["case"] for one in drawn["answers"]] == ["calendar/many"]
    assert len(drawn["answers"][0]["output"]) == 64
    assert say("triage", "audit", "--n", "0").code == 2


def test_a_damaged_file_of_labels_is_told_with_its_line_and_the_exit_code(passing: Path, say: Say) -> None:
    path = passing / "labels/calendar/many--jo.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("case: calendar/many\nlabels:\n  - {unit: answer, output: 9f31c2aa, label: rigth}\n")
    said = say("status")
    assert said.code == 1
    assert "many--jo.yaml:3" in said.err
    assert "an answer cannot be `rigth`" in said.err
