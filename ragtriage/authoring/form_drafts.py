"""Forms on disk at every key press: a dropped line or a crash costs at most the key that was being sent.

A whole form is written to another name and renamed, without waiting for the disk: that outlives the process and the
connection, and is fast enough for every key; only a power cut may lose the last seconds. A draft that cannot be read is
never deleted: it is listed, with its path, for a person to look at.
"""

import errno
import hashlib
import json
import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ragtriage.authoring.form_json import form_from_json, form_json
from ragtriage.authoring.values import Form, Origin
from ragtriage.cases.store import CaseStore
from ragtriage.disk.files import read_bytes
from ragtriage.disk.safe_paths import open_file, put_in_place, remove
from ragtriage.errors import FileError, FilePlace, RagtriageError

_LARGEST = 32_000_000
"""Bytes of a draft: no form of ours comes near."""
_AS_DRAFT = "if it is worth keeping, look into it; remove it otherwise"


class FormDrafts:
    """The kept forms of one workspace, one file each."""

    def __init__(self, state_folder: Path) -> None:
        self.folder = state_folder / "drafts" / "forms"

    def path(self, origin: Origin) -> Path:
        """Where the draft of an origin is."""
        name = hashlib.sha256(f"{origin.kind}:{origin.ref}".encode("utf-8", "surrogatepass")).hexdigest()[:24]
        return self.folder / f"{name}.json"

    def keep(self, form: Form) -> None:
        """Keep a form as it is now; whatever happens, the draft on disk is this one or the one before, whole.

        Raises FileError when the disk is full or does not let us write.
        """
        path = self.path(form.origin)
        temporary = path.with_name(f"{path.stem}.{os.getpid()}-{threading.get_ident()}.tmp")
        content = form_json(form).encode("ascii")
        try:
            self._write(temporary, content)
            put_in_place(temporary, path)
        except OSError as error:
            with suppress(OSError):
                remove(temporary)
            hint = "free some space" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "check its permissions"
            raise FileError(
                f"the draft cannot be kept: {error.strerror}",
                where=FilePlace(path),
                next_step=f"{hint}; what you typed is still here, and so is the draft before it",
            ) from error

    def _write(self, path: Path, content: bytes) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with os.fdopen(open_file(path, flags, 0o600, make=True), "wb") as out:
            out.write(content)

    def load(self, origin: Origin) -> Form | None:
        """The form that was kept of an origin; None when there is none, or none that can be read (see `broken`)."""
        read = self._read(self.path(origin))
        return read if isinstance(read, Form) else None

    def all(self) -> list[Form]:
        """All forms that were kept and can be read, newest first."""
        return [read for read in self._every() if isinstance(read, Form)]

    def broken(self) -> list[FileError]:
        """Drafts that cannot be read, and why."""
        return [read for read in self._every() if isinstance(read, FileError)]

    def drop(self, origin: Origin) -> None:
        """Forget the draft of an origin: it is saved, or no longer wanted. Raises FileError."""
        path = self.path(origin)
        try:
            remove(path)
            for left in self.folder.glob(f"{path.stem}.*.tmp"):
                remove(left)
        except OSError as error:
            raise FileError(
                f"the draft cannot be removed: {error.strerror}", where=FilePlace(path), next_step="remove it by hand"
            ) from error

    def _every(self) -> Iterator[Form | FileError]:
        times = []
        with suppress(OSError):
            for path in self.folder.glob("*.json"):
                with suppress(OSError):
                    times.append((path.lstat().st_mtime_ns, path))
        for _, path in sorted(times, reverse=True):
            if (read := self._read(path)) is not None:
                yield read

    def _read(self, path: Path) -> Form | FileError | None:
        try:
            content = read_bytes(path)
            if content is None:
                return None
            if len(content) > _LARGEST:
                raise ValueError("it is larger than any draft")
            form = form_from_json(json.loads(content))
        except FileError as error:
            return error
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            return FileError(f"this draft cannot be read: {error}", where=FilePlace(path), next_step=_AS_DRAFT)
        if self.path(form.origin) != path:
            return FileError("this draft lies under another's name", where=FilePlace(path), next_step=_AS_DRAFT)
        return form


def changed_underneath(form: Form, store: CaseStore) -> bool:
    """Whether the case's file is not what the form was begun from: changed by someone else, or gone."""
    if form.base is None:
        return False
    try:
        return store.source(form.case.id) != form.base
    except RagtriageError:
        return True
