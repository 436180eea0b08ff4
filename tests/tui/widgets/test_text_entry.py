"""Typing several lines: what is typed, what is drawn, and how little of it is sent."""

import asyncio

import pytest
from textual import events, on

from ragtriage.tui.app_frame import FrameApp
from ragtriage.tui.widgets.text_entry import TextEntry


class Typist(FrameApp[None]):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.heard: list[TextEntry.Changed | TextEntry.Entered | TextEntry.Left] = []

    def compose(self):
        yield TextEntry()

    def on_mount(self):
        self.query_one(TextEntry).begin("question", "question", self.text)

    @on(TextEntry.Changed)
    @on(TextEntry.Entered)
    @on(TextEntry.Left)
    def hear(self, message):
        self.heard.append(message)


@pytest.fixture
def typed():
    """The entry after some keys on a text, and what it told; `~words` is pasted."""

    def run(text, *keys, size=(40, 12), script=None):
        async def session():
            app = Typist(text)
            async with app.run_test(size=size) as pilot:
                entry = app.query_one(TextEntry)
                await pilot.pause()
                for key in keys:
                    if key.startswith("~"):
                        app._driver.send_message(events.Paste(key[1:]))
                    else:
                        await pilot.press(key)
                    await pilot.pause()
                if script:
                    await script(entry, pilot)
            return app, entry

        return asyncio.run(session())

    return run


@pytest.mark.parametrize(
    ("text", "keys", "after"),
    [
        ("", "ab", "ab"),
        ("ab", ["left", "x"], "axb"),
        ("ab", ["backspace", "c"], "ac"),
        ("ab", ["home", "delete"], "b"),
        ("ab", ["ctrl+o", "c"], "ab\nc"),
        ("one two three", ["ctrl+w"], "one two "),
        ("one two three", ["ctrl+left", "ctrl+left", "ctrl+k"], "one "),
        ("one\ntwo", ["ctrl+u"], "one\n"),
        ("one\ntwo", ["up", "x"], "onex\ntwo"),
        ("one\ntwo", ["home", "up", "down", "x"], "one\nxtwo"),
        ("one", ["ctrl+a", "ctrl+e", "x"], "onex"),
        ("", ["~a\r\nb\tc"], "a\nb\tc"),
        ("", ["~a\x1b[31mb"], "a␛[31mb"),
        ("q?/:", ["j", "q", "?"], "q?/:jq?"),
    ],
)
def test_keys(typed, text, keys, after):
    app, entry = typed(text, *keys)
    assert entry.text == after
    changes = [message.text for message in app.heard if isinstance(message, TextEntry.Changed)]
    assert not changes or changes[-1] == after


def test_enter_answers_and_escape_leaves_what_was_there(typed):
    app, _ = typed("a", "b", "enter")
    assert [type(message).__name__ for message in app.heard] == ["Changed", "Entered"]
    assert app.heard[-1].text == "ab" and app.heard[-1].field == "question"
    app, _ = typed("a", "b", "escape")
    assert isinstance(app.heard[-1], TextEntry.Left)


def test_what_nobody_touched_comes_back_as_it_was(typed):
    hostile = "pay\x1b]52;c;aGk=\x07 \u202eload\ttab"

    async def script(entry, pilot):
        shown = "".join(entry.render_line(y).text for y in range(entry.size.height))
        assert "\x1b" not in shown and "␛]52" in shown

    app, _ = typed(hostile, "left", "enter", script=script)
    assert app.heard[-1].text == hostile


def test_the_cursor_is_in_sight_in_long_and_wide_text(typed):
    text = "多" * 30 + " and then a word that is longer than the row by far: " + "x" * 60 + "\n\nend"

    async def script(entry, pilot):
        for key in ["up"] * 9 + ["down"] * 4 + ["right"] * 9:
            await pilot.press(key)
            rows = [entry.render_line(y) for y in range(1, entry.size.height)]
            lit = [segment for row in rows for segment in row if segment.style and segment.style.reverse]
            assert len(lit) == 1, (key, entry.at)

    typed(text, script=script, size=(24, 8))


def test_a_letter_sends_its_row_only(typed):
    async def script(entry, pilot):
        refreshed = []
        entry.refresh = lambda *regions, **how: refreshed.extend(regions)
        await pilot.press("x")
        assert [region.y for region in refreshed] == [entry.size.height - 1]

    typed("first line\nsecond line\nthird", script=script)
