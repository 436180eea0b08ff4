"""The Cases screen: what the golden set covers, which cases are twins, and one change on many cases."""

import pytest

from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case
from ragtriage.tui.parts import bulk_changes


@pytest.fixture
def twin(root):
    """A case that asks what refund/… asks, and says that nothing answers it; a draft beside it."""
    for case in (
        Case("refund/again", "Until when can I change my refund?", False, "not_in_corpus", tags=("refund",)),
        Case("zoo/later", "Do you take animals?", False, "out_of_scope", status="draft"),
    ):
        path = root / f"cases/{case.id}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(canonical_text(case))


class TestCoverage:
    def test_gaps_stand_on_top_and_say_what_is_missing(self, play, see, twin):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "w")
            assert "Coverage · ✓ by code in small · " in eyes.text and "9 active" in eyes.text
            assert eyes.row(0).split("~")[1].strip() == "no case needs several documents"
            assert "tag" not in eyes.row(0)
            assert "fail in other ways" in await eyes.story()

        play(script)

    def test_enter_shows_the_cases_behind_a_line_and_w_comes_back_to_it(self, play, see, twin):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "w")
            eyes.screen.list.move_to("answer: to decline")
            assert "refund/again" in await eyes.story()
            await eyes.press("enter")
            assert "/status:active answerable:false  1 of 10" in eyes.text
            assert eyes.case_id == "refund/again" and "not in corpus" in await eyes.story()
            await eyes.press("w")
            assert eyes.case_id == "answer: to decline"
            await eyes.press("escape")
            assert "/status:active answerable:false" in eyes.text  # as it was left
            await eyes.press("escape")
            assert len(eyes.topics) == 10

        play(script)

    def test_a_gap_without_cases_says_so(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "w", "g")
            assert "no unanswerable case" in eyes.case_id
            assert "(enter open)" in eyes.footer
            await eyes.press("enter")
            assert "no case to show" in eyes.status
            await eyes.press("e", "E", "t", "f", "space", "*", "y")  # nothing of this is for a line
            assert not eyes.screen.list.marked and not eyes.screen.prompt.asking
            assert app.clipboard == "no unanswerable case: refusals are not tested"

        play(script)

    def test_lines_are_filtered_by_words_and_apart_from_cases(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "/")
            await eyes.type("tag:odd")
            await eyes.press("w", "/")
            await eyes.type("tag:")
            assert "needs a value" in eyes.status
            await eyes.press("/")
            await eyes.type('"tag: refund"')
            assert list(eyes.screen.rows) == ["tag: refund"]
            await eyes.press("escape", "escape")
            assert str(eyes.screen.filter) == "tag:odd" and len(eyes.topics) == 2

        play(script)

    def test_what_is_written_is_counted_anew(self, play, see, root, twin):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2")
            eyes.screen.go("zoo/later")
            await eyes.press("f")
            await eyes.type("active")
            await eyes.press("w")
            assert "10 active" in eyes.text and "draft" not in eyes.text
            await eyes.press("u")
            await eyes.until(lambda: "9 active" in eyes.text)

        play(script)


class TestDuplicates:
    def test_a_pair_that_contradicts_itself_is_told_with_both_sides(self, play, see, twin):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "w", "w")
            assert "Duplicates · 1 pair · 1 labelled otherwise" in eyes.text
            story = await eyes.story()
            assert "✗ one is answerable, the other is not" in story
            assert "to be declined: not in corpus" in story
            await eyes.press("enter")
            assert eyes.case_id == "refund/again"
            assert "n goes on to refund/until-when" in eyes.status
            await eyes.press("n")
            assert eyes.case_id == "refund/until-when-can-it-be-changed"

        play(script)

    def test_without_any_it_says_so_and_w_goes_round(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "w", "w")
            assert "No two cases ask nearly the same." in eyes.text
            await eyes.press("enter", "e", "y")
            await eyes.press("w")
            assert "8 cases" in eyes.text

        play(script)


class TestBulk:
    def test_tags_of_all_marked_are_one_write_and_one_undo(self, play, see, root):
        before = {path: path.read_bytes() for path in (root / "cases").rglob("*.yaml")}

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "*", "t")
            assert "tags of 8 cases:" in eyes.text
            await eyes.type("+odd -refund")
            assert "6 cases: +odd -refund; 2 of 8 had it already" in eyes.status
            tags = {one: app.workspace.cases.get(one).tags for one in app.workspace.cases.ids()}
            assert all("odd" in some and "refund" not in some for some in tags.values())
            await eyes.press("u")
            assert {path: path.read_bytes() for path in before} == before
            await eyes.press("U")
            assert {path: path.read_bytes() for path in before} != before

        play(script)

    def test_one_without_marks_and_by_name(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "g", ":")
            await eyes.type('tag +"two words"')
            assert app.workspace.cases.get(eyes.case_id).tags == ("calendar", "odd", "two words")
            await eyes.press(":")
            await eyes.type("status ret")
            assert "retired" in eyes.status and app.workspace.cases.get(eyes.case_id).status == "retired"
            await eyes.press("f")
            await eyes.type("retired")
            assert "nothing happened" in eyes.status

        play(script)

    def test_what_cannot_be_meant_is_asked_again_with_what_was_typed(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "t")
            await eyes.type("+")
            assert eyes.screen.prompt.asking == "tag" and "`+` is no tag" in eyes.text
            await eyes.press("escape", "f")
            await eyes.type("done")
            assert eyes.screen.prompt.asking == "status"
            await eyes.press("escape")

        play(script)

    def test_tags_are_offered_to_remove_only_where_they_are(self, play, see):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "g", "t")
            offered = eyes.screen.bulk.tags_offered
            assert "+refund" in offered("+re") and offered("+odd -re") == []
            assert offered("-") == ["-calendar", "-odd"]
            await eyes.press("escape")

        play(script)

    @pytest.mark.parametrize("at_once", [40, 2])
    def test_a_file_that_someone_changed_refuses_all_and_is_named(self, play, see, root, monkeypatch, at_once):
        monkeypatch.setattr(bulk_changes, "AT_ONCE", at_once)
        changed = root / "cases/holiday/until-when-can-it-be-changed.yaml"
        other = root / "cases/refund/until-when-can-it-be-changed.yaml"

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2")
            changed.write_text(changed.read_text() + "notes: mine\n")
            before = other.read_bytes()
            await eyes.press("*", "t")
            await eyes.type("+new")
            assert "changed by someone else" in eyes.status and "holiday" in eyes.screen.status.text
            assert other.read_bytes() == before
            await eyes.press("t")
            await eyes.type("+new")  # having seen it
            assert "8 cases: +new" in eyes.status
            assert "notes: mine" in changed.read_text()

        play(script, size=(160, 40))

    def test_many_are_written_behind_the_screen_and_undone_there(self, play, see, root, monkeypatch):
        monkeypatch.setattr(bulk_changes, "AT_ONCE", 2)
        before = {path: path.read_bytes() for path in (root / "cases").rglob("*.yaml")}

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "*", "f")
            await eyes.type("draft")
            assert "8 cases: draft" in eyes.status
            assert {row.status for row in eyes.screen.rows.values()} == {"draft"}
            await eyes.press("u")
            assert "undone: 8 cases: draft" in eyes.status
            assert {path: path.read_bytes() for path in before} == before
            assert {row.status for row in eyes.screen.rows.values()} == {"active"}
            await eyes.press("U")
            assert "done again: 8 cases: draft" in eyes.status

        play(script)

    def test_a_file_that_is_no_case_refuses_all(self, play, see, root):
        (root / "cases/broken.yaml").write_text("question: [")

        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f2", "*", "t")
            await eyes.type("+new")
            assert eyes.status.startswith("✗") and "broken.yaml" in eyes.screen.status.text
            assert not app.workspace.history.can_undo

        play(script, size=(160, 40))
