"""Commits of the workspace's own files, in every state that a repository can be in."""

import os
import subprocess
from pathlib import Path

import pytest

from ragtriage.cases.committing import commit, new_branch
from ragtriage.cases.history import branch_state, reviewer
from ragtriage.cases.uncommitted import waiting
from ragtriage.errors import UsageError, WorkspaceError
from ragtriage.git import reading
from ragtriage.git.as_person import git_as_person
from ragtriage.git.repository import open_repository

HOSTILE = "\x1b]52;c;ZXZpbA==\x07\u202e"


class TestWhatIsTaken:
    def test_the_workspaces_own_files_told_by_case_week_and_complaint(self, golden) -> None:
        golden.put("a", "how much?")
        for week, name in (("2026-W48", "a--mira"), ("2026-W48", "b--jo"), ("2026-W49", "a--jo")):
            (golden.root / "triage" / week).mkdir(parents=True, exist_ok=True)
            (golden.root / "triage" / week / f"{name}.yaml").write_text("case: a\n")
        (golden.root / "labels").mkdir()
        (golden.root / "labels/a--jo.yaml").write_text("case: a\nlabels: []\n")
        (golden.root / "complaints").mkdir()
        (golden.root / "complaints/c-1234.yaml").write_text("state: rejected\n")
        (golden.root / "ragtriage.yaml").write_text("snapshot: one\n")
        (golden.root / "notes.txt").write_text("mine")
        (golden.root / "cases/a.yaml~").write_text("an editor's")
        what = waiting(golden.root)
        assert what.subject == "a: question: “how?” → “how much?”"
        assert what.others == (
            "2 verdicts of 2026-W48",
            "1 verdict of 2026-W49",
            "answers to 1 case judged",
            "1 complaint decided",
            "settings (ragtriage.yaml)",
        )
        golden.commit()
        assert len(golden.files_of()) == 7
        assert golden.git("status", "--porcelain", "-uall").split() == [
            "??", "eval/golden/cases/a.yaml~", "??", "eval/golden/notes.txt",
        ]  # fmt: skip
        assert "- 2 verdicts of 2026-W48" in golden.git("log", "-1", "--format=%B")

    def test_what_others_staged_stays_staged_and_out_of_the_commit(self, golden) -> None:
        (golden.top / "code.py").write_text("staged")
        golden.git("add", "code.py")
        (golden.top / "code.py").write_text("changed since")
        golden.put("a", "how much?")
        assert any("1 other staged file stays staged" in note for note in waiting(golden.root).notes)
        golden.commit()
        assert golden.files_of() == ["eval/golden/cases/a.yaml"]
        assert golden.git("status", "--porcelain") == "AM code.py"
        assert golden.git("show", ":code.py") == "staged"

    def test_half_of_a_case_that_is_staged_goes_whole(self, golden) -> None:
        golden.put("a", "staged?")
        golden.git("add", "-A")
        golden.put("a", "on disk?")
        golden.commit()
        assert "on disk?" in golden.git("show", "HEAD:eval/golden/cases/a.yaml")
        assert golden.git("status", "--porcelain") == ""

    def test_deleted_renamed_and_forgotten_files_go_along(self, golden) -> None:
        golden.put("b")
        golden.commit()
        golden.git("mv", "eval/golden/cases/a.yaml", "eval/golden/cases/c.yaml")
        (golden.root / "cases/c.yaml").write_text("id: c\nquestion: how?\nanswerable: true\n")
        (golden.root / "cases/b.yaml").unlink()
        assert [one.kind for one in waiting(golden.root).changes] == ["deleted", "renamed"]
        golden.commit()
        assert golden.git("ls-files") == "eval/golden/cases/c.yaml"
        assert golden.git("status", "--porcelain") == ""

    def test_odd_names_are_taken_as_they_are(self, golden) -> None:
        names = ["with space", "-dash", "*", "a[b]", ":(top)x", "new\nline", "ümlaut", "$(touch pwned)"]
        for name in names:
            (golden.root / "cases" / f"{name}.yaml").write_text("id: [\n")
        Path(os.fsdecode(os.fsencode(golden.root) + b"/cases/lone-\xff.yaml")).write_text("id: x\n")
        (golden.root / "cases/stay.txt").write_text("not ours")
        golden.commit("odd")
        assert len(golden.files_of("HEAD")) == len(names) + 1
        assert golden.git("status", "--porcelain", "-uall") == "?? eval/golden/cases/stay.txt"
        assert not list(golden.top.glob("**/pwned"))

    def test_ignored_cases_stay_out_and_it_is_said(self, golden) -> None:
        (golden.top / ".gitignore").write_text("*/golden/cases/private/\n")
        golden.put("private/x")
        golden.put("b")
        what = waiting(golden.root)
        assert what.paths == ("eval/golden/cases/b.yaml",)
        assert any("1 changed case stay" in note and ".gitignore" in note for note in what.notes)
        assert "private" not in what.message

    @pytest.mark.parametrize("setting", ["true", "input"])
    def test_line_ends_alone_are_nothing_to_commit(self, golden, setting: str) -> None:
        golden.git("config", "core.autocrlf", setting)
        path = golden.root / "cases/a.yaml"
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        golden.git("add", "--renormalize", ".")
        assert waiting(golden.root).message == ""
        path.write_bytes(path.read_bytes().replace(b"how?", b"how much?"))
        golden.commit()
        assert b"\r" not in golden.git("show", "HEAD:eval/golden/cases/a.yaml").encode()

    def test_a_file_that_differs_in_size_alone_is_not_counted(self, golden) -> None:
        golden.put("b")
        golden.commit()
        golden.git("config", "core.autocrlf", "true")
        path = golden.root / "cases/a.yaml"
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        assert waiting(golden.root).paths == ()
        golden.put("b", "how much?")
        assert waiting(golden.root).paths == ("eval/golden/cases/b.yaml",)
        golden.git("add", "-A")
        assert waiting(golden.root).paths == ("eval/golden/cases/b.yaml",)

    @pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
    def test_a_change_that_git_was_told_not_to_see_is_said(self, golden, flag: str) -> None:
        golden.git("update-index", flag, "eval/golden/cases/a.yaml")
        golden.put("a", "how much?")
        what = waiting(golden.root)
        assert what.paths == ()
        assert any("1 changed case stay" in note for note in what.notes)

    @pytest.mark.parametrize("inside", [True, False])
    def test_cases_behind_a_link_are_not_taken_for_deleted(self, golden, tmp_path: Path, inside: bool) -> None:
        real = (golden.root if inside else tmp_path) / "real"
        (golden.root / "cases").rename(real)
        (golden.root / "cases").symlink_to(real)
        with pytest.raises(WorkspaceError, match="symbolic link"):
            waiting(golden.root)

    def test_a_file_that_is_staged_as_deleted_and_still_there_is_one_file(self, golden) -> None:
        golden.put("b")
        golden.commit()
        golden.git("rm", "-q", "--cached", "eval/golden/cases/a.yaml")
        golden.put("a", "how much?")
        golden.put("b", "since when?")
        what = waiting(golden.root)
        assert what.paths == ("eval/golden/cases/a.yaml", "eval/golden/cases/b.yaml")
        assert commit(golden.root, what, what.message).files == 2
        assert golden.git("status", "--porcelain") == ""

    def test_cases_that_are_a_submodule_are_not_called_committed(self, golden, tmp_path: Path) -> None:
        outer = type(golden)(tmp_path / "outer", "")
        (outer.root / "cases").rmdir()
        outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(golden.top), "cases")
        (outer.root / "cases/eval/golden/cases/a.yaml").write_text("id: a\nquestion: else?\nanswerable: true\n")
        with pytest.raises(WorkspaceError, match="repository of its own"):
            waiting(outer.root)

    def test_approvals_alone_are_called_that(self, golden) -> None:
        golden.put("b")
        golden.commit()
        for name in ("a", "b"):
            path = golden.root / "cases" / f"{name}.yaml"
            path.write_text(path.read_text() + "reviewed_by: [mira]\n")
        assert waiting(golden.root).message == "Approve 2 cases, reviewed by mira\n\n- a\n- b\n"

    def test_nothing_to_commit_is_a_usage_error(self, golden) -> None:
        assert waiting(golden.root).message == ""
        with pytest.raises(UsageError, match="nothing to commit"):
            golden.commit("x")
        golden.put("b")
        with pytest.raises(UsageError, match="needs a message"):
            golden.commit(" \n")

    def test_a_message_keeps_its_hashes_and_brings_no_control_character(self, golden) -> None:
        golden.git("config", "commit.cleanup", "strip")
        golden.git("config", "i18n.commitEncoding", "latin1")
        golden.put("b")
        golden.commit(f"#12 “b” {HOSTILE}\x00\udcff")
        said = golden.git("log", "-1", "--format=%B")
        assert said.startswith("#12 “b” ␛]52;c;ZXZpbA==␇")


class TestWhereItStands:
    def test_before_the_first_commit(self, tmp_path: Path, golden) -> None:
        made = type(golden)(tmp_path / "fresh", "")
        made.put("a")
        assert waiting(made.root).branch == "main"
        made.commit()
        assert made.git("ls-files") == "cases/a.yaml"

    def test_a_detached_head_is_said_and_may_be_committed_to(self, golden) -> None:
        golden.git("checkout", "-q", "--detach")
        golden.put("b")
        what = waiting(golden.root)
        assert what.branch == "" and "no branch is checked out" in what.notes[0]
        assert commit(golden.root, what, "x").branch == ""
        assert new_branch(golden.root, "kept") == "kept"
        assert golden.git("log", "-1", "--format=%s", "kept") == "x"

    def test_in_a_worktree_of_its_own(self, golden, tmp_path: Path) -> None:
        golden.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
        root = tmp_path / "side/eval/golden"
        (root / "cases/b.yaml").write_text("id: b\nquestion: why?\nanswerable: true\n")
        assert commit(root, waiting(root), "in the worktree").branch == "side"
        assert golden.git("log", "-1", "--format=%s", "side") == "in the worktree"
        assert golden.git("status", "--porcelain") == ""

    def test_in_a_submodule_the_repository_around_it_is_named(self, golden, tmp_path: Path) -> None:
        outer = type(golden)(tmp_path / "outer", "x")
        outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(golden.top), "evals")
        inner = tmp_path / "outer/evals"
        for key, value in (("user.name", "mira"), ("user.email", "m@example.org")):
            subprocess.run(["git", "config", key, value], cwd=inner, check=True)
        root = inner / "eval/golden"
        (root / "cases/b.yaml").write_text("id: b\nquestion: why?\nanswerable: true\n")
        what = waiting(root)
        assert any("submodule" in note for note in what.notes)
        commit(root, what, "in the submodule")
        assert "evals" in outer.git("status", "--porcelain")

    def test_while_a_merge_or_a_rebase_is_under_way_it_is_refused_by_name(self, golden) -> None:
        golden.git("checkout", "-q", "-b", "other")
        golden.put("a", "other?")
        golden.commit()
        golden.git("checkout", "-q", "main")
        golden.put("a", "main?")
        golden.commit()
        for words, name in ((("merge", "other"), "a merge"), (("rebase", "other"), "a rebase"),
                            (("cherry-pick", "other"), "a cherry-pick")):  # fmt: skip
            golden.git(*words, code=1)
            with pytest.raises(WorkspaceError, match=f"{name} is under way"):
                waiting(golden.root)
            with pytest.raises(WorkspaceError, match=f"{name} is under way"):
                new_branch(golden.root, "new")
            golden.git(words[0], "--abort")

    def test_a_conflict_that_a_stash_left_is_refused_with_its_file(self, golden) -> None:
        golden.put("a", "stashed?")
        golden.git("stash", "-q")
        golden.put("a", "meanwhile?")
        golden.commit()
        golden.git("stash", "pop", "-q", code=1)
        with pytest.raises(WorkspaceError, match="nobody has settled it") as caught:
            waiting(golden.root)
        assert caught.value.where and caught.value.where.path.name == "a.yaml"

    def test_a_lock_is_named(self, golden) -> None:
        golden.put("b")
        what = waiting(golden.root)
        (golden.top / ".git/index.lock").touch()
        with pytest.raises(WorkspaceError, match="another Git command") as caught:
            commit(golden.root, what, "x")
        assert "index.lock" in str(caught.value.where)

    def test_without_a_name_the_two_commands_are_told(self, golden, tmp_path: Path) -> None:
        golden.git("config", "--unset", "user.email")
        golden.put("b")
        with pytest.raises(WorkspaceError, match="does not know your name") as caught:
            golden.commit()
        assert caught.value.next_step.count("git config --global user.") == 2
        assert golden.git("status", "--porcelain") == "?? eval/golden/cases/b.yaml"

    def test_without_git_or_a_repository_or_a_tree_it_is_said(
        self, golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "plain").mkdir()
        with pytest.raises(WorkspaceError, match="not in a Git repository"):
            waiting(tmp_path / "plain")
        golden.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
        with pytest.raises(WorkspaceError, match="no working tree"):
            waiting(tmp_path / "bare.git")

    def test_in_a_hook_of_another_repository_its_settings_do_not_lead_astray(
        self, golden, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        golden.put("b")
        what = waiting(golden.root)
        monkeypatch.setenv("GIT_INDEX_FILE", str(golden.top / "elsewhere"))
        commit(golden.root, what, "x")
        monkeypatch.delenv("GIT_INDEX_FILE")
        assert golden.git("status", "--porcelain") == ""

    @pytest.mark.parametrize(
        "name",
        [*"GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_INDEX_FILE GIT_ICASE_PATHSPECS".split()],
    )
    def test_what_is_read_is_this_repository_whatever_the_environment_says(
        self, golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        golden.put("a", "how much?")
        monkeypatch.setenv(name, "1" if "PATHSPECS" in name else str(tmp_path / "elsewhere"))
        assert [one.id for one in waiting(golden.root).changes] == ["a"]

    def test_to_look_runs_no_filter(self, golden) -> None:
        (golden.top / ".git/info/attributes").write_text("*.yaml filter=evil\n")
        golden.git("config", "filter.evil.clean", "touch ran; cat")
        golden.git("config", "filter.evil.process", "touch ran; sleep 60")
        golden.git("config", "filter.evil.required", "true")
        golden.put("a", "who?")  # of the same size, so that Git has to look into it
        assert [one.id for one in waiting(golden.root).changes] == ["a"]
        assert branch_state(golden.root) is not None
        assert not [*golden.top.rglob("ran")]

    def test_what_waits_is_stopped(self, golden, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reading, "LIMIT_SECONDS", 0.5)
        with open_repository(golden.root) as found, pytest.raises(WorkspaceError, match="took longer"):
            found.git("-c", "alias.slow=!sleep 60", "slow")

    def test_ordinary_files_that_look_like_a_repository_run_nothing(self, golden, tmp_path: Path) -> None:
        """A clone may bring them: HEAD, objects, refs, a configuration that names hooks."""
        golden.put("b")
        what = waiting(golden.root)
        bare = golden.root
        for name in ("objects/info", "refs/heads", "hooks"):
            (bare / name).mkdir(parents=True)
        (bare / "HEAD").write_text("ref: refs/heads/main\n")
        (bare / "config").write_text(
            "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\thooksPath = hooks\n"
            "\tfsmonitor = ./hooks/pre-commit\n[user]\n\tname = Evil\n\temail = e@x\n"
        )
        (bare / "hooks/pre-commit").write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
        (bare / "hooks/pre-commit").chmod(0o755)
        for attempt in (lambda: waiting(bare), lambda: commit(bare, what, "x"), lambda: new_branch(bare, "x")):
            with pytest.raises(WorkspaceError, match="itself for a repository"):
                attempt()
        assert branch_state(bare) is None and reviewer(bare) != "Evil"
        done = git_as_person(bare, ["status"])
        assert done.code != 0 and not (tmp_path / "ran").exists()


class TestHooksAndSigning:
    def test_hooks_run_as_git_runs_them(self, golden) -> None:
        golden.hook("pre-commit", "git diff --cached --name-only > ../seen; cat > ../stdin")
        golden.hook("commit-msg", 'echo "Reviewed-by: jo" >> "$1"')
        golden.hook("post-commit", "exit 3")
        golden.put("b")
        golden.commit("b comes")
        assert (golden.top.parent / "seen").read_text() == "eval/golden/cases/b.yaml\n"
        assert (golden.top.parent / "stdin").read_text() == ""
        assert "Reviewed-by: jo" in golden.git("log", "-1", "--format=%B")

    @pytest.mark.parametrize("hook", ["pre-commit", "commit-msg"])
    def test_a_hook_that_refuses_is_shown_and_leaves_the_index_as_it_was(self, golden, hook: str) -> None:
        golden.hook(hook, f"printf 'no: %s\\n' '{HOSTILE}'; seq 1 1000; exit 1")
        golden.put("a", "how much?")
        golden.put("b")
        with pytest.raises(WorkspaceError, match="nothing was committed") as caught:
            golden.commit()
        assert caught.value.next_step.endswith("999\n1000") and len(caught.value.next_step.splitlines()) <= 13
        assert golden.git("status", "--porcelain").splitlines() == [
            "M eval/golden/cases/a.yaml", "?? eval/golden/cases/b.yaml",
        ]  # fmt: skip
        golden.hook(hook, f"printf '{HOSTILE}'; exit 1")
        with pytest.raises(WorkspaceError) as caught:
            golden.commit()
        assert "\x1b" not in caught.value.next_step and "␛]52" in caught.value.next_step

    def test_what_a_hook_adds_is_said(self, golden) -> None:
        (golden.top / "other.txt").write_text("mine")
        golden.hook("pre-commit", "git add -A")
        golden.put("a", "how much?")
        what = waiting(golden.root)
        assert commit(golden.root, what, what.message).note.startswith("a hook put 1 more file into it")

    def test_a_hook_that_waits_is_stopped_and_no_lock_stays(self, golden) -> None:
        golden.hook("pre-commit", "read answer < /dev/tty || sleep 60")
        golden.put("b")
        with pytest.raises(WorkspaceError, match="took longer than"):
            golden.commit(limit=0.3)
        assert not (golden.top / ".git/index.lock").exists()
        assert golden.git("status", "--porcelain") == "?? eval/golden/cases/b.yaml"

    def test_what_a_hook_leaves_running_keeps_nobody_waiting(self, golden) -> None:
        golden.hook("post-commit", "sleep 3 &")
        golden.put("b")
        assert golden.commit()

    def test_a_hook_that_waits_after_the_commit_undoes_nothing(self, golden) -> None:
        golden.hook("post-commit", "sleep 60")
        golden.put("b")
        what = waiting(golden.root)
        assert "took longer" in commit(golden.root, what, "x", limit=1).note
        assert golden.git("status", "--porcelain") == ""

    def test_a_signature_that_cannot_be_made_is_a_refusal(self, golden) -> None:
        golden.git("config", "commit.gpgSign", "true")
        golden.git("config", "gpg.program", "false")
        golden.put("b")
        with pytest.raises(WorkspaceError, match="nothing was committed") as caught:
            golden.commit()
        assert "gpg failed to sign" in caught.value.next_step


class TestBranches:
    def test_a_new_branch_keeps_what_is_changed_and_staged(self, golden) -> None:
        golden.put("a", "changed?")
        golden.put("b")
        golden.git("add", "eval/golden/cases/b.yaml")
        before = golden.git("status", "--porcelain")
        assert new_branch(golden.root, " reviews/2026-w48 ") == "reviews/2026-w48"
        assert golden.git("status", "--porcelain") == before
        assert golden.git("branch", "--show-current") == "reviews/2026-w48"

    def test_before_the_first_commit_too(self, tmp_path: Path, golden) -> None:
        made = type(golden)(tmp_path / "fresh", "")
        made.put("a")
        new_branch(made.root, "work")
        assert waiting(made.root).branch == "work"

    @pytest.mark.parametrize(
        "name",
        [
            "",
            "-x",
            "--orphan",
            "a b",
            "a..b",
            "a~1",
            "x.lock",
            "@{-1}",
            "HEAD",
            "a\x1b[31m",
            "a\u202eb",
            "/x",
            "a:b",
            "*",
        ],
    )
    def test_what_cannot_be_a_branch_is_refused(self, golden, name: str) -> None:
        with pytest.raises(UsageError, match="cannot be the name of a branch"):
            new_branch(golden.root, name)
        assert golden.git("branch", "--format=%(refname:short)") == "main"

    def test_a_name_that_is_taken_says_how_to_go_there(self, golden) -> None:
        golden.git("branch", "fix(billing)")
        for name in ("main", "fix(billing)"):
            with pytest.raises(UsageError, match="already"):
                new_branch(golden.root, name)
