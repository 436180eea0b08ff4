"""The state of the golden set in numbers: what `ragtriage status` prints, and what a script reads."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from ragtriage.metrics.refusal import UNKNOWN_LANGUAGE
from ragtriage.runs.model import RunInfo
from ragtriage.runs.provided import given


@dataclass(frozen=True, slots=True)
class ConfigurationStatus:
    """One run in counts of cases. Drafts and retired cases are left out everywhere."""

    name: str
    snapshot: str
    run: str
    cases: int
    """Active cases that the run answers."""
    answerable: int
    scored_at_k: int
    """Answerable cases of which it can be told: what the next count rests on."""
    all_evidence_at_k: int
    """Answerable cases with every piece of evidence within the first k candidates, quarantined ones included."""
    scored_in_context: int
    all_evidence_in_context: int
    scored_refusals: int
    """Answerable cases of which it can be told whether they were declined."""
    false_refusals: int
    """Answerable cases that were declined."""
    should_decline: int
    scored_declines: int
    """Should-decline cases of which it can be told."""
    correct_declines: int
    passed: int
    passed_judged_right: int
    """Passing cases whose answer a person judged right, in every repeat."""
    passed_not_judged: int
    """Passing cases by code alone: whether the answer is right, nobody has said."""
    failed: int
    judged_wrong: int
    """Cases that fail as a person judged the answer wrong, whatever else fails."""
    unstable: int
    disputed: int
    """Cases that code passes, and on whose answer two people disagree."""
    unscored: int
    quarantined: int
    errors: int
    trusted_answerable: int
    """Answerable cases without the quarantined: the other denominator."""
    trusted_scored_at_k: int
    trusted_at_k: int
    trusted_scored_in_context: int
    trusted_in_context: int
    missing: int
    """Active cases that the run lacks."""
    unknown: int
    """Cases of the run that are not in the golden set."""
    declines_not_recognised: int
    """Active cases whose answer is in a language in which declines are not recognised: in neither rate."""
    declines_note: str
    """Says so in words, where there are any."""
    gives_citations: bool
    """Whether any output says what it cites; where none does, the criterion is not asked."""
    passages: int
    passages_by_document: int
    """Those that name a document and give no text: evidence in them is found by document."""
    notes: list[str]
    """What is to be said of the run as a whole."""


# Of repeats the worst counts: evidence that came in all, a refusal in any. Those that cannot be told are left out.
_COUNTS = """
WITH one AS (
    SELECT x.case_id, MAX(x.answerable) AS answerable, MIN(x.at_k) AS at_k, MIN(x.in_context) AS in_context,
           MAX(x.refused) AS refused, MIN(x.answer = 'right') AS is_right, MAX(x.answer = 'wrong') AS is_wrong,
           MAX(CASE WHEN x.refused IS NULL THEN json_extract(x.body, '$.refusal') IS :unknown ELSE 0 END) AS unread,
           CASE WHEN MIN(x.state) = MAX(x.state) THEN MIN(x.state) ELSE 'unstable' END AS state
    FROM outcomes x JOIN case_files c ON c.case_id = x.case_id
    WHERE x.run = :run AND c.status = 'active' GROUP BY x.case_id
)
SELECT COUNT(*) AS cases, TOTAL(answerable) AS answerable,
       TOTAL(answerable AND at_k IS NOT NULL) AS scored_at_k,
       TOTAL(answerable AND in_context IS NOT NULL) AS scored_in_context,
       TOTAL(answerable AND refused IS NOT NULL) AS scored_refusals,
       TOTAL(NOT answerable AND refused IS NOT NULL) AS scored_declines,
       TOTAL(answerable AND at_k = 1) AS all_evidence_at_k,
       TOTAL(answerable AND in_context = 1) AS all_evidence_in_context,
       TOTAL(answerable AND refused = 1) AS false_refusals, TOTAL(NOT answerable) AS should_decline,
       TOTAL(NOT answerable AND refused = 1) AS correct_declines,
       TOTAL(refused IS NULL AND unread) AS declines_not_recognised,
       TOTAL(state = 'passed') AS passed, TOTAL(state = 'passed' AND is_right) AS passed_judged_right,
       TOTAL(state = 'passed' AND NOT is_right) AS passed_not_judged,
       TOTAL(state = 'failed' AND is_wrong) AS judged_wrong,
       TOTAL(state = 'disputed') AS disputed, TOTAL(state = 'failed') AS failed, TOTAL(state = 'unstable') AS unstable,
       TOTAL(state = 'unscored') AS unscored, TOTAL(state = 'quarantined') AS quarantined,
       TOTAL(state = 'error') AS errors,
       TOTAL(answerable AND state != 'quarantined') AS trusted_answerable,
       TOTAL(answerable AND state != 'quarantined' AND at_k IS NOT NULL) AS trusted_scored_at_k,
       TOTAL(answerable AND state != 'quarantined' AND in_context IS NOT NULL) AS trusted_scored_in_context,
       TOTAL(answerable AND state != 'quarantined' AND at_k = 1) AS trusted_at_k,
       TOTAL(answerable AND state != 'quarantined' AND in_context = 1) AS trusted_in_context
FROM one
"""


def configuration_status(db: sqlite3.Connection, runs: Iterable[RunInfo]) -> list[ConfigurationStatus]:
    """The counts of each run, as last judged."""
    return [_one(db, run) for run in runs]


def _one(db: sqlite3.Connection, run: RunInfo) -> ConfigurationStatus:
    row = db.execute(_COUNTS, {"run": run.id, "unknown": UNKNOWN_LANGUAGE}).fetchone()
    missing = db.execute(
        "SELECT COUNT(DISTINCT case_id) FROM case_files WHERE status = 'active' AND case_id IS NOT NULL"
        " AND case_id NOT IN (SELECT case_id FROM outputs WHERE run = ?)",
        (run.id,),
    ).fetchone()[0]
    unknown = db.execute(
        "SELECT COUNT(DISTINCT case_id) FROM outputs WHERE run = ?"
        " AND case_id NOT IN (SELECT case_id FROM case_files WHERE case_id IS NOT NULL)",
        (run.id,),
    ).fetchone()[0]
    counts = {key: int(row[key]) for key in row.keys()}  # noqa: SIM118 - a sqlite3.Row iterates over its values
    note = UNKNOWN_LANGUAGE if counts["declines_not_recognised"] else ""
    gives = given(db, run.id)
    return ConfigurationStatus(
        run.config,
        run.snapshot,
        run.id,
        missing=missing,
        unknown=unknown,
        declines_note=note,
        gives_citations=gives.cites,
        passages=gives.passages,
        passages_by_document=gives.textless,
        notes=list(gives.notes),
        **counts,
    )
