"""Random keys, clicks, pastes and sizes on every screen: does anything end the program?

    python benchmarks/random_keys.py --seconds 60 --seeds 5 [--screen cases]

Each seed begins with a demo of its own. A program that somebody's `q` ended is started again. Prints a line a screen
and seed, and the end of what was on the screen where it ended otherwise; the exit code says whether it ever did.
"""

import argparse
import fcntl
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass, field
from pathlib import Path

SCREENS = {
    "triage": ([], ""),
    "cases": ([], "\x1bOQ"),
    "anchors": ([], "\x1bOR"),
    "complaints": ([], "\x1b[15~"),
    "editor": ([], "\x1bOQe"),
    "new case": ([], ":new when is it open\r"),
    "review": (["review", "HEAD~1..HEAD"], ""),
    "palette": ([], "\x10"),
    "help": ([], "?"),
}
"""Name → arguments of the program, and the keys that lead there."""
PROGRAM = """
import os, sys, traceback
from textual.app import App
from ragtriage.cli import main
end = App._handle_exception
def noted(app, error):
    with open(os.environ["NOTES"], "a") as notes:
        notes.writelines(traceback.format_exception(error))
    end(app, error)
App._handle_exception = noted
sys.argv[0] = "ragtriage"
main()
"""
"""The program, writing down what ended it: in a terminal one column wide no traceback can be read."""
LETTERS = [chr(code) for code in range(33, 127)]
NAMED = [
    "\x1b", "\r", "\t", " ", "\x7f", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F",
    "\x1b[3~", "\x1b[Z", "\x1b[1;5C", "\x1b[1;5D", "\x1b[I", "\x1b[O",
    *(chr(code) for code in range(1, 27) if code not in (3, 26)),
    "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b[17~", "\x1b[18~", "\x1b[19~",
]  # fmt: skip
TEXTS = [
    "tag:",
    "passes:none",
    "é漢字",
    "[/]",
    '"',
    "2026-W48",
    "commit",
    "new x",
    "go ",
    "\x1b[31m",
    "\u202e",
    "🙂",
    "'" * 40,
]
"""Typed or pasted at one go."""


@dataclass
class Running:
    """A program behind a pty whose size changes."""

    arguments: list[str]
    folder: Path
    sent: bytes = b""
    """The end of what it sent."""
    pid: int = field(init=False)
    handle: int = field(init=False)

    def __post_init__(self) -> None:
        self.pid, self.handle = pty.fork()
        if not self.pid:
            os.chdir(self.folder)
            kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV") if name in os.environ}
            os.execve(
                sys.executable,
                [sys.executable, "-c", PROGRAM, *self.arguments],
                {**kept, "TERM": "xterm-256color", "EDITOR": "true", "NOTES": str(self.folder.parent / "notes")},
            )

        os.set_blocking(self.handle, False)  # a program that no longer reads must not hold us up

    def resize(self, columns: int, rows: int) -> None:
        """Another size, and the signal that says so."""
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, keys: str) -> None:
        """Type; a program that is gone takes nothing."""
        try:
            os.write(self.handle, keys.encode())
        except OSError:
            return

    def drain(self, seconds: float) -> None:
        """Read what it sends meanwhile."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.handle], [], [], left)[0]:
                return
            try:
                self.sent = (self.sent + os.read(self.handle, 1 << 16))[-400_000:]
            except OSError:  # nobody holds the other end any more: it is about to end
                time.sleep(left)

    def ended(self) -> int | None:
        """The exit code, once it has ended."""
        done, status = os.waitpid(self.pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if done else None

    def stop(self) -> int | None:
        """Ask it to end; its exit code, or None when it had to be killed."""
        os.kill(self.pid, signal.SIGTERM)
        for _ in range(100):
            self.drain(0.1)
            if (code := self.ended()) is not None:
                return code
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return None

    def last_words(self) -> str:
        """What ended it, or what it said at the end, without what a terminal obeys."""
        notes = self.folder.parent / "notes"
        if notes.exists():
            return notes.read_text()[-3000:]
        return re.sub(rb"\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b[()][A-Z0-9]", b"", self.sent).decode(errors="replace")[-500:]


def stroke(chance: random.Random, running: Running) -> None:
    """One thing that a person, a cat or a terminal may do."""
    kind = chance.random()
    if kind < 0.50:
        running.send(chance.choice(LETTERS))
    elif kind < 0.80:
        running.send(chance.choice(NAMED))
    elif kind < 0.85:
        running.send(chance.choice(TEXTS))
    elif kind < 0.89:
        running.send(f"\x1b[200~{chance.choice(TEXTS) * chance.choice((1, 1, 200))}\x1b[201~")
    elif kind < 0.95:
        place = f"0;{chance.randint(1, 130)};{chance.randint(1, 45)}"
        running.send(f"\x1b[<{place}M\x1b[<{place}m" * chance.choice((1, 1, 2, 3)))
    else:
        running.resize(chance.choice((1, 5, 20, 40, 80, 100, 120, 200)), chance.choice((1, 3, 5, 24, 40, 60)))


def play(folder: Path, arguments: list[str], way: str, seed: int, seconds: float) -> tuple[int, int, list[str]]:
    """Strokes done, programs started, and how each ended that should not have."""
    chance, end = random.Random(seed), time.monotonic() + seconds
    strokes, starts, bad = 0, 0, []
    while time.monotonic() < end:
        running, starts = Running(arguments, folder), starts + 1
        running.resize(*chance.choice(((80, 24), (120, 40))))
        running.drain(chance.choice((0.0, 0.3, 1.5)))
        running.send(way)
        code = None
        while code is None and time.monotonic() < end:
            for _ in range(chance.choice((1, 1, 3, 12))):
                stroke(chance, running)
                strokes += 1
            running.drain(chance.choice((0.0, 0.02, 0.1, 0.3)))
            code = running.ended()
        if code is None:
            code = running.stop()
            code = 0 if code in (128 + signal.SIGTERM, -signal.SIGTERM) else code  # asked, or while it started
        running.drain(0.2)
        os.close(running.handle)
        if code != 0 or b"Traceback" in running.sent:
            bad.append(f"exit code {code}\n{running.last_words()}")
    return strokes, starts, bad


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--screen", choices=SCREENS, action="append")
    asked, failed = parser.parse_args(), 0
    for name in asked.screen or SCREENS:
        for seed in range(asked.seeds):
            work = Path(tempfile.mkdtemp(prefix="random-keys-"))
            subprocess.run(
                [sys.executable, "-m", "ragtriage", "demo", "demo"],
                cwd=work,
                check=True,
                capture_output=True,
                stdin=subprocess.DEVNULL,
            )
            strokes, starts, bad = play(work / "demo", *SCREENS[name], seed, asked.seconds)
            print(f"{name} seed {seed}: {strokes} strokes, {starts} starts, {len(bad)} ended badly", flush=True)
            for one in bad:
                print(one, flush=True)
            failed += len(bad)
            shutil.rmtree(work)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
