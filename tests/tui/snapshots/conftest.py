"""How a list screen is photographed: keys one by one, each until all that it set off has come to rest."""

import pytest

from tests.tui.settling import settle


@pytest.fixture
def photographed(snap_compare):
    """Press keys in an app, wait for the story of the row under the cursor, and compare with the picture kept."""

    def compare(app, *keys: str, size: tuple[int, int]) -> bool:
        async def ready(pilot):
            await settle(app, pilot, rounds=3)
            for key in keys:
                await pilot.press(key)
                await settle(app, pilot, rounds=3)
            front = app.screen_stack[0]
            for _ in range(300):
                told = front.story.story
                if front.list.cursor_key == (told.case_id if told else None):
                    break
                await pilot.pause(0.01)
            await settle(app, pilot, rounds=3)

        return snap_compare(app, terminal_size=size, run_before=ready)

    return compare
