"""The commands, as a person or a script meets them."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

Say = Callable[..., Any]


def test_status_counts_and_says_what_is_next(workspace: Path, say: Say) -> None:
    said = say("status")
    assert said.code == 0
    assert "2 active cases, 1 draft" in said.out
    assert "prod@one#" in said.out
    assert "2 to decide" in said.out
    assert said.err.splitlines()[-1] == "next: ragtriage triage next, or ragtriage for the screens"


def test_status_in_json_is_data_alone(workspace: Path, say: Say) -> None:
    found = say("status", "--json").json
    assert found["cases"] == {"active": 2, "draft": 1, "retired": 0}
    assert found["to_decide"] == 2
    (one,) = found["configurations"]
    assert (one["name"], one["failed"], one["answerable"], one["all_evidence_at_k"]) == ("prod", 2, 2, 1)


def test_without_a_terminal_no_command_means_status(workspace: Path, say: Say) -> None:
    assert say().out == say("status").out


def test_outside_a_workspace_two_lines_say_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, say: Say
) -> None:
    monkeypatch.chdir(tmp_path)
    said = say()
    assert said.code == 3
    assert said.out == ""
    assert len(said.err.splitlines()) == 2
    assert "ragtriage init" in said.err
    assert "ragtriage demo" in said.err


def test_a_workspace_elsewhere_is_named_by_an_option(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, say: Say
) -> None:
    monkeypatch.chdir("/")
    assert say("--workspace", str(workspace / "cases"), "cases", "list", "--json").json


def test_init_makes_a_workspace_and_never_a_second_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, say: Say
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".gitignore").write_text("build/")
    assert say("init").code == 0
    assert (tmp_path / ".gitignore").read_text() == "build/\n.ragtriage/\n.ragtriage-*\n"
    assert say("status").code == 0
    before = (tmp_path / "ragtriage.yaml").read_bytes()
    again = say("init")
    assert again.code == 3
    assert "already" in again.err
    assert (tmp_path / "ragtriage.yaml").read_bytes() == before


def test_cases_are_listed_by_the_filter_of_the_screens(workspace: Path, say: Say) -> None:
    ids = [case["id"] for case in say("cases", "list", "--filter", 'tag:"plan change",x must_pass:yes', "--json").json]
    assert ids == ["billing/monthly"]
    assert say("cases", "list", "--filter", "status:draft").out.splitlines()[1].startswith("other/moon")
    wrong = say("cases", "list", "--filter", "stauts:draft")
    assert wrong.code == 2
    assert "did you mean `status`?" in wrong.err
    failing = say("cases", "list", "--filter", "badge:new passes:none,prod diagnosis:over_declined", "--json").json
    assert [case["id"] for case in failing] == []  # one configuration says nothing of the label
    assert [case["id"] for case in say("cases", "list", "--filter", "badge:new", "--json").json] == [
        "billing/monthly",
        "calendar/many",
    ]
    assert [case["id"] for case in say("cases", "list", "--filter", 'badge:""', "--json").json] == ["other/moon"]


def test_a_case_is_shown_as_its_file_has_it(workspace: Path, say: Say) -> None:
    file = workspace / "cases/calendar/many.yaml"
    file.write_text("# ours\n" + file.read_text())
    assert say("cases", "show", "calendar/many").out == file.read_text()
    assert say("cases", "show", "calendar/many", "--json").json["evidence"][0]["doc_id"] == "calendar"
    unknown = say("cases", "show", "calendar/mny")
    assert unknown.code == 2
    assert "did you mean `calendar/many`?" in unknown.err


def test_setting_a_field_changes_that_field(workspace: Path, say: Say) -> None:
    file = workspace / "cases/billing/monthly.yaml"
    file.write_text(file.read_text() + "# a comment\n")
    before = file.read_text()
    assert say("cases", "set", "billing/monthly", "nuggets[1].text", "NO").code == 0
    assert file.read_text() == before.replace("text: no proration", 'text: "NO"')
    assert say("cases", "set", "billing/monthly", "must_pass", "no").code == 0
    assert say("cases", "show", "billing/monthly", "--json").json.get("must_pass") in (None, False)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("nugets[0].text", "x", "did you mean `nuggets`?"),
        ("nuggets[", "x", "no path of a field"),
        ("status", "actve", "active"),
        ("answerable", "maybe", "true or false"),
        ("nuggets[9].text", "x", "nuggets[9]"),
    ],
)
def test_a_field_or_value_that_cannot_be_writes_nothing(
    workspace: Path, say: Say, field: str, value: str, words: str
) -> None:
    before = (workspace / "cases/billing/monthly.yaml").read_bytes()
    said = say("cases", "set", "billing/monthly", field, value)
    assert said.code in (2, 3)
    assert words in said.err
    assert (workspace / "cases/billing/monthly.yaml").read_bytes() == before


def test_lint_finds_broken_files_and_doubtful_labels(workspace: Path, say: Say) -> None:
    assert say("cases", "lint").code == 0
    (workspace / "cases/broken.yaml").write_text("id: broken\nquestion: x\nanswerable: maybe\n")
    (workspace / "cases/drifted.yaml").write_text(
        "id: drifted\nquestion: x\nanswerable: true\nevidence:\n- {doc_id: billing, quote: words of another release}\n"
    )
    said = say("cases", "lint", "--json")
    assert said.code == 1
    file, label = said.json
    assert (file["kind"], file["line"], file["field"]) == ("file", 3, "answerable")
    assert (label["kind"], label["case"], label["suspicion"]) == ("label", "drifted", "quote_not_in_snapshot")
    assert say("cases", "lint", "calendar/many").code == 0
    assert say("cases", "lint", "broken").code == 1
    assert say("cases", "lint", "nosuch").code == 2
    assert "✗ " in say("cases", "lint").out
    assert say("status").err.splitlines()[-1].startswith("next: ragtriage cases lint")
    assert [case["id"] for case in say("cases", "list", "--filter", "label:suspect", "--json").json] == ["drifted"]


def test_formatting_is_idempotent_and_leaves_comments_alone(workspace: Path, say: Say) -> None:
    plain, commented = workspace / "cases/calendar/many.yaml", workspace / "cases/commented.yaml"
    plain.write_text("answerable: true\nid: calendar/many\nquestion:   'How many?'\n")
    commented.write_text("id: commented # ours\nquestion:   x\nanswerable: true\n")
    before = commented.read_text()
    check = say("cases", "fmt", "--check")
    assert (check.code, check.out) == (1, "calendar/many\n")
    assert plain.read_text().startswith("answerable")
    assert say("cases", "fmt").code == 0
    assert plain.read_text() == "id: calendar/many\nquestion: How many?\nanswerable: true\n"
    assert commented.read_text() == before
    assert say("cases", "fmt", "--check", "--json").json["changed"] == []


def test_a_snapshot_is_added_listed_shown_and_searched(workspace: Path, say: Say) -> None:
    docs = workspace.parent / "docs"
    assert say("snapshot", "add", str(docs), "--name", "one").out.startswith("one was there already")
    (docs / "new.md").write_text("A new page about invoices.\n")
    assert say("snapshot", "add", str(docs), "--name", "one").code == 3  # other content under a taken name
    assert say("snapshot", "add", str(docs), "--name", "two", "--json").json["added"] is True
    assert [one["name"] for one in say("snapshot", "list", "--json").json] == ["one", "two"]
    assert "* one" in say("snapshot", "list").out
    assert say("snapshot", "show", "two").out.splitlines() == ["billing", "calendar", "new"]
    assert say("snapshot", "show", "two", "new").out == "A new page about invoices.\n"
    assert "did you mean `calendar`?" in say("snapshot", "show", "two", "calender").err
    (hit,) = say("snapshot", "search", "five", "calendars", "--json").json
    assert hit["doc_id"] == "calendar"
    assert "invoices" in say("snapshot", "search", "--snapshot", "two", "invoices").out


@pytest.mark.parametrize("words", [("--name", "x"), ("docs", "--git", "a@b:c", "--name", "x"), ("docs",)])
def test_a_snapshot_needs_one_source_and_a_name(workspace: Path, say: Say, words: tuple[str, ...]) -> None:
    assert say("snapshot", "add", *words).code == 2


def test_a_run_is_imported_once_and_bad_lines_are_kept_out(workspace: Path, say: Say) -> None:
    file = workspace.parent / "more.jsonl"
    good = {"case_id": "calendar/many", "config": "next", "snapshot": "one", "answer": "five"}
    file.write_text(json.dumps(good) + "\n{not json\n" + json.dumps({**good, "case_id": "ghost"}) + "\n")
    said = say("import", "runs", str(file))
    assert said.code == 1
    assert said.out.startswith("next@one#")
    assert f"{file}:2" in said.err
    assert "1 case of it not in the golden set: ghost" in said.err
    assert "1 active case without an answer in it: billing/monthly" in said.err
    (report,) = say("import", "runs", str(file), "--json").json
    (run,) = report["present"]
    assert report["cases"] == [
        {"run": run["id"], "not_in_golden_set": ["ghost"], "without_answer": ["billing/monthly"]}
    ]
    wrong = say("import", "runs", str(file), "--snapshot", "on")
    assert wrong.code == 2
    assert "did you mean `one`?" in wrong.err
    assert say("import", "runs", str(workspace / "nosuch.jsonl")).code == 3


def test_runs_are_listed_shown_and_deleted_only_when_that_is_meant(workspace: Path, say: Say) -> None:
    (one,) = say("runs", "list", "--json").json
    assert one["config"] == "prod"
    assert "outputs: 2" in say("runs", "show", "prod").out
    refused = say("runs", "rm", "prod")
    assert refused.code == 2
    assert "--yes" in refused.err
    assert say("runs", "rm", "prod", "--yes").code == 0
    assert say("runs", "list", "--json").json == []


def test_cases_are_imported_and_none_is_overwritten(workspace: Path, say: Say) -> None:
    before = (workspace / "cases/calendar/many.yaml").read_bytes()
    file = workspace.parent / "more.jsonl"
    new = {
        "id": "n/1",
        "question": "x?",
        "answerable": True,
        "evidence": [{"doc_id": "calendar", "start": 0, "end": 11}],
    }
    other = {"id": "calendar/many", "question": "other?", "answerable": True}
    file.write_text("".join(json.dumps(record) + "\n" for record in (new, other, {"id": "bad"})))
    assert say("import", "cases", str(file), "--dry-run", "--json").json["added"] == ["n/1"]
    assert not (workspace / "cases/n").exists()
    said = say("import", "cases", str(file))
    assert said.code == 1
    assert said.out == "n/1\n"
    assert "there is a case `calendar/many` already" in said.err
    assert (workspace / "cases/calendar/many.yaml").read_bytes() == before
    assert say("cases", "show", "n/1", "--json").json["evidence"][0]["quote"] == "# Calendars"


def test_configurations_are_run(workspace: Path, say: Say) -> None:
    (report,) = say("run", "--json").json
    assert report["run"]["config"] == "bm25"
    assert report["run"]["outputs"] == 2
    nowhere = say("run", "--snapshot", "on")
    assert nowhere.code == 3
    assert "did you mean `one`?" in nowhere.err
    wrong = say("run", "bm52")
    assert wrong.code == 2
    assert "did you mean `bm25`?" in wrong.err


def test_triage_from_next_to_decided(workspace: Path, say: Say) -> None:
    told = say("triage", "next")
    assert told.code == 0
    assert told.out.startswith("billing/monthly\n")
    assert "1 retrieval, 2 ranking" in told.err
    assert told.err.splitlines()[-1] == "next: ragtriage triage decide billing/monthly CAUSE"
    decided = say(
        "triage", "decide", "billing/monthly", "1", "--owner", "search team", "--as", "Mira K", "--note", "a|b"
    )
    assert decided.code == 0
    assert "(calendar/many)" in decided.err.splitlines()[-1]
    week = say("status", "--json").json["week"]
    assert (workspace / f"triage/{week}/billing/monthly--Mira-K.yaml").is_file()
    assert say("triage", "next", "--json").json["row"]["case_id"] == "calendar/many"
    rows = say("triage", "list", "--filter", 'owner:"search team"', "--json").json["rows"]
    assert [(row["case_id"], row["badge"], row["causes"]) for row in rows] == [
        ("billing/monthly", "decided", ["retrieval"])
    ]
    assert say("triage", "list", "--week", "this", "--markdown").out.splitlines() == [
        f"## Decisions of {week}",
        "",
        "1 case: 1 retrieval",
        "",
        "| case | question | cause | mode | owner | note | reviewer |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        "| billing/monthly | Can I move my annual plan to monthly billing? "
        "| retrieval |  | search team | a\\|b | Mira K |",
    ]
    assert say("triage", "list", "--week", week, "--json").json[0]["reviewer"] == "Mira K"


def test_deciding_twice_is_deciding_once_and_can_be_taken_back(workspace: Path, say: Say) -> None:
    words = ("triage", "decide", "calendar/many", "corpus-gap", "--as", "mk")
    for _ in range(2):
        assert say(*words).code == 0
        (verdict,) = say("triage", "list", "--week", "this", "--json").json
        assert [finding["cause"] for finding in verdict["findings"]] == ["corpus_gap"]
    say("triage", "decide", "calendar/many", "label", "--as", "mk")
    assert say(*words, "--take-back").code == 0
    (verdict,) = say("triage", "list", "--week", "this", "--json").json
    assert [finding["cause"] for finding in verdict["findings"]] == ["label"]
    say("triage", "decide", "calendar/many", "label", "--as", "mk", "--take-back")
    assert say("triage", "list", "--week", "this", "--json").json == []
    assert not list((workspace / "triage").rglob("*.yaml"))


def test_a_snoozed_case_is_not_asked_about_until_a_cause_is_named(workspace: Path, say: Say) -> None:
    said = say("triage", "snooze", "billing/monthly", "--until", "2999-12-24", "--as", "mk")
    assert said.code == 0
    assert "snoozed until 2999-12-24 (mk, " in said.err
    assert said.err.splitlines()[-1] == "next: ragtriage triage next (calendar/many)"
    assert say("triage", "next", "--json").json["row"]["case_id"] == "calendar/many"
    (file,) = (workspace / "triage").rglob("monthly--mk.yaml")
    assert "snoozed_until: '2999-12-24'" in file.read_text().replace('"', "'")
    say("triage", "decide", "billing/monthly", "label", "--as", "mk")
    assert "snoozed" not in file.read_text()


def test_a_snooze_lasts_until_next_monday_and_ends_on_no_day_gone_by(workspace: Path, say: Say) -> None:
    assert say("triage", "snooze", "billing/monthly", "calendar/many", "--as", "mk").code == 0
    verdicts = say("triage", "list", "--week", "this", "--json").json
    (day,) = {date.fromisoformat(one["snoozed_until"]) for one in verdicts}
    assert (len(verdicts), day.isoweekday()) == (2, 1)
    for until, hint in (("2020-01-01", "is not to come"), ("Friday", "YYYY-MM-DD")):
        said = say("triage", "snooze", "billing/monthly", "--until", until)
        assert (said.code, hint in said.err) == (2, True)


def test_several_cases_get_one_cause_at_once(workspace: Path, say: Say) -> None:
    assert say("triage", "decide", "billing/monthly", "calendar/many", "ranking", "--as", "mk").code == 0
    assert len(say("triage", "list", "--week", "this", "--json").json) == 2
    done = say("triage", "next", "--json")
    assert (done.code, done.json) == (0, None)
    assert "nothing is left to decide" in done.err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("triage", "decide", "calendar/many", "retreival"), "did you mean `retrieval`?"),
        (("triage", "decide", "calendar/mny", "label"), "did you mean `calendar/many`?"),
        (("triage", "list", "--config", "prd"), "prod"),
        (("triage", "list", "--filter", "passes:prd"), "did you mean `prod`?"),
        (("triage", "list", "--week", "2026-48"), "2026-W48"),
        (("statsu",), "did you mean `status`?"),
        (("cases", "check"), "there is no command `cases check`\n  did you mean `cases lint`?"),
        (("validate",), "did you mean `cases lint`?"),
        (("lint",), "did you mean `cases lint`?"),
        (("decide", "a", "label"), "did you mean `triage decide`?"),
        (("cases", "lst"), "did you mean `cases list`?"),
        (("cases", "import"), "did you mean `import cases`?"),
        (("runs", "delete", "x"), "did you mean `runs rm`?"),
        (("triage", "serach"), "did you mean `snapshot search`?"),
        (("triage", "status"), "did you mean `status`?"),
        (("anchors", "explian"), "did you mean `anchors explain`?"),
        (("runs", "zzz"), "commands: list, rm, show"),
        (("cases",), "Commands:"),
        (("cases", "--nosuch"), "--help"),
    ],
)
def test_what_cannot_be_met_exits_2_and_says_what_could(
    workspace: Path, say: Say, words: tuple[str, ...], hint: str
) -> None:
    said = say(*words)
    assert said.code == 2
    assert said.out == ""
    assert hint in said.err
