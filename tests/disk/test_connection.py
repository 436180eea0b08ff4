"""Whatever SQLite meets, the caller gets a DatabaseError that says what to do."""

import sqlite3
from contextlib import closing

import pytest

from ragtriage.disk.database import connect, exclusive, moved_aside
from ragtriage.errors import DamagedIndexError, DatabaseError

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
            assert [row[0] for row in other.execute("SELECT name FROM snapshots")] == ["new"]
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
    insert = f"INSERT INTO outcomes VALUES ({', '.join('?' * 14)})"
    values = ("r", "c", 0, "k", "passed", "", "", 1, None, None, None, "{}", "", "{}")
    with closing(connect(path)) as db, pytest.raises(DatabaseError, match="moved aside"):
        db.execute(insert, values)
    with closing(connect(path)) as db:
        db.execute("INSERT INTO runs VALUES ('r', 'c', 's', 't', 1, '{}')")
        db.execute(insert, values)
    assert len(moved_aside(path)) == 1


def leave(path):
    """As `rm index.db` does: what SQLite keeps beside it stays."""
    path.unlink()


def test_a_deleted_index_is_read_on_and_a_new_one_is_no_mixture(path):
    with closing(connect(path)) as old:
        old.execute(ROW, ("old",))
        leave(path)
        with closing(connect(path)) as new:
            new.execute(ROW, ("new",))
            old.execute(ROW, ("older",))
            assert [row[0] for row in old.execute("SELECT name FROM snapshots ORDER BY name")] == ["old", "older"]
            assert [row[0] for row in new.execute("SELECT name FROM snapshots")] == ["new"]
            assert old.is_elsewhere and not new.is_elsewhere
        old.execute(ROW, ("oldest",))
    with closing(connect(path)) as new:
        assert [row[0] for row in new.execute("SELECT name FROM snapshots")] == ["new"]
        assert new.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_who_follows_finds_the_new_index_in_the_same_connection(path):
    told = []
    with closing(connect(path)) as old:
        old.opened_anew = lambda: told.append(1)
        old.execute(ROW, ("old",))
        assert not old.follow()
        leave(path)
        with closing(connect(path)) as new:
            new.execute(ROW, ("new",))
        assert old.follow()
        assert [row["name"] for row in old.execute("SELECT name FROM snapshots")] == ["new"]
        assert told == [1]
        with exclusive(old):
            old.execute(ROW, ("more",))
        assert not old.follow()


def test_an_index_deleted_in_a_transaction_ends_it_before_the_new_one_is_taken(path):
    with closing(connect(path)) as old:
        with exclusive(old):
            old.execute(ROW, ("old",))
            leave(path)
            assert old.follow()
            old.execute(ROW, ("older",))
        assert old.execute("SELECT COUNT(*) FROM snapshots").fetchone()[0] == 0


def test_damage_is_told_once_and_all_connections_find_the_new_index(path):
    with closing(connect(path)) as one, closing(connect(path)) as other:
        one.execute(ROW, ("bad",))
        raised = one.damaged("a value")
        assert isinstance(raised, DamagedIndexError)
        assert "moved aside to index.db.corrupt-" in raised.title
        for db in (one, other):
            assert db.execute("SELECT COUNT(*) FROM snapshots").fetchone()[0] == 0
    assert len(moved_aside(path)) == 1


def test_a_damaged_index_that_another_process_moved_is_followed(path):
    with closing(connect(path)) as db:
        filled(db)
    damage(path)
    with closing(connect(path)) as db:
        path.rename(path.with_name("elsewhere"))
        with pytest.raises(DamagedIndexError, match="by another process"):
            db.execute("SELECT * FROM snapshots").fetchall()
        assert db.execute("SELECT * FROM snapshots").fetchall() == []
    assert moved_aside(path) == []


def test_a_new_index_that_cannot_be_opened_is_tried_again_at_the_next_statement(path):
    with closing(connect(path)) as db:
        leave(path)
        path.mkdir()
        assert db.follow()
        for _ in range(2):
            with pytest.raises(DatabaseError):
                db.execute("SELECT 1")
        path.rmdir()
        assert db.execute("SELECT COUNT(*) FROM snapshots").fetchone()[0] == 0
