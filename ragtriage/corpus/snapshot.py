"""The snapshots of a workspace: what the documents said, and when.

A snapshot never changes, so that a quote anchored in it stays where it is. Its file is the truth; the index holds the
documents a second time, to read one without reading all, and is filled again whenever the manifest names other content.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from ragtriage.corpus.document import Document
from ragtriage.corpus.line_ends import differing
from ragtriage.corpus.normalising import Notes, all_clean, encodable
from ragtriage.corpus.snapshot_files import (
    MANIFEST,
    PACKED,
    PLAIN,
    Manifest,
    adding,
    check_name,
    encode,
    format_manifest,
    is_name,
    metadata_from,
    packed,
    parse_manifest,
    read_sha256,
    sha256,
    stored_documents,
    stored_sha256,
    write_folder,
)
from ragtriage.corpus.stored_texts import StoredTexts, TextsAtHand
from ragtriage.disk.database import exclusive
from ragtriage.disk.files import FileChange, LockWait, Write, carry_out, read_bytes, replace_file
from ragtriage.disk.rows import add_rows, drop_rows
from ragtriage.disk.safe_paths import names_in
from ragtriage.errors import FilePlace, RagtriageError, SnapshotError, nearest

_PACK_ABOVE = 20_000_000
"""Bytes of documents.jsonl from which it is gzipped: Git hosts warn at 50 MB, and diffs of it help nobody."""


_AT_ONCE = 200
"""Documents read in one go when all are asked for."""
_CHARACTERS_AT_ONCE = 1_000_000
"""Characters after which no other one is read along."""


class SnapshotStore:
    """The snapshots below `root` (a workspace's `corpus_snapshots/`), served from the index `db`."""

    def __init__(self, root: Path, db: sqlite3.Connection) -> None:
        self.root = root
        self._db = db
        self._superseded: dict[str, dict[str, str]] = {}
        self._at_hand = TextsAtHand()

    def names(self) -> list[str]:
        """Every snapshot there is, sorted."""
        there = (name for name in names_in(self.root, SnapshotError) if not name.startswith("."))
        return [name for name in there if (self.root / name / MANIFEST).is_file()]

    def manifest(self, name: str) -> Manifest:
        """What is known of the snapshot without its documents. Raises SnapshotError."""
        path = self._manifest_path(name)
        raw = read_bytes(path)
        if raw is None:
            raise self._unknown(name)
        manifest = parse_manifest(raw, path)
        if manifest.name != name:
            raise SnapshotError(
                f"the manifest is that of `{manifest.name}`",
                where=FilePlace(path, field="name"),
                next_step="a snapshot's folder bears its name: rename the folder, or restore the manifest",
            )
        return manifest

    def add(
        self,
        name: str,
        documents: Iterable[Document],
        source: str,
        extractor: str,
        compress: bool | None = None,
        *,
        normalised: Iterable[str] = (),
        created: str | None = None,
        along: FileChange | None = None,
        wait: LockWait | None = None,
    ) -> Manifest:
        """Keep the documents as snapshot `name`, all or nothing; `Manifest.added` says whether it is new.

        The same content under the same name again is fine and changes nothing (a lost documents file is put back).
        `compress`: gzip the documents; None: when over 20 MB. `normalised`: what the reader of the source changed;
        what is changed here is added to it. `created`: UTC, ISO 8601; None: now. `along`: a file of the workspace that
        is written with a new snapshot or not at all.
        Raises SnapshotError for other content under a name that is taken, doubled or empty ids, and no documents.
        """
        check_name(name, self.root)
        notes = Notes()
        kept = all_clean(documents, notes)
        self._check(name, kept)
        payload = encode(kept)
        manifest = Manifest(
            name,
            created or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            source,
            len(kept),
            sum(len(document.text) for document in kept),
            sha256(payload),
            extractor,
            (*normalised, *notes.lines()),
            added=True,
        )
        pack = len(payload) > _PACK_ABOVE if compress is None else compress
        stored = {PACKED: packed(payload)} if pack else {PLAIN: payload}
        with adding(self.root):
            if self._taken(name):
                return self._same(name, manifest.sha256, stored)
            files = {**stored, MANIFEST: format_manifest(manifest)}
            if along is None:
                write_folder(self.root / name, files)
            else:
                self._write_along(name, files, along, wait)
        return manifest

    def _write_along(self, name: str, files: dict[str, bytes], along: FileChange, wait: LockWait | None) -> None:
        """Both or neither, also after a kill; the manifest stands last, as it makes a folder a snapshot."""
        folder = self.root / name
        changes = [FileChange(folder / file, None, content) for file, content in files.items()]
        try:
            carry_out(Write(f"snapshot {name}", (*changes, along)), along.path.parent / ".ragtriage", wait)
        except RagtriageError:
            with contextlib.suppress(OSError):
                folder.rmdir()  # it is empty: what was in it was taken back
            raise

    def _check(self, name: str, documents: list[Document]) -> None:
        where = FilePlace(self.root / name)
        if not documents:
            raise SnapshotError(
                "a snapshot needs at least one document, and there is none",
                where=where,
                next_step="nothing was added: look at what was left out, or name another folder or file",
            )
        for document in documents:
            if not document.doc_id or not encodable(document.doc_id):
                raise SnapshotError("a document's doc_id is empty or not Unicode text", where=where)
        for one, other in pairwise(documents):
            if one.doc_id == other.doc_id:
                raise SnapshotError(
                    f"two documents have the doc_id `{one.doc_id}`: “{one.title}” and “{other.title}”",
                    where=where,
                    next_step="give each its own; nothing was added",
                )

    def _taken(self, name: str) -> bool:
        folder = self.root / name
        if (folder / MANIFEST).exists():
            return True
        if folder.exists():
            raise SnapshotError(f"the folder is there, but holds no {MANIFEST}", where=FilePlace(folder),
                                next_step="restore it, or move the folder away; nothing was added")  # fmt: skip
        for other in self.names():
            if other.casefold() == name.casefold():
                raise SnapshotError(
                    f"`{name}` and `{other}` are one folder on macOS and Windows",
                    where=FilePlace(folder),
                    next_step="choose another name; nothing was added",
                )
        return False

    def _same(self, name: str, content: str, stored: dict[str, bytes]) -> Manifest:
        manifest = self.manifest(name)
        if manifest.sha256 != content:
            raise SnapshotError(
                f"the snapshot `{name}` exists, with other content",
                where=FilePlace(self.root / name),
                next_step="a snapshot never changes, as quotes are anchored in it: add this one under another name",
            )
        try:
            whole = stored_sha256(self.root / name)[0] == content
        except SnapshotError:
            whole = False
        if not whole:
            for file, content_bytes in stored.items():
                replace_file(self.root / name / file, content_bytes)
            for file in {PLAIN, PACKED} - set(stored):
                replace_file(self.root / name / file, None)
        return manifest

    def ensure(self, name: str) -> None:
        """Have the snapshot's documents in the index; a fraction of a millisecond when they are there.

        Raises SnapshotError for a name that no snapshot bears, and when the documents are not those of the manifest.
        """
        path = self._manifest_path(name)
        content = read_sha256(path)
        if content is None:
            raise self._unknown(name)
        if self._loaded(name) == content:
            return
        stored, file = stored_sha256(path.parent)
        if stored != content:
            raise differing(file, content)
        with exclusive(self._db):
            if self._loaded(name) != content:  # another process may have been first
                self._fill(name, content, stored_documents(path.parent), file)

    def _loaded(self, name: str) -> str | None:
        row = self._db.execute("SELECT sha256 FROM snapshots WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def _fill(self, name: str, content: str, documents: Iterable[Document], file: Path) -> None:
        db = self._db
        for (chunking,) in db.execute("SELECT id FROM chunkings WHERE snapshot = ?", (name,)).fetchall():
            db.execute(f"DROP TABLE IF EXISTS words_{chunking}")
        drop_rows(db, "snapshots", "name", [name])
        add_rows(db, "snapshots", ("name", "sha256", "documents"), [(name, content, 0)])
        try:
            add_rows(
                db,
                "documents",
                ("snapshot", "doc_id", "title", "text", "metadata"),
                (
                    (name, d.doc_id, d.title, d.text, json.dumps(dict(d.metadata), ensure_ascii=False))
                    for d in documents
                ),
            )
        except sqlite3.IntegrityError as error:
            raise SnapshotError("two documents have the same doc_id", where=FilePlace(file)) from error
        count = "SELECT count(*) FROM documents WHERE snapshot = ?"
        db.execute(f"UPDATE snapshots SET documents = ({count}) WHERE name = ?", (name, name))

    def document(self, name: str, doc_id: str) -> Document | None:
        """One document; None when the snapshot has no such one. Raises SnapshotError as `ensure` does."""
        self.ensure(name)
        if not encodable(doc_id):
            return None
        query = "SELECT doc_id, title, text, metadata FROM documents WHERE snapshot = ? AND doc_id = ?"
        row = self._db.execute(query, (name, doc_id)).fetchone()
        return _document(row) if row else None

    def documents(self, name: str) -> Iterator[Document]:
        """All documents, by doc_id, one at a time."""
        self.ensure(name)
        last = ""
        while some := self._some_after(name, last):
            yield from some
            last = some[-1].doc_id

    def _some_after(self, name: str, last: str) -> list[Document]:
        """The next documents by doc_id. No query is open while they are worked with, as that would keep writers out."""
        query = (
            "SELECT doc_id, title, text, metadata FROM documents WHERE snapshot = ? AND doc_id > ? "
            f"ORDER BY doc_id LIMIT {_AT_ONCE}"
        )
        found: list[Document] = []
        characters = 0
        with contextlib.closing(self._db.execute(query, (name, last))) as rows:
            for row in rows:
                found.append(_document(row))
                characters += len(row["text"])
                if characters > _CHARACTERS_AT_ONCE:
                    break
        return found

    def doc_ids(self, name: str) -> list[str]:
        """All doc_ids, sorted by code point."""
        self.ensure(name)
        rows = self._db.execute("SELECT doc_id FROM documents WHERE snapshot = ? ORDER BY doc_id", (name,))
        return [row[0] for row in rows]

    def superseded(self, name: str) -> dict[str, str]:
        """Documents that another one of the snapshot replaces (`corpus.versions`); worked out once."""
        from ragtriage.corpus.versions import Titled, superseded

        self.ensure(name)
        if name not in self._superseded:
            rows = self._db.execute("SELECT doc_id, title, metadata FROM documents WHERE snapshot = ?", (name,))
            told = (Titled(doc_id, title, metadata_from(json.loads(text))) for doc_id, title, text in rows)
            self._superseded[name] = superseded(told)
        return self._superseded[name]

    def text(self, name: str, doc_id: str) -> str | None:
        """What one document says, kept at hand for a while; None when the snapshot has no such one."""
        self.ensure(name)
        return self._text(name, self._loaded(name), doc_id) if encodable(doc_id) else None

    def _text(self, name: str, content: str | None, doc_id: str) -> str | None:
        query = "SELECT text FROM documents WHERE snapshot = ? AND doc_id = ?"
        return self._at_hand.get(
            (content, doc_id), lambda: next(iter(self._db.execute(query, (name, doc_id)).fetchone() or ()), None)
        )

    def stored_texts(self, name: str) -> StoredTexts:
        """All texts of the snapshot by doc_id, in its order, read when they are asked for."""
        self.ensure(name)
        content = self._loaded(name)
        return StoredTexts(
            self.doc_ids(name),
            lambda doc_id: self._text(name, content, doc_id) or "",
            lambda: ((document.doc_id, document.text) for document in self.documents(name)),
            self.manifest(name).characters,
        )

    def texts(self, name: str, doc_ids: Iterable[str]) -> dict[str, str]:
        """The texts of these documents by doc_id; those the snapshot lacks are left out."""
        self.ensure(name)
        query = "SELECT text FROM documents WHERE snapshot = ? AND doc_id = ?"
        out: dict[str, str] = {}
        for doc_id in filter(encodable, doc_ids):
            row = self._db.execute(query, (name, doc_id)).fetchone()
            if row:
                out[doc_id] = row[0]
        return out

    def _manifest_path(self, name: str) -> Path:
        if not is_name(name):
            raise self._unknown(name)
        return self.root / name / MANIFEST

    def _unknown(self, name: str) -> SnapshotError:
        names = self.names()
        close = nearest(name, names)
        there = f"there are {', '.join(names)}" if names else "there are none yet: `ragtriage snapshot add` makes one"
        return SnapshotError(
            f"no snapshot is named `{name}`",
            where=FilePlace(self.root),
            next_step=f"did you mean `{close}`? {there}" if close else there,
        )


def _document(row: sqlite3.Row) -> Document:
    return Document(row["doc_id"], row["title"], row["text"], metadata_from(json.loads(row["metadata"])))
