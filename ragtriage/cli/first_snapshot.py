"""The first snapshot of a workspace whose ragtriage.yaml names none: it is the one to judge against."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragtriage.corpus.reading import SourceReading
    from ragtriage.corpus.snapshot_files import Manifest
    from ragtriage.disk.files import FileChange
    from ragtriage.workspace import Workspace


def add_and_name(workspace: "Workspace", name: str, reading: "SourceReading") -> "tuple[Manifest, bool]":
    """Add a snapshot, and name it in ragtriage.yaml where it is the first: both or neither.

    Its manifest, and whether it was named. Raises SnapshotError, FileError, ConflictError.
    """
    from ragtriage.disk.files import Write

    change = naming(workspace, name)
    manifest = workspace.snapshots.add(
        name,
        reading.documents,
        reading.source,
        reading.extractor,
        normalised=reading.normalised,
        along=change,
        wait=workspace.history.wait,
    )
    if change and not manifest.added:
        workspace.do(Write(f"snapshot {name}", (change,)))
    workspace.reread_settings()
    return manifest, change is not None


def naming(workspace: "Workspace", name: str) -> "FileChange | None":
    """`snapshot: name` in ragtriage.yaml, where none stands and there is no other that it could be; not yet written.

    No other byte changes. None where one is set, there are others, or the file's form allows no edit. Raises FileError.
    """
    from ragtriage.disk.files import FileChange, read_bytes
    from ragtriage.errors import SettingsError
    from ragtriage.settings import FILE

    path = workspace.root / FILE
    before = read_bytes(path)
    workspace.reread_settings()
    others = set(workspace.snapshots.names()) - {name}
    if before is None or workspace.settings.snapshot is not None or others:
        return None
    try:
        return FileChange(path, before, _named(before, name))
    except SettingsError:
        return None


def _named(before: bytes, name: str) -> bytes:
    from pathlib import Path

    from ragtriage.disk.yaml_edit import SetField, edited
    from ragtriage.disk.yaml_out import inline
    from ragtriage.errors import SettingsError
    from ragtriage.settings import FILE

    if re.search(rb"^[ \t]*[^#\s]", before.removeprefix(b"\xef\xbb\xbf"), re.MULTILINE):
        return edited(before, [SetField("snapshot", name)], Path(FILE), SettingsError)
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    gap = newline if before and not before.endswith(b"\n") else b""
    return before + gap + f"snapshot: {inline(name)}".encode() + newline
