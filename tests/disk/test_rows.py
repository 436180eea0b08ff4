"""Rows are written in one way; what was kept is given back only while it rests on the same."""

import ast
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import ragtriage
from ragtriage.disk.database import connect
from ragtriage.disk.rows import add_rows, drop_rows, keep_text, kept_text, put_rows

PACKAGE = Path(ragtriage.__file__).parent
OF_ITS_OWN = {
    "disk/rows.py",
    "corpus/search.py",  # full text: rows of a virtual table, by the thousand, with the row ids of others
    "runs/extracts.py",  # the same, in memory
    "intake/inbox.py",  # a complaint that comes again keeps what it no longer says
}
"""Modules that write rows with a statement of their own."""
FILE = ("path", "size", "mtime_ns", "read_ns", "problems")


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect(tmp_path / "s" / "index.db")) as connection:
        yield connection


def test_a_row_takes_the_place_of_one_with_its_key_and_goes(db: sqlite3.Connection) -> None:
    put_rows(db, "label_files", FILE, [("a", 1, 2, 3, "[]"), ("b", 1, 2, 3, "[]")])
    put_rows(db, "label_files", FILE, [("a", 9, 2, 3, "[]")])
    assert [tuple(row) for row in db.execute("SELECT path, size FROM label_files")] == [("a", 9), ("b", 1)]
    with pytest.raises(sqlite3.IntegrityError):
        add_rows(db, "label_files", FILE, [("a", 9, 2, 3, "[]")])
    drop_rows(db, "label_files", "path", ["a", "never there"])
    assert [row[0] for row in db.execute("SELECT path FROM label_files")] == ["b"]


def test_what_is_kept_holds_as_long_as_what_it_was_worked_out_from(db: sqlite3.Connection) -> None:
    keep_text(db, "status", "{}", "1")
    assert (kept_text(db, "status", "1"), kept_text(db, "status", "2"), kept_text(db, "else", "1")) == (
        "{}",
        None,
        None,
    )
    keep_text(db, "status", "[]", "2")
    assert (kept_text(db, "status", "1"), kept_text(db, "status", "2")) == (None, "[]")


def test_nobody_writes_a_statement_that_puts_rows_in() -> None:
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            words = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if words.lstrip().startswith(("INSERT", "REPLACE")):
                found.add(path.relative_to(PACKAGE).as_posix())
    assert found == OF_ITS_OWN
