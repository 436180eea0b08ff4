"""Why a snapshot's documents are not those that its manifest names: mostly because Git wrote other line ends."""

import hashlib
import shlex
from pathlib import Path

from ragtriage.corpus.snapshot_files import MANIFEST
from ragtriage.disk.unpacking import DAMAGED, unpacked
from ragtriage.errors import FilePlace, RagtriageError, SnapshotError

_ATTRIBUTES = "corpus_snapshots/** -text"
_LONGEST = 1 << 20


def differing(file: Path, wanted: str) -> SnapshotError:
    """What is to be said of a file of documents whose sha256 is not `wanted`."""
    if _differs_by_line_ends(file, wanted):
        name = shlex.quote(f"{file.parent.parent.name}/{file.parent.name}")
        return SnapshotError(
            "Git wrote other line ends into it than were committed (core.autocrlf, or `text` in a .gitattributes)",
            where=FilePlace(file),
            next_step="in the workspace's folder, keep Git from it, and check the snapshot out again:\n"
            f"  echo '{_ATTRIBUTES}' >> .gitattributes\n"
            f"  rm -r {name} && git checkout -- {name}",
        )
    return SnapshotError(
        f"the documents are not those that {MANIFEST} names: their sha256 differs",
        where=FilePlace(file),
        next_step="restore both files, from Git for example; changed documents belong in a new snapshot",
    )


def _differs_by_line_ends(file: Path, wanted: str) -> bool:
    found = hashlib.sha256()
    try:
        with unpacked(file, SnapshotError) as source:
            while part := source.readline(_LONGEST):
                found.update(part[:-2] + b"\n" if part.endswith(b"\r\n") else part)
    except (OSError, RagtriageError, *DAMAGED):
        return False
    return found.hexdigest() == wanted
