"""Pictures of the states that a quote can be in, by the sample's quotes: what waits for its surroundings above all."""

import shutil
from pathlib import Path

import pytest

from ragtriage.cli.start import sample_folder
from ragtriage.tui.app import RagtriageApp

SMALL, LARGE, WIDE = (80, 24), (120, 40), (200, 50)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE, WIDE], ids=lambda size: f"{size[0]}x{size[1]}")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "demo"
    root.mkdir()
    for name in ("cases", "corpus_snapshots"):
        shutil.copytree(sample_folder() / name, root / name)
    shutil.copy(sample_folder() / "ragtriage.yaml", root)
    return root


@pytest.fixture
def picture(photographed, opened):
    """Compare with the picture kept, of the first quote of a case."""

    def compare(*keys: str, case_id: str, size: tuple[int, int]) -> bool:
        with opened() as workspace:
            workspace.refresh()
            workspace.anchoring.keep(workspace.snapshot)
        to_it = ("slash", *(key_of(char) for char in case_id), "enter")
        return photographed(RagtriageApp(opened()), "f3", *to_it, *keys, size=size)

    return compare


def key_of(char: str) -> str:
    return {"/": "slash", "-": "minus"}.get(char, char)


@SIZES
def test_context_changed(picture, size):
    assert picture(case_id="hammering", size=size)


@SIZES
def test_context_turns_it(picture, size):
    assert picture(case_id="0061", size=size)


def test_question_mark_explains_the_states(picture):
    assert picture("question_mark", case_id="0061", size=LARGE)
