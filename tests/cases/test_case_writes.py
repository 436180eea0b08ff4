"""Every change of a case is one write: checked first, undoable, and never over someone else's."""

import pytest

from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.disk.yaml_edit import RemoveField, SetField
from ragtriage.errors import CaseError, ConflictError, FileError, UsageError

STYLED = """\
# billing team
id: a
question:   "why?"   # asked often
evidence:
    - {doc_id: d, quote: one}   # from the FAQ

answerable: true
reviewed_by: [mk]
tags:   [x,   y]
notes: |
  keep
"""


@pytest.fixture
def styled(store, put):
    put("a.yaml", STYLED)
    store.refresh()
    return store


def after(write):
    return write.changes[0].after.decode()


def test_an_edit_is_on_disk_and_can_be_undone_and_done_again(styled, history):
    write = styled.set_field("a", "tags[1]", "z")
    assert styled.get("a").tags == ("x", "y"), "a write that nobody carried out changes nothing"
    history.do(write)
    assert styled.refresh() == {"a"}
    assert styled.get("a").tags == ("x", "z")
    assert styled.source("a").decode() == STYLED.replace("y]", "z]")
    assert history.undo().items == ("a",)
    styled.refresh()
    assert styled.source("a").decode() == STYLED
    history.redo()
    styled.refresh()
    assert styled.get("a").tags == ("x", "z")


def test_a_changed_label_takes_the_review_away(styled):
    text = after(styled.set_field("a", "evidence[0].quote", "two"))
    assert text == STYLED.replace("quote: one", "quote: two").replace("reviewed_by: [mk]\n", "")
    assert styled.set_field("a", "evidence[0].quote", "two").words.endswith("the review by mk is taken away")


@pytest.mark.parametrize("field", ["tags[0]", "notes", "intent", "status"])
def test_what_is_no_label_leaves_the_review(styled, field):
    assert "reviewed_by: [mk]" in after(styled.set_field("a", field, "draft"))


def test_an_approval_with_an_edit_stays(styled):
    write = styled.edit("a", SetField("question", "how?"), SetField("reviewed_by", ["ab"]))
    assert "- ab" in after(write)


def test_several_edits_are_one_write(styled, history):
    edits = (SetField("evidence[0].quote", "n\nm"), SetField("evidence[0].prefix", "p"), RemoveField("tags"))
    history.do(styled.edit("a", *edits, words="reanchored"))
    styled.refresh()
    case = styled.get("a")
    assert case.evidence == (Evidence((Quote("d", "n\nm", prefix="p"),)),)
    assert case.tags == ()
    history.undo()
    assert styled.source("a").decode() == STYLED


def test_inserting_and_removing(styled):
    assert "    - doc_id: e\n      quote: '12:30'\n" in after(
        styled.insert_item("a", "evidence", 9, {"doc_id": "e", "quote": "12:30"})
    )
    assert "notes" not in after(styled.remove_field("a", "notes"))
    assert "nuggets:\n" in after(styled.insert_item("a", "nuggets", 0, {"text": "yes", "vital": True}))


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("id", "b", "is not the file's"),
        ("status", "gone", "expected one of draft"),
        ("evidence[0].quote", "", "found nothing"),
        ("nugets", [], "unknown field"),
        ("answerable", "yes", "expected true or false"),
        ("evidence[5].quote", "x", "no such field"),
        ("tags[0]", ["a"], "expected text"),
        ("question", "half \ud800", "would break the file"),
    ],
)
def test_an_edit_that_would_leave_no_case_is_refused(styled, field, value, reason):
    with pytest.raises(CaseError, match=reason):
        styled.set_field("a", field, value)
    assert styled.source("a").decode() == STYLED


def test_a_change_by_someone_else_stops_the_save_and_shows_both(styled, history, put):
    write = styled.set_field("a", "question", "mine")
    theirs = STYLED.replace("why?", "theirs")
    put("a.yaml", theirs)
    with pytest.raises(ConflictError) as error:
        history.do(write)
    assert b"mine" in error.value.ours
    assert error.value.theirs.decode() == theirs
    assert styled.source("a").decode() == theirs


def test_a_change_by_someone_else_before_the_edit_is_not_overwritten_either(styled, put):
    theirs = STYLED.replace("why?", "theirs")
    put("a.yaml", theirs)
    with pytest.raises(ConflictError) as error:
        styled.set_field("a", "question", "mine")
    assert error.value.theirs.decode() == theirs
    styled.refresh()
    assert "mine" in after(styled.set_field("a", "question", "mine"))


def test_what_the_person_saw_decides_even_after_a_refresh(styled, put):
    put("a.yaml", STYLED.replace("why?", "theirs"))
    styled.refresh()
    with pytest.raises(ConflictError):
        styled.replace_source("a", STYLED.replace("keep", "kept").encode(), seen=STYLED.encode())


def test_our_own_writes_are_no_conflict_before_the_next_refresh(styled, history):
    history.do(styled.set_field("a", "intent", "one"))
    history.do(styled.set_field("a", "intent", "two"))
    history.undo()
    history.do(styled.set_field("a", "intent", "three"))
    styled.refresh()
    assert styled.get("a").intent == "three"


def test_what_an_editor_gave_is_checked_whole(styled, history):
    with pytest.raises(CaseError) as error:
        styled.replace_source("a", b"id: a\nanswerable: maybe\nquestion: q\nfoo: 1\n")
    assert "expected true or false" in str(error.value)
    assert "unknown field `foo`" in str(error.value)
    history.do(styled.replace_source("a", STYLED.replace("keep", "kept").encode()))
    styled.refresh()
    assert styled.get("a").notes == "kept\n"


def test_a_broken_case_can_be_put_right_by_an_editor(store, put, history):
    put("a.yaml", "id: a\nquestion: [")
    store.refresh()
    with pytest.raises(CaseError):
        store.set_field("a", "question", "x")
    history.do(store.replace_source("a", b"id: a\nquestion: q\nanswerable: true\n"))
    store.refresh()
    assert store.get("a").question == "q"


def test_a_new_case_comes_in_our_style_and_its_undo_takes_it_away(store, history):
    case = Case("billing/1", "why?", True, evidence=(Evidence((Quote("d", "a\nb"),)),))
    history.do(store.new(case))
    assert store.refresh() == {"billing/1"}
    assert store.get("billing/1") == case
    assert store.source("billing/1").decode() == canonical_text(case)
    history.undo()
    assert store.refresh() == {"billing/1"}
    assert store.ids() == []


@pytest.mark.parametrize("taken", ["a", "A"])
def test_a_taken_id_is_refused(styled, taken):
    with pytest.raises(UsageError, match="a case `a` already"):
        styled.new(Case(taken, "q", True))


@pytest.mark.parametrize("bad", ["../a", "", "a\x1b"])
def test_a_new_case_needs_an_id_that_can_be_one(store, bad):
    with pytest.raises(UsageError, match="cannot be an id"):
        store.new(Case(bad, "q", True))


def test_a_new_case_that_would_not_load_is_refused(store):
    with pytest.raises(CaseError):
        store.new(Case("a", "", True))
    with pytest.raises(CaseError, match="is not the file's"):
        store.new(Case("a", "q", True), text="id: b\nquestion: q\nanswerable: true\n")


def test_deleting_can_be_undone(styled, history):
    history.do(styled.delete("a"))
    styled.refresh()
    assert styled.ids() == []
    history.undo()
    styled.refresh()
    assert styled.source("a").decode() == STYLED


def test_formatting_is_done_once(store, put, history):
    put("a.yaml", 'tags: [x]\nid: "a"\nquestion: >-\n  two\n  words\nanswerable: true\nstatus: active\n')
    store.refresh()
    before = store.get("a")
    history.do(store.format("a"))
    store.refresh()
    assert store.source("a").decode() == "id: a\nquestion: two words\nanswerable: true\ntags:\n  - x\n"
    assert store.get("a") == before
    assert store.format("a") is None


@pytest.mark.parametrize(
    "text",
    [
        "# head\nid: a\nquestion: q\nanswerable: true\n",
        "id: a\nquestion: q  # why\nanswerable: true\n",
        "id: a\nquestion: q\nanswerable: true\n# tail",
        "id: a\nquestion: |  # beside\n  q\nanswerable: true\n",
        "id: a\nquestion: q\nanswerable: true\nnotes: |\n  text\n# below a block\n",
        "id: a\nquestion: q\nanswerable: true\ntags: [x, # inside\n  y]\n",
    ],
)
def test_formatting_never_loses_a_comment(store, put, text):
    put("a.yaml", text)
    store.refresh()
    with pytest.raises(CaseError, match="comments"):
        store.format("a")


@pytest.mark.parametrize("question", ["'#1 of all'", '"a # b"', "a#b", "|\n  # no comment\n  #2"])
def test_a_number_sign_in_text_is_no_comment(store, put, question):
    put("a.yaml", f"answerable: true\nid: a\nquestion: {question}\n")
    store.refresh()
    assert store.format("a") is not None


def test_an_edit_of_json_keeps_its_indentation_and_order(store, put, history):
    put("a.json", '{\n    "question": "q",\n    "id": "a",\n    "tags": ["1.10"],\n    "answerable": true\n}\n')
    store.refresh()
    history.do(store.insert_item("a", "tags", 0, "ü"))
    store.refresh()
    assert store.get("a").tags == ("ü", "1.10")
    assert store.source("a").decode().startswith('{\n    "question": "q",\n    "id": "a",\n    "tags": [\n')


def test_a_file_that_came_back_broken_json_is_an_error(store, put):
    put("a.json", "{")
    store.refresh()
    with pytest.raises(FileError):
        store.set_field("a", "question", "x")


BLOCK = "id: b\nquestion: one?\nanswerable: true\nsource:\n  kind: log\nreviewed_by:\n  - ab\n  - mk\n"


def test_names_line_by_line_go_and_their_heading_stays_so_that_git_merges_what_stands_above(store, put, history):
    put("b.yaml", BLOCK)
    store.refresh()
    write = store.set_field("b", "question", "two?")
    assert write.words == "b: question; the review by ab, mk is taken away"
    history.do(write)
    store.refresh()
    assert (store.root / "cases/b.yaml").read_text() == BLOCK.replace("one", "two").replace("  - ab\n  - mk\n", "")
    assert store.get("b").reviewed_by == ()
    assert store.format("b") is None
    history.do(store.insert_item("b", "reviewed_by", 99, "jo"))
    assert (store.root / "cases/b.yaml").read_text().endswith("reviewed_by:\n  - jo\n")


def test_a_new_field_goes_above_the_reviewers(store, put):
    put("b.yaml", BLOCK)
    store.refresh()
    text = store.set_field("b", "notes", "hm").changes[0].after.decode()
    assert text == BLOCK.replace("reviewed_by:", "notes: hm\nreviewed_by:")
