"""Forms on disk at every key press: a dropped line or a crash costs at most the key that was being sent.

A whole form is written to another name and renamed, without waiting for the disk: that outlives the process and the
connection, and is fast enough for every key; only a power cut may lose the last seconds. A draft that cannot be read is
never deleted: it is listed, with its path, for a person to look at.
"""

import base64
import errno
import hashlib
import json
import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar, get_args

from ragtriage.authoring.values import Form, Origin, OriginKind, Typing
from ragtriage.cases.model import (
    Attribute,
    Case,
    Evidence,
    Nugget,
    Quote,
    Source,
    SourceKind,
    Status,
    UnanswerableBecause,
)
from ragtriage.cases.store import CaseStore
from ragtriage.disk.files import read_bytes
from ragtriage.errors import FileError, Place, RagtriageError

_LARGEST = 32_000_000
"""Bytes of a draft: no form of ours comes near."""
_AS_DRAFT = "if it is worth keeping, look into it; remove it otherwise"

T = TypeVar("T")


class Drafts:
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
        content = json.dumps(_written(form)).encode("ascii")
        try:
            self._write(temporary, content)
            temporary.replace(path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink()
            hint = "free some space" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "check its permissions"
            raise FileError(
                f"the draft cannot be kept: {error.strerror}",
                where=Place(path),
                next_step=f"{hint}; what you typed is still here, and so is the draft before it",
            ) from error

    def _write(self, path: Path, content: bytes) -> None:
        try:
            path.write_bytes(content)
        except FileNotFoundError:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

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
            path.unlink(missing_ok=True)
            for left in self.folder.glob(f"{path.stem}.*.tmp"):
                left.unlink(missing_ok=True)
        except OSError as error:
            raise FileError(
                f"the draft cannot be removed: {error.strerror}", where=Place(path), next_step="remove it by hand"
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
            form = _form(json.loads(content))
        except FileError as error:
            return error
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            return FileError(f"this draft cannot be read: {error}", where=Place(path), next_step=_AS_DRAFT)
        if self.path(form.origin) != path:
            return FileError("this draft lies under another's name", where=Place(path), next_step=_AS_DRAFT)
        return form


def changed_underneath(form: Form, store: CaseStore) -> bool:
    """Whether the case's file is not what the form was begun from: changed by someone else, or gone."""
    if form.base is None:
        return False
    try:
        return store.source(form.case.id) != form.base
    except RagtriageError:
        return True


# -- as JSON, and back with every type checked


def _written(form: Form) -> dict[str, Any]:
    return {
        "origin": [form.origin.kind, form.origin.ref],
        "case": asdict(form.case),
        "base": None if form.base is None else base64.b64encode(form.base).decode("ascii"),
        "start": None if form.start is None else asdict(form.start),
        "typing": None if form.typing is None else [form.typing.field, form.typing.text],
        "query": form.query,
        "refused": form.refused,
        "open": form.open,
    }


def _form(body: Any) -> Form:
    kind, ref = _texts(body["origin"])
    if body["typing"] is not None:
        field, text = _texts(body["typing"])
    return Form(
        origin=Origin(_one_of(kind, get_args(OriginKind)), ref),
        case=_case(body["case"]),
        base=None if body["base"] is None else base64.b64decode(_is(body["base"], str), validate=True),
        start=None if body["start"] is None else _case(body["start"]),
        typing=None if body["typing"] is None else Typing(field, text),
        query=_is(body["query"], str),
        refused=_texts(body["refused"]),
        open=_is(body["open"], bool),
    )


def _case(body: Any) -> Case:
    because, source = body["unanswerable_because"], body["source"]
    texts = {name: _is(body[name], str) for name in ("id", "question", "reference_answer", "intent", "notes")}
    return Case(
        **texts,
        answerable=_is(body["answerable"], bool),
        must_pass=_is(body["must_pass"], bool),
        unanswerable_because=None if because is None else _one_of(because, get_args(UnanswerableBecause)),
        filters=_attributes(body["filters"]),
        user=_attributes(body["user"]),
        evidence=tuple(_evidence(one) for one in _is(body["evidence"], list)),
        nuggets=tuple(Nugget(_is(one["text"], str), _is(one["vital"], bool)) for one in _is(body["nuggets"], list)),
        tags=_texts(body["tags"]),
        status=_one_of(body["status"], get_args(Status)),
        source=None if source is None else _source(source),
        reviewed_by=_texts(body["reviewed_by"]),
        metadata=_is(body["metadata"], dict),
    )


def _evidence(body: Any) -> Evidence:
    quotes = tuple(_quote(one) for one in _is(body["any_of"], list))
    if not quotes:
        raise ValueError("a piece of evidence without a quote")
    return Evidence(quotes)


def _quote(body: Any) -> Quote:
    doc_id, quote, prefix, suffix = (_is(body[name], str) for name in ("doc_id", "quote", "prefix", "suffix"))
    return Quote(doc_id, quote, prefix, suffix, _one_of(body["grade"], (1, 2)))


def _source(body: Any) -> Source:
    return Source(_one_of(body["kind"], get_args(SourceKind)), _is(body["ref"], str), _is(body["at"], str))


def _attributes(body: Any) -> dict[str, Attribute]:
    return {key: one if isinstance(one, str) else _texts(one) for key, one in _is(body, dict).items()}


def _texts(body: Any) -> tuple[str, ...]:
    return tuple(_is(one, str) for one in _is(body, list))


def _is(value: Any, kind: type[T]) -> T:
    if type(value) is not kind:
        raise TypeError(f"{kind.__name__} expected, {type(value).__name__} found")
    return value


def _one_of(value: Any, choices: tuple[Any, ...]) -> Any:
    if not any(value == one and type(value) is type(one) for one in choices):
        raise ValueError(f"{value!r} is none of {', '.join(map(str, choices))}")
    return value
