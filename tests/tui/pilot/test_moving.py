"""Moving: layouts, panes, passages, the way back, other sizes, help, copying, other keys, the other screen."""

import pytest

from ragtriage.errors import SettingsError
from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.widgets.help_screen import HelpScreen


class TestLayout:
    def test_plus_shows_half_detail_list_in_turn(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            screen = eyes.screen
            shown = []
            for _ in range(4):
                shown.append((screen.list.display, screen.story.display))
                await eyes.press("+")
            assert shown == [(True, True), (False, True), (True, False), (True, True)]

        play(script)

    def test_enter_opens_the_detail_where_digits_still_decide(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            second = eyes.topics[1]
            await eyes.press("enter")
            assert not eyes.screen.list.display
            assert "(enter open)" in eyes.footer
            await eyes.press("1")
            assert eyes.here == second
            assert second in await eyes.story()
            assert len(list((root / "triage").rglob("*.yaml"))) == 1
            await eyes.press("q")
            assert eyes.screen.list.display and eyes.screen.list.has_focus

        play(script)

    def test_tab_goes_to_the_other_pane_and_says_when_there_is_none(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("tab", "j", "j")
            assert (eyes.here, eyes.screen.story.top) == (eyes.topics[0], 2)
            await eyes.press("tab", "j")
            assert eyes.here == eyes.topics[1]
            await eyes.press("+", "tab")
            assert eyes.status == "✗ one pane: + shows list and detail"

        play(script)


class TestDetail:
    def test_the_list_keeps_the_cursor_while_the_detail_scrolls(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.story()
            await eyes.press("ctrl+d", "J", "J", "K")
            assert eyes.screen.story.top == eyes.screen.story.page // 2 + 1
            await eyes.press("ctrl+u", "K")
            assert (eyes.screen.story.top, eyes.here) == (0, eyes.topics[0])

        play(script)

    def test_brackets_stop_at_passages_and_say_where_they_end(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.story()
            await eyes.press("]")
            assert "▌ · 1  help/holiday" in eyes.text
            await eyes.press("]")
            assert "▌ · 2  help/holiday" in eyes.text
            await eyes.press("]")
            assert eyes.status == "✗ no further passage: this was the last"
            await eyes.press("[", "[")
            assert eyes.status == "✗ no passage before: this was the first"

        play(script)

    def test_the_id_stands_above_the_story_once(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            told = await eyes.story()
            assert told.count("refund/until-when-can-it-be-changed") == 1
            assert told.splitlines()[1].strip() == "Until when can I change my refund?"

        play(script)


class TestBack:
    def test_q_leaves_on_top_and_only_there(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            assert eyes.footer.rstrip().endswith("q quit")
            await eyes.press("tab")
            assert eyes.footer.rstrip().endswith("q back")
            await eyes.press("q", "space", "q", "/")
            await eyes.type("tag:odd")
            assert eyes.footer.rstrip().endswith("q back")
            await eyes.press("q", "f2", "q")
            assert (eyes.screen.NAME, len(eyes.topics)) == ("triage", 8)
            await pilot.press("q")

        assert play(script).return_code == 0

    def test_escape_never_leaves(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("escape", "escape")
            assert app.is_running
            assert eyes.status == "· this is the first screen  q leaves"

        play(script)


class TestResize:
    def test_cursor_story_and_place_stay_from_80_to_120_columns_and_back(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("j", "j")
            await eyes.story()
            await eyes.press("]")
            here = eyes.here
            for size in ((120, 40), (80, 24), (60, 16), (200, 60), (80, 24)):
                await pilot.resize_terminal(*size)
                await eyes.until(
                    lambda size=size: (
                        app.size == size
                        and len(eyes.lines) == size[1]
                        and eyes.screen.has_class("stacked") == (size[0] < 140)
                        and all(words in eyes.text for words in (here, "1 retriev", "? help"))
                    )
                )
                assert eyes.here == here
                assert all(len(line) <= size[0] for line in eyes.lines)

        play(script)


class TestHelp:
    def test_it_lists_the_keys_of_this_screen_and_why_one_is_off(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("?", *"undo")
            assert isinstance(app.screen, HelpScreen)
            assert "not now: nothing was changed in this session" in eyes.text
            await eyes.press("escape", "f3", "?", *"cause")
            assert "The evidence never came back" not in eyes.text
            await eyes.press("escape")
            assert eyes.screen.NAME == "anchors"

        play(script, size=(100, 30))


class TestCopy:
    def test_y_copies_the_id_and_shows_it(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("y")
            assert app.clipboard == eyes.case_id
            assert eyes.status == f"· copied  {eyes.case_id}"
            await eyes.press("space", "space", "y")
            assert app.clipboard.count("\n") == 1

        play(script)

    def test_shift_y_copies_the_command_that_shows_the_same(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/")
            await eyes.type('tag:odd "until when"')
            await eyes.press("Y")
            assert app.clipboard == "ragtriage triage list --config small --filter 'tag:odd \"until when\"'"

        play(script)


class TestUsersKeys:
    def test_a_remapped_key_works_and_the_footer_and_legend_show_it(self, play, see, root):
        with (root / "ragtriage.yaml").open("a") as file:
            file.write("keys: {triage.cause.label: L, triage.snooze: f6, help: F9}\n")

        async def script(app, pilot):
            eyes = see(app, pilot)
            assert "L label" in eyes.text and "F6 snooze" in eyes.footer and "F9 help" in eyes.footer
            await eyes.press("6")
            assert not (root / "triage").exists()
            await eyes.press("L")
            assert "label" in eyes.status
            await eyes.press("f9")
            assert isinstance(app.screen, HelpScreen)

        play(script)

    def test_a_clash_is_an_error_before_the_first_screen(self, opened, root):
        with (root / "ragtriage.yaml").open("a") as file:
            file.write("keys: {triage.snooze: c}\n")
        with pytest.raises(SettingsError, match="would both"):
            RagtriageApp(opened())


class TestCasesScreen:
    def test_it_lists_every_case_with_its_state_and_the_case_goes_along_there_and_back(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("j", "j", ":")
            await eyes.type("config large")
            here = eyes.here
            await eyes.press("f2")
            assert (eyes.screen.NAME, len(eyes.topics), eyes.here) == ("cases", 8, here)
            assert eyes.topics == sorted(eyes.topics)
            assert "✓? passes" in eyes.text and "✗  fails" in eyes.text
            await eyes.press("g", "1", "s", "c")  # decide nothing here
            assert eyes.screen.prompt.asking is None
            await eyes.press("G", "f1")
            assert (app.current_mode, eyes.here) == ("triage", here)  # the last of them is not in this list

        play(script, size=(120, 40))

    def test_a_decision_of_triage_is_known_to_cases_and_the_other_way_round(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "f1", "5", "f2", "/")
            await eyes.type("cause:refusal")
            assert eyes.topics == ["refund"]
            await eyes.press("u", "f1")
            assert eyes.screen.rows[eyes.case_id].undecided

        play(script)


def test_the_case_goes_along_from_screen_to_screen(play, see):
    async def script(app, pilot):
        eyes = see(app, pilot)
        await eyes.press("j", "j")
        case_id = eyes.case_id
        await eyes.press("f2")
        assert (app.current_mode, eyes.case_id) == ("cases", case_id)
        await eyes.press("j")
        other = eyes.case_id
        await eyes.press("f1")
        assert (app.current_mode, eyes.case_id) == ("triage", other)
        await eyes.press("f5", "f1")  # no complaint is a case: the cursor is where it was
        assert eyes.case_id == other

    play(script)
