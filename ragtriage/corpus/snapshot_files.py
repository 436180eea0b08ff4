"""A corpus snapshot as it stands on disk: `manifest.yaml` beside `documents.jsonl` or `documents.jsonl.gz`.

The sha256 in the manifest is that of the documents' lines, compressed or not: it names the content. A snapshot appears
with one rename of its whole folder, so a killed process leaves no half of one.
"""

import contextlib
import fcntl
import gzip
import hashlib
import io
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from ragtriage.corpus.document import Attribute, Document
from ragtriage.disk.files import read_bytes
from ragtriage.disk.safe_paths import names_in, open_file, put_in_place, way_to
from ragtriage.disk.unpacking import DAMAGED, unpacked
from ragtriage.errors import FileError, FilePlace, SnapshotError

MANIFEST = "manifest.yaml"
PLAIN = "documents.jsonl"
PACKED = "documents.jsonl.gz"
LONGEST_LINE = 64 << 20
"""Bytes of one document."""
_TEMPORARY = ".ragtriage-"
_SHA256 = re.compile(rb"^sha256: *[\"']?([0-9a-f]{64})[\"']?[ \r]*$", re.MULTILINE)
_NAME = re.compile(r"[^\W_](?:[\w.+-]{0,98}[\w+-])?")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is known of a snapshot without opening its documents."""

    name: str
    created: str
    """UTC, ISO 8601."""
    source: str
    documents: int
    characters: int
    """Code points in all texts."""
    sha256: str
    """Of the lines of documents.jsonl, uncompressed."""
    extractor: str
    """What turned the source's files into text."""
    normalised: tuple[str, ...] = ()
    """What was changed on the way in, one line a kind of change."""
    added: bool = field(default=False, compare=False)
    """True when the call that returned it wrote the snapshot; False when it stood there already."""


def is_name(name: str) -> bool:
    """Whether `name` is safe as one segment of a path on every system."""
    return _NAME.fullmatch(name) is not None


def check_name(name: str, root: Path) -> None:
    """Raise SnapshotError unless `is_name`."""
    if not is_name(name):
        raise SnapshotError(
            f"`{name}` cannot name a snapshot",
            where=FilePlace(root),
            next_step="use letters, digits, `-`, `_`, `+` and `.`; begin with a letter or digit, end without a dot",
        )


def encode(documents: Iterable[Document]) -> bytes:
    """The lines of documents.jsonl, in the order given; the same documents give the same bytes."""
    lines = []
    for document in documents:
        shape = {
            "doc_id": document.doc_id,
            "title": document.title,
            "text": document.text,
            "metadata": {key: value if isinstance(value, str) else list(value)
                         for key, value in document.metadata.items()},
        }  # fmt: skip
        lines.append(json.dumps(shape, ensure_ascii=False) + "\n")
    return "".join(lines).encode("utf-8")


def stored_documents(folder: Path) -> Iterator[Document]:
    """The documents of a snapshot's folder, one at a time. Raises SnapshotError, also at the line that is not one."""
    with _opened(folder) as (file, path):
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if not line.strip():
                continue
            try:
                if len(line) > LONGEST_LINE:
                    raise ValueError(f"a line of more than {LONGEST_LINE >> 20} MiB")
                yield _document(json.loads(line))
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                raise SnapshotError(
                    f"not a document of a snapshot: {error}",
                    where=FilePlace(path, number),
                    next_step="a line is {doc_id, title, text, metadata}, all of them strings but metadata; "
                    "read such files in with `ragtriage snapshot add`",
                ) from error


def _document(shape: object) -> Document:
    if not isinstance(shape, dict):
        raise TypeError("expected an object")
    for key in ("doc_id", "title", "text"):
        if not isinstance(shape.get(key), str):
            raise TypeError(f"`{key}` is not a string")
        shape[key].encode("utf-8")  # a lone surrogate cannot be stored; UnicodeEncodeError is a ValueError
    return Document(shape["doc_id"], shape["title"], shape["text"], metadata_from(shape.get("metadata") or {}))


def metadata_from(shape: object) -> dict[str, Attribute]:
    """Metadata from its JSON: strings, and lists of strings as tuples. Raises TypeError for anything else."""
    if not isinstance(shape, Mapping):
        raise TypeError("`metadata` is not an object")
    out: dict[str, Attribute] = {}
    for key, value in shape.items():
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
            raise TypeError(f"`metadata.{key}` is neither a string nor a list of strings")
        out[key] = value if isinstance(value, str) else tuple(values)
    return out


def stored_sha256(folder: Path) -> tuple[str, Path]:
    """The sha256 of documents.jsonl, uncompressed, and the file it came from. Raises SnapshotError."""
    with _opened(folder) as (file, path):
        found = hashlib.sha256()
        while some := file.read(1 << 20):
            found.update(some)
        return found.hexdigest(), path


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[tuple[IO[bytes], Path]]:
    """documents.jsonl, unpacked as it is read: a stream, as a clone may bring a file that unpacks without end."""
    for path in (folder / PLAIN, folder / PACKED):
        try:
            with unpacked(path, SnapshotError) as file:
                yield file, path
                return
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, *DAMAGED) as error:
            raise SnapshotError(f"cannot be unpacked: {error}", where=FilePlace(path),
                                next_step="restore the file, from Git for example") from error  # fmt: skip
    raise SnapshotError(
        f"the snapshot has no {PLAIN} and no {PACKED}",
        where=FilePlace(folder),
        next_step="restore the file, from Git for example, or remove the folder and add the snapshot again",
    )


def read_sha256(path: Path) -> str | None:
    """The sha256 that the manifest at `path` names, without parsing YAML where ours is plain; None: no manifest."""
    raw = read_bytes(path)
    if raw is None:
        return None
    found = _SHA256.search(raw)
    return found[1].decode() if found else parse_manifest(raw, path).sha256


def parse_manifest(raw: bytes, path: Path) -> Manifest:
    """The manifest in `raw`. Raises SnapshotError naming the field that is wrong."""
    import yaml

    def wrong(title: str, name: str | None = None) -> SnapshotError:
        return SnapshotError(
            title, where=FilePlace(path, field=name), next_step="restore the file, from Git for example"
        )

    try:
        shape = yaml.load(raw, yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError, UnicodeDecodeError) as error:
        raise wrong(f"not YAML: {' '.join(str(error).split())}") from error
    if not isinstance(shape, dict):
        raise wrong("not a manifest: expected `name: …`, `sha256: …` and so on")

    def text(key: str, default: str | None = None) -> str:
        value = shape.get(key, default)
        if not isinstance(value, str):
            raise wrong("missing" if value is None else "expected a string", key)
        return value

    for key in ("documents", "characters"):
        if not re.fullmatch(r"[0-9]{1,15}", text(key)):
            raise wrong(f"expected a whole number, found `{text(key)}`", key)
    if not re.fullmatch("[0-9a-f]{64}", text("sha256")):
        raise wrong("expected 64 hex digits", "sha256")
    lines = shape.get("normalised") or []
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise wrong("expected a list of strings", "normalised")
    return Manifest(
        text("name"), text("created", ""), text("source", ""), int(text("documents")), int(text("characters")),
        text("sha256"), text("extractor", ""), tuple(lines),
    )  # fmt: skip


def format_manifest(manifest: Manifest) -> bytes:
    """The manifest as YAML; every string quoted, so that no reader takes it for a date or a number."""
    import yaml

    def quoted(text: str) -> str:
        return yaml.safe_dump(text, default_style='"', allow_unicode=True, width=10**9).rstrip("\n")

    lines = [
        f"name: {quoted(manifest.name)}",
        f"created: {quoted(manifest.created)}",
        f"source: {quoted(manifest.source)}",
        f"documents: {manifest.documents}",
        f"characters: {manifest.characters}",
        f"sha256: {quoted(manifest.sha256)}",
        f"extractor: {quoted(manifest.extractor)}",
        "normalised:" if manifest.normalised else "normalised: []",
        *(f"  - {quoted(line)}" for line in manifest.normalised),
    ]
    return ("\n".join(lines) + "\n").encode("utf-8")


@contextlib.contextmanager
def adding(root: Path) -> Iterator[None]:
    """Hold the snapshots' folder against other processes that add, and clear away what killed ones left."""
    try:
        with way_to(root / MANIFEST, make=True):
            handle = open_file(root, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise FileError(f"cannot be written to: {error.strerror}", where=FilePlace(root),
                        next_step="check the folder's permissions; nothing was added") from error  # fmt: skip
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        _remove_left(handle)
        yield
    finally:
        os.close(handle)


def clear_left(root: Path) -> None:
    """Clear away what killed processes left of snapshots, unless another is adding one now."""
    with contextlib.suppress(OSError, FileError):  # a link, for one, which leads to no folder of ours
        if not any(_is_left(name) for name in names_in(root)):
            return
        handle = open_file(root, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _remove_left(handle)
        finally:
            os.close(handle)


def _is_left(name: str) -> bool:
    return name.startswith(_TEMPORARY) and name.endswith(".tmp")


def _remove_left(folder: int) -> None:
    """Remove temporary folders by the open folder that holds them, wherever its name leads by now."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if _is_left(entry.name)]
    for name in names:
        shutil.rmtree(name, ignore_errors=True, dir_fd=folder)


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make `folder` with these files, in one rename. Raises FileError, with nothing there, when the disk refuses."""
    temporary = None
    try:
        temporary = folder.with_name(f"{_TEMPORARY}{secrets.token_hex(8)}.tmp")
        with way_to(temporary) as spot:
            os.mkdir(spot.name, 0o700, dir_fd=spot.folder)
        for name, content in files.items():
            with os.fdopen(open_file(temporary / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o777 & ~mask)
        put_in_place(temporary, folder)
        temporary = None
    except OSError as error:
        raise FileError(f"cannot be written: {error.strerror}", where=FilePlace(folder),
                        next_step="check the disk and its permissions; nothing was added") from error  # fmt: skip
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)


def packed(payload: bytes) -> bytes:
    """`payload` gzipped; the same bytes every time, as no time and no name is written into it."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as archive:
        archive.write(payload)
    return out.getvalue()


def sha256(payload: bytes) -> str:
    """The content's name: 64 hex digits."""
    return hashlib.sha256(payload).hexdigest()
