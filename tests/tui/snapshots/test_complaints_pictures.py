"""Pictures of the Complaints screen in the two sizes that people have most."""

import json
from pathlib import Path

import pytest

from ragtriage.intake.importing import import_paths
from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.theme import Look
from ragtriage.weeks import zone

SMALL, LARGE = (80, 24), (120, 40)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=lambda size: f"{size[0]}x{size[1]}")
ROWS = (
    (
        "How long is an export kept, and can I have it sent to me by mail every Monday?",
        "For ever.",
        "it was gone",
        "u1",
    ),
    ("How long is an exprot kept, and can I have it sent to me by mail every monday", "For ever!", "", "u2"),
    ("Until when can I change my refund?", "Never.", "sales said something else", "u3"),
    ("Which airflow operator copies a bucket?", "This one.", "", ""),
    ("Can my colleague see the reminder?", "Yes.", "she cannot", "u4"),
)


@pytest.fixture
def picture(photographed, opened, tmp_path: Path):
    """Compare with the picture kept; the screen is opened on an inbox, and `keys` are pressed."""
    export = tmp_path / "feedback.jsonl"
    records = (
        {"question": question, "answer": answer, "comment": comment, "user": user, "rating": "down", "id": str(at),
         "time": f"2026-11-2{at}T10:00:00Z"}
        for at, (question, answer, comment, user) in enumerate(ROWS)
    )  # fmt: skip
    export.write_text("".join(json.dumps(record) + "\n" for record in records))

    def compare(*keys: str, size: tuple[int, int] = SMALL, look: Look | None = None, empty: bool = False) -> bool:
        workspace = opened()
        if not empty:
            import_paths([export], workspace.complaints.inbox, {}, zone("UTC"))
        return photographed(RagtriageApp(workspace, look), "f5", *keys, size=size)

    return compare


@SIZES
def test_complaints(picture, size):
    assert picture(size=size)


@SIZES
def test_decided_marked_and_asked(picture, size):
    assert picture("s", "enter", "equals_sign", "enter", "space", "space", "r", size=size)


def test_the_way_back(picture):
    assert picture("j", "equals_sign", "enter", "3", "w", "w", size=LARGE)


def test_what_was_decided(picture):
    assert picture("r", "enter", "1", "w")


def test_nothing_in_the_inbox(picture):
    assert picture(empty=True)


def test_no_colour_and_ascii(picture):
    assert picture("j", "equals_sign", "enter", look=Look("none", ascii=True))


def test_light(picture):
    assert picture("j", look=Look(dark=False), size=LARGE)
