"""Whatever value in the index is damaged, a command says so, and the same again finds a new index; never a defect."""

import sqlite3
from contextlib import closing

import pytest

from ragtriage.disk.connection import IndexConnection
from ragtriage.errors import DamagedIndexError
from ragtriage.index_damage import index_damage
from ragtriage.workspace import Workspace

DAMAGED = [
    "UPDATE case_files SET body = '{', tags = '['",
    "UPDATE case_files SET body = 'null'",
    "UPDATE case_files SET body = '{\"id\": 5}'",
    "UPDATE case_files SET tags = '5'",
    "UPDATE case_files SET doc_ids = '{}'",
    "UPDATE case_files SET evidence = 'some'",
    "UPDATE outputs SET body = '{\"nobody\": 5}'",
    "UPDATE outputs SET body = substr(body, 1, 20)",
    "UPDATE outcomes SET criteria = x'ff'",
    "UPDATE outcomes SET body = '['",
    "UPDATE outcomes SET ground = '['",
    "UPDATE runs SET manifest = '[]'",
    "UPDATE runs SET manifest = ''",
    "UPDATE documents SET metadata = '[1]'",
    "UPDATE suspicions SET body = '[1]'",
    "UPDATE case_files SET problems = '[{}]'",
    "UPDATE kept SET body = '[{}]' WHERE name = 'status'",
    "UPDATE kept SET body = '{' WHERE name = 'status'",
    "UPDATE anchors SET body = '[]'",
]


@pytest.fixture
def judged(workspace):
    with Workspace.open(workspace) as opened:
        opened.refresh()
        opened.judge_all()
        yield opened


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_value_is_found_and_made_anew(judged, damage, monkeypatch):
    with closing(sqlite3.connect(judged.state / "index.db", isolation_level=None)) as other:
        if not other.execute(damage).rowcount:
            pytest.skip("nothing of it in this index")
    found = index_damage(judged, TypeError("somewhere"))
    assert isinstance(found, DamagedIndexError)
    assert "do the same again" in found.next_step
    judged.refresh()
    judged.judge_all()
    assert len(list(judged.cases.cases())) == 3
    assert index_damage(judged, TypeError("of what was read before")) is found
    monkeypatch.setattr("ragtriage.disk.connection._AFTER_SECONDS", 0.0)
    assert index_damage(judged, TypeError("somewhere")) is None


def test_a_sound_index_leaves_a_mistake_of_ours_one(judged):
    assert index_damage(judged, KeyError("ours")) is None
    assert isinstance(judged.db, IndexConnection)
    assert list(judged.state.glob("*.corrupt-*")) == []


def test_a_command_says_damage_then_goes_on(workspace, say):
    say("status")
    with closing(sqlite3.connect(workspace / ".ragtriage/index.db", isolation_level=None)) as other:
        other.execute("UPDATE case_files SET body = '{', tags = '['")
    first = say("triage", "next")
    assert first.code == 3
    assert "the index is damaged" in first.err
    assert "moved aside to index.db.corrupt-" in first.err
    assert "defect" not in first.err
    assert say("triage", "next").code == 0
