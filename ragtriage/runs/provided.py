"""What the outputs of a run give: what none of them does is not asked of it, and is said once, not for every case."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from ragtriage.disk.rows import drop_rows, keep_text, kept_text
from ragtriage.runs.model import Output

_STAMP = "1"


@dataclass(frozen=True, slots=True)
class Given:
    """What a run gives, in counts."""

    outputs: int
    citations: int
    """Outputs that say what they cite, if only that they cite nothing."""
    passages: int
    """Of all lists, candidates and contexts."""
    textless: int
    """Passages that name a document and say nothing of where in it: evidence in them is found by document."""

    @property
    def cites(self) -> bool:
        """Whether any of its outputs says what it cites: of one that never does, citations are not asked."""
        return bool(self.citations) or not self.outputs

    @property
    def marks(self) -> tuple[str, ...]:
        """`notes` in two words each, for a title."""
        return (*(() if self.cites else ("no citations",)), *(("by document",) if self.textless else ()))

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of the run as a whole, a sentence each."""
        found = []
        if not self.cites:
            found.append("The run gives no citations: they are not asked of it.")
        if self.textless:
            found.append(
                f"{self.textless:,} of its {self.passages:,} passages name a document and give no text:"
                " evidence in them is found by document."
            )
        return tuple(found)


def keep_given(db: sqlite3.Connection, run: str, outputs: Iterable[Output]) -> None:
    """Count what the outputs of a run give, and keep it in the index."""
    total = citations = passages = textless = 0
    for output in outputs:
        total += 1
        citations += output.citations is not None
        held = (*(output.candidates or ()), *(output.context or ()))
        passages += len(held)
        textless += sum(passage.whole_document for passage in held)
    _write(db, run, Given(total, citations, passages, textless))


def given(db: sqlite3.Connection, run: str) -> Given:
    """What a run in the index gives, as last counted; counted now where an older ragtriage indexed it."""
    if (kept := kept_text(db, _name(run), _STAMP)) is not None:
        return Given(**json.loads(kept))
    found = _counted(db.execute("SELECT body FROM outputs WHERE run = ?", (run,)))
    _write(db, run, found)
    return found


def forget(db: sqlite3.Connection, run: str) -> None:
    """Take what was kept of a run out of the index."""
    drop_rows(db, "kept", "name", [_name(run)])


def _counted(rows: Iterable[Any]) -> Given:
    total = citations = passages = textless = 0
    for row in rows:
        record = json.loads(row[0])
        total += 1
        citations += "citations" in record
        for entry in _entries(record):
            passages += 1
            textless += "doc_id" in entry and "passage" not in entry and "start" not in entry
    return Given(total, citations, passages, textless)


def _entries(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Passages as the index writes them; those of a context that are candidates too stand there by their chunk."""
    for key in ("candidates", "context"):
        yield from record.get(key, ())


def _write(db: sqlite3.Connection, run: str, found: Given) -> None:
    keep_text(db, _name(run), json.dumps(asdict(found)), _STAMP)


def _name(run: str) -> str:
    return f"given {run}"
