"""`ragtriage init` and `ragtriage demo`: from nothing to a workspace."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import ANY_PATH
from ragtriage.cli.root import Invocation
from ragtriage.errors import FilePlace, WorkspaceError
from ragtriage.text import counted

if TYPE_CHECKING:
    from ragtriage.workspace import Workspace

_SAMPLE = ("cases", "corpus_snapshots", "inbox", "ragtriage.yaml")
"""The settings last: a copy that was cut off is no workspace."""
_INBOX = "inbox"
"""Exports of complaints in the sample; the screens have something to show at once."""
_IGNORED = (".ragtriage/", ".ragtriage-*")
"""What is computed, and what is being written or was left by a killed process."""


@click.command("init", short_help="Make a workspace here.")
@click.argument("folder", metavar="[FOLDER]", type=ANY_PATH, default=Path())
@click.option("--snapshot", metavar="NAME", default="", help="The snapshot to judge against, if it has a name already.")
@click.pass_obj
def init_command(invocation: Invocation, folder: Path, snapshot: str) -> int:
    """Make a workspace: ragtriage.yaml, an empty cases/, .ragtriage/ in .gitignore, and a line in
    .gitattributes that keeps Git from changing line ends of snapshots and runs. What is there stays.

    \b
    Examples:
      ragtriage init
      ragtriage init golden-set --snapshot 2026-11
    """
    from ragtriage.cli.git_attributes import keep_bytes
    from ragtriage.disk.files import read_bytes, replace_file
    from ragtriage.disk.safe_paths import guard
    from ragtriage.disk.yaml_out import inline
    from ragtriage.settings import FILE, TEMPLATE

    shown, folder = folder, folder.absolute()
    guard(folder)
    settings = folder / FILE
    if read_bytes(settings) is not None:
        raise WorkspaceError(
            "there is a workspace here already", where=FilePlace(settings), next_step="ragtriage status"
        )
    if not folder.is_dir() and folder.exists():
        raise WorkspaceError("this is a file, not a folder", where=FilePlace(folder))
    text = TEMPLATE.format(snapshot=inline(snapshot) if snapshot else "")
    (folder / "cases").mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    before = read_bytes(ignore) or b""
    if missing := [line for line in _IGNORED if line.encode() not in before.split()]:
        end = b"" if not before or before.endswith(b"\n") else b"\n"
        replace_file(ignore, before + end + "".join(f"{line}\n" for line in missing).encode())
    keep_bytes(folder)
    replace_file(settings, (text.rstrip() + "\n").encode())  # last: with it there is a workspace, and a whole one
    invocation.printer.say(f"{shown / FILE} is made")
    here = "" if shown == Path() else f"cd {shown}, then "
    invocation.printer.next(f"{here}ragtriage snapshot add DOCS_FOLDER --name NAME")
    return 0


@click.command("demo", short_help="A sample workspace to try everything on.")
@click.argument("folder", metavar="[FOLDER]", type=ANY_PATH, default=Path("ragtriage-demo"))
@click.pass_obj
def demo_command(invocation: Invocation, folder: Path) -> int:
    """A sample workspace to try everything on: copied into FOLDER (ragtriage-demo), run, and opened.

    Its configurations run on both of its snapshots, last month's and this month's, so that there is a week before this
    one to look back on. A folder that holds the demo already is opened as it is.

    \b
    Examples:
      ragtriage demo
      ragtriage demo /tmp/demo && cd /tmp/demo && ragtriage
    """
    import shlex

    from ragtriage.cli.status import print_status
    from ragtriage.settings import FILE

    invocation.folder = folder
    if (folder / FILE).is_file():
        invocation.printer.say(f"{folder} is there already, and opened as it is")
    else:
        _make_demo(invocation, folder)
    if invocation.can_draw:
        return invocation.open_screens()
    return print_status(invocation, as_json=False, then=f"cd {shlex.quote(str(folder))} && ragtriage")


def _make_demo(invocation: Invocation, folder: Path) -> None:
    from ragtriage.cli.run import run_one
    from ragtriage.git.beginning import into_git

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise WorkspaceError(
            "there is something here already", where=FilePlace(folder), next_step="name another folder"
        )
    _copy_sample(sample_folder(), folder)
    workspace = invocation.workspace()
    workspace.cases.refresh()
    for snapshot in workspace.snapshots.names():
        for name in workspace.settings.configurations:
            report = run_one(workspace, name, snapshot)
            invocation.printer.say(f"{report.run.id}: {counted(report.run.outputs, 'output')}")
    _import_complaints(folder, workspace)
    into_git(folder, "Golden set of the help-centre assistant")
    invocation.printer.say(
        f"{folder} holds {counted(len(workspace.cases.ids()), 'case')}, {counted(len(workspace.runs.runs()), 'run')}"
    )


def _import_complaints(folder: Path, workspace: "Workspace") -> None:
    from ragtriage.intake.importing import import_paths
    from ragtriage.weeks import zone

    settings = workspace.settings
    if (folder / _INBOX).is_dir():
        inbox = workspace.complaints.inbox
        import_paths([folder / _INBOX], inbox, settings.complaint_fields, zone(settings.timezone))


def _copy_sample(sample: Path, folder: Path) -> None:
    import shutil

    from ragtriage.cli.git_attributes import keep_bytes

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in _SAMPLE:
            source = sample / name
            if source.is_dir():
                shutil.copytree(source, folder / name)
            elif source.is_file():
                shutil.copyfile(source, folder / name)
        (folder / ".gitignore").write_text("".join(f"{line}\n" for line in _IGNORED))
        keep_bytes(folder)
    except OSError as error:
        raise WorkspaceError(f"the sample cannot be copied: {error}", where=FilePlace(folder)) from error


def sample_folder() -> Path:
    """Where the sample workspace is: in the package, or at the top of a checkout."""
    package = Path(__file__).parents[1]
    for folder in (package / "sample", package.parent):
        if (folder / "ragtriage.yaml").is_file() and (folder / "corpus_snapshots").is_dir():
            return folder
    raise WorkspaceError(
        "the sample workspace is not installed", next_step="install ragtriage again, or see its repository"
    )
