"""A draft is on disk at every key, whole; and nothing that lies among drafts makes an editor fall over."""

import errno
import json
import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragtriage.authoring.form import Form, Looking, Origin, Typing, with_field
from ragtriage.authoring.form_drafts import FormDrafts, changed_underneath
from ragtriage.authoring.saving import begun_from_case
from ragtriage.cases.model import Case, Evidence, Nugget, Quote, Source
from ragtriage.errors import FileError

TEXT = st.text(max_size=6)  # lone surrogates too: a broken line may leave half a character
CASES = st.builds(
    Case,
    TEXT,
    TEXT,
    st.booleans(),
    unanswerable_because=st.sampled_from([None, "out_of_scope"]),
    filters=st.dictionaries(TEXT, TEXT | st.lists(TEXT, max_size=2).map(tuple), max_size=2),
    evidence=st.lists(
        st.lists(st.builds(Quote, TEXT, TEXT, TEXT, TEXT, st.sampled_from([1, 2])), min_size=1, max_size=2).map(
            lambda quotes: Evidence(tuple(quotes))
        ),
        max_size=2,
    ).map(tuple),
    nuggets=st.lists(st.builds(Nugget, TEXT, st.booleans()), max_size=2).map(tuple),
    tags=st.lists(TEXT, max_size=2).map(tuple),
    source=st.none() | st.builds(Source, st.just("expert"), TEXT, TEXT),
    metadata=st.dictionaries(TEXT, TEXT | st.none() | st.lists(st.integers()), max_size=2),
)
PLACE = st.integers(0, 99)
PAIR = st.tuples(PLACE, PLACE)
FORMS = st.builds(
    Form,
    st.builds(Origin, st.sampled_from(["case", "complaint", "new"]), TEXT),
    CASES,
    base=st.none() | st.binary(max_size=8),
    start=st.none() | CASES,
    typing=st.none() | st.builds(Typing, TEXT, TEXT),
    query=TEXT,
    looking=st.none() | st.builds(Looking, TEXT, PLACE, PLACE, st.none() | PAIR, st.none() | PAIR, st.booleans()),
    refused=st.lists(TEXT, max_size=2).map(tuple),
    open=st.booleans(),
)
ORIGIN = Origin("case", "a/b")
PLAIN = Form(ORIGIN, Case("a/b", "Why?", True, evidence=(Evidence((Quote("kb", "so"),)),)), base=b"id: a/b\n")


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FORMS)
def test_a_form_comes_back_as_it_was_kept(tmp_path: Path, form: Form) -> None:
    drafts = FormDrafts(tmp_path)
    drafts.keep(form)
    assert drafts.load(form.origin) == form
    assert drafts.broken() == []
    drafts.drop(form.origin)
    assert drafts.load(form.origin) is None and drafts.all() == []


def test_the_newest_comes_first_and_no_draft_is_another_s(tmp_path: Path) -> None:
    drafts = FormDrafts(tmp_path)
    for number, ref in enumerate(("x", "y", "z")):
        form = replace(PLAIN, origin=Origin("new", ref))
        drafts.keep(form)
        os.utime(drafts.path(form.origin), (number, number))
    assert [form.origin.ref for form in drafts.all()] == ["z", "y", "x"]
    assert drafts.load(Origin("case", "x")) is None


GARBAGE = [
    *(b"", b"\x00" * 50, b"{", b"[]", b"null", b"7", b'"x"', b"{}", b"\xff\xfe", b"[" * 100_000, b'{"origin": []}'),
    b'{"origin": ["case", "a/b"], "case": {}}',
]


@pytest.mark.parametrize("content", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_listed_and_left_where_it_is(tmp_path: Path, content: bytes) -> None:
    drafts = FormDrafts(tmp_path)
    drafts.keep(replace(PLAIN, origin=Origin("new", "sound")))
    drafts.path(ORIGIN).write_bytes(content)
    assert drafts.load(ORIGIN) is None
    assert [form.origin.ref for form in drafts.all()] == ["sound"]
    (broken,) = drafts.broken()
    assert broken.where is not None and broken.where.path == drafts.path(ORIGIN) and broken.next_step
    assert drafts.path(ORIGIN).read_bytes() == content


def test_no_cut_and_no_wrong_type_is_taken_for_a_form(tmp_path: Path) -> None:
    drafts = FormDrafts(tmp_path)
    drafts.keep(PLAIN)
    path = drafts.path(ORIGIN)
    whole = path.read_bytes()
    for end in range(0, len(whole) - 1, 7):
        path.write_bytes(whole[:end])
        assert drafts.load(ORIGIN) is None and len(drafts.broken()) == 1
    body = json.loads(whole)

    def wrong(at: object) -> object:
        return [] if at == {} or isinstance(at, str) else {"x": 1} if isinstance(at, list) else "x"

    for name in body:
        path.write_text(json.dumps({**body, name: wrong(body[name])}))
        assert drafts.load(ORIGIN) is None, name
    for name in body["case"]:
        path.write_text(json.dumps({**body, "case": {**body["case"], name: wrong(body["case"][name])}}))
        assert drafts.load(ORIGIN) is None, name


def test_a_draft_under_another_s_name_is_no_draft(tmp_path: Path) -> None:
    drafts = FormDrafts(tmp_path)
    drafts.keep(PLAIN)
    (drafts.folder / "copy.json").write_bytes(drafts.path(ORIGIN).read_bytes())
    (drafts.folder / "folder.json").mkdir()
    os.mkfifo(drafts.folder / "pipe.json")
    assert drafts.all() == [PLAIN]
    assert len(drafts.broken()) == 3


def keep_many(folder: str, number: int) -> None:
    drafts = FormDrafts(Path(folder))
    for turn in range(40):
        drafts.keep(with_field(PLAIN, "notes", f"{number} {turn} " * 50))


def test_writers_at_once_leave_one_whole_draft(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2) as processes, ThreadPoolExecutor(2) as threads:
        work = [
            pool.submit(keep_many, str(tmp_path), n) for n, pool in enumerate([processes, processes, threads, threads])
        ]
        drafts, seen = FormDrafts(tmp_path), 0
        while not all(one.done() for one in work):
            seen += drafts.load(ORIGIN) is not None
            assert drafts.broken() == []
        for one in work:
            one.result()
    assert seen and drafts.load(ORIGIN) is not None
    assert [path.suffix for path in drafts.folder.iterdir()] == [".json"]


def test_a_full_disk_is_said_and_the_draft_before_is_still_there(tmp_path: Path, monkeypatch) -> None:
    drafts = FormDrafts(tmp_path)
    drafts.keep(PLAIN)

    def full(handle: int, mode: str) -> BinaryIO:
        os.write(handle, b"half ")
        os.close(handle)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(FileError) as error:
        drafts.keep(with_field(PLAIN, "notes", "more"))
    monkeypatch.undo()
    assert "free some space" in error.value.next_step
    assert drafts.load(ORIGIN) == PLAIN
    assert [path.suffix for path in drafts.folder.iterdir()] == [".json"]


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "drafts").write_text("")
    drafts = FormDrafts(tmp_path)
    with pytest.raises(FileError):
        drafts.keep(PLAIN)
    assert drafts.all() == drafts.broken() == [] and drafts.load(ORIGIN) is None


def test_a_draft_of_a_file_that_changed_is_loaded_and_told(workspace) -> None:
    form = begun_from_case(workspace.cases, "plans/monthly")
    workspace.drafts.keep(form)
    path = workspace.cases.path("plans/monthly")
    assert not changed_underneath(form, workspace.cases)
    path.write_bytes(path.read_bytes() + b"notes: theirs\n")
    loaded = workspace.drafts.load(form.origin)
    assert loaded == form and changed_underneath(loaded, workspace.cases)
    path.unlink()
    assert changed_underneath(loaded, workspace.cases)
