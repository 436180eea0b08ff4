"""What reviewers decided: the verdict files of all weeks, indexed, and whether a verdict still holds.

A verdict is one file of one reviewer about one case in one week, so that two people never edit the same file, and a
merge in Git is a merge of folders.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ragtriage.disk.database import exclusive
from ragtriage.disk.files import FileChange, Write, read_bytes
from ragtriage.disk.rows import drop_rows, put_rows
from ragtriage.disk.safe_paths import names_in
from ragtriage.disk.schema import Problem, problem_of
from ragtriage.errors import ConflictError, FileError, FilePlace, VerdictError
from ragtriage.triage.decision_files import Entry, changed, problems_as_text, problems_of_text, yaml_below
from ragtriage.triage.model import Finding, Verdict
from ragtriage.triage.verdict_files import FOLDER, parse_verdict, verdict_file, verdict_path
from ragtriage.weeks import is_week

_COLUMNS = ("path", "size", "mtime_ns", "read_ns", "week", "case_id", "reviewer", "body", "problems")


def in_force(verdict: Verdict, case_hash: str, snapshot: str, criteria: tuple[str, ...]) -> bool:
    """Whether a verdict still holds: the case, the snapshot and the failing criteria are those that it was given on."""
    return (
        verdict.case_hash == case_hash and verdict.snapshot == snapshot and sorted(verdict.criteria) == sorted(criteria)
    )


class VerdictStore:
    """The verdicts of the workspace at `root`. One store a thread, as `db` is."""

    def __init__(self, root: Path, db: sqlite3.Connection) -> None:
        self._root, self._db = root, db
        self._all: list[Verdict] | None = None
        self._as_of = -1
        """The index's version that `_all` was read from: other connections change it too."""

    def refresh(self) -> bool:
        """Bring the index up to date; whether anything changed. Reads only files that may have changed."""
        seen = dict(_look(self._root))
        kept = self._db.execute("SELECT path, size, mtime_ns, read_ns FROM verdict_files").fetchall()
        stale, gone = changed(seen, [tuple(row) for row in kept])
        if stale or gone or self._all is None:
            self._all = None
        if stale or gone:
            rows = [_row(self._root, key, *seen[key]) for key in stale]
            with exclusive(self._db):
                put_rows(self._db, "verdict_files", _COLUMNS, rows)
                drop_rows(self._db, "verdict_files", "path", gone)
        return bool(stale or gone)

    def all(self) -> list[Verdict]:
        """Every verdict that can be read, oldest first."""
        as_of = self._db.execute("PRAGMA data_version").fetchone()[0]
        if self._all is None or as_of != self._as_of:
            self._as_of = as_of
            self.refresh()
            rows = self._db.execute("SELECT body FROM verdict_files WHERE case_id IS NOT NULL")
            self._all = sorted((_verdict(json.loads(row[0])) for row in rows), key=_age)
        return list(self._all)

    def for_case(self, case_id: str) -> list[Verdict]:
        """The verdicts on a case, newest first."""
        return [verdict for verdict in reversed(self.all()) if verdict.case_id == case_id]

    def problems(self) -> list[Problem]:
        """What is wrong with files that cannot be read as verdicts, by path."""
        if self._all is None:
            self.refresh()
        rows = self._db.execute("SELECT path, problems FROM verdict_files WHERE problems != '[]' ORDER BY path")
        return [problem for row in rows for problem in problems_of_text(self._root / row[0], row[1])]

    def write(self, verdict: Verdict) -> Write:
        """The write that keeps a verdict, not yet carried out.

        Raises VerdictError when the file that is there cannot be read, ConflictError when it holds another verdict than
        this store last saw there (`refresh`, and decide again), UsageError when two reviewers' names make one file.
        """
        key = verdict_path(verdict)
        path = self._root / key
        before = read_bytes(path)
        after = verdict_file(verdict, before, path)
        self._check(verdict, key, before, after)
        if parse_verdict(after, path, key)[0] != verdict:
            raise VerdictError(
                "the verdict cannot be kept: its file would not read as it is meant",
                where=FilePlace(path),
                next_step="nothing was written; take control characters out of what was typed, and decide again",
            )
        return Write(f"{verdict.case_id}: {_words(verdict)}", (FileChange(path, before, after),), (verdict.case_id,))

    def remove(self, verdict: Verdict) -> Write:
        """The write that deletes a verdict's file, not yet carried out; without a change when there is none.

        Raises ConflictError as `write` does.
        """
        key = verdict_path(verdict)
        path = self._root / key
        before = read_bytes(path)
        if before is not None:
            self._check(verdict, key, before, None)
        changes = () if before is None else (FileChange(path, before, None),)
        return Write(f"{verdict.case_id}: no verdict", changes, (verdict.case_id,))

    def _check(self, verdict: Verdict, key: str, before: bytes | None, after: bytes | None) -> None:
        """That what is about to be replaced is what whoever decided had before them."""
        path = self._root / key
        now = None if before is None else parse_verdict(before, path, key)[0]
        row = self._db.execute("SELECT case_id, body FROM verdict_files WHERE path = ?", (key,)).fetchone()
        known = _verdict(json.loads(row[1])) if row is not None and row[0] is not None else None
        if before is not None and now is None:
            raise VerdictError(
                "the verdict that is there cannot be read",
                where=FilePlace(path),
                next_step="correct the file, or delete it",
            )
        if now is not None and now.reviewer != verdict.reviewer:
            raise VerdictError(
                f"this is the verdict of `{now.reviewer}`, not of `{verdict.reviewer}`",
                where=FilePlace(path),
                next_step="the two names make the same file name: sign with another one, --as NAME",
            )
        if now != known:
            raise ConflictError(
                "the verdict was changed by someone else since it was read",
                where=FilePlace(path),
                ours=after,
                theirs=before,
            )


def _look(root: Path) -> Iterator[Entry]:
    """Verdict files by their path below the workspace, with size and mtime_ns."""
    for week in filter(is_week, names_in(root / FOLDER, VerdictError)):
        yield from yaml_below(root, f"{FOLDER}/{week}", VerdictError)


def _row(root: Path, key: str, size: int, mtime_ns: int) -> tuple[str | int | None, ...]:
    read_ns = time.time_ns()  # before reading: what is written from now on is newer
    path = root / key
    verdict: Verdict | None = None
    try:
        source = read_bytes(path)
        if source is None:
            raise VerdictError("the file is gone", where=FilePlace(path), next_step="look again")
        verdict, problems = parse_verdict(source, path, key)
    except FileError as error:
        problems = [problem_of(error, path)]
    known = (None, None, None, "{}")
    if verdict is not None:
        known = (verdict.week, verdict.case_id, verdict.reviewer, json.dumps(asdict(verdict)))  # type: ignore[assignment]
    return (key, size, mtime_ns, read_ns, *known, problems_as_text(problems))


def _verdict(body: dict[str, Any]) -> Verdict:
    findings = tuple(Finding(**finding) for finding in body["findings"])
    return Verdict(**{**body, "criteria": tuple(body["criteria"]), "findings": findings})


def _age(verdict: Verdict) -> tuple[str, str, str]:
    return verdict.week, verdict.decided_at, verdict.reviewer


def _words(verdict: Verdict) -> str:
    causes = ", ".join(finding.cause for finding in verdict.findings)
    snooze = f"snoozed until {verdict.snoozed_until}" if verdict.snoozed_until else ""
    return "; ".join(part for part in (causes, snooze) if part) or "no cause"
