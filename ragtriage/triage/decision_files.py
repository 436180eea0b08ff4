"""Finding the files in which people decide (`triage/`, `labels/`), and knowing which of them may have changed."""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from ragtriage.disk.safe_paths import names_in
from ragtriage.disk.schema import Problem
from ragtriage.errors import FileError, FilePlace

_TICK_NS, _COARSE_TICK_NS = 50_000_000, 2_000_000_000
"""No file system's clock ticks more slowly: with fractions of a second, and with whole seconds."""

Entry = tuple[str, tuple[int, int]]
"""A file's path below the workspace, with slashes; its size and mtime_ns."""


def yaml_below(root: Path, folder: str, error: type[FileError]) -> Iterator[Entry]:
    """The YAML files below a folder of the workspace. Raises `error` for a folder that cannot be read."""
    names_in(root / folder, error)  # it may be a link, or a file, which hold nothing of ours
    waiting = [(str(root / folder), folder)]
    while waiting:
        place, below = waiting.pop()
        try:
            entries = list(os.scandir(place))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as fault:
            raise error(f"cannot be read: {fault.strerror}", where=FilePlace(Path(place))) from fault
        for entry in entries:
            if entry.name.startswith(".") or not _storable(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append((entry.path, f"{below}/{entry.name}"))
            elif entry.name.endswith(".yaml") and not entry.is_dir(follow_symlinks=False):
                status = entry.stat(follow_symlinks=False)  # a link too: reading it refuses, and so it is told
                yield f"{below}/{entry.name}", (status.st_size, status.st_mtime_ns)


def _storable(name: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in name)  # a name that is not UTF-8: none of ours


def changed(seen: dict[str, tuple[int, int]], kept: Sequence[tuple[str, int, int, int]]) -> tuple[list[str], list[str]]:
    """The files to read again, and those that are gone. `kept`: path, size, mtime_ns and read_ns of those known.

    A file could be written once more in the tick of the clock in which it was read, and look the same.
    """
    fresh = {path for path, size, mtime, read in kept if seen.get(path) == (size, mtime) and not _racy(mtime, read)}
    return [path for path in seen if path not in fresh], [path for path, *_ in kept if path not in seen]


def _racy(mtime_ns: int, read_ns: int) -> bool:
    return mtime_ns + (_TICK_NS if mtime_ns % 1_000_000_000 else _COARSE_TICK_NS) >= read_ns


def problems_as_text(problems: Sequence[Problem]) -> str:
    """Problems as the index keeps them."""
    return json.dumps([[p.title, p.place.line, p.place.column, p.place.field, p.next_step] for p in problems])


def problems_of_text(path: Path, text: str) -> list[Problem]:
    """What `problems_as_text` kept."""
    return [Problem(title, FilePlace(path, *spot), step) for title, *spot, step in json.loads(text)]
