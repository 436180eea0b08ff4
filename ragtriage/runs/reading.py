"""A file of outputs, read line by line: every good line kept, every bad one named with its number.

Runs come from other people's harnesses: cut off by a full disk, half compressed, with NaN for a score. None of that
may lose the rest of the file, and none of it may raise a traceback.
"""

import functools
import gzip
import json
import os
import zlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, cast

from ragtriage.disk.schema import Problem
from ragtriage.errors import Place, RunError
from ragtriage.runs.model import Output, Passage
from ragtriage.runs.records import Record, RecordError, meant_by, name_of, output_of, unread_fields

MAX_LINE = 64 * 1024 * 1024
"""Bytes; a longer line is a problem, not memory."""
MAX_PROBLEMS = 1000
"""Kept in words; the rest are counted."""
MAX_UNREAD = 200
"""Names of unread fields that are kept: a file may have its keys for data."""
LFS_POINTER = b"version https://git-lfs.github.com/spec/"

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
    first_line: int
    """1-based."""
    meant: str | None
    """The field that it looks like, where it looks like one that the line lacks."""


@dataclass(slots=True)
class Reading:
    """What a file held."""

    outputs: dict[tuple[str, str], list[Output]] = field(default_factory=dict)
    """By (configuration, snapshot), in the order of the file."""
    problems: list[Problem] = field(default_factory=list)
    """What was kept out and why, in the order of the file: at most `MAX_PROBLEMS`."""
    problem_count: int = 0
    unknown_snapshots: dict[str, int] = field(default_factory=dict)
    """Names that no snapshot bears, with their number of lines."""
    unread: dict[str, Unread] = field(default_factory=dict)
    """Fields that nothing reads, by name: at most `MAX_UNREAD`. Their lines are read all the same."""
    lines: int = 0
    """Lines that are not blank."""

    def note_unread(self, record: Record, number: int) -> None:
        for name in sorted(unread_fields(record)):
            if known := self.unread.get(name):
                known.lines += 1
            elif len(self.unread) < MAX_UNREAD:
                self.unread[name] = Unread(name, 1, number, meant_by(record, name))

    def add_problem(self, problem: Problem) -> None:
        self.problem_count += 1
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(problem)


def read_outputs(
    path: Path,
    document: FindDocument,
    *,
    snapshots: Collection[str] | None = None,
    snapshot_override: str | None = None,
    progress: Progress | None = None,
) -> Reading:
    """All outputs of a JSONL file, plain or gzip-compressed (told by its content), grouped by run.

    With `snapshots`, lines on others are counted in `unknown_snapshots` and kept out. Raises RunError when the file
    cannot be opened or is a Git LFS pointer; anything wrong inside it is a problem of its line.
    """
    reading = Reading()
    reader = _LineReader(path, document, snapshots, snapshot_override)
    try:
        size = path.stat().st_size
        with path.open("rb") as raw, _unpacked(raw, path) as stream:
            for number, line in _lines(stream, reading, path):
                reading.lines += 1
                reader.take(line, number, reading)
                if progress and number % 64 == 0:
                    progress(min(raw.tell(), size), size)
    except OSError as error:
        raise RunError(f"cannot be read: {error.strerror or error}", where=Place(path)) from error
    if progress:
        progress(size, size)
    return reading


def _unpacked(raw: BinaryIO, path: Path) -> BinaryIO:
    start = raw.read(len(LFS_POINTER))
    raw.seek(0, os.SEEK_SET)
    if start == LFS_POINTER:
        raise RunError(
            "only a Git LFS pointer: the outputs themselves were not fetched",
            where=Place(path),
            next_step="run `git lfs pull` and try again",
        )
    return cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if start[:2] == b"\x1f\x8b" else raw


def _lines(stream: BinaryIO, reading: Reading, path: Path) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that are not blank; too long ones and a broken compression become problems."""
    number = 0
    try:
        while line := stream.readline(MAX_LINE + 1):
            number += 1
            if len(line) > MAX_LINE:
                while not line.endswith(b"\n") and (line := stream.readline(MAX_LINE)):
                    pass
                title = f"the line is longer than {MAX_LINE // 1024**2} MiB"
                reading.add_problem(Problem(title, Place(path, number), "one output a line"))
            elif line.strip():
                yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        title = "the compressed file is cut off or damaged here; what came before was read"
        reading.add_problem(Problem(title, Place(path, number + 1), f"fetch it again ({error})"))


class _LineReader:
    """Turns lines into outputs; knows what it has seen."""

    def __init__(
        self, path: Path, document: FindDocument, snapshots: Collection[str] | None, override: str | None
    ) -> None:
        self.path = path
        self.document = functools.lru_cache(maxsize=512)(document)
        self.snapshots = snapshots
        self.override = override
        self.seen: dict[tuple[str, str, str, int], int] = {}
        self.texts: dict[str, str] = {}

    def take(self, line: bytes, number: int, reading: Reading) -> None:
        try:
            record = _parse(line)
            reading.note_unread(record, number)
            config, snapshot = self._run(record)
            if self.snapshots is not None and snapshot not in self.snapshots:
                reading.unknown_snapshots[snapshot] = reading.unknown_snapshots.get(snapshot, 0) + 1
                return
            output = output_of(record, lambda doc_id: self.document(snapshot, doc_id))
            key = (config, snapshot, output.case_id, output.repeat)
            if (first := self.seen.setdefault(key, number)) != number:
                title = f"case `{output.case_id}`, repeat {output.repeat}, stands in line {first} already"
                raise RecordError(title, "case_id", "repeats are numbered by `repeat`: 0, 1, 2")
        except RecordError as error:
            where = Place(self.path, number, field=error.field or None)
            reading.add_problem(Problem(error.title, where, error.next_step))
            return
        reading.outputs.setdefault((config, snapshot), []).append(shared_texts(output, self.texts))

    def _run(self, record: Record) -> tuple[str, str]:
        config = name_of(record, "config")
        if config is None:
            raise RecordError("no `config`", "config", "every line names the configuration that answered")
        snapshot = self.override or name_of(record, "snapshot")
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


def _parse(line: bytes) -> Record:
    try:
        record = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_without_doubles)
    except UnicodeDecodeError as error:
        raise RecordError(
            f"not UTF-8 from byte {error.start + 1} of the line on", "", "save the file as UTF-8"
        ) from None
    except RecursionError:
        raise RecordError("nested too deeply") from None
    except ValueError as error:
        what = "not JSON" if line.endswith(b"\n") else "the last line is cut off, or not JSON"
        raise RecordError(f"{what}: {error}", "", "one JSON object a line") from None
    if not isinstance(record, dict):
        raise RecordError("not a JSON object", "", "one JSON object a line")
    return record


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for at, name in enumerate(names) if name in names[:at])
        raise RecordError(f"`{twice}` stands there twice", twice, "keep one of them")
    return record


def _refuse_constant(name: str) -> float:
    raise RecordError(f"{name} is not a number", "", "write null for unknown")
