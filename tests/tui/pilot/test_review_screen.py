"""Review: a colleague's branch, one change at a time; and commits and branches from any list."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ragtriage.settings import read_settings
from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.workspace import Workspace

Git = Callable[..., str]
ID = "until-when-can-it-be-changed"
HOSTILE = "\x1b]52;c;ZXZpbA==\x07 \u202e[/red] \x9b31m"


@pytest.fixture
def git(root: Path, branched: Git) -> Git:
    return branched


def case_file(root: Path, topic: str) -> Path:
    return root / "cases" / topic / f"{ID}.yaml"


def test_a_branch_is_reviewed_from_the_cases_and_q_goes_back(play, see, git):
    async def script(app, pilot):
        seen = see(app, pilot)
        await seen.press("f2", "R")
        assert seen.screen.prompt.asking and "main..HEAD" in seen.lines[-2]
        await seen.press("enter")
        assert app.current_mode == "review" and "main..HEAD" in seen.lines[1]
        kinds = {row.partition("/")[0]: app.screen.listing.changes[row].kind for row in app.screen.rows}
        assert kinds == {
            "calendar": "changed", "export": "deleted", "invoice": "changed", "news": "added", "refund": "changed",
        }  # fmt: skip
        assert "5 changed · 0 approved" in seen.lines[1]
        await seen.press("q")
        assert app.current_mode == "cases"

    play(script)


class TestTheStory:
    def test_it_shows_faults_the_difference_the_quote_in_its_document_and_the_effect(self, play, see, git):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("colon")
            await seen.type("review work")
            seen.screen.go(f"invoice/{ID}")
            await seen.until(lambda: "large" in str(seen.screen.story.story))
            told = " ".join((await seen.story()).split())
            assert "Changed, by jo" in told and "the label changed and nobody has reviewed it" in told
            assert "[-three-]{+two+} (number) days before" in told
            assert "evidence 1 ✗ meaning changed changed" in told
            assert "[-three-]{+two+} (number) days before it takes effect" in told
            assert "small failed → quarantined" in told
            await seen.press("right_square_bracket", "right_square_bracket", "left_square_bracket")

        play(script, size=(120, 60))

    def test_another_screens_story_of_the_same_case_is_not_taken_for_it(self, play, see, git):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("colon")
            await seen.type("review work")
            await seen.press("f2")
            seen.screen.go(app.screen_stack[0].list.cursor_key or "")
            await seen.press("colon")
            await seen.type("review work")
            seen.screen.go(f"refund/{ID}")
            assert "Changed, by jo" in await seen.story()
            app.tell_story(f"refund/{ID}", None)
            await seen.press("k", "j")
            assert "Changed, by jo" in await seen.story()

        play(script)


async def reviewing(app, pilot, see):
    seen = see(app, pilot)
    await seen.press("colon")
    await seen.type("review work")
    return seen


class TestApproving:
    def test_a_key_signs_goes_on_and_is_undone(self, play, see, git, root):
        before = case_file(root, "calendar").read_bytes()

        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            assert seen.here == "calendar"
            await seen.press("a")
            assert seen.status.startswith(f"✓ calendar/{ID}: approved by mira")
            assert case_file(root, "calendar").read_text().endswith("reviewed_by:\n  - mira\n")
            assert seen.here == "invoice" and "1 approved" in seen.lines[1] and "✓" in seen.row(0)
            await seen.press("k", "k", "a")
            assert "you approved it already" in seen.status
            await seen.press("u")
            assert seen.here == "calendar" and "0 approved" in seen.lines[1]

        play(script)
        assert case_file(root, "calendar").read_bytes() == before

    def test_what_still_speaks_against_it_is_said(self, play, see, git):
        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            seen.screen.go(f"invoice/{ID}")
            await seen.press("a")
            assert "approved by mira  ✗ evidence 1 is not in the snapshot" in seen.status

        play(script)

    def test_all_marked_at_once_and_those_without_a_file_are_counted(self, play, see, git, root):
        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            await seen.press("asterisk", "a")
            assert "4 cases approved by mira" in seen.status and "1 not (export" in seen.status
            assert "4 approved" in seen.lines[1] and not seen.screen.list.marked
            await seen.press("u")
            assert "0 approved" in seen.lines[1]

        play(script)
        assert git("status", "--porcelain") == ""

    def test_more_than_a_few_are_worked_out_behind_the_screen(self, play, see, git, root, monkeypatch):
        monkeypatch.setattr("ragtriage.tui.screens.review._AT_ONCE", 0)

        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            await seen.press("asterisk", "a")
            assert "4 cases approved by mira" in seen.status and "4 approved" in seen.lines[1]

        play(script)

    def test_a_branch_that_is_not_checked_out_is_read_only(self, play, see, git):
        git("switch", "-q", "main")

        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            assert "(a approve)" in seen.footer
            await seen.press("a")
            assert seen.status == "✗ not approved: this branch is not checked out here: git switch work"

        play(script)
        assert git("status", "--porcelain") == ""


class TestSaying:
    def test_a_comment_is_on_disk_and_in_the_story_and_a_reject_needs_a_reason(self, play, see, git, root):
        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            await seen.press("c")
            await seen.type("what of the summer?")
            assert "c mira: what of the summer?" in await seen.story()
            assert " c " in seen.row(0)
            await seen.press("r", "enter")
            assert seen.screen.prompt.asking and "say what must change" in seen.lines[-2]
            await seen.type("name the plan")
            assert " r " in seen.row(0) and seen.here == "invoice"  # whoever asked is done with it
            await seen.press("g")
            assert "must change  mira: name the plan" in await seen.story()
            await seen.press("u")
            assert " c " in seen.row(0)
            await seen.press("x")
            assert "comment taken back" in seen.status
            await seen.press("x")
            assert "you said nothing of this case" in seen.status
            await seen.press("u", "c", "escape", "c", "enter")
            assert seen.status == "· no comment"

        play(script)
        with Workspace(root, read_settings(root), reviewer="mira") as workspace:
            assert [one.words for one in workspace.review("work").comments] == ["what of the summer?"]

    def test_nobody_both_approves_and_asks_for_a_change(self, play, see, git, root):
        file = case_file(root, "calendar")

        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            await seen.press("a", "g", "r")
            await seen.type("name the plan")
            assert "change asked for; your approval is taken away" in seen.status
            assert "mira" not in file.read_text() and "0 approved" in seen.lines[1]
            await seen.press("g", "a")
            assert "you asked for a change of it: x takes that back" in seen.status
            await seen.press("x", "a")
            assert "approved by mira" in seen.status
            await seen.press("u", "u", "u")
            assert "1 approved" in seen.lines[1] and "mira" in file.read_text()

        play(script)

    def test_what_is_typed_or_committed_by_anyone_is_drawn_safe(self, play, see, git, root):
        path = case_file(root, "refund")
        path.write_text(path.read_text() + 'notes: "\\e]52;c;ZXZpbA==\\a [/] \\u202e"\n')
        git("-c", f"user.name=jo {HOSTILE}", "commit", "-q", "-am", HOSTILE)
        git("branch", "-q", "w\u202eork")

        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            seen.screen.go(f"refund/{ID}")
            await seen.press("c")
            await seen.type(HOSTILE)
            for text in (await seen.story(), seen.text):
                assert not [char for char in text if char in "\x1b\x07\x9b\u202e"]
            for command in ("review w\u202eork", f"review {HOSTILE}", f"branch {HOSTILE}", "review --x..y"):
                await seen.press("colon")
                await seen.type(command)
                assert not [char for char in seen.text if char in "\x1b\x07\x9b\u202e"]

        play(script)


class TestRanges:
    def test_what_names_nothing_is_said_and_another_is_asked_for(self, play, see, git):
        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            await seen.press("R")
            await seen.press("ctrl+u")
            await seen.type("nosuch")
            assert "names no commit here" in seen.status and "names no commit here" in seen.row(1)
            await seen.press("a", "c", "r", "x", "j", "enter", "y")
            await seen.press("R", "ctrl+u")
            await seen.type("main..main")
            assert "No case changed." in seen.row(1)

        play(script)

    def test_without_git_it_is_said(self, play, see, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            for command in ("review", "commit", "branch x"):
                await seen.press("colon")
                await seen.type(command)
                assert "not in a Git repository" in seen.status

        play(script)

    def test_a_branch_switched_outside_is_seen_when_the_files_are_looked_at_again(self, play, see, git):
        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            git("switch", "-q", "main")
            await seen.press("colon")
            await seen.type("judge")
            await seen.press("a")
            assert seen.status == "✗ not approved: this branch is not checked out here: git switch work"

        play(script)
        assert git("status", "--porcelain") == ""


class TestCommitting:
    def test_it_shows_the_cases_asks_for_the_subject_and_counts_anew(self, play, see, git, root):
        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            await seen.press("a", "colon")
            await seen.type("commit")
            assert isinstance(app.screen, Confirm)
            assert "Commit 1 file to work?" in seen.text and "review by mira added" in seen.text
            await seen.press("y")
            assert seen.screen.prompt.asking == "commit subject"
            await seen.press("ctrl+u")
            await seen.type("Reviewed calendars")
            assert "1 file committed to work as" in seen.status
            assert "work +" not in seen.lines[0]
            await seen.press("a")
            assert "approved by mira" in seen.status

        play(script)
        assert git("log", "-1", "--format=%s") == "Reviewed calendars"

    def test_a_snapshot_that_a_clone_would_lack_is_offered_first(self, play, see, git, root):
        git("rm", "-rq", "--cached", "corpus_snapshots")
        git("commit", "-qm", "without the documents")

        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            for answer, files in (("n", "Commit 1 file to work?"), ("y", "Commit 3 files to work?")):
                await seen.press("a", "colon") if answer == "n" else await seen.press("colon")
                await seen.type("commit")
                assert "Commit the snapshot kb" in seen.text and "nothing to judge against" in seen.text
                await seen.press(answer)
                assert files in seen.text
                await seen.press("n")

        play(script)

    def test_nothing_and_no_are_no_commit(self, play, see, git):
        before = git("rev-parse", "HEAD")

        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            await seen.press("colon")
            await seen.type("commit")
            assert "nothing to commit" in seen.status
            await seen.press("a", "colon")
            await seen.type("commit")
            await seen.press("n")
            assert "not committed" in seen.status
            await seen.press("colon")
            await seen.type("commit Subject from the start")
            await seen.press("y")
            assert "Subject from the start" in seen.lines[-2]
            await seen.press("escape")

        play(script)
        assert git("rev-parse", "HEAD") == before

    def test_a_hook_that_refuses_is_read_and_the_subject_is_not_lost(self, play, see, git, root):
        hook = root / ".git/hooks/commit-msg"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\ngrep -q KB- \"$1\" || { printf 'a ticket \\033[31mis missing\\n'; exit 1; }\n")
        hook.chmod(0o755)

        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            await seen.press("a", "colon")
            await seen.type("commit Reviewed")
            await seen.press("y", "enter")
            assert isinstance(app.screen, Confirm) and "a ticket ␛[31mis missing" in seen.text
            await seen.press("y")
            assert "Reviewed" in seen.lines[-2]
            await seen.press("ctrl+u")
            await seen.type("KB-1 Reviewed")
            assert "committed to work" in seen.status

        play(script)

    def test_a_new_branch_takes_along_what_is_not_committed(self, play, see, git):
        async def script(app, pilot):
            seen = await reviewing(app, pilot, see)
            await seen.press("a", "colon")
            await seen.type("branch reviews/1")
            assert "on the new branch reviews/1" in seen.status
            assert (app.branch, app.uncommitted) == ("reviews/1", "1 case not committed")
            await seen.press("colon")
            await seen.type("branch a b")
            assert "cannot be the name of a branch" in seen.status

        play(script)
        assert git("branch", "--show-current") == "reviews/1"


def test_the_command_opens_on_the_review_and_q_leaves(opened, see, git):
    import asyncio

    async def session():
        app = RagtriageApp(opened(), review="")
        async with app.run_test(size=(80, 24)) as pilot:
            seen = see(app, pilot)
            await seen.press("j")
            await seen.until(lambda: bool(seen.screen.rows))
            assert "main..HEAD" in seen.lines[1] and "q quit" in seen.footer
            await pilot.press("q")
        return app

    assert asyncio.run(session()).return_code in (0, None)
