"""Screen 5: from an export to decisions, undo, the way back, and cases made in the editor."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ragtriage.authoring.draft_lock import DraftLock
from ragtriage.authoring.form_drafts import FormDrafts
from ragtriage.tui.screens.editor import EditorScreen

TOPICS_ASKED = (
    {"id": 1, "question": "How long is an export kept?", "answer": "For ever.", "rating": "down", "user": "u1",
     "comment": "it was gone, ask jane@corp.example"},
    {"id": 2, "question": "how long is an exprot kept", "answer": "For ever!", "rating": "down", "user": "u2"},
    {"id": 3, "question": "Until when can I change my refund?", "answer": "Never.", "rating": "down", "user": "u3"},
    {"id": 4, "question": "Which airflow operator copies a bucket?", "answer": "This.", "rating": "down"},
    {"id": 5, "question": "Where is my invoice?", "answer": "There.", "rating": "up", "comment": "thank you"},
)  # fmt: skip
"""Two ask the same, one asks what a case asks, one is about another product, one praises."""


@pytest.fixture
def export(root: Path) -> Path:
    """An export of complaints beside the workspace."""
    path = root.parent / "feedback.jsonl"
    rows = ({**row, "time": f"2026-11-28T1{row['id']}:00:00Z"} for row in TOPICS_ASKED)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def decisions(root: Path) -> dict[str, str]:
    """The state of each complaint that was decided on, by its question's number in the export."""
    found = {}
    for path in (root / "complaints").glob("*.yaml"):
        found[path.stem] = next(line for line in path.read_text().splitlines() if line.startswith("state:"))[7:]
    return found


async def imported(seen, export: Path) -> None:
    await seen.press("f5", "colon")
    await seen.type(f"import {export}")


def asked(seen) -> list[str]:
    return [row.question for row in seen.screen.table.every]


class TestTheInbox:
    def test_an_empty_one_says_how_to_fill_it(self, play, see):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f5")
            assert "ragtriage complaints import FILE" in seen.text
            await seen.press("a", "r", "equals_sign", "s", "1")
            assert "there is no complaint here" in seen.status

        play(script)

    def test_an_import_from_the_screen_folds_counts_and_strikes(self, play, see, export):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            assert "5 new, 0 there already, 1 struck out" in seen.status
            assert asked(seen) == [TOPICS_ASKED[n]["question"] for n in (0, 2, 3)]
            assert "3 to decide · praise 1 kept apart" in seen.lines[1]
            assert "2×" in seen.row(0) and "= Until when" in seen.row(1)
            told = await seen.story()
            assert "[e-mail]" in told and "Asked by 2 people" in told
            await seen.press("colon")
            await seen.type("import nowhere.csv")
            assert "cannot be read" in seen.status

        play(script, size=(120, 40))

    def test_what_the_corpus_lacks_and_what_a_case_asks_stand_on_top(self, play, see, export):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            await seen.press("G")
            first, *_ = (await seen.story()).split("Asked")
            assert "✗ No sentence of the corpus is about it" in first or "✗ Probably answered nowhere" in first
            await seen.press("k")
            told = " ".join((await seen.story()).split())
            assert "refund/until-when-can-it-be-changed asks the same ~ passes in 1 of 2" in told
            assert "✓? large passes" in told and "✗ small fails" in told

        play(script, size=(120, 40))


class TestDeciding:
    def test_a_rejection_holds_for_all_who_asked_and_goes_on_and_is_undone(self, play, see, export, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            first = seen.case_id
            await seen.press("r")
            assert "reject 2 complaints reason:" in seen.text
            await seen.type("kept apart")
            assert sorted(decisions(root).values()) == ["rejected", "rejected"]
            assert "rejected, 2 complaints" in seen.status
            assert seen.case_id != first and "rejected" in seen.row(0) and "2 to decide" in seen.lines[1]
            await seen.press("k", "r")
            assert "rejected, by mira: :reopen takes it back" in seen.status
            await seen.press("u")
            assert decisions(root) == {} and seen.case_id == first and "3 to decide" in seen.lines[1]
            await seen.press("U")
            assert len(decisions(root)) == 2

        play(script)

    def test_the_order_holds_until_judge_and_undo_brings_a_row_back_that_left(self, play, see, export, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            first = seen.case_id
            await seen.press("r", "enter")
            assert first in seen.screen.rows
            await seen.press("colon")
            await seen.type("judge")
            await seen.until(lambda: first not in seen.screen.rows)
            await seen.press("u")
            await seen.until(lambda: seen.case_id == first)
            assert "3 to decide" in seen.lines[1]

        play(script)

    def test_the_nearest_case_is_offered_and_another_name_is_checked(self, play, see, export, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            await seen.press("j", "equals_sign")
            assert "duplicate of refund/until-when-can-it-be-changed" in seen.text
            await seen.press("enter")
            assert list(decisions(root).values()) == ["duplicate"]
            await seen.press("equals_sign")
            await seen.type("refnd/until-when-can-it-be-changed")
            assert "no case and no complaint" in seen.text and seen.screen.prompt.asking == "duplicate"
            await seen.press("escape")
            assert len(decisions(root)) == 1

        play(script)

    def test_a_snooze_is_until_monday_and_counted(self, play, see, export, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            await seen.press("s", "enter")
            assert "snoozed until 2026-12-07, 2 complaints" in seen.status and "2 snoozed" in seen.lines[1]
            await seen.press("k", "r", "enter")
            assert set(decisions(root).values()) == {"rejected"}

        play(script)

    def test_a_digit_makes_the_case_that_must_be_declined_for_all_marked(self, play, see, export, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            await seen.press("space", "space", "space", "r")
            assert "reject 3? (4 complaints) reason:" in seen.text
            await seen.press("escape", "1")
            assert "3 cases: not in corpus, 4 complaints" in seen.status
            assert "nothing is left to decide" in seen.status
            assert sorted(decisions(root).values()) == ["converted"] * 3 + ["duplicate"]
            case = app.workspace.cases.get("airflow-operator-copies-bucket")
            assert (case.status, case.answerable, case.unanswerable_because) == ("active", False, "not_in_corpus")
            await seen.press("u")
            assert decisions(root) == {} and "airflow-operator-copies-bucket" not in app.workspace.cases.ids()

        play(script)

    def test_a_filter_and_marks_decide_many_at_once(self, play, see, export, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            await seen.press("slash")
            await seen.type("airflow")
            await seen.press("asterisk", "r")
            await seen.type("another product")
            assert list(decisions(root).values()) == ["rejected"] and "nothing here is left" in seen.status
            await seen.press("enter", "w")
            assert "1 decided" in seen.lines[1] and "rejected" in seen.text

        play(script)

    def test_reopen_takes_back_what_another_session_decided(self, play, see, export, root):
        async def decide(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            await seen.press("r", "enter")

        async def reopen(app, pilot):
            seen = see(app, pilot)
            await seen.press("f5")
            assert "2 to decide" in seen.lines[1]
            await seen.press("w")
            assert "1 decided" in seen.lines[1]
            assert "rejected  mira on 2026-11-30" in await seen.story()
            await seen.press("colon")
            await seen.type("reopen")
            assert decisions(root) == {}
            await seen.press("w", "w")
            assert "3 to decide" in seen.lines[1]

        play(decide)
        play(reopen, size=(120, 40))


class TestTheWayBack:
    def test_it_shows_what_passes_then_and_now_and_decides_nothing(self, play, see, export, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            await seen.press("j", "equals_sign", "enter", "w", "w")
            assert "the way back:" in seen.lines[1] and "refund/until-w" in seen.row(0)
            assert "changed" in seen.row(0)
            told = await seen.story()
            assert "Answered now" in told and "Answered then" in told and "Never." in told
            await seen.press("r")
            assert "w goes back to what waits" in seen.status
            assert app.screen.current_case() == "refund/until-when-can-it-be-changed"
            await seen.press("w")
            assert "2 to decide" in seen.lines[1]

        play(script, size=(120, 40))


class TestAccepting:
    def test_the_editor_makes_the_case_and_decides_for_all_who_asked(self, play, see, export, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            first = seen.case_id
            await seen.press("a")
            form = app.screen.form
            assert form.case.question == TOPICS_ASKED[0]["question"] and form.case.status == "draft"
            await pilot.press("ctrl+s")
            await seen.until(lambda: app.screen is app.screen_stack[0])
            assert sorted(decisions(root).values()) == ["converted", "duplicate"]
            assert "case long-export-kept, 2 complaints" in seen.status and seen.case_id != first
            await seen.press("u")
            assert decisions(root) == {} and seen.case_id == first
            assert "long-export-kept" not in app.workspace.cases.ids()

        play(script)

    def test_a_draft_that_was_left_is_marked_and_gone_on_with(self, play, see, export, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            await seen.press("a")
            form = app.screen.form
            app.screen.draft.keep(replace(form, case=replace(form.case, intent="keep")))
            await pilot.press("q", "q")
            await seen.until(lambda: app.screen is app.screen_stack[0])
            await seen.press("g")
            assert "draft" in seen.row(0)
            await seen.press("a")
            assert app.screen.form.case.intent == "keep"

        play(script)

    def test_a_draft_that_another_session_has_open_leaves_this_one_where_it_was(self, play, see, export, root):
        async def dropped(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            await seen.press("a", "a")

        async def back(app, pilot):
            seen = see(app, pilot)
            await seen.until(lambda: isinstance(app.screen, EditorScreen))
            assert app.current_mode == "complaints"

        async def beside(app, pilot):
            await see(app, pilot).press("j")
            assert app.current_mode == "triage" and app.screen is app.screen_stack[0]

        play(dropped)
        play(back)
        drafts = FormDrafts(root / ".ragtriage")
        (draft,) = drafts.all()
        hold = DraftLock.on(drafts.path(draft.origin))
        assert hold is not None
        play(beside)
        hold.release()

    @pytest.mark.parametrize("decided", [True, False], ids=["all written", "only the case written"])
    def test_a_process_that_ends_while_saving_leads_to_no_second_case(
        self, play, see, export, root, monkeypatch, decided
    ):
        async def killed(app, pilot):
            seen = see(app, pilot)
            await imported(seen, export)
            await seen.press("a")
            await seen.press("tab", *"jj", "enter", *"For a month.", "enter", "ctrl+s")
            await seen.until(lambda: app.screen is app.screen_stack[0])

        async def back(app, pilot):
            seen = see(app, pilot)
            if not decided:
                await seen.until(lambda: isinstance(app.screen, EditorScreen))
                await pilot.press("ctrl+s")
            await seen.until(lambda: app.screen is app.screen_stack[0])

        with monkeypatch.context() as patched:
            patched.setattr(FormDrafts, "drop", lambda *_: None)
            play(killed)
        if not decided:
            for path in (root / "complaints").glob("*.yaml"):
                path.unlink()
        many = len([*(root / "cases").rglob("*.yaml")])
        play(back)
        assert sorted(decisions(root).values()) == ["converted", "duplicate"]
        assert len([*(root / "cases").rglob("*.yaml")]) == many
        assert not [*(root / ".ragtriage/drafts/forms").glob("*.json")]
