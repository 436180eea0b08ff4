"""Title, status, keys, prompt, help and confirmation."""

import asyncio
from pathlib import Path

import pytest
from textual import events

from ragtriage.errors import CaseError, FilePlace, WorkspaceError
from ragtriage.tui.drawing import whole_parts
from ragtriage.tui.keymap import footer, keymap, legend
from ragtriage.tui.widgets.help_screen import HelpLines, HelpScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.prompt_line import LineInput, PromptLine
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.title_line import Tab, TitleLine


@pytest.fixture
def play(widget_app):
    """Run a script on the app of widgets."""

    def run(script, size=(80, 24), rows=9):
        async def session():
            app = widget_app.WidgetApp(rows=rows)
            async with app.run_test(size=size) as pilot:
                await script(app, pilot)
            return app

        return asyncio.run(session())

    return run


@pytest.mark.parametrize("width", [80, 100, 120])
def test_right_and_the_nine_causes_are_always_in_sight(play, width):
    async def script(app, pilot):
        line = app.query_one("#legend", KeyLine).render_line(0).text
        assert [word for word in line.split() if word.isdigit()] == [str(number) for number in range(10)]
        assert line.rstrip()[-6:] in ("accept", "cepted")

    play(script, size=(width, 24))


def test_help_and_back_stay_in_the_narrowest_footer(play):
    async def script(app, pilot):
        assert app.query_one("#footer", KeyLine).render_line(0).text.rstrip().endswith("? help  q back")

    play(script, size=(60, 24))


def test_a_key_that_is_off_is_in_brackets_so_that_colour_is_not_the_only_sign(play):
    async def script(app, pilot):
        assert "(u undo)" in app.query_one("#footer", KeyLine).render_line(0).text
        app.query_one("#footer", KeyLine).show(footer("triage", keymap({}), {}))
        assert " u undo " in app.query_one("#footer", KeyLine).render_line(0).text

    play(script)


def test_the_legend_follows_the_users_keys(play):
    async def script(app, pilot):
        line = app.query_one("#legend", KeyLine)
        line.show(legend("triage", keymap({"triage.cause.label": "L"}), {}))
        assert "L label" in line.render_line(0).text

    play(script)


def test_an_error_says_what_where_and_what_next(play):
    error = CaseError(
        "unknown field `nugets\x1b[2J`", where=FilePlace(Path("cases/a.yaml"), 12), next_step="`nuggets`?"
    )

    async def script(app, pilot):
        line = app.query_one(StatusLine)
        line.failed(error)
        assert line.render_line(0).text.rstrip() == " ✗ unknown field `nugets␛[2J`  `nuggets`?  (cases/a.yaml:12)"
        line.refused("undo", "nothing to undo")
        assert line.text == " ✗ undo: nothing to undo"

    play(script)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_message_takes_the_rows_that_its_next_step_needs(play, width):
    async def script(app, pilot):
        line = app.query_one(StatusLine)
        heights = []
        for step in ("wait", "it is stopped: let it go on (kill -CONT 4711) or end it (kill 4711), and do it again"):
            error = WorkspaceError("not written: process 4711 (ragtriage) has the lock since 09:41:15", next_step=step)
            line.failed(error)
            await pilot.pause()
            drawn = " ".join(line.render_line(row).text.strip() for row in range(line.size.height))
            assert drawn.endswith(step)
            heights.append(line.size.height)
        line.done("decided")
        await pilot.pause()
        assert heights == sorted(heights) and heights[1] in (2, 3) and line.size.height == 1

    play(script, size=(width, 24))


def test_a_message_of_any_length_is_cut_at_three_rows(play):
    async def script(app, pilot):
        line = app.query_one(StatusLine)
        line.note("a\nword " * 900, hint="\x1b[2J" * 900)
        await pilot.pause()
        rows = [line.render_line(row).text for row in range(line.size.height)]
        assert len(rows) == 3 and rows[-1].rstrip().endswith("…") and "\x1b" not in "".join(rows)

    play(script)


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "38 undecided · 29 of 53 fail · 13 pass, none judged"),
        (51, "38 undecided · 29 of 53 fail · 13 pass, none judged"),
        (50, "38 undecided · 29 of 53 fail …"),
        (14, "38 undecided …"),
        (3, "38 undecided …"),
    ],
)
def test_a_heading_is_left_out_by_whole_parts(width, shown):
    assert whole_parts("38 undecided · 29 of 53 fail · 13 pass, none judged", width) == shown


def test_the_week_stays_when_the_title_is_cut(play):
    async def script(app, pilot):
        title = app.query_one(TitleLine)
        title.show([Tab("F1", "Triage", 38, here=True)], ["workspace " * 20, "main"], "2026-W48")
        text = title.render_line(0).text
        assert (len(text), text.endswith("… 2026-W48 ")) == (80, True)

    play(script)


def test_a_filter_is_told_as_it_is_typed_and_the_list_gets_the_focus_back(play):
    async def script(app, pilot):
        await pilot.press("slash", "t", "a", "g", "enter")
        assert app.query_one(PromptLine).asking is None
        assert app.focused.id == "rows"
        await pilot.press("slash", "up")
        assert app.query_one(LineInput).value == "tag"
        await pilot.press("escape")
        assert app.query_one(StatusLine).display

    heard = [message for message in play(script).heard if type(message).__qualname__.startswith("PromptLine")]
    assert heard[-1] == PromptLine.Left("filter")
    assert PromptLine.Entered("filter", "tag") in heard
    assert PromptLine.Changed("filter", "tag") in heard


def test_keys_typed_into_a_prompt_are_text_not_commands(play):
    async def script(app, pilot):
        await pilot.press("slash", "q", "1", "question_mark", "j")
        assert app.query_one(LineInput).value == "q1?j"

    play(script)


def test_pasted_control_characters_are_made_visible(play):
    async def script(app, pilot):
        await pilot.press("slash")
        app.query_one(LineInput).post_message(events.Paste("a\x1b]52;c;aGk=\x07\tb\nrm -rf"))
        await pilot.pause()
        assert app.query_one(LineInput).value == "a␛]52;c;aGk=␇ b rm -rf"  # one line, whatever was pasted

    play(script)


def test_a_click_elsewhere_leaves_the_question(play):
    async def script(app, pilot):
        await pilot.press("slash", "x")
        await pilot.click("#rows", offset=(5, 3))
        await pilot.pause()
        assert app.query_one(PromptLine).asking is None

    assert PromptLine.Left("filter") in play(script).heard


def test_help_is_filtered_by_typing_and_says_why_a_key_is_off(play):
    async def script(app, pilot):
        await pilot.press("question_mark", *"undo")
        assert isinstance(app.screen, HelpScreen)
        lines = app.screen.query_one(HelpLines)
        shown = [lines.row_strip(index, 78).text.strip() for index in range(5)]
        assert shown[0] == "Edit"
        assert shown[1].startswith("u  ") and "not now: nothing to undo. Undo the last" in shown[1]
        await pilot.press(*"zzz")
        assert "No key does that" in lines.row_strip(0, 78).text
        await pilot.press("escape")
        assert not isinstance(app.screen, HelpScreen)

    play(script, size=(90, 30))


def test_help_scrolls_to_its_last_row(play):
    async def script(app, pilot):
        await pilot.press("question_mark", *["pagedown"] * 9)
        lines = app.screen.query_one(HelpLines)
        assert "The keys of this screen." in lines.render_line(lines.size.height - 1).text

    play(script)


def test_only_y_confirms(play):
    answers: list[bool | None] = []

    async def script(app, pilot):
        for key in ("y", "n", "escape"):
            app.ask("Commit 14 verdicts?", ["triage/[/]/\x1b[2J"], answers)
            await pilot.pause()
            await pilot.press("enter", "space", key)

    play(script)
    assert answers == [True, False, False]


def test_the_title_names_the_screens_and_what_waits_as_far_as_there_is_room(play):
    async def script(app, pilot):
        title = app.query_one(TitleLine)
        tabs = [Tab("F1", "Triage", 38, here=True), Tab("F2", "Cases"), Tab("F3", "Anchors", 1600)]
        title.show(tabs, ["✗ 2 problems", "docs-2026-11", "main"], "2026-W48")

        def at(width):
            return title.row_strip(0, width).text.rstrip()

        assert at(100) == (
            " F1 Triage 38 · F2 Cases · F3 Anchors 1,600   ✗ 2 problems · docs-2026-11 · main".ljust(91) + "2026-W48"
        )
        assert at(80) == " F1 Triage 38 · F2 Cases · F3 Anchors 1,600   ✗ 2 problems · main".ljust(71) + "2026-W48"
        assert at(48).startswith(" Triage 38 · Cases · Anchors 1,600 ")  # without the keys
        assert at(30) == " Triage 38   ✗ 2 pr… 2026-W48"

    play(script)
