"""What an error says that nobody expected: whether the index holds values that cannot be so, or we made a mistake.

Values are read from the index in many places, and each may meet a flipped bit. None of them looks for it: an error that
comes of a value brings one here, where the whole index is read once, as it was written. What does not read is damage:
the file is moved aside and made anew from the workspace's files.
"""

import sqlite3
from collections.abc import Callable, Iterator

from ragtriage.disk.connection import IndexConnection, moved_just_now
from ragtriage.disk.soundness import unsound
from ragtriage.errors import DatabaseError
from ragtriage.workspace import Workspace

OF_VALUES = (ValueError, TypeError, LookupError, AttributeError, AssertionError, RecursionError, sqlite3.IntegrityError)
"""What a value of a wrong kind raises where it is used."""


def index_damage(workspace: Workspace, error: Exception) -> DatabaseError | None:
    """What is to be said where `error` came of damaged values in the index, which is moved aside; None where not."""
    db = workspace.db
    if not isinstance(error, OF_VALUES) or not isinstance(db, IndexConnection):
        return None
    if db.in_transaction:
        db.rollback()
    try:
        reason = unsound(db) or next(_unreadable(workspace), "")
    except DatabaseError as damage:  # met while looking
        return damage
    return db.damaged(reason) if reason else moved_just_now(db.path)


def _unreadable(workspace: Workspace) -> Iterator[str]:
    """What is kept in the index and does not read as what it was made from."""
    from ragtriage.triage.suspicions import kept

    def outputs() -> None:
        for run in workspace.runs.runs():
            for _ in workspace.runs.outputs(run.id):
                pass

    readings: dict[str, Callable[[], object]] = {
        "a case": lambda: (list(workspace.cases.cases()), workspace.cases.problems()),
        "a list of cases": lambda: [summary.doc_ids for summary in workspace.cases.summaries()],
        "a verdict": lambda: (workspace.verdicts.all(), workspace.verdicts.problems()),
        "a label": workspace.labels.problems,
        "a run": outputs,
        "a suspicion": lambda: kept(workspace.db),
        "a complaint": workspace.complaints.inbox.all,
        "the status": workspace.status,
    }
    for what, read in readings.items():
        try:
            read()
        except OF_VALUES as error:
            yield f"{what} in it cannot be read, {type(error).__name__}: {error}"
