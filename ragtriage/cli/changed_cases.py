"""Changed cases in words: for a terminal, for a pull request, and as JSON."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ragtriage.cli.markdown import escaped
from ragtriage.cli.printing import Cell, Paint, Printer
from ragtriage.text import counted, one_line

if TYPE_CHECKING:
    from ragtriage.cases.comparing import CaseChange, Comparison

KINDS = ("added", "changed", "renamed", "deleted", "rewritten", "unreadable")
_SIGNS = {
    "added": ("+", Paint.GOOD),
    "changed": ("~", Paint.ACCENT),
    "renamed": (">", Paint.ACCENT),
    "deleted": ("-", Paint.WARN),
    "rewritten": ("=", Paint.DIM),
    "unreadable": ("!", Paint.BAD),
}
_FOLDED_FROM = 12
"""Cases from which a pull request's text folds their list."""


_MENTION = re.compile(r"(?<!\w)@(?=\w)")
"""Would call someone to the pull request, whoever wrote it into a question."""


_BLOCK = re.compile(r"([0-9]{0,9})([-+>#.)])(?=[\s#-]|$|(?<=>))")
"""At the beginning of an item: would make a heading, a list or a quotation of it."""


def markdown_text(text: str) -> str:
    """Text from outside on one line of Markdown that shows it as it is, and calls nobody."""
    line = escaped(one_line(text).strip())
    if begins := _BLOCK.match(line):
        line = f"{begins[1]}\\{line[begins.start(2) :]}"
    return _MENTION.sub("@<!-- -->", line)


def summary(changes: "Sequence[CaseChange]") -> str:
    """`5 cases: 3 changed, 1 added, 1 deleted`."""
    counts = Counter[str](one.kind for one in changes)
    parts = [f"{counts[kind]} {kind}" for kind in KINDS if counts[kind]]
    return f"{counted(len(changes), 'case')}: {', '.join(parts)}" if parts else "no case changed"


def print_case_changes(printer: Printer, comparison: "Comparison") -> None:
    """Each case with what changed below it."""
    for note in comparison.notes:
        printer.say(Cell("note: ", Paint.WARN), note)
    for change in comparison.changes:
        print_change(printer, change)


def print_change(printer: Printer, change: "CaseChange") -> None:
    """One case with what changed below it."""
    sign, paint = _SIGNS[change.kind]
    kind = "" if change.kind == "changed" else f" ({change.kind})"
    printer.line(Cell(f"{sign} ", paint), Cell(one_line(change.id), Paint.STRONG), kind)
    for words in lines(change):
        printer.line("    ", one_line(words))


def lines(change: "CaseChange") -> list[str]:
    """What happened to a case; of one that came or went, what a reader needs to know it by."""
    from ragtriage.cases.differences import in_quotes

    out = change.lines()
    case = change.new if change.kind == "added" else change.old
    if change.kind in ("added", "deleted") and case is not None:
        label = "answerable" if case.answerable else f"to decline ({case.unanswerable_because or 'no reason given'})"
        parts = [label, counted(len(case.evidence), "quote"), counted(len(case.nuggets), "nugget"), case.status]
        out += [f"question: {in_quotes(case.question, 160)}", ", ".join(parts)]
    return out


def markdown_lines(changes: "Sequence[CaseChange]", room: int = 1 << 30) -> Iterator[str]:
    """The cases as Markdown, in `room` characters; a long list is folded, and what finds no room is counted."""
    folded = len(changes) >= _FOLDED_FROM
    if folded:
        yield from ("<details>", f"<summary>{counted(len(changes), 'case')}, one by one</summary>", "")
    for number, change in enumerate(changes):
        kind = "" if change.kind == "changed" else f" ({change.kind})"
        told = [
            f"**{markdown_text(change.id)}**{kind}",
            "",
            *(f"- {markdown_text(words)}" for words in lines(change)),
            "",
        ]
        room -= sum(len(line) + 1 for line in told)
        if room < 0:
            yield from (f"and {len(changes) - number} more: `ragtriage cases diff A..B` lists them", "")
            break
        yield from told
    if folded:
        yield from ("</details>", "")


def as_json(comparison: "Comparison") -> dict[str, object]:
    """A comparison for programs."""
    return {
        "before": {"words": comparison.before.words, "commit": comparison.before.commit},
        "after": {"words": comparison.after.words, "commit": comparison.after.commit},
        "notes": comparison.notes,
        "cases": [change_json(one) for one in comparison.changes],
    }


def change_json(change: "CaseChange") -> dict[str, object]:
    """One changed case for programs."""
    return {
        "id": change.id,
        "kind": change.kind,
        "path": change.after.key if change.after else None,
        "path_before": change.before.key if change.before else None,
        "label_changed": change.label_changed,
        "lines": change.lines(),
        "changes": change.differences,
        "problems": [
            {"title": one.title, "line": one.place.line, "column": one.place.column, "field": one.place.field}
            for one in change.problems
        ],
    }
