"""Running a configuration over the golden set, so that nothing already answered is asked again.

Each output goes to `.ragtriage/running/` as it arrives. A run that was killed goes on where it stood, provided that its
parameters and all cases are what they were; once every case is answered it becomes a run like any other.
"""

import contextlib
import fcntl
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from ragtriage import __version__
from ragtriage.cases.model import Case
from ragtriage.disk.safe_paths import open_file, remove
from ragtriage.errors import (
    DatabaseError,
    FileError,
    FilePlace,
    RagtriageError,
    SnapshotError,
    UsageError,
    WorkspaceError,
)
from ragtriage.runs.canonical import encoded, record_of
from ragtriage.runs.files import file_name
from ragtriage.runs.model import Output, RunInfo
from ragtriage.runs.reading import shared_texts
from ragtriage.runs.records import RecordError, output_of
from ragtriage.runs.store import RunStore
from ragtriage.runs.targets import Target

Key = tuple[str, int]
"""Case id and repeat."""


@dataclass(frozen=True, slots=True)
class RunReport:
    """What came of running a configuration."""

    run: RunInfo
    resumed: int
    """Outputs that an interrupted run had left, and that were not asked for again."""
    started_anew: str
    """Why an interrupted run was thrown away; empty when there was none, or it was taken up."""
    errors: int
    """Outputs that are an error instead of an answer."""


def run_configuration(
    config: str,
    snapshot: str,
    target: Target,
    cases: Sequence[Case],
    store: RunStore,
    *,
    repeats: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> RunReport:
    """Ask `target` every active case, `repeats` times, and keep the answers as a run of `config` on `snapshot`.

    `progress` gets (answered, of how many). What the target raises becomes the error of that output. Raises UsageError
    when no case is active, WorkspaceError when the configuration is being run already, FileError when the disk refuses;
    whatever stops it, the next call with the same parameters goes on.
    """
    active = [case for case in cases if case.status == "active"]
    wanted: list[tuple[Case, int]] = [(case, repeat) for repeat in range(repeats) for case in active]
    if not wanted:
        raise UsageError("no active case to run", next_step="`ragtriage cases list` shows the cases and their status")
    folder = store.state_folder / "running"
    path = folder / f"{file_name(f'{config}@{snapshot}')}.jsonl"
    with _writing(path), _held(path) as journal:
        header = _header(config, snapshot, target, active, repeats)
        done, started_anew = _taken_up(journal, header)
        resumed, texts = len(done), dict[str, str]()
        for case, repeat in wanted:
            if (case.id, repeat) not in done:
                line = _asked(target, case, repeat)
                journal.write(line)
                journal.flush()
                done[case.id, repeat] = shared_texts(_read_back(line), texts)
            if progress:
                progress(len(done), len(wanted))
        run = store.add(config, snapshot, done.values(), parameters=target.parameters, k=target.k)
        remove(path)
    return RunReport(run, resumed, started_anew, sum(output.error is not None for output in done.values()))


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FileError(
            f"cannot be written: {error.strerror or error}",
            where=FilePlace(path),
            next_step="run again once there is space and permission: what was answered is kept",
        ) from error


@contextlib.contextmanager
def _held(path: Path) -> Iterator[BinaryIO]:
    """The journal, open for this process alone."""
    with os.fdopen(open_file(path, os.O_RDWR | os.O_CREAT, make=True), "r+b") as journal:
        try:
            fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
            gone = os.fstat(journal.fileno()).st_nlink == 0  # another process finished the run just now
        except BlockingIOError:
            gone = True
        if gone:
            raise WorkspaceError(
                "this configuration is being run by another process", where=FilePlace(path), next_step="wait for it"
            )
        yield journal


def _header(config: str, snapshot: str, target: Target, cases: Sequence[Case], repeats: int) -> dict[str, object]:
    """What must agree for a run to be taken up; compared as JSON."""
    header = {
        "config": config,
        "snapshot": snapshot,
        "ragtriage": __version__,
        "repeats": repeats,
        "parameters": dict(target.parameters),
        "cases": {case.id: case.label_hash for case in cases},
    }
    plain: dict[str, object] = json.loads(json.dumps(header))
    return plain


def _taken_up(journal: BinaryIO, header: dict[str, object]) -> tuple[dict[Key, Output], str]:
    """The outputs that an interrupted run left, or why there are none to use; the journal stands at its end."""
    first = journal.readline()
    reason = _difference(first, header) if first.strip() else ""
    done: dict[Key, Output] = {}
    texts: dict[str, str] = {}
    end = len(first)
    if first.endswith(b"\n") and not reason:
        for line in journal:
            try:
                output = _read_back(line)
            except (ValueError, RecordError):  # the killed process was just writing it
                break
            done[output.case_id, output.repeat] = shared_texts(output, texts)
            end += len(line)
    else:
        journal.seek(0)
        journal.write(json.dumps(header).encode() + b"\n")
        end = journal.tell()
    journal.seek(end)
    journal.truncate()
    journal.flush()
    return done, reason


def _difference(first: bytes, header: dict[str, object]) -> str:
    """Why a journal with this first line cannot be taken up; empty when it can."""
    try:
        found = json.loads(first) if first.endswith(b"\n") else None
    except ValueError:
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("cases"), dict):
        return "what it left cannot be read"
    cases = header["cases"]
    assert isinstance(cases, dict)
    changed = sum(found["cases"].get(case) != cases.get(case) for case in {*cases, *found["cases"]})
    if changed:
        return f"{changed} {'case' if changed == 1 else 'cases'} changed, came or went since"
    others = [key for key in header if key != "cases" and found.get(key) != header[key]]
    return f"its {' and '.join(others)} changed since" if others else ""


def _asked(target: Target, case: Case, repeat: int) -> bytes:
    """The line of the target's answer, or of its error."""
    try:
        line = encoded(record_of(replace(target.answer(case), case_id=case.id, repeat=repeat))) + b"\n"
        _read_back(line)
    except (DatabaseError, SnapshotError):
        raise  # nothing that asking the next case would mend
    except Exception as error:
        reason = error.title if isinstance(error, RagtriageError | RecordError) else f"{type(error).__name__}: {error}"
        line = encoded(record_of(Output(case.id, error=reason, repeat=repeat))) + b"\n"
    return line


def _read_back(line: bytes) -> Output:
    """An output as it stands in the journal. Raises ValueError or RecordError when the line is not whole."""
    if not line.endswith(b"\n"):
        raise ValueError("cut off")
    record = json.loads(line)
    if not isinstance(record, dict):
        raise ValueError("not an output")
    return output_of(record, lambda doc_id: None)
