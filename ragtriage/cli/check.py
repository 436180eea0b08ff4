"""`ragtriage check`: for continuous integration, what a branch must not bring in unseen."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import json_option
from ragtriage.cli.printing import Cell, Paint, Piece, Printer
from ragtriage.cli.root import Invocation
from ragtriage.text import counted, one_line

if TYPE_CHECKING:
    from ragtriage.review.checking import Fault
    from ragtriage.review.proposal import Proposal
    from ragtriage.workspace import Workspace


@click.command("check", short_help="Check what a branch changes; for CI.")
@click.argument("range_", metavar="[A..B]", required=False)
@click.option("--strict", is_flag=True, help="Warnings count too.")
@click.option("--annotations", is_flag=True, help="Lines that GitHub shows in the files of a pull request.")
@click.option("--code-quality", is_flag=True, help="GitLab's code quality report, as JSON.")
@json_option
@click.pass_obj
def check_command(
    invocation: Invocation, range_: str | None, strict: bool, annotations: bool, code_quality: bool, as_json: bool
) -> int:
    """Check the cases that B changed since it parted from A: for continuous integration.

    Errors: a file that is no case, an id taken twice or used before for another case, a label changed and not
    reviewed, a quote that the snapshot does not hold, the same question labelled otherwise. Warnings: lint, new cases
    without a reviewer, quotes worded otherwise. Without A..B: HEAD since it parted from the main branch.

    Where CI is set, it reads the files that are checked out, and nothing that an earlier job kept.

    \b
    Examples:
      ragtriage check main..HEAD
      ragtriage check origin/main..HEAD --annotations
      ragtriage check main..HEAD --json | jq '.faults[] | select(.level == "error")'

    Exit codes: 0 nothing, 1 errors (with --strict: or warnings), 3 could not tell, such as in a shallow clone.
    """
    from ragtriage.cli import annotations as forge
    from ragtriage.cli.changed_cases import summary
    from ragtriage.errors import UsageError

    if annotations + code_quality + as_json > 1:
        raise UsageError("one form at a time", next_step="choose --annotations, --code-quality or --json")
    printer = invocation.printer
    in_ci = os.environ.get("CI", "").lower() not in ("", "0", "false")  # as GitHub, GitLab and most others set it
    with _from_files(invocation.workspace()) if in_ci else nullcontext(invocation.workspace()) as workspace:
        found = workspace.proposal(range_)
        ground = _ground(workspace)
    comparison = found.comparison
    if as_json:
        sides = {"before": comparison.before.commit, "after": comparison.after.commit}
        rests_on = {"snapshot": ground, "changed_in_range": found.ground_changed, "index": not in_ci}
        told = {"faults": found.faults, "untold": found.untold, "rests_on": rests_on}
        printer.json({**sides, "changed": len(comparison.changes), **told})
    elif code_quality:
        printer.json(forge.gitlab(found.faults, found.prefix))
    else:
        for fault in found.faults:
            printer.line(*((forge.github(fault, found.prefix),) if annotations else _fault_line(fault)))
    _print_check_notes(printer, found)
    printer.say(one_line(f"{comparison.before.words} → {comparison.after.words}: {summary(comparison.changes)}"))
    kept = "the files here alone" if in_ci else "the files here, and what this machine kept of them in .ragtriage"
    printer.say(one_line(f"rests on {kept}; {_ground_words(ground)}"))
    printer.say(f"{counted(found.errors, 'error')}, {counted(found.warnings, 'warning')}")
    printer.next(
        "correct what is marked ✗, and commit" if found.errors else "ragtriage pr, for the pull request's text"
    )
    if found.errors or (strict and found.warnings):
        return 1
    return 3 if found.untold and comparison.changes else 0


def _fault_line(fault: "Fault") -> tuple[Piece, ...]:
    from ragtriage.cli import annotations as forge

    sign = Cell("✗ ", Paint.BAD) if fault.level == "error" else Cell("? ", Paint.WARN)
    place = one_line(f"{fault.key}:{fault.line or 1}")
    return sign, Cell(place, Paint.ACCENT), f"  {fault.rule.replace('_', ' ')}: ", forge.message(fault)


def _print_check_notes(printer: Printer, found: "Proposal") -> None:
    for note in (*found.comparison.notes, *found.untold):
        printer.say(Cell("not told: " if note in found.untold else "note: ", Paint.WARN), one_line(note))
    for key in found.ground_changed:
        note = f"{key} is changed in this range too: what quotes are held against is in part its own"
        printer.say(Cell("note: ", Paint.WARN), one_line(note))


@contextmanager
def _from_files(workspace: "Workspace") -> Iterator["Workspace"]:
    """The workspace with an index made for this one check: a cache that another job filled might say otherwise."""
    import tempfile

    with (
        tempfile.TemporaryDirectory(prefix="ragtriage-") as folder,
        workspace.reopen(Path(folder) / "index.db") as fresh,
    ):
        yield fresh


def _ground(workspace: "Workspace") -> dict[str, str | int] | None:
    """The snapshot that quotes are held against; None where none is named, or it cannot be read (that is told)."""
    from ragtriage.errors import RagtriageError

    name = workspace.settings.snapshot
    if name is None:
        return None
    try:
        manifest = workspace.snapshots.manifest(name)
    except RagtriageError:
        return None
    return {"name": name, "documents": manifest.documents, "sha256": manifest.sha256}


def _ground_words(ground: dict[str, str | int] | None) -> str:
    if ground is None:
        return "no snapshot that could be read"
    return f"snapshot {ground['name']} ({ground['documents']} documents, sha256 {str(ground['sha256'])[:12]})"
