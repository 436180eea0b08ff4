"""Git leaves the bytes of snapshots and runs alone; where it did not, what is advised mends it."""

import subprocess

import pytest

from ragtriage.cli import main
from ragtriage.cli.git_attributes import keep_bytes

OURS = b"corpus_snapshots/** -text\nruns/** -text\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, OURS),
        (b"*.png binary", b"*.png binary\n" + OURS),
        (b"* text=auto\r\n", b"* text=auto\r\n" + OURS.replace(b"\n", b"\r\n")),
        (OURS, OURS),
        (b"/runs/**   filter=lfs -text\n", b"/runs/**   filter=lfs -text\ncorpus_snapshots/** -text\n"),
        (b"corpus_snapshots/** text=auto\nruns/** binary\n", b"corpus_snapshots/** text=auto\nruns/** binary\n"),
        (b"# runs/** -text\n", b"# runs/** -text\n" + OURS),
    ],
)
def test_lines_are_added_once_and_a_persons_own_are_kept(tmp_path, before, after):
    file = tmp_path / ".gitattributes"
    if before is not None:
        file.write_bytes(before)
    assert keep_bytes(tmp_path) is (before != after)
    assert file.read_bytes() == after
    assert keep_bytes(tmp_path) is False


@pytest.fixture
def docs(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n\nThe fee is 5 €.\n")
    (tmp_path / "docs" / "b.md").write_text("# B\n\nThere is none.\n")
    return tmp_path / "docs"


def git(folder, *words):
    settings = ("-c", "user.name=n", "-c", "user.email=n@x", "-c", "core.autocrlf=true", "-c", "core.safecrlf=false")
    return subprocess.run(["git", *settings, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def cloned(tmp_path, docs, attributes):
    """A clone, made with core.autocrlf, of a workspace with one snapshot."""
    root = tmp_path / "w"
    assert main(["init", str(root)]) == 0
    assert main(["-C", str(root), "snapshot", "add", str(docs), "--name", "kb"]) == 0
    assert (root / ".gitattributes").read_bytes() == OURS
    if not attributes:
        (root / ".gitattributes").unlink()
    git(tmp_path, "init", "-q", str(root))
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    git(tmp_path, "clone", "-q", str(root), str(tmp_path / "clone"))
    return tmp_path / "clone"


def test_a_clone_with_other_line_ends_can_be_used(tmp_path, docs, capsys):
    clone = cloned(tmp_path, docs, attributes=True)
    assert b"\r\n" in (clone / "ragtriage.yaml").read_bytes()
    assert main(["-C", str(clone), "snapshot", "search", "fee"]) == 0
    assert "5 €" in capsys.readouterr().out


def test_where_git_changed_them_the_cause_is_named_and_the_commands_mend_it(tmp_path, docs, capsys):
    clone = cloned(tmp_path, docs, attributes=False)
    assert main(["-C", str(clone), "snapshot", "search", "fee"]) == 3
    said = capsys.readouterr().err
    assert "core.autocrlf" in said
    commands = [line.strip() for line in said.splitlines() if line.startswith(("  echo", "  rm"))]
    for command in commands:
        subprocess.run(command, shell=True, cwd=clone, check=True)
    assert len(commands) == 2
    assert main(["-C", str(clone), "snapshot", "search", "fee"]) == 0
    assert git(clone, "status", "--porcelain", "--", "corpus_snapshots") == ""


def test_other_content_is_not_blamed_on_line_ends(tmp_path, docs, capsys):
    clone = cloned(tmp_path, docs, attributes=True)
    file = clone / "corpus_snapshots/kb/documents.jsonl"
    file.write_bytes(file.read_bytes().replace(b"5", b"6").replace(b"\n", b"\r\n"))
    assert main(["-C", str(clone), "snapshot", "search", "fee"]) == 3
    said = capsys.readouterr().err
    assert "sha256 differs" in said and "autocrlf" not in said
