"""`ragtriage run`: ask the configured systems every active case."""

from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import complete_configurations, complete_snapshots, json_option
from ragtriage.cli.printing import Cell, Paint
from ragtriage.cli.root import Invocation
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.runs.running import RunReport
    from ragtriage.workspace import Workspace


@click.command("run")
@click.argument("names", metavar="[CONFIG]...", nargs=-1, shell_complete=complete_configurations)
@click.option("--repeats", type=click.IntRange(1, 100), default=1, show_default=True, help="Answers to each case.")
@click.option(
    "--snapshot",
    metavar="NAME",
    shell_complete=complete_snapshots,
    help="The documents to answer from. Default: the workspace's.",
)
@json_option
@click.pass_obj
def run_command(
    invocation: Invocation, names: tuple[str, ...], repeats: int, snapshot: str | None, as_json: bool
) -> int:
    """Run configurations of ragtriage.yaml, all unless some are named.

    A run that was interrupted goes on where it stood. Exit code 1 when a system gave an error instead of an answer, or
    case files could not be read.

    \b
    Examples:
      ragtriage run
      ragtriage run bm25
      ragtriage run bm25 --repeats 3
      ragtriage run --snapshot docs-2026-10
    """
    from ragtriage.cli.progress import judged
    from ragtriage.cli.unreadable import LINT, tell_unreadable

    workspace, printer = invocation.workspace(), invocation.printer
    chosen = _chosen(workspace, names)
    workspace.cases.refresh()
    reports = [run_one(workspace, name, snapshot or workspace.snapshot, repeats) for name in chosen]
    judged(invocation)
    if as_json:
        printer.json(reports)
    for report in reports:
        if not as_json:
            _print_report(invocation, report)
    broken = tell_unreadable(invocation, workspace)
    printer.next(LINT if broken else "ragtriage status, or ragtriage triage next")
    return 1 if broken or any(report.errors for report in reports) else 0


def _chosen(workspace: "Workspace", names: tuple[str, ...]) -> tuple[str, ...]:
    from ragtriage.errors import UsageError, nearest

    known = list(workspace.settings.configurations)
    if not known:
        raise UsageError(
            "ragtriage.yaml has no configurations to run",
            next_step="add one, such as `configurations: {bm25: {system: bm25}}`; "
            "what another system answered comes in by ragtriage import runs FILE",
        )
    for name in names:
        if name not in known:
            close = nearest(name, known)
            raise UsageError(
                f"there is no configuration `{name}`",
                next_step=f"did you mean `{close}`?" if close else f"there are {', '.join(known)}",
            )
    return tuple(dict.fromkeys(names)) or tuple(known)


def run_one(workspace: "Workspace", name: str, snapshot: str, repeats: int = 1) -> "RunReport":
    """Run one configuration on a snapshot, showing how far it is."""
    from ragtriage.cli.progress import metered
    from ragtriage.runs.running import run_configuration
    from ragtriage.runs.targets import open_target
    from ragtriage.settings import FILE

    workspace.snapshots.ensure(snapshot)
    settings = workspace.settings.configurations[name]
    target = open_target(name, settings, workspace.db, snapshot, workspace.root / FILE)
    with metered() as meter:
        return run_configuration(
            name,
            snapshot,
            target,
            list(workspace.cases.cases()),
            workspace.runs,
            repeats=repeats,
            progress=lambda done, of: meter.show(f"running {name}", done, of),
        )


def _print_report(invocation: Invocation, report: "RunReport") -> None:
    printer = invocation.printer
    printer.line(Cell(report.run.id, Paint.ACCENT), f": {counted(report.run.outputs, 'output')}")
    if report.resumed:
        printer.say(f"  {report.resumed} of them from the run that was interrupted")
    if report.started_anew:
        printer.say(f"  an interrupted run was started anew: {report.started_anew}")
    if report.errors:
        printer.say(Cell(f"  {counted(report.errors, 'error')} instead of an answer", Paint.BAD))
