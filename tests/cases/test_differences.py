"""Differences in the words of reviewers, items paired by what they say."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cases.differences import between, differences
from ragtriage.cases.model import Case, Evidence, Nugget, Quote, Source
from ragtriage.cases.pairing import Pair, paired

ONE = Quote("kb/plans", "Changes from annual to monthly take effect at renewal")
TWO = Quote("kb/proration", "Annual plans are not prorated when downgraded")
CASE = Case(
    "billing/0142",
    "Can I move to monthly billing?",
    True,
    evidence=(Evidence((ONE,)), Evidence((TWO,))),
    nuggets=(Nugget("at renewal", True), Nugget("no proration", True)),
    tags=("billing", "plan"),
    reviewed_by=("mk",),
)


def words(**changed: object) -> list[str]:
    return [one.words for one in differences(CASE, replace(CASE, **changed))]


def test_a_quote_taken_anew_from_its_document_is_re_anchored_and_its_two_ends_are_shown() -> None:
    other = replace(TWO, quote="Annual plans are not prorated when they are downgraded")
    (said,) = words(evidence=(Evidence((ONE,)), Evidence((other,))))
    assert said.startswith("evidence 2 re-anchored in kb/proration: “Annual plans")
    assert "they are downgraded”" in said


def test_the_same_words_in_another_document_say_both_documents() -> None:
    said = words(evidence=(Evidence((ONE,)), Evidence((replace(TWO, doc_id="kb/faq"),))))
    assert said == ["evidence 2 re-anchored in kb/faq (was kb/proration), the same words"]


def test_evidence_put_first_is_one_addition_and_no_change_of_the_others() -> None:
    new = Evidence((Quote("kb/new", "Something else entirely, 12 words of it"),))
    (said,) = words(evidence=(new, *CASE.evidence))
    assert said.startswith("evidence 1 added: “Something else")


def test_evidence_that_changed_places_is_moved_and_nothing_else() -> None:
    (said,) = words(evidence=CASE.evidence[::-1])
    assert "moved from place" in said


def test_a_nugget_made_supplementary_says_so_and_its_path_leads_to_it() -> None:
    nuggets = (CASE.nuggets[0], Nugget("no proration", False))
    (found,) = differences(CASE, replace(CASE, nuggets=nuggets))
    assert found.words == "nugget “no proration” vital → supplementary"
    assert (found.field, found.before, found.after, found.of_label) == ("nuggets[1].vital", True, False, True)


def test_a_reworded_nugget_is_one_change_and_an_unlike_one_is_two() -> None:
    first = CASE.nuggets[0]
    assert words(nuggets=(first, Nugget("no proration at all", True))) == [
        "nugget reworded: “no proration” → “no proration at all”"
    ]
    assert words(nuggets=(first, Nugget("xyz", False))) == [
        "nugget “xyz” added, supplementary",
        "nugget “no proration” removed (vital)",
    ]


def test_an_alternative_that_comes_is_told_of_its_evidence() -> None:
    (said,) = words(evidence=(CASE.evidence[0], Evidence((TWO, Quote("kb/faq", "We do not prorate annual plans")))))
    assert said == "evidence 2, alternative 2 added: “We do not prorate annual plans” in kb/faq"


def test_tags_status_and_reviewers_are_told_apart_from_the_label() -> None:
    found = differences(CASE, replace(CASE, tags=("plan", "billing", "x"), status="retired", reviewed_by=()))
    assert [one.words for one in found] == [
        "tag x added",
        "tags in another order",
        "status active → retired",
        "review by mk taken away",
    ]
    assert not any(one.of_label for one in found)


def test_text_of_an_enemy_stays_on_one_line_and_is_not_let_through() -> None:
    (said,) = words(question="a\x1b]52;c;x\x07\n::error::\u202e")
    assert not any(char in said for char in "\x1b\x07\n\u202e")


def test_of_a_long_text_what_differs_is_shown() -> None:
    body = "word " * 400
    said = between(body + "cat " + body, body + "dog " + body)
    assert "cat" in said
    assert "dog" in said
    assert len(said) < 500


TEXTS = st.sampled_from(["", "a", "b", "a longer text", "a longer text indeed", "c\nd"])
FILLED = TEXTS.filter(bool)
QUOTES = st.builds(Quote, doc_id=st.sampled_from("xy"), quote=FILLED, prefix=TEXTS, grade=st.sampled_from([0, 1, 2]))
CASES = st.builds(
    Case,
    id=st.just("a"),
    question=FILLED,
    answerable=st.booleans(),
    filters=st.dictionaries(st.sampled_from("rs"), FILLED | st.tuples(FILLED, FILLED), max_size=2),
    reference_answer=TEXTS,
    evidence=st.lists(st.lists(QUOTES, min_size=1, max_size=3).map(lambda q: Evidence(tuple(q))), max_size=4).map(
        tuple
    ),
    nuggets=st.lists(st.builds(Nugget, text=FILLED, vital=st.booleans()), max_size=4).map(tuple),
    tags=st.lists(FILLED, max_size=3, unique=True).map(tuple),
    status=st.sampled_from(["draft", "active"]),
    source=st.none() | st.builds(Source, kind=st.just("log"), ref=TEXTS),
    reviewed_by=st.lists(FILLED, max_size=2, unique=True).map(tuple),
    notes=TEXTS,
    metadata=st.dictionaries(st.sampled_from("rs"), FILLED, max_size=2),
)


@settings(max_examples=120, deadline=None)
@given(CASES, CASES)
def test_two_cases_differ_exactly_when_something_is_said(a: Case, b: Case) -> None:
    assert bool(differences(a, b)) == (a != b)
    assert not differences(a, a)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from("abcdef"), max_size=7), st.lists(st.sampled_from("abcdef"), max_size=7))
def test_every_item_is_in_one_pair_and_only_kept_ones_can_move(before: list[str], after: list[str]) -> None:
    pairs = paired(before, after, [lambda one: one], lambda a, b: 0.0)
    assert sorted(p.before for p in pairs if p.before is not None) == list(range(len(before)))
    assert sorted(p.after for p in pairs if p.after is not None) == list(range(len(after)))
    assert all(p.before is not None and p.after is not None for p in pairs if p.moved)


def test_one_item_taken_to_the_end_is_the_only_one_that_moved() -> None:
    pairs = paired("abcd", "bcda", [lambda one: one], lambda a, b: 0.0)
    assert [p for p in pairs if p.moved] == [Pair(0, 3, True)]
