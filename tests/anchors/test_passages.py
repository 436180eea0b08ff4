"""A retrieved passage whose text was changed on its way is still that place of its document."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors import passages
from ragtriage.anchors.passages import passage_places, same_letters

PARAGRAPHS = [
    "Reservoirs, pumps and filters are inspected first, every autumn, by two certified fitters of the waterworks.",
    "Office staff, officials and affluent volunteers find the key shelf behind the fifth filing cabinet, on the left.",
    "A flooded shaft is pumped dry before anyone climbs down; difficult shafts are left to the fire brigade.",
    "After the inspection the fitters file a report, attach photographs, and hand the keys back before nightfall.",
    "Where a filter fails twice, it is replaced, and the supplier is asked for a refund of the first delivery.",
]
DOCUMENT = "\n\n".join(PARAGRAPHS)
START = DOCUMENT.index(PARAGRAPHS[1])
END = DOCUMENT.index(PARAGRAPHS[3]) - 2
PASSAGE = DOCUMENT[START:END]

LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}


def with_ligatures(text: str) -> str:
    return re.sub("ffi|ffl|ff|fi|fl", lambda found: LIGATURES[found.group()], text)


def broken_at_lines(text: str) -> str:
    return re.sub(r"\b(\w{4})(\w{4,})", "\\1-\n\\2", text)


DRESS: dict[str, Callable[[str], str]] = {
    "no comma and space": lambda text: text.replace(", ", ""),
    "no punctuation": lambda text: re.sub(r"[^\w\s]", "", text),
    "no white space": lambda text: "".join(text.split()),
    "one line in capitals": lambda text: " ".join(text.split()).upper(),
    "ligatures": with_ligatures,
    "hyphens at line ends": broken_at_lines,
    "soft hyphens": lambda text: re.sub(r"(\w{3})(?=\w{3})", "\\1\u00ad", text),
    "accents": lambda text: text.replace("e", "é"),
    "markdown": lambda text: re.sub(r"(\w+ed)\b", r"**\1**", text),
    "wide letters": lambda text: "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalpha() else c for c in text),
}


@pytest.mark.parametrize("dress", DRESS.values(), ids=list(DRESS))
def test_a_passage_in_another_dress_stands_where_it_stood(dress: Callable[[str], str]) -> None:
    [there] = passage_places(dress(PASSAGE), DOCUMENT)
    assert there.likeness == 1.0
    [(start, end)] = there.spans
    assert start <= START < END <= end
    assert DOCUMENT[start:end].strip() == PASSAGE


def changed_each(text: str, every: int) -> str:
    return "".join("x" if n % every == every // 2 and char.isalpha() else char for n, char in enumerate(text))


LIKE: dict[str, tuple[Callable[[str], str], float]] = {
    "one letter": (lambda text: text.replace("flooded", "flaoded"), 0.99),
    "a letter in sixty": (lambda text: changed_each(text, 60), 0.97),
    "a letter in twenty-five": (lambda text: changed_each(text, 25), 0.9),
    "a number and a negation": (lambda text: text.replace("fifth", "sixth").replace("is pumped", "is not pumped"), 0.9),
    "a heading before it": (lambda text: f"Handbook › Keys and shafts › Chapter 4\n{text}", 0.8),
    "marks of a cut": (lambda text: f"[…] {text[4:-5]} [truncated]", 0.9),
    "a stamp within": (lambda text: f"{text[:90]} PRINTED ON MONDAY {text[90:]}", 0.9),
}


@pytest.mark.parametrize(("change", "least"), LIKE.values(), ids=list(LIKE))
def test_a_passage_that_differs_stands_where_it_is_most_alike(change: Callable[[str], str], least: float) -> None:
    [there] = passage_places(change(PASSAGE), DOCUMENT)
    assert least <= there.likeness < 1.0
    assert abs(there.spans[0][0] - START) < 12
    assert abs(there.spans[-1][1] - END) < 12
    assert sum(end - start for start, end in there.spans) > 0.9 * (END - START)


def test_a_passage_put_together_from_two_places_stands_at_both() -> None:
    [there] = passage_places(f"{PARAGRAPHS[0]} […] {PARAGRAPHS[4]}", DOCUMENT)
    assert [DOCUMENT[start:end].strip() for start, end in there.spans] == [PARAGRAPHS[0], PARAGRAPHS[4]]


def test_a_passage_that_stands_several_times_stands_at_all_of_them() -> None:
    document = f"{PARAGRAPHS[1]}\n{PARAGRAPHS[0]}\n{PARAGRAPHS[1]}"
    assert len(passage_places(PARAGRAPHS[1].replace(", ", ""), document)) == 2


def test_of_two_paragraphs_that_are_nearly_the_same_the_nearer_is_taken() -> None:
    alike = "Team Alpha reviews the runbook on Mondays and files what it changed with the duty officer."
    document = f"{alike}\n{alike.replace('Alpha', 'Bravo').replace('Mondays', 'Fridays')}"
    [there] = passage_places(
        "Team Bravo reviews the runbok on Fridays and files what it changed with the duty officer.", document
    )
    assert there.spans[0][0] >= len(alike)


@pytest.mark.parametrize(
    "stranger",
    [
        "",
        "...",
        "keys",
        "The moon of the third planet is said to be made of a soft and yellow cheese, by some.",
        "x" * 500,
    ],
)
def test_what_the_document_does_not_hold_stands_nowhere(stranger: str) -> None:
    assert passage_places(stranger, DOCUMENT) == ()
    assert passage_places(PASSAGE, "") == ()


def test_a_script_without_spaces_is_found_by_fewer_letters() -> None:
    document = "会員は毎月一回プランを変更できます。手数料はかかりません。解約は月末までに申請してください。"
    [there] = passage_places("手数料は掛かりません解約は月末までに", document)
    assert document[there.spans[0][0] : there.spans[-1][1]].lstrip("。").startswith("手数料")
    assert there.likeness < 1.0


def test_the_words_of_a_span_are_shown_in_the_passages_own_text() -> None:
    text = f"Chapter 4: {with_ligatures(PASSAGE).replace('flooded', 'flaoded')}"
    [there] = passage_places(text, DOCUMENT)
    at = DOCUMENT.index("find the key")
    span = there.in_passage(at, at + len("find the key shelf behind the fifth"))
    assert span is not None
    assert text[slice(*span)] == "ﬁnd the key shelf behind the ﬁfth"
    assert there.in_passage(0, 20) is None


@given(st.integers(0, len(DOCUMENT) - 80), st.integers(60, 300), st.data())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_any_cut_with_any_letter_changed_is_found_at_its_place(start: int, size: int, data: st.DataObject) -> None:
    piece = DOCUMENT[start : start + size]
    at = data.draw(st.sampled_from([n for n, char in enumerate(piece) if char.isalpha()]))
    [there] = passage_places(f"{piece[:at]}ß{piece[at + 1 :]}", DOCUMENT)
    assert there.spans[0][0] >= start - 3
    assert there.spans[-1][1] <= start + len(piece) + 3
    assert sum(end - first for first, end in there.spans) >= 0.75 * len(piece)


def test_a_passage_is_looked_for_once_for_each_document(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    looked_for = passages._Form._looked_for
    monkeypatch.setattr(passages._Form, "_looked_for", lambda self, text: asked.append(text) or looked_for(self, text))
    for _ in range(3):
        for text in ("a passage of its own, looked for here only", PASSAGE.replace(",", ";")):
            passage_places(text, DOCUMENT + " once")
    assert len(asked) == 2


def test_letters_of_a_quote_are_found_in_a_passage_and_too_few_are_not() -> None:
    quote = "a flooded shaft is pumped dry, before anyone climbs down"
    [span] = same_letters(quote, with_ligatures(PASSAGE))
    assert with_ligatures(PASSAGE)[slice(*span)] == "A ﬂooded shaft is pumped dry before anyone climbs down"
    assert [PASSAGE[slice(*span)] for span in same_letters("is: pumped", PASSAGE)] == ["is pumped"]
    assert same_letters("days: 10", "odays 10 or days 100") == ()
    assert same_letters("a dry", PASSAGE) == ()
