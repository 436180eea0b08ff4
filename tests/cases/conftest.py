"""A small workspace with a store over it, and one in a folder of a repository."""

import os
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from ragtriage.cases.committing import commit
from ragtriage.cases.store import CaseStore
from ragtriage.cases.uncommitted import waiting
from ragtriage.disk.database import connect
from ragtriage.disk.files import History


@pytest.fixture
def db(tmp_path):
    with closing(connect(tmp_path / ".ragtriage" / "index.db")) as connection:
        yield connection


@pytest.fixture
def store(tmp_path, db):
    (tmp_path / "cases").mkdir()
    return CaseStore(tmp_path, db)


@pytest.fixture
def history(tmp_path):
    return History(tmp_path / ".ragtriage")


@pytest.fixture
def put(tmp_path):
    """Write a file under cases/, as an editor would."""

    def write(name, text=None, **fields):
        path = tmp_path / "cases" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            case = {"id": name.rpartition(".")[0], "question": "why?", "answerable": "true", **fields}
            text = "".join(f"{key}: {value}\n" for key, value in case.items())
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


class Golden:
    """A workspace in a folder of a repository whose settings hold a name."""

    def __init__(self, top: Path, below: str = "eval/golden") -> None:
        self.top, self.root = top, top / below
        (self.root / "cases").mkdir(parents=True)
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "mira")
        self.git("config", "user.email", "mira@example.org")

    def git(self, *words: str, code: int = 0) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.top, capture_output=True, encoding="utf-8", errors="replace", check=False
        )
        assert done.returncode == code, done.stderr
        return done.stdout.strip()

    def put(self, name: str, text: str = "why?") -> Path:
        path = self.root / "cases" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"id: {name}\nquestion: {text}\nanswerable: true\n")
        return path

    def hook(self, name: str, script: str) -> None:
        path = self.top / ".git/hooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def commit(self, message: str = "", limit: float = 20.0) -> str:
        what = waiting(self.root)
        return commit(self.root, what, message or what.message, limit).commit

    def files_of(self, revision: str = "HEAD") -> list[str]:
        return self.git("show", "--name-only", "--format=", "-z", revision).split("\0")[:-1]


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Golden:
    for name in [name for name in os.environ if name.startswith("GIT_") or name == "EMAIL"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    made = Golden(tmp_path / "repo")
    made.put("a", "how?")
    made.git("add", "-A")
    made.git("commit", "-q", "-m", "first")
    return made
