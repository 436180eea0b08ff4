"""A new case, another order, a commit: keys that every list has, and shows."""

import shutil
from pathlib import Path

import pytest

from ragtriage.tui.screens.editor import EditorScreen
from tests.tui.pilot.every_list import NAMES, go_to


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


def test_another_order_keeps_the_cursor_and_comes_round_again(play, see, name, ready):
    async def script(app, pilot):
        eyes = see(app, pilot)
        await go_to(eyes, name, ready)
        assert all(words in eyes.footer for words in ("o sort", "i new case", "C commit"))
        await eyes.press("g", "j")
        own, key = [*eyes.screen.rows], eyes.case_id
        by = {"id": lambda row: row.case_id.casefold(), "question": lambda row: row.question.casefold()}
        for order, sort in by.items():
            await eyes.press("o")
            assert f"by {order}" in eyes.status and eyes.case_id == key
            shown = [sort(row) for row in eyes.screen.rows.values()]
            assert shown == sorted(shown) and {*eyes.screen.rows} == {*own}
        await eyes.press("o", "o")
        assert "own order" in eyes.status and [*eyes.screen.rows] == own and eyes.case_id == key

    play(script, size=(200, 40))


def test_a_new_case_opens_the_editor(play, see, name, ready):
    async def script(app, pilot):
        eyes = see(app, pilot)
        await go_to(eyes, name, ready)
        await eyes.press("i")
        assert isinstance(app.screen, EditorScreen)

    play(script)


class TestOnCases:
    @pytest.fixture
    def name(self) -> str:
        return "cases"

    def test_an_order_holds_while_cases_are_written_to(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "o", "o", "j")
            before = [*eyes.screen.rows]
            await eyes.press("f")
            await eyes.type("draft")
            assert [*eyes.screen.rows] == before
            await eyes.press("u", "/")
            await eyes.type("tag:odd")
            assert [*eyes.screen.rows] == [one for one in before if "odd" in eyes.screen.rows.get(one, ODD).tags]

        class ODD:
            tags = ()

        play(script)

    def test_lists_that_are_no_cases_have_one_order(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "o", "w")
            rows = [*eyes.screen.rows]
            await eyes.press("o")
            assert "no other order" in eyes.status and [*eyes.screen.rows] == rows

        play(script)

    def test_a_commit_is_shown_first(self, play, see, branched, ready):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "f")
            await eyes.type("retired")
            await eyes.press("C")
            assert "Commit 1 file to work?" in "\n".join(eyes.lines)

        play(script)
