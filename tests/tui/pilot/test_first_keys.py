"""Keys that come before the rows of a screen: each carried out once when they are there, or dropped with the screen."""

import threading
import time

import pytest

from ragtriage.drift.anchoring import Anchoring
from ragtriage.errors import RagtriageError
from ragtriage.tui import key_order
from ragtriage.tui.screens import complaints
from ragtriage.tui.screens.anchor_list import AnchorList
from ragtriage.tui.screens.cases_list import CasesList
from ragtriage.workspace import Workspace
from tests.tui.pilot.every_list import write_complaints
from tests.tui.settling import settle


@pytest.fixture
def gate(monkeypatch):
    """`gate.shut(owner, name)`: what it does waits until `gate.open`."""

    class Gate:
        def __init__(self) -> None:
            self.open = threading.Event()
            self.passed = 0

        def shut(self, owner, name, *, error: Exception | None = None) -> None:
            real = getattr(owner, name)

            def slow(*args, **kwargs):
                assert self.open.wait(20)
                self.passed += 1
                if error is not None:
                    raise error
                return real(*args, **kwargs)

            monkeypatch.setattr(owner, name, slow)

    made = Gate()
    yield made
    made.open.set()


async def typed(pilot, *keys: str) -> None:
    """Keys in a burst: what they set off is not waited for, as it cannot come yet."""
    for key in keys:
        await pilot.press(key)
    await pilot.pause()


async def there(eyes) -> None:
    await eyes.until(lambda: eyes.app.keys_typed.at_rest)
    await settle(eyes.app, eyes.pilot)


class TestASlowInbox:
    @pytest.fixture
    def filled(self, play, see, root):
        async def script(app, pilot):
            eyes = see(app, pilot)
            await eyes.press("f5", ":")
            await eyes.type(f"import {write_complaints(root)}")

        play(script)

    def test_no_key_is_lost_and_none_is_carried_out_twice(self, play, see, filled, gate):
        gate.shut(complaints, "view")

        async def script(app, pilot):
            eyes = see(app, pilot)
            await typed(pilot, "f5", "j", "space")
            assert not eyes.screen.rows and "✗" not in eyes.status
            gate.open.set()
            await there(eyes)
            keys = [*eyes.screen.rows]
            assert eyes.screen.list.marked == (keys[1],) and eyes.case_id == keys[2]

        play(script)

    def test_another_screen_drops_what_was_meant_for_the_first(self, play, see, filled, gate):
        gate.shut(complaints, "view")

        async def script(app, pilot):
            eyes = see(app, pilot)
            await typed(pilot, "f5", "1", "r", "f2", "j")
            assert app.current_mode == "cases" and eyes.screen.list.cursor == 1
            assert not eyes.screen.prompt.asking
            gate.open.set()
            await eyes.press("f5")
            await there(eyes)
            assert eyes.screen.list.cursor == 0 and not eyes.screen.prompt.asking and len(eyes.screen.rows) == 3
            await eyes.press("j")
            assert eyes.screen.list.cursor == 1

        play(script)

    def test_one_can_leave_at_once(self, play, see, filled, gate):
        gate.shut(complaints, "view")

        async def script(app, pilot):
            await typed(pilot, "f5", "j", "escape", "j")
            assert app.current_mode == "triage" and see(app, pilot).screen.list.cursor == 1
            gate.open.set()

        play(script)

    def test_where_it_cannot_be_read_keys_do_not_wait_for_ever(self, play, see, gate):
        gate.shut(complaints, "view", error=RagtriageError("broken", next_step="mend it"))

        async def script(app, pilot):
            eyes = see(app, pilot)
            await typed(pilot, "f5", "j")
            gate.open.set()
            await there(eyes)
            await eyes.press("?")
            assert app.screen is not app.screen_stack[0]

        play(script)


class TestOthers:
    def test_a_review_that_is_still_compared(self, play, see, branched, gate):
        gate.shut(Workspace, "review")

        async def script(app, pilot):
            eyes = see(app, pilot)
            await typed(pilot, ":", *"review work", "enter", "j", "j", "c")
            gate.open.set()
            await there(eyes)
            assert eyes.screen.list.cursor == 2 and eyes.screen.prompt.asking == "review comment"

        play(script)

    @pytest.mark.parametrize("work", ["coverage", None])
    def test_a_list_that_is_still_worked_out(self, play, see, gate, work):
        gate.shut(Workspace, "coverage", error=None if work else RagtriageError("broken", next_step="mend it"))

        async def script(app, pilot):
            eyes = see(app, pilot)
            await typed(pilot, "f2", "w", "j", "j")
            assert not eyes.screen.rows
            gate.open.set()
            await there(eyes)
            assert eyes.screen.list.cursor == (2 if work else 0)
            await eyes.press("escape", "j")
            assert eyes.screen.listing.listed == "cases"

        play(script)

    def test_cases_that_are_slow_to_list(self, play, see, monkeypatch):
        monkeypatch.setattr(key_order, "PATIENCE_SECONDS", 0.01)
        slowly(monkeypatch, CasesList)

        async def script(app, pilot):
            eyes = see(app, pilot)
            await typed(pilot, "f2", "j", "j", "space")
            await there(eyes)
            assert eyes.screen.list.cursor == 4 + 3 and len(eyes.screen.list.marked) == 1  # the case came along

        play(script)


def slowly(monkeypatch, listing) -> None:
    """Its rows are read where keys wait, longer than these have patience."""
    real = listing.load
    monkeypatch.setattr(listing, "load", lambda self: time.sleep(0.05) or real(self))


class TestAnchors:
    @pytest.fixture
    def root(self, anchored):
        return anchored

    def test_quotes_that_are_slow_to_list(self, play, see, monkeypatch):
        monkeypatch.setattr(key_order, "PATIENCE_SECONDS", 0.01)
        slowly(monkeypatch, AnchorList)

        async def script(app, pilot):
            eyes = see(app, pilot)
            await typed(pilot, "f3", "j", "space", "f2", "j")
            await there(eyes)
            assert app.current_mode == "cases" and eyes.case_id == "tool" and not eyes.screen.list.marked

        play(script)

    def test_quotes_that_are_still_looked_for(self, play, see, monkeypatch):
        real, known = Anchoring.waiting, threading.Event()
        monkeypatch.setattr(Anchoring, "waiting", lambda self, name: real(self, name) if known.is_set() else None)

        async def script(app, pilot):
            eyes = see(app, pilot)
            await typed(pilot, "f3", "j", "j")
            assert "Looking for every quote" in eyes.text
            known.set()
            app.judge()
            await there(eyes)
            assert eyes.screen.list.cursor == 2

        play(script)

    def test_keys_do_not_wait_for_what_cannot_be_found_out(self, play, see, monkeypatch):
        monkeypatch.setattr(Anchoring, "waiting", lambda self, name: None)

        async def script(app, pilot):
            eyes = see(app, pilot)
            await typed(pilot, "f3", "j")
            app.judge()
            await there(eyes)
            await eyes.press("?")
            assert app.screen is not app.screen_stack[0]

        play(script)
