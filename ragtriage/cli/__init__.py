"""The command line: what the screens do, for shells, scripts and continuous integration.

stdout is data, stderr is narration. Exit codes: 0 fine; 1 something was found; 2 the request cannot be met as it was
made; 3 could not tell.
"""

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command of these arguments (the process's own by default), without screens; the exit code."""
    from ragtriage.cli.running import run

    return run(arguments)
