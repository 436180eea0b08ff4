"""What can be done to a form, and what it never does: lose a word, or hold a thing twice."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.authoring.form import (
    Form,
    Origin,
    confirm,
    moved,
    refuse,
    replace_quote,
    rows_of_form,
    split_nugget,
    suggested_nuggets,
    toggled,
    typed_in,
    with_field,
    with_nugget,
    with_quote,
    without_part,
)
from ragtriage.cases.model import Case, Evidence, Nugget, Quote, Source
from ragtriage.errors import UsageError

ONE, TWO, THREE = (Quote("kb", text) for text in ("one", "two", "three"))


def begun(**fields: object) -> Form:
    plain: dict[str, object] = {"id": "a", "question": "Why?", "answerable": True}
    case = Case(**plain | fields)  # type: ignore[arg-type]
    return Form(Origin("case", "a"), case, base=b"", start=case)


FULL = begun(
    evidence=(Evidence((ONE,)), Evidence((TWO, THREE))),
    nuggets=(Nugget("first", True), Nugget("second", False)),
    tags=("t", "u"),
    filters={"region": "EU", "a.b": ("x", "y")},
    source=Source("ticket", "7"),
)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("question", "How?\nAnd why?", "How?\nAnd why?"),
        ("answerable", "No", False),
        ("must_pass", "true", True),
        ("tags", "x, y ,x,", ("x", "y")),
        ("tags[1]", "v", ("t", "v")),
        ("status", " retired ", "retired"),
        ("filters.region", "EU | US", {"region": ("EU", "US"), "a.b": ("x", "y")}),
        ("filters", "plan: pro", {"region": "EU", "a.b": ("x", "y"), "plan": "pro"}),
        ("filters.region", "", {"a.b": ("x", "y")}),
        ("filters.region", "Berlin, Germany", {"region": "Berlin, Germany", "a.b": ("x", "y")}),
    ],
)
def test_what_is_typed_is_taken_as_the_field_means_it(field: str, text: str, value: object) -> None:
    changed = typed_in(FULL, field, text)
    assert getattr(changed.case, field.partition(".")[0].partition("[")[0]) == value
    assert changed.changed


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[
            ("answerable", "yes"),
            ("status", "lost"),
            ("unanswerable_because", "out_of_scope"),
            ("evidence[0].grade", 3),
        ],
        *[
            ("evidence[1].quote", "x"),
            ("evidence[7].quote", "x"),
            ("nuggets[2].text", "x"),
            ("id", "b"),
            ("nugets", "x"),
        ],
        *[
            ("source.ref", "8"),
            ("reviewed_by", ["me"]),
            ("metadata.owner", "me"),
            ("question", 7),
            ("a..b", "x"),
            ("", ""),
        ],
    ],
)
def test_what_cannot_be_set_is_refused_with_a_next_step(field: str, value: object) -> None:
    with pytest.raises(UsageError) as error:
        with_field(FULL, field, value)
    assert error.value.next_step


def test_an_answerable_case_is_not_declined_for_a_reason() -> None:
    declined = with_field(with_field(FULL, "answerable", False), "unanswerable_because", "not_permitted")
    assert declined.case.unanswerable_because == "not_permitted"
    assert with_field(declined, "answerable", True).case.unanswerable_because is None


def test_other_words_take_away_what_told_their_place() -> None:
    told = begun(evidence=(Evidence((Quote("kb", "one", "before ", " after", 1),)),))
    assert with_field(told, "evidence[0].quote", "uno").case.evidence[0].any_of == (Quote("kb", "uno", grade=1),)
    assert with_field(told, "evidence[0].quote", "one") == told
    graded = with_field(FULL, "evidence[1].grade", 1)
    assert [quote.grade for quote in graded.case.evidence[1].any_of] == [1, 1]


def test_the_very_same_quote_is_not_taken_twice() -> None:
    for again in (ONE, replace(THREE, grade=1)):
        with pytest.raises(UsageError, match="already"):
            with_quote(FULL, again)
    with pytest.raises(UsageError, match="already"):
        replace_quote(FULL, 0, 0, TWO)
    assert replace_quote(FULL, 0, 0, replace(ONE, grade=1)).case.evidence[0].grade == 1
    other = Quote("kb", "one", prefix="p")  # the same words at another place
    assert with_quote(FULL, other, evidence=0).case.evidence[0].any_of == (ONE, other)


def test_what_is_removed_leaves_the_rest() -> None:
    assert without_part(FULL, "evidence[0]").case.evidence == FULL.case.evidence[1:]
    assert without_part(FULL, "evidence[1].any_of[0]").case.evidence[1].any_of == (THREE,)
    assert without_part(without_part(FULL, "evidence[1].any_of[0]"), "evidence[1].any_of[0]").case.evidence == (
        Evidence((ONE,)),
    )
    assert without_part(FULL, ("filters", "a.b")).case.filters == {"region": "EU"}
    assert without_part(FULL, "tags[0]").case.tags == ("u",)
    for path in ("nuggets[2]", "filters.x", "question", "status"):
        with pytest.raises(UsageError):
            without_part(FULL, path)


def test_an_item_goes_one_place_and_no_further() -> None:
    assert moved(FULL, "nuggets[0]", 1).case.nuggets == FULL.case.nuggets[::-1]
    assert moved(moved(FULL, "evidence[1]", -1), "evidence[0]", 1) == FULL
    assert moved(FULL, "evidence[1].any_of[0]", 1).case.evidence[1].any_of == (THREE, TWO)
    for path, step in (("nuggets[0]", -1), ("nuggets[1]", 1), ("question", 1)):
        with pytest.raises(UsageError):
            moved(FULL, path, step)


@pytest.mark.parametrize(
    ("text", "before", "halves"),
    [
        ("it renews in May and ends in June", " and", ("it renews in May", "ends in June")),
        ("it renews in May and ends in June", "ends", ("it renews in May", "ends in June")),
        ("er endet im Mai, und zwar sofort", "und", ("er endet im Mai", "zwar sofort")),
        ("one; two", " two", ("one", "two")),
        ("the band plays, the sand stays", "the sand", ("the band plays", "the sand stays")),
        ("android and Sand", "Sand", ("android", "Sand")),
        ("one two three", "hree", ("one two", "three")),
    ],
)
def test_a_split_nugget_is_two_facts_without_what_joined_them(text: str, before: str, halves: tuple[str, str]) -> None:
    split = split_nugget(begun(nuggets=(Nugget(text, False),)), 0, text.index(before))
    assert split.case.nuggets == tuple(Nugget(half, False) for half in halves)


@settings(max_examples=200)
@given(st.lists(st.sampled_from(["and", "und", ",", ";", "May", "it", "Sand", "und er"]), min_size=1), st.data())
def test_splitting_loses_no_word_but_the_joints(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    at = data.draw(st.integers(0, len(text)))
    before = begun(nuggets=(Nugget(text, True), Nugget("other", True)))
    try:
        after = split_nugget(before, 0, at)
    except UsageError:
        return
    assert len(after.case.nuggets) == 3 and after.case.nuggets[2].text == "other"
    joints = {"and", "und", ",", ";"}
    left = " ".join(one.text for one in after.case.nuggets[:2]).split()
    assert [word for word in left if word not in joints] == [word for word in text.split() if word not in joints]
    assert all(one.text == one.text.strip() and one.text for one in after.case.nuggets)


def test_nuggets_are_suggested_until_each_is_decided_on() -> None:
    answer = "No, it is not prorated. It ends at renewal, and a refund is paid in May.\n\n* You can move then."
    form = begun(reference_answer=answer)
    first, second, third = suggested_nuggets(form)
    assert (first, third) == ("No, it is not prorated.", "You can move then.")
    form = confirm(refuse(form, first), second)
    assert suggested_nuggets(form) == (third,)
    split = split_nugget(form, 0, form.case.nuggets[0].text.index("and"))
    assert len(split.case.nuggets) == 2
    assert suggested_nuggets(split) == (third,)  # what was split is no suggestion again
    assert suggested_nuggets(with_nugget(split, "you can move then")) == ()
    with pytest.raises(UsageError, match="nugget 1 already"):
        with_nugget(split, "It ends at renewal.")


def test_rows_come_in_the_order_in_which_a_case_is_written() -> None:
    form = replace(with_field(FULL, "reference_answer", "It is so for all."), base=None)
    paths = [row.path for row in rows_of_form(with_field(form, "answerable", False))]
    assert paths == [
        *("question", "evidence[0]", "evidence[1].any_of[0]", "evidence[1].any_of[1]", "evidence"),
        *("reference_answer", "nuggets[0]", "nuggets[1]", "suggestions[0]", "nuggets"),
        *("answerable", "unanswerable_because", "tags", "filters.region", "filters.a.b", "filters", "user"),
        *("intent", "must_pass", "status", "notes", "id", "source"),
    ]
    there = {row.path: row for row in rows_of_form(FULL)}
    assert "id" not in there and "unanswerable_because" not in there
    assert there["evidence[0]"].value == "kb: one" and there["nuggets[1]"].vital is False
    assert there["filters.a.b"].value == "x | y" and there["source"].read_only


def test_a_toggled_nugget_is_what_it_was_when_toggled_again() -> None:
    assert toggled(FULL, 0).case.nuggets[0] == Nugget("first", False)
    assert toggled(toggled(FULL, 1), 1) == FULL


def test_a_quote_of_another_document_was_read_in_no_version_of_the_first(form) -> None:
    there = with_quote(form(), Quote("kb/rooms", "several teams", doc_version="2"))
    at = len(there.case.evidence) - 1
    other = with_field(there, f"evidence[{at}].doc_id", "kb/plans")
    assert other.case.evidence[at].any_of[0].doc_version == ""
    with pytest.raises(UsageError, match="already"):
        with_quote(there, Quote("kb/rooms", "several teams", doc_version="3"))
