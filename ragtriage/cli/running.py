"""The outermost layer of a command: where every way of ending becomes a few plain lines and an exit code."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ragtriage.cli.printing import Cell, Paint, Printer
from ragtriage.cli.root import Invocation, Screens, root
from ragtriage.errors import FileError, FilePlace, RagtriageError, UsageError

INTERRUPTED = 130
BROKEN_PIPE = 141
"""As a shell reports a process that SIGPIPE ended."""
COULD_NOT_TELL = 3


def run(arguments: Sequence[str] | None = None, screens: Screens | None = None) -> int:
    """Run the command that `arguments` spell; the exit code. Raises nothing, unless RAGTRIAGE_TRACEBACK is set.

    `screens` opens them; without, what would open them prints the same.
    """
    _open_what_is_closed()
    invocation = Invocation(screens=screens)
    printer = invocation.printer
    try:
        code = _run(arguments, invocation)
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go_of_stdout()
        return BROKEN_PIPE
    except OSError as error:  # what was still to be written to stdout
        _tell(_of_the_system(error), printer)
        _let_go_of_stdout()
        return COULD_NOT_TELL
    return code


def _open_what_is_closed() -> None:
    """A stream that the caller closed (`>&-`) is None: words to it go nowhere, as they do elsewhere."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: PTH123, SIM115


def _run(arguments: Sequence[str] | None, invocation: Invocation) -> int:
    printer = invocation.printer
    try:
        _check_words(sys.argv[1:] if arguments is None else arguments)
        result = root.main(arguments, prog_name="ragtriage", standalone_mode=False, obj=invocation)
    except RagtriageError as error:
        _tell(error, printer)
        return error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        printer.say(error.format_message())
        return 2
    except click.ClickException as error:
        _tell_usage(error, printer)
        return 2
    except (click.Abort, KeyboardInterrupt):
        printer.say("interrupted")
        return INTERRUPTED
    except SystemExit as ending:  # click's way out: of shell completion with 0, of a broken pipe with 1
        return BROKEN_PIPE if ending.code == 1 else int(ending.code or 0)
    except BrokenPipeError:
        raise
    except Exception as error:
        if os.environ.get("RAGTRIAGE_TRACEBACK"):
            raise
        _tell_unforeseen(error, printer)
        return COULD_NOT_TELL
    return result if isinstance(result, int) else 0


def _tell_unforeseen(error: Exception, printer: Printer) -> None:
    if isinstance(error, OSError):
        _tell(_of_the_system(error), printer)
    else:
        _tell_defect(error, printer)


def _check_words(words: Sequence[str]) -> None:
    """Bytes that are no text have no place in a file of ours. A path of such bytes is fine, if it is there."""
    for word in words:
        if any("\ud800" <= char <= "\udfff" for char in word) and not os.path.lexists(word):
            raise UsageError(f"`{word}` is not UTF-8 text", next_step="type it anew, in a terminal that sends UTF-8")


def _of_the_system(error: OSError) -> RagtriageError:
    """What the operating system refused, in our words."""
    where = FilePlace(Path(os.fsdecode(error.filename))) if isinstance(error.filename, str | bytes) else None
    title = f"the system refuses: {error.strerror or error}"
    return FileError(title, where=where, next_step="check the disk's space and the permissions, and do the same again")


def _tell(error: RagtriageError, printer: Printer) -> None:
    first, *rest = str(error).split("\n")
    printer.say(Cell("error: ", Paint.BAD), first)
    for line in rest:
        printer.say(line)


def _tell_usage(error: click.ClickException, printer: Printer) -> None:
    printer.say(Cell("error: ", Paint.BAD), error.format_message())
    if isinstance(error, click.UsageError) and error.ctx is not None:
        printer.say(f"  {error.ctx.command_path} --help shows how it is used, with examples")


def _tell_defect(error: Exception, printer: Printer) -> None:
    printer.say(Cell("error: ", Paint.BAD), f"a defect in ragtriage: {type(error).__name__}: {error}")
    printer.say("  please report it, with what the same command prints under RAGTRIAGE_TRACEBACK=1")
    printer.say("  if the disk may be damaged, delete .ragtriage/index.db: it is made again from the workspace's files")


def _let_go_of_stdout() -> None:
    # Python flushes stdout once more as it ends, and would complain about the pipe that is gone.
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
