"""A rating in a record of its own finds what it is about by an id that both bear, in any order, in any file."""

import json
from itertools import permutations
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from ragtriage.intake.importing import ComplaintImport, import_paths
from ragtriage.intake.inbox import Inbox

EVENTS = [
    {"event": "served", "request_id": "r1", "q": "How do I move my plan?", "a": "Under account."},
    {"event": "feedback", "request_id": "r1", "payload": '{"thumb": "down", "comment": "wrong page"}'},
    {"event": "served", "request_id": "r2", "q": "Where is the invoice?", "a": "In the portal."},
    {"event": "feedback", "request_id": "r2", "payload": '{"thumb": "up"}'},
    {"event": "feedback", "request_id": "r3", "payload": '{"thumb": "down"}'},
]


def imported(inbox: Inbox, *files: tuple[Path, str]) -> list[ComplaintImport]:
    for path, text in files:
        path.write_text(text)
    return import_paths([path for path, _ in files], inbox, {}, ZoneInfo("UTC"))


def told(inbox: Inbox) -> list[tuple[str, str, str]]:
    return sorted((one.question, one.rating, one.comment) for one in inbox.all())


WANTED = [("How do I move my plan?", "down", "wrong page"), ("Where is the invoice?", "up", "")]


@pytest.mark.parametrize("order", list(permutations(range(5)))[::17])
def test_events_are_joined_in_any_order(order: tuple[int, ...], tmp_path: Path, inbox: Inbox) -> None:
    lines = "\n".join(json.dumps(EVENTS[at]) for at in order)
    (report,) = imported(inbox, (tmp_path / "events.ndjson", lines))
    assert told(inbox) == WANTED
    assert (report.joined, report.problem_count, dict(report.ratings)) == (2, 0, {"none": 0, "down": 1, "up": 1})
    assert report.aside == {"ratings of traces that are in none of the files": 1}
    imported(inbox, (tmp_path / "events.ndjson", lines))
    assert told(inbox) == WANTED, "twice is once"


@pytest.mark.parametrize("name", ["request_id", "traceId", "run_id", "messageId", "Conversation ID", "interaction_id"])
@pytest.mark.parametrize("ratings_first", [False, True])
def test_a_file_of_ratings_is_joined_with_a_file_of_answers(
    name: str,
    ratings_first: bool,
    tmp_path: Path,
    inbox: Inbox,
) -> None:
    answers = f"{name},question,answer\nr1,How do I move my plan?,x\nr2,Where is the invoice?,y\n"
    ratings = f"id,{name},rating,comment\n1,r1,down,wrong page\n2,r2,up,\n"
    files = [(tmp_path / "answers.csv", answers), (tmp_path / "ratings.csv", ratings)]
    imported(inbox, *(files[::-1] if ratings_first else files))
    assert told(inbox) == WANTED


def test_the_id_of_an_answer_is_what_a_rating_calls_its_message(tmp_path: Path, inbox: Inbox) -> None:
    answers = json.dumps([{"id": "m1", "question": "How do I move my plan?"}, {"id": "m2", "question": "Who may?"}])
    ratings = json.dumps([{"id": "m2", "message_id": "m1", "rating": "down", "comment": "wrong page"}])
    imported(inbox, (tmp_path / "a.json", answers), (tmp_path / "b.json", ratings))
    assert told(inbox) == [WANTED[0], ("Who may?", "none", "")]


def test_an_id_that_several_questions_bear_rates_none_of_them(tmp_path: Path, inbox: Inbox) -> None:
    text = "session_id,question,rating\ns,How do I pay?,\ns,Who may pay?,\ns,,down\n"
    (report,) = imported(inbox, (tmp_path / "a.csv", text))
    assert [rating for _, rating, _ in told(inbox)] == ["none", "none"]
    assert report.aside == {"ratings with an id that several questions bear": 1}


def test_rows_of_two_imports_are_not_joined_by_a_number(tmp_path: Path, inbox: Inbox) -> None:
    imported(inbox, (tmp_path / "a.csv", "request_id,question\n1,How do I pay?\n"))
    imported(inbox, (tmp_path / "b.csv", "request_id,question,rating\n1,,down\n2,Who?,\n"))
    assert told(inbox)[0] == ("How do I pay?", "none", "")
