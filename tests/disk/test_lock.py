"""Nobody waits for the lock without a word or without end, and who has it is named."""

import fcntl
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from ragtriage.disk import lock
from ragtriage.disk.lock import LockWait
from ragtriage.errors import WorkspaceError

ROOT = Path(__file__).parents[2]
HOLDER = """
import sys
from pathlib import Path
from ragtriage.disk.lock import LockWait, held
with held(Path(sys.argv[1]), LockWait()):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def holder(state, script=HOLDER):
    command = [sys.executable, "-c", script, str(state)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout.readline() == b"held\n"
            yield process
        finally:
            process.kill()


@pytest.fixture
def state(tmp_path):
    return tmp_path / ".ragtriage"


def refused(state, **wait):
    with pytest.raises(WorkspaceError) as error, lock.held(state, LockWait(0.05, **wait)):
        pass
    return error.value


def test_who_holds_it_is_named_with_command_and_time(state):
    with holder(state) as process:
        error = refused(state)
    assert error.title.startswith(f"not written: process {process.pid} (-c ")
    assert " has the lock since " in error.title
    assert f"kill {process.pid}" in error.next_step
    with lock.held(state, LockWait(5)):
        assert not (state / "journal").exists()


def test_a_stopped_holder_is_told_as_one(state):
    with holder(state) as process:
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        assert f"it is stopped: let it go on (kill -CONT {process.pid})" in refused(state).next_step


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="no /proc/locks here")
def test_a_holder_that_wrote_no_name_is_found_by_the_kernel(state):
    script = """
import fcntl, sys
file = open(sys.argv[1] + "/lock", "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""
    state.mkdir(0o700)
    with holder(state, script) as process:
        assert f"process {process.pid} ({sys.executable[:20]}" in refused(state).title


@pytest.mark.parametrize("written", [b"\xff", b"[]", b"{", b'{"pid": "x"}', b'{"pid": 1}'])
def test_whatever_stands_in_the_file_is_no_error(state, written):
    with lock.held(state, LockWait()):
        (state / "lock").write_bytes(written)
        assert refused(state).title.startswith("not written: ")


def test_a_long_wait_is_said_once_and_goes_on_when_the_lock_is_free(state, monkeypatch):
    monkeypatch.setattr(lock, "SAID_AFTER_SECONDS", 0)
    said = []
    with holder(state) as process:

        def told(words):
            said.append(words)
            process.stdin.close()  # it ends, and gives the lock back

        with lock.held(state, LockWait(30, told)):
            pass
        assert said == [f"waiting: {said[0].removeprefix('waiting: ')}"]
        assert f"process {process.pid}" in said[0]


def test_a_lock_file_that_was_deleted_lets_no_second_writer_in(state):
    with lock.held(state, LockWait()):
        inode = (state / "lock").stat().st_ino
        old = os.open(state / "lock", os.O_RDWR)
        (state / "lock").unlink()
        assert not lock._locks(old, state / "lock")
    assert inode != 0
    fcntl.flock(old, fcntl.LOCK_UN)
    os.close(old)
