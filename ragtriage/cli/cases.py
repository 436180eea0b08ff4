"""`ragtriage cases`: the golden set from a shell."""

from typing import TYPE_CHECKING

import click

from ragtriage.cases.listed import FIELDS
from ragtriage.cli.case_changes import diff_command, log_command
from ragtriage.cli.case_coverage import coverage_command, dups_command, tag_command
from ragtriage.cli.case_writing import edit_command, new_command
from ragtriage.cli.filtering import OF_THE_CASE, case_rows
from ragtriage.cli.groups import CommandGroup
from ragtriage.cli.options import complete_cases, filter_option, json_option
from ragtriage.cli.printing import Cell, Paint, Piece, command
from ragtriage.cli.root import Invocation
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.cases.listed import Summary
    from ragtriage.disk.schema import Problem
    from ragtriage.triage.model import Suspicion


@click.group("cases", cls=CommandGroup, short_help="The golden set: list, show, write, tag, lint, diff, count.")
def cases_command() -> None:
    """List, show, new, edit, set, tag, lint, fmt, diff, log, coverage and dups: the golden set.

    \b
    Examples:
      ragtriage cases list --filter 'tag:billing must_pass:yes'
      ragtriage cases show billing/0142
      ragtriage cases new 'Are annual plans prorated?' --tag billing
      ragtriage cases edit billing/0142
      ragtriage cases set billing/0142 'nuggets[1].text' 'no proration'
      ragtriage cases lint
      ragtriage cases diff --staged
      ragtriage cases coverage
    """


cases_command.add_command(diff_command)
cases_command.add_command(log_command)
cases_command.add_command(coverage_command)
cases_command.add_command(dups_command)
cases_command.add_command(tag_command)
cases_command.add_command(new_command)
cases_command.add_command(edit_command)


@cases_command.command("list")
@filter_option
@json_option
@click.pass_obj
def list_command(invocation: Invocation, filter_text: str, as_json: bool) -> int:
    """All cases, or those that a filter keeps. Exit code 1 when case files could not be read.

    \b
    Examples:
      ragtriage cases list
      ragtriage cases list --filter 'status:draft !source:synthetic refund'
      ragtriage cases list --json | jq -r '.[].id'
    """
    from ragtriage.cli.unreadable import LINT, tell_unreadable

    found = filtered(invocation, filter_text)
    broken = tell_unreadable(invocation, invocation.workspace())
    if as_json:
        invocation.printer.json(found)
        return broken
    shown = [field.listed for field in FIELDS if field.listed.heading]
    rows: list[list[Piece]] = [
        [Cell(one.id, Paint.ACCENT), *(listed.cell(one) for listed in shown), one.question] for one in found
    ]
    invocation.printer.table(("id", *(listed.heading for listed in shown), "question"), rows)
    invocation.printer.say(counted(len(found), "case"))
    if not found and not broken:
        invocation.printer.next("ragtriage cases list" if filter_text else "ragtriage import cases FILE, or cases new")
    else:
        invocation.printer.next(LINT if broken else "ragtriage cases show ID")
    return broken


def filtered(invocation: Invocation, text: str) -> "list[Summary]":
    """The cases that a filter keeps. What it asks of runs and verdicts is worked out only if it asks."""
    from ragtriage.triage.filters import parse_filter

    terms = parse_filter(text)
    workspace = invocation.workspace()
    workspace.cases.refresh()
    if all(term.key in OF_THE_CASE for term in terms.terms):
        rows = case_rows(workspace)
    else:
        from ragtriage.cli.progress import judged

        queue = judged(invocation).triage.queue(every=True)
        terms = parse_filter(text, queue.configurations)
        rows = {row.case_id: row for row in queue.rows}
    return [one for one in workspace.cases.summaries() if one.id in rows and terms.keeps(rows[one.id])]


@cases_command.command("show")
@click.argument("case_id", metavar="ID", shell_complete=complete_cases)
@json_option
@click.pass_obj
def show_command(invocation: Invocation, case_id: str, as_json: bool) -> int:
    """One case, as its file has it.

    \b
    Examples:
      ragtriage cases show billing/0142
      ragtriage cases show billing/0142 --json | jq .evidence
    """
    from ragtriage.cli.status import shown_path

    workspace = invocation.workspace()
    workspace.cases.refresh()
    if as_json:
        from ragtriage.cases.schema import case_values

        case = workspace.cases.get(case_id)
        invocation.printer.json(case_values(case))
        for remark in workspace.version_remarks(case):
            invocation.printer.say(Cell("? ", Paint.WARN), remark.reason)
        return 0
    source = workspace.cases.source(case_id).decode("utf-8", "replace")
    invocation.printer.line(source.replace("\r\n", "\n").removesuffix("\n"))
    invocation.printer.say(Cell(shown_path(workspace.cases.path(case_id)), Paint.DIM))
    case = workspace.cases.get(case_id)  # says so when it is no case
    for remark in workspace.version_remarks(case):
        invocation.printer.say(Cell("? ", Paint.WARN), remark.reason)
    invocation.printer.next(command("cases", "set", case_id, "FIELD", "VALUE"))
    return 0


@cases_command.command("lint", short_help="What is wrong with the files, and with the labels.")
@click.argument("case_ids", metavar="[ID]...", nargs=-1, shell_complete=complete_cases)
@json_option
@click.pass_obj
def lint_command(invocation: Invocation, case_ids: tuple[str, ...], as_json: bool) -> int:
    """What is wrong with the files, and which labels the corpus speaks against. Exit code 1 when there is anything,
    but for evidence that was read in another version of its document.

    \b
    Examples:
      ragtriage cases lint
      ragtriage cases lint billing/0142
      ragtriage cases lint --json | jq -r '.[] | select(.kind == "file") | .path'
    """
    from ragtriage.cli.progress import judged
    from ragtriage.triage import suspicions
    from ragtriage.triage.model import VERSION_REMARKS

    workspace = judged(invocation)
    problems = workspace.cases.problems()
    doubts = dict(sorted(suspicions.kept(workspace.db).items()))
    if case_ids:
        for case_id in case_ids:
            workspace.cases.source(case_id)  # an unknown id is an error, a broken file is what is asked about
        paths = {workspace.cases.path(case_id) for case_id in case_ids}
        problems = [one for one in problems if one.place.path in paths]
        doubts = {case_id: found for case_id, found in doubts.items() if case_id in case_ids}
    if as_json:
        invocation.printer.json(_found(problems, doubts))
    else:
        _print_found(invocation, problems, doubts)
        if workspace.settings.snapshot is None:
            invocation.printer.say("labels were not held against a corpus: ragtriage.yaml names no snapshot")
        doubtful = "ragtriage cases list --filter label:suspect"
        invocation.printer.next(doubtful if doubts else "correct the files" if problems else "ragtriage status")
    doubted = any(one.id not in VERSION_REMARKS for found in doubts.values() for one in found)
    return 1 if problems or doubted else 0


def _found(problems: "list[Problem]", doubts: "dict[str, tuple[Suspicion, ...]]") -> list[dict[str, object]]:
    """What lint found, as JSON has it."""
    files: list[dict[str, object]] = [
        {
            "kind": "file",
            "path": one.place.path,
            "line": one.place.line,
            "column": one.place.column,
            "field": one.place.field,
            "title": one.title,
            "next_step": one.next_step,
        }
        for one in problems
    ]
    return files + [
        {"kind": "label", "case": case_id, "suspicion": one.id, "title": one.reason}
        for case_id, found in doubts.items()
        for one in found
    ]


def _print_found(invocation: Invocation, problems: "list[Problem]", doubts: "dict[str, tuple[Suspicion, ...]]") -> None:
    from ragtriage.errors import CaseError

    printer = invocation.printer
    for problem in problems:
        printer.line(Cell("✗ ", Paint.BAD), str(problem.error(CaseError)))
    for case_id, found in doubts.items():
        for one in found:
            printer.line(Cell("? ", Paint.WARN), Cell(case_id, Paint.ACCENT), f": {one.reason}")
    count = sum(map(len, doubts.values()))
    printer.say(f"{counted(len(problems), 'problem')} in files, {counted(count, 'reason')} to doubt a label")


@cases_command.command("fmt")
@click.argument("case_ids", metavar="[ID]...", nargs=-1, shell_complete=complete_cases)
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 when a file would change.")
@json_option
@click.pass_obj
def fmt_command(invocation: Invocation, case_ids: tuple[str, ...], check: bool, as_json: bool) -> int:
    """Bring case files into the one style. Files with comments, and those that are no cases, are left as they are.

    \b
    Examples:
      ragtriage cases fmt
      ragtriage cases fmt billing/0142
      ragtriage cases fmt --check
    """
    from ragtriage.disk.files import Write
    from ragtriage.errors import CaseError

    workspace = invocation.workspace()
    workspace.cases.refresh()
    changed, left, writes = [], [], []
    for case_id in dict.fromkeys(case_ids) or workspace.cases.ids():
        try:
            write = workspace.cases.format(case_id)
        except CaseError as error:
            left.append({"case": case_id, "reason": error.title})
            continue
        if write is not None:
            changed.append(case_id)
            writes.append(write)
    if writes and not check:
        workspace.do(Write.joined(f"{len(writes)} cases formatted", writes))
    if as_json:
        invocation.printer.json({"changed": changed, "left": left, "written": not check})
    else:
        for case_id in changed:
            invocation.printer.line(case_id)
        for one in left:
            invocation.printer.say(f"{one['case']}: {one['reason']}")
        verb = "would change" if check else "formatted"
        invocation.printer.say(f"{counted(len(changed), 'file')} {verb}, {len(left)} left as they are")
        invocation.printer.next("ragtriage cases fmt" if check and changed else "git diff cases/")
    return 1 if check and changed else 0


@cases_command.command("set")
@click.argument("case_id", metavar="ID", shell_complete=complete_cases)
@click.argument("field", metavar="FIELD")
@click.argument("value", metavar="VALUE")
@click.pass_obj
def set_command(invocation: Invocation, case_id: str, field: str, value: str) -> int:
    """Change one field of a case, and no byte outside it.

    FIELD is a dotted path, items counted from 0. VALUE is taken as the text that it is; lists are split at
    commas. A changed label takes `reviewed_by` away.

    \b
    Examples:
      ragtriage cases set billing/0142 question 'Can I move to monthly billing?'
      ragtriage cases set billing/0142 'nuggets[1].text' 'no proration'
      ragtriage cases set billing/0142 tags 'billing, plan'
      ragtriage cases set billing/0142 must_pass true
    """
    from ragtriage.cases.fields import typed
    from ragtriage.errors import UsageError

    workspace = invocation.workspace()
    workspace.cases.refresh()
    try:
        meant = typed(field, value)
    except ValueError as error:
        raise UsageError(
            f"`{field}` is no path of a field", next_step="write it as in `evidence[0].quote`, items counted from 0"
        ) from error
    write = workspace.set_field(case_id, field, meant)
    if all(change.before == change.after for change in write.changes):
        invocation.printer.say(f"{case_id}: {field} is that already")
    else:
        taken = write.words.partition("; ")[2]  # an edit of the label takes a review away: nobody asked for that
        invocation.printer.say(f"{case_id}: {field} is set{'; ' if taken else ''}{taken}")
    invocation.printer.next(f"git diff, or {command('cases', 'show', case_id)}")
    return 0
