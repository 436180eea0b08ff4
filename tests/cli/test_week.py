"""The week's decisions as a handout: valid Markdown whatever people wrote, and filtered as everywhere."""

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ragtriage.cli.markdown import escaped, markdown_table
from ragtriage.cli.printing import Printer
from ragtriage.text import one_line

Say = Callable[..., Any]
GFM = MarkdownIt("commonmark").enable(["table", "strikethrough"])
PIECES = [*"\\`*_[]()<>|~!#&$:-=+.1 \n", "a", "__", "**", "~~", "<b>", "&lt;", "&#60;", "](x)", "![", "corpus_gap", "ä"]


@pytest.fixture
def decided(workspace: Path, say: Say) -> Path:
    """The workspace, with a decision on each of its cases."""
    say(
        "triage", "decide", "billing/monthly", "corpus_gap", "--as", "mk", "--owner", "docs_team", "--note", "no *page*"
    )
    say("triage", "decide", "calendar/many", "label", "--as", "jo")
    return workspace


def shown(table: str) -> list[list[str]]:
    """The cells of a table's rows as a reader of the rendered page has them; fails when they hold any markup."""
    body = GFM.render(table).partition("<tbody>")[2]
    cells = [re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in body.split("</tr>") if "<td>" in row]
    assert not any("<" in cell for row in cells for cell in row), body
    return [[html.unescape(cell) for cell in row] for row in cells]


@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=9).map("".join), min_size=3, max_size=3))
@example(["a\\|b", "\\", "x"])
@example(["corpus_gap", "_it_ a_b __c__", "1. - # x"])
def test_a_cell_is_shown_as_it_was_written(cells: list[str]) -> None:
    table = "| h | i | j |\n| --- | --- | --- |\n| " + " | ".join(escaped(one_line(cell)) for cell in cells) + " |\n"
    assert shown(table) == [[one_line(cell) for cell in cells]]


@pytest.mark.parametrize("plain", ["corpus_gap", "a -> b, 3 > 2", "Fees & terms (2026).", "ask Mira! c#", "a/b-c.d: e"])
def test_what_means_nothing_is_left_as_it_reads_best(plain: str) -> None:
    assert escaped(plain) == plain


def test_the_handout_says_what_was_asked_in_words_of_people(decided: Path, say: Say) -> None:
    said = say("triage", "list", "--week", "this", "--markdown")
    assert "\n2 cases: 1 corpus gap, 1 label\n" in said.out
    assert shown(said.out.partition("\n\n")[2].partition("\n\n")[2]) == [
        [
            *("billing/monthly", "Can I move my annual plan to monthly billing?", "corpus gap", "", "docs_team"),
            *("no *page*", "mk"),
        ],
        ["calendar/many", "How many calendars can be connected?", "label", "", "", "", "jo"],
    ]


def test_a_case_that_is_gone_stays_in_the_minutes(decided: Path, say: Say) -> None:
    (decided / "cases/calendar/many.yaml").unlink()
    last = say("triage", "list", "--week", "this", "--markdown").out.splitlines()[-1]
    assert last == "| calendar/many | (no longer in the golden set) | label |  |  |  | jo |"
    assert say("triage", "list", "--week", "this", "--filter", "calendar", "--json").json


def test_a_week_without_decisions_is_no_empty_table(workspace: Path, say: Say) -> None:
    said = say("triage", "list", "--week", "2026-W01", "--markdown")
    assert said.out == "## Decisions of 2026-W01\n\nNo decisions.\n"


@pytest.mark.parametrize(
    ("terms", "ids"),
    [
        ("cause:corpus_gap", ["billing/monthly"]),
        ("owner:docs_team", ["billing/monthly"]),
        ("!cause:corpus_gap", ["calendar/many"]),
        ("tag:billing", ["billing/monthly"]),
        ("calendars", ["calendar/many"]),
        ("diagnosis:over_declined", ["calendar/many"]),
        ("badge:decided", ["billing/monthly", "calendar/many"]),
        ("passes:prod", []),
    ],
)
def test_the_decisions_of_a_week_can_be_filtered(decided: Path, say: Say, terms: str, ids: list[str]) -> None:
    found = say("triage", "list", "--week", "this", "--filter", terms, "--json").json
    assert [one["case_id"] for one in found] == ids


def test_a_filter_asks_about_that_week_and_not_about_the_verdict_in_force(decided: Path, say: Say) -> None:
    older = decided / "triage/2026-W01/billing/monthly--mk.yaml"
    older.parent.mkdir(parents=True)
    older.write_text("case: billing/monthly\nrun: r\nfindings:\n- {cause: ranking}\n")
    assert say("triage", "list", "--week", "2026-W01", "--filter", "cause:ranking", "--json").json
    assert say("triage", "list", "--week", "2026-W01", "--filter", "cause:corpus_gap", "--json").json == []


def test_a_wrong_filter_is_told_and_a_configuration_alone_is_refused(decided: Path, say: Say) -> None:
    wrong = say("triage", "list", "--week", "this", "--filter", "casue:label")
    assert (wrong.code, "did you mean `cause`?" in wrong.err) == (2, True)
    assert say("triage", "list", "--week", "this", "--config", "prod").code == 2
    assert say("triage", "list", "--week", "this", "--config", "prod", "--filter", "badge:decided").code == 0


def test_the_queue_in_markdown_says_its_diagnoses_in_words(workspace: Path, say: Say) -> None:
    rows = shown(say("triage", "list", "--markdown").out)
    assert [(row[1], row[2].split(",")[0]) for row in rows] == [
        ("billing/monthly", "not retrieved"),
        ("calendar/many", "over declined"),
    ]


def test_a_table_brings_every_cell_to_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    markdown_table(Printer(), ("a", "b"), [["x\n\ny", "\x1b[2J"]])
    assert capsys.readouterr().out.splitlines()[-1] == "| x y | ␛\\[2J |"
