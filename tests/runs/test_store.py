"""Files are the truth, the index is quick: what is kept, found, missing, and made again."""

import gzip
import hashlib
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ragtriage.disk.database import connect
from ragtriage.errors import FileError, RunError, UsageError
from ragtriage.runs.canonical import output_hash
from ragtriage.runs.model import Citation, Output, Passage
from ragtriage.runs.store import RunStore

Answers = Callable[..., list[Output]]
NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


def on_another_machine(root: Path) -> RunStore:
    """The same files, under an index that knows nothing. The caller closes `db`."""
    return RunStore(root, connect(root / "elsewhere" / "index.db"))


class TestAdding:
    def test_what_was_added_comes_back_from_the_index_and_from_the_files(
        self, tmp_path: Path, store: RunStore, answers: Answers
    ) -> None:
        outputs = answers(400)
        run = store.add("hybrid", "docs-1", reversed(outputs), source="nightly.jsonl", k=1, parameters={"a": [1, "x"]})
        ordered = sorted(outputs, key=lambda output: output.case_id)
        assert list(store.outputs(run.id)) == ordered
        assert store.case_ids(run.id) == [output.case_id for output in ordered]
        assert store.output(run.id, "c7") == outputs[7]
        assert store.hashes(run.id)["c7", 0] == output_hash(outputs[7])
        other = on_another_machine(tmp_path)
        assert other.runs() == [run]
        assert list(other.outputs(run.id)) == ordered
        other._db.close()

    def test_the_id_is_configuration_snapshot_and_the_hash_of_the_unpacked_file(
        self, tmp_path: Path, store: RunStore, answers: Answers
    ) -> None:
        run = store.add("hybrid", "docs-1", answers())
        content = gzip.decompress((tmp_path / "runs" / f"{run.id}.jsonl.gz").read_bytes())
        assert run.id == f"hybrid@docs-1#{hashlib.sha256(content).hexdigest()[:8]}"

    def test_adding_twice_adds_nothing_and_keeps_the_first_time(
        self, tmp_path: Path, store: RunStore, answers: Answers
    ) -> None:
        first = store.add("hybrid", "docs-1", answers(), source="a", imported_at=NOW)
        before = {path: path.read_bytes() for path in (tmp_path / "runs").iterdir()}
        assert store.add("hybrid", "docs-1", answers(), source="b", imported_at=NOW + timedelta(days=1)) == first
        assert {path: path.read_bytes() for path in (tmp_path / "runs").iterdir()} == before

    def test_the_same_outputs_give_the_same_bytes(self, tmp_path: Path, store: RunStore, answers: Answers) -> None:
        run = store.add("hybrid", "docs-1", answers())
        path = tmp_path / "runs" / f"{run.id}.jsonl.gz"
        content = path.read_bytes()
        store.remove(run.id)
        store.add("hybrid", "docs-1", answers())
        assert path.read_bytes() == content

    def test_every_kind_of_unknown_survives(self, store: RunStore) -> None:
        outputs = [
            Output("a"),
            Output("b", (), (), "", (), None, repeat=1),
            Output("b", (Passage("d", ""),), None, "nul \x00 ü", (Citation("", "k", "d", (1, 2)),), True, "boom"),
            Output("c", context=(Passage("d", "t", "k", None, 1, 2),), tokens={"prompt": 3}, cost_usd=0.25),
        ]
        run = store.add("hybrid", "docs-1", outputs)
        assert list(store.outputs(run.id)) == sorted(outputs, key=lambda output: (output.case_id, output.repeat))

    def test_a_passage_is_kept_once(self, db: sqlite3.Connection, store: RunStore, answers: Answers) -> None:
        store.add("one", "docs-1", answers(50))
        store.add("two", "docs-1", answers(50))
        assert db.execute("SELECT count(*) FROM passages").fetchone()[0] == 2

    @pytest.mark.parametrize(
        ("outputs", "said"),
        [
            ([], "without outputs"),
            ([Output("a"), Output("a")], "two outputs for case `a`"),
            ([Output("")], "no `case_id`"),
            ([Output("a", latency_ms=float("nan"))], "not finite"),
            ([Output("a", citations=(Citation(),))], "a citation without"),
            ([Output("a", answer="\ud800")], "would not come back"),
        ],
    )
    def test_what_would_not_come_back_is_refused_and_nothing_kept(
        self, tmp_path: Path, store: RunStore, outputs: list[Output], said: str
    ) -> None:
        with pytest.raises(RunError, match=said):
            store.add("hybrid", "docs-1", outputs)
        assert not (tmp_path / "runs").exists()

    @pytest.mark.parametrize("config", ["", " ", "a\nb", "\x1b]52;c;\x07", "\ud800", "x" * 201])
    def test_a_configuration_without_a_decent_name_is_refused(
        self, store: RunStore, answers: Answers, config: str
    ) -> None:
        with pytest.raises(RunError, match="config"):
            store.add(config, "docs-1", answers())

    @pytest.mark.parametrize(
        "config", ["../../etc/passwd", "..", "/abs", "team/hybrid", "a@b#c", "NO", "naïve ü", "{}", "#x"]
    )
    def test_odd_names_stay_in_the_folder_and_come_back(
        self, tmp_path: Path, store: RunStore, answers: Answers, config: str
    ) -> None:
        run = store.add(config, "docs-1", answers(), source="we\udcffird.jsonl")
        assert (run.config, run.manifest["source"]) == (config, "we?ird.jsonl")
        assert len([path for path in tmp_path.rglob("*.jsonl.gz") if path.parent == tmp_path / "runs"]) == 1
        other = on_another_machine(tmp_path)
        assert other.runs() == [run]
        other._db.close()
        assert store.get(config) == run


class TestFinding:
    def test_a_run_is_found_by_id_configuration_hash_and_beginning(self, store: RunStore, answers: Answers) -> None:
        old = store.add("hybrid", "docs-1", answers(), imported_at=NOW)
        new = store.add("hybrid", "docs-2", answers(), imported_at=NOW + timedelta(hours=1))
        other = store.add("hybrid-rerank", "docs-1", answers(), imported_at=NOW)
        assert store.get(old.id) == old
        assert store.get("hybrid") == new
        assert store.get("hybrid@docs-1") == old
        assert store.get("hybrid-r") == other
        assert store.get(old.id[-9:]) == store.get(old.id[-8:]) == old

    def test_an_unknown_run_names_the_nearest(self, store: RunStore, answers: Answers) -> None:
        store.add("hybrid", "docs-1", answers())
        with pytest.raises(UsageError) as caught:
            store.get("hybird")
        assert caught.value.next_step == "did you mean `hybrid`?"
        with pytest.raises(UsageError):
            store.get("")

    def test_an_ambiguous_beginning_lists_what_it_could_be(self, store: RunStore, answers: Answers) -> None:
        runs = [store.add(config, "docs-1", answers()) for config in ("bm25-a", "bm25-b")]
        with pytest.raises(UsageError) as caught:
            store.get("bm25")
        assert all(run.id in caught.value.title for run in runs)

    def test_without_runs_it_says_so(self, store: RunStore) -> None:
        with pytest.raises(UsageError, match="no run is called"):
            store.get("hybrid")
        assert (store.runs(), store.latest("docs-1"), store.output("x", "c1"), store.case_ids("x")) == (
            [],
            {},
            None,
            [],
        )

    def test_the_latest_is_the_newest_import_of_each_configuration_on_the_snapshot(
        self, store: RunStore, answers: Answers
    ) -> None:
        store.add("hybrid", "docs-1", answers(said="old"), imported_at=NOW - timedelta(days=2))
        new = store.add("hybrid", "docs-1", answers(said="new"), imported_at=NOW - timedelta(days=1))
        store.add("hybrid", "docs-2", answers(), imported_at=NOW)
        other = store.add("bm25", "docs-1", answers(), imported_at=NOW - timedelta(days=40))
        assert store.latest("docs-1") == {"hybrid": new, "bm25": other}
        assert store.latest("docs-1", max_age_days=30, now=NOW) == {"hybrid": new}
        assert len(store.latest("docs-1", newest_per_configuration=False)) == 3

    def test_earlier_runs_are_those_imported_before_on_whichever_snapshot(
        self, store: RunStore, answers: Answers
    ) -> None:
        first = store.add("hybrid", "docs-1", answers(said="1"), imported_at=NOW)
        store.add("bm25", "docs-1", answers(), imported_at=NOW + timedelta(minutes=1))
        second = store.add("hybrid", "docs-2", answers(said="2"), imported_at=NOW + timedelta(minutes=2))
        third = store.add("hybrid", "docs-1", answers(said="3"), imported_at=NOW + timedelta(minutes=3))
        assert store.earlier(third, 8) == [second, first]
        assert store.earlier(third, 1) == [second]
        assert store.earlier(first, 8) == []

    def test_the_order_is_of_moments_not_of_spellings(self, tmp_path: Path, store: RunStore, answers: Answers) -> None:
        late = store.add("hybrid", "docs-1", answers(said="late"), imported_at=NOW)
        early = store.add("hybrid", "docs-1", answers(said="early"), imported_at=NOW + timedelta(hours=1))
        path = tmp_path / "runs" / f"{early.id}.yaml"
        path.write_text(path.read_text().replace(early.imported_at, "2026-11-30T10:30:00+02:00"))
        other = on_another_machine(tmp_path)
        assert [run.id for run in other.runs()] == [late.id, early.id]
        other._db.close()


class TestFilesAreTheTruth:
    def test_a_run_whose_files_are_gone_leaves_the_index(
        self, tmp_path: Path, store: RunStore, answers: Answers
    ) -> None:
        run = store.add("hybrid", "docs-1", answers())
        (tmp_path / "runs" / f"{run.id}.yaml").unlink()
        assert store.refresh() == []
        assert (store.runs(), list(store.outputs(run.id))) == ([], [])

    def test_removing_a_run_deletes_its_files_and_what_was_computed_from_it(
        self, tmp_path: Path, store: RunStore, answers: Answers
    ) -> None:
        run, other = store.add("hybrid", "docs-1", answers()), store.add("bm25", "docs-1", answers())
        store.remove(run.id)
        assert store.runs() == [other]
        assert {path.name for path in (tmp_path / "runs").iterdir()} == {f"{other.id}.yaml", f"{other.id}.jsonl.gz"}

    def test_missing_outputs_are_said_with_what_to_do_and_indexed_once_they_come(
        self, tmp_path: Path, store: RunStore, answers: Answers
    ) -> None:
        run = store.add("hybrid", "docs-1", answers())
        path = tmp_path / "runs" / f"{run.id}.jsonl.gz"
        content = path.read_bytes()
        other = on_another_machine(tmp_path)
        for found in (None, b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n"):
            path.unlink(missing_ok=True)
            if found:
                path.write_bytes(found)
            (error,) = other.refresh()
            assert "git lfs pull" in error.next_step
            assert other.runs() == []
            with pytest.raises(RunError, match="LFS pointer" if found else "not here"):
                other.get("hybrid")
        path.write_bytes(content)
        assert other.refresh() == []
        assert list(other.outputs(run.id)) == answers()
        other._db.close()

    def test_importing_again_brings_back_lost_outputs_under_the_old_manifest(
        self, tmp_path: Path, store: RunStore, answers: Answers
    ) -> None:
        run = store.add("hybrid", "docs-1", answers(), imported_at=NOW)
        path = tmp_path / "runs" / f"{run.id}.jsonl.gz"
        path.write_bytes(path.read_bytes()[:40])
        other = on_another_machine(tmp_path)
        assert len(other.unavailable()) == 1
        assert other.add("hybrid", "docs-1", answers()) == run
        assert (other.unavailable(), other.refresh(), other.runs()) == ([], [], [run])
        other._db.close()

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            ("outputs: 3", "outputs: 4", "not the outputs that the manifest"),
            ("config: hybrid", "config: other", "is that of `other@"),
            ("outputs: 3", "outputs: many", "no count of `outputs`"),
            ("snapshot: docs-1", "snapshot: [docs-1]", "no `snapshot`"),
            ("config: hybrid", "config: *x", "alias"),
            ("id: ", "\x00", "control character"),
        ],
    )
    def test_a_manifest_that_is_not_its_runs_is_an_error_and_the_others_are_read(
        self, tmp_path: Path, store: RunStore, answers: Answers, old: str, new: str, said: str
    ) -> None:
        run = store.add("hybrid", "docs-1", answers())
        sound = store.add("bm25", "docs-1", answers())
        path = tmp_path / "runs" / f"{run.id}.yaml"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new, 1))
        other = on_another_machine(tmp_path)
        (error,) = other.refresh()
        assert said in error.title
        assert other.runs() == [sound]
        other._db.close()

    def test_outputs_that_are_not_the_manifests_are_an_error(
        self, tmp_path: Path, store: RunStore, answers: Answers
    ) -> None:
        run = store.add("hybrid", "docs-1", answers())
        path = tmp_path / "runs" / f"{run.id}.jsonl.gz"
        path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()).replace(b"yes 1", b"no! 1")))
        other = on_another_machine(tmp_path)
        (error,) = other.refresh()
        assert "not the outputs" in error.title
        other._db.close()

    def test_nothing_is_half_there_when_the_disk_refuses(
        self, tmp_path: Path, store: RunStore, answers: Answers
    ) -> None:
        (tmp_path / "runs").write_text("a file where the folder should be")
        with pytest.raises(FileError):
            store.add("hybrid", "docs-1", answers())

    def test_a_manifest_whose_indexing_was_cut_short_is_indexed_by_the_next_refresh(
        self, tmp_path: Path, store: RunStore, answers: Answers, db: sqlite3.Connection
    ) -> None:
        db.execute(
            "CREATE TRIGGER full BEFORE INSERT ON outputs WHEN NEW.case_id = 'c2' "
            "BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
        with pytest.raises(sqlite3.IntegrityError):
            store.add("hybrid", "docs-1", answers())
        assert [db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("runs", "outputs", "passages")] == [
            0,
            0,
            0,
        ]
        db.execute("DROP TRIGGER full")
        store.refresh()
        assert list(store.outputs(store.get("hybrid").id)) == answers()


def test_reading_runs_from_a_fresh_index_loads_nothing_heavy(tmp_path: Path, store: RunStore, answers: Answers) -> None:
    store.add("hybrid", "docs-1", answers())
    code = (
        "import sys; from pathlib import Path; from ragtriage.disk.database import connect;"
        "from ragtriage.runs.store import RunStore; root = Path(sys.argv[1]);"
        "db = connect(root / '.ragtriage' / 'index.db'); store = RunStore(root, db);"
        "assert len(list(store.outputs(store.runs()[0].id))) == 3; db.close();"
        "print(sorted({'yaml', 'sqlite_utils', 'numpy', 'git', 'textual', 'click'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_output_that_differs_in_one_field_makes_another_run(store: RunStore, answers: Answers) -> None:
    first, *rest = answers()
    one = store.add("hybrid", "docs-1", [first, *rest])
    other = store.add("hybrid", "docs-1", [replace(first, latency_ms=4.5), *rest])
    assert one.id != other.id
