"""The suspicions that lint found, kept in the index under a key of the case, the snapshot and the rules.

Apart from lint, so that lists show them without what linting needs.
"""

import hashlib
import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ragtriage.cases.model import Case
from ragtriage.disk.database import exclusive
from ragtriage.disk.rows import drop_rows, put_rows
from ragtriage.triage.model import REMARKS, Suspicion

if TYPE_CHECKING:
    from ragtriage.triage.lint import LintContext


def keep_suspicions(db: sqlite3.Connection, cases: Sequence[Case], ground: "LintContext") -> None:
    """Bring the kept suspicions up to date: only cases that changed are looked at, duplicates over all."""
    from ragtriage.triage import lint

    twins = lint.duplicates(cases)
    rules = [lint.RULES_VERSION, lint.COVERED_FROM, lint.PASSAGES_ASKED, ground.fingerprint]
    kept = {row[0]: row[1] for row in db.execute("SELECT case_id, key FROM suspicions")}
    rows = []
    for case in cases:
        twin = twins.get(case.id, [])
        beside = [
            case.cut_off,
            case.source.kind if case.source else "",
            *_versions(case),
        ]  # told of, and no part of the label
        says = [rules, case.label_hash, [one.reason for one in twin], beside]
        key = hashlib.sha256(json.dumps(says).encode()).hexdigest()[:16]
        if kept.pop(case.id, None) != key:
            all_of_it = [[one.id, one.reason] for one in (*lint.suspicions_of(case, ground), *twin)]
            rows.append((case.id, key, json.dumps(all_of_it, ensure_ascii=False)))
    with exclusive(db):
        put_rows(db, "suspicions", ("case_id", "key", "body"), rows)
        drop_rows(db, "suspicions", "case_id", kept)


def _versions(case: Case) -> list[str]:
    return [quote.doc_version for piece in case.evidence for quote in piece.any_of]


def kept(db: sqlite3.Connection) -> Mapping[str, tuple[Suspicion, ...]]:
    """The suspicions as last kept, by case id; only of cases that have any."""
    rows = db.execute("SELECT case_id, body FROM suspicions WHERE body != '[]'")
    return {case_id: tuple(Suspicion(id_, reason) for id_, reason in json.loads(body)) for case_id, body in rows}


def kept_ids(db: sqlite3.Connection) -> tuple[set[str], dict[str, tuple[str, ...]]]:
    """The cases whose label is suspect, and which remarks there are beside of which case."""
    suspects: set[str] = set()
    remarks: dict[str, tuple[str, ...]] = {}
    for case_id, found in kept(db).items():
        ids = dict.fromkeys(one.id for one in found)
        if beside := tuple(one for one in REMARKS if one in ids):
            remarks[case_id] = beside
        if len(beside) < len(ids):
            suspects.add(case_id)
    return suspects, remarks


def kept_of(db: sqlite3.Connection, case_id: str) -> tuple[Suspicion, ...]:
    """The suspicions about one case, as last kept."""
    row = db.execute("SELECT body FROM suspicions WHERE case_id = ?", (case_id,)).fetchone()
    return tuple(Suspicion(id_, reason) for id_, reason in json.loads(row[0])) if row else ()
