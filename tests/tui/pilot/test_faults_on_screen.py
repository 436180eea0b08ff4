"""What goes wrong around a screen: other people, other processes, a disk that is full, a line that is dropped."""

import asyncio
import errno
import os
import pty
import select
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from textual.css.query import NoMatches
from textual.drivers._writer_thread import WriterThread
from textual.screen import Screen

from ragtriage.disk import files
from ragtriage.errors import FileError
from ragtriage.settings import read_settings
from ragtriage.tui.app_frame import FrameApp
from ragtriage.tui.messages import Judged, Judging
from ragtriage.tui.terminal import Unbroken
from ragtriage.workspace import Workspace


def _raising(error):
    """A function that raises it, whatever it is called with."""

    def call(*arguments, **more):
        raise error

    return call


class TestTwoProcesses:
    def test_a_decision_of_another_is_seen_after_judge_and_none_is_lost(self, play, see, opened, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first, second = list(eyes.screen.rows)[:2]
            other = opened("anna")
            other.refresh()
            other.triage.decide([first], "label")
            await eyes.press(":")
            await eyes.type("judge")
            assert eyes.screen.rows[first].causes == ("label",)
            await eyes.press(":")
            await eyes.type(f"go {first}")
            await eyes.press("1")
            other.triage.decide([second], "grader")
            assert len(list((root / "triage").rglob("*.yaml"))) == 3

        play(script)

    def test_the_same_reviewer_in_another_terminal_adds_and_does_not_replace(self, play, see, opened, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            case_id = eyes.case_id
            other = opened("mira")
            other.refresh()
            other.triage.decide([case_id], "label", note="from the other terminal")
            await eyes.press("1")
            (verdict,) = other.verdicts.for_case(case_id)
            assert [finding.cause for finding in verdict.findings] == ["label", "retrieval"]

        play(script)

    def test_undo_does_not_take_back_what_another_wrote_over_it(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("1")
            (file,) = (root / "triage").rglob("*.yaml")
            file.write_text(theirs := file.read_text().replace("retrieval", "grader"))
            await eyes.press("u")
            assert "changed by someone else" in eyes.status
            assert file.read_text() == theirs
            assert any(row.causes == ("grader",) for row in eyes.screen.rows.values())

        play(script)


class TestFilesFromOutside:
    def test_a_case_edited_outside_is_judged_anew(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            file = root / f"cases/{eyes.case_id}.yaml"
            file.write_text(file.read_text().replace("my refund", "a partial refund"))
            await eyes.press(":")
            await eyes.type("judge")
            await eyes.until(lambda: "a partial refund" in eyes.text)

        play(script)

    def test_a_deleted_case_leaves_the_list_and_the_keys_say_so_before(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first, second = eyes.topics[:2]
            (root / f"cases/{eyes.case_id}.yaml").unlink()
            await eyes.press("E")
            assert eyes.status.startswith("✗ the file of") and "is gone" in eyes.status
            await eyes.press("e")
            assert eyes.status.startswith("✗ the file of") and "is gone" in eyes.status
            await eyes.press(":")
            await eyes.type("judge")
            assert first not in eyes.topics and eyes.here == second

        play(script)

    def test_a_broken_verdict_file_is_told_and_not_overwritten(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("1")
            (file,) = (root / "triage").rglob("*.yaml")
            file.write_text("case: [")
            await eyes.press(":")
            await eyes.type("judge")
            assert "✗ 1 problem" in eyes.lines[0]
            await eyes.press("g", "2")
            assert eyes.status.startswith("✗ not readable as YAML")
            assert file.read_text() == "case: ["

        play(script)


class TestNotWritable:
    def test_a_read_only_workspace_says_so_and_shows_nothing_as_decided(self, play, see, root, monkeypatch):
        async def script(app, pilot):
            eyes = see(app, pilot)

            def refuse(path, content, *more):
                raise files.FileError("cannot be written: Read-only file system", where=files.FilePlace(path))

            monkeypatch.setattr(files, "replace_file", refuse)
            await eyes.press("1")
            assert eyes.status.startswith("✗ cannot be written: Read-only file system")
            assert eyes.screen.rows[eyes.case_id].undecided
            assert "(u undo)" in eyes.footer
            await eyes.press("s", "enter")
            assert eyes.status.startswith("✗ cannot be written")

        play(script)

    def test_no_draft_can_be_made(self, play, see, monkeypatch):
        async def script(app, pilot):
            eyes = see(app, pilot)

            def refuse(*arguments):
                raise OSError(28, "No space left on device")

            monkeypatch.setattr("ragtriage.authoring.file_drafts.FileDraft.of", refuse)
            await eyes.press("E")
            assert "No space left on device" in eyes.status

        play(script)


class TestFaultsWhereNobodyAsks:
    """A disk or an index may fail in any call. Nothing of that ends the program; a mistake of ours does."""

    @pytest.mark.parametrize(
        "fault",
        [OSError(errno.EIO, "I/O error"), sqlite3.OperationalError("disk I/O error"), FileError("cannot be read")],
    )
    def test_a_key_that_meets_one_is_told_and_the_next_key_works(self, play, see, root, monkeypatch, fault):
        async def script(app, pilot):
            eyes = see(app, pilot)
            monkeypatch.setattr(app.workspace.triage, "next_monday", _raising(fault))
            await eyes.press("s")
            assert eyes.status.startswith("✗") and ("cannot be used" in eyes.status or "cannot be read" in eyes.status)
            await eyes.press("1")
            assert "undoes it" in eyes.status
            assert len(list((root / "triage").rglob("*.yaml"))) == 1

        play(script)

    def test_a_callback_a_message_and_a_drawing_that_meet_one_are_told(self, play, see, monkeypatch):
        async def script(app, pilot):
            eyes = see(app, pilot)
            app.screen.call_later(_raising(OSError(errno.EIO, "I/O error")))
            await eyes.until(lambda: "I/O error" in eyes.status)
            await eyes.press("j", ":")
            await eyes.type("nothing such")
            assert "I/O error" not in eyes.status
            with monkeypatch.context() as broken:
                broken.setattr(type(app.screen), "refresh_frame", _raising(FileError("it went away")))
                app.screen.post_message(Judging("small", 1, 100))
                app.screen.post_message(Judged(0, False, None, (), False))
                await eyes.until(lambda: "it went away" in eyes.status)
            with monkeypatch.context() as broken:
                drawn, faults = type(app.screen.listing).draw, [OSError(errno.EIO, "while drawing")]

                def draw(*arguments):
                    if faults:
                        raise faults.pop()
                    return drawn(*arguments)

                broken.setattr(type(app.screen.listing), "draw", draw)
                app.screen.call_later(app.screen.list.repaint)
                await eyes.until(lambda: "while drawing" in eyes.status)
            await eyes.press("escape", "f2", "f1", "1")
            assert "undoes it" in eyes.status

        play(script)

    def test_what_keeps_the_editor_from_opening_again_holds_up_no_key(self, play, see, monkeypatch):
        monkeypatch.setattr(
            "ragtriage.authoring.form_drafts.FormDrafts.all", _raising(FileError("cannot be read: drafts"))
        )

        async def script(app, pilot):
            eyes = see(app, pilot)
            assert "cannot be read: drafts" in eyes.status
            await eyes.press("1")
            assert "undoes it" in eyes.status

        play(script)

    def test_a_mistake_of_ours_still_ends_the_program(self, play, see, monkeypatch):
        async def script(app, pilot):
            monkeypatch.setattr(app.workspace.triage, "next_monday", _raising(KeyError("a mistake")))
            await see(app, pilot).press("s")

        with pytest.raises(KeyError, match="a mistake"):
            play(script)


class TestGit:
    def test_without_git_nothing_is_missing_but_the_branch(self, play, see, monkeypatch, tmp_path):
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("1")
            assert eyes.status.startswith("✓")
            assert eyes.lines[0].startswith(" F1 Triage 7 · F2 Cases · F3 Anchors · F5 Complaints   kb · small ")
            assert "main" not in eyes.lines[0] and "committed" not in eyes.lines[0]

        play(script)

    def test_branch_dirty_files_and_history_come_after_the_first_screen(self, play, see, root):
        def git(*words):
            name = ("-c", "user.name=Ann \x1b[31mRed", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")
            subprocess.run(["git", *name, *words], cwd=root, check=True, capture_output=True)

        git("init")
        (root / ".gitignore").write_text(".ragtriage/\n")
        git("add", ".")
        git("commit", "-m", "First labels")

        async def script(app, pilot):
            eyes = see(app, pilot)
            assert "kb · small · main" in eyes.lines[0]
            await eyes.press("1")
            assert "1 decision not committed · kb · small" in eyes.lines[0]
            await eyes.press("k", "+")
            await eyes.story()
            await eyes.press("G")
            await eyes.until(lambda: "First labels" in eyes.text)
            assert "Ann ␛[31mRed" in eyes.text

        play(script, size=(120, 60))


class TestDroppedConnection:
    def test_writing_to_a_terminal_that_went_away_keeps_nobody_waiting(self):
        class Gone:
            def write(self, text=""):
                raise OSError(5, "Input/output error")

            flush = write

        writer = WriterThread(Unbroken(Gone()))
        writer.start()
        for _ in range(200):  # Textual's queue holds thirty
            writer.write("\x1b[H")
        writer.stop()
        assert not writer.is_alive()

    def test_a_hang_up_loses_no_decision(self, root, tmp_path):
        repo = Path(__file__).parents[3]
        pid, terminal = pty.fork()
        if not pid:
            environ = {**os.environ, "PYTHONPATH": str(repo), "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
            os.execve(sys.executable, [sys.executable, "-m", "ragtriage", "-C", str(root), "--as", "mira"], environ)

        def until(wanted):
            shown = b""
            while wanted not in shown and select.select([terminal], [], [], 15)[0]:
                shown += os.read(terminal, 1 << 16)
            assert wanted in shown, shown

        try:
            until(b" help")
            os.write(terminal, b"1")
            until("✓".encode())
            os.write(terminal, b"/tag:")
            os.kill(pid, signal.SIGHUP)
        finally:
            os.close(terminal)
            os.waitpid(pid, 0)
        with Workspace(root, read_settings(root)) as workspace:
            workspace.refresh()
            (verdict,) = workspace.verdicts.all()
            assert [finding.cause for finding in verdict.findings] == ["retrieval"]


class HalfBuilt(Screen):
    """A screen whose widgets went away while it was being built."""

    def on_mount(self):
        self.query_one("#list")


def test_a_screen_half_built_while_one_leaves_is_no_fault():
    async def session():
        app = FrameApp()
        async with app.run_test() as pilot:
            app._exit = True  # as `App.exit` sets it, before the messages that end the program are through
            app._handle_exception(NoMatches("#list"))
            app._exit = False
            await pilot.pause()
        return app.return_code or 0

    assert asyncio.run(session()) == 0


def test_any_other_missing_widget_is_one():
    async def session():
        app = FrameApp()
        async with app.run_test() as pilot:
            await app.push_screen(HalfBuilt())
            await pilot.pause()

    with pytest.raises(NoMatches):
        asyncio.run(session())
