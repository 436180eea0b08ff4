"""The list: cursor, marks, and what stays when the rows change."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from ragtriage.tui.widgets.row_list import RowList

Play = Callable[[RowList, "Pilot[None]"], Awaitable[None]]


@pytest.fixture
def play(widget_app):
    """Run a test's script on a list of 10,000 rows, or of `rows`."""

    def run(script: Play, rows: int = 10_000, size: tuple[int, int] = (120, 40)):
        async def session():
            app = widget_app.WidgetApp(rows=rows, story=False)
            async with app.run_test(size=size) as pilot:
                await script(app.query_one(RowList), pilot)
            return app

        return asyncio.run(session())

    return run


def test_the_cursor_moves_by_letters_and_arrows_and_stops_at_the_ends(play):
    async def script(rows, pilot):
        await pilot.press("j", "down", "j", "k", "up", "k", "k")
        assert rows.cursor_key == "nodes/0000"
        await pilot.press("G", "j")
        assert (rows.cursor_key, rows.top) == ("nodes/9999", 10_000 - rows.page)
        await pilot.press("g")
        assert (rows.cursor_key, rows.top) == ("nodes/0000", 0)

    play(script)


def test_ten_thousand_rows_are_drawn_no_further_than_they_are_seen(widget_app):
    drawn = set()

    async def session():
        app = widget_app.WidgetApp(rows=0, story=False)
        async with app.run_test(size=(120, 40)) as pilot:
            rows = app.query_one(RowList)
            rows.set_rows([f"k/{n}" for n in range(10_000)], lambda index, width: drawn.add(index) or [])
            await pilot.press("j", "j", "ctrl+f", "k")
            assert len(drawn) <= 2 * rows.page

    asyncio.run(session())


def test_a_page_moves_a_page_and_the_cursor_is_always_in_sight(play):
    async def script(rows, pilot):
        for key in ("pagedown", "pagedown", "pageup", "ctrl+f", "j", "G", "pageup", "k"):
            await pilot.press(key)
            assert rows.top <= rows.cursor < rows.top + rows.page

    play(script)


def test_the_window_moves_by_a_third_so_that_a_held_key_rarely_sends_a_page(play):
    async def script(rows, pilot):
        tops = []
        for _ in range(2 * rows.page):
            rows.action_down()
            tops.append(rows.top)
        assert len(set(tops)) <= 6

    play(script, size=(120, 24))


def test_marks_decide_what_an_action_applies_to(play):
    async def script(rows, pilot):
        assert rows.targets == ("nodes/0000",)
        await pilot.press("j", "space", "space", "k", "k", "k", "space")
        assert rows.targets == ("nodes/0000", "nodes/0001", "nodes/0002")
        await pilot.press("k", "space")
        assert rows.targets == ("nodes/0001", "nodes/0002")

    app = play(script)
    assert [message.keys for message in app.heard if isinstance(message, RowList.Marked)][-1] == (
        "nodes/0001",
        "nodes/0002",
    )


def test_a_star_marks_all_that_is_shown_and_unmarks_it_again(play):
    async def script(rows, pilot):
        await pilot.press("*")
        assert len(rows.marked) == 40
        await pilot.press("*")
        assert rows.marked == ()

    play(script, rows=40)


def test_a_mark_of_a_row_that_is_filtered_away_sleeps_and_is_said_to(play):
    async def script(rows, pilot):
        await pilot.press("space", "space")
        pilot.app.show(["nodes/0001", "nodes/0005"])
        assert rows.targets == ("nodes/0001",)
        assert "1 marked  (1 more not shown)" in rows.head_strip(60).text
        pilot.app.show([f"nodes/{n:04}" for n in range(9)])
        assert rows.targets == ("nodes/0000", "nodes/0001")

    play(script)


def test_the_cursor_stays_on_its_key_when_rows_change(play):
    async def script(rows, pilot):
        rows.move_to("nodes/0050")
        pilot.app.show([f"nodes/{n:04}" for n in range(10_000) if n % 5 == 0])
        assert rows.cursor_key == "nodes/0050"

    play(script)


def test_when_its_key_is_gone_the_cursor_takes_the_next_that_is_left_or_else_the_one_before(play):
    async def script(rows, pilot):
        rows.move_to("nodes/0051")
        pilot.app.show([f"nodes/{n:04}" for n in range(10_000) if n % 5 == 0])
        assert rows.cursor_key == "nodes/0055"
        pilot.app.show(["nodes/0010", "nodes/0020"])
        assert rows.cursor_key == "nodes/0020"

    play(script)


def test_an_empty_list_says_what_to_do_and_survives_every_key(play):
    async def script(rows, pilot):
        await pilot.press("j", "k", "G", "g", "space", "*", "enter", "pagedown")
        assert (rows.cursor_key, rows.targets) == (None, ())
        assert "esc clears the filter." in rows.row_strip(2, 60).text

    play(script, rows=0)


def test_the_story_is_asked_for_once_after_the_last_key(play):
    async def script(rows, pilot):
        await pilot.pause(0.1)
        pilot.app.heard.clear()
        await pilot.press("j", "j", "j")
        await pilot.pause(0.3)

    heard = play(script).heard
    assert [message.key for message in heard if isinstance(message, RowList.Highlighted)] == [
        "nodes/0001",
        "nodes/0002",
        "nodes/0003",
    ]
    assert [message.key for message in heard if isinstance(message, RowList.Settled)][-1] == "nodes/0003"


def test_enter_and_a_double_click_open(play):
    async def script(rows, pilot):
        await pilot.press("j", "enter")
        await pilot.click(RowList, offset=(10, 5))
        assert rows.cursor == 4
        await pilot.click(RowList, offset=(10, 7), times=2)
        await pilot.click(RowList, offset=(10, 0))

    heard = play(script).heard
    assert [message.key for message in heard if isinstance(message, RowList.Opened)] == ["nodes/0001", "nodes/0006"]


def test_every_row_is_exactly_as_wide_as_the_list_whatever_it_holds(play):
    async def script(rows, pilot):
        await pilot.resize_terminal(61, 20)
        await pilot.pause()
        for index in range(8):
            line = rows.row_strip(index, rows.size.width)
            assert sum(part.cell_length for part in line) == rows.size.width
            assert "\x1b" not in line.text and "\u202e" not in line.text

    play(script)
