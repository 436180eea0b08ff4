"""`ragtriage anchors still-right`: an answer and nuggets were looked at after a quote of theirs said something else."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import complete_cases, json_option
from ragtriage.cli.printing import Cell, Paint, Printer
from ragtriage.cli.root import Invocation
from ragtriage.text import one_line

if TYPE_CHECKING:
    from ragtriage.cases.model import Case


@click.command("still-right", short_help="Say that the answer and nuggets are right by what the evidence says now.")
@click.argument("case_ids", metavar="CASE...", nargs=-1, required=True, shell_complete=complete_cases)
@json_option
@click.pass_obj
def still_right_command(invocation: Invocation, case_ids: tuple[str, ...], as_json: bool) -> int:
    """Say of cases whose quote was accepted saying something else that the reference answer and the nuggets are still
    right. Until somebody does, or changes them, such a case is out of the means. Prints what was looked at.

    \b
    Examples:
      ragtriage anchors still-right billing/0142
      ragtriage anchors still-right billing/0142 billing/0143
    """
    workspace, printer = invocation.workspace(), invocation.printer
    workspace.cases.refresh()
    cases = [workspace.cases.get(case_id) for case_id in dict.fromkeys(case_ids)]
    if not as_json:
        print_to_recheck(printer, cases)
    write = workspace.do(workspace.cases.still_right(*(case.id for case in cases)))
    if as_json:
        said = {case.id: case.to_recheck for case in cases}
        printer.json({"still_right": said, "written": bool(write.changes)})
    else:
        printer.say(one_line(write.words))
        printer.next("git diff, then commit it" if write.changes else "ragtriage status")
    return 0


def print_to_recheck(printer: Printer, cases: "Sequence[Case]") -> None:
    """Of each case what its evidence says now, what it said, and what was written from that."""
    from ragtriage.cases.differences import between
    from ragtriage.cases.rechecking import open_words

    for case in cases:
        if not (words := open_words(case)):
            continue
        printer.line(Cell("~ ", Paint.WARN), Cell(case.id, Paint.ACCENT), f": {words}")
        for number, piece in enumerate(case.evidence, 1):
            for quote in piece.any_of:
                if quote.recheck:
                    printer.line(f"    evidence {number}  {between(quote.was, quote.quote)}")
        if "reference_answer" in case.to_recheck:
            printer.line(f"    reference answer  {one_line(case.reference_answer)}")
        if "nuggets" in case.to_recheck:
            for nugget in case.nuggets:
                printer.line(f"    nugget  {one_line(nugget.text)}")
