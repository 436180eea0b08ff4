"""The terminal's answer about its background is heard, in any pieces, and never becomes a key."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from ragtriage.tui import background_colour
from ragtriage.tui.app_frame import FrameApp
from ragtriage.tui.background_colour import AnswerFilter, can_be_asked, is_light
from ragtriage.tui.messages import BackgroundTold
from ragtriage.tui.terminal import SafePasteParser
from ragtriage.tui.theme import PALETTES, Look

WHITE, BLACK = "\x1b]11;rgb:ffff/ffff/ffff\x07", "\x1b]11;rgb:0000/0000/0000\x1b\\"


@pytest.mark.parametrize(
    ("colour", "light"),
    [
        ("rgb:ffff/ffff/ffff", True),
        ("rgb:fdfd/f6f6/e3e3", True),  # solarized light
        ("rgb:0000/2b2b/3636", False),  # solarized dark
        ("rgb:1e/1e/1e", False),
        ("rgb:f/f/f", True),
        ("rgb:fff/fff/fff", True),
        ("rgba:ffff/ffff/ffff/0000", True),
        ("RGB:FF/FF/F0", True),
        ("rgb:0000/0000/ffff", False),
        ("rgb:ffff/ffff/0000", True),
        ("#ffffff", True),
        ("#000", False),
        ("#ffffeeeedddd", True),
        ("", None),
        ("?", None),
        ("rgb:ffff/ffff", None),
        ("rgb:12345/0/0", None),
        ("white", None),
        ("#ffff", None),
    ],
)
def test_how_light_a_colour_is(colour, light):
    assert is_light(colour) is light


def parsed(*pieces):
    parser = SafePasteParser(asked=True)
    return [message for piece in pieces for message in parser.feed(piece)]


def words(messages):
    return [one.light if isinstance(one, BackgroundTold) else one.key for one in messages]


@given(st.sampled_from([WHITE, BLACK]), st.lists(st.integers(0, 60), max_size=5))
def test_in_whichever_pieces_it_comes_it_is_heard_and_keys_around_it_are_kept(answer, cuts):
    text = f"j{answer}1k"
    edges = [0, *sorted({cut % (len(text) + 1) for cut in cuts}), len(text)]
    messages = parsed(*(text[start:end] for start, end in pairwise(edges) if start < end))
    assert sorted(words(messages), key=str) == sorted(["j", answer == WHITE, "1", "k"], key=str)
    assert [one for one in words(messages) if isinstance(one, str)] == ["j", "1", "k"]


@pytest.mark.parametrize("asked", [True, False])
def test_a_late_answer_or_one_to_another_program_is_no_key_either(asked):
    parser = SafePasteParser(asked=asked)
    first = [*parser.feed(f"{WHITE}a{BLACK}")]
    assert [one.key for one in first if isinstance(one, events.Key)] == ["a"]


@pytest.mark.parametrize("first", ["\x1b", "\x1b]"])
def test_an_answer_that_falls_apart_where_a_key_begins_is_none_all_the_same(first):
    parser = SafePasteParser(asked=True)
    messages = [*parser.feed(first), *parser.nothing_came(), *parser.feed(WHITE[len(first) :] + "j")]
    assert [one.light for one in messages if isinstance(one, BackgroundTold)] == [True]
    digits = [one.key for one in messages if isinstance(one, events.Key) and one.key.isalnum() and len(one.key) == 1]
    assert "1" not in digits and "f" not in digits


def test_an_answer_that_says_nothing_is_no_answer_and_no_key():
    assert words(parsed("\x1b]11;?\x07x")) == ["x"]


def test_in_a_paste_it_is_text():
    messages = parsed(f"\x1b[200~{WHITE}\x1b[201~")
    assert [type(one) for one in messages] == [events.Paste]


def test_escape_waits_a_moment_while_an_answer_may_come_and_is_then_a_key(monkeypatch):
    answer = AnswerFilter(asked=True)
    assert answer.filtered("\x1b") == "" and answer.typed() == "\x1b" and answer.typed() == ""
    monkeypatch.setattr(background_colour, "SOON_SECONDS", -1.0)
    late = AnswerFilter(asked=True)
    assert late.filtered("\x1b") == "\x1b" and late.filtered("") == ""
    assert late.filtered("\x1b]") == "" and late.typed() == "\x1b]"  # alt and a bracket
    assert late.filtered("\x1b]11;rgb:ff") == "" and late.typed() == ""  # no key begins so
    assert late.filtered("ff/ffff/ffff\x07j") == "j" and late.answers() == [True]


@given(st.text(st.sampled_from("\x1b[]0123456789;:/rgbABCm~\x07\\"), max_size=40))
def test_nothing_else_is_changed(text):
    answer = AnswerFilter(asked=True)
    shown = answer.filtered(text) + answer.typed()
    if "\x1b]11;" not in text:
        assert shown == text


@pytest.mark.parametrize(
    ("environ", "light", "ask"),
    [
        ({"TERM": "xterm-256color"}, None, True),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, None, True),
        ({"TERM": "tmux-256color", "COLORFGBG": "0;15"}, None, True),
        ({"TERM": "xterm-256color"}, True, False),
        ({"TERM": "xterm-256color"}, False, False),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, None, False),
        ({"TERM": "xterm"}, None, False),  # its own sixteen colours stand on its own ground
        ({"TERM": "linux"}, None, False),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, None, False),
        ({"TERM": "dumb"}, None, False),
    ],
)
def test_only_a_terminal_that_can_tell_and_where_nobody_has_decided_is_asked(environ, light, ask):
    assert Look.of(environ, light=light).ask is ask


def test_what_prints_the_question_is_not_asked():
    assert [can_be_asked(term) for term in ("linux", "linux-16color", "xterm", "screen")] == [False, False, True, True]


@pytest.mark.parametrize("colours", ["true", "256"])
@pytest.mark.parametrize(("ask", "light", "dark"), [(True, True, False), (True, False, True), (False, True, True)])
def test_the_app_takes_the_colours_that_fit_where_it_is_to(colours, ask, light, dark):
    async def session():
        app = FrameApp(Look(colours, ask=ask))
        async with app.run_test() as pilot:
            app.post_message(BackgroundTold(light))
            await pilot.pause()
            assert app.look.dark is dark and app.theme == app.look.theme
            ground = PALETTES[app.look.theme].ground
            assert app.screen.background_colors[1].rich_color == ground.bgcolor

    asyncio.run(session())
