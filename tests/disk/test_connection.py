"""Whatever SQLite meets, the caller gets a DatabaseError that says what to do."""

import sqlite3
from contextlib import closing

import pytest

from ragtriage.disk.database import connect, exclusive, moved_aside
from ragtriage.errors import DatabaseError

ROW = "INSERT INTO snapshots VALUES (?, 'x', 1)"


@pytest.fixture
def path(tmp_path):
    return tmp_path / ".ragtriage" / "index.db"


@pytest.fixture
def db(path):
    with closing(connect(path)) as connection:
        yield connection


def filled(db):
    with exclusive(db):
        db.executemany(ROW, ((f"s{number:05}" * 20,) for number in range(2000)))
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_rows_come_as_from_any_connection(db):
    filled(db)
    query = "SELECT name, documents FROM snapshots ORDER BY name"
    first = db.execute(query).fetchone()
    assert first["documents"] == 1
    assert [row["name"] for row in db.execute(query)] == [row[0] for row in db.execute(query).fetchall()]
    assert len(db.cursor().execute(query).fetchmany(3)) == 3
    assert next(iter(db.execute("SELECT 1 WHERE 0")), "none") == "none"


@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", ROW.replace("?", "'s'"), "DELETE FROM snapshots"])
def test_an_index_that_another_process_holds_is_told_as_such(db, path, statement):
    db.execute("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseError, match="database is locked") as error:
            db.execute(statement)
        assert "another ragtriage process" in error.value.next_step
        assert error.value.where.path == path
        other.execute("ROLLBACK")
    assert db.execute("SELECT count(*) FROM snapshots").fetchone()[0] == 0


def test_a_full_disk_keeps_what_was_there_and_goes_on_once_there_is_space(db):
    db.execute(ROW, ("before",))
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DatabaseError, match="full") as error:
        filled(db)
    assert "free some space" in error.value.next_step
    assert not db.in_transaction
    db.execute("PRAGMA max_page_count = 1000000")
    with exclusive(db):
        db.execute(ROW, ("after",))
    assert [row[0] for row in db.execute("SELECT name FROM snapshots ORDER BY name")] == ["after", "before"]


def test_a_file_that_may_only_be_read_is_told_with_who_must_act(db):
    db.execute("PRAGMA query_only = ON")
    with pytest.raises(DatabaseError, match="readonly") as error:
        db.execute(ROW, ("s",))
    assert "permissions" in error.value.next_step


def test_a_transaction_that_cannot_be_kept_leaves_none_open(db):
    db.execute("CREATE TABLE child (snapshot TEXT REFERENCES snapshots (name) DEFERRABLE INITIALLY DEFERRED)")
    with pytest.raises(sqlite3.IntegrityError), exclusive(db):  # it is COMMIT that fails
        db.execute("INSERT INTO child VALUES ('none')")
    assert not db.in_transaction
    with exclusive(db):
        db.execute(ROW, ("s",))


def test_mistakes_of_ours_stay_what_they_are(db):
    db.execute(ROW, ("s",))
    with pytest.raises(sqlite3.IntegrityError):
        db.execute(ROW, ("s",))
    with pytest.raises(sqlite3.ProgrammingError):
        db.execute(ROW, ())


def damage(path):
    """The later pages become noise: it opens, and breaks when it is read."""
    content = path.read_bytes()
    half = len(content) // 2
    path.write_bytes(content[:half] + b"\xa5" * (len(content) - half))


def test_damage_met_while_reading_moves_the_file_aside_and_the_next_opening_makes_it_anew(path):
    with closing(connect(path)) as db:
        filled(db)
    damage(path)
    with closing(connect(path)) as db:
        with pytest.raises(DatabaseError, match="damaged") as error:
            db.execute("SELECT * FROM snapshots").fetchall()
        assert "do the same again" in error.value.next_step
        (aside,) = moved_aside(path)
        assert aside.name in error.value.title
    with closing(connect(path)) as db:
        assert db.execute("SELECT count(*) FROM snapshots").fetchone()[0] == 0


def test_of_two_that_meet_the_damage_the_second_leaves_the_new_file_alone(path):
    with closing(connect(path)) as db:
        filled(db)
    damage(path)
    with closing(connect(path)) as one, closing(connect(path)) as other:
        with pytest.raises(DatabaseError):
            one.execute("SELECT * FROM snapshots").fetchall()
        with closing(connect(path)) as new:
            new.execute(ROW, ("new",))
            with pytest.raises(DatabaseError, match="malformed"):
                other.execute("SELECT * FROM snapshots").fetchall()
            assert [row[0] for row in new.execute("SELECT name FROM snapshots")] == ["new"]
    assert len(moved_aside(path)) == 1
    with closing(connect(path)) as db:
        assert [row[0] for row in db.execute("SELECT name FROM snapshots")] == ["new"]


@pytest.mark.parametrize(
    "other",
    ["DROP TABLE outcomes", "ALTER TABLE outcomes DROP COLUMN body", "ALTER TABLE outcomes ADD COLUMN more TEXT"],
)
def test_tables_of_another_make_are_put_aside_and_made_anew(path, other):
    with closing(connect(path)) as db:
        db.execute(other)
    insert = f"INSERT INTO outcomes VALUES ({', '.join('?' * 13)})"
    values = ("r", "c", 0, "k", "passed", "", "", 1, None, None, None, "{}", "")
    with closing(connect(path)) as db, pytest.raises(DatabaseError, match="moved aside"):
        db.execute(insert, values)
    with closing(connect(path)) as db:
        db.execute("INSERT INTO runs VALUES ('r', 'c', 's', 't', 1, '{}')")
        db.execute(insert, values)
    assert len(moved_aside(path)) == 1
