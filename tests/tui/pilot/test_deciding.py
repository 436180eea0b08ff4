"""Deciding: a digit, and on to the next; several causes, marks, snoozes, comments; all of it can be taken back."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import yaml


@pytest.fixture
def verdict(root):
    """What the file of a verdict of this week says; None if there is none."""

    def read(topic, reviewer="mira"):
        found = list((root / "triage/2026-W49" / topic).glob(f"*--{reviewer}.yaml"))
        return yaml.safe_load(found[0].read_text()) if found else None

    return read


def causes(verdict):
    return [finding["cause"] for finding in verdict["findings"]]


class TestCauses:
    def test_a_digit_is_on_disk_when_the_screen_says_so_and_the_next_undecided_is_there(self, play, see, verdict):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first, second = eyes.topics[:2]
            await eyes.press("1")
            assert causes(verdict(first)) == ["retrieval"]
            assert eyes.status.startswith(f"✓ {first}/until-when-can-it-be-changed: retrieval")
            assert eyes.here == second

        play(script)

    def test_rows_stay_where_they_are_while_one_decides(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            before = eyes.topics
            for at in range(len(before)):
                assert eyes.here == before[at]
                await eyes.press("3")
                assert eyes.topics == before
            assert eyes.screen.list.heading.startswith("0 undecided")
            assert "nothing undecided is left here" in eyes.status

        play(script)

    def test_the_order_is_made_anew_on_judge(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            second = eyes.topics[1]
            await eyes.press("j", "1", ":")
            await eyes.type("judge")
            assert eyes.topics[-1] == second

        play(script)

    def test_decided_cases_are_skipped_on_the_way(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            order = eyes.topics
            await eyes.press("j", "1", "g", "1")
            assert eyes.here == order[2]

        play(script)

    def test_after_the_last_it_goes_on_with_what_was_left_out_above(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("G", "1")
            assert eyes.here == eyes.topics[0]

        play(script)

    def test_the_same_digit_again_takes_the_cause_back_and_stays(self, play, see, verdict):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first = eyes.here
            await eyes.press("1", "minus", "1")
            assert (eyes.here, verdict(first)) == (first, None)
            assert eyes.status.count("taken back") == 1

        play(script)

    @pytest.mark.parametrize("earlier", [{"reviewer": "jo"}, {"weeks_ago": 1}])
    def test_a_cause_that_someone_else_or_last_week_named_is_named_again_and_never_said_to_be_taken_back(
        self, play, see, verdict, opened, earlier
    ):
        then = datetime(2026, 11, 30, 9, 12, 44, tzinfo=UTC) - timedelta(weeks=earlier.get("weeks_ago", 0))
        other = opened(earlier.get("reviewer", "mira"), then)
        first, second = (row.case_id for row in other.triage.queue().rows[:2])
        other.triage.decide([first], "retrieval")

        async def script(app, pilot):
            eyes = see(app, pilot)
            eyes.screen.list.move_to(first)
            await eyes.press("1")
            assert causes(verdict(first.partition("/")[0])) == ["retrieval"]
            assert "taken back" not in eyes.status
            assert eyes.case_id == second
            await eyes.press("minus", "1")
            assert eyes.status.count("taken back") == 1
            assert verdict(first.partition("/")[0]) is None

        play(script)

    def test_what_the_filter_keeps_no_more_stays_in_sight_until_the_filter_is_set_again(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/")
            await eyes.type("badge:new")
            before = eyes.topics
            await eyes.press("1", "2")
            assert eyes.topics == before
            assert eyes.here == before[2]
            await eyes.press("/", "enter")
            assert eyes.topics == before[2:]

        play(script)

    def test_the_story_shows_the_decision_at_once(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("8", "minus", "+", "+", "G")
            await eyes.until(lambda: "grader" in eyes.text)
            assert re.search(r"2026-W49 +grader +mira", eyes.text)

        play(script, size=(100, 60))


class TestSeveralFindings:
    def test_minus_goes_back_to_the_case_just_decided_for_another_cause(self, play, see, verdict):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first, second = eyes.topics[:2]
            await eyes.press("1", "minus")
            assert eyes.here == first
            await eyes.press("4")
            assert causes(verdict(first)) == ["retrieval", "citation"]
            assert eyes.here == second
            assert "retrieve, cite" in eyes.text

        play(script)

    def test_minus_says_why_it_does_nothing(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("minus")
            assert eyes.status == "✗ not back: nothing was decided yet"

        play(script)


class TestUndo:
    def test_the_cursor_goes_back_to_what_was_undone_and_redone(self, play, see, verdict):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first, second, third = eyes.topics[:3]
            await eyes.press("1", "2", "u")
            assert (eyes.here, verdict(second)) == (second, None)
            await eyes.press("u")
            assert (eyes.here, verdict(first)) == (first, None)
            await eyes.press("U", "U")
            assert (eyes.here, causes(verdict(second))) == (second, ["ranking"])
            assert third in eyes.topics

        play(script)

    def test_with_nothing_to_undo_the_key_is_dim_and_says_why(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            assert "(u undo)" in eyes.footer
            await eyes.press("u")
            assert eyes.status == "✗ nothing happened: nothing was changed in this session"
            await eyes.press("1")
            assert " u undo " in eyes.footer

        play(script)

    def test_every_decision_of_a_session_can_be_taken_back(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("1", "space", "space", "9", "s", "enter", "minus", "5", "minus", "c")
            await eyes.type("why @ann #gap")
            assert list((root / "triage").rglob("*.yaml"))
            await eyes.press(*"uuuuu")
            assert not list((root / "triage").rglob("*.yaml"))
            assert "(u undo)" in eyes.footer

        play(script)


class TestMarks:
    def test_a_digit_applies_to_all_marked_as_the_screen_says(self, play, see, verdict):
        async def script(app, pilot):
            eyes = see(app, pilot)
            order = eyes.topics
            await eyes.press("space", "j", "space")
            assert eyes.status == "· 2 marked: 0-9, s and c apply to all of them  esc unmarks"
            assert "● 2 marked" in eyes.text
            await eyes.press("6")
            assert [bool(verdict(topic)) for topic in order[:4]] == [True, False, True, False]
            assert eyes.status == "✓ 2 cases: label  u undoes it"
            assert (eyes.here, eyes.screen.list.marked) == (order[3], ())
            await eyes.press("u")
            assert not verdict(order[0]) and not verdict(order[2])

        play(script, size=(120, 40))

    def test_among_marked_ones_a_cause_is_named_where_it_is_missing(self, play, see, verdict):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first, second = eyes.topics[:2]
            await eyes.press("1", "g", "space", "space", "1")
            assert causes(verdict(first)) == causes(verdict(second)) == ["retrieval"]

        play(script)

    def test_star_marks_all_that_the_filter_shows(self, play, see, verdict):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("/")
            await eyes.type("tag:odd")
            shown = eyes.topics
            await eyes.press("*", "7")
            assert len(shown) == 2 and all(map(verdict, shown))
            await eyes.press("escape")
            assert [topic for topic in eyes.topics if verdict(topic)] == shown

        play(script)

    def test_escape_takes_the_marks_away_first(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("space", "escape")
            assert eyes.screen.list.marked == ()
            assert app.is_running

        play(script)


class TestSnooze:
    def test_monday_is_offered_and_another_date_taken(self, play, see, verdict):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first, second, third = eyes.topics[:3]
            await eyes.press("s", "enter")
            assert str(verdict(first)["snoozed_until"]) == "2026-12-07"
            assert eyes.here == second
            await eyes.press("s", "ctrl+u")
            await eyes.type("2026-12-24")
            assert str(verdict(second)["snoozed_until"]) == "2026-12-24"
            assert "later" in eyes.text and "2026-12-24" in eyes.text
            assert eyes.here == third

        play(script)

    def test_what_is_no_date_is_refused_and_nothing_written(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("s", "ctrl+u")
            await eyes.type("soon")
            assert eyes.status.startswith("✗") and "soon" in eyes.status
            assert not (root / "triage").exists()

        play(script)

    def test_escape_leaves_the_question(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("s", "escape", "j")
            assert eyes.here == eyes.topics[1]
            assert not (root / "triage").exists()

        play(script)


class TestComment:
    def test_text_owner_and_mode_go_to_the_finding_named_last(self, play, see, verdict):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first = eyes.here
            await eyes.press("1", "minus", "c")
            await eyes.type("chunks @search-team split #lexical-gap here")
            (finding,) = verdict(first)["findings"]
            assert (finding["note"], finding["owner"], finding["mode"]) == (
                "chunks split here", "search-team", "lexical-gap",
            )  # fmt: skip

        play(script)

    def test_without_a_finding_it_says_so_before_one_types(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("1", "c")
            assert eyes.screen.prompt.asking is None
            assert "nothing to comment on: 1-9 names a cause first · - goes back" in eyes.status

        play(script, size=(160, 24))

    def test_all_marked_get_the_note(self, play, see, verdict):
        async def script(app, pilot):
            eyes = see(app, pilot)
            first, second = eyes.topics[:2]
            await eyes.press("space", "space", "1", "g", "space", "space", "c")
            assert "note on 2 cases" in eyes.text
            await eyes.type("same fault")
            assert [verdict(one)["findings"][0]["note"] for one in (first, second)] == ["same fault"] * 2

        play(script)
