"""`ragtriage commit`: what was decided goes into Git, and nothing else does."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import json_option
from ragtriage.cli.printing import Cell, Paint, Printer, command
from ragtriage.cli.root import Invocation
from ragtriage.text import counted, one_line

if TYPE_CHECKING:
    from ragtriage.cases.committing import Committed
    from ragtriage.cases.uncommitted import Waiting


@click.command("commit", short_help="Commit cases, verdicts and complaints.")
@click.option("--message", "-m", metavar="TEXT", help="The message. Default: drafted from what changed.")
@click.option("--branch", metavar="NAME", help="Make this branch first, and commit to it.")
@click.option("--with-snapshot", is_flag=True, help="Commit the workspace's snapshot, too, where Git has not got it.")
@click.option("--dry-run", "-n", is_flag=True, help="Print what would be committed, and the message.")
@json_option
@click.pass_obj
def commit_command(
    invocation: Invocation,
    message: str | None,
    branch: str | None,
    with_snapshot: bool,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Commit what was decided in this workspace: cases, verdicts, decisions on complaints, and its settings. Whatever
    else is changed or staged in the repository stays as it is. Your hooks and signing run, and have the terminal, as
    with git commit.

    \b
    Examples:
      ragtriage commit --dry-run
      ragtriage commit
      ragtriage commit --branch reviews/2026-w48 -m "Answer for the new refund window"
    """
    from ragtriage.cases.uncommitted import waiting

    workspace, printer = invocation.workspace(), invocation.printer
    what = waiting(workspace.root, workspace.settings.snapshot)
    what = what.with_snapshot() if with_snapshot else what
    text = what.message if message is None else message
    made = _commit(workspace.root, what, text, branch) if what.paths and not dry_run else None
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
    for note in _notes(what, made):
        printer.say(Cell("note: ", Paint.WARN), one_line(note))
    if made is not None:
        _say_made(printer, made)
    elif what.paths:
        where = one_line(branch or what.branch) or "no branch"
        printer.say(f"{counted(len(what.paths), 'file')} would be committed to {where}")
        printer.next(command("commit", *(["--branch", branch] if branch else [])))
    else:
        printer.say("nothing to commit: everything decided here is committed already")
        printer.next("ragtriage pr, for the text of a pull request")
    return 0


def _say_made(printer: Printer, made: "Committed") -> None:
    where = one_line(made.branch) or "no branch"
    printer.say(f"{counted(made.files, 'file')} committed to {where} as {made.commit}")
    then = "git push, then ragtriage pr for the text of the pull request"
    printer.next(then if made.branch else f"git switch -c NAME, or the commit is easily lost; {then}")


def _commit(root: Path, what: "Waiting", text: str, branch: str | None) -> "Committed":
    """With the terminal, where there is one to ask in."""
    from ragtriage.cases.committing import commit, commit_on_branch

    asks = sys.stdin.isatty() and sys.stderr.isatty()
    if branch is None:
        return commit(root, what, text, in_terminal=asks)
    return commit_on_branch(root, branch, what, text, in_terminal=asks)


def _notes(what: "Waiting", made: "Committed | None") -> Iterator[str]:
    """What a person should know of it."""
    yield from what.notes
    if what.snapshot is not None:
        offer = "; ragtriage commit --with-snapshot commits it" if what.snapshot.paths else ""
        yield what.snapshot.note + offer
    if made and made.note:
        yield made.note


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
