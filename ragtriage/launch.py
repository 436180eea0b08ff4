"""Where `ragtriage` starts: above the command line and the screens, which know nothing of each other.

A command that opens the screens asks for them through here, so that no other command loads what they need.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ragtriage.cli.running import run

if TYPE_CHECKING:
    from ragtriage.cli.root import Invocation


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `ragtriage` with these arguments (the process's own by default); the exit code."""
    return run(arguments, open_screens)


def open_screens(invocation: "Invocation", review: str | None = None) -> int:
    """Open the screens until the person leaves them; the exit code. `review`: a range to review at once."""
    import os

    workspace = invocation.workspace()  # what is wrong with it is said before anything is loaded
    from ragtriage.tui.app import run_app
    from ragtriage.tui.theme import Look

    environ = dict(os.environ) | ({"NO_COLOR": "1"} if invocation.printer.no_color else {})
    theme = workspace.settings.theme
    light = None if theme == "auto" else theme == "light"
    look = Look.of(environ, ascii_only=invocation.printer.ascii, light=light)
    return run_app(workspace, look, mouse=invocation.mouse, review=review)
