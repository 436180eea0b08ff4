"""`ragtriage triage`: the queue and its decisions, without the screens."""

from typing import TYPE_CHECKING

import click

from ragtriage.cli.answers import audit_command, right_command
from ragtriage.cli.groups import CommandGroup
from ragtriage.cli.markdown import markdown_table
from ragtriage.cli.options import complete_cases, config_option, filter_option, json_option
from ragtriage.cli.printing import Cell, Paint, Piece, command
from ragtriage.cli.root import Invocation
from ragtriage.cli.week import cause_in_words, list_week
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.triage.model import Cause, QueueRow
    from ragtriage.triage.service import Queue


@click.group("triage", cls=CommandGroup)
def triage_command() -> None:
    """Next, list, decide, snooze: failures; right, audit: passes.

    \b
    Examples:
      ragtriage triage next
      ragtriage triage list --filter 'diagnosis:not_retrieved !badge:decided'
      ragtriage triage decide billing/0142 retrieval --owner search-team
      ragtriage triage snooze billing/0143 --until 2026-12-24
      ragtriage triage list --week 2026-W48 --markdown
      ragtriage triage audit --n 10
      ragtriage triage right billing/0144
    """


triage_command.add_command(right_command)
triage_command.add_command(audit_command)


@triage_command.command("next")
@config_option
@filter_option
@json_option
@click.pass_obj
def next_command(invocation: Invocation, configuration: str | None, filter_text: str, as_json: bool) -> int:
    """The story of the next failure that nobody decided on. Exit code 1 when files could not be read.

    \b
    Examples:
      ragtriage triage next
      ragtriage triage next --config hybrid-rerank --filter 'must_pass:yes'
      ragtriage triage next --json | jq -r .row.case_id
    """
    from ragtriage.cli.progress import judged
    from ragtriage.cli.story_text import print_story
    from ragtriage.cli.unreadable import tell_unreadable
    from ragtriage.views.case_story import case_story

    workspace, printer = judged(invocation), invocation.printer
    broken = tell_unreadable(invocation, workspace, verdicts=True)
    queue = workspace.triage.queue(configuration)
    row = next((row for row in _filtered(queue, filter_text) if row.undecided), None)
    if row is None:
        if as_json:
            printer.json(None)
        printer.say("nothing is left to decide" if queue.run else "there is no run to decide about")
        printer.next("ragtriage triage list" if queue.run else "ragtriage import runs FILE, or ragtriage run")
        return broken
    story = case_story(workspace.triage.report(row.case_id, configuration))
    if as_json:
        printer.json({"row": row, "story": story})
    else:
        print_story(story, printer)
        printer.say()
        printer.say(_causes_line())
    printer.next(command("triage", "decide", row.case_id, "CAUSE"))
    return broken


def _causes_line() -> str:
    from ragtriage.triage.model import CAUSES

    return "causes: " + ", ".join(f"{number} {cause}" for number, cause in enumerate(CAUSES, 1))


def _filtered(queue: "Queue", text: str) -> "list[QueueRow]":
    from ragtriage.triage.filters import parse_filter

    wanted = parse_filter(text, queue.configurations)
    return [row for row in queue.rows if wanted.keeps(row)]


@triage_command.command("list", short_help="The queue; or the decisions of a week.")
@config_option
@filter_option
@click.option("--week", metavar="WEEK", help="What was decided in this week instead, such as 2026-W48, or `this`.")
@click.option("--markdown", is_flag=True, help="A Markdown table, for minutes and tickets.")
@json_option
@click.pass_obj
def list_command(
    invocation: Invocation,
    configuration: str | None,
    filter_text: str,
    week: str | None,
    markdown: bool,
    as_json: bool,
) -> int:
    """The queue, in the order in which to look at it; or the decisions of a week.

    Exit code 1 when files could not be read, as they are missing here.

    \b
    Examples:
      ragtriage triage list
      ragtriage triage list --filter 'badge:new,back tag:billing'
      ragtriage triage list --week this --markdown
      ragtriage triage list --week 2026-W48 --filter 'cause:corpus_gap,label tag:billing'
    """
    if as_json and markdown:
        raise click.UsageError("--json and --markdown exclude each other")
    if week is not None:
        return list_week(invocation, week, configuration, filter_text, markdown=markdown, as_json=as_json)
    from ragtriage.cli.progress import judged
    from ragtriage.cli.unreadable import tell_unreadable

    workspace, printer = judged(invocation), invocation.printer
    broken = tell_unreadable(invocation, workspace, verdicts=True)
    queue = workspace.triage.queue(configuration)
    rows = _filtered(queue, filter_text)
    if as_json:
        printer.json({"run": queue.run.id if queue.run else None, "rows": rows, "notes": queue.notes})
        return broken
    heading = ("badge", "id", "diagnosis", "tags", "question")
    cells = [
        [row.badge + ("!" if row.must_pass else ""), row.case_id, _why(row), ",".join(row.tags), row.question]
        for row in rows
    ]
    if markdown:
        markdown_table(printer, heading, [[*cell[:2], cause_in_words(cell[2]), *cell[3:]] for cell in cells])
    else:
        table: list[list[Piece]] = [[badge, Cell(case_id, Paint.ACCENT), *rest] for badge, case_id, *rest in cells]
        printer.table(heading, table)
    run = queue.run.id if queue.run else "no run"
    to_decide = sum(row.undecided for row in rows)
    printer.say(f"{run}: {counted(len(rows), 'case')}, {to_decide} to decide")
    for note in queue.notes:
        printer.say(note)
    printer.next("ragtriage triage next" if to_decide else "ragtriage triage list --week this --markdown")
    return broken


def _why(row: "QueueRow") -> str:
    if row.causes:
        return f"{', '.join(row.causes)} ({row.decided_week})"
    if row.snoozed_until:
        return f"snoozed until {row.snoozed_until}"
    return ", ".join(row.diagnoses) or row.state


@triage_command.command("decide")
@click.argument("case_ids", metavar="ID...", nargs=-1, required=True, shell_complete=complete_cases)
@click.argument("cause", metavar="CAUSE")
@click.option("--note", default="", metavar="TEXT", help="What a colleague should know.")
@click.option("--owner", default="", metavar="NAME", help="Who takes it on.")
@click.option("--mode", default="", metavar="WORD", help="Your team's own word for this way of failing.")
@click.option("--as", "reviewer", metavar="NAME", help="Who decides. Default: git config user.name.")
@click.option("--take-back", is_flag=True, help="Take this cause back instead.")
@config_option
@click.pass_obj
def decide_command(
    invocation: Invocation,
    case_ids: tuple[str, ...],
    cause: str,
    note: str,
    owner: str,
    mode: str,
    reviewer: str | None,
    take_back: bool,
    configuration: str | None,
) -> int:
    """Name the cause of a failure. It is on disk in triage/<week>/ when this returns.

    Of an answer that passes it says that the answer is wrong, and why: labels/ keeps that, and the case fails. Several
    cases may be named, and a case may get several causes, one after the other. CAUSE is retrieval, ranking, generation,
    citation, refusal, label, corpus_gap, grader or accepted, or its number.

    \b
    Examples:
      ragtriage triage decide billing/0142 retrieval --mode lexical-gap --owner search-team
      ragtriage triage decide billing/0142 5 --note 'declined although it was in the prompt'
      ragtriage triage decide billing/0142 billing/0143 label
      ragtriage triage decide billing/0144 generation --note 'the fee is 10 %'    # it passes: its answer is wrong
      ragtriage triage decide billing/0142 retrieval --take-back
    """
    from ragtriage.cli.progress import judged

    invocation.reviewer = reviewer or invocation.reviewer
    named = _cause(cause)
    workspace, printer = judged(invocation), invocation.printer
    # The screens' key takes a cause back when it is pressed again; a command says the same however often it is run.
    write = workspace.triage.decide(
        case_ids, named, note=note, owner=owner, mode=mode, take_back=take_back, configuration=configuration
    )
    if write.changes:
        printer.say(f"{write.words} ({workspace.reviewer}, {workspace.triage.week})")
    else:
        printer.say(f"{named} was {'not there' if take_back else 'there'} already")
    _say_next(invocation, case_ids[-1], configuration)
    return 0


@triage_command.command("snooze", short_help="Do not ask about a case again before a date.")
@click.argument("case_ids", metavar="ID...", nargs=-1, required=True, shell_complete=complete_cases)
@click.option("--until", metavar="DATE", help="YYYY-MM-DD; asked again on that day. Default: next Monday.")
@click.option("--as", "reviewer", metavar="NAME", help="Who decides. Default: git config user.name.")
@config_option
@click.pass_obj
def snooze_command(
    invocation: Invocation,
    case_ids: tuple[str, ...],
    until: str | None,
    reviewer: str | None,
    configuration: str | None,
) -> int:
    """Do not ask about a case again before a date, unless it comes to fail otherwise. A cause takes the snooze away.

    \b
    Examples:
      ragtriage triage snooze billing/0142
      ragtriage triage snooze billing/0142 billing/0143 --until 2026-12-24
    """
    from ragtriage.cli.progress import judged

    invocation.reviewer = reviewer or invocation.reviewer
    workspace, printer = judged(invocation), invocation.printer
    write = workspace.triage.snooze(case_ids, until, configuration)
    printer.say(f"{write.words} ({workspace.reviewer}, {workspace.triage.week})")
    _say_next(invocation, case_ids[-1], configuration)
    return 0


def _say_next(invocation: Invocation, after: str, configuration: str | None) -> None:
    """What is to be decided after a case."""
    queue = invocation.workspace().triage.queue(configuration)
    row = queue.next_undecided(after) or queue.next_undecided()
    invocation.printer.next(
        f"ragtriage triage next ({row.case_id})" if row else "nothing is left to decide: git add triage/"
    )


def _cause(text: str) -> "Cause":
    from ragtriage.errors import UsageError, nearest
    from ragtriage.triage.model import CAUSE_WORDS, CAUSES

    if text.isdecimal() and 1 <= int(text) <= len(CAUSES):
        return CAUSES[int(text) - 1]
    for cause in CAUSES:
        if cause == text.casefold().replace("-", "_"):
            return cause
    close = nearest(text, list(CAUSES))
    listed = "\n  ".join(f"{number} {cause}: {CAUSE_WORDS[cause]}" for number, cause in enumerate(CAUSES, 1))
    raise UsageError(f"`{text}` is not a cause", next_step=(f"did you mean `{close}`?\n  " if close else "") + listed)
