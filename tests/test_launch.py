"""Screens open where there is a terminal and somebody gave the command line a way to open them; else it prints."""

import sys
from pathlib import Path

import pytest

from ragtriage.cli.root import Invocation
from ragtriage.cli.running import run


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[Path | None, str | None]]:
    """What screens were asked for, in a terminal: the folder, and the range to review."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    (tmp_path / "ragtriage.yaml").write_text("timezone: UTC\n")
    (tmp_path / "cases").mkdir()
    return []


def test_a_terminal_gets_screens(asked: list[tuple[Path | None, str | None]], tmp_path: Path) -> None:
    def screens(invocation: Invocation, review: str | None) -> int:
        asked.append((invocation.folder, review))
        return 7

    assert run(["-C", str(tmp_path)], screens) == 7
    assert run(["-C", str(tmp_path), "review", "a..b"], screens) == 7
    assert asked == [(tmp_path, None), (tmp_path, "a..b")]


def test_without_screens_or_a_terminal_the_status_is_printed(
    asked: list[tuple[Path | None, str | None]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def screens(invocation: Invocation, review: str | None) -> int:
        raise AssertionError("no screens here")

    assert run(["-C", str(tmp_path)]) == 0
    monkeypatch.setenv("TERM", "dumb")
    assert run(["-C", str(tmp_path)], screens) == 0
    assert capsys.readouterr().out.count("0 active cases") == 2
