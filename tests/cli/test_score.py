"""`ragtriage score`: every metric of a run, as a table, as Markdown and as JSON."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragtriage.metrics.registry import METRICS

Say = Callable[..., Any]


def by_metric(said: Any) -> dict[str, dict[str, Any]]:
    return {one["metric"]: one for one in said.json["metrics"]}


def test_every_metric_is_there_with_what_it_rests_on(workspace: Path, say: Say) -> None:
    said = say("score", "--json")
    found = by_metric(said)
    assert said.code == 0
    assert said.json["run"].startswith("prod@one#")
    assert (said.json["cases"], said.json["missing"]) == (2, 0)
    assert len(found) == len(METRICS) + 1
    assert found["evidence_recall@5"]["mean"] == {"value": 0.5, "n": 2, "unscored": 0}
    assert found["citation_fabricated"]["mean"] == {"value": 1.0, "n": 1, "unscored": 1}
    assert found["citation_fabricated"]["reasons"] == {"the run gave no citations": 1}
    assert found["false_refusal_rate"]["mean"]["value"] == 0.5
    assert found["false_answer_rate"]["mean"] == {"value": None, "n": 0, "unscored": 0}


def test_the_table_says_mean_n_unscored_and_why(workspace: Path, say: Say) -> None:
    said = say("score")
    lines = {line.split()[0]: line.split(None, 4) for line in said.out.splitlines()}
    assert lines["evidence_recall@5"][1:] == ["0.500", "2", "0"]
    assert lines["citation_fabricated"][1:] == ["1.000", "1", "1", "the run gave no citations"]
    assert lines["false_answer_rate"][1:] == ["-", "0", "0"]
    assert "2 cases" in said.err


def test_k_and_depth_are_the_workspace_s(workspace: Path, say: Say) -> None:
    settings = workspace / "ragtriage.yaml"
    settings.write_text(settings.read_text() + "k: 3\ndepth: 20\n")
    assert {"ndcg@3", "evidence_recall@20"} <= by_metric(say("score", "--json")).keys()


def test_by_a_key_the_groups_of_a_metric_stand_beside_each_other(workspace: Path, say: Say) -> None:
    found = [one for one in say("score", "--by", "tag", "--json").json["metrics"] if one["metric"] == "mrr"]
    assert [(one["group"], one["mean"]["value"], one["mean"]["n"]) for one in found] == [
        ("billing", 0.0, 1),
        ("plan change", 0.0, 1),
        ("", 1.0, 1),
    ]
    assert "(none)" in say("score", "--by", "tag").out
    pieces = [one["group"] for one in say("score", "--by", "evidence", "--json").json["metrics"]]
    assert set(pieces) == {"1"}, "a number stands for itself, not for all it is more than"


def test_a_group_without_a_case_that_the_metric_is_about_has_no_line(workspace: Path, say: Say) -> None:
    found = say("score", "--by", "answerable", "--json").json["metrics"]
    assert not [one for one in found if one["metric"] == "false_answer_rate"]


def test_quarantined_cases_are_in_a_mean_of_their_own_column(workspace: Path, say: Say) -> None:
    file = workspace / "cases" / "calendar" / "many.yaml"
    file.write_text(file.read_text().replace("up to five calendars", "up to fifty calendars"))
    said = say("score")
    [heading, *lines] = said.out.splitlines()
    assert heading.split() == ["metric", "mean", "n", "unscored", "all", "cases", "why", "unscored"]
    assert [line.split()[1:] for line in lines if line.startswith("mrr")] == [["0.000", "1", "0", "0.000", "of", "2"]]
    assert "1 quarantined, only in `all cases`" in said.err


def test_80_columns_leave_room_for_the_reason(workspace: Path, say: Say) -> None:
    file = workspace / "cases" / "calendar" / "many.yaml"
    file.write_text(file.read_text().replace("up to five calendars", "up to fifty calendars"))
    assert say("grade").code == 0
    places = [line.index("why unscored") for line in say("score").out.splitlines() if line.startswith("metric ")]
    assert len(places) == 2 and max(places) <= 68, "twelve cells are left for the reason"


def test_markdown_is_a_table_whose_cells_are_text(workspace: Path, say: Say) -> None:
    out = say("score", "--by", "tag", "--markdown").out.splitlines()
    assert out[0] == "| metric | tag | mean | n | unscored | why unscored |"
    assert "| mrr | plan change | 0.000 | 1 | 0 |  |" in out


def test_an_earlier_run_is_scored_when_it_is_named(workspace: Path, say: Say) -> None:
    assert say("run", "bm25").code == 0
    named = [one["id"] for one in say("runs", "list", "--json").json]
    assert {say("score", one, "--json").json["run"] for one in named} == set(named)
    assert len(named) == 2


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("score", "--by", "tags"), 2, "did you mean `tag`?"),
        (("score", "--by", "badge"), 2, "keys: status"),
        (("score", "nowhere"), 2, "no run is called `nowhere`"),
        (("score", "--json", "--markdown"), 2, "exclude each other"),
    ],
)
def test_what_cannot_be_met_is_said_with_what_to_do(
    workspace: Path, say: Say, words: tuple[str, ...], code: int, said: str
) -> None:
    answer = say(*words)
    assert (answer.code, answer.out) == (code, "")
    assert said in answer.err


def test_without_a_run_it_says_how_to_come_by_one(workspace: Path, say: Say) -> None:
    for run in [one["id"] for one in say("runs", "list", "--json").json]:
        say("runs", "rm", run, "--yes")
    answer = say("score")
    assert answer.code == 2
    assert "ragtriage import runs FILE" in answer.err


def test_without_its_snapshot_a_run_is_not_scored_and_why_is_said(workspace: Path, say: Say) -> None:
    assert say("snapshot", "add", str(workspace.parent / "docs"), "--name", "two").code == 0
    lines = (workspace.parent / "outputs.jsonl").read_text().replace('"snapshot": "one"', '"snapshot": "two"')
    (workspace.parent / "two.jsonl").write_text(lines)
    assert say("import", "runs", str(workspace.parent / "two.jsonl")).code == 0
    shutil.rmtree(workspace / "corpus_snapshots" / "two")
    answer = say("score", "prod@two")
    assert (answer.code, answer.out) == (3, "")
    assert "no snapshot is named `two`" in answer.err


def test_unreadable_files_are_told_and_by_the_exit_code(workspace: Path, say: Say) -> None:
    (workspace / "cases" / "broken.yaml").write_text("id: [")
    assert say("score").code == 1
