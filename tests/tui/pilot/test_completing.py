"""What is typed after `:`, `/` and `R`: candidates over the entry, tab goes through them, `up` brings back."""

import asyncio
import json
import shutil

from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.typed_before import FILE, LONGEST, TypedBefore
from ragtriage.tui.widgets.candidates import Candidates, Completion
from ragtriage.tui.widgets.palette_screen import PaletteScreen
from ragtriage.tui.widgets.prompt_line import HISTORY, LineInput
from tests.tui.settling import settle


class TestCompletion:
    def test_tab_goes_round_and_comes_back_to_what_was_typed(self):
        one = Completion(lambda text: [text + "a", text + "b"])
        one.typed("x")
        assert [one.turn(1) for _ in range(4)] == ["xa", "xb", "x", "xa"]
        assert [one.turn(-1) for _ in range(3)] == ["x", "xb", "xa"]

    def test_the_only_one_is_as_good_as_typed(self):
        words = {"c": ["config "], "config ": ["config large", "config small"]}
        one = Completion(lambda text: words.get(text, []))
        one.typed("c")
        assert [one.turn(1) for _ in range(3)] == ["config ", "config large", "config small"]

    def test_without_any_the_text_stays(self):
        one = Completion(lambda text: [])
        one.typed("x")
        assert one.turn(1) == one.turn(-1) == "x"

    def test_what_would_steer_a_terminal_is_spelt_out(self):
        one = Completion(lambda text: ["go a\x1b[31m\nb"])
        assert "\x1b" not in one.turn(1) and "\n" not in one.text


def value(eyes) -> str:
    return eyes.screen.prompt.query_one(LineInput).value


def offered(eyes) -> str:
    """The row over the entry; empty where there is none."""
    row = eyes.screen.prompt.query_one(Candidates)
    return eyes.lines[row.region.y].strip() if row.display else ""


class TestCommands:
    def test_names_then_what_stands_after_them(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press(":")
            assert offered(eyes).startswith("anchors  audit  branch  cases  commit  complaints  config")
            await eyes.press(*"conf", "tab")
            assert value(eyes) == "config " and offered(eyes).split() == ["small", "large"]
            await eyes.press("shift+tab", "tab", "shift+tab", "enter")
            assert app.configuration == "large" and not offered(eyes)

        play(script)

    def test_filters_ids_and_ranges(self, play, see, branched):
        async def script(app, pilot):
            eyes = see(app, pilot)
            for typed, whole in (
                ("filter tag:ref", "filter tag:refund"), ("filter badge:new sour", "filter badge:new source:"),
                ("go holi", "go holiday/until-when-can-it-be-changed"), ("review main..wo", "review main..work"),
                ("review ma", "review main"),
            ):  # fmt: skip
                await eyes.press(":")
                await eyes.press(*typed, "tab")
                assert value(eyes) == whole, typed
                await eyes.press("escape")
            await eyes.press("f2", ":", *"status re", "tab")
            assert value(eyes) == "status retired"

        play(script)

    def test_branches_for_a_review(self, play, see, branched):
        branched("branch", "feature/old")

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "R")
            assert value(eyes) == "main..HEAD"
            assert {"feature/old", "main", "work"} <= {part.rpartition("..")[2] for part in offered(eyes).split()}
            while value(eyes) != "main..work":
                await eyes.press("tab")
            await eyes.press("enter")
            assert app.current_mode == "review" and len(eyes.screen.rows) == 5

        play(script)

    def test_nothing_jumps_and_what_does_not_fit_is_counted(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            before = eyes.lines
            await eyes.press("/")
            row = eyes.screen.prompt.query_one(Candidates).region.y
            assert [line for at, line in enumerate(eyes.lines[:row]) if at > 1] == before[2:row]
            assert offered(eyes).endswith(f"1/{len(offered_keys(eyes))}")
            last = offered_keys(eyes)[-1]
            await eyes.press("shift+tab")
            assert value(eyes) == last and offered(eyes).endswith(
                f"{len(offered_keys(eyes))}/{len(offered_keys(eyes))}"
            )
            await eyes.press("escape")
            assert eyes.lines == before

        def offered_keys(eyes):
            return eyes.screen.prompt.query_one(LineInput).completion.found

        play(script)

    def test_tab_in_the_filter_previews_what_it_puts_there(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/", *"tag:od", "tab")
            assert value(eyes) == "tag:odd" and len(eyes.topics) == 2
            await eyes.press("escape")
            assert len(eyes.topics) == 8

        play(script)


class TestConfigurations:
    def test_one_key_lists_them_the_present_one_lit_and_enter_changes(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("@")
            assert isinstance(app.screen, PaletteScreen)
            shown = "\n".join(eyes.lines)
            assert "Configurations" in shown and "small" in shown and "the one looked at" in shown
            await pilot.press(*"lar", "enter")
            await settle(app, pilot)
            assert app.configuration == "large" and len(eyes.topics) == 4
            await pilot.press("@", "enter")
            await settle(app, pilot)
            assert app.configuration == "large"
            await pilot.press("@", "escape")
            await settle(app, pilot)
            assert app.configuration == "large" and len(eyes.topics) == 4

        play(script)

    def test_the_one_lit_is_the_default_of_the_settings(self, play, see, root):
        path = root / "ragtriage.yaml"
        text = path.read_text().replace("  small: {system: bm25}\n", "")
        path.write_text(text.replace("  large: {system: bm25}\n", "  large: {system: bm25}\n  small: {system: bm25}\n"))

        async def script(app, pilot):
            eyes = see(app, pilot)
            assert len(eyes.topics) == 4
            await eyes.press("@")
            line = next(one for one in eyes.lines if "the one looked at" in one)
            assert "large" in line and "▌" in line

        play(script)

    def test_without_a_run_it_says_so(self, play, see, root):
        shutil.rmtree(root / "runs")

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("@")
            assert "no configuration has a run" in eyes.status

        play(script)


class TestTypedBefore:
    def test_it_outlives_the_program_on_every_screen(self, opened, see, root):
        async def session(*keys: str) -> str:
            app = RagtriageApp(opened())
            async with app.run_test(size=(80, 24)) as pilot:
                await settle(app, pilot)
                eyes = see(app, pilot)
                await eyes.press(*keys)
                return value(eyes)

        async def both() -> None:
            await session(":", *"filter tag:odd", "enter", ":", *"cases", "enter", ":")
            assert await session("f2", ":", *"hal", "up") == "cases"
            assert await session(":", "up", "up", "up", "up") == "filter tag:odd"
            assert await session(":", *"hal", "up", "up", "down", "down") == "hal"
            assert await session("/", "up") == ""

        asyncio.run(both())
        assert (root / ".ragtriage" / FILE).stat().st_mode & 0o077 == 0

    def test_it_is_bounded_and_two_sessions_keep_both(self, tmp_path):
        one, other = TypedBefore(tmp_path), TypedBefore(tmp_path)
        other.of("command")
        for number in range(HISTORY + 20):
            one.add("command", f"go {number}")
        other.add("command", "quit")
        one.add("command", "x" * (LONGEST + 1))
        one.add("comment", "what jane said")
        kept = TypedBefore(tmp_path).of("command")
        assert len(kept) == HISTORY and kept[-2:] == [f"go {HISTORY + 19}", "quit"]
        assert "jane" not in (tmp_path / FILE).read_text()

    def test_whatever_stands_in_the_file_is_made_safe_or_passed_over(self, tmp_path):
        hostile = ["\x1b]52;c;ZXZpbA==\x07", "a\nb\x9b31m", "y" * 9_000, 7, None, ["go"]]
        for content in (
            json.dumps({"command": hostile, "filter": "no list", "comment": ["secret"]}).encode(),
            b"[1]", b"{", b"\xff\xfe\x00", b"[" * 100_000, json.dumps({"command": {"a": 1}}).encode(), b"",
        ):  # fmt: skip
            (tmp_path / FILE).write_bytes(content)
            before = TypedBefore(tmp_path)
            texts = [*before.of("command"), *before.of("filter"), *before.of("comment")]
            assert all(one.isprintable() and len(one) <= LONGEST for one in texts)
            assert "secret" not in texts
            before.add("command", "go on")
            assert TypedBefore(tmp_path).of("command")[-1] == "go on"

    def test_where_nothing_can_be_kept_nothing_is_said(self, tmp_path):
        (tmp_path / FILE).mkdir()
        before = TypedBefore(tmp_path)
        before.add("command", "quit")
        assert before.of("command") == ["quit"]
