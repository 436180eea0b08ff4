"""Finding: the filter as one types, matches, commands by name, the palette, and keys that come in a burst."""

from textual import events

from ragtriage.triage.model import QueueRow
from ragtriage.tui.parts.rows import steady
from ragtriage.tui.widgets.palette_screen import PaletteScreen
from ragtriage.tui.widgets.row_list import RowList


class TestFilter:
    def test_the_list_follows_as_one_types(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            every = eyes.topics
            await eyes.press("/", *"tag:odd")
            assert len(eyes.topics) == 2
            assert "/tag:odd  2 of 8 · 2 undecided" in eyes.text
            await eyes.press(*["backspace"] * 7)
            assert eyes.topics == every

        play(script)

    def test_half_a_value_empties_no_list(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/", *"tag:ref")
            assert len(eyes.topics) == 8
            assert "tag:refund" in eyes.text  # offered behind what was typed
            await eyes.press("right", "enter")
            assert eyes.topics == ["refund"]

        play(script)

    def test_escape_while_typing_goes_back_to_the_filter_before(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/")
            await eyes.type("tag:odd")
            await eyes.press("/", *"refund", "escape")
            assert str(eyes.screen.filter) == "tag:odd"
            await eyes.press("escape")
            assert len(eyes.topics) == 8

        play(script)

    def test_a_wrong_key_is_told_with_the_nearest_and_changes_nothing(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/")
            await eyes.type("badg:new")
            assert "did you mean `badge`?" in eyes.status
            assert len(eyes.topics) == 8

        play(script)

    def test_the_grammar_of_the_command_line_is_that_of_the_screen(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/")
            await eyes.type('passes:none !tag:odd "until when"')
            assert eyes.topics and all(row.passes_none and "odd" not in row.tags for row in eyes.screen.rows.values())

        play(script)

    def test_an_empty_result_says_how_to_get_out(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/")
            await eyes.type("nothing-like-this")
            assert "No case matches the filter." in eyes.text and "esc takes it away." in eyes.text
            assert "(0 right 1 retrieve" in eyes.text and "9 accept)" in eyes.text
            await eyes.press("1", "c", "s", "e", "E", "y", "space", "*", "n", "enter", "escape")
            assert len(eyes.topics) == 8

        play(script)


class TestMatches:
    def test_n_and_shift_n_go_through_what_the_last_filter_kept(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/")
            await eyes.type("tag:odd")
            odd = eyes.topics
            await eyes.press("escape", "g", "n")
            assert eyes.here == odd[0]
            await eyes.press("n")
            assert eyes.here == odd[1]
            await eyes.press("n")
            assert eyes.here == odd[0]
            assert "round the end" in eyes.status
            await eyes.press("N")
            assert eyes.here == odd[1]

        play(script)

    def test_without_a_filter_it_says_so(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("n")
            assert "there was no filter yet" in eyes.status

        play(script)


class TestCommands:
    def test_another_configuration_is_triaged(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            assert "small" in eyes.lines[0] and len(eyes.topics) == 8
            await eyes.press(":")
            await eyes.type("config large")
            assert "large" in eyes.lines[0] and len(eyes.topics) == 4
            await eyes.press("1", "Y")
            assert eyes.status == "· copied  ragtriage triage list --config large"

        play(script)

    def test_what_there_is_not_is_told_with_what_there_is(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            for typed, said in (
                ("config huge", "`huge` has no run here: there are "),
                ("dance", "no command `dance`: config NAME"),
                ("go nowhere", "nowhere is not in this list"),
                ("filter tagg:x", "did you mean `tag`?"),
            ):
                await eyes.press(":")
                await eyes.type(typed)
                assert said in eyes.status, eyes.status
                await eyes.press("escape")  # a refused command stays in its line

        play(script)

    def test_go_filter_screens_help_and_quit(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press(":")
            await eyes.type("go export/until-when-can-it-be-changed")
            assert eyes.here == "export"
            await eyes.press(":")
            await eyes.type("filter tag:odd")
            assert len(eyes.topics) == 2
            await eyes.press(":")
            await eyes.type("cases")
            assert eyes.screen.NAME == "cases"
            await eyes.press(":")
            await eyes.type("triage")
            assert eyes.screen.NAME == "triage"
            await eyes.press(":")
            await pilot.press(*"quit", "enter")

        assert play(script).return_code == 0


class TestPalette:
    def test_it_offers_our_commands_and_does_them(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("ctrl+p")
            assert isinstance(app.screen, PaletteScreen)
            await pilot.press(*"must")
            await eyes.until(lambda: "Filter must_pass:true" in eyes.text)
            await eyes.press("enter")
            await eyes.until(lambda: not isinstance(app.screen, PaletteScreen))
            assert eyes.topics == ["refund"]

        play(script)

    def test_keys_before_its_list_is_there_and_after_it_closed_do_no_harm(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            TestBurst.burst(
                app, "ctrl+p", "pagedown", "pageup", "down", *"zzz", "pagedown", "enter", "escape", "escape"
            )
            await eyes.until(lambda: not isinstance(app.screen, PaletteScreen))
            await eyes.press("ctrl+p", *"cases failing")
            await pilot.click(RowList, offset=(5, 1), times=2)
            await pilot.click(offset=(5, 5), times=2)
            await eyes.until(lambda: not isinstance(app.screen, PaletteScreen))
            assert app.is_running

        play(script, size=(120, 40))


class TestPaste:
    """What is pasted is text, wherever it lands."""

    def test_a_page_with_an_open_quote_pasted_into_the_filter_is_refused_with_its_length(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/")
            app._driver.send_message(events.Paste('"' + "word " * 20_000))
            await eyes.press("enter")
            assert "at most 2,000 characters" in eyes.status
            assert len(eyes.topics) == 8

        play(script)

    def test_text_pasted_over_a_list_decides_nothing_and_says_where_it_can_go(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            app._driver.send_message(events.Paste("1 2 3 q"))
            await eyes.until(lambda: "pasted" in eyes.status)
            assert not (root / "triage").exists()

        play(script)


class TestBurst:
    """Keys that arrive all at once, as over a slow line: none may reach a pane that the key before it left."""

    @staticmethod
    def burst(app, *keys):
        for key in keys:
            app._driver.send_message(events.Key(key, {"space": " "}.get(key, key if len(key) == 1 else None)))

    def test_a_command_typed_in_a_burst_decides_nothing(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            self.burst(app, "colon", *"config", "space", *"bm25", "enter", "G")
            await eyes.until(lambda: eyes.here == eyes.topics[-1])
            assert "`bm25` has no run here" in eyes.status
            assert not (root / "triage").exists()

        play(script)

    def test_a_note_typed_in_a_burst_is_a_note(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first = eyes.here
            self.burst(app, "1", "minus", "c", *"q12u", "enter", "2")
            await eyes.until(lambda: len(list((root / "triage").rglob("*.yaml"))) == 1 and "ranking" in eyes.status)
            (file,) = (root / "triage").rglob("*.yaml")
            assert f"case: {first}" in file.read_text() and "note: q12u" in file.read_text()

        play(script)

    def test_keys_that_go_nowhere_hold_nothing_up(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            self.burst(app, *["f12", "j"] * 5)
            await eyes.until(lambda: eyes.here == eyes.topics[5])

        play(script)

    def test_a_field_is_edited_in_a_burst(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            path = root / f"cases/{eyes.case_id}.yaml"
            self.burst(app, "e", "g", "enter", "1", "3", "enter", "ctrl+s")
            await eyes.until(lambda: "my refund?13" in path.read_text())
            assert not (root / "triage").exists()

        play(script)


class TestSteadyOrder:
    def test_a_new_row_stays_behind_its_neighbour_and_a_gone_one_leaves_no_gap(self):
        rows = [QueueRow(id, "", "new", "failed", ()) for id in ("c", "new", "b", "newer", "a")]
        assert [row.case_id for row in steady(rows, ["a", "gone", "b", "c"])] == ["a", "b", "newer", "c", "new"]
