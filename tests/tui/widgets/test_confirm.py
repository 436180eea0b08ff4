"""A question that shows what it will do: all of it can be read, in any size, and the answers stay in sight."""

import asyncio

import pytest
from textual.containers import Vertical

from ragtriage.tui.app_frame import FrameApp
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.views.story import Line, Span

LONG = [f"case {number}" for number in range(100)]


@pytest.fixture
def play():
    """Run a script on a question over an empty app."""

    def run(confirm, script, size=(80, 24)):
        async def session():
            app = FrameApp()
            async with app.run_test(size=size) as pilot:
                app.push_screen(confirm)
                await pilot.pause()
                await script(confirm, pilot)

        asyncio.run(session())

    return run


def shown(confirm) -> list[str]:
    """The rows of its text that can be seen."""
    return [confirm._text.render_line(y).text.strip() for y in range(confirm._text.size.height)]


def told(confirm) -> str:
    """What the frame says of the rest."""
    return confirm.query_one(Vertical).border_subtitle or ""


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
def test_keys_reach_every_row_and_the_frame_says_that_there_is_more(play, size):
    async def script(confirm, pilot):
        assert shown(confirm)[0] == "Do it?" and "more ↓" in told(confirm)
        seen = {*shown(confirm)}
        for _ in range(60):
            await pilot.press("pagedown")
            seen |= {*shown(confirm)}
        assert seen >= {*LONG}
        assert shown(confirm)[-1] == LONG[-1] and told(confirm).endswith("end")

    play(Confirm("Do it?", LONG), script, size)


@pytest.mark.parametrize(
    ("down", "up", "rows"),
    [
        ("j", "k", 1),
        ("down", "up", 1),
        ("pagedown", "pageup", None),
        ("ctrl+d", "ctrl+u", None),
        ("J", "K", None),
        ("end", "home", 1000),
        ("G", "g", 1000),
    ],
)
def test_each_pair_of_keys_goes_down_and_back(play, down, up, rows):
    async def script(confirm, pilot):
        page = len(shown(confirm))
        await pilot.press(down)
        assert confirm._text.top == min(rows or page - 1, 2 + len(LONG) - page)
        await pilot.press(up, up)
        assert confirm._text.top == 0 and "more ↓" in told(confirm)

    play(Confirm("Do it?", LONG), script)


def test_what_is_all_in_sight_says_nothing_of_more_and_does_not_scroll(play):
    async def script(confirm, pilot):
        await pilot.press("end", "j", "pagedown")
        assert shown(confirm)[0] == "Do it?" and not told(confirm)

    play(Confirm("Do it?", ["one", "two"]), script)


@pytest.mark.parametrize("size", [(80, 24), (60, 24), (40, 20), (30, 16)])
@pytest.mark.parametrize("lines", [["short"], LONG])
def test_all_answers_stay_in_sight_however_long_they_are(play, size, lines):
    answers = {"yes": "go on with the newer file of the two", "no": "leave it as it is", "discard": "throw it all away"}

    async def script(confirm, pilot):
        rows = [confirm._answers.render_line(y).text for y in range(confirm._answers.size.height)]
        words = " ".join(" ".join(rows).split())
        assert words == f"y {answers['yes']} n {answers['no']} d {answers['discard']}"
        assert confirm._answers.region.bottom < pilot.app.size.height

    play(Confirm("Do it?", lines, **answers), script, size)


def test_another_size_of_the_terminal_wraps_it_anew(play):
    async def script(confirm, pilot):
        await pilot.press("end")
        first = shown(confirm)[0]
        await pilot.resize_terminal(50, 14)
        await pilot.pause()
        assert shown(confirm)[0] == first and "more ↓" in told(confirm)
        assert "y yes" in confirm._answers.render_line(0).text
        await pilot.resize_terminal(100, 200)
        await pilot.pause()
        assert shown(confirm)[0] == "Do it?" and not told(confirm)

    play(Confirm("Do it?", LONG), script)


def test_lines_keep_their_roles_their_indent_and_their_hang(play):
    async def script(confirm, pilot):
        good = confirm._text.palette.roles["good"].color
        rows = [confirm._text.render_line(y) for y in range(confirm._text.size.height)]
        added = next(row for row in rows if row.text.startswith("  + words"))
        assert {part.style.color for part in added if part.text.strip()} == {good}
        assert rows[rows.index(added) + 1].text.startswith("    words")

    play(Confirm("Do it?", [Line((Span("+ ", "good"), Span("words " * 20, "good")), indent=2, hang=2)]), script)
