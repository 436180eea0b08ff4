"""A damaged file under complaints/ is told, and holds up nobody."""

import os
from pathlib import Path

import pytest

from ragtriage.intake.decisions import Decisions

GOOD = "complaint: c-0123456789\nstate: snoozed\nsnoozed_until: 2026-12-07\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (GOOD.replace("2026-12-07", "tomorrow"), "expected a date, found `tomorrow`"),
        (GOOD.replace("2026-12-07", "20261207"), "expected a date, found `20261207`"),
        (GOOD.replace("2026-12-07", "2026-W50-1"), "expected a date, found `2026-W50-1`"),
        (GOOD.replace("2026-12-07", "2026-11-31"), "expected a date, found `2026-11-31`"),
        (GOOD.replace("snoozed_until: 2026-12-07\n", ""), "expected a date, found none"),
        (GOOD.replace("snoozed\n", "asleep\n", 1), "`asleep`"),
        (GOOD.replace("c-0123456789", "c-ffff"), "its complaint is `c-ffff`"),
        ("state: [", ""),
        ("- a list\n", ""),
        ("\x00\xff", ""),
        ("", ""),
    ],
)
def test_what_is_wrong_is_told_and_the_others_are_read(tmp_path: Path, text: str, told: str) -> None:
    folder = tmp_path / "complaints"
    folder.mkdir()
    (folder / "c-0123456789.yaml").write_bytes(text.encode("latin-1"))
    (folder / "c-aaaa.yaml").write_text("complaint: c-aaaa\nstate: rejected\n")
    decisions = Decisions(tmp_path)
    assert [*decisions.all()] == ["c-aaaa"]
    assert told in decisions.problems()[0].title


def test_a_link_that_leads_nowhere_and_a_pipe_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "complaints"
    folder.mkdir()
    (folder / "c-bbbb.yaml").symlink_to(tmp_path / "nowhere")
    os.mkfifo(folder / "c-cccc.yaml")
    (folder / "c-dddd.yaml").mkdir()
    decisions = Decisions(tmp_path)
    assert not decisions.all()
    assert [one.place.path.name for one in decisions.problems()] == ["c-bbbb.yaml", "c-cccc.yaml", "c-dddd.yaml"]
