"""What the complaints commands print, as text and as JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ragtriage.cli.printing import Cell, Paint, Piece, Printer, listed, problem_line
from ragtriage.cli.root import Invocation
from ragtriage.text import counted, one_line
from ragtriage.views.signs import pass_sign, pass_word

if TYPE_CHECKING:
    from ragtriage.cases.model import Case
    from ragtriage.intake.complaint_outcomes import WayBack
    from ragtriage.intake.corpus_answer import CorpusAnswer
    from ragtriage.intake.grouping import ComplaintGroup
    from ragtriage.intake.importing import ComplaintImport
    from ragtriage.intake.model import Complaint
    from ragtriage.intake.service import ComplaintService

_SHOWN = 20
_NAMED = 40
"""Columns that nothing was read of, by name."""
Verdict = Callable[[str], str]
"""Case id to how it fares in the latest run, in a word."""


def given_columns(given: Sequence[str]) -> dict[str, str]:
    """Role to column, as `--map` gives them. Raises UsageError."""
    from ragtriage.errors import UsageError, nearest
    from ragtriage.intake.column_names import ROLES

    out: dict[str, str] = {}
    for each in given:
        role, _, column = each.partition("=")
        if role not in ROLES or not column:
            guess = nearest(role, list(ROLES))
            hint = f"did you mean `{guess}=…`?" if guess and column else f"write ROLE=COLUMN; roles: {', '.join(ROLES)}"
            raise UsageError(f"`{each}` says not which column holds what", next_step=hint)
        out[role] = column
    return out


def save_columns(
    invocation: Invocation, reports: "Sequence[ComplaintImport]", columns: Mapping[str, tuple[str, ...]]
) -> None:
    """Write what was found into ragtriage.yaml, beside what stands there."""
    from ragtriage.disk.files import FileChange, Write, read_bytes
    from ragtriage.disk.yaml_edit import SetField, edited
    from ragtriage.errors import SettingsError
    from ragtriage.intake.redact import redact
    from ragtriage.settings import FILE

    workspace = invocation.workspace()
    wanted = {role: list(names) for role, names in columns.items()}
    for report in reports:
        for found in report.maps.values():
            for role, name in found.columns.items():
                if name not in wanted.setdefault(role, []) and not redact(name).struck:
                    wanted[role].append(name)
    path = workspace.root / FILE
    before = read_bytes(path)
    assert before is not None, "the workspace was opened by it"
    edits = [SetField(("complaints", "fields", role), names) for role, names in wanted.items() if names]
    after = edited(before, edits, path, SettingsError)
    if after != before:
        workspace.do(Write("columns of complaints", (FileChange(path, before, after),)))
    invocation.printer.say(f"{FILE} names the columns: see `complaints.fields`")


def report_json(report: "ComplaintImport") -> dict[str, object]:
    """A report as JSON; problems by their place."""
    return {
        "path": report.path,
        "records": report.read,
        "new": report.new,
        "present": report.present,
        "joined": report.joined,
        "changes": [one._asdict() for one in report.changes],
        **{name: dict(getattr(report, name)) for name in ("kinds", "ratings", "struck", "aside", "notes")},
        "orders": [_told(one) for one in report.orders],
        "maps": {name: _told(asdict(found)) for name, found in report.maps.items()},
        "problems": [
            {"path": one.place.path, "line": one.place.line, "title": one.title, "count": one.count}
            for one in report.problems
        ],
        "problem_count": report.problem_count,
    }


def _told(value: object) -> object:
    """Names of columns as they may be shown: a heading can be a row of data by mistake."""
    from ragtriage.intake.redact import redact

    if isinstance(value, str):
        return redact(value).text
    if isinstance(value, Mapping):
        return {key: _told(each) for key, each in value.items()}
    return [_told(each) for each in value] if isinstance(value, tuple) else value


def print_report(invocation: Invocation, report: "ComplaintImport", quiet: bool = False) -> None:
    """What a file held, what was struck out and what was left aside."""
    printer = invocation.printer
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(report.kinds.items()))
    rated = report.ratings
    if not quiet:
        parts = [counted(report.read, "record"), f"{report.new:,} new", f"{report.present:,} there already"]
        printer.line(Cell(str(report.path), Paint.ACCENT), f": {', '.join(parts)} ({kinds or 'nothing that is known'})")
    printer.say(
        f"  {rated['down']:,} rated down, {rated['none']:,} without a rating, {rated['up']:,} that praise: kept apart"
    )
    _print_columns(printer, report)
    if report.struck:
        kinds = ", ".join(
            counted(count, kind, kind + ("es" if kind.endswith("s") else "s"))
            for kind, count in report.struck.most_common()
        )
        printer.say(f"  struck out: {kinds}")
    print_export_changes(invocation, report)
    if report.joined:
        printer.say(f"  {counted(report.joined, 'rating')} put on what they are about")
    for what, count in [*report.aside.items(), *report.notes.items()]:
        printer.say(f"  {what}: {count:,}")
    _print_kept_out(printer, report)


def _print_columns(printer: Printer, report: "ComplaintImport") -> None:
    """Which column was taken for what, and why; in which order days are written."""
    from ragtriage.intake.redact import redact

    for name, found in report.maps.items():
        told = ", ".join(
            f"{role} ← {redact(column).text} ({found.why[role]})" for role, column in found.columns.items()
        )
        printer.say(f"  {name.rpartition('/')[2]}: {told or 'no column is known'}")
        if found.unread:
            more = f" and {len(found.unread) - _NAMED:,} more" if len(found.unread) > _NAMED else ""
            printer.say(f"  not read: {', '.join(redact(one).text for one in found.unread[:_NAMED])}{more}")
        if "question" not in found.columns and not report.joined:
            printer.say(Cell("  no column holds a question: ", Paint.WARN), "say which, --map question=COLUMN")
        if found.scale:
            printer.say(f"  the rating is read as {found.scale}")
        for doubt in found.doubts:
            printer.say(Cell("  ! ", Paint.WARN), redact(doubt).text)
    for told in report.orders:
        printer.say(f"  {redact(told).text}")


def _print_kept_out(printer: Printer, report: "ComplaintImport") -> None:
    for problem in report.problems[:_SHOWN]:
        printer.say(Cell("  ✗ ", Paint.BAD), problem_line(problem))
    if report.problem_count:
        more = f", the first {_SHOWN} kinds are listed" if len(report.problems) > _SHOWN else ""
        printer.say(f"  {counted(report.problem_count, 'record')} kept out{more}")


def print_export_changes(invocation: Invocation, report: "ComplaintImport") -> None:
    """Complaints of which the export says more than the inbox did, and that a decision on one stands."""
    if not report.changes:
        return
    printer, states = invocation.printer, invocation.workspace().complaints.states()
    printer.say(f"  {counted(len(report.changes), 'complaint')} changed since the last import:")
    for one in report.changes[:_SHOWN]:
        state = states.get(one.id, "open")
        stands = "" if state == "open" else f"; it is {state}, and that stands"
        printer.say(f"    {one.id}: {', '.join(one.fields)}{stands}")
    if len(report.changes) > _SHOWN:
        printer.say(f"    and {len(report.changes) - _SHOWN:,} more: `--json` lists all")


def verdict_on(invocation: Invocation) -> Verdict:
    """How a case fares in the latest run of the configuration that triage shows."""
    workspace = invocation.workspace()
    latest = workspace.triage.latest()
    run = next(iter(latest.values()), None)
    if run is None:
        return lambda case_id: "(no run)"
    states = workspace.outcomes.states(run.id)

    def verdict(case_id: str) -> str:
        state = states.get(case_id)
        if state is None:
            return "(not in the run)"
        if state.state not in ("passed", "failed"):
            return state.state
        return f"{pass_sign(state.state, state.answer)[0].strip()} {pass_word(state.state, state.answer)}"

    return verdict


def group_json(group: "ComplaintGroup", verdict: Verdict, service: "ComplaintService") -> dict[str, object]:
    near = group.near
    return {
        "id": group.lead.id,
        "question": group.lead.question,
        "rating": group.lead.rating,
        "state": service.state(group.lead.id),
        "people": group.people,
        "complaints": [one.id for one in group.members],
        "near": {"case": near.case_id, "likeness": round(near.likeness, 3), "latest": verdict(near.case_id)}
        if near
        else None,
    }


def complaint_json(
    complaint: "Complaint",
    group: "ComplaintGroup",
    ground: "CorpusAnswer | None",
    service: "ComplaintService",
    verdict: Verdict,
) -> dict[str, object]:
    found = group_json(group, verdict, service)
    return asdict(complaint) | {
        "state": service.state(complaint.id),
        "asked_alike": found["complaints"],
        "people": group.people,
        "near": found["near"],
        "coverage": round(ground.coverage, 3) if ground else None,
        "covered": ground.covered if ground else None,
        "suggestions": [asdict(one) for one in ground.suggestions] if ground else [],
    }


def print_complaint(
    invocation: Invocation,
    complaint: "Complaint",
    group: "ComplaintGroup",
    ground: "CorpusAnswer | None",
    service: "ComplaintService",
    verdict: Verdict,
) -> None:
    """All that is known of a complaint."""
    printer = invocation.printer
    said = {"down": "rated down", "up": "praised", "none": "no rating"}[complaint.rating]
    printer.line(
        Cell(complaint.id, Paint.ACCENT),
        f"  {service.state(complaint.id)}, {said}, {complaint.at or 'no time'}, {complaint.source}",
    )
    for name, text in (("asked", complaint.question), ("answered", complaint.answer), ("commented", complaint.comment)):
        if text:
            printer.line(Cell(f"{name}:", Paint.STRONG))
            printer.line(*("\n".join(f"  {line}" for line in text.splitlines()),))
    for name, values in (("user", complaint.user), ("filters", complaint.filters)):
        if values:
            printer.line(f"{name}: " + ", ".join(f"{key}={value}" for key, value in values.items()))
    if complaint.link:
        printer.line(f"link: {complaint.link}")
    if group.others:
        printer.line(
            f"{counted(group.people, 'person', 'people')} asked this: {', '.join(one.id for one in group.others[:8])}"
        )
    if group.near:
        printer.line(f"nearest case: {group.near.case_id} ({group.near.likeness:.0%}), {verdict(group.near.case_id)}")
    print_ground(printer, ground)


def print_ground(printer: Printer, ground: "CorpusAnswer | None") -> None:
    """Suggestions of evidence, as they are confirmed by; or that there is nothing."""
    if ground is None:
        printer.say("no snapshot: ragtriage.yaml names none, so no evidence is looked for")
    elif ground.nothing:
        near = next((f"; the nearest is in {one_line(one.doc_id)}" for one in ground.suggestions), "")
        printer.say(Cell(f"probably answered nowhere in the corpus{near}", Paint.WARN))
    else:
        printer.say("evidence that may fit, to confirm:")
        for one in ground.suggestions:
            import shlex

            printer.say(f"  --evidence {shlex.quote(f'{one.doc_id}:{one_line(one.quote)}')}")


def print_ways_back(printer: Printer, found: "Sequence[WayBack]") -> None:
    """A table of the cases that complaints ask, as they fare."""
    rows: list[list[Piece]] = [
        [
            _sign(one),
            Cell(one.case, Paint.ACCENT),
            one.state,
            str(len(one.complaints)),
            one.answer_changed,
            one.run,
            listed(one.complaints),
        ]
        for one in found
    ]
    heading = ("", "case", "state", "n", "answer", "run", "complaints")
    printer.table(heading, rows, numbers=(3,), give_way=(1, 5))


def _sign(one: "WayBack") -> Cell:
    if not one.counts:
        return Cell("·", Paint.DIM)
    if not one.passes:
        return Cell("✗", Paint.BAD)
    return Cell("✓✓", Paint.GOOD) if one.answer_judged == "right" else Cell("✓?")


def command_rm(path: Path, root: Path) -> str:
    """The command that removes a file of the workspace, to copy."""
    import shlex

    return f"rm -- {shlex.quote(path.relative_to(root).as_posix())}"


def say_left_behind(printer: Printer, complaint: "Complaint", case: "Case") -> None:
    """What the corpus knows nothing of, and so stays out of the case."""
    left = [key for key in (*complaint.filters, *complaint.user) if key not in {**case.filters, **case.user}]
    if left:
        printer.say(f"not carried over, as no document bears it: {', '.join(left)}")
