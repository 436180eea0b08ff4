"""What a fresh interpreter loads: the library stays light, and only the screens know textual."""

import subprocess
import sys
from pathlib import Path

import pytest

from ragtriage.corpus.document import Document
from ragtriage.runs.model import Output
from ragtriage.workspace import Workspace

HEAVY = {
    "babel", "charset_normalizer", "dateutil", "git", "litellm", "numpy", "phonenumbers", "rapidfuzz", "rich",
    "sqlite_utils", "textual", "yaml_edit",
}  # fmt: skip


def loaded(code: str, cwd: Path) -> set[str]:
    """The heavy modules that are loaded after `code` has run in a fresh interpreter."""
    code += f"\nimport sys; print(*sorted({HEAVY!r} & sys.modules.keys()))"
    root = str(Path(__file__).parents[1])
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {root!r})\n{code}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=cwd)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "module",
    [
        "ragtriage",
        "ragtriage.workspace",
        "ragtriage.triage.service",
        "ragtriage.drift.anchoring",
        "ragtriage.cli",
        "ragtriage.launch",
    ],
)
def test_importing_the_library_loads_nothing_heavy(module: str, tmp_path: Path) -> None:
    assert loaded(f"import {module}", tmp_path) == set()


def test_opening_a_workspace_with_a_fresh_index_and_showing_its_queue_loads_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "ragtriage.yaml").write_text("snapshot: one\n")
    (tmp_path / "cases").mkdir()
    code = (
        "from ragtriage.workspace import Workspace\n"
        "with Workspace.open(reviewer='mk') as workspace:\n"
        "    workspace.refresh()\n"
        "    workspace.triage.queue(every=True)\n"
    )
    assert loaded(code, tmp_path) <= {"sqlite_utils", "numpy", "dateutil"}  # it makes the index
    assert loaded(code, tmp_path) == set()


def test_the_screens_do_load_textual_so_that_this_test_can_fail(tmp_path: Path) -> None:
    assert "textual" in loaded("import ragtriage.tui.app", tmp_path)


def test_the_screens_load_nothing_that_finding_quotes_needs(tmp_path: Path) -> None:
    assert loaded("import ragtriage.tui.app", tmp_path) & {"numpy", "rapidfuzz", "sqlite_utils", "git"} == set()


@pytest.mark.parametrize("words", [("--help",), ("anchors", "--help"), ("anchors", "check", "--help")])
def test_help_loads_nothing_heavy(words: tuple[str, ...], tmp_path: Path) -> None:
    quietly = "import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()):\n"
    assert loaded(f"from ragtriage.cli import main\n{quietly}    main({words!r})", tmp_path) == set()


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a case and a run, judged already."""
    root = tmp_path_factory.mktemp("judged")
    (root / "ragtriage.yaml").write_text("snapshot: one\n")
    (root / "cases").mkdir()
    (root / "cases" / "fees.yaml").write_text(
        "id: fees\nquestion: What is the fee?\nanswerable: true\n"
        "evidence: [{doc_id: kb, quote: The fee is nine euros}]\n"
    )
    with Workspace.open(root, reviewer="mk") as workspace:
        workspace.snapshots.add("one", [Document("kb", "KB", "The fee is nine euros.\n")], source="t", extractor="t")
        workspace.refresh()
        workspace.runs.add("prod", "one", [Output("fees", (), answer="Nine.", refused=False, citations=())])
        workspace.judge_all()
    return root


def test_looking_at_what_is_judged_loads_nothing_heavy(judged: Path) -> None:
    asked = (["status"], ["triage", "list"], ["triage", "next"], ["cases", "list"], ["cases", "show", "fees"])
    code = (
        "import io, contextlib\n"
        "from ragtriage.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        f"    codes = [main(words) for words in {asked!r}]\n"
        "assert set(codes) <= {0, 1}, codes\n"
    )
    assert loaded(code, judged) == set()
