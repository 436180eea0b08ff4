"""Whole files or none, never over someone else's, and every write can be taken back."""

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ragtriage.disk import files
from ragtriage.disk.files import FileChange, History, Write, carry_out, locked, read_bytes, replace_file
from ragtriage.errors import ConflictError, FileError, WorkspaceError


def change(path, before, after, words="test"):
    return Write(words, (FileChange(path, before, after),), ("a",))


def no_leftovers(folder):
    return [each.name for each in folder.rglob("*") if each.name.endswith(".tmp")] == []


@pytest.fixture
def history(tmp_path):
    return History(tmp_path / ".ragtriage")


def test_a_write_can_be_undone_and_done_again(tmp_path, history):
    path = tmp_path / "deep" / "a.yaml"
    history.do(change(path, None, b"one"))
    history.do(change(path, b"one", b"two"))
    assert history.undo().items == ("a",)
    assert path.read_bytes() == b"one"
    history.undo()
    assert not path.exists()
    assert history.undo() is None
    history.redo()
    history.redo()
    assert path.read_bytes() == b"two"
    assert history.redo() is None
    assert (history.can_undo, history.can_redo) == (True, False)


def test_a_new_write_ends_what_could_be_done_again(tmp_path, history):
    path = tmp_path / "a"
    history.do(change(path, None, b"one"))
    history.undo()
    history.do(change(path, None, b"other"))
    assert not history.can_redo


def test_a_file_that_someone_changed_meanwhile_is_shown_not_overwritten(tmp_path, history):
    path = tmp_path / "a"
    path.write_bytes(b"theirs")
    with pytest.raises(ConflictError) as error:
        history.do(change(path, b"read before", b"ours"))
    assert (error.value.ours, error.value.theirs) == (b"ours", b"theirs")
    assert path.read_bytes() == b"theirs"
    assert not history.can_undo


def test_an_undo_over_someone_elses_change_is_refused_and_bars_no_older_one(tmp_path, history):
    path, older = tmp_path / "a", tmp_path / "older"
    history.do(change(older, None, b"1"))
    history.do(change(path, None, b"one"))
    path.write_bytes(b"theirs")
    with pytest.raises(ConflictError):
        history.undo()
    assert path.read_bytes() == b"theirs"
    history.undo()
    assert not older.exists() and not history.can_undo


def test_of_several_files_all_are_checked_before_any_is_written(tmp_path):
    first, second = tmp_path / "a", tmp_path / "b"
    second.write_bytes(b"theirs")
    write = Write("both", (FileChange(first, None, b"1"), FileChange(second, None, b"2")))
    with pytest.raises(ConflictError):
        carry_out(write, tmp_path / ".ragtriage")
    assert not first.exists()


@pytest.mark.parametrize("call", ["fsync", "fdopen", "replace"])
def test_a_full_disk_leaves_the_file_as_it_was(tmp_path, history, monkeypatch, call):
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def full(*arguments, **options):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, full)
    with pytest.raises(FileError, match="No space left") as error:
        history.do(change(path, b"old", b"new"))
    monkeypatch.undo()
    assert "free some space" in error.value.next_step
    assert path.read_bytes() == b"old"
    assert no_leftovers(tmp_path)
    assert not history.can_undo


def test_a_disk_that_fills_up_between_two_files_leaves_both_as_they_were(tmp_path, monkeypatch):
    first, second = tmp_path / "a", tmp_path / "b"
    first.write_bytes(b"1")
    real = files.replace_file

    def full_for_second(path, content, *more):
        if path == second:
            raise FileError("cannot be written: No space left on device")
        real(path, content)

    monkeypatch.setattr(files, "replace_file", full_for_second)
    write = Write("both", (FileChange(first, b"1", b"one"), FileChange(second, None, b"two")))
    with pytest.raises(FileError):
        carry_out(write, tmp_path / ".ragtriage")
    assert first.read_bytes() == b"1"
    assert not second.exists()


@pytest.mark.parametrize("call", ["fsync", "fdopen"])
def test_a_disk_that_is_full_for_one_of_many_touches_none(tmp_path, history, monkeypatch, call):
    paths = [tmp_path / str(number) for number in range(20)]
    for path in paths:
        path.write_bytes(b"old")
    real, calls = getattr(os, call), iter(range(1000))

    def full_later(*arguments):
        if next(calls) == 15:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*arguments)

    monkeypatch.setattr(os, call, full_later)
    monkeypatch.setattr(os, "replace", lambda *paths, **folders: pytest.fail("before all is there"))
    with pytest.raises(FileError, match="No space left"):
        history.do(Write("many", tuple(FileChange(path, b"old", b"new") for path in paths)))
    monkeypatch.undo()
    assert {path.read_bytes() for path in paths} == {b"old"}
    assert no_leftovers(tmp_path)


def test_permissions_stay_and_new_files_get_the_usual_ones(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"x")
    old.chmod(0o640)
    replace_file(old, b"y")
    replace_file(new, b"y")
    mask = os.umask(0)
    os.umask(mask)
    assert old.stat().st_mode & 0o777 == 0o640
    assert new.stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_folder_in_the_way_is_an_error_with_its_place(tmp_path):
    (tmp_path / "a").mkdir()
    for attempt in (lambda: replace_file(tmp_path / "a", b"x"), lambda: read_bytes(tmp_path / "a")):
        with pytest.raises(FileError) as error:
            attempt()
        assert error.value.where.path == tmp_path / "a"
    assert no_leftovers(tmp_path)


def test_a_workspace_that_cannot_be_written_says_so(tmp_path):
    (tmp_path / "state").write_bytes(b"a file where the folder should be")
    with pytest.raises(WorkspaceError, match="cannot be written to"), locked(tmp_path / "state"):
        pass


def test_two_threads_never_hold_the_lock_at_once(tmp_path):
    inside, most = [], []

    def work():
        for _ in range(20):
            with locked(tmp_path / "state"):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 1


def test_concurrent_writers_lose_no_update(tmp_path):
    path = tmp_path / "counter"
    path.write_bytes(b"0")

    def work():
        done = 0
        while done < 10:
            now = path.read_bytes()
            try:
                carry_out(change(path, now, str(int(now) + 1).encode()), tmp_path / "state")
                done += 1
            except ConflictError:
                continue

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() == b"30"


SAVER = """
import random, sys
from pathlib import Path
from ragtriage.disk.files import FileChange, History, Write, read_bytes
root, dice = Path(sys.argv[1]), random.Random(1)
history = History(root / "state")
print("ready", flush=True)
while True:
    path = root / f"{dice.randrange(5)}.yaml"
    before = read_bytes(path)
    history.do(Write("save", (FileChange(path, before, (dice.choice("abc") * 70_000 + "end").encode()),)))
"""


@pytest.mark.parametrize("delay", [0.01, 0.03, 0.05, 0.08])
def test_a_killed_process_leaves_whole_files_only(tmp_path, delay):
    root = Path(__file__).parents[2]
    saver = subprocess.Popen([sys.executable, "-c", SAVER, str(tmp_path)], cwd=root, stdout=subprocess.PIPE)
    with saver:
        assert saver.stdout.readline() == b"ready\n"
        threading.Event().wait(delay)
        saver.send_signal(signal.SIGKILL)
    for path in tmp_path.glob("*.yaml"):
        content = path.read_bytes()
        assert len(content) == 70_003
        assert content.endswith(b"end")
        assert len(set(content[:70_000])) == 1
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".yaml"] == ["state"]  # nothing for Git to see
    carry_out(change(tmp_path / "after", None, b"the lock is free again"), tmp_path / "state")
    assert list((tmp_path / "state" / "half-written").iterdir()) == []


def test_a_pipe_is_an_error_and_never_waited_for(tmp_path):
    os.mkfifo(tmp_path / "case.yaml")
    with pytest.raises(FileError, match="no file, but a pipe"):
        read_bytes(tmp_path / "case.yaml")
    with pytest.raises(FileError, match="no file, but a pipe or a device"):
        read_bytes(Path("/dev/null"))


def test_a_path_that_no_system_can_hold_is_an_error(tmp_path):
    with pytest.raises(FileError, match="cannot be read"):
        read_bytes(tmp_path / "a\0b")
    with pytest.raises(FileError, match="cannot be read: Is a directory"):
        read_bytes(tmp_path)


def test_a_folder_mounted_elsewhere_is_written_to_all_the_same(tmp_path, monkeypatch):
    real, refused = os.replace, []

    def replace(source, target, *, src_dir_fd, dst_dir_fd):
        if not os.path.samestat(os.fstat(src_dir_fd), os.fstat(dst_dir_fd)):
            refused.append(source)
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        real(source, target, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    monkeypatch.setattr(os, "replace", replace)
    carry_out(change(tmp_path / "a.yaml", None, b"x"), tmp_path / "state")
    assert len(refused) == 1
    assert (tmp_path / "a.yaml").read_bytes() == b"x"
    assert no_leftovers(tmp_path)


def test_a_file_of_gigabytes_is_an_error_with_its_size_and_never_read(tmp_path):
    path = tmp_path / "x.yaml"
    with path.open("wb") as file:
        file.truncate(3 << 30)
    with pytest.raises(FileError, match="too large: 3,221,225,472 bytes, at most 67,108,864 are read"):
        read_bytes(path)


def test_a_write_over_a_file_of_gigabytes_is_refused_without_reading_it(tmp_path, history):
    path = tmp_path / "x.yaml"
    with path.open("wb") as file:
        file.truncate(3 << 30)
    with pytest.raises(FileError, match="too large"):
        history.do(Write("x", (FileChange(path, None, b"new"),)))
    assert path.stat().st_size == 3 << 30
