"""What a case file may hold, and what comes out of it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cases.editing import canonical_text
from ragtriage.cases.ids import folded_id, id_fault
from ragtriage.cases.index import parse_case
from ragtriage.cases.model import Case, Evidence, Nugget, Quote, Source
from ragtriage.cases.schema import CASE, case_from_values, case_values
from ragtriage.disk.schema import documented
from ragtriage.disk.yaml_edit import RemoveField, SetField, edited
from ragtriage.errors import CaseError

HERE = Path("cases/billing/0142.yaml")
FULL = """\
id: billing/0142
question: Can I move my annual plan to monthly billing mid-term?
filters: {region: NO, product: [pro, 1.10]}
user: {role: customer}            # attributes
reference_answer: 12:30
evidence:
  - doc_id: kb/billing/plan-changes
    quote: take effect at renewal
    grade: 1
    prefix: "… "
  - any_of:
      - {doc_id: kb/billing/proration, quote: Annual plans are not prorated when downgraded}
      - {doc_id: kb/faq, quote: We do not prorate annual plans}
nuggets:
  - {text: yes, vital: true}
  - {text: no proration, vital: false}
answerable: true
intent: plan-change
tags: [billing, 0123, on]
must_pass: true
status: draft
source: {kind: complaint, ref: 0123, at: 2026-11-12}
reviewed_by: [mk]
notes: |
  Free text.
metadata: {version: 1.10, count: 3, deep: {a: [true, ~]}}
"""


def case(text, case_id="billing/0142"):
    found, problems = parse_case(text.encode(), HERE, case_id)
    assert problems == []
    return found


def problems(text, case_id=None):
    found, wrong = parse_case(text.encode(), HERE, case_id or "a")
    assert found is None
    return wrong


def minimal(**fields):
    return "".join(f"{k}: {v}\n" for k, v in {"id": "a", "question": "q", "answerable": "true", **fields}.items())


def test_every_field_comes_out_as_it_was_written():
    assert case(FULL) == Case(
        id="billing/0142",
        question="Can I move my annual plan to monthly billing mid-term?",
        answerable=True,
        filters={"region": "NO", "product": ("pro", "1.10")},
        user={"role": "customer"},
        reference_answer="12:30",
        evidence=(
            Evidence((Quote("kb/billing/plan-changes", "take effect at renewal", prefix="… ", grade=1),)),
            Evidence(
                (
                    Quote("kb/billing/proration", "Annual plans are not prorated when downgraded"),
                    Quote("kb/faq", "We do not prorate annual plans"),
                )
            ),
        ),
        nuggets=(Nugget("yes", True), Nugget("no proration", False)),
        intent="plan-change",
        tags=("billing", "0123", "on"),
        must_pass=True,
        status="draft",
        source=Source("complaint", "0123", "2026-11-12"),
        reviewed_by=("mk",),
        notes="Free text.\n",
        metadata={"version": "1.10", "count": 3, "deep": {"a": [True, None]}},
    )


def test_three_fields_are_enough():
    found = case(minimal(), "a")
    assert found == Case("a", "q", True)
    assert found.status == "active"


@pytest.mark.parametrize("name", ["id", "question", "answerable"])
def test_the_three_are_required(name):
    text = "".join(line for line in minimal().splitlines(keepends=True) if not line.startswith(name))
    assert [each.title for each in problems(text)] == [f"`{name}` is missing"]


@pytest.mark.parametrize(
    ("fields", "field", "title"),
    [
        ({"unanswerable_because": "not_in_corpus"}, "unanswerable_because", "stands in an answerable case"),
        ({"answerable": "false", "unanswerable_because": "no"}, "unanswerable_because", "expected one of not_in"),
        ({"answerable": "no"}, "answerable", "expected true or false, found `no`"),
        ({"nugets": "[]"}, "nugets", "unknown field `nugets`"),
        ({"evidence": "[{doc_id: a}]"}, "evidence[0].quote", "`quote` is missing"),
        ({"evidence": "[{quote: a}]"}, "evidence[0].doc_id", "`doc_id` is missing"),
        ({"evidence": "[{any_of: []}]"}, "evidence[0].any_of", "expected at least one item"),
        ({"evidence": "[{any_of: [{doc_id: d, quote: q}], quote: x}]"}, "evidence[0].quote", "stands beside `any_of`"),
        ({"evidence": "[{any_of: [{doc_id: d}]}]"}, "evidence[0].any_of[0].quote", "`quote` is missing"),
        ({"evidence": "[{doc_id: d, quote: q, grade: 3}]"}, "evidence[0].grade", "from 0 to 2"),
        ({"evidence": "[{doc_id: d, quote: ' '}]"}, "evidence[0].quote", "found nothing"),
        ({"nuggets": "[{vital: true}]"}, "nuggets[0].text", "`text` is missing"),
        ({"nuggets": "[{text: a, vital: yes}]"}, "nuggets[0].vital", "expected true or false"),
        ({"tags": "billing"}, "tags", "expected a list"),
        ({"status": "retird"}, "status", "expected one of"),
        ({"source": "{kind: mail}"}, "source.kind", "expected one of complaint"),
        ({"metadata": "[a]"}, "metadata", "expected a mapping"),
        ({"question": "[a]"}, "question", "expected text, found a list"),
    ],
)  # fmt: skip
def test_a_fault_names_its_field_and_line(fields, field, title):
    (problem,) = problems(minimal(**fields))
    assert problem.place.field == field
    assert title in problem.title
    assert problem.place.line is not None


def test_unanswerable_cases_say_why():
    found = case(minimal(answerable="false", unanswerable_because="not_permitted"), "a")
    assert (found.answerable, found.unanswerable_because) == (False, "not_permitted")


def test_all_faults_of_a_file_come_at_once():
    wrong = problems("id: b\nquestion:\nanswerable: yes\nnugets: []\ntags: x\n")
    assert [each.place.line for each in wrong] == [1, 2, 3, 4, 5]
    assert "did you mean `nuggets`? Other keys of yours belong under `metadata:`." in wrong[3].next_step


def test_an_id_that_is_not_its_path_is_an_error():
    (problem,) = problems(minimal(), "b")
    assert problem.title == "the id `a` is not the file's: `b`"


@pytest.mark.parametrize(
    "bad",
    ["", "..", "a/../b", "/etc/passwd", "a//b", "a/", "a.", "a ", "a./b", "a\\b", ".hidden", "a\x00", "a\nb",
     "a\x1b[0m", "a\u202eb", "a\ud800", "x" * 500, "x/" * 300 + "x"],
)  # fmt: skip
def test_ids_that_no_file_system_or_terminal_should_see(bad):
    assert id_fault(bad)


@pytest.mark.parametrize("good", ["a", "billing/0142", "a.b/c-d_e", "ünï/漢字", "a b", "logging-p18-141", "0"])
def test_ids_that_are_fine(good):
    assert id_fault(good) == ""


@pytest.mark.parametrize(("one", "other"), [("A", "a"), ("Straße", "STRASSE"), ("u\u0308", "ü"), ("É/b", "e\u0301/B")])
def test_ids_that_are_one_on_some_file_system(one, other):
    assert folded_id(one) == folded_id(other)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
filled = texts.filter(str.strip)
attributes = st.dictionaries(filled, texts | st.lists(texts, min_size=1, max_size=2).map(tuple), max_size=2)
quotes = st.builds(Quote, filled, filled, prefix=texts, suffix=texts, grade=st.sampled_from([0, 1, 2]))
free = st.recursive(
    texts | st.booleans() | st.none() | st.integers(-(10**9), 10**9) | st.sampled_from([0.5, 1e-7, 1.1]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)
cases = st.builds(
    Case,
    st.just("billing/0142"),
    filled,
    st.just(True),
    filters=attributes,
    user=attributes,
    reference_answer=texts,
    evidence=st.lists(st.lists(quotes, min_size=1, max_size=2).map(lambda q: Evidence(tuple(q))), max_size=2).map(
        tuple
    ),
    nuggets=st.lists(st.builds(Nugget, filled, st.booleans()), max_size=2).map(tuple),
    intent=texts,
    tags=st.lists(filled, max_size=2).map(tuple),
    must_pass=st.booleans(),
    status=st.sampled_from(["draft", "active", "retired"]),
    source=st.none() | st.builds(Source, st.sampled_from(["ticket", "log"]), texts, texts),
    reviewed_by=st.lists(filled, max_size=2).map(tuple),
    notes=texts,
    metadata=st.dictionaries(texts, free, max_size=2),
)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(cases)
def test_a_case_written_in_our_style_reads_back_the_same(written):
    text = canonical_text(written)
    found, wrong = parse_case(text.encode(), HERE, written.id)
    assert wrong == []
    assert found == written
    assert found.label_hash == written.label_hash
    assert canonical_text(found) == text
    assert case_from_values(case_values(written)) == written


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_a_damaged_file_is_a_case_or_problems_and_never_a_crash(data):
    source = FULL.encode()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(source)))
        cut = data.draw(st.integers(0, 12))
        junk = data.draw(
            st.binary(max_size=3) | st.sampled_from([b"&a ", b"*a", b"!!x ", b"---\n", b"|", b"\t", b"{", b"'"])
        )
        source = source[:at] + junk + source[at + cut :]
    found, wrong = parse_case(source, HERE, "billing/0142")
    assert (found is None) == bool(wrong)
    edit = data.draw(
        st.sampled_from([SetField("question", "x: y\nz"), RemoveField("evidence[0]"), SetField("tags[0]", "no")])
    )
    try:
        new = edited(source, [edit], HERE, CaseError)
    except CaseError as error:
        assert error.title
    else:
        assert parse_case(new, HERE, "billing/0142") is not None


def test_the_style_has_the_order_of_the_format_and_the_reviewers_last():
    order = [each.name for each in documented(CASE) if each.name != "reviewed_by"] + ["reviewed_by"]
    keys = [line.partition(":")[0] for line in canonical_text(case(FULL)).splitlines() if line[0].isalpha()]
    assert keys == [name for name in order if name in keys]
    assert len(keys) > 10


def test_tagging_changes_no_label_and_an_answer_does():
    one = case(FULL)
    assert case(FULL.replace("[billing, 0123, on]", "[other]")).label_hash == one.label_hash
    assert case(FULL.replace("text: yes", "text: maybe")).label_hash != one.label_hash
