"""Grades in the index: one row an output, family and grader, good as long as it rests on the same.

What rests on the same content as a grade of another run is that grade: an answer that did not change is not graded
again. A row says with `key` what it was graded from, told without reading any output; `content` is the hash of what the
grader saw.
"""

import sqlite3
from collections.abc import Collection, Iterable
from typing import NamedTuple

from ragtriage.disk.database import exclusive
from ragtriage.disk.rows import put_rows
from ragtriage.grading.grade_json import grade_of_json
from ragtriage.grading.model import Grade

_COLUMNS = ("run", "case_id", "repeat", "family", "grader", "key", "content", "body")


class GradeRow(NamedTuple):
    """A grade as it is kept."""

    run: str
    case_id: str
    repeat: int
    family: str
    grader: str
    """The grader's name."""
    key: str
    """label hash : output hash : grader, family and settings."""
    content: str
    """Hash of what the grader saw, and of who it is."""
    body: str
    """JSON of the grade."""


class GradeStore:
    """The grades of all runs."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def keep(self, rows: Iterable[GradeRow]) -> None:
        """Keep grades, in place of what was kept of the same outputs; all of them or none."""
        with exclusive(self._db):
            put_rows(self._db, "grades", _COLUMNS, rows)

    def of_run(self, run: str) -> list[GradeRow]:
        """All that is kept of a run, up to date or not, by case and repeat."""
        cursor = self._db.cursor()
        cursor.row_factory = None
        cursor.execute(f"SELECT {', '.join(_COLUMNS)} FROM grades WHERE run = ? ORDER BY case_id, repeat", (run,))
        return [GradeRow(*row) for row in cursor.fetchall()]

    def body_of(self, content: str, family: str) -> str | None:
        """The grade of the same content in whichever run; None where it was never graded."""
        row = self._db.execute(
            "SELECT body FROM grades WHERE content = ? AND family = ? LIMIT 1", (content, family)
        ).fetchone()
        return row[0] if row else None

    def grades(self, run: str, case_id: str, repeat: int, grader: str) -> dict[str, Grade]:
        """What a grader decided of one output, by family, up to date or not."""
        rows = self._db.execute(
            "SELECT family, body FROM grades WHERE run = ? AND case_id = ? AND repeat = ? AND grader = ?",
            (run, case_id, repeat, grader),
        )
        return {family: grade_of_json(body) for family, body in rows.fetchall()}

    def outputs(self, run: str, case_ids: Collection[str]) -> "list[GradableRow]":
        """The outputs of a run for these cases of the golden set, with the hashes that a grade rests on."""
        cursor = self._db.cursor()
        cursor.row_factory = None
        cursor.execute(
            "SELECT o.case_id, o.repeat, o.sha256, c.label_hash FROM outputs o"
            " JOIN case_files c ON c.case_id = o.case_id"
            # Of two files with one id, the one that the case is read from.
            " AND c.path = (SELECT MAX(path) FROM case_files WHERE case_id = o.case_id)"
            " WHERE o.run = ? ORDER BY o.case_id, o.repeat",
            (run,),
        )
        return [GradableRow(*row) for row in cursor.fetchall() if row[0] in case_ids]


class GradableRow(NamedTuple):
    """An output that can be graded."""

    case_id: str
    repeat: int
    sha256: str
    label_hash: str
