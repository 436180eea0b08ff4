"""An inbox of its own for each test, and files of text imported into it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from ragtriage.disk.database import connect
from ragtriage.intake.importing import ComplaintImport, import_paths
from ragtriage.intake.inbox import Inbox
from ragtriage.intake.times import Order


@pytest.fixture
def inbox(tmp_path: Path) -> Iterator[Inbox]:
    db = connect(tmp_path / "index.db")
    yield Inbox(tmp_path, db)
    db.close()


@pytest.fixture
def zone() -> str:
    """The workspace's; a test module on another clock has its own."""
    return "UTC"


@pytest.fixture
def imported(tmp_path: Path, inbox: Inbox, zone: str) -> Callable[..., ComplaintImport]:
    """Import text under a file name, with columns mapped by hand; the report."""

    def run(content: str, name: str = "export.csv", dates: Order | None = None, **given: str) -> ComplaintImport:
        path = tmp_path / name
        path.write_text(content)
        return import_paths([path], inbox, {}, ZoneInfo(zone), given=given, dates=dates)[0]

    return run
