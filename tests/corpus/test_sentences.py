"""Sentences as a reader sees them, and never one that goes from one block into the next."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.corpus.sentences import flowing, nugget_sentences, sentence_spans, spans_within, word_spans


def said(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is so. Is it? Yes!", ["It is so.", "Is it?", "Yes!"]),
        (
            "Use it, e.g. Monday, i.e. in 4.15 or v1.2. Then stop.",
            ["Use it, e.g. Monday, i.e. in 4.15 or v1.2.", "Then stop."],
        ),
        ("Siehe Nr. 5 und Abs. 2, z. B. hier. Das gilt.", ["Siehe Nr. 5 und Abs. 2, z. B. hier.", "Das gilt."]),
        ("The answer is no. Ask J. Smith vs. Dr. Jones.", ["The answer is no.", "Ask J. Smith vs. Dr. Jones."]),
        (
            'He said "Stop." Then (it ended.) So `oc get` ran.',
            ['He said "Stop."', "Then (it ended.)", "So `oc get` ran."],
        ),
        ("See kb/plans.md. It ends ... or not.", ["See kb/plans.md.", "It ends ... or not."]),
        ("在五月续订。六月结束。", ["在五月续订。", "六月结束。"]),
        ("A sentence that\ngoes on here.\nAnother one.", ["A sentence that\ngoes on here.", "Another one."]),
        ("# One head\nText here.\n## Two. Heads\nMore", ["One head", "Text here.", "Two. Heads", "More"]),
        ("1. Open it. Wait.\n2. Close it\n   at once.\n* Go", ["Open it.", "Wait.", "Close it\n   at once.", "Go"]),
        ("| a. B | c |\n|---|---|\n| d | e |", ["| a. B | c |", "| d | e |"]),
        ("Run:\n```\na. B\nc\n```\nDone.", ["Run:", "a. B", "c", "Done."]),
        ("[NOTE]\n----\nIt is so.\n----\n", ["[NOTE]", "It is so."]),
        ("", []),
        (" \n\n--- \n ...", []),
    ],
)
def test_where_sentences_end(text: str, expected: list[str]) -> None:
    assert said(text) == expected


PIECES = st.lists(
    st.sampled_from(
        ["It is.", "e.g.", " ", "\n", "\n\n", "* ", "1. ", "# ", "```", "| ", "No", "4.15", "is", "?", "。", "  "]
    ),
    max_size=40,
).map("".join)


@settings(max_examples=300)
@given(PIECES | st.text(max_size=60))
def test_spans_are_in_order_trimmed_and_leave_no_prose_out(text: str) -> None:
    spans = sentence_spans(text)
    at = 0
    for start, end in spans:
        assert at <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        at = end
    held = {at for start, end in spans for at in range(start, end)}
    lost = "".join(text[at] for at in range(len(text)) if at not in held and text[at].isalpha())
    if "`" not in text and "~" not in text:
        assert lost == ""


@settings(max_examples=200)
@given(st.lists(st.sampled_from(["One is. Two", "* item", "# head", "```\ncode\n```", "a | b"]), max_size=8), st.data())
def test_a_stretch_between_paragraphs_has_the_sentences_of_the_whole(blocks: list[str], data: st.DataObject) -> None:
    text = "\n\n".join(blocks)
    borders = [0, *(at + 2 for at in range(len(text)) if text.startswith("\n\n", at)), len(text)]
    start, end = sorted((data.draw(st.sampled_from(borders)), data.draw(st.sampled_from(borders))))
    within = [span for span in sentence_spans(text) if start <= span[0] and span[1] <= end]
    assert spans_within(text, start, end) == within


def test_words_are_without_the_punctuation_around_them() -> None:
    text = '("Renewal", 4.15 -- <node> `oc adm`: 契約 don\'t) 99% C++'
    words = [text[start:end] for start, end in word_spans(text, 0, len(text))]
    assert words == ["Renewal", "4.15", "<node>", "oc", "adm", "契", "約", "don't", "99%", "C++"]
    assert word_spans(text, 3, 7) == [(3, 7)]


def test_nuggets_come_from_sentences_of_three_words_and_more_and_no_code() -> None:
    answer = "No, it is not prorated. Yes.\n- You can\n  move then.\n# What it is about\n```\nrun it now\n```"
    assert nugget_sentences(answer) == ["No, it is not prorated.", "You can move then."]


def test_wrapped_lines_flow_and_code_tables_and_paragraphs_stay():
    code, item, table = "```\na = 1\nb = 2\n```\n", "* An item that\n  goes on\n", "| a | b |\n| - | - |\n"
    text = f"A sentence that\ngoes on.\nThe next.\n\n{code}\n{item}{table}"
    assert flowing(text) == text.replace("that\n", "that ")


@given(st.text(alphabet="ab. \n*#|`1\t", max_size=80))
def test_flowing_keeps_every_place(text):
    shown = flowing(text)
    assert len(shown) == len(text)
    assert all(a == b or (a, b) == ("\n", " ") for a, b in zip(text, shown, strict=True))
