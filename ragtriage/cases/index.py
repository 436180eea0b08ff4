"""The index of the case files: what is read again, and what is known without reading.

10,000 files take seconds to parse and milliseconds to look at, so a file is read only when its size or its time is not
the index's. Times are coarse: a file written just before it was read could be written once more in the same tick of the
clock, so such a file is read again, as Git does with its index.
"""

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ragtriage.cases.listed import COLUMNS, FIELDS, Value, stamp, table_ddl
from ragtriage.cases.model import Case
from ragtriage.disk.database import exclusive
from ragtriage.disk.files import read_bytes
from ragtriage.disk.rows import drop_rows, keep_text, kept_text, put_rows
from ragtriage.disk.safe_paths import refuse_links
from ragtriage.disk.schema import Problem, problem_of
from ragtriage.errors import CaseError, FileError, FilePlace, WorkspaceError

FOLDER = "cases"
_ENDINGS = (".yaml", ".yml", ".json")
_COARSE_NS = 50_000_000
"""No clock of a file system that keeps fractions of a second ticks more slowly than this."""
_WHOLE_SECONDS_NS = 2_000_000_000
"""For file systems that keep whole seconds, or every other one."""

READ_VERSION = 7
"""Raised when the same file can be read as another case, or as one at all: then all are read again."""


class SeenFile(NamedTuple):
    """A file under cases/ that may be a case, or a fault found while looking."""

    size: int
    mtime_ns: int
    fault: str = ""
    """Why it is not read."""
    next_step: str = ""


def refresh(root: Path, db: sqlite3.Connection) -> set[str]:
    """Bring the index up to date with `root`/cases. Returns the ids whose case changed, came or went.

    A file that cannot be read as a case counts by the id of its path. Raises WorkspaceError when there is no folder.
    """
    seen = dict(look(root))
    forget_otherwise_read(db)
    known = db.cursor()
    known.row_factory = None
    known.execute("SELECT path, size, mtime_ns, read_ns FROM case_files")
    gone = []
    for key, size, mtime_ns, read_ns in known.fetchall():
        now = seen.get(key)
        if now is None:
            gone.append(key)
        elif now[1] == mtime_ns and now[0] == size and not _racy(mtime_ns, read_ns):
            del seen[key]
    return _update(root, db, seen, gone) if seen or gone else set()


def forget_otherwise_read(db: sqlite3.Connection) -> None:
    """What a ragtriage of another schema read is not what this one reads: a field that it refused may be known.

    The table is made anew by the table of fields, so that a field more needs no migration.
    """
    now = stamp(READ_VERSION)
    if kept_text(db, "case files", now) is None:
        with exclusive(db):
            db.execute("DROP TABLE case_files")
            db.execute(table_ddl())
            db.execute("CREATE INDEX case_files_id ON case_files (case_id)")
            keep_text(db, "case files", "", now)


def _racy(mtime_ns: int, read_ns: int) -> bool:
    tick = _COARSE_NS if mtime_ns % 1_000_000_000 else _WHOLE_SECONDS_NS
    return mtime_ns + tick >= read_ns


def look(root: Path) -> Iterator[tuple[str, SeenFile]]:
    """Every file under cases/ that is meant to be a case, by its path below the workspace."""
    folder = root / FOLDER
    refuse_links(folder)
    if not folder.is_dir():
        if folder.exists():
            step = "move it away, and put the folder of the cases in its place"
            raise WorkspaceError("this is no folder, and one belongs here", where=FilePlace(folder), next_step=step)
        raise WorkspaceError(
            "there is no folder `cases` here",
            where=FilePlace(folder),
            next_step="make it (an empty one will do), or run ragtriage in the workspace's own folder",
        )
    folders = [(str(folder), FOLDER)]
    while folders:
        place, below = folders.pop()
        try:
            entries = list(os.scandir(place))
        except OSError as error:
            yield (
                f"{_storable(below)}/",
                SeenFile(0, 0, f"the folder cannot be read: {error.strerror}", "see its permissions"),
            )
            continue
        for entry in entries:
            name = entry.name
            if name[0] == ".":
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append((entry.path, f"{below}/{name}"))
            elif name.endswith(_ENDINGS):
                yield _seen(entry, f"{below}/{name}")


def _seen(entry: "os.DirEntry[str]", below: str) -> tuple[str, SeenFile]:
    if not below.isascii() and (key := _storable(below)) != below:
        return key, SeenFile(0, 0, "the file's name is not UTF-8", "rename it")
    if not entry.is_file(follow_symlinks=False):
        if entry.is_symlink():
            return below, SeenFile(
                0, 0, "a symbolic link is not read: a save would replace it", "put the file itself here"
            )
        return below, SeenFile(0, 0, "this is no file", "a device, a pipe or a socket cannot be a case")
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError as error:  # deleted meanwhile, or not ours to look at
        return below, SeenFile(0, 0, f"cannot be read: {error.strerror}", "look again")
    if below.endswith(".yml"):
        return below, SeenFile(status.st_size, status.st_mtime_ns, "cases end in .yaml", "rename the file to .yaml")
    return below, SeenFile(status.st_size, status.st_mtime_ns)


def _storable(name: str) -> str:
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _update(root: Path, db: sqlite3.Connection, stale: dict[str, SeenFile], gone: list[str]) -> set[str]:
    before = dict(_digests(db))
    rows = [_row(root, key, seen) for key, seen in stale.items()]
    with exclusive(db):
        put_rows(db, "case_files", COLUMNS, rows)
        drop_rows(db, "case_files", "path", gone)
    changed = [str(row[0]) for row in rows if before.get(str(row[0])) != row[4]]
    return {id_of(key) for key in (*changed, *gone)}


def _digests(db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for row in db.execute("SELECT path, sha256 FROM case_files"):
        yield row[0], row[1]


def _row(root: Path, key: str, seen: SeenFile) -> tuple[Value, ...]:
    """What the index keeps of a file."""
    read_ns = time.time_ns()  # before reading: what is written from now on is newer
    path = root / key
    case: Case | None = None
    digest = ""
    if seen.fault:
        problems = [Problem(seen.fault, FilePlace(path), seen.next_step)]
        digest = seen.fault
    else:
        try:
            source = read_bytes(path)
            if source is None:
                raise FileError("the file is gone", where=FilePlace(path), next_step="look again")
            digest = hashlib.sha256(source).hexdigest()
            case, problems = parse_case(source, path, id_of(key))
        except FileError as error:
            case, problems = None, [problem_of(error, path)]
    head = (key, seen.size, seen.mtime_ns, read_ns, digest)
    listed = (field.stored(case) for field in FIELDS)
    return (*head, *listed, _body(case), json.dumps([_stored(each) for each in problems], ensure_ascii=False))


def _body(case: Case | None) -> str:
    if case is None:
        return "{}"
    from ragtriage.cases.schema import case_values

    return json.dumps(case_values(case) | ({"cut_off": case.cut_off} if case.cut_off else {}), ensure_ascii=False)


def parse_case(source: bytes, path: Path, case_id: str) -> tuple[Case | None, list[Problem]]:
    """The case in a file's bytes, or None and everything that is wrong with it."""
    from ragtriage.cases.schema import read_case
    from ragtriage.disk.json_io import load_json
    from ragtriage.disk.yaml_io import load_yaml

    try:
        node = (load_json if path.suffix == ".json" else load_yaml)(source, path, CaseError)
    except CaseError as error:
        return None, [problem_of(error, path)]
    case, problems = read_case(node, path, case_id)
    if case is None or path.suffix == ".json" or b" #" not in source.replace(b"\t#", b" #"):
        return case, problems
    from ragtriage.cases.cut_off import cut_offs
    from ragtriage.disk.yaml_io import utf8_text

    return replace(case, cut_off=tuple(cut_offs(node, utf8_text(source, path)))), problems


def id_of(key: str) -> str:
    """The id of the case that a path below the workspace stands for."""
    return (
        key.removeprefix(f"{FOLDER}/").rpartition(".")[0] if not key.endswith("/") else key.removeprefix(f"{FOLDER}/")
    )


def _stored(problem: Problem) -> dict[str, Value]:
    place = problem.place
    spot = {"line": place.line, "column": place.column, "field": place.field}
    return {"title": problem.title, **spot, "next_step": problem.next_step}


def stored_problems(path: Path, text: str) -> list[Problem]:
    """The problems of a row of the index."""
    return [
        Problem(each["title"], FilePlace(path, each["line"], each["column"], each["field"]), each["next_step"])
        for each in json.loads(text)
    ]
