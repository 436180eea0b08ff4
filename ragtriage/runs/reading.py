"""A file of outputs, read one by one: every good one kept, every bad one named with its line.

Runs come from other people's harnesses: cut off by a full disk, half compressed, with NaN for a score. None of that
may lose the rest of the file, and none of it may raise a traceback.
"""

import functools
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from pathlib import Path

from ragtriage.disk.json_records import JsonRecord, Shape, file_text, json_records, placed_in
from ragtriage.disk.problems import FaultLog, Problem
from ragtriage.disk.unpacking import DAMAGED
from ragtriage.errors import FilePlace, RunError
from ragtriage.runs.model import Output, Passage
from ragtriage.runs.records import Record, RecordError, meant_by, name_of, output_of, unread_fields

MAX_PROBLEMS = 1000
"""Kept in words; the rest are counted."""
MAX_UNREAD = 200
"""Names of unread fields that are kept: a file may have its keys for data."""
_OF_ALL = ("config", "snapshot")
"""What the envelope of a list of outputs may say of all of them."""
_SHAPE = Shape(lambda record: "case_id" in record)

FindDocument = Callable[[str, str], str | None]
"""(snapshot, doc_id) -> the document's text, or None."""
Progress = Callable[[int, int], None]
"""(bytes read, bytes in all)."""


@dataclass(slots=True)
class Unread:
    """A field of a file that nothing reads: another tool's own, or a slip of the pen."""

    field: str
    """A passage's as `candidates[].rank`."""
    lines: int
    """How many outputs have it."""
    first_line: int
    """1-based."""
    meant: str | None
    """The field that it looks like, where it looks like one that the line lacks."""


@dataclass(slots=True)
class OutputsReading:
    """What a file held."""

    outputs: dict[tuple[str, str], list[Output]] = field(default_factory=dict)
    """By (configuration, snapshot), in the order of the file."""
    faults: FaultLog = field(default_factory=lambda: FaultLog(MAX_PROBLEMS))
    """What was kept out and why: equal faults once."""
    notes: list[str] = field(default_factory=list)
    """What is to be said of the file as a whole, such as its encoding."""
    unknown_snapshots: dict[str, int] = field(default_factory=dict)
    """Names that no snapshot bears, with their number of lines."""
    without_snapshot: int = 0
    """Outputs that name none, and were taken for those of the only one there is."""
    unread: dict[str, Unread] = field(default_factory=dict)
    """Fields that nothing reads, by name: at most `MAX_UNREAD`. Their lines are read all the same."""
    lines: int = 0
    """Records, also those kept out."""

    def note_unread(self, record: Record, number: int) -> None:
        for name in sorted(unread_fields(record)):
            if known := self.unread.get(name):
                known.lines += 1
            elif len(self.unread) < MAX_UNREAD:
                self.unread[name] = Unread(name, 1, number, meant_by(record, name))

    @property
    def problems(self) -> list[Problem]:
        return self.faults.problems

    @property
    def problem_count(self) -> int:
        return self.faults.count


def read_outputs(
    path: Path,
    document: FindDocument,
    *,
    snapshots: Collection[str] | None = None,
    snapshot_override: str | None = None,
    progress: Progress | None = None,
) -> OutputsReading:
    """All outputs of a file of JSON in any form, plain or gzip-compressed (told by its content), grouped by run.

    With `snapshots`, lines on others are counted in `unknown_snapshots` and kept out. Raises RunError when the file
    cannot be opened or is a Git LFS pointer; anything wrong inside it is a problem of its line.
    """
    reading = OutputsReading()
    reader = _OutputReader(path, document, snapshots, snapshot_override)
    try:
        with file_text(path, RunError, meter=progress) as (text, encoding):
            reading.notes += [encoding.note] if encoding.note else []
            for record in json_records(text, path, _SHAPE, reader.broken(reading)):
                reading.lines += 1
                reader.take(record, reading)
    except DAMAGED as error:
        title = "the compressed file is cut off or damaged; what came before was read"
        reading.faults.add(Problem(title, FilePlace(path), f"fetch it again ({error})"))
    except OSError as error:
        raise RunError(f"cannot be read: {error.strerror or error}", where=FilePlace(path)) from error
    if progress:
        size = path.stat().st_size
        progress(size, size)
    return reading


class _OutputReader:
    """Turns records into outputs; knows what it has seen."""

    def __init__(
        self, path: Path, document: FindDocument, snapshots: Collection[str] | None, override: str | None
    ) -> None:
        self.path = path
        self.document = functools.lru_cache(maxsize=512)(document)
        self.snapshots = snapshots
        self.override = override
        self.seen: dict[tuple[str, str, str, int], tuple[int, int | None]] = {}
        self.texts: dict[str, str] = {}

    def broken(self, reading: OutputsReading) -> Callable[[Problem], None]:
        """Where what is no JSON is told."""

        def note(problem: Problem) -> None:
            reading.lines += 1
            reading.faults.add(problem)

        return note

    def take(self, found: JsonRecord, reading: OutputsReading) -> None:
        record: Record = {**{key: found.around[key] for key in _OF_ALL if key in found.around}, **found.value}
        try:
            _check_whole(found)
            reading.note_unread(record, found.line)
            config, snapshot = self._run(record, reading)
            if self.snapshots is not None and snapshot not in self.snapshots:
                reading.unknown_snapshots[snapshot] = reading.unknown_snapshots.get(snapshot, 0) + 1
                return
            output = output_of(record, lambda doc_id: self.document(snapshot, doc_id))
            key = (config, snapshot, output.case_id, output.repeat)
            place = (found.line, found.index)
            if (first := self.seen.setdefault(key, place)) != place:
                title = f"case `{output.case_id}`, repeat {output.repeat}, stands in line {first[0]} already"
                raise RecordError(title, "case_id", "repeats are numbered by `repeat`: 0, 1, 2")
        except RecordError as error:
            where = FilePlace(self.path, found.line, field=error.field or None)
            problem = Problem(error.title, where, error.next_step)
            shown = problem if found.index is None else placed_in(problem, found, record.get("case_id"))
            reading.faults.add(problem, shown)
            return
        reading.outputs.setdefault((config, snapshot), []).append(shared_texts(output, self.texts))

    def _run(self, record: Record, reading: OutputsReading) -> tuple[str, str]:
        config = name_of(record, "config")
        if config is None and record.get("case_id") is None:
            step = "an output has `case_id`, `config`, `candidates`, `answer`: the README shows one"
            raise RecordError("neither `case_id` nor `config`: this is no output of a run", "", step)
        if config is None:
            raise RecordError("no `config`", "config", "every line names the configuration that answered")
        snapshot = self.override or (name_of(record, "snapshot") if record.get("snapshot") != "" else None)
        if snapshot is None and self.snapshots is not None and len(self.snapshots) == 1:
            snapshot = next(iter(self.snapshots))
            reading.without_snapshot += 1
        if snapshot is None:
            raise RecordError("no `snapshot`", "snapshot", "name the corpus it ran over with `--snapshot NAME`")
        return config, snapshot


def shared_texts(output: Output, texts: dict[str, str]) -> Output:
    """The same output, with each passage's text in memory once: systems retrieve the same chunks all the time.

    `texts` remembers them from one output to the next.
    """

    def once(passages: tuple[Passage, ...] | None) -> tuple[Passage, ...] | None:
        if passages is None:
            return None
        return tuple(replace(p, text=texts.setdefault(p.text, p.text)) for p in passages)

    return replace(output, candidates=once(output.candidates), context=once(output.context))


def _check_whole(found: JsonRecord) -> None:
    if found.doubled:
        raise RecordError(f"`{found.doubled}` stands there twice", found.doubled, "keep one of them")
    if found.unreal:
        raise RecordError(f"{found.unreal} is not a number", "", "write null for unknown")
