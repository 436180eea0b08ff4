"""An accepted change of meaning from a shell: what is open is said everywhere, also in a colleague's clone."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragtriage.disk.yaml_out import dump

OLD = "Members can join the list, but they get no offers."
NEW = "Members cannot join the list, and they get no offers."
CASE = {
    "id": "lists/join",
    "question": "May he join?",
    "reference_answer": "Yes, he can join.",
    "evidence": [{"doc_id": "rules", "quote": OLD}],
    "nuggets": [{"text": "can join", "vital": True}],
    "answerable": True,
}


@pytest.fixture
def accepted(tmp_path: Path, say: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace on `main`, on whose branch `work` the changed quote was accepted and is committed."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    root = tmp_path / "golden"
    say("init", str(root))
    monkeypatch.chdir(root)
    (root / "ragtriage.yaml").write_text("snapshot: one\n")
    for name, words in (("one", OLD), ("two", NEW)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.md").write_text(f"# Rules\n\n{words}\n\nThe desk is open until six.\n")
        say("snapshot", "add", str(tmp_path / name), "--name", name)
    (root / "cases" / "lists").mkdir()
    (root / "cases" / "lists" / "join.yaml").write_text(dump(CASE))
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.name", "mira")
    git(root, "config", "user.email", "mira@example.org")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "golden set")
    git(root, "switch", "-q", "-c", "work")
    return root


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout


def rules(say: Callable[..., Any]) -> dict[str, str]:
    return {one["rule"]: one["level"] for one in json.loads(say("check", "main..work", "--json").out)["faults"]}


def test_apply_says_what_is_open_and_the_next_step(accepted: Path, say: Any) -> None:
    dry = say("anchors", "apply", "--snapshot", "two", "--accept", "lists/join", "--dry-run")
    assert "recheck" in dry.out and "still-right" not in dry.err
    said = say("anchors", "apply", "--snapshot", "two", "--accept", "lists/join")
    assert said.code == 1
    assert "reference answer  Yes, he can join." in said.out and "nugget  can join" in said.out
    assert "ragtriage anchors still-right lists/join" in said.err


def test_what_is_open_is_said_by_status_lint_check_commit_and_pull_request(accepted: Path, say: Any) -> None:
    say("anchors", "apply", "--snapshot", "two", "--accept", "lists/join")
    commit = say("commit", "--dry-run")
    assert "nobody has looked at the reference answer and the nuggets since" in commit.err
    assert "ragtriage anchors still-right lists/join" in commit.err
    say("commit")
    assert json.loads(say("status", "--json").out)["to_recheck"] == ["lists/join"]
    assert "1 case may say in answer or nuggets what the evidence no longer says" in say("status").out
    assert "nobody has looked at the reference answer and the nuggets" in say("cases", "lint", "lists/join").out
    assert "lists/join" in say("cases", "list", "--filter", "label:suspect").out
    assert rules(say)["recheck"] == "error"
    body = say("pr", "main..work").out
    assert "Must be settled before merging" in body and "was accepted saying something else" in body
    check = say("anchors", "check")
    assert (check.code, "still-right" in check.err) == (1, True)


def test_a_clone_knows_it_and_still_right_settles_it(
    accepted: Path, say: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    say("anchors", "apply", "--snapshot", "two", "--accept", "lists/join")
    say("commit")
    git(tmp_path, "clone", "-q", str(accepted), "clone")
    shutil.copytree(accepted / "corpus_snapshots", tmp_path / "clone" / "corpus_snapshots", dirs_exist_ok=True)
    git(tmp_path / "clone", "config", "user.name", "jo")
    git(tmp_path / "clone", "config", "user.email", "jo@example.org")
    git(tmp_path / "clone", "branch", "-q", "main", "origin/main")
    monkeypatch.chdir(tmp_path / "clone")
    assert json.loads(say("status", "--json").out)["to_recheck"] == ["lists/join"]
    said = say("anchors", "still-right", "lists/join")
    assert (said.code, "still right" in said.err, "nugget  can join" in said.out) == (0, True, True)
    assert "recheck" not in (tmp_path / "clone" / "cases" / "lists" / "join.yaml").read_text()
    assert json.loads(say("status", "--json").out)["to_recheck"] == []
    say("commit")
    assert "recheck" not in rules(say)
    assert json.loads(say("anchors", "still-right", "lists/join", "--json").out)["written"] is False


def test_changing_answer_and_nuggets_settles_it_too_one_by_one(accepted: Path, say: Any) -> None:
    say("anchors", "apply", "--snapshot", "two", "--accept", "lists/join")
    say("cases", "set", "lists/join", "reference_answer", "No, he cannot join.")
    assert json.loads(say("status", "--json").out)["to_recheck"] == ["lists/join"]
    say("cases", "set", "lists/join", "nuggets[0].text", "cannot join")
    assert json.loads(say("status", "--json").out)["to_recheck"] == []
    assert "was:" not in (accepted / "cases" / "lists" / "join.yaml").read_text()


def test_an_unknown_case_is_an_error_and_nothing_is_written(accepted: Path, say: Any) -> None:
    say("anchors", "apply", "--snapshot", "two", "--accept", "lists/join")
    before = (accepted / "cases" / "lists" / "join.yaml").read_bytes()
    assert say("anchors", "still-right", "lists/join", "lists/jion").code == 2
    assert (accepted / "cases" / "lists" / "join.yaml").read_bytes() == before
