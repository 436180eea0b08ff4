"""While a filter is typed the rows follow and the cursor does not; Escape puts everything back, on every list."""

import shutil
from pathlib import Path

import pytest

from tests.tui.pilot.every_list import HALF, NAMES, go_to


@pytest.fixture(params=NAMES)
def name(request) -> str:
    return request.param


@pytest.fixture
def root(name, request, tmp_path, _made) -> Path:
    """The workspace that has rows on the screen `name`."""
    if name == "anchors":
        return request.getfixturevalue("anchored")
    shutil.copytree(_made, tmp_path / "helpdesk")
    return tmp_path / "helpdesk"


@pytest.fixture
def ready(name, request, root) -> Path:
    """The same, with a branch to review where that is wanted."""
    if name == "review":
        request.getfixturevalue("branched")
    return root


def stands(screen) -> tuple[object, ...]:
    """Filter, rows, cursor, scroll, and what the detail tells."""
    story = screen.story.story
    return str(screen.filter), [*screen.rows], screen.list.cursor_key, screen.list.top, story and story.case_id


def test_the_cursor_waits_and_escape_puts_everything_back(play, see, name, ready):
    async def script(app, pilot):
        eyes = see(app, pilot)
        await go_to(eyes, name, ready)
        await eyes.press("g", "j")
        await eyes.story()
        keys = [*eyes.screen.rows]
        before = stands(eyes.screen)
        for text in (HALF[name], "nothing-like-this", "must_pass:true", "!a !e"):
            await eyes.press("/")
            for letter in text:
                await pilot.press(letter)
            await eyes.press("left")
            assert eyes.case_id == keys[1] and eyes.screen.story.story.case_id == before[-1]
            assert eyes.screen.filter or text == "!a !e"
            await eyes.press("escape")
            assert stands(eyes.screen) == before

    play(script, size=(80, 16))


def test_enter_takes_the_next_row_that_is_left(play, see, name, ready):
    async def script(app, pilot):
        eyes = see(app, pilot)
        await go_to(eyes, name, ready)
        await eyes.press("g", "/", *HALF[name])
        kept, first = [*eyes.screen.rows], eyes.case_id
        assert kept and first not in kept
        assert not any("▌" in line for line in eyes.lines[2 : 2 + len(kept)])
        await eyes.press("enter")
        assert [*eyes.screen.rows] == kept and eyes.case_id in kept
        await eyes.story()
        await eyes.press("/", "x", "x", "x", "escape")
        assert [*eyes.screen.rows] == kept and eyes.case_id in kept

    play(script)


class TestOnTriage:
    @pytest.fixture
    def name(self) -> str:
        return "triage"

    def test_what_was_just_decided_stays_in_sight(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/")
            await eyes.type("badge:new")
            await eyes.press("1")
            kept = eyes.topics
            assert any(row.badge != "new" for row in eyes.screen.rows.values())
            await eyes.press("/", *" tag:odd", "escape")
            assert eyes.topics == kept

        play(script)

    def test_far_down_the_scroll_is_where_it_was(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("+", "+", "G")
            top, key = eyes.screen.list.top, eyes.case_id
            await eyes.press("/", *"refund")
            assert eyes.case_id == key
            await eyes.press("escape")
            assert (eyes.screen.list.top, eyes.case_id) == (top, key)

        play(script, size=(80, 10))

    def test_a_wrong_filter_puts_everything_back_too(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("j", "j")
            before = stands(eyes.screen)
            await eyes.press("/", *"calendar badg:new", "enter")
            assert "did you mean" in eyes.status
            assert stands(eyes.screen)[:4] == before[:4]

        play(script)
