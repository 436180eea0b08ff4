"""Running a configuration: every active case once, killed or not."""

import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from ragtriage.cases.model import Case
from ragtriage.errors import DatabaseError, UsageError, WorkspaceError
from ragtriage.runs.model import Output, Passage
from ragtriage.runs.running import run_configuration
from ragtriage.runs.store import RunStore


@dataclass
class Echo:
    """Answers with the question; remembers what it was asked; stops where told."""

    parameters: Mapping[str, object] = field(default_factory=lambda: {"system": "echo", "temperature": 0.5})
    k: int | None = 1
    stop_at: str = ""
    stop_with: BaseException = field(default_factory=KeyboardInterrupt)
    asked: list[str] = field(default_factory=list)

    def answer(self, case: Case) -> Output:
        if case.id == self.stop_at:
            raise self.stop_with
        self.asked.append(case.id)
        return Output(case.id, (Passage("d", "text", "d#0", 1.0, 0, 4),), answer=case.question, latency_ms=1.0)


CASES = [Case(f"c{n}", f"Question {n}?", answerable=True) for n in range(6)]


def journals(store: RunStore) -> list[Path]:
    return sorted((store.state_folder / "running").iterdir())


def interrupted(store: RunStore, at: str = "c4") -> None:
    with pytest.raises(KeyboardInterrupt):
        run_configuration("echo", "docs-1", Echo(stop_at=at), CASES, store)


class TestRunning:
    def test_active_cases_are_answered_and_become_a_run(self, store: RunStore) -> None:
        cases = [*CASES, Case("d", "?", True, status="draft"), Case("r", "?", True, status="retired")]
        told: list[tuple[int, int]] = []
        report = run_configuration(
            "echo", "docs-1", Echo(), cases, store, progress=lambda done, of: told.append((done, of))
        )
        assert store.case_ids(report.run.id) == [case.id for case in CASES]
        assert told == [(n, 6) for n in range(1, 7)]
        assert (report.resumed, report.started_anew, report.errors) == (0, "", 0)
        assert report.run.manifest["parameters"] == {"system": "echo", "temperature": 0.5}
        assert report.run.manifest["k"] == 1
        assert journals(store) == []

    def test_without_an_active_case_there_is_nothing_to_run(self, store: RunStore) -> None:
        with pytest.raises(UsageError, match="no active case"):
            run_configuration("echo", "docs-1", Echo(), [Case("d", "?", True, status="draft")], store)

    def test_repeats_are_numbered(self, store: RunStore) -> None:
        report = run_configuration("echo", "docs-1", Echo(), CASES, store, repeats=3)
        assert report.run.outputs == 18
        assert [store.output(report.run.id, "c1", n) is not None for n in range(4)] == [True, True, True, False]

    @pytest.mark.parametrize(
        ("error", "said"),
        [(ValueError("no key"), "ValueError: no key"), (ValueError(), "ValueError: "), (UsageError("gone"), "gone")],
    )
    def test_an_error_is_the_output_of_its_case_and_no_stop(self, store: RunStore, error: Exception, said: str) -> None:
        report = run_configuration("echo", "docs-1", Echo(stop_at="c2", stop_with=error), CASES, store)
        assert (report.errors, report.run.outputs) == (1, 6)
        assert store.output(report.run.id, "c2") == Output("c2", error=said)

    @pytest.mark.parametrize(
        "bad", [Output("x", latency_ms=float("inf")), Output("x", candidates=(Passage("", "", score=float("nan")),))]
    )
    def test_an_answer_that_cannot_be_kept_is_an_error_of_its_case(self, store: RunStore, bad: Output) -> None:
        class Odd(Echo):
            def answer(self, case: Case) -> Output:
                return bad if case.id == "c1" else super().answer(case)

        report = run_configuration("odd", "docs-1", Odd(), CASES, store)
        output = store.output(report.run.id, "c1")
        assert (report.errors, report.run.outputs) == (1, 6)
        assert output is not None and output.error

    def test_an_answer_is_filed_under_the_case_that_was_asked(self, store: RunStore) -> None:
        class Confused(Echo):
            def answer(self, case: Case) -> Output:
                return replace(super().answer(case), case_id="other", repeat=7)

        report = run_configuration("confused", "docs-1", Confused(), CASES, store)
        assert store.case_ids(report.run.id) == [case.id for case in CASES]

    def test_a_failing_index_stops_the_run_instead_of_failing_every_case(self, store: RunStore) -> None:
        with pytest.raises(DatabaseError):
            run_configuration("echo", "docs-1", Echo(stop_at="c2", stop_with=DatabaseError("locked")), CASES, store)
        assert run_configuration("echo", "docs-1", Echo(), CASES, store).resumed == 2


class TestResuming:
    def test_an_interrupted_run_goes_on_where_it_stood(self, store: RunStore) -> None:
        interrupted(store)
        target = Echo()
        report = run_configuration("echo", "docs-1", target, CASES, store)
        assert target.asked == ["c4", "c5"]
        assert (report.resumed, report.started_anew) == (4, "")
        uninterrupted = run_configuration("echo", "docs-1", Echo(), CASES, store)
        assert uninterrupted.run == report.run

    def test_a_line_that_was_being_written_is_asked_again(self, store: RunStore) -> None:
        interrupted(store)
        (path,) = journals(store)
        path.write_bytes(path.read_bytes()[:-20])
        target = Echo()
        report = run_configuration("echo", "docs-1", target, CASES, store)
        assert target.asked == ["c3", "c4", "c5"]
        assert [output.answer for output in store.outputs(report.run.id)] == [case.question for case in CASES]

    @pytest.mark.parametrize("junk", [b"", b"\x00\xff\n", b'{"config": "echo"', b"[]\n", b"\n"])
    def test_a_journal_that_cannot_be_read_is_begun_anew(self, store: RunStore, junk: bytes) -> None:
        interrupted(store)
        (path,) = journals(store)
        path.write_bytes(junk)
        report = run_configuration("echo", "docs-1", Echo(), CASES, store)
        assert (report.resumed, report.run.outputs) == (0, 6)
        assert report.started_anew == ("what it left cannot be read" if junk.strip() else "")

    def test_other_parameters_start_anew_and_say_so(self, store: RunStore) -> None:
        interrupted(store)
        target = Echo({"system": "echo", "temperature": 0.7})
        report = run_configuration("echo", "docs-1", target, CASES, store)
        assert (len(target.asked), report.started_anew) == (6, "its parameters changed since")

    @pytest.mark.parametrize(
        ("cases", "said"),
        [
            ([replace(CASES[0], question="Another?"), *CASES[1:]], "1 case changed, came or went since"),
            (CASES[:-2], "2 cases changed, came or went since"),
            ([*CASES, Case("new", "?", True)], "1 case changed, came or went since"),
        ],
    )
    def test_other_cases_start_anew_and_say_so(self, store: RunStore, cases: Sequence[Case], said: str) -> None:
        interrupted(store)
        target = Echo()
        report = run_configuration("echo", "docs-1", target, cases, store)
        assert (len(target.asked), report.started_anew, report.resumed) == (len(cases), said, 0)

    def test_a_tag_is_no_other_case(self, store: RunStore) -> None:
        interrupted(store)
        tagged = [replace(case, tags=("x",)) for case in CASES]
        assert run_configuration("echo", "docs-1", Echo(), tagged, store).resumed == 4

    def test_another_snapshot_or_configuration_has_a_journal_of_its_own(self, store: RunStore) -> None:
        interrupted(store)
        assert run_configuration("echo", "docs-2", Echo(), CASES, store).resumed == 0
        assert run_configuration("../echo", "docs-1", Echo(), CASES, store).resumed == 0
        assert run_configuration("echo", "docs-1", Echo(), CASES, store).resumed == 4


SLOW = """
import sys, time
from pathlib import Path
from ragtriage.cases.model import Case
from ragtriage.disk.database import connect
from ragtriage.runs.model import Output
from ragtriage.runs.running import run_configuration
from ragtriage.runs.store import RunStore

class Slow:
    parameters, k = {"system": "slow"}, None
    def answer(self, case):
        time.sleep(0.005 if sys.argv[2] == "finish" else 0.05)
        return Output(case.id, answer=case.question)

root = Path(sys.argv[1])
db = connect(root / ".ragtriage" / "index.db")
cases = [Case(f"c{n:03}", f"Question {n}?", True) for n in range(60)]
report = run_configuration("slow", "docs-1", Slow(), cases, RunStore(root, db))
print(report.resumed, report.run.outputs, report.started_anew)
db.close()
"""


def slow_run(root: Path, mode: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", SLOW, str(root), mode]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_answers(store: RunStore, count: int) -> None:
    folder, until = store.state_folder / "running", time.monotonic() + 30
    while time.monotonic() < until:
        if folder.is_dir() and any(path.read_bytes().count(b"\n") > count for path in folder.iterdir()):
            return
        time.sleep(0.01)
    raise AssertionError("the run did not begin")


def test_a_run_killed_in_the_middle_loses_no_answer(tmp_path: Path, store: RunStore) -> None:
    victim = slow_run(tmp_path, "killed")
    wait_for_answers(store, 5)
    victim.send_signal(signal.SIGKILL)
    victim.communicate(timeout=10)
    assert store.runs() == []
    out, err = slow_run(tmp_path, "finish").communicate(timeout=30)
    resumed, outputs = out.split()
    assert (int(resumed) >= 5, int(outputs), err) == (True, 60, "")
    store.refresh()
    assert [output.answer for output in store.outputs(store.get("slow").id)] == [f"Question {n}?" for n in range(60)]


def test_a_configuration_that_another_process_is_running_is_left_to_it(tmp_path: Path, store: RunStore) -> None:
    other = slow_run(tmp_path, "finish")
    wait_for_answers(store, 1)
    with pytest.raises(WorkspaceError, match="by another process"):
        run_configuration("slow", "docs-1", Echo(), CASES, store)
    assert other.communicate(timeout=30) == ("0 60 \n", "")
