"""What commands stand on gives way: the index, the disk, the rights to a folder, Git, the environment."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

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
