"""What a branch commits under .ragtriage/ decides nothing: a check and a pull request say what they say without it."""

import json
import os
import shutil
import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest

from ragtriage.cli import main
from tests.attacks.conftest import git


def spoiled(root: Path) -> None:
    """A branch whose quote no document holds."""
    path = root / "cases/billing/monthly.yaml"
    path.write_text(path.read_text().replace("take effect at renewal", "are paid back for ever"))
    git(root, "commit", "-qam", "evil")


def with_forged_index(root: Path) -> None:
    """An index in which that quote stands where it should."""
    spoiled(root)
    main(["-C", str(root), "anchors", "check"])
    index = sqlite3.connect(root / ".ragtriage/index.db")
    good = index.execute("SELECT body FROM anchors WHERE body LIKE '%exact%' OR body LIKE '%normalized%'").fetchone()[0]
    assert index.execute("UPDATE anchors SET body = ?", (good,)).rowcount
    index.commit()
    index.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    index.close()


def with_forged_comments(root: Path) -> None:
    """What a review of that branch would have kept, under another's name."""
    spoiled(root)
    before, after = git(root, "rev-parse", "HEAD~1").strip(), git(root, "rev-parse", "HEAD").strip()
    folder = root / ".ragtriage/drafts/reviews"
    folder.mkdir(parents=True)
    said = {"case_id": "billing/monthly", "words": "Fine by legal.", "by": "Chief", "at": "2026-11-30T10:00:00Z"}
    body = {
        "before": before,
        "after": after,
        "branch": "main",
        "comments": [{**said, "must_change": False, "label": ""}],
    }
    (folder / f"{sha256(f'{before}..{after}'.encode()).hexdigest()[:16]}.json").write_text(json.dumps(body))


def with_a_journal(root: Path) -> None:
    """A write that was cut off, to be finished by whoever starts next."""
    spoiled(root)
    folder = root / ".ragtriage/journal"
    folder.mkdir(parents=True)
    (folder / "new").write_text("evil")
    step = {"path": "cases/new.yaml", "before": None, "after": sha256(b"evil").hexdigest(), "content": "new"}
    (folder / "intent.json").write_text(json.dumps({"words": "x", "steps": [step]}))


@pytest.mark.parametrize("attack", [with_forged_index, with_forged_comments, with_a_journal])
@pytest.mark.parametrize("command", ["check", "pr"])
@pytest.mark.parametrize("ci", [False, True])
def test_it_says_the_same_as_an_honest_clone(attack, command, ci, cloned, place, capsys, monkeypatch):
    if ci:
        monkeypatch.setenv("CI", "true")
    hostile = cloned(attack)
    honest = place / "honest"
    shutil.copytree(hostile, honest)
    shutil.rmtree(honest / ".ragtriage")
    told = []
    for root in (honest, hostile):
        capsys.readouterr()
        code = main(["-C", str(root), command, "origin/HEAD~2..origin/HEAD"])
        told.append((code, capsys.readouterr().out))
    assert told[0] == told[1]
    assert "Chief" not in told[1][1] and not (hostile / "cases/new.yaml").exists()
    if command == "check":
        assert told[1][0] == 1 and "drift" in told[1][1]


def test_a_clone_that_only_its_owner_may_read_is_no_other(cloned, capsys):
    """Under this umask Git's folders have the mode of ours."""
    before = os.umask(0o077)
    try:
        root = cloned(with_forged_index)
    finally:
        os.umask(before)
    assert main(["-C", str(root), "check", "HEAD~2..HEAD"]) == 1
    assert "Git put it there" in capsys.readouterr().err


def test_a_pull_in_the_middle_of_work_is_noticed(cloned, capsys):
    root = cloned(spoiled)
    assert main(["-C", str(root), "check", "HEAD~2..HEAD"]) == 1
    theirs = root.parent / "theirs"
    (theirs / ".ragtriage").mkdir()
    (theirs / ".ragtriage/index.db").write_bytes(b"SQLite format 3\0" + b"\0" * 4096)
    git(theirs, "add", "-fA")
    git(theirs, "commit", "-qm", "now with an index")
    git(root, "pull", "-q", "--no-rebase")
    capsys.readouterr()
    assert main(["-C", str(root), "check", "HEAD~3..HEAD"]) == 1
    assert "Git put it there" in capsys.readouterr().err


def test_what_a_check_rests_on_is_said(cloned, capsys, monkeypatch):
    def attack(root: Path) -> None:
        spoiled(root)
        documents = root / "corpus_snapshots/kb/documents.jsonl"
        old = sha256(documents.read_bytes()).hexdigest()
        documents.write_text(documents.read_text().replace("take effect at renewal", "are paid back for ever"))
        manifest = root / "corpus_snapshots/kb/manifest.yaml"
        manifest.write_text(manifest.read_text().replace(old, sha256(documents.read_bytes()).hexdigest()))

    monkeypatch.setenv("CI", "1")
    root = cloned(attack)
    assert main(["-C", str(root), "check", "HEAD~2..HEAD", "--json"]) in (0, 1)
    told = json.loads(capsys.readouterr().out)["rests_on"]
    assert told["index"] is False and told["changed_in_range"] == ["corpus_snapshots/kb"]
    main(["-C", str(root), "check", "HEAD~2..HEAD"])
    said = capsys.readouterr().err
    assert "the files here alone" in said and "corpus_snapshots/kb is changed in this range too" in said
