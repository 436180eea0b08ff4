"""The store reads what changed, hides nothing, and loses nothing."""

import os
import sqlite3
import sys
from pathlib import Path

import pytest

from ragtriage.cases import index
from ragtriage.cases.model import Case
from ragtriage.cases.store import CaseStore
from ragtriage.errors import CaseError, UsageError, WorkspaceError

LONG_AGO = 1_700_000_000_123_456_789


def settle(path, at=LONG_AGO):
    """Give a file a time long past, so that the index need not doubt it."""
    os.utime(path, ns=(at, at))


@pytest.fixture
def reads(monkeypatch):
    """The files that were read."""
    seen = []
    real = index.read_bytes

    def spy(path):
        seen.append(path.name)
        return real(path)

    monkeypatch.setattr(index, "read_bytes", spy)
    return seen


def test_cases_are_found_in_all_folders_by_their_path(store, put):
    put("a.yaml")
    put("billing/deep/b.yaml")
    put("README.md", "no case")
    put(".hidden.yaml", "no case")
    put(".git/c.yaml", "no case")
    assert store.refresh() == {"a", "billing/deep/b"}
    assert store.ids() == [case.id for case in store.cases()] == ["a", "billing/deep/b"]
    assert store.get("billing/deep/b") == Case("billing/deep/b", "why?", True)
    assert store.problems() == []


def test_only_what_changed_is_read_again(store, put, reads):
    for name in "abc":
        settle(put(f"{name}.yaml"))
    store.refresh()
    reads.clear()
    assert store.refresh() == set()
    assert reads == []

    settle(put("b.yaml", question="how?"), LONG_AGO + 1)
    (store.root / "cases" / "c.yaml").unlink()
    assert store.refresh() == {"b", "c"}
    assert reads == ["b.yaml"]
    assert store.get("b").question == "how?"
    assert store.ids() == ["a", "b"]


def test_a_file_written_in_the_tick_it_was_read_in_is_read_again(store, put, reads):
    path = put("a.yaml", question="one")
    store.refresh()
    time = path.stat().st_mtime_ns
    put("a.yaml", question="two")
    settle(path, time)  # same size, same time: nothing tells them apart
    assert store.refresh() == {"a"}
    assert store.get("a").question == "two"


def test_a_file_touched_but_not_changed_is_no_change(store, put):
    path = put("a.yaml")
    store.refresh()
    settle(path)
    assert store.refresh() == set()


def test_a_broken_file_hides_no_other(store, put):
    put("good.yaml")
    put("bad.yaml", "id: [")
    put("bytes.yaml", b"\xff\xfe\x00")
    put("zero.yaml", b"id: \x00")
    put("bomb.yaml", "[" * 100_000)
    put("huge.yaml", "x" * 2_000_000)
    put("list.yaml", "- a\n- b\n")
    put("empty.yaml", "")
    store.refresh()
    assert store.ids() == ["good"]
    broken = {each.place.path.name for each in store.problems()}
    assert broken == {f"{name}.yaml" for name in ("bad", "bytes", "zero", "bomb", "huge", "list", "empty")}
    with pytest.raises(CaseError) as error:
        store.get("bad")
    assert error.value.where.path.name == "bad.yaml"


def test_a_case_that_breaks_leaves_and_comes_back(store, put):
    put("a.yaml")
    store.refresh()
    put("a.yaml", "id: a\n")
    assert store.refresh() == {"a"}
    assert store.ids() == []
    put("a.yaml")
    assert store.refresh() == {"a"}
    assert store.problems() == []


def test_all_problems_of_all_files_come_in_one_pass_in_order(store, put):
    put("b.yaml", "id: b\nquestion: q\nanswerable: maybe\nnugets: []\n")
    put("a.yaml", "id: x\nquestion: q\nanswerable: true\n")
    store.refresh()
    assert [(each.place.path.name, each.place.line) for each in store.problems()] == [
        ("a.yaml", 1),
        ("b.yaml", 3),
        ("b.yaml", 4),
    ]


def test_an_error_lists_everything_that_is_wrong(store, put):
    put("a.yaml", "id: a\nquestion: q\nanswerable: maybe\nnugets: []\n")
    store.refresh()
    with pytest.raises(CaseError) as error:
        store.get("a")
    assert "expected true or false" in str(error.value)
    assert "unknown field `nugets`" in str(error.value)


@pytest.mark.parametrize(("one", "other"), [("A", "a"), ("e\u0301", "é"), ("Straße", "strasse")])
def test_two_ids_that_are_one_elsewhere_are_both_reported(store, put, one, other):
    put(f"{one}.yaml")
    put(f"{other}.yaml")
    if len(list((store.root / "cases").iterdir())) < 2:
        pytest.skip("this file system folds them itself")
    store.refresh()
    assert {each.place.path.stem for each in store.problems()} == {one, other}
    assert all("taken twice" in each.title for each in store.problems())


def test_json_loads_too_and_a_twin_of_it_is_reported(store, put):
    put("a.json", '{"id": "a", "question": "from JSON", "answerable": false}')
    store.refresh()
    assert store.get("a").question == "from JSON"
    put("a.yaml", question="from YAML")
    store.refresh()
    assert [case.question for case in store.cases()] == ["from YAML"]
    assert store.get("a").question == "from YAML"
    assert len(store.problems()) == 2


def test_a_yml_file_is_told_to_be_renamed(store, put):
    put("a.yml")
    store.refresh()
    (problem,) = store.problems()
    assert "rename" in problem.next_step
    assert store.ids() == []


def test_a_symbolic_link_is_reported_not_followed(store, put, tmp_path):
    target = tmp_path / "elsewhere.yaml"
    target.write_text("id: a\nquestion: q\nanswerable: true\n")
    (tmp_path / "cases" / "a.yaml").symlink_to(target)
    (tmp_path / "cases" / "loop").symlink_to(tmp_path / "cases")
    store.refresh()
    (problem,) = store.problems()
    assert "symbolic link" in problem.title


def test_a_pipe_named_as_a_case_is_reported_and_never_waited_for(store, put, tmp_path):
    put("b.yaml")
    os.mkfifo(tmp_path / "cases" / "a.yaml")
    store.refresh()
    assert [each.title for each in store.problems()] == ["this is no file"]
    assert store.ids() == ["b"]


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS allows no such name")
def test_a_file_name_that_is_not_utf_8_is_reported(store, tmp_path):
    Path(os.fsdecode(os.fsencode(tmp_path / "cases") + b"/\xe9.yaml")).write_text("id: a\n")
    store.refresh()
    assert [each.title for each in store.problems()] == ["the file's name is not UTF-8"]


def test_an_unreadable_folder_is_reported_and_the_others_are_read(store, put, monkeypatch):
    put("a.yaml")
    put("shut/b.yaml")
    real = os.scandir

    def scandir(path):
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(index.os, "scandir", scandir)
    store.refresh()
    assert store.ids() == ["a"]
    assert "cannot be read" in store.problems()[0].title


def test_an_unreadable_file_is_reported_and_read_when_it_can_be(store, put, monkeypatch):
    put("a.yaml")
    put("b.yaml")
    real = os.open

    def shut(path, *arguments, **more):
        if str(path).endswith("b.yaml"):
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments, **more)

    monkeypatch.setattr(os, "open", shut)
    store.refresh()
    assert store.ids() == ["a"]
    assert "Permission denied" in store.problems()[0].title
    monkeypatch.undo()
    store.refresh()
    assert store.ids() == ["a", "b"]


def test_a_missing_folder_is_a_clear_error(tmp_path, db):
    with pytest.raises(WorkspaceError, match="no folder `cases`") as error:
        CaseStore(tmp_path, db).refresh()
    assert error.value.next_step


def test_an_unknown_id_gets_the_nearest_one(store, put):
    put("billing/0142.yaml")
    store.refresh()
    for ask in (store.get, store.source, lambda case_id: store.set_field(case_id, "question", "x")):
        with pytest.raises(UsageError) as error:
            ask("biling/0142")
        assert "did you mean `billing/0142`?" in error.value.next_step


@pytest.mark.parametrize("bad", ["../secret", "/etc/passwd", "a\x00b", ""])
def test_an_id_never_leads_out_of_the_folder(store, put, tmp_path, bad):
    (tmp_path / "secret.yaml").write_text("id: a\n")
    put("a.yaml")
    store.refresh()
    with pytest.raises(UsageError):
        store.source(bad)


def test_summaries_tell_what_lists_show(store, put):
    put(
        "a.yaml", tags="[x, y]", must_pass="true", status="draft", intent="go", source="{kind: log}", answerable="false"
    )
    put("b.yaml")
    store.refresh()
    first, second = store.summaries()
    assert (first.id, first.question, first.answerable, first.status) == ("a", "why?", False, "draft")
    assert (first.must_pass, first.intent, first.source_kind, first.tags) == (True, "go", "log", ("x", "y"))
    assert first.label_hash == store.get("a").label_hash
    assert (second.answerable, second.status, second.source_kind, second.tags) == (True, "active", "", ())


def test_the_index_can_be_deleted_at_any_time(store, put, db):
    put("a.yaml")
    store.refresh()
    db.execute("DELETE FROM case_files")
    assert store.refresh() == {"a"}


def test_a_second_process_sees_what_the_first_has_read(store, put, tmp_path, reads):
    settle(put("a.yaml"))
    store.refresh()
    reads.clear()
    from contextlib import closing

    from ragtriage.disk.database import connect

    with closing(connect(tmp_path / ".ragtriage" / "index.db")) as other:
        assert CaseStore(tmp_path, other).refresh() == set()
        assert CaseStore(tmp_path, other).ids() == ["a"]
    assert reads == []


def test_rows_are_tuples_or_rows_alike(store, put, db):
    put("a.yaml")
    store.refresh()
    assert db.row_factory is sqlite3.Row
    assert store.get("a").id == store.summaries()[0].id


@pytest.mark.parametrize("name", ["link", "folder/inside"])
def test_nothing_is_read_through_a_symbolic_link(store, put, tmp_path, name):
    secret = tmp_path / "elsewhere" / "inside.yaml"
    secret.parent.mkdir()
    secret.write_text("id: folder/inside\nquestion: secret?\nanswerable: false\n")
    put("a.yaml")
    (tmp_path / "cases" / "link.yaml").symlink_to(secret)
    (tmp_path / "cases" / "folder").symlink_to(secret.parent)
    store.refresh()
    for call in (store.source, store.delete, lambda case_id: store.set_field(case_id, "question", "other?")):
        with pytest.raises(CaseError, match="symbolic link"):
            call(name)


def test_files_are_read_again_once_a_ragtriage_that_reads_them_otherwise_has_come(store, put, reads, monkeypatch):
    settle(put("a.yaml"))
    store.refresh()
    store.refresh()
    before = len(reads)
    monkeypatch.setattr(index, "READ_VERSION", index.READ_VERSION + 1)
    store.refresh()
    store.refresh()
    assert len(reads) == before + 1
