"""Several files are written whole or not at all, whenever the process is killed, and nobody's change is overwritten."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ragtriage.disk import atomic, files, journal
from ragtriage.disk.files import FileChange, LockWait, Write, carry_out, finish_cut_off, locked
from ragtriage.errors import FileError
from tests.disk.kill_at_each_call import AFTER, BEFORE

TWO = ("a.yaml", "b.yaml")


@pytest.fixture
def state(tmp_path):
    for name in TWO:
        (tmp_path / name).write_bytes(b"old")
    return tmp_path / ".ragtriage"


@pytest.fixture
def cut_off(state, monkeypatch):
    """A write of two files, cut off after the first, as a kill leaves it."""

    class KilledError(BaseException):
        pass

    real = files.replace_file

    def killed(path, *more):
        if path.name == "b.yaml":
            raise KilledError
        real(path, *more)

    monkeypatch.setattr(files, "replace_file", killed)
    with pytest.raises(KilledError):
        carry_out(Write("tag\x1b two", changes(state, b"old", b"new")), state)
    monkeypatch.undo()
    return state


def changes(state, before, after):
    return tuple(FileChange(state.parent / name, before, after) for name in TWO)


def contents(state):
    return tuple((state.parent / name).read_bytes() for name in TWO)


def told(state):
    said = []
    finish_cut_off(state, LockWait(told=said.append))
    return said


OLD, NEW = ({name: text.decode() for name, text in each.items()} for each in (BEFORE, AFTER))


def killed_at_each_call(tmp_path, what):
    script = Path(__file__).with_name("kill_at_each_call.py")
    root = script.parents[2]
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "w"), what], cwd=root, env={"PYTHONPATH": str(root)},
        capture_output=True, check=True,
    )  # fmt: skip
    results = json.loads(done.stdout)
    assert results[-1]["confirmed"]
    assert any(result["killed"] not in (OLD, NEW) for result in results)  # else the kills prove nothing
    assert all(result["left"] == [] for result in results)
    return results


def test_a_write_killed_at_any_call_is_whole_or_not_there_after_the_next_start(tmp_path):
    results = killed_at_each_call(tmp_path, "write")
    assert len(results) > 30
    assert all(result["after"] in (OLD, NEW) for result in results)
    assert all(result["after"] == NEW for result in results if result["confirmed"])


def test_whoever_finishes_it_may_be_killed_too(tmp_path):
    results = killed_at_each_call(tmp_path, "start")
    assert len(results) > 15
    assert all(result["after"] == NEW for result in results)


def test_what_was_cut_off_is_finished_and_said_in_a_line(cut_off):
    assert contents(cut_off) == (b"new", b"old")
    (said,) = told(cut_off)
    assert "tag␛ two (1 of its 2 files" in said
    assert contents(cut_off) == (b"new", b"new")
    assert told(cut_off) == []


def test_the_next_who_writes_finishes_it_first(cut_off):
    said = []
    carry_out(Write("more", changes(cut_off, b"new", b"newer")), cut_off, LockWait(told=said.append))
    assert contents(cut_off) == (b"newer", b"newer")
    assert len(said) == 1


def test_nobody_finishes_what_another_process_is_writing(cut_off):
    with locked_by_hand(cut_off):
        assert told(cut_off)[0].startswith("several files are being written: process")
    assert contents(cut_off) == (b"new", b"old")


def test_what_was_never_begun_is_removed_without_a_word(state):
    for name in ("journal", "half-written"):
        (state / name).mkdir(parents=True)
        (state / name / ".ragtriage-1.tmp").write_bytes(b"half")
    state.chmod(0o700)
    assert told(state) == []
    assert list(state.glob("*/*.tmp")) == []


def locked_by_hand(state):
    from ragtriage.disk import lock

    return lock.held(state, LockWait(1))


def test_a_file_that_somebody_changed_meanwhile_stays_and_both_are_kept(cut_off):
    (cut_off.parent / "b.yaml").write_bytes(b"theirs")
    (said,) = told(cut_off)
    assert contents(cut_off) == (b"new", b"theirs")
    assert "b.yaml was changed meanwhile and stays" in said
    (kept,) = cut_off.glob("kept/*/b.yaml")
    assert kept.read_bytes() == b"new"
    assert str(kept) in said


def test_a_file_changed_after_it_was_written_stays_and_the_rest_is_finished(cut_off):
    (cut_off.parent / "a.yaml").write_bytes(b"theirs")
    (said,) = told(cut_off)
    assert contents(cut_off) == (b"theirs", b"new")
    assert "a.yaml was changed since and stays" in said


def test_a_write_that_failed_and_could_not_be_taken_back_is_finished_later(state, monkeypatch):
    real = files.replace_file

    def full(path, content, *more):
        if path.name == "b.yaml" or content == b"old":
            raise FileError("cannot be written: No space left on device")
        real(path, content, *more)

    monkeypatch.setattr(files, "replace_file", full)
    with pytest.raises(FileError, match="No space left") as error:
        carry_out(Write("two", changes(state, b"old", b"new")), state)
    monkeypatch.undo()
    assert "ragtriage status" in error.value.next_step
    assert len(told(state)) == 1
    assert contents(state) == (b"new", b"new")


def test_a_write_that_failed_and_was_taken_back_does_not_come_again(state, monkeypatch):
    real = files.replace_file

    def full(path, content, *more):
        if path.name == "b.yaml":
            raise FileError("cannot be written: No space left on device")
        real(path, content, *more)

    monkeypatch.setattr(files, "replace_file", full)
    with pytest.raises(FileError):
        carry_out(Write("two", changes(state, b"old", b"new")), state)
    monkeypatch.undo()
    assert told(state) == []
    assert contents(state) == (b"old", b"old")


@pytest.mark.parametrize(
    "path", ["../outside", "/etc/passwd", ".git/hooks/pre-commit", "cases/.GIT/hooks/x", "a/../../x", "", 7, "a\0b"]
)
def test_a_journal_that_names_what_is_not_the_workspaces_is_refused(cut_off, path):
    intent = cut_off / "journal" / "intent.json"
    data = json.loads(intent.read_bytes())
    data["steps"][1]["path"] = path
    intent.write_text(json.dumps(data))
    assert told(cut_off)[0].startswith("the journal of a write that was cut off cannot be read")
    assert contents(cut_off) == (b"new", b"old")


@pytest.mark.parametrize("damaged", [b"", b"{", b"[]", b'{"words": 1, "steps": [{}]}', b"\xff"])
def test_a_damaged_journal_is_said_and_bars_further_writes(cut_off, damaged):
    (cut_off / "journal" / "intent.json").write_bytes(damaged)
    with pytest.raises(FileError, match="cannot be read") as error, locked(cut_off):
        pass
    assert error.value.where.path == cut_off / "journal" / "intent.json"


def test_content_that_the_journal_lost_is_said(cut_off):
    for each in (cut_off / "journal").glob("*.tmp"):
        each.unlink()
    assert "has lost what belongs in b.yaml" in told(cut_off)[0]


def test_one_file_needs_no_journal(state, monkeypatch):
    monkeypatch.setattr(journal, "begin", lambda *_: pytest.fail("a rename is whole by itself"))
    carry_out(Write("one", (FileChange(state.parent / "a.yaml", b"old", b"new"),)), state)


def test_half_a_write_is_never_finished_from_half_a_content(cut_off):
    for each in (cut_off / "journal").glob("*.tmp"):
        each.write_bytes(b"ne")
    assert "has lost" in told(cut_off)[0]
    assert atomic.read_bytes(cut_off.parent / "b.yaml") == b"old"
