"""One form, one editor."""

import subprocess
import sys

from ragtriage.authoring.draft_lock import DraftLock


def test_a_form_is_open_in_one_place_at_a_time(tmp_path):
    draft = tmp_path / "drafts/forms/a.json"
    hold = DraftLock.on(draft)
    assert hold is not None and DraftLock.on(draft) is None
    other = DraftLock.on(draft.with_name("b.json"))
    assert other is not None
    hold.release()
    hold.release()
    again = DraftLock.on(draft)
    assert again is not None
    again.release()
    other.release()


def test_a_killed_session_holds_nothing(tmp_path):
    draft = tmp_path / "a.json"
    code = (
        "import os, pathlib, sys; from ragtriage.authoring.draft_lock import DraftLock; "
        "assert DraftLock.on(pathlib.Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(draft)], check=False).returncode == -9
    hold = DraftLock.on(draft)
    assert hold is not None
    hold.release()


def test_where_no_lock_can_be_had_the_form_opens_all_the_same(tmp_path):
    (tmp_path / "file").write_text("")
    assert DraftLock.on(tmp_path / "file/a.json") is not None
