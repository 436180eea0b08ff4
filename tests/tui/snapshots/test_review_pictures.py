"""Pictures of the Review screen in the two sizes that people have most."""

from collections.abc import Callable

import pytest

from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.theme import Look

SMALL, LARGE = (80, 24), (120, 40)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=lambda size: f"{size[0]}x{size[1]}")


@pytest.fixture
def picture(snap_compare, opened, see, branched: Callable[..., str]):
    """Compare with the picture kept; the branch `work` is under review, and `keys` are pressed."""

    def compare(*keys: str, size: tuple[int, int] = SMALL, look: Look | None = None) -> bool:
        app = RagtriageApp(opened(), look)

        async def ready(pilot):
            seen = see(app, pilot)
            await seen.press()
            app.open_review("work")
            await seen.press()
            for key in keys:
                await seen.press(key)
            front = app.screen_stack[0]
            await seen.until(lambda: front.list.cursor_key == (front.story.story and front.story.story.case_id))
            await seen.press()

        return snap_compare(app, terminal_size=size, run_before=ready)

    return compare


@SIZES
def test_review(picture, size):
    assert picture(size=size)


@SIZES
def test_a_quote_that_says_something_else(picture, size):
    assert picture("j", "j", "right_square_bracket", "right_square_bracket", size=size)


def test_approved_commented_and_sent_back(picture):
    words = [{" ": "space"}.get(char, char) for char in "name the plan"]
    assert picture("a", "c", *words, "enter", "j", "r", *words, "enter", size=LARGE)


def test_a_commit_shows_what_it_takes(picture):
    assert picture("a", "colon", *"commit", "enter")


def test_not_checked_out(picture, branched):
    branched("switch", "-q", "main")
    assert picture("a")


def test_no_colour_and_ascii(picture):
    assert picture(look=Look("none", ascii=True))
