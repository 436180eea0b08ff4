"""Looks: decided by the environment, readable on their ground, and the same without colour."""

from typing import get_args

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from ragtriage.tui.app_frame import SegmentFilter, no_colour, only_ascii, only_safe
from ragtriage.tui.drawing import cells
from ragtriage.tui.theme import DARK, LIGHT, PLAIN, SIXTEEN, Look, can_draw
from ragtriage.views.story import Role

TRUE = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        (TRUE, "true"),
        ({"TERM": "tmux-256color"}, "true"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "linux"}, "16"),
        (TRUE | {"NO_COLOR": "1"}, "none"),
        (TRUE | {"NO_COLOR": ""}, "true"),
        ({"TERM": "vt220"}, "none"),
        ({"TERM": "dumb"}, "none"),
        ({}, "none"),
    ],
)
def test_the_environment_says_how_many_colours(environ, colours):
    assert Look.of(environ).colours == colours


def test_light_is_what_the_terminal_or_the_user_says():
    assert Look.of(TRUE).dark
    assert not Look.of(TRUE | {"COLORFGBG": "0;15"}).dark
    assert not Look.of(TRUE, light=True).dark
    assert Look.of(TRUE | {"COLORFGBG": "0;15"}, light=False).dark


def test_screens_are_not_drawn_on_a_dumb_terminal():
    assert [can_draw({"TERM": term}) for term in ("dumb", "", "xterm", "vt100")] == [False, False, True, True]


@pytest.mark.parametrize("palette", [DARK, LIGHT, SIXTEEN, PLAIN])
def test_every_role_has_a_style(palette):
    assert palette.roles.keys() == set(get_args(Role))


def _contrast(style: Style) -> float:
    """WCAG 2 contrast of text and ground."""
    assert style.color and style.bgcolor

    def luminance(color: Color) -> float:
        parts = [part / 255 for part in color.rgb]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted(
        (luminance(Color.from_rich_color(style.color)), luminance(Color.from_rich_color(style.bgcolor))), reverse=True
    )
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("role", get_args(Role))
def test_text_of_every_role_can_be_read_on_the_ground_and_under_the_cursor(palette, role):
    assert _contrast(palette.style(role, palette.ground)) >= 4.5
    assert _contrast(palette.style(role, palette.chrome["cursor"])) >= (3 if role == "dim" else 4.5)


def test_without_colour_no_style_has_one():
    for style in [*PLAIN.roles.values(), *PLAIN.chrome.values(), PLAIN.ground]:
        assert style.color is None and style.bgcolor is None


def test_the_last_check_takes_colour_but_keeps_bold_and_reverse():
    part = no_colour(Segment("x", Style.parse("bold reverse red on blue")))
    assert part.style == Style.parse("bold reverse")


def test_ascii_takes_as_many_cells_as_what_it_stands_for():
    text = "✓ 退款 e\u0301 → …"
    shown = only_ascii(Segment(text)).text
    assert shown == "+ ???? e > ~"
    assert len(shown) == cells(text)


def test_terminal_control_of_textual_passes_and_control_in_text_does_not():
    control = Segment("\x1b[2J", None, [(1,)])
    check = SegmentFilter(only_safe)
    assert check.apply([control, Segment("\x1b[2J")], Color(0, 0, 0)) == [control, Segment("␛[2J")]
