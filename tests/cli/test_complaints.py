"""From an export to a case and back, by commands alone."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragtriage.cli import main
from ragtriage.cli.start import sample_folder

Say = Callable[..., Any]
ROWS = [
    {"id": 1, "question": "Are anual plans prorated when downgraded?", "answer": "Yes.", "rating": "down",
     "comment": "wrong, ask jane@corp.example", "user": "u1", "time": "2026-11-28T10:00:00Z"},
    {"id": 2, "question": "are annual plans prorated, when downgraded", "answer": "Yes!", "rating": "down",
     "user": "u2"},
    {"id": 3, "question": "How many calendars can be connected?", "answer": "Six.", "rating": "down", "user": "u3"},
    {"id": 4, "question": "Which airflow operator copies a bucket of the cloud storage?", "answer": "This.",
     "rating": "down"},
    {"id": 5, "question": "Where is the invoice?", "answer": "There.", "rating": "up"},
]  # fmt: skip


@pytest.fixture
def inbox(workspace: Path, say: Say) -> dict[int, str]:
    """The complaints' ids by the number of their record."""
    (workspace.parent / "feedback.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    assert say("complaints", "import", "../feedback.jsonl").code == 0
    groups = say("complaints", "list", "--all", "--json").json["groups"]
    ids = [each for group in groups for each in group["complaints"]]
    shown = [say("complaints", "show", each, "--json").json for each in ids]
    return {int(one["ref"]): one["id"] for one in shown}


def test_an_import_tells_the_columns_what_was_struck_and_what_was_kept_apart(
    workspace: Path, say: Say, inbox: dict[int, str]
) -> None:
    said = say("complaints", "import", "../feedback.jsonl")
    assert "5 records, 0 new, 5 there already" in said.out
    for told in ("question ← question (named)", "struck out: 1 e-mail", "4 rated down", "1 that praise"):
        assert told in said.err
    [report] = say("complaints", "import", "../feedback.jsonl", "--json").json
    assert report["present"] == 5 and report["struck"] == {"e-mail": 1}


def test_an_export_that_says_more_is_told_and_the_decision_stands(
    workspace: Path, say: Say, inbox: dict[int, str]
) -> None:
    say("complaints", "reject", inbox[4], "--reason", "another product")
    more = [row | {"comment": "still not there"} if row["id"] == 4 else row for row in ROWS]
    (workspace.parent / "feedback.jsonl").write_text("".join(json.dumps(row) + "\n" for row in more))
    said = say("complaints", "import", "../feedback.jsonl")
    assert "5 records, 0 new, 5 there already" in said.out
    assert f"{inbox[4]}: comment; it is rejected, and that stands" in said.err
    [report] = say("complaints", "import", "../feedback.jsonl", "--json").json
    assert report["changes"] == []
    assert say("complaints", "show", inbox[4], "--json").json["comment"] == "still not there"


def test_what_stays_open_of_dates_is_said_and_settled(workspace: Path, say: Say) -> None:
    (workspace.parent / "us.csv").write_text("question,date\nWhere can I find it?,03/04/2026\n")
    said = say("complaints", "import", "../us.csv")
    assert "`--dates mdy`, dmy or ymd settles it" in said.err
    said = say("complaints", "import", "../us.csv", "--dates", "mdy")
    assert "0 new, 1 there already" in said.out and "read month first: --dates" in said.err
    assert say("complaints", "import", "../us.csv", "--dates", "ydm").code == 2


def test_the_list_folds_counts_and_names_the_nearest_case_with_how_it_fares(say: Say, inbox: dict[int, str]) -> None:
    groups = say("complaints", "list", "--json").json["groups"]
    assert [(len(one["complaints"]), one["people"]) for one in groups] == [(2, 2), (1, 1), (1, 1)]
    near = {one["id"]: one["near"] for one in groups}
    assert near[inbox[3]] == {"case": "calendar/many", "likeness": 1.0, "latest": "✗ fails"}
    assert near[inbox[4]] is None
    assert "1 that praise" in say("complaints", "list").err


def test_a_complaint_shows_evidence_to_confirm_or_that_there_is_none(say: Say, inbox: dict[int, str]) -> None:
    said = say("complaints", "show", inbox[1])
    assert "2 people asked this" in said.out and "[e-mail]" in said.out and "jane" not in said.out
    assert "--evidence 'billing:Annual plans are not prorated when downgraded.'" in said.err
    assert "probably answered nowhere in the corpus" in say("complaints", "show", inbox[4]).err


def test_a_complaint_becomes_an_active_case_and_its_likes_are_duplicates_of_it(
    workspace: Path, say: Say, inbox: dict[int, str]
) -> None:
    quote = "billing:annual plans are not prorated"
    assert (
        say("complaints", "convert", inbox[1], "--evidence", quote, "--tag", "billing").out
        == "anual-plans-prorated-downgraded\n"
    )
    case = say("cases", "show", "anual-plans-prorated-downgraded", "--json").json
    assert case == {
        "id": "anual-plans-prorated-downgraded",
        "question": ROWS[0]["question"],
        "evidence": [{"doc_id": "billing", "quote": "Annual plans are not prorated"}],
        "answerable": True,
        "tags": ["billing"],
        "source": {"kind": "complaint", "ref": "1", "at": "2026-11-28"},
    }
    decided = {path.stem: path.read_text() for path in (workspace / "complaints").iterdir()}
    assert set(decided) == {inbox[1], inbox[2]}
    assert "state: converted" in decided[inbox[1]] and "state: duplicate" in decided[inbox[2]]
    assert "prorated," not in decided[inbox[2]], "the text of a complaint is not in Git"
    assert len(say("complaints", "list", "--json").json["groups"]) == 2
    assert say("complaints", "convert", inbox[1]).code == 2


def test_what_something_speaks_against_stays_a_draft_and_so_does_all_where_a_team_wants_it(
    workspace: Path, say: Say, inbox: dict[int, str]
) -> None:
    bare = say("complaints", "convert", inbox[1])
    assert "a draft; 2 complaints decided" in bare.err  # it says that it can be answered, and names no evidence
    (workspace / "ragtriage.yaml").write_text(
        (workspace / "ragtriage.yaml").read_text() + "complaints: {as_drafts: true}\n"
    )
    declined = say("complaints", "convert", inbox[4], "--unanswerable", "not_in_corpus")
    assert "a draft; 1 complaint decided" in declined.err


def test_a_complaint_that_a_case_asks_already_is_said_to_be_its_duplicate(say: Say, inbox: dict[int, str]) -> None:
    assert f"next: ragtriage complaints duplicate {inbox[3]} calendar/many" in say("complaints", "show", inbox[3]).err
    assert "calendar/many asks nearly the same (100%)" in say("complaints", "convert", inbox[3]).err


def test_evidence_that_stands_nowhere_makes_no_case(workspace: Path, say: Say, inbox: dict[int, str]) -> None:
    said = say("complaints", "convert", inbox[1], "--evidence", "billing:plans are free")
    assert said.code == 2 and "does not stand in `billing`" in said.err
    assert not (workspace / "complaints").exists()


def test_reject_duplicate_snooze_and_reopen(workspace: Path, say: Say, inbox: dict[int, str]) -> None:
    say("complaints", "reject", inbox[4], "--reason", "another product")
    say("complaints", "duplicate", inbox[3], "calendar/many")
    say("complaints", "snooze", inbox[1], inbox[2], "--until", "2999-01-01")
    assert say("complaints", "list", "--json").json["groups"] == []
    states = {one["id"]: one["state"] for one in say("complaints", "list", "--all", "--json").json["groups"]}
    assert states[inbox[4]] == "rejected" and states[inbox[3]] == "duplicate"
    say("complaints", "reopen", inbox[4])
    assert [one["id"] for one in say("complaints", "list", "--json").json["groups"]] == [inbox[4]]
    assert not (workspace / "complaints" / f"{inbox[4]}.yaml").exists()
    assert say("complaints", "snooze", inbox[4], "--until", "2020-01-01").code == 2
    assert say("complaints", "duplicate", inbox[4], inbox[4]).code == 2
    assert say("complaints", "show", "c-nothing").code == 2


def test_the_way_back_tells_what_passes_and_whether_the_answer_changed(
    workspace: Path, say: Say, inbox: dict[int, str]
) -> None:
    say("complaints", "duplicate", inbox[3], "calendar/many")
    say("complaints", "duplicate", inbox[2], inbox[3])
    said = say("complaints", "passing", "--json")
    assert said.code == 1
    assert [(one["case"], one["state"], one["answer_changed"], len(one["complaints"])) for one in said.json] == [
        ("calendar/many", "failed", "changed", 2)
    ]


def test_columns_can_be_named_and_saved(workspace: Path, say: Say) -> None:
    (workspace / "odd.csv").write_text("x;y\nWhy is it so slow today?;k\nHow do I stop it now?;l\n")
    before = (workspace / "ragtriage.yaml").read_text()
    assert say("complaints", "import", "odd.csv", "--map", "comment=y", "--save").code == 0
    after = (workspace / "ragtriage.yaml").read_text()
    assert after.startswith(before.rstrip()) and "complaints:" in after
    [report] = say("complaints", "import", "odd.csv", "--json").json
    [found] = report["maps"].values()
    assert found["columns"] == {"question": "x", "comment": "y"} and found["why"]["comment"] == "ragtriage.yaml"
    assert say("complaints", "import", "odd.csv", "--map", "answers=y").code == 2
    wrong = say("complaints", "import", "odd.csv", "--map", "comment=NOPE")
    assert wrong.code == 2 and "there is no column `NOPE`" in wrong.err and "nothing of it was imported" in wrong.err


def test_a_decision_file_that_was_broken_by_hand_is_told(workspace: Path, say: Say, inbox: dict[int, str]) -> None:
    say("complaints", "reject", inbox[4])
    (workspace / "complaints" / f"{inbox[4]}.yaml").write_text("complaint: c-1\nstate: gone\n")
    said = say("complaints", "list")
    assert said.code == 1 and "state" in said.err
    assert len(say("complaints", "list", "--json").json["groups"]) == 3


def test_an_unreadable_file_is_an_error_and_no_traceback(workspace: Path, say: Say) -> None:
    (workspace / "x.bin").write_bytes(b"\x00\x01\x02" * 50)
    assert say("complaints", "import", "x.bin").code == 3
    assert say("complaints", "import", "nowhere.csv").code == 3


def test_a_heading_that_is_data_by_mistake_is_not_told(workspace: Path, say: Say) -> None:
    (workspace / "x.jsonl").write_text('{"question": "Why is it?", "jane@corp.example": 1}')
    for words in (("--json",), ()):
        said = say("complaints", "import", "x.jsonl", *words)
        assert "jane" not in said.out + said.err and "[e-mail]" in said.out + said.err


def test_a_decision_is_not_silently_replaced_by_another(say: Say, inbox: dict[int, str]) -> None:
    say("--as", "mira", "complaints", "reject", inbox[4], "--reason", "another product")
    for words in (("reject", inbox[4]), ("snooze", inbox[4]), ("convert", inbox[4]), ("duplicate", inbox[4], inbox[3])):
        said = say("complaints", *words)
        assert said.code == 2 and "is rejected already, by mira on" in said.err and ": another product" in said.err
        assert f"`ragtriage complaints reopen {inbox[4]}` takes that back" in said.err
    say("complaints", "reopen", inbox[4])
    assert say("complaints", "snooze", inbox[4]).code == 0
    assert say("complaints", "reject", inbox[4]).code == 0, "what only sleeps is decided on at any time"


def test_a_duplicate_of_nothing_names_cases_and_complaints_that_may_be_meant(say: Say, inbox: dict[int, str]) -> None:
    said = say("complaints", "duplicate", inbox[3], "calendr/many")
    assert said.code == 2 and "no case and no complaint is called `calendr/many`" in said.err
    assert "did you mean calendar/many" in said.err
    assert f"did you mean {inbox[2]}" in say("complaints", "duplicate", inbox[3], inbox[2][:-1] + "x").err


def test_drafts_do_not_fail_and_a_case_counts_once(workspace: Path, say: Say, inbox: dict[int, str]) -> None:
    say("complaints", "convert", inbox[1], "--id", "billing/new")
    said = say("complaints", "passing")
    assert (
        said.code == 0 and "0 cases asked by complaints, 0 pass, 0 not; 1 draft or retired case not judged" in said.err
    )
    assert "draft: not judged" in said.out
    say("complaints", "duplicate", inbox[3], "calendar/many")
    said = say("complaints", "passing")
    assert said.code == 1 and "1 case asked by complaints, 0 pass, 1 not; 1 draft" in said.err


def test_a_draft_that_nothing_covers_says_so_last_and_how_to_have_it_declined(
    workspace: Path, say: Say, inbox: dict[int, str]
) -> None:
    said = say("complaints", "convert", inbox[4], "--id", "air/flow")
    *_, before, last = said.err.splitlines()
    assert before == "the draft says that it can be answered, and names no evidence"
    assert last == (
        f"next: rm -- cases/air/flow.yaml && ragtriage complaints convert {inbox[4]} --unanswerable not_in_corpus"
    )
    (workspace / "cases/air/flow.yaml").unlink()
    assert say("complaints", "convert", inbox[4], "--id", "air/flow", "--unanswerable", "not_in_corpus").code == 0


def test_an_empty_export_is_told(workspace: Path, say: Say) -> None:
    (workspace / "empty.csv").write_text("")
    said = say("complaints", "import", "empty.csv")
    assert said.code == 1 and "there is no record in it" in said.err


def test_the_list_fits_a_terminal_however_long_the_ids(
    workspace: Path, say: Say, inbox: dict[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "calendar/" + "how-many-calendars-can-be-connected-" * 3 + "end"
    case = (workspace / "cases/calendar/many.yaml").read_text().replace("calendar/many", long)
    (workspace / f"cases/{long}.yaml").write_text(case)
    (workspace / "cases/calendar/many.yaml").unlink()
    assert long in say("complaints", "list").out
    say("complaints", "duplicate", inbox[3], long)
    for words in (("list", "--all"), ("passing",)):
        shown = Terminal()
        monkeypatch.setattr(sys, "stdout", shown)
        monkeypatch.setenv("COLUMNS", "80")
        main(["--no-color", "complaints", *words])
        lines = shown.getvalue().splitlines()
        assert len(lines) > 1 and max(map(len, lines)) <= 80


def test_the_sample_has_an_inbox_with_something_of_everything(workspace: Path, say: Say) -> None:
    said = say("complaints", "import", str(sample_folder() / "inbox"), "--json")
    assert said.code == 0
    [report] = said.json
    assert report["ratings"] == {"down": 11, "up": 2} and report["struck"] == {"name": 2, "e-mail": 1, "phone": 1}
    assert max(len(one["complaints"]) for one in say("complaints", "list", "--json").json["groups"]) == 3


class Terminal(io.StringIO):
    """Says that it is one."""

    def isatty(self) -> bool:
        return True
