"""Hostile text in complaints, as it came in and as no import would let it in, through the Complaints screen."""

import json
from contextlib import suppress

import pytest
from textual.worker import WorkerCancelled

from ragtriage.errors import RagtriageError
from ragtriage.intake.importing import import_paths
from ragtriage.intake.model import Complaint
from ragtriage.tui.theme import Look
from ragtriage.weeks import zone
from tests.hostile.conftest import ALL, HOSTILE
from tests.hostile.test_hostile_screens import check, walk
from tests.tui.settling import settle


def fill(workspace):
    """Two complaints of each hostile text: as a row that is imported, and as one that somebody put into the index."""
    inbox = workspace.complaints.inbox
    path = workspace.root.parent / "evil.jsonl"
    rows = ({"question": f"{text} ?", "answer": text, "comment": text, "rating": "down", "user": text, "id": name,
             "tags": [text], "filter_region": text, "trace_url": text} for name, text in HOSTILE.items())  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    import_paths([path], inbox, {}, zone("UTC"))
    inbox.add(
        Complaint(f"c-{at:010x}", text, text, text, "down", text[:20], text[:20], text[:20], text[:99], text[:9],
                  {text[:20]: text[:99]}, {text[:20]: text[:99]}, (text[:99],), text[:20])
        for at, text in enumerate(HOSTILE.values(), 16)
        if text.isprintable() or len(text) < 200
    )  # fmt: skip


@pytest.mark.parametrize("size", [(120, 40), (20, 6)], ids=str)
def test_no_complaint_is_obeyed_or_tears_a_line(opened, size):
    fill(opened())

    async def script(app, pilot):
        await pilot.press("f5")
        await settle(app, pilot)
        assert len(app.screen.rows) > 20
        for key in list(app.screen.rows):
            app.screen.list.move_to(key)
            app.screen.ask_story()
            for worker in [one for one in app.workers if one.group == "story"]:
                with suppress(WorkerCancelled):
                    await worker.wait()
            await pilot.pause()
            check(app)

    walk(opened, script, size=size)


def test_prompts_and_decisions_take_any_text(opened):
    fill(opened())

    async def script(app, pilot):
        await pilot.press("f5")
        await settle(app, pilot)
        screen = app.screen
        for key, purpose in (("r", "reject"), ("equals_sign", "duplicate"), ("s", "snooze")):
            await pilot.press(key)
            await settle(app, pilot)
            check(app)
            with suppress(RagtriageError):
                screen.prompted[purpose](ALL)
            await settle(app, pilot)
            check(app)
            await pilot.press("escape")
        await pilot.press("space", "space", "1")
        await settle(app, pilot)
        check(app)
        for words in (f"import {ALL}", "import /dev/null", f"go {ALL}", ALL):
            screen.prompted["command"](words)
            await settle(app, pilot)
            check(app)
            await pilot.press("escape")
        for _ in range(3):
            await pilot.press("w")
            await settle(app, pilot)
            check(app)

    walk(opened, script, look=Look("none", ascii=True))
