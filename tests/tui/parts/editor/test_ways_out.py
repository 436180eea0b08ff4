"""Saving and leaving: the case is on disk before the screen is left, and no one's work is overwritten."""

import errno
from dataclasses import replace

import pytest

from ragtriage.authoring.form_drafts import FormDrafts
from ragtriage.cases.editing import canonical_text
from ragtriage.tui.parts.editor import newer_file
from ragtriage.tui.parts.editor.saving import FormSaving
from tests.tui.parts.editor.conftest import ASKED


class Stage:
    """The screen below, and somebody who answers each question with the same word."""

    def __init__(self):
        self.answer, self.asked, self.below, self.left = True, [], [], []

    def confirm(self, question, answered):
        self.asked.append(question)
        answered(self.answer)

    def leave(self, case_id):
        self.left.append(case_id)

    def note_below(self, words, hint):
        self.below.append(words)


@pytest.fixture
def out(bench):
    """The parts with a case that was changed, and the ways out."""
    here = bench()
    here.stage = Stage()
    here.saving = FormSaving(
        here.draft, here.remarks, here.session, here.status, here.stage, lambda: here.rows.to_error(), None
    )
    here.draft.show(replace(here.draft.form, case=replace(here.case, intent="change")))
    return here


def drafts(here):
    return here.session.workspace.drafts.all()


def test_saving_looks_through_first_writes_and_leaves_no_draft(out, fresh):
    out.saving.save()
    assert "intent: change" in fresh.read_text() and not drafts(out)
    assert out.stage.left == ["fresh"] and out.saving.written.items == ("fresh",)
    assert out.stage.below[0].startswith("fresh")


def test_errors_stand_in_the_way_and_the_cursor_goes_there(out, fresh):
    before = fresh.read_bytes()
    out.draft.show(replace(out.draft.form, case=replace(out.case, question="")), "notes")
    out.saving.save()
    assert out.said() == ("refused", "not saved") and out.fields.cursor_key == "question"
    assert fresh.read_bytes() == before and not out.stage.left and drafts(out)


def test_a_change_made_while_it_is_looked_through_is_saved_too(out, fresh):
    out.reader.held = True
    out.saving.save()
    out.draft.show(replace(out.draft.form, case=replace(out.case, intent="later")))
    out.reader.go_on()
    assert not out.stage.left
    out.timers.ring()
    assert "intent: later" in fresh.read_text() and out.stage.left == ["fresh"]


@pytest.mark.parametrize("changed", [True, False])
def test_leaving_keeps_what_was_changed_and_nothing_else(out, fresh, changed):
    before = fresh.read_bytes()
    if not changed:
        out.draft.show(replace(out.draft.form, case=out.draft.form.start))
    out.saving.leave()
    assert [form.open for form in drafts(out)] == [False] * changed
    assert out.stage.left == [None] and fresh.read_bytes() == before and bool(out.stage.below) == changed


def test_a_draft_that_cannot_be_kept_keeps_one_here_and_names_the_way_out(out, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(FormDrafts, "_write", full)
    out.saving.leave()
    assert not out.stage.left and ":discard" in out.status.words[-1][1].next_step


@pytest.mark.parametrize("sure", [True, False, None])
def test_a_draft_is_thrown_away_by_who_is_sure(out, sure):
    out.stage.answer = sure
    out.saving.discard()
    assert bool(drafts(out)) == (not sure) and out.stage.left == [None] * bool(sure)


@pytest.mark.parametrize("go_on", [True, False])
def test_another_persons_change_is_shown_and_ours_stands_on_top_of_it(out, fresh, go_on, monkeypatch):
    monkeypatch.setattr(newer_file, "Confirm", lambda question, lines, **_: lines)
    theirs = canonical_text(replace(ASKED, notes="theirs"))
    fresh.write_text(theirs)
    out.stage.answer = go_on
    out.saving.save()
    (asked,) = out.stage.asked
    assert "+notes: theirs" in asked and fresh.read_text() == theirs
    assert (out.case.notes, out.case.intent) == ("theirs" if go_on else "", "change") and not out.stage.left
    if go_on:
        out.saving.save()
        assert "intent: change" in fresh.read_text() and "notes: theirs" in fresh.read_text()


@pytest.mark.parametrize("anew", [True, False])
def test_a_file_that_is_gone_is_written_anew_by_who_wants_it(out, fresh, anew):
    fresh.unlink()
    out.stage.answer = anew
    out.saving.save()
    assert out.stage.asked and not fresh.exists() and (out.draft.form.base is None) == anew
    if anew:
        out.saving.save()
        assert "intent: change" in fresh.read_text() and out.stage.left == ["fresh"]


def test_a_newer_file_that_is_no_case_is_left_alone(out, fresh):
    fresh.write_text("question: [\n")
    out.saving.save()
    assert out.said() == ("refused", "the newer file is no case") and fresh.read_text() == "question: [\n"
    assert drafts(out) and not out.stage.left
