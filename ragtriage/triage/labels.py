"""What people say of answers: the label files of all reviewers, indexed, and the writes that change them.

The index holds one row for each answer that somebody judged, by the beginning of its output's hash: judging joins them
to outputs, and an output that nobody judged costs nothing.
"""

import sqlite3
import time
from pathlib import Path

from ragtriage.disk.database import exclusive
from ragtriage.disk.files import FileChange, read_bytes
from ragtriage.disk.rows import add_rows, drop_rows
from ragtriage.disk.schema import Problem, problem_of
from ragtriage.errors import FileError, FilePlace, LabelError
from ragtriage.triage.answers import Opinion
from ragtriage.triage.decision_files import changed, problems_as_text, problems_of_text, yaml_below
from ragtriage.triage.label_files import FOLDER, AnswerLabels, label_path, labels_file, parse_labels, without_opinion

_FILE = ("path", "size", "mtime_ns", "read_ns", "problems")
_LABEL = ("path", "case_id", "reviewer", "output", "label", "note", "at")
STANDING_SQL = (
    "(SELECT CASE WHEN COUNT(*) = 0 THEN '' WHEN MIN(l.label) = MAX(l.label) THEN MIN(l.label) ELSE 'disputed' END"
    " FROM answer_labels l WHERE l.case_id = o.case_id AND substr(o.sha256, 1, length(l.output)) = l.output)"
)
"""What is held of the answer of an output `o`, in SQL: as `answers.standing` says."""


class LabelStore:
    """The labels of the workspace at `root`. One store a thread, as `db` is."""

    def __init__(self, root: Path, db: sqlite3.Connection) -> None:
        self._root, self._db = root, db

    def refresh(self) -> bool:
        """Bring the index up to date; whether anything changed. Reads only files that may have changed."""
        seen = dict(yaml_below(self._root, FOLDER, LabelError))
        kept = self._db.execute("SELECT path, size, mtime_ns, read_ns FROM label_files").fetchall()
        stale, gone = changed(seen, [tuple(row) for row in kept])
        if not (stale or gone):
            return False
        before = self._said()
        read = [(key, time.time_ns(), *self._read(key)) for key in stale]
        with exclusive(self._db):
            drop_rows(self._db, "label_files", "path", (*stale, *gone))
            drop_rows(self._db, "answer_labels", "path", (*stale, *gone))
            for key, read_ns, labels, problems in read:
                add_rows(self._db, "label_files", _FILE, [(key, *seen[key], read_ns, problems_as_text(problems))])
                add_rows(self._db, "answer_labels", _LABEL, _rows(key, labels))
        return bool(gone) or before != self._said() or any(problems for *_, problems in read)

    def _said(self) -> list[tuple[object, ...]]:
        return [tuple(row) for row in self._db.execute("SELECT * FROM answer_labels ORDER BY path, output")]

    def _read(self, key: str) -> tuple[AnswerLabels | None, list[Problem]]:
        path = self._root / key
        try:
            source = read_bytes(path)
            if source is None:
                raise LabelError("the file is gone", where=FilePlace(path), next_step="look again")
            return parse_labels(source, path, key)
        except FileError as error:
            return None, [problem_of(error, path)]

    def problems(self) -> list[Problem]:
        """What is wrong with files that cannot be read as labels, by path; as of the last `refresh`."""
        rows = self._db.execute("SELECT path, problems FROM label_files WHERE problems != '[]' ORDER BY path")
        return [problem for row in rows for problem in problems_of_text(self._root / row[0], row[1])]

    def stamp(self) -> str:
        """Another one whenever a file of labels is: what judging rests on."""
        return repr(
            tuple(self._db.execute("SELECT COUNT(*), MAX(read_ns), TOTAL(mtime_ns) FROM label_files").fetchone())
        )

    def any_of(self, case_id: str) -> bool:
        """Whether anybody judged any answer to a case."""
        row = self._db.execute("SELECT 1 FROM answer_labels WHERE case_id = ? LIMIT 1", (case_id,)).fetchone()
        return row is not None

    def of_output(self, case_id: str, sha256: str) -> tuple[Opinion, ...]:
        """What people say of the answer in an output, by reviewer."""
        rows = self._db.execute(
            "SELECT reviewer, label, note, at FROM answer_labels WHERE case_id = ?"
            " AND substr(?, 1, length(output)) = output ORDER BY reviewer",
            (case_id, sha256),
        )
        return tuple(Opinion(*row) for row in rows)

    def change(self, case_id: str, sha256: str, opinion: Opinion) -> FileChange:
        """The change that keeps an opinion on an output, not yet carried out.

        Raises LabelError when the reviewer's file of the case cannot be read, or is another's; UsageError for names and
        ids that cannot be kept.
        """
        path, before = self._there(case_id, opinion.reviewer)
        after = labels_file(case_id, sha256, opinion, before, path)
        labels, problems = parse_labels(after, path, label_path(case_id, opinion.reviewer))
        if labels is None or opinion not in labels.opinions.values():
            raise LabelError(
                "the label cannot be kept: its file would not read as it is meant",
                where=problems[0].place if problems else FilePlace(path),
                next_step="nothing was written; take control characters out of what was typed, and judge again",
            )
        return FileChange(path, before, after)

    def removal(self, case_id: str, sha256: str, reviewer: str) -> FileChange | None:
        """The change that takes a reviewer's opinion on an output back; None where there is none. Raises LabelError."""
        path, before = self._there(case_id, reviewer)
        if before is None or all(one.reviewer != reviewer for one in self.of_output(case_id, sha256)):
            return None
        return FileChange(path, before, without_opinion(sha256, before, path))

    def _there(self, case_id: str, reviewer: str) -> tuple[Path, bytes | None]:
        """The reviewer's file of a case, with its bytes if there is one and it is theirs."""
        key = label_path(case_id, reviewer)
        path = self._root / key
        before = read_bytes(path)
        labels, problems = parse_labels(before, path, key) if before is not None else (None, [])
        if problems:
            raise LabelError(
                f"the labels that are there cannot be read: {problems[0].title}",
                where=problems[0].place,
                next_step="correct the file, or delete it",
            )
        if labels is not None and labels.reviewer != reviewer:
            raise LabelError(
                f"these are the labels of `{labels.reviewer}`, not of `{reviewer}`",
                where=FilePlace(path),
                next_step="the two names make the same file name: sign with another one, --as NAME",
            )
        return path, before


def _rows(key: str, labels: AnswerLabels | None) -> list[tuple[str, ...]]:
    if labels is None:
        return []
    return [
        (key, labels.case_id, labels.reviewer, output, one.label, one.note, one.at)
        for output, one in labels.opinions.items()
    ]
