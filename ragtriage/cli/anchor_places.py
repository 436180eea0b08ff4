"""`ragtriage anchors check, explain, apply`: where the golden set's quotes are in a snapshot, and moving it there."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import complete_cases, complete_snapshots, json_option
from ragtriage.cli.printing import Cell, Paint, Piece, Printer, command
from ragtriage.cli.rechecking import print_to_recheck
from ragtriage.cli.root import Invocation
from ragtriage.cli.story_text import PAINTS
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.anchors.anchor import AnchorState
    from ragtriage.cases.model import Case
    from ragtriage.drift.anchoring import Item
    from ragtriage.drift.moving import Move
    from ragtriage.workspace import Workspace

snapshot_option = click.option(
    "--snapshot",
    metavar="NAME",
    shell_complete=complete_snapshots,
    help="The snapshot to look in. Default: the newest that was made after the workspace's, else the workspace's own.",
)


@click.command("check")
@snapshot_option
@click.option("--all", "every", is_flag=True, help="Also quotes that nobody need look at.")
@json_option
@click.pass_obj
def anchors_check_command(invocation: Invocation, snapshot: str | None, every: bool, as_json: bool) -> int:
    """What became of every quote of the golden set in a snapshot. Exit code 1 when someone must look.

    Nothing is accepted for being similar: whatever is not the same tokens, at one place, in its own document waits for
    a person, with the reason. Nothing is written.

    \b
    Examples:
      ragtriage anchors check --snapshot docs-4.18
      ragtriage anchors check --snapshot docs-4.18 --json | jq '.quotes[] | select(.state == "lost") | .case'
    """
    workspace = _refreshed(invocation)
    name = snapshot or workspace.anchoring.newer(workspace.snapshot) or workspace.snapshot
    items = _items(workspace, name)
    waiting = [item for item in items if item.wants_a_person]
    counts = Counter(item.anchor.state for item in items)
    to_recheck = list(dict.fromkeys(item.case_id for item in items if item.is_open))
    if as_json:
        invocation.printer.json(
            {
                "snapshot": name,
                "quotes_in_all": len(items),
                "accepted_unseen": sum(item.anchor.accepted_unseen for item in items),
                "want_a_person": len(waiting),
                "to_recheck": to_recheck,
                "states": {state: counts[state] for state in _states() if counts[state]},
                "held_for": dict(_held_for(waiting)),
                "quotes": [_as_json(workspace, item, name) for item in _in_order(items if every else waiting)],
            }
        )
    else:
        _print_check(invocation.printer, items, _in_order(items if every else waiting), name)
        print_to_recheck(invocation.printer, [workspace.cases.get(case_id) for case_id in to_recheck])
        _next_of_check(invocation.printer, workspace, items, name)
    return 1 if waiting or to_recheck else 0


def _refreshed(invocation: Invocation) -> "Workspace":
    workspace = invocation.workspace()
    workspace.refresh()
    return workspace


def _items(workspace: "Workspace", snapshot: str) -> "list[Item]":
    from ragtriage.cli.progress import metered

    with metered() as meter:
        return workspace.anchoring.items(snapshot, lambda done, of: meter.show("looking for quotes", done, of))


def _states() -> "list[AnchorState]":
    from ragtriage.drift.words import STATE_WORDS

    return list(STATE_WORDS)


def _in_order(items: "Sequence[Item]") -> "list[Item]":
    from ragtriage.drift.words import ORDER

    return sorted(items, key=lambda item: (ORDER[item.anchor.state], item.case_id, item.evidence, item.alternative))


def _as_json(workspace: "Workspace", item: "Item", snapshot: str) -> dict[str, object]:
    anchor = item.anchor
    text = workspace.snapshots.texts(snapshot, [anchor.doc_id]).get(anchor.doc_id, "") if anchor.doc_id else ""
    return {
        "case": item.case_id,
        "evidence": item.evidence + 1,
        "alternative": item.alternative + 1 if item.alternatives > 1 else None,
        "state": anchor.state,
        "wants_a_person": item.wants_a_person,
        "accepted_unseen": anchor.accepted_unseen,
        "quote": item.quote.quote,
        "old": {"doc_id": item.quote.doc_id},
        "new": {
            "doc_id": anchor.doc_id,
            "start": anchor.start,
            "end": anchor.end,
            "text": text[anchor.start : anchor.end],
        }
        if anchor.doc_id
        else None,
        "score": round(anchor.score, 4),
        "certainty": round(anchor.certainty, 4),
        "margin": round(anchor.margin, 4),
        "flags": anchor.flags,
        "changes": [{"old": one.old, "new": one.new, "kinds": one.kinds} for one in anchor.diff],
        "alternatives": anchor.alternatives,
        "reason": anchor.reason,
    }


def _print_check(printer: Printer, items: "Sequence[Item]", shown: "Sequence[Item]", snapshot: str) -> None:
    from ragtriage.drift.words import STATE_WORDS, state_words
    from ragtriage.views.signs import STATE_ROLES

    rows: list[list[Piece]] = []
    for item in shown:
        words, role = state_words(item.anchor), STATE_ROLES[item.anchor.state]
        new = item.anchor.doc_id or "-"
        place = "same document" if new == item.quote.doc_id else new
        rows.append([Cell(words, PAINTS[role]), Cell(item.key, Paint.ACCENT), item.quote.doc_id, place, _why(item)])
    printer.table(("state", "case, evidence", "old place", "new place", "why"), rows)
    if rows:
        printer.line()
    counts = Counter(item.anchor.state for item in items)
    parts = [f"{counts[state]} {STATE_WORDS[state]}" for state in STATE_WORDS if counts[state]]
    waiting = [item for item in items if item.wants_a_person]
    printer.line(f"{counted(len(items), 'quote')} in {snapshot}: {', '.join(reversed(parts)) or 'none'}")
    turned = [f"{name.removeprefix('meaning changed: ')} {count}" for name, count in _held_for(waiting) if ":" in name]
    by = f"; meanings changed by {', '.join(turned)}" if turned else ""
    printer.line(f"{len(waiting)} want a person, {len(items) - len(waiting)} do not{by}")


def _held_for(waiting: "Sequence[Item]") -> list[tuple[str, int]]:
    """How many wait for a person for which reason, the most first."""
    from ragtriage.drift.words import held_for

    return Counter(held_for(item.anchor) for item in waiting).most_common()


def _why(item: "Item") -> str:
    from ragtriage.drift.words import FLAG_WORDS, diff_in_words, held_for_surroundings

    if held_for_surroundings(item.anchor):
        return item.anchor.reason
    if item.anchor.diff:
        return diff_in_words(item.anchor.diff, item.quote.quote)
    if item.anchor.any_place_will_do:
        return "stands several times in its document, as it did before: any will do"
    if item.anchor.state in ("exact", "normalized") and not item.anchor.accepted_unseen:
        return "; ".join([item.anchor.reason, *(FLAG_WORDS[flag] for flag in item.anchor.flags)])
    return item.anchor.reason


def _next_of_check(printer: Printer, workspace: "Workspace", items: "Sequence[Item]", snapshot: str) -> None:
    if snapshot != workspace.settings.snapshot:
        printer.next(command("anchors", "apply", "--snapshot", snapshot, "--dry-run"))
    elif first := next((item for item in _in_order(items) if item.wants_a_person), None):
        printer.next(f"{command('anchors', 'explain', first.case_id)}, or ragtriage and F3")
    elif is_open := next((item for item in items if item.is_open), None):
        printer.next(f"ragtriage and F3, or {command('anchors', 'still-right', is_open.case_id)}")
    else:
        printer.next("ragtriage status")


@click.command("explain", short_help="Why each quote of a case is said to be what it is.")
@click.argument("case_id", metavar="CASE", shell_complete=complete_cases)
@snapshot_option
@json_option
@click.pass_obj
def explain_command(invocation: Invocation, case_id: str, snapshot: str | None, as_json: bool) -> int:
    """Why each quote of a case is said to be what it is: past, candidates, scores, changes, flags.

    Exit code 1 when someone must look.

    \b
    Examples:
      ragtriage anchors explain billing/0142
      ragtriage anchors explain billing/0142 --snapshot docs-4.18 --json
    """
    workspace = _refreshed(invocation)
    case = workspace.cases.get(case_id)
    name = snapshot or workspace.anchoring.newer(workspace.snapshot) or workspace.snapshot
    items = workspace.anchoring.items_of([case], name)
    if as_json:
        told = [
            {**_as_json(workspace, item, name), "held_against": workspace.anchoring.before(item.quote, name)}
            for item in items
        ]
        invocation.printer.json({"case": case_id, "snapshot": name, "quotes": told})
    else:
        for number, item in enumerate(items):
            if number:
                invocation.printer.line()
            _explain(invocation.printer, workspace, item, name)
        if not items:
            invocation.printer.line("the case quotes no evidence")
        here = name == workspace.settings.snapshot
        invocation.printer.next("ragtriage, and F3" if here else command("anchors", "apply", "--snapshot", name))
    return 1 if any(item.wants_a_person for item in items) else 0


def _explain(printer: Printer, workspace: "Workspace", item: "Item", snapshot: str) -> None:
    from ragtriage.anchors.under import path_at
    from ragtriage.drift.moving import spot_of
    from ragtriage.drift.words import FLAG_WORDS, own_changes, state_words
    from ragtriage.text import path_words
    from ragtriage.views.signs import STATE_ROLES
    from ragtriage.views.word_diff import word_diff

    anchor = item.anchor
    words, role = state_words(anchor), STATE_ROLES[anchor.state]
    printer.line(Cell(item.key, Paint.STRONG), "  ", Cell(words, PAINTS[role]), f"  {anchor.reason}")
    past = workspace.anchoring.before(item.quote, snapshot)
    against = "itself: no earlier snapshot holds the words" if past == snapshot else past
    printer.line(Cell(f"  quote in {item.quote.doc_id}, held against {against}", Paint.DIM))
    printer.line(f"  “{item.quote.quote}”")
    for flag in anchor.flags:
        printer.line(Cell(f"  · {FLAG_WORDS[flag]}", Paint.DIM))
    spot = spot_of(anchor)
    if spot is not None:
        text = workspace.snapshots.texts(snapshot, [spot.doc_id]).get(spot.doc_id, "")
        printer.line(
            f"  at {spot.doc_id} {spot.start}-{spot.end}, score {anchor.score:.2f}, "
            f"certainty {anchor.certainty:.2f}, margin {anchor.margin:.2f}"
        )
        if path := path_at(text, spot.start):
            printer.line(Cell(f"  under: {path_words(path)}", Paint.DIM))
        if own_changes(anchor):
            spans = word_diff(item.quote.quote, text, spot.start, spot.end, anchor.diff, anchor.gaps)
            printer.line("  ", *(Cell(span.text, PAINTS[span.role]) for span in spans))
    for number, one in enumerate(anchor.alternatives, 1):
        text = workspace.snapshots.texts(snapshot, [one.doc_id]).get(one.doc_id, "")
        found = " ".join(text[one.start : one.end].split())
        printer.line(f"  {number}. {one.doc_id} {one.start}-{one.end}, score {one.score:.2f}: “{found}”")


@click.command("apply")
@click.option(
    "--snapshot", metavar="NAME", required=True, shell_complete=complete_snapshots, help="The snapshot to move to."
)
@click.option(
    "--accept",
    "accepted",
    metavar="CASE",
    multiple=True,
    shell_complete=complete_cases,
    help="Write the new words or place of this case's quotes, where the place is certain. May be given several times.",
)
@click.option("--dry-run", is_flag=True, help="Write nothing; print what would change as a unified diff.")
@json_option
@click.pass_obj
def apply_command(
    invocation: Invocation, snapshot: str, accepted: tuple[str, ...], dry_run: bool, as_json: bool
) -> int:
    """Move the golden set to a snapshot, and write only what changed. Exit code 1 when something is left for a person.

    `snapshot:` in ragtriage.yaml is set, quotes of documents that are provably the old ones under a new id get that id,
    and the quotes of the cases named by --accept get the words and the document that stand there now. All of it is one
    change for Git to show. What is left is out of the means until someone has looked: F3 in the screens. So is a case
    whose quote was accepted saying something else, until its answer and nuggets were looked at: `still-right`.

    \b
    Examples:
      ragtriage anchors apply --snapshot docs-4.18 --dry-run
      ragtriage anchors apply --snapshot docs-4.18
      ragtriage anchors apply --snapshot docs-4.18 --accept billing/0142 --accept billing/0143
    """
    from ragtriage.cli.progress import metered

    workspace = _refreshed(invocation)
    with metered() as meter:
        move = workspace.mover.plan(
            snapshot,
            dict.fromkeys(accepted),
            progress=lambda done, of: meter.show("looking for quotes", done, of),
        )
    if move.write.changes and not dry_run:
        workspace.do(move.write)
    if as_json:
        invocation.printer.json(_move_as_json(workspace, move, written=bool(move.write.changes) and not dry_run))
    else:
        if dry_run:
            invocation.printer.line(move.diff(workspace.root).removesuffix("\n") or "nothing would change")
        cases = [] if dry_run else [workspace.cases.get(case_id) for case_id in move.to_recheck]
        _print_move(invocation.printer, move, accepted, dry_run, cases)
    return 1 if move.left or move.to_recheck else 0


def _move_as_json(workspace: "Workspace", move: "Move", *, written: bool) -> dict[str, object]:
    return {
        "snapshot": move.snapshot,
        "written": written,
        "files": [change.path.relative_to(workspace.root).as_posix() for change in move.write.changes],
        "renamed": [item.key for item in move.renamed],
        "accepted": [item.key for item in move.accepted],
        "to_recheck": move.to_recheck,
        "left": [_as_json(workspace, item, move.snapshot) for item in _in_order(move.left)],
        "diff": move.diff(workspace.root),
    }


def _print_move(
    printer: Printer, move: "Move", accepted: Sequence[str], dry_run: bool, to_recheck: "Sequence[Case]"
) -> None:
    verb = "would be" if dry_run else "were"
    printer.say(
        f"{counted(len(move.write.changes), 'file')} {verb} written: "
        f"{counted(len(move.renamed), 'quote')} in renamed documents, {counted(len(move.accepted), 'quote')} accepted"
    )
    for item in move.left:
        if item.case_id in accepted:
            printer.say(Cell("not certain  ", Paint.WARN), f"{item.key}: {item.anchor.reason}")
    if move.left:
        printer.say(f"{counted(len(move.left), 'quote')} left for a person")
    if dry_run:
        again = [word for case_id in accepted for word in ("--accept", case_id)]
        printer.next(command("anchors", "apply", "--snapshot", move.snapshot, *again))
        return
    print_to_recheck(printer, to_recheck)
    if to_recheck:
        first = command("anchors", "still-right", to_recheck[0].id)
        printer.next(f"ragtriage and F3, to look at the answer and the nuggets; or, if they are right: {first}")
    else:
        printer.next("ragtriage and F3, to look at what is left" if move.left else "git diff, then commit it")
