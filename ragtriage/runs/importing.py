"""A file of outputs into the store: each run it holds, and what was kept out."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from ragtriage.disk.schema import Problem
from ragtriage.errors import Place, UsageError, nearest
from ragtriage.runs.model import RunInfo
from ragtriage.runs.reading import FindDocument, Progress, Reading, Unread, read_outputs
from ragtriage.runs.store import RunStore


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came of an import."""

    added: tuple[RunInfo, ...]
    present: tuple[RunInfo, ...]
    """Runs that were there already, with the same outputs."""
    problems: tuple[Problem, ...]
    """What was kept out, and why: equal faults once, at most 1,000."""
    problem_count: int
    """All of them."""
    lines: int
    """Records, also those kept out."""
    outputs: int
    """Outputs read, in runs added or present."""
    unread: tuple[Unread, ...] = ()
    """Fields that nothing reads; their lines came in all the same."""
    notes: tuple[str, ...] = ()
    """What is to be said of the file as a whole, such as its encoding."""


def import_file(
    path: Path,
    store: RunStore,
    snapshots: Collection[str],
    document: FindDocument,
    snapshot_override: str | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Import every run of a file of JSON, plain or gzip-compressed; importing it twice adds nothing.

    A line that is not as it must be is kept out, and the rest goes on. Raises RunError when the file cannot be read,
    and UsageError when nothing in it is on a snapshot that there is, or `snapshot_override` is none.
    """
    if snapshot_override is not None and snapshot_override not in snapshots:
        step = _choices(snapshot_override, snapshots)
        raise UsageError(f"no snapshot is called `{snapshot_override}`", next_step=step)
    reading = read_outputs(path, document, snapshots=snapshots, snapshot_override=snapshot_override, progress=progress)
    _report_unknown_snapshots(path, reading, snapshots)
    there = {run.id for run in store.runs()}
    added: list[RunInfo] = []
    present: list[RunInfo] = []
    for (config, snapshot), outputs in sorted(reading.outputs.items()):
        info = store.add(config, snapshot, outputs, source=path.name)
        (present if info.id in there else added).append(info)
    return ImportReport(
        tuple(added),
        tuple(present),
        tuple(reading.problems),
        reading.problem_count,
        reading.lines,
        sum(map(len, reading.outputs.values())),
        tuple(reading.unread.values()),
        tuple(reading.notes),
    )


def _report_unknown_snapshots(path: Path, reading: Reading, snapshots: Collection[str]) -> None:
    for name, count in sorted(reading.unknown_snapshots.items()):
        title = f"no snapshot is called `{name}` ({count} outputs)"
        problem = Problem(title, Place(path, field="snapshot"), _choices(name, snapshots))
        if not reading.outputs:
            raise problem.error(UsageError)
        reading.faults.add(replace(problem, count=count))


def _choices(name: str, snapshots: Collection[str]) -> str:
    if not snapshots:
        return "there is none yet: add one with `ragtriage snapshot add`"
    there = ", ".join(f"`{snapshot}`" for snapshot in sorted(snapshots))
    like = nearest(name, sorted(snapshots))
    return f"did you mean `{like}`? There are {there}" if like else f"there are {there}; choose with `--snapshot NAME`"
