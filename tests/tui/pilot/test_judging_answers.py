"""Judging answers on the screens: `0`, a digit on an answer that passes, and the passing answers drawn to be read."""

import pytest
import yaml


@pytest.fixture
def said(root):
    """What a reviewer says of the answers to a topic's case: label by label."""

    def read(topic, reviewer="mira"):
        found = list((root / "labels" / topic).glob(f"*--{reviewer}.yaml"))
        return [one["label"] for one in yaml.safe_load(found[0].read_text())["labels"]] if found else []

    return read


async def to_audit(eyes, size=""):
    """`large` passes four cases: refund, calendar, waitlist and two-step."""
    await eyes.press(":")
    await eyes.type("config large")
    await eyes.press(":")
    await eyes.type(f"audit {size}".strip())


class TestAudit:
    def test_it_lists_passing_answers_and_steps_through_them_with_0_and_digits(self, play, see, said):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await to_audit(eyes)
            assert sorted(eyes.topics) == ["calendar", "refund", "two-step", "waitlist"]
            first, second, third, _ = drawn = eyes.topics
            assert "seed 2026-W49: 0 of 4 passes judged" in eyes.text
            await eyes.press("0")
            assert (said(first), eyes.here) == (["right"], second)
            await eyes.press("3")
            assert (said(second), eyes.here) == (["wrong"], third)
            assert eyes.status.startswith(f"✓ {second}/until-when-can-it-be-changed: wrong, generation")
            assert eyes.topics == drawn
            assert "2 of 4" in eyes.text

        play(script, size=(120, 40))

    def test_undo_takes_it_back_and_goes_back_to_it(self, play, see, said, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await to_audit(eyes, 2)
            first = eyes.here
            assert len(eyes.topics) == 2
            await eyes.press("3", "u")
            assert (said(first), eyes.here) == ([], first)
            assert not list((root / "triage").rglob("*.yaml"))
            assert "0 of 2 passes judged" in eyes.text
            await eyes.press("U")
            assert said(first) == ["wrong"]

        play(script, size=(120, 40))

    def test_escape_goes_back_to_the_queue(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await to_audit(eyes)
            await eyes.press("escape")
            assert "two-step" not in eyes.topics
            assert "undecided" in eyes.screen.list.heading

        play(script)

    def test_a_number_that_is_none_is_asked_again(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            for size in ("0", "many", "-3", "99999999999999999999"):
                await eyes.press(":")
                await eyes.type(f"audit {size}")
                assert "name a number of answers" in eyes.text
                await eyes.press("escape")

        play(script)

    def test_it_opens_from_cases_and_where_nothing_passes_it_says_so(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", ":")
            await eyes.type("config small")
            await eyes.press(":")
            await eyes.type("audit")
            assert app.current_mode == "triage"
            assert "no answer passes" in eyes.status

        play(script)


class TestTheKeys:
    def test_0_on_cases_says_right_and_again_takes_it_back(self, play, see, said):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", ":")
            await eyes.type("config large")
            await eyes.press("/")
            await eyes.type("passes:large")
            first = eyes.here
            assert "✓? passes" in eyes.text
            await eyes.press("0")
            assert said(first) == ["right"]
            assert "✓✓ right" in eyes.text
            eyes.screen.list.move_to(f"{first}/until-when-can-it-be-changed")
            await eyes.press("0")
            assert said(first) == []
            assert "right taken back" in eyes.status

        play(script, size=(120, 40))

    def test_a_digit_on_cases_fails_the_case_and_the_story_says_who_says_so(self, play, see, said):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", ":")
            await eyes.type("config large")
            await eyes.press("/")
            await eyes.type("passes:large")
            first = eyes.here
            await eyes.press("4")
            assert said(first) == ["wrong"]
            eyes.screen.list.move_to(f"{first}/until-when-can-it-be-changed")
            await eyes.until(lambda: "wrong, says mira" in eyes.text)
            assert "✗  fails" in eyes.text

        play(script, size=(120, 40))

    def test_all_marked_are_judged_at_once(self, play, see, said):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await to_audit(eyes)
            topics = eyes.topics
            await eyes.press("*", "0")
            assert [said(topic) for topic in topics] == [["right"]] * 4

        play(script)

    def test_on_coverage_and_duplicates_the_keys_say_why_they_do_nothing(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "w", "0")
            assert "these are no cases" in eyes.status
            await eyes.press("3")
            assert "these are no cases" in eyes.status
            assert not (root / "labels").exists()

        play(script)

    def test_a_damaged_file_of_labels_is_told_and_what_was_pressed_says_that_nothing_was_written(
        self, play, see, root, said
    ):
        path = root / "labels/refund/until-when-can-it-be-changed--mira.yaml"
        path.parent.mkdir(parents=True)
        path.write_text("case: [")

        async def script(app, pilot):
            eyes = see(app, pilot)
            assert "1 problem" in eyes.text
            await to_audit(eyes)
            eyes.screen.list.move_to("refund/until-when-can-it-be-changed")
            await eyes.press("0")
            assert "cannot be read" in eyes.status or "YAML" in eyes.status
            assert path.read_text() == "case: ["

        play(script, size=(120, 40))


class TestPasses:
    def test_a_pass_says_that_its_answer_is_not_judged(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await to_audit(eyes)
            await eyes.until(lambda: "answer not judged" in eyes.text)
            assert "evidence in the prompt, not refused" in eyes.text
            assert "not judged" in eyes.text

        play(script, size=(140, 40))

    def test_a_colleagues_word_that_comes_with_git_pull_is_seen_on_judge(self, play, see, opened):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await to_audit(eyes)
            jo = opened("jo")
            jo.refresh()
            jo.triage.decide(["refund/until-when-can-it-be-changed"], "generation", configuration="large")
            await eyes.press(":")
            await eyes.type("judge")
            eyes.screen.list.move_to("refund/until-when-can-it-be-changed")
            await eyes.until(lambda: "wrong, says jo" in eyes.text)
            await eyes.press("0")
            eyes.screen.list.move_to("refund/until-when-can-it-be-changed")
            await eyes.until(lambda: "disputed: right, says mira; wrong, says jo" in " ".join(eyes.text.split()))

        play(script, size=(200, 40))
