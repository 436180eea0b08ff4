"""Two texts are equal only by the table of dress: held against all of Unicode, and against look-alikes by hand."""

import unicodedata
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors.dress import JOINERS, plain_forms, table
from ragtriage.anchors.guard import identical
from ragtriage.anchors.normalize import normalise
from ragtriage.anchors.reanchor import reanchor
from ragtriage.cases.model import Quote

EVERY = [chr(point) for point in range(0x20, 0x20000) if unicodedata.category(chr(point)) not in ("Cn", "Cs", "Co")]


@cache
def by_character() -> dict[str, str]:
    return {char: entry.what for entry in table() for char in entry.characters}


def others(char: str) -> set[str]:
    """What a character may be taken for: its forms, its case, its bare letter, its value, a space, nothing."""
    forms = {unicodedata.normalize(form, char) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    bare = "".join(c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c))
    value = unicodedata.numeric(char, None)
    numbers = {str(int(value))} if value is not None and value == int(value) else set()
    return {*forms, bare, char.lower(), char.upper(), char.casefold(), *numbers, "", " "} - {char}


def test_nothing_outside_the_table_is_the_same_as_anything_else() -> None:
    known = by_character()
    wrong = []
    for char in EVERY:
        if char in known or char in " *_`\n\r\x1c\x1d\x1e\x85":
            continue
        for other in others(char):
            if unicodedata.normalize("NFC", other) == unicodedata.normalize("NFC", char):
                continue  # canonical equivalents are one text (Unicode 2.12)
            if set(other) & known.keys() and identical(f"kiln{other}oven", f"kiln{plain_forms().get(other)}oven"):
                continue  # the other one is in the table
            if identical(f"kiln{char}oven", f"kiln{other}oven"):
                wrong.append((hex(ord(char)), unicodedata.name(char, ""), other))
    assert wrong == []


def test_what_the_table_says_is_so() -> None:
    for entry in table():
        assert entry.why and entry.characters
        assert not any(set(entry.characters) & set(other.characters) for other in table() if other is not entry)
        if entry.where != "anywhere":
            continue
        for char in entry.characters:
            assert identical(f"kiln{char}oven", f"kiln{plain_forms()[char]}oven"), (entry.what, hex(ord(char)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10⁵ kilns", "105 kilns"), ("½ kiln", "1⁄2 kiln"), ("½ kiln", "1/2 kiln"), ("in Maßen", "in Massen"),
        ("MAẞE", "MAßE"), ("sıkıldı", "sikildi"), ("İzmir", "izmir"), ("2ª hora", "2a hora"), ("№ 5", "No 5"),
        ("ﷺ", "صلى الله عليه وسلم"), ("x ∈ ℝ", "x ∈ R"), ("a＜b", "a≤b"), ("＜b＞kiln＜/b＞", "kiln"),
        ("kiln＊", "kiln"),
        ("at −5 degrees", "at –5 degrees"), ("at -5 degrees", "at —5 degrees"), ("of 5−3 kilns", "of 5–3 kilns"),
        ("chapter Ⅳ", "chapter IV"), ("kiln①", "kiln1"), ("m²", "m2"), ("H₂O", "H2O"), ("㎡", "m2"), ("𝐯", "v"),
        ("𝟏", "1"), ("Ａ", "B"), ("5′", "5″"), ("wachſtube", "wachstube"), ("a\u202eb", "ab"), ("a\u2064b", "ab"),
        ("ке", "ke"), ("0", "O"), ("l", "I"), ("٫", "."), ("٪", "%"), ("1٬000", "1,000"), ("﷼", "ریال"),
        ("می\u200cخواهم", "میخواهم"), ("ക്\u200dഷ", "ക്ഷ"), ("👨\u200d👩", "👨👩"), ("ه\u200d", "ه"),
        ("١٤٤٥ هـ", "١٤٤٥ ه"),
        ("Set &lt;b&gt; here.", "Set <b> here."), ("Write &amp; for & here.", "Write & for & here."),
        ("HTML shows &amp; here.", "HTML shows & here."), ("Type `&amp;` here.", "Type `&` here."),
        ("x<sup>2</sup>", "x2"), ("<del>kiln</del>", "kiln"), ("<b>kiln", "kiln"), ("a <b> c", "a c"), ("&not; a", "a"),
        ("&amp;amp;", "&"), ("&#50;0", "&#51;0"), ("&para;", "para"), ("5 mW", "5 MW"),
    ],
)  # fmt: skip
def test_what_only_looks_alike_is_a_change(one: str, other: str) -> None:
    assert not identical(one, other) and not identical(other, one)
    quote, text = (f"The kiln keeper writes {piece} on every third board" for piece in (one, other))
    for old, new in ((quote, text), (text, quote)):
        assert not reanchor(Quote("d", old), f"{new}\n", f"{old}\n").accepted_unseen


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("٥٠ فرنا", "50 فرنا"), ("۵۰ کوره", "50 کوره"), ("५० भट्टी", "50 भट्टी"), ("５０ kilns", "50 kilns"),
        ("مـــوقد", "موقد"), ("kiln\u200d oven", "kiln oven"), ("Auf\u200clage", "Auflage"),
        ("موقد\u200c كبير", "موقد كبير"),
        ("kilns &amp; ovens", "kilns & ovens"), ("a &lt; 5", "a < 5"), ("kilns &mdash; ovens", "kilns — ovens"),
        ("caf&eacute;", "café"), ("kilns&nbsp;only", "kilns only"), ("it&#8217;s hot", "it's hot"),
        ("is <b>not</b> hot", "is not hot"), ("is <STRONG>not</STRONG> hot", "is not hot"), ("hot<br>oven", "hot oven"),
        ("hot &nbsp; oven", "hot oven"), ("a✔️b", "a✔b"), ("K", "K"), ("5 Ω", "5 Ω"), ("5 µm", "5 μm"), ("ﾊﾟﾝ", "パン"),
        ("ﻣﻮﻗﺪ", "موقد"), ("at −5 degrees", "at -5 degrees"), ("5–7 kilns", "5-7 kilns"), ("office", "oﬃce"),
    ],
)  # fmt: skip
def test_dress_is_the_same_and_accepted(one: str, other: str) -> None:
    assert identical(one, other) and identical(other, one)
    quote, text = (f"The kiln keeper writes {piece} on every third board" for piece in (one, other))
    for old, new in ((quote, text), (text, quote)):
        anchor = reanchor(Quote("d", old), f"{new}\n", f"{old}\n")
        assert anchor.accepted_unseen and anchor.state in ("exact", "normalized"), anchor
        assert new[anchor.start : anchor.end] == new


PIECES = [
    "&amp;", "&nbsp;", "&#8217;", "&lt;", "<b>", "</b>", "<br>", "<wbr>", "&", "<", ";", *JOINERS, "ـ", "٥", "５",
    "م", "ക്", "👨", "\ufe0f", "\u202e", "ﬁ", "…", "e\u0301", "中", " ", "\n", "-\n", "x", "Z", "**", "ß", "№", "\u00ad",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join), st.booleans())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_every_offset_leads_back_through_all_of_it(raw: str, fold: bool) -> None:
    made = normalise(raw, fold=fold)
    last = 0
    for at in range(len(made.text)):
        span = made.to_raw(at, at + 1)
        if span is None:
            continue
        assert last <= span[0] < span[1] <= len(raw)
        last = span[1]
        assert made.from_raw(span[0]) == at
        first, end = made.covering(at, at + 1)
        assert first <= span[0] and span[1] <= end
    if made.text:
        first, end = made.covering(0, len(made.text))
        again = normalise(raw[first:end], fold=fold).text
        assert again.strip() == made.text.strip()
