"""Options and arguments that several commands share, and what the shell offers to complete them with."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ragtriage.text import safe

if TYPE_CHECKING:
    from ragtriage.workspace import Workspace

Command = TypeVar("Command", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")


def _completing(names: "Callable[[Workspace], Iterable[str]]") -> Callable[..., list[str]]:
    """A completer from a function of the workspace. Whatever goes wrong, the shell gets nothing rather than noise."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        try:
            from ragtriage.workspace import Workspace

            with Workspace.open(ctx.find_root().params.get("folder")) as workspace:
                found = list(names(workspace))
        except Exception:
            return []
        return [name for name in found if name.startswith(incomplete) and safe(name) == name]

    return complete


def _case_ids(workspace: "Workspace") -> list[str]:
    workspace.cases.refresh()
    return workspace.cases.ids()


def _branches(workspace: "Workspace") -> list[str]:
    from ragtriage.git.repository import open_repository

    with open_repository(workspace.root) as repository:
        return repository.git("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes").splitlines()


complete_branches = _completing(_branches)
complete_cases = _completing(_case_ids)
complete_snapshots = _completing(lambda workspace: workspace.snapshots.names())
complete_configurations = _completing(lambda workspace: workspace.settings.configurations)
complete_runs = _completing(lambda workspace: [run.id for run in workspace.runs.runs()])
complete_answered = _completing(lambda workspace: workspace.triage.latest())


def complete_filter(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The filter's own words: `cause:re` becomes `cause:retrieval`."""
    from ragtriage.triage.filters import completions

    return completions(incomplete)


def config_option(command: Command) -> Command:
    """`--config`: whose latest run."""
    return click.option(
        "--config",
        "configuration",
        metavar="NAME",
        shell_complete=complete_answered,
        help="Whose latest run. Default: the first in ragtriage.yaml that has one, else the newest.",
    )(command)


def filter_option(command: Command) -> Command:
    """`--filter`, in the grammar of the screens."""
    return click.option(
        "--filter",
        "filter_text",
        metavar="TERMS",
        default="",
        shell_complete=complete_filter,
        help="As in the screens: 'tag:billing !badge:decided \"annual plan\"'.",
    )(command)


ANY_PATH = click.Path(path_type=Path)

_DRAFT = (
    click.option("--id", "case_id", metavar="CASE_ID", help="The case's id. Default: made from the question."),
    click.option(
        "--evidence", multiple=True, metavar="DOC_ID:QUOTE", help="A quote that answers it, word for word; repeatable."
    ),
    click.option(
        "--unanswerable",
        type=click.Choice(["not_in_corpus", "not_permitted", "out_of_scope"]),
        help="That it must be declined, and why.",
    ),
    click.option("--answer", default="", metavar="TEXT", help="The right answer."),
    click.option(
        "--nugget",
        "nuggets",
        multiple=True,
        metavar="N",
        help="A sentence of the answer that counts: number, words or `all`; `?` in front: not vital.",
    ),
    click.option("--tag", "tags", multiple=True, metavar="TAG", help="Repeatable."),
)


def draft_options(command: Command) -> Command:
    """What a draft of a case is given on the command line, wherever its question comes from."""
    for option in reversed(_DRAFT):
        command = option(command)
    return command
