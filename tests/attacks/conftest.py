"""A small workspace in Git, what an attacker adds to it, and the clone that a person makes of that."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ragtriage.cli import main

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
SECRET = "-----BEGIN OPENSSH PRIVATE KEY-----"

DOCS = {
    "billing.md": "# Billing\n\nChanges from annual to monthly take effect at renewal.\n",
    "calendar.md": "# Calendars\n\nYou can connect up to five calendars to one account.\n",
}
CASES = [
    {
        "id": "billing/monthly",
        "question": "Can I move my annual plan to monthly billing?",
        "answerable": True,
        "evidence": [{"doc_id": "billing", "quote": "Changes from annual to monthly take effect at renewal"}],
    },
    {
        "id": "calendar/many",
        "question": "How many calendars can be connected?",
        "answerable": True,
        "evidence": [{"doc_id": "calendar", "quote": "up to five calendars"}],
    },
]
COMPLAINT = {"question": "Why was I charged twice?", "answer": "You were not.", "rating": "down"}


def git(folder: Path, *words: str) -> str:
    settings = ("-c", "user.name=Eve", "-c", "user.email=eve@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *settings, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="session")
def _template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("attacks")
    (place / "docs").mkdir()
    for name, text in DOCS.items():
        (place / "docs" / name).write_text(text)
    (place / "cases.jsonl").write_text("".join(json.dumps(one) + "\n" for one in CASES))
    (place / "complaints.jsonl").write_text(json.dumps(COMPLAINT) + "\n")
    root = place / "golden"
    for words in (
        ("init", str(root)),
        ("-C", str(root), "snapshot", "add", str(place / "docs"), "--name", "kb"),
        ("-C", str(root), "import", "cases", str(place / "cases.jsonl")),
    ):
        assert main(words) == 0
    with (root / "ragtriage.yaml").open("a") as file:
        file.write("configurations:\n  bm25: {system: bm25}\n")
    assert main(["-C", str(root), "run", "bm25"]) == 0
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "golden set")
    return place


@pytest.fixture
def place(_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scratch folder with the workspace `golden`, exports, and `victim`, which is none of anybody's business."""
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.delenv("CI", raising=False)
    for name, value in (("AUTHOR_NAME", "Mira"), ("AUTHOR_EMAIL", "m@x"), ("COMMITTER_NAME", "Mira")):
        monkeypatch.setenv(f"GIT_{name}", value)
    monkeypatch.setenv("GIT_COMMITTER_EMAIL", "m@x")
    shutil.copytree(_template, tmp_path, dirs_exist_ok=True, symlinks=True)
    return tmp_path


Attack = Callable[[Path], None]


@pytest.fixture
def cloned(place: Path) -> Callable[[Attack], Path]:
    """Let an attack change the workspace, commit all of it, and clone that."""

    def make(attack: Attack) -> Path:
        theirs = place / "theirs"
        git(place, "clone", "-q", str(place / "golden"), str(theirs))
        attack(theirs)
        git(theirs, "add", "-fA")
        git(theirs, "commit", "-q", "--allow-empty", "-m", "harmless")
        git(place, "clone", "-q", str(theirs), str(place / "clone"))
        return place / "clone"

    return make


@pytest.fixture
def victim(place: Path) -> Iterator[Path]:
    """A folder beside the clone, in the shape of a workspace, that must be the same at the end."""
    folder = place / "victim"
    shutil.copytree(place / "golden", folder, ignore=shutil.ignore_patterns(".git", ".ragtriage"))
    for path in [*folder.rglob("*")]:
        if path.is_file():
            path.write_text(f"{SECRET} {path.name}\n")
    (folder / "id_ed25519").write_text(SECRET)
    before = picture(folder)
    yield folder
    assert picture(folder) == before


def picture(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file in a folder: its mode and bytes; folders by their mode alone."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    }


@pytest.fixture
def tried(capsys: pytest.CaptureFixture[str], place: Path) -> Callable[[Path], str]:
    """Run the commands over a clone; all that was said. None may end in a defect or say what a terminal obeys."""

    def run(root: Path) -> str:
        said = ""
        for words in commands(place):
            code = main(["-C", str(root), *words])
            out, err = capsys.readouterr()
            assert code in (0, 1, 2, 3), words
            assert "a defect in ragtriage" not in err, (words, err)
            assert not CONTROL.search(out + err), words
            said += f"$ {' '.join(words)}\n{out}{err}"
        return said

    return run


def commands(place: Path) -> list[tuple[str, ...]]:
    """Reading and writing, at each folder of a workspace."""
    return [
        ("status",),
        ("cases", "set", "billing/monthly", "question", "Monthly?"),
        ("cases", "edit", "calendar/many"),
        ("triage", "decide", "calendar/many", "generation"),
        ("run", "bm25"),
        ("snapshot", "add", str(place / "docs"), "--name", "kb2"),
        ("complaints", "import", str(place / "complaints.jsonl")),
        ("complaints", "reject", "c-", "--reason", "x"),
        ("anchors", "check"),
        ("check", "HEAD~1..HEAD"),
        ("pr", "HEAD~1..HEAD"),
        ("commit", "-m", "x"),
    ]
