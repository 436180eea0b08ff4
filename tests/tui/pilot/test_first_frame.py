"""What stands on the screen before the queue is read: the first page as it was last seen."""

import asyncio
from contextlib import suppress

from textual import events
from textual.worker import WorkerCancelled

from ragtriage.tui import glimpse
from ragtriage.tui.app import RagtriageApp
from ragtriage.workspace import Workspace


def test_the_first_page_is_kept_and_comes_back_as_it_was(play, see, root):
    async def script(app, pilot):
        see(app, pilot)

    play(script)
    with Workspace.open(root) as workspace:
        seen = glimpse.last_seen(workspace)
        queue = workspace.triage.queue()
    assert seen is not None and queue.run is not None
    assert seen.rows == queue.rows[: glimpse.ROWS]
    assert queue.run.config in seen.facts and "undecided" in seen.heading


def test_what_another_version_kept_is_not_shown(root):
    with Workspace.open(root) as workspace:
        for body in ("", "[]", '{"rows": [[1]]}', '{"heading": "", "facts": [], "rows": [[1]]}'):
            workspace.index.keep_view("triage", body)
            assert glimpse.last_seen(workspace) is None


def test_a_change_made_while_nobody_looked_is_shown_once_the_queue_is_read(play, see, root):
    async def script(app, pilot):
        see(app, pilot)

    play(script)
    with Workspace.open(root) as workspace:
        workspace.refresh()
        case_id = workspace.triage.queue().rows[0].case_id
        workspace.triage.decide([case_id], "label")

    async def look(app, pilot):
        eyes = see(app, pilot)
        assert app.screen.rows[case_id].badge == "decided", eyes.text

    play(look)


class TestTypedAhead:
    """Keys typed before the list is read are about the case that was seen, or about nothing."""

    @staticmethod
    def start(opened, *keys):
        """Type while the first page is only remembered; the app, when all came to rest."""

        async def session():
            app = RagtriageApp(opened())
            async with app.run_test(size=(80, 24)) as pilot:
                for key in keys:
                    app._driver.send_message(events.Key(key, key))
                await pilot.pause(0.2)
                with suppress(WorkerCancelled):  # a newer one took its place
                    await app.workers.wait_for_complete()
                await pilot.pause()
                return app.screen.status.said

        return asyncio.run(session())

    def test_a_digit_decides_the_case_that_was_seen(self, play, opened, root):
        play(see_nothing)
        with Workspace.open(root) as workspace:
            first = workspace.triage.queue().rows[0].case_id
        said = self.start(opened, "1")
        assert first in said
        (file,) = (root / "triage").rglob("*.yaml")
        assert first in file.read_text()

    def test_where_another_case_is_there_now_it_decides_nothing(self, play, opened, root):
        play(see_nothing)
        with Workspace.open(root) as workspace:
            first = workspace.triage.queue().rows[0].case_id
        (root / "cases" / f"{first}.yaml").unlink()
        with Workspace.open(root) as workspace:
            workspace.refresh()
        assert "dropped" in self.start(opened, "1", "j")
        assert not (root / "triage").exists()


async def see_nothing(app, pilot):
    """Open the screens, so that a first page is kept."""
