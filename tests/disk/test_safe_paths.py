"""Below a guarded folder nothing is read, written or removed through a link, wherever it stands or leads."""

import os

import pytest

from ragtriage.disk import safe_paths
from ragtriage.disk.files import FileChange, Write, carry_out, read_bytes, replace_file
from ragtriage.disk.safe_paths import guard, guarded_by, open_file, put_in_place, refuse_links, remove
from ragtriage.errors import FileError


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setattr(safe_paths, "_guarded", {})  # of other tests
    folder = tmp_path / "workspace"
    (folder / "cases" / "billing").mkdir(parents=True)
    (folder / "cases" / "billing" / "a.yaml").write_text("a")
    (tmp_path / "victim" / "billing").mkdir(parents=True)
    (tmp_path / "victim" / "billing" / "a.yaml").write_text("precious")
    guard(folder)
    return folder


LINKS = ["cases", "cases/billing", "cases/billing/a.yaml"]
"""Each part of the way to a file, replaced by a link."""


@pytest.fixture(params=[(part, inside) for part in LINKS for inside in (False, True)])
def linked(request, root, tmp_path):
    """The workspace's file, one part of its path a link out of the workspace or inside of it."""
    part, inside = request.param
    elsewhere = (root / "elsewhere") if inside else tmp_path / "victim"
    if inside:
        (tmp_path / "victim").rename(elsewhere)
    goal = elsewhere.joinpath(*part.split("/")[1:])
    here = root / part
    here.rename(tmp_path / "was")
    here.symlink_to(goal)
    return root / "cases/billing/a.yaml", elsewhere / "billing/a.yaml", part


def test_nothing_is_read_through_a_link(linked):
    path, _, _ = linked
    with pytest.raises(FileError, match="symbolic link"):
        read_bytes(path)
    with pytest.raises(FileError, match="symbolic link"):
        open_file(path, os.O_WRONLY | os.O_TRUNC)
    with pytest.raises(FileError, match="symbolic link"):
        refuse_links(path)


def test_nothing_is_written_or_removed_through_a_link(linked, root):
    path, victim, part = linked
    for attempt in (lambda: replace_file(path, b"evil"), lambda: remove(path)):
        if part == "cases/billing/a.yaml":
            attempt()  # the link itself is replaced, and removed
        else:
            with pytest.raises(FileError, match="symbolic link"):
                attempt()
    assert victim.read_text() == "precious"
    with pytest.raises(FileError):
        carry_out(Write("x", (FileChange(root / "cases/billing/../../../x", None, b"evil"),)), root / ".ragtriage")


def test_a_folder_exchanged_for_a_link_after_it_was_checked_is_not_followed(root, tmp_path, monkeypatch):
    """The last part is opened in the folder that was checked, wherever its name leads by then."""
    real = os.open

    def exchanging(path, flags, *more, **options):
        handle = real(path, flags, *more, **options)
        if path == "billing":
            (root / "cases/billing").rename(root / "cases/was")
            (root / "cases/billing").symlink_to(tmp_path / "victim/billing")
        return handle

    monkeypatch.setattr(os, "open", exchanging)
    assert read_bytes(root / "cases/billing/a.yaml") == b"a"


def test_a_hard_link_is_replaced_and_its_other_name_keeps_what_it_held(root, tmp_path):
    path = root / "cases/billing/a.yaml"
    path.unlink()
    os.link(tmp_path / "victim/billing/a.yaml", path)
    replace_file(path, b"new")
    assert (path.read_text(), (tmp_path / "victim/billing/a.yaml").read_text()) == ("new", "precious")


@pytest.mark.parametrize("name", ["../victim/billing/a.yaml", "cases/../../victim/billing/a.yaml", "cases/.."])
def test_no_path_leads_out_by_dots(root, name):
    with pytest.raises(FileError, match="leads out"):
        read_bytes(root / name)
    with pytest.raises(FileError, match="leads out"):
        replace_file(root / name, b"evil")


def test_the_way_to_the_workspace_itself_may_be_a_link_and_paths_outside_are_as_they_were(root, tmp_path):
    other = tmp_path / "by-another-name"
    other.symlink_to(root)
    guard(other)
    assert read_bytes(other / "cases/billing/a.yaml") == b"a"
    (tmp_path / "export.jsonl").symlink_to(tmp_path / "victim/billing/a.yaml")
    assert read_bytes(tmp_path / "export.jsonl") == b"precious"
    assert guarded_by(tmp_path / "export.jsonl") is None and guarded_by(root / "x") == root


def test_a_file_is_renamed_over_a_link_and_not_into_what_it_names(root, tmp_path):
    (root / "ragtriage.yaml").symlink_to(tmp_path / "victim/billing/a.yaml")
    put_in_place(root / "cases/billing/a.yaml", root / "ragtriage.yaml")
    assert not (root / "ragtriage.yaml").is_symlink()
    assert (tmp_path / "victim/billing/a.yaml").read_text() == "precious"
