"""`ragtriage cases coverage`, `cases dups` and `cases tag`: the golden set as a whole."""

from typing import TYPE_CHECKING, Any

import click

from ragtriage.cli.options import complete_cases, config_option, filter_option, json_option
from ragtriage.cli.printing import Cell, Paint, Piece, Printer, command
from ragtriage.cli.root import Invocation
from ragtriage.text import counted, one_line
from ragtriage.triage.answers import passes_told

if TYPE_CHECKING:
    from ragtriage.coverage.report import Coverage, CoverageLine
    from ragtriage.coverage.twins import Twins

READABLE = 100
"""Letters of a filter that a person would copy; a longer one stands in --json."""


@click.command("coverage", short_help="What the golden set covers, and its gaps.")
@config_option
@click.option("--markdown", is_flag=True, help="As a table in Markdown.")
@json_option
@click.pass_obj
def coverage_command(invocation: Invocation, configuration: str | None, markdown: bool, as_json: bool) -> int:
    """What the golden set covers, how each kind of case fares in the latest run, and what is missing.

    Shares are of the active cases. A gap (~) is what is absent, or too thin to tell a rate: no target is made up.

    \b
    Examples:
      ragtriage cases coverage
      ragtriage cases coverage --config hybrid --markdown
      ragtriage cases coverage --json | jq -r '.gaps[].words'
    """
    from ragtriage.cli.progress import judged
    from ragtriage.errors import UsageError

    if markdown and as_json:
        raise UsageError("one form at a time", next_step="choose --markdown or --json")
    found = judged(invocation).coverage(configuration)
    printer = invocation.printer
    if as_json:
        printer.json(_as_json(found))
    elif markdown:
        _print_markdown(printer, found)
    else:
        _print(printer, found)
    run = f"; rates of {found.run}" if found.run else "; no run to tell rates of"
    facts = [counted(found.table.active, "active case"), counted(_nuggets(found), "nugget")]
    printer.say(one_line(f"{', '.join(facts)}, {counted(len(found.gaps), 'gap')}{run}"))
    first = next((gap.filter for gap in found.gaps if gap.filter), "")
    printer.next(command("cases", "list", "--filter", first) if first else "ragtriage cases dups")
    return 0


def _nuggets(found: "Coverage") -> int:
    return sum(row.about.nuggets for row in found.rows if row.status == "active")


def _as_json(found: "Coverage") -> dict[str, Any]:
    table = found.table
    return {
        "run": found.run or None,
        "snapshot": found.snapshot or None,
        "active": table.active,
        "drafts": table.drafts,
        "retired": table.retired,
        "nuggets": _nuggets(found),
        "references": table.cases("reference"),
        "documents": len(table.documents),
        "documents_without_case": sum(not one.cases for one in table.documents),
        "gaps": found.gaps,
        "lines": table.lines,
    }


def _print(printer: Printer, found: "Coverage") -> None:
    for gap in found.gaps:
        printer.line(Cell("~ ", Paint.WARN), Cell(one_line(gap.words), Paint.STRONG))
        printer.line("    ", one_line(gap.why))
        if gap.doc_ids:
            more = f" and {len(gap.doc_ids) - 5:,} more" if len(gap.doc_ids) > 5 else ""
            printer.line("    ", Cell(one_line(", ".join(gap.doc_ids[:5])) + more, Paint.DIM))
        elif gap.filter and len(gap.filter) <= READABLE:
            printer.line("    ", Cell(one_line(f"--filter '{gap.filter}'"), Paint.DIM))
    if found.gaps:
        printer.line()
    rows: list[tuple[Piece, ...]] = [
        (Cell("~" if line.thin else " ", Paint.WARN), *_cells(line), line.filter) for line in found.table.lines
    ]
    printer.table(("", "kind", "", "cases", "share", "pass", "filter"), rows, numbers=(3, 4, 5))
    passing = [row for row in found.rows if row.state == "passed" and row.status == "active"]
    printer.say(passes_told(len(passing), sum(row.answer == "right" for row in passing)))


def _cells(line: "CoverageLine") -> tuple[str, ...]:
    share = "" if line.share is None else f"{line.share:.0%}"
    passes = f"{line.passed}/{line.judged}" if line.judged else ""
    return line.group, line.name, str(line.cases), share, passes


def _print_markdown(printer: Printer, found: "Coverage") -> None:
    from ragtriage.cli.markdown import escaped, markdown_table

    for gap in found.gaps:
        printer.line(f"- **{escaped(one_line(gap.words))}.** {escaped(one_line(gap.why))}")
    if found.gaps:
        printer.line()
    lines = [("~" if line.thin else "", *_cells(line)) for line in found.table.lines]
    markdown_table(printer, ("", "kind", "of", "cases", "share", "pass"), lines)


@click.command("dups", short_help="Questions that are nearly the same.")
@json_option
@click.pass_obj
def dups_command(invocation: Invocation, as_json: bool) -> int:
    """Pairs of cases that ask nearly the same, and how their labels differ.

    Exit code 1 when the labels of a pair contradict each other: one of the two must be wrong.

    \b
    Examples:
      ragtriage cases dups
      ragtriage cases dups --json | jq -r '.[] | select(.otherwise != "") | .cases[]'
    """
    from ragtriage.coverage.twins import twins

    workspace, printer = invocation.workspace(), invocation.printer
    workspace.cases.refresh()
    pairs = twins(workspace.cases.cases())
    wrong = sum(bool(pair.otherwise) for pair in pairs)
    if as_json:
        printer.json([_pair_json(pair) for pair in pairs])
    else:
        for pair in pairs:
            _print_pair(printer, pair)
    printer.say(f"{counted(len(pairs), 'pair')} of nearly the same question, {wrong} labelled otherwise")
    first = pairs[0].one.id if pairs else ""
    printer.next(command("cases", "show", first) if first else "ragtriage cases coverage")
    return 1 if wrong else 0


def _pair_json(pair: "Twins") -> dict[str, Any]:
    return {
        "cases": [pair.one.id, pair.other.id],
        "questions": [pair.one.question, pair.other.question],
        "similarity": round(pair.similarity, 3),
        "otherwise": pair.otherwise,
        "differences": pair.differences,
    }


def _print_pair(printer: Printer, pair: "Twins") -> None:
    sign = Cell("✗ ", Paint.BAD) if pair.otherwise else Cell("· ", Paint.DIM)
    differences = "; ".join(pair.differences) or "labelled alike: one of the two may go"
    printer.line(sign, f"{pair.similarity:.0%} alike: ", one_line(differences))
    for case in (pair.one, pair.other):
        printer.line("    ", Cell(one_line(case.id), Paint.ACCENT), "  ", one_line(case.question))


@click.command("tag", short_help="Add tags to many cases, or take them away.")
@click.argument("case_ids", metavar="[ID]...", nargs=-1, shell_complete=complete_cases)
@click.option("--add", multiple=True, metavar="TAG", help="A tag to add; may be repeated.")
@click.option("--remove", multiple=True, metavar="TAG", help="A tag to take away; may be repeated.")
@filter_option
@click.option("--dry-run", is_flag=True, help="Write nothing; say for how many.")
@click.pass_obj
def tag_command(
    invocation: Invocation,
    case_ids: tuple[str, ...],
    add: tuple[str, ...],
    remove: tuple[str, ...],
    filter_text: str,
    dry_run: bool,
) -> int:
    """Add tags to the cases named, or to those that a filter keeps, or take them away: all files or none.

    \b
    Examples:
      ragtriage cases tag billing/0142 billing/0143 --add billing --remove old
      ragtriage cases tag --filter 'intent:refund tag:""' --add billing --dry-run
    """
    from ragtriage.cases.bulk import Tagging, tagged
    from ragtriage.cli.cases import filtered
    from ragtriage.errors import UsageError

    if bool(case_ids) == bool(filter_text):
        raise UsageError("which cases is not said", next_step="give ids, or --filter, and not both")
    if not any(tag.strip() for tag in (*add, *remove)):
        raise UsageError("no tag to add or remove", next_step="--add TAG, --remove TAG")
    workspace, printer = invocation.workspace(), invocation.printer
    workspace.cases.refresh()
    ids = [one.id for one in filtered(invocation, filter_text)] if filter_text else list(dict.fromkeys(case_ids))
    stripped = [tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip())) for tags in (add, remove)]
    done = tagged(workspace.cases, ids, Tagging(*stripped))
    if not dry_run:
        workspace.do(done.write)
    changed = len(done.write.items)
    verb = "would change" if dry_run else "changed"
    printer.say(one_line(f"{verb} {counted(changed, 'case')} of {len(ids)}: {Tagging(*stripped)}"))
    printer.next("the same without --dry-run" if dry_run and changed else "git diff cases/")
    return 0
