"""A state folder is used only if it was made here: whatever else bears its name is moved aside, unread."""

import os
import subprocess

import pytest

from ragtriage.disk.state_folder import make_state_folder, own_state_folder


@pytest.fixture
def state(tmp_path):
    folder = tmp_path / "workspace" / ".ragtriage"
    make_state_folder(folder)
    (folder / "drafts").mkdir()
    (folder / "drafts" / "a.yaml").write_text("mine")
    return folder


def aside(state):
    return sorted(state.parent.glob(".ragtriage-aside-*"))


def test_one_that_was_made_here_is_used(state):
    assert own_state_folder(state) == ""
    assert not aside(state)


def test_git_does_not_see_it_also_in_a_clone_without_a_gitignore(state):
    subprocess.run(["git", "init", "-q", state.parent], check=True)
    (state.parent / "a.txt").write_text("a")
    seen = subprocess.run(["git", "-C", state.parent, "status", "--porcelain"], check=True, capture_output=True)
    assert seen.stdout == b"?? a.txt\n"
    assert own_state_folder(state) == ""


def test_an_empty_one_is_made_private_and_used(tmp_path):
    folder = tmp_path / ".ragtriage"
    folder.mkdir(0o755)
    assert own_state_folder(folder) == ""
    assert folder.stat().st_mode & 0o777 == 0o700


def link(state, secret):
    (state / "half-written").symlink_to(secret)


def deep_link(state, secret):
    (state / "drafts" / "forms").mkdir()
    (state / "drafts" / "forms" / "x.json").symlink_to(secret / "key")


def hard_link(state, secret):
    os.link(secret / "key", state / "index.db")


def pipe(state, secret):
    os.mkfifo(state / "lock")


def open_to_others(state, secret):
    state.chmod(0o755)


def of_another(state, secret):
    os.chown(state, 12345, -1)


def tracked(state, secret):
    top = state.parent
    subprocess.run(["git", "init", "-q", str(top)], check=True, timeout=60)
    subprocess.run(["git", "-C", str(top), "add", "-f", ".ragtriage"], check=True, timeout=60)


def itself_a_link(state, secret):
    state.rename(secret / "state")
    state.symlink_to(secret / "state")


def a_file(state, secret):
    state.rename(secret / "state")
    state.write_text("x")


@pytest.mark.parametrize(
    "attack",
    [link, deep_link, hard_link, pipe, open_to_others, of_another, tracked, itself_a_link, a_file],
)
def test_any_other_is_moved_aside_whole_and_nothing_behind_it_touched(state, tmp_path, attack):
    if attack is of_another and os.geteuid() != 0:
        pytest.skip("only root gives folders away")
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("precious")
    attack(state, secret)
    said = own_state_folder(state)
    (moved,) = aside(state)
    assert moved.name in said and "unread" in said
    assert not os.path.lexists(state)
    assert (secret / "key").read_text() == "precious"
    assert (secret / "state/drafts/a.yaml" if attack in (itself_a_link, a_file) else moved / "drafts/a.yaml").exists()
    make_state_folder(state)
    (state / "drafts").mkdir()
    (state / "drafts" / "a.yaml").write_text("mine")  # under the name of one that Git tracks
    assert own_state_folder(state) == ""
