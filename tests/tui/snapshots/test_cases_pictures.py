"""Pictures of the Cases screen: coverage, duplicates, and one change on many cases, in the two usual sizes."""

from pathlib import Path

import pytest

from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case, Source
from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.theme import Look

SMALL, LARGE = (80, 24), (120, 40)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=lambda size: f"{size[0]}x{size[1]}")


@pytest.fixture(autouse=True)
def more(root: Path) -> None:
    """A case that asks what another does, and says that nothing answers it; a draft; a question of a user."""
    for case in (
        Case("refund/again", "Until when can I change my refund?", False, "not_in_corpus", tags=("refund",)),
        Case("zoo/later", "Do you take animals?", False, "out_of_scope", status="draft"),
        Case("zoo/mail", "May I write to you by post?", True, tags=("post",), source=Source("ticket", "48213")),
    ):
        path = root / f"cases/{case.id}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(canonical_text(case))


@pytest.fixture
def picture(photographed, opened):
    """Compare with the picture kept; Cases is opened, and `keys` are pressed."""

    def compare(*keys: str, size: tuple[int, int] = SMALL, look: Look | None = None) -> bool:
        return photographed(RagtriageApp(opened(), look), "f2", *keys, size=size)

    return compare


@SIZES
def test_coverage(picture, size):
    assert picture("w", size=size)


@SIZES
def test_a_line_of_coverage(picture, size):
    assert picture("w", *["j"] * 9, size=size)


@SIZES
def test_duplicates(picture, size):
    assert picture("w", "w", size=size)


@SIZES
def test_tags_are_asked_for(picture, size):
    assert picture("space", "space", "t", "+", "r", size=size)


def test_tagged(picture):
    assert picture("space", "space", "t", "+", "r", "x", "enter")


def test_coverage_without_colour_and_in_ascii(picture):
    assert picture("w", "j", look=Look("none", ascii=True))


def test_coverage_light(picture):
    assert picture("w", *["j"] * 9, size=LARGE, look=Look(dark=False))
