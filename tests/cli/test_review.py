"""`review` and `commit` on a branch of the small workspace, and what reviewers said in the text of the pull request."""

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragtriage.review.comments import Comment, with_comments
from ragtriage.settings import read_settings
from ragtriage.workspace import Workspace

Say = Callable[..., Any]
Git = Callable[..., str]
EVIL = "\x1b]52;c;ZXZpbA==\x07\x9b31m\u202e[/red] @everyone <img src=x> |"
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


@pytest.fixture
def git(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """Git in the workspace, which is committed on `main`; jo's branch `work`, with two changes, is checked out."""
    for name in [name for name in os.environ if name.startswith("GIT_") or name == "EMAIL"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)

    def run(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=workspace, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    run("init", "-q", "-b", "main")
    run("config", "user.name", "jo")
    run("config", "user.email", "jo@example.org")
    (workspace / ".gitignore").write_text(".ragtriage/\n")
    run("add", "-A")
    run("commit", "-q", "-m", "golden set")
    run("switch", "-q", "-c", "work")
    path = workspace / "cases/calendar/many.yaml"
    path.write_text(path.read_text().replace("up to five calendars", "connect up to five calendars"))
    (workspace / "cases/billing/new.yaml").write_text(
        f"id: billing/new\nquestion: {json.dumps(EVIL)}\nanswerable: false\n"
    )
    run("add", "-A")
    run("-c", f"user.name={EVIL}", "commit", "-q", "-m", EVIL)
    return run


def commented(workspace: Path, *comments: Comment) -> None:
    with Workspace(workspace, read_settings(workspace), reviewer="mira") as opened:
        opened.do(with_comments(opened.state, opened.review("work").reviewed, comments))


def test_a_review_prints_what_the_screen_shows(say: Say, git: Git) -> None:
    said = say("review", "work")
    assert said.code == 0
    assert "{+connect" in said.out
    assert "✓ as quoted" in said.out and "You can connect up to five calendars to one account." in said.out
    assert "prod  failed, as before" in said.out
    assert "main..work: 2 cases changed, 0 approved by you" in said.err
    assert "ragtriage pr main..work" in said.err
    assert not FORBIDDEN.search(said.out + said.err)


def test_a_review_as_json_has_faults_quotes_authors_and_comments(workspace: Path, say: Say, git: Git) -> None:
    commented(workspace, Comment("calendar/many", EVIL, "mira", "2026-11-30T09:00:00", must_change=True))
    found = say("--as", "mira", "review", "main..work", "--json").json
    many = next(one for one in found["cases"] if one["id"] == "calendar/many")
    assert many["comments"][0]["words"] == EVIL and many["comments"][0]["must_change"]
    assert many["quotes"][0]["state"] == "exact" and many["approved"] is False
    assert [one["rule"] for one in many["faults"]] == ["unreviewed"]
    assert found["branch"] == "work" and found["checked_out"] and found["effect"][0]["cases"]


@pytest.mark.parametrize("words", [("nosuch",), ("-x..y",), ("main...",)])
def test_what_cannot_be_reviewed_is_said(say: Say, git: Git, words: tuple[str, ...]) -> None:
    assert say("review", "--", *words).code in (0, 2)
    assert say("review", "nosuch").code == 2


def test_the_pull_request_begins_with_what_must_change_and_calls_nobody(workspace: Path, say: Say, git: Git) -> None:
    commented(
        workspace,
        Comment("billing/new", "fine so far", "mira", "2026-11-30T09:00:00"),
        Comment("calendar/many", f"say which plan {EVIL}", EVIL, "2026-11-30T09:00:01", must_change=True),
    )
    out = say("pr", "main..work").out
    lines = out.splitlines()
    assert lines[0] == "## Comments" and lines[2].startswith("- **Must change**: calendar/many: say which plan")
    assert lines[3].startswith("- billing/new: fine so far")
    assert not FORBIDDEN.search(out) and "@everyone" not in out and "<img" not in out.replace("\\<img", "")
    assert len(say("pr", "main..work", "--json").json["comments"]) == 2
    assert say("pr", "main").out.splitlines()[:-1] == lines[:-1]


def test_a_commit_takes_what_was_decided_and_says_what_it_would(workspace: Path, say: Say, git: Git) -> None:
    say("cases", "set", "billing/monthly", "nuggets[1].vital", "true")
    (workspace / "notes.txt").write_text("mine")
    git("add", "notes.txt")
    dry = say("commit", "--dry-run")
    assert "│ billing/monthly: nugget “no proration” supplementary → vital" in dry.out
    assert "1 other staged file stays staged" in dry.err and "1 file would be committed to work" in dry.err
    assert git("log", "-1", "--format=%s") != "billing/monthly: nugget “no proration” supplementary → vital"
    made = say("commit", "--branch", "week/48", "-m", "Proration is vital", "--json").json
    assert made["branch"] == "week/48" and made["files"] == ["cases/billing/monthly.yaml"]
    assert git("log", "-1", "--format=%s", "week/48") == "Proration is vital"
    assert git("status", "--porcelain") == "A  notes.txt"
    again = say("commit")
    assert again.code == 0 and "nothing to commit" in again.err


def test_a_commit_without_a_name_or_under_a_bad_branch_changes_nothing(workspace: Path, say: Say, git: Git) -> None:
    say("cases", "set", "billing/monthly", "intent", "x")
    assert say("commit", "--branch", "a b").code == 2
    assert say("commit", "--branch=--orphan").code == 2
    git("config", "--unset", "user.email")
    refused = say("commit", "--branch", "new")
    assert refused.code == 3 and "git config --global user.email" in refused.err
    assert git("branch", "--show-current") == "work"


def test_a_hooks_own_words_are_printed_safe(workspace: Path, say: Say, git: Git) -> None:
    hook = workspace / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\nprintf 'house rules: {EVIL.replace('|', '')}'\nexit 1\n")
    hook.chmod(0o755)
    say("cases", "set", "billing/monthly", "intent", "x")
    refused = say("commit")
    assert refused.code == 3 and "house rules: ␛]52" in refused.err
    assert not FORBIDDEN.search(refused.err)


def test_without_a_repository_both_say_so(workspace: Path, say: Say) -> None:
    for words in (("review",), ("commit",), ("commit", "--dry-run")):
        refused = say(*words)
        assert refused.code == 3 and "not in a Git repository" in refused.err


def test_a_pull_request_of_many_cases_and_long_comments_is_one_that_a_forge_takes(
    workspace: Path, say: Say, git: Git
) -> None:
    for number in range(250):
        text = f"id: many/{number}\nquestion: {number} {'*why* ' * 60}\nanswerable: false\n"
        (workspace / f"cases/many-{number}.yaml").write_text(text.replace("many/", "many-"))
    git("add", "-A")
    git("commit", "-q", "-m", "many")
    commented(workspace, *(Comment("many-1", "|" * 9_000, "mira", f"2026-11-30T09:00:{at}") for at in range(10, 50)))
    out = say("pr", "main..work").out
    assert len(out) < 65_536
    assert re.search(r"- and \d+ more: `ragtriage review`", out)
    assert re.search(r"and \d+ more: `ragtriage cases diff A..B` lists them\n\n</details>", out)
