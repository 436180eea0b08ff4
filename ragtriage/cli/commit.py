"""`ragtriage commit`: what was decided goes into Git, and nothing else does."""

from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import json_option
from ragtriage.cli.printing import Cell, Paint, Printer, command, counted
from ragtriage.cli.root import Invocation
from ragtriage.text import one_line

if TYPE_CHECKING:
    from ragtriage.cases.uncommitted import Waiting


@click.command("commit", short_help="Commit cases, verdicts and complaints.")
@click.option("--message", "-m", metavar="TEXT", help="The message. Default: drafted from what changed.")
@click.option("--branch", metavar="NAME", help="Make this branch first, and commit to it.")
@click.option("--dry-run", "-n", is_flag=True, help="Print what would be committed, and the message.")
@json_option
@click.pass_obj
def commit_command(
    invocation: Invocation, message: str | None, branch: str | None, dry_run: bool, as_json: bool
) -> int:
    """Commit what was decided in this workspace: cases, verdicts, decisions on complaints, and its settings. Whatever
    else is changed or staged in the repository stays as it is. Your hooks run, as with git commit.

    \b
    Examples:
      ragtriage commit --dry-run
      ragtriage commit
      ragtriage commit --branch reviews/2026-w48 -m "Answer for the new refund window"
    """
    from ragtriage.cases.committing import commit, new_branch, refuse_unready
    from ragtriage.cases.uncommitted import waiting

    workspace, printer = invocation.workspace(), invocation.printer
    what = waiting(workspace.root)
    text = what.message if message is None else message
    made = None
    if branch is not None and not dry_run and what.paths:
        refuse_unready(workspace.root, text)  # a branch for nothing would be in the way of the next try
        new_branch(workspace.root, branch)
    if not dry_run and what.paths:
        made = commit(workspace.root, what, text)
    if as_json:
        from ragtriage.cli.changed_cases import change_json

        printer.json(
            {
                "commit": made.commit if made else None,
                "branch": made.branch if made else branch or what.branch,
                "files": what.paths,
                "cases": [change_json(one) for one in what.changes],
                "others": what.others,
                "message": text,
                "notes": what.notes,
            }
        )
    else:
        _print(printer, what, text)
    for note in (*what.notes, *([made.note] if made and made.note else [])):
        printer.say(Cell("note: ", Paint.WARN), one_line(note))
    if not what.paths:
        printer.say("nothing to commit: everything decided here is committed already")
        printer.next("ragtriage pr, for the text of a pull request")
    elif made is None:
        printer.say(
            f"{counted(len(what.paths), 'file')} would be committed to {one_line(branch or what.branch) or 'no branch'}"
        )
        printer.next(command("commit", *(["--branch", branch] if branch else [])))
    else:
        printer.say(
            f"{counted(made.files, 'file')} committed to {one_line(made.branch) or 'no branch'} as {made.commit}"
        )
        printer.next("git push, then ragtriage pr for the text of the pull request")
    return 0


def _print(printer: Printer, what: "Waiting", message: str) -> None:
    """The cases with what changed in each, what else there is, and the message."""
    from ragtriage.cli.changed_cases import print_change

    for change in what.changes:
        print_change(printer, change)
    for words in what.others:
        printer.line(Cell("+ ", Paint.GOOD), words)
    if message and what.paths:
        printer.line()
        for line in message.rstrip("\n").split("\n"):
            printer.line(Cell("│ ", Paint.DIM), line)
