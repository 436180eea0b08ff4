"""Pictures of the Anchors screen in the two sizes that people have most."""

from pathlib import Path

import pytest

from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.theme import Look

SMALL, LARGE = (80, 24), (120, 40)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=lambda size: f"{size[0]}x{size[1]}")


@pytest.fixture
def root(anchored: Path) -> Path:
    return anchored


@pytest.fixture
def picture(photographed, opened):
    """Compare with the picture kept; the screen is opened, and `keys` are pressed."""

    def compare(*keys: str, size: tuple[int, int] = SMALL, look: Look | None = None) -> bool:
        return photographed(RagtriageApp(opened(), look), "f3", *keys, size=size)

    return compare


@SIZES
def test_anchors(picture, size):
    assert picture(size=size)


@SIZES
def test_another_place(picture, size):
    assert picture("j", "right_square_bracket", size=size)


def test_accepted_rejected_and_marked(picture):
    assert picture("a", "r", "space", "j", "space", size=LARGE)


def test_lost(picture):
    assert picture("G")


def test_edges_moved(picture):
    assert picture("j", "j", "j", "greater_than_sign", "right_curly_bracket")


def test_the_move_asks_first(picture, root: Path):
    (root / "ragtriage.yaml").write_text("snapshot: one\n")
    assert picture("m")


def test_nothing_to_look_at(picture, root: Path):
    (root / "ragtriage.yaml").write_text("snapshot: one\n")
    assert picture()


def test_no_colour_and_ascii(picture):
    assert picture(look=Look("none", ascii=True))


def test_light(picture):
    assert picture(look=Look(dark=False), size=LARGE)


@SIZES
def test_on_to_the_answer(picture, root: Path, size):
    path = root / "cases/cancel.yaml"
    answer = (
        "reference_answer: Within 14 days of the purchase, by mail or in the settings; later ones run to their end.\n"
    )
    nuggets = "nuggets:\n  - {text: within 14 days}\n  - {text: later plans run to their end, vital: false}\n"
    path.write_text(path.read_text() + answer + nuggets)
    assert picture("a", size=size)
