"""The case editor by keyboard at 80x24: evidence picked, nuggets confirmed, drafts that outlive what happens."""

import asyncio
import errno
from dataclasses import replace

import pytest
from textual import events

from ragtriage.authoring.form import Origin
from ragtriage.authoring.form_drafts import FormDrafts
from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case, Evidence, Nugget, Quote
from ragtriage.corpus.document import Document
from ragtriage.settings import read_settings
from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.parts.editor.saving import FormSaving
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.screens.editor import EditorScreen
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.workspace import Workspace

FRESH = Case(
    "fresh", "How many days before does a refund have to be changed, until it takes effect?", True, status="draft"
)
ANSWER = "Up to three days before it takes effect. Support helps after that."
DAYS = "A refund can be changed up to three days before it takes effect."
HELP = "After that, ask support."


@pytest.fixture
def fresh(root):
    """The file of a case that is only a question."""
    path = root / "cases/fresh.yaml"
    path.write_text(canonical_text(FRESH))
    return path


class Hand:
    """A person at the editor, who counts the keys."""

    def __init__(self, eyes):
        self.eyes, self.app, self.pilot = eyes, eyes.app, eyes.pilot
        self.keys = 0

    @property
    def editor(self) -> EditorScreen:
        assert isinstance(self.app.screen, EditorScreen), self.eyes.text
        return self.app.screen

    @property
    def case(self) -> Case:
        return self.editor.form.case

    @property
    def status(self) -> str:
        return self.app.screen.status.text.strip()

    async def open(self, case_id="fresh"):
        await self.press("f2")
        self.app.screen.list.move_to(case_id)
        await self.press("e")
        await self.eyes.until(lambda: self.editor.hits.rows and self.editor.remarks.form is not None)
        self.keys = 1

    async def press(self, *keys):
        self.keys += len(keys)
        await self.eyes.press(*keys)

    async def words(self, text):
        """Typed or pasted; counted as no key."""
        self.app._driver.send_message(events.Paste(text))
        await self.pilot.pause()

    async def found(self, query):
        await self.eyes.until(lambda: self.editor.form.sought == query and not self.editor.search.waiting)
        await self.press()

    async def looked_through(self):
        await self.eyes.until(lambda: self.editor.remarks.known)

    def to(self, key):
        self.editor.fields.focus()
        assert self.editor.fields.move_to(key), [row.key for row in self.editor.fields.rows]


@pytest.fixture
def write(play, see):
    """Run a script with a hand at the keyboard."""

    def run(script, **how):
        async def session(app, pilot):
            await script(Hand(see(app, pilot)))

        return play(session, **how)

    return run


def loaded(root, case_id="fresh"):
    with Workspace(root, read_settings(root)) as workspace:
        workspace.refresh()
        return workspace.cases.get(case_id)


def test_a_question_becomes_a_case_in_ten_keys_beyond_typing_the_answer(write, root, fresh):
    async def script(hand):
        await hand.open()
        assert hand.editor.hits.has_focus and "help/refund" in hand.eyes.text
        await hand.press("a", "enter", "j", "a", "tab")
        assert hand.editor.fields.cursor_key == "reference_answer"
        await hand.press("enter")
        await hand.words(ANSWER)
        await hand.press("enter", "a", "a")
        await hand.press("ctrl+s")
        await hand.eyes.until(lambda: isinstance(hand.app.screen, CaseListScreen))
        assert hand.keys == 11  # with the `e` that opened it
        assert hand.status.startswith("✓ fresh:") and hand.eyes.case_id == "fresh"
        await hand.press("u")
        assert fresh.read_text() == canonical_text(FRESH)
        await hand.press("U")

    write(script)
    case = loaded(root)
    assert [quote.quote for piece in case.evidence for quote in piece.any_of] == [DAYS, HELP]
    assert case.reference_answer == ANSWER
    assert [(one.text, one.vital) for one in case.nuggets] == [
        ("Up to three days before it takes effect.", True), ("Support helps after that.", True),
    ]  # fmt: skip
    assert not [*(root / ".ragtriage/drafts/forms").glob("*")]


class TestEvidence:
    def test_edges_words_and_sentences_make_the_quote(self, write, fresh):
        async def script(hand):
            await hand.open()
            await hand.press("enter", "less_than_sign", "right_curly_bracket", "a")
            assert hand.case.evidence[0].any_of[0].quote == DAYS.removeprefix("A ").removesuffix(" effect.")
            await hand.press("k", "space", "j", "a")
            assert hand.case.evidence[1].any_of[0].quote == f"{DAYS} {HELP}"
            assert "gold" not in hand.status and hand.editor.document.picking.held is None
            await hand.press("l", "l", "o")
            assert [quote.quote for quote in hand.case.evidence[1].any_of][1] == "refund"

        write(script)

    def test_a_search_follows_the_letters_and_escape_goes_back(self, write, fresh):
        async def script(hand):
            await hand.open()
            await hand.press("slash", *"waitlist")
            await hand.found("waitlist")
            assert hand.editor.search.found[0].doc_id == "help/waitlist"
            await hand.press("escape")
            await hand.found(FRESH.question)
            assert hand.editor.search.found[0].doc_id == "help/refund" and hand.editor.hits.has_focus
            await hand.press("slash", *"export", "enter", "enter")
            await hand.eyes.until(lambda: hand.editor.document.doc_id == "help/export")
            assert hand.editor.document.has_focus

        write(script)

    def test_a_pasted_passage_is_found_and_how_it_stands_is_said(self, write, fresh):
        async def script(hand):
            await hand.open()
            await hand.press("slash")
            await hand.words("Some words. A holiday can be changed\n  up to three days before")
            await hand.press("ctrl+u")
            await hand.words("A holiday can be changed\n  up to three days before it takes effect.")
            await hand.press("enter")
            await hand.eyes.until(lambda: hand.editor.document.doc_id == "help/holiday")
            assert "help/holiday" in hand.status and "a takes it" in hand.status
            await hand.press("a")
            quote = hand.case.evidence[0].any_of[0]
            assert quote.doc_id == "help/holiday" and quote.quote == DAYS.replace("refund", "holiday")

        write(script)

    def test_a_quote_is_opened_in_its_document_and_its_edges_are_written(self, write):
        async def script(hand):
            await hand.open("refund/until-when-can-it-be-changed")
            hand.to("evidence[0]")
            await hand.press("enter")
            assert hand.editor.document.has_focus and hand.editor.document.gold
            await hand.press("less_than_sign", "a")
            assert hand.case.evidence[0].any_of[0].quote == DAYS.removesuffix(" effect.")
            assert len(hand.case.evidence) == 1 and hand.editor.fields.has_focus
            await hand.press("u")
            assert hand.case.evidence[0].any_of[0].quote == DAYS

        write(script)

    def test_without_a_snapshot_the_form_still_works(self, write, root, fresh):
        (root / "ragtriage.yaml").write_text("")

        async def script(hand):
            await hand.press("f2")
            hand.app.screen.list.move_to("fresh")
            await hand.press("e")
            assert "no snapshot" in hand.eyes.text
            await hand.press("a", "o", "enter", "slash", "x", "enter", "tab")
            hand.to("intent")
            await hand.press("enter")
            await hand.words("refunds")
            await hand.press("enter", "ctrl+s")
            await hand.eyes.until(lambda: isinstance(hand.app.screen, CaseListScreen))

        write(script)
        assert loaded(root).intent == "refunds"


class TestForm:
    def test_nuggets_are_refused_added_parted_weighed_moved_and_removed(self, write, root, fresh):
        async def script(hand):
            await hand.open()
            hand.to("reference_answer")
            await hand.press("enter")
            await hand.words("One fact stands here and another one there. Never mind this one.")
            await hand.press("enter", "a", "r")
            assert len(hand.case.nuggets) == 1 and "Never mind" in hand.editor.form.refused[0]
            hand.to("nuggets[0]")
            await hand.press("vertical_line", *["ctrl+right"] * 4, "vertical_line")
            assert [one.text for one in hand.case.nuggets] == ["One fact stands here", "another one there."]
            await hand.press("v", "right_parenthesis")
            assert [(one.text, one.vital) for one in hand.case.nuggets] == [
                ("another one there.", True), ("One fact stands here", False),
            ]  # fmt: skip
            assert hand.editor.fields.cursor_key == "nuggets[1]" and "○ One fact" in hand.eyes.text
            hand.to("+nuggets")
            await hand.press("enter")
            await hand.words("typed by hand")
            await hand.press("enter")
            hand.to("nuggets[0]")
            await hand.press("x", "u", "u", "U", "ctrl+s")
            await hand.eyes.until(lambda: isinstance(hand.app.screen, CaseListScreen))

        write(script)
        assert [one.text for one in loaded(root).nuggets] == [
            "another one there.", "One fact stands here", "typed by hand",
        ]  # fmt: skip

    def test_flags_and_choices_are_one_key_and_several_lines_are_typed(self, write, root, fresh):
        async def script(hand):
            await hand.open()
            hand.to("must_pass")
            await hand.press("enter")
            hand.to("status")
            await hand.press("2")
            hand.to("answerable")
            await hand.press("enter", "j", "2")
            hand.to("notes")
            await hand.press("enter", "a", "ctrl+o", "b", "enter")
            hand.to("tags")
            await hand.press("enter")
            await hand.words("a, b c")
            await hand.press("enter")
            hand.to("+filters")
            await hand.press("enter")
            await hand.words("region")
            await hand.press("enter")
            assert hand.status.startswith("✗") and hand.editor.entry.display
            await hand.words(": EU | US")
            await hand.press("enter", "ctrl+s")
            await hand.eyes.until(lambda: isinstance(hand.app.screen, CaseListScreen))

        write(script)
        case = loaded(root)
        assert (case.must_pass, case.status, case.answerable) == (True, "active", False)
        assert (case.unanswerable_because, case.notes.strip(), case.tags) == ("not_permitted", "a\nb", ("a", "b c"))
        assert dict(case.filters) == {"region": ("EU", "US")}

    def test_what_is_wrong_stands_under_its_field_and_keeps_it_from_being_saved(self, write, fresh):
        before = fresh.read_bytes()

        async def script(hand):
            await hand.open()
            lines = [line for line in hand.eyes.lines if "~" in line]
            assert lines and "evidence" in " ".join(lines)
            hand.to("question")
            await hand.press("enter", "ctrl+u", "enter")
            await hand.looked_through()
            await hand.press("j", "j")
            at = next(y for y, line in enumerate(hand.eyes.lines) if "question" in line)
            assert "✗" in hand.eyes.lines[at + 1]
            await hand.press("ctrl+s")
            assert hand.status.startswith("✗ not saved") and hand.editor.fields.cursor_key == "question"
            assert fresh.read_bytes() == before

        write(script)

    def test_keys_that_do_nothing_here_say_so(self, write, fresh):
        async def script(hand):
            await hand.open()
            for pane in ("hits", "form"):
                assert hand.editor.panes.name == pane
                for key in (
                    "r",
                    "v",
                    "vertical_line",
                    "left_parenthesis",
                    "x",
                    "h",
                    "space",
                    "greater_than_sign",
                    "n",
                    "9",
                ):
                    await hand.press(key)
                    assert hand.status.startswith("✗") or key == "9", (pane, key)
                await hand.press("tab")
            assert hand.case == FRESH

        write(script)


class TestDrafts:
    def test_a_dropped_line_loses_nothing_and_the_entry_is_open_again(self, play, see, opened, root, fresh):
        """The app is dropped as a killed process is: without a word to any screen."""

        async def dropped():
            app = RagtriageApp(opened())
            async with app.run_test(size=(80, 24)) as pilot:
                hand = Hand(see(app, pilot))
                await hand.eyes.until(lambda: app.screen.rows)
                await hand.open()
                await hand.press("a", "tab", "enter", *"Up to th")
                (left,) = (root / ".ragtriage/drafts/forms").glob("*.json")
                kept.append((left, left.read_bytes()))

        kept = []
        asyncio.run(dropped())
        path, content = kept[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

        async def back(app, pilot):
            hand = Hand(see(app, pilot))
            await hand.eyes.until(lambda: isinstance(app.screen, EditorScreen))
            await hand.eyes.until(lambda: hand.editor.entry.has_focus)
            assert hand.editor.entry.text == "Up to th" and "Up to th" in hand.eyes.text
            assert len(hand.case.evidence) == 1
            await hand.press("r", "enter", "ctrl+s")
            await hand.eyes.until(lambda: isinstance(app.screen, CaseListScreen))

        play(back)
        assert loaded(root).reference_answer == "Up to thr"

    def test_a_dropped_line_loses_no_selection_in_a_document(self, write, root, fresh, monkeypatch):
        async def dropped(hand):
            await hand.open()
            await hand.press("j", "enter", "space", "j", "l")
            seen.append((hand.editor.document.doc_id, hand.editor.document.picking.spot, hand.editor.hits.display))
            monkeypatch.setattr(FormSaving, "leave", lambda _: None)

        async def back(hand):
            await hand.eyes.until(lambda: isinstance(hand.app.screen, EditorScreen))
            document = hand.editor.document
            assert (document.doc_id, document.picking.spot, hand.editor.hits.display) == seen[0]
            assert document.has_focus and document.picking.held
            await hand.press("a")
            assert hand.case.evidence[0].any_of[0].quote == document.picking.text[slice(*seen[0][1])]

        seen = []
        write(dropped)
        write(back)

    @pytest.mark.parametrize("begun", ["e", "new"])
    def test_a_process_that_ends_between_saving_and_dropping_the_draft_leaves_one_case_and_no_draft(
        self, write, root, fresh, monkeypatch, begun
    ):
        async def killed(hand):
            if begun == "e":
                await hand.open()
            else:
                await hand.press("colon", *"new", "enter")
                await hand.eyes.until(lambda: isinstance(hand.app.screen, EditorScreen) and hand.editor.entry.has_focus)
                await hand.words("Who pays for a late export?")
                await hand.press("enter")
            await hand.eyes.until(lambda: hand.editor.hits.rows)
            hand.editor.hits.focus()
            await hand.press("a", "ctrl+s")
            await hand.eyes.until(lambda: isinstance(hand.app.screen, CaseListScreen))

        async def back(hand):
            await hand.press()
            assert isinstance(hand.app.screen, CaseListScreen) and not [*folder.glob("*.json")]
            hand.app.screen.list.move_to("fresh")
            if begun == "e":
                await hand.press("f2", "e")
                assert len(hand.case.evidence) == 1 and not hand.editor.form.changed

        folder = root / ".ragtriage/drafts/forms"
        with monkeypatch.context() as patched:
            patched.setattr(FormDrafts, "drop", lambda *_: None)
            write(killed)
        (form,) = FormDrafts(root / ".ragtriage").all()
        assert form.open
        many = len([*(root / "cases").rglob("*.yaml")])
        write(back)
        assert len([*(root / "cases").rglob("*.yaml")]) == many

    def test_leaving_keeps_a_changed_draft_and_drops_an_unchanged_one(self, write, root, fresh):
        async def script(hand):
            folder = root / ".ragtriage/drafts/forms"
            await hand.open()
            await hand.press("q", "q")
            assert isinstance(hand.app.screen, CaseListScreen) and not [*folder.glob("*")]
            await hand.open()
            await hand.press("a", "escape", "escape")
            assert "the draft is kept" in hand.status
            assert fresh.read_text() == canonical_text(FRESH)
            (form,) = hand.app.workspace.drafts.all()
            assert not form.open and form.origin == Origin("case", "fresh")
            await hand.open()
            assert len(hand.case.evidence) == 1
            await hand.press("colon", *"discard", "enter")
            assert isinstance(hand.app.screen, Confirm)
            await hand.press("y")
            assert isinstance(hand.app.screen, CaseListScreen) and not [*folder.glob("*")]

        write(script)

    def test_another_persons_change_is_shown_and_both_stay(self, write, root, fresh):
        async def script(hand):
            await hand.open()
            await hand.press("a")
            await hand.looked_through()
            fresh.write_text(canonical_text(replace(FRESH, intent="theirs")))
            await hand.press("ctrl+s")
            assert isinstance(hand.app.screen, Confirm) and "+intent: theirs" in hand.eyes.text
            await hand.press("n")
            assert "not saved" in hand.status and len(hand.case.evidence) == 1
            await hand.press("ctrl+s", "y")
            assert hand.case.intent == "theirs" and len(hand.case.evidence) == 1
            await hand.press("ctrl+s")
            await hand.eyes.until(lambda: isinstance(hand.app.screen, CaseListScreen))

        write(script)
        case = loaded(root)
        assert case.intent == "theirs" and case.evidence[0].any_of[0].doc_id == "help/refund"

    @pytest.mark.parametrize("how", ["deleted", "renamed"])
    def test_a_file_that_is_gone_can_be_written_anew(self, write, root, fresh, how):
        async def script(hand):
            await hand.open()
            await hand.press("a")
            await hand.looked_through()
            fresh.unlink() if how == "deleted" else fresh.rename(fresh.with_name("elsewhere.yaml"))
            await hand.press("ctrl+s")
            assert isinstance(hand.app.screen, Confirm) and "fresh was deleted or renamed" in hand.eyes.text
            await hand.press("n", "ctrl+s", "y")
            assert len(hand.case.evidence) == 1
            await hand.press("ctrl+s")
            await hand.eyes.until(lambda: isinstance(hand.app.screen, CaseListScreen))

        write(script)
        assert loaded(root).evidence[0].any_of[0].doc_id == "help/refund"

    def test_what_someone_else_saved_just_so_is_no_conflict(self, write, root, fresh):
        async def script(hand):
            await hand.open()
            await hand.press("a")
            await hand.looked_through()
            fresh.write_text(canonical_text(hand.case))
            await hand.press("ctrl+s")
            await hand.eyes.until(lambda: isinstance(hand.app.screen, CaseListScreen))
            assert "fresh: unchanged" in hand.status
            assert not hand.app.workspace.drafts.all()

        write(script)

    def test_with_a_full_disk_the_way_out_is_said(self, write, fresh, monkeypatch):
        def full(*_):
            raise OSError(errno.ENOSPC, "No space left on device")

        async def script(hand):
            await hand.open()
            await hand.press("a")
            monkeypatch.setattr(FormDrafts, "_write", full)
            await hand.press("q", "q")
            assert "No space left" in hand.status and ":discard" in hand.status
            await hand.press("colon", *"discard", "enter", "y")
            assert isinstance(hand.app.screen, CaseListScreen)

        write(script, size=(160, 24))


def test_one_case_is_open_in_one_editor_only(write):
    async def script(hand):
        await hand.open("refund/until-when-can-it-be-changed")
        await hand.press("f1", "e")
        assert hand.status.startswith("✗ refund/until-when-can-it-be-changed is being edited")
        await hand.press("f2", "escape", "f1", "e")
        assert hand.editor.form.case.id == "refund/until-when-can-it-be-changed"

    write(script)


def test_a_new_case_is_begun_left_and_gone_on_with_from_any_list(write, root):
    async def script(hand):
        await hand.press("colon")
        await hand.words("new How late may an export be changed?")
        await hand.press("enter")
        await hand.eyes.until(lambda: hand.editor.hits.rows)
        await hand.press("a", "escape", "escape")
        assert ":new goes on with it" in hand.status
        await hand.press("colon", *"new", "enter")
        assert hand.case.evidence[0].any_of[0].doc_id == "help/export" and hand.editor.form.base is None
        await hand.press("ctrl+s")
        await hand.eyes.until(lambda: isinstance(hand.app.screen, CaseListScreen))
        await hand.press("colon", *"new", "enter")
        await hand.eyes.until(lambda: hand.editor.entry.has_focus)
        await hand.press(*"Why", "enter")
        assert hand.case.question == "Why"

    write(script)
    assert [path.stem for path in (root / "cases").glob("*.yaml")] == ["late-may-export-changed"]


def test_another_question_has_other_hits(write):
    async def script(hand):
        await hand.press("colon", *"new", "enter")
        await hand.eyes.until(lambda: isinstance(hand.app.screen, EditorScreen) and hand.editor.entry.has_focus)
        for words, doc_id in (("refund", "help/refund"), (" holiday holiday", "help/holiday")):
            await hand.words(words)
            await hand.press("enter")
            await hand.eyes.until(lambda best=doc_id: [one.doc_id for one in hand.editor.search.found][:1] == [best])
            await hand.press("enter")

    write(script)


def test_hostile_text_is_edited_without_being_obeyed(write, root):
    hostile = "[/] [red]\x1b]52;c;aGk=\x07 \u202eevil 👨‍👩‍👧 多" * 3
    case = Case("hostile", hostile, True, evidence=(Evidence((Quote("help/bad", f"{hostile}."),)),),
                nuggets=(Nugget(hostile, True),), reference_answer=hostile)  # fmt: skip
    (root / "cases/hostile.yaml").write_text(canonical_text(case))
    with Workspace(root, read_settings(root)) as workspace:
        documents = [*workspace.snapshots.documents("kb"), Document("help/bad", hostile, f"{hostile}. More.")]
        workspace.snapshots.add("bad", documents, source="t", extractor="t")
    (root / "ragtriage.yaml").write_text("snapshot: bad\n")

    async def script(hand):
        await hand.open("hostile")
        for key in ("question", "evidence[0]", "nuggets[0]", "suggestions[0]"):
            if hand.editor.fields.move_to(key):
                hand.editor.fields.focus()
                await hand.press("enter")
                check(hand)
                await hand.press("left", "escape")
                check(hand)
        await hand.press("slash")
        await hand.words(hostile)
        await hand.press("enter")
        check(hand)
        assert hand.case.question == hostile and hand.case.nuggets[0].text == hostile

    def check(hand):
        for line in hand.eyes.lines:
            assert not any(char < " " or char in "\x7f\u202e" for char in line), line

    write(script)
