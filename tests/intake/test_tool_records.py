"""Records of known tools: a field that a person maps is taken, whatever the tool; what nothing reads is listed."""

import json
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from ragtriage.errors import UsageError
from ragtriage.intake.importing import ComplaintImport, import_paths
from ragtriage.intake.inbox import Inbox


def run(number: int, **feedback: object) -> dict[str, object]:
    return {
        "id": f"r{number}", "run_type": "chain", "name": "Chat", "start_time": f"2026-10-17T12:0{number}:00",
        "inputs": {"question": f"Question {number}?", "channel": "web"},
        "outputs": {"output": "An answer.", "note": f"note {number}"},
        "feedback_stats": feedback,
    }  # fmt: skip


def imported(inbox: Inbox, path: Path, records: list[dict[str, object]], **given: str) -> ComplaintImport:
    path.write_text("\n".join(map(json.dumps, records)))
    return import_paths([path], inbox, {}, ZoneInfo("UTC"), given=given)[0]


RUNS = [
    run(1, tone={"n": 1, "avg": 1.0, "comments": ["rude"]}, faithfulness={"n": 1, "avg": 0.2}),
    run(2, tone={"n": 1, "avg": 5.0}),
    run(3, tone={"n": 1, "avg": 2.0}),
]


@pytest.mark.parametrize("column", ["tone", "feedback_stats.tone", "feedback_stats.tone.avg"])
def test_a_mapped_rating_is_read_with_its_own_scale(column: str, tmp_path: Path, inbox: Inbox) -> None:
    report = imported(inbox, tmp_path / "a.jsonl", RUNS, rating=column)
    assert dict(report.ratings) == {"down": 2, "up": 1}


def test_other_mapped_fields_are_taken_from_where_they_are(tmp_path: Path, inbox: Inbox) -> None:
    imported(inbox, tmp_path / "a.jsonl", RUNS, comment="outputs.note", link="channel")
    assert sorted((one.comment, one.link) for one in inbox.all()) == [(f"note {n}", "web") for n in (1, 2, 3)]


def test_a_mapped_field_that_no_record_has_is_an_error(tmp_path: Path, inbox: Inbox) -> None:
    with pytest.raises(UsageError, match="no record has a field `tune`"):
        imported(inbox, tmp_path / "a.jsonl", RUNS, rating="tune")
    assert inbox.all() == []


def test_what_nothing_reads_is_listed_and_comments_are_kept(tmp_path: Path, inbox: Inbox) -> None:
    report = imported(inbox, tmp_path / "a.jsonl", RUNS)
    (said,) = [note for note in report.notes if "not read" in note]
    assert said == "fields of langsmith that are not read (name, feedback_stats.faithfulness)"
    assert "rude" in {one.comment for one in inbox.all()}


def test_a_users_score_in_a_column_of_its_own_is_read(tmp_path: Path, inbox: Inbox) -> None:
    rows = [
        {"id": f"t{n}", "timestamp": "2026-05-01T10:00:00Z", "input": f"Question {n}?", "output": "An answer.",
         "sessionId": "s", "userId": 1, "user_feedback": n} for n in (0, 1)
    ]  # fmt: skip
    assert dict(imported(inbox, tmp_path / "a.jsonl", rows).ratings) == {"down": 1, "up": 1}


def test_a_conversation_of_intercom_is_its_question_answer_and_rating(tmp_path: Path, inbox: Inbox) -> None:
    def part(who: str, text: str, kind: str = "comment") -> dict[str, object]:
        return {"part_type": kind, "body": f"<p>{text}</p>", "author": {"type": who}}

    parts = [part("admin", "a private remark", "note"), part("bot", "In the menu."), part("user", "It is not.")]
    one = {
        "type": "conversation", "id": "7", "created_at": 1796029964, "source": {"body": "<p>Where is it?</p>"},
        "conversation_rating": {"rating": 1, "remark": "No."}, "conversation_parts": {"conversation_parts": parts},
    }  # fmt: skip
    assert dict(imported(inbox, tmp_path / "a.jsonl", [one]).kinds) == {"intercom": 1}
    [found] = inbox.all()
    assert (found.question, found.answer, found.rating, found.at) == (
        "Where is it?", "In the menu.", "down", "2026-11-30T09:12:44Z",
    )  # fmt: skip
    assert "No." in found.comment and "It is not." in found.comment and "private" not in str(found)
