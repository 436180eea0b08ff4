"""`ragtriage complaints`: what users say, from their export to a case, and back."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragtriage.cli.groups import CommandGroup
from ragtriage.cli.options import ANY_PATH, draft_options, json_option
from ragtriage.cli.printing import Cell, Paint, Piece, command
from ragtriage.cli.root import Invocation
from ragtriage.text import counted, cut, one_line

if TYPE_CHECKING:
    from ragtriage.cases.model import UnanswerableBecause
    from ragtriage.intake.model import Complaint
    from ragtriage.intake.service import ComplaintService
    from ragtriage.intake.times import Order


@click.group("complaints", cls=CommandGroup, short_help="What users complain of: from export to case and back.")
def complaints_command() -> None:
    """Import, list, show, convert, reject, duplicate, snooze, reopen: users' complaints; and those passing by now.

    \b
    Examples:
      ragtriage complaints import feedback.csv traces.jsonl slack-export/
      ragtriage complaints list
      ragtriage complaints convert c-3f2a --evidence 'kb/billing:Annual plans are not prorated'
      ragtriage complaints passing
    """


@complaints_command.command("import", short_help="Complaints from exports, personal data struck out.")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=ANY_PATH)
@click.option("--map", "given", multiple=True, metavar="ROLE=COLUMN", help="Say which column holds what; repeatable.")
@click.option(
    "--dates", type=click.Choice(["dmy", "mdy", "ymd"]), help="Which number of a date is day, month, year: settles it."
)
@click.option("--save", is_flag=True, help="Write the columns into ragtriage.yaml, for the next time.")
@json_option
@click.pass_obj
def import_complaints(
    invocation: Invocation,
    paths: tuple[Path, ...],
    given: tuple[str, ...],
    dates: "Order | None",
    save: bool,
    as_json: bool,
) -> int:
    """Read exports: CSV, JSON, JSON Lines, folders of JSON, Slack, Zendesk, Intercom, Langfuse, LangSmith, Phoenix.

    Columns are found by their names and all that stands in them, and told. E-mails, phones, cards, accounts, names
    after salutations, IPs and keys are struck out before anything is written. Twice adds nothing. Exit code 1 when
    records were kept out, or a file holds none. ROLE is question, answer, comment, rating, time, asker, link or ref.

    \b
    Examples:
      ragtriage complaints import feedback.csv
      ragtriage complaints import slack-export/ tickets.json traces.jsonl
      ragtriage complaints import odd.csv --map question=Anliegen --save
      ragtriage complaints import us.csv --dates mdy
      ragtriage complaints import feedback/ --json | jq '.[].maps'
    """
    from ragtriage.cli.complaint_lines import given_columns, print_report, report_json, save_columns
    from ragtriage.cli.progress import metered
    from ragtriage.intake.importing import import_paths
    from ragtriage.weeks import zone

    workspace, printer = invocation.workspace(), invocation.printer
    service = _desk(invocation)
    named, saved = given_columns(given), workspace.settings.complaint_fields
    with metered() as meter:
        reports = import_paths(
            paths,
            service.inbox,
            saved,
            zone(workspace.settings.timezone),
            lambda name, n: meter.show(f"{name}: {n}", 0, 1),
            named,
            dates,
        )
    if save:
        columns = {**saved, **{role: (column, *saved.get(role, ())) for role, column in named.items()}}
        save_columns(invocation, reports, columns)
    if as_json:
        printer.json([report_json(report) for report in reports])
    for report in reports:
        print_report(invocation, report, quiet=as_json)
    if any(report.read or report.joined for report in reports):
        printer.next("ragtriage complaints list")
    return 1 if any(report.problem_count for report in reports) else 0


def _desk(invocation: Invocation) -> "ComplaintService":
    """The workspace's, with the cases as they are on disk."""
    workspace = invocation.workspace()
    workspace.cases.refresh()
    return workspace.complaints


@complaints_command.command("list", short_help="What waits for a decision, folded by what is asked.")
@click.option("--all", "every", is_flag=True, help="Decided ones, praise and traces without a rating too.")
@json_option
@click.pass_obj
def list_command(invocation: Invocation, every: bool, as_json: bool) -> int:
    """What waits for a decision: near-duplicates folded, counted, with the nearest case and how it fares.

    \b
    Examples:
      ragtriage complaints list
      ragtriage complaints list --all
      ragtriage complaints list --json | jq -r '.groups[] | select(.people > 1) | .id'
    """
    from ragtriage.cli.complaint_lines import group_json, verdict_on
    from ragtriage.cli.progress import judged

    judged(invocation)
    service, printer = _desk(invocation), invocation.printer
    groups = service.groups(every)
    verdict = verdict_on(invocation)
    aside = service.inbox.counts()
    if as_json:
        printer.json({"groups": [group_json(one, verdict, service) for one in groups], "counts": aside})
    else:
        rows: list[list[Piece]] = [
            [
                Cell(one.lead.id, Paint.ACCENT),
                str(len(one.members)),
                one.lead.rating if one.lead.rating != "none" else "-",
                *([service.state(one.lead.id)] if every else []),
                f"{one.near.case_id} {verdict(one.near.case_id)}" if one.near else "",
                one.lead.question,
            ]
            for one in groups
        ]
        state = ("state",) if every else ()
        printer.table(
            ("id", "n", "rated", *state, "nearest case", "question"), rows, numbers=(1,), give_way=(len(state) + 3,)
        )
    some = sum(len(one.members) for one in groups)
    printer.say(f"{counted(some, 'complaint')}, {counted(len(groups), 'question')}")
    if not every:
        printer.say(f"kept apart: {aside.get('up', 0)} that praise; `--all` shows everything, decided ones too")
    for problem in service.inbox.decisions.problems():
        printer.say(Cell("✗ ", Paint.BAD), f"{problem.place}: {problem.title}")
    first = groups[0].lead.id if groups else ""
    printer.next(command("complaints", "show", first) if first else "ragtriage complaints import FILE")
    return 1 if service.inbox.decisions.problems() else 0


@complaints_command.command("show", short_help="One complaint, and evidence to confirm.")
@click.argument("complaint_id", metavar="ID")
@json_option
@click.pass_obj
def show_command(invocation: Invocation, complaint_id: str, as_json: bool) -> int:
    """One complaint: question, answer, comment, who else asked, the nearest case, and evidence to confirm.

    \b
    Examples:
      ragtriage complaints show c-3f2a91
      ragtriage complaints show c-3f2a91 --json | jq .suggestions
    """
    from ragtriage.cli.complaint_lines import complaint_json, print_complaint, verdict_on
    from ragtriage.cli.progress import judged

    judged(invocation)
    service = _desk(invocation)
    complaint = service.inbox.get(complaint_id)
    group = service.group_of(complaint)
    ground = service.ground_of(group)
    if as_json:
        invocation.printer.json(complaint_json(complaint, group, ground, service, verdict_on(invocation)))
    else:
        print_complaint(invocation, complaint, group, ground, service, verdict_on(invocation))
    if group.near is not None:
        invocation.printer.next(command("complaints", "duplicate", complaint.id, group.near.case_id))
    elif ground is not None and ground.nothing:
        reason = command("complaints", "convert", complaint.id, "--unanswerable", "not_in_corpus")
        invocation.printer.next(f"{reason}, or {command('complaints', 'reject', complaint.id)}")
    else:
        invocation.printer.next(command("complaints", "convert", complaint.id) + " --evidence 'DOC_ID:QUOTE'")
    return 0


@complaints_command.command("convert", short_help="Make a case of a complaint.")
@click.argument("complaint_id", metavar="ID")
@draft_options
@click.option("--alone", is_flag=True, help="Leave the others who asked the same in the inbox.")
@json_option
@click.pass_obj
def convert_command(
    invocation: Invocation,
    complaint_id: str,
    case_id: str | None,
    evidence: tuple[str, ...],
    unanswerable: "UnanswerableBecause | None",
    answer: str,
    nuggets: tuple[str, ...],
    tags: tuple[str, ...],
    alone: bool,
    as_json: bool,
) -> int:
    """Make a case of a complaint: asked as it was, struck of personal data, evidence confirmed in the snapshot.

    Others in the inbox who asked the same become its duplicates. Without --evidence it suggests some.

    \b
    Examples:
      ragtriage complaints convert c-3f2a91 --evidence 'kb/billing:Annual plans are not prorated'
      ragtriage complaints convert c-3f2a91 --id billing/proration --tag billing
      ragtriage complaints convert c-3f2a91 --unanswerable not_in_corpus
      ragtriage complaints convert c-3f2a91 --answer 'No. It ends at renewal.' --nugget 1 --nugget '?2'
    """
    from ragtriage.cases.schema import case_values
    from ragtriage.cli.complaint_lines import command_rm, print_ground, say_left_behind
    from ragtriage.corpus.sentences import nugget_sentences
    from ragtriage.intake.drafting import chosen_nuggets

    workspace, printer = invocation.workspace(), invocation.printer
    service = _desk(invocation)
    complaint = service.inbox.get(complaint_id)
    near = service.group_of(complaint).near
    case, write = service.convert(
        complaint,
        case_id=case_id,
        evidence=evidence,
        unanswerable=unanswerable,
        reference_answer=answer,
        nuggets=chosen_nuggets(answer, nuggets),
        tags=tags,
        others=() if alone else None,
    )
    workspace.do(write)
    if as_json:
        printer.json({"case": case_values(case), "decided": write.items})
    else:
        printer.line(case.id)
    status = "active" if case.status == "active" else "a draft"
    printer.say(f"cases/{case.id}.yaml: {status}; {counted(len(write.changes) - 1, 'complaint')} decided")
    if near is not None:
        instead = command("complaints", "duplicate", complaint.id, near.case_id)
        printer.say(f"{near.case_id} asks nearly the same ({near.likeness:.0%}): {instead} would do instead")
    say_left_behind(printer, complaint, case)
    if answer and not nuggets:
        for number, sentence in enumerate(nugget_sentences(answer), 1):
            printer.say(f"  nugget? {number}. {cut(one_line(sentence), 100)}")
    ground = service.ground(complaint, answer) if not evidence and unanswerable is None else None
    if ground is None:
        printer.next(command("cases", "show", case.id))
        return 0
    print_ground(printer, ground)
    printer.say("the draft says that it can be answered, and names no evidence")
    if not ground.nothing:
        printer.next(command("cases", "edit", case.id))
    else:
        again = command("complaints", "convert", complaint.id, "--unanswerable", "not_in_corpus")
        printer.next(f"{command_rm(workspace.cases.path(case.id), workspace.root)} && {again}")
    return 0


@complaints_command.command("reject")
@click.argument("complaint_ids", metavar="ID...", nargs=-1, required=True)
@click.option("--reason", default="", metavar="TEXT", help="Why it is no fault.")
@click.pass_obj
def reject_command(invocation: Invocation, complaint_ids: tuple[str, ...], reason: str) -> int:
    """No fault of the system, or nothing to test. `reopen` takes it back.

    \b
    Examples:
      ragtriage complaints reject c-3f2a91 --reason 'another product'
    """
    service = _desk(invocation)
    some = [service.inbox.get(each) for each in complaint_ids]
    return _done(invocation, service, some, service.reject(some, reason))


@complaints_command.command("duplicate")
@click.argument("complaint_id", metavar="ID")
@click.argument("of", metavar="OF")
@click.pass_obj
def duplicate_command(invocation: Invocation, complaint_id: str, of: str) -> int:
    """The same as a case or another complaint.

    \b
    Examples:
      ragtriage complaints duplicate c-3f2a91 billing/0142
      ragtriage complaints duplicate c-3f2a91 c-77ab01
    """
    service = _desk(invocation)
    complaint = service.inbox.get(complaint_id)
    return _done(invocation, service, [complaint], service.duplicate([complaint], of))


@complaints_command.command("snooze")
@click.argument("complaint_ids", metavar="ID...", nargs=-1, required=True)
@click.option("--until", metavar="DATE", help="YYYY-MM-DD; asked again on that day. Default: next Monday.")
@click.pass_obj
def snooze_command(invocation: Invocation, complaint_ids: tuple[str, ...], until: str | None) -> int:
    """Do not ask about a complaint again before a date.

    \b
    Examples:
      ragtriage complaints snooze c-3f2a91
      ragtriage complaints snooze c-3f2a91 --until 2026-12-24
    """
    service = _desk(invocation)
    some = [service.inbox.get(each) for each in complaint_ids]
    return _done(invocation, service, some, service.snooze(some, until))


@complaints_command.command("reopen")
@click.argument("complaint_ids", metavar="ID...", nargs=-1, required=True)
@click.pass_obj
def reopen_command(invocation: Invocation, complaint_ids: tuple[str, ...]) -> int:
    """Take the decision on a complaint back. A case that it became stays.

    \b
    Examples:
      ragtriage complaints reopen c-3f2a91
    """
    service = _desk(invocation)
    some = [service.inbox.get(each) for each in complaint_ids]
    return _done(invocation, service, some, service.reopen(some))


def _done(invocation: Invocation, service: "ComplaintService", some: "list[Complaint]", write: object) -> int:
    from ragtriage.disk.files import Write

    assert isinstance(write, Write)
    invocation.workspace().do(write)
    for one in some:
        invocation.printer.say(f"{one.id}: {service.state(one.id)}")
    left = service.inbox.waiting(invocation.workspace().clock())
    invocation.printer.next(command("complaints", "show", left[0].id) if left else "git add complaints/ cases/")
    return 0


@complaints_command.command("passing", short_help="Which complaints' cases pass by now, and what is answered.")
@json_option
@click.pass_obj
def passing_command(invocation: Invocation, as_json: bool) -> int:
    """The way back: the cases that complaints became or ask again, in the latest run, and whether the answer changed.

    Exit code 1 when an active case does not pass. Drafts and retired cases do not count; a case counts once, however
    many ask it.

    \b
    Examples:
      ragtriage complaints passing
      ragtriage complaints passing --json | jq -r '.[] | select(.state == "passed") | .complaints[]'
    """
    from ragtriage.cli.complaint_lines import print_ways_back
    from ragtriage.cli.progress import judged
    from ragtriage.triage.answers import passes_told

    judged(invocation)
    printer = invocation.printer
    found = _desk(invocation).ways_back()
    if as_json:
        printer.json(found)
    else:
        print_ways_back(printer, found)
    judged_ones = [one for one in found if one.counts]
    good, drafts = sum(one.passes for one in judged_ones), len(found) - len(judged_ones)
    aside = f"; {counted(drafts, 'draft or retired case', 'drafts or retired cases')} not judged" if drafts else ""
    bad = len(judged_ones) - good
    right = sum(one.passes and one.answer_judged == "right" for one in judged_ones)
    passing = passes_told(good, right) if good else "0 pass"
    printer.say(f"{counted(len(judged_ones), 'case')} asked by complaints, {passing}, {bad} not{aside}")
    printer.next("ragtriage triage list --filter source:complaint" if bad else "ragtriage complaints list")
    return 1 if bad else 0
