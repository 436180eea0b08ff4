"""Whatever a repository's configuration names is run by nothing but the person's own commit."""

from pathlib import Path

import pytest

from ragtriage.cli import main
from tests.attacks.conftest import commands, git

HOOKS = "pre-commit prepare-commit-msg commit-msg post-commit post-checkout post-index-change reference-transaction"
HOOKS += " pre-auto-gc post-rewrite fsmonitor-watchman query-watchman pre-push post-merge applypatch-msg"
RUNS = {
    "core.fsmonitor": "{}",
    "core.pager": "{}",
    "core.editor": "{}",
    "core.sshCommand": "{}",
    "core.askPass": "{}",
    "core.gitProxy": "{}",
    "core.alternateRefsCommand": "{}",
    "sequence.editor": "{}",
    "pager.log": "{}",
    "pager.status": "{}",
    "diff.external": "{}",
    "diff.evil.command": "{}",
    "diff.evil.textconv": "{}",
    "merge.evil.driver": "{} %A",
    "filter.evil.clean": "{}; cat",
    "filter.evil.smudge": "{}; cat",
    "filter.evil.process": "{}",
    "credential.helper": "!{}",
    "gpg.program": "{}",
    "gpg.ssh.program": "{}",
    "log.showSignature": "true",
    "trailer.sign.command": "{}",
    "alias.status": "!{}",
    "alias.log": "!{}",
    "alias.rev-parse": "!{}",
    "remote.origin.url": "ext::{} x",
    "remote.origin.uploadpack": "{}",
    "remote.origin.promisor": "true",
    "remote.origin.partialclonefilter": "blob:none",
    "submodule.recurse": "true",
}


@pytest.fixture
def trap(place: Path) -> tuple[Path, str]:
    """What shows that something ran, and the command that leaves it."""
    program = place / "trap.sh"
    program.write_text(f'#!/bin/sh\necho "$0 $@" >> {place}/sprung\n')
    program.chmod(0o755)
    return place / "sprung", str(program)


def hostile(root: Path, command: str) -> None:
    for name, value in RUNS.items():
        git(root, "config", name, value.format(command))
    attributes = "* diff=evil merge=evil filter=evil\n"
    (root / ".git/info/attributes").write_text(attributes)
    for name in HOOKS.split():
        (root / ".git/hooks" / name).write_text(f"#!/bin/sh\n{command} {name}\n")
        (root / ".git/hooks" / name).chmod(0o755)


def test_to_look_runs_nothing(place, trap, capsys):
    sprung, command = trap
    root = place / "golden"
    hostile(root, command)
    docs = str(place / "golden")
    # Of the same size and another time: Git has to look into it, and would ask a filter.
    path = root / "cases/billing/monthly.yaml"
    path.write_text(path.read_text().replace("monthly billing?", "monthly  bills?"))
    more = [
        ("cases", "diff"),
        ("cases", "diff", "--staged"),
        ("cases", "log", "billing/monthly"),
        ("snapshot", "add", "--git", f"{docs}@HEAD:corpus_snapshots", "--name", "g"),
        ("commit", "--dry-run"),
        ("triage", "list"),
        ("check", "HEAD..HEAD"),
    ]
    tried = [words for words in commands(place) if words[0] != "commit"] + more
    for words in tried:
        assert main(["-C", str(root), *words]) in (0, 1, 2, 3)
    assert "a defect" not in capsys.readouterr().err
    assert not sprung.exists(), sprung.read_text()


def test_a_commit_runs_what_git_commit_would_and_no_more(place, trap, capsys):
    sprung, command = trap
    root = place / "golden"
    for name in ("pre-commit", "post-commit"):
        (root / ".git/hooks" / name).write_text(f"#!/bin/sh\n{command} {name}\n")
        (root / ".git/hooks" / name).chmod(0o755)
    git(root, "config", "core.fsmonitor", "false")
    assert main(["-C", str(root), "cases", "set", "billing/monthly", "question", "Monthly?"]) == 0
    assert not sprung.exists()
    assert main(["-C", str(root), "commit", "-m", "mine"]) == 0
    assert [line.split()[-1] for line in sprung.read_text().splitlines()] == ["pre-commit", "post-commit"]


@pytest.mark.parametrize("name", ["cases", "runs", "corpus_snapshots", "triage"])
def test_a_repository_within_is_not_entered(place, trap, name, capsys):
    """A submodule's own configuration, and that of a repository that lies in a folder of ours."""
    sprung, command = trap
    root = place / "golden"
    inner = root / name / "inner"
    inner.mkdir(parents=True)
    git(inner, "init", "-q")
    (inner / "a.yaml").write_text("x")
    git(inner, "add", "-A")
    git(inner, "commit", "-qm", "x")
    git(root, "-c", "protocol.file.allow=always", "add", name)
    hostile(inner, command)
    (inner / "a.yaml").write_text("y")
    for words in [*commands(place)[:-1], ("commit", "--dry-run")]:
        assert main(["-C", str(root), *words]) in (0, 1, 2, 3)
    assert not sprung.exists(), sprung.read_text()


@pytest.mark.parametrize("where", ["", "cases", "corpus_snapshots"])
def test_files_that_look_like_a_repository_are_not_taken_for_one(cloned, trap, where, capsys, place):
    sprung, command = trap

    def attack(root: Path) -> None:
        bare = root / where
        for name in ("objects/info", "refs/heads", "hooks"):
            (bare / name).mkdir(parents=True)
            (bare / name / "kept").write_text("")
        (bare / "HEAD").write_text("ref: refs/heads/main\n")
        lines = [f"\tworktree = .\n\tbare = false\n\thooksPath = hooks\n\tfsmonitor = {command}\n"]
        (bare / "config").write_text(f"[core]\n\trepositoryformatversion = 0\n{''.join(lines)}")
        for name in HOOKS.split():
            (bare / "hooks" / name).write_text(f"#!/bin/sh\n{command}\n")
            (bare / "hooks" / name).chmod(0o755)

    root = cloned(attack)
    more = ("snapshot", "add", "--git", f"{root / where}@HEAD:", "--name", "g")
    for words in [*commands(place), more]:
        assert main(["-C", str(root / where), *words]) in (0, 1, 2, 3)
    assert not sprung.exists(), sprung.read_text()


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"])
def test_the_environment_of_another_repository_leads_nowhere(place, variable, monkeypatch, capsys):
    other = place / "other"
    other.mkdir()
    git(other, "init", "-q")
    before = sorted((path, path.stat().st_mtime_ns) for path in other.rglob("*"))
    goals = {"GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index", "GIT_OBJECT_DIRECTORY": ".git/objects"}
    monkeypatch.setenv(variable, str(other / goals.get(variable, ".")))
    for words in commands(place):
        assert main(["-C", str(place / "golden"), *words]) in (0, 1, 2, 3)
    assert sorted((path, path.stat().st_mtime_ns) for path in other.rglob("*")) == before
