"""The user's keys reach the screen and the widget in focus, whatever they change places with."""

import asyncio

import pytest

from ragtriage.tui.keymap import keymap
from ragtriage.tui.widgets.row_list import RowList


@pytest.fixture
def pressed(widget_app):
    """Press keys under the user's setting; the rows and what was called."""

    def run(setting, *keys):
        called = []

        class Noting(widget_app.WidgetApp):
            def action_undo(self):
                called.append("undo")

            def action_edit(self):
                called.append("edit")

        async def session():
            app = Noting(rows=50, story=False)
            app.set_keymap(keymap(setting).textual())
            async with app.run_test(size=(100, 30)) as pilot:
                await pilot.press(*keys)
                return app.query_one(RowList)

        return asyncio.run(session()), called

    return run


def test_a_key_of_the_list_is_another_one_and_the_old_one_does_nothing(pressed):
    rows, _ = pressed({"move.down": "ctrl+n"}, "ctrl+n", "ctrl+n", "j", "down")
    assert rows.cursor == 2


def test_one_id_may_have_several_keys(pressed):
    rows, _ = pressed({"move.down": "ctrl+n,down,;"}, "ctrl+n", "down", ";")
    assert rows.cursor == 3


def test_keys_that_change_places_both_work(pressed):
    assert pressed({"undo": "e", "edit.form": "u"}, "u", "e")[1] == ["edit", "undo"]


def test_keys_that_change_places_in_the_list_both_work(pressed):
    rows, _ = pressed({"move.down": "k,down", "move.up": "j,up"}, "k", "k", "k", "j")
    assert rows.cursor == 2


def test_a_key_may_take_one_that_its_owner_gave_up(pressed):
    assert pressed({"undo": "E", "edit.editor": "v"}, "E")[1] == ["undo"]


@pytest.mark.parametrize("name", [",", "space", "*", "F9", "[", "esc"])
def test_odd_names_arrive(pressed, name):
    given = {"mark.one": name}
    if name != "space":
        for id, other in (("mark.all", "*"), ("detail.previous", "["), ("back", "esc")):
            if other == name:
                given[id] = "ctrl+r"
    pressed_name = {"F9": "f9", "esc": "escape", ",": "comma", "*": "asterisk", "[": "left_square_bracket"}.get(
        name, name
    )
    rows, _ = pressed(given, pressed_name)
    assert rows.marked == ("nodes/0000",)
