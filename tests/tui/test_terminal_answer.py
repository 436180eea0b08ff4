"""A terminal that answers, and one that does not, as the program meets them: through a pseudo-terminal."""

import os
import pty
import select
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from ragtriage.tui.background_colour import ASK

APP = """
import sys
from textual.binding import Binding
from ragtriage.tui.app_frame import FrameApp
from ragtriage.tui.theme import Look

class Typing(FrameApp):
    BINDINGS = [Binding(key, f"typed('{key}')") for key in ("j", "1", "f")]
    typed = ""

    def action_typed(self, key):
        self.typed += key
        if key == "j" and self.typed.count("j") == 2:
            self.exit()

app = Typing(Look("256", ask=sys.argv[1] == "ask"))
app.run()
print("typed", app.typed, app.theme)
"""
PATIENCE_SECONDS = 30


class Terminal:
    """The other end of the program's terminal."""

    def __init__(self, end, reads=None):
        """`reads`: where what it shows goes, if not to the terminal."""
        self.end, self.reads, self.seen = end, reads or end, b""

    def until(self, words):
        """Read until `words` came."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while words not in self.seen:
            if not select.select([self.reads], [], [], max(0, deadline - time.monotonic()))[0]:
                pytest.fail(f"{words!r} never came: {self.seen[-300:]!r}")
            self.seen += os.read(self.reads, 65536)

    def type(self, text):
        os.write(self.end, text.encode())


@contextmanager
def opened(ask, *, piped=False):
    """The app in a terminal; `piped`: only its keys come from one."""
    ours, theirs = pty.openpty()
    reads, shows = os.pipe() if piped else (ours, theirs)
    environ = {name: value for name, value in os.environ.items() if name not in ("COLORTERM", "NO_COLOR")}
    environ["TERM"] = "xterm-256color"
    program = subprocess.Popen([sys.executable, "-c", APP, ask], stdin=theirs, stdout=shows, stderr=shows, env=environ)
    for end in {theirs, shows}:
        os.close(end)
    try:
        yield Terminal(ours, reads)
    finally:
        program.kill()
        program.wait()
        for end in {ours, reads}:
            os.close(end)


@pytest.mark.parametrize(
    ("pieces", "theme"),
    [
        (["\x1b]11;rgb:ffff/ffff/ffff\x07"], b"ragtriage-light-256"),
        (["\x1b]11;rgb:1111/", "1111/1111\x1b\\"], b"ragtriage-dark-256"),
        ([], b"ragtriage-dark-256"),
    ],
    ids=["light", "dark, in pieces", "never"],
)
def test_the_answer_decides_over_the_colours_and_what_is_typed_around_it_is_kept(pieces, theme):
    with opened("ask") as terminal:
        terminal.until(ASK.encode())
        terminal.type("1")
        for piece in pieces:
            terminal.type(piece)
        terminal.type("fjj")
        terminal.until(b"typed 1fjj " + theme)


def test_an_answer_long_after_the_first_frame_changes_the_colours():
    with opened("ask") as terminal:
        terminal.until(b"48;5;234m")
        terminal.type("\x1b]11;rgb:ffff/ffff/ffff\x07")
        terminal.until(b"48;5;231m")
        terminal.type("jj")
        terminal.until(b"typed jj ragtriage-light-256")


def test_where_the_colours_are_decided_nothing_is_asked():
    with opened("no") as terminal:
        terminal.until(b"48;5;234m")
        terminal.type("jj")
        terminal.until(b"typed jj ragtriage-dark-256")
        assert ASK.encode() not in terminal.seen


def test_what_is_no_terminal_is_not_asked():
    with opened("ask", piped=True) as terminal:
        terminal.until(b"48;5;234m")
        terminal.type("jj")
        terminal.until(b"typed jj ragtriage-dark-256")
        assert ASK.encode() not in terminal.seen
