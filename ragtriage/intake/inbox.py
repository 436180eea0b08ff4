"""The inbox: complaints as they were imported, in the index, and what people decided on them, in Git."""

import json
import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from ragtriage.disk.database import exclusive
from ragtriage.disk.rows import keep_text, kept_text
from ragtriage.errors import UsageError, nearest
from ragtriage.intake.decisions import Decisions
from ragtriage.intake.identity import TRACES
from ragtriage.intake.model import Complaint, Decision, Rating, State
from ragtriage.weeks import still_snoozed

_KEY = "complaints: who asked"
_COLUMNS = "id, rating, question, answer, comment, at, kind, ref, link, asker, user, filters, tags, source, written"


class Inbox:
    """The complaints of the workspace at `root`. One a thread, as `db` is."""

    def __init__(self, root: Path, db: sqlite3.Connection, timezone: str = "UTC") -> None:
        self._db, self._timezone = db, timezone
        self.decisions = Decisions(root)

    def key(self) -> bytes:
        """What hashes of askers are keyed with: of this index alone, so that nobody can look an address up by them."""
        key = kept_text(self._db, _KEY)
        if key is None:
            with exclusive(self._db):
                key = kept_text(self._db, _KEY) or secrets.token_hex(16)  # another process may have been first
                keep_text(self._db, _KEY, key)
        return bytes.fromhex(key)

    def add(self, complaints: Iterable[Complaint]) -> int:
        """Keep complaints, each once; how many are new.

        One that is there is written anew, as what is struck out, and how it is read, may be more by now; a trace keeps
        how it was rated, and nothing that an export no longer says is lost.
        """
        marks = ", ".join("?" * 15)
        with exclusive(self._db):
            before = self._count()
            self._db.executemany(
                f"INSERT INTO complaints ({_COLUMNS}) VALUES ({marks}) ON CONFLICT (id) DO UPDATE SET"
                f" rating = CASE WHEN kind IN {TRACES} AND rating != 'none' AND excluded.rating != 'down'"
                " OR rating = 'down' AND excluded.rating = 'none' THEN rating ELSE excluded.rating END,"
                # An earlier version may have taken the time for the comment.
                " comment = CASE WHEN excluded.comment != '' OR (at = '' AND comment = excluded.written)"
                " THEN excluded.comment ELSE comment END, "
                + ", ".join(
                    f"{name} = CASE WHEN excluded.{name} != '' THEN excluded.{name} ELSE {name} END"
                    for name in ("answer", "at", "written", "ref", "link", "asker")
                )
                + ", "
                + ", ".join(f"{name} = excluded.{name}" for name in ("question", "user", "filters", "tags", "source")),
                [_row(one) for one in complaints],
            )
            return self._count() - before

    def _count(self) -> int:
        return int(self._db.execute("SELECT COUNT(*) FROM complaints").fetchone()[0])

    def rate(self, ref: str, rating: Rating, comment: str) -> bool:
        """Put a rating that stood apart on the traces that it is on; whether there is any."""
        found = self._db.execute(
            "SELECT id, rating, comment FROM complaints WHERE ref = ? AND kind IN (?, ?, ?)", (ref, *TRACES)
        ).fetchall()
        for row in found:
            self._rate(row, rating, comment)
        return bool(found)

    def rate_complaint(self, complaint_id: str, rating: Rating, comment: str) -> tuple[Rating, Rating]:
        """Put a rating that stood apart on one complaint that there is; its rating before and after."""
        sql = "SELECT id, rating, comment FROM complaints WHERE id = ?"
        row = self._db.execute(sql, (complaint_id,)).fetchone()
        return row["rating"], self._rate(row, rating, comment)

    def _rate(self, row: sqlite3.Row, rating: Rating, comment: str) -> Rating:
        said = "\n".join(dict.fromkeys(part for part in (*row["comment"].split("\n"), comment) if part))
        there: Rating = row["rating"]
        worst: Rating = "down" if "down" in (rating, there) else there if there != "none" else rating
        self._db.execute("UPDATE complaints SET rating = ?, comment = ? WHERE id = ?", (worst, said, row["id"]))
        return worst

    def all(self) -> list[Complaint]:
        """Every complaint, praise and unrated traces too, the oldest first."""
        return [
            _complaint(row) for row in self._db.execute(f"SELECT {_COLUMNS} FROM complaints ORDER BY at = '', at, id")
        ]

    def those(self, ids: Sequence[str]) -> list[Complaint]:
        """The complaints of these ids that are in the inbox, in this order."""
        marks = ", ".join("?" * len(ids))
        rows = self._db.execute(f"SELECT {_COLUMNS} FROM complaints WHERE id IN ({marks})", tuple(ids)).fetchall()
        by_id = {row["id"]: _complaint(row) for row in rows}
        return [by_id[one] for one in ids if one in by_id]

    def waiting(self, now: datetime) -> list[Complaint]:
        """Complaints that nobody has decided on: those rated down first, then those without a rating."""
        states = self.states(now)
        open_ = [one for one in self.all() if needs_a_look(one) and states.get(one.id, "open") == "open"]
        return sorted(open_, key=lambda one: one.rating != "down")

    def states(self, now: datetime) -> dict[str, State]:
        """What became of those that were decided on; a snooze that is over is open again."""
        return {
            decision.complaint: "open"
            if decision.state == "snoozed" and not still_snoozed(decision.snoozed_until, now, self._timezone)
            else decision.state
            for decision in self.decisions.all().values()
        }

    def get(self, complaint_id: str) -> Complaint:
        """One complaint by its id, or by a beginning that only one has. Raises UsageError."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM complaints WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 9",
            (len(complaint_id), complaint_id),
        ).fetchall()
        exact = [row for row in rows if row["id"] == complaint_id]
        if len(exact or rows) == 1 and complaint_id:
            return _complaint((exact or rows)[0])
        if rows and complaint_id:
            title, hint = f"`{complaint_id}` is the beginning of several", ", ".join(row["id"] for row in rows)
            raise UsageError(title, next_step=hint)
        near = nearest(complaint_id, [row[0] for row in self._db.execute("SELECT id FROM complaints")])
        raise UsageError(
            f"there is no complaint `{complaint_id}` in the inbox",
            next_step=f"did you mean `{near}`?"
            if near
            else "`ragtriage complaints list --all` lists them; the index loses them, importing again brings them back",
        )

    def counts(self) -> dict[str, int]:
        """How many there are, by rating."""
        return {row[0]: row[1] for row in self._db.execute("SELECT rating, COUNT(*) FROM complaints GROUP BY rating")}

    def unrated(self) -> int:
        """Traces that nobody rated and nobody said a word of: a pile beside the inbox."""
        sql = "SELECT COUNT(*) FROM complaints WHERE rating = 'none' AND comment = '' AND kind IN (?, ?, ?)"
        return int(self._db.execute(sql, TRACES).fetchone()[0])

    def decision(self, complaint_id: str) -> Decision | None:
        """What was decided on a complaint."""
        return self.decisions.all().get(complaint_id)


def needs_a_look(complaint: Complaint) -> bool:
    """Whether it is in the inbox proper: not praise, and not a trace that nobody rated or said a word of."""
    if complaint.rating == "none":
        return complaint.kind not in TRACES or bool(complaint.comment)
    return complaint.rating == "down"


def _row(one: Complaint) -> Sequence[str]:
    return (
        *(one.id, one.rating, one.question, one.answer, one.comment, one.at, one.kind, one.ref, one.link, one.asker),
        *(json.dumps(dict(one.user)), json.dumps(dict(one.filters)), json.dumps(one.tags), one.source, one.written),
    )


def _complaint(row: sqlite3.Row) -> Complaint:
    values = dict(zip(row.keys(), row, strict=True))
    return Complaint(
        **values
        | {
            "user": json.loads(row["user"]),
            "filters": json.loads(row["filters"]),
            "tags": tuple(json.loads(row["tags"])),
        }
    )
