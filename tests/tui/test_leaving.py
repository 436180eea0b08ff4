"""Whoever is asked to end does, though the terminal takes no output and the event loop is held up by it."""

import os
import pty
import signal
import sys

import pytest

APP = """
import os, sys
from ragtriage.tui import leaving
from ragtriage.tui.app_frame import FrameApp
leaving.GRACE_SECONDS = 0.2

class Flood(FrameApp[None]):
    def on_ready(self):
        os.write(int(sys.argv[1]), b"ready\\n")
        if len(sys.argv) > 2:
            while True:  # as a screen that is drawn again and again: more than any terminal holds back
                self._driver.write("x" * 10_000)

app = Flood()
app.run()
sys.exit(app.return_code)
"""


def started(*arguments):
    """A process in a terminal that nobody reads, ready; its id and the terminal."""
    ready, said = os.pipe()
    pid, terminal = pty.fork()
    if pid == 0:
        os.set_inheritable(said, True)
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.executable, [sys.executable, "-c", APP, str(said), *arguments])
    os.close(said)
    with os.fdopen(ready) as lines:
        assert lines.readline() == "ready\n"
    return pid, terminal


def ended(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_stalled_terminal_holds_nobody_back(number):
    pid, terminal = started("flood")
    os.kill(pid, number)
    assert ended(pid) == 128 + number
    os.close(terminal)


def test_a_terminal_that_vanishes_takes_the_program_along():
    pid, terminal = started("flood")
    os.close(terminal)
    assert ended(pid) in (128 + signal.SIGHUP, 0)


def test_a_signal_leaves_as_a_key_does():
    pid, terminal = started()
    os.kill(pid, signal.SIGTERM)
    assert ended(pid) == 128 + signal.SIGTERM
    os.close(terminal)
