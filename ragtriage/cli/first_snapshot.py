"""The first snapshot of a workspace whose ragtriage.yaml names none: it is the one to judge against."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragtriage.disk.files import Write
    from ragtriage.workspace import Workspace


def name_first(workspace: "Workspace", name: str) -> "Write | None":
    """Write `snapshot: name` into ragtriage.yaml where none stands and there is no other that it could be.

    No other byte changes. None where one is set, there are several, or the file's form allows no edit: then nothing is
    written. Raises FileError, ConflictError.
    """
    from ragtriage.disk.files import FileChange, Write, read_bytes
    from ragtriage.errors import SettingsError
    from ragtriage.settings import FILE

    path = workspace.root / FILE
    before = read_bytes(path)
    workspace.reread_settings()
    if before is None or workspace.settings.snapshot is not None or workspace.snapshots.names() != [name]:
        return None
    try:
        after = _named(before, name)
    except SettingsError:
        return None
    write = Write(f"{FILE}: snapshot {name}", (FileChange(path, before, after),))
    workspace.history.do(write)
    workspace.reread_settings()
    return write


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
