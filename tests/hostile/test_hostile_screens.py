"""Hostile text through every screen: nothing is obeyed, no line is torn, nothing falls over."""

import asyncio
import re
import subprocess

import pytest
from rich.cells import cell_len
from textual import events

from ragtriage.text import safe
from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.screens.editor import EditorScreen
from ragtriage.tui.theme import Look
from ragtriage.tui.widgets.help_screen import HelpScreen
from tests.tui.settling import settle

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def check(app):
    """What is on the screen: no character that a terminal obeys, every line as wide as the terminal."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    assert len(strips) == height
    for strip in strips:
        text = "".join(segment.text for segment in strip)
        assert not CONTROL.search(text), text
        assert not BIDI.search(text), text
        assert strip.cell_length == cell_len(text) == width, text


def walk(opened, script, size=(80, 24), look=None):
    async def session():
        app = RagtriageApp(opened(), look)
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await script(app, pilot)
            await settle(app, pilot)
            check(app)
        return app

    return asyncio.run(session())


async def see_every_story(app, pilot):
    """Each case under the cursor, its story from top to end, by pages and by passages."""
    screen = app.screen
    for case_id in list(screen.rows):
        screen.list.move_to(case_id)
        screen.ask_story()
        await settle(app, pilot)
        assert screen.story.story is not None and screen.story.story.case_id == case_id
        check(app)
        for _ in range(3):
            screen.action_detail_half(1)
            screen.action_next_passage()
            await pilot.pause()
            check(app)
        if not case_id.startswith(("long", "lines")):
            screen.story.to_end()
            await pilot.pause()
            check(app)


@pytest.mark.parametrize(
    ("size", "look"), [((80, 24), None), ((41, 12), Look("none", ascii=True))], ids=["80x24", "narrow-plain-ascii"]
)
def test_no_story_and_no_row_is_obeyed_or_tears_a_line(opened, size, look):
    async def script(app, pilot):
        check(app)
        await see_every_story(app, pilot)
        await pilot.press("f2")
        await settle(app, pilot)
        check(app)

    walk(opened, script, size, look)


def test_files_that_are_no_cases_are_told_without_harm(opened):
    async def script(app, pilot):
        await pilot.press("f2")
        await settle(app, pilot)
        broken = [row.case_id for row in app.screen.rows.values() if row.status == "unreadable"]
        assert len(broken) >= 4
        for case_id in broken:
            app.screen.list.move_to(case_id)
            app.screen.ask_story()
            await settle(app, pilot)
            check(app)
            for key in ("e", "E", "y"):
                await pilot.press(key)
                await settle(app, pilot)
                check(app)

    walk(opened, script, (100, 30))


def test_a_branch_of_hostile_changes_is_reviewed_and_committed_without_harm(opened, root):
    for number, path in enumerate(sorted((root / "cases").rglob("*/*.yaml"))):
        text = path.read_text(encoding="utf-8")
        path.write_text(
            text.replace("answerable: true", "answerable: false") if number % 2 else text + "must_pass: true\n"
        )
    evil = "\x1b]52;c;aGk=\x07\u202e[/]"
    who = ("-c", f"user.name=jo {evil}", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, "commit", "-qam", evil], cwd=root, check=True)

    async def script(app, pilot):
        app.open_review("HEAD~1..HEAD")
        await settle(app, pilot)
        assert len(app.screen.rows) > 20
        await see_every_story(app, pilot)
        for keys in (("asterisk", "a"), ("escape", "r"), ("x", "u", "u"), ("a", "Y", "y"), ("R",)):
            await pilot.press(*keys)
            await settle(app, pilot)
            if app.screen.prompt.asking:
                app._driver.send_message(events.Paste(evil))
                await pilot.press("enter")
                await settle(app, pilot)
            check(app)
        for command in ("commit", f"branch {evil}", f"review {evil}", f"commit {evil}"):
            await pilot.press("colon")
            app._driver.send_message(events.Paste(command))
            await pilot.press("enter")
            await settle(app, pilot)
            check(app)
            await pilot.press("y")
            await settle(app, pilot)
            check(app)
            await pilot.press("escape", "escape")
            await settle(app, pilot)

    walk(opened, script, (100, 30))


def test_coverage_duplicates_and_bulk_tags_take_any_text(opened):
    async def script(app, pilot):
        await pilot.press("f2")
        await settle(app, pilot)
        for _ in range(2):
            await pilot.press("w")
            await settle(app, pilot)
            for key in list(app.screen.rows):
                app.screen.list.move_to(key)
                app.screen.ask_story()
                await pilot.pause()
                check(app)
            await pilot.press("y", "Y")
            check(app)
        await pilot.press("w")
        await settle(app, pilot)
        for words in ("tag +x\x1b[31m\u202e", 'tag -"[/red]"', "status \x9b", "tag \x1b]0;x\x07"):
            await pilot.press("colon")
            app._driver.send_message(events.Paste(words))
            await pilot.press("enter")
            await settle(app, pilot)
            check(app)
            await pilot.press("escape")

    walk(opened, script)


def test_dialogs_prompts_and_the_status_line_hold_no_control_either(opened, monkeypatch):
    monkeypatch.setenv("VISUAL", "no-such-editor-\x1b[31m")

    async def script(app, pilot):
        wanted = ("clipboard", "nul", "c1", "bidi", "unclosed", "variable", "family", "combining")
        fields = ("question", "evidence[0]", "reference_answer", "nuggets[0]")
        for number, case_id in enumerate([case_id for case_id in app.screen.rows if case_id.startswith(wanted)]):
            app.screen.list.move_to(case_id)
            await pilot.press("e")
            await pilot.pause()
            assert isinstance(app.screen, EditorScreen)
            await settle(app, pilot)
            check(app)
            for key in (fields[number % 4], fields[(number + 1) % 4]):  # in turn: each field with four of the texts
                app.screen.fields.focus()
                app.screen.fields.move_to(key)
                await pilot.press("enter")
                await settle(app, pilot)
                check(app)
                await pilot.press("escape")
            app.screen.panes.give_keys(app.screen.hits)
            await pilot.press("enter", "j", "space", "l")
            await settle(app, pilot)
            check(app)
            await pilot.press("escape", "escape", "escape")
            await settle(app, pilot)
            await pilot.press("1", "minus", "c")
            await settle(app, pilot)
            check(app)
            app._driver.send_message(events.Paste("\x1b]52;c;aGk=\x07 \u202e[/] @\x1b[31mann #\x9bmode"))
            await pilot.press("enter")
            await settle(app, pilot)
            check(app)
            await pilot.press("y")
            assert app.clipboard == safe(app.screen.list.cursor_key or "")
            await pilot.press("Y", "s", "enter", "u", "U", "E")
            await settle(app, pilot)
            check(app)

    walk(opened, script, (90, 24))


def test_filters_commands_and_help_take_any_text(opened):
    from_outside = (
        'tag:"\x1b[2J"',
        "[/red]",
        "\u202exyz",
        'passes:"[/red] 退款 \\\\ %s"',
        "badge:\x07",
        '"',
        "🏳️‍🌈",
        "!",
    )

    async def script(app, pilot):
        for key in ("slash", "colon"):
            for text in from_outside:
                await pilot.press(key)
                app._driver.send_message(events.Paste(text))
                await pilot.pause()
                check(app)
                await pilot.press("enter")
                await settle(app, pilot)
                check(app)
        await pilot.press("escape", "escape", "question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        app._driver.send_message(events.Paste("\x1b[31m[/]"))
        await pilot.pause()
        check(app)
        await pilot.press("escape", "ctrl+p")
        await settle(app, pilot)
        check(app)

    walk(opened, script)


ALLOWED = re.compile(
    rb"\x1b\[[0-9;:]*[mHJKABCDG]"  # colours, cursor, erasing
    rb"|\x1b\[[?>=<][0-9;]*[hlupcqm$]+|\x1b\[[0-9;]*\$p|\x1b\[\?[0-9;]*\$p"  # modes, set and asked for
    rb"|\x1b\[[0-9]*[ntcq]|\x1b\[[0-9;]*t|\x1b[78=>]|\x1bP\+q[^\x1b]*\x1b\\"
    rb"|\x1b\]22;[a-z]+\x07"  # the pointer's shape
    rb"|\x1b\]11;\?\x07"  # the ground's colour, asked for
    rb"|\r|\n"
)


def test_the_bytes_on_the_wire_are_the_programs_own(root):
    terminal_of = pytest.importorskip("terminal").Terminal
    arguments = ["-m", "ragtriage", "-C", str(root), "--as", "\x1b[31mmira\u202e"]
    terminal = terminal_of(arguments, (100, 30), {})
    try:
        sent = terminal.start
        sent += terminal.press("j\x04" * 30)
        for _ in range(6):
            sent += terminal.press("kkkkk")
        sent += terminal.press("\x1bOQ") + terminal.press("GG") + terminal.press("e") + terminal.press("\x1b")
    finally:
        terminal.close()
    left = ALLOWED.sub(b"", sent).decode("utf-8", "replace")
    assert "golden [bold]" in left and "␛]52;c;ZXZpbA==␇" in left
    assert not CONTROL.search(left), CONTROL.findall(left)
    assert not BIDI.search(left)
    assert b"\x1b]52" not in sent and b"\x1b]8" not in sent and b"\x1b]0" not in sent
