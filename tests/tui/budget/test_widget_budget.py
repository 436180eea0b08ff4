"""What a key costs on the wire at 120×40, and what must never be on it."""

import re
from pathlib import Path

APP = str(Path(__file__).parents[1] / "widgets" / "widget_app.py")
COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")
"""An SGR sequence that sets a colour; 39 and 49 (the terminal's own) set none."""


KB = 1_000


def test_a_cursor_move_in_a_list_of_ten_thousand_costs_at_most_one_kilobyte(terminal):
    list_only = terminal([APP, "--no-story"])
    costs = [len(list_only.press(key)) for key in "jjkj"]
    assert max(costs) <= KB, costs


def test_scrolling_the_list_costs_at_most_nine_kilobytes(terminal):
    list_only = terminal([APP, "--no-story"])
    costs = [len(list_only.press(key)) for key in ("G", "g", "\x06", "\x06")]
    assert max(costs) <= 9 * KB, costs


def test_a_story_after_a_key_costs_at_most_twelve_kilobytes(terminal):
    both = terminal([APP])
    costs = [len(both.press(key)) for key in ("j", "j", "k", "\x04", "]", "J")]
    assert max(costs) <= 12 * KB, costs


def test_a_held_key_costs_at_most_three_kilobytes_a_press(terminal):
    both = terminal([APP])
    assert len(both.hold("j", 60)) / 60 <= 3 * KB


def test_no_color_sends_no_colour_at_all(terminal):
    plain = terminal([APP], NO_COLOR="1")
    sent = (
        plain.start + plain.press("j") + plain.press(" ") + plain.press("?") + plain.press("\x1b") + plain.press("/a")
    )
    assert b"\x1b[7m" in sent
    assert not COLOUR.findall(sent)


def test_sixteen_colours_stay_within_sixteen(terminal):
    few = terminal([APP], TERM="xterm", COLORTERM="")
    sent = few.start + few.press("j") + few.press("?")
    assert COLOUR.search(sent)
    assert not re.search(rb"[\[;][34]8;[25];", sent)


def test_ascii_sends_nothing_but_ascii(terminal):
    old = terminal([APP, "--ascii"])
    sent = old.start + old.press("j") + old.press(" ") + old.press("?") + old.press("\x1b") + old.press("/")
    assert sent.isascii()


def test_a_question_cannot_write_the_clipboard_or_turn_the_text_round(terminal):
    both = terminal([APP])
    sent = both.start + both.press("j") + both.press("j")
    assert "␛]52;c;aGk=␇".encode() in sent
    assert b"\x1b]52" not in sent
    assert "\u202e".encode() not in sent
