"""The first page of the queue as it was last seen, to look at while the queue is read.

Ten thousand cases take a moment; what one sees of them at first is forty rows, and those are mostly the same as when
the screen was left. They are drawn at once and replaced as soon as the queue is there.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ragtriage.cases.listed import Summary
from ragtriage.errors import DatabaseError
from ragtriage.triage.model import QueueRow
from ragtriage.workspace import Workspace

ROWS = 60
"""More than a screen shows."""
_NAME = "triage"


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What stood on the first page."""

    heading: str
    facts: tuple[str, ...]
    """Of the title line."""
    rows: tuple[QueueRow, ...]


def last_seen(workspace: Workspace) -> Glimpse | None:
    """The first page as it was last kept; None when there is none, or another version kept it."""
    body = workspace.index.kept_view(_NAME)
    if body is None:
        return None
    try:
        kept = json.loads(body)
        rows = tuple(_row(row) for row in kept["rows"])
        return Glimpse(kept["heading"], tuple(kept["facts"]), rows)
    except (ValueError, TypeError, KeyError):
        return None


def _row(values: Sequence[Any]) -> QueueRow:
    """A row from its JSON, which has lists for tuples."""
    row = QueueRow._make(_as_tuple(value) for value in values)
    return row._replace(about=Summary._make(_as_tuple(value) for value in row.about))


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def keep_first_page(workspace: Workspace, heading: str, facts: Sequence[str], rows: Sequence[QueueRow]) -> None:
    """Keep the first page, if it is another one. It is only for looks: where it can't be kept, it is not."""
    body = json.dumps({"heading": heading, "facts": list(facts), "rows": rows[:ROWS]})
    try:
        if workspace.index.kept_view(_NAME) != body:
            workspace.index.keep_view(_NAME, body)
    except DatabaseError:
        return
