"""A Git revision as a source of documents: read without running hooks or anything the repository asks for."""

import subprocess
from pathlib import Path

import pytest

from ragtriage.corpus.git_source import from_git, parse_git_spec
from ragtriage.errors import SnapshotError, UsageError


def git(repository: Path, *arguments: str) -> str:
    settings = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
    command = ["git", "-C", str(repository), *settings, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Two revisions of a docs repository: `v1`, and the branch `main` in which a fee was raised."""
    repository = tmp_path / "docs"
    (repository / "content/billing").mkdir(parents=True)
    git(tmp_path, "init", "-q", "-b", "main", str(repository))
    (repository / "README.md").write_text("# About\n")
    (repository / "content/billing/fees.md").write_text(
        "---\nrole: [customer]\n---\n# Fees\n\nThe fee is 5 €.\n", "utf-8"
    )
    (repository / "content/copy.md").write_text("# Same\n\nSame bytes.\n")
    (repository / "content/billing/copy.md").write_text("# Same\n\nSame bytes.\n")
    (repository / "content/logo.png").write_bytes(b"\x89PNG")
    (repository / "content/secret.md").symlink_to("/etc/passwd")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "first")
    git(repository, "tag", "v1")
    (repository / "content/billing/fees.md").write_text("# Fees\n\nThe fee is 7 €.\n", "utf-8")
    git(repository, "commit", "-q", "-a", "-m", "raise the fee")
    return repository


def test_a_tag_gives_the_documents_as_they_were_then(docs: Path) -> None:
    reading = from_git(f"{docs}@v1:content")
    found = {document.doc_id: document for document in reading.documents}
    assert sorted(found) == ["billing/copy", "billing/fees", "copy"]
    assert found["billing/fees"].text == "# Fees\n\nThe fee is 5 €.\n"
    assert found["billing/fees"].metadata == {"role": ("customer",)}
    assert found["copy"].text == found["billing/copy"].text
    assert reading.source == f"git docs@{git(docs, 'rev-parse', 'v1')}:content"
    assert "links skipped: secret.md" in reading.normalised
    assert reading.problems == ()


@pytest.mark.parametrize("revision", ["main", "HEAD", "v1~0", "HEAD~1", "HEAD^"])
def test_revisions_are_written_as_for_git(docs: Path, revision: str) -> None:
    assert {document.doc_id for document in from_git(f"{docs}@{revision}").documents} >= {"README", "content/copy"}


def test_abbreviated_and_packed_commits_are_found(docs: Path) -> None:
    git(docs, "gc", "-q")
    short = git(docs, "rev-parse", "--short=8", "HEAD")
    fees = {document.doc_id: document.text for document in from_git(f"{docs}@{short}:content/billing/").documents}
    assert fees["fees"] == "# Fees\n\nThe fee is 7 €.\n"


def test_the_work_tree_is_not_touched_and_nothing_in_the_repository_runs(docs: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    hook = f"#!/bin/sh\ntouch {trap}\n"
    for name in ("post-checkout", "reference-transaction", "post-index-change"):
        (docs / ".git/hooks" / name).write_text(hook)
        (docs / ".git/hooks" / name).chmod(0o755)
    git(docs, "config", "core.fsmonitor", f"touch {trap}")
    (docs / "content/copy.md").write_text("not committed")
    before = (docs / ".git/index").read_bytes()
    reading = from_git(f"{docs}@main:content")
    assert "not committed" not in {document.text for document in reading.documents}
    assert (docs / "content/copy.md").read_text() == "not committed"
    assert (docs / ".git/index").read_bytes() == before
    assert not trap.exists()


@pytest.mark.parametrize(
    "revision", ["--upload-pack=touch trap", "-c", "--output=x", "a b", "v1..main", "", "\nv1", "$(x)"]
)
def test_what_looks_like_an_option_or_a_command_is_no_revision(docs: Path, revision: str) -> None:
    with pytest.raises(UsageError):
        from_git(f"{docs}@{revision}:content")


@pytest.mark.parametrize(
    ("revision", "folder"),
    [("nowhere", "content"), ("main", "missing"), ("main", "README.md"), ("main", "../docs"), ("v9^{tree}", ""),
     ("deadbeef", ""), ("main@{yesterday}", ""), ("stash@{0}", ""), ("main@{u}", ""), ("main@{99}", ""),
     ("main@{-1}", ""), (f"main@{{{'9' * 20}}}", ""), ("HEAD^{tree}", ""), ("HEAD^{/nothing}", ""), ("HEAD^2", ""),
     ("HEAD@{", ""), ("0" * 40, ""), (f"HEAD~{'9' * 20}", ""), ("HEAD~99", ""), ("main", "content/secret.md")],
)  # fmt: skip
def test_what_is_not_there_is_said(docs: Path, revision: str, folder: str) -> None:
    with pytest.raises(SnapshotError) as caught:
        from_git(f"{docs}@{revision}:{folder}")
    assert caught.value.where is not None
    assert "docs@" in str(caught.value.where)


def test_a_folder_without_git_and_a_folder_without_documents_are_said(docs: Path, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    with pytest.raises(SnapshotError, match="not a Git repository"):
        from_git(f"{tmp_path / 'plain'}@main:")
    git(docs, "rm", "-q", "-r", ".")
    git(docs, "commit", "-q", "-m", "empty")
    with pytest.raises(SnapshotError, match=r"no \.md"):
        from_git(f"{docs}@main")


def test_a_path_may_hold_an_at_sign_and_a_folder_a_colon(tmp_path: Path) -> None:
    (tmp_path / "a@b").mkdir()
    assert parse_git_spec(f"{tmp_path}/a@b@v1@{{1}}:x:y/") == (tmp_path / "a@b", "v1@{1}", "x:y")
    for spec in ("docs", "@main:x", "nowhere@main:x", f"{'x' * 5000}@main:x", "a\0b@main:"):
        with pytest.raises(UsageError):
            parse_git_spec(spec)


def test_the_repository_of_a_hook_that_runs_us_is_not_mistaken_for_the_one_named(
    docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q", str(tmp_path / "other"))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "other"))
    assert len(from_git(f"{docs}@v1:content").documents) == 3


def test_a_partial_clone_fetches_nothing(docs: Path, tmp_path: Path) -> None:
    git(docs, "config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{docs}", str(clone))
    git(clone, "config", "remote.origin.uploadpack", f"touch {tmp_path / 'trap'};")
    with pytest.raises(SnapshotError, match="cannot be read") as caught:
        from_git(f"{clone}@main:content")
    assert "partial clone" in caught.value.next_step
    assert not (tmp_path / "trap").exists()
