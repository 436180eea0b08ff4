"""`ragtriage triage list --week`: what was decided in a week, for the meeting."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ragtriage.cli.filtering import OF_THE_CASE, case_rows
from ragtriage.cli.markdown import markdown_table
from ragtriage.cli.root import Invocation
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.triage.model import QueueRow, Verdict


def list_week(
    invocation: Invocation, week: str, configuration: str | None, filter_text: str, *, markdown: bool, as_json: bool
) -> int:
    """Print the decisions of a week, those on cases that the filter keeps; 1 when verdict files could not be read.

    `cause:` and `owner:` ask about these decisions, not about the verdict in force.
    """
    from ragtriage.cli.unreadable import tell_unreadable
    from ragtriage.weeks import monday_of

    if configuration and not filter_text:
        raise click.UsageError("--week lists decisions; --config is for what --filter asks of a run")
    workspace, printer = invocation.workspace(), invocation.printer
    workspace.cases.refresh()
    workspace.verdicts.refresh()
    wanted = workspace.triage.week if week == "this" else week
    monday_of(wanted)
    rows, verdicts = _kept(invocation, wanted, configuration, filter_text)
    broken = tell_unreadable(invocation, workspace, verdicts=True)
    if as_json:
        printer.json(verdicts)
        return broken
    if markdown:
        _print_minutes(invocation, wanted, verdicts, rows)
    else:
        printer.table(("case", "cause", "mode", "owner", "reviewer", "note"), _decisions(verdicts))
    printer.say(f"{wanted}: {counted(len(verdicts), 'verdict')}")
    printer.next("git add triage/ && git commit" if verdicts else "ragtriage triage next")
    return broken


def _kept(
    invocation: Invocation, week: str, configuration: str | None, text: str
) -> "tuple[dict[str, QueueRow], list[Verdict]]":
    """The rows of all cases, and the verdicts of the week that the filter keeps, by case and reviewer."""
    from ragtriage.triage.filters import parse_filter

    terms = parse_filter(text)
    workspace = invocation.workspace()
    if all(term.key in ("cause", "owner", *OF_THE_CASE) for term in terms.terms):
        rows = case_rows(workspace)
    else:
        from ragtriage.cli.progress import judged

        queue = judged(invocation).triage.queue(configuration, every=True)
        terms = parse_filter(text, queue.configurations)
        rows = {row.case_id: row for row in queue.rows}
    verdicts = [one for one in workspace.verdicts.all() if one.week == week and terms.keeps(_row(one, rows))]
    return rows, sorted(verdicts, key=lambda one: (one.case_id, one.reviewer))


def _row(verdict: "Verdict", rows: "dict[str, QueueRow]") -> "QueueRow":
    """The verdict's case, with the causes and owners that this verdict names. The case may be gone by now."""
    from ragtriage.triage.model import QueueRow

    row = rows.get(verdict.case_id) or QueueRow(verdict.case_id, "", "", "unscored", (), status="")
    owners = tuple(one.owner for one in verdict.findings if one.owner)
    return row._replace(causes=tuple(one.cause for one in verdict.findings), owners=owners)


def _decisions(verdicts: "Sequence[Verdict]") -> list[list[str]]:
    """One line a finding: case, cause in words, mode, owner, reviewer, note."""
    lines: list[list[str]] = []
    for verdict in verdicts:
        lines += [
            [verdict.case_id, cause_in_words(one.cause), one.mode, one.owner, verdict.reviewer, one.note]
            for one in verdict.findings
        ]
        if not verdict.findings:
            snoozed = f"snoozed until {verdict.snoozed_until}" if verdict.snoozed_until else "-"
            lines.append([verdict.case_id, snoozed, "", "", verdict.reviewer, ""])
    return lines


def _print_minutes(
    invocation: Invocation, week: str, verdicts: "Sequence[Verdict]", rows: "dict[str, QueueRow]"
) -> None:
    """The week as a handout: how many of which cause, and each decision with what was asked."""
    printer = invocation.printer
    lines = _decisions(verdicts)
    counts = Counter(line[1] for line in lines)
    parts = ", ".join(f"{count} {cause}" for cause, count in counts.most_common())
    printer.line(f"## Decisions of {week}")
    printer.line()
    printer.line(f"{counted(len({line[0] for line in lines}), 'case')}: {parts}" if lines else "No decisions.")
    if lines:
        printer.line()
        heading = ("case", "question", "cause", "mode", "owner", "note", "reviewer")
        questions = {case_id: row.question for case_id, row in rows.items()}
        markdown_table(
            printer,
            heading,
            [
                [case_id, questions.get(case_id, "(no longer in the golden set)"), cause, mode, owner, note, reviewer]
                for case_id, cause, mode, owner, reviewer, note in lines
            ],
        )


def cause_in_words(name: str) -> str:
    """A cause or diagnosis as people say it: `corpus gap` for corpus_gap."""
    return name.replace("_", " ")
