"""`ragtriage review`: the cases that a colleague's branch changes, one at a time."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import complete_branches, json_option
from ragtriage.cli.printing import Cell, Paint, Printer, command
from ragtriage.cli.root import Invocation
from ragtriage.text import counted, one_line

if TYPE_CHECKING:
    from ragtriage.cases.comparing import CaseChange
    from ragtriage.review.branches import Shelf
    from ragtriage.review.effect import Effect
    from ragtriage.review.reviewing import Review


@click.command("review", short_help="Review the cases that a branch changes.")
@click.argument("range_", metavar="[A..B]", required=False, shell_complete=complete_branches)
@json_option
@click.pass_obj
def review_command(invocation: Invocation, range_: str | None, as_json: bool) -> int:
    """Review the cases that a branch changes, one at a time: before and after, each quote in its document, what speaks
    against it, and what it does to the latest runs. Approving puts your name into the case; comments go into the text
    of the pull request (ragtriage pr).

    A..B is what B changed since it parted from A; a branch alone, what it changed since it parted from the main branch;
    without either, HEAD. Opens the screens; where there is no terminal, prints the same.

    \b
    Examples:
      ragtriage review
      ragtriage review jo/billing
      ragtriage review main..jo/billing --json | jq '.cases[] | select(.faults != [])'
      ragtriage review main..HEAD | less
    """
    if invocation.can_draw and not as_json:
        return invocation.open_screens(range_ or "")
    workspace, printer = invocation.workspace(), invocation.printer
    found = workspace.review(range_)
    effects, shelf = workspace.effects(found.changes), workspace.shelf()
    if as_json:
        printer.json(_as_json(found, effects, shelf))
    else:
        _print(printer, found, effects, shelf)
    approved = sum(map(found.is_approved, found.changes))
    for note in (*found.proposal.comparison.notes, *found.proposal.untold, *found.notes):
        printer.say(Cell("note: ", Paint.WARN), one_line(note))
    printer.say(one_line(f"{found.range}: {counted(len(found.changes), 'case')} changed, {approved} approved by you"))
    printer.next(command("pr", found.range) + ", for the text of the pull request")
    return 0


def _print(printer: Printer, found: "Review", effects: "list[Effect]", shelf: "Shelf | None") -> None:
    from ragtriage.cli.story_text import print_story
    from ragtriage.views.review_story import tell_change

    for number, change in enumerate(found.changes):
        if number:
            printer.line()
        printer.line(Cell(f"── {one_line(change.id)}", Paint.ACCENT))
        print_story(tell_change(change, found, shelf, effects), printer)


def _as_json(found: "Review", effects: "list[Effect]", shelf: "Shelf | None") -> dict[str, object]:
    from ragtriage.cli.changed_cases import change_json

    return {
        "range": found.range,
        "branch": found.reviewed.branch,
        "before": found.reviewed.before,
        "after": found.reviewed.after,
        "checked_out": found.checked_out,
        "cases": [
            change_json(one)
            | {
                "faults": found.faults_of(one),
                "authors": [author.name for author in found.authors.get(one.key, ())],
                "reviewed_by": found.here[one.key].reviewed_by,
                "approved": found.is_approved(one),
                "comments": found.of_case(one.id),
                "quotes": list(_quotes(one, shelf)),
            }
            for one in found.changes
        ],
        "effect": [{"run": one.run.id, "cases": one.cases} for one in effects],
        "untold": found.proposal.untold,
        "notes": found.notes,
    }


def _quotes(change: "CaseChange", shelf: "Shelf | None") -> Iterator[dict[str, object]]:
    """Each quote of the case after, and what became of it in the snapshot."""
    if shelf is None or change.new is None:
        return
    wanted = [quote for piece in change.new.evidence for quote in piece.any_of]
    anchors = shelf.anchors(wanted)
    for quote in wanted:
        anchor = anchors[quote]
        yield {
            "doc_id": quote.doc_id,
            "quote": quote.quote,
            "state": anchor.state,
            "found_in": anchor.doc_id,
            "reason": anchor.reason,
        }
