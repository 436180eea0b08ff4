"""What other processes do to the lock and the index while the screens are open."""

import os
import sqlite3
from contextlib import closing

import pytest

from ragtriage.disk import journal
from ragtriage.disk.atomic import made_ready
from ragtriage.disk.files import FileChange
from ragtriage.disk.lock import LockWait, held
from ragtriage.workspace import Workspace


class TestLock:
    def test_who_holds_the_lock_is_said_and_all_keys_go_on(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            with held(root / ".ragtriage", LockWait()):
                await eyes.press("1")
                assert eyes.status.startswith(f"✗ not written: process {os.getpid()} (")
                assert not (root / "triage").exists()
                first = eyes.case_id
                await eyes.press("j")
                assert eyes.case_id != first
                await eyes.press("s", "enter")
                assert eyes.status.startswith("✗ not written: process")
                await eyes.press("escape")
            await eyes.press("1")
            assert eyes.status.startswith("✓")
            assert len(list((root / "triage").rglob("*.yaml"))) == 1

        play(script)

    def test_a_write_that_was_cut_off_elsewhere_is_said_where_it_is_finished(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            changes = [FileChange(root / name, None, b"{}") for name in ("a.txt", "b.txt")]
            folder = journal.journal_folder(root / ".ragtriage")
            journal.begin(root / ".ragtriage", "two notes", changes, made_ready(changes, folder))
            await eyes.press("1")
            await eyes.until(lambda: "a write that was cut off was finished: two notes" in eyes.status)
            assert (root / "b.txt").exists()

        play(script)


class TestIndex:
    def test_a_locked_index_is_told_and_the_decision_can_be_made_again(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            app.workspace.db.execute("PRAGMA busy_timeout = 10")
            other = sqlite3.connect(root / ".ragtriage/index.db", isolation_level=None)
            try:
                other.execute("BEGIN EXCLUSIVE")
                await eyes.press("1")
                assert eyes.status.startswith("✗ the index cannot be used: database is locked")
                assert "(u undo)" in eyes.footer
            finally:
                other.execute("ROLLBACK")
                other.close()
            await eyes.press("g", ":")
            await eyes.type("judge")
            assert len(list((root / "triage").rglob("*.yaml"))) == 1

        play(script)

    def test_an_index_deleted_under_the_screens_refuses_no_decision_and_is_made_anew(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            (root / ".ragtriage/index.db").unlink()
            await eyes.press("f2", "f3", "f1", "1")
            assert "undoes it" in eyes.status
            await eyes.until(lambda: not app.workspace.index.is_gone)
            await eyes.press("2")
            assert "undoes it" in eyes.status
            assert len(list((root / "triage").rglob("*.yaml"))) == 2

        play(script)
        with Workspace.open(root) as workspace:
            assert workspace.triage.queue().rows

    def test_an_index_deleted_once_more_while_it_was_filled_is_filled_again(self, play, see, root, monkeypatch):
        filled = []
        judge_all = Workspace.judge_all

        def and_gone(workspace, progress=None):
            judged = judge_all(workspace, progress)
            if len(filled) < 2:
                filled.append(judged)
                for path in (root / ".ragtriage").glob("index.db*"):
                    path.unlink()
            return judged

        async def script(app, pilot):
            eyes = see(app, pilot)
            cases = eyes.screen.list.keys
            monkeypatch.setattr(Workspace, "judge_all", and_gone)
            for path in (root / ".ragtriage").glob("index.db*"):
                path.unlink()
            await eyes.press(":")
            await eyes.type("judge")
            await eyes.until(lambda: len(filled) == 2 and not app.workspace.index.is_gone)
            await eyes.until(lambda: eyes.screen.list.keys == cases)
            assert "No run" not in eyes.text

        play(script)

    @pytest.mark.parametrize(
        "damage",
        [
            "UPDATE case_files SET body = '{', tags = '['",
            "UPDATE outputs SET body = '[]'",
            "UPDATE outputs SET body = '{'",
        ],
    )
    def test_a_damaged_value_is_told_as_damage_and_the_next_try_finds_a_new_index(self, play, see, root, damage):
        async def script(app, pilot):
            eyes = see(app, pilot)
            with closing(sqlite3.connect(root / ".ragtriage/index.db", isolation_level=None)) as other:
                other.execute(damage)
                other.execute("UPDATE kept SET stamp = 'other' WHERE name != 'view triage'")
            await eyes.press("j", "j", "1", "f2", "f1")
            await eyes.until(lambda: list(root.glob(".ragtriage/index.db.corrupt-*")))
            await eyes.press("k")
            await eyes.until(lambda: not app.workspace.index.is_gone)
            await eyes.press("2")
            await eyes.until(lambda: "It cannot be shown" not in eyes.text)
            assert len(list((root / "triage").rglob("*.yaml"))) >= 1

        play(script)

    def test_a_corrupt_index_is_made_anew(self, play, see, root):
        for path in (root / ".ragtriage").glob("index.db*"):
            path.unlink()
        (root / ".ragtriage/index.db").write_bytes(b"no database at all" * 100)

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.until(lambda: len(eyes.topics) == 8)

        play(script)

    def test_an_index_that_breaks_meanwhile_is_told(self, play, see, monkeypatch):
        async def script(app, pilot):
            eyes = see(app, pilot)

            def broken(*arguments, **more):
                raise sqlite3.DatabaseError("database disk image is malformed")

            monkeypatch.setattr("ragtriage.triage.service.TriageService.queue", broken)
            monkeypatch.setattr("ragtriage.triage.service.TriageService.report", broken)
            await eyes.press("j", "f2")
            assert "the index cannot be used" in eyes.status
            await eyes.press("f1", "k")
            await eyes.until(lambda: "It cannot be shown" in eyes.text)

        play(script)
