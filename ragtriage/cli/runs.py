"""`ragtriage runs`: what the configurations answered, run by run."""

import click

from ragtriage.cli.groups import CommandGroup
from ragtriage.cli.options import complete_runs, json_option
from ragtriage.cli.printing import Cell, Paint, Piece, command
from ragtriage.cli.root import Invocation
from ragtriage.text import counted


@click.group("runs", cls=CommandGroup)
def runs_command() -> None:
    """List, show and rm runs: what configurations answered.

    \b
    Examples:
      ragtriage runs list
      ragtriage runs show hybrid-rerank
      ragtriage runs rm 'hybrid-rerank@2026-11-01#9f31c2aa'
    """


@runs_command.command("list")
@json_option
@click.pass_obj
def list_command(invocation: Invocation, as_json: bool) -> int:
    """All runs, newest import first.

    \b
    Examples:
      ragtriage runs list
      ragtriage runs list --json | jq -r '.[].id'
    """
    workspace, printer = invocation.workspace(), invocation.printer
    runs = workspace.runs.runs()
    if as_json:
        printer.json(runs)
    else:
        rows: list[list[Piece]] = [
            [
                Cell(one.id, Paint.ACCENT),
                str(one.outputs),
                one.imported_at[:16].replace("T", " "),
                _origin(one.manifest),
            ]
            for one in runs
        ]
        printer.table(("run", "outputs", "imported (UTC)", "from"), rows, numbers=(1,))
    for error in workspace.runs.unavailable():
        printer.say(Cell("not readable: ", Paint.BAD), str(error))
    printer.next("ragtriage runs show RUN" if runs else "ragtriage import runs FILE, or ragtriage run")
    return 0


def _origin(manifest: object) -> str:
    from collections.abc import Mapping

    if not isinstance(manifest, Mapping):
        return ""
    return str(manifest.get("source") or ("ragtriage run" if manifest.get("parameters") else ""))


@runs_command.command("show")
@click.argument("run", metavar="RUN", shell_complete=complete_runs)
@json_option
@click.pass_obj
def show_command(invocation: Invocation, run: str, as_json: bool) -> int:
    """One run: its manifest. RUN is an id, a configuration (its newest run), or the beginning of an id.

    \b
    Examples:
      ragtriage runs show hybrid-rerank
      ragtriage runs show '#9f31c2aa' --json | jq .manifest
    """
    from ragtriage.disk.yaml_out import dump

    workspace, printer = invocation.workspace(), invocation.printer
    found = workspace.runs.get(run)
    if as_json:
        printer.json(found)
    else:
        printer.line(dump(dict(found.manifest)).removesuffix("\n"))
    printer.next(command("triage", "list", "--config", found.config))
    return 0


@runs_command.command("rm")
@click.argument("run", metavar="RUN", shell_complete=complete_runs)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def rm_command(invocation: Invocation, run: str, yes: bool) -> int:
    """Delete a run's files. Verdicts that were given on it stay. Asks first, as this cannot be undone.

    \b
    Examples:
      ragtriage runs rm 'hybrid-rerank@2026-11-01#9f31c2aa'
      ragtriage runs rm '#9f31c2aa' --yes
    """
    import sys

    from ragtriage.errors import UsageError
    from ragtriage.text import one_line

    workspace, printer = invocation.workspace(), invocation.printer
    found = workspace.runs.get(run)
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError(
                f"{found.id} was not deleted", next_step="without a terminal to ask on, say so beforehand: --yes"
            )
        if not click.confirm(f"Delete {one_line(found.id)}, {counted(found.outputs, 'output')}?", err=True):
            printer.say("nothing was deleted")
            return 0
    workspace.runs.remove(found.id)
    printer.say(f"{found.id} is deleted")
    printer.next("ragtriage runs list")
    return 0
