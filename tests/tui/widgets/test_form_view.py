"""Rows of unequal height: where the cursor goes, what is cut short, and what is sent."""

import asyncio

import pytest

from ragtriage.tui.app_frame import FrameApp
from ragtriage.tui.widgets.form_view import FormRow, FormView
from ragtriage.views.story import Line, Span


class Form(FrameApp[None]):
    def compose(self):
        yield FormView(label_cells=10, lines=3, empty=("Nothing.",))


def row(key, text="short", *below):
    return FormRow(key, key, (Span(text),), tuple(Line((Span(one, "bad"),)) for one in below))


@pytest.fixture
def look_at():
    def run(rows, script, size=(40, 12)):
        async def session():
            app = Form()
            async with app.run_test(size=size) as pilot:
                view = app.query_one(FormView)
                view.focus()
                view.set_rows(rows, heading="Case")
                await pilot.pause()
                await script(view, pilot)

        asyncio.run(session())

    return run


def shown(view):
    return [view.render_line(y).text.rstrip() for y in range(view.size.height)]


LONG = " ".join(f"word{number}" for number in range(60))


def test_text_is_wrapped_beside_its_label_and_remarks_stand_under_it(look_at):
    async def script(view, pilot):
        assert shown(view)[1:5] == [
            "▌ answer    one two three four five six",
            "▌           seven eight",
            "▌           ✗ too long",
            "  tags      short",
        ]

    look_at([row("answer", "one two three four five six seven eight", "✗ too long"), row("tags")], script)


def test_a_long_text_is_cut_short_until_the_cursor_is_on_it(look_at):
    async def script(view, pilot):
        assert shown(view)[4].endswith(" …") and "notes" in shown(view)[5]
        await pilot.press("j")
        assert "word12" in "\n".join(shown(view)) and not shown(view)[4].endswith("…")

    look_at([row("first"), row("answer", LONG), row("notes")], script)


def test_a_row_higher_than_the_window_is_read_to_its_end_before_the_cursor_leaves_it(look_at):
    async def script(view, pilot):
        seen = []
        for _ in range(20):
            seen += shown(view)
            if view.cursor_key == "notes":
                break
            await pilot.press("j")
        assert all(any(f"word{number}" in line for line in seen) for number in range(60))
        assert view.cursor_key == "notes"
        for _ in range(20):
            await pilot.press("k")
        assert view.cursor_key == "first" and view.top == 0

    look_at([row("first"), row("answer", LONG), row("notes")], script, size=(40, 6))


def test_the_cursor_stays_on_its_key_or_else_in_its_place(look_at):
    async def script(view, pilot):
        await pilot.press("j", "j")
        view.set_rows([row("new"), row("a"), row("b"), row("c")])
        assert view.cursor_key == "c"
        view.set_rows([row("new"), row("a")])
        assert view.cursor_key == "a"
        view.set_rows([])
        assert view.cursor_key is None and "Nothing." in shown(view)[2]
        await pilot.press("j", "k", "G", "g", "enter", "pagedown", "pageup")

    look_at([row("a"), row("b"), row("c")], script)


def test_pages_first_and_last(look_at):
    async def script(view, pilot):
        await pilot.press("pagedown")
        assert view.cursor_key == "9"
        await pilot.press("G")
        assert view.cursor_key == "29" and "29" in shown(view)[-1]
        await pilot.press("pageup", "g")
        assert view.cursor_key == "0" and view.top == 0

    look_at([row(str(number)) for number in range(30)], script, size=(40, 11))


def test_a_move_sends_two_rows_and_the_head(look_at):
    async def script(view, pilot):
        refreshed = []
        view.refresh = lambda *regions, **how: refreshed.extend(regions)
        await pilot.press("j")
        assert sorted(region.y for region in refreshed) == [0, 1, 2]

    look_at([row(str(number)) for number in range(5)], script)


@pytest.mark.parametrize("text", ["a [/] [red]b", "\x1b]52;c;aGk=\x07", "\u202eevil", "👨‍👩‍👧 family", "多" * 40])
def test_text_from_outside_tears_no_line(look_at, text):
    async def script(view, pilot):
        for y in range(view.size.height):
            strip = view.render_line(y)
            assert strip.cell_length == view.size.width
            assert "\x1b" not in strip.text and "\u202e" not in strip.text

    look_at([FormRow(text, text, (Span(text),), (Line((Span(text),)),))], script)


def test_a_head_is_one_row_and_keeps_both_ends_of_a_long_id(look_at):
    async def script(view, pilot):
        assert shown(view)[1:4] == ["▌ ✓         kb/012345…ctions.txt", "▌           Some words.", "  tags      short"]

    head = (Span("kb/0123456789/0123456789/corrections.txt", "id"), Span("  Title", "dim"))
    look_at([FormRow("a", "✓", (Span("Some words."),), head=head), row("tags")], script, size=(33, 12))
