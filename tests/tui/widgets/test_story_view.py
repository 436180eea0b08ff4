"""The story: places in it, and text that would rather be obeyed than read."""

import asyncio

import pytest

from ragtriage.tui.widgets.story_view import StoryView
from ragtriage.views.story import Line, Section, Span, Story


@pytest.fixture
def look_at(widget_app):
    """Show a story and run a script on the view."""

    def run(story, script, size=(120, 40)):
        async def session():
            app = widget_app.WidgetApp(rows=0, story=False)
            async with app.run_test(size=size) as pilot:
                view = app.query_one(StoryView)
                view.show(story)
                await pilot.pause()
                await script(view, pilot)

        asyncio.run(session())

    return run


def _shown(view: StoryView) -> list[str]:
    return [view.render_line(y).text.strip() for y in range(view.size.height)]


def _story(*texts: str, id: str = "a/1") -> Story:
    return Story(id, (Section("answer", "Answer", tuple(Line((Span(text),)) for text in texts)),))


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a [/] b", "a [/] b"),
        ("[red]x[/red] [$primary] [a-z]+", "[red]x[/red] [$primary] [a-z]+"),
        ("pay\x1b]52;c;aGk=\x07load", "pay␛]52;c;aGk=␇load"),
        ("\u202eevil\u2066", "�evil�"),
        ("\x9b31mred", "�31mred"),
        ("tab\there", "tab    here"),
        ("\ud800 lone", "� lone"),
    ],
)
def test_text_from_outside_is_shown_not_obeyed(look_at, text, seen):
    async def script(view, pilot):
        assert _shown(view)[2] == seen

    look_at(_story(text), script)


def test_a_megabyte_on_one_line_is_wrapped_no_further_than_the_page(look_at):
    async def script(view, pilot):
        await pilot.press("J", "ctrl+d", "ctrl+d")
        assert len(view._wrapped.rows) < 4 * view.page
        assert view.position() == "0% ↓"
        view.to_end()
        assert view.position() == "end"
        assert _shown(view)[-1].endswith("last")

    look_at(_story("word " * 200_000 + "last"), script)


def test_the_story_scrolls_while_the_list_keeps_the_focus(widget_app):
    async def session():
        app = widget_app.WidgetApp(rows=20)
        async with app.run_test(size=(120, 24)) as pilot:
            view = app.query_one(StoryView)
            await pilot.pause(0.1)
            await pilot.press("J", "J")
            assert view.top == 2
            await pilot.press("ctrl+d")
            assert view.top == 2 + view.page // 2
            await pilot.press("ctrl+u", "K", "K", "K")
            assert view.top == 0
            assert app.focused.id == "rows"

    asyncio.run(session())


def test_brackets_walk_over_the_passages_and_mark_where_one_is(look_at, widget_app):
    story = widget_app.example_story("nodes/0000")

    async def script(view, pilot):
        ranks = []
        for _ in range(7):
            await pilot.press("]")
            ranks += [line[1:].strip()[0] for line in _shown(view) if line.startswith("▌")]
        assert ranks == ["1", "2", "3", "4", "5", "6", "6"]
        await pilot.press("[")
        assert [line[1:].strip()[0] for line in _shown(view) if line.startswith("▌")] == ["5"]

    look_at(story, script, size=(120, 24))


def test_the_walk_begins_at_what_is_in_sight(look_at, widget_app):
    async def script(view, pilot):
        await pilot.press("]")
        view.to_end()
        await pilot.press("[")
        assert [line[1:].strip()[0] for line in _shown(view) if line.startswith("▌")] == ["6"]

    look_at(widget_app.example_story("nodes/0000"), script, size=(120, 12))


def test_the_same_case_keeps_its_place_and_another_starts_at_the_top(look_at):
    long = "word " * 5_000

    async def script(view, pilot):
        view.scroll_rows(30)
        view.show(_story(long + "edited"))
        assert view.top == 30
        view.show(_story("short now"))
        assert view.top == 0
        view.show(_story(long, id="a/2"))
        view.scroll_rows(30)
        view.show(_story(long, id="a/3"))
        assert view.top == 0

    look_at(_story(long), script)


def test_another_width_keeps_the_place_in_the_text(look_at):
    words = " ".join(f"w{number}" for number in range(5_000))

    async def script(view, pilot):
        view.scroll_rows(50)
        first = int(_shown(view)[1].split()[0][1:])
        await pilot.resize_terminal(70, 40)
        await pilot.pause()
        row = _shown(view)[1].split()
        assert int(row[0][1:]) <= first + len(row) and abs(int(row[0][1:]) - first) <= len(row)

    look_at(_story(words), script)


def test_scrolling_stops_at_the_last_row(look_at):
    async def script(view, pilot):
        view.scroll_rows(10_000)
        assert _shown(view)[-1] == "line 99"
        view.show(_story("one"))
        view.scroll_rows(5)
        assert view.top == 0

    look_at(_story("\n".join(f"line {number}" for number in range(100))), script)


def test_only_rows_that_differ_are_sent(look_at):
    async def script(view, pilot):
        refreshed = []
        view.refresh = lambda *regions, **how: refreshed.append(regions)
        view.show(_story("same", "two", id="a/1"))
        assert [region.y for region in refreshed[0]] == [3]

    look_at(_story("same", "one"), script)
