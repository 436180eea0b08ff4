"""`ragtriage import`: what other systems answered, and cases that others wrote."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragtriage.cli.groups import CommandGroup
from ragtriage.cli.options import ANY_PATH, complete_snapshots, json_option
from ragtriage.cli.printing import Cell, Paint, Printer, command, listed, problem_line
from ragtriage.cli.root import Invocation
from ragtriage.text import counted, cut, one_line

if TYPE_CHECKING:
    from ragtriage.cases.model import Case
    from ragtriage.disk.schema import Problem
    from ragtriage.exchange.offsets import Unit
    from ragtriage.metrics.doc_id_mapping import UnknownDocIds
    from ragtriage.runs.importing import Order, RunImport
    from ragtriage.runs.model import RunInfo
    from ragtriage.workspace import Workspace

_SHOWN = 20
"""Problems told one by one; the rest are counted."""


@click.group("import", cls=CommandGroup)
def import_command() -> None:
    """Import runs and cases. Importing a file twice adds nothing.

    \b
    Examples:
      ragtriage import runs outputs.jsonl
      ragtriage import cases golden.jsonl
    """


@import_command.command("runs")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=ANY_PATH)
@click.option("--snapshot", metavar="NAME", shell_complete=complete_snapshots, help="Whatever the file says.")
@click.option(
    "--order",
    type=click.Choice(["file", "score"]),
    default="file",
    help="How candidates are ranked: as they stand, or by score, the highest first.",
)
@json_option
@click.pass_obj
def import_runs_command(
    invocation: Invocation, paths: tuple[Path, ...], snapshot: str | None, order: "Order", as_json: bool
) -> int:
    """What configurations answered, from JSON of any form.

    Exit code 1 when some were kept out, or case files could not be read.

    \b
    Examples:
      ragtriage import runs outputs.jsonl
      ragtriage import runs nightly/*.jsonl.gz --snapshot 2026-11
      ragtriage import runs outputs.jsonl --json | jq '.[].added[].id'
    """
    from ragtriage.cli.progress import judged
    from ragtriage.cli.unreadable import tell_unreadable
    from ragtriage.triage.run_documents import unknown_documents

    workspace, printer = invocation.workspace(), invocation.printer
    reports = [_import_runs(workspace, path, snapshot, order) for path in paths]
    rules = workspace.settings.score.doc_ids
    unknown = dict(found for report in reports for found in unknown_documents(report, workspace.snapshots, rules))
    judged(invocation)
    strangers = [_strangers(workspace, run) for report in reports for run in (*report.added, *report.present)]
    if as_json:
        printer.json([_as_json(report, strangers, unknown) for report in reports])
    for report in reports:
        if not as_json:
            _print_runs(printer, report)
        _print_problems(invocation, report.problems, report.problem_count, "output kept out", "outputs kept out")
    for path, report in zip(paths, reports, strict=True):
        _print_notes(invocation, path, report)
    _print_unknown(invocation, unknown)
    _print_strangers(invocation, strangers)
    broken = tell_unreadable(invocation, workspace)
    if any(report.outputs for report in reports):
        printer.next("ragtriage status, or ragtriage triage next")
    else:
        printer.say("no output came in")
    return 1 if broken or any(report.problem_count for report in reports) else 0


@dataclass(frozen=True, slots=True)
class _Strangers:
    """Cases of a run that the golden set lacks, and the other way round: named, never dropped."""

    run: str
    not_in_golden_set: tuple[str, ...]
    without_answer: tuple[str, ...]
    """Active cases that the run has no output for."""


def _strangers(workspace: "Workspace", run: "RunInfo") -> _Strangers:
    active = {summary.id for summary in workspace.cases.summaries() if summary.status == "active"}
    answered = set(workspace.runs.case_ids(run.id))
    unknown = answered - set(workspace.cases.ids())
    return _Strangers(run.id, tuple(sorted(unknown)), tuple(sorted(active - answered)))


def _of_report(report: "RunImport", strangers: Sequence[_Strangers]) -> list[_Strangers]:
    runs = {run.id for run in (*report.added, *report.present)}
    return [one for one in strangers if one.run in runs]


def _as_json(
    report: "RunImport", strangers: Sequence[_Strangers], unknown: "Mapping[str, UnknownDocIds]"
) -> dict[str, object]:
    runs = {run.id for run in (*report.added, *report.present)}
    body = asdict(replace(report, passages={}))
    del body["passages"]
    documents = {run: found for run, found in unknown.items() if run in runs}
    return {**body, "cases": _of_report(report, strangers), "unknown_doc_ids": documents}


def _print_unknown(invocation: Invocation, unknown: "Mapping[str, UnknownDocIds]") -> None:
    """Documents of a run that the snapshot lacks, and what maps them."""
    for run, found in unknown.items():
        invocation.printer.say(
            Cell("unknown documents: ", Paint.WARN),
            f"{run}: {found.unknown:,} of {counted(found.ids, 'doc_id')} not in its snapshot, such as"
            f" `{cut(one_line(found.example), 120)}`"
            + (f"; the nearest there is `{cut(one_line(found.nearest), 120)}`" if found.nearest else ""),
        )
        if found.setting:
            all_of_them = "all" if found.mapped == found.unknown else f"{found.mapped:,}"
            invocation.printer.say(
                f"    tried on this file: `{one_line(found.setting)}` in ragtriage.yaml maps {all_of_them} of them"
            )


def _documents(workspace: "Workspace") -> Callable[[str, str], str | None]:
    def text(snapshot: str, doc_id: str) -> str | None:
        document = workspace.snapshots.document(snapshot, doc_id)
        return document.text if document else None

    return text


def _mapped(workspace: "Workspace", documents: Callable[[str, str], str | None]) -> Callable[[str, str], str | None]:
    """Documents by a run's ids: `doc_id:` of ragtriage.yaml makes the corpus's of them, as for every score."""
    rules = workspace.settings.score.doc_ids
    return lambda snapshot, doc_id: documents(snapshot, rules.apply(doc_id))


def _print_problems(invocation: Invocation, problems: "Sequence[Problem]", count: int, one: str, many: str) -> None:
    for problem in problems[:_SHOWN]:
        invocation.printer.say(Cell("✗ ", Paint.BAD), problem_line(problem))
        if problem.next_step:
            invocation.printer.say(f"    {problem.next_step}")
    if count:
        more = f", the first {_SHOWN} kinds are listed" if len(problems) > _SHOWN else ""
        invocation.printer.say(f"{counted(count, one, many)}{more}")


def _import_runs(workspace: "Workspace", path: Path, snapshot: str | None, order: "Order") -> "RunImport":
    from ragtriage.cli.progress import metered
    from ragtriage.runs.importing import import_file

    with metered() as meter:
        return import_file(
            path,
            workspace.runs,
            workspace.snapshots.names(),
            _mapped(workspace, _documents(workspace)),
            snapshot,
            lambda done, of: meter.show(f"reading {path.name}", done, of),
            order,
        )


def _print_runs(printer: Printer, report: "RunImport") -> None:
    for run in report.added:
        printer.line(Cell(run.id, Paint.ACCENT), f": {counted(run.outputs, 'output')}")
    for run in report.present:
        printer.line(Cell(run.id, Paint.ACCENT), ": was there already")


def _print_notes(invocation: Invocation, path: Path, report: "RunImport") -> None:
    for note in report.notes:
        invocation.printer.say(f"{path.name}: {note}")
    _print_unread(invocation, path, report)


def _print_unread(invocation: Invocation, path: Path, report: "RunImport") -> None:
    """Fields of a file that nothing reads. A note: other tools keep their own, and nothing is guessed."""
    others = []
    for one in report.unread:
        lines = f"{cut(one_line(one.field), 80)} ({counted(one.lines, 'line')})"
        if one.meant is None:
            others.append(lines)
            continue
        invocation.printer.say(
            Cell("not read: ", Paint.WARN), f"{path}:{one.first_line}: {lines}; did you mean `{one.meant}`?"
        )
    if others:
        invocation.printer.say(f"{path}: fields not read: {listed(others)}")


def _print_strangers(invocation: Invocation, strangers: Sequence[_Strangers]) -> None:
    for one in strangers:
        if ids := one.not_in_golden_set:
            invocation.printer.say(f"{one.run}: {counted(len(ids), 'case')} of it not in the golden set: {listed(ids)}")
        if ids := one.without_answer:
            invocation.printer.say(
                f"{one.run}: {counted(len(ids), 'active case')} without an answer in it: {listed(ids)}"
            )


@import_command.command("cases")
@click.argument("path", metavar="FILE", type=ANY_PATH)
@click.option("--dry-run", is_flag=True, help="Say what would come in, and write nothing.")
@click.option("--offsets", type=click.Choice(["codepoints", "bytes", "utf16"]), help="What `start` and `end` count.")
@json_option
@click.pass_obj
def import_cases_command(
    invocation: Invocation, path: Path, dry_run: bool, offsets: "Unit | None", as_json: bool
) -> int:
    """Cases from a .jsonl, .json or .yaml file, one file each.

    None is overwritten. Exit code 1 when some were left out. Evidence may be given by `start` and `end` in
    the snapshot's document; it becomes its quote. Which unit these count in is tried out on the file, and told.

    \b
    Examples:
      ragtriage import cases golden.jsonl
      ragtriage import cases golden.jsonl --dry-run
    """
    from ragtriage.disk.files import Write
    from ragtriage.exchange.cases import read_cases, sort_out

    workspace, printer = invocation.workspace(), invocation.printer
    workspace.cases.refresh()
    snapshot, documents = workspace.settings.snapshot, _documents(workspace)

    def text_of(doc_id: str) -> str | None:
        return documents(snapshot, doc_id) if snapshot else None

    read = read_cases(path, text_of, offsets)
    found = sort_out(read.cases, {case.id: case for case in workspace.cases.cases()}, path)
    problems = [*read.problems, *found.problems]
    writes = [workspace.cases.new(case) for case in found.new]
    if writes and not dry_run:
        workspace.history.do(Write.joined(f"{len(writes)} cases imported", writes))
    added = [case.id for case in found.new]
    if as_json:
        faults = [{"place": str(one.place), "title": one.title, "count": one.count} for one in problems]
        said = {"written": not dry_run, "notes": read.notes, "problems": faults}
        printer.json({"added": added, "present": found.same, **said})
    else:
        for case_id in added:
            printer.line(case_id)
    for note in read.notes:
        printer.say(note)
    _print_cut_words(invocation, found.new, text_of)
    _print_problems(
        invocation,
        problems,
        sum(one.count for one in problems),
        "problem, and its case left out",
        "problems, and their cases left out",
    )
    verb = "would come in" if dry_run else "came in"
    printer.say(f"{counted(len(found.new), 'case')} {verb}, {len(found.same)} were there already")
    if found.new or found.same:
        printer.next("ragtriage cases lint" if not dry_run else command("import", "cases", str(path)))
    return 1 if problems else 0


def _print_cut_words(invocation: Invocation, cases: "Sequence[Case]", text_of: Callable[[str], str | None]) -> None:
    """Quotes that begin or end inside of a word, for someone to widen."""
    from ragtriage.triage.cut_words import cut_words

    remarks = [(case.id, remark.reason) for case in cases for remark in cut_words(case, text_of)]
    for case_id, reason in remarks[:_SHOWN]:
        invocation.printer.say(Cell("? ", Paint.WARN), f"{case_id}: {reason}")
    if len(remarks) > _SHOWN:
        invocation.printer.say(f"{counted(len(remarks), 'quote')} cut inside of words, the first {_SHOWN} are listed")
