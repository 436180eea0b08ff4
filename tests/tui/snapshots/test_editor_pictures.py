"""Pictures of the case editor in the two sizes that people have most."""

from contextlib import suppress
from pathlib import Path

import pytest
from textual import events
from textual.worker import WorkerCancelled

from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case
from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.screens.editor import EditorScreen
from ragtriage.tui.theme import Look

SMALL, LARGE = (80, 24), (120, 40)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=lambda size: f"{size[0]}x{size[1]}")
ANSWER = "Up to three days before it takes effect. Support helps after that."


@pytest.fixture
def picture(snap_compare, opened, root: Path):
    """Compare with the picture kept: the editor is opened on a case, and `keys` are pressed; `~words` are pasted."""
    fresh = Case("fresh", "How many days before does a refund have to be changed?", True, status="draft")
    (root / "cases/fresh.yaml").write_text(canonical_text(fresh))

    def compare(*keys: str, case: str = "fresh", size: tuple[int, int] = SMALL, look: Look | None = None) -> bool:
        app = RagtriageApp(opened(), look)

        async def ready(pilot):
            async def quiet():
                for _ in range(3):
                    with suppress(WorkerCancelled):  # a newer one took its place
                        await app.workers.wait_for_complete()
                    await pilot.pause()

            await quiet()
            await pilot.press("f2")
            await quiet()
            app.screen.list.move_to(case)
            await pilot.press("e")
            await quiet()
            for key in keys:
                if key.startswith("~"):
                    app._driver.send_message(events.Paste(key[1:]))
                else:
                    await pilot.press(key)
                await quiet()
            editor = app.screen_stack[-1]
            for _ in range(300):
                if not isinstance(editor, EditorScreen):
                    break
                if editor.remarks.known:
                    break
                await pilot.pause(0.01)
            await quiet()

        return snap_compare(app, terminal_size=size, run_before=ready)

    return compare


@SIZES
def test_a_question_and_its_hits(picture, size):
    assert picture(size=size)


@SIZES
def test_a_document_with_words_selected(picture, size):
    assert picture("a", "enter", "j", "space", "l", "l", size=size)


@SIZES
def test_an_answer_being_typed(picture, size):
    assert picture("a", "tab", "enter", f"~{ANSWER}", size=size)


@SIZES
def test_suggestions_to_confirm(picture, size):
    assert picture("a", "tab", "enter", f"~{ANSWER}", "enter", "a", size=size)


def test_what_is_wrong_under_its_field(picture):
    assert picture("tab", "g", "enter", "ctrl+u", "enter", "ctrl+s")


def test_a_finished_case(picture):
    assert picture(case="refund/until-when-can-it-be-changed", size=LARGE)


def test_help(picture):
    assert picture("question_mark", size=LARGE)


def test_no_snapshot(picture, root: Path):
    (root / "ragtriage.yaml").write_text("")
    assert picture()


def test_no_colour_and_ascii(picture):
    assert picture("a", "enter", "j", look=Look("none", ascii=True))


def test_light(picture):
    assert picture("a", "enter", "j", look=Look(dark=False), size=LARGE)
