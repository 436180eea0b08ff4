"""Exports come in as they are, what cannot be read is told by its line, and nothing personal touches the disk."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from ragtriage.intake.importing import ComplaintImport, import_paths
from ragtriage.intake.inbox import Inbox

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
Import = Callable[..., ComplaintImport]


@pytest.fixture
def imported(tmp_path: Path, inbox: Inbox) -> Import:
    """Import content under a file name; the report."""

    def run(content: str | bytes, name: str = "export.csv", zone: str = "UTC", **columns: str) -> ComplaintImport:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return import_paths([path], inbox, {role: (one,) for role, one in columns.items()}, ZoneInfo(zone))[0]

    return run


def questions(inbox: Inbox) -> list[str]:
    return sorted(one.question for one in inbox.all())


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_csv_of_any_delimiter_and_encoding(delimiter: str, encoding: str, imported: Import, inbox: Inbox) -> None:
    rows = [["Zeitpunkt", "Frage", "Antwort", "Bewertung", "Kommentar"]]
    rows += [["30.11.2026 09:15", "Wie kündige ich?", "Gar nicht.", "schlecht", "falsch"]] * 2
    rows += [["30.11.2026 09:16", "Was kostet das?", "Nichts.", "gut", ""]]
    text = "\r\n".join(delimiter.join(row) for row in rows)
    report = imported(text.encode(encoding), zone="Europe/Berlin")
    assert (report.new, report.present, report.problem_count) == (2, 1, 0)
    first = next(one for one in inbox.all() if one.rating == "down")
    assert (first.question, first.answer, first.comment) == ("Wie kündige ich?", "Gar nicht.", "falsch")
    assert first.at == "2026-11-30T08:15:00Z"
    assert inbox.counts() == {"down": 1, "up": 1}


def test_columns_without_telling_names_are_found_by_what_stands_in_them(imported: Import, inbox: Inbox) -> None:
    report = imported(
        "a1,b2,c3,d4\n2026-11-30 09:00,How do I leave the plan?,You cannot leave a plan that has been paid for,👎\n"
        "2026-11-30 09:05,Where is the button to log out?,It is in the corner of the page at the top,👍\n"
    )
    assert report.maps[str(report.path)].columns == {"rating": "d4", "time": "a1", "question": "b2", "answer": "c3"}
    assert inbox.counts() == {"down": 1, "up": 1}


def test_a_file_without_a_heading_loses_no_row(imported: Import, inbox: Inbox) -> None:
    imported("How do I leave?,You cannot leave a plan now,down\nWhere is it today?,It is in the corner there,up\n")
    assert questions(inbox) == ["How do I leave?", "Where is it today?"]


def test_a_mapping_that_was_given_comes_first(imported: Import, inbox: Inbox) -> None:
    imported("question,Anliegen\nid-1,How do I leave?\nid-2,Where is it?\n", question="Anliegen")
    assert questions(inbox) == ["How do I leave?", "Where is it?"]


def test_importing_twice_adds_nothing_and_a_changed_record_is_another(imported: Import, inbox: Inbox) -> None:
    first = '{"id": 1, "question": "Why?", "rating": "down"}\n'
    assert imported(first, "a.jsonl").new == 1
    report = imported(first + '{"id": 1, "question": "Why not?", "rating": "down"}\n', "b.jsonl")
    assert (report.new, report.present) == (1, 1)


def test_praise_is_kept_apart_and_not_dropped(imported: Import, inbox: Inbox) -> None:
    report = imported(
        '{"question": "Why?", "comment": "Thank you!"}\n{"question": "How?", "comment": "wrong"}\n', "a.jsonl"
    )
    assert report.ratings == {"up": 1, "none": 1}
    assert {one.question: one.rating for one in inbox.all()} == {"Why?": "up", "How?": "none"}


def test_a_quote_that_never_closes_costs_its_record_and_no_other(imported: Import, inbox: Inbox) -> None:
    report = imported('question,rating\n"Why is it red,down\nHow is it?,down\n"What, then?",up\n')
    assert [(one.place.line, "never closed" in one.title) for one in report.problems] == [(2, True)]
    assert questions(inbox) == ["How is it?", "What, then?"]


@pytest.mark.parametrize(
    ("last", "line"),
    [
        ('2026-11-30,"How is it?\n', 3),
        ('2026-11-30,"How is it?', 3),
        ('"2026-11-30,How is it?\n', 3),
        ('"2026\n-11-30","How is it?\n', 4),
        ('5" disk,"How is it?\n', 3),
    ],
)
def test_a_quote_that_the_file_ends_in_is_told_with_the_line_that_opens_it(
    last: str, line: int, imported: Import, inbox: Inbox
) -> None:
    report = imported("time,question\n2026-11-30,Why is it red?\n" + last)
    assert [(one.place.line, "never closed" in one.title) for one in report.problems] == [(line, True)]
    assert questions(inbox) == ["Why is it red?"]


@pytest.mark.parametrize("content", ["", "\n\n", "question,answer\n", "[]"])
def test_a_file_without_a_record_is_told(content: str, imported: Import) -> None:
    report = imported(content)
    assert [one.title for one in report.problems] == ["there is no record in it"]


def test_a_row_that_is_cut_or_too_long_is_told_by_its_line(imported: Import, inbox: Inbox) -> None:
    report = imported("question,rating,comment\nWhy?,down,a,b\nHow?,down,x\nWhat")
    assert sorted(one.place.line or 0 for one in report.problems) == [2, 4]
    assert questions(inbox) == ["How?"]


def test_a_cut_json_file_gives_its_whole_records(imported: Import, inbox: Inbox) -> None:
    whole = json.dumps({"tickets": [{"id": n, "question": f"Why {n}?", "rating": "bad"} for n in range(5)]}, indent=1)
    report = imported(whole[: whole.index('"Why 3?"') + 4], "t.json")
    assert questions(inbox) == ["Why 0?", "Why 1?", "Why 2?"]
    assert report.problem_count == 1 and report.problems[0].place.line == 18


def test_json_lines_mixed_with_other_things(imported: Import, inbox: Inbox) -> None:
    report = imported(
        '{"question": "Why?"}\nnonsense\n[1]\n{"question": "How?"}\n{"id": 5, "question": ""}\n{"question": "Wh',
        "a.jsonl",
    )
    assert questions(inbox) == ["How?", "Why?"]
    assert sorted(one.place.line or 0 for one in report.problems) == [2, 3, 5, 6]


def test_strings_of_json_within_json_are_opened(imported: Import, inbox: Inbox) -> None:
    inner = json.dumps({"messages": [{"role": "user", "content": [{"type": "text", "text": "Why?"}]}]})
    record = {"input": json.dumps(inner), "output": json.dumps({"answer": "So."}), "rating": 0}
    imported(json.dumps(record) + "\n" + json.dumps(record | {"rating": 1}), "a.jsonl")
    assert [(one.question, one.answer) for one in inbox.all()] == [("Why?", "So.")]


def test_a_conversation_with_small_records_within(imported: Import, inbox: Inbox) -> None:
    talk = [{"role": "user", "content": "How?"}, {"role": "assistant", "content": "So."}]
    talk += [{"role": "user", "content": "And why?"}, {"role": "assistant", "content": "No."}]
    feedback = {"rating": "thumbs_down", "text": "useless"}
    record = {
        "id": "x",
        "messages": talk,
        "feedback": feedback,
        "user": {"id": "u1", "role": "admin"},
        "metadata": "{}",
    }
    imported(json.dumps({"conversations": [record]}), "c.json")
    [one] = inbox.all()
    assert (one.question, one.answer, one.comment, one.rating) == ("And why?", "No.", "useless", "down")
    assert one.asker and dict(one.user) == {"role": "admin"}


def test_a_thread_of_slack_is_question_answer_reaction_and_what_was_said_then(imported: Import, inbox: Inbox) -> None:
    messages = [
        {"type": "message", "user": "U1", "text": "<@UBOT> how do I &lt;drain&gt;?", "ts": "1718002380.1"},
        {"type": "message", "bot_id": "B", "text": "No.", "ts": "1718002381.1", "thread_ts": "1718002380.1",
         "reactions": [{"name": "-1::skin-tone-2", "count": 1}]},
        {"type": "message", "user": "U1", "text": "Wrong, <mailto:a@b.com|a@b.com>", "ts": "1718002382.1",
         "thread_ts": "1718002380.1"},
        {"type": "message", "subtype": "channel_join", "user": "U2", "text": "joined", "ts": "1718002383.1"},
    ]  # fmt: skip
    imported(json.dumps(messages), "2024-06-10.json")
    [one] = inbox.all()
    assert (one.question, one.answer, one.comment) == ("how do I <drain>?", "No.", "Wrong, [e-mail]")
    assert (one.rating, one.at) == ("down", "2024-06-10T06:53:00Z")


def test_markup_of_web_pages_becomes_text_and_formulas_stay_text(imported: Import, inbox: Inbox) -> None:
    report = imported(
        "question,comment,rating\n\"=cmd|' /C calc'!A0\",<p>Not&nbsp;<b>good</b></p><br>at all,down\nWhy?,,down\n"
    )
    one = next(one for one in inbox.all() if one.comment)
    assert one.question == "=cmd|' /C calc'!A0"
    assert one.comment.split() == ["Not", "good", "at", "all"]
    assert any("spreadsheet" in note for note in report.notes)


def test_a_gzipped_file_that_ends_early_keeps_what_it_held(imported: Import, inbox: Inbox) -> None:
    lines = "".join(json.dumps({"question": f"Why is number {n} wrong?"}) + "\n" for n in range(3000)).encode()
    report = imported(gzip.compress(lines)[:-2000], "a.jsonl.gz")
    assert 0 < report.new < 3000 and report.problem_count >= 1


def test_month_first_is_told_by_the_column(imported: Import, inbox: Inbox) -> None:
    imported("date,question\n03/04/2026,Why?\n11/30/2026,How?\n")
    assert [one.at for one in inbox.all()] == ["2026-03-04", "2026-11-30"]


def test_ratings_that_stand_in_another_file_find_their_trace(imported: Import, inbox: Inbox) -> None:
    trace = {"id": "tr-1", "input": {"question": "Why?"}, "output": {"answer": "So."}, "sessionId": "s", "release": "1"}
    assert imported(json.dumps(trace), "traces.jsonl").new == 1
    report = imported(
        "id,traceId,source,name,value,comment\n1,tr-1,API,user-feedback,0,wrong\n2,tr-1,EVAL,faithfulness,1,\n"
    )
    assert report.joined == 1 and report.aside == {"scores that no user gave": 1}
    assert [(one.rating, one.comment) for one in inbox.all()] == [("down", "wrong")]


def test_a_file_that_is_no_text_does_not_keep_the_others_out(tmp_path: Path, inbox: Inbox) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_bytes(b"\x00\x01\x02\x00" * 40)
    (tmp_path / "in" / "b.json").write_text('{"question": "Why?"}')
    (tmp_path / "c.csv").write_bytes(b"\x00\x01\x02\x00" * 40)
    reports = import_paths([tmp_path / "in", tmp_path / "c.csv"], inbox, {}, ZoneInfo("UTC"))
    assert [(one.new, one.problem_count) for one in reports] == [(1, 1), (0, 1)]


@pytest.mark.parametrize("broken", ["[" * 100_000, '{"a":' * 60_000, '{"question": "x', '[{"question": "How?"}, '])
def test_json_that_is_too_deep_or_cut_off_is_told(broken: str, imported: Import) -> None:
    assert imported(broken, "a.json").problem_count == 1
    report = imported('{"question": "Why?"}\n' + broken.replace("\n", "") + "\n", "a.jsonl")
    assert report.ratings["none"] == 1 + ("How?" in broken) and report.problem_count == 1


SECRETS = (
    "jane.roe@corp.example",
    "+49 30 1234567",
    "4111 1111 1111 1111",
    "203.0.113.77",
    "hunter2secret9",
    "Jonathan",
)


def test_nothing_personal_is_ever_on_disk_or_in_what_is_told(imported: Import, tmp_path: Path, inbox: Inbox) -> None:
    mail, phone, card, address, password, name = SECRETS
    words = f"Hi {name}, write {mail} or call {phone}; card {card} from {address}, password: {password}"
    record = {"id": SECRETS[0], "question": words, "answer": words, "comment": words, "user_id": SECRETS[0],
              "url": f"https://x/?mail={SECRETS[0]}", "tags": [words], "role": words,
              "rating": "down", SECRETS[0]: 1}  # fmt: skip
    content = json.dumps(record) + "\n" + json.dumps(words) + "\n" + json.dumps(record)[:-9] + "\n"
    report = imported(content, "in.jsonl")
    assert report.new == 1 and report.struck["e-mail"] >= 5 and report.problem_count == 2
    (tmp_path / "in.jsonl").unlink()
    inbox._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    told = str([(one.title, one.next_step, str(one.place)) for one in report.problems])
    for secret in SECRETS:
        assert secret.encode() not in kept, secret
        assert secret not in told


def test_importing_again_strikes_out_what_an_older_version_let_through(imported: Import, inbox: Inbox) -> None:
    content = '{"question": "Why is jane@corp.example told?"}'
    imported(content, "a.jsonl")
    inbox._db.execute("UPDATE complaints SET question = 'Why is jane@corp.example told?'")
    assert imported(content, "a.jsonl").present == 1
    assert questions(inbox) == ["Why is [e-mail] told?"]


@pytest.mark.skipif(not (SHARED / "openshift-docs" / "complaints").is_dir(), reason="the shared data is not here")
def test_the_five_sources_import_without_a_word(inbox: Inbox) -> None:
    folder = SHARED / "openshift-docs" / "complaints"
    reports = import_paths(sorted(folder.iterdir()), inbox, {}, ZoneInfo("UTC"))
    assert [(one.read, one.ratings["up"], one.problem_count) for one in reports] == [
        (34, 8, 0),
        (38, 16, 0),
        (14, 0, 0),
        (8, 0, 0),
        (20, 0, 0),
    ]
    again = import_paths(sorted(folder.iterdir()), inbox, {}, ZoneInfo("UTC"))
    assert sum(one.new for one in again) == 0
    assert all(one.question and one.answer and one.at for one in inbox.all())


@pytest.mark.skipif(not (SHARED / "formats").is_dir(), reason="the shared data is not here")
@pytest.mark.parametrize(
    "names",
    [
        ["langfuse_trace_api.json"],
        ["langfuse_traces_export.jsonl", "langfuse_scores_export.csv"],
        ["langsmith_feedback.jsonl", "langsmith_runs.jsonl"],
        ["phoenix_openinference_spans.jsonl", "phoenix_span_annotations.jsonl"],
    ],
)
def test_traces_of_other_tools_bring_question_answer_and_what_the_user_said(names: list[str], inbox: Inbox) -> None:
    import_paths([SHARED / "formats" / name for name in names], inbox, {}, ZoneInfo("UTC"))
    assert [(one.question, one.answer, one.comment, one.rating) for one in inbox.all()] == [
        ("How many vacation days carry over?", "Ten days.", "wrong, it is 5", "down")
    ]


ASKED = [{"question": "How do I move my plan?", "rating": "down"}, {"question": "Can guests pay?", "rating": "down"}]
TICKETS = [
    {"id": n, "subject": "S", "description": text, "requester_id": n, "satisfaction_rating": {"score": "bad"}}
    for n, text in enumerate(("Where is it?", "Who may pay?"))
]


@pytest.mark.parametrize(
    "content",
    [
        '{"tickets":[\n' + ",\n".join(map(json.dumps, TICKETS)) + "\n]}\n",
        json.dumps({"tickets": TICKETS, "next_page": None, "count": 2}, indent=2),
        json.dumps({"data": {"tickets": {"edges": [{"node": one} for one in TICKETS]}}}),
        '{"total_rows":2,"offset":0,"rows":[\r\n' + ",\r\n".join(
            json.dumps({"id": "x", "key": "x", "value": {"rev": "1-a"}, "doc": one}) for one in ASKED
        ) + "\r\n]}\r\n",
        json.dumps({"hits": {"hits": [{"_index": "f", "_id": "1", "_source": one} for one in ASKED]}}),
        "\n".join(json.dumps({"_id": "1", "_source": one}) for one in ASKED),
        json.dumps({"value": ASKED, "@odata.context": "…"}),
        json.dumps({"records": [{"id": f"rec{n}", "fields": one} for n, one in enumerate(ASKED)], "offset": "x"}),
        json.dumps([["question", "rating"], *(list(one.values()) for one in ASKED)]),
        "\n".join(json.dumps(one, indent=2) for one in ASKED),
    ],
)  # fmt: skip
def test_envelopes_and_records_over_lines_are_read(content: str, imported: Import, inbox: Inbox) -> None:
    report = imported(content, "a.json")
    assert (report.new, report.ratings["down"], report.problem_count) == (2, 2, 0)


def test_a_doubled_key_is_told_and_the_rest_comes_in(imported: Import, inbox: Inbox) -> None:
    report = imported('{"question": "How?", "question": "Why?"}\n{"question": "Who?"}\n', "a.jsonl")
    assert questions(inbox) == ["Who?"]
    assert [(one.place.line, one.title) for one in report.problems] == [(1, "the key `question` stands there twice")]


def test_a_nul_costs_its_record_and_a_cell_too_long_too(imported: Import, inbox: Inbox) -> None:
    report = imported("question,rating\nWhen do \0refunds?,down\nHow?,down\n" + "x" * 1_200_000 + "?,down\nWhy?,down\n")
    assert questions(inbox) == ["How?", "Why?"]
    assert sorted(one.place.line or 0 for one in report.problems) == [2, 4]


@pytest.mark.parametrize("encoding", ["cp932", "utf-16-le", "utf-16", "euc_jp"])
def test_an_encoding_other_than_utf8_is_read_and_said(encoding: str, imported: Import, inbox: Inbox) -> None:
    text = "質問,評価\n契約を解約する方法は?,悪い\n返金はいつですか?,悪い\n領収書はどこにありますか?,悪い\n"
    report = imported(text.encode(encoding))
    assert "契約を解約する方法は?" in questions(inbox)
    assert any("read as" in note for note in report.notes)
