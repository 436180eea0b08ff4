"""Files of outputs into the store: once, whole, and on a snapshot that there is."""

import json
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ragtriage.errors import RunError, UsageError
from ragtriage.runs.importing import RunImport, import_file
from ragtriage.runs.reading import MAX_UNREAD
from ragtriage.runs.store import RunStore

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "openshift-docs"


def record(case: int, **fields: Any) -> dict[str, Any]:
    hits = [{"doc_id": "kb/a", "chunk_id": f"kb/a#{n}", "text": f"passage {n}", "score": 9 - n} for n in range(5)]
    whole = {"case_id": f"c{case}", "config": "hybrid", "snapshot": "docs-1", "hits": hits, "context": ["kb/a#0"]}
    return whole | {"answer": f"answer {case}"} | fields


def write(path: Path, *records: dict[str, Any] | str) -> Path:
    path.write_text("".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in records))
    return path


def bring_in(path: Path, store: RunStore, **options: Any) -> RunImport:
    return import_file(path, store, ["docs-1", "docs-2"], lambda snapshot, doc_id: None, **options)


def test_importing_a_file_twice_adds_nothing(tmp_path: Path, store: RunStore) -> None:
    path = write(tmp_path / "nightly.jsonl", *map(record, range(20)))
    first, second = bring_in(path, store), bring_in(path, store)
    assert [(len(r.added), len(r.present), r.outputs, r.lines) for r in (first, second)] == [
        (1, 0, 20, 20),
        (0, 1, 20, 20),
    ]
    assert second.present == first.added == tuple(store.runs())
    assert first.added[0].manifest["source"] == "nightly.jsonl", "a name, not a path of this machine"


def test_the_order_of_the_lines_makes_no_other_run(tmp_path: Path, store: RunStore) -> None:
    bring_in(write(tmp_path / "a.jsonl", *map(record, range(9))), store)
    assert bring_in(write(tmp_path / "b.jsonl", *map(record, reversed(range(9)))), store).added == ()


def test_each_configuration_and_snapshot_of_a_file_is_a_run(tmp_path: Path, store: RunStore) -> None:
    records = [record(0), record(0, config="bm25"), record(0, snapshot="docs-2"), record(1)]
    report = bring_in(write(tmp_path / "a.jsonl", *records), store)
    assert Counter((run.config, run.snapshot, run.outputs) for run in report.added) == Counter(
        [("hybrid", "docs-1", 2), ("bm25", "docs-1", 1), ("hybrid", "docs-2", 1)]
    )


def test_bad_lines_are_kept_out_and_the_rest_is_a_run(tmp_path: Path, store: RunStore) -> None:
    path = write(tmp_path / "a.jsonl", record(0), "{", record(1, latency_ms=float("nan")), record(0), record(2))
    report = bring_in(path, store)
    assert [(p.place.path, p.place.line) for p in report.problems] == [(path, 2), (path, 3), (path, 4)]
    assert (report.problem_count, report.outputs, report.lines) == (3, 2, 5)
    assert store.case_ids(report.added[0].id) == ["c0", "c2"]


def test_a_file_of_nothing_but_problems_adds_no_run(tmp_path: Path, store: RunStore) -> None:
    report = bring_in(write(tmp_path / "a.jsonl", "{", "[1]"), store)
    assert (report.added, report.problem_count, store.runs()) == ((), 2, [])


class TestFieldsThatNothingReads:
    def test_each_is_counted_with_its_first_line_and_the_field_it_looks_like(
        self, tmp_path: Path, store: RunStore
    ) -> None:
        slip = {**record(1), "candidats": [], "harness": {"v": 2}}
        own = {"case_id": "c2", "config": "hybrid", "snapshot": "docs-1", "candidats": [], "harness": 3}
        report = bring_in(write(tmp_path / "a.jsonl", record(0), own, slip), store)
        found = {one.field: (one.lines, one.first_line, one.meant) for one in report.unread}
        assert found == {"candidats": (2, 2, "candidates"), "harness": (2, 2, None)}
        assert (report.outputs, report.problem_count) == (3, 0), "a note keeps no line out"

    def test_so_is_one_of_a_passage_or_a_citation(self, tmp_path: Path, store: RunStore) -> None:
        hits = [{"doc_id": "a", "text": "x"}, {"doc_id": "a", "chunkid": "a#1", "text": "x", "rank": 2}, "no object"]
        cited = [{"doc_id": "a", "spam": [0, 1]}]
        lines = [record(0, hits=hits[:2], citations=cited), record(1, hits=hits[:2]), record(2, hits=hits)]
        report = bring_in(write(tmp_path / "a.jsonl", *lines), store)
        found = {one.field: (one.lines, one.meant) for one in report.unread}
        assert found == {
            "hits[].chunkid": (3, "hits[].chunk_id"),
            "hits[].rank": (3, None),
            "citations[].spam": (1, "citations[].span"),
        }

    def test_a_field_is_not_taken_for_one_that_stands_beside_it(self, tmp_path: Path, store: RunStore) -> None:
        (one,) = bring_in(write(tmp_path / "a.jsonl", record(0, context_s=[1])), store).unread
        assert (one.field, one.meant) == ("context_s", None)

    def test_counts_of_tokens_are_the_systems_own(self, tmp_path: Path, store: RunStore) -> None:
        assert bring_in(write(tmp_path / "a.jsonl", record(0, tokens={"reasoning": 9})), store).unread == ()

    def test_keys_that_are_data_do_not_fill_memory(self, tmp_path: Path, store: RunStore) -> None:
        lines = [record(n, **{f"{n}-{m}": 1 for m in range(50)}) for n in range(9)]
        report = bring_in(write(tmp_path / "a.jsonl", *lines), store)
        assert (len(report.unread), report.outputs) == (MAX_UNREAD, 9)


class TestSnapshots:
    def test_a_name_that_no_snapshot_bears_lists_those_there_are(self, tmp_path: Path, store: RunStore) -> None:
        path = write(tmp_path / "a.jsonl", record(0, snapshot="dosc-2"), record(1, snapshot="dosc-2"))
        with pytest.raises(UsageError) as caught:
            bring_in(path, store)
        assert caught.value.title == "no snapshot is called `dosc-2` (2 outputs)"
        assert caught.value.next_step == "did you mean `docs-2`? There are `docs-1`, `docs-2`"
        assert store.runs() == []

    def test_beside_runs_on_known_snapshots_it_is_a_problem(self, tmp_path: Path, store: RunStore) -> None:
        report = bring_in(write(tmp_path / "a.jsonl", record(0), record(1, snapshot="zzz")), store)
        assert [problem.title for problem in report.problems] == ["no snapshot is called `zzz` (1 outputs)"]
        assert report.problems[0].next_step.startswith("there are `docs-1`, `docs-2`")
        assert len(report.added) == 1

    def test_the_override_goes_for_every_line(self, tmp_path: Path, store: RunStore) -> None:
        report = bring_in(write(tmp_path / "a.jsonl", record(0, snapshot="zzz")), store, snapshot_override="docs-2")
        assert report.added[0].snapshot == "docs-2"

    def test_an_override_that_is_no_snapshot_is_an_error(self, tmp_path: Path, store: RunStore) -> None:
        with pytest.raises(UsageError, match="`docs-3`"):
            bring_in(write(tmp_path / "a.jsonl", record(0)), store, snapshot_override="docs-3")

    def test_without_snapshots_it_says_how_to_add_one(self, tmp_path: Path, store: RunStore) -> None:
        path = write(tmp_path / "a.jsonl", record(0))
        with pytest.raises(UsageError) as caught:
            import_file(path, store, [], lambda snapshot, doc_id: None)
        assert "ragtriage snapshot add" in caught.value.next_step


def test_a_missing_file_is_an_error(tmp_path: Path, store: RunStore) -> None:
    with pytest.raises(RunError):
        bring_in(tmp_path / "none.jsonl", store)


IMPORT = """
import sys
from pathlib import Path
from ragtriage.disk.database import connect
from ragtriage.runs.importing import import_file
from ragtriage.runs.store import RunStore
root = Path(sys.argv[1])
db = connect(root / ".ragtriage" / "index.db")
sys.stdin.readline()
report = import_file(root / "a.jsonl", RunStore(root, db), ["docs-1"], lambda snapshot, doc_id: None)
print(len(report.added) + len(report.present), report.problem_count)
db.close()
"""


def test_two_processes_importing_the_same_file_at_once_make_one_whole_run(
    tmp_path: Path, db: sqlite3.Connection, store: RunStore
) -> None:
    write(tmp_path / "a.jsonl", *map(record, range(800)))
    command = [sys.executable, "-c", IMPORT, str(tmp_path)]
    racers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    for racer in racers:
        assert racer.communicate(timeout=60) == ("1 0\n", "")
    (run,) = store.runs()
    assert sum(1 for _ in store.outputs(run.id)) == 800
    assert sorted(path.suffix for path in (tmp_path / "runs").iterdir()) == [".gz", ".yaml"]
    assert db.execute("SELECT count(*) FROM passages").fetchone()[0] == 5


@pytest.mark.skipif(not SHARED.is_dir(), reason="the development data is not here")
def test_real_runs_come_in_with_every_passage_as_the_document_has_it(tmp_path: Path, store: RunStore) -> None:
    texts: dict[tuple[str, str], str] = {}
    for path in SHARED.glob("corpus/*.jsonl"):
        for line in path.read_text().splitlines():
            document = json.loads(line)
            texts[path.stem, document["doc_id"]] = document["text"]
    snapshots = {snapshot for snapshot, _ in texts}
    for path in sorted(SHARED.glob("runs/*.jsonl")):
        report = import_file(path, store, snapshots, lambda snapshot, doc_id: texts.get((snapshot, doc_id)))
        assert (report.problem_count, report.outputs, len(report.added)) == (0, 144, 1)
        run = report.added[0]
        for output in store.outputs(run.id):
            assert output.candidates and output.context
            for passage in (*output.candidates, *output.context):
                assert passage.text == texts[run.snapshot, passage.doc_id][passage.start : passage.end]
    assert len(store.runs()) == 5


FORMS = {
    "a list": lambda records: json.dumps(records),
    "a list over lines": lambda records: json.dumps(records, indent=2),
    "an envelope": lambda records: json.dumps({"version": 2, "results": records}),
    "an envelope that says what they share": lambda records: json.dumps(
        {
            "config": "hybrid",
            "snapshot": "docs-1",
            "outputs": [{k: one[k] for k in one if k not in ("config", "snapshot")} for one in records],
        },
        indent=1,
    ),
    "one after the other": lambda records: "\n".join(json.dumps(one, indent=2) for one in records),
    "hits of a search engine": lambda records: json.dumps(
        {"hits": {"hits": [{"_id": "x", "_source": one} for one in records]}}
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_run_is_the_same_run_in_any_form_of_json(tmp_path: Path, store: RunStore, form: str, encoding: str) -> None:
    lines = bring_in(write(tmp_path / "a.jsonl", *map(record, range(5))), store)
    (tmp_path / "b.json").write_bytes(FORMS[form]([record(n) for n in range(5)]).encode(encoding))
    other = bring_in(tmp_path / "b.json", store)
    assert (other.present, other.problem_count, other.outputs) == (lines.added, 0, 5)


def test_equal_faults_are_told_once_with_their_index_and_id(tmp_path: Path, store: RunStore) -> None:
    bad = [{"case_id": f"c{n}", "config": "x", "snapshot": "docs-1", "answer": 5} for n in range(3000)]
    (tmp_path / "a.json").write_text(json.dumps({"meta": {}, "results": [record(1), *bad]}, indent=1))
    report = bring_in(tmp_path / "a.json", store)
    (problem,) = report.problems
    assert (report.outputs, report.problem_count, problem.count) == (1, 3000, 3000)
    assert problem.place.field == "[1] `c0` answer"


def test_numbers_as_ids_are_text(tmp_path: Path, store: RunStore) -> None:
    report = bring_in(write(tmp_path / "a.jsonl", record(1, case_id=7, context=None)), store)
    assert store.case_ids(report.added[0].id) == ["7"]


def test_outputs_with_neither_passages_nor_answers_are_said(tmp_path: Path, store: RunStore) -> None:
    bare = {"case_id": "c1", "config": "ragas", "snapshot": "docs-1", "retrieved_contexts": ["t"], "response": "a"}
    assert "nothing of it can be judged" in "".join(bring_in(write(tmp_path / "a.jsonl", bare), store).notes)
    assert bring_in(write(tmp_path / "b.jsonl", record(1)), store).notes == ()
