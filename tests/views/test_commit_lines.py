"""What a commit takes, as lines: what came is green, what went is red, and each has a sign that says so too."""

from ragtriage.cases.comparing import CaseChange
from ragtriage.cases.differences import Difference
from ragtriage.cases.uncommitted import UnsentSnapshot, Waiting
from ragtriage.views.commit_lines import commit_lines

CHANGES = (
    CaseChange(
        "changed",
        "billing/1",
        None,
        None,
        (
            Difference("tags[0]", "added", "tag money added", None, "money"),
            Difference("evidence[1]", "removed", "evidence \x1b[31m2 removed", "x", None),
            Difference("status", "changed", "status draft → active", "draft", "active"),
        ),
    ),
    CaseChange("added", "billing/\n2", None, None),
    CaseChange("deleted", "billing/3", None, None),
    CaseChange("renamed", "billing/4", None, None),
)


def waiting(**values):
    empty = {"branch": "main", "paths": (), "new": frozenset(), "changes": (), "others": (), "message": "", "notes": ()}
    return Waiting(**empty | values)


def rows(what, subject="Subject"):
    return [[(span.role, span.text) for span in line.spans] for line in commit_lines(what, subject)]


def test_each_difference_has_a_sign_and_its_colour():
    assert rows(waiting(changes=CHANGES, others=("12 verdicts of 2026-W48",)))[:-2] == [
        [("strong", "billing/1")],
        [("good", "+ "), ("good", "tag money added")],
        [("bad", "- "), ("bad", "evidence ␛[31m2 removed")],
        [("dim", "· "), ("plain", "status draft → active")],
        [("strong", "billing/ 2"), ("good", " (added)")],
        [("strong", "billing/3"), ("warn", " (deleted)")],
        [("strong", "billing/4"), ("accent", " (renamed)")],
        [("strong", "12 verdicts of 2026-W48")],
    ]


def test_what_may_speak_against_it_stands_first_and_the_subject_last():
    snapshot = UnsentSnapshot("docs", (), frozenset(), 0)
    told = rows(waiting(notes=("no branch",), snapshot=snapshot), "Two\nlines")
    assert [row[0] for row in told[:2]] == [("warn", "~ "), ("warn", "~ ")]
    assert told[2] == [] and told[-1] == [("dim", "as: "), ("title", "Two lines")]


def test_without_notes_the_first_line_is_a_case():
    assert rows(waiting(changes=CHANGES))[0] == [("strong", "billing/1")]
