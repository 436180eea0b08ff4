"""Judging answers: which output a person had before them, what their word on it changes, and which answers to read.

A label is about one output, by its hash; so the run that was looked at is named, and a newer one is not judged unread.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ragtriage.disk.files import FileChange, Write
from ragtriage.errors import UsageError
from ragtriage.runs.model import RunInfo
from ragtriage.triage.answers import ANSWER_CRITERIA, AnswerLabel, Opinion, standing
from ragtriage.triage.label_files import FOLDER
from ragtriage.triage.labels import LabelStore
from ragtriage.triage.model import QueueRow
from ragtriage.triage.outcomes import Outcomes

if TYPE_CHECKING:
    from ragtriage.triage.judging import Judge

AUDIT_SIZE = 10
"""Answers to read in a week, unless another number is asked for."""
BY_ANSWER = tuple(ANSWER_CRITERIA.values())
"""What fails where nothing but the answer is at fault."""
_UNFAULTED = ("passed", "unscored")
"""States of a case with which no fault is found."""


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """The output of a case that its story tells."""

    case_id: str
    repeat: int
    sha256: str
    """Its hash; what labels name."""


class Answers:
    """What one reviewer says of answers."""

    def __init__(
        self,
        root: Path,
        db: sqlite3.Connection,
        labels: LabelStore,
        outcomes: Outcomes,
        judge: "Callable[[], Judge]",
        reviewer: Callable[[], str],
    ) -> None:
        self._root, self._db, self._labels, self._outcomes = root, db, labels, outcomes
        self._judge, self._reviewer = judge, reviewer

    def shown(self, run: RunInfo, case_id: str) -> ShownOutput | None:
        """The output that the story of a case tells: the first repeat that does not pass, else the first.

        None where the run has none.
        """
        repeats = self._outcomes.repeats(run.id, case_id)
        told = next((repeat for repeat, state in repeats if state != "passed"), repeats[0][0] if repeats else 0)
        row = self._db.execute(
            "SELECT sha256 FROM outputs WHERE run = ? AND case_id = ? AND repeat = ?", (run.id, case_id, told)
        ).fetchone()
        return ShownOutput(case_id, told, row[0]) if row else None

    def shown_surely(self, run: RunInfo, case_id: str) -> ShownOutput:
        """The same. Raises UsageError where the run has no output of the case."""
        found = self.shown(run, case_id)
        if found is None:
            raise UsageError(f"{run.id} has no answer to {case_id}", next_step="run it, or judge another case")
        return found

    def opinion(self, shown: ShownOutput) -> Opinion | None:
        """What this reviewer says of an output."""
        mine = self._reviewer()
        said = self._labels.of_output(shown.case_id, shown.sha256)
        return next((one for one in said if one.reviewer == mine), None)

    def faultless(self, run: RunInfo, case_id: str) -> bool:
        """Whether nobody, and no code, finds a fault with a case: no verdict on one holds."""
        state = self._outcomes.state(run.id, case_id)
        return state is not None and state.state in _UNFAULTED

    def wrong(self, run: RunInfo, shown: ShownOutput | None, at: str, note: str) -> FileChange | None:
        """The change that keeps that an answer is wrong, where nothing but the answer can be at fault.

        None where code finds a fault, or this reviewer said so already.
        """
        state = self._outcomes.state(run.id, shown.case_id) if shown else None
        if shown is None or state is None or state.criteria not in ((), *BY_ANSWER):
            return None
        before = self.opinion(shown)
        if before is not None and before.label == "wrong" and not note:
            return None
        return self.said(shown, "wrong", at, note)

    def criteria(self, shown: ShownOutput, label: AnswerLabel) -> tuple[str, ...]:
        """What fails once this reviewer gives an answer that label, where nothing else is at fault."""
        mine = self._reviewer()
        others = [one.label for one in self._labels.of_output(shown.case_id, shown.sha256) if one.reviewer != mine]
        return ANSWER_CRITERIA.get(standing([*others, label]), ())

    def said(self, shown: ShownOutput, label: AnswerLabel, at: str, note: str = "") -> FileChange:
        """The change that keeps what this reviewer says of an output. Raises LabelError, UsageError."""
        return self._labels.change(shown.case_id, shown.sha256, Opinion(self._reviewer(), label, note, at))

    def taken_back(self, shown: ShownOutput, label: AnswerLabel | None = None) -> FileChange | None:
        """The change that takes back what this reviewer said of an output, `label` if given; None: they did not."""
        before = self.opinion(shown)
        if before is None or label not in (None, before.label):
            return None
        return self._labels.removal(shown.case_id, shown.sha256, self._reviewer())

    def see(self, runs: Iterable[RunInfo], case_ids: Sequence[str]) -> None:
        """Read what was written, and judge those cases anew: what the screen shows next is true."""
        self._labels.refresh()
        for run in runs:
            self._judge().judge_run(run, case_ids=case_ids)

    def touched_by(self, write: Write) -> bool:
        """Whether a write changed any labels."""
        folder = self._root / FOLDER
        return any(folder in change.path.parents for change in write.changes)


def drawn(rows: Iterable[QueueRow], size: int, seed: str) -> list[QueueRow]:
    """Passing answers to read, drawn at random: those that nobody judged first, then those that people judged right.

    The draw is one of the seed and each case's id, so that it is the same on every machine, and what was read since
    leaves the others in their places. Drafts and retired cases are left out.
    """

    def lot(row: QueueRow) -> tuple[bool, bytes]:
        return row.answer != "", hashlib.sha256(f"{seed}:{row.case_id}".encode()).digest()

    passing = [row for row in rows if row.state == "passed" and row.status == "active"]
    return sorted(passing, key=lot)[:size]
