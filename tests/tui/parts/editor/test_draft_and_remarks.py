"""The form that is edited: on disk at each change, with a way back; and what is wrong with it."""

import errno
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragtriage.authoring import form as forms
from ragtriage.authoring.form_drafts import FormDrafts
from ragtriage.errors import UsageError
from ragtriage.tui.parts.delayed import Delayed
from tests.tui.parts.editor.conftest import Timers


def with_notes(text):
    return lambda form: forms.with_field(form, "notes", text)


def test_each_change_is_on_disk_and_drawn_with_its_cursor(bench):
    here = bench()
    assert here.draft.change(with_notes("one"), "notes", cursor="notes")
    assert here.kept() == here.draft.form and here.case.notes == "one" and here.fields.cursor_key == "notes"
    assert here.said() == ("done", "notes")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15, deadline=None)
@given(steps=st.lists(st.sampled_from(["change", "undo", "redo"]), max_size=12))
def test_undo_and_redo_go_through_the_changes_as_through_a_list(bench, steps):
    here, at, texts = bench(), 0, [""]
    for number, step in enumerate(steps):
        if step == "change":
            here.draft.change(with_notes(str(number)))
            texts, at = [*texts[: at + 1], str(number)], at + 1
        elif step == "undo":
            here.draft.undo()
            at = max(0, at - 1)
        else:
            here.draft.redo()
            at = min(len(texts) - 1, at + 1)
        assert here.case.notes == texts[at]
        assert ("undo" in here.draft.off(), "redo" in here.draft.off()) == (at == 0, at == len(texts) - 1)


def test_what_changes_nothing_is_no_step_back_and_what_cannot_be_is_said(bench):
    here = bench()

    def no(_):
        raise UsageError("not so", next_step="else")

    assert here.draft.change(lambda form: replace(form, query="other")) and "undo" in here.draft.off()
    assert not here.draft.change(no) and here.said()[0] == "failed" and "undo" in here.draft.off()


def test_typing_is_kept_and_ends(bench):
    here = bench()
    here.draft.type_in("notes", "hal")
    assert here.kept().typing.text == "hal" and here.case.notes == ""
    here.draft.typed()
    assert here.kept().typing is None


def test_a_full_disk_is_said_once_and_stands_there_until_it_is_over(bench, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    here = bench()
    with monkeypatch.context() as patched:
        patched.setattr(FormDrafts, "_write", full)
        here.draft.type_in("notes", "a")
        here.draft.type_in("notes", "ab")
        assert [kind for kind, *_ in here.status.words] == ["failed"] and here.draft.unkept
    here.draft.type_in("notes", "abc")
    assert not here.draft.unkept and here.kept().typing.text == "abc"


class TestRemarks:
    def test_they_come_a_moment_after_the_last_change_and_stand_under_their_field(self, bench):
        here = bench()
        here.draft.change(lambda form: forms.with_field(form, "question", ""))
        assert not here.remarks.known
        here.timers.ring()
        assert here.remarks.known and "question" in [one.field for one in here.remarks.errors]
        assert here.rows.to_error() and here.fields.cursor_key == "question"

    def test_those_on_a_form_that_is_another_by_now_are_not_told(self, bench):
        here, done = bench(), []
        here.reader.held = True
        here.remarks.now(lambda: done.append(here.case.notes))
        here.draft.change(with_notes("later"))
        here.reader.go_on()
        assert here.remarks.form is None and not done
        here.timers.ring()
        assert here.remarks.known and done == ["later"]

    def test_what_was_to_follow_does_not_when_they_cannot_be_known(self, bench, monkeypatch):
        here, done = bench(), []

        def broken(*_):
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr(type(here.session.workspace), "remarks", broken)
        here.remarks.now(lambda: done.append("saved"))
        assert here.said()[0] == "failed" and not done


def test_what_is_asked_for_often_is_done_once_and_later_again():
    timers, done = Timers(), []
    delayed = Delayed(timers, 1.0, lambda: done.append("x"))
    for _ in range(3):
        delayed.soon()
    assert delayed.waiting and not done
    timers.ring()
    assert done == ["x"] and not delayed.waiting
    delayed.soon()
    delayed.now()
    timers.ring()
    assert done == ["x"] * 2
