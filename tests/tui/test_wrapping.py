"""Rows of a story: whole, in order, never wider than the window, and no more of them than were asked for."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.tui.drawing import cells, drawable, fit_cells
from ragtriage.tui.wrapping import WrappedStory, row_breaks, wrapped_rows
from ragtriage.views.story import Line, Section, Span, Story

HOSTILE = st.text(
    st.one_of(
        st.sampled_from("ab  \n。「退款é\u0301\u200d\ufe0f👍🏽[/]\x1b\x07\u202e\t\r"), st.characters(codec="utf-8")
    ),
    max_size=120,
)


def _rows(text: str, first: int, rest: int | None = None) -> list[str]:
    return [text[start:end] for start, end in row_breaks(text, first, rest or first)]


def test_words_stay_whole():
    assert _rows("the fee is waived for students", 12) == ["the fee is", "waived for", "students"]


def test_a_word_that_is_too_long_is_cut():
    assert _rows("https://example.org/a/b", 10) == ["https://ex", "ample.org/", "a/b"]


def test_line_breaks_are_kept_and_empty_lines_too():
    assert _rows("one\n\ntwo\n", 10) == ["one", "", "two", ""]


def test_wide_text_breaks_between_characters_but_not_before_a_stop():
    assert _rows("退款需要多长时间。可以", 8) == ["退款需要", "多长时", "间。可以"]


def test_the_first_row_may_be_longer_than_the_others():
    rows = list(wrapped_rows(Line((Span("✗ ", "bad"), Span("one two three four")), hang=2), 10))
    assert ["".join(span.text for span in spans) for spans, _ in rows] == ["✗ one two", "  three", "  four"]


def test_roles_survive_a_break_in_their_middle():
    rows = list(wrapped_rows(Line((Span("see "), Span("annual plans are", "gold"), Span(" here"))), 10))
    assert [[(span.text, span.role) for span in spans] for spans, _ in rows] == [
        [("see ", "plain"), ("annual", "gold")],
        [("plans are", "gold")],
        [("here", "plain")],
    ]


@settings(max_examples=150, deadline=None)
@given(HOSTILE, st.integers(4, 30))
def test_no_row_is_too_wide_and_nothing_but_blanks_is_lost(text, width):
    shown = drawable(text)
    spans = list(row_breaks(shown, width, width))
    assert all(cells(shown[start:end]) <= width for start, end in spans)
    lost = [shown[end:start] for (_, end), (start, _) in itertools.pairwise(spans)]
    assert all(part in ("", " ", "\n") for part in lost)
    assert not spans or (spans[0][0] == 0 and not shown[spans[-1][1] :].strip(" "))


@settings(max_examples=100, deadline=None)
@given(HOSTILE, st.integers(0, 30))
def test_a_column_is_exactly_as_wide_as_asked(text, width):
    column = fit_cells(text, width)
    assert cells(column) == width
    assert not set(column) & set("\n\r\t\x1b\x07\u202e\u200d")


def test_one_letter_under_a_heap_of_marks_does_not_make_an_endless_row():
    text = "a" + "\u0301" * 100_000
    assert max(end - start for start, end in row_breaks(text, 10, 10)) <= 80


def _story(text: str) -> Story:
    lines = (Line((Span("head"),)), Line((Span(text),)), Line((Span("second"),)), Line((Span("tail"),)))
    return Story("a", (Section("passages", "Passages", lines, stops=(0, 2)),))


def test_a_megabyte_on_one_line_costs_only_the_rows_that_are_looked_at():
    wrapped_story = WrappedStory(_story("word " * 200_000), 70)
    assert wrapped_story.row(30) is not None
    assert len(wrapped_story.rows) == 31
    assert not wrapped_story.complete


def test_the_end_and_the_stop_behind_a_megabyte_are_found():
    wrapped_story = WrappedStory(_story("x" * 1_000_000), 70)
    stop = wrapped_story.stop_after(1)
    assert stop == 2 + -(-1_000_000 // 70)
    assert wrapped_story.stop_before(stop) == 1
    assert wrapped_story.whole() == stop + 2
    assert wrapped_story.row(stop + 2) is None
    assert wrapped_story.rows[-1].above > 1_000_000


def test_sections_are_parted_by_a_blank_row():
    story = Story("a", tuple(Section(id, id, (Line((Span("x"),)),)) for id in ("question", "answer")))
    wrapped_story = WrappedStory(story, 20)
    wrapped_story.whole()
    assert [("".join(span.text for span in row.spans), row.section) for row in wrapped_story.rows] == [
        ("question", "question"), ("x", "question"), ("", "answer"), ("answer", "answer"), ("x", "answer"),
    ]  # fmt: skip


def test_a_path_is_cut_from_the_left_to_one_row_and_keeps_what_it_is() -> None:
    line = Line(
        (Span("under: "), Span("Billing › "), Span("Refunds of yearly plans › "), Span("Exceptions")), one_row=True
    )
    for width in range(10, 80):
        rows = [*wrapped_rows(line, width)]
        text = "".join(span.text for span in rows[0][0])
        assert len(rows) == 1 and len(text) <= width and text.startswith("under: ")
    assert "".join(span.text for span in next(wrapped_rows(line, 30))[0]) == "under: … › Exceptions"


def test_sections_stand_side_by_side_where_there_is_room_and_below_each_other_else() -> None:
    right = Section("before", "Before", (Line((Span("then it was so"),)),))
    left = Section("now", "Now", (Line((Span("now it is another thing"),)), Line((Span("more"),))), beside=right)
    story = Story("c", (left, Section("asked", "Asked", (Line((Span("why"),)),))))

    def rows(*, side_by_side: bool) -> list[str]:
        made = WrappedStory(story, 60, side_by_side=side_by_side)
        made.whole()
        return ["".join(span.text for span in row.spans).rstrip() for row in made.rows]

    beside = rows(side_by_side=True)
    assert beside[0].split() == ["Now", "Before"] and "now it is another thing" in beside[1]
    assert beside[1].endswith("then it was so") and "Asked" in beside
    assert rows(side_by_side=False) == [
        "Now",
        "now it is another thing",
        "more",
        "",
        "Before",
        "then it was so",
        "",
        "Asked",
        "why",
    ]
