"""Looks: decided by the environment, readable on their ground, and the same without colour."""

from typing import get_args

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from ragtriage.tui.app_frame import SegmentFilter, no_colour, only_ascii, only_safe
from ragtriage.tui.drawing import cells
from ragtriage.tui.theme import PALETTES, PLAIN, Look, Palette, by_number, can_draw, themes
from ragtriage.views.story import Role

TRUE = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        (TRUE, "true"),
        ({"TERM": "tmux-256color"}, "256"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "screen.xterm-256color"}, "256"),
        ({"TERM": "putty-256color", "COLORTERM": ""}, "256"),
        ({"TERM": "screen-256color-bce"}, "256"),
        ({"TERM": "tmux-256color", "COLORTERM": "truecolor"}, "true"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-kitty"}, "true"),
        ({"TERM": "xterm-direct"}, "true"),
        ({"TERM": "alacritty"}, "true"),
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


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
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


GROUNDS = ("ground", "cursor", "cursor_blurred", "head")
NAMED = ["ragtriage-dark", "ragtriage-light", "ragtriage-dark-256", "ragtriage-light-256"]
coloured = pytest.mark.parametrize("name", NAMED)


def painted(name: str) -> tuple[Palette, dict[str, Style]]:
    """The palette of a theme, and each ground that text can stand on."""
    palette = PALETTES[name]
    return palette, {one: palette.ground if one == "ground" else palette.chrome[one] for one in GROUNDS}


@coloured
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("role", get_args(Role))
def test_text_of_every_role_can_be_read_on_every_ground(name, role, ground):
    palette, grounds = painted(name)
    assert _contrast(palette.style(role, grounds[ground])) >= 4.5


@coloured
def test_what_has_the_keys_can_be_told_from_what_has_not(name):
    grounds = {style.bgcolor for style in painted(name)[1].values()}
    assert len(grounds) == len(GROUNDS)


@coloured
def test_widgets_have_the_colours_of_our_lines_and_their_rules_can_be_seen(name):
    theme, palette = next(one for one in themes() if one.name == name), PALETTES[name]
    ground = Style(bgcolor=theme.background)
    assert ground == palette.ground
    assert Style(color=theme.foreground) == palette.roles["plain"]
    assert Style(bgcolor=theme.variables["input-selection-background"]) == palette.chrome["cursor"]
    assert _contrast(Style(color=theme.variables["rule"]) + ground) >= 3
    assert Style(color=theme.variables["text-disabled"]) == palette.roles["dim"]
    for text in (theme.foreground, theme.primary, theme.warning, theme.error, theme.success):
        for under in (theme.background, theme.surface, theme.variables["input-selection-background"]):
            assert _contrast(Style(color=text, bgcolor=under)) >= 4.5
    assert theme.dark == ("dark" in name)


@pytest.mark.parametrize("name", NAMED[2:])
def test_of_256_colours_every_one_of_ours_goes_out_by_its_number(name):
    palette, grounds = painted(name)
    for role in get_args(Role):
        for ground in grounds.values():
            style = palette.style(role, ground)
            sent = by_number(style, name)
            assert sent.color and sent.bgcolor
            assert min(sent.color.number, sent.bgcolor.number) >= 16  # below it, the terminal's own scheme decides
            assert [one.get_truecolor() for one in (sent.color, sent.bgcolor)] == [
                one.get_truecolor() for one in (style.color, style.bgcolor)
            ]
            assert sent.bold == style.bold


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
