"""Git's index is read without Git, in each of its forms."""

import subprocess
from pathlib import Path

import pytest

from ragtriage.git.index_file import git_wrote_into, tracked_in


def tracks(folder):
    return next(tracked_in(folder), None) is not None


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=n@x", *words], cwd=folder, check=True, timeout=60)


def repository(folder, version, digest="sha1"):
    subprocess.run(["git", "init", "-q", f"--object-format={digest}", str(folder)], check=True, timeout=60)
    git(folder, "config", "index.version", str(version))
    (folder / ".rag").write_text("its name is the beginning of the other's")
    (folder / ".ragtriage-notes").write_text("and this one goes on after it")
    (folder / "above" / ".ragtriage").mkdir(parents=True)
    (folder / "above" / ".ragtriage" / "index.db").write_text("another workspace's")
    git(folder, "add", "-A")
    return folder


@pytest.mark.parametrize("digest", ["sha1", "sha256"])
@pytest.mark.parametrize("version", [2, 3, 4])
def test_what_is_tracked_is_found_and_no_more(tmp_path, version, digest):
    top = repository(tmp_path, version, digest)
    state = top / ".ragtriage"
    assert not tracks(state)
    assert tracks(top / "above/.ragtriage")
    (state / "drafts").mkdir(parents=True)
    (state / "drafts" / "a.json").write_text("{}")
    git(top, "add", "-f", ".ragtriage")
    if version == 3:  # what makes it one
        git(top, "update-index", "--skip-worktree", ".ragtriage/drafts/a.json")
    assert tracks(state)
    assert (top / ".git/index").read_bytes()[7] == version
    git(top, "rm", "-rq", "--cached", "--sparse", ".ragtriage")
    assert not tracks(state)


def test_a_link_or_a_file_of_that_name_is_found_in_whatever_case(tmp_path):
    top = repository(tmp_path, 2)
    (top / ".RagTriage").symlink_to("/tmp")
    git(top, "add", "-f", ".RagTriage")
    assert tracks(top / ".ragtriage")


def test_a_workspace_that_is_reached_through_a_link_is_found_in_its_repository(tmp_path, monkeypatch):
    top = repository(tmp_path / "main", 2)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link").symlink_to(top / "above")
    assert tracks(tmp_path / "elsewhere" / "link" / ".ragtriage")
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert tracks(Path("../main/above/.ragtriage"))


def test_worktrees_and_split_indexes_are_asked_too(tmp_path):
    top = repository(tmp_path / "main", 2)
    git(top, "commit", "-qm", "x")
    git(top, "worktree", "add", "-q", str(tmp_path / "second"))
    other = tmp_path / "second"
    (other / ".ragtriage").mkdir()
    (other / ".ragtriage" / "index.db").write_text("x")
    git(other, "add", "-f", ".ragtriage")
    assert tracks(other / ".ragtriage")
    assert not tracks(top / ".ragtriage")
    git(other, "update-index", "--split-index")
    assert tracks(other / ".ragtriage")


@pytest.mark.parametrize(
    "content", [b"", b"DIRC", b"DIRC\0\0\0\x04\xff\xff\xff\xff", b"\xff" * 200, b".ragtriage\0" * 9]
)
def test_noise_in_place_of_an_index_raises_nothing(tmp_path, content):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/index").write_bytes(content)
    assert tracks(tmp_path / ".ragtriage") in (True, False)


def test_a_file_of_ours_under_a_tracked_name_is_not_taken_for_gits(tmp_path):
    top = repository(tmp_path / "main", 2)
    state = top / ".ragtriage"
    state.mkdir()
    (state / "index.db").write_text("theirs")
    git(top, "add", "-fA")
    git(top, "commit", "-qm", "x")
    subprocess.run(["git", "clone", "-q", str(top), str(tmp_path / "clone")], check=True, timeout=60)
    clone = tmp_path / "clone" / ".ragtriage"
    assert git_wrote_into(clone)
    clone.rename(tmp_path / "aside")
    assert not git_wrote_into(clone)
    clone.mkdir()
    (clone / "index.db").write_text("myown!")  # as many bytes, in the same second
    assert tracks(clone) and not git_wrote_into(clone)
    (clone / "index.db").unlink()
    git(tmp_path / "clone", "checkout", "-q", "--", ".")
    assert git_wrote_into(clone)
