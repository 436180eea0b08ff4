"""One way to write an output: what is written reads back the same, and hashes the same everywhere."""

import gzip
import hashlib
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.runs.canonical import EncodedRun, in_order, output_hash, record_of, run_id
from ragtriage.runs.files import file_name
from ragtriage.runs.model import Citation, Output, Passage
from ragtriage.runs.reading import read_outputs

ids = st.text(min_size=1, max_size=8).filter(str.strip)
texts = st.text(max_size=20)
amounts = st.none() | st.floats(0, 1e9)


@st.composite
def passages(draw: st.DrawFn) -> Passage:
    start, end = draw(st.just((None, None)) | st.tuples(st.integers(0, 50), st.integers(50, 99)))
    score = draw(st.none() | st.floats(allow_nan=False, allow_infinity=False))
    textless = start is None and draw(st.booleans())
    text = "" if textless else draw(texts)
    return Passage(draw(ids), text, draw(st.sampled_from(["", "k1", "k2", "ü\x00"])), score, start, end, textless)


citations = st.builds(Citation, id=ids) | st.builds(
    Citation, chunk_id=ids, doc_id=texts, span=st.none() | st.tuples(st.integers(0, 9), st.integers(9, 99))
)


@st.composite
def outputs(draw: st.DrawFn) -> Output:
    candidates = draw(st.none() | st.lists(passages(), max_size=4).map(tuple))
    placed = passages() | st.sampled_from(candidates) if candidates else passages()
    return Output(
        case_id=draw(ids),
        candidates=candidates,
        context=draw(st.none() | st.lists(placed, max_size=4).map(tuple)),
        answer=draw(st.none() | texts),
        citations=draw(st.none() | st.lists(citations, max_size=3).map(tuple)),
        refused=draw(st.none() | st.booleans()),
        error=draw(st.none() | st.text(min_size=1, max_size=9)),
        latency_ms=draw(amounts),
        tokens=draw(st.none() | st.dictionaries(texts, st.integers(0, 2**53), max_size=2)),
        cost_usd=draw(amounts),
        trace_url=draw(st.none() | texts),
        repeat=draw(st.integers(0, 3)),
    )


def encoded_run(config: str, snapshot: str, ordered: list[Output]) -> EncodedRun:
    run = EncodedRun(config, snapshot)
    for output in ordered:
        run.add(record_of(output))
    assert run.hashes == [output_hash(output) for output in ordered]
    return run


def lines(config: str, snapshot: str, ordered: list[Output]) -> list[bytes]:
    with closing(encoded_run(config, snapshot, ordered)) as run:
        content = [*run.content()]
        assert hashlib.sha256(b"".join(content)).hexdigest() == run.sha256 and [*run.content()] == content
        return content


def outputs_sha256(config: str, snapshot: str, ordered: list[Output]) -> str:
    with closing(encoded_run(config, snapshot, ordered)) as run:
        return run.sha256


runs = st.lists(outputs(), min_size=1, max_size=4, unique_by=lambda output: (output.case_id, output.repeat))


@given(runs, st.booleans())
@settings(max_examples=80, deadline=None)
def test_reading_what_was_written_gives_the_same_outputs(run: list[Output], packed: bool) -> None:
    content = b"".join(lines("config", "snapshot", run))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.jsonl"
        path.write_bytes(gzip.compress(content) if packed else content)
        reading = read_outputs(path, lambda snapshot, doc_id: None)
    assert reading.problems == []
    assert reading.outputs == {("config", "snapshot"): run}


@given(runs, st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_the_hash_does_not_depend_on_the_order_of_the_file(run: list[Output], random: "st.random.Random") -> None:
    shuffled = list(run)
    random.shuffle(shuffled)
    assert outputs_sha256("c", "s", in_order(shuffled)) == outputs_sha256("c", "s", in_order(run))


def test_a_known_output_has_its_known_line_and_hash() -> None:
    passage = Passage("kb/a", "Zeile\n€", "kb/a#0", 8, 0, 7)
    output = Output(
        "c1", (passage,), (passage,), "ja", (Citation("kb/a"),), False, None, 12, {"b": 2, "a": 1}, repeat=1
    )
    assert b"".join(lines("c", "s", [output])).decode() == (
        '{"config":"c","snapshot":"s","case_id":"c1","repeat":1,"candidates":[{"doc_id":"kb/a","text":"Zeile\\n€",'
        '"chunk_id":"kb/a#0","score":8.0,"start":0,"end":7}],"context":[{"chunk_id":"kb/a#0"}],"citations":["kb/a"],'
        '"tokens":{"a":1,"b":2},"answer":"ja","refused":false,"latency_ms":12.0}\n'
    )
    assert run_id("c", "s", outputs_sha256("c", "s", [output])) == "c@s#273919cb"  # by sha256sum


def test_whole_numbers_and_floats_that_are_equal_hash_alike() -> None:
    output = Output("c1", (Passage("a", "t", score=8),), latency_ms=3)
    assert output_hash(output) == output_hash(Output("c1", (Passage("a", "t", score=8.0),), latency_ms=3.0))


def test_a_changed_answer_changes_the_hash() -> None:
    output = Output("c1", answer="yes")
    assert output_hash(output) != output_hash(replace(output, answer="no"))


class TestFileNames:
    def test_an_ordinary_id_is_its_own_name(self) -> None:
        assert file_name("hybrid-rerank@2026-11-01#9f31c2aa") == "hybrid-rerank@2026-11-01#9f31c2aa"

    @given(st.text(min_size=1, max_size=300), st.text(min_size=1, max_size=300))
    @settings(max_examples=100)
    def test_no_name_leaves_the_folder_hides_or_stands_for_two_runs(self, one: str, other: str) -> None:
        name = file_name(one)
        assert name.isascii() and name.isprintable()
        assert not set(name) & set('/\\ :*?"<>|')
        assert not name.startswith(".")
        assert len(name) <= 200
        assert (name == file_name(other)) == (one == other)

    def test_traversal_is_spelt_out(self) -> None:
        assert file_name("../../etc/passwd@s#0") == "%2E.%2F..%2Fetc%2Fpasswd@s#0"
        assert file_name("a b/ü@s#0") == "a%20b%2F%C3%BC@s#0"

    def test_an_escaped_name_and_its_original_differ(self) -> None:
        assert file_name("a/b") != file_name("a%2Fb")
