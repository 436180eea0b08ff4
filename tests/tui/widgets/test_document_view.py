"""A document under selection: the words selected are in sight and marked, quotes gold, nothing torn."""

import asyncio

import pytest

from ragtriage.tui.app_frame import FrameApp
from ragtriage.tui.picking import Picking
from ragtriage.tui.theme import Look
from ragtriage.tui.widgets.document_view import DocumentView

TEXT = "# Exports\n\n" + " ".join(f"Sentence {number} says so." for number in range(200)) + "\n\nThe end is here."


class Reader(FrameApp[None]):
    def compose(self):
        yield DocumentView()


@pytest.fixture
def look_at():
    def run(text, script, *, start=0, words=(), gold=(), size=(50, 12), look=None):
        async def session():
            app = Reader(look)
            async with app.run_test(size=size) as pilot:
                view = app.query_one(DocumentView)
                view.focus()
                view.show("kb/exports", "Exports", Picking(text, start, 0, words), gold)
                await pilot.pause()
                await script(view, pilot)

        asyncio.run(session())

    return run


def selected(view):
    """The words under the bar, as drawn."""
    bars = {view.palette.chrome[name].bgcolor for name in ("cursor", "cursor_blurred")}
    rows = [view.render_line(y) for y in range(1, view.size.height)]
    return " ".join(segment.text for row in rows for segment in row if segment.style and segment.style.bgcolor in bars)


def test_the_selection_is_drawn_and_kept_in_sight(look_at):
    async def script(view, pilot):
        for keys in (["j"] * 12, ["pagedown"] * 2, ["k"] * 4, ["G"], ["k"], ["pageup"], ["g"], ["ctrl+f"]):
            await pilot.press(*keys)
            want = TEXT[view.picking.start : view.picking.end].replace("# ", "")
            assert " ".join(selected(view).split()) == " ".join(want.split()), keys

    look_at(TEXT, script, start=30)


def test_a_passage_far_down_is_opened_in_the_upper_third(look_at):
    async def script(view, pilot):
        shown = [view.render_line(y).text for y in range(view.size.height)]
        at = next(y for y, line in enumerate(shown) if line.startswith("▌ ") and y)
        assert 2 <= at <= 6 and "Sentence 150" in " ".join(shown)
        assert "4 words" in shown[0] and "%" in shown[0]

    look_at(TEXT, script, start=TEXT.index("Sentence 150"))


def test_quotes_are_gold_and_words_searched_for_in_the_accent(look_at):
    async def script(view, pilot):
        styles = {
            segment.text.strip(): segment.style
            for y in range(1, view.size.height)
            for segment in view.render_line(y)
            if segment.style
        }
        assert styles["Sentence 2 says so."].bgcolor == view.palette.roles["gold"].bgcolor
        assert styles["end"].color == view.palette.roles["accent"].color

    start = TEXT.index("Sentence 2 says")
    look_at(TEXT[:80] + TEXT[-18:], script, gold=[(start, start + 19)], words=["end"])


@pytest.mark.parametrize("look", [None, Look("none", ascii=True), Look("16")])
@pytest.mark.parametrize(
    "text",
    [
        "one [/] [red]two[/red]. \x1b]52;c;aGk=\x07 three.\n\u202eevil\u2066 four.",
        "tab\there\tand\tthere. Next.",
        "👨‍👩‍👧 family ✔️ marks e\u0301\u0302\u0303. " * 20,
        "多语言文本没有空格。" * 50,
        "x" * 3_000,
        "",
        "\n\n\n",
    ],
)
def test_no_text_tears_a_line_or_moves_the_words(look_at, text, look):
    async def script(view, pilot):
        for key in ["j", "l", "space", "l", "j", "G", "g", "k"]:
            await pilot.press(key)
            for y in range(view.size.height):
                strip = view.render_line(y)
                assert strip.cell_length == view.size.width == sum(part.cell_length for part in strip)
                assert "\x1b" not in strip.text and "\u202e" not in strip.text

    look_at(text, script, look=look)


def test_a_megabyte_is_wrapped_no_further_than_what_is_shown(look_at):
    async def script(view, pilot):
        await pilot.press("j", "j", "pagedown")
        assert len(view._rows) < 6 * view.page

    look_at("A word or two. " * 70_000 + TEXT, script)


def test_moving_by_a_sentence_sends_the_rows_that_differ(look_at):
    async def script(view, pilot):
        refreshed = []
        view.refresh = lambda *regions, **how: refreshed.extend(regions)
        await pilot.press("j")
        assert 1 <= len({region.y for region in refreshed}) <= 4

    look_at(TEXT, script, start=30)


def test_the_head_says_under_which_headings_the_selection_stands(look_at):
    text = "# Exports\n\n## Yearly exports\n\n### Exceptions\n\nNone in May.\n\n## Other\n\nLast words.\n"

    async def script(view, pilot):
        assert "under: Yearly exports › Exceptions" in view.render_line(0).text
        await pilot.press("G")
        assert "under: Other" in view.render_line(0).text
        await pilot.press("g")
        assert "Exports" in view.render_line(0).text and "under:" not in view.render_line(0).text

    look_at(text, script, start=text.index("None"), size=(80, 12))

    async def narrow(view, pilot):
        head = view.render_line(0).text
        assert "… › Exceptions" in head and "3 words" in head

    look_at(text, narrow, start=text.index("None"), size=(52, 12))
