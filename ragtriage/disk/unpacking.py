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
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from ragtriage.disk.safe_paths import open_file
from ragtriage.errors import FileError, Place, RagtriageError

LARGEST = 4 << 30
"""Bytes of a file, unpacked: more is not read."""
MOST_TIMES = 200
"""How many times larger than packed a file may be, once it is over `UNSUSPECTED`."""
UNSUSPECTED = 64 << 20
"""Bytes, unpacked, that any file may have."""
LFS_POINTER = b"version https://git-lfs.github.com/spec/"
DAMAGED = (EOFError, zlib.error, gzip.BadGzipFile)
"""What reading raises where the compressed bytes are cut off or damaged."""


@contextlib.contextmanager
def unpacked(path: Path, error: type[RagtriageError] = FileError) -> Iterator[IO[bytes]]:
    """The file's bytes, unpacked if they are gzip's. Reading them may raise `DAMAGED`.

    Raises `error`, here or while reading, for a Git LFS pointer, and past the limits; OSError as `open` does.
    """
    with open(path, "rb", opener=_without_waiting) as file:  # a Path's own takes no opener
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise error("this is no file, but a pipe or a device", where=Place(path), next_step="give a file")
        start = file.read(len(LFS_POINTER))
        if start == LFS_POINTER:
            raise error(
                "only a Git LFS pointer: the content was not fetched",
                where=Place(path),
                next_step="run `git lfs pull` and try again",
            )
        file.seek(0)
        packed = start[:2] == b"\x1f\x8b"
        source = cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if packed else file
        size = os.fstat(file.fileno()).st_size if packed else None
        with io.BufferedReader(_Limited(source, size, path, error), 1 << 18) as out:
            yield out


def _without_waiting(path: str, flags: int) -> int:
    return open_file(Path(path), flags | os.O_NONBLOCK)  # a pipe that nobody writes to would wait for ever


class _Limited(io.RawIOBase):
    """A stream that counts what it gave, and refuses to give too much."""

    def __init__(self, source: IO[bytes], packed: int | None, path: Path, error: type[RagtriageError]) -> None:
        super().__init__()
        self._source, self._packed, self._path, self._error = source, packed, path, error
        self._given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        some = self._source.read(len(buffer))
        buffer[: len(some)] = some
        self._given += len(some)
        if self._given > LARGEST:
            raise self._refusal(f"the file unpacks to more than {LARGEST >> 30} GiB: it is not read further")
        if self._packed is not None and self._given > max(UNSUSPECTED, MOST_TIMES * self._packed):
            title = f"{self._packed:,} bytes unpack to more than {MOST_TIMES} times as many: it is not read further"
            raise self._refusal(title)
        return len(some)

    def _refusal(self, title: str) -> RagtriageError:
        return self._error(
            title, where=Place(self._path), next_step="nothing of it came in; is it the right file? Else split it"
        )
