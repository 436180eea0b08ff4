"""A workspace's index: opened when it is asked for; another in its place is known to whoever must know."""

import pytest

from ragtriage.disk.workspace_index import WorkspaceIndex


@pytest.fixture
def index(tmp_path):
    opened = WorkspaceIndex(tmp_path / ".ragtriage")
    yield opened
    opened.close()


def waiting(index):
    """How many milliseconds a statement waits."""
    return index.db.execute("PRAGMA busy_timeout").fetchone()[0]


def test_it_is_opened_when_it_is_asked_for_and_again_after_it_was_given_back(index, tmp_path):
    assert not (tmp_path / ".ragtriage").exists() and not index.is_gone
    index.keep_view("one", "seen")
    index.close()
    index.close()
    assert index.kept_view("one") == "seen" and index.kept_view("two") is None


def test_a_file_of_its_own_leaves_the_other_alone(tmp_path):
    other = WorkspaceIndex(tmp_path / ".ragtriage", tmp_path / "other.db")
    other.keep_view("one", "seen")
    other.close()
    assert (tmp_path / "other.db").exists() and not (tmp_path / ".ragtriage" / "index.db").exists()


def test_another_file_in_its_place_is_told_and_nobody_waits_longer_for_it(index, tmp_path):
    told = []
    index.wait_at_most(0.25)
    index.when_opened_anew(lambda: told.append(waiting(index)))
    held = index.db
    assert waiting(index) == 250 and not told
    (tmp_path / ".ragtriage" / "index.db").unlink()
    assert index.is_gone
    index.follow()
    assert held.execute("SELECT COUNT(*) FROM kept").fetchone()[0] == 0
    assert told == [250] and waiting(index) == 250
    assert not index.is_gone and index.db is held


def test_what_was_damaged_is_moved_and_its_place_is_known(index, tmp_path):
    (tmp_path / ".ragtriage").mkdir(mode=0o700)
    (tmp_path / ".ragtriage" / "index.db").write_bytes(b"no database " * 400)
    assert index.kept_view("one") is None
    assert index.moved_to is not None and index.moved_to.read_bytes().startswith(b"no database")


def test_how_long_it_is_waited_for_holds_for_what_is_open_and_for_what_is_opened_later(tmp_path):
    index = WorkspaceIndex(tmp_path / ".ragtriage")

    def waited() -> int:
        return index.db.execute("PRAGMA busy_timeout").fetchone()[0]

    assert waited() == 10_000
    index.wait_at_most(1.0)
    assert waited() == 1000
    (tmp_path / ".ragtriage/index.db").unlink()
    index.follow()
    assert waited() == 1000
    index.close()
    assert waited() == 1000
    index.close()
