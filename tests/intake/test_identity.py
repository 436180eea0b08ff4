"""A complaint is known by what was asked and when: twice is once, an update is an update, two people are two."""

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragtriage.disk.database import connect
from ragtriage.intake.importing import ComplaintImport, import_paths
from ragtriage.intake.inbox import Inbox

Import = Callable[..., ComplaintImport]


def ticket(number: int = 41, comment: str = "", **more: object) -> str:
    record = {"id": number, "subject": "Invoice", "description": "Where is my invoice?", "requester_id": 5}
    said = [{"author_id": 5, "body": "Where is my invoice?"}, {"author_id": 9, "body": "In the portal."}]
    said += [{"author_id": 5, "body": comment}] if comment else []
    record |= {"via": {"channel": "web"}, "created_at": "2026-11-03T14:05:00Z", "comments": said}
    return json.dumps(record | more) + "\n"


def decide(tmp_path: Path, complaint_id: str) -> None:
    (tmp_path / "complaints").mkdir(exist_ok=True)
    (tmp_path / "complaints" / f"{complaint_id}.yaml").write_text(f"complaint: {complaint_id}\nstate: rejected\n")


TABLE = "Vorgang,Kennung,question,answer,verdict\nV/1,a,How do I move it?,Below.,down\nV/2,b,Where is it?,There.,down\n"


@pytest.mark.parametrize("again", [{"ref": "Kennung"}, {"ref": "Vorgang"}, {"ref": "question"}, {}])
@pytest.mark.parametrize("first", [{"ref": "Kennung"}, {"ref": "Vorgang"}, {}])
def test_importing_again_with_another_reference_adds_nothing(
    first: dict[str, str], again: dict[str, str], imported: Import, inbox: Inbox
) -> None:
    assert imported(TABLE, **first).new == 2
    report = imported(TABLE, **again)
    assert (report.new, report.present, report.changes) == (0, 2, [])


def test_a_ticket_with_a_comment_added_is_updated_and_the_decision_stands(
    imported: Import, inbox: Inbox, tmp_path: Path
) -> None:
    imported(ticket(), "week1.jsonl")
    [one] = inbox.all()
    decide(tmp_path, one.id)
    report = imported(
        ticket(comment="That is another one!", satisfaction_rating={"score": "bad", "comment": "wrong one"}),
        "week2.jsonl",
    )
    assert (report.new, report.present) == (0, 1)
    assert [(change.id, change.fields) for change in report.changes] == [(one.id, ("comment", "rating"))]
    [now] = inbox.all()
    assert (now.id, now.comment, now.rating) == (one.id, "wrong one\nThat is another one!", "down")
    assert inbox.states(datetime(2026, 12, 1, tzinfo=UTC)) == {one.id: "rejected"}


def test_a_later_export_is_the_same_on_a_machine_that_never_saw_the_first(
    imported: Import, inbox: Inbox, tmp_path: Path
) -> None:
    imported(ticket(), "week1.jsonl")
    [one] = inbox.all()
    inbox._db.execute("DELETE FROM complaints")
    imported(ticket(comment="That is another one!"), "week2.jsonl")
    assert [each.id for each in inbox.all()] == [one.id]


def test_an_update_without_a_time_is_known_by_its_reference(imported: Import, inbox: Inbox) -> None:
    imported("id,question,answer,rating,comment\n7,How do I move it?,Below.,down,\n8,How do I move it?,Below.,down,\n")
    rows = (
        "id,question,answer,rating,comment\n8,How do I move it?,Below.,down,no!\n7,How do I move it?,Below.,down,oh\n"
    )
    report = imported(rows)
    assert report.new == 0 and len(report.changes) == 2
    assert sorted((one.ref, one.comment) for one in inbox.all()) == [("7", "oh"), ("8", "no!")]


def test_the_same_question_at_another_time_is_another_complaint(imported: Import, inbox: Inbox) -> None:
    rows = "session_id,question,created_at\ns1,How do I move it?,2026-11-03T10:00:00Z\n"
    imported(rows)
    assert imported(rows + "s1,How do I move it?,2026-11-03T10:09:00Z\n").new == 1


def test_two_people_who_ask_the_same_are_two_and_stay_two(imported: Import, inbox: Inbox) -> None:
    rows = "user,question,rating\nu1,How do I move it?,down\nu2,How do I move it?,down\nu1,How do I move it?,down\n"
    assert (imported(rows).new, imported(rows).new) == (2, 0)


def test_tickets_of_one_export_are_apart_and_a_day_written_as_midnight_is_no_moment(
    imported: Import, inbox: Inbox
) -> None:
    rows = [f"{n},u1,How do I move it?,2026-11-03T00:00:00Z\n" for n in range(3)]
    heading = "id,user,question,created_at\n"
    assert (imported(heading + "".join(rows)).new, imported(heading + "".join(rows)).new) == (3, 0)
    ids = {one.ref: one.id for one in inbox.all()}
    inbox._db.execute("DELETE FROM complaints")
    imported(heading + rows[2])
    assert {one.ref: one.id for one in inbox.all()} == {"2": ids["2"]}


def test_the_same_second_with_another_answer_is_another_complaint(imported: Import, inbox: Inbox) -> None:
    rows = "".join(f"{n},How do I move it?,Answer {n}.,2026-11-03T10:00:00Z\n" for n in range(3))
    assert imported("id,question,answer,created_at\n" + rows).new == 3
    assert imported("id,question,answer,created_at\n" + "".join(reversed(rows.splitlines(keepends=True)))).new == 0


def test_settling_the_order_of_days_doubles_nothing(imported: Import, inbox: Inbox) -> None:
    rows = "question,rating,date\nHow do I move it?,down,03/04/2026\nWhere is it?,down,03/05/2026 10:00\n"
    imported(rows)
    before = {one.id for one in inbox.all()}
    report = imported(rows, dates="mdy")
    assert (report.new, {one.id for one in inbox.all()}) == (0, before)
    assert sorted(one.at for one in inbox.all()) == ["2026-03-04", "2026-03-05T10:00:00Z"]


def old_id(*told: str) -> str:
    return "c-" + hashlib.sha256(json.dumps(told).encode()).hexdigest()[:10]


def test_what_an_earlier_version_imported_or_decided_keeps_its_id(
    imported: Import, inbox: Inbox, tmp_path: Path
) -> None:
    rows = "id,question,answer,rating,created_at\n7,How do I move it?,Below.,down,2026-11-03T10:00:00Z\n"
    kept = old_id("How do I move it?", "Below.", "", "2026-11-03T10:00:00Z", "7")
    imported(rows)
    inbox._db.execute("UPDATE complaints SET id = ?, written = ''", (kept,))
    assert imported(rows).new == 0 and [one.id for one in inbox.all()] == [kept]
    inbox._db.execute("DELETE FROM complaints")  # the index is lost, and the decision is in Git
    decide(tmp_path, kept)
    assert imported(rows).new == 1 and [one.id for one in inbox.all()] == [kept]
    inbox._db.execute("DELETE FROM complaints")
    (tmp_path / "complaints" / f"{kept}.yaml").unlink()
    misread = old_id("How do I move it?", "Below.", "", "2026-04-03T10:00:00Z", "7")
    decide(tmp_path, misread)  # decided on when the day was taken for the month
    imported("id,question,answer,rating,created_at\n7,How do I move it?,Below.,down,03/04/2026 10:00\n", dates="mdy")
    assert [one.id for one in inbox.all()] == [misread]


def test_a_time_that_was_taken_for_the_comment_is_a_time_again(imported: Import, inbox: Inbox) -> None:
    rows = 'Timestamp,Question,Answer\n"2026/11/03 2:05:33 PM GMT+1",How do I move it?,Below.\n'
    imported(rows)
    inbox._db.execute("UPDATE complaints SET comment = '2026/11/03 2:05:33 PM GMT+1', at = '', written = ''")
    assert imported(rows).new == 0
    assert [(one.at, one.comment) for one in inbox.all()] == [("2026-11-03T13:05:33Z", "")]


def test_a_trace_keeps_how_it_was_rated_elsewhere(imported: Import, inbox: Inbox) -> None:
    trace = {"id": "tr-1", "input": {"question": "Why?"}, "output": {"answer": "So."}, "sessionId": "s", "release": "1"}
    imported(json.dumps(trace), "traces.jsonl")
    imported("id,traceId,source,name,value,comment\n1,tr-1,API,user-feedback,0,wrong\n", "scores.csv")
    report = imported(json.dumps(trace), "traces.jsonl")
    assert (report.present, report.changes) == (1, [])
    assert [(one.rating, one.comment) for one in inbox.all()] == [("down", "wrong")]


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.text(max_size=30),
    st.sampled_from(["How do I move it?", "Where is it?", "03/04/2026", "2026-11-03T10:00:00Z", "1 von 5", "nan", "7"]),
)
RECORDS = st.lists(
    st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(("id", "question", "answer", "rating", "comment", "created_at", "user", "tags"), VALUES),
    ),
    max_size=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(RECORDS)
def test_whatever_is_imported_nothing_raises_and_twice_is_once(
    tmp_path: Path, records: list[dict[str, object]]
) -> None:
    db = connect(tmp_path / f"{len(list(tmp_path.iterdir()))}.db")
    try:
        inbox, path = Inbox(tmp_path, db), tmp_path / "any.jsonl"
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        first = import_paths([path], inbox, {}, ZoneInfo("UTC"))[0]
        again = import_paths([path], inbox, {}, ZoneInfo("UTC"), dates="mdy")[0]
        assert (again.new, again.read) == (0, first.read)
        assert len(inbox.all()) == first.new
    finally:
        db.close()
