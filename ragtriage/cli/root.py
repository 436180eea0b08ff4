"""The command `ragtriage` itself: global options, and its subcommands loaded only when they are named."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragtriage import __version__
from ragtriage.cli.groups import CommandGroup
from ragtriage.cli.printing import Printer
from ragtriage.errors import RagtriageError

if TYPE_CHECKING:
    from ragtriage.errors import DatabaseError
    from ragtriage.workspace import Workspace

COMMANDS = {
    "init": "start",
    "demo": "start",
    "status": "status",
    "cases": "cases",
    "snapshot": "snapshot",
    "run": "run",
    "import": "imports",
    "runs": "runs",
    "triage": "triage",
    "grade": "grade",
    "score": "score",
    "anchors": "anchors",
    "complaints": "complaints",
    "review": "review",
    "commit": "commit",
    "check": "check",
    "pr": "pr",
}
"""Each command and the module of this package that holds it, in the order in which help lists them."""


@dataclass(slots=True)
class Invocation:
    """What the global options said."""

    folder: Path | None = None
    reviewer: str | None = None
    printer: Printer = field(default_factory=Printer)
    mouse: bool = True
    screens: "Screens | None" = None
    """Opens the screens on the workspace, on a range to review if one is named; the exit code."""
    _workspace: "Workspace | None" = field(default=None, repr=False)

    def workspace(self) -> "Workspace":
        """The workspace, opened at the first asking and closed when the command ends."""
        if self._workspace is None:
            from ragtriage.disk.lock import LockWait
            from ragtriage.workspace import Workspace

            self._workspace = Workspace.open(self.folder, reviewer=self.reviewer)
            click.get_current_context().find_root().call_on_close(self._workspace.close)
            self._workspace.wait_as(LockWait(told=self.printer.say))
            _ = self._workspace.db
            if moved := self._workspace.index.state_moved:
                self.printer.say(moved)
            if aside := self._workspace.index.moved_to:
                self.printer.say(f"the index was damaged: it was moved aside to {aside}, and is made anew")
        return self._workspace

    @property
    def can_draw(self) -> bool:
        """Whether there are screens, and a terminal to draw them on."""
        terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        return self.screens is not None and terminal

    def open_screens(self, review: str | None = None) -> int:
        """Open the screens until the person leaves them; the exit code. `review`: a range to review at once."""
        assert self.screens is not None, "asked only where `can_draw`"
        return self.screens(self, review)

    def damage(self, error: Exception) -> "DatabaseError | None":
        """What is to be said where an error that nobody expected came of a damaged index."""
        if self._workspace is None:
            return None
        from ragtriage.index_damage import index_damage

        return index_damage(self._workspace, error)


Screens = Callable[[Invocation, str | None], int]
"""How the command line opens the screens: given to it from above (`ragtriage.launch`)."""


class LazyGroup(CommandGroup):
    """A group whose commands are imported when they are asked for."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (RagtriageError, click.ClickException, click.Abort, click.exceptions.Exit, OSError):
            raise
        except Exception as error:
            if isinstance(ctx.obj, Invocation) and (damage := ctx.obj.damage(error)):
                raise damage from error
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"ragtriage.cli.{COMMANDS[cmd_name]}")
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--workspace",
    "-C",
    "folder",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The workspace, or a folder in it. Default: found by walking up from here.",
)
@click.option("--as", "reviewer", metavar="NAME", help="Who decides. Default: git config user.name.")
@click.option("--no-color", is_flag=True, help="No colour; the same as NO_COLOR=1.")
@click.option("--ascii", "ascii_", is_flag=True, help="Signs and borders of ASCII only.")
@click.option("--no-mouse", is_flag=True, help="The screens leave the mouse to the terminal.")
@click.version_option(__version__, message="ragtriage %(version)s")
@click.pass_context
def root(
    ctx: click.Context, folder: Path | None, reviewer: str | None, no_color: bool, ascii_: bool, no_mouse: bool
) -> int | None:
    """Keep the golden set of a RAG system true, and turn its failures into decisions.

    Without a command it opens the screens; where there is no terminal, it prints the status.

    \b
    Examples:
      ragtriage demo                       a sample workspace to try it on
      ragtriage                            the screens, on the workspace here
      ragtriage import runs out.jsonl      what your system answered
      ragtriage triage next                the next failure to decide on
      ragtriage status --json | jq .

    \b
    Commands complete in the shell; for bash (zsh and fish alike):
      eval "$(_RAGTRIAGE_COMPLETE=bash_source ragtriage)"

    \b
    Exit codes: 0 fine, 1 found something, 2 cannot be met as asked, 3 could not tell.
    """
    invocation = ctx.ensure_object(Invocation)
    invocation.folder, invocation.reviewer, invocation.mouse = folder, reviewer, not no_mouse
    invocation.printer.no_color, invocation.printer.ascii = no_color, ascii_
    if ctx.invoked_subcommand is not None:
        return None
    if invocation.can_draw:
        return invocation.open_screens()
    from ragtriage.cli.status import print_status

    return print_status(invocation, as_json=False)
