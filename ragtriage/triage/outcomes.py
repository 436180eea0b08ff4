"""What came of each case in each run, as last judged: kept in the index and read from it, without judging anything.

Apart from judging, so that the first screen opens without what judging needs.
"""

import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple, cast

from ragtriage.disk.database import exclusive
from ragtriage.disk.rows import keep_text, put_rows
from ragtriage.triage.answers import Standing, together
from ragtriage.triage.model import DiagnosisId, State
from ragtriage.triage.queue import CaseState

_COLUMNS = (
    *("run", "case_id", "repeat", "key", "state", "criteria", "diagnoses", "answerable"),
    *("at_k", "in_context", "refused", "body", "answer", "ground"),
)
OutcomeRow = tuple[str | int | None, ...]
"""The columns of the table `outcomes`, in their order."""


class KeptScores(NamedTuple):
    """What was scored of an output, as `kept_scores` writes it."""

    key: str
    """What it rests on, and what people said of the answer."""
    values: str
    ground: str


class ScoredOutput(NamedTuple):
    """One output's values."""

    case_id: str
    answerable: bool
    state: State
    values: str
    """JSON by metric name, as `kept_scores` writes them: a number, or the reason why there is none."""


_GENERATION = "outcomes"
"""The name in `kept` whose stamp is another one whenever outcomes were written."""


class Outcomes:
    """The outcomes, one row an output."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._alike: dict[tuple[State, str, str, Standing], CaseState] = {}
        """A run has thousands of cases and few kinds of outcome."""
        self._states: dict[str, dict[str, CaseState]] = {}
        """By run, as long as nobody judges anything, in whichever process: each decision asks for the same runs."""
        self._generation: object = None

    def keep(self, rows: Sequence[OutcomeRow]) -> None:
        """Keep what was judged, in place of what was kept before, all of it or nothing."""
        with exclusive(self._db):
            put_rows(self._db, "outcomes", _COLUMNS, rows)
            keep_text(self._db, _GENERATION, "", secrets.token_hex(8))

    def states(self, run_id: str) -> Mapping[str, CaseState]:
        """What became of each case in a run; repeats that disagree make a case unstable."""
        generation = self._db.execute("SELECT stamp FROM kept WHERE name = ?", (_GENERATION,)).fetchone()
        if generation != self._generation:
            self._states.clear()
            self._generation = generation
        if run_id not in self._states:
            self._states[run_id] = self._read(run_id)
        return self._states[run_id]

    def _read(self, run_id: str) -> dict[str, CaseState]:
        cursor = self._db.cursor()
        cursor.row_factory = None
        cursor.execute("SELECT case_id, state, criteria, diagnoses, answer FROM outcomes WHERE run = ?", (run_id,))
        states: dict[str, CaseState] = {}
        for case_id, *outcome in cursor.fetchall():
            one = self._state(*outcome)
            states[case_id] = _together(states[case_id], one) if case_id in states else one
        return states

    def state(self, run_id: str, case_id: str) -> CaseState | None:
        """What became of one case in a run; None when it was not judged there."""
        rows = self._db.execute(
            "SELECT state, criteria, diagnoses, answer FROM outcomes WHERE run = ? AND case_id = ?", (run_id, case_id)
        )
        return reduce(_together, (self._state(*row) for row in rows.fetchall()), None)

    def kept(self, run_id: str, case_id: str, repeat: int) -> "KeptScores | None":
        """What was scored of an output; None when nothing was."""
        row = self._db.execute(
            "SELECT key, body, ground FROM outcomes WHERE run = ? AND case_id = ? AND repeat = ?",
            (run_id, case_id, repeat),
        ).fetchone()
        return KeptScores(*row) if row and row[2] != "{}" else None

    def values(self, run_id: str) -> list[ScoredOutput]:
        """What was scored of each output of a run, by case and repeat."""
        cursor = self._db.cursor()
        cursor.row_factory = None
        cursor.execute(
            "SELECT case_id, answerable, state, body FROM outcomes WHERE run = ? ORDER BY case_id, repeat", (run_id,)
        )
        return [ScoredOutput(case_id, bool(can), state, body) for case_id, can, state, body in cursor.fetchall()]

    def repeats(self, run_id: str, case_id: str) -> list[tuple[int, State]]:
        """What became of each repeat of a case in a run: (repeat, state), in order."""
        rows = self._db.execute(
            "SELECT repeat, state FROM outcomes WHERE run = ? AND case_id = ? ORDER BY repeat", (run_id, case_id)
        )
        return [(repeat, state) for repeat, state in rows.fetchall()]

    def _state(self, state: State, criteria: str, diagnoses: str, answer: Standing) -> CaseState:
        key = (state, criteria, diagnoses, answer)
        if key not in self._alike:
            ids = cast("tuple[DiagnosisId, ...]", tuple(diagnoses.split()))
            self._alike[key] = CaseState(state, tuple(criteria.split()), ids, answer)
        return self._alike[key]


def _together(one: CaseState | None, other: CaseState) -> CaseState:
    if one is None:
        return other
    state: State = one.state if one.state == other.state else "unstable"
    criteria = tuple(dict.fromkeys(one.criteria + other.criteria))
    diagnoses = tuple(dict.fromkeys(one.diagnoses + other.diagnoses))
    return CaseState(state, criteria, diagnoses, together(one.answer, other.answer))
