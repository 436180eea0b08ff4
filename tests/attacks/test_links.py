"""A clone may bring a link in place of any file or folder of a workspace: none is followed, to read or to write."""

import os
import shutil
from pathlib import Path

import pytest

from ragtriage.disk.files import LockWait
from ragtriage.workspace import Workspace
from tests.attacks.conftest import SECRET

FOLDERS = ["cases", "cases/billing", "triage", "complaints", "labels", "gaps", "runs", "corpus_snapshots"]
FOLDERS += ["corpus_snapshots/kb", "corpus_snapshots/kb2"]
FILES = ["cases/billing/monthly.yaml", "cases/calendar/many.yaml", "ragtriage.yaml", ".gitattributes"]
FILES += ["corpus_snapshots/kb/documents.jsonl", "corpus_snapshots/kb/manifest.yaml", "runs/*.yaml", "runs/*.jsonl.gz"]
STATE = ["", "/half-written", "/drafts", "/drafts/forms", "/drafts/reviews", "/drafts/files", "/running", "/journal"]
STATE += [
    "/kept",
    "/index.db",
    "/index.db-wal",
    "/lock",
    "/drafts/files/calendar/many.yaml",
    "/drafts/files/calendar/many.yaml.base",
]
STATE += ["/journal/intent.json", "/running/bm25@kb.jsonl"]


def linked(root: Path, name: str, goal: Path) -> None:
    """Put a link to `goal` in place of a file or folder; `*`: of the first that fits."""
    found = next(iter(root.glob(name)), None) if "*" in name else root / name
    assert found is not None
    found.parent.mkdir(parents=True, exist_ok=True)
    if found.exists():
        found.rename(root.parent / f"was-{found.name}")
    found.symlink_to(os.path.relpath(goal, found.parent))


@pytest.mark.parametrize("name", [*FOLDERS, *FILES])
def test_no_link_in_a_workspace_is_followed(name, cloned, tried, victim):
    def attack(root: Path) -> None:
        goal = next(iter(victim.glob(name)), victim) if "*" in name else victim / name
        linked(root, name, goal if goal.exists() else victim)

    said = tried(cloned(attack))
    assert SECRET not in said


@pytest.mark.parametrize("name", [f".ragtriage{each}" for each in STATE])
def test_no_link_in_a_state_folder_is_followed(name, cloned, tried, victim):
    file = Path(name).suffix != "" and name != ".ragtriage"
    root = cloned(lambda theirs: linked(theirs, name, victim / "id_ed25519" if file else victim))
    said = tried(root)
    assert SECRET not in said
    assert "was not ours and was moved aside, unread" in said
    assert said.count("moved aside") == 1  # the new one stays
    (aside,) = root.glob(".ragtriage-aside-*")
    assert os.path.lexists(aside / name.removeprefix(".ragtriage").lstrip("/"))


@pytest.mark.parametrize(
    "name", [*FILES, ".ragtriage/index.db", ".ragtriage/drafts/files/calendar/many.yaml", ".ragtriage/lock"]
)
def test_a_hard_link_is_not_written_through(name, cloned, tried, place):
    """Git makes none; an unpacked archive may."""
    outside = place / "precious"
    outside.write_text(SECRET)
    root = cloned(lambda theirs: None)
    found = next(iter(root.glob(name)), root / name)
    found.parent.mkdir(parents=True, exist_ok=True)
    (root / ".ragtriage").mkdir(exist_ok=True)
    (root / ".ragtriage").chmod(0o700)
    if "cases" in name:
        outside.write_bytes(found.read_bytes())
    before = outside.read_bytes()
    found.unlink(missing_ok=True)
    os.link(outside, found)
    tried(root)
    assert outside.read_bytes() == before


def test_ids_lead_nowhere_through_a_link_that_stays_inside(cloned, tried, place, capsys):
    """One rule: none is followed. What it hides is said where it stands."""
    root = cloned(lambda theirs: linked(theirs, "cases/billing", theirs / "cases" / "calendar"))
    said = tried(root)
    assert "billing/monthly" in said
    assert (root / "cases/billing").is_symlink()
    assert sorted(path.name for path in (root / "cases/calendar").iterdir()) == ["many.yaml"]


def test_what_killed_processes_left_is_cleared_away_here_only(cloned, tried, victim):
    """Snapshots are made in a temporary folder, and such a folder is removed at the next start."""
    left = victim / ".ragtriage-0123456789abcdef.tmp"
    left.mkdir()
    (left / "documents.jsonl").write_text(SECRET)
    root = cloned(lambda theirs: linked(theirs, "corpus_snapshots", victim))
    tried(root)
    with Workspace.open(root) as workspace:
        workspace.wait_as(LockWait(1.0, print))
    assert (left / "documents.jsonl").read_text() == SECRET
    shutil.rmtree(left)
