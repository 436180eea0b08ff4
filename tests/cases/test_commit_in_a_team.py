"""What a commit must not leave out, where one stands afterwards, and who may ask while it is made."""

import os
import pty
import select
import subprocess
import sys

import pytest

from ragtriage.cases.committing import commit, commit_on_branch
from ragtriage.cases.comparing import compared
from ragtriage.cases.revisions import Asked
from ragtriage.cases.uncommitted import waiting
from ragtriage.errors import WorkspaceError
from ragtriage.git.repository import open_repository


def with_snapshot(golden, name="docs"):
    folder = golden.root / "corpus_snapshots" / name
    folder.mkdir(parents=True)
    (folder / "manifest.yaml").write_text("name: docs\n")
    (folder / "documents.jsonl").write_text("{}\n" * 1000)
    (golden.root / ".gitattributes").write_text("corpus_snapshots/** -text\n")
    return folder


def test_judgements_of_runs_that_a_clone_would_lack_are_said_to_show_nothing_there(golden):
    (golden.root / "labels").mkdir()
    (golden.root / "labels" / "a--jo.yaml").write_text("case: a\nreviewer: jo\nlabels: []\n")
    assert "no run is in Git" in "".join(waiting(golden.root).notes)
    (golden.root / "runs").mkdir()
    (golden.root / "runs" / "r.yaml").write_text("id: r\n")
    golden.git("add", ".")
    assert "no run is in Git" not in "".join(waiting(golden.root).notes)


class TestTheSnapshot:
    def test_one_that_a_clone_would_lack_is_offered_and_taken_only_when_asked_for(self, golden):
        with_snapshot(golden)
        golden.put("b")
        what = waiting(golden.root, "docs")
        assert "documents" not in "".join(what.paths)
        assert "without it a clone has nothing to judge against" in what.snapshot.note
        whole = what.with_snapshot()
        commit(golden.root, whole, whole.message)
        assert golden.files_of() == [
            "eval/golden/.gitattributes",
            "eval/golden/cases/b.yaml",
            "eval/golden/corpus_snapshots/docs/documents.jsonl",
            "eval/golden/corpus_snapshots/docs/manifest.yaml",
        ]
        assert "snapshot docs (0.0 MB)" in golden.git("show", "--format=%B", "--no-patch")
        assert waiting(golden.root, "docs").snapshot is None

    def test_without_a_case_changed_it_is_still_offered(self, golden):
        with_snapshot(golden)
        what = waiting(golden.root, "docs")
        assert not what.paths and what.snapshot.paths
        assert what.with_snapshot().subject.startswith("Snapshot docs")

    def test_one_that_git_ignores_is_said_to_stay_out(self, golden):
        with_snapshot(golden)
        (golden.top / ".gitignore").write_text("corpus_snapshots/\n")
        what = waiting(golden.root, "docs")
        assert ".gitignore leaves it out" in what.snapshot.note
        assert what.with_snapshot() is what

    def test_there_may_be_none(self, golden):
        assert waiting(golden.root, "docs").snapshot is None
        assert waiting(golden.root).snapshot is None


class TestABranchForNothing:
    @pytest.mark.parametrize("hook", ["pre-commit", "commit-msg"])
    def test_a_refused_hook_leaves_one_where_one_was(self, golden, hook):
        golden.hook(hook, "echo no; exit 1")
        golden.put("b")
        before = golden.git("status", "--porcelain")
        with pytest.raises(WorkspaceError) as caught:
            commit_on_branch(golden.root, "work", waiting(golden.root), "x")
        assert caught.value.next_step == "no\nyou are on main as before, and work was not made"
        assert golden.git("branch", "--show-current") == "main"
        assert golden.git("branch", "--list", "work") == ""
        assert golden.git("status", "--porcelain") == before

    def test_also_where_no_branch_was_checked_out(self, golden):
        golden.git("switch", "-q", "--detach")
        golden.hook("pre-commit", "exit 1")
        golden.put("b")
        with pytest.raises(WorkspaceError, match="nothing was committed") as caught:
            commit_on_branch(golden.root, "work", waiting(golden.root), "x")
        assert "you are on no branch as before" in caught.value.next_step
        assert golden.git("branch", "--show-current") == ""

    def test_also_before_the_first_commit(self, golden, tmp_path):
        fresh = type(golden)(tmp_path / "fresh")
        fresh.hook("pre-commit", "exit 1")
        fresh.put("b")
        with pytest.raises(WorkspaceError, match="nothing was committed"):
            commit_on_branch(fresh.root, "work", waiting(fresh.root), "x")
        assert fresh.git("branch", "--show-current") == "main"

    def test_one_that_is_made_holds_the_commit(self, golden):
        golden.put("b")
        assert commit_on_branch(golden.root, "work", waiting(golden.root), "x").branch == "work"
        assert golden.git("log", "--format=%s", "main..work") == "x"


SEEN = """
import sys
from pathlib import Path
from ragtriage.cases.comparing import compared
from ragtriage.git.repository import open_repository
from ragtriage.cases.revisions import Asked
with open_repository(Path(sys.argv[1])) as repository:
    found = compared(repository, Asked(None, None), staged=True)
print(*(one.id for one in found.changes))
"""


class TestTheIndexThatGitNames:
    """`git commit -a`, `git commit FILE` and our own commits make an index of their own, and name it to the hook."""

    @pytest.mark.parametrize("words", [("-a",), ("eval/golden/cases/a.yaml",), ("--only", "eval/golden/cases/a.yaml")])
    def test_a_hook_sees_what_is_being_committed(self, golden, tmp_path, words):
        script, seen = tmp_path / "seen.py", tmp_path / "seen"
        script.write_text(SEEN)
        golden.hook("pre-commit", f"'{sys.executable}' '{script}' '{golden.root}' > '{seen}'")
        golden.put("a", "how much?")
        golden.git("commit", "-q", "-m", "x", *words)
        assert seen.read_text().split() == ["a"]

    def test_that_of_another_repository_is_not_ours(self, golden, tmp_path, monkeypatch):
        other = type(golden)(tmp_path / "other")
        golden.put("a", "how much?")
        golden.git("add", "-A")
        monkeypatch.setenv("GIT_INDEX_FILE", str(other.top / ".git/index"))
        with open_repository(golden.root) as repository:
            assert [one.id for one in compared(repository, Asked(None, None), staged=True).changes] == ["a"]


def test_from_a_shell_a_hook_has_the_terminal(golden):
    golden.hook("pre-commit", 'printf "sure? " > /dev/tty; read answer < /dev/tty; test "$answer" = yes')
    golden.put("b")
    (golden.root / "ragtriage.yaml").write_text("")
    pid, handle = pty.fork()
    if not pid:
        os.chdir(golden.root)
        os.execv(sys.executable, [sys.executable, "-m", "ragtriage", "commit", "-m", "x"])
    said = b""
    while select.select([handle], [], [], 60)[0]:
        try:
            said += os.read(handle, 4096)
        except OSError:
            break
        if said.endswith(b"sure? "):
            os.write(handle, b"yes\n")
    os.close(handle)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, said.decode()
    assert golden.git("log", "-1", "--format=%s") == "x"


def test_with_no_branch_checked_out_the_next_step_makes_one(golden):
    golden.git("switch", "-q", "--detach")
    golden.put("b")
    (golden.root / "ragtriage.yaml").write_text("")
    done = subprocess.run(
        [sys.executable, "-m", "ragtriage", "commit"], cwd=golden.root, capture_output=True, text=True, check=True
    )
    assert "next: git switch -c NAME" in done.stderr
