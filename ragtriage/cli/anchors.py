"""`ragtriage anchors`: where the quotes of the golden set are in another snapshot."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragtriage.cli.anchor_places import anchors_check_command, apply_command, explain_command
from ragtriage.cli.groups import CommandGroup
from ragtriage.cli.options import ANY_PATH, json_option
from ragtriage.cli.printing import Cell, Paint, Piece, Printer
from ragtriage.cli.rechecking import still_right_command
from ragtriage.cli.root import Invocation
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.anchors.bench import AtThreshold, Report, Tally
    from ragtriage.anchors.bench_around import AroundReport


@click.group("anchors", cls=CommandGroup)
def anchors_command() -> None:
    """Check, explain, apply, still-right, bench: find quotes again.

    After documents were edited, renamed, re-chunked or extracted anew.

    \b
    Examples:
      ragtriage anchors check --snapshot docs-4.18
      ragtriage anchors explain billing/0142
      ragtriage anchors apply --snapshot docs-4.18 --dry-run
      ragtriage anchors bench new.jsonl.gz quotes.jsonl --before old.jsonl.gz
    """


anchors_command.add_command(anchors_check_command)
anchors_command.add_command(explain_command)
anchors_command.add_command(apply_command)
anchors_command.add_command(still_right_command)


@anchors_command.command("bench")
@click.argument("corpus", metavar="CORPUS", type=ANY_PATH)
@click.argument("quotes", metavar="[QUOTES]", type=ANY_PATH, required=False)
@click.option("--meaning", metavar="FILE", type=ANY_PATH, help="Quotes changed in meaning by a word: none may pass.")
@click.option("--before", metavar="SNAPSHOT-A", type=ANY_PATH, help="The corpus that the quotes were taken from.")
@click.option("--around", is_flag=True, help="Edit CORPUS inside and around sentences that SNAPSHOT-A shares with it.")
@json_option
@click.pass_obj
def bench_command(
    invocation: Invocation,
    corpus: Path,
    quotes: Path | None,
    meaning: Path | None,
    before: Path | None,
    around: bool,
    as_json: bool,
) -> int:
    """Measure how well and how fast quotes of known place are found. Exit code 1 when a wrong one is accepted unseen.

    CORPUS and SNAPSHOT-A hold documents `{doc_id, text}`, QUOTES quotes `{id, doc_id, quote, truth}`, one JSON object a
    line, plain or gzipped. A quote is right in the right document with at least .8 of its span. --around needs no
    QUOTES: it makes some thousand edits in the new text and counts what is accepted unseen after each.

    \b
    Examples:
      ragtriage anchors bench new.jsonl.gz quotes.jsonl
      ragtriage anchors bench new.jsonl.gz quotes.jsonl --before old.jsonl.gz --meaning edits.jsonl --json
      ragtriage anchors bench new.jsonl.gz --before old.jsonl.gz --around
    """
    from ragtriage.anchors.bench import measure
    from ragtriage.anchors.bench_around import measure_around
    from ragtriage.anchors.bench_files import read_corpus, read_tasks
    from ragtriage.cli.progress import metered

    _check_bench(quotes, before, around)
    texts = read_corpus(corpus)
    old = read_corpus(before) if before is not None else None
    tasks = read_tasks(quotes) if quotes is not None else None
    changed = read_tasks(meaning) if meaning is not None else []
    report = turned = None
    with metered() as meter:
        if tasks is not None:
            report = measure(tasks, texts, changed, old, lambda done, of: meter.show("scanning", done, of))
        if around and old is not None:
            turned = measure_around(old, texts, progress=lambda done, of: meter.show("editing", done, of))
    _tell(invocation.printer, report, turned, as_json)
    return 1 if _has_errors(report) or (turned is not None and turned.errors) else 0


def _check_bench(quotes: Path | None, before: Path | None, around: bool) -> None:
    from ragtriage.errors import UsageError

    if quotes is None and not around:
        raise UsageError("there is nothing to measure", next_step="name a file of quotes, or give --around")
    if around and before is None:
        raise UsageError("--around needs the text before its edits", next_step="give --before SNAPSHOT-A")


def _has_errors(report: "Report | None") -> bool:
    if report is None:
        return False
    return bool(report.accepted_unseen.wrong or (report.meaning is not None and report.meaning.accepted_unseen))


def _tell(printer: Printer, report: "Report | None", turned: "AroundReport | None", as_json: bool) -> None:
    if as_json:
        figures = asdict(report) if report is not None else {}
        printer.json(figures | ({"around": asdict(turned)} if turned is not None else {}))
        return
    if report is not None:
        _print(printer, report)
    if report is not None and turned is not None:
        printer.line("")
    if turned is not None:
        _print_around(printer, turned)


def _print_around(printer: Printer, turned: "AroundReport") -> None:
    """Each kind of edit with what was accepted unseen; of those that change nothing, what was held for nothing."""
    rows: list[list[Piece]] = []
    for kind, tally in turned.kinds.items():
        bad = tally.n - tally.accepted_unseen if tally.where == "same" else tally.accepted_unseen
        word = "held" if tally.where == "same" else "accepted"
        rows.append([kind, tally.where, str(tally.n), Cell(f"{bad} {word}", Paint.BAD if bad else Paint.DIM)])
    printer.table(("edit", "where", "n", "unseen"), rows, numbers=(2,))
    printer.line("")
    spoken = ", ".join(f"{name} {tally.n}" for name, tally in turned.languages.items())
    printer.line(Cell(f"edits inside and around by language: {spoken or 'none'} (seed {turned.seed})", Paint.DIM))
    paint = Paint.BAD if turned.errors else Paint.PLAIN
    parts = [f"{accepted} of {n} {where}" for where in ("inside", "around") for accepted, n in [turned.accepted(where)]]
    printer.line(Cell(f"turned and accepted unseen: {', '.join(parts)}", paint))
    kept, n = turned.accepted("same")
    printer.line(f"held though the same: {n - kept} of {n}")


def _print(printer: Printer, report: "Report") -> None:
    printer.line(
        f"{counted(report.quotes, 'quote')} in {counted(report.documents, 'document')}, "
        f"{counted(report.characters, 'character')}"
    )
    printer.line("")
    names = list(report.thresholds)
    heading = ["class", "n", *(f"{word} {name}" for name in names for word in ("right", "wrong"))]
    printer.table(heading, _rows(report.thresholds), numbers=range(1, len(heading)))
    printer.line("")
    for title, by_threshold in report.baselines.items():
        printer.line(Cell(f"{title}, in the document of the same id", Paint.DIM))
        chosen = ["n", *(f"{word} {name}" for name in by_threshold for word in ("right", "wrong"))]
        printer.table(["class", *chosen], _baseline_rows(by_threshold), numbers=range(1, len(chosen) + 1))
        printer.line("")
    _print_trust(printer, report)
    speed = report.speed
    printer.line(
        f"speed, by CPU time: {speed.quotes_per_second:,.0f} quotes a second cold, "
        f"{speed.quotes_per_second_cached:,.0f} with the cache; "
        f"{speed.chars_per_second / 1e6:,.0f} million characters a second scanned; "
        f"{speed.times_partial_ratio_alignment:,.0f} times partial_ratio_alignment"
    )
    printer.line(Cell(report.sampled, Paint.DIM))


def _print_trust(printer: Printer, report: "Report") -> None:
    accepted = report.accepted_unseen
    paint = Paint.BAD if accepted.wrong or accepted.n > accepted.token_identical else Paint.PLAIN
    printer.line(
        Cell(
            f"accepted unseen: {accepted.n}, token-identical {accepted.token_identical}, wrong {accepted.wrong}", paint
        )
    )
    _print_held(printer, report)
    for name, at in report.thresholds.items():
        ambiguous = at.classes.get("ambiguous")
        of = f" of {ambiguous.n}" if ambiguous else ""
        printer.line(f"at {name}: ambiguous flagged {at.ambiguous_flagged}{of}, lost accepted {at.lost_accepted}")
    if report.meaning is not None:
        meaning = report.meaning
        paint = Paint.BAD if meaning.accepted_unseen else Paint.PLAIN
        printer.line(
            Cell(
                f"changed meanings: {meaning.n}, found {meaning.found}, accepted unseen {meaning.accepted_unseen}",
                paint,
            )
        )


def _print_held(printer: Printer, report: "Report") -> None:
    """How many quotes that are the same as ever wait for a person all the same, by their state."""
    same, held = 0, Counter[str]()
    for kind in ("exact", "normalized"):
        states = report.states.get(kind, {})
        same += sum(states.values())
        held.update({state: n for state, n in states.items() if state not in ("exact", "normalized", "renamed")})
    if held:
        classes = ", ".join(f"{state.replace('_', ' ')} {n}" for state, n in held.most_common())
        printer.line(f"of {same} exact and normalized ones {held.total()} wait for a person: {classes}")


def _rows(thresholds: "Mapping[str, AtThreshold]") -> list[list[Piece]]:
    return _baseline_rows({name: at.classes for name, at in thresholds.items()})


def _baseline_rows(by_threshold: "Mapping[str, Mapping[str, Tally]]") -> list[list[Piece]]:
    rows: list[list[Piece]] = []
    first = next(iter(by_threshold.values()))
    for kind, tally in first.items():
        row: list[Piece] = [kind, str(tally.n)]
        for classes in by_threshold.values():
            one = classes[kind]
            row += [_share(one.right, one.n), Cell(_share(one.wrong, one.n), Paint.BAD if one.wrong else Paint.DIM)]
        rows.append(row)
    return rows


def _share(count: int, of: int) -> str:
    return f"{count / of:.3f}" if of else "-"
