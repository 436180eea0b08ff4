"""A small workspace, made once by the commands themselves and copied for each test."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ragtriage.cli import main

DOCUMENTS = {
    "billing.md": "# Billing\n\nChanges from annual to monthly take effect at renewal.\n\n"
    "Annual plans are not prorated when downgraded.\n",
    "calendar.md": "# Calendars\n\nYou can connect up to five calendars to one account.\n",
}
CASES: list[dict[str, Any]] = [
    {
        "id": "billing/monthly",
        "question": "Can I move my annual plan to monthly billing?",
        "answerable": True,
        "evidence": [{"doc_id": "billing", "quote": "Changes from annual to monthly take effect at renewal"}],
        "nuggets": [{"text": "at renewal", "vital": True}, {"text": "no proration", "vital": False}],
        "tags": ["billing", "plan change"],
        "must_pass": True,
    },
    {
        "id": "calendar/many",
        "question": "How many calendars can be connected?",
        "answerable": True,
        "evidence": [{"doc_id": "calendar", "quote": "up to five calendars"}],
    },
    {
        "id": "other/moon",
        "question": "Is the moon red?",
        "answerable": False,
        "unanswerable_because": "out_of_scope",
        "status": "draft",
    },
]
OUTPUTS: list[dict[str, Any]] = [
    {
        "case_id": "billing/monthly",
        "candidates": [{"doc_id": "calendar", "text": "You can connect up to five calendars"}],
        "answer": "At once.",
        "citations": ["kb/none"],
        "refused": False,
    },
    {
        "case_id": "calendar/many",
        "candidates": [{"doc_id": "calendar", "text": "You can connect up to five calendars to one account."}],
        "answer": "I do not know.",
        "refused": True,
    },
]


@dataclass(frozen=True)
class Said:
    """What a command said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Say = Callable[..., Said]


def lines_of(records: list[dict[str, Any]], **more: str) -> str:
    """JSON Lines of the records, each with `more`."""
    return "".join(json.dumps({**record, **more}) + "\n" for record in records)


@pytest.fixture(scope="session")
def _template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("template")
    (place / "docs").mkdir()
    for name, text in DOCUMENTS.items():
        (place / "docs" / name).write_text(text)
    (place / "cases.jsonl").write_text(lines_of(CASES))
    (place / "outputs.jsonl").write_text(lines_of(OUTPUTS, config="prod", snapshot="one"))
    root = place / "golden"
    assert main(["init", str(root), "--snapshot", "one"]) == 0
    with (root / "ragtriage.yaml").open("a") as file:
        file.write("configurations:\n  bm25: {system: bm25}\n")
    for words in (
        ("snapshot", "add", str(place / "docs"), "--name", "one"),
        ("import", "cases", str(place / "cases.jsonl")),
        ("import", "runs", str(place / "outputs.jsonl")),
    ):
        assert main(["-C", str(root), *words]) == 0
    return place


@pytest.fixture
def workspace(_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a workspace with three cases and one run; the current folder."""
    for name in ("NO_COLOR", "RAGTRIAGE_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
    shutil.copytree(_template, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path / "golden")
    return tmp_path / "golden"


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Run a command in this process."""

    def run(*words: str) -> Said:
        capsys.readouterr()
        code = main(words)
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return run
