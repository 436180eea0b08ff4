"""Pictures of list and story, in the two sizes that people have most."""

import pytest

from ragtriage.tui.theme import Look

SIZES = [(80, 24), (120, 40)]
LOOKS = {"dark": Look(), "light": Look(dark=False), "plain": Look("none", ascii=True)}


async def _rest(pilot):
    """The story is drawn a moment after the last key."""
    await pilot.pause(0.2)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("look", LOOKS)
def test_list_and_story(snap_compare, widget_app, look, size):
    app = widget_app.WidgetApp(LOOKS[look])
    assert snap_compare(app, press=["j", "space", "space"], terminal_size=size, run_before=_rest)


def test_help(snap_compare, widget_app):
    assert snap_compare(widget_app.WidgetApp(), press=["question_mark", *"mark"], terminal_size=(120, 40))


def test_filter_line(snap_compare, widget_app):
    assert snap_compare(widget_app.WidgetApp(), press=["slash", *"tag:up"], terminal_size=(80, 24))
