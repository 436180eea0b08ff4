"""One change on many cases: small in each file, all or none, undone at once."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.cases.bulk import Tagging, status_of, tagged, tagging, with_status
from ragtriage.cases.model import Case
from ragtriage.disk.edits import InsertItem, RemoveField, SetField
from ragtriage.errors import CaseError, ConflictError, UsageError


def test_tags_are_added_with_a_plus_and_removed_with_a_minus():
    assert tagging(' +billing -old  +"plan \\"B\\"" +billing +-x ') == Tagging(("billing", 'plan "B"', "-x"), ("old",))
    assert tagging("billing -old plan-change") == Tagging(("billing", "plan-change"), ("old",))


@pytest.mark.parametrize("text", ["", "+", "+ billing", "-", '+"open', '+"a"b', "+a -A", '+""'])
def test_what_adds_and_removes_nothing_is_refused_with_an_example(text):
    with pytest.raises(UsageError) as caught:
        tagging(text)
    assert "+billing to add, -old to remove" in caught.value.next_step


@given(st.text(max_size=30))
def test_any_text_is_tags_or_a_usage_error(text):
    with contextlib.suppress(UsageError):
        assert tagging(text)


def test_a_status_may_be_begun():
    assert (status_of(" Retired "), status_of("d")) == ("retired", "draft")
    with pytest.raises(UsageError, match="no status") as caught:
        status_of("retierd")
    assert "did you mean `retired`?" in caught.value.next_step


def edits(tags: tuple[str, ...], text: str) -> list[object]:
    return list(tagging(text).edits(Case("c", "?", True, tags=tags)))


def test_each_tag_is_a_line_of_its_own_in_the_diff():
    assert edits(("a", "old", "b"), "+new -old") == [RemoveField(("tags", 1)), InsertItem("tags", 2, "new")]
    assert edits(("a", "Old", "old"), "-OLD") == [RemoveField(("tags", 2)), RemoveField(("tags", 1))]
    assert edits((), "+new") == [InsertItem("tags", 0, "new")]


def test_no_empty_list_is_left_behind():
    assert edits(("old",), "-old") == [RemoveField("tags")]
    assert edits(("old",), "-old +new") == [SetField("tags", ["new"])]


def test_what_is_so_already_is_no_edit():
    assert edits(("Billing",), "+billing -gone") == []


def test_many_files_change_by_a_line_each_as_one_write_and_one_undo(site):
    (site.root / "cases").mkdir(exist_ok=True)
    hand_made = "id: a\nquestion: Why?   # odd, and kept\nanswerable: true\ntags: [one, two]\nreviewed_by: [kim]\n"
    (site.root / "cases/a.yaml").write_text(hand_made)
    site.case("b")
    site.case("c", tags=["new"])
    workspace = site.open()
    workspace.refresh()
    before = {path: path.read_bytes() for path in (site.root / "cases").iterdir()}
    told = []
    done = tagged(workspace.cases, ["a", "b", "c"], tagging("+new"), lambda *count: told.append(count))
    assert done.words == "2 cases: +new; 1 of 3 had it already"
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert {path.read_bytes() for path in before} == set(before.values())  # nothing is written yet
    workspace.do(done.write)
    assert (site.root / "cases/a.yaml").read_text() == hand_made.replace("two]", "two, new]")
    assert [workspace.cases.get(one).tags for one in "abc"] == [("one", "two", "new"), ("new",), ("new",)]
    assert workspace.history.next_undo == done.write
    workspace.history.undo()
    assert {path: path.read_bytes() for path in before} == before


def test_a_status_takes_no_review_away(site):
    site.case("a", reviewed_by=["kim"])
    workspace = site.open()
    workspace.refresh()
    done = with_status(workspace.cases, ["a"], "retired")
    workspace.do(done.write)
    assert (workspace.cases.get("a").status, workspace.cases.get("a").reviewed_by) == ("retired", ("kim",))
    assert done.words == "a: retired"
    assert not with_status(workspace.cases, ["a"], "retired").write.changes


def test_one_file_that_is_no_case_or_was_changed_refuses_all_and_is_named(site):
    for name in ("a", "b"):
        site.case(name)
    workspace = site.open()
    workspace.refresh()
    with (site.root / "cases/b.yaml").open("a") as file:
        file.write("intent: someone else's\n")
    with pytest.raises(ConflictError) as caught:
        tagged(workspace.cases, ["a", "b"], tagging("+new"))
    assert caught.value.where.path.name == "b.yaml"
    (site.root / "cases/b.yaml").write_text("question: [")
    workspace.refresh()
    with pytest.raises(CaseError) as broken:
        tagged(workspace.cases, ["a", "b"], tagging("+new"))
    assert broken.value.where.path.name == "b.yaml"
