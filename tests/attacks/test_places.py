"""Where a workspace may lie, and what may lie in it that is neither a file nor a folder."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from ragtriage.cli import main
from tests.attacks.conftest import SECRET, commands, git

PIPES = ["cases/x.yaml", "cases/billing/monthly.yaml", "triage/2026-W49/x--a.yaml", "complaints/c-1234abcd.yaml"]
PIPES += ["labels/x.yaml", "runs/x.yaml", "runs/x.jsonl.gz", "corpus_snapshots/kb/documents.jsonl"]
PIPES += ["corpus_snapshots/kb/manifest.yaml", "corpus_snapshots/x/manifest.yaml", ".ragtriage/lock"]
PIPES += [".ragtriage/index.db", ".ragtriage/journal/intent.json"]


@pytest.mark.parametrize("name", PIPES)
def test_a_pipe_that_nobody_writes_to_holds_nothing_up(name, place, tried):
    path = place / "golden" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    tried(place / "golden")


def test_a_worktree_and_a_submodule_bring_no_state_either(place, tried):
    theirs, work = place / "golden", place / "worktree"
    (theirs / ".ragtriage/index.db").write_bytes(b"forged")
    git(theirs, "add", "-f", ".ragtriage/index.db")
    git(theirs, "commit", "-qm", "state")
    git(theirs, "worktree", "add", "-q", str(work), "-b", "other")
    outer = place / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(theirs), "golden")
    git(outer, "commit", "-qm", "x")
    for root in (work, outer / "golden"):
        said = tried(root)
        assert said.count("Git put it there") == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes somebody else")
@pytest.mark.parametrize("writable", [False, True])
def test_a_workspace_of_another_user_is_said_and_its_state_not_used(place, writable):
    """The folder belongs to another; so does its state folder, which is not ours whatever its mode."""
    shared = Path(tempfile.mkdtemp(dir="/tmp"))  # pytest's own folders are closed to others
    root = Path(shutil.copytree(place / "golden", shared / "golden"))
    for path in (shared, root, *root.rglob("*")):
        os.chown(path, 1234, 1234, follow_symlinks=False)
        if path.is_dir() and ".ragtriage" not in path.parts:
            path.chmod(0o777 if writable else 0o755)
    child = os.fork()
    if child == 0:
        code = 99
        try:
            os.setgid(4321)
            os.setuid(4321)
            sys.stderr = (shared / "said").open("w") if writable else sys.stderr
            code = main(["-C", str(root), "cases", "list"])
            sys.stderr.flush()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code == (0 if writable else 3)
    aside = [*root.glob(".ragtriage-aside-*")]
    assert len(aside) == writable
    if writable:
        assert "another owns it" in (shared / "said").read_text()
        assert (root / ".ragtriage").stat().st_uid == 4321
    shutil.rmtree(shared)


def test_a_folder_of_exports_that_links_elsewhere_is_not_followed(place, capsys):
    (place / "id_ed25519.jsonl").write_text(f'{{"question": "{SECRET}"}}\n')
    inbox = place / "golden/inbox"
    inbox.mkdir()
    (inbox / "keys.jsonl").symlink_to(place / "id_ed25519.jsonl")
    (inbox / "real.jsonl").write_text('{"question": "Why was I charged twice?"}\n')
    assert main(["-C", str(place / "golden"), "complaints", "import", str(inbox)]) in (0, 1)
    assert main(["-C", str(place / "golden"), "complaints", "list"]) in (0, 1)
    out, err = capsys.readouterr()
    assert SECRET not in out + err and "charged twice" in out and "links in the folder, not followed" in err


@pytest.mark.parametrize("command", ["import cases", "import runs", "complaints import", "snapshot add --name x"])
def test_a_file_of_the_workspace_that_is_a_link_is_not_imported(command, place, capsys):
    (place / "secret.jsonl").write_text(f'{{"question": "{SECRET}", "doc_id": "x", "text": "{SECRET}"}}\n')
    (place / "golden/data.jsonl").symlink_to(place / "secret.jsonl")
    code = main(["-C", str(place / "golden"), *command.split(), str(place / "golden/data.jsonl")])
    out, err = capsys.readouterr()
    assert code in (1, 2, 3) and "symbolic link" in err and SECRET not in out + err


@pytest.mark.parametrize(
    "line", ["timezone: ../../../../etc/passwd", "timezone: /etc/passwd", "snapshot: ../../x", "snapshot: /etc"]
)
def test_settings_name_no_file(line, place, tried):
    settings = place / "golden/ragtriage.yaml"
    settings.write_text("\n".join([line, *settings.read_text().splitlines()[-2:]]) + "\n")
    tried(place / "golden")


def test_modules_in_a_workspace_are_not_imported(place):
    """`python -m` puts the current folder first."""
    root = place / "golden"
    for name in ("yaml", "click", "git", "sqlite_utils", "numpy", "textual", "rapidfuzz"):
        (root / f"{name}.py").write_text(f"open({str(place / 'ran')!r}, 'w')\n")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    for words in (("status",), ("anchors", "check"), ("check", "HEAD..HEAD")):
        subprocess.run(
            [sys.executable, "-m", "ragtriage", *words], cwd=root, env=environment, capture_output=True, timeout=60
        )
    assert not Path(place / "ran").exists()
    assert commands(place)
