"""Waiting for an app to come to rest, by what it says of itself: never by a time."""

import asyncio
from contextlib import suppress
from typing import Any

from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from ragtriage.tui.app_frame import FrameApp


async def settle(app: FrameApp, pilot: "Pilot[Any]", rounds: int = 2) -> None:
    """Wait for the keys to have gone their way, for what goes on behind the screen, and for what it brings."""
    for _ in range(rounds):
        await _keys_at_rest(app)
        for worker in list(app.workers):
            with suppress(WorkerCancelled):  # a newer one took its place
                await worker.wait()
        await pilot.pause()


async def _keys_at_rest(app: FrameApp) -> None:
    """1.5 seconds at most: a key whose way cannot be followed holds up the next for one."""
    for _ in range(300):
        if app.keys_typed.at_rest:
            return
        await asyncio.sleep(0.005)
