"""The history of one case in words, as it is read beside the case."""

import os
import subprocess
from pathlib import Path

import pytest

from ragtriage.cases.change_words import changes_told

WHO = ("-c", "user.name=mira", "-c", "user.email=mira@example.org")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace in a folder of a repository without a commit."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "golden/cases").mkdir(parents=True)
    return tmp_path / "golden"


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *WHO, *words], cwd=folder, check=True, capture_output=True)


def put(root: Path, name: str, *lines: str) -> Path:
    path = root / f"cases/{name}.yaml"
    path.write_text("".join(f"{line}\n" for line in (f"id: {name}", "question: Why so?", "answerable: true", *lines)))
    return path


def commit(root: Path, message: str = "x") -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)


def test_each_commit_says_what_it_changed_newest_first_and_across_a_new_name(root):
    put(root, "old name")
    commit(root, "First")
    put(root, "old name", "must_pass: true", "tags: [a]")
    commit(root, "Second")
    put(root, "other")
    commit(root, "Not about it")
    git(root, "mv", "cases/old name.yaml", "cases/new.yaml")
    put(root, "new", "must_pass: true", "tags: [a]")
    commit(root, "Third")
    path = put(root, "new", "must_pass:   true", "tags: [a]")
    commit(root, "Fourth")
    told = changes_told(root, path)
    assert [(one.author, one.words) for one in told] == [
        ("mira", ("written otherwise; the case is the same",)),
        ("mira", ("renamed from old name",)),
        ("mira", ("tag a added", "must pass now")),
        ("mira", ("new",)),
    ]
    assert [one.summary for one in told] == ["Fourth", "Third", "Second", "First"]
    assert all(len(one.commit) == 9 and len(one.at) == 10 for one in told)
    assert len(changes_told(root, path, at_most=2)) == 2


def test_a_version_that_was_no_case_is_told_as_that(root):
    path = put(root, "a")
    path.write_text("question: [")
    commit(root)
    put(root, "a")
    commit(root)
    mended, broken = changes_told(root, path)
    assert mended.words[0].startswith("not readable as a case before")
    assert broken.words[0].startswith("not readable as a case now")


def test_without_git_or_commits_there_is_no_history(root, tmp_path):
    assert changes_told(root, put(root, "a")) == []
    (tmp_path / "elsewhere/cases").mkdir(parents=True)
    subprocess.run(["rm", "-rf", str(tmp_path / ".git")], check=True)
    assert changes_told(tmp_path / "elsewhere", tmp_path / "elsewhere/cases/a.yaml") == []


def test_a_merge_and_hostile_words_do_no_harm(root):
    path = put(root, "a")
    commit(root, "First\x1b[31m")
    git(root, "checkout", "-q", "-b", "side")
    put(root, "a", "intent: '\x01[/red] 退款'")
    commit(root, "Side :100 \u202e[/]")
    git(root, "checkout", "-q", "main")
    put(root, "b")
    commit(root)
    git(root, "merge", "-q", "--no-ff", "-m", "merge", "side")
    assert next(one.summary for one in changes_told(root, path)).startswith("Side :100")
