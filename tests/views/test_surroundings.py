"""Then and now: what differs above and around a quote is marked, what is only cut or dressed otherwise is not."""

import pytest

from ragtriage.corpus.document import Document
from ragtriage.views.story import Line
from ragtriage.views.surroundings import InDocument, place_lines, under_line

QUOTE = "A deposit is due."


def place(text: str) -> InDocument:
    at = text.index(QUOTE)
    return InDocument(Document("boats", "Boats", text), at, at + len(QUOTE))


def words(lines: tuple[Line, ...]) -> str:
    return "\n".join("".join(span.text for span in line.spans) for line in lines)


def told(old: str, new: str) -> tuple[str, str]:
    then, now = place(old), place(new)
    return words(place_lines(then, "then", now)), words(place_lines(now, "now", then))


def test_other_headings_are_marked_in_the_path_and_the_text_stands_as_it_is() -> None:
    then, now = told(f"# Boats\n\n## Canoes\n\n{QUOTE} Bring it.", f"# Boats\n\n## Yachts\n\n{QUOTE} Bring it.")
    assert "under: Boats › [-Canoes-]" in then and "under: Boats › {+Yachts+}" in now
    assert now.endswith(f"{QUOTE} Bring it.") and then.endswith(f"{QUOTE} Bring it.")


@pytest.mark.parametrize(
    ("old", "new", "then", "now"),
    [
        (
            f"Pay first. {QUOTE}",
            f"Pay first. Never so: {QUOTE}",
            f"Pay first. {QUOTE}",
            f"first. {{+Never so:+}} {QUOTE}",
        ),
        (f"{QUOTE} In cash only.", f"{QUOTE} In cash or coins only.", "[-", "{+or coins+} only."),
        (f"See below. {QUOTE}", f"See below. ~~{QUOTE}~~", f"See below. {QUOTE}", "{+~~+}"),
        (f"# Boats\n\n{QUOTE}", f"# Boats\n\n~~{QUOTE}~~", QUOTE, "{+~~+}" + QUOTE),
    ],
)
def test_words_beside_it_are_marked_on_either_side(old: str, new: str, then: str, now: str) -> None:
    before, after = told(old, new)
    assert now in after
    assert then in before or then == "[-"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"It is “so” here. {QUOTE}", f'It is "so" here. {QUOTE}'),
        (f"- One thing.\n- {QUOTE}", f"* One thing.\n* {QUOTE}"),
        (f"Lines that were\nwrapped here. {QUOTE}", f"Lines that were wrapped here. {QUOTE}"),
    ],
)
def test_dress_is_not_marked(old: str, new: str) -> None:
    for side in told(old, new):
        assert "[-" not in side and "{+" not in side


def test_other_words_altogether_are_shown_and_not_marked() -> None:
    then, now = told(f"Dogs may swim. {QUOTE} Cats may not.", f"Mooring is free here. {QUOTE} Fuel costs extra.")
    assert "Dogs may swim." in then and "Fuel costs extra." in now and "{+" not in now


def test_a_path_alone_is_one_row() -> None:
    assert under_line(()).spans == ()
    line = under_line(("Billing", "Refunds"))
    assert line.one_row and words((line,)) == "under: Billing › Refunds"


def test_the_words_of_its_section_stand_around_it_and_the_head_of_its_table() -> None:
    text = (
        f"# Boats\n\nOf all.\n\n## Fees\n\nFirst.\n\n| Fee | When |\n| --- | --- |\n| {QUOTE} | now |\n\n## Dogs\n\nNo."
    )
    shown = words(place_lines(place(text), "now"))
    assert "First." in shown and "| Fee | When |" in shown
    assert "Of all." not in shown and "No." not in shown and "##" not in shown
