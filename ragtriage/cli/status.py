"""`ragtriage status`, and `ragtriage` without a command: how things stand."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import json_option
from ragtriage.cli.printing import Cell, Paint, listed
from ragtriage.cli.root import Invocation
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.triage.service import Queue
    from ragtriage.triage.status import ConfigurationStatus
    from ragtriage.workspace import Workspace


@click.command("status")
@json_option
@click.pass_obj
def status_command(invocation: Invocation, as_json: bool) -> int:
    """The golden set, its runs and what is left to decide, in numbers.

    \b
    Examples:
      ragtriage status
      ragtriage status --json | jq '.configurations[] | {name, passed, failed}'

    Shares are counted with and without the quarantined cases: those whose evidence is no longer in the snapshot. Exit
    code 1 when files could not be read.
    """
    return print_status(invocation, as_json=as_json)


def print_status(invocation: Invocation, *, as_json: bool, then: str = "") -> int:
    """Print the status, and `then` as what a person would want next; the exit code."""
    from ragtriage.cli.progress import judged
    from ragtriage.cli.standings import print_standings
    from ragtriage.cli.unreadable import tell_unreadable

    workspace = judged(invocation)
    configurations = workspace.status()
    queue = workspace.triage.queue() if workspace.settings.snapshot else None
    statuses = Counter(workspace.cases.statuses())
    broken = [str(problem.place) for problem in workspace.problems()]
    to_recheck = _to_recheck(workspace)
    to_decide = sum(row.undecided for row in queue.rows) if queue else 0
    if as_json:
        invocation.printer.json(
            {
                "workspace": workspace.root,
                "snapshot": workspace.settings.snapshot,
                "week": workspace.triage.week if workspace.settings.snapshot else None,
                "cases": {name: statuses[name] for name in ("active", "draft", "retired")},
                "unreadable": broken,
                "run": queue.run.id if queue and queue.run else None,
                "to_decide": to_decide,
                "to_recheck": to_recheck,
                "configurations": configurations,
            }
        )
        return tell_unreadable(invocation, workspace, verdicts=True)
    _print_head(invocation, workspace, statuses, len(broken))
    if configurations:
        invocation.printer.line()
        print_standings(invocation.printer, configurations)
    _print_queue(invocation, queue, to_decide)
    if to_recheck:
        words = f"{counted(len(to_recheck), 'case')} may say in answer or nuggets what the evidence no longer says"
        invocation.printer.line(Cell("~ ", Paint.WARN), f"{words}: F3")
    unreadable = tell_unreadable(invocation, workspace, verdicts=True)
    invocation.printer.next(then or _next(workspace, statuses.total(), configurations, to_decide))
    return unreadable


def _to_recheck(workspace: "Workspace") -> list[str]:
    """Cases whose answer or nuggets nobody has looked at since a quote of theirs says something else."""
    from ragtriage.triage import suspicions

    doubts = suspicions.kept(workspace.db).items()
    return sorted(case_id for case_id, found in doubts if any(one.id == "recheck" for one in found))


def _print_head(invocation: Invocation, workspace: "Workspace", statuses: Counter[str], broken: int) -> None:
    printer = invocation.printer
    snapshot = workspace.settings.snapshot
    week = [workspace.triage.week] if snapshot else []
    printer.line(
        Cell(workspace.root.name, Paint.STRONG), *(f" · {part}" for part in (snapshot or "no snapshot", *week))
    )
    counts = [counted(statuses["active"], "active case")]
    counts += [f"{statuses[name]} {name}" for name in ("draft", "retired") if statuses[name]]
    unreadable = [Cell(f", {counted(broken, 'problem')} in files", Paint.BAD)] if broken else []
    printer.line(", ".join(counts), *unreadable)


def _print_queue(invocation: Invocation, queue: "Queue | None", to_decide: int) -> None:
    from ragtriage.cli.standings import COLUMNS
    from ragtriage.text import cells

    if queue is None or queue.run is None:
        return
    badges = Counter(row.badge for row in queue.rows)
    parts = [f"{badges[badge]} {badge}" for badge in ("new", "back", "still", "decided", "fixed") if badges[badge]]
    invocation.printer.line()
    words = f"{', '.join(parts) or 'nothing failing'}; {to_decide} to decide"
    if cells(queue.run.id) + len(words) + 2 <= COLUMNS:
        invocation.printer.line(f"{queue.run.id}: {words}")
    else:
        invocation.printer.line(f"{queue.run.id}:")
        invocation.printer.line(f"  {words}")


def _next(workspace: "Workspace", cases: int, configurations: "list[ConfigurationStatus]", to_decide: int) -> str:
    from ragtriage.cli.unreadable import LINT

    if workspace.cases.problems():
        return LINT
    if workspace.settings.snapshot is None:
        names = workspace.snapshots.names()
        there = f"write `snapshot: NAME` in ragtriage.yaml; there are {listed(names)}"
        return there if names else "ragtriage snapshot add FOLDER --name NAME"
    if not cases:
        return "ragtriage import cases FILE, or write cases/first.yaml"
    if not configurations:
        return "ragtriage import runs FILE" + (", or ragtriage run" if workspace.settings.configurations else "")
    if to_decide:
        return "ragtriage triage next, or ragtriage for the screens"
    return "ragtriage triage list --week this --markdown, for the minutes"


def shown_path(path: Path) -> str:
    """A path as people write it: below the current folder where it is."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
