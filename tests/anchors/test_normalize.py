"""Dress goes, words stay, and every offset leads back."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors import normalize
from ragtriage.anchors.normalize import normalise, normalised


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        ("a  b\n\tc", "a b c"),
        ("page one\x0cpage two", "page one page two"),
        ("“Don’t” – he said — «no»", '"don\'t" - he said - "no"'),
        ("exam\u00adple", "example"),
        ("exam-\n   ple", "example"),
        ("exam\u00ad\nple", "example"),
        ("exam\u00ad ple", "exam ple"),
        ("№ 5, chapter Ⅳ", "no 5, chapter iv"),
        ("one\r\ntwo", "one two"),
        ("ﬁnd the ﬂow", "find the flow"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("a\u00a0b\u202fc", "a b c"),
        ("**Note:** this is *important* and `code`", "note: this is important and code"),
        ("_under_ __strong__", "under strong"),
        ("ＦＵＬＬ　ｗｉｄｔｈ", "full width"),
        ("Straße STRASSE", "strasse strasse"),
        ("e\u0301te\u0301", "été"),
        ("ΟΔΟΣ οδος", "οδοσ οδοσ"),
        ("İstanbul", "istanbul"),
        ("这是**粗体**文字", "这是粗体文字"),
        ("没有\n空格", "没有空格"),
        ("\u1112\u1161\u11ab", "한"),
        ("wait…", "wait..."),
    ],
)
def test_dress_is_dropped(raw: str, plain: str) -> None:
    assert normalise(raw).text == plain


@pytest.mark.parametrize(
    "raw",
    [
        "10⁵",
        "x₂",
        "½",
        "①",
        "⑴",
        "m²",
        "㎡",
        "2*3",
        "snake_case",
        "~~not~~",
        "*.txt",
        "/etc/*",
        "src/**/x",
        "5-\n6",
        "a * b",
        "---",
    ],
)
def test_what_can_be_meaning_stays(raw: str) -> None:
    assert normalise(raw).text == raw.replace("\n", " ")


def test_case_can_be_kept_because_a_milliwatt_is_not_a_megawatt() -> None:
    assert normalise("5  MW", fold=False).text == "5 MW"
    assert normalise("5  MW").text == normalise("5 mW").text


def test_a_hyphen_at_a_line_end_can_be_kept_for_compounds() -> None:
    assert normalise("well-\nknown", join="-").text == "well-known"


DRESS = [
    "**",
    "_",
    "`",
    "\n",
    "  ",
    "-\n",
    "\u00ad",
    "ﬁ",
    "ß",
    "…",
    "e\u0301",
    "’",
    "—",
    "\u200b",
    "İ",
    "中",
    "文",
    "*",
]
PIECES = st.lists(st.one_of(st.sampled_from(DRESS), st.text("abZ 1.é", min_size=1, max_size=3)), max_size=14)


@given(PIECES.map("".join))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_the_map_leads_every_normalised_character_back_to_where_it_came_from(raw: str) -> None:
    made = normalise(raw)
    last_end = 0
    for at in range(len(made.text)):
        span = made.to_raw(at, at + 1)
        if span is None:  # one of several that one character became
            continue
        start, end = span
        assert last_end <= start < end <= len(raw)
        last_end = end
    if made.text:
        start, end = made.to_raw(0, len(made.text)) or (0, 0)
        left_out = raw[:start] + raw[end:]
        assert not any(char.isalnum() for char in left_out)


@given(st.text(max_size=60))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_normalising_twice_changes_nothing_but_marks_left_bare(raw: str) -> None:
    once = normalise(raw).text
    letters = [char for char in normalise(once).text if char.isalnum()]
    assert letters == [char for char in once if char.isalnum()]


def test_the_map_is_built_only_when_it_is_asked_for() -> None:
    made = normalise("a  b")
    assert made._edits is None
    assert made.to_raw(2, 3) == (3, 4)
    assert made._edits is not None


def test_an_edge_inside_a_ligature_has_no_place() -> None:
    made = normalise("ﬁn")
    assert made.text == "fin"
    assert made.to_raw(0, 1) is None
    assert made.to_raw(1, 3) is None
    assert made.to_raw(0, 2) == (0, 1)


def test_the_cache_is_bounded_by_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(normalize, "_CACHE_CHARS", 1000)
    monkeypatch.setattr(normalize, "_cached_chars", 0)
    normalize._cache.clear()
    texts = [f"{number:03}" * 50 for number in range(20)]
    for text in texts:
        normalised(text)
    assert normalize._cached_chars <= 1000
    assert sum(len(text) + len(made.text) for (text, _), made in normalize._cache.items()) == normalize._cached_chars
    assert normalised(texts[-1]) is normalised(texts[-1])
    normalize._cache.clear()


HOSTILE = ["a" + "\u0301\u0316" * 50_000, "-" + " " * 100_000, "*_" * 50_000, " \u00ad" * 50_000, "中" + " " * 100_000]


@pytest.mark.parametrize("hostile", HOSTILE, ids=["marks", "hyphen", "emphasis", "invisible", "space"])
def test_hostile_text_takes_no_longer_than_its_length_warrants(hostile: str) -> None:
    before = time.process_time()
    normalise(hostile).to_raw(0, 1)
    assert time.process_time() - before < 2
