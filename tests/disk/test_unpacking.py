"""What unpacks without end is not read to its end, and says so; everything else is."""

import gzip
import os
import zlib
from pathlib import Path

import pytest

from ragtriage.disk import unpacking
from ragtriage.disk.unpacking import unpacked
from ragtriage.errors import FileError, SnapshotError


def bomb(path: Path, mebibytes: int) -> Path:
    """A file of gzip that is a thousandth of what it unpacks to."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    with path.open("wb") as file:
        for _ in range(mebibytes):
            file.write(squeeze.compress(b"a" * (1 << 20)))
        file.write(squeeze.flush())
    return path


@pytest.mark.parametrize("name", ["plain.txt", "plain.gz", "packed.txt"])
def test_what_is_packed_is_told_by_content(tmp_path: Path, name: str) -> None:
    path, content = tmp_path / name, os.urandom(100_000) + b"\nlast"
    path.write_bytes(gzip.compress(content) if name.startswith("packed") else content)
    with unpacked(path) as file:
        assert file.read() == content


def test_a_bomb_is_given_up_early(tmp_path: Path) -> None:
    path, given = bomb(tmp_path / "a.gz", 300), 0
    with (
        pytest.raises(SnapshotError, match="unpack to more than 200 times as many"),
        unpacked(path, SnapshotError) as f,
    ):
        while some := f.read(1 << 20):
            given += len(some)
    assert given <= unpacking.UNSUSPECTED + (1 << 20)


def test_a_line_without_end_is_given_up_too(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="200 times"), unpacked(bomb(tmp_path / "a.gz", 100)) as file:
        file.readline()


def test_what_packs_well_and_is_small_is_read(tmp_path: Path) -> None:
    with unpacked(bomb(tmp_path / "a.gz", 20)) as file:
        assert len(file.read()) == 20 << 20


def test_a_file_over_the_limit_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "LARGEST", 1000)
    (tmp_path / "a").write_bytes(gzip.compress(b"x" * 1001))
    with pytest.raises(FileError, match="more than"), unpacked(tmp_path / "a") as file:
        file.read()


def test_a_pointer_and_a_pipe_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(unpacking.LFS_POINTER + b"v1\noid sha256:00\n")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="LFS pointer"), unpacked(tmp_path / "a"):
        pass
    with pytest.raises(FileError, match="a pipe or a device"), unpacked(tmp_path / "pipe"):
        pass
