"""All runs of a workspace: the files are the truth, the index makes them quick.

A run is added whole or not at all: its outputs, then its manifest, each by rename, then the index in one transaction.
Whatever a killed process left out of the index, the next `refresh` puts in from the files.
"""

import contextlib
import itertools
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from ragtriage.disk.files import LockWait, locked
from ragtriage.errors import FileError, FilePlace, RunError, UsageError, nearest
from ragtriage.runs import index, provided
from ragtriage.runs.canonical import EncodedRun, in_order, output_hash, record_of, run_id
from ragtriage.runs.files import RunFiles, file_name
from ragtriage.runs.model import Output, RunInfo
from ragtriage.runs.provided import Given
from ragtriage.runs.records import RecordError, name_of, output_of

_EVER = 36_500
"""Days; older than any run, and no further back than a calendar goes."""


class RunStore:
    """The runs of the workspace at `root`, in its folder `runs/`. One store a thread, as `db` is."""

    def __init__(self, root: Path, db: sqlite3.Connection, wait: LockWait | None = None) -> None:
        self.files = RunFiles(root)
        self.state_folder = root / ".ragtriage"
        self._db = db
        self._wait = wait
        self._unavailable: dict[str, FileError] | None = None

    def refresh(self) -> list[FileError]:
        """Bring the index in line with the files; the runs that cannot be read come back as errors.

        Costs a listing of `runs/` when nothing changed. Called by itself before the first reading.
        """
        indexed = {file_name(run.id): run.id for run in index.all_runs(self._db)}  # before the names: see `add`
        names = self.files.names()
        self._unavailable = {}
        gone = indexed.keys() - names
        for name in gone:
            index.delete(self._db, indexed[name])
        if gone:
            index.drop_unused_passages(self._db)
        for name in sorted(names - indexed.keys()):
            try:
                info = self.files.read_manifest(name)
                outputs = self.files.read_outputs(info)
                index.insert(self._db, info, outputs, map(output_hash, outputs))
            except FileError as error:
                self._unavailable[name] = error
        return list(self._unavailable.values())

    def forget(self) -> None:
        """Take nothing for known: the index is another one."""
        self._unavailable = None

    def add(
        self,
        config: str,
        snapshot: str,
        outputs: Iterable[Output],
        *,
        source: str = "",
        parameters: Mapping[str, Any] | None = None,
        k: int | None = None,
        imported_at: datetime | None = None,
    ) -> RunInfo:
        """Keep a run; the one that is there already comes back as it is, whatever it was imported from.

        `source` is the file's name, `parameters` those of an own run, `k` the passages sent to the model if known.
        On disk when this returns. Raises RunError on outputs that cannot be kept, FileError when the disk refuses.
        """
        ordered = in_order(outputs)
        _check_names(config, snapshot)
        _check_each_is_one(ordered)
        with contextlib.closing(EncodedRun(config, snapshot)) as lines:
            for output in ordered:
                record = record_of(output)
                _check_comes_back(output, record)
                lines.add(record)
            run = run_id(config, snapshot, lines.sha256)
            self._fresh()
            with locked(self.state_folder, self._wait):
                info = self.files.standing(run)
                if info is None or not self.files.complete(info):
                    manifest = _manifest(config, snapshot, lines.sha256, len(ordered), imported_at or datetime.now(UTC))
                    optional = {"source": _encodable(source), "k": k, "parameters": dict(parameters or {})}
                    manifest |= {key: value for key, value in optional.items() if value}
                    self.files.write(info.manifest if info else manifest, lines)
                    info = self.files.read_manifest(file_name(run))
        index.insert(self._db, info, ordered, lines.hashes)
        if self._unavailable:
            self._unavailable.pop(file_name(run), None)
        return info

    def runs(self) -> list[RunInfo]:
        """All runs that can be read, newest import first."""
        self._fresh()
        return sorted(index.all_runs(self._db), key=_age, reverse=True)

    def unavailable(self) -> list[FileError]:
        """Runs whose files cannot be read, each with what to do."""
        self._fresh()
        return list((self._unavailable or {}).values())

    def latest(
        self,
        snapshot: str,
        newest_per_configuration: bool = True,
        max_age_days: float | None = None,
        now: datetime | None = None,
    ) -> dict[str, RunInfo]:
        """The newest import of each configuration on `snapshot`, by configuration, newest first.

        Without `newest_per_configuration` every run, by its id. Imports older than `max_age_days` are left out.
        """
        since = None
        if max_age_days is not None:
            since = (now or datetime.now(UTC)) - timedelta(days=min(max_age_days, _EVER))
        found: dict[str, RunInfo] = {}
        for run in self.runs():
            if run.snapshot == snapshot and (since is None or imported(run) >= since):
                found.setdefault(run.config if newest_per_configuration else run.id, run)
        return found

    def earlier(self, run: RunInfo, most: int) -> list[RunInfo]:
        """Up to `most` runs of the same configuration imported before it, newest first, on whichever snapshot."""
        older = (other for other in self.runs() if other.config == run.config and _age(other) < _age(run))
        return list(islice(older, most))

    def get(self, reference: str) -> RunInfo:
        """A run by its id, its configuration (the newest import), its hash, or a beginning that only one id has.

        Raises UsageError when none or several fit, and the RunError of a run whose files cannot be read.
        """
        runs = self.runs()
        digits = reference.removeprefix("#")
        exact = [run for run in runs if run.id == reference]
        named = [run for run in runs if reference == run.config or digits == run.id.rpartition("#")[2]]
        if exact or named:
            return (exact or named)[0]
        self._refuse_unavailable(reference)
        found = [run for run in runs if reference and run.id.startswith(reference)]
        if len(found) > 1:
            raise UsageError(f"`{reference}` could be {_listed(found)}", next_step="write more of the id")
        if not found:
            raise _no_run(reference, runs)
        return found[0]

    def _refuse_unavailable(self, reference: str) -> None:
        name = file_name(reference)
        for there, error in (self._unavailable or {}).items():
            if there == name or there.startswith(f"{name}@"):
                raise error

    def outputs(self, run: str) -> Iterator[Output]:
        """A run's outputs, by case id and repeat."""
        self._fresh()
        return index.outputs(self._db, run)

    def output(self, run: str, case_id: str, repeat: int = 0) -> Output | None:
        """One output; None when the run has none for the case."""
        self._fresh()
        return index.output(self._db, run, case_id, repeat)

    def sha256_of(self, run: str, case_id: str, repeat: int = 0) -> str:
        """The hash of one output (`output_hash`), without reading it; empty when the run has none for the case."""
        self._fresh()
        return index.sha256_of(self._db, run, case_id, repeat)

    def case_ids(self, run: str) -> list[str]:
        """The cases that a run has an output for, sorted."""
        self._fresh()
        rows = self._db.execute("SELECT DISTINCT case_id FROM outputs WHERE run = ? ORDER BY case_id", (run,))
        return [row[0] for row in rows]

    def hashes(self, run: str) -> dict[tuple[str, int], str]:
        """Each output's hash (`output_hash`), by case id and repeat."""
        self._fresh()
        rows = self._db.execute("SELECT case_id, repeat, sha256 FROM outputs WHERE run = ?", (run,))
        return {(row[0], row[1]): row[2] for row in rows}

    def remove(self, run: str) -> None:
        """Delete a run's files, and all that the index knows of it."""
        with locked(self.state_folder, self._wait):
            self.files.remove(run)
        index.delete(self._db, run)
        index.drop_unused_passages(self._db)

    def given(self, run: str) -> Given:
        """What the outputs of a run give."""
        self._fresh()
        return provided.given(self._db, run)

    def _fresh(self) -> None:
        if self._unavailable is None:
            self.refresh()


def _manifest(config: str, snapshot: str, sha256: str, outputs: int, at: datetime) -> dict[str, Any]:
    return {
        "id": run_id(config, snapshot, sha256),
        "config": config,
        "snapshot": snapshot,
        "imported_at": at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
        "outputs": outputs,
        "sha256": sha256,
    }


def _encodable(name: str) -> str:
    """A file's name, which may be bytes that are no UTF-8."""
    return name.encode("utf-8", "replace").decode()


def imported(run: RunInfo) -> datetime:
    """When a run was imported, in UTC; the beginning of time when its manifest does not say so readably."""
    try:
        at = datetime.fromisoformat(run.imported_at)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


def _age(run: RunInfo) -> tuple[datetime, str]:
    return imported(run), run.id


def _check_names(config: str, snapshot: str) -> None:
    """What is kept must come back from its file as it is: another machine has only that."""
    for key, name in (("config", config), ("snapshot", snapshot)):
        try:
            if name_of({key: name}, key) != name:
                raise RecordError("it holds what UTF-8 cannot")
        except RecordError as error:
            raise RunError(
                f"a run cannot be kept as {key} {name!r}: {error.title}", next_step=error.next_step
            ) from None


def _check_each_is_one(ordered: list[Output]) -> None:
    if not ordered:
        raise RunError("a run without outputs", next_step="nothing was kept")
    for one, other in itertools.pairwise(ordered):
        if (one.case_id, one.repeat) == (other.case_id, other.repeat):
            raise RunError(f"two outputs for case `{one.case_id}`, repeat {one.repeat}", next_step="nothing was kept")


def _check_comes_back(output: Output, record: dict[str, object]) -> None:
    try:
        if output_of(record, lambda doc_id: None) != output:
            raise RecordError("it would not come back from its file as it is")
    except RecordError as error:
        title = f"the output of case `{output.case_id}` cannot be kept: {error.title}"
        raise RunError(title, where=FilePlace(Path("output"), field=error.field or None)) from None


def _no_run(reference: str, runs: list[RunInfo]) -> UsageError:
    like = nearest(reference, [*(run.id for run in runs), *(run.config for run in runs)])
    step = f"did you mean `{like}`?" if like else "import one first"
    if runs and not like:
        step = f"there are {_listed(runs)}"
    return UsageError(f"no run is called `{reference}`", next_step=step)


def _listed(runs: list[RunInfo]) -> str:
    names = [f"`{run.id}`" for run in runs]
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
