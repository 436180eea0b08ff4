"""Pictures of Triage and Cases in the two sizes that people have most, and of what comes up over them."""

import shutil
from pathlib import Path

import pytest

from ragtriage.settings import read_settings
from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.theme import Look
from ragtriage.workspace import Workspace

SMALL, LARGE = (80, 24), (120, 40)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=lambda size: f"{size[0]}x{size[1]}")


@pytest.fixture
def picture(photographed, opened):
    """Compare with the picture kept; `keys` are pressed first, the story is waited for."""

    def compare(*keys: str, size: tuple[int, int] = SMALL, look: Look | None = None) -> bool:
        return photographed(RagtriageApp(opened(), look), *keys, size=size)

    return compare


@SIZES
def test_triage(picture, size):
    assert picture("j", size=size)


@SIZES
def test_cases(picture, size):
    assert picture("f2", "j", "j", size=size)


@SIZES
def test_decided_twice_and_snoozed(picture, size):
    assert picture("1", "minus", "4", "s", "enter", size=size)


def test_filter_being_typed(picture):
    assert picture("slash", *"tag:od")


def test_filter_set(picture):
    assert picture("slash", *"tag:odd", "enter")


def test_filter_that_keeps_nothing(picture):
    assert picture("slash", *"zzz", "enter")


def test_marks(picture):
    assert picture("space", "space", size=LARGE)


def test_detail_alone(picture):
    assert picture("enter", "right_square_bracket")


def test_list_alone(picture):
    assert picture("plus", "plus", size=LARGE)


def test_help(picture):
    assert picture("question_mark")


def test_sixteen_colours(picture):
    assert picture("space", look=Look("16"))


def test_no_colour_and_ascii(picture):
    assert picture("space", look=Look("none", ascii=True))


def test_light(picture):
    assert picture("j", look=Look(dark=False), size=LARGE)


def test_no_run_yet(picture, root: Path):
    shutil.rmtree(root / "runs")
    with Workspace(root, read_settings(root)) as workspace:
        workspace.refresh()
    assert picture()


def test_no_snapshot_setting(picture, root: Path):
    (root / "ragtriage.yaml").write_text("timezone: UTC\n")
    assert picture()


def test_a_file_that_is_no_case(picture, root: Path):
    (root / "cases/broken.yaml").write_text("id: broken\nquestion: q\nanswerable: true\nnugets: []\n")
    assert picture("f2")
