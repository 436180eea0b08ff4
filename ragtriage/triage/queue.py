"""Which cases want a decision, and in what order: the rows of the Triage screen.

Pure: states of runs, verdicts and suspicions in, rows out.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ragtriage.cases.store import Summary
from ragtriage.triage.model import Badge, DiagnosisId, Row, State, Verdict
from ragtriage.triage.verdicts import in_force

FAILING: frozenset[State] = frozenset({"failed", "error", "unstable", "quarantined"})
"""States that put a case into the queue. Quarantined cases are not failures, but they do want a person."""


@dataclass(frozen=True, slots=True)
class CaseState:
    """What became of one case in one run, over all its repeats."""

    state: State
    criteria: tuple[str, ...] = ()
    diagnoses: tuple[DiagnosisId, ...] = ()


UNJUDGED = CaseState("unscored")
"""A case that the run lacks."""

RunStates = Mapping[str, CaseState]
"""By case id."""


def rows(
    summaries: Mapping[str, Summary],
    chosen: RunStates,
    earlier: Sequence[RunStates],
    latest: Mapping[str, RunStates],
    verdicts: Mapping[str, Verdict],
    suspects: Collection[str],
    snapshot: str,
    today: str,
    *,
    every: bool = False,
) -> tuple[Row, ...]:
    """The queue of the chosen run, in order; with `every` all cases, by id, those that pass without a badge.

    `earlier` are the runs of the same configuration before it, newest first; `latest` the latest runs of all
    configurations (the chosen among them); `verdicts` the newest by case; `today` an ISO date, for snoozes.
    """
    out = []
    before = earlier[0] if earlier else {}
    for case_id in summaries if every else chosen:
        summary = summaries.get(case_id)
        if summary is None or (summary.status != "active" and not every):
            continue
        now = chosen.get(case_id, UNJUDGED)
        failing = now.state in FAILING
        was_failing = case_id in before and before[case_id].state in FAILING
        fixed = was_failing and now.state == "passed"
        if not (failing or fixed or every):
            continue
        badge: Badge = _badge(case_id, was_failing, earlier) if failing else "fixed" if fixed else ""
        out.append(_row(summary, now, badge, latest, verdicts.get(case_id), snapshot, today, case_id in suspects))
    return tuple(out) if every else _in_order(out)


def passes_none(states: Mapping[str, State], configurations: int) -> bool:
    """Whether every configuration judged the case (there are `configurations`), and none passes it.

    `states` by configuration. With one configuration a failure says nothing of the label.
    """
    failed = [state for state in states.values() if state in ("failed", "unstable", "error")]
    return configurations > 1 and len(failed) == configurations and "failed" in failed


def _badge(case_id: str, was_failing: bool, earlier: Sequence[RunStates]) -> Badge:
    if was_failing:
        return "still"
    return "back" if any(case_id in run and run[case_id].state in FAILING for run in earlier[1:]) else "new"


def _row(
    summary: Summary,
    now: CaseState,
    badge: Badge,
    latest: Mapping[str, RunStates],
    verdict: Verdict | None,
    snapshot: str,
    today: str,
    suspect: bool,
) -> Row:
    states = {name: run[summary.id].state for name, run in latest.items() if summary.id in run}
    passes = tuple(name for name, state in states.items() if state == "passed")
    none = passes_none(states, len(latest))
    holds = (
        verdict is not None
        and badge in ("new", "still", "back")
        and in_force(verdict, summary.label_hash, snapshot, now.criteria)
    )
    decided = verdict is not None and holds and bool(verdict.findings)
    snoozed = verdict.snoozed_until if verdict is not None and holds else None
    return Row(
        case_id=summary.id,
        question=summary.question,
        badge="decided" if decided else badge,
        state=now.state,
        diagnoses=(*now.diagnoses, "no_configuration") if none else now.diagnoses,
        must_pass=summary.must_pass,
        tags=summary.tags,
        intent=summary.intent,
        source=summary.source_kind,
        status=summary.status,
        passes=passes,
        passes_none=none,
        passes_all=len(passes) == len(latest),
        causes=tuple(finding.cause for finding in verdict.findings) if verdict and decided else (),
        owners=tuple(finding.owner for finding in verdict.findings if finding.owner) if verdict and decided else (),
        decided_week=verdict.week if verdict and decided else None,
        snoozed_until=snoozed if snoozed is not None and snoozed > today else None,
        suspect=suspect,
    )


_ORDER: dict[Badge, int] = {"new": 0, "back": 0, "still": 1, "decided": 2, "fixed": 3, "": 4}


def _in_order(found: list[Row]) -> tuple[Row, ...]:
    """Must-pass first; new and back, then still, decided, fixed; failed by most configurations; commonest diagnosis."""
    common: Counter[str] = Counter(row.diagnoses[0] for row in found if row.diagnoses)

    def place(row: Row) -> tuple[bool, bool, int, int, int, str, str]:
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
