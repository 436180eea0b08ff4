"""What speaks against a case, each with its near miss."""

from dataclasses import replace

import pytest

from ragtriage.authoring.corpus import Corpus
from ragtriage.authoring.form import Form, with_field
from ragtriage.authoring.remarks import Remark, remarks
from ragtriage.authoring.saving import begun_from_case
from ragtriage.authoring.support import said_by, unsupported
from ragtriage.cases.model import Evidence, Nugget, Quote
from ragtriage.corpus.copying import copied
from ragtriage.corpus.near_duplicates import Questions, likeness
from ragtriage.triage.lint import suspicions_of
from tests.authoring.conftest import RENEWAL

HELD = Evidence((Quote("kb/plans", RENEWAL),))
OTHERS = [("plans/monthly", "Can I move my annual plan to monthly billing?")]


@pytest.fixture
def against(corpus: Corpus, form):
    """The remarks on a form: (field, level, words), one line each."""

    def told(given: Form | None = None, **fields: object) -> list[str]:
        found = remarks(given or form(**fields), corpus, OTHERS, ["plans/monthly", "Kündigung"])
        assert all(one.words.endswith((".", "?", "!")) and one.next_step for one in found)
        return [f"{one.field} {one.level}: {one.words}" for one in found]

    return told


def test_nothing_speaks_against_a_sound_case(against) -> None:
    assert against() == []


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"question": " "}, "question", "empty"),
        ({"id": "../x"}, "id", "cannot be an id"),
        ({"id": "plans/Monthly"}, "id", "There is a case"),
        ({"id": "ku\u0308ndigung"}, "id", "There is a case"),
        ({"nuggets": (Nugget("renewal", True), Nugget("", True))}, "nuggets[1].text", "empty"),
        ({"tags": ("", "a")}, "tags[0]", "empty"),
    ],
)
def test_what_no_file_may_hold_is_an_error_at_its_field(against, fields, field: str, words: str) -> None:
    (error,) = [one for one in against(**fields) if " error: " in one]
    assert error.startswith(f"{field} error: ") and words in error


def test_a_new_case_without_id_gets_one_and_an_old_one_keeps_its_own(against, form, workspace) -> None:
    assert against(id="") == []
    old = begun_from_case(workspace.cases, "plans/monthly")
    assert not [one for one in against(old) if one.startswith("id ") or "nearly the same" in one]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {"question": "can i move my anual plan to monthly biling"},
            "question warning: plans/monthly asks nearly the same",
        ),
        ({"evidence": ()}, "evidence warning: It is called answerable and no evidence is quoted."),
        (
            {"reference_answer": "The context says so."},
            "reference_answer warning: The reference answer speaks of “The context”",
        ),
        (
            {"nuggets": (Nugget("next renewal", True), Nugget("full refund in cash by cheque", False))},
            "nuggets[1] warning: Nugget 2 is not what the quotes say: they hold 0 of its 4 words.",
        ),
        (
            {"nuggets": (Nugget("at the 2nd renewal in 30 days", True),)},
            "nuggets[0] warning: Nugget 1 says 2, 30, and no quote",
        ),
        (
            {"question": "Which changes from annual to monthly billing take effect at renewal?"},
            "question warning: The question is worded as kb/plans is: “changes from annual to monthly billing take ef",
        ),
        (
            {"evidence": (HELD, Evidence((Quote("kb/plans", "Plans are free for all."),)))},
            "evidence[1] warning: Evidence 2 is gone from the snapshot (one).",
        ),
        (
            {"answerable": False, "unanswerable_because": "out_of_scope"},
            "answerable warning: It is called unanswerable, and evidence is quoted.",
        ),
        (
            {"answerable": False, "evidence": (), "nuggets": (), "question": "Are annual plans prorated?"},
            "answerable warning: It is called unanswerable, and a passage of kb/plans covers 100% of what it asks.",
        ),
    ],
)
def test_each_doubt_is_told_at_its_field(against, fields, expected: str) -> None:
    (told,) = against(**fields)
    assert told.startswith(expected)


@pytest.mark.parametrize(
    "fields",
    [
        {"question": "Can I move my monthly plan to annual billing in 2 days?"},  # numbers tell questions apart
        {"nuggets": (Nugget("changing takes effects at renewals", True),)},  # other forms of the same words
        {"nuggets": (Nugget("no proration of downgraded plans", True),),
         "evidence": (Evidence((Quote("kb/plans", "not prorated"),)),)},  # the sentence around counts
        {"evidence": (Evidence((Quote("kb/none", "gone"), Quote("kb/plans", RENEWAL))),)},  # one of them will do
        {"evidence": (Evidence((Quote("kb/plans", RENEWAL.upper()),)),)},
        {"answerable": False, "evidence": (), "nuggets": (), "question": "Does a unicorn cost extra in shells?"},
        {"answerable": False, "evidence": (), "nuggets": (), "question": "Are annual plans prorated?",
         "unanswerable_because": "out_of_scope"},
        {"reference_answer": "It opens the context menu."},
    ],
)  # fmt: skip
def test_what_only_looks_like_a_doubt_is_none(against, fields) -> None:
    assert against(**fields) == []


def test_a_lost_quote_is_told_in_the_words_of_lint(workspace, form) -> None:
    lost = form(evidence=(Evidence((Quote("kb/rooms", "A room can be shared by nobody but its maker."),)),), nuggets=())
    mine = [one.words for one in workspace.remarks(lost) if one.field == "evidence[0]"]
    assert mine == [one.reason for one in suspicions_of(lost.case, workspace.lint_context())]


def test_remarks_follow_the_other_cases_of_the_workspace(workspace, form) -> None:
    asked = form(question="How can a room be shared by 3 teams?", evidence=(), nuggets=())
    assert not [one for one in workspace.remarks(asked) if one.field == "question"]
    workspace.do(workspace.cases.new(replace(asked.case, id="rooms/twice")))
    again = replace(asked, case=replace(asked.case, id="rooms/again"))
    assert "rooms/twice asks nearly the same" in next(
        o.words for o in workspace.remarks(again) if o.field == "question"
    )
    moon = with_field(asked, "question", "Is the moon red?")  # asked by a retired case only
    assert not [one for one in workspace.remarks(moon) if one.field == "question"]


def test_without_a_snapshot_the_rest_is_still_told(form) -> None:
    found = remarks(form(evidence=(), question=OTHERS[0][1]), None, OTHERS, [])
    assert [one.field for one in found] == ["question", "evidence"]
    assert all(isinstance(one, Remark) for one in found)


@pytest.mark.parametrize(
    ("question", "document", "run"),
    [
        ("how do i drain a node", "How do I drain a node? So.", "how do i drain a node"),
        ("how do i drain", "How do I drain a node?", ""),
        ("why a b c d e f g h then", "x a, b c d e f g h. y", "a b c d e f g h"),
        ("why is a b c d e f g then so for all of us here today", "x a b c d e f g y", ""),
    ],
)
def test_a_question_is_copied_by_its_longest_run_or_most_of_its_runs(question: str, document: str, run: str) -> None:
    assert copied(question, document) == run


def test_a_question_as_long_as_a_document_is_looked_at_once() -> None:
    text = " ".join(f"word{n % 7}" for n in range(50_000))
    assert copied(text, text).endswith("…")


def test_numbers_are_read_whole() -> None:
    said = said_by(["Since 4.16 it holds 1,000 pods for 14 days."])
    assert unsupported("It holds 1,000 pods since 4.16.", said) == ""
    assert unsupported("It holds pods since 4.1", said) == "says 4.1, and no quote does."
    assert unsupported("1 2 3 4 5", said) == "says 1, 2, 3 and 2 more numbers, and no quote does."


def test_the_nearest_question_is_the_one_of_the_same_likeness_as_pair_by_pair() -> None:
    questions = [("a", "How do I drain a node?"), ("b", "How do I drain 2 nodes?"), ("c", "How do I drain the nodde")]
    there = Questions(questions)
    assert there.nearest("how to drain the node?") in (("a", 1.0), ("c", 1.0))
    assert there.nearest("how to drain the node?", but="a") == (
        "c",
        likeness("how to drain the node?", questions[2][1]),
    )
    assert there.nearest("How do I enable a node?") is None and there.nearest("??") is None
    assert Questions([]).nearest("Why?") is None
