"""Cases at revisions: what Git knows of them in every state that a repository can be in."""

import os
import subprocess
from pathlib import Path

import pytest

from ragtriage.cases.case_log import case_log
from ragtriage.cases.comparing import Comparison, compared
from ragtriage.cases.drafting import SUBJECT, drafted_message
from ragtriage.cases.editing import edited_case
from ragtriage.cases.revisions import Asked, at_commit, on_disk_alike, parse_range, proposed
from ragtriage.cases.uncommitted import branch_of
from ragtriage.disk.edits import SetField
from ragtriage.errors import UsageError, WorkspaceError
from ragtriage.git.repository import open_repository

ENVIRONMENT = {
    **{key: value for key, value in os.environ.items() if not key.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}
WHO = ("-c", "user.name=mira", "-c", "user.email=mira@example.org")


class Golden:
    """A workspace in a folder of a repository."""

    def __init__(self, top: Path, below: str = "") -> None:
        self.top, self.root = top, top / below
        self.root.mkdir(parents=True, exist_ok=True)
        (self.root / "cases").mkdir(exist_ok=True)

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *WHO, *words], cwd=self.top, env=ENVIRONMENT, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def put(self, name: str, text: str = "why?", **fields: str) -> Path:
        path = self.root / "cases" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = {"id": name, "question": text, "answerable": "true", **fields}
        path.write_text("".join(f"{key}: {value}\n" for key, value in lines.items()))
        return path

    def commit(self, message: str = "x") -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def compare(self, text: str | None = None, *, staged: bool = False) -> Comparison:
        with open_repository(self.root) as repository:
            return compared(repository, parse_range(text) if text else Asked(None, None), staged=staged)

    def kinds(self, text: str | None = None, *, staged: bool = False) -> dict[str, str]:
        return {one.id: one.kind for one in self.compare(text, staged=staged).changes}


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Golden:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    made = Golden(tmp_path / "repo", "eval/golden")
    made.git("init", "-q", "-b", "main")
    made.put("a", "how?")
    made.put("b", "what is the price of a plan?")
    made.commit()
    return made


def test_every_kind_of_change_is_told_between_two_commits(golden: Golden) -> None:
    golden.put("a", "how much?")
    golden.git("rm", "-q", "eval/golden/cases/b.yaml")
    golden.put("moved/b", "what is the price of a plan?")
    golden.put("c")
    (golden.root / "cases/d.yaml").write_text("id: d\nquestion: [\n")
    golden.commit()
    assert golden.kinds("HEAD~1..HEAD") == {
        "a": "changed",
        "c": "added",
        "d": "unreadable",
        "moved/b": "renamed",
    }
    assert "renamed from b" in golden.compare("HEAD~1..HEAD").changes[-1].lines()


def test_the_index_and_the_working_tree_are_two_things(golden: Golden) -> None:
    golden.put("a", "staged?")
    golden.git("add", "-A")
    golden.put("a", "on disk?")
    golden.put("c")
    assert "staged" in golden.compare(staged=True).changes[0].differences[0].after
    assert golden.kinds() == {"a": "changed", "c": "added"}


@pytest.mark.parametrize(
    "text", ["--upload-pack=touch x", "-x", "a b..c", "HEAD:cases", "..", "", "a..--output=x", "$(id)", "HEAD..\n"]
)
def test_what_is_no_revision_is_refused_and_nothing_runs(golden: Golden, text: str) -> None:
    with pytest.raises(UsageError):
        golden.compare(text or "-")
    assert not list(golden.top.glob("**/x"))


def test_an_unknown_revision_is_a_usage_error_that_says_what_to_do(golden: Golden) -> None:
    with pytest.raises(UsageError, match="names no commit"):
        golden.compare("nosuch..HEAD")


def test_before_the_first_commit_everything_is_new_and_a_range_says_why_not(tmp_path: Path) -> None:
    made = Golden(tmp_path / "fresh")
    made.git("init", "-q")
    made.put("a")
    assert made.kinds() == {"a": "added"}
    with pytest.raises(UsageError, match="nothing has been committed yet"):
        made.compare("HEAD..HEAD")


def test_without_git_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    made = Golden(tmp_path / "plain")
    with pytest.raises(WorkspaceError, match="not in a Git repository"):
        made.compare()


def test_a_detached_head_a_worktree_and_a_submodule_are_repositories_like_any(golden: Golden, tmp_path: Path) -> None:
    golden.put("c")
    golden.commit()
    golden.git("worktree", "add", "-q", "--detach", str(tmp_path / "tree"), "HEAD~1")
    tree = Golden(tmp_path / "tree", "eval/golden")
    assert tree.kinds("HEAD..main") == {"c": "added"}
    tree.put("a", "otherwise?")
    assert tree.kinds() == {"a": "changed"}

    outer = Golden(tmp_path / "outer")
    outer.git("init", "-q")
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(golden.top), "inner")
    inner = Golden(tmp_path / "outer/inner", "eval/golden")
    assert inner.kinds("HEAD~1..HEAD") == {"c": "added"}


def test_cases_that_are_a_submodule_themselves_are_refused_in_words(golden: Golden, tmp_path: Path) -> None:
    outer = Golden(tmp_path / "outer")
    outer.git("init", "-q")
    (outer.root / "cases").rmdir()
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(golden.top), "cases")
    outer.commit()
    with pytest.raises(WorkspaceError, match="submodule"):
        outer.compare("HEAD..HEAD")


def test_a_shallow_clone_says_that_it_is_one(golden: Golden, tmp_path: Path) -> None:
    first = golden.git("rev-parse", "HEAD")
    golden.put("c")
    golden.commit()
    golden.git("clone", "-q", "--depth", "1", f"file://{golden.top}", str(tmp_path / "clone"))
    clone = Golden(tmp_path / "clone", "eval/golden")
    with pytest.raises(UsageError) as caught:
        clone.compare(f"{first}..HEAD")
    assert "shallow" in caught.value.next_step


def test_line_ends_that_git_writes_are_no_change(golden: Golden) -> None:
    golden.git("config", "core.autocrlf", "true")
    path = golden.root / "cases/a.yaml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert golden.kinds() == {}
    path.write_bytes(path.read_bytes().replace(b"how?", b"how so?"))
    assert golden.kinds() == {"a": "changed"}


def test_a_conflict_in_the_index_and_a_rebase_under_way_are_said(golden: Golden) -> None:
    golden.git("checkout", "-q", "-b", "other")
    golden.put("a", "how come?")
    golden.commit()
    golden.git("checkout", "-q", "main")
    golden.put("a", "how so?")
    golden.commit()
    with pytest.raises(subprocess.CalledProcessError):
        golden.git("rebase", "-q", "other")
    found = golden.compare(staged=True)
    assert [one.kind for one in found.changes] == ["unreadable"]
    assert "waits for a person" in found.changes[0].lines()[0]
    assert "a rebase is under way" in found.notes[0]


def test_no_hook_monitor_or_filter_of_the_repository_runs(golden: Golden, tmp_path: Path) -> None:
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "gpg.program", "filter.x.clean", "filter.x.smudge", "diff.x.textconv", "core.pager"):
        golden.git("config", key, str(script))
    golden.git("config", "log.showSignature", "true")
    (golden.top / ".git/info/attributes").write_text("*.yaml filter=x diff=x\n")
    golden.put("a", "how so?")
    golden.kinds()
    golden.kinds(staged=True)
    golden.kinds("HEAD..HEAD")
    with open_repository(golden.root) as repository:
        case_log(repository, "a")
        on_disk_alike(repository, at_commit(repository, "HEAD"))
    assert not (tmp_path / "ran").exists()


def test_a_tag_of_a_branchs_name_is_not_taken_for_it(golden: Golden) -> None:
    golden.git("tag", "main", "HEAD")
    golden.git("tag", "HEAD", "HEAD")
    golden.put("a", "how so?")
    golden.commit()
    assert golden.kinds("HEAD~1..main") == {"a": "changed"}
    assert golden.kinds("main~1..HEAD") == {"a": "changed"}
    with open_repository(golden.root) as repository:
        assert branch_of(repository) == "main"


def test_cases_that_a_sparse_checkout_leaves_out_are_not_deleted(golden: Golden) -> None:
    golden.put("b")
    golden.commit()
    golden.git("sparse-checkout", "set", "--no-cone", "/eval/golden/cases/b.yaml")
    assert not (golden.root / "cases/a.yaml").exists()
    assert golden.kinds() == {}
    golden.put("b", "how so?")
    assert golden.kinds() == {"b": "changed"}


def test_links_and_odd_names_are_said_and_hidden_files_are_none(golden: Golden) -> None:
    (golden.root / "cases/link.yaml").symlink_to("/etc/passwd")
    (golden.root / "cases/.hidden.yaml").write_text("x")
    (golden.root / "cases/old.yml").write_text("id: old\n")
    golden.commit()
    found = {one.id: one.lines()[0] for one in golden.compare("HEAD~1..HEAD").changes}
    assert set(found) == {"link", "old"}
    assert "symbolic link" in found["link"]
    assert "end in .yaml" in found["old"]


def test_three_dots_tell_only_what_the_branch_did(golden: Golden) -> None:
    golden.git("checkout", "-q", "-b", "work")
    golden.put("c")
    golden.commit()
    golden.git("checkout", "-q", "main")
    golden.put("a", "how so?")
    golden.commit()
    assert golden.kinds("main..work") == {"a": "changed", "c": "added"}
    assert golden.kinds("main...work") == {"c": "added"}
    golden.git("checkout", "-q", "work")
    with open_repository(golden.root) as repository:
        assert proposed(repository, None) == Asked("main", "HEAD", since_parted=True)
        assert [one.id for one in compared(repository, proposed(repository, "main..work")).changes] == ["c"]


def test_a_log_follows_a_case_to_the_id_it_had(golden: Golden) -> None:
    golden.put("a", "how so?")
    golden.commit("second")
    golden.put("new/a", "how so?", status="draft")
    golden.git("rm", "-q", "eval/golden/cases/a.yaml")
    golden.commit("third")
    with open_repository(golden.root) as repository:
        log = case_log(repository, "new/a")
    assert [(one.summary, one.change.kind) for one in log.commits] == [
        ("third", "renamed"),
        ("second", "changed"),
        ("x", "added"),
    ]
    assert not log.cut


def test_a_log_of_an_unknown_id_names_the_nearest(golden: Golden) -> None:
    golden.put("billing/0142")
    golden.commit()
    with open_repository(golden.root) as repository, pytest.raises(UsageError) as caught:
        case_log(repository, "billing/0124")
    assert "billing/0142" in caught.value.next_step
    for odd in ("../../elsewhere", "/a", "a//b", ""):
        with open_repository(golden.root) as repository, pytest.raises(UsageError):
            case_log(repository, odd)


def test_a_drafted_message_has_a_short_subject_and_a_body_that_is_wrapped(golden: Golden) -> None:
    def draft() -> str:
        return drafted_message(golden.compare().changes)

    assert draft() == ""
    golden.put("a", "how " * 50, tags="[x]")
    subject, blank, *body = draft().splitlines()
    assert subject.startswith("a: question: “how")
    assert len(subject) <= SUBJECT
    assert blank == ""
    assert "- tag x added" in body
    golden.put("#b", id="'#b'")
    subject, *body = draft().splitlines()
    assert subject == "Cases: add 1, change 1 (#b, a)"
    assert not any(line.startswith("#") or len(line) > SUBJECT for line in body)


def test_edits_of_a_label_and_of_its_neighbours_on_two_branches_merge(golden: Golden) -> None:
    path = golden.root / "cases/a.yaml"
    text = "id: a\nquestion: how?\nanswerable: true\nsource:\n  kind: log\n  ref: x\nreviewed_by:\n  - mk\n  - jo\n"
    path.write_text(text)
    golden.commit()
    golden.git("checkout", "-q", "-b", "other")
    path.write_text(edited_case(path.read_bytes(), [SetField("source.ref", "z9")], path, "a").decode())
    golden.commit()
    golden.git("checkout", "-q", "main")
    path.write_text(edited_case(path.read_bytes(), [SetField("question", "how so?")], path, "a").decode())
    golden.commit()
    golden.git("merge", "-q", "--no-edit", "other")
    expected = text.replace("how?", "how so?").replace("ref: x", "ref: z9").replace("  - mk\n  - jo\n", "")
    assert path.read_text() == expected


def test_an_object_that_the_clone_lacks_is_no_fault_of_the_case(golden: Golden) -> None:
    golden.put("a", "how so?")
    golden.commit()
    oid = golden.git("rev-parse", "HEAD~1:eval/golden/cases/a.yaml")
    (golden.top / ".git/objects" / oid[:2] / oid[2:]).unlink()
    with pytest.raises(WorkspaceError, match="cannot be read"):
        golden.compare("HEAD~1..HEAD")


def test_a_repository_of_the_other_hash_is_read_too(tmp_path: Path) -> None:
    made = Golden(tmp_path / "other")
    made.git("init", "-q", "--object-format=sha256")
    made.put("a")
    made.commit()
    made.put("a", "how?")
    assert made.kinds() == {"a": "changed"}
    made.commit()
    assert made.kinds("HEAD~1..HEAD") == {"a": "changed"}


@pytest.mark.parametrize("after_it_is_closed", [False, True])
def test_a_file_that_nobody_would_read_whole_is_a_problem_of_that_file_alone(
    golden: Golden, monkeypatch: pytest.MonkeyPatch, after_it_is_closed: bool
) -> None:
    golden.put("huge", "w" * 3000)
    golden.commit()
    monkeypatch.setattr("ragtriage.git.reading.LARGEST", 2000)
    with open_repository(golden.root) as repository:
        side = at_commit(repository, "HEAD")
        if not after_it_is_closed:
            seen = {key: side.version(key) for key in side.files}
    if after_it_is_closed:
        seen = {key: side.version(key) for key in side.files}
    huge = seen.pop("cases/huge.yaml")
    assert huge is not None and "too large: 3,03" in huge.problems[0].title
    assert all(one is not None and one.case is not None for one in seen.values())
