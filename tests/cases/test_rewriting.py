"""A case is made another by the smallest edits: whatever the two are, and however the file is written."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cases.editing import canonical_text, checked, edited_case
from ragtriage.cases.index import parse_case
from ragtriage.cases.model import RECHECKED, Case, Evidence, Nugget, Quote, Source
from ragtriage.cases.rechecking import without_settled_marks
from ragtriage.cases.rewriting import edits_between, whole_fields
from ragtriage.disk.edits import SetField
from ragtriage.disk.yaml_io import load_yaml, tree

HERE = Path("cases/a.yaml")

# few texts, so that items of two cases are often the same; some that YAML might take for something else
TEXT = st.sampled_from(
    ["a", "b", "longer text, with a comma", "c\nd\n", "no", "12:30", "- x", "# y", "it's: so", ' "q"', "é ", "|", "1"]
)
MAYBE = TEXT | st.just("")
KEY = st.sampled_from(["r", "s.t", "no", "1"])
ATTRIBUTES = st.dictionaries(KEY, TEXT | st.lists(TEXT, min_size=1, max_size=2).map(tuple), max_size=3)
MARKS = st.lists(st.sampled_from(RECHECKED), unique=True, max_size=2).map(tuple)
QUOTES = st.builds(
    Quote,
    st.sampled_from("xy"),
    TEXT,
    prefix=MAYBE,
    suffix=MAYBE,
    grade=st.sampled_from([0, 1, 2]),
    was=MAYBE,
    recheck=MARKS,
    doc_version=MAYBE,
)
EVIDENCE = st.lists(QUOTES, min_size=1, max_size=3).map(lambda quotes: Evidence(tuple(quotes)))
FREE = TEXT | st.booleans() | st.none() | st.integers(-3, 3) | st.lists(TEXT, max_size=2)
CASES = st.builds(
    Case,
    id=st.just("a"),
    question=TEXT,
    answerable=st.just(False),
    unanswerable_because=st.sampled_from([None, "not_in_corpus", "out_of_scope"]),
    filters=ATTRIBUTES,
    user=ATTRIBUTES,
    reference_answer=MAYBE,
    evidence=st.lists(EVIDENCE, max_size=4).map(tuple),
    nuggets=st.lists(st.builds(Nugget, TEXT, st.booleans()), max_size=5).map(tuple),
    intent=MAYBE,
    tags=st.lists(TEXT, max_size=4, unique=True).map(tuple),
    must_pass=st.booleans(),
    status=st.sampled_from(["draft", "active", "retired"]),
    source=st.none() | st.builds(Source, st.sampled_from(["ticket", "log"]), MAYBE, MAYBE),
    reviewed_by=st.lists(TEXT, max_size=2, unique=True).map(tuple),
    notes=MAYBE,
    metadata=st.dictionaries(KEY, FREE | st.dictionaries(KEY, FREE, max_size=2), max_size=2),
)


@settings(max_examples=100)
@given(CASES, CASES)
def test_the_edits_between_two_cases_make_the_file_of_one_hold_the_other(before: Case, after: Case) -> None:
    source = canonical_text(before).encode()
    written = tree(load_yaml(source, HERE))
    edits = edits_between(before, after, written)
    assert edits == edits_between(before, after)
    new = edited_case(source, edits, HERE, "a", keeps_review=True)
    assert checked(new, HERE, "a") == without_settled_marks(before, after)
    assert bool(edits) == (before != after)


@settings(max_examples=40)
@given(CASES, CASES)
def test_whole_fields_do_the_same(before: Case, after: Case) -> None:
    source = canonical_text(before).encode()
    new = edited_case(source, whole_fields(before, after), HERE, "a", keeps_review=True)
    assert checked(new, HERE, "a") == without_settled_marks(before, after)


BY_HAND = b"""\
# who: support
id: a
question: 'May I move?'   # as asked
answerable: yes
status: active

evidence:
  - any_of:
      - {doc_id: x, quote: one}   # the older page
  # the newer one
  - doc_id: y
    quote: two
    grade: 2
nuggets:
- text: first   # 1
- text: second
  vital: false
- { text: third }
# before the fourth
- text: fourth
  vital: yes
- text: fifth
metadata: {owner: me}
"""


def by_hand() -> Case:
    case, problems = parse_case(BY_HAND.replace(b": yes", b": true"), HERE, "a")
    assert case is not None, problems
    return case


def changed_lines(after: Case) -> tuple[list[str], list[str]]:
    """The lines that went and that came, of the file written by hand."""
    source = BY_HAND.replace(b": yes", b": true")
    edits = edits_between(by_hand(), after, tree(load_yaml(source, HERE)))
    new = edited_case(source, edits, HERE, "a")
    assert checked(new, HERE, "a") == after
    old_lines, new_lines = source.decode().splitlines(), new.decode().splitlines()
    return [one for one in old_lines if one not in new_lines], [one for one in new_lines if one not in old_lines]


@pytest.mark.parametrize("n", range(5))
def test_a_changed_nugget_touches_its_own_line(n: int) -> None:
    case = by_hand()
    nuggets = [*case.nuggets]
    nuggets[n] = replace(nuggets[n], text="another")
    went, came = changed_lines(replace(case, nuggets=tuple(nuggets)))
    assert (len(went), len(came)) == (1, 1)
    assert case.nuggets[n].text in went[0] and "another" in came[0]


@pytest.mark.parametrize("n", range(5))
def test_a_removed_nugget_takes_no_other_line_along(n: int) -> None:
    case = by_hand()
    went, came = changed_lines(replace(case, nuggets=case.nuggets[:n] + case.nuggets[n + 1 :]))
    assert came == []
    others = [one.text for one in case.nuggets if one is not case.nuggets[n]]
    assert all(text not in " ".join(went) for text in others)


@pytest.mark.parametrize("n", range(6))
def test_a_nugget_put_in_between_leaves_all_others_as_they_are(n: int) -> None:
    case = by_hand()
    went, came = changed_lines(replace(case, nuggets=(*case.nuggets[:n], Nugget("new", True), *case.nuggets[n:])))
    assert went == []
    assert len(came) <= 2


def test_a_quote_is_changed_where_it_stands_be_it_under_any_of_or_not() -> None:
    case = by_hand()
    first, second = case.evidence
    went, came = changed_lines(
        replace(case, evidence=(Evidence((replace(first.any_of[0], quote="uno"),)), second), tags=("t",))
    )
    assert went == ["      - {doc_id: x, quote: one}   # the older page"]
    assert came == ["tags:", "- t", "      - {doc_id: x, quote: uno}   # the older page"]
    went, came = changed_lines(replace(case, evidence=(first, Evidence((replace(second.any_of[0], grade=1),)))))
    assert (went, came) == (["    grade: 2"], ["    grade: 1"])


def test_what_the_file_spells_out_is_not_left_to_stand_against_the_default() -> None:
    source = b"id: a\nquestion: q\nanswerable: true\nmust_pass: true\nstatus: draft\nnotes: ''\n"
    before, _ = parse_case(source, HERE, "a")
    assert before is not None
    after = replace(before, must_pass=False, status="active")
    assert edits_between(before, after) == [SetField(("must_pass",), False), SetField(("status",), "active")]
    assert checked(edited_case(source, edits_between(before, after), HERE, "a"), HERE, "a") == after
