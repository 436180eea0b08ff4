"""A saved form touches what was changed, and nobody else's work."""

from datetime import UTC, datetime

import pytest

from ragtriage.authoring.form import Origin, moved, toggled, typed_in, with_field, with_nugget
from ragtriage.authoring.saving import begun_from_case, begun_new, save, saved, taken_up, with_id
from ragtriage.errors import CaseError, ConflictError, UsageError


def clock() -> datetime:
    return datetime(2026, 11, 30, 9, 30, tzinfo=UTC)


def test_an_edited_case_keeps_its_comment_and_its_other_lines(workspace) -> None:
    path = workspace.cases.path("plans/monthly")
    before = path.read_text()
    form = begun_from_case(workspace.cases, "plans/monthly")
    assert not form.changed and form.origin == Origin("case", "plans/monthly")
    form = with_nugget(toggled(typed_in(form, "tags", "billing"), 0), "not at once", at=0)
    assert form.changed
    write = workspace.do(save(form, workspace.cases))
    assert write.words == "plans/monthly: nuggets, tags"
    after = path.read_text()
    assert "# as the lead said" in after
    assert [line for line in before.splitlines() if line not in after.splitlines()] == [
        "  - {text: at the next renewal, vital: true}"
    ]
    form = saved(form, write)
    assert not form.changed and form.base == after.encode() and save(form, workspace.cases).changes == ()
    workspace.do(save(with_field(form, "intent", "plan-change"), workspace.cases))
    workspace.history.undo()
    workspace.history.undo()
    assert path.read_text() == before


def test_a_new_case_is_a_file_in_our_style_and_then_a_case_like_others(workspace) -> None:
    form = begun_new(" How do I pay in shells? ", workspace.cases.ids(), clock)
    assert (form.case.id, form.case.status, form.changed) == ("pay-shells", "draft", True)
    assert form.case.source.at == "2026-11-30"
    write = workspace.do(save(form, workspace.cases))
    assert workspace.cases.get("pay-shells") == form.case
    assert saved(form, write).origin == Origin("case", "pay-shells")
    with pytest.raises(UsageError, match="already"):
        save(form, workspace.cases)


def test_a_form_begun_without_a_question_gets_its_id_on_saving(workspace) -> None:
    form = begun_new("", workspace.cases.ids(), clock)
    assert not form.changed
    with pytest.raises(CaseError):
        save(form, workspace.cases)
    workspace.do(save(with_field(form, "question", "Is the moon blue?"), workspace.cases))
    assert workspace.cases.get("moon-blue").question == "Is the moon blue?"


def test_somebody_else_s_change_is_never_overwritten(workspace) -> None:
    form = with_field(begun_from_case(workspace.cases, "rooms/share"), "question", "How?")
    path = workspace.cases.path("rooms/share")
    theirs = path.read_bytes() + b"notes: theirs\n"
    path.write_bytes(theirs)
    with pytest.raises(ConflictError):
        workspace.do(save(form, workspace.cases))
    assert path.read_bytes() == theirs


def test_what_is_no_case_is_not_saved(workspace) -> None:
    form = begun_from_case(workspace.cases, "rooms/share")
    with pytest.raises(CaseError, match="found nothing"):
        save(with_field(form, "question", ""), workspace.cases)


ODD = [
    "{id: odd, question: Why?, answerable: true, nuggets: [{text: one}, {text: two, vital: false}]}\n",
    '{"id": "odd", "question": "Why?", "answerable": true, "nuggets": [{"text": "one"}, {"text": "two"}]}\n',
    "id: odd\r\nquestion: >\r\n  Why?\r\nanswerable: true\r\nnuggets:\r\n- text: one\r\n-\r\n  text: two\r\n",
]


@pytest.mark.parametrize("text", ODD)
def test_however_the_file_is_written_what_was_meant_is_saved(workspace, text: str) -> None:
    path = workspace.root / "cases/odd.yaml"
    path.write_bytes(text.encode())
    workspace.cases.refresh()
    form = begun_from_case(workspace.cases, "odd")
    form = with_nugget(moved(typed_in(form, "notes", "one\ntwo\x1fthree: '\n"), "nuggets[1]", -1), "three", at=1)
    form = typed_in(form, "filters", "re.gion: EU | no")
    workspace.do(save(form, workspace.cases))
    assert workspace.cases.get("odd") == form.case


def test_a_form_that_was_saved_is_not_made_a_second_case_of(workspace) -> None:
    """The process may end after saving, before the draft is dropped, and before the index has the file."""
    form = with_id(begun_new("Why is the moon so red today?", workspace.cases.ids(), clock), workspace.cases)
    assert taken_up(form, workspace.cases) is form
    path = workspace.do(save(form, workspace.cases)).changes[0].path
    again = taken_up(form, workspace.cases)
    assert again.base == path.read_bytes() and not again.changed and save(again, workspace.cases).changes == ()
    edited = with_nugget(begun_from_case(workspace.cases, "plans/monthly"), "one more")
    assert taken_up(edited, workspace.cases) is edited
    workspace.do(save(edited, workspace.cases))
    assert not taken_up(edited, workspace.cases).changed


def test_many_edits_are_one_of_the_whole_field_where_no_comment_is_lost(workspace) -> None:
    path = workspace.root / "cases/rooms/share.yaml"
    for comment in ("", "# ours\n"):
        nuggets = "".join(f"  - {{text: fact {n}, vital: true}}\n" for n in range(60))
        path.write_text(f"id: rooms/share\nquestion: Why?\nanswerable: true\n{comment}nuggets:\n{nuggets}")
        workspace.cases.refresh()
        form = begun_from_case(workspace.cases, "rooms/share")
        for number in range(60):
            form = toggled(form, number)
        workspace.do(save(form, workspace.cases))
        assert workspace.cases.get("rooms/share") == form.case and comment in path.read_text()
        assert ("{text:" in path.read_text()) == bool(comment)
