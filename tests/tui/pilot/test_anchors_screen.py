"""Screen 3: looking at quotes that changed, accepting, rejecting, moving edges, and the move to a newer snapshot."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.corpus.document import Document
from ragtriage.settings import read_settings
from ragtriage.workspace import Workspace

QUOTES = ("cancel", "export", "fax", "plans", "seats", "tool")


@pytest.fixture
def root(anchored: Path) -> Path:
    """A golden set judged against `two`, though most of it was taken from `one`; a run answers all but `fax`."""
    return anchored


def quote_of(root: Path, case_id: str) -> str:
    return (root / "cases" / f"{case_id}.yaml").read_text()


def with_answer(root: Path) -> None:
    """An answer and a nugget beside the quote whose meaning changed."""
    path = root / "cases/cancel.yaml"
    path.write_text(path.read_text() + "reference_answer: Within 14 days.\nnuggets:\n  - {text: 14 days}\n")


class TestTheQueue:
    def test_it_lists_by_kind_what_wants_a_look_and_what_a_key_may_write(self, play, see):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3")
            rows = [(key, app.screen.listing.items[key].anchor.state) for key in app.screen.rows]
            assert rows == [
                ("cancel 1", "meaning_changed"), ("plans 1", "ambiguous"), ("seats 1", "moved"), ("tool 1", "reworded"),
                ("export 1", "renamed"), ("fax 1", "lost"),
            ]  # fmt: skip
            assert "meaning changed" in seen.row(0) and "6 to look at" in seen.lines[1]

        play(script)

    def test_where_all_is_well_it_says_so(self, play, see, root):
        (root / "ragtriage.yaml").write_text("snapshot: one\n")

        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3")
            assert "Every quote stands where it should." in seen.text
            assert "There is a newer snapshot, two: m moves to it." in seen.text
            await seen.press("a", "r", "greater_than_sign", "6", "A")
            assert "Every quote stands where it should." in seen.text

        play(script)

    def test_without_a_snapshot_it_says_what_to_do(self, play, see, root):
        (root / "ragtriage.yaml").write_text("# none\n")

        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3")
            assert "ragtriage.yaml names no snapshot." in seen.text

        play(script)

    def test_the_story_shows_the_difference_now_and_before(self, play, see):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3")
            told = await seen.story()
            assert "You may cancel within [-14-]{+30+} (number) days of purchase." in told
            assert "Now, in two" in told and "About terms" in told
            assert "Before, in one" in told

        play(script, size=(120, 40))


class TestAccepting:
    def test_a_key_writes_the_words_goes_on_and_is_undone(self, play, see, root):
        before = quote_of(root, "cancel")

        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "a")
            assert quote_of(root, "cancel") == before.replace("14 days", "30 days")
            assert seen.case_id == "plans 1"
            assert "✓ accepted" in seen.row(0) and "1 done" in seen.lines[1]
            await seen.press("u")
            assert quote_of(root, "cancel") == before
            assert seen.case_id == "cancel 1" and "meaning changed" in seen.row(0)
            await seen.press("U")
            assert "✓ accepted" in seen.row(0)
            await seen.press("g", "a")
            assert "accepted already" in seen.status

        play(script)

    @pytest.mark.parametrize("size", [(80, 24), (120, 40)])
    def test_a_changed_meaning_goes_on_to_the_answer_and_the_nuggets(self, play, see, root, size):
        with_answer(root)
        before = quote_of(root, "cancel")

        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "a")
            assert seen.case_id == "cancel 1" and "check answer" in seen.row(0) and "done" not in seen.lines[1]
            assert "0 still right · e edit" in seen.status
            for words in ("[-14-]{+30+}", "Within [14] days.", "vital  [14] days"):
                assert words in seen.text
            await seen.press("a")
            assert "was accepted" in seen.status
            await seen.press("0")
            assert "recheck" not in quote_of(root, "cancel") and "30 days of purchase" in quote_of(root, "cancel")
            assert seen.case_id == "plans 1" and "✓ accepted" in seen.row(0)
            await seen.press("u")
            assert seen.case_id == "cancel 1" and "check answer" in seen.row(0)
            await seen.press("u")
            assert quote_of(root, "cancel") == before and "meaning changed" in seen.row(0)

        play(script, size=size)

    def test_what_is_open_is_listed_first_in_a_later_session_and_in_a_clone(self, play, see, root, opened):
        with_answer(root)
        with opened() as workspace:
            workspace.refresh()
            workspace.do(workspace.mover.plan("two", ["cancel"]).write)
        (root / ".ragtriage" / "index.db").unlink()

        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "g")
            assert seen.case_id == "cancel 1" and "check answer" in seen.row(0)
            assert "Within [14] days." in seen.text
            await seen.press("0")
            assert "✓ accepted" in seen.row(0) and seen.case_id == "plans 1"

        play(script, size=(120, 40))

    def test_editing_the_answer_leaves_the_nuggets_to_be_looked_at(self, play, see, root):
        with_answer(root)

        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "a", "e")
            assert app.screen.rows.row.path == "reference_answer"
            await seen.press("enter")
            await pilot.pause()
            await seen.press("end", "!", "enter", "ctrl+s")
            assert seen.case_id == "cancel 1" and "check answer" in seen.row(0)
            assert "the nuggets not looked at yet: 0 still right · e edit" in seen.status
            assert "recheck:\n      - nuggets\n" in quote_of(root, "cancel")
            assert "Within 14 days.!  looked at" in seen.text.replace("[14]", "14")
            await seen.press("e")
            assert app.screen.rows.row.path == "nuggets[0]"
            await seen.press("escape", "0")
            assert "recheck" not in quote_of(root, "cancel") and seen.case_id == "plans 1"

        play(script, size=(120, 40))

    def test_marked_ones_are_said_to_be_right_together_and_nothing_open_is_refused(self, play, see, root):
        with_answer(root)

        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "0")
            assert "accepted saying something else" in seen.status
            await seen.press("a", "asterisk", "0")
            assert "recheck" not in quote_of(root, "cancel")

        play(script)

    def test_a_quote_with_other_lines_inside_is_refused_and_nothing_is_written(self, play, see, root):
        footer = "Helpdesk Manual · Release 2026.11 · Page 1"
        with Workspace(root, read_settings(root)) as workspace:
            page = workspace.snapshots.texts("two", ["terms"])["terms"].replace(
                "within 30", f"within\n\n{footer}\n\n**14"
            )
            page = page.replace("of purchase.", "of purchase**.")
            documents = [Document("terms", "Terms", page)]
            workspace.snapshots.add("three", documents, source="t", extractor="t", created="2026-03-01T00:00:00Z")
        for path in (root / "cases").glob("*"):
            if path.stem != "cancel":
                path.unlink()
        (root / "ragtriage.yaml").write_text("snapshot: three\n")
        before = quote_of(root, "cancel")

        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "a")
            assert app.screen.listing.choice("cancel 1").spot.gaps
            assert "other lines stand inside the words" in seen.status and "< or } shorten the quote" in seen.status
            assert quote_of(root, "cancel") == before
            assert "meaning changed" in seen.row(0) and "1 to look at" in seen.lines[1]

        play(script, size=(160, 40))

    def test_another_place_is_chosen_and_written_as_the_document_it_is_in(self, play, see, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "j")
            assert seen.case_id == "plans 1"
            first = app.screen.listing.choice("plans 1").spot.doc_id
            await seen.press("right_square_bracket")
            second = app.screen.listing.choice("plans 1").spot.doc_id
            assert {first, second} == {"prices/large", "prices/old"}
            assert "place 2 of 2" in seen.status
            await seen.press("a")
            assert f"doc_id: {second}" in quote_of(root, "plans")
            assert seen.case_id == "seats 1"

        play(script)

    def test_edges_move_and_what_they_hold_is_written(self, play, see, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "j", "j", "j")
            assert seen.case_id == "tool 1"
            await seen.press("greater_than_sign", "greater_than_sign", "right_curly_bracket")
            assert "the command-line tool to export. It is" in " ".join((await seen.story()).split())
            await seen.press("a")
            assert "quote: the command-line tool to export. It is\n" in quote_of(root, "tool")

        play(script)

    def test_what_is_lost_has_nothing_to_accept(self, play, see, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "G", "a")
            assert "the quote is lost: 6 label, 7 gap" in seen.status
            await seen.press("greater_than_sign")
            assert "no edge to move" in seen.status

        play(script)

    def test_only_the_same_words_are_accepted_in_bulk(self, play, see, root):
        before = {case_id: quote_of(root, case_id) for case_id in QUOTES}

        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "A")
            assert "nothing is marked" in seen.status
            await seen.press("*", "A")
            changed = {case_id for case_id in QUOTES if quote_of(root, case_id) != before[case_id]}
            assert changed == {"seats", "export"}  # moved with the same words; renamed
            assert "2 accepted, 4 not" in seen.status
            await seen.press("u")
            assert {case_id: quote_of(root, case_id) for case_id in QUOTES} == before
            await seen.press("g", "space", "A")
            assert "none of the 1 marked says the same" in seen.status

        play(script)

    def test_a_case_that_someone_else_changed_is_not_overwritten(self, play, see, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3")
            path = root / "cases/cancel.yaml"
            path.write_text(path.read_text().replace("within 14", "up to 14"))
            theirs = path.read_text()
            await seen.press("a")
            assert "changed by someone else" in seen.status
            assert path.read_text() == theirs

        play(script)


class TestLost:
    def test_rejecting_goes_through_the_places_until_the_quote_is_lost_and_undo_takes_it_back(self, play, see, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "j", "r")
            assert "rejected, 1 left" in seen.status
            await seen.press("r")
            assert "the quote is lost" in seen.status and app.screen.listing.choice("plans 1").spot is None
            assert "nothing else is left: 6 label or 7 gap says so for good" in seen.status
            assert seen.case_id == "plans 1" and seen.row(1).lstrip("▌ ").startswith("lost ")
            await seen.press("r")
            assert "nothing to reject" in seen.status
            await seen.press("u")
            assert "undone: a place was rejected" in seen.status
            assert len(app.screen.listing.choice("plans 1").left) == 1
            assert seen.case_id == "plans 1" and seen.row(1).lstrip("▌ ").startswith("ambiguous")
            await seen.press("u", "u")
            assert "nothing was changed in this session" in seen.status

        play(script, size=(160, 40))

    def test_a_lost_quote_goes_to_gap_review_as_a_verdict(self, play, see, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "j", "r", "r", "7")
            [verdict] = list((root / "triage").rglob("plans--mira.yaml"))
            assert "cause: corpus_gap" in verdict.read_text()
            assert seen.case_id == "seats 1"
            assert "✓ corpus gap" in seen.text
            await seen.press("u")
            assert not verdict.exists() and "✓ corpus gap" not in seen.text
            assert seen.case_id == "plans 1"
            await seen.press("G", "U")
            assert verdict.exists() and seen.case_id == "plans 1"

        play(script)

    def test_a_case_that_no_run_answers_is_refused_with_the_reason(self, play, see, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "G", "6")
            assert "fax is not in triage: two has no run that answers it" in seen.status
            assert not (root / "triage").exists()

        play(script, size=(120, 40))


class TestMoving:
    @pytest.fixture(autouse=True)
    def at_one(self, root):
        (root / "ragtriage.yaml").write_text("snapshot: one   # ours\nruns: {max_age_days: 100000}\n")

    def test_the_golden_set_moves_after_its_diff_was_shown(self, play, see, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            await seen.press("f3", "m")
            assert "Move the golden set to two?" in seen.text
            assert "-snapshot: one   # ours" in seen.text
            await seen.press("n")
            assert app.screen.listing.snapshot == "one"
            await seen.press("m", "y")
            assert (root / "ragtriage.yaml").read_text().startswith("snapshot: two   # ours\n")
            assert "doc_id: new/exports" in quote_of(root, "export")
            assert [*app.screen.rows] == ["cancel 1", "plans 1", "seats 1", "tool 1", "fax 1"]
            await seen.press("m")
            assert "no snapshot was made after two" in seen.status

        play(script, size=(100, 40))

    def test_a_move_is_undone_in_one_step_on_any_screen(self, play, see, root):
        async def script(app, pilot):
            seen = see(app, pilot)
            before = {path: path.read_bytes() for path in root.rglob("*.yaml")}
            await seen.press("f3", "m", "y", "f2", "u")
            assert {path: path.read_bytes() for path in before} == before
            assert app.workspace.snapshot == "one"
            await seen.press("f3")
            assert "Every quote stands where it should." in seen.text

        play(script)


def test_hostile_words_are_shown_safe_and_written_as_they_are(play, see, root, opened: Callable[..., Workspace]):
    bad = "Press [/red] \x1b]52;c;eA==\x07 and \u202etxet [b]x[/b] in 14 days."
    with Workspace(root, read_settings(root)) as workspace:
        for name, words, made in (("one3", bad, "2026-03-01"), ("two3", bad.replace("14", "30"), "2026-04-01")):
            documents = [Document("odd", "[/] title \x1b[31m", f"# Odd\n\n{words}\n")]
            workspace.snapshots.add(name, documents, source="t", extractor="t", created=f"{made}T00:00:00Z")
    for path in (root / "cases").glob("*"):
        path.unlink()
    case = Case("odd", "[/] odd?", True, evidence=(Evidence((Quote("odd", bad),)),))
    (root / "cases/odd.yaml").write_text(canonical_text(case))
    (root / "ragtriage.yaml").write_text("snapshot: two3\n")

    async def script(app, pilot):
        seen = see(app, pilot)
        await seen.press("f3")
        assert "[-14-]{+30+} (number)" in " ".join(seen.text.split())
        assert not any(char in seen.text for char in "\x1b\x07\u202e")
        await seen.press("less_than_sign", "greater_than_sign", "a")
        assert app.workspace.cases.get("odd").evidence[0].any_of[0].quote == " ".join(bad.replace("14", "30").split())

    play(script, size=(120, 40))


def test_a_case_opens_anchors_at_its_quote_and_goes_back_with_it(play, see):
    async def script(app, pilot):
        seen = see(app, pilot)
        await seen.press("f2")
        while seen.case_id != "seats":
            await seen.press("j")
        await seen.press("f3")
        assert (app.current_mode, seen.case_id) == ("anchors", "seats 1")
        await seen.press("f2")
        assert (app.current_mode, seen.case_id) == ("cases", "seats")

    play(script)
