"""What a run gives is counted once; what only a removed run held goes with it."""

import sqlite3
from pathlib import Path

from ragtriage.disk.database import connect
from ragtriage.runs.model import Output, Passage
from ragtriage.runs.provided import Given, given
from ragtriage.runs.store import RunStore


def output(case_id: str, *passages: Passage, citations: bool = False) -> Output:
    return Output(case_id, candidates=passages, answer="Yes.", citations=() if citations else None)


BARE = Passage("kb/a", "", textless=True)
PLACED = Passage("kb/a", "", start=3, end=9, textless=True)
SAID = Passage("kb/a", "some words of it")


def texts(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT COUNT(*) FROM passages").fetchone()[0])


def test_what_is_counted_at_import_is_what_an_index_of_an_older_version_gives(store: RunStore) -> None:
    outputs = [output("a", BARE, SAID), output("b", PLACED, citations=True), output("c")]
    run = store.add("x", "s", outputs)
    first = store.given(run.id)
    assert first == Given(outputs=3, citations=1, passages=3, textless=1)
    store._db.execute("DELETE FROM kept")
    assert store.given(run.id) == first
    assert given(store._db, run.id) == first


def test_only_what_no_output_gives_is_said_to_be_missing(store: RunStore) -> None:
    some = store.given(store.add("some", "s", [output("a"), output("b", citations=True)]).id)
    none = store.given(store.add("none", "s", [output("a", SAID), output("b", BARE)]).id)
    assert (some.cites, some.notes, some.marks) == (True, (), ())
    assert none.marks == ("no citations", "by document")
    assert none.notes == (
        "The run gives no citations: they are not asked of it.",
        "1 of its 2 passages name a document and give no text: evidence in them is found by document.",
    )


def test_passages_without_text_come_back_from_index_and_files(store: RunStore, tmp_path: Path) -> None:
    outputs = [output("a", BARE, PLACED, SAID, Passage("kb/b", "", "k1"))]
    run = store.add("x", "s", outputs)
    assert list(store.outputs(run.id)) == outputs
    other = RunStore(tmp_path, connect(tmp_path / "elsewhere" / "index.db"))
    assert list(other.outputs(run.id)) == outputs
    other._db.close()


def test_removed_runs_take_their_passages_along_and_no_others(store: RunStore) -> None:
    one = store.add("one", "s", [output("a", SAID, Passage("kb/a", "of the first alone"))])
    two = store.add("two", "s", [Output("a", context=(SAID, Passage("kb/b", "of the second alone")), answer="x")])
    assert texts(store._db) == 3
    store.remove(one.id)
    assert texts(store._db) == 2
    assert [p.text for p in next(store.outputs(two.id)).context or ()] == ["some words of it", "of the second alone"]
    store.remove(two.id)
    assert texts(store._db) == 0
    assert store._db.execute("SELECT COUNT(*) FROM kept WHERE name LIKE 'given %'").fetchone()[0] == 0


def test_a_run_whose_files_went_takes_its_passages_along(store: RunStore) -> None:
    run = store.add("one", "s", [output("a", SAID)])
    store.files.remove(run.id)
    store.refresh()
    assert texts(store._db) == 0
