"""Text that a comment cuts off is named; comments that are meant as such are not."""

from pathlib import Path

import pytest

from ragtriage.cases.index import parse_case

CASE = "id: a\nanswerable: true\nquestion: {question}\nnuggets:\n  - text: {nugget}\n    vital: true\n"


def cut(question: str = "q", nugget: str = "n", ends: str = "\n") -> list[tuple[str, str]]:
    source = CASE.format(question=question, nugget=nugget).replace("\n", ends).encode()
    case, problems = parse_case(source, Path("a.yaml"), "a")
    assert case is not None, problems
    return list(case.cut_off)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("value", "rest"),
    [
        ("How do I reach the #general channel?", "#general channel?"),
        ("Press # to end the call, then hang up.", "# to end the call, then hang up."),
        ("Which key is  #31# for?", "#31# for?"),
        ("Ticket\t#4711 is open, why?", "#4711 is open, why?"),
        ("Wie schließe ich Fehler #12 🙂?", "#12 🙂?"),
        ("What does C # mean?", "# mean?"),
    ],
)
def test_a_text_that_a_comment_cuts_off_is_named_with_the_rest(value: str, rest: str, ends: str) -> None:
    assert cut(value, ends=ends) == [("question", rest)]
    assert cut(nugget=value, ends=ends) == [("nuggets[0].text", rest)]


@pytest.mark.parametrize(
    "value",
    [
        "What is C#?",
        "'Press # to end'",
        '"Press # to end"',
        "|\n  Press # to end",
        "How do I pay?  # from the March export",
        "How do I pay? # TODO ask Kim",
        "How do I pay?\n# the channel is #general",
        "https://example.com/#part",
    ],
)
def test_quoted_text_and_comments_that_are_meant_are_left(value: str) -> None:
    assert cut(value) == []


def test_other_fields_may_have_comments() -> None:
    source = b"id: a\nanswerable: true # says Kim\nquestion: q\nstatus: draft # soon\ntags:\n  - x # y\n"
    case, _ = parse_case(source, Path("a.yaml"), "a")
    assert case is not None
    assert case.cut_off == ()


def test_what_we_write_is_quoted_where_a_comment_would_cut_it_off() -> None:
    from ragtriage.disk.yaml_edit import SetField, edited
    from ragtriage.disk.yaml_out import dump
    from ragtriage.errors import CaseError

    texts = ["Press # to end", "#1", "Which key is \t#31#?", "C #", "a: #b", "- # x", "x\n # y", "x \\n # \u2028"]
    for text in texts:
        for source in (
            dump({"id": "a", "question": text, "answerable": True}).encode(),
            edited(b"id: a\nquestion: q\nanswerable: true\n", [SetField(("question",), text)], Path("a"), CaseError),
        ):
            case, problems = parse_case(source, Path("a.yaml"), "a")
            assert case is not None, problems
            assert (case.question, case.cut_off) == (text, ())
