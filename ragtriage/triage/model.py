"""The words of triage: causes, diagnoses, verdicts, badges, and a row of the queue."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from ragtriage.cases.listed import NO_CASE, Summary
from ragtriage.triage.answers import Standing

Cause = Literal[
    "retrieval", "ranking", "generation", "citation", "refusal", "label", "corpus_gap", "grader", "accepted"
]
CAUSES: tuple[Cause, ...] = get_args(Cause)
"""In the order of their keys, `1` to `9`."""

CAUSE_WORDS: dict[Cause, str] = {
    "retrieval": "the evidence never came back",
    "ranking": "it came back, and did not reach the prompt",
    "generation": "it was in the prompt, and the answer is wrong",
    "citation": "the answer cites what was not retrieved, or the wrong thing",
    "refusal": "declined what it should answer, or answered what it should decline",
    "label": "the case is wrong, not the system",
    "corpus_gap": "the documents do not say it",
    "grader": "the answer is right, and was judged wrong",
    "accepted": "a fault we live with",
}

DiagnosisId = Literal[
    "drift", "recheck", "not_retrieved", "not_in_context", "split", "noise", "over_declined", "false_answer",
    "fabricated_citation", "wrong_answer", "disputed_answer", "no_configuration", "error", "unscored",
]  # fmt: skip
DIAGNOSES: tuple[DiagnosisId, ...] = get_args(DiagnosisId)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One reason why a case fails. One case can have several."""

    id: DiagnosisId
    sentence: str
    """What is wrong: "Evidence 2 was not retrieved within 50 candidates." """
    reason: str
    """What was seen that says so: "Plain BM25 finds it at rank 2." """
    try_: str
    """What to try: "hybrid search"."""
    cause: Cause
    """The cause it suggests."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause that a reviewer named."""

    cause: Cause
    mode: str = ""
    """The team's own word for it."""
    owner: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one reviewer decided about one case in one week."""

    case_id: str
    week: str
    """ISO week, `2026-W48`."""
    reviewer: str
    run: str
    snapshot: str
    case_hash: str
    """The case's label hash at the time."""
    criteria: tuple[str, ...] = ()
    """The pass criteria that failed at the time; the verdict holds while these, the case and the snapshot stay."""
    findings: tuple[Finding, ...] = ()
    snoozed_until: str | None = None
    """A date, `2026-12-07`: not asked again before it."""
    decided_at: str = ""
    """UTC, ISO 8601."""


Badge = Literal["new", "still", "back", "decided", "fixed", ""]
"""Empty: it neither fails nor failed before."""
State = Literal["passed", "failed", "unscored", "unstable", "disputed", "quarantined", "error"]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A reason to doubt a label."""

    id: Literal[
        "quote_not_in_snapshot", "recheck", "answerable_after_all", "no_evidence", "speaks_of_context",
        "near_duplicate", "copied", "superseded", "other_version", "cut_off", "cut_word",
    ]  # fmt: skip
    reason: str


REMARKS = ("copied", "superseded", "other_version", "cut_word")
"""Suspicions of what a case is worth or rests on, not of its label: they make no label suspect."""
VERSION_REMARKS = ("superseded", "other_version")
"""Those that come with every release of the documents, and with which nothing need be done."""


class QueueRow(NamedTuple):
    """One case in the triage queue: everything that the list shows and the filter asks for.

    A tuple, as ten thousand of them are made before the first screen stands.
    """

    case_id: str
    question: str
    badge: Badge
    state: State
    diagnoses: tuple[DiagnosisId, ...]
    """Most telling first; what the list shows is the first."""
    must_pass: bool = False
    tags: tuple[str, ...] = ()
    intent: str = ""
    source: str = ""
    status: str = "active"
    passes: tuple[str, ...] = ()
    """Configurations that pass the case in their latest runs."""
    passes_none: bool = False
    """Every configuration judged it, and none passes it."""
    passes_all: bool = False
    """Every configuration judged it, and all pass it."""
    causes: tuple[Cause, ...] = ()
    """Causes of the verdict in force."""
    owners: tuple[str, ...] = ()
    decided_week: str | None = None
    snoozed_until: str | None = None
    suspect: bool = False
    remarks: tuple[str, ...] = ()
    """Which of REMARKS lint has of it."""
    about: Summary = NO_CASE
    """All that lists and filters ask of the case itself (`cases/listed.py`)."""
    rare: bool = False
    """Fewer than three active cases ask for the same (`rarity.rare`)."""
    answer: Standing = ""
    """What people say of the answer in the chosen run."""

    @property
    def undecided(self) -> bool:
        """Whether a person still has to look at it."""
        return self.badge in ("new", "still", "back") and self.snoozed_until is None
