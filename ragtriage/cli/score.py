"""`ragtriage score`: a run in metrics, with what each mean rests on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ragtriage.cli.filtering import OF_THE_CASE, case_rows
from ragtriage.cli.markdown import markdown_table
from ragtriage.cli.options import complete_runs, json_option
from ragtriage.cli.printing import Cell, Paint, Piece, command
from ragtriage.cli.root import Invocation
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.grading.run_grader import GradedValues
    from ragtriage.metrics.model import Mean
    from ragtriage.runs.model import RunInfo
    from ragtriage.triage.run_scores import CaseScores, MetricMean
    from ragtriage.workspace import Workspace

KEYS = tuple(key for key in OF_THE_CASE if key)
"""What cases can be told apart by."""
_NONE = "(none)"
"""A group's name where its cases lack what they are told apart by."""


def _complete_key(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [key for key in KEYS if key.startswith(incomplete)]


@click.command("score", short_help="Every metric of a run: mean, n, and why unscored.")
@click.argument("run", metavar="[RUN]", required=False, shell_complete=complete_runs)
@click.option(
    "--by", "key", metavar="KEY", shell_complete=_complete_key, help="One line for each value of a key of the filter."
)
@click.option("--markdown", is_flag=True, help="A Markdown table, for minutes and pull requests.")
@json_option
@click.pass_obj
def score_command(invocation: Invocation, run: str | None, key: str | None, markdown: bool, as_json: bool) -> int:
    """Every metric of a run: its mean, how many cases that rests on, and why others have no value.

    RUN is an id, a configuration (its newest run), or the beginning of an id; without one, the run that triage shows.
    Drafts and retired cases are left out; quarantined ones too, with the mean that they would make beside. Repeats of a
    case are averaged first. What `ragtriage grade` decided stands below what code decides, with who graded. KEY is
    intent, tag, origin, answerable, evidence or another key of the filter.

    \b
    Examples:
      ragtriage score
      ragtriage score hybrid-rerank --by intent
      ragtriage score --by tag --markdown
      ragtriage score --json | jq '.metrics[] | {metric, mean: .mean.value, n: .mean.n}'

    Exit code 1 when files could not be read.
    """
    if as_json and markdown:
        raise click.UsageError("--json and --markdown exclude each other")
    from ragtriage.cli.progress import judged
    from ragtriage.cli.unreadable import tell_unreadable
    from ragtriage.triage.run_scores import case_scores

    _refuse_unknown(key)
    workspace = judged(invocation)
    info = run_named(workspace, run)
    judged_here(workspace, info)
    broken = tell_unreadable(invocation, workspace)
    active = {one.id for one in workspace.cases.summaries() if one.status == "active"}
    cases = case_scores(workspace.outcomes.values(info.id), active, _graded(workspace, info, active))
    lines = _lines(workspace, cases, key)
    quarantined = sum(one.quarantined for one in cases)
    missing = len(active) - len(cases)
    if as_json:
        counts = {"cases": len(cases), "quarantined": quarantined, "missing": missing}
        invocation.printer.json({"run": info.id, **counts, "by": key, "metrics": lines})
        return broken
    graded = any(line.grader for line in lines)
    _print_lines(invocation, lines, key, markdown=markdown, with_quarantined=bool(quarantined))
    notes = [counted(len(cases), "case")]
    notes += [f"{quarantined} quarantined, only in `{_ALL}`"] if quarantined else []
    notes += [f"{missing} of the golden set missing in the run"] if missing else []
    invocation.printer.say(f"{info.id}: {', '.join(notes)}")
    invocation.printer.next(_next(info, key, any_case=bool(cases), graded=graded))
    return broken


def run_named(workspace: "Workspace", reference: str | None) -> "RunInfo":
    """The run that a reference names, or the one that triage shows. Raises UsageError where there is none."""
    from ragtriage.errors import UsageError

    if reference is not None:
        return workspace.runs.get(reference)
    run = workspace.triage.queue().run if workspace.settings.snapshot else None
    if run is None:
        named = workspace.settings.snapshot
        elsewhere = [one.id for one in workspace.runs.runs()][:3]
        raise UsageError(
            f"there is no run on {named}" if named else "ragtriage.yaml names no snapshot whose run would be meant",
            next_step=f"name one, such as {', '.join(elsewhere)}" if elsewhere else "ragtriage import runs FILE",
        )
    return run


def judged_here(workspace: "Workspace", run: "RunInfo") -> None:
    """Bring a run's outcomes up to date, whether or not the screens would show it. Raises SnapshotError where the
    snapshot that it was made on is not there."""
    from ragtriage.cli.progress import metered

    workspace.snapshots.ensure(run.snapshot)
    with metered() as meter:
        workspace.judge.judge_run(run, lambda done, of: meter.show(f"scoring {run.id}", done, of))


def _graded(workspace: "Workspace", run: "RunInfo", active: Collection[str]) -> "list[GradedValues]":
    from ragtriage.grading.families import FAMILIES

    return workspace.grading.values(run, tuple(FAMILIES.values()), active)


def _refuse_unknown(key: str | None) -> None:
    from ragtriage.errors import UsageError, nearest

    if key is None or key in KEYS:
        return
    close = nearest(key, list(KEYS))
    raise UsageError(
        f"cases cannot be told apart by `{key}`",
        next_step=(f"did you mean `{close}`? " if close else "") + f"keys: {', '.join(KEYS)}",
    )


def _lines(workspace: "Workspace", cases: "Sequence[CaseScores]", key: str | None) -> "list[MetricMean]":
    """The lines to print: with a key those of one metric beside each other, so that its groups can be compared."""
    from ragtriage.triage.run_scores import cases_by_group

    if key is None:
        return _means(workspace, cases)
    groups = cases_by_group(cases, _values(workspace, key))
    by_group = [[replace(line, group=name) for line in _means(workspace, group)] for name, group in groups.items()]
    names = dict.fromkeys(line.metric for group in by_group for line in group)
    return [line for name in names for group in by_group for line in group if line.metric == name and line.cases]


def _means(workspace: "Workspace", cases: "Sequence[CaseScores]") -> "list[MetricMean]":
    """What code decides, then what the grader did."""
    from ragtriage.grading.families import FAMILIES
    from ragtriage.triage.run_scores import graded_means, metric_means

    score, grader = workspace.settings.score, workspace.grading.grader
    by_code = metric_means(cases, score.k, score.depth)
    return [*by_code, *graded_means(cases, FAMILIES.values(), f"{grader.name}, {grader.trust}")]


def _values(workspace: "Workspace", key: str) -> Mapping[str, Collection[str]]:
    """What each case has of a key of the filter."""
    from ragtriage.triage.filter_keys import KEYS as FILTER_KEYS

    asked = FILTER_KEYS[key]
    # A number is in the filter also each of 0+ to itself.
    return {
        case_id: [value for value in asked.of(row) if value and not (asked.kind == "number" and value.endswith("+"))]
        for case_id, row in case_rows(workspace).items()
    }


def _print_lines(
    invocation: Invocation, lines: "Sequence[MetricMean]", key: str | None, *, markdown: bool, with_quarantined: bool
) -> None:
    heading = ["metric", *([key] if key else []), "mean", "n", "unscored"]
    heading += [_ALL] if with_quarantined else []
    rows = [_cells(line, grouped=key is not None, with_quarantined=with_quarantined) for line in lines]
    if markdown:
        _print_markdown(invocation, heading, rows, [line.grader for line in lines])
        return
    numbers = range(2 if key else 1, len(heading))
    for grader in dict.fromkeys(line.grader for line in lines):  # a table each, so that they fit into 80 columns
        if grader:
            invocation.printer.line()
            invocation.printer.line(Cell(f"by {grader}", Paint.WARN))
        own = [row for row, line in zip(rows, lines, strict=True) if line.grader == grader]
        table: list[list[Piece]] = [[Cell(row[0], Paint.ACCENT), *row[1:-1], Cell(row[-1], Paint.DIM)] for row in own]
        invocation.printer.table([*heading, _WHY], table, numbers=numbers, give_way=(1,) if key else ())


def _print_markdown(
    invocation: Invocation, heading: Sequence[str], rows: Sequence[list[str]], graders: Sequence[str]
) -> None:
    """One table; with a column of who decided, where that was not code alone."""
    if any(graders):
        heading = [*heading, "by"]
        rows = [[*row[:-1], grader or "code", row[-1]] for row, grader in zip(rows, graders, strict=True)]
    markdown_table(invocation.printer, [*heading, _WHY], rows)


_ALL, _WHY = "all cases", "why unscored"


def _cells(line: "MetricMean", *, grouped: bool, with_quarantined: bool) -> list[str]:
    cells = [line.metric, *([line.group or _NONE] if grouped else [])]
    cells += [shown_mean(line.mean, line.unit), str(line.mean.n), str(line.mean.unscored)]
    if with_quarantined:
        both = line.with_quarantined
        cells.append(f"{shown_mean(both, line.unit)} of {both.n}")
    return [*cells, _why(line)]


def shown_mean(mean: "Mean", unit: str) -> str:
    """A mean as it is printed: shares to three places, ranks and counts to one; a dash where nothing was scored."""
    if mean.value is None:
        return "-"
    return f"{mean.value:.3f}" if unit == "share" else f"{mean.value:,.1f}"


def _why(line: "MetricMean") -> str:
    if len(line.reasons) == 1:
        return next(iter(line.reasons))
    return "; ".join(f"{count}: {reason}" for reason, count in line.reasons.items())


def _next(run: "RunInfo", key: str | None, *, any_case: bool, graded: bool) -> str:
    if not any_case:
        return "ragtriage cases list: no active case of the golden set is in this run"
    if not graded:
        return command("grade", run.config) + ", for what code alone cannot decide"
    if key is None:
        return command("score", run.config, "--by", "intent")
    return command("triage", "list", "--config", run.config)
