"""What a file of outputs says, and what is kept out of it."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ragtriage.disk import json_stream
from ragtriage.errors import RunError
from ragtriage.runs.model import Citation, Output, Passage
from ragtriage.runs.reading import OutputsReading, read_outputs

TEXTS = {"kb/a": "0123456789", "kb/ü": "äöü€😀 end"}


def line(**fields: Any) -> dict[str, Any]:
    return {"case_id": "c1", "config": "hybrid", "snapshot": "s1"} | fields


def read(tmp_path: Path, *records: dict[str, Any] | bytes, **options: Any) -> OutputsReading:
    path = tmp_path / "outputs.jsonl"
    path.write_bytes(b"\n".join(r if isinstance(r, bytes) else json.dumps(r).encode() for r in records) + b"\n")
    return read_outputs(path, lambda snapshot, doc_id: TEXTS.get(doc_id) if snapshot == "s1" else None, **options)


def read_one(tmp_path: Path, **fields: Any) -> Output:
    reading = read(tmp_path, line(**fields))
    assert reading.problems == []
    (outputs,) = reading.outputs.values()
    return outputs[0]


def problem_of(tmp_path: Path, **fields: Any) -> str:
    reading = read(tmp_path, line(**fields), line(case_id="good"))
    assert [o.case_id for o in reading.outputs["hybrid", "s1"]] == ["good"], "the rest goes on"
    (problem,) = reading.problems
    assert problem.place.line == 1
    return f"{problem.place.field}: {problem.title}"


class TestWhatIsSaid:
    def test_a_missing_field_and_a_null_are_unknown_and_nothing_is_guessed(self, tmp_path: Path) -> None:
        fields = ("candidates", "context", "answer", "citations", "refused", "error", "latency_ms", "tokens")
        assert read_one(tmp_path) == Output("c1")
        assert read_one(tmp_path, **dict.fromkeys(fields), cost_usd=None, repeat=None) == Output("c1")

    def test_an_empty_list_is_known_to_be_empty(self, tmp_path: Path) -> None:
        output = read_one(tmp_path, candidates=[], context=[], citations=[])
        assert (output.candidates, output.context, output.citations) == ((), (), ())

    def test_a_number_in_quotes_is_that_number(self, tmp_path: Path) -> None:
        hit = {"doc_id": "kb/a", "text": "t", "score": "0.5", "start": "0", "end": "1"}
        (passage,) = read_one(tmp_path, hits=[hit]).candidates or ()
        assert (passage.score, passage.start, passage.end) == (0.5, 0, 1)

    def test_hits_are_candidates(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, hits=[{"doc_id": "kb/a", "text": "t"}]).candidates == (Passage("kb/a", "t"),)
        assert problem_of(tmp_path, hits=[], candidates=[]) == "hits: both `candidates` and `hits`"

    @pytest.mark.parametrize(
        ("field", "value", "refused"),
        [
            ("refused", True, True),
            ("refused", False, False),
            ("declined", True, True),
            ("declined", False, False),
            ("no_answer", True, True),
            ("no_answer", False, False),
            ("answered", False, True),
            ("answered", True, False),
        ],
    )
    def test_a_run_says_in_several_ways_whether_it_declined(
        self, tmp_path: Path, field: str, value: bool, refused: bool
    ) -> None:
        assert read_one(tmp_path, **{field: value}).refused is refused
        assert field not in read(tmp_path, line(**{field: value})).unread
        assert read_one(tmp_path, refused=refused, **{field: value} if field != "refused" else {}).refused is refused

    @pytest.mark.parametrize("value", [None, 0, "2026-11-30", "I do not know", []])
    def test_another_tools_field_of_such_a_name_is_not_read_and_said_to_be(self, tmp_path: Path, value: object) -> None:
        reading = read(tmp_path, line(answered=value, no_answer=value))
        assert reading.outputs["hybrid", "s1"][0].refused is None
        assert set(reading.unread) == {"answered", "no_answer"}

    @pytest.mark.parametrize("other", [{"declined": False}, {"no_answer": False}, {"answered": True}])
    def test_two_that_say_the_opposite_are_told(self, tmp_path: Path, other: dict[str, bool]) -> None:
        (name, value), *_ = other.items()
        said = f"{name}: `refused: true` and `{name}: {str(value).lower()}` say the opposite"
        assert problem_of(tmp_path, refused=True, **other) == said

    def test_a_candidate_without_text_gets_it_from_the_document_by_code_points(self, tmp_path: Path) -> None:
        output = read_one(tmp_path, candidates=[{"doc_id": "kb/ü", "start": 3, "end": 5}])
        assert output.candidates == (Passage("kb/ü", "€😀", start=3, end=5),)

    def test_a_candidate_of_an_unknown_document_keeps_its_place_without_a_text(self, tmp_path: Path) -> None:
        output = read_one(tmp_path, candidates=[{"doc_id": "gone", "start": 3, "end": 5}])
        assert output.candidates == (Passage("gone", "", start=3, end=5, textless=True),)

    def test_a_passage_that_names_a_document_alone_is_another_thing_than_an_empty_text(self, tmp_path: Path) -> None:
        output = read_one(tmp_path, hits=[{"doc_id": "kb/a"}, {"doc_id": 7, "text": ""}], context=[{"doc_id": "kb/b"}])
        assert output.candidates == (Passage("kb/a", "", textless=True), Passage("7", ""))
        assert output.context == (Passage("kb/b", "", textless=True),)
        assert [one.whole_document for one in output.candidates] == [True, False]

    def test_context_entries_by_chunk_id_are_candidates(self, tmp_path: Path) -> None:
        hits = [{"doc_id": "kb/a", "chunk_id": "k1", "text": "t", "score": 2}, {"doc_id": "kb/a", "text": "u"}]
        for entry in ("k1", {"chunk_id": "k1"}):
            assert read_one(tmp_path, hits=hits, context=[entry]).context == (Passage("kb/a", "t", "k1", 2.0),)

    def test_a_context_entry_with_offsets_is_the_part_of_the_document_that_was_placed(self, tmp_path: Path) -> None:
        hits = [{"doc_id": "kb/a", "chunk_id": "k1", "text": "234567", "start": 2, "end": 8}]
        inside = {"chunk_id": "k1", "start": 3, "end": 5}
        wider = {"chunk_id": "k1", "start": 0, "end": 9}
        other = {"doc_id": "kb/a", "start": 8, "end": 10}
        context = read_one(tmp_path, hits=hits, context=[inside, wider, other]).context
        assert context == (
            Passage("kb/a", "34", "k1", start=3, end=5),
            Passage("kb/a", "012345678", "k1", start=0, end=9),
            Passage("kb/a", "89", start=8, end=10),
        )

    def test_offsets_of_a_candidate_that_was_reworded_are_cut_from_the_document(self, tmp_path: Path) -> None:
        hits = [{"doc_id": "kb/a", "chunk_id": "k1", "text": "HEADING 2345", "start": 2, "end": 6}]
        context = read_one(tmp_path, hits=hits, context=[{"chunk_id": "k1", "start": 3, "end": 5}]).context
        assert context is not None
        assert context[0].text == "34"

    def test_citations_are_plain_ids_or_objects(self, tmp_path: Path) -> None:
        output = read_one(tmp_path, citations=["kb/a", 17, {"chunk_id": "k1", "doc_id": "kb/a", "span": [1, 4]}])
        assert output.citations == (Citation("kb/a"), Citation("17"), Citation("", "k1", "kb/a", (1, 4)))

    def test_measures_are_kept(self, tmp_path: Path) -> None:
        output = read_one(tmp_path, latency_ms=812, tokens={"prompt": 3, "completion": None}, cost_usd=0.5, repeat=2)
        assert (output.latency_ms, output.tokens, output.cost_usd, output.repeat) == (812.0, {"prompt": 3}, 0.5, 2)

    def test_one_file_may_hold_several_configurations_and_repeats(self, tmp_path: Path) -> None:
        reading = read(tmp_path, line(), line(config="other"), line(snapshot="s2"), line(repeat=1))
        assert {run: len(outputs) for run, outputs in reading.outputs.items()} == {
            ("hybrid", "s1"): 2,
            ("other", "s1"): 1,
            ("hybrid", "s2"): 1,
        }

    def test_the_snapshot_can_be_overridden(self, tmp_path: Path) -> None:
        reading = read(tmp_path, line(), {"case_id": "c2", "config": "hybrid"}, snapshot_override="s9")
        assert [o.case_id for o in reading.outputs["hybrid", "s9"]] == ["c1", "c2"]

    def test_a_text_that_many_outputs_share_is_in_memory_once(self, tmp_path: Path) -> None:
        hits = [{"doc_id": "kb/a", "text": "a long passage"}]
        reading = read(tmp_path, line(hits=hits), line(case_id="c2", hits=hits))
        one, two = (output.candidates for output in reading.outputs["hybrid", "s1"])
        assert one and two and one[0].text is two[0].text


class TestWhatIsKeptOut:
    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({"case_id": None}, "case_id: no `case_id`"),
            ({"case_id": ""}, "case_id: no `case_id`"),
            ({"case_id": [7]}, "case_id: expected text, found a list"),
            ({"config": None}, "config: no `config`"),
            ({"config": "a\x1b[2J"}, "config: `config` is empty, too long, or holds control characters"),
            ({"config": "x" * 201}, "config: `config` is empty, too long, or holds control characters"),
            ({"snapshot": None}, "snapshot: no `snapshot`"),
            ({"snapshot": ["s1"]}, "snapshot: expected text, found a list"),
            ({"answer": 12}, "answer: expected text, found a number"),
            ({"refused": "no"}, "refused: expected true or false, found text"),
            ({"refused": 0}, "refused: expected true or false, found a number"),
            ({"latency_ms": "12 ms"}, "latency_ms: expected a number, found text"),
            ({"latency_ms": -1}, "latency_ms: cannot be negative: -1.0"),
            ({"cost_usd": True}, "cost_usd: expected a number, found true"),
            ({"repeat": 1.5}, "repeat: expected a whole number, not negative; found 1.5"),
            ({"repeat": -1}, "repeat: expected a whole number, not negative; found -1"),
            ({"tokens": 12}, "tokens: expected an object of counts, found a number"),
            ({"tokens": {"prompt": "x"}}, "tokens.prompt: expected a number, found text"),
            ({"candidates": {}}, "candidates: expected a list, found an object"),
            ({"hits": ["a"]}, "hits[0]: expected an object, found text"),
            ({"hits": [{"score": 1}]}, "hits[0]: neither `doc_id` nor `text`"),
            ({"hits": [{"doc_id": "a", "score": "1st"}]}, "hits[0].score: expected a number, found text"),
            ({"hits": [{"doc_id": "a", "start": 1}]}, "hits[0]: `start` and `end` go together"),
            ({"hits": [{"doc_id": "a", "start": 4, "end": 3}]}, "hits[0]: `start` is 4, past `end`, 3"),
            (
                {"hits": [{"doc_id": "kb/a", "start": 4, "end": 11}]},
                "hits[0]: `end` is 11, and the document has 10 characters",
            ),
            ({"context": ["k9"]}, "context[0]: chunk `k9` is not among the candidates"),
            ({"context": [{}]}, "context[0]: nothing says what stood there"),
            (
                {"context": [{"doc_id": "gone", "start": 1, "end": 2}]},
                "context[0]: its text is unknown: the snapshot has no document `gone`",
            ),
            ({"context": [3]}, "context[0]: expected an object or a chunk id, found a number"),
            ({"citations": "k1"}, "citations: expected a list, found text"),
            ({"citations": [{}]}, "citations[0]: a citation without `chunk_id`, `doc_id` or `id`"),
            (
                {"citations": [{"doc_id": "a", "span": [2]}]},
                "citations[0]: `span` must be [start, end], in code points",
            ),
        ],
    )
    def test_a_wrong_field_is_named_with_its_line(self, tmp_path: Path, fields: dict[str, Any], expected: str) -> None:
        assert problem_of(tmp_path, **fields) == expected

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1" * 400, "1" * 5000])
    def test_a_number_that_is_none_is_a_problem(self, tmp_path: Path, number: str) -> None:
        bad = json.dumps(line(latency_ms=0)).replace('"latency_ms": 0', f'"latency_ms": {number}').encode()
        reading = read(tmp_path, line(case_id="c2"), bad, line(case_id="c3"))
        assert [problem.place.line for problem in reading.problems] == [2]
        assert len(reading.outputs["hybrid", "s1"]) == 2

    @pytest.mark.parametrize(
        ("bad", "title"),
        [
            (b'{"case_id": "c1"', "not JSON"),
            (b"[1]", "not a JSON object"),
            (b'"text"', "not a JSON object"),
            (b'{"case_id": "\xff"}', "no `config`"),
            (b"[" * 200_000, "nested too deeply"),
            (b'{"a":' * 200_000, "nested too deeply"),
            (b"\x00\x00", "not JSON"),
        ],
    )
    def test_a_line_that_is_no_object_is_a_problem(self, tmp_path: Path, bad: bytes, title: str) -> None:
        reading = read(tmp_path, line(case_id="c2"), bad, b"", line(case_id="c3"))
        assert [(p.place.line, p.title.startswith(title)) for p in reading.problems] == [(2, True)]
        assert (len(reading.outputs["hybrid", "s1"]), reading.lines) == (2, 3)

    def test_the_second_output_for_a_case_and_repeat_is_kept_out(self, tmp_path: Path) -> None:
        reading = read(tmp_path, line(answer="first"), line(answer="second"), line(config="other"))
        assert [p.title for p in reading.problems] == ["case `c1`, repeat 0, stands in line 1 already"]
        assert [o.answer for o in reading.outputs["hybrid", "s1"]] == ["first"]

    def test_a_last_line_that_was_cut_off_loses_nothing_else(self, tmp_path: Path) -> None:
        path = tmp_path / "cut.jsonl"
        path.write_text(json.dumps(line()) + "\n" + json.dumps(line(case_id="c2"))[:-9])
        reading = read_outputs(path, lambda snapshot, doc_id: None)
        assert [(p.place.line, p.title[:20]) for p in reading.problems] == [(2, "cut off, or not JSON")]
        assert len(reading.outputs["hybrid", "s1"]) == 1

    def test_a_line_too_long_is_skipped_and_the_next_is_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(json_stream, "LONGEST", 1000)
        monkeypatch.setattr(json_stream, "_BLOCK", 100)
        reading = read(tmp_path, line(answer="x" * 5000), line(case_id="fits"), line(answer="y" * 9000), line())
        assert [problem.place.line for problem in reading.problems] == [1]
        assert reading.problem_count == 2
        assert [o.case_id for o in reading.outputs["hybrid", "s1"]] == ["fits", "c1"]

    def test_the_limit_is_64_mebibytes_a_record(self) -> None:
        assert json_stream.LONGEST == 64 * 2**20

    def test_bad_lines_without_end_are_counted_and_told_once(self, tmp_path: Path) -> None:
        reading = read(tmp_path, *[b"x"] * 1500)
        assert (reading.problem_count, reading.lines) == (1500, 1500)
        assert [(p.place.line, p.count) for p in reading.problems] == [(1, 1500)], "the same fault, told once"

    def test_lone_surrogates_become_a_visible_sign(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, answer="a\ud800b").answer == "a�b"

    def test_a_misspelt_case_id_is_guessed_at_in_the_message_only(self, tmp_path: Path) -> None:
        reading = read(tmp_path, {"caseid": "c1", "config": "hybrid", "snapshot": "s1"})
        assert reading.problems[0].next_step == "is `caseid` meant?"


class TestFiles:
    def test_gzip_is_told_by_the_content_whatever_the_name(self, tmp_path: Path) -> None:
        path = tmp_path / "outputs.jsonl"
        path.write_bytes(gzip.compress(json.dumps(line()).encode()))
        assert len(read_outputs(path, lambda snapshot, doc_id: None).outputs["hybrid", "s1"]) == 1

    @pytest.mark.parametrize("damage", [lambda b: b[: len(b) // 2], lambda b: b[:-4] + b"oops"])
    def test_a_damaged_gzip_file_gives_what_came_before(self, tmp_path: Path, damage: Any) -> None:
        lines = b"".join(
            json.dumps(line(case_id=f"c{n}", answer=str(hash(n) * n))).encode() + b"\n" for n in range(5000)
        )
        path = tmp_path / "outputs.jsonl.gz"
        path.write_bytes(damage(gzip.compress(lines)))
        reading = read_outputs(path, lambda snapshot, doc_id: None)
        assert 1000 < len(reading.outputs["hybrid", "s1"]) <= 5000
        assert "cut off or damaged" in reading.problems[-1].title

    def test_a_byte_order_mark_and_windows_line_ends_are_read(self, tmp_path: Path) -> None:
        path = tmp_path / "outputs.jsonl"
        path.write_bytes(b"\xef\xbb\xbf" + json.dumps(line()).encode() + b"\r\n\r\n")
        reading = read_outputs(path, lambda snapshot, doc_id: None)
        assert (len(reading.outputs), reading.problems) == (1, [])

    def test_a_git_lfs_pointer_is_said_with_what_to_do(self, tmp_path: Path) -> None:
        path = tmp_path / "outputs.jsonl"
        path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
        with pytest.raises(RunError) as caught:
            read_outputs(path, lambda snapshot, doc_id: None)
        assert "git lfs pull" in caught.value.next_step

    @pytest.mark.parametrize("name", [".", "missing.jsonl", "missing/x.jsonl"])
    def test_a_file_that_cannot_be_opened_is_an_error(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(RunError):
            read_outputs(tmp_path / name, lambda snapshot, doc_id: None)

    def test_an_empty_file_holds_nothing(self, tmp_path: Path) -> None:
        assert read(tmp_path, b"").outputs == {}

    def test_progress_counts_bytes_to_the_end(self, tmp_path: Path) -> None:
        told: list[tuple[int, int]] = []
        read(
            tmp_path,
            *[line(case_id=f"c{n}") for n in range(200)],
            progress=lambda done, size: told.append((done, size)),
        )
        assert told == sorted(told)
        assert len(told) > 2
        assert told[-1][0] == told[-1][1] == (tmp_path / "outputs.jsonl").stat().st_size


def test_a_key_that_stands_twice_is_a_problem_of_its_line(tmp_path: Path) -> None:
    path = tmp_path / "outputs.jsonl"
    path.write_text('{"case_id": "a", "case_id": "b", "config": "c", "snapshot": "s", "answer": "x"}\n')
    reading = read_outputs(path, lambda snapshot, doc_id: None)
    assert reading.outputs == {}
    assert [(problem.title, problem.place.field) for problem in reading.problems] == [
        ("`case_id` stands there twice", "case_id")
    ]


@pytest.mark.parametrize(
    ("fields", "unread", "meant"),
    [
        ({"retrieved_contexts": ["t"]}, "retrieved_contexts", "candidates"),
        ({"source_documents": [{"page_content": "t"}]}, "source_documents", "candidates"),
        ({"nodes": [], "hits": [{"doc_id": "a"}]}, "nodes", None),
        ({"response": "t"}, "response", "answer"),
        ({"response": "t", "answer": "t"}, "response", None),
        ({"hits": [{"doc_id": "a", "page_content": "t"}]}, "hits[].page_content", "hits[].text"),
        ({"hits": [{"text": "t", "source": "a"}]}, "hits[].source", "hits[].doc_id"),
    ],
)
def test_what_other_tools_call_a_field_is_offered(
    fields: dict[str, Any], unread: str, meant: str | None, tmp_path: Path
) -> None:
    assert read(tmp_path, line(**fields)).unread[unread].meant == meant


@pytest.mark.parametrize(
    ("fields", "told", "step"),
    [
        ({"case_id": None, "id": "c"}, "no `case_id`", "is `id` meant?"),
        ({"case_id": None, "config": None}, "neither `case_id` nor `config`", "`case_id`, `config`, `candidates`"),
        ({"hits": ["A text that was found."]}, "expected an object, found text", '{"text": '),
        ({"context": ["A text that was placed there."]}, "found a text", '{"text": '),
    ],
)
def test_a_record_of_another_tool_is_told_with_what_to_do(
    fields: dict[str, Any], told: str, step: str, tmp_path: Path
) -> None:
    (problem,) = read(tmp_path, line(**fields)).problems
    assert told in problem.title and step in (problem.next_step or "")
