"""Which cases want a decision, and in what order: the rows of the Triage screen.

Pure: states of runs, verdicts and suspicions in, rows out.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ragtriage.cases.listed import Summary
from ragtriage.triage.answers import Standing
from ragtriage.triage.model import Badge, DiagnosisId, QueueRow, State, Verdict
from ragtriage.triage.rarity import rare
from ragtriage.triage.verdicts import in_force

FAILING: frozenset[State] = frozenset({"failed", "error", "unstable", "disputed", "quarantined"})
"""States that put a case into the queue. Quarantined cases are not failures, but they do want a person."""


@dataclass(frozen=True, slots=True)
class CaseState:
    """What became of one case in one run, over all its repeats."""

    state: State
    criteria: tuple[str, ...] = ()
    diagnoses: tuple[DiagnosisId, ...] = ()
    answer: Standing = ""
    """What people say of the answer; `right` only where they do of every repeat."""


UNJUDGED = CaseState("unscored")
"""A case that the run lacks."""

RunStates = Mapping[str, CaseState]
"""By case id."""


NO_REMARKS: Mapping[str, tuple[str, ...]] = {}


def queue_rows(
    summaries: Mapping[str, Summary],
    chosen: RunStates,
    earlier: Sequence[RunStates],
    latest: Mapping[str, RunStates],
    verdicts: Mapping[str, Sequence[Verdict]],
    suspects: Collection[str],
    snapshot: str,
    today: str,
    *,
    every: bool = False,
    remarks: Mapping[str, tuple[str, ...]] = NO_REMARKS,
) -> tuple[QueueRow, ...]:
    """The queue of the chosen run, in order; with `every` all cases, by id, those that pass without a badge.

    `earlier` are the runs of the same configuration before it, newest first; `latest` the latest runs of all
    configurations (the chosen among them); `verdicts` by case, newest first; `today` an ISO date, for snoozes;
    `remarks`: which of lint's a case has that do not doubt its label, by case.
    """
    out = []
    few = rare(summaries.values())
    for case_id in summaries if every else chosen:
        summary = summaries.get(case_id)
        if summary is None or (summary.status != "active" and not every):
            continue
        now = chosen.get(case_id, UNJUDGED)
        badge = _badge(now.state, (run[case_id].state for run in earlier if case_id in run))
        if badge or every:
            held = verdicts.get(case_id, ())
            suspect, scarce = case_id in suspects, case_id in few
            row = _row(summary, now, badge, latest, held, snapshot, today, suspect, scarce)
            out.append(row._replace(remarks=remarks[case_id]) if case_id in remarks else row)
    return tuple(out) if every else _in_order(out)


def passes_none(states: Mapping[str, State], configurations: int) -> bool:
    """Whether every configuration judged the case (there are `configurations`), and none passes it.

    `states` by configuration. With one configuration a failure says nothing of the label, nor does an error; and a
    case that passes in some repeats can be passed.
    """
    failed = [state for state in states.values() if state in ("failed", "error")]
    return configurations > 1 and len(failed) == configurations and "failed" in failed


def _badge(now: State, earlier: Iterable[State]) -> Badge:
    """What became of a case since; `earlier` newest first, without the runs that lack it."""
    told = (state for state in earlier if state != "unscored")  # which says neither that it failed nor that it passed
    before = next(told, None) in FAILING
    if now in FAILING:
        return "still" if before else "back" if any(state in FAILING for state in told) else "new"
    return "fixed" if before and now == "passed" else ""


def _row(
    summary: Summary,
    now: CaseState,
    badge: Badge,
    latest: Mapping[str, RunStates],
    verdicts: Sequence[Verdict],
    snapshot: str,
    today: str,
    suspect: bool,
    scarce: bool,
) -> QueueRow:
    states = {name: run[summary.id].state for name, run in latest.items() if summary.id in run}
    passes = tuple(name for name, state in states.items() if state == "passed")
    none = passes_none(states, len(latest))
    holding = _holding(verdicts, summary, snapshot, now) if badge in _WANTS_ONE else []
    findings = next((verdict.findings for verdict in holding if verdict.findings), ())
    return QueueRow(
        case_id=summary.id,
        question=summary.question,
        badge="decided" if findings else badge,
        state=now.state,
        diagnoses=(*now.diagnoses, "no_configuration") if none else now.diagnoses,
        must_pass=summary.must_pass,
        tags=summary.tags,
        intent=summary.intent,
        source=summary.source_kind,
        status=summary.status,
        passes=passes,
        passes_none=none,
        passes_all=bool(latest) and len(passes) == len(latest),
        causes=tuple(finding.cause for finding in findings),
        owners=tuple(filter(None, (finding.owner for finding in findings))),
        decided_week=next((verdict.week for verdict in holding if verdict.findings), None),
        snoozed_until=_snoozed(holding, today),
        suspect=suspect,
        about=summary,
        rare=scarce,
        answer=now.answer,
    )


_WANTS_ONE = frozenset({"new", "still", "back"})
"""Badges of cases that a verdict can speak of: one that passes again needs none."""


def _holding(verdicts: Sequence[Verdict], summary: Summary, snapshot: str, now: CaseState) -> list[Verdict]:
    return [one for one in verdicts if in_force(one, summary.label_hash, snapshot, now.criteria)]


def _snoozed(holding: Sequence[Verdict], today: str) -> str | None:
    """The day until which the newest verdict snoozes the case; None where that has come."""
    until = holding[0].snoozed_until if holding else None
    return until if until is not None and until > today else None


_ORDER: dict[Badge, int] = {"new": 0, "back": 0, "still": 1, "decided": 2, "fixed": 3, "": 4}


def _in_order(found: list[QueueRow]) -> tuple[QueueRow, ...]:
    """Must-pass first; new and back, then still, decided, fixed; failed by most configurations; commonest diagnosis."""
    common: Counter[str] = Counter(row.diagnoses[0] for row in found if row.diagnoses)

    def place(row: QueueRow) -> tuple[bool, bool, int, int, int, str, str]:
        first = row.diagnoses[0] if row.diagnoses else ""
        settled = row.badge == "fixed" or row.snoozed_until is not None
        return (
            settled,
            not row.must_pass,
            _ORDER[row.badge],
            len(row.passes),
            -common[first] if row.diagnoses else 0,
            first,
            row.case_id,
        )

    return tuple(sorted(found, key=place))
