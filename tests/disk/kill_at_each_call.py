"""Does one write again and again in a fresh folder, killed before its 1st, 2nd, … call that changes the disk.

Or (`start` for `write`) finishes one that was cut off, killed in the same way. Run as a script, as it forks. Prints a
JSON list: for each kill the files after it, and after the next process.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from ragtriage.disk import journal
from ragtriage.disk.atomic import made_ready
from ragtriage.disk.files import FileChange, Write, carry_out, locked

CHANGING = {"os.rename", "os.remove", "os.mkdir", "os.truncate", "os.chmod"}
BEFORE = {"a.yaml": b"1", "b.yaml": b"2", "gone.yaml": b"3"}
AFTER = {"a.yaml": b"one", "b.yaml": b"two", "deep/new.yaml": b"four"}


def killed_at(number: int) -> None:
    """From here on, die before the call of this number."""
    left = iter(range(number - 1, -1, -1))

    def count() -> None:
        if next(left, 0) == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def heard(event: str, arguments: tuple[object, ...]) -> None:
        opens = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if opens or event in CHANGING:
            count()

    fsync = os.fsync

    def counted_fsync(handle: int) -> None:
        count()
        fsync(handle)

    os.fsync = counted_fsync
    sys.addaudithook(heard)


def fresh(root: Path) -> None:
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    for name, content in BEFORE.items():
        (root / name).write_bytes(content)


def files(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".ragtriage" not in path.parts
    }


def all_changes(root: Path) -> tuple[FileChange, ...]:
    names = sorted(BEFORE.keys() | AFTER.keys())
    return tuple(FileChange(root / name, BEFORE.get(name), AFTER.get(name)) for name in names)


def write(root: Path) -> None:
    carry_out(Write("four files", all_changes(root)), root / ".ragtriage")


def start(root: Path) -> None:
    """What every next process does."""
    with locked(root / ".ragtriage"):
        pass


def cut_off(root: Path) -> None:
    """The same write, cut off before its first rename: all of it is left to the next start."""
    fresh(root)
    state = root / ".ragtriage"
    changes = all_changes(root)
    with locked(state):
        ready = made_ready(changes, journal.journal_folder(state))
        journal.begin(state, "four files", changes, ready)


def main(root: Path, prepare: Callable[[Path], None], work: Callable[[Path], None]) -> None:
    results = []
    for number in range(1, 1000):
        prepare(root)
        child = os.fork()
        if child == 0:
            killed_at(number)
            work(root)
            os._exit(0)
        ended = os.waitpid(child, 0)[1]
        confirmed = ended == 0
        at_once = files(root)
        start(root)
        left = [path.name for name in ("journal", "half-written") for path in (root / ".ragtriage").glob(f"{name}/*")]
        results.append({"confirmed": confirmed, "killed": at_once, "after": files(root), "left": left})
        if confirmed:
            break
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    place = Path(sys.argv[1])
    if sys.argv[2] == "write":
        main(place, fresh, write)
    else:
        main(place, cut_off, start)
