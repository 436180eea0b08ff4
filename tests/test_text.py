"""Untrusted text made safe: nothing that shows nothing, and what a script needs stays."""

import sys
import unicodedata

import pytest
from rich.cells import get_character_cell_size

from ragtriage.text import ascii_only, cells, char_cells, cut, cut_path, one_line, path_words, safe, settled
from ragtriage.tui import drawing

IGNORED = (  # Default_Ignorable_Code_Point of Unicode 16, but for joiners and selectors, which depend on their place
    *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200E, 0x200F, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFFF0, 0xFFF9),
    *range(0x1BCA0, 0x1BCA4),
    *range(0x1D173, 0x1D17B),
    *range(0xE0000, 0xE1000),
)


def test_every_character_that_shows_nothing_becomes_a_sign_wherever_it_stands() -> None:
    for code in IGNORED:
        for around in ("a{}b", "{}", "می{}شود", "👩{}👧", "क{}"):
            text = around.format(chr(code))
            assert safe(text) == around.format("�"), hex(code)
            assert "�" in drawing.drawable(text)


def test_every_format_character_but_signs_of_numbers_is_shown_or_joins() -> None:
    signs = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)}
    for code in set(range(sys.maxunicode + 1)) - signs:
        if unicodedata.category(chr(code)) in ("Cf", "Cs", "Zl", "Zp"):
            assert safe(f"a{chr(code)}b") == "a�b", hex(code)


@pytest.mark.parametrize(
    "text",
    [
        "می‌شود",  # Persian parts a prefix with a joiner of no width
        "क्‍ष",  # Hindi asks for a half letter
        "क्‍",
        "ശ്രീ ന്‍റെ",
        "👩‍👩‍👧",
        "❤️‍🔥",
        "🏳️‍🌈",
        "1️⃣",
        "☎︎ ✔️ ⚠️",
        "葛󠄀城"[0] + "城︀",
        "ᠠ᠋",
    ],
)
def test_joiners_and_selectors_stay_where_a_script_or_a_picture_is_written_with_them(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize("hidden", ["‌", "‍", "️", "︀", "᠋"])
@pytest.mark.parametrize("around", ["pay{}pal", "{}admin", "admin{}", "a {} b", "7{}", "я{}я"])
def test_joiners_and_selectors_elsewhere_are_shown(hidden: str, around: str) -> None:
    assert safe(around.format(hidden)) == around.format("�")


@pytest.mark.parametrize("hidden", ["می‌‌شود", "👩‍‍👧", "⚠️️", "क्‍‍ष"])
def test_a_second_one_says_nothing_and_is_shown(hidden: str) -> None:
    assert "�" in safe(hidden)


def test_one_table_of_widths_for_shell_and_screens() -> None:
    codes = [code for code in range(0x20, 0x20000) if chr(code) == safe(chr(code))]
    assert [hex(code) for code in codes if char_cells(chr(code)) != get_character_cell_size(chr(code))] == []
    assert drawing.cells is cells


@pytest.mark.parametrize(
    ("text", "width"),
    [("한국", 4), ("한", 2), ("ก็", 1), ("❤️", 1), ("👩‍👩‍👧", 6), ("👍🏽", 2), ("a\u200bb", 3), ("नि", 1), ("…", 1)],
)
def test_the_width_is_what_is_shown(text: str, width: int) -> None:
    assert cells(settled(safe(text))) == cells(drawing.drawable(text)) == width


def test_text_is_cut_to_its_width_and_brought_to_one_line() -> None:
    assert cut("日本語です", 5) == "日本…"
    assert one_line(" a\n\tb\u2028c ") == "a b�c"


def test_a_path_of_headings_is_cut_from_the_left_and_readable_without_unicode() -> None:
    path = ("Billing", "Refunds of yearly plans", "Exceptions")
    assert path_words(path) == "Billing › Refunds of yearly plans › Exceptions"
    assert ascii_only(path_words(path[:2])) == "Billing > Refunds of yearly plans"
    for width in range(1, 60):
        assert cells(cut_path(path, width)) <= width
    assert cut_path(path, 40) == "… › Refunds of yearly plans › Exceptions"
    assert cut_path(path, 20) == "… › Exceptions"
