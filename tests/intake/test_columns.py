"""What a column means: told by its name and all of its values, and said where something stays open."""

import json
from collections.abc import Callable

import pytest

from ragtriage.errors import FileError, UsageError
from ragtriage.intake.importing import ComplaintImport
from ragtriage.intake.inbox import Inbox

Import = Callable[..., ComplaintImport]


@pytest.fixture
def zone() -> str:
    return "Europe/Berlin"


def columns(report: ComplaintImport) -> dict[str, str]:
    [found] = report.maps.values()
    return dict(found.columns)


def doubts(report: ComplaintImport) -> str:
    return "\n".join(doubt for found in report.maps.values() for doubt in found.doubts)


def test_only_a_column_that_speaks_of_rating_is_the_rating(imported: Import, inbox: Inbox) -> None:
    rows = "question,answer,is_internal,Agent interactions,First response time (in hrs),retries,latency\n"
    rows += "How do I move the domain?,In settings.,true,1,0.1,0,0.83\nWhere is the export?,Below.,false,2,1.0,1,0.41\n"
    report = imported(rows)
    assert "rating" not in columns(report)
    assert inbox.counts() == {"none": 2}


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        *(("Survey results", "Extremely dissatisfied|Extremely satisfied"), ("verdict", "wrong|right")),
        *(("Bewertung", "1 von 5|5 von 5"), ("Zufriedenheit", "sehr unzufrieden|sehr zufrieden"), ("c7", "👎|👍")),
        *(("c7", "★☆☆☆☆|★★★★★"), ("Note (1-5)", "1|5"), ("Was this answer helpful?", "No|Yes"), ("stars", "1|5")),
        *(("Note sur 5", "1|5"), ("Schulnote", "5|1"), ("Rating 1-5", "2|4"), ("correct?", "No|Yes")),
        *(("How happy are you?", "1 - Very unhappy|7 - Very happy"), ("Happiness Rating", "Bad|Good")),
        *(
            ("The answer was useful", "Strongly disagree|Agree"),
            ("User Rating", "20%|95%"),
            ("War die Antwort hilfreich?", "nein|ja"),
            ("c7", "thumbs down|thumbs up"),
        ),
        *(
            ("calificación", "1 de 5|5 de 5"),
            ("評価", "悪い|良い"),
            ("оценка", "1|5"),
            ("satisfaction_rating", "bad|good"),
        ),
    ],
)
def test_a_rating_is_found_by_its_name_or_by_what_it_says(
    heading: str, values: str, imported: Import, inbox: Inbox
) -> None:
    down, up = values.split("|")
    imported(f"question,{heading}\nHow do I move the domain?,{down}\nWhere is the export?,{up}\n")
    assert {one.question: one.rating for one in inbox.all()} == {
        "How do I move the domain?": "down",
        "Where is the export?": "up",
    }


def test_a_rating_by_name_is_taken_when_half_of_it_can_be_read(imported: Import, inbox: Inbox) -> None:
    report = imported("question,Rating\nHow do I move it?,Not Good\nWhere is it?,Great\nWho may?,Zzz\n")
    assert inbox.counts() == {"down": 1, "up": 1, "none": 1}
    assert "1 of the 3 values of `Rating` are no rating that is known" in doubts(report)


@pytest.mark.parametrize("heading", ["score", "value", "label"])
def test_what_a_machine_measured_is_no_rating(heading: str, imported: Import, inbox: Inbox) -> None:
    imported(f"question,{heading}\nHow do I move?,0.8312\nWhere is it?,0.9147\nWho may?,0.2213\n")
    assert inbox.counts() == {"none": 3}


@pytest.mark.parametrize("up, down", [("thumbs_up", "thumbs_down"), ("likes", "dislikes"), ("upvotes", "downvotes")])
def test_thumbs_up_and_down_in_two_columns_are_one_rating(up: str, down: str, imported: Import, inbox: Inbox) -> None:
    rows = f"question,{up},{down}\nHow do I move it?,0,1\nWhere is it?,1,0\nWho may?,0,0\n"
    report = imported(rows)
    assert {one.question: one.rating for one in inbox.all()} == {
        "How do I move it?": "down", "Where is it?": "up", "Who may?": "none",
    }  # fmt: skip
    assert [found.unread for found in report.maps.values()] == [()]


def test_headings_of_tickets_in_german(imported: Import, inbox: Inbox) -> None:
    report = imported(
        '"Ticket-Nr.";"Erstellt am";"Betreff";"Frage";"Antwort (Bot)";"Kommentar";"Bewertung";"Quelle"\n'
        '"V-7";"26.05.2026 19:23";"Konto";"Wie lösche ich es?";"Gar nicht.";"Stimmt nicht.";"2 von 5";"https://x.example/7"\n'
    )
    assert columns(report) == {
        "question": "Frage", "answer": "Antwort (Bot)", "comment": "Kommentar", "rating": "Bewertung",
        "time": "Erstellt am", "link": "Quelle", "ref": "Ticket-Nr.",
    }  # fmt: skip
    [one] = inbox.all()
    assert (one.ref, one.link, one.at, one.rating) == ("V-7", "https://x.example/7", "2026-05-26T17:23:00Z", "down")


def test_a_source_that_is_a_channel_is_no_link(imported: Import) -> None:
    assert "link" not in columns(imported("Frage,Quelle\nWie lösche ich es?,Chat\nWo ist es?,E-Mail\n"))


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("Zeitstempel,Was wolltest du wissen?,Was war falsch daran?", "Was wolltest du wissen?"),
        ("Timestamp,What did you ask?,What was wrong with the answer?", "What did you ask?"),
        ("Horodateur,Quelle était votre question ?,Pourquoi ?", "Quelle était votre question ?"),
        ("タイムスタンプ,質問,コメント", "質問"),
        ("Marca temporal,Pregunta,Comentario", "Pregunta"),
        ("Sent (UTC),What were you trying to do?,What was wrong?", "What were you trying to do?"),
    ],
)
def test_the_heading_of_a_form_is_no_complaint(heading: str, question: str, imported: Import, inbox: Inbox) -> None:
    report = imported(heading + "\n03.11.2026 14:05:33,Wie lade ich einen Gast ein?,Es geht doch ganz anders.\n")
    assert (columns(report)["question"], "answer" in columns(report)) == (question, False)
    [one] = inbox.all()
    assert (one.at, one.comment) == ("2026-11-03T13:05:33Z", "Es geht doch ganz anders.")


def test_a_time_with_a_zone_is_no_comment(imported: Import, inbox: Inbox) -> None:
    imported('Timestamp,Question,Rating\n"2026/11/03 2:05:33 PM GMT+1",How do I move it?,bad\n')
    assert [(one.at, one.comment) for one in inbox.all()] == [("2026-11-03T13:05:33Z", "")]


def test_a_named_column_of_which_nothing_can_be_read_is_said(imported: Import) -> None:
    rows = "question,Bewertung,created_at\nHow do I move?,Stufe A,gestern\nWhere is it?,Stufe B,heute\n"
    report = imported(rows)
    assert "`Bewertung` is called a rating, and 0 of its 2 values can be one" in doubts(report)
    assert "`created_at` was taken for the time, and none of its 2 values can be read as one" in doubts(report)
    assert report.notes["times that cannot be read: left empty"] == 2
    report = imported(rows, rating="Bewertung")
    assert "`Bewertung` was taken for the rating, and none of its 2 values can be read" in doubts(report)


def test_ratings_that_are_not_known_are_counted(imported: Import) -> None:
    rows = "".join(f"How do I move {n}?,{'bad' if n else 'zzz'}\n" for n in range(9))
    assert "1 of the 9 values of `rating` are no rating that is known" in doubts(imported("question,rating\n" + rows))


def test_what_programs_write_for_nothing_is_nothing(imported: Import, inbox: Inbox) -> None:
    report = imported(
        "question,answer,comment,rating,created_at\nHow do I move?,nan,NaN,down,NaT\nWhere is it?,None,#N/A,up,null\n"
        "nan,nan,nan,nan,nan\nNone,None,None,None,None\n"
    )
    assert sorted((one.question, one.answer, one.comment, one.at) for one in inbox.all()) == [
        ("How do I move?", "", "", ""),
        ("Where is it?", "", "", ""),
    ]
    assert report.aside == {"records with nothing in them": 2} and not report.problem_count


@pytest.mark.parametrize(
    "value",
    ["Infinity", "NaN", "-Infinity", "1" + "0" * 400, "9999999999999999999", "-5", '"9999-12-31T23:59:59-05:00"', "[]"],
)
def test_one_time_that_is_none_costs_no_record(value: str, imported: Import, inbox: Inbox) -> None:
    lines = [json.dumps({"question": f"How do I move {n}?", "created_at": "2026-11-03T14:05:00Z"}) for n in range(5)]
    lines.insert(2, f'{{"question": "What then?", "created_at": {value}}}')
    report = imported("\n".join(lines), "export.jsonl")
    assert sorted(one.at for one in inbox.all()) == ["", *["2026-11-03T14:05:00Z"] * 5]
    assert report.notes["times that cannot be read: left empty"] == (value != "[]")


@pytest.mark.parametrize(
    "value",
    [
        '{"$date": "2026-11-30T09:12:44Z"}',
        '{"$date": {"$numberLong": "1796029964000"}}',
        '{"_seconds": 1796029964, "_nanoseconds": 5000000}',
        '{"seconds": 1796029964, "nanos": 5}',
        '"{\\"$date\\": 1796029964000}"',
    ],
)
def test_a_time_as_databases_write_it(value: str, imported: Import, inbox: Inbox) -> None:
    imported(f'{{"question": "How do I move it?", "created_at": {value}}}', "export.jsonl")
    assert [one.at for one in inbox.all()] == ["2026-11-30T09:12:44Z"]


def test_the_order_of_days_is_of_the_whole_column_and_said(imported: Import, inbox: Inbox) -> None:
    rows = "".join(f"How do I find page {n}?,{n % 2 + 3:02}/{n % 12 + 1:02}/2026 10:00\n" for n in range(300))
    report = imported("question,created_at\n" + rows + "And the last?,03/25/2026 10:00\n")
    assert {one.at[:7] for one in inbox.all()} == {"2026-03", "2026-04"}
    assert report.orders == ["dates in `created_at` are read month first: a day of 13 or more stands second"]


def test_an_open_order_is_said_and_dates_settles_it(imported: Import, inbox: Inbox) -> None:
    rows = "question,created_at\nHow do I find it?,03/04/2026 10:00\n"
    assert "`--dates mdy`, dmy or ymd settles it" in imported(rows).orders[1]
    assert imported(rows, dates="mdy").orders == ["dates in `created_at` are read month first: --dates"]


def test_a_column_that_is_not_there_lets_nothing_in(imported: Import, inbox: Inbox) -> None:
    with pytest.raises(UsageError, match="no column `Anliegn`"):
        imported("Anliegen\nHow do I find it?\n", question="Anliegn")
    assert inbox.all() == []


def test_scores_of_any_name_are_read_on_the_scale_of_all_of_them(imported: Import, inbox: Inbox) -> None:
    def run(number: int, **stats: object) -> str:
        inputs = {"question": f"How do I move {number}?"}
        return json.dumps({"id": f"r{number}", "run_type": "chain", "inputs": inputs, "feedback_stats": stats})

    rows = [run(n, quality={"n": 1, "avg": float(n), "comments": [f"said {n}"]}) for n in (1, 2, 5)]
    rows += [run(6, correctness={"n": 1, "avg": 1.0, "comments": ["Only owners may."]}), run(7)]
    report = imported("\n".join(rows), "runs.jsonl")
    found = {one.ref: (one.rating, one.comment) for one in inbox.all()}
    assert found == {
        "r1": ("down", "said 1"), "r2": ("down", "said 2"), "r5": ("up", "said 5"),
        "r6": ("none", "Only owners may."), "r7": ("none", ""),
    }  # fmt: skip
    assert any("`quality` is read as 1 to 5" in told for told in report.orders)
    assert any("`correctness` are no rating yet" in told for told in report.orders)
    assert report.notes["traces without a rating or a comment in the inbox: `complaints list --all` shows them"] == 1


@pytest.mark.parametrize(
    "heading",
    [
        "Fecha,¿Qué querías saber?,¿Qué respondió el asistente?,¿Te resultó útil?,Comentarios",
        "タイムスタンプ,ご質問の内容,ボットの回答,満足度,コメント",
        "Zeitstempel,Ihre Frage an den Assistenten,Antwort des Assistenten,Wie hilfreich war das?,Anmerkungen",
        "Submit Date,What did you ask our assistant?,What did it answer?,How would you rate it?,What went wrong?",
        "createdAt,First message,AI agent answer,Conversation rating,CSAT remark",
        "Informazioni cronologiche,Qual era la tua domanda?,Cosa ha risposto il bot?,La risposta è utile?,Commenti",
        "Tijdstempel,Wat was je vraag?,Antwoord van de bot,Was het antwoord nuttig?,Opmerkingen",
        "Отметка времени,Ваш вопрос,Ответ бота,Насколько полезен был ответ?,Комментарий",
        "start_time,attributes.input.value,attributes.output.value,user_feedback,feedback.comment",
    ],
)
def test_headings_of_forms_in_many_languages(heading: str, imported: Import, inbox: Inbox) -> None:
    imported(f"{heading}\n2026-11-03 14:05,How do I pay?,By card.,1,No such card\n2026-11-04 14:05,Where?,There.,5,\n")
    found = [(one.question, one.answer, one.comment, one.rating) for one in inbox.all()]
    assert sorted(found) == [("How do I pay?", "By card.", "No such card", "down"), ("Where?", "There.", "", "up")]


def test_a_time_is_nobodys_words(imported: Import, inbox: Inbox) -> None:
    imported("Start Date,End Date,Topic\n2026-05-01 10:00:00,2026-05-01 10:01:00,The menu is not there\n")
    [one] = inbox.all()
    assert (one.question, one.answer, one.comment) == ("The menu is not there", "", "")


def test_ids_and_numbers_as_databases_write_them(imported: Import, inbox: Inbox) -> None:
    record = {"_id": {"$oid": "66f0"}, "question": "How do I pay?", "rating": {"$numberInt": "1"}}
    other = {"_id": 7.0, "question": "Where is it?", "rating": {"$numberInt": "5"}}
    imported(f"{json.dumps(record)}\n{json.dumps(other)}\n", name="a.json")
    assert sorted((one.ref, one.rating) for one in inbox.all()) == [("66f0", "down"), ("7", "up")]


def test_what_a_bot_posted_in_a_channel_is_no_complaint(imported: Import, inbox: Inbox) -> None:
    said = [("How do I pay?", False), ("By card, of course.", True)]
    report = imported(
        json.dumps(
            {"messages": [{"id": n, "content": text, "author": {"isBot": bot}} for n, (text, bot) in enumerate(said)]}
        ),
        name="a.json",
    )
    assert [one.question for one in inbox.all()] == ["How do I pay?"]
    assert report.aside == {"messages of bots": 1}
    lines = [{"role": "user", "content": "Where is it?"}, {"role": "assistant", "content": "There."}]
    assert imported("\n".join(map(json.dumps, lines)), name="b.jsonl").aside == {"messages of bots": 1}


def test_a_web_page_is_told_as_one(imported: Import) -> None:
    with pytest.raises(FileError, match="a web page"):
        imported("<html><table><tr><td>Question</td></tr></table></html>", name="a.xls")


def test_names_that_are_data_are_no_columns_without_end(imported: Import, inbox: Inbox) -> None:
    record = {"comment": "wrong", "question": "why?", **{f"k{number}": 1 for number in range(5000)}, "asked": "how?"}
    report = imported(json.dumps(record), name="x.json")
    assert report.notes["values in columns beyond the first 2,000, not read"] == 5003 - 2000
    assert columns(report)["question"] == "question"
