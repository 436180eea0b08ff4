"""A value that its column cannot hold is found, whichever it is; what we write ourselves is sound."""

import sqlite3
from contextlib import closing

import pytest

from ragtriage.disk.database import connect
from ragtriage.disk.soundness import _JSON, unsound

COLUMNS = "path, size, mtime_ns, read_ns, sha256, case_id, question, tags, body, problems, doc_ids"
ROW = ("cases/a.yaml", 1, 2, 3, "x", "a", "q", "[]", "{}", "[]", '["kb/a"]')


@pytest.fixture
def db(tmp_path):
    with closing(connect(tmp_path / "s" / "index.db")) as connection:
        connection.execute(f"INSERT INTO case_files ({COLUMNS}) VALUES ({', '.join('?' * len(ROW))})", ROW)
        yield connection


def test_what_is_written_is_sound(db):
    assert unsound(db) == ""


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("body", value) for value in ("{", "", "[]", "5", "null", b"{}", 7, "{'a': 1}", '{"a": NaN}')),
        *(("tags", value) for value in ("[", "{}", '"x"', 3, b"\xff")),
        *(("problems", value) for value in ("x", "{}")),
        ("doc_ids", "{}"),
        ("size", "many"),
        ("mtime_ns", b"\x01"),
        ("question", 5),
        ("question", b"q"),
        ("sha256", 1.5),
    ],
)
def test_what_cannot_be_is_found(db, column, value):
    db.execute(f"UPDATE case_files SET {column} = ?", (value,))
    kept = db.execute(f"SELECT typeof({column}) FROM case_files").fetchone()[0]
    found = unsound(db)
    assert found == f"case_files.{column} holds what it cannot" or kept == "text"  # SQLite makes text of a number


def test_a_null_is_fine_where_there_may_be_one(db):
    db.execute("UPDATE case_files SET question = NULL, case_id = NULL")
    assert unsound(db) == ""


def test_every_column_that_is_named_is_there(db):
    for name in _JSON:
        table, column = name.split(".")
        db.execute(f"SELECT {column} FROM {table}")


def test_noise_that_is_no_text_is_found(db):
    db.execute("UPDATE case_files SET body = CAST(x'7bff7d' AS TEXT)")
    try:
        assert unsound(db)
    except sqlite3.Error:
        pytest.fail("it is told, not raised")
