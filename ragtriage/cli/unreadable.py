"""Files that could not be read: told by every command whose numbers lack them, and told by its exit code."""

from typing import TYPE_CHECKING

from ragtriage.cli.printing import Cell, Paint, listed
from ragtriage.cli.root import Invocation
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.workspace import Workspace

LINT = "ragtriage cases lint, to see what is wrong with the files"
"""What to do about case files."""


def tell_unreadable(invocation: Invocation, workspace: "Workspace", *, verdicts: bool = False) -> int:
    """Say which case files could not be read, with `verdicts` also which of verdicts and labels; 1 when any, else 0.

    As an exit code: something was found. Files that are read in spite of what is wrong with them are lint's matter.
    """
    files = unreadable_cases(workspace)
    if files:
        what = counted(len(files), "case file")
        invocation.printer.say(
            Cell("not readable: ", Paint.BAD), f"{what} left out, {listed(files)}; ragtriage cases lint says why"
        )
    problems = [*workspace.verdicts.problems(), *workspace.labels.problems()] if verdicts else []
    for problem in problems:
        invocation.printer.say(Cell("not readable: ", Paint.BAD), f"{problem.place}: {problem.title}")
    return 1 if files or problems else 0


def unreadable_cases(workspace: "Workspace") -> list[str]:
    """The files under cases/ that are no case as they stand, as paths below the workspace; `refresh` comes first."""
    paths = {problem.place.path for problem in workspace.cases.problems()}
    if not paths:
        return []
    readable = {f"cases/{case_id}" for case_id in workspace.cases.ids()}
    below = (path.relative_to(workspace.root) for path in paths)
    return sorted(path.as_posix() for path in below if path.with_suffix("").as_posix() not in readable)
