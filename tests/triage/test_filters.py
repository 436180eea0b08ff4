import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.errors import RagtriageError, UsageError
from ragtriage.triage.filters import KEYS, Filter, Term, completions, parse_filter
from ragtriage.triage.model import QueueRow
from tests.rows import row_of


def row(**changes: object) -> QueueRow:
    known: dict[str, object] = {
        "case_id": "billing/0142",
        "question": "Can I move my annual plan to monthly?",
        "badge": "new",
        "state": "failed",
        "diagnoses": ("not_retrieved", "noise"),
        "tags": ("billing", "multi document"),
        "intent": "plan-change",
        "source": "complaint",
        "passes": ("bm25",),
        "causes": (),
        "owners": (),
        "answerable": False,
        "because": "out_of_scope",
        "evidence": 3,
        "needs": 2,
        "quoted": '["kb/plans", "kb/faq"]',
        "rare": True,
    }
    return row_of(known | changes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "annual",
        "ANNUAL",
        "0142",
        '"annual plan"',
        "diagnosis:noise",
        "diagnosis:split,noise",
        "tag:billing",
        'tag:"multi document"',
        "tag:Billing",
        "intent:plan-change",
        "source:complaint",
        "status:active",
        "badge:new,back",
        "passes:bm25",
        "!passes:none",
        "!passes:all",
        "!label:suspect",
        "must_pass:no",
        'owner:""',
        'cause:""',
        "!badge:decided",
        "!!badge:new",
        "tag:billing !tag:legacy annual",
        "Tag:billing",
        "answerable:no because:out_of_scope,not_permitted",
        "evidence:3",
        "evidence:1,3 evidence:2+ evidence:3+",
        "documents:2+ documents:02",
        "doc:kb/plans doc:KB/FAQ !doc:kb/other",
        "origin:user",
        "reviewed:no rare:yes",
    ],
)
def test_the_row_is_kept(text: str) -> None:
    assert parse_filter(text).keeps(row())


@pytest.mark.parametrize(
    "text",
    ["weekly", "!annual", "!!!annual", '"plan annual"', "diagnosis:split", "tag:multi", "passes:dense", "must_pass:yes",
     "label:suspect", "badge:back", "cause:retrieval", "tag:billing tag:legacy", "passes:none", "passes:all",
     "answerable:yes", "because:not_in_corpus", 'because:""', "evidence:0", "evidence:4+", "documents:1", "doc:kb",
     "origin:expert,synthetic", "reviewed:yes", "rare:no"],
)  # fmt: skip
def test_the_row_is_left_out(text: str) -> None:
    assert not parse_filter(text).keeps(row())


def test_passes_speaks_of_none_and_of_all() -> None:
    assert parse_filter("passes:none").keeps(row(passes=(), passes_none=True))
    assert parse_filter("passes:all").keeps(row(passes=("a", "b"), passes_all=True))
    assert not parse_filter("passes:none").keeps(row(passes=()))  # none judged it: nothing can be said


def test_more_evidence_than_is_counted_one_by_one_is_still_more() -> None:
    assert parse_filter("evidence:2+ evidence:99+").keeps(row(evidence=120))
    assert str(parse_filter("documents:2+,07")) == "documents:2+,7"


def test_cause_and_owner_come_from_the_verdict_in_force() -> None:
    assert parse_filter('badge:""').keeps(row(badge=""))
    assert not parse_filter('badge:""').keeps(row())
    decided = row(badge="decided", causes=("retrieval", "generation"), owners=("search team",))
    assert parse_filter('cause:generation owner:"Search Team"').keeps(decided)
    assert not parse_filter('cause:""').keeps(decided)


@pytest.mark.parametrize(
    ("text", "title", "next_step"),
    [
        ("tga:x", "no key `tga`", "did you mean `tag`?"),
        ("http://x", "no key `http`", "put it in quotes"),
        ("cause:retreival", "cannot be `retreival`", "did you mean `retrieval`?"),
        ("badge:", "`badge:` needs a value", "new, still, back, decided, fixed"),
        ("badge:new,", "`badge:` needs a value", "new, still"),
        ('status:""', "`status:` needs a value", "draft, active, retired"),
        ("tag:!legacy", "before a term", "`!tag:legacy`"),
        ('"open', "not closed", "close it"),
        ("!", "empty term", "a term is"),
        ('""', "empty term", "a term is"),
        ("must_pass:maybe", "cannot be `maybe`", "true, false"),
        ("evidence:few", "cannot be `few`", "evidence:2+ for 2 and more"),
        ("documents:-1", "cannot be `-1`", "a number"),
        ("origin:ticket", "cannot be `ticket`", "user, expert, synthetic"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_can(text: str, title: str, next_step: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_filter(text)
    assert title in caught.value.title
    assert next_step in caught.value.next_step


def test_an_unknown_configuration_is_refused_only_where_the_configurations_are_known() -> None:
    assert parse_filter("passes:bm52")
    with pytest.raises(UsageError, match="bm52") as caught:
        parse_filter("passes:bm52", configurations=("bm25", "dense"))
    assert "did you mean `bm25`" in caught.value.next_step
    assert parse_filter("passes:BM25,none", configurations=("bm25",)).terms[0].values == ("bm25", "none")


def test_an_error_shows_no_control_character() -> None:
    with pytest.raises(UsageError) as caught:
        parse_filter("cause:\x1b]52;c;aGk=\x07 x")
    assert "\x1b" not in str(caught.value)


def test_inside_quotes_a_backslash_takes_a_quote_and_itself() -> None:
    assert parse_filter(r'"say \"no\" to C:\\x"').terms == (Term("", (r'say "no" to C:\x',)),)


@given(st.text(alphabet='ab:,!"\\ tag\tß\x1b\ud800', max_size=30) | st.text(max_size=20))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_filter_or_a_usage_error(text: str) -> None:
    try:
        found = parse_filter(text)
    except RagtriageError as error:
        assert isinstance(error, UsageError)
        return
    found.keeps(row())
    assert parse_filter(str(found)) == found


_words = st.text(min_size=1, max_size=8)
_terms = st.one_of(
    st.builds(Term, st.just(""), st.tuples(_words), st.booleans()),
    st.builds(
        Term,
        st.sampled_from(["tag", "owner", "intent"]),
        st.lists(st.text(max_size=8), min_size=1, max_size=3, unique=True).map(tuple),
        st.booleans(),
    ),
    st.builds(Term, st.just("cause"), st.just(("retrieval", "")), st.booleans()),
)


@given(st.lists(_terms, max_size=4).map(tuple))
@settings(max_examples=100, deadline=None)
def test_a_filter_spelled_out_reads_back_the_same(terms: tuple[Term, ...]) -> None:
    assert parse_filter(str(Filter(terms))) == Filter(terms)


@given(_terms, st.integers(0, 4))
@settings(max_examples=50, deadline=None)
def test_two_marks_of_exclamation_cancel(term: Term, pairs: int) -> None:
    assert parse_filter("!!" * pairs + str(term)) == parse_filter(str(term))


def test_an_empty_filter_is_false_and_spells_nothing() -> None:
    assert not parse_filter("")
    assert str(parse_filter("  ")) == ""


def test_completions_offer_keys_then_values_then_names_from_the_rows() -> None:
    rows = [row(), row(owners=("search team",), passes=("dense", "bm25"))]
    assert completions("ca") == ["cause:"]
    assert completions("badge:new !ow") == ["badge:new !owner:"]
    assert completions("") == [key + ":" for key in KEYS]
    assert completions("cause:re") == ["cause:retrieval", "cause:refusal"]
    assert completions("cause:retrieval,r") == ["cause:retrieval,ranking", "cause:retrieval,refusal"]
    assert completions("owner:se", rows) == ['owner:"search team"']
    assert completions('owner:"sea', rows) == ['owner:"search team"']
    assert completions("passes:", rows) == ["passes:none", "passes:all", "passes:bm25", "passes:dense"]
    assert completions('owner:"search team" ba') == ['owner:"search team" badge:']
    assert completions('owner:"search team" ')[0] == 'owner:"search team" diagnosis:'
    assert completions("nosuch:x") == []
    assert completions('"ca') == []


@given(st.text(alphabet='ab:,!"\\ tagownerß', max_size=20))
@settings(max_examples=100, deadline=None)
def test_completing_never_fails(text: str) -> None:
    for whole in completions(text, [row()]):
        assert isinstance(whole, str)


def test_ten_thousand_rows_are_filtered_while_a_person_types() -> None:
    rows = [row(case_id=f"c/{i:05d}") for i in range(10_000)]
    wanted = parse_filter("badge:new,back !tag:legacy annual diagnosis:noise")
    start = time.perf_counter()
    assert sum(map(wanted.keeps, rows)) == 10_000
    assert time.perf_counter() - start < 1.0  # 0.06 s on an idle machine
