"""The golden set: cases read through the index, and written as undoable writes.

Reading never touches a file; `refresh` does, and only those that changed. Writing does not touch one either: it gives a
`Write` for `History.do` to carry out, checked beforehand, after which `refresh` picks it up.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ragtriage.cases import editing, index
from ragtriage.cases.ids import folded_id, id_fault
from ragtriage.cases.listed import FIELDS, Summary, summaries_of
from ragtriage.cases.model import Case
from ragtriage.cases.rechecking import fields_words, without_marks
from ragtriage.cases.schema import case_from_values
from ragtriage.disk.files import FileChange, Write, read_bytes
from ragtriage.disk.schema import Problem, by_place
from ragtriage.disk.yaml_edit import Edit, InsertItem, RemoveField, SetField, Steps, dotted
from ragtriage.errors import CaseError, ConflictError, FilePlace, UsageError, nearest

_SUMMARY = ", ".join((*(field.column for field in FIELDS), "path"))


class CaseStore:
    """The cases of one workspace. Call `refresh` first, and whenever files may have changed."""

    def __init__(self, root: Path, db: sqlite3.Connection) -> None:
        self.root = root
        self._db = db
        self._made: set[bytes] = set()
        """Digests of what stood before and after our own writes: finding these on disk is no one else's change."""
        self._summaries: tuple[tuple[int, ...], list[Summary]] | None = None
        """With how many files were read when, the last time."""
        self._known_twins: tuple[tuple[int, ...], list[Problem]] | None = None
        """The same, of files whose ids are one: `status` asks three times, each time for all ids."""

    # --- reading

    def refresh(self) -> set[str]:
        """Read what changed under cases/. Returns the ids that changed, came or went. Raises WorkspaceError."""
        return index.refresh(self.root, self._db)

    def ids(self) -> list[str]:
        """All ids, sorted."""
        return sorted({row[0] for row in self._db.execute("SELECT case_id FROM case_files WHERE case_id IS NOT NULL")})

    def get(self, case_id: str) -> Case:
        """One case. Raises UsageError for an unknown id, CaseError when its file is not readable as a case."""
        row = self._row(case_id)
        return case_from_values(json.loads(row["body"]))

    def cases(self) -> Iterator[Case]:
        """All readable cases, by id."""
        found = self._db.execute("SELECT case_id, body, path FROM case_files WHERE case_id IS NOT NULL").fetchall()
        for row in _one_each(found):
            yield case_from_values(json.loads(row[1]))

    def summaries(self) -> Sequence[Summary]:
        """All readable cases, by id, without reading their bodies; read again when the index changed."""
        version = self._version()
        if self._summaries is None or self._summaries[0] != version:
            self._summaries = version, self._read_summaries()
        return self._summaries[1]

    def _version(self) -> tuple[int, ...]:
        """How many files were read, and when the last one."""
        return tuple(self._db.execute("SELECT COUNT(*), MAX(read_ns) FROM case_files").fetchone())

    def _read_summaries(self) -> list[Summary]:
        index.forget_otherwise_read(self._db)
        cursor = self._db.execute(f"SELECT {_SUMMARY} FROM case_files WHERE case_id IS NOT NULL")
        cursor.row_factory = None
        found = [*_one_each(cursor.fetchall())]
        return summaries_of(found) if found else []

    def statuses(self) -> dict[str, int]:
        """How many readable cases there are, by status."""
        query = "SELECT status, COUNT(DISTINCT case_id) FROM case_files WHERE case_id IS NOT NULL GROUP BY status"
        return {row[0]: row[1] for row in self._db.execute(query)}

    def problems(self) -> list[Problem]:
        """Everything that is wrong with the files under cases/, by path and line."""
        out: list[Problem] = []
        for key, stored in self._db.execute("SELECT path, problems FROM case_files WHERE problems != '[]'"):
            out += index.stored_problems(self.root / key, stored)
        version = self._version()
        if self._known_twins is None or self._known_twins[0] != version:
            self._known_twins = version, list(self._twins())
        out += self._known_twins[1]
        return sorted(out, key=by_place)

    def _twins(self) -> Iterator[Problem]:
        """Files whose ids are one and the same on some file systems."""
        groups: dict[str, list[str]] = {}
        for (key,) in self._db.execute("SELECT path FROM case_files").fetchall():
            if not key.endswith("/"):
                groups.setdefault(folded_id(index.id_of(key)), []).append(key)
        for keys in groups.values():
            for key in keys if len(keys) > 1 else ():
                others = ", ".join(sorted(other for other in keys if other != key))
                yield Problem(
                    f"the id `{index.id_of(key)}` is taken twice: also by {others}",
                    FilePlace(self.root / key, field="id"),
                    "rename one: ids must differ by more than case, accents' encoding or file ending",
                )

    def path(self, case_id: str) -> Path:
        """The file of a case, readable or not; for an unknown id, the file that it would have."""
        found = self._db.execute("SELECT path FROM case_files WHERE case_id = ?", (case_id,)).fetchall()
        keys = [row[0] for row in found] or [
            key for key in (f"cases/{case_id}.yaml", f"cases/{case_id}.json") if (self.root / key).is_file()
        ]
        return self.root / (max(keys) if keys else f"cases/{case_id}.yaml")

    def source(self, case_id: str) -> bytes:
        """The bytes of a case's file as they are now.

        Raises UsageError when there is none, CaseError when a symbolic link leads to it: it may lead anywhere.
        """
        if id_fault(case_id):
            raise self._unknown(case_id)
        path = self.path(case_id)
        if any(each.is_symlink() for each in (path, *path.parents[: case_id.count("/")])):
            raise CaseError(
                "a symbolic link leads here: it is not followed",
                where=FilePlace(path),
                next_step="put the file itself in its place",
            )
        source = read_bytes(path)
        if source is None:
            raise self._unknown(case_id)
        return source

    def data(self, case_id: str) -> Any:
        """What stands in a case's file now, its scalars as text. Raises as `source`, and CaseError."""
        return editing.data_of(self.source(case_id), self.path(case_id))

    def _row(self, case_id: str) -> sqlite3.Row:
        row: sqlite3.Row | None = self._db.execute(
            "SELECT body, path FROM case_files WHERE case_id = ? ORDER BY path DESC", (case_id,)
        ).fetchone()
        if row is not None:
            return row
        for ending in ("yaml", "json"):
            key = f"cases/{case_id}.{ending}"
            broken = self._db.execute("SELECT problems FROM case_files WHERE path = ?", (key,)).fetchone()
            if broken is not None:
                raise editing.refused(index.stored_problems(self.root / key, broken[0]), self.root / key)
        raise self._unknown(case_id)

    def _unknown(self, case_id: str) -> UsageError:
        ids = self.ids()
        if case_id in ids:
            step = "it was deleted or renamed a moment ago: `ragtriage cases list` lists those that are there"
            return UsageError(f"the file of `{case_id}` is gone", next_step=step)
        near = nearest(case_id, ids)
        return UsageError(
            f"there is no case `{case_id}`",
            next_step=f"did you mean `{near}`?" if near else "`ragtriage cases list` lists them",
        )

    # --- writing

    def edit(
        self, case_id: str, *edits: Edit, words: str = "", seen: bytes | None = None, keeps_review: bool = False
    ) -> Write:
        """The write that makes the edits in a case's file, one after the other.

        `seen`: the bytes that the person looked at; without it, those that the index was made from. A changed label
        takes `reviewed_by` away, unless an edit sets it, or `keeps_review` says that it means the same. Raises
        CaseError when the outcome would not be a case, ConflictError when the file is not what was seen, UsageError
        for an unknown id.
        """
        path, source = self.path(case_id), self.source(case_id)
        try:
            new = editing.edited_case(source, edits, path, case_id, keeps_review=keeps_review)
        except ValueError as error:
            raise UsageError(str(error), next_step="write it as in `evidence[0].quote`") from error
        words = words or f"{case_id}: {', '.join(_named(each.path) for each in edits)}"
        return self._write(case_id, path, source, new, words, seen)

    def set_field(
        self, case_id: str, path: str | Steps, value: Any, words: str = "", seen: bytes | None = None
    ) -> Write:
        """Set one field, such as `evidence[0].any_of[1].quote`. `seen` and errors as for `edit`."""
        return self.edit(case_id, SetField(path, value), words=words, seen=seen)

    def insert_item(self, case_id: str, path: str | Steps, index: int, value: Any, words: str = "") -> Write:
        """Insert into the list at `path`; past its end appends. Raises as `edit`."""
        return self.edit(case_id, InsertItem(path, index, value), words=words)

    def remove_field(self, case_id: str, path: str | Steps, words: str = "") -> Write:
        """Remove a key or a list item. Raises as `edit`."""
        return self.edit(case_id, RemoveField(path), words=words)

    def replace_source(self, case_id: str, new: bytes, words: str = "", seen: bytes | None = None) -> Write:
        """Put what an editor gave in place of the whole file; `seen` is what the editor was given.

        Raises CaseError with all that is wrong with `new`, ConflictError when the file is not what was seen.
        """
        path, source = self.path(case_id), self.source(case_id)
        editing.checked(new, path, case_id)
        new = editing.recheck_cleared(source, new, path, case_id)
        return self._write(case_id, path, source, editing.review_cleared(source, new, path, case_id), words, seen)

    def still_right(self, *case_ids: str) -> Write:
        """The write that says of cases that their answer and nuggets are right by what their evidence says now.

        One write of all; without changes where nothing was open. Raises as `edit`.
        """
        from ragtriage.cases.rewriting import edits_between

        writes = []
        for case_id in case_ids:
            case = self.get(case_id)
            if edits := edits_between(case, without_marks(case), self.data(case_id)):
                words = f"{case_id}: {fields_words(case.to_recheck)} still right"
                writes.append(self.edit(case_id, *edits, words=words, keeps_review=True))
        if not writes:
            return Write(f"{', '.join(case_ids)}: nothing is open", (), case_ids)
        words = writes[0].words if len(writes) == 1 else f"{len(writes)} cases: still right"
        return Write(words, tuple(change for one in writes for change in one.changes), case_ids)

    def new(self, case: Case, text: str | None = None, words: str = "") -> Write:
        """A file for a new case: `text` as it is, or the case in our one style. Raises UsageError for a taken id."""
        if fault := id_fault(case.id):
            raise UsageError(f"`{case.id}` cannot be an id: {fault}")
        taken = {folded_id(index.id_of(row[0])): row[0] for row in self._db.execute("SELECT path FROM case_files")}
        path = self.root / f"cases/{case.id}.yaml"
        if folded_id(case.id) in taken or read_bytes(path) is not None:
            raise UsageError(
                f"there is a case `{index.id_of(taken.get(folded_id(case.id), f'cases/{case.id}.yaml'))}` already",
                where=FilePlace(path),
                next_step="choose another id",
            )
        content = (editing.canonical_text(case) if text is None else text).encode("utf-8")
        editing.checked(content, path, case.id)
        return self._write(case.id, path, None, content, words or f"{case.id}: new")

    def delete(self, case_id: str, words: str = "") -> Write:
        """Take the file away. Retiring (`status: retired`) keeps what is known of a case; this does not."""
        return self._write(case_id, self.path(case_id), self.source(case_id), None, words or f"{case_id}: deleted")

    def format(self, case_id: str) -> Write | None:
        """The case's file in our one style; None when it has it. Raises CaseError where comments would be lost."""
        path, source = self.path(case_id), self.source(case_id)
        new = editing.formatted(source, path, case_id)
        return None if new == source else self._write(case_id, path, source, new, f"{case_id}: formatted")

    def _write(
        self,
        case_id: str,
        path: Path,
        before: bytes | None,
        after: bytes | None,
        words: str,
        seen: bytes | None = None,
    ) -> Write:
        if before is not None and not self._is_as_seen(path, before, seen):
            raise ConflictError(
                "the file was changed by someone else since it was read",
                where=FilePlace(path),
                ours=after,
                theirs=before,
            )
        self._made |= {hashlib.sha256(each).digest() for each in (before, after) if each is not None}
        words = (words or f"{case_id}: edited") + self._review_taken(case_id, before, after)
        return Write(words, (FileChange(path, before, after),), (case_id,))

    def _review_taken(self, case_id: str, before: bytes | None, after: bytes | None) -> str:
        """Says so when a changed label takes the review away: whoever edits did not ask for that."""
        if before is None or after is None or b"reviewed_by" not in before:
            return ""
        now, _ = index.parse_case(after, self.path(case_id), case_id)
        if now is None or now.reviewed_by:
            return ""
        row = self._db.execute("SELECT body FROM case_files WHERE case_id = ?", (case_id,)).fetchone()
        reviewers = json.loads(row[0]).get("reviewed_by") if row else None
        return f"; the review by {', '.join(reviewers)} is taken away" if reviewers else ""

    def _is_as_seen(self, path: Path, now: bytes, seen: bytes | None) -> bool:
        """Whether a file holds what was seen; or what the index was made from, or our own writes left."""
        if seen is not None:
            return now == seen
        digest = hashlib.sha256(now)
        key = path.relative_to(self.root).as_posix()
        row = self._db.execute("SELECT sha256 FROM case_files WHERE path = ?", (key,)).fetchone()
        return row is None or row[0] == digest.hexdigest() or digest.digest() in self._made


def _named(path: str | Steps) -> str:
    return path if isinstance(path, str) else dotted(path)


def _one_each(rows: list[Any]) -> Iterator[Any]:
    """Rows by id (first column); of two files with one id, the later by path (last column): .yaml before .json."""
    rows.sort(key=lambda row: (row[0], row[len(row) - 1]))
    for row, following in zip(rows, [*rows[1:], None][: len(rows)], strict=True):
        if following is None or following[0] != row[0]:
            yield row
