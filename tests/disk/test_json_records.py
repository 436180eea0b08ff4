"""Whatever way a file of JSON holds its records, they are found with their lines, and what is broken is told once."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.disk import json_stream
from ragtriage.disk.json_records import JsonRecord, Shape, file_text, json_records
from ragtriage.disk.problems import FaultLog, Problem
from ragtriage.errors import FilePlace

SHAPE = Shape(lambda record: "ask" in record)
ONE, TWO = {"ask": "Who may pay?", "n": 1}, {"ask": "Where?\n{", "n": [{"deep": []}]}


def read(text: str) -> tuple[list[JsonRecord], list[Problem]]:
    problems: list[Problem] = []
    return list(json_records(io.StringIO(text), Path("f"), SHAPE, problems.append)), problems


def values(text: str) -> list[dict[str, object]]:
    found, problems = read(text)
    assert problems == []
    return [record.value for record in found]


def envelope(*way: str, pretty: bool = False) -> str:
    value: object = [ONE, TWO]
    for key in reversed(way):
        value = {"total": 2, "next": None, key: value}
    return json.dumps(value, indent=2 if pretty else None)


@pytest.mark.parametrize(
    "text",
    [
        f"{json.dumps(ONE)}\n{json.dumps(TWO)}\n",
        f"\ufeff{json.dumps(ONE)}\r\n\r\n{json.dumps(TWO)}",
        f"{json.dumps(ONE)}{json.dumps(TWO)}",
        f"{json.dumps(ONE, indent=4)}\n{json.dumps(TWO, indent=4)}",
        f"{json.dumps(ONE)},\n{json.dumps(TWO)},\n",
        f"\x1e{json.dumps(ONE)}\n\x1e{json.dumps(TWO)}\n",
        f"[{json.dumps(ONE)}\n,{json.dumps(TWO)}]",
        json.dumps([ONE, TWO], indent=1),
        f'{{"tickets":[\n{json.dumps(ONE)},\n{json.dumps(TWO)}\n]}}\n',
        envelope("results", pretty=True),
        envelope("data", "Anfragen"),
        envelope("response", "docs"),
        envelope("anything"),
        json.dumps({"rows": [{"id": "1", "key": "1", "doc": ONE}, {"id": "2", "key": "2", "doc": TWO}]})
        .replace('"id": "1", ', "")
        .replace('"id": "2", ', ""),
        json.dumps({"columns": ["ask", "n"], "data": [[ONE["ask"], 1], [TWO["ask"], TWO["n"]]]}),
        json.dumps([["ask", "n"], [ONE["ask"], 1], [TWO["ask"], TWO["n"]]]),
        json.dumps({"ask": {"0": ONE["ask"], "1": TWO["ask"]}, "n": {"0": 1, "1": TWO["n"]}}),
    ],
)
def test_records_are_found_however_the_file_holds_them(text: str) -> None:
    assert values(text) == [ONE, TWO]


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ({"ask": ["a", "b"], "n": [1, 2]}, [{"ask": "a", "n": 1}, {"ask": "b", "n": 2}]),
        ({"ask": {"x": "a", "y": "b"}, "n": {"x": 1, "y": 2}}, [{"ask": "a", "n": 1}, {"ask": "b", "n": 2}]),
        ({"ask": ["a", "b"], "n": [1]}, [{"ask": ["a", "b"], "n": [1]}]),
        ({"ask": [{"role": "x"}], "n": [{"role": "y"}]}, [{"ask": [{"role": "x"}], "n": [{"role": "y"}]}]),
        ([["Who may pay?", "bad"], ["Where?", "good"]], [{"column 1": "Who may pay?", "column 2": "bad"}, None]),
        ([["ask", "n"], ["Who?", 1]], [{"ask": "Who?", "n": 1}]),
    ],
)
def test_data_frames_are_read_by_column_and_rows_without_a_heading_keep_the_first(
    value: object, wanted: list[object]
) -> None:
    found = values(json.dumps(value))
    assert len(found) == len(wanted) and found[0] == wanted[0]


def test_the_id_of_what_wraps_a_record_or_names_it_is_kept() -> None:
    hits = {"hits": {"total": 2, "hits": [{"_id": "a", "_source": ONE}, {"_id": "b", "_source": TWO}]}}
    assert [one["id"] for one in values(json.dumps(hits))] == ["a", "b"]
    assert [one["id"] for one in values(json.dumps({"x/1": ONE, "x/2": TWO}))] == ["x/1", "x/2"]


def test_lists_of_one_name_are_read_one_after_the_other() -> None:
    assert values(json.dumps({"a": {"messages": [ONE]}, "b": {"messages": [TWO], "other": []}})) == [ONE, TWO]


def test_each_record_has_its_line_and_its_place_in_the_list() -> None:
    found, _ = read('{"meta": {\n}, "runs":\n[{"ask": 1},\n\n {"ask":\n2}\n]}\n{"ask": 3}')
    assert [(one.value["ask"], one.line, one.index) for one in found] == [(1, 3, 0), (2, 5, 1), (3, 8, None)]


def test_what_an_envelope_says_of_all_is_kept_beside_each() -> None:
    found, _ = read('{"config": "hybrid", "k": 5, "outputs": [{"ask": 1}]}')
    assert found[0].around == {"config": "hybrid", "k": 5}


@pytest.mark.parametrize(
    ("text", "kept", "place", "title"),
    [
        ('{"ask": 1}\n{"ask": \n{"ask": 3}\n', [1, 3], "f:2", "cut off, or not JSON"),
        ('{"ask": 1}\n{"ask": "x\n{"ask": 3}\n', [1, 3], "f:2:11", "not JSON"),
        ('[{"ask": 1}, {"ask": tru}, {"ask": 3}]', [1, 3], "f:1:22 ([1])", "not JSON"),
        ('[\n  {"ask": 1},\n  {"ask": 2,\n  {"ask": 3}\n]', [1, 3], "f:3 ([1])", "not JSON"),
        ('{"data": [{"ask": 1},\n{"ask": 3},\n{"as', [1, 3], "f:3 ([2])", "cut off"),
        ('{"data": [{"ask": 1},\n{"ask": 3}\n', [1, 3], "f:1", "the file ends before the list does"),
        ('{"ask": 1}\nask,rating\n{"ask": 3}', [1, 3], "f:2:1", "not JSON"),
        ('{"ask": 1}\n"text"\n{"ask": 3}', [1, 3], "f:2", "not a JSON object"),
        ('{"ask": 1}\n' + "[" * 90_000 + '\n{"ask": 3}', [1, 3], "f:2 ([0])", "nested too deeply"),
        ('{"ask": 1}\n{"ask": ' + "9" * 5000 + '}\n{"ask": 3}', [1, 3], "f:2", "not JSON"),
    ],
)
def test_what_is_broken_is_told_where_it_begins_and_the_rest_is_read(
    text: str, kept: list[int], place: str, title: str
) -> None:
    found, problems = read(text)
    assert [one.value["ask"] for one in found] == kept
    assert [(str(one.place), one.title[: len(title)]) for one in problems] == [(place, title)]


def test_a_doubled_key_and_what_is_no_number_are_said() -> None:
    found, _ = read('{"ask": 1, "x": {"y": 1, "y": 2}}\n{"ask": NaN}\n{"ask": 3}')
    assert [(one.doubled, one.unreal) for one in found] == [("y", ""), ("", "NaN"), ("", "")]


@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers() | st.none() | st.lists(st.text()))), st.data())
def test_any_records_come_back_whatever_stands_between_them_and_however_they_are_cut(
    records: list[dict[str, object]], data: st.DataObject
) -> None:
    records = [{"ask": 0, **one} for one in records]
    indent = data.draw(st.sampled_from([None, 0, 2]))
    between = data.draw(st.sampled_from(["\n", "", " ", "\r\n\r\n", ",\n"]))
    text = between.join(json.dumps(one, indent=indent, ensure_ascii=False) for one in records)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "_BLOCK", data.draw(st.integers(1, 40)))
        assert values(text) == records
        assert values(f"[{text if ',' in between else ','.join(map(json.dumps, records))}]") == records


def test_an_envelope_larger_than_a_record_may_be_is_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "LONGEST", 2000)
    monkeypatch.setattr(json_stream, "_BLOCK", 100)
    assert len(values(json.dumps({"meta": 1, "results": [ONE] * 500}))) == 500
    found, problems = read(json.dumps(ONE) + "\n" + json.dumps({"ask": "x" * 9000}) + "\n" + json.dumps(TWO))
    assert [one.value for one in found] == [ONE, TWO]
    assert [one.place.line for one in problems] == [2]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp932", "gb18030", "utf-32"])
def test_the_encoding_is_told_and_said(tmp_path: Path, encoding: str) -> None:
    record = {
        "ask": "契約を途中で解約する方法は。返金はいつですか。"
        if encoding != "gb18030"
        else "如何取消订阅？退款需要多久？"
    }
    path = tmp_path / "a.json"
    path.write_bytes(json.dumps(record, ensure_ascii=False).encode(encoding))
    with file_text(path) as (text, found):
        assert [one.value for one in json_records(text, path, SHAPE, pytest.fail)] == [record]
    assert bool(found.note) == (not encoding.startswith("utf-8"))


def test_equal_faults_are_told_once_with_their_count_and_the_first_place() -> None:
    faults = FaultLog(3)
    for line in range(5):
        faults.add(Problem(f"not JSON at column {line}", FilePlace(Path("f"), line, field=f"[{line}]")))
    faults.add(Problem("no `a`", FilePlace(Path("f"), 7)))
    faults.add(Problem("no `b`", FilePlace(Path("f"), 8)))
    faults.add(Problem("no `c`", FilePlace(Path("f"), 9)))
    assert [(one.place.line, one.count) for one in faults.problems] == [(0, 5), (7, 1), (8, 1)]
    assert faults.count == 8


@pytest.mark.parametrize(
    "text",
    ["[" * 300_000, "[\n" * 50_000, '{"data":' * 50_000, '{"ask":\n' * 20_000, '{"data":[' * 20_000, '"' * 20_000],
)
def test_what_is_nested_beyond_reason_is_given_up_and_told(text: str) -> None:
    found, problems = read(text)
    assert found == []
    assert problems
