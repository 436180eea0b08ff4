"""What commands stand on gives way: the index, the disk, the rights to a folder, Git, the environment."""

import os
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ragtriage.errors import VerdictError
from ragtriage.workspace import Workspace

Say = Callable[..., Any]


def test_a_damaged_index_is_said_to_be_moved_aside_and_is_made_anew(workspace: Path, say: Say) -> None:
    before = say("status").out
    for path in (workspace / ".ragtriage").glob("index.db*"):
        path.unlink()
    (workspace / ".ragtriage" / "index.db").write_bytes(b"no database at all" * 100)
    found = say("status")
    assert (found.code, found.out) == (0, before)
    assert "was moved aside to" in found.err
    assert "index.db.corrupt-" in found.err
    assert "moved aside" not in say("status").err


def test_an_index_that_another_process_holds_is_told(
    workspace: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    say("status")
    monkeypatch.setattr("ragtriage.disk.database.WAIT_SECONDS", 0.05)
    with closing(sqlite3.connect(workspace / ".ragtriage" / "index.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        (workspace / "cases" / "new.yaml").write_text("id: new\nquestion: Q?\nanswerable: false\n")
        found = say("status")
    assert found.code == 3
    assert "another ragtriage process" in found.err


@pytest.mark.parametrize(
    "words",
    [
        ("cases", "set", "billing/monthly", "notes", "\udcff"),
        ("cases", "set", "\udcff", "notes", "x"),
        ("triage", "decide", "billing/monthly", "label", "--note", "\udcff"),
        ("--as", "\udcff", "triage", "decide", "billing/monthly", "label"),
        ("triage", "list", "--filter", "\udcff"),
        ("import", "runs", "\udcff.jsonl"),
    ],
)
def test_words_that_are_no_text_are_refused_before_anything_is_done(
    workspace: Path, say: Say, words: tuple[str, ...]
) -> None:
    found = say(*words)
    assert found.code == 2
    assert "is not UTF-8 text" in found.err
    assert not (workspace / "triage").exists()


def test_what_was_left_out_is_told_even_when_nothing_is_left(workspace: Path, say: Say, tmp_path: Path) -> None:
    (tmp_path / "docs.jsonl").write_text('{"no": 1}\n5\n')
    found = say("snapshot", "add", str(tmp_path / "docs.jsonl"), "--name", "n")
    assert found.code == 3
    assert "docs.jsonl:1: `doc_id` is missing" in found.err
    assert "docs.jsonl:2: not a JSON object" in found.err
    assert "nothing was added" in found.err


@pytest.mark.parametrize("note", ["half a character: \udcff", "long " * 300_000])
def test_a_verdict_that_would_not_be_read_again_is_not_written(workspace: Path, say: Say, note: str) -> None:
    say("status")
    with Workspace.open(workspace, reviewer="mk") as opened:
        with pytest.raises(VerdictError):
            opened.triage.decide(["billing/monthly"], "label", note=note)
        assert opened.verdicts.all() == []
    assert not list(workspace.glob("triage/**/*.yaml"))


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_change_nothing_else(workspace: Path, say: Say, closed: str) -> None:
    say("status")
    done = ragtriage(f"triage decide billing/monthly label {closed}", workspace)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert len(list(workspace.glob("triage/*/billing/monthly--*.yaml"))) == 1


@pytest.mark.parametrize("words", ["status", "cases list --json"])
def test_a_full_disk_under_stdout_is_no_defect(workspace: Path, say: Say, words: str) -> None:
    say("status")
    done = ragtriage(f"{words} >/dev/full", workspace)
    assert done.returncode == 3
    assert b"No space left on device" in done.stderr
    assert b"defect" not in done.stderr and b"Traceback" not in done.stderr


def ragtriage(words: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    command = f"{shlex.quote(sys.executable)} -m ragtriage {words}"
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(command, shell=True, cwd=cwd, env=environ, capture_output=True, timeout=60)


def test_a_configuration_that_is_no_mapping_is_told_with_its_place(workspace: Path, say: Say) -> None:
    (workspace / "ragtriage.yaml").write_text("configurations: {a: 5, b: [x], c: {}, d: }\n")
    found = say("status")
    assert found.code == 3
    assert "(configurations.a): expected a system's settings, found `5`" in found.err
    assert "configurations.b" in found.err and "configurations.d" in found.err
    assert "configurations.c" not in found.err


def test_an_age_beyond_the_calendar_means_all_runs(workspace: Path, say: Say) -> None:
    before = say("triage", "list").out
    with (workspace / "ragtriage.yaml").open("a") as settings:
        settings.write("runs: {max_age_days: 999999999}\n")
    found = say("triage", "list")
    assert (found.code, found.out) == (0, before)
