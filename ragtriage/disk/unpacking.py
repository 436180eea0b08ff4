"""Files plain or gzip-compressed, told by content, as a stream that ends before it takes all memory or all disk.

A few megabytes of gzip can unpack to terabytes. Text packs 3 to 30 times, very repetitive text a hundred times: what
packs better than that, and is large, was made to do harm, and is not read to its end.
"""

import contextlib
import gzip
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, cast

from ragtriage.disk.safe_paths import open_file
from ragtriage.errors import FileError, FilePlace, RagtriageError

LARGEST = 4 << 30
"""Bytes of a packed file, unpacked: more is not read."""
MOST_TIMES = 200
"""How many times larger than packed a file may be, once it is over `UNSUSPECTED`."""
UNSUSPECTED = 64 << 20
"""Bytes, unpacked, that any file may have."""
LFS_POINTER = b"version https://git-lfs.github.com/spec/"
DAMAGED = (EOFError, zlib.error, gzip.BadGzipFile)
"""What is raised where the compressed bytes are cut off or damaged."""


@contextlib.contextmanager
def unpacked(
    path: Path, error: type[RagtriageError] = FileError, meter: Callable[[int, int], None] | None = None
) -> "Iterator[io.BufferedReader[Any]]":
    """The file's bytes, unpacked if they are gzip's. Where these are cut off or damaged, what comes before is given,
    and one of `DAMAGED` is raised on leaving.

    `meter` is told how many of the file's bytes were read, and how many it has.

    Raises `error`, here or while reading, for a Git LFS pointer, and past the limits; OSError as `open` does.
    """
    with open(path, "rb", opener=_without_waiting) as file:  # a Path's own takes no opener
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise error("this is no file, but a pipe or a device", where=FilePlace(path), next_step="give a file")
        start = file.read(len(LFS_POINTER))
        if start == LFS_POINTER:
            raise error(
                "only a Git LFS pointer: the content was not fetched",
                where=FilePlace(path),
                next_step="run `git lfs pull` and try again",
            )
        file.seek(0)
        size = os.fstat(file.fileno()).st_size
        source = _Source(file, size, start[:2] == b"\x1f\x8b", path, error, meter)
        with io.BufferedReader(source, 1 << 18) as out:
            yield out
            if source.damage is not None:
                raise source.damage


def _without_waiting(path: str, flags: int) -> int:
    return open_file(Path(path), flags | os.O_NONBLOCK)  # a pipe that nobody writes to would wait for ever


class _Source(io.RawIOBase):
    """A file that is unpacked as it is read; it counts what it gave, and refuses to give too much."""

    def __init__(
        self,
        file: IO[bytes],
        size: int,
        packed: bool,
        path: Path,
        error: type[RagtriageError],
        meter: Callable[[int, int], None] | None,
    ) -> None:
        super().__init__()
        self._file, self._size, self._packed = file, size, packed
        self._source = cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if packed else file
        self._path, self._error, self._meter = path, error, meter
        self._given = 0
        self.damage: Exception | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        some = self._some(len(buffer))
        buffer[: len(some)] = some
        self._given += len(some)
        if self._packed:
            self._check()
        if self._meter is not None:
            self._meter(min(self._file.tell(), self._size), self._size)
        return len(some)

    def _some(self, size: int) -> bytes:
        if not self._packed:
            return self._source.read(size)
        try:
            return cast("gzip.GzipFile", self._source).read1(size)  # not `read`: it drops what came before damage
        except DAMAGED as error:
            self.damage = error
            return b""

    def _check(self) -> None:
        if self._given > LARGEST:
            raise self._refusal(f"the file unpacks to more than {LARGEST >> 30} GiB: it is not read further")
        if self._given > max(UNSUSPECTED, MOST_TIMES * self._size):
            title = f"{self._size:,} bytes unpack to more than {MOST_TIMES} times as many: it is not read further"
            raise self._refusal(title)

    def _refusal(self, title: str) -> RagtriageError:
        return self._error(
            title, where=FilePlace(self._path), next_step="nothing of it came in; is it the right file? Else split it"
        )
