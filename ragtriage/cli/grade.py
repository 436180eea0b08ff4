"""`ragtriage grade`: what code alone cannot decide of a run's answers, by the built-in grader."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import complete_runs, filter_option, json_option
from ragtriage.cli.printing import Cell, Paint, Piece, command
from ragtriage.cli.root import Invocation
from ragtriage.cli.score import judged_here, run_named
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.grading.families import Family
    from ragtriage.grading.model import Grader
    from ragtriage.grading.run_grader import ContradictedClaim, GradingPlan, GradingReport
    from ragtriage.runs.model import RunInfo
    from ragtriage.triage.model import QueueRow
    from ragtriage.workspace import Workspace

NAMES = ("faithfulness", "nuggets", "correctness", "citations", "context_recall")
"""The families of metrics that are graded together."""


def _complete_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    before, _, begun = incomplete.rpartition(",")
    lead = f"{before}," if before else ""
    return [lead + name for name in NAMES if name.startswith(begun)]


@click.command("grade", short_help="Claims, nuggets, citations: by the built-in grader.")
@click.argument("run", metavar="[RUN]", required=False, shell_complete=complete_runs)
@click.option(
    "--metrics",
    "names",
    metavar="NAMES",
    shell_complete=_complete_names,
    help=f"Only these, separated by commas: {', '.join(NAMES)}.",
)
@filter_option
@click.option("--sample", "size", type=click.IntRange(min=1), metavar="N", help="N cases, some of each outcome.")
@click.option("--only-changed", is_flag=True, help="Only answers that are not those of the configuration's run before.")
@click.option("--dry-run", is_flag=True, help="Say what would be graded, and grade nothing.")
@json_option
@click.pass_obj
def grade_command(
    invocation: Invocation,
    run: str | None,
    names: str | None,
    filter_text: str,
    size: int | None,
    only_changed: bool,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Grade a run's answers: which claims the context supports or contradicts, which nuggets are stated, and more.

    The grader is built in (`lexical`): it compares words, numbers, units, names and negations, on this machine, for
    nothing. It knows no synonyms, and nobody has calibrated it: read its marks as hints. Claims that the context
    contradicts are printed with the sentence that says otherwise, and the number of its passage. RUN is an id, a
    configuration (its newest run), or the beginning of an id; without one, the run that triage shows. What is graded is
    kept, and graded again only after the answer, the case or the grader changed; so it can be interrupted at any time.

    \b
    Examples:
      ragtriage grade
      ragtriage grade hybrid-rerank --metrics faithfulness,nuggets
      ragtriage grade --filter 'tag:billing' --sample 50
      ragtriage grade --only-changed --dry-run
      ragtriage grade && ragtriage score

    Exit code 1 when files could not be read.
    """
    from ragtriage.cli.progress import judged, metered
    from ragtriage.cli.unreadable import tell_unreadable

    families = _families(names)
    workspace = judged(invocation)
    info = run_named(workspace, run)
    judged_here(workspace, info)
    broken = tell_unreadable(invocation, workspace)
    case_ids = _chosen(workspace, info, filter_text, only_changed=only_changed)
    if size is not None:
        case_ids = _sampled(invocation, workspace, info, case_ids, size)
    plan = workspace.grading.plan(info, families, case_ids)
    report = None
    if not dry_run:
        with metered() as meter:
            report = workspace.grading.grade(plan, lambda done, of: meter.show(f"grading {info.id}", done, of))
    against = [] if dry_run else workspace.grading.contradicted(info, case_ids)
    if as_json:
        record = _record(workspace.grading.grader, plan, report, case_ids)
        invocation.printer.json(record | {"contradicted": None if dry_run else against})
        return broken
    if report is None:
        _print_plan(invocation, plan, families, case_ids)
    else:
        _print_contradicted(invocation, against)
        _print_report(invocation, workspace.grading.grader, report, info, case_ids)
    return broken


def _families(names: str | None) -> "tuple[Family, ...]":
    from ragtriage.errors import UsageError, nearest
    from ragtriage.grading.families import FAMILIES

    if names is None:
        return tuple(FAMILIES.values())
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in FAMILIES:
            close = nearest(name, list(FAMILIES))
            raise UsageError(
                f"no metrics are called `{name}`",
                next_step=(f"did you mean `{close}`? " if close else "") + f"there are {', '.join(FAMILIES)}",
            )
    if not wanted:
        raise UsageError("--metrics names none", next_step=f"there are {', '.join(FAMILIES)}")
    return tuple(FAMILIES[name] for name in dict.fromkeys(wanted))


def _chosen(workspace: "Workspace", run: "RunInfo", filter_text: str, *, only_changed: bool) -> set[str]:
    """The active cases of the run that are asked for."""
    case_ids = set(workspace.runs.case_ids(run.id)) & _kept_by(workspace, run, filter_text)
    if not only_changed:
        return case_ids
    before = next(iter(workspace.runs.earlier(run, 1)), None)
    return case_ids if before is None else workspace.grading.changed(run, before, case_ids)


def _kept_by(workspace: "Workspace", run: "RunInfo", filter_text: str) -> set[str]:
    from ragtriage.triage.filters import parse_filter

    rows = _rows(workspace, run)
    terms = parse_filter(filter_text, list(workspace.triage.latest()) if workspace.settings.snapshot else [])
    return {case_id for case_id, row in rows.items() if row.status == "active" and terms.keeps(row)}


def _rows(workspace: "Workspace", run: "RunInfo") -> "Mapping[str, QueueRow]":
    """What a filter can ask: of the run that triage shows of its configuration all, else of the cases alone."""
    from ragtriage.cli.filtering import case_rows

    latest = workspace.triage.latest() if workspace.settings.snapshot else {}
    name = next((name for name, one in latest.items() if one.id == run.id), None)
    if name is None:
        return case_rows(workspace)
    return {row.case_id: row for row in workspace.triage.queue(name, every=True).rows}


def _sampled(
    invocation: Invocation, workspace: "Workspace", run: "RunInfo", case_ids: Collection[str], size: int
) -> set[str]:
    """Cases of every kind of outcome, drawn by the run's id: the same ones whenever it is asked again."""
    from ragtriage.grading.sampling import stratified

    answerable = {one.id: one.answerable for one in workspace.cases.summaries()}
    states = workspace.outcomes.states(run.id)
    kinds = {
        one: f"{states[one].state}, {'answerable' if answerable[one] else 'to decline'}"
        for one in sorted(case_ids)
        if one in states
    }
    drawn = stratified(kinds, size, run.id)
    told = ", ".join(f"{len(group)} {kind}" for kind, group in drawn.items())
    invocation.printer.say(f"drawn by the run's id: {told or 'none'}")
    return {case_id for group in drawn.values() for case_id in group}


def _record(
    grader: "Grader", plan: "GradingPlan", report: "GradingReport | None", case_ids: Collection[str]
) -> dict[str, object]:
    return {
        "run": plan.run.id,
        "grader": {"name": grader.name, "fingerprint": grader.fingerprint, "trust": grader.trust},
        "cases": sorted(case_ids),
        "to_grade": dict(Counter(one.family.name for one in plan.todo)),
        "kept": plan.kept,
        "graded": report.graded if report else None,
        "reused": report.reused if report else None,
        "cost_usd": 0,
    }


def _print_plan(
    invocation: Invocation, plan: "GradingPlan", families: "Sequence[Family]", case_ids: Collection[str]
) -> None:
    printer = invocation.printer
    counts = Counter(one.family.name for one in plan.todo)
    rows: list[list[Piece]] = [
        [Cell(one.name, Paint.ACCENT), str(counts[one.name]), ", ".join(one.names)] for one in families
    ]
    printer.table(("to grade", "answers", "metrics"), rows, numbers=(1,))
    kept = f"; {counted(plan.kept, 'grade')} up to date" if plan.kept else ""
    printer.say(f"{plan.run.id}: {counted(len(case_ids), 'case')}{kept}")
    printer.say("lexical asks no model: no prompts, no cost; nothing leaves this machine")
    printer.next("the same without --dry-run" if plan.todo else command("score", plan.run.config))


_SHOWN = 20
"""Contradicted claims that are printed; `--json` has all."""


def _print_contradicted(invocation: Invocation, against: "Sequence[ContradictedClaim]") -> None:
    """Each contradicted claim, and the sentence that contradicts it."""
    from ragtriage.text import one_line

    printer = invocation.printer
    for one in against[:_SHOWN]:
        place = one.finding.sentence
        printer.line(Cell(one.case_id, Paint.ACCENT), ": ", Cell(one.finding.reason, Paint.BAD))
        printer.line("  answer:  ", one_line(one.claim))
        if place is not None:
            printer.line("  context: ", one_line(place.text), Cell(f"  [{place.passage}]", Paint.DIM))
    if against:
        more = f"; the first {_SHOWN} are shown, --json has all" if len(against) > _SHOWN else ""
        printer.say(f"{counted(len(against), 'claim')} against the context, as the grader reads it{more}")


def _print_report(
    invocation: Invocation, grader: "Grader", report: "GradingReport", run: "RunInfo", case_ids: Collection[str]
) -> None:
    printer = invocation.printer
    parts = [f"{report.graded} grades made"]
    parts += [f"{report.reused} taken over from the same answers in other runs"] if report.reused else []
    parts += [f"{report.kept} up to date"] if report.kept else []
    printer.line(Cell(run.id, Paint.ACCENT), f": {counted(len(case_ids), 'case')}, {', '.join(parts)}")
    printer.say(f"graded by {grader.name}, {grader.trust}: hints to read; nothing passes or fails by them")
    nothing = "ragtriage cases list: no active case of the run is among those asked for"
    printer.next(command("score", run.config) if case_ids else nothing)
