"""The index may break or go at any time, and then it is made again."""

import sqlite3
from contextlib import closing

import pytest

from ragtriage.disk.database import VERSION, connect, exclusive, moved_aside
from ragtriage.errors import DatabaseError


def tables(db):
    return {row["name"] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_a_new_index_has_all_tables_and_its_version(tmp_path):
    with closing(connect(tmp_path / ".ragtriage" / "index.db")) as db:
        assert {"case_files", "verdict_files", "runs", "outputs", "outcomes", "documents"} <= tables(db)
        assert db.execute("PRAGMA user_version").fetchone()[0] == VERSION
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_opening_it_again_keeps_what_is_in_it(tmp_path):
    path = tmp_path / "index.db"
    with closing(connect(path)) as db:
        db.execute("INSERT INTO snapshots VALUES ('s', 'x', 1)")
    with closing(connect(path)) as db:
        assert db.execute("SELECT name FROM snapshots").fetchone()["name"] == "s"
    assert moved_aside(path) == []


@pytest.mark.parametrize(
    "content", [b"this is no database at all, only text" * 100, b"SQLite format 3\x00" + b"\xff" * 5000]
)
def test_a_corrupt_index_is_moved_aside_and_made_anew(tmp_path, content):
    path = tmp_path / "index.db"
    path.write_bytes(content)
    told = []
    with closing(connect(path, told.append)) as db:
        assert "case_files" in tables(db)
    (aside,) = moved_aside(path)
    assert aside.read_bytes() == content
    assert told == [aside]


def test_an_index_of_a_newer_version_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "index.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match="newer ragtriage") as error:
        connect(path)
    assert "update ragtriage" in error.value.next_step
    assert path.read_bytes() == before
    assert moved_aside(path) == []


def test_a_place_that_cannot_hold_it_is_an_error(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(DatabaseError, match="cannot be used"):
        connect(tmp_path / "file" / "index.db")
    (tmp_path / "folder").mkdir()
    with pytest.raises(DatabaseError, match="cannot be used"):
        connect(tmp_path / "folder")


def test_a_transaction_is_all_or_nothing(tmp_path):
    with closing(connect(tmp_path / "index.db")) as db:
        with pytest.raises(ZeroDivisionError), exclusive(db):
            db.execute("INSERT INTO snapshots VALUES ('s', 'x', 1)")
            _ = 1 / 0
        assert db.execute("SELECT count(*) FROM snapshots").fetchone()[0] == 0
        with exclusive(db):
            db.execute("INSERT INTO snapshots VALUES ('s', 'x', 1)")
        assert db.execute("SELECT count(*) FROM snapshots").fetchone()[0] == 1


def test_deleting_a_snapshot_takes_what_hangs_on_it(tmp_path):
    with closing(connect(tmp_path / "index.db")) as db:
        db.execute("INSERT INTO snapshots VALUES ('s', 'x', 1)")
        db.execute("INSERT INTO documents (snapshot, doc_id, title, text, metadata) VALUES ('s', 'd', 't', 'x', '{}')")
        db.execute("DELETE FROM snapshots")
        assert db.execute("SELECT count(*) FROM documents").fetchone()[0] == 0
