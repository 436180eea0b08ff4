"""Changing a case from a list: in the form, as a whole file in $EDITOR, and drafts that outlive what happens."""

import os
import shutil
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest
from textual import events

from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.screens.editor import EditorScreen
from ragtriage.tui.widgets.confirm import Confirm

CASE = "refund/until-when-can-it-be-changed"


@pytest.fixture
def file(root):
    """The file of the first case in the queue."""
    return root / f"cases/{CASE}.yaml"


@pytest.fixture
def editor(monkeypatch, tmp_path):
    """A program for $EDITOR, from the Python lines that change `path`; the terminal is not really handed over."""

    def set_it(*lines):
        script = tmp_path / "editor.py"
        script.write_text("import sys, pathlib\npath = pathlib.Path(sys.argv[1])\n" + "\n".join(lines) + "\n")
        monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")
        monkeypatch.setattr("ragtriage.tui.app.RagtriageApp.suspend", lambda app: nullcontext())

    return set_it


def replacing(old, new):
    return f"path.write_text(path.read_text().replace({old!r}, {new!r}))"


class TestForm:
    """What the form can do is in test_case_editor.py; here, how the lists get there and back."""

    @staticmethod
    async def change_question(eyes, words):
        await eyes.press("e")
        assert isinstance(eyes.app.screen, EditorScreen) and eyes.app.screen.form.case.id == CASE
        eyes.app.screen.fields.move_to("question")
        await eyes.press("enter", "ctrl+u")
        eyes.app._driver.send_message(events.Paste(words))
        await eyes.press("enter")

    @staticmethod
    async def save(eyes):
        await eyes.press("ctrl+s")
        await eyes.until(lambda: isinstance(eyes.app.screen, CaseListScreen))

    def test_a_field_is_changed_and_nothing_else_of_the_file(self, play, see, file):
        before = file.read_text()

        async def script(app, pilot):
            eyes = see(app, pilot)
            await self.change_question(eyes, "When is it too late?")
            await self.save(eyes)
            assert file.read_text() == before.replace("Until when can I change my refund?", "When is it too late?")
            assert eyes.status == f"✓ {CASE}: question  u undoes it"
            assert "When is it too late?" in await eyes.story()
            await eyes.press("u")
            assert file.read_text() == before
            assert eyes.case_id == CASE

        play(script)

    def test_escape_leaves_the_entry_the_form_and_the_file_as_it_was(self, play, see, file):
        before = file.read_bytes()

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("e", "escape")
            assert eyes.screen.list.has_focus
            await eyes.press("e", "enter", "x", "escape", "q")
            assert eyes.screen.list.has_focus and eyes.case_id == CASE
            assert file.read_bytes() == before

        play(script)

    def test_from_the_cases_screen_too(self, play, see, file):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2")
            eyes.screen.list.move_to(CASE)
            await self.change_question(eyes, "And now?")
            await self.save(eyes)
            assert b"And now?" in file.read_bytes() and eyes.screen.NAME == "cases" and eyes.case_id == CASE

        play(script)

    def test_a_case_whose_file_is_gone_is_told(self, play, see, file):
        async def script(app, pilot):
            eyes = see(app, pilot)
            file.unlink()
            await eyes.press("e")
            assert eyes.status.startswith("✗") and CASE in eyes.status

        play(script)


class TestEditor:
    def test_what_comes_back_is_checked_and_saved(self, play, see, file, root, editor):
        editor(replacing("my refund", "the refund"))

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("E")
            assert "the refund" in file.read_text()
            assert "the refund" in await eyes.story()
            assert not [path for path in (root / ".ragtriage/drafts").rglob("*") if path.is_file()]
            await eyes.press("u")
            assert "my refund" in file.read_text()

        play(script)

    def test_unchanged_is_said(self, play, see, editor):
        editor("pass")

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("E")
            assert eyes.status == f"· {CASE}: unchanged"

        play(script)

    def test_what_is_no_case_is_told_with_its_line_and_can_be_mended(self, play, see, file, editor):
        editor(
            "text = path.read_text()",
            'path.write_text(text.replace("answerable: true", "answerable: maybe") if "maybe" not in text '
            'else text.replace("answerable: maybe", "answerable: true").replace("my refund", "a refund"))',
        )
        before = file.read_bytes()

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("E")
            assert isinstance(app.screen, Confirm)
            assert "is not saved: the draft is no" in eyes.text
            assert "maybe" in eyes.text and "true or false" in eyes.text
            assert file.read_bytes() == before
            await eyes.press("y")
            assert "a refund" in file.read_text()

        play(script)

    def test_a_draft_is_kept_and_gone_on_with_in_another_session(self, play, see, file, editor):
        async def leave(app, pilot):
            eyes = see(app, pilot)
            editor(replacing("answerable: true", "answerable: maybe"))
            await eyes.press("E", "n")
            assert eyes.status == f"· {CASE} is as it was  E goes on with the draft"

        async def come_back(app, pilot):
            eyes = see(app, pilot)
            editor(replacing("answerable: maybe", "answerable: true"), replacing("my refund", "this refund"))
            await eyes.press("E")
            assert "this refund" in file.read_text()

        play(leave)
        play(come_back)

    def test_a_draft_begun_before_another_persons_change_shows_that_first(self, play, see, file, editor):
        async def script(app, pilot):
            eyes = see(app, pilot)
            editor(replacing("answerable: true", "answerable: maybe"))
            await eyes.press("E", "n")
            theirs = file.read_text().replace("my refund", "our refund")
            file.write_text(theirs)
            editor(replacing("answerable: maybe", "answerable: true"))
            await eyes.press("E")
            assert "was changed by someone else" in eyes.text and "+question: Until when can I change our" in eyes.text
            await eyes.press("n")
            assert file.read_text() == theirs
            await eyes.press("E", "y")
            assert file.read_text() != theirs  # seen, and decided

        play(script, size=(120, 40))

    def test_a_change_while_the_editor_is_open_is_shown_too(self, play, see, file, editor):
        editor(
            f"other = pathlib.Path({str(file)!r})",
            'other.write_text(other.read_text().replace("my refund", "our refund"))',
            replacing("three days before", "two days before"),
        )

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("E")
            assert isinstance(app.screen, Confirm) and "was changed by someone else" in eyes.text
            await eyes.press("escape")
            assert "our refund" in file.read_text()

        play(script, size=(120, 40))

    @pytest.mark.parametrize(
        ("command", "said"),
        [
            ("no-such-editor", "`no-such-editor` is not a program here"),
            ("vi 'x", "No closing quotation"),
            ("false", "it ended with 1"),
        ],
    )
    def test_an_editor_that_fails_is_told(self, play, see, monkeypatch, command, said):
        monkeypatch.setenv("VISUAL", command)
        monkeypatch.setattr("ragtriage.tui.app.RagtriageApp.suspend", lambda app: nullcontext())

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("E")
            assert eyes.status.startswith("✗ $EDITOR did not work") and said in eyes.status

        play(script)

    def test_an_unreadable_file_is_listed_first_told_and_mended_from_its_row(self, play, see, root, editor):
        (root / "cases/broken.yaml").write_text("id: broken\nquestion: q\nanswerable: true\nnugets: []\n")
        editor(replacing("nugets", "nuggets"))

        async def script(app, pilot):
            eyes = see(app, pilot)
            assert "✗ 1 problem" in eyes.lines[0]
            assert eyes.status == "✗ broken.yaml:4: unknown field `nugets`  F2 shows them on top"
            await eyes.press("f2", "g")
            assert eyes.topics[0] == "broken" and "unreadable" in eyes.text
            assert "did you mean `nuggets`?" in await self.told(eyes)
            await eyes.press("E")
            assert eyes.screen.rows["broken"].status == "active"
            assert "problem" not in eyes.lines[0]

        play(script, size=(120, 40))

    def test_the_file_that_broke_just_now_is_named_and_not_the_first_by_name(self, play, see, root):
        (root / "cases/aaa.yaml").write_text("id: aaa\nquestion: q\n")

        async def script(app, pilot):
            eyes = see(app, pilot)
            assert eyes.status.startswith("✗ aaa.yaml:1: `answerable` is missing")
            for name, others in (("zzz", 1), ("mmm", 2)):
                (root / f"cases/{name}.yaml").write_text("id: [\n")
                app.judge()
                await eyes.until(lambda name=name: eyes.status.startswith(f"✗ {name}.yaml"))
                assert f"(and {others} more)" in eyes.status

        play(script, size=(120, 40))

    @staticmethod
    async def told(eyes):
        await eyes.until(lambda: "It cannot be shown" in eyes.text)
        return await eyes.story()


def test_the_real_hand_over_gives_the_editor_the_terminal_and_takes_it_back(root, file, tmp_path):
    """In tmux, where there is one: what `suspend` does to a terminal cannot be seen without a terminal."""
    tmux = shutil.which("tmux")
    if tmux is None:
        pytest.skip("tmux is not installed")
    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\necho EDITOR HAS IT\nread line\nsed -i "s/my refund/$line/" "$1"\n')
    script.chmod(0o755)
    repo = Path(__file__).parents[3]

    def say(*words):
        command = [tmux, "-L", f"ragtriage-{os.getpid()}", "-f", "/dev/null", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def until(wanted):
        for _ in range(200):
            if wanted in (shown := say("capture-pane", "-p", "-t", "x")):
                return shown
            time.sleep(0.05)
        raise AssertionError(shown)

    start = f"env PYTHONPATH={repo} VISUAL={script} {sys.executable} -m ragtriage -C {root} --as mira; sleep 60"
    try:
        say("new-session", "-d", "-s", "x", "-x", "80", "-y", "24", start)
        until("8 undecided")
        say("send-keys", "-t", "x", "E")
        until("EDITOR HAS IT")
        say("send-keys", "-t", "x", "her refund", "Enter")
        shown = until("u undoes it")
        assert "EDITOR HAS IT" not in shown
        assert "her refund" in file.read_text()
        until("Until when can I change her refund?")
    finally:
        say("kill-server")
