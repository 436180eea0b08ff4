"""The first snapshot names itself in ragtriage.yaml; a name that stands there is never touched."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragtriage.disk import files
from ragtriage.errors import FileError

Say = Callable[..., Any]
COMMENTED = "# ours\ntimezone: Europe/Berlin   # Leipzig\n\n# what we run\nconfigurations:\n  a: {system: bm25}\n"


@pytest.fixture
def fresh(tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of a workspace as `init` makes it, beside a folder of documents."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("# A\n\nWords.\n")
    say("init", str(tmp_path / "golden"))
    monkeypatch.chdir(tmp_path / "golden")
    return tmp_path / "golden/ragtriage.yaml"


def test_after_init_and_add_nothing_is_left_to_write_by_hand(fresh: Path, say: Say) -> None:
    before = fresh.read_text()
    assert say("status").err.endswith("next: ragtriage snapshot add FOLDER --name NAME\n")
    said = say("snapshot", "add", "../docs", "--name", "autumn")
    assert said.code == 0
    assert "ragtriage.yaml names it now: `snapshot: autumn`" in said.err
    assert said.err.splitlines()[-1] == "next: ragtriage run, or ragtriage import runs FILE"
    assert fresh.read_text().splitlines() == [*before.splitlines()[:-1], "snapshot: autumn"]
    assert say("status", "--json").json["snapshot"] == "autumn"


@pytest.mark.parametrize(
    "before",
    [
        *(b"", b"# comments\n# alone", b"# comments\r\n", b"snapshot:\n", b"snapshot: null # none yet\nk: 3\n"),
        *(b"snapshot: ~\r\nk: 3\r\n", b"{k: 3}\n", b"\xef\xbb\xbfk: 3\n", COMMENTED.encode()),
    ],
)
@pytest.mark.parametrize("name", ["docs", "2026-11", "NO", "1.10"])
def test_the_name_is_all_that_changes(fresh: Path, say: Say, before: bytes, name: str) -> None:
    fresh.write_bytes(before)
    said = say("snapshot", "add", "../docs", "--name", name, "--json")
    assert said.json["named_in_settings"] is True
    assert say("status", "--json").json["snapshot"] == name
    after = fresh.read_bytes()
    kept = [line for line in before.splitlines() if b"snapshot" not in line and b"{k" not in line]
    assert [line for line in after.splitlines() if line in kept] == kept
    assert (b"\r\n" in before) == (b"\r\n" in after)


def test_a_name_that_is_set_is_never_overwritten(fresh: Path, say: Say) -> None:
    for text in ("snapshot: other\n", COMMENTED + "snapshot: gone\n"):
        fresh.write_text(text)
        said = say("snapshot", "add", "../docs", "--name", "docs")
        assert (said.code, fresh.read_text()) == (0, text)
        assert "names it now" not in said.err


def test_of_several_none_is_guessed(fresh: Path, say: Say) -> None:
    say("snapshot", "add", "../docs", "--name", "one")
    fresh.write_text("k: 3\n")
    (fresh.parent.parent / "docs/b.md").write_text("More.\n")
    said = say("snapshot", "add", "../docs", "--name", "two")
    assert fresh.read_text() == "k: 3\n"
    assert "write `snapshot: two` in ragtriage.yaml" in said.err
    assert "there are one, two" in say("status").err
    again = say("snapshot", "add", "../docs", "--name", "two", "--json")
    assert again.json["named_in_settings"] is False


def test_one_that_is_there_already_is_named_when_it_is_added_again(fresh: Path, say: Say) -> None:
    say("snapshot", "add", "../docs", "--name", "docs")
    fresh.write_text("k: 3\n")
    assert say("snapshot", "add", "../docs", "--name", "docs", "--json").json["named_in_settings"] is True


def test_a_kill_between_snapshot_and_settings_is_made_good_by_the_next_start(
    fresh: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        pass

    real = files.replace_file

    def killed(path: Path, *more: Any) -> None:
        if path.name == "ragtriage.yaml":
            raise KilledError
        real(path, *more)

    monkeypatch.setattr(files, "replace_file", killed)
    with pytest.raises(KilledError):
        say("snapshot", "add", "../docs", "--name", "autumn")
    monkeypatch.undo()
    monkeypatch.chdir(fresh.parent)
    assert "snapshot: autumn" not in fresh.read_text()
    said = say("status", "--json")
    assert "a write that was cut off was finished: snapshot autumn (1 of its 3 files" in said.err
    assert said.json["snapshot"] == "autumn"
    assert "* autumn" in say("snapshot", "list").out


def test_a_disk_that_refuses_the_settings_leaves_no_snapshot(
    fresh: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = files.replace_file

    def full(path: Path, *more: Any) -> None:
        if path.name == "ragtriage.yaml":
            raise FileError("cannot be written: No space left on device")
        real(path, *more)

    monkeypatch.setattr(files, "replace_file", full)
    assert say("snapshot", "add", "../docs", "--name", "autumn").code == 3
    monkeypatch.setattr(files, "replace_file", real)
    assert not (fresh.parent / "corpus_snapshots/autumn").exists()
    assert say("snapshot", "add", "../docs", "--name", "autumn").code == 0
