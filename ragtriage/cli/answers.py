"""`ragtriage triage right` and `audit`: judging answers that code passes, without the screens."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import complete_cases, config_option, json_option
from ragtriage.cli.printing import Cell, Paint, command
from ragtriage.cli.root import Invocation
from ragtriage.text import counted, one_line

if TYPE_CHECKING:
    from ragtriage.triage.service import Audit
    from ragtriage.workspace import Workspace


@click.command("right", short_help="Say that an answer is right, as read by a person.")
@click.argument("case_ids", metavar="ID...", nargs=-1, required=True, shell_complete=complete_cases)
@click.option("--note", default="", metavar="TEXT", help="What a colleague should know.")
@click.option("--as", "reviewer", metavar="NAME", help="Who says so. Default: git config user.name.")
@click.option("--take-back", is_flag=True, help="Take back what you said of the answer, right or wrong.")
@config_option
@click.pass_obj
def right_command(
    invocation: Invocation,
    case_ids: tuple[str, ...],
    note: str,
    reviewer: str | None,
    take_back: bool,
    configuration: str | None,
) -> int:
    """Say that the answers of the latest run to some cases are right. It is in labels/ when this returns.

    It is said of that one output, and holds for no other. It overrides nothing that code sees: a case whose evidence
    was not in the prompt fails all the same. Where a colleague says that the answer is wrong, it is disputed.

    \b
    Examples:
      ragtriage triage right billing/0144
      ragtriage triage right billing/0144 billing/0145 --note 'asked the billing team'
      ragtriage triage right billing/0144 --take-back
    """
    from ragtriage.cli.progress import judged

    invocation.reviewer = reviewer or invocation.reviewer
    workspace, printer = judged(invocation), invocation.printer
    write = workspace.triage.right(case_ids, note=note, take_back=take_back, configuration=configuration)
    if write.changes:
        printer.say(f"{one_line(write.words)} ({one_line(workspace.reviewer)})")
    else:
        printer.say(f"nothing of yours was {'there' if take_back else 'missing'}: it is so already")
    for words in _still(workspace, write.items if not take_back else (), configuration):
        printer.say(words)
    printer.next("ragtriage triage audit, for the next to read")
    return 0


_STANDS = {"failed": "fails", "quarantined": "is quarantined", "unscored": "is unscored", "disputed": "is disputed"}
"""How a case stands that does not pass."""


def _still(workspace: "Workspace", case_ids: tuple[str, ...], configuration: str | None) -> list[str]:
    """The cases that do not pass in spite of a right answer, with what fails."""
    from ragtriage.views.row_words import diagnosis_words

    rows = {row.case_id: row for row in workspace.triage.queue(configuration, every=True).rows}
    found = [rows[case_id] for case_id in case_ids if case_id in rows and rows[case_id].state != "passed"]
    return [
        f"{one_line(row.case_id)} {_STANDS.get(row.state, row.state)} all the same"
        + (f": {', '.join(map(diagnosis_words, row.diagnoses))}" if row.diagnoses else "")
        for row in found
    ]


@click.command("audit", short_help="Draw passing answers at random, to read.")
@click.option("--n", "size", default=10, metavar="NUMBER", type=click.IntRange(1), help="How many. Default: 10.")
@config_option
@json_option
@click.pass_obj
def audit_command(invocation: Invocation, size: int, configuration: str | None, as_json: bool) -> int:
    """Draw passing answers of the latest run at random, with their references, to read and judge.

    A pass says that the evidence was there and that nothing was declined or made up, not that the answer is right. The
    ISO week is the seed: the draw is the same for everyone in a week. Answers that nobody judged come first.

    \b
    Examples:
      ragtriage triage audit --n 10
      ragtriage triage audit --n 30 --config hybrid-rerank
      ragtriage triage audit --json | jq -r '.answers[].case'
    """
    from ragtriage.cli.progress import judged
    from ragtriage.cli.unreadable import tell_unreadable
    from ragtriage.triage.answers import passes_told

    workspace, printer = judged(invocation), invocation.printer
    broken = tell_unreadable(invocation, workspace, verdicts=True)
    audit = workspace.triage.audit(size, configuration)
    hashes = workspace.runs.hashes(audit.run.id) if audit.run else {}
    found = [_answer(workspace, audit, row.case_id, hashes) for row in audit.rows]
    if as_json:
        printer.json({"run": audit.run.id if audit.run else None, "seed": audit.seed, "answers": found})
    else:
        for one in found:
            printer.line(Cell(str(one["case"]), Paint.ACCENT), Cell(f"  {one['judged']}", Paint.DIM))
            printer.line("  ", Cell(one_line(str(one["question"])), Paint.STRONG))
            printer.line("  answer     ", one_line(str(one["answer"] or "the run gave none")))
            printer.line(
                "  reference  ",
                one_line(str(one["reference_answer"] or ("none" if one["answerable"] else "to be declined"))),
            )
            printer.line()
    queue = workspace.triage.queue(configuration) if audit.run else None
    whole = passes_told(queue.counts.get("passed", 0), queue.judged_right) if queue else "there is no run"
    printer.say(f"{counted(len(found), 'answer')} drawn with seed {audit.seed}; {whole}")
    if found:
        first = str(found[0]["case"])
        printer.next(f"{command('triage', 'right', first)}, or {command('triage', 'decide', first, 'CAUSE')}")
    return broken


def _answer(
    workspace: "Workspace", audit: "Audit", case_id: str, hashes: Mapping[tuple[str, int], str]
) -> dict[str, object]:
    """What one reads of a case to judge its answer."""
    case = workspace.cases.get(case_id)
    repeat = min((number for one, number in hashes if one == case_id), default=0)
    output = workspace.runs.output(audit.run.id, case_id, repeat) if audit.run else None
    row = next(row for row in audit.rows if row.case_id == case_id)
    return {
        "case": case_id,
        "output": hashes.get((case_id, repeat)),
        "question": case.question,
        "answer": output.answer if output else None,
        "reference_answer": case.reference_answer,
        "answerable": case.answerable,
        "judged": row.answer or "not judged",
    }
