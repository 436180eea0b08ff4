"""Tables as sheets and forms export them: what stands around the records is told from them."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.disk.problems import FaultLog
from ragtriage.disk.tables import TableReader, _opened_in, delimiter_of

KNOWN = {"question", "answer", "rating", "comment"}


def read(text: str, longest: int = 1 << 20) -> tuple[list[dict[str, str]], TableReader, FaultLog]:
    faults = FaultLog()
    table = TableReader(Path("f"), delimiter_of(text), lambda name: name.casefold() in KNOWN, faults.add, longest)
    found = [row for _, row in table.rows(iter(io.StringIO(text, newline="").readlines()))]
    return found, table, faults


WANTED = [{"Question": "How do I pay?", "Answer": "By card;\nor cash", "Rating": "1"}]
RECORD = '"How do I pay?"{0}"By card;\nor cash"{0}1\n'


@pytest.mark.parametrize(
    ("above", "delimiter"),
    [
        ("", ","),
        ("sep=;\r\n", ";"),
        ('"sep=|"\n', "|"),
        ("SEP=\t\n", "\t"),
        ("Feedback export\nGenerated 2026-11-03\n\n", ","),
        ("Feedback export,,\nGenerated 2026-11-03,,\n,,\n", ","),
        ("Report;;\nRating;;\n", ";"),
        ("sep=;\nAll feedback;;\n", ";"),
    ],
)
def test_what_stands_above_the_heading_is_no_record(above: str, delimiter: str) -> None:
    text = above + delimiter.join(["Question", "Answer", "Rating"]) + "\n" + RECORD.format(delimiter)
    assert read(text)[0] == WANTED


def test_the_heading_again_is_passed_over_and_another_one_holds_from_there() -> None:
    found, table, faults = read(
        "Question,Rating\nHow?,down\nQuestion,Rating\nWhy?,up\nrating,comment,question\ndown,bad,Who?\n"
    )
    assert found == [
        {"Question": "How?", "Rating": "down"},
        {"Question": "Why?", "Rating": "up"},
        {"rating": "down", "comment": "bad", "question": "Who?"},
    ]
    assert (sum(table.notes.values()), faults.count) == (2, 0)


def test_a_record_that_only_looks_like_a_heading_stays() -> None:
    assert len(read("question,rating\nrating,\nquestion,\n")[0]) == 2


@pytest.mark.parametrize("quote", ["", '"'])
def test_a_cell_too_long_is_told_as_one_and_the_rest_comes_in(quote: str) -> None:
    found, _, faults = read(f"question,rating\n{quote}{'x' * 5000} refund?{quote},down\nWhen?,down\n", longest=1000)
    assert [row["question"] for row in found] == ["When?"]
    assert [(one.place.line, one.title) for one in faults.problems] == [(2, "a cell of more than 1,000 characters")]


def test_a_quote_that_is_never_closed_is_told_where_it_opens() -> None:
    found, _, faults = read('question,rating\nHow?,down\n"Why,down\nWho?,up\n' + "Where?,down\n" * 50)
    assert [row["question"] for row in found][:2] == ["How?", "Who?"]
    assert [(one.place.line, one.title[:17]) for one in faults.problems] == [(3, "a quote is opened")]


def test_records_below_merged_cells_are_said() -> None:
    found, table, _ = read("Week,Reviewer,Question\nW1,Kim,How?\n,,Why?\n,,Who?\nW2,Alex,When?\n")
    assert len(found) == 4
    assert list(table.notes.values()) == [2]
    assert "Week, Reviewer" in next(iter(table.notes))


def test_empty_cells_behind_the_last_column_are_nothing() -> None:
    assert read("question,rating,,\nHow?,down,,,,\n")[0][0]["rating"] == "down"


@pytest.mark.parametrize(
    "last", ["Total,2,3.0", "Summe;;4", "Total rows: 2,,", "合計,2,", "Average,,3.5", "Anzahl: 2,,"]
)
def test_totals_below_the_records_are_none_of_them(last: str) -> None:
    rows, table, _ = read("Question,Answer,Rating\nHow do I pay?,By card,1\n" + last.replace(";", ",") + "\n")
    assert [row["Question"] for row in rows] == ["How do I pay?"]
    assert table.notes == {"rows of totals, not read": 1}
    assert len(read("Question,Answer,Rating\nTotal,By card,1\nTotal of what?,7,1\n")[0]) == 2, "words beside it"


def test_what_forms_write_below_their_heading_is_no_record() -> None:
    monkey = "Id,Question,Rating\n,Open-Ended Response,Response\n7,How do I pay?,bad\n"
    assert [row["Question"] for row in read(monkey)[0]] == ["How do I pay?"]
    ids = ",".join(f'"{{""ImportId"":""Q{at}""}}"' for at in (1, 2))
    coded = f"Q1,Q2\nWhat did you ask?,How was it?\n{ids}\nHow do I pay?,bad\n"
    assert read(coded)[0] == [{"What did you ask?": "How do I pay?", "How was it?": "bad"}]


def test_a_heading_of_very_many_columns_is_compared_with_few_names() -> None:
    asked: list[str] = []

    def known(name: str) -> bool:
        asked.append(name)
        return name == "question"

    faults = FaultLog()
    table = TableReader(Path("f"), ",", known, faults.add)
    lines = [",".join(["question"] * 50_000) + "\n", *[",".join(["1"] * 50_000) + "\n"] * 20]
    rows = [row for _, row in table.rows(iter(lines))]
    assert len(asked) < 100_000
    assert table.heading[49_999] == "question (50000)"
    assert len(rows) == 20 and len(rows[0]) == 10_000
    assert table.notes["records with more than 10,000 columns: those beyond are not read"] == 20


def test_a_record_with_very_many_empty_cells_behind_is_the_record() -> None:
    assert read("question,answer\nwhy,so" + "," * 400_000 + "\n")[0] == [{"question": "why", "answer": "so"}]


def test_a_quote_that_is_never_closed_holds_no_more_than_some_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragtriage.disk.tables._MOST_LINES", 50)
    held: list[int] = []
    faults = FaultLog()
    table = TableReader(Path("f"), ",", lambda name: name == "question", faults.add)
    lines = (held.append(number) or f"q{number},a\n" for number in range(1000))
    rows = table.rows(iter(["question,answer\n", '"never,closed\n', *lines]))
    assert [row["question"] for _, row in rows] == [f"q{number}" for number in range(1000)]
    assert "never closed" in faults.problems[0].title


@given(st.lists(st.text('a",;\n\r', max_size=8).map(lambda text: text + "\n"), max_size=6))
def test_an_open_quote_is_found_as_one_reads_sign_by_sign(lines: list[str]) -> None:
    opened, fresh = None, True
    for number, line in enumerate(lines):
        signs = iter(range(len(line)))
        for at in signs:
            if opened is not None and line[at] == '"':
                if line[at + 1 : at + 2] == '"':
                    next(signs)
                else:
                    opened = None
            elif opened is None and line[at] == '"' and fresh:
                opened = number
            fresh = opened is None and line[at] in ",\n\r"
    assert _opened_in(lines, ",") == opened


def test_the_heading_again_in_other_letters_is_the_same_heading() -> None:
    rows, table, _ = read("Question,Rating\nHow do I pay?,bad\nquestion,rating\nWhere?,good\n")
    assert [row["Question"] for row in rows] == ["How do I pay?", "Where?"]
    assert table.notes == {"headings again in the midst, not read": 1}
