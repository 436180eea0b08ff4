"""What stands on the screen before the queue is read: the first page as it was last seen."""

from ragtriage.tui import glimpse
from ragtriage.workspace import Workspace


def test_the_first_page_is_kept_and_comes_back_as_it_was(play, see, root):
    async def script(app, pilot):
        see(app, pilot)

    play(script)
    with Workspace.open(root) as workspace:
        seen = glimpse.last_seen(workspace)
        queue = workspace.desk.queue()
    assert seen is not None and queue.run is not None
    assert seen.rows == queue.rows[: glimpse.ROWS]
    assert queue.run.config in seen.facts and "undecided" in seen.heading


def test_what_another_version_kept_is_not_shown(root):
    with Workspace.open(root) as workspace:
        for body in ("", "[]", '{"rows": [[1]]}', '{"heading": "", "facts": [], "rows": [[1]]}'):
            workspace.keep_view("triage", body)
            assert glimpse.last_seen(workspace) is None


def test_a_change_made_while_nobody_looked_is_shown_once_the_queue_is_read(play, see, root):
    async def script(app, pilot):
        see(app, pilot)

    play(script)
    with Workspace.open(root) as workspace:
        workspace.refresh()
        case_id = workspace.desk.queue().rows[0].case_id
        workspace.desk.decide([case_id], "label")

    async def look(app, pilot):
        eyes = see(app, pilot)
        assert app.screen.rows[case_id].badge == "decided", eyes.text

    play(look)
