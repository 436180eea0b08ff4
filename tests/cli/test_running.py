"""Every way of ending: exit codes, pipes that close, and terminals."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragtriage.cli import main
from ragtriage.cli.root import root

Say = Callable[..., Any]
HERE = Path(__file__).parents[2]


def environment(**more: str) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "RAGTRIAGE_TRACEBACK")
    }
    return {**kept, "PYTHONPATH": str(HERE), "PYTHONWARNINGS": "error", **more}


def python(code: str, cwd: Path = HERE, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, env=environment(**more), capture_output=True, text=True, timeout=60
    )


def test_a_closed_pipe_ends_a_command_in_silence(workspace: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "ragtriage", "cases", "list", "--json"],
        cwd=workspace,
        env=environment(),
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def on_a_terminal(cwd: Path, *words: str, press: bytes = b"", **more: str) -> tuple[int, str]:
    """Run on a terminal of its own, pressing keys whenever it falls silent; the exit code and all that was printed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    running = subprocess.Popen(
        [sys.executable, "-m", "ragtriage", *words],
        cwd=cwd,
        env=environment(**more),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    out, deadline = b"", time.monotonic() + 30
    try:
        while time.monotonic() < deadline:
            if select.select([ours], [], [], 0.3)[0]:
                part = os.read(ours, 65536)
                if not part:
                    break
                out += part
            elif out and press:
                os.write(ours, press)
    except OSError:  # Linux says EIO when the other side is closed
        pass
    finally:
        os.close(ours)
    try:
        return running.wait(timeout=5), out.decode()
    finally:
        running.kill()


def test_a_dumb_terminal_gets_the_status_without_escapes(workspace: Path) -> None:
    code, out = on_a_terminal(workspace, TERM="dumb")
    assert code == 0
    assert "2 active cases" in out
    assert "\x1b" not in out.replace("\x1b[K", "")  # but for the progress line, which takes itself away


@pytest.mark.parametrize("words", [(), ("--no-mouse", "--ascii")])
def test_on_a_terminal_no_command_opens_the_screens(workspace: Path, words: tuple[str, ...]) -> None:
    code, out = on_a_terminal(workspace, *words, press=b"q", TERM="xterm-256color")
    assert code == 0
    assert ("\x1b[?1000h" in out) is not bool(words)  # asks for the mouse, or does not
    assert out.isascii() is bool(words)


def test_a_terminal_gets_colour_unless_told_otherwise(workspace: Path) -> None:
    assert "\x1b[36mbilling/monthly\x1b[0m" in on_a_terminal(workspace, "cases", "list", TERM="xterm")[1].replace(
        " ", ""
    )
    assert "\x1b" not in on_a_terminal(workspace, "cases", "list", TERM="xterm", NO_COLOR="1")[1]


@pytest.mark.parametrize(
    ("raised", "code", "words"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (ZeroDivisionError("\x1b[2Jboom"), 3, "a defect in ragtriage: ZeroDivisionError: ␛[2Jboom"),
    ],
)
def test_whatever_is_raised_becomes_lines_and_a_code(
    monkeypatch: pytest.MonkeyPatch, say: Say, raised: BaseException, code: int, words: str
) -> None:
    def fail(*args: object, **more: object) -> None:
        raise raised

    monkeypatch.setattr(root, "invoke", fail)
    said = say("status")
    assert said.code == code
    assert words in said.err
    assert "Traceback" not in said.err


def test_a_defect_can_be_seen_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(root, "invoke", fail)
    monkeypatch.setenv("RAGTRIAGE_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["status"])


def test_the_shell_completes_commands_and_ids(workspace: Path) -> None:
    def complete(words: str, at: int) -> list[str]:
        done = python(
            "from ragtriage.cli import main; raise SystemExit(main([]))",
            workspace,
            _RAGTRIAGE_COMPLETE="bash_complete",
            COMP_WORDS=words,
            COMP_CWORD=str(at),
        )
        assert done.returncode == 0, done.stderr
        return [line.partition(",")[2] for line in done.stdout.splitlines()]

    assert complete("ragtriage ca", 1) == ["cases"]
    assert complete("ragtriage cases show cal", 3) == ["calendar/many"]
    assert complete("ragtriage triage list --filter cause:re", 4) == ["cause:retrieval", "cause:refusal"]


def test_the_demo_is_a_whole_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, say: Say) -> None:
    monkeypatch.chdir(tmp_path)
    assert say("demo").code == 0
    found = say("-C", "ragtriage-demo", "status", "--json").json
    assert found["cases"]["active"] > 20
    assert found["configurations"]
    assert found["to_decide"] > 0
    assert (tmp_path / "ragtriage-demo/.git").is_dir()
    say("-C", "ragtriage-demo", "triage", "decide", "data/hipaa-paperwork", "label", "--as", "mk")
    again = say("demo")
    assert again.code == 0
    assert "opened as it is" in again.err
    assert [line for line in again.err.splitlines() if line.startswith("next: ")] == [
        "next: cd ragtriage-demo && ragtriage"
    ]
    assert list((tmp_path / "ragtriage-demo/triage").rglob("*--mk.yaml"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes").write_text("x")
    refused = say("demo", "mine")
    assert refused.code == 3
    assert "something here already" in refused.err
