"""What a key costs on the wire at 120×40 in the real screens, over a workspace of 300 cases."""

import re
from pathlib import Path

import pytest

from big_workspace import make

KB = 1_000
COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")
"""An SGR sequence that sets a colour; 39 and 49 (the terminal's own) set none."""


@pytest.fixture(scope="session")
def big(tmp_path_factory) -> Path:
    """A workspace of made-up text, judged."""
    root = tmp_path_factory.mktemp("big") / "made-up"
    make(root, 300)
    return root


@pytest.fixture
def screens(terminal, big):
    """The program on the big workspace."""
    return terminal(["-m", "ragtriage", "-C", str(big), "--as", "mira"])


def test_moving_scrolling_and_reading_stay_within_the_budget(screens):
    """One program for all of them: a start costs more than the keys."""
    settled = [len(screens.press(key)) for key in ("j", "j", "k", "\x04", "]", "J")]
    assert max(settled) <= 12 * KB, settled
    assert len(screens.hold("j", 60)) / 60 <= 3 * KB
    for _ in range(3):  # side by side, the detail alone, the list alone
        screens.press("+")
    moves = [len(screens.press(key)) for key in "kkjk"]
    assert max(moves) <= KB, moves
    scrolls = [len(screens.press(key)) for key in ("G", "g", "\x06", "\x06")]
    assert max(scrolls) <= 9 * KB, scrolls


def test_a_decision_costs_no_more_than_the_next_story(screens):
    screens.press("j")
    costs = [len(screens.press(key)) for key in ("1", "-", "3", "u", "U")]
    assert max(costs) <= 14 * KB, costs


def test_cases_cost_what_triage_costs(screens):
    screens.press("\x1bOQ")
    assert len(screens.hold("j", 45)) / 45 <= 3 * KB


def test_without_colour_and_in_ascii_no_dialog_sends_either(terminal, big):
    plain = terminal(["-m", "ragtriage", "--ascii", "--no-mouse", "-C", str(big)], NO_COLOR="1")
    sent = plain.start
    for keys in ("j", " ", "?", "\x1b", "e", "\x1b", "/tag", "\x1b", "\x10", "\x1b", "\x1bOQ"):
        sent += plain.press(keys)
    assert sent.isascii()
    assert not COLOUR.findall(sent)
    assert b"\x1b[?1000h" not in sent  # the mouse stays the terminal's
