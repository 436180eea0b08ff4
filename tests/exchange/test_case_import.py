"""Cases of other tools come in whole; what is no case is said by its line and kept out."""

import gzip
import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors.reanchor import reanchor
from ragtriage.cases.model import Case, Evidence, Nugget, Quote
from ragtriage.cases.store import CaseStore
from ragtriage.disk.database import connect
from ragtriage.disk.files import History
from ragtriage.errors import FileError
from ragtriage.exchange.cases import read_cases, sort_out, surroundings

GOLDEN = Path(__file__).parents[2].parent / "shared" / "data" / "openshift-docs" / "golden" / "golden.jsonl"
DOCUMENTS = {"d": "Fees apply. No refund for plans. Later: no refund. No refund for plans at all."}


def record(**fields):
    return {"id": "a", "question": "q", "answerable": True, **fields}


@pytest.fixture
def read(tmp_path):
    def reading(*records, name="cases.jsonl"):
        path = tmp_path / name
        text = "\n".join(each if isinstance(each, str) else json.dumps(each) for each in records)
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
        return read_cases(path, DOCUMENTS.get)

    return reading


def test_lines_are_cases(read):
    found = read(record(), record(id="b/c", answerable=False), "", name="cases.jsonl")
    assert found.cases == [Case("a", "q", True), Case("b/c", "q", False)]
    assert found.problems == []


@pytest.mark.parametrize("name", ["cases.jsonl.gz", "cases.json", "cases.json.gz", "cases.yaml", "cases.ndjson"])
def test_all_kinds_of_files_are_read(read, name):
    records = [record(tags=["1.10"]), record(id="b")]
    found = read(*records, name=name) if "jsonl" in name or "nd" in name else read(json.dumps(records), name=name)
    assert [(case.id, case.tags) for case in found.cases] == [("a", ("1.10",)), ("b", ())]
    assert found.problems == []


def test_one_case_may_stand_alone(read):
    assert read(json.dumps(record()), name="one.json").cases == [Case("a", "q", True)]
    assert read("id: a\nquestion: q\nanswerable: true\n", name="one.yaml").cases == [Case("a", "q", True)]


def test_a_bad_line_is_reported_by_its_number_and_the_others_come_in(read):
    found = read(record(), "{broken", record(id="b", answerable="yes"), record(id="../c"), "[1]", record(id="z"))
    assert [case.id for case in found.cases] == ["a", "z"]
    assert [each.place.line for each in found.problems] == [2, 3, 4, 5, *[5] * (len(found.problems) - 4)]


def test_a_line_too_long_is_reported_and_the_next_one_is_read(read):
    found = read('{"id": "' + "x" * 3_000_000 + '"}', record())
    assert [case.id for case in found.cases] == ["a"]
    assert [each.place.line for each in found.problems] == [1]


def test_unknown_keys_are_kept_under_metadata_with_a_note(read):
    found = read(
        record(difficulty="hard", metadata={"x": 1}, evidence=[{"doc_id": "d", "quote": "Fees", "page": 7}]),
        record(id="b", difficulty="easy"),
    )
    assert found.problems == []
    assert found.cases[0].metadata == {"x": 1, "difficulty": "hard", "evidence[0].page": 7}
    assert any("`difficulty`" in note and "2 times" in note for note in found.notes)


def test_a_key_that_stands_in_both_places_loses_neither(read):
    found = read(record(x=1, metadata={"x": 2}))
    assert found.cases == []
    assert "both" in found.problems[0].title


def test_importance_is_read_as_vital(read):
    nuggets = [{"text": each, "importance": each} for each in ("vital", "okay", "supplementary")]
    (case,) = read(record(nuggets=nuggets)).cases
    assert case.nuggets == (Nugget("vital", True), Nugget("okay", False), Nugget("supplementary", False))
    assert "importance" in read(record(nuggets=[{"text": "t", "importance": "huge"}])).problems[0].place.field


def test_a_span_becomes_its_quote(read):
    (case,) = read(record(evidence=[{"doc_id": "d", "start": 0, "end": 11}])).cases
    assert case.evidence == (Evidence((Quote("d", "Fees apply."),)),)


def test_a_span_of_a_repeating_quote_gets_what_stands_around_it(read):
    text = DOCUMENTS["d"]
    second = text.rindex("No refund")
    (case,) = read(record(evidence=[{"any_of": [{"doc_id": "d", "start": second, "end": second + 9}]}])).cases
    (quote,) = case.evidence[0].any_of
    assert quote.quote == "No refund"
    assert text.count(quote.prefix + quote.quote + quote.suffix) == 1
    assert text.index(quote.prefix + quote.quote) + len(quote.prefix) == second


@pytest.mark.parametrize(
    "evidence",
    [
        {"doc_id": "unknown", "start": 0, "end": 4},
        {"doc_id": "d", "start": 4, "end": 4},
        {"doc_id": "d", "start": -1, "end": 4},
        {"doc_id": "d", "start": 0, "end": 10_000},
        {"doc_id": "d", "start": 0},
        {"doc_id": "d", "start": "x", "end": 4},
        {"doc_id": "d", "start": 0, "end": 4, "quote": "other"},
        {"start": 0, "end": 4},
    ],
)
def test_a_span_that_is_none_is_reported_and_its_case_left_out(read, evidence):
    found = read(record(evidence=[evidence]), record(id="b"))
    assert [case.id for case in found.cases] == ["b"]
    assert found.problems[0].place.line == 1


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text("ab ", min_size=1, max_size=60), st.data())
def test_surroundings_tell_every_place_that_can_be_told(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    prefix, suffix, occurrence = surroundings(text, start, end)
    assert occurrence == 0
    whole = prefix + text[start:end] + suffix
    assert text[start - len(prefix) : end + len(suffix)] == whole
    first = text.find(whole)
    assert first == start - len(prefix)
    assert text.find(whole, first + 1) < 0


REPEATED = "A paragraph that stands in each chapter, word for word, as such paragraphs do. " * 8


def test_where_nothing_around_tells_the_place_its_number_is_kept(tmp_path, read, monkeypatch):
    text = f"{REPEATED}Pay here.{REPEATED}" * 4
    monkeypatch.setitem(DOCUMENTS, "r", text)
    at = [n for n in range(len(text)) if text.startswith("Pay here.", n)]
    places = [{"doc_id": "r", "start": start, "end": start + 9} for start in at]
    (case,) = read(record(evidence=[{"any_of": places[1:3]}, places[0]])).cases
    assert [quote.occurrence for piece in case.evidence for quote in piece.any_of] == [2, 3, 1]
    for number, start in enumerate(at, 1):
        quote = Quote("r", "Pay here.", text[max(0, start - 256) : start], text[start + 9 : start + 265])
        assert reanchor(quote, text, text).state == "ambiguous"
        meant = reanchor(replace(quote, occurrence=number), text, text)
        assert (meant.state, meant.accepted_unseen, meant.start) == ("exact", True, start)
        later = reanchor(replace(quote, occurrence=number), f"New head. {text}", text)
        assert (later.state, later.start) == ("exact", start + 10)
        fewer = reanchor(replace(quote, occurrence=number), f"{REPEATED}Pay here.{REPEATED}" * 3, text)
        assert not fewer.accepted_unseen


def test_an_id_that_comes_twice(read):
    found = read(record(), record(), record(id="A", question="other"))
    assert [case.id for case in found.cases] == ["a"]
    (problem,) = found.problems
    assert (problem.place.line, "twice" in problem.title) == (3, True)


def test_what_is_there_already_is_skipped_if_it_is_the_same_and_reported_if_not():
    there = {"a": Case("a", "q", True), "b": Case("b", "q", True)}
    out = sort_out([Case("a", "q", True), Case("B", "other", True), Case("c", "q", True)], there, Path("f.jsonl"))
    assert [case.id for case in out.new] == ["c"]
    assert out.same == ["a"]
    assert len(out.problems) == 1


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b""),
        ("a.json.gz", gzip.compress(b"[]", mtime=0)[:-6]),
        ("a.yaml", b"a: *x"),
    ],
)
def test_a_file_that_cannot_be_read_at_all_is_an_error(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FileError):
        read_cases(tmp_path / name, DOCUMENTS.get)


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(FileError, match="cannot be read"):
        read_cases(tmp_path / "none.jsonl", DOCUMENTS.get)


@pytest.mark.skipif(not GOLDEN.is_file(), reason="the shared data set is not here")
def test_a_real_golden_set_comes_in_whole_and_a_second_time_adds_nothing(tmp_path):
    found = read_cases(GOLDEN, DOCUMENTS.get)
    assert (len(found.cases), found.problems, found.notes) == (144, [], [])
    (tmp_path / "cases").mkdir()
    history = History(tmp_path / ".ragtriage")
    with closing(connect(tmp_path / ".ragtriage" / "index.db")) as db:
        store = CaseStore(tmp_path, db)
        for case in found.cases:
            history.do(store.new(case))
        store.refresh()
        assert store.problems() == []
        there = {case.id: case for case in store.cases()}
        assert there == {case.id: case for case in found.cases}
        assert len(sort_out(found.cases, there, GOLDEN).same) == 144


def test_evidence_judged_irrelevant_comes_in_as_it_is(read):
    found = read(record(evidence=[{"doc_id": "d", "quote": "Fees apply.", "grade": 0}]))
    assert (found.problems, found.cases[0].evidence[0].grade) == ([], 0)


@pytest.mark.parametrize("content", [b"no gzip", b"{", b"\xff\xfe", b"", b"[]", b'{"results": []}'])
def test_a_file_of_no_case_says_so_once(tmp_path, content):
    (tmp_path / "a.json").write_bytes(content)
    found = read_cases(tmp_path / "a.json", DOCUMENTS.get)
    assert (found.cases, len(found.problems)) == ([], 1)


FORMS = {
    "a list over lines": lambda cases: "[" + ",\n ".join(map(json.dumps, cases)) + "]",
    "a list, indented": lambda cases: json.dumps(cases, indent=2),
    "an envelope": lambda cases: json.dumps({"version": 1, "cases": cases}, indent=2),
    "one after the other": lambda cases: "\n".join(json.dumps(case, indent=1) for case in cases),
    "by their ids": lambda cases: json.dumps({case["id"]: {k: case[k] for k in case if k != "id"} for case in cases}),
    "a table": lambda cases: json.dumps({"columns": list(cases[0]), "data": [list(case.values()) for case in cases]}),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_cases_come_in_from_any_form_of_json(tmp_path, form, name):
    cases = [record(id="a"), record(id="b", question="Where is the invoice?")]
    (tmp_path / name).write_text(FORMS[form](cases))
    found = read_cases(tmp_path / name, DOCUMENTS.get)
    assert ([case.id for case in found.cases], found.problems) == (["a", "b"], [])


def test_equal_faults_are_told_once_with_index_id_and_count(tmp_path):
    cases = [{"id": f"c{n}", "question": "q"} for n in range(100)] + [record(id="x", answerable="maybe")]
    (tmp_path / "a.json").write_text("[" + ",\n".join(map(json.dumps, cases)) + "]")
    found = read_cases(tmp_path / "a.json", DOCUMENTS.get)
    first, second = found.problems
    assert (first.count, first.place.line, first.place.field) == (100, 1, "[0] `c0` answerable")
    assert (second.count, second.place.line, second.place.field) == (1, 101, "[100] `x` answerable")


def test_numbers_as_ids_are_text(read):
    found = read(record(id=7), record(id=1.5))
    assert [case.id for case in found.cases] == ["7", "1.5"]


MENU = "Café menü — naïve façade 🙂 prices. Only owners can invite guests. Naïve ones cannot."
"""Bytes, UTF-16 and code points count it differently."""


def spans(unit):
    text = MENU.encode("utf-8") if unit == "bytes" else MENU.encode("utf-16-le") if unit == "utf16" else MENU
    width = 2 if unit == "utf16" else 1
    for quote in ("Only owners can invite guests.", "owners", "guests. Naïve", "Café menü", "can invite"):
        raw = quote.encode("utf-8" if unit == "bytes" else "utf-16-le") if unit != "codepoints" else quote
        start = text.find(raw) // width
        yield quote, start, start + len(raw) // width


@pytest.mark.parametrize("unit", ["codepoints", "bytes", "utf16"])
@pytest.mark.parametrize("shape", [int, float])
def test_offsets_in_another_unit_are_told_with_the_one_that_fits_and_read_with_it(tmp_path, unit, shape):
    path, quotes = tmp_path / "a.jsonl", [quote for quote, _, _ in spans(unit)]
    lines = [
        record(id=f"c{n}", evidence=[{"doc_id": "m", "start": shape(start), "end": shape(end)}])
        for n, (_, start, end) in enumerate(spans(unit))
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    plain = read_cases(path, {"m": MENU}.get)
    told = read_cases(path, {"m": MENU}.get, unit)
    assert [case.evidence[0].any_of[0].quote for case in told.cases] == quotes
    assert (told.problems, told.notes) == ([], [])
    if unit == "codepoints":
        assert plain.cases == told.cases
    else:
        assert [case.id for case in plain.cases] == ["c3"] * (unit == "utf16"), "where units agree nothing is moved"
        (problem,) = plain.problems
        assert f"`--offsets {unit}`" in problem.title


def test_a_span_within_a_word_is_a_note_where_no_unit_fits_better(read):
    found = read(record(evidence=[{"doc_id": "d", "start": 1, "end": 9}]))
    assert found.cases[0].evidence[0].any_of[0].quote == "ees appl"
    assert found.notes == ["1 of 1 spans begin or end within a word"]


def test_a_whole_number_as_id_is_the_same_id_however_a_table_writes_it(read):
    found = read('{"id": 7.0, "question": "q", "answerable": true}', record(id="1.0"))
    assert [case.id for case in found.cases] == ["7", "1.0"]


def test_a_unit_that_no_span_speaks_against_is_not_doubted(tmp_path):
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(record(evidence=[{"doc_id": "d", "start": 0, "end": 11}])))
    assert read_cases(path, DOCUMENTS.get, "utf16").notes == []
