"""`ragtriage pr`: the text of a pull request that changes cases."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ragtriage.cli.changed_cases import change_json, markdown_lines, markdown_text, summary
from ragtriage.cli.options import json_option
from ragtriage.cli.root import Invocation
from ragtriage.text import counted, cut, one_line

if TYPE_CHECKING:
    from ragtriage.cases.comparing import CaseChange
    from ragtriage.review.checking import Fault
    from ragtriage.review.comments import Comment
    from ragtriage.review.effect import Effect, RunEffect
    from ragtriage.review.proposal import Proposal

_SHOWN = 25
"""Rows of a list in the text; what is more is counted."""
_ROOM = 30_000
"""Characters for the cases, and as many for all else: a forge takes no text of more than 65,536 (GitHub)."""
_WORDS = 1_000
"""Cells of one comment."""


@click.command("pr", short_help="Write the body of a pull request that changes cases.")
@click.argument("range_", metavar="[A..B]", required=False)
@json_option
@click.pass_obj
def pr_command(invocation: Invocation, range_: str | None, as_json: bool) -> int:
    """Write the body of a pull request, in Markdown: what reviewers said, what changed in each case, what speaks
    against it, and which cases pass by the new labels in the latest runs. Without A..B: HEAD since it parted from the
    main branch.

    \b
    Examples:
      ragtriage pr
      ragtriage pr main..my-branch
      ragtriage pr origin/main..HEAD | gh pr create --fill --body-file -
    """
    workspace, printer = invocation.workspace(), invocation.printer
    review = workspace.review(f"{range_}..HEAD" if range_ and ".." not in range_ else range_)
    found, effects = review.proposal, workspace.effects(review.changes)
    if as_json:
        printer.json(
            {
                "before": found.comparison.before.commit,
                "after": found.comparison.after.commit,
                "cases": [change_json(one) for one in found.comparison.changes],
                "faults": found.faults,
                "untold": found.untold,
                "effect": [{"run": one.run.id, "cases": one.cases} for one in effects],
                "comments": review.comments,
            }
        )
    else:
        for line in body(found, effects, review.comments):
            printer.line(line)
    for note in review.notes:
        printer.say(one_line(note))
    printer.next("ragtriage check, with exit codes for continuous integration")
    return 0


def body(found: "Proposal", effects: "Sequence[Effect]", comments: "Sequence[Comment]" = ()) -> Iterator[str]:
    """The text, line by line; what reviewers ask for comes first."""
    changes = found.comparison.changes
    yield from _comments(comments, changes)
    yield "## Cases"
    yield ""
    yield f"{summary(changes)[:1].upper()}{summary(changes)[1:]}. {_doubts(found)}"
    yield ""
    yield from markdown_lines(changes, _ROOM)
    yield from _fault_lines("Must be settled before merging", [one for one in found.faults if one.level == "error"])
    yield from _fault_lines("Worth a look", [one for one in found.faults if one.level == "warning"])
    if effects:
        yield "## Effect on the latest runs"
        yield ""
        yield from _effect_lines(effects)
    yield f"<sub>{markdown_text(f'{found.comparison.before.words} → {found.comparison.after.words}')}</sub>"


def _comments(comments: "Sequence[Comment]", changes: "Sequence[CaseChange]") -> Iterator[str]:
    from ragtriage.review.comments import printed_comment

    if not comments:
        return
    labels = {one.id: one.new.label_hash if one.new else "" for one in changes}
    yield "## Comments"
    yield ""
    ordered = sorted(comments, key=lambda one: (not one.must_change, one.case_id, one.at))
    room = _ROOM // 2
    for number, one in enumerate(ordered):
        mark = "**Must change**: " if one.must_change else ""
        words = cut(printed_comment(one, labels.get(one.case_id, one.label)), _WORDS)
        line = f"- {mark}{markdown_text(one.case_id)}: {markdown_text(words)} ({markdown_text(one.by)})"
        room -= len(line) + 1
        if room < 0:
            yield f"- and {len(ordered) - number} more: `ragtriage review` shows them"
            break
        yield line
    yield ""


def _doubts(found: "Proposal") -> str:
    drift = sum(one.rule == "drift" for one in found.faults)
    words = f"{counted(found.errors, 'error')}, {counted(found.warnings, 'warning')}"
    words += f"; {counted(drift, 'quote')} not as quoted in the snapshot" if drift else ""
    return f"{words}." + "".join(f" Not told: {markdown_text(one)}." for one in found.untold)


def _fault_lines(heading: str, faults: "Sequence[Fault]") -> Iterator[str]:
    if not faults:
        return
    yield f"## {heading}"
    yield ""
    for one in faults[:_SHOWN]:
        place = f"{one.key}:{one.line}" if one.line else one.key
        yield f"- {markdown_text(one.title)} ({markdown_text(place)})"
    if len(faults) > _SHOWN:
        yield f"- and {len(faults) - _SHOWN} more: `ragtriage check` lists them"
    yield ""


def _effect_lines(effects: "Sequence[Effect]") -> Iterator[str]:
    yield "Passing among the changed cases by what code sees (evidence, refusals, citations), by the labels before and"
    yield "after; the answers among them that a person judged right:"
    yield ""
    yield "| run | before | after | flipped | judged right |"
    yield "| --- | --- | --- | --- | --- |"
    for one in effects:
        before, after = one.count("passed")
        flips = sum(case.flipped for case in one.cases)
        yield f"| {markdown_text(one.run.id)} | {before} | {after} | {flips} | {one.judged_right or 'none'} |"
    yield ""
    told: dict[RunEffect, list[str]] = {}
    for one in effects:
        for case in one.cases:
            if case.flipped:
                told.setdefault(case, []).append(one.run.config)
    rows = sorted(told.items(), key=lambda row: row[0].case_id)
    for case, configs in rows[:_SHOWN]:
        why = f" ({', '.join(case.failed)})" if case.failed else ""
        where = "all of them" if len(configs) == len(effects) > 1 else ", ".join(configs)
        yield f"- {markdown_text(case.case_id)}: {case.before} → {case.after}{why} in {markdown_text(where)}"
    if len(rows) > _SHOWN:
        yield f"- and {len(rows) - _SHOWN} more"
    if rows:
        yield ""
