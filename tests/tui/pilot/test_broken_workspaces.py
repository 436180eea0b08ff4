"""Workspaces that lack something, or have something else in its place: the screens say so and go on."""

import os
import shutil

import pytest

from ragtriage.tui.screens.case_list import CaseListScreen


@pytest.fixture
def settings(root):
    """Write other settings."""
    return lambda text: (root / "ragtriage.yaml").write_text(text)


class TestNothingThere:
    def test_no_snapshot_setting(self, play, see, settings):
        settings("timezone: UTC\n")

        async def script(app, pilot):
            eyes = see(app, pilot)
            assert "ragtriage.yaml names no snapshot." in eyes.text
            await eyes.press("1", "s", "c", "e", "E", "y", "Y", "n", "/", "escape", "f2")
            assert len(eyes.topics) == 8
            assert "no snapshot" in eyes.lines[0]

        play(script)

    def test_a_snapshot_that_is_not_there(self, play, see, settings):
        settings("snapshot: gone\n")

        async def script(app, pilot):
            eyes = see(app, pilot)
            assert "gone" in eyes.status and eyes.status.startswith("✗")
            assert "No run on this snapshot yet." in eyes.text and "The runs there are stand on kb." in eyes.text
            await eyes.press("f2")
            assert len(eyes.topics) == 8

        play(script)

    def test_no_run_yet(self, play, see, root):
        shutil.rmtree(root / "runs")

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press(":")
            await eyes.type("judge")
            assert "No run on this snapshot yet." in eyes.text and "ragtriage run" in eyes.text

        play(script)

    def test_no_cases(self, play, see, root):
        for file in (root / "cases").rglob("*.yaml"):
            file.unlink()

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2")
            assert "No cases yet." in eyes.text
            await eyes.press("j", "G", "enter", "tab", "]", "ctrl+d", "space", "*", "escape")
            assert app.is_running

        play(script)

    def test_no_case_fails(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press(":")
            await eyes.type("config large")
            await eyes.press("/")
            await eyes.type("badge:fixed")
            assert "No case matches the filter." in eyes.text

        play(script)


class TestFoldersThatAreNone:
    @pytest.mark.parametrize(
        ("folder", "kind"),
        [("runs", "file"), ("runs", "pipe"), ("runs", "link")]
        + [(folder, "file") for folder in ("cases", "triage", "complaints", "corpus_snapshots")],
    )
    def test_the_screens_say_what_stands_in_its_place(self, play, see, root, tmp_path, folder, kind):
        place = root / folder
        if place.exists():
            place.rename(tmp_path / "was")
        if kind == "file":
            place.write_text("x")
        elif kind == "pipe":
            os.mkfifo(place)
        else:
            place.symlink_to(tmp_path)

        async def script(app, pilot):
            eyes = see(app, pilot)
            said = []
            for key in ("f2", "f3", "f5", "f1", "1", "c", "escape", "ctrl+p", "escape", ":", "escape"):
                await pilot.press(key)
                await pilot.pause(0.05)
                if isinstance(app.screen, CaseListScreen):
                    said.append(eyes.status)
            words = "symbolic link" if kind == "link" else "this is no folder"
            assert any(words in one for one in said), said

        play(script)
