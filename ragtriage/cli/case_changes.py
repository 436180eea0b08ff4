"""`ragtriage cases diff` and `cases log`: Git's history, told of cases and not of lines."""

from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import complete_cases, json_option
from ragtriage.cli.printing import Cell, Paint, Printer, command
from ragtriage.cli.root import Invocation
from ragtriage.text import one_line

if TYPE_CHECKING:
    from ragtriage.cases.comparing import Comparison


@click.command("diff", short_help="What changed, told of cases.")
@click.argument("range_", metavar="[A..B]", required=False)
@click.option("--staged", is_flag=True, help="What the next commit would change.")
@click.option("--markdown", is_flag=True, help="For a pull request.")
@click.option("--message", is_flag=True, help="A commit message drafted from what changed.")
@json_option
@click.pass_obj
def diff_command(
    invocation: Invocation, range_: str | None, staged: bool, markdown: bool, message: bool, as_json: bool
) -> int:
    """What changed in the cases, told of evidence, nuggets and tags. Without A..B: what is not committed yet.

    A...B tells what B changed since it parted from A; A alone is compared with the files here.

    \b
    Examples:
      ragtriage cases diff
      ragtriage cases diff main...my-branch --markdown
      ragtriage cases diff --staged --message | git commit -F -
      ragtriage cases diff HEAD~3..HEAD --json | jq -r '.cases[].id'
    """
    from ragtriage.cases.comparing import compared
    from ragtriage.cases.revisions import Asked, parse_range
    from ragtriage.cli import changed_cases
    from ragtriage.errors import UsageError
    from ragtriage.git.repository import open_repository

    if staged and range_:
        raise UsageError("--staged is always held against HEAD", next_step="leave out one of the two")
    if markdown + message + as_json > 1:
        raise UsageError("one form at a time", next_step="choose --markdown, --message or --json")
    workspace, printer = invocation.workspace(), invocation.printer
    with open_repository(workspace.root) as repository:
        asked = parse_range(range_) if range_ else Asked(None, None)
        comparison = compared(repository, asked, staged=staged)
    if as_json:
        printer.json(changed_cases.as_json(comparison))
    elif message:
        _print_message(printer, comparison)
    elif markdown:
        for line in changed_cases.markdown_lines(comparison.changes):
            printer.line(line)
    else:
        changed_cases.print_case_changes(printer, comparison)
    sides = f"{comparison.before.words} → {comparison.after.words}"
    printer.say(one_line(f"{sides}: {changed_cases.summary(comparison.changes)}"))
    printer.next(_next_step(range_, staged, bool(comparison.changes)))
    return 0


def _print_message(printer: Printer, comparison: "Comparison") -> None:
    from ragtriage.cases.drafting import drafted_message

    if text := drafted_message(comparison.changes):
        printer.line(text.removesuffix("\n"))


def _next_step(range_: str | None, staged: bool, changed: bool) -> str:
    if staged and not changed:
        return "git add cases/, and this again; without --staged: what is not added yet"
    if staged:
        return "ragtriage cases diff --staged --message | git commit -F -"
    if range_:
        return command("pr", range_) + ", for the text of a pull request"
    return "git add cases/ && ragtriage cases diff --staged"


@click.command("log", short_help="The commits that changed a case.")
@click.argument("case_id", metavar="ID", shell_complete=complete_cases)
@click.option("--max-count", "-n", "at_most", type=click.IntRange(1), default=50, help="Commits at most. Default: 50.")
@json_option
@click.pass_obj
def log_command(invocation: Invocation, case_id: str, at_most: int, as_json: bool) -> int:
    """The commits that changed a case, each with what it changed; also from before it was renamed.

    \b
    Examples:
      ragtriage cases log billing/0142
      ragtriage cases log billing/0142 -n 3 --json | jq -r '.[].author'
    """
    from ragtriage.cases.case_log import case_log
    from ragtriage.cli import changed_cases
    from ragtriage.git.repository import open_repository

    workspace, printer = invocation.workspace(), invocation.printer
    with open_repository(workspace.root) as repository:
        log = case_log(repository, case_id, at_most)
    if as_json:
        printer.json(
            [
                {"commit": one.commit, "author": one.author, "at": one.at, "summary": one.summary}
                | changed_cases.change_json(one.change)
                for one in log.commits
            ]
        )
        return 0
    for one in log.commits:
        printer.line(
            *(Cell(one.commit[:9], Paint.ACCENT), f"  {one.at[:10]}  {one_line(one.author)}  "),
            Cell(one_line(one.summary), Paint.DIM),
        )
        for words in changed_cases.lines(one.change):
            printer.line("    ", one_line(words))
    if log.cut:
        printer.say("there may be older ones: the clone is shallow, or -n asks for more")
    printer.next(command("cases", "show", case_id))
    return 0
