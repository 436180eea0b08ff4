"""`ragtriage snapshot`: what the documents said, and when."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragtriage.cli.groups import CommandGroup
from ragtriage.cli.options import ANY_PATH, complete_snapshots, json_option
from ragtriage.cli.printing import Cell, Paint, Piece, Printer, command, problem_line
from ragtriage.cli.root import Invocation
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.corpus.reading import SourceReading
    from ragtriage.workspace import Workspace


_SHOWN = 20
"""Problems told one by one; the rest are counted."""


@click.group("snapshot", cls=CommandGroup)
def snapshot_command() -> None:
    """Add, list, show, diff and search corpus snapshots.

    \b
    Examples:
      ragtriage snapshot add docs/ --name 2026-11
      ragtriage snapshot add --git ../docs@v4.18:content --name docs-4.18
      ragtriage snapshot diff docs-4.15 docs-4.18
      ragtriage snapshot search 'proration of annual plans'
    """


@snapshot_command.command("add")
@click.argument("path", metavar="[PATH]", required=False, type=ANY_PATH)
@click.option("--git", "git_spec", metavar="PATH@REV:FOLDER", help="A folder in a revision of a local repository.")
@click.option("--name", required=True, metavar="NAME", help="What the snapshot is called from now on.")
@json_option
@click.pass_obj
def add_command(invocation: Invocation, path: Path | None, git_spec: str | None, name: str, as_json: bool) -> int:
    """Keep documents as a snapshot, which never changes. Exit code 1 when something in the source was left out.

    PATH is a folder of .md, .txt, .html or .rst files, or a .jsonl, .jsonl.gz or .csv file. Where ragtriage.yaml names
    no snapshot, the first one is written into it.

    \b
    Examples:
      ragtriage snapshot add docs/ --name 2026-11
      ragtriage snapshot add export.jsonl --name 2026-11
      ragtriage snapshot add --git ../docs@v4.18:content --name docs-4.18
    """
    from ragtriage.cli.first_snapshot import add_and_name
    from ragtriage.corpus.sources import from_git, read_source

    if (path is None) == (git_spec is None):
        raise click.UsageError("give either PATH or --git PATH@REV:FOLDER")
    workspace = invocation.workspace()
    reading = from_git(git_spec) if git_spec is not None else read_source(Path(path or "."))
    printer = invocation.printer
    _print_left_out(printer, reading)  # before anything else can fail
    manifest, named = add_and_name(workspace, name, reading)
    _keep_line_ends(printer, workspace.root)
    if as_json:
        printer.json(
            {"snapshot": manifest, "added": manifest.added, "left_out": reading.problems, "named_in_settings": named}
        )
    else:
        verb = "added" if manifest.added else "was there already"
        size = f"{counted(manifest.documents, 'document')}, {counted(manifest.characters, 'character')}"
        printer.line(f"{manifest.name} {verb}: {size}")
    for line in reading.normalised:
        printer.say(Cell(line, Paint.DIM))
    if named:
        printer.say(f"ragtriage.yaml names it now: `snapshot: {manifest.name}`, what cases are judged against")
    printer.next(_next_step(workspace.settings.snapshot, manifest.name))
    return 1 if reading.problems else 0


def _print_left_out(printer: Printer, reading: "SourceReading") -> None:
    for problem in reading.problems[:_SHOWN]:
        printer.say(Cell("left out ", Paint.WARN), problem_line(problem))
    if len(reading.problems) > _SHOWN:
        printer.say(f"{counted(len(reading.problems), 'kind')} of problems, the first {_SHOWN} are listed")


def _keep_line_ends(printer: Printer, root: Path) -> None:
    from ragtriage.cli.git_attributes import keep_bytes
    from ragtriage.errors import FileError

    try:
        if keep_bytes(root):
            printer.say(".gitattributes keeps Git from changing the line ends of snapshots and runs: commit it too")
    except FileError as error:  # the snapshot is there all the same
        printer.say(Cell("note: ", Paint.WARN), f"{error.where}: {error.title}")


def _next_step(judged_against: str | None, added: str) -> str:
    if judged_against is None:
        return f"write `snapshot: {added}` in ragtriage.yaml"
    if judged_against != added:
        return command("anchors", "check", "--snapshot", added)
    return "ragtriage run, or ragtriage import runs FILE"


@snapshot_command.command("list")
@json_option
@click.pass_obj
def list_command(invocation: Invocation, as_json: bool) -> int:
    """All snapshots; a star marks the one that cases are judged against.

    \b
    Examples:
      ragtriage snapshot list
      ragtriage snapshot list --json
    """
    workspace = invocation.workspace()
    manifests = [workspace.snapshots.manifest(name) for name in workspace.snapshots.names()]
    if as_json:
        invocation.printer.json(manifests)
        return 0
    rows: list[list[Piece]] = [
        [
            ("* " if one.name == workspace.settings.snapshot else "  ") + one.name,
            str(one.documents),
            f"{one.characters:,}",
            one.created[:10],
            one.source,
        ]
        for one in manifests
    ]
    invocation.printer.table(("  name", "documents", "characters", "created", "source"), rows, numbers=(1, 2))
    invocation.printer.next("ragtriage snapshot show NAME" if rows else "ragtriage snapshot add FOLDER --name NAME")
    return 0


@snapshot_command.command("show")
@click.argument("name", metavar="NAME", shell_complete=complete_snapshots)
@click.argument("doc_id", metavar="[DOC_ID]", required=False)
@json_option
@click.pass_obj
def show_command(invocation: Invocation, name: str, doc_id: str | None, as_json: bool) -> int:
    """What is known of a snapshot, and its documents; or one document.

    \b
    Examples:
      ragtriage snapshot show 2026-11
      ragtriage snapshot show 2026-11 kb/billing/proration
      ragtriage snapshot show 2026-11 kb/billing/proration --json | jq .metadata
    """
    from ragtriage.errors import UsageError, nearest

    workspace, printer = invocation.workspace(), invocation.printer
    manifest = workspace.snapshots.manifest(name)
    ids = workspace.snapshots.doc_ids(name)
    if doc_id is None:
        if as_json:
            printer.json({"snapshot": manifest, "doc_ids": ids})
            return 0
        printer.say(f"{manifest.name}, made {manifest.created} from {manifest.source} by {manifest.extractor}")
        printer.say(f"sha256 {manifest.sha256}")
        for each in ids:
            printer.line(each)
        printer.next(command("snapshot", "show", name, "DOC_ID"))
        return 0
    document = workspace.snapshots.document(name, doc_id)
    if document is None:
        close = nearest(doc_id, ids)
        raise UsageError(
            f"{name} has no document `{doc_id}`",
            next_step=f"did you mean `{close}`?" if close else f"ragtriage snapshot show {name} lists them",
        )
    if as_json:
        printer.json(document)
        return 0
    printer.say(Cell(document.title, Paint.STRONG))
    printer.line(document.text.removesuffix("\n"))
    printer.next(command("snapshot", "search", "--snapshot", name, "WORDS"))
    return 0


@snapshot_command.command("search")
@click.argument("words", metavar="WORDS...", nargs=-1, required=True)
@click.option("--snapshot", metavar="NAME", shell_complete=complete_snapshots, help="Default: the workspace's.")
@click.option("-n", "count", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many passages.")
@json_option
@click.pass_obj
def search_command(
    invocation: Invocation, words: tuple[str, ...], snapshot: str | None, count: int, as_json: bool
) -> int:
    """The passages that hold these words, best first (BM25).

    \b
    Examples:
      ragtriage snapshot search 'can I move to monthly billing'
      ragtriage snapshot search --snapshot docs-4.17 -n 3 proration
      ragtriage snapshot search proration --json | jq -r '.[].doc_id'
    """
    from ragtriage.anchors.under import section_of
    from ragtriage.corpus.search import Searcher
    from ragtriage.text import one_line, path_words

    workspace, printer = invocation.workspace(), invocation.printer
    name = snapshot or workspace.snapshot
    workspace.snapshots.ensure(name)
    hits = Searcher(workspace.db, name).search(" ".join(words), count)
    if as_json:
        printer.json(hits)
        return 0
    for hit in hits:
        place = f"{hit.doc_id} {hit.start}-{hit.end}"
        text = workspace.snapshots.texts(name, [hit.doc_id]).get(hit.doc_id, "")
        section = path_words(section_of("", text, hit.start))
        printer.line(
            Cell(f"{hit.rank}  ", Paint.STRONG),
            Cell(place, Paint.ACCENT),
            Cell(f"  {hit.score:.2f}", Paint.DIM),
            Cell(f"  under: {section}" if section else "", Paint.DIM),
        )
        printer.line(f"   {one_line(hit.text)}")
    printer.say(f"{counted(len(hits), 'passage')} in {name}")
    printer.next(command("snapshot", "show", name, "DOC_ID") if hits else "other words; only whole words are found")
    return 0


@snapshot_command.command("diff", short_help="What became of the documents, and of which cases.")
@click.argument("old", metavar="A", shell_complete=complete_snapshots)
@click.argument("new", metavar="B", shell_complete=complete_snapshots)
@json_option
@click.pass_obj
def diff_command(invocation: Invocation, old: str, new: str, as_json: bool) -> int:
    """What became of the documents between two snapshots, and which cases quote those that changed.

    Exit code 1 when anything differs. A document is renamed when more than half of its lines stand under another id.

    \b
    Examples:
      ragtriage snapshot diff docs-4.15 docs-4.18
      ragtriage snapshot diff docs-4.15 docs-4.18 --json | jq -r '.cases[] | .case'
    """
    from ragtriage.corpus.changes import document_changes

    workspace = invocation.workspace()
    workspace.cases.refresh()
    found = document_changes(workspace.snapshots.documents(old), workspace.snapshots.documents(new))
    touched = _touched(workspace, found.touched())
    counts = {name: len(getattr(found, name)) for name in ("same", "edited", "renamed", "removed", "added")}
    if as_json:
        invocation.printer.json({"old": old, "new": new, "counts": counts, "documents": found, "cases": touched})
        return 1 if len(found.same) < sum(counts.values()) else 0
    printer = invocation.printer
    rows: list[list[Piece]] = [[Cell("edited", Paint.WARN), doc_id, ""] for doc_id in found.edited]
    rows += [[Cell("renamed", Paint.ACCENT), one.old, f"{one.new} ({one.likeness:.0%} alike)"] for one in found.renamed]
    rows += [[Cell("removed", Paint.BAD), doc_id, ""] for doc_id in found.removed]
    rows += [[Cell("added", Paint.GOOD), doc_id, ""] for doc_id in found.added]
    printer.table(("what", "document", "now"), rows)
    if touched:
        printer.line()
        printer.table(
            ("case", "quotes documents that are"),
            [[Cell(one["case"], Paint.ACCENT), ", ".join(one["documents"].values())] for one in touched],
        )
    printer.line()
    printer.line(f"{old} to {new}: {', '.join(f'{count} {name}' for name, count in counts.items())}")
    printer.line(f"{counted(len(touched), 'case')} touched")
    printer.next(command("anchors", "check", "--snapshot", new) if touched else "ragtriage status")
    return 1 if rows else 0


def _touched(workspace: "Workspace", documents: "dict[str, str]") -> "list[dict[str, Any]]":
    """The cases that are not retired and quote a document that is not the same any more, with those documents."""
    found = []
    for case in workspace.cases.cases():
        quoted = dict.fromkeys(quote.doc_id for piece in case.evidence for quote in piece.any_of)
        changed = {doc_id: documents[doc_id] for doc_id in quoted if doc_id in documents}
        if changed and case.status != "retired":
            found.append({"case": case.id, "documents": changed})
    return found
